"""Separation against the published figures, against all distances, and on what is awkward."""

import gzip
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs import separation
from mohs.data.table import as_table
from mohs.errors import DataError, MohsError
from mohs.noise.separation import minimum_separation
from oracles_of_noise import NORMS, all_nearest, labelled

# Siedel et al. 2022, Table 1: the set B_sep; twelve decimals as published.
PUBLISHED = {
    "linf": (0.008025590518, 0.004012795259015),
    "l2": (0.008470367678, 0.004235183838840),
    "l1": (0.010734284933, 0.005367142466),
}


@pytest.fixture(scope="module")
def b_sep(shared):
    with np.load(shared / "data" / "mscr2d" / "B_sep.npz") as file:
        return file["x"], file["y"]


@pytest.mark.parametrize("norm", PUBLISHED)
def test_the_published_figures_of_the_two_dimensional_set(b_sep, norm):
    two_r, eps_min = PUBLISHED[norm]
    found = separation(*b_sep, norm)
    assert round(found.two_r, 12) == two_r
    assert round(found.eps_min, 15 if norm != "l1" else 12) == eps_min
    assert minimum_separation(*b_sep, norm).distance == found.two_r
    assert minimum_separation(*b_sep, norm).pair == found.pair


def test_the_set_before_the_authors_filter(shared):
    lines = (shared / "data" / "mscr2d" / "B_original.csv").read_text(encoding="utf-8").splitlines()[1:]
    cells = [line.split(";") for line in lines]
    X = np.array([[float(cell) for cell in row[1:3]] for row in cells])
    found = separation(X, [row[3] for row in cells])
    assert found.two_r == pytest.approx(0.00083, abs=5e-6)
    below = found.nearest < 0.008
    assert below.sum() == 326
    assert found.nearest[below].max() == pytest.approx(0.007973, abs=5e-7)
    assert found.nearest[~below].min() == pytest.approx(0.008026, abs=5e-7)


@pytest.mark.parametrize(("norm", "two_r"), [("linf", 7 / 16), ("l2", 1.17925), ("l1", 4.5)])
def test_the_digits_of_scikit_learn(norm, two_r):
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    found = separation(X.astype(np.uint8), y, norm)
    assert found.two_r / 16 == pytest.approx(two_r, abs=5e-6)
    assert separation(X / 16, y, norm).two_r == pytest.approx(found.two_r / 16, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "two_r"), [("load_iris", 0.0678), ("load_wine", 0.1818), ("load_breast_cancer", 0.0961)]
)
def test_scaled_tables_of_scikit_learn(name, two_r):
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = getattr(datasets, name)(return_X_y=True)
    assert separation(X, y, scale="min-max").two_r == pytest.approx(two_r, abs=5e-5)


@given(labelled(), st.sampled_from(NORMS))
def test_every_figure_is_what_all_distances_say(data, norm):
    X, y = data
    found = separation(X, y, norm, class_pairs=True)
    expected = all_nearest(X, y, norm)
    tolerance = {"rel": 1e-13, "abs": 1e-60}
    assert found.nearest == pytest.approx(expected, **tolerance)
    assert found.two_r == found.nearest.min() == 2 * found.eps_min
    first, second = found.pair
    assert y[first] != y[second]
    assert found.nearest[first] == found.nearest[second] == found.two_r
    assert found.class_pairs
    for (one, other), closest in found.class_pairs.items():
        mine = np.isin(y, [int(one), int(other)])
        assert closest.distance == pytest.approx(all_nearest(X[mine], y[mine], norm).min(), **tolerance)
    kept = np.ones(len(y), dtype=bool)
    kept[[row for group in found.conflicts for row in group]] = False
    if len(set(y[kept].tolist())) > 1:
        free = all_nearest(X[kept], y[kept], norm).min()
        assert found.two_r_without_conflicts == pytest.approx(free, **tolerance)
    else:
        assert found.two_r_without_conflicts is None
    assert bool(found.conflicts) == (0.0 in expected)
    distances = [close.distance for close in found.closest]
    assert distances == sorted(distances)
    assert distances[:1] == sorted(found.nearest[found.nearest > 0])[:1]


@given(labelled(), labelled(), st.sampled_from(["linf", "l2"]))
def test_parts_of_training_and_test(train, test, norm):
    width = min(train[0].shape[1], test[0].shape[1])
    (X, y), (Z, z) = ((rows[:, :width].astype(float), labels) for rows, labels in (train, test))
    found = separation(X, y, norm, X_test=Z, y_test=z)
    expected = {
        "train-train": all_nearest(X, y, norm).min(),
        "train-test": all_nearest(Z, z, norm, X, y).min(),
        "test-test": all_nearest(Z, z, norm).min(),
    }
    for part, distance in expected.items():
        assert found.parts[part].distance == pytest.approx(distance, rel=1e-13, abs=1e-60)
    assert found.two_r == pytest.approx(min(part.distance for part in found.parts.values()), abs=1e-60)
    assert found.n_test == len(Z)
    assert len(found.nearest) == len(X) + len(Z)


def test_a_case_by_hand():
    X = [[0.0], [1.0], [3.0], [3.5], [9.0]]
    found = separation(X, ["a", "a", "b", "b", "a"], "l1")
    assert found.nearest.tolist() == [3.0, 2.0, 2.0, 2.5, 5.5]
    assert found.enemy.tolist() == [2, 2, 1, 1, 3]
    assert (found.two_r, found.eps_min, found.pair) == (2.0, 1.0, (1, 2))
    assert [close.pair for close in found.closest] == [(1, 2), (1, 3), (0, 2), (3, 4)]
    assert [close.labels for close in found.closest[:2]] == [("a", "b"), ("a", "b")]
    # without 1 and 2: 0 - 3 is 3.5 apart, 3 - 4 is 5.5; then without 3 nothing is left to compare
    assert (found.closest[0].without, found.closest[0].without_closer) == (3.5, 3.5)
    assert (found.closest[1].without, found.closest[1].without_closer) == (3.0, None)
    assert found.quantiles[0.5] == 2.5


def test_equal_rows_are_nearer_than_any_that_a_search_takes_for_equal():
    X = np.zeros((16, 3))
    X[11, 2], X[12, 2] = 0.1, 1e-180  # the square of the second vanishes beside that of the first
    found = separation(X, [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0], "l2")
    assert [len(group) for group in found.conflicts] == [14]
    assert found.two_r == 0.0 == found.nearest[0]
    assert (found.enemy[0], found.enemy[6]) == (6, 0)
    assert (found.nearest[11], found.nearest[12]) == (0.1, 1e-180)


@pytest.mark.parametrize("norm", ["linf", "l2", "l1", 3])
def test_beside_a_huge_value_equal_rows_stay_nearer_than_rows_that_are_nearly_equal(norm):
    values, labels = np.array([0.0, 0.0, 1e-200, -1e-200, 1e160, 0.0]), np.array([0, 1, 1, 1, 0, 0])
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(6)
        found = separation(values[order][:, None], labels[order], norm)
        at = np.argsort(order)  # where each value stands now
        assert found.conflicts == [tuple(sorted(at[[0, 1, 5]].tolist()))]
        assert found.nearest[at].tolist() == pytest.approx([0, 0, 1e-200, 1e-200, 1e160, 0], rel=1e-12, abs=0)
        assert found.enemy[at[1]] in at[[0, 5]]
        assert set(found.enemy[at[[0, 5]]].tolist()) == {at[1]}


def test_conflicts_are_listed_and_2r_is_given_with_and_without_them():
    X = [[0, 0], [0, 0], [5, 5], [7, 7], [0, 0]]
    found = separation(X, ["a", "b", "a", "b", "a"])
    assert found.conflicts == [(0, 1, 4)]
    assert (found.two_r, found.two_r_without_conflicts) == (0.0, 2.0)
    assert found.free.pair == (2, 3)
    assert [close.pair for close in found.closest] == [(2, 3)]
    closest = minimum_separation(X, ["a", "b", "a", "b", "a"])
    assert (closest.distance, closest.pair) == (0.0, (0, 1))


def test_bytes_do_not_overflow():
    X = np.array([[0, 255], [255, 0], [1, 254]], dtype=np.uint8)
    assert separation(X, [0, 1, 1], "l1").nearest.tolist() == [2, 510, 2]
    assert separation(X, [0, 1, 1], "l2").two_r == np.sqrt(2)
    assert separation(X, [0, 1, 1]).two_r == 1


def test_float32_is_measured_as_float64_would_be():
    rng = np.random.default_rng(0)
    X, y = rng.random((200, 3), dtype=np.float32), rng.integers(0, 3, 200)
    for norm in NORMS:
        assert (
            separation(X, y, norm).nearest.tolist() == separation(X.astype(float), y, norm).nearest.tolist()
        )


def test_rows_said_twice_change_nothing_but_their_number():
    rng = np.random.default_rng(1)
    X, y = rng.random((60, 2)), rng.integers(0, 3, 60)
    once, twice = separation(X, y), separation(np.concatenate([X, X]), np.concatenate([y, y]))
    assert twice.nearest.tolist() == [*once.nearest, *once.nearest]
    assert twice.conflicts == []


def test_halves_are_drawn_by_the_seed_and_never_closer_than_the_whole():
    rng = np.random.default_rng(2)
    X, y = rng.random((300, 2)), rng.integers(0, 2, 300)
    found = separation(X, y, random_state=7)
    assert len(found.halves) == 2
    assert all(half >= found.two_r for half in found.halves)
    assert separation(X, y, random_state=7).halves == found.halves != separation(X, y).halves


def test_halves_without_enemies_have_no_distance():
    halves = separation([[0.0], [1.0]], [0, 1]).halves
    assert halves == (None, None)


def test_a_table_needs_no_labels_and_labels_of_one_row_are_fine():
    table = as_table([[0.0], [1.0], [4.0]], ["a", "a", "b"])
    assert separation(table).two_r == 3.0


def test_labels_of_training_and_test_are_matched_by_name():
    found = separation([[0.0], [9.0]], ["b", "c"], X_test=[[0.5], [9.5]], y_test=["a", "b"])
    assert found.labels == ("a", "b", "c")
    assert found.nearest.tolist() == [0.5, 0.5, 0.5, 0.5]


def test_every_two_of_very_many_classes_are_not_looked_at():
    X, y = np.arange(1001.0)[:, None], np.arange(1001)
    assert separation(X, y).two_r == 1
    with pytest.raises(MohsError, match="too many classes"):
        separation(X, y, class_pairs=True)


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(DataError, match="labels of X are missing"):
        separation([[1.0], [2.0]])
    with pytest.raises(DataError, match="one class only"):
        separation([[1.0], [2.0]], [1, 1])
    with pytest.raises(MohsError, match="no such norm"):
        separation([[1.0], [2.0]], [0, 1], "l0")
    with pytest.raises(DataError, match="number of columns"):
        separation([[1.0], [2.0]], [0, 1], X_test=[[1.0, 2.0]] * 2, y_test=[0, 1])


@pytest.fixture(scope="module")
def fashion():
    """The training images of Fashion-MNIST, where Debian's package is installed."""
    folder = Path("/usr/share/datasets/fashion-mnist")
    if not folder.is_dir():
        pytest.skip("needs Debian's package dataset-fashion-mnist")
    images = gzip.decompress((folder / "train-images-idx3-ubyte.gz").read_bytes())
    labels = gzip.decompress((folder / "train-labels-idx1-ubyte.gz").read_bytes())
    X = np.frombuffer(images, np.uint8, offset=16).reshape(-1, 28, 28)
    return X, np.frombuffer(labels, np.uint8, offset=8)


@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_the_figures_of_fashion_mnist(fashion, norm):
    """Its 2r by exact computation elsewhere; a minimum, so of all 60,000 images and in whole numbers."""
    found = minimum_separation(*fashion, norm)
    if norm == "linf":
        assert found.distance == 81
    else:
        assert round(found.distance / 255, 6) == 1.598755
        assert round(found.distance**2) == pytest.approx(found.distance**2, abs=1e-6)


@pytest.mark.parametrize("kind", ["uint8", "float32"])
@pytest.mark.parametrize("norm", ["linf", "l2"])
def test_images_are_searched_exactly(fashion, norm, kind):
    X, y = (part[:1500] for part in fashion)
    X = X.reshape(1500, -1) if kind == "uint8" else X.reshape(1500, -1) / np.float32(255)
    expected = all_nearest(X[:60], y[:60], norm, X, y)
    assert separation(X, y, norm).nearest[:60].tolist() == expected.tolist()


@pytest.mark.parametrize("seed", [-1, 0.5, "1"])
def test_a_seed_is_a_whole_number_from_0(seed):
    with pytest.raises(MohsError, match=r"random_state is no whole number from 0"):
        separation([[0.0], [1.0]], [0, 1], random_state=seed)


def test_a_row_of_two_columns_takes_less_than_200_bytes():
    """So ten million rows take two gigabytes at the most, all that is told of them included."""

    def peak(n):
        X = np.random.default_rng(0).random((n, 2))
        y = (X[:, 0] > X[:, 1]).astype(int)
        tracemalloc.start()
        separation(X, y)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(1_000)  # warms up whatever is kept
    assert (peak(30_000) - peak(15_000)) / 15_000 < 200


def test_it_is_written_in_one_line_with_what_it_found():
    rows, labels = [[0.0], [1.0], [1.5], [1.5]], [0, 0, 1, 0]
    assert repr(separation(rows[:3], labels[:3])) == (
        "Separation(2r = 0.5 in linf, eps_min = 0.25, rows 1 and 2, n = 3)"
    )
    assert " in l3, " in repr(separation(rows[:3], labels[:3], norm=3))
    assert "2r = 0 in linf" in repr(separation(rows, labels)) and "conflicts: 1" in repr(
        separation(rows, labels)
    )
