"""A clause as the subject, and behind "it"."""

from golden_forms import golden

PAIRS = [
    ("extraposed", "Having an index is important.", "It is important to have an index."),
    ("extraposed", "To wait for them is hard.", "It is hard to wait for them."),
    ("clause-as-subject", "It is difficult to raise a family.", "To raise a family is difficult."),
    ("clause-as-subject", "It's important to keep a record.", "To keep a record is important."),
]  # fmt: skip

REFUSED = [
    ("extraposed", "Waiting for them is John."),
    ("clause-as-subject", "It is hard."),
    ("clause-as-subject", "Is it hard to raise a family?"),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
