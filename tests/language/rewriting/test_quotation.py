"""Who says it, before and behind."""

from golden_forms import golden

PAIRS = [
    ("speaker-last", "He said that the message was urgent.", "The message was urgent, he said."),
    ("speaker-first", "The rule is good, advocates say.", "Advocates say that the rule is good."),
    ("speaker-turned", '"Yes, it is," said Mary.', '"Yes, it is," Mary said.'),
]  # fmt: skip

REFUSED = [
    ("speaker-last", "He did not say that the message was urgent."),
    ("speaker-first", "I like it, he said."),
    ("speaker-turned", "It is good, she said."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
