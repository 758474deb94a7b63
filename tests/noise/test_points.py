"""Points are sorted by label and know their rows."""

import numpy as np
from hypothesis import given

from mohs.noise.points import Points
from oracles_of_noise import labelled


@given(labelled())
def test_every_row_is_there_with_those_of_its_label(data):
    X, y = data
    points = Points.of(X, y)
    assert sorted(points.rows.tolist()) == list(range(len(y)))
    assert points.X.tolist() == X[points.rows].tolist()
    assert points.y.tolist() == sorted(y.tolist())
    covered = []
    for label, start, stop in points.classes():
        assert set(points.part(start, stop).y.tolist()) == {label}
        covered += range(start, stop)
    assert covered == list(range(len(points)))
    assert points.every(2).rows.tolist() == points.rows[::2].tolist()
    assert points.every(1).X.tolist() == points.X.tolist()


def test_some_rows_alone():
    points = Points.of(np.arange(6.0).reshape(3, 2), np.array([2, 0, 1]), np.array([2, 0]))
    assert points.rows.tolist() == [2, 0]
    assert len(points) == 2
