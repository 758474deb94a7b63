"""Equal rows are found, and nothing else is taken for equal."""

import numpy as np
from hypothesis import given

from mohs.noise import duplicates
from mohs.noise.duplicates import distinct, places
from oracles_of_noise import labelled


@given(labelled())
def test_places_are_those_of_numpy(data):
    X, _ = data
    expected = np.unique(X + X.dtype.type(0), axis=0, return_inverse=True)[1].reshape(-1)
    found = places(X)
    pairs = set(zip(expected.tolist(), found.tolist(), strict=True))
    assert len(pairs) == len(set(expected.tolist())) == len(set(found.tolist()))


def test_rows_of_one_hash_are_still_told_apart(monkeypatch):
    X = np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [5.0, 5.0]])
    monkeypatch.setattr(duplicates, "_mixed", lambda words: words * np.uint64(0))
    found = places(X)
    assert found[0] == found[2]
    assert len(set(found.tolist())) == 3


def test_two_rows_of_one_hash_are_told_apart_wherever_they_stand(monkeypatch):
    monkeypatch.setattr(duplicates, "_mixed", lambda words: words * np.uint64(0))
    first, second = places(np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert first != second
    assert len(set(places(np.array([[1.0]] * 5000 + [[2.0]])).tolist())) == 2


@given(labelled())
def test_each_place_and_label_has_one_row_the_first(data):
    X, y = data
    found = distinct(X, y)
    keys = [(tuple(float(value) for value in row), label) for row, label in zip(X, y.tolist(), strict=True)]
    firsts = {key: keys.index(key) for key in keys}
    assert found.rows.tolist() == sorted(firsts.values())
    assert found.rows[found.of].tolist() == [firsts[key] for key in keys]


@given(labelled())
def test_conflicts_are_the_places_with_more_than_one_label(data):
    X, y = data
    groups = {}
    for row, values in enumerate(X):
        groups.setdefault(tuple(float(value) for value in values), []).append(row)
    expected = [tuple(rows) for rows in groups.values() if len(set(y[rows].tolist())) > 1]
    assert distinct(X, y).conflicts == sorted(expected)
