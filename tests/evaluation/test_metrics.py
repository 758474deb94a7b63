"""The metrics of a task, against mohs.estimate and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs import estimate
from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError
from mohs.evaluation.judged import Marks
from mohs.evaluation.metrics import check, exact, f1, mean_difference, share

rows = st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=40)


@given(rows)
def test_a_share_is_that_of_the_room_below(pairs):
    flags, sources = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    assert share(flags, sources) == estimate.share(flags, sources)


@given(rows)
def test_a_difference_is_the_mean_of_paired_rows(pairs):
    flags, sources = np.array([p[0] for p in pairs]), np.array([p[1] for p in pairs])
    found = mean_difference(flags, ~flags, sources)
    wanted = estimate.paired_difference(flags, ~flags, sources)
    assert found.value == pytest.approx(wanted.value) and (found.n, found.clusters) == (
        wanted.n,
        wanted.clusters,
    )
    assert (
        found.confidence == 0.95 and mean_difference(flags, ~flags, sources, confidence=0.8).confidence == 0.8
    )


@pytest.mark.parametrize(("a", "value", "end"), [([True] * 6, 1.0, "high"), ([False] * 6, -1.0, "low")])
def test_a_difference_that_never_varies_stays_between_minus_one_and_one(a, value, end):
    found = mean_difference(np.array(a), ~np.array(a), np.arange(6) // 2)
    assert found.value == getattr(found, end) == value
    assert found.high - found.low == pytest.approx(2 * estimate.proportion(0, 3).high)


def marks(gold, predicted):
    return Marks.independent(BUILT_IN["qqp"], np.array(gold), np.array(predicted))


def test_f1_is_worked_out_by_hand():
    found = f1(marks([1, 1, 0, 0, 1], [1, 0, 1, 0, -1]))
    assert found.value == 2 / (2 + 3) and found.n == found.clusters == 5
    assert found.low <= found.value <= found.high


def test_f1_that_never_varies_stays_within_zero_and_one():
    found = f1(marks([1, 1, 1, 0], [1, 1, 1, 0]))
    assert found.value == found.high == 1.0 and 0 < found.low < 1


def test_f1_of_a_label_that_never_comes_is_zero_and_says_so():
    found = f1(marks([0, 0], [0, 0]))
    assert (found.value, found.low, found.n) == (0.0, None, 2) and "convention" in found.method
    none = np.zeros(0, int)
    for empty in (
        f1(marks([], []), confidence=0.8),
        mean_difference(none > 0, none > 0, none, confidence=0.8),
    ):
        assert empty == estimate.no_data(0, 0.8)
    assert exact(0.5, 0, 0.8) == estimate.no_data(None, 0.8)


def test_rows_that_share_no_source_are_no_clusters():
    flags = np.arange(12) % 3 == 0
    assert mean_difference(flags, ~flags, np.arange(12)).method == "bootstrap"
    assert mean_difference(flags, ~flags, np.arange(12) // 2).method == "cluster-bootstrap"


def test_tasks_with_metrics_that_cannot_be_computed_are_refused():
    check(BUILT_IN["qqp"])
    check(BUILT_IN["mnli"])
    with pytest.raises(DataError, match="metric 'bleu'"):
        check(Task("t", ("x",), ("a", "b"), metrics=("bleu",)))
    with pytest.raises(DataError, match="two labels"):
        check(Task("t", ("x",), ("a", "b", "c"), metrics=("f1",)))
