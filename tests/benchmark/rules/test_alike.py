import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.benchmark.rules.alike import alike, fields_alike, share_of

ROWS = st.lists(
    st.fixed_dictionaries({"a": st.text("pqrst ", max_size=12), "b": st.text("pq ", max_size=6)}), max_size=8
)


def bag(row):
    return {(name, word) for name, text in row.items() for word in text.split()}


@given(ROWS, ROWS, st.sampled_from([0.3, 0.5, 2 / 3, 0.8, 1.0]))
def test_the_join_finds_what_comparing_every_pair_finds(first, second, threshold):
    expected = [
        (i, j)
        for i, a in enumerate(first)
        for j, b in enumerate(second)
        if bag(a) | bag(b) and len(bag(a) & bag(b)) / len(bag(a) | bag(b)) >= threshold and bag(a)
    ]
    assert [(pair.first, pair.second) for pair in alike(first, second, threshold)] == expected


def test_a_word_counts_with_its_field():
    assert list(alike([{"a": "x", "b": "y"}], [{"a": "y", "b": "x"}], 0.1)) == []


def test_fields_are_as_alike_as_the_least_alike_one():
    assert fields_alike({"a": "x y", "b": "p q"}, {"a": "y x", "b": "p r"}) == pytest.approx(1 / 3)
    assert fields_alike({"a": "", "b": "p"}, {"a": "!", "b": "P"}) == 1


def test_nothing_in_common_and_nothing_at_all():
    assert share_of({1}, {2}) == 0
    assert share_of(set(), set()) == 1


@pytest.mark.parametrize("threshold", [0, 1.1, -1])
def test_a_threshold_is_a_share(threshold):
    with pytest.raises(ValueError, match="threshold"):
        list(alike([], [], threshold))
