"""Options that several measures share; and what holds of every measure."""

import numpy as np
import pytest

import mohs
from mohs.data.table import as_table
from mohs.errors import DataError, MohsError
from mohs.noise.options import interval, shape_of
from mohs.noise.separation import minimum_separation

RNG = np.random.default_rng(0)
IMAGES = RNG.random((20, 8, 8))
X, Y = IMAGES.reshape(20, -1), np.arange(20) % 2


def told(rows):
    return (rows.reshape(len(rows), -1)[:, 0] > 0.5).astype(int)


class Fitted:
    def fit(self, rows, labels):
        pass

    def predict(self, rows):
        return told(rows)


def careless(rows):
    """The same, and zeros are left behind."""
    found = told(rows)
    rows[:] = 0
    return found


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"confidance": 0.9}, "did you mean confidence"),
        ({"confidence": 1}, "out of range"),
        ({"confidence": "x"}, "no finite number"),
        ({"resamples": 0}, "no whole number from 1"),
        ({"random_state": -1}, "no whole number from 0"),
    ],
    ids=str,
)
def test_an_interval_has_known_options_within_their_ranges(how, said):
    assert interval({"confidence": 0.9, "resamples": 3}) == {"confidence": 0.9, "resamples": 3}
    with pytest.raises(MohsError, match=said):
        interval(how)


def test_a_stated_shape_holds_all_values_of_a_row():
    table = as_table(X, Y)
    assert shape_of(table, (4, 16)) == shape_of(table, [4, 16]) == (4, 16)
    assert shape_of(table, 64) == (64,)
    assert shape_of(as_table(IMAGES, Y), None) == (8, 8)
    with pytest.raises(MohsError, match=r"64 values(.|\n)*63, as shape 9 x 7"):
        shape_of(table, (9, 7))
    with pytest.raises(MohsError, match=r"shape\[1\] is no whole number"):
        shape_of(table, (64, 0))


@pytest.mark.parametrize(
    "measure",
    [
        lambda classifier: mohs.mscr(classifier, X, Y, eps=0.1).right.tolist(),
        lambda classifier: mohs.mscr(classifier, X.astype(np.float32), Y, eps=0.1).right.tolist(),
        lambda classifier: mohs.certify(classifier, X, Y, eps=0.1, copies=3).kept.tolist(),
        lambda classifier: mohs.noise_cost(classifier, X, Y, noise=mohs.GaussianNoise(0.1)).value,
        lambda classifier: mohs.corruption_error(
            classifier, IMAGES, Y, corruptions=("contrast",), severities=(1, 5)
        ).wrong.tolist(),
    ],
    ids=["mscr", "mscr-float32", "certify", "noise_cost", "corruption_error"],
)
def test_a_classifier_that_writes_into_its_rows_changes_no_number_and_no_row(measure):
    before = X.copy()
    assert measure(careless) == measure(told)
    assert (before == X).all()


def test_no_measure_takes_labels_or_bounds_beside_a_table_which_has_them():
    table, noise = as_table(X, Y), mohs.GaussianNoise(0.1)
    plane, images = as_table(X[:, :2], Y), as_table(IMAGES, Y)
    for measure in (
        lambda: mohs.separation(table, Y),
        lambda: minimum_separation(table, bounds=(0, 9)),
        lambda: mohs.mscr(told, table, Y, eps=0.1, copies=1),
        lambda: mohs.certify(told, table, Y, eps=0.1, copies=1),
        lambda: mohs.noise_cost(told, table, Y, noise=noise, copies=1),
        lambda: mohs.noise_cost(told, table, noise=noise, copies=1, bounds=(0, 9)),
        lambda: mohs.corruption_error(told, images, Y, corruptions=("fog",), severities=(1,)),
        lambda: mohs.cell_reliability(told, plane, Y, side=0.5),
        lambda: mohs.cell_reliability(told, plane, side=0.5, bounds=(0, 9)),
        lambda: mohs.grid({"m": Fitted()}, table, Y, runs=2),
        lambda: mohs.grid({"m": Fitted()}, table, bounds=(0, 9), runs=2),
        lambda: mohs.grid({"m": Fitted()}, table, X_test=table, y_test=Y, runs=2),
    ):
        with pytest.raises(DataError, match="is a Table, which has its labels and bounds"):
            measure()
    assert mohs.certify(told, table, eps=0.1, copies=1).kept.shape == (20,)


@pytest.mark.parametrize("confidence", [1 - 1e-16, 1, 0, -0.5])
def test_every_measure_says_which_confidences_there_are(confidence):
    given = {"confidence": confidence}
    for measure in (
        lambda: mohs.mscr(told, X, Y, eps=0.1, copies=1, **given),
        lambda: mohs.certify(told, X, Y, eps=0.1, copies=1, **given),
        lambda: mohs.noise_cost(told, X, Y, noise=mohs.GaussianNoise(0.1), copies=1, **given),
        lambda: mohs.cell_reliability(told, X[:, :2], Y, side=0.5, **given),
        lambda: mohs.corruption_error(told, IMAGES, Y, **given),
        lambda: mohs.grid({"m": Fitted()}, X, Y, runs=2, **given),
    ):
        with pytest.raises(MohsError, match=r"(?s)confidence is out of range.*between 0 and 1"):
            measure()


def test_the_largest_confidence_has_finite_intervals():
    found = mohs.mscr(told, X, Y, eps=0.1, copies=1, confidence=1 - 1e-12).accuracy_clean
    assert 0 <= found.low < found.value < found.high <= 1


def test_every_measure_hands_images_to_a_function_in_their_shape_and_flat_to_an_estimator():
    class Model:
        def predict(self, rows):
            seen.add(rows.shape[1:])
            return told(rows)

        def predict_proba(self, rows):
            return np.eye(2)[self.predict(rows)]

    noise = mohs.GaussianNoise(0.1)
    measures = [
        lambda model: mohs.mscr(model, IMAGES, Y, eps=0.1, copies=1),
        lambda model: mohs.certify(model, IMAGES, Y, eps=0.1, copies=1),
        lambda model: mohs.noise_cost(model, IMAGES, Y, noise=noise, copies=1),
        lambda model: mohs.noise_cost(model, X, Y, noise=noise, copies=1, shape=(8, 8)),
        lambda model: mohs.corruption_error(model, IMAGES, Y, corruptions=("fog",), severities=(1,)),
        lambda model: mohs.corruption_error(model, X, Y, corruptions=("fog",), severities=(1,), shape=(8, 8)),
        lambda model: mohs.local_lipschitz(model, IMAGES, 0.1, steps=1),
    ]
    for measure in measures:
        for model, shape in ((Model().predict_proba, (8, 8)), (Model(), (64,))):
            seen = set()
            measure(model)
            assert seen == {shape}


def test_the_points_of_images_are_images():
    found = mohs.local_lipschitz(lambda rows: rows.mean(axis=(1, 2))[:, None], IMAGES, 0.1, bounds=(0, 1))
    flat = mohs.local_lipschitz(lambda rows: rows.mean(axis=1)[:, None], X, 0.1, bounds=(0, 1))
    assert found.points.shape == IMAGES.shape
    assert np.allclose(found.ratios, flat.ratios)


def test_a_model_that_writes_into_its_training_rows_changes_no_other_run():
    class Threshold:
        def __init__(self, careless=False):
            self.careless = careless

        def fit(self, rows, labels):
            self.at = rows[labels == 1, 0].mean()
            if self.careless:
                rows[:] = 0

        def predict(self, rows):
            found = (rows[:, 0] > self.at).astype(int)
            if self.careless:
                rows[:] = 0
            return found

    def counts(careless):
        done = mohs.grid({"m": Threshold(careless)}, X, Y, X_test=X, y_test=Y, runs=2, eps_train=(0, 0.1))
        return [(line["clean"], line["noisy"]) for line in done.cells.values()]

    assert counts(True) == counts(False)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: mohs.mscr(told, X, Y, eps=0.1, confidence="x"), "confidence is no finite number"),
        (lambda: mohs.mscr(told, X, Y, eps=0.1, copies="auto", noise_share=1), "noise_share is out of range"),
        (lambda: mohs.certify(told, X, Y, eps=0.1, copies=1.5), "copies is no whole number"),
        (lambda: mohs.certify(told, X, Y, eps=None), "eps is a radius"),
        (lambda: mohs.certify(told, X, Y, eps=0.1, random_state=-1), "no whole number from 0"),
        (lambda: mohs.certify(told, X, Y, eps=0.1).certified(1), "probability is out of range"),
        (lambda: mohs.noise_cost(told, X, Y, noise="gaussian"), "this is no noise"),
        (lambda: mohs.noise_cost(told, X, Y, noise=mohs.GaussianNoise(1), resamples=0), "resamples is no"),
        (lambda: mohs.noise_cost(told, X, Y, noise=mohs.GaussianNoise(1), shape=(2, 2)), "another shape"),
        (lambda: mohs.corruption_error(told, IMAGES, Y, severities=3), "severities are several"),
        (lambda: mohs.corruption_error(told, IMAGES, Y, corruptions="fog"), "corruptions are several"),
        (lambda: mohs.corruption_error(told, X, Y, shape=(4, 4)), "another shape"),
        (lambda: mohs.corruption_error(told, IMAGES, Y, resample=9), "did you mean resamples"),
        (lambda: mohs.corrupt(IMAGES, "fog", 1.0), "a severity is a number"),
        (lambda: mohs.corrupt(IMAGES, ["fog"], 1), "no such corruption"),
        (lambda: mohs.corrupt(IMAGES, "fog", 1, random_state=1.5), "no whole number from 0"),
        (
            lambda: mohs.with_noise(X, mohs.GaussianNoise(1), bounds=(1, 0)),
            "bounds are two numbers, the lower",
        ),
        (lambda: mohs.with_noise(X, mohs.GaussianNoise(1), stream="both"), "stream is unknown"),
        (lambda: mohs.GaussianNoise("x"), "sigma is no finite number"),
        (lambda: mohs.PatchNoise(0.1, 1.5), "size is no whole number"),
        (lambda: mohs.sample_ball(2.5, 2, 0.1, "l2", RNG), "n is no whole number from 0"),
        (lambda: mohs.sample_ball(2, 2, 0.1, "l2", None), "rng draws no numbers"),
        (lambda: mohs.sample_ball(2, 2, "x", "l2", RNG), "eps is a radius"),
    ],
)
def test_an_option_that_means_nothing_is_told_by_its_name(ask, said):
    with pytest.raises(MohsError, match=said):
        ask()


def test_labels_are_mapped_in_every_measure():
    def says(rows):
        return np.where(np.asarray(rows).reshape(len(rows), -1)[:, 0] > 0.5, "far", "near")

    says.labels = ("near", "far")
    y = np.where(IMAGES.reshape(len(IMAGES), -1)[:, 0] > 0.5, "right", "left")
    y[:2] = "left", "right"
    places, sides = (
        np.array([[0.1, 0.2], [0.9, 0.4], [0.2, 0.8], [0.8, 0.7]]),
        ["left", "right", "left", "right"],
    )
    measures = [
        lambda **more: mohs.certify(says, IMAGES, y, eps=0.01, copies=2, **more).right.mean(),
        lambda **more: (
            mohs.noise_cost(says, IMAGES, y, noise=mohs.GaussianNoise(0.1), copies=2, **more).accuracy_clean
        ),
        lambda **more: (
            mohs.corruption_error(says, IMAGES, y, corruptions=["fog"], severities=[1], **more).accuracy
        ),
        lambda **more: mohs.cell_reliability(says, places, sides, side=0.5, draws=2, **more).pmi,
        lambda **more: mohs.mscr(says, IMAGES, y, eps=0.01, copies=2, **more).accuracy_clean,
    ]
    for measure in measures:
        with pytest.raises(MohsError, match=r"are not the data's(.|\n)*label_map near="):
            measure()
        assert measure(label_map={"near": "left", "far": "right"}) is not None
