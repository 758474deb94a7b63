"""Counting as noise is drawn gives what a plain loop over all noisy rows gives, whatever the batches."""

import tracemalloc

import numpy as np
import pytest

from mohs.data.table import as_table
from mohs.noise import counting
from mohs.noise.ball import Noise
from mohs.noise.counting import REPEATED, Setting, count_clean, count_copies
from mohs.noise.norm import as_norm
from mohs.noise.reference import ReferenceNoise
from mohs.noise.scaling import Scaling, scaling_of

LINF = as_norm("linf")


def line(rows):
    """Three labels in stripes of the sum."""
    return np.clip(np.floor(rows.reshape(len(rows), -1).sum(axis=1)), 0, 2).astype(np.int64)


def table(n=700, d=3, dtype=np.float64, seed=0, **options):
    rng = np.random.default_rng(seed)
    X = (rng.random((n, d)) * (255 if dtype == np.uint8 else 1)).astype(dtype)
    return as_table(X, rng.integers(0, 3, n), **options)


def counted(setting, copies):
    counts = count_clean(setting)
    for more in copies:
        count_copies(setting, counts, more)
    return counts


def test_it_counts_what_a_plain_loop_counts():
    data, noise = table(), Noise(3, 0.3, LINF, 5)
    counts = counted(Setting(data, line, noise), [4])
    clean = line(data.X)
    labels = np.array([line(data.X + noise.rows(copy, 0, len(data))) for copy in range(4)])
    np.testing.assert_array_equal(counts.clean, clean)
    np.testing.assert_array_equal(counts.right, (labels == data.y).sum(axis=0))
    np.testing.assert_array_equal(counts.flipped, (labels != clean).sum(axis=0))
    first = noise.rows(0, 0, len(data))
    assert counts.lengths == pytest.approx(np.linalg.norm(first / 0.3, axis=1).sum())
    assert counts.squares == pytest.approx(((first / 0.3) ** 2).sum())
    assert counts.flipped.sum() > 100


def test_batches_and_rounds_change_nothing(monkeypatch):
    setting = Setting(table(), line, Noise(3, 0.3, LINF, 5))
    whole = counted(setting, [7])
    monkeypatch.setattr(counting, "_BATCH_ROWS", 256)
    parts = counted(setting, [2, 4, 1])
    for name in ("clean", "right", "flipped", "copies", "affected"):
        np.testing.assert_array_equal(getattr(whole, name), getattr(parts, name))
    assert parts.lengths == pytest.approx(whole.lengths)


def test_the_classifier_is_never_given_more_rows_than_a_batch_however_many_copies(monkeypatch):
    monkeypatch.setattr(counting, "_BATCH_ROWS", 512)
    given = []

    def predict(rows):
        given.append(len(rows))
        return line(rows)

    counted(Setting(table(n=700), predict, Noise(3, 0.1, LINF, 0)), [50])
    assert max(given) <= 512
    assert sum(given) == 700 + REPEATED + 50 * 700


def test_rows_from_the_first_to_the_last_are_asked_about_once_more(monkeypatch):
    monkeypatch.setattr(counting, "REPEATED", 5)
    given = []
    data = table(n=41)
    counted(Setting(data, lambda rows: given.append(rows.copy()) or line(rows), Noise(3, 0.1, LINF, 0)), [1])
    assert given[1].tolist() == data.X[[0, 10, 20, 30, 40]].tolist()


def test_few_rows_are_asked_about_in_several_copies_at_once():
    calls = []

    def predict(rows):
        calls.append(len(rows))
        return line(rows)

    counted(Setting(table(n=20), predict, Noise(3, 0.1, LINF, 0)), [100])
    assert calls == [20, 20, 2000]


def test_the_classifier_sees_the_units_of_the_data_and_noise_those_of_the_scaling():
    data = as_table(np.array([[0.0, 0.0], [10.0, 1000.0], [5.0, 500.0]]), [0, 1, 1])
    seen = []

    def predict(rows):
        seen.append(rows)
        return np.zeros(len(rows), dtype=np.int64)

    noise = Noise(2, 0.1, LINF, 0)
    counts = counted(Setting(data, predict, noise, scaling_of(data, "min-max")), [2])
    np.testing.assert_array_equal(seen[0], data.X)
    np.testing.assert_allclose(seen[2][:3], data.X + noise.rows(0, 0, 3) * [10, 1000])
    outside = (seen[2] < data.low) | (seen[2] > data.high)
    assert counts.affected == outside.sum() > 0


@pytest.mark.parametrize(
    ("dtype", "given"), [(np.uint8, np.float64), (np.float32, np.float32)], ids=["uint8", "float32"]
)
def test_all_rows_reach_the_classifier_in_one_type_of_floating_point(dtype, given):
    kinds = set()

    def predict(rows):
        kinds.add(rows.dtype)
        return line(rows)

    counted(Setting(table(dtype=dtype), predict, Noise(3, 0.1, LINF, 0)), [1])
    assert kinds == {np.dtype(given)}


def test_values_are_kept_inside_the_box_where_that_is_asked_for():
    data, seen = table(bounds=(0.0, 1.0)), []

    def predict(rows):
        seen.append(rows)
        return line(rows)

    counts = counted(Setting(data, predict, Noise(3, 0.2, LINF, 0), at_edge="clip"), [3])
    noisy = np.concatenate(seen[2:])
    assert noisy.min() == 0.0
    assert noisy.max() == 1.0
    assert counts.affected == ((noisy == 0.0) | (noisy == 1.0)).sum()


def test_reference_noise_moves_all_rows_alike():
    data, seen = table(n=5, d=2), []

    def predict(rows):
        seen.append(rows)
        return line(rows)

    counted(Setting(data, predict, ReferenceNoise(2, 0.1, LINF, 1, 3)), [3])
    moved = (seen[2].reshape(3, 5, 2) - data.X).round(12)
    assert (moved == moved[:, :1]).all()


def test_a_classifier_that_changes_its_mind_is_counted():
    rng = np.random.default_rng(0)
    fickle = counted(Setting(table(), lambda rows: rng.integers(0, 3, len(rows)), Noise(3, 0, LINF, 0)), [1])
    assert fickle.repeated == REPEATED
    assert fickle.changed == pytest.approx(REPEATED * 2 / 3, rel=0.2)
    steady = counted(Setting(table(), line, Noise(3, 0.1, LINF, 0)), [1])
    assert steady.changed == 0


def test_progress_is_told_up_to_the_end(monkeypatch):
    monkeypatch.setattr(counting, "_BATCH_ROWS", 256)
    told = []
    setting = Setting(table(n=700), line, Noise(3, 0.1, LINF, 0))
    counts = count_clean(setting)
    for copies in (2, 3):
        count_copies(setting, counts, copies, lambda done, total: told.append((done, total)))
    done = [one for one, _ in told]
    assert done == sorted(done)
    assert {total for _, total in told} == {1400, 3500} and done[0] < 1400
    assert (1400, 1400) in told
    assert told[-1] == (3500, 3500)


def test_the_time_of_the_classifier_is_told_apart_from_that_of_the_noise(monkeypatch):
    """A clock that goes on by 1 while the classifier is asked, and by 100 while rows get their own units back."""
    now = [0.0]
    monkeypatch.setattr(counting.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(counting, "_BATCH_ROWS", 256)

    class Slow(Scaling):
        def undo(self, X):
            now[0] += 100.0
            return super().undo(X)

    asked = []

    def predict(rows):
        asked.append(len(rows))
        now[0] += 1.0
        return line(rows)

    scaling = Slow(np.zeros(3), np.ones(3))
    counts = counted(Setting(table(n=700), predict, Noise(3, 0.1, LINF, 0), scaling), [2, 3])
    noisy = len(asked) - 4  # 700 rows in three batches, and some of them once more
    assert sum(asked[4:]) == 5 * 700
    assert (counts.asking, counts.drawing) == (len(asked), 100.0 * noisy)


def test_the_wider_the_rows_the_fewer_are_classified_at_once(monkeypatch):
    monkeypatch.setattr(counting, "_BATCH_VALUES", 3 * 256)
    given = []

    def predict(rows):
        given.append(len(rows))
        return line(rows)

    counted(Setting(table(n=700), predict, Noise(3, 0.1, LINF, 0)), [2])
    assert max(given) == 256


def test_memory_does_not_depend_on_the_copies(monkeypatch):
    monkeypatch.setattr(counting, "_BATCH_ROWS", 1024)
    setting = Setting(table(n=4000, d=8), line, Noise(8, 0.1, LINF, 0))
    peaks = []
    for copies in (2, 2, 30):  # the first time warms up whatever is kept
        counts = count_clean(setting)
        tracemalloc.start()
        count_copies(setting, counts, copies)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]
    assert peaks[2] < 30 * setting.table.X.nbytes / 4
