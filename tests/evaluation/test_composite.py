"""The interval of a mean of means covers it, and has no width but for a reason."""

import numpy as np
import pytest

from mohs.data.tasks import BUILT_IN
from mohs.estimate import no_data, proportion
from mohs.estimate.resampling import percentiles
from mohs.evaluation.composite import difference, mean_of, of_task
from mohs.evaluation.judged import Marks
from mohs.evaluation.metrics import metric


def marks(task, right, sources=None):
    gold = np.ones(len(right), np.int64)
    sources = np.arange(len(right)) if sources is None else np.array(sources)
    return Marks(BUILT_IN[task], gold, np.where(right, 1, 0), sources)


def test_the_interval_of_a_mean_is_as_wide_as_theory_has_it():
    """Two tasks of 100 independent rows, half right: the variance of the mean is .25 / 200."""
    half = np.arange(100) % 2 == 0
    found = mean_of([of_task(marks(name, half), ("accuracy",)) for name in ("sst2", "rte")]).estimate()
    assert found.value == 0.5 and (found.n, found.clusters, found.method) == (200, 200, "bootstrap")
    assert found.high - found.low == pytest.approx(2 * 1.96 * np.sqrt(0.25 / 200), rel=0.08)


def test_sources_with_several_rows_count_once():
    half = np.repeat(np.arange(20) % 2 == 0, 5)
    clustered = mean_of(
        [of_task(marks(name, half, np.repeat(np.arange(20), 5)), ("accuracy",)) for name in ("sst2", "rte")]
    ).estimate()
    alone = mean_of([of_task(marks(name, half), ("accuracy",)) for name in ("sst2", "rte")]).estimate()
    assert clustered.high - clustered.low > 2 * (alone.high - alone.low)
    assert clustered.method == "cluster-bootstrap" and clustered.clusters == 40


def test_two_metrics_of_a_task_are_computed_on_the_same_draw():
    rng = np.random.default_rng(0)
    gold, predicted = rng.integers(0, 2, 200), rng.integers(0, 2, 200)
    one = Marks(BUILT_IN["qqp"], gold, predicted, np.arange(200))
    both = of_task(one, ("accuracy", "f1"))
    single = of_task(one, ("accuracy",))
    f1 = of_task(one, ("f1",))
    assert both.value == (single.value + f1.value) / 2
    # Drawn apart, the variance of the mean would be a quarter of the sum; they rise and fall together.
    assert both.draws.var() > 1.3 * (single.draws.var() + f1.draws.var()) / 4


def test_what_never_varies_has_the_interval_of_its_parts():
    right = np.ones(20, np.bool_)
    perfect = mean_of([of_task(marks(name, right), ("accuracy",)) for name in ("sst2", "rte")]).estimate()
    assert perfect.value == 1.0 and perfect.high == 1.0 and 0.8 < perfect.low < 0.9
    assert perfect.method == "wilson (all values equal)"


@pytest.mark.parametrize("sources", [None, np.repeat(np.arange(20), 5)], ids=["rows", "groups"])
@pytest.mark.parametrize("name", ["accuracy", "f1"])
def test_a_mean_of_one_metric_is_that_metric_with_the_interval_that_it_has_by_itself(name, sources):
    one = marks("qqp", np.arange(100) % 3 > 0, sources)
    found = mean_of([mean_of([of_task(one, (name,), split="dev")])]).estimate()
    assert found == metric(name, one)


def test_a_difference_of_independent_numbers_has_the_sum_of_their_variances():
    half = np.arange(400) % 2 == 0
    a = of_task(marks("sst2", half), ("accuracy",), split="clean")
    b = of_task(marks("sst2", half), ("accuracy",), split="dev")
    found = difference(a, b)
    assert found.value == 0.0
    assert found.draws.var() == pytest.approx(a.draws.var() + b.draws.var(), rel=0.15)
    told = found.estimate()
    assert (told.low, told.high) == pytest.approx((-0.0693, 0.0693), abs=0.01)  # 1.96 sqrt(2 x .25 / 400)


def test_a_difference_of_what_never_varies_is_as_open_as_both():
    right = of_task(marks("sst2", np.ones(20, np.bool_)), ("accuracy",))
    wrong = of_task(marks("sst2", np.zeros(10, np.bool_)), ("accuracy",))
    found = difference(right, wrong).estimate()
    assert (found.low, found.value, found.high) == (proportion(20, 20).low - proportion(0, 10).high, 1, 1)
    assert difference(wrong, right).estimate().low == -1
    assert difference(right, wrong).fewest == difference(wrong, right).fewest == 10


def test_seed_and_confidence_are_those_of_the_metric():
    rng = np.random.default_rng(2)
    one = marks("sst2", rng.random(300) < 0.6, rng.integers(0, 120, 300))
    found = of_task(one, ("accuracy",), random_state=1, confidence=0.8).estimate(0.8)
    assert found == metric("accuracy", one, random_state=1, confidence=0.8)
    assert found != metric("accuracy", one, random_state=0, confidence=0.8)


def test_one_source_a_task_still_has_an_interval():
    parts = [of_task(marks(name, [1, 0, 1], [0, 0, 0]), ("accuracy",)) for name in ("sst2", "rte")]
    found = mean_of(parts).estimate()
    assert found.low <= found.value <= found.high and found.clusters == 2


@pytest.mark.parametrize(("few", "taken"), [(3, 3), (2, 2), (1, 2)])
def test_a_mean_is_as_wide_as_if_all_had_as_few_sources_as_the_part_that_has_the_fewest(few, taken):
    many = of_task(marks("sst2", np.random.default_rng(4).random(200) < 0.6), ("accuracy",))
    fewest = of_task(marks("rte", np.arange(3 * few) % 3 > 0, np.arange(3 * few) % few), ("accuracy",))
    found = mean_of([many, fewest])
    told = found.estimate(0.9)
    low, high = percentiles(found.draws, taken, 0.9)
    assert (told.low, told.high) == (min(low, told.value), max(high, told.value))


@pytest.mark.parametrize("sizes", [np.full(120, 2), np.arange(120) % 9 + 1], ids=["few kinds", "many kinds"])
def test_draws_vary_as_the_interval_of_the_metric_has_it(sizes):
    rng = np.random.default_rng(3)
    right = rng.random(sizes.sum()) < np.repeat(rng.random(120), sizes)
    one = marks("sst2", right, np.repeat(np.arange(120), sizes))
    found, alone = of_task(one, ("accuracy",)), metric("accuracy", one)
    assert found.draws.mean() == pytest.approx(found.value, abs=0.01)
    assert 2 * 1.96 * found.draws.std() == pytest.approx(alone.high - alone.low, rel=0.1)
    order = rng.permutation(len(right))
    again = of_task(Marks(one.task, one.gold[order], one.predicted[order], one.source[order]), ("accuracy",))
    assert (again.draws == found.draws).all()


def test_a_part_without_rows_makes_no_data():
    nothing = of_task(marks("sst2", np.zeros(0, np.bool_)), ("accuracy",))
    something = of_task(marks("rte", np.ones(3, np.bool_)), ("accuracy",))
    for one in (mean_of([nothing, something]), difference(nothing, something), mean_of([])):
        assert one.estimate(0.8) == no_data(0, 0.8)
