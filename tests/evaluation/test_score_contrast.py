"""Scores are compared as they are made: of metrics of tasks, on the same rows, by whole sources."""

from itertools import product

import numpy as np
import pytest

from mohs.data.tasks import BUILT_IN
from mohs.estimate import paired_difference, proportion
from mohs.estimate.paired import mcnemar_over_sources
from mohs.evaluation.score_contrast import EXCHANGES, Labelled, score_contrasts

HOW = {"confidence": 0.95, "random_state": 0}


def labelled(name, gold, predicted, sources=None):
    n = len(gold)
    ids = [str(place) for place in range(n)]
    return Labelled(BUILT_IN[name], ids, np.asarray(gold), np.asarray(predicted), sources or ids)


def both(first, second, *, whole=True):
    found = score_contrasts(("a", "b"), first, second, HOW, whole=whole)
    return {(one.metric, one.coordinates.get("task")): one for one in found}


def f1(gold, predicted):
    hits = sum(g == p == 1 for g, p in zip(gold, predicted, strict=True))
    return 2 * hits / (sum(gold) + sum(predicted))


@pytest.fixture
def answers():
    rng = np.random.default_rng(5)
    made = []
    gold = {name: rng.integers(0, len(task.labels), 40) for name, task in BUILT_IN.items()}
    for share in (0.4, 0.7):
        made.append(
            {
                name: labelled(
                    name,
                    gold[name],
                    np.where(rng.random(40) < share, gold[name], 0),
                    [str(i // 2) for i in range(40)],
                )
                for name in BUILT_IN
            }
        )
    return made


def test_the_score_is_advglues_and_the_difference_that_of_the_scores(answers):
    metrics = pytest.importorskip("sklearn.metrics")
    accuracy_score, f1_score = metrics.accuracy_score, metrics.f1_score

    values = []
    for side in answers:
        accuracy = {name: accuracy_score(one.gold, one.predicted) for name, one in side.items()}
        qqp = (accuracy["qqp"] + f1_score(side["qqp"].gold, side["qqp"].predicted)) / 2
        mnli = (accuracy["mnli"] + accuracy["mnli-mm"]) / 2
        values.append(np.mean([accuracy["sst2"], qqp, mnli, accuracy["qnli"], accuracy["rte"]]))
    one = both(*answers)["score", None]
    assert (one.first.value, one.second.value) == (pytest.approx(values[0]), pytest.approx(values[1]))
    assert one.difference.value == pytest.approx(values[1] - values[0])
    assert one.difference.low < one.difference.value < one.difference.high
    assert one.difference.n == 240
    assert one.difference.clusters == 120
    assert one.verdict == "better"


def test_there_is_a_score_only_where_all_was_answered(answers):
    assert ("score", None) not in both(*answers, whole=False)
    some = [{name: side[name] for name in ("sst2", "mnli", "mnli-mm")} for side in answers]
    assert set(both(*some, whole=False)) == {("task_score", "mnli")}  # the score of sst2 is its accuracy


def test_of_accuracies_p_is_that_of_mcnemar_over_sources_but_for_the_drawing():
    rng = np.random.default_rng(1)
    gold, sources = np.ones(60, np.int64), [str(i // 3) for i in range(60)]
    right = rng.random((2, 60)) < np.array([[0.4], [0.6]])
    sides = [
        {
            name: labelled(name, gold, flags.astype(int), [f"{name}{s}" for s in sources])
            for name in ("sst2", "rte")
        }
        for flags in right
    ]
    # Two tasks of one size: the mean of their accuracies is the accuracy over both.
    exact = mcnemar_over_sources(
        *np.tile(right, 2), [*(f"a{s}" for s in sources), *(f"b{s}" for s in sources)]
    )
    one, turned = both(*sides)["score", None], both(*reversed(sides))["score", None]
    for found in (one, turned):
        assert found.p == pytest.approx(exact, abs=5 * (exact / EXCHANGES) ** 0.5)
    plain = paired_difference(
        *np.tile(right[::-1], 2), [*(f"a{s}" for s in sources), *(f"b{s}" for s in sources)]
    )
    assert (one.difference.value, turned.difference.value) == pytest.approx((plain.value, -plain.value))
    assert (one.difference.low, one.difference.high) == pytest.approx((plain.low, plain.high), abs=0.03)


def test_of_a_task_with_f1_p_is_the_share_of_all_exchanges():
    gold = [1, 0, 1, 1, 0, 0, 1, 0]
    first, second = [1, 1, 0, 0, 1, 0, 1, 1], [1, 0, 1, 1, 0, 1, 1, 0]

    def score(predicted):
        return (np.mean(np.equal(gold, predicted)) + f1(gold, predicted)) / 2

    observed = score(second) - score(first)
    hits = 0
    for flips in product((False, True), repeat=len(gold)):
        a = [s if flip else f for f, s, flip in zip(first, second, flips, strict=True)]
        b = [f if flip else s for f, s, flip in zip(first, second, flips, strict=True)]
        hits += abs(score(b) - score(a)) >= abs(observed) - 1e-12
    one = both({"qqp": labelled("qqp", gold, first)}, {"qqp": labelled("qqp", gold, second)})[
        "task_score", "qqp"
    ]
    assert one.difference.value == pytest.approx(observed)
    assert one.p == pytest.approx(hits / 2**8, abs=0.02)


def test_the_same_answers_are_no_difference(answers):
    one = both(answers[0], answers[0])["score", None]
    assert (one.difference.value, one.p, one.only_first) == (0, 1, 0)
    assert one.difference.low < 0 < one.difference.high


def test_what_only_one_had_right_is_counted_on_either_side():
    gold = [1, 1, 1, 1, 1, 0, 0, 0]
    first, second = [1, 1, 1, 0, 0, 0, 1, 1], [0, 0, 1, 1, 0, 1, 0, 1]  # right: 0 1 2 5 against 2 3 6
    sides = [{name: labelled(name, gold, said) for name in ("sst2", "rte")} for said in (first, second)]
    one = both(*sides)["score", None]
    assert (one.only_first, one.only_second) == (6, 4)
    sides[1]["rte"] = labelled("rte", gold, gold)
    one = both(*sides)["score", None]
    assert (one.only_first, one.only_second) == (3, 6)


def test_a_difference_that_never_varies_is_open_as_of_none_in_so_many_sources():
    gold = [1, 0, 1, 0]
    wrong, right = (
        {name: labelled(name, gold, said) for name in ("sst2", "rte")} for said in ([0, 1, 0, 1], gold)
    )
    unseen = proportion(0, 8).high
    for sides, low, value, high in (
        ((wrong, right), 1 - 2 * unseen, 1, 1),
        ((right, wrong), -1, -1, -1 + 2 * unseen),
        ((right, right), -unseen, 0, unseen),
    ):
        found = both(*sides)["score", None].difference
        assert (found.low, found.value, found.high) == pytest.approx((low, value, high))
        assert (found.n, found.clusters) == (8, 8)


def test_rows_are_paired_by_their_ids_whatever_their_order():
    gold = [0, 1, 1, 0]
    first = labelled("qqp", gold, [0, 0, 1, 1])
    turned = Labelled(
        first.task,
        ["9", "3", "2", "1", "0"],
        np.asarray([1, *gold[::-1]]),
        np.asarray([1, 1, 1, 0, 0]),
        ["9", "3", "2", "1", "0"],
    )
    one = both({"qqp": first}, {"qqp": turned})["task_score", "qqp"]
    assert (one.difference.n, one.difference.value) == (4, 0)


def test_without_a_row_in_common_there_is_nothing():
    first = {"sst2": labelled("sst2", [1], [1])}
    other = {"sst2": Labelled(BUILT_IN["sst2"], ["x"], np.ones(1, np.int64), np.ones(1, np.int64), ["x"])}
    assert both(first, other) == {}
    assert both(first, {}) == {}


def test_the_seed_decides_everything_else(answers):
    first, again = (list(score_contrasts(("a", "b"), *answers, HOW, whole=True)) for _ in range(2))
    assert first == again
