"""One sentence: every step of its search."""

import contextlib
from types import SimpleNamespace

import pytest

from mohs.api.command import AttackOptions
from mohs.api.sentence import _Watched, explain_sentence
from mohs.attacks.questions import Classify
from mohs.errors import ClassifierFault, MohsError

PLAIN = {"textbugger": {"similarity": "off"}}


def explain(sentence="A quiet, lovely film.", model="kit:sst2-linear", attacks=("textbugger",), **more):
    known = {"model": model, "sentence": sentence, "attacks": attacks, "set": PLAIN, "encoder": "none"}
    return explain_sentence(AttackOptions(**known | more))


def test_steps_tell_what_was_asked_and_what_came_nearest():
    (search,) = explain(label="positive")
    assert search.attack == "textbugger"
    first = search.steps[0]
    assert first.asked == "classify" and first.texts == 1 and first.text == "A quiet, lovely film."
    assert first.prediction == "positive" and first.value > 0.5
    assert (
        sum(step.texts for step in search.steps if step.asked == "classify")
        == search.outcome.asked["classify"]
    )
    assert search.outcome.status in ("success", "failure")


def test_a_step_names_the_label_whose_probability_it_shows():
    for target in (None, "negative"):
        (search,) = explain(label="positive", target=target)
        steps = [step for step in search.steps if step.asked == "classify"]
        assert {step.label for step in steps} == {target or "positive"}
        first, gold = steps[0].value, search.outcome.probability_before
        assert first == pytest.approx(gold if target is None else 1 - gold, abs=1e-5)
        nearest = min if target is None else max
        assert nearest(step.value for step in steps) == steps[-1].value != first


def test_without_a_label_the_prediction_is_the_reference():
    (search,) = explain()
    assert search.outcome.status != "skipped"


def test_a_wrong_label_is_skipped_and_said():
    (search,) = explain(label="negative")
    assert search.outcome.status == "skipped"


def test_a_sentence_without_words_is_not_attackable():
    (search,) = explain(sentence="!!!")
    assert search.outcome.status in ("not_attackable", "skipped")


def test_a_budget_ends_the_search():
    (search,) = explain(label="positive", max_queries=2)
    assert search.outcome.status == "budget"


def test_the_fields_of_a_pair_are_all_needed():
    with pytest.raises(MohsError, match="field"):
        explain(sentence=None, field={"premise": "a"}, task="mnli")


def test_the_masked_language_model_is_a_step_too():
    (search,) = explain(label="positive", attacks=("bert-attack",), set={})
    steps = [step for step in search.steps if step.asked == "fill-mask"]
    assert [step.texts for step in steps] == [search.outcome.asked["fill-mask"]] == [1]
    assert [piece for piece, _ in steps[0].found] == ["A", "quiet", "lovely", "film"]


def test_every_text_that_a_descent_came_to_is_a_step(tmp_path):
    """The first is the text itself, and the steps of Adam add up to those that are counted."""
    pytest.importorskip("transformers")
    from networks import hf_folder

    model = f"hf:{hf_folder(tmp_path / 'm')}"
    attack = {"comp-attack": {"candidates": "typo,knowledge"}}
    (search,) = explain(model=model, attacks=("comp-attack",), set=attack)
    steps = [step for step in search.steps if step.asked == "descend"]
    assert sum(step.texts for step in steps) == search.outcome.asked["descend"] == 100
    assert steps[0].text == "A quiet, lovely film." and len({step.text for step in steps}) == len(steps) > 1
    assert {step.measure for step in steps} == {"margin"}


def test_similarity_is_a_step_too():
    searches = explain_sentence(
        AttackOptions(
            model="kit:sst2-linear",
            sentence="A quiet, lovely film.",
            label="positive",
            attacks=("textfooler",),
        )
    )
    assert {step.asked for step in searches[0].steps} >= {"classify"}


def test_a_search_hears_of_every_fault_that_the_engine_throws_in():
    def attempt(ledger):
        for _ in range(2):
            with contextlib.suppress(ClassifierFault):
                yield Classify(["a film"])
        return "outcome"

    search = _Watched(attempt, None)(SimpleNamespace(own=False))
    next(search)
    search.throw(ClassifierFault("first"))
    with pytest.raises(StopIteration) as ended:
        search.throw(ClassifierFault("second"))
    assert ended.value.value == "outcome"
