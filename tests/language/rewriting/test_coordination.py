"""Two of a kind that change places, and two clauses joined otherwise."""

from golden_forms import golden

PAIRS = [
    ("conjuncts-swapped", "The convergence of technology and industry has happened.", "The convergence of industry and technology has happened."),
    ("conjuncts-swapped", "His head was shiny and smooth .", "His head was smooth and shiny ."),
    ("conjuncts-swapped", "The old man and the dog slept.", "The dog and the old man slept."),
    ("although", "It wasn't always easy, but it is getting better.", "Although it wasn't always easy, it is getting better."),
    ("semicolon", "The policy failed and I am glad.", "The policy failed; I am glad."),
    ("semicolon", "They have rain , but they use it .", "They have rain ; however , they use it ."),
]  # fmt: skip

REFUSED = [
    ("conjuncts-swapped", "Old men and women slept."),
    ("conjuncts-swapped", "He likes black and white films."),
    ("conjuncts-swapped", "The book and the film about it were good."),
    ("conjuncts-swapped", "A very old and tired man slept."),
    ("although", "It was not only cheap but it was also good."),
    ("semicolon", "He winced and left."),
    ("although", "Meanwhile, the offense was bad, but the team won."),
    ("conjuncts-swapped", "What do the Waal and the Lek discharge throguh?"),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
