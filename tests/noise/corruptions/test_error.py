"""The mean corruption error, worked out by hand for a classifier that reads one pixel."""

import numpy as np
import pytest

from mohs.errors import MohsError
from mohs.estimate import proportion
from mohs.noise.corruptions import COMMON, corrupt, corruption_error, error
from mohs.noise.corruptions.error import ALEXNET

RNG = np.random.default_rng(0)
IMAGES = RNG.random((30, 16, 16))
GOLD = (IMAGES.mean(axis=(1, 2)) > 0.5).astype(int)
NAMES = ("gaussian_noise", "brightness")


def bright(images):
    return (images.reshape(len(images), -1).mean(axis=1) > 0.5).astype(int)


def errors(name, severity):
    return bright(corrupt(IMAGES, name, severity)) != GOLD


def test_every_error_is_the_share_of_images_got_wrong():
    found = corruption_error(bright, IMAGES, GOLD, corruptions=NAMES, severities=(1, 3))
    assert found.accuracy.value == 1
    for name in NAMES:
        for severity in (1, 3):
            assert found.errors[name, severity].value == pytest.approx(errors(name, severity).mean())
    every = [errors(name, severity) for name in NAMES for severity in (1, 3)]
    assert found.mean_error.value == pytest.approx(np.mean(every))
    assert found.mean_error.low <= found.mean_error.value <= found.mean_error.high
    assert found.of("brightness").value == pytest.approx(np.mean(every[2:]))
    assert found.of("gaussian_noise").n == len(IMAGES)
    assert found.mce is None


def test_the_mean_corruption_error_is_relative_to_the_baseline():
    baseline = {"gaussian_noise": 0.5, "brightness": 0.25}
    found = corruption_error(
        bright, IMAGES, GOLD, corruptions=NAMES, severities=(2, 5), baseline=baseline, baseline_clean=0.1
    )
    means = [np.mean([errors(name, severity) for severity in (2, 5)]) for name in NAMES]
    assert found.mce.value == pytest.approx((means[0] / 0.5 + means[1] / 0.25) / 2)
    assert found.relative_mce.value == pytest.approx((means[0] / 0.4 + means[1] / 0.15) / 2)


@pytest.mark.parametrize("flat", [True, False])
def test_a_function_is_asked_with_images_that_came_flat_too(flat):
    seen = set()

    def classifier(rows):
        seen.add(rows.shape[1:])
        return bright(rows)

    X = IMAGES.reshape(30, -1) if flat else IMAGES
    found = corruption_error(classifier, X, GOLD, shape=(16, 16), corruptions=["fog"], severities=[1])
    assert seen == {(16, 16)}
    assert found.errors["fog", 1].value == pytest.approx(errors("fog", 1).mean())


def test_alexnet_is_a_baseline_of_all_fifteen():
    assert set(ALEXNET) == set(COMMON)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"corruptions": []}, "at least one corruption"),
        ({"severities": []}, "at least one corruption"),
        ({"corruptions": "fog"}, r"write corruptions=\('fog',\)"),
        ({"severities": 3}, r"write severities=\(3,\)"),
        ({"baseline": {"fog": 0.1}}, "no gaussian_noise, brightness"),
        ({"baseline": [0.1, 0.2]}, "baseline is no mapping"),
        ({"baseline": {"gaussian_noise": 0.0, "brightness": 0.1}}, "gaussian_noise: 0"),
        (
            {"baseline": {"gaussian_noise": 0.2, "brightness": 0.05}, "baseline_clean": 0.1},
            "brightness: -0.05",
        ),
        ({"random_state": -1}, "random_state"),
    ],
    ids=str,
)
def test_what_cannot_be_measured_is_refused(wrong, said):
    with pytest.raises(MohsError, match=said):
        corruption_error(bright, IMAGES, GOLD, **{"corruptions": NAMES, "severities": (1,), **wrong})


def test_a_seed_that_is_none_is_refused_before_the_classifier_is_asked():
    asked = []
    with pytest.raises(MohsError, match="random_state"):
        corruption_error(lambda rows: asked.append(1), IMAGES, GOLD, random_state=-1)
    assert asked == []


def test_at_a_prompt_it_says_its_numbers_and_no_arrays():
    found = corruption_error(bright, IMAGES, GOLD, corruptions=("brightness",), severities=(1,))
    assert repr(found).startswith("CorruptionError(accuracy 100.0 % [")
    assert found.mean_error.percent() in repr(found)
    assert "mCE" not in repr(found)
    baseline = {"brightness": 0.2}
    found = corruption_error(
        bright, IMAGES, GOLD, corruptions=("brightness",), severities=(1,), baseline=baseline
    )
    assert f"; mCE {found.mce.percent()}; 1 corruptions" in repr(found)


def test_every_interval_is_that_which_was_asked_for():
    found = corruption_error(
        bright,
        IMAGES,
        GOLD,
        corruptions=NAMES,
        severities=(1, 2),
        baseline=dict.fromkeys(NAMES, 0.5),
        baseline_clean=0.1,
        confidence=0.8,
        resamples=200,
    )
    numbers = [found.accuracy, found.mean_error, found.mce, found.relative_mce, *found.errors.values()]
    assert {number.confidence for number in [*numbers, found.of("brightness")]} == {0.8}


def test_a_corruption_that_costs_nothing_may_still_cost_something():
    found = corruption_error(lambda rows: GOLD[: len(rows)], IMAGES, GOLD, corruptions=NAMES, severities=(1,))
    for number in (found.of("brightness"), found.mean_error, found.errors["brightness", 1]):
        assert number.value == number.low == 0
        assert number.high == pytest.approx(proportion(0, 30).high)


def test_batches_change_nothing(monkeypatch):
    options = {"corruptions": NAMES, "severities": (2,)}
    whole = corruption_error(bright, IMAGES, GOLD, **options)
    monkeypatch.setattr(error, "_BATCH", 7)
    found = corruption_error(bright, IMAGES, GOLD, **options)
    assert found.wrong.tolist() == whole.wrong.tolist()
    assert found.accuracy == whole.accuracy
