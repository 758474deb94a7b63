"""Questions stay questions of the same meaning."""

from golden_forms import golden

PAIRS = [
    ("indirect-question", "Where does she live?", "Can you tell me where she lives?"),
    ("indirect-question", "When was the fund founded?", "Can you tell me when the fund was founded?"),
    ("indirect-question", "Who won the game ?", "Can you tell me who won the game ?"),
    ("indirect-question", "Should the government be involved?", "Can you tell me whether the government should be involved?"),
    ("indirect-question", "What did he light?", "Can you tell me what he lit?"),
    ("question-cleft", "What did he light?", "What was it that he lit?"),
    ("question-cleft", "Who won the game in 2000?", "Who was it that won the game in 2000?"),
    ("question-cleft", "Which canal was dug by the king?", "Which canal was it that was dug by the king?"),
    ("is-it-true", "Did she grow taller?", "Is it true that she grew taller?"),
    ("question-in-other-words", "Why did she leave?", "For what reason did she leave?"),
    ("question-in-other-words", "How do I trace a phone call?", "In what way do I trace a phone call?"),
    ("way-to", "How can I learn faster?", "What is the way to learn faster?"),
]  # fmt: skip

REFUSED = [
    ("indirect-question", "Can you tell me where she lives?"),
    ("indirect-question", "She left."),
    ("indirect-question", "Is it red or is it blue?"),
    ("question-cleft", "How did he light it?"),
    ("question-cleft", "Which canals were dug?"),
    ("question-cleft", "What is the population?"),
    ("is-it-true", "Can you open the door?"),
    ("is-it-true", "Is it true that she grew taller?"),
    ("question-in-other-words", "Where are you going?"),
    ("question-in-other-words", "How many men came?"),
    ("way-to", "How do I improve my voice?"),
    ("way-to", "How do you feel?"),
    ("indirect-question", "What are some things I could do when I am bored?"),
    ("is-it-true", "Do you know if it is called Duxbury?"),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
