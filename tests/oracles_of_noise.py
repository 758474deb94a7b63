"""The oracle that every search is held to: all distances, one loop, nothing clever."""

import numpy as np
from hypothesis import strategies as st

from mohs.noise.norm import as_norm

NORMS = ("linf", "l2", "l1", 1.5, 3, 40)


def all_nearest(X, y, norm, X_other=None, y_other=None):
    """For each row the distance of its nearest enemy among the others, by `Norm.lengths` alone."""
    X_other, y_other = (X, y) if X_other is None else (X_other, y_other)
    found = []
    for row, label in zip(X, y, strict=True):
        enemies = X_other[y_other != label]
        lengths = as_norm(norm).distances(enemies, row)
        found.append(lengths.min() if len(enemies) else np.inf)
    return np.array(found)


FEW = st.integers(1, 4)
TINY = 1e-70  # of the largest value: distances this small may count as equal


@st.composite
def labelled(draw, dimensions=FEW, most=24):
    """Small data sets with many ties, duplicates and conflicts; of bytes or of floats."""
    d = draw(dimensions)
    n = draw(st.integers(2, most))
    classes = draw(st.integers(2, 5))
    kind = draw(st.sampled_from(["uint8", "float32", "float64"]))
    values = {
        "uint8": st.sampled_from([0, 1, 2, 128, 254, 255]),
        "float32": st.sampled_from([0.0, -0.0, 0.1, 1.0, -3.5, 1e6]) | st.floats(-4, 4, width=32),
        "float64": st.sampled_from([0.0, -0.0, 0.1, 1 / 3, 1e-9, -7.0]) | st.floats(-4, 4),
    }[kind]
    X = np.array(draw(st.lists(values, min_size=n * d, max_size=n * d)), dtype=kind).reshape(n, d)
    y = draw(st.lists(st.integers(0, classes - 1), min_size=n, max_size=n).filter(lambda y: len(set(y)) > 1))
    copies = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=4))
    for source, target in copies:
        X[target] = X[source]
    return X, np.array(y)


def size_of(*all_points):
    """The largest value of some points."""
    return max(float(np.abs(points.X.astype(float)).max()) for points in all_points)
