""" "That", infinitives and gerunds, "in order to"."""

from golden_forms import golden

PAIRS = [
    ("that-added", "She thinks it rained.", "She thinks that it rained."),
    ("that-dropped", "He said that the message was urgent.", "He said the message was urgent."),
    ("infinitive-as-gerund", "The patients began to cry.", "The patients began crying."),
    ("gerund-as-infinitive", "I love doing my work.", "I love to do my work."),
    ("in-order-added", "The city built a wall to keep things peaceful.", "The city built a wall in order to keep things peaceful."),
    ("in-order-dropped", "She left in order to sleep.", "She left to sleep."),
    ("that-added", "I am sure Mary is here.", "I am sure that Mary is here."),
    ("that-dropped", "I am glad that it rained.", "I am glad it rained."),
]  # fmt: skip

REFUSED = [
    ("that-added", "She asked whether it rained."),
    ("that-dropped", "The news that it rained was old."),
    ("infinitive-as-gerund", "I would like to go."),
    ("in-order-added", "The places they are sent to are poor."),
    ("in-order-added", "She wants to sleep."),
]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(PAIRS, REFUSED)
