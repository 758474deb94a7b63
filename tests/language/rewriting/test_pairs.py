"""Two of a kind joined otherwise."""

import pytest

from golden_forms import golden

PAIRS = [
    ("as-well-as", "They sell fish and meat.", "They sell fish as well as meat."),
    ("as-well-as", "The room is cheap and large.", "The room is cheap as well as large."),
    ("as-well-as", "It is for the scholar and the school.", "It is for the scholar as well as the school."),
    ("both-and", "They sell fish and meat.", "They sell both fish and meat."),
    ("both-and", "The room is cheap and large.", "The room is both cheap and large."),
    ("both-and", "They built a stadium and a station.", "They built both a stadium and a station."),
]

REFUSED = [
    "They sell both fish and meat.",
    "They do not sell fish and meat.",
    "Do they sell fish and meat?",
    "They sell fish, meat and bread.",
    "It is a mixture of fish and meat.",
    "It lies between the school and the station.",
    "The room is nice and quiet.",
    "They sell fish or meat.",
    "They sell salt and pepper.",
    "It was prepared by Coopers and Lybrand.",
    "It grows more and more.",
    "She knew every nook and cranny.",
]

VERBS = ["The king and the queen are happy.", "The king and the queen sing."]

test_a_form_says_the_same, test_a_form_leaves_alone_what_it_would_make_wrong = golden(
    PAIRS, [(form, text) for form in ("as-well-as", "both-and") for text in REFUSED]
)


@pytest.mark.parametrize("text", VERBS)
def test_two_subjects_keep_their_verb(rewritten, text):
    assert rewritten(text, "as-well-as") == []
