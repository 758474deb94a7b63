"""What unbounded noise costs, where the true figure is known, and by a plain loop."""

import numpy as np
import pytest
from scipy import stats

from mohs.errors import MohsError
from mohs.noise.corruptions import GaussianNoise, ImpulseNoise, PatchNoise, cost, noise_cost, with_noise

RNG = np.random.default_rng(0)
X = RNG.uniform(-1, 1, (400, 4))
Y = (X[:, 0] > 0).astype(int)


def threshold(rows):
    return (rows[:, 0] > 0).astype(int)


def test_gaussian_noise_costs_what_the_normal_law_says():
    found = noise_cost(threshold, X, Y, noise=GaussianNoise(0.2), copies=50, clip=False)
    expected = stats.norm.cdf(np.abs(X[:, 0]) / 0.2).mean()
    assert found.accuracy_clean.value == 1
    assert found.accuracy_noisy.value == pytest.approx(expected, abs=0.005)
    assert found.value.value == pytest.approx(expected - 1, abs=0.005)
    assert found.accuracy_noisy.low < expected < found.accuracy_noisy.high


def test_counts_are_those_of_a_plain_loop():
    found = noise_cost(threshold, X, Y, noise=ImpulseNoise(0.3), copies=3, bounds=(-1, 1), random_state=2)
    noisy = [with_noise(X, ImpulseNoise(0.3), bounds=(-1.0, 1.0), copy=c, random_state=2) for c in range(3)]
    expected = np.mean([threshold(rows) == Y for rows in noisy])
    assert found.accuracy_noisy.value == pytest.approx(expected)
    clean = threshold(X)
    assert found.flip_rate.value == pytest.approx(np.mean([threshold(rows) != clean for rows in noisy]))
    assert 0.1 < found.flip_rate.value < 0.4


@pytest.mark.parametrize("clip", [True, False])
def test_values_outside_the_bounds_are_moved_to_their_edge_where_that_is_asked_for(clip):
    seen = []
    noise_cost(lambda rows: seen.append(rows.copy()) or threshold(rows), X, Y, noise=GaussianNoise(1.0), copies=1,
               bounds=(-1, 1), clip=clip)  # fmt: skip
    assert (np.abs(seen[-1]).max() <= 1) == clip


def test_batches_change_no_count(monkeypatch):
    whole = noise_cost(threshold, X, Y, noise=GaussianNoise(0.3), copies=3)
    monkeypatch.setattr(cost, "_BATCH", 7)
    asked = []

    def remembers(rows):
        asked.append(len(rows))
        return threshold(rows)

    assert noise_cost(remembers, X, Y, noise=GaussianNoise(0.3), copies=3) == whole
    assert asked == [1, *[7] * 4 * 57, *[1] * 4]  # a look, and then a batch and its three copies


def test_the_clean_answer_is_what_a_flip_is_counted_from():
    wrong = 1 - Y
    found = noise_cost(threshold, X, wrong, noise=GaussianNoise(0.3), copies=4)
    plain = noise_cost(threshold, X, Y, noise=GaussianNoise(0.3), copies=4)
    assert found.accuracy_clean.value == 0
    assert found.flip_rate.value == plain.flip_rate.value > 0
    assert found.accuracy_noisy.value == pytest.approx(1 - plain.accuracy_noisy.value)


def test_what_a_classifier_writes_into_its_rows_changes_nothing():
    def scribbles(rows):
        label = threshold(rows)
        rows[:] = -1.0
        return label

    one, other = (noise_cost(f, X, Y, noise=GaussianNoise(0.3), copies=2) for f in (scribbles, threshold))
    assert one == other


def test_patches_fall_on_images_and_a_function_gets_images():
    seen = set()
    images = RNG.random((20, 8, 8))

    def mean(rows):
        seen.add(rows.shape[1:])
        return (rows.mean(axis=(1, 2)) > 0.5).astype(int)

    labels = (images.mean(axis=(1, 2)) > 0.5).astype(int)
    one = noise_cost(mean, images, labels, noise=PatchNoise(1.0, 4), copies=5)
    flat = noise_cost(mean, images.reshape(20, -1), labels, shape=(8, 8), noise=PatchNoise(1.0, 4), copies=5,
                      bounds=(images.min(), images.max()))  # fmt: skip
    assert seen == {(8, 8)}
    assert one.accuracy_noisy.value == flat.accuracy_noisy.value < 1


@pytest.mark.parametrize(
    "wrong", [{"copies": 0}, {"resamples": 0}, {"random_state": -1}, {"confidence": 1.0}], ids=str
)
def test_an_option_that_means_nothing_is_refused_before_the_classifier_is_asked(wrong):
    asked = []
    with pytest.raises(MohsError, match=next(iter(wrong))):
        noise_cost(lambda rows: asked.append(1), X, Y, noise=GaussianNoise(0.1), **wrong)
    assert asked == []


def test_an_interval_is_that_which_was_asked_for():
    narrow, wide = (
        noise_cost(threshold, X, Y, noise=GaussianNoise(0.3), copies=2, confidence=c, resamples=300)
        for c in (0.5, 0.99)
    )
    assert (narrow.value.confidence, wide.value.confidence) == (0.5, 0.99)
    assert wide.value.low < narrow.value.low < narrow.value.high < wide.value.high
