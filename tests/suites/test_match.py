"""The way back from a text to its filling."""

import pytest

from mohs.suites.checklist import own_templates
from mohs.suites.match import filling_of
from mohs.suites.template import expand


@pytest.mark.parametrize("template", own_templates()[::4], ids=lambda one: f"{one.task}-{one.name}")
def test_what_was_made_is_found_again_with_its_label(template):
    for case in expand(template, 5, 3):
        filling = filling_of(template, case.fields)
        assert filling is not None
        assert template.label_of(filling) == case.label


def test_what_was_not_made_is_not_found():
    (template,) = (
        one for one in own_templates() if (one.task, one.name) == ("qqp", "compared the other way")
    )
    right = {"question1": "Is Anna taller than Adam?", "question2": "Is Adam shorter than Anna?"}
    assert filling_of(template, right) is not None
    for question2 in (
        "Is Adam poorer than Anna?",
        "Is Anna shorter than Adam?",
        "Is Adam shorter than Anna ?",
    ):
        assert filling_of(template, {**right, "question2": question2}) is None
    assert filling_of(template, {"sentence": "Is Anna taller than Adam?"}) is None


def test_letters_may_be_large_or_small():
    (template,) = (one for one in own_templates() if (one.task, one.name) == ("sst2", "stars"))
    assert filling_of(template, {"sentence": "i give THIS film 9 out of 10."}) is not None
    assert filling_of(template, {"sentence": "I give this film 5 out of 10."}) is None
