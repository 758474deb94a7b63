"""The order of objects and the place of particles."""

from golden_forms import golden

PAIRS = [
    ("dative-with-to", "I am giving you a choice.", "I am giving a choice to you."),
    ("dative-without-to", "She showed the room to the man.", "She showed the man the room."),
    ("particle-behind", "He put down his gun.", "He put his gun down."),
    ("particle-before", "The man calmed the horse down.", "The man calmed down the horse."),
]  # fmt: skip

REFUSED = [
    ("dative-with-to", "She gave him it."),
    ("particle-behind", "He put it down."),
    ("particle-before", "He put it down."),
    ("particle-before", "Take the evening off."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
