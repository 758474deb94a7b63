"""Adverbs before a sentence, within it and behind its verb."""

from golden_forms import golden

PAIRS = [
    ("fronted-adverb", "The man suddenly pointed to it.", "Suddenly, the man pointed to it."),
    ("fronted-adverb", "Doctors, however, are reluctant.", "However, doctors are reluctant."),
    ("fronted-adverb", "The value has increased this year .", "This year , the value has increased ."),
    ("adverb-inside", "Perhaps you are right.", "You are perhaps right."),
    ("adverb-inside", "Sometimes he has a vision.", "He sometimes has a vision."),
    ("adverb-last", "She quickly left the room.", "She left the room quickly."),
    ("adverb-before-verb", "Pokhara is growing rapidly.", "Pokhara is rapidly growing."),
]  # fmt: skip

REFUSED = [
    ("fronted-adverb", "He does not usually sing."),
    ("fronted-adverb", "We have just recently stopped it."),
    ("fronted-adverb", "I know he usually sings."),
    ("adverb-last", "She really left the room."),
    ("adverb-before-verb", "Every claim is treated seriously."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
