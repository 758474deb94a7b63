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
from mohs.evaluation.metrics import check, f1, mean_difference, share

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


def marks(gold, predicted):
    return Marks.independent(BUILT_IN["qqp"], np.array(gold), np.array(predicted))


def test_f1_is_worked_out_by_hand():
    found = f1(marks([1, 1, 0, 0, 1], [1, 0, 1, 0, -1]))
    assert found.value == 2 / (2 + 3) and found.n == found.clusters == 5
    assert found.low <= found.value <= found.high


def test_f1_of_a_label_that_never_comes_is_zero_and_says_so():
    found = f1(marks([0, 0], [0, 0]))
    assert (found.value, found.low, found.n) == (0.0, None, 2) and "convention" in found.method
    assert f1(marks([], [])).value is None


def test_tasks_with_metrics_that_cannot_be_computed_are_refused():
    check(BUILT_IN["qqp"])
    with pytest.raises(DataError, match="metric 'bleu'"):
        check(Task("t", ("x",), ("a", "b"), metrics=("bleu",)))
    with pytest.raises(DataError, match="two labels"):
        check(Task("t", ("x",), ("a", "b", "c"), metrics=("f1",)))
