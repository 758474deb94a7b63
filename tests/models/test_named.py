"""Names become numbers, whatever type they come in, and a name that is unknown is told."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.errors import ModelError
from mohs.models.named import Named


@pytest.mark.parametrize(
    "answers",
    [
        [3, 7, 7, 9], [3.0, 7.0, 7.0, 9.0], ["3", "7", "7", "9"], np.array([3, 7, 7, 9], np.uint8),
        np.array(["3", "7", "7", "9"], object), np.array([3, "7", 7.0, 9], object),
    ],
    ids=["int", "float", "text", "uint8", "object", "mixed"],
)  # fmt: skip
def test_a_name_is_one_label_in_any_dress(answers):
    named = Named(("9", "3", "7"), "mine")
    assert named.numbers(answers).tolist() == [1, 2, 2, 0]
    assert named.numbers(answers).tolist() == [1, 2, 2, 0]


@given(st.lists(st.lists(st.integers(0, 6), max_size=8), max_size=5))
def test_what_came_before_does_not_matter(batches):
    named = Named(tuple(map(str, range(6, -1, -1))), "mine")
    for batch in batches:
        assert named.numbers(np.array(batch, dtype=int)).tolist() == [6 - one for one in batch]


@pytest.mark.parametrize(
    ("names", "other", "kind"),
    [
        ((1, 2, 3), 0, np.uint8),  # less than the first, where there is no less
        ((-128, -127, -126), 127, np.int8),
        ((2**64 - 3, 2**64 - 2, 2**64 - 1), 0, np.uint64),
        ((-1, 0, 1), 2**63 - 1, np.int64),
        ((1, 2, 4), 3, np.int64),
        ((7,), 8, np.uint16),
    ],
)
def test_whole_numbers_of_any_size_are_found_and_others_are_told(names, other, kind):
    named = Named(tuple(map(str, names)), "mine")
    for _ in range(2):
        assert named.numbers(np.array(names[::-1], kind)).tolist() == [*range(len(names))][::-1]
    with pytest.raises(ModelError, match=f"got: {other}"):
        named.numbers(np.array([*names, other], kind))


def test_types_may_change_from_batch_to_batch():
    named = Named(("left", "Right side"), "mine")
    assert named.numbers(["left", "right_side"]).tolist() == [0, 1]
    assert named.numbers(np.array(["Right side", "left"], object)).tolist() == [1, 0]
    booleans = Named(("False", "True"), "mine")
    assert booleans.numbers(np.array([True, False])).tolist() == [1, 0]


def test_an_unknown_name_is_told_also_later():
    named = Named(("0", "1"), "mine")
    named.numbers([0, 1])
    for answers in ([0, 2], [float("nan"), 1.0], ["a"]):
        with pytest.raises(ModelError, match=r"(?s)mine gives labels that are not known.*expected: 0, 1"):
            named.numbers(answers)
