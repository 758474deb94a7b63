import pytest

from audited import RTE, pair, text
from mohs.benchmark.rules.entry import Entry
from mohs.benchmark.rules.text import denied_opinion, markup, template_slot, written


@pytest.mark.parametrize(
    "left", ["a<br>b", "x <br/> y", "<p class='a'>", "a &amp; b", "&#39;", "<!-- note -->"]
)
def test_markup_is_found(left):
    assert markup(text(left)) is not None


@pytest.mark.parametrize(
    "fine", ["a < b > c", "1 <2> 3", "AT&T; and so on", "I <3 you", "R&D, 5 & 6;", "&c; so"]
)
def test_what_only_looks_like_markup_is_text(fine):
    assert markup(text(fine)) is None


def test_an_article_before_a_verb_is_an_unfilled_slot_unless_the_source_has_it_too():
    assert template_slot(text("given that the was a creepy plot")) == "sentence: 'the was'"
    assert template_slot(text("the film was fine, as a has-been is")) is not None
    assert template_slot(text("the film was fine")) is None
    assert template_slot(text("vitamin A is fine")) is None
    left_alone = Entry(RTE, "0", {"sentence1": "the was so", "sentence2": "new"}, {"sentence2": "old"})
    assert template_slot(left_alone) is None
    assert template_slot(pair("he said the is it", "she said the is it")) is None


@pytest.mark.parametrize(
    "said",
    [
        "I can't say, given it's a Tuesday, that that director was awful.",
        "I wouldn't say this film is weird.",
        "i don't think the director is creepy",
        "I do n't think it is bad",
        "I would not really call it lame",
        "nobody could ever think, and I never said it was bad",
    ],
)
def test_a_denied_opinion_labelled_as_its_opposite_is_contested(said):
    assert denied_opinion(text(said, label="positive")) is not None
    assert denied_opinion(text(said, label="negative")) is None  # what CheckList asks of it
    assert denied_opinion(text(said)) is None


def test_an_opinion_that_is_not_denied_is_not_contested():
    assert denied_opinion(text("I think it is fine, it can't be better", label="positive")) is None


def test_rows_without_an_original_are_written():
    assert written(text("a"))
    assert not written(pair("a", "b"))
