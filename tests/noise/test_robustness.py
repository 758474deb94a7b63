"""The numbers against their formulas, a plain bootstrap written out, and hand-made cases."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.estimate.resampling import wilson
from mohs.noise.robustness import NO_RIGHT, ONE_MORE, noise_share, robustness, robustness_by

HOW = {"confidence": 0.95, "resamples": 500, "random_state": 0}


def case(n=400, copies=8, seed=0):
    rng = np.random.default_rng(seed)
    clean = rng.random(n) < 0.8
    right = rng.binomial(copies, np.where(clean, 0.9, 0.2))
    return clean, right, copies - right, copies


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), min_size=1, max_size=30))
def test_mscr_is_its_formula_and_the_gain_less_the_loss(rows):
    clean = np.array([row[0] for row in rows])
    right = np.array([row[1] for row in rows])
    found = robustness(clean, right, 5 - right, 5, HOW)
    assert found.accuracy_clean.value == pytest.approx(clean.mean())
    assert found.accuracy_noisy.value == pytest.approx((right / 5).mean())
    if not clean.any():
        assert found.value.value is found.loss.value is found.gain.value is None
        assert (found.value.n, found.value.clusters) == (0, 0)
        return
    assert found.value.value == pytest.approx((right / 5).mean() / clean.mean() - 1)
    assert found.value.value == pytest.approx(found.gain.value - found.loss.value)
    for one in vars(found).values():
        assert one.low is None or one.low <= one.value + 1e-12 <= one.high + 2e-12
    for share in (found.accuracy_clean, found.accuracy_noisy, found.loss, found.flip_rate):
        assert share.low is None or 0 <= share.low <= share.high <= 1


@pytest.mark.parametrize("right", [[False, False], [True, False], [True, True]])
def test_every_number_has_the_confidence_that_was_asked_for(right):
    found = robustness(np.array(right), np.array([2, 0]), np.array([0, 1]), 3, HOW | {"confidence": 0.8})
    assert {one.confidence for one in vars(found).values()} == {0.8}


def test_the_draws_have_the_seed_0_where_none_is_given_and_one_part_is_all_rows():
    clean, right, flipped, copies = case()
    plain = robustness(clean, right, flipped, copies, {})
    assert plain == robustness(clean, right, flipped, copies, {"random_state": 0})
    assert plain != robustness(clean, right, flipped, copies, {"random_state": 1})
    whole, parts = robustness_by(np.full(len(clean), 3), clean, right, flipped, copies, {})
    assert parts == {3: whole}


def test_the_interval_is_wider_as_of_one_row_that_noise_changes_in_every_copy():
    right = np.array([4] * 40 + [3, 1, 0])
    found = robustness(np.ones(43, dtype=bool), right, 4 - right, 4, HOW)
    # All are right without noise, so MSCR is the accuracy with noise less 1, and of the same draws.
    seen = ((right / 4 - found.accuracy_noisy.value) ** 2).sum()
    wider = np.sqrt(1 + 1 / seen)
    for end in ("low", "high"):
        plain = getattr(found.accuracy_noisy, end) - found.accuracy_noisy.value
        assert getattr(found.value, end) - found.value.value == pytest.approx(wider * plain)


def test_one_flip_in_very_many_copies_is_seen():
    right = np.array([1000] * 9 + [999])
    found = robustness(np.ones(10, dtype=bool), right, 1000 - right, 1000, HOW)
    assert found.flip_rate.method == "cluster-bootstrap (BCa)"
    assert found.flip_rate.value == 1e-4


def test_a_hand_made_case():
    # Two rows right (one loses half of its copies), two wrong (one is mended in a quarter of its copies).
    found = robustness([True, True, False, False], np.array([4, 2, 1, 0]), np.array([0, 2, 1, 3]), 4, HOW)
    assert found.value.value == pytest.approx(-0.125)
    assert found.loss.value == pytest.approx(0.25)
    assert found.gain.value == pytest.approx(0.125)
    assert found.flip_rate.value == pytest.approx(6 / 16)
    assert (found.accuracy_noisy.n, found.accuracy_noisy.clusters) == (16, 4)
    assert (found.loss.n, found.loss.clusters) == (8, 2)
    assert (found.accuracy_clean.n, found.accuracy_clean.method) == (4, "wilson")


def test_the_interval_draws_rows_with_all_their_copies():
    clean, right, flipped, copies = case()
    rng = np.random.default_rng(1)
    drawn = []
    for _ in range(3000):
        rows = rng.integers(0, len(clean), len(clean))
        drawn.append((right[rows] / copies).mean() / clean[rows].mean() - 1)
    low, high = np.quantile(drawn, [0.025, 0.975])
    found = robustness(clean, right, flipped, copies, HOW | {"resamples": 3000}).value
    value = (right / copies).mean() / clean.mean()
    changed = ((right / copies - value * clean) ** 2).sum()
    wider = (1 + 1 / changed) ** 0.5
    low, high = (found.value + wider * (end - found.value) for end in (low, high))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.15 * (high - low))
    assert found.method == ONE_MORE


def test_mscr_is_covered_as_often_as_it_says_where_few_rows_are_fragile():
    """Inputs uniform on a line, labels parted at .53 but for 8 %, a threshold at .5, noise of .05."""
    held, sets, n, copies = 0, 400, 150, 10

    def drawn(rng, n):
        x = rng.random(n)
        gold = (x > 0.53) ^ (rng.random(n) < 0.08)
        above = np.clip((x - 0.45) / 0.1, 0, 1)
        return (x > 0.5) == gold, np.where(gold, above, 1 - above)

    clean, chance = drawn(np.random.default_rng(1), 1_000_000)
    truth = chance.mean() / clean.mean() - 1
    for number in range(sets):
        rng = np.random.default_rng([2, number])
        clean, chance = drawn(rng, n)
        right = rng.binomial(copies, chance)
        flipped = np.where(clean, copies - right, right)
        found = robustness(clean, right, flipped, copies, HOW | {"resamples": 300}).value
        held += found.low <= truth <= found.high
    assert held / sets > 0.95 - 2.5 * (0.05 * 0.95 / sets) ** 0.5


def test_mscr_is_never_below_minus_one():
    right = np.array([0, 0, 0, 9, 10, 0])
    found = robustness(np.ones(6, dtype=bool), right, 10 - right, 10, HOW).value
    assert found.low == -1.0


def test_the_numbers_of_a_part_are_those_of_its_rows_alone():
    clean, right, flipped, copies = case(n=3_000)
    part = np.random.default_rng(3).choice([0, 1, 4], 3_000, p=[0.7, 0.25, 0.05])
    clean[part == 4] = False  # its most frequent kind of row is not that of the others
    right[part == 4] = flipped[part == 4] // 4
    whole, parts = robustness_by(part, clean, right, flipped, copies, HOW | {"resamples": 4_000})
    assert list(parts) == [0, 1, 4]
    for found, rows in ((whole, part >= 0), *((one, part == number) for number, one in parts.items())):
        alone = robustness(clean[rows], right[rows], flipped[rows], copies, HOW | {"resamples": 4_000})
        for one, other in zip(vars(found).values(), vars(alone).values(), strict=True):
            assert (one.value, one.n, one.clusters, one.method) == (
                other.value,
                other.n,
                other.clusters,
                other.method,
            )
            if one.low is not None:
                width = other.high - other.low
                assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.1 * width)


@pytest.mark.parametrize("at_once", [1, 3])
def test_how_many_parts_are_made_at_once_changes_nothing(monkeypatch, at_once):
    clean, right, flipped, copies = case()
    part = np.random.default_rng(4).integers(0, 7, len(clean))
    before = robustness_by(part, clean, right, flipped, copies, HOW)
    monkeypatch.setattr("mohs.noise.robustness._AT_ONCE", at_once)
    assert robustness_by(part, clean, right, flipped, copies, HOW) == before


def test_many_copies_of_few_rows_leave_the_interval_wide():
    clean, right, flipped, _ = case(n=40)
    few = robustness(clean, right, flipped, 8, HOW).accuracy_noisy
    many = robustness(clean, right * 100, flipped * 100, 800, HOW).accuracy_noisy
    assert (many.low, many.high) == pytest.approx((few.low, few.high))


def test_the_order_of_the_rows_does_not_matter():
    clean, right, flipped, copies = case()
    order = np.random.default_rng(2).permutation(len(clean))
    one, other = (
        robustness(clean, right, flipped, copies, HOW),
        robustness(clean[order], right[order], flipped[order], copies, HOW),
    )
    assert one == other


def test_where_nothing_flips_the_interval_is_that_of_none_in_n():
    clean = np.array([True] * 90 + [False] * 10)
    found = robustness(clean, 5 * clean, np.zeros(100, int), 5, HOW)
    unseen = wilson(0, 100, 0.95)[1]
    assert found.value.value == 0.0
    assert (found.value.low, found.value.high) == pytest.approx((-unseen / 0.9, unseen / 0.9))
    assert found.value.method == "wilson (all values equal)"
    assert found.flip_rate.high == pytest.approx(unseen)
    assert found.loss.high == pytest.approx(wilson(0, 90, 0.95)[1])


def test_with_hardly_a_right_row_there_is_no_interval():
    found = robustness([True] + [False] * 9, np.arange(10), np.arange(10), 10, HOW)
    assert found.value.low is None
    assert found.value.method == NO_RIGHT


def test_the_share_of_the_noise_is_what_more_copies_would_take_away():
    rng = np.random.default_rng(0)
    n, copies = 300, 6
    clean = rng.random(n) < 0.9
    chance = np.where(clean, rng.beta(9, 1, n), rng.beta(1, 9, n))

    def values(k):
        drawn = rng.binomial(k, chance, (2000, n)) / k
        return drawn.mean(axis=1) / clean.mean() - 1

    # By the noise alone (rows fixed), over the whole of it (rows drawn anew), by simulation.
    by_noise = values(copies).var()
    whole = []
    for _ in range(4000):
        rows = rng.integers(0, n, n)
        whole.append((rng.binomial(copies, chance[rows]) / copies).mean() / clean[rows].mean() - 1)
    estimated = np.mean([noise_share(clean, rng.binomial(copies, chance), copies) for _ in range(200)])
    assert estimated == pytest.approx(by_noise / np.var(whole), rel=0.1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 7)), min_size=2, max_size=12))
def test_the_share_of_the_noise_is_of_the_variance_that_the_slope_of_mscr_gives(rows):
    clean, right = np.array([row[0] for row in rows], dtype=float), np.array([row[1] for row in rows])
    if not clean.any():
        return
    noisy, n = right / 7, len(rows)

    def value(weights):
        return (weights * noisy).sum() / (weights * clean).sum() * clean.mean()

    step = 1e-6  # each row a little heavier, the others a little lighter
    slopes = [
        (value(1 + step * (n * one - 1)) - value(1 - step * (n * one - 1))) / (2 * step) for one in np.eye(n)
    ]
    within = (noisy * (1 - noisy) / 6).mean()
    if np.var(slopes) > 1e-9:
        assert noise_share(clean > 0, right, 7) == pytest.approx(min(1, within / np.var(slopes)), rel=1e-4)


def test_the_share_of_the_noise_is_0_where_nothing_varies():
    assert noise_share([True, True], np.array([3, 3]), 3) == 0.0
    assert noise_share([False, False], np.array([1, 2]), 3) == 0.0


def test_at_a_prompt_it_says_its_three_numbers():
    found = repr(robustness(*case(), HOW))
    assert found.startswith("Robustness(")
    assert found.count("n = ") == 3
