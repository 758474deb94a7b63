"""Certificates: the exact bound, and what it covers, for a classifier whose true probability is known."""

import numpy as np
import pytest
from scipy import stats

from mohs.errors import MohsError
from mohs.noise import certificate
from mohs.noise.ball import Noise
from mohs.noise.certificate import certify
from mohs.noise.norm import as_norm


def threshold(rows):
    return (rows[:, 0] > 0).astype(int)


X = np.column_stack([np.linspace(-1, 1, 41), np.zeros(41)])
Y = (X[:, 0] > 0).astype(int)


def truth(eps):
    """P[label kept] of the threshold under noise uniform in [-eps, eps]."""
    return np.clip((eps + np.abs(X[:, 0])) / (2 * eps), 0, 1)


def test_bounds_lie_below_the_truth_as_often_as_they_say():
    eps, missed = 0.5, 0
    for seed in range(20):
        found = certify(threshold, X, Y, eps=eps, copies=50, confidence=0.9, random_state=seed)
        missed += int((found.lower > truth(eps)).sum())
        assert (found.kept[truth(eps) == 1] == 50).all()
    assert missed <= stats.binom.ppf(0.9999, 41 * 20, 0.1)


def test_the_bound_of_a_point_that_keeps_its_label_always_is_known():
    found = certify(threshold, X, Y, eps=0.01, copies=100)
    assert found.lower[0] == pytest.approx(0.05 ** (1 / 100))
    together = certify(threshold, X, Y, eps=0.01, copies=100, simultaneous=True)
    assert together.lower[0] == pytest.approx((0.05 / 41) ** (1 / 100))


def test_only_right_points_are_certified():
    found = certify(threshold, X, 1 - Y, eps=0.01, copies=100)
    assert found.certified(0.9).value == 0
    right = certify(threshold, X, Y, eps=0.01, copies=100)
    assert right.certified(0.9).value == pytest.approx(40 / 41)  # 0 is right and flips half the time
    assert right.certified(0.9).n == 41


def test_a_bound_that_is_reached_exactly_is_reached():
    found = certify(threshold, X, Y, eps=0.01, copies=100)
    assert found.certified(float(found.lower[0])).value == pytest.approx(40 / 41)


def test_what_a_classifier_writes_into_its_rows_changes_nothing():
    def scribbles(rows):
        label = threshold(rows)
        rows[:] = 0.0
        return label

    found, plain = (certify(one, X, Y, eps=0.1, copies=20) for one in (scribbles, threshold))
    assert found.kept.tolist() == plain.kept.tolist()
    assert 0 < found.kept.min() < 20


def test_the_same_seed_gives_the_same_counts():
    one, two = (certify(threshold, X, Y, eps=0.3, norm="l2", copies=20, random_state=5) for _ in range(2))
    assert one.kept.tolist() == two.kept.tolist()


def test_batches_change_no_count(monkeypatch):
    whole = certify(threshold, X, Y, eps=0.3, copies=9, at_edge="clip")
    monkeypatch.setattr(certificate, "_BATCH", 7)
    asked = []

    def remembers(rows):
        asked.append(len(rows))
        return threshold(rows)

    parts = certify(remembers, X, Y, eps=0.3, copies=9, at_edge="clip")
    assert parts.kept.tolist() == whole.kept.tolist()
    assert asked == [1, *([7] * 5 + [6]) * 10]  # a look, then all rows without noise and in each copy


def test_counts_are_those_of_a_plain_loop():
    found = certify(threshold, X, Y, eps=0.3, copies=6, random_state=3)
    noise = Noise(2, 0.3, as_norm("linf"), 3)
    expected = sum(threshold(X + noise.rows(copy, 0, 41)) == threshold(X) for copy in range(6))
    assert found.kept.tolist() == expected.tolist()
    assert (found.label.tolist(), found.right.tolist()) == (threshold(X).tolist(), [True] * 41)


@pytest.mark.parametrize(
    "wrong", [{"copies": 0}, {"confidence": 1.0}, {"eps": -1}, {"random_state": -1}, {"norm": 0.5}], ids=str
)
def test_what_makes_no_sense_is_refused_before_the_classifier_is_asked(wrong):
    asked = []
    with pytest.raises(MohsError, match=next(iter(wrong))):
        certify(lambda rows: asked.append(1) or threshold(rows), X, Y, **{"eps": 0.1, **wrong})
    assert asked == []
    with pytest.raises(MohsError, match="probability"):
        certify(threshold, X, Y, eps=0.1, copies=2).certified(1.5)


def test_at_a_prompt_it_says_what_is_certified_and_no_arrays():
    rows = np.linspace(-1, 1, 40)[:, None]
    found = certify(threshold, rows, threshold(rows), eps=0.1, copies=20)
    assert repr(found).startswith("Certificate(40 points, eps = 0.1 in linf, 20 copies; right and kept with")
    assert found.certified(0.5).percent() in repr(found)
