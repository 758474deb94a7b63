"""What moves to the start of a sentence or to its end, and what stays where it is."""

from golden_forms import golden

PAIRS = [
    ("fronted-phrase", "The book was first drafted in early 1915 .", "In early 1915 , the book was first drafted ."),
    ("fronted-phrase", "Surfers met each morning on Monday.", "On Monday, surfers met each morning."),
    ("fronted-clause", "They were inferior because they lacked knowledge.", "Because they lacked knowledge, they were inferior."),
    ("fronted-clause", "We should do coffee if we ever meet again!", "If we ever meet again, we should do coffee!"),
    ("fronted-participle", "Bork looked up, waiting for something.", "Waiting for something, Bork looked up."),
    ("fronted-purpose", "The city built a wall to keep things peaceful.", "To keep things peaceful, the city built a wall."),
    ("phrase-at-end", "In 1861, an old lighthouse was torn down.", "An old lighthouse was torn down in 1861."),
    ("clause-at-end", "Because the policy was a success , I was happy .", "I was happy because the policy was a success ."),
    ("clause-at-end", "But if you take it seriously, the position is clear.", "But the position is clear if you take it seriously."),
    ("place-first", "The old inn is in the village.", "In the village is the old inn."),
]  # fmt: skip

REFUSED = [
    ("fronted-phrase", "He lives in Paris."),
    ("fronted-phrase", "I do n't mean that in a good way"),
    ("fronted-phrase", "Was the book first drafted in 1915?"),
    ("fronted-phrase", "She asked for a few minutes of his time."),
    ("fronted-clause", "Ask him if the shop is open."),
    ("fronted-participle", "The dam broke, resulting in a flood."),
    ("fronted-purpose", "She wants to keep things peaceful."),
    ("clause-at-end", "If so , the position is clear ."),
    ("phrase-at-end", "In 1861, she only slept."),
    ("place-first", "He is in the village."),
    ("place-first", "The hero is from a village."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
