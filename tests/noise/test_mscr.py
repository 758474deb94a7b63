"""MSCR of classifiers whose robustness is known, and of those that cannot be measured."""

import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import mohs
from mohs import mscr
from mohs.errors import ClassifierFault, DataError, ModelError, MohsError
from mohs.models.classifier import Classifier
from mohs.noise.ball import Noise
from mohs.noise.mscr import MOST_COPIES, _draw
from mohs.noise.norm import as_norm
from mohs.noise.scaling import Scaling


def half(rows):
    """1 right of the middle, else 0."""
    return (rows[:, 0] > 0.5).astype(int)


def grid(n=200, gap=0.1, seed=0):
    """Rows at both sides of the middle, `gap` apart at least."""
    rng = np.random.default_rng(seed)
    side = rng.integers(0, 2, n)
    return np.column_stack([0.5 + (2 * side - 1) * (gap / 2 + 0.3 * rng.random(n)), rng.random(n)]), side


def test_a_classifier_that_is_right_everywhere_in_the_balls_loses_nothing():
    X, y = grid()
    found = mscr(half, X, y)
    assert found.eps == mohs.separation(X, y).eps_min
    assert (found.value.value, found.accuracy_clean.value, found.accuracy_noisy.value) == (0.0, 1.0, 1.0)
    assert found.value.low < 0 < found.value.high
    assert found.flipped.sum() == 0


@pytest.mark.parametrize("size", [1e299, 1e-310])
@pytest.mark.parametrize("norm", ["linf", "l2", 3])
def test_the_size_of_noise_whose_squares_overflow_or_vanish_is_told(size, norm):
    X, y = np.array([[1.0, 0], [2, 0], [3, 0], [5, 0]]), [0, 1, 0, 1]
    plain, found = mscr(half, X, y, norm=norm), mscr(half, X * size, y, norm=norm)
    assert found.noise_length == pytest.approx(size * plain.noise_length, rel=1e-9)
    assert found.noise_rms == pytest.approx(size * plain.noise_rms, rel=1e-9)


def test_the_loss_is_what_geometry_says():
    # One row eps / 2 from the border: a quarter of its L_inf ball lies beyond. The others are far away.
    X = np.array([[0.45, 0.5], [0.1, 0.5], [0.9, 0.5], [0.95, 0.5]])
    found = mscr(half, X, [0, 0, 1, 1], eps=0.1, copies=4000)
    assert found.value.value == pytest.approx(-0.25 / 4, abs=4 * np.sqrt(0.25 * 0.75 / 4000) / 4)
    assert found.gain.value == 0.0
    assert found.flip_low[0] < 0.25 < found.flip_high[0]
    assert found.flip_high[1] == pytest.approx(1 - 0.025 ** (1 / 4000))
    assert found.by_label["0"].value.value == pytest.approx(2 * found.value.value)
    assert found.by_label["1"].value.value == 0.0


def test_noise_can_mend_more_than_it_breaks():
    X, y = np.array([[0.49], [0.51], [0.8], [0.9]]), np.array([1, 1, 1, 0])
    found = mscr(half, X, y, eps=0.05, copies=2000)
    assert found.gain.value == pytest.approx(0.4 / 2, abs=0.03)
    assert found.loss.value == pytest.approx(0.4 / 2, abs=0.03)
    tilted = mscr(half, X[[0, 2]], [1, 0], eps=0.05)
    assert tilted.accuracy_clean.value == 0.0
    assert tilted.value.value is None


def test_every_row_and_copy_has_noise_of_its_own_and_a_seed_repeats_it():
    X, y = grid(gap=0.01)
    one, again, other = (mscr(half, X, y, eps=0.2, random_state=seed) for seed in (1, 1, 2))
    assert one.value == again.value
    np.testing.assert_array_equal(one.flipped, again.flipped)
    assert (one.flipped != other.flipped).any()
    noise = Noise(2, 0.2, as_norm("linf"), 1)
    flips = sum(half(X + noise.rows(copy, 0, len(X))) != half(X) for copy in range(10))
    np.testing.assert_array_equal(one.flipped, flips)


def test_auto_stops_when_the_noise_is_a_small_share_of_the_variance():
    X, y = grid(gap=0.01)
    found = mscr(half, X, y, eps=0.2, copies="auto", noise_share=0.02)
    assert found.noise_share < 0.02
    assert 10 < found.copies < MOST_COPIES
    assert mscr(half, X, y, eps=0.0, copies="auto").copies == 10
    fixed = mscr(half, X, y, eps=0.2, copies=found.copies)
    assert fixed.value == found.value


@pytest.mark.parametrize(
    ("each", "wanted", "steps"),
    [
        (0.011, 0.1, [10, 20, 40, 80, 160, 320, 640, 819]),  # 0.9 / (0.1 * 0.011) = 818.2 are needed
        (0.011, 0.05, [10, 20, 40, 80, 160, 320, 640, 1000]),
        (0.5, 0.15, [10, 20]),  # 11.3 are needed
    ],
    ids=["what is needed", "no more than the most", "ten at least"],
)
def test_auto_draws_what_is_needed_and_at_most_twice_as_many(monkeypatch, each, wanted, steps):
    counts, taken = SimpleNamespace(copies=0, clean=np.zeros(1), right=None), []

    def count(setting, counts, more, tell):
        counts.copies += more
        taken.append(counts.copies)

    monkeypatch.setattr("mohs.noise.mscr.count_copies", count)
    monkeypatch.setattr("mohs.noise.mscr.noise_share", lambda correct, right, copies: 1 / (1 + each * copies))
    setting = SimpleNamespace(noise=None, table=SimpleNamespace(y=np.zeros(1)))
    _draw(setting, counts, "auto", wanted, None)
    assert taken == steps


def test_auto_stops_at_the_most_copies():
    X = np.array([[0.49, 0.1], [0.51, 0.2]] * 2)
    found = mscr(half, X, [0, 1, 0, 1], eps=0.2, copies="auto", noise_share=1e-9, bounds=(0, 1))
    assert found.copies == MOST_COPIES


def test_the_interval_covers_the_truth_as_often_as_it_says():
    def truth(x):
        """Probability that a row at x is called 1, within 0.1 of the middle."""
        return np.clip((x - 0.4) / 0.2, 0, 1)

    # Rows at x in [0, 1] with y = 1 right of the middle: the population's MSCR is an integral.
    xs = np.linspace(0, 1, 200_001)
    right = np.where(xs > 0.5, truth(xs), 1 - truth(xs))
    true = right.mean() - 1
    covered = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        X = rng.random((150, 1))
        y = (X[:, 0] > 0.5).astype(int)
        value = mscr(half, X, y, eps=0.1, copies=5, random_state=seed, resamples=400).value
        covered += value.low <= true <= value.high
    assert covered / 200 > stats.binom.ppf(0.001, 200, 0.95) / 200


def test_training_rows_make_eps_min_smaller_and_nearest_is_of_the_test_rows():
    X, y = grid()
    two = [int(np.flatnonzero(y == label)[0]) for label in (0, 1)]
    found = mscr(half, X, y, X_train=X[two] + 1e-5, y_train=1 - y[two])
    assert found.eps == pytest.approx(0.5e-5)
    assert len(found.nearest) == len(X)
    assert found.nearest[two] == pytest.approx(1e-5)
    assert mscr(half, X, y, eps=0.1).nearest is None
    assert len(mscr(half, X, y, eps=0.1, nearest=True).nearest) == len(X)


def test_nearest_enemies_are_found_where_training_rows_are_given_whatever_eps_is():
    X, y = grid()
    assert len(mscr(half, X, y, eps=0.1, X_train=X[:50], y_train=y[:50]).nearest) == len(X)


def test_columns_are_scaled_by_the_training_rows_where_there_are_any():
    X, y = grid()
    train, labels = np.array([[-4.0, 0.0], [6.0, 1.0]]), [0, 1]
    by_train = Scaling(np.array([-4.0, 0.0]), np.array([10.0, 1.0]))
    found, expected = (
        mscr(half, X, y, X_train=train, y_train=labels, scale=scale) for scale in ("min-max", by_train)
    )
    assert found.eps == expected.eps
    assert found.noise_rms == expected.noise_rms
    assert found.value == expected.value


def test_one_copy_is_enough_but_tells_nothing_of_the_share_of_the_noise():
    X, y = grid(gap=0.01)
    found = mscr(half, X, y, eps=0.2, copies=1)
    assert found.copies == 1
    assert found.noise_share is None
    assert set(found.right.tolist()) == {0, 1}
    assert 0 < mscr(half, X, y, eps=0.2, copies=2).noise_share < 1


def test_noise_on_the_sphere_is_as_long_as_eps():
    X, y = grid()
    inside, on = (mscr(half, X, y, norm="l2", eps=0.1, where=where) for where in ("ball", "sphere"))
    assert on.noise_length == pytest.approx(0.1)
    assert on.noise_rms == pytest.approx(0.1 / np.sqrt(2))
    assert inside.noise_length < 0.08


def test_a_function_is_given_rows_in_their_own_shape():
    X, y = grid()
    found = mscr(lambda rows: half(rows[:, 1]), np.stack([X[:, ::-1], X], axis=1), y, eps=0.01)
    assert found.accuracy_clean.value == 1.0


def test_a_classifier_that_was_open_before_stays_open():
    closed = []

    class Open(Classifier):
        address, labels, scores = "open", ("0", "1"), "labels"

        def score(self, inputs):
            raise NotImplementedError

        def score_rows(self, rows):
            return half(rows)

        def close(self):
            closed.append(self)

    mscr(Open(), *grid(), eps=0.1)
    assert closed == []


def test_reference_noise_is_used_and_told():
    X, y = grid(gap=0.01)
    found = mscr(half, X, y, eps=0.2, noise="reference", random_state=3)
    offsets = 0.2 * (2 * np.random.RandomState(3).random_sample((10, 2)) - 1)
    flips = sum(half(X + offset) != half(X) for offset in offsets)
    np.testing.assert_array_equal(found.flipped, flips)
    assert any("noise reference" in note for note in found.notes)


def test_of_reference_noise_in_l2_the_copies_that_lie_in_the_circle_are_counted():
    X, y = grid(gap=0.01)
    found = mscr(half, X, y, norm="l2", eps=0.2, noise="reference", random_state=3, copies=20)
    offsets = 2 * np.random.RandomState(3).random_sample((20, 2)) - 1
    assert found.copies == (np.linalg.norm(offsets, axis=1) <= 1).sum() < 20


def test_a_tree_of_scikit_learn_is_measured_by_its_predict():
    tree = pytest.importorskip("sklearn.tree")
    X, y = grid(gap=0.01)
    names = np.array(["left", "right"])[y]
    fitted = tree.DecisionTreeClassifier(max_depth=1, random_state=0).fit(X, names)
    found = mscr(fitted, X, names, eps=0.1)
    assert found.accuracy_clean.value == fitted.score(X, names)
    assert found.labels == ("left", "right")


def test_one_that_answers_by_chance_is_measured_and_told():
    rng = np.random.default_rng(0)
    X, y = grid()
    found = mscr(lambda rows: rng.integers(0, 2, len(rows)), X, y, eps=0.1)
    assert found.unstable.value == pytest.approx(0.5, abs=0.15)
    assert any("not deterministic" in note for note in found.notes)


@pytest.mark.parametrize("edge", ["clip", "truncate", "reject"])
def test_noise_stays_inside_the_bounds_where_asked_for(edge):
    seen = []

    def predict(rows):
        seen.append((rows.min(), rows.max()))
        return half(rows)

    X, y = grid()
    found = mscr(predict, X, y, eps=0.3, bounds=(0, 1), at_edge=edge)
    assert min(low for low, _ in seen) >= 0
    assert max(high for _, high in seen) <= 1
    assert 0 < found.at_edge < 1


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        ({"eps": -1}, MohsError, "out of range"),
        ({"eps": 5}, MohsError, "the data's box"),
        ({"copies": 0}, MohsError, "copies"),
        ({"copies": 2.5}, MohsError, "copies"),
        ({"copies": "many"}, MohsError, "copies"),
        ({"copies": "10"}, MohsError, "copies"),
        ({"copy": 3}, TypeError, "did you mean copies"),
        ({"noise": "reference", "where": "sphere"}, MohsError, "in the ball"),
        ({"noise": "gaussian"}, MohsError, "independent, reference"),
        ({"at_edge": "wrap"}, MohsError, "clip"),
        ({"where": "cube"}, MohsError, "sphere"),
        ({"noise": "reference", "copies": "auto"}, MohsError, "stated number of copies"),
        ({"noise": "reference", "at_edge": "clip"}, MohsError, "knows no edges"),
        ({"noise_share": 0.0}, MohsError, "noise_share"),
        ({"confidence": 1.0}, MohsError, "confidence"),
        ({"norm": "l0"}, MohsError, "no such norm"),
        ({"random_state": -1}, MohsError, "no whole number from 0"),
        ({"random_state": 0.5}, MohsError, "random_state"),
        ({"resamples": 0}, MohsError, "resamples is no whole number from 1"),
        ({"resamples": 10**12}, MohsError, "resamples is out of range"),
        ({"copies": 10**400}, MohsError, "copies is out of range"),
        ({"y": None}, DataError, "labels of X are missing"),
        ({"y": np.zeros(200)}, DataError, "one class only"),
        ({"X": np.full((200, 2), np.nan)}, DataError, "no finite number"),
        ({"X": np.zeros((200, 2))}, MohsError, "2r is 0"),
        ({"classifier": lambda rows: np.full(len(rows), "left")}, ModelError, "not known"),
        ({"classifier": lambda rows: rows[:, 7]}, ModelError, "rows of 2 numbers"),
        ({"classifier": lambda rows: np.full((len(rows), 2), np.nan)}, ModelError, "NaN"),
        (
            {"classifier": "kit:sst2-linear", "y": np.array(["negative", "positive"] * 100)},
            ModelError,
            "texts",
        ),
    ],
    ids=range(29),
)
def test_what_cannot_be_measured_is_refused_with_its_reason(changes, error, said):
    X, y = grid()
    given = {"classifier": half, "X": X, "y": y} | changes
    with pytest.raises(error, match=said):
        mscr(**given)


def test_a_classifier_that_fails_on_noisy_rows_is_a_fault():
    X, y = grid()

    def fails(rows):
        if rows.max() > 1.05:
            raise ValueError("out of my depth")
        return half(rows)

    with pytest.raises(ClassifierFault, match="out of my depth"):
        mscr(fails, X, y, eps=0.3)


def test_labels_with_one_row_and_constant_columns_are_measured_and_noted():
    X = np.array([[0.1, 7.0], [0.2, 7.0], [0.9, 7.0]])
    found = mscr(half, X, [0, 0, 1], copies=3)
    assert found.by_label["1"].accuracy_clean.n == 1
    assert any("constant columns" in note for note in found.notes)
    assert any("one row only" in note for note in found.notes)


@pytest.mark.parametrize("copies", [2, 6])
def test_a_row_of_two_columns_takes_less_than_100_bytes_whatever_the_copies(copies):
    """So ten million rows take a gigabyte beside their own 240 MB."""

    def peak(n):
        X = np.random.default_rng(0).random((n, 2))
        y = half(X)
        tracemalloc.start()
        mscr(half, X, y, eps=0.01, copies=copies)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(1_000)  # warms up whatever is kept
    assert (peak(60_000) - peak(30_000)) / 30_000 < 100


def test_it_is_written_in_one_line_with_its_intervals():
    X = np.random.default_rng(0).random((50, 2))
    found = mscr(half, X, half(X), eps=0.01, copies=2)
    assert "\n" not in repr(found)
    assert repr(found).startswith(f"Mscr({found.value}; accuracy {found.accuracy_clean}; with noise ")
    assert repr(found).endswith("eps = 0.01 in linf, 2 copies)")


def test_an_interval_beyond_one_is_written_in_per_cent_too():
    found = mscr(lambda rows: np.full(len(rows), "a"), [[0.0], [1.0]], ["a", "b"])
    assert found.value.high > 1
    assert repr(found).startswith(f"Mscr(0.0 % [-100.0, {100 * found.value.high:.1f}], n = 20; ")
