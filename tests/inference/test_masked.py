"""Candidates are ranked by their logits and ids; equal rows are run once, and each window gets its own."""

from operator import itemgetter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mohs.inference.masked import STEPS, each_once, flat, ranked
from mohs.inference.packing import batches
from mohs.inference.tokens import Row, Window


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 20), st.integers(-3, 3)), unique_by=lambda one: one[:2]
    ),
    st.integers(1, 5),
)
def test_the_best_of_each_token_come_first_and_equal_ones_by_id(candidates, most):
    places, ids, steps = np.array(sorted(candidates, key=itemgetter(0)), dtype=int).reshape(-1, 3).T
    expected = []
    for token in range(4):
        own = sorted((-step, number) for place, number, step in candidates if place == token)[:most]
        expected.append(([number for _, number in own], [-step / STEPS for step, _ in own]))
    assert ranked(places, ids, steps, 4, most) == expected


def window(*ids):
    return Window(Row((1, *ids, 2)), 1, tuple((k, k + 1) for k in range(len(ids))))


def test_equal_rows_are_run_once_and_every_window_gets_the_logits_of_its_row():
    windows, ran = [window(5, 6), window(7), window(5, 6), window(8, 9), window(7)], []

    def run(rows, first, count):
        ran.extend(rows)
        return np.array([row.ids[first : first + count] for row in rows])

    found = {}
    for numbers, logits in each_once(windows, lambda lengths: batches(lengths, 100), run):
        found |= {number: tuple(one.tolist()) for number, one in zip(numbers, logits, strict=True)}
    assert found == {0: (5, 6), 1: (7,), 2: (5, 6), 3: (8, 9), 4: (7,)}
    assert len(ran) == len(set(ran)) == 3


def test_windows_know_the_text_that_they_are_from():
    one, two, three = window(3), window(4), window(5)
    assert flat([[one, two], [], [three]]) == ([one, two, three], [0, 0, 2])
