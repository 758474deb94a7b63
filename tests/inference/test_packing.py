from hypothesis import given
from hypothesis import strategies as st

from mohs.inference.packing import batches, distinct, padded_batches

lengths = st.lists(st.integers(0, 300), max_size=200)
budgets = st.integers(1, 2000)


@given(lengths, budgets)
def test_every_row_is_in_exactly_one_batch(lengths: list[int], tokens: int) -> None:
    for pack in (batches, padded_batches):
        rows = [row for batch in pack(lengths, tokens) for row in batch]
        assert sorted(rows) == list(range(len(lengths)))


@given(lengths, budgets)
def test_nothing_is_padded_and_the_budget_holds(lengths: list[int], tokens: int) -> None:
    for batch in batches(lengths, tokens):
        sizes = {lengths[row] for row in batch}
        assert len(sizes) == 1
        assert len(batch) == 1 or len(batch) * sizes.pop() <= tokens


@given(lengths, budgets)
def test_as_few_batches_as_the_budget_allows_and_no_small_rest(lengths: list[int], tokens: int) -> None:
    packed = batches(lengths, tokens)
    for length in set(lengths):
        sizes = [len(batch) for batch in packed if lengths[batch[0]] == length]
        most = max(1, tokens // max(1, length))
        assert len(sizes) == -(-lengths.count(length) // most)
        assert max(sizes) - min(sizes) <= 1


@given(lengths, budgets)
def test_padding_counts_against_the_budget(lengths: list[int], tokens: int) -> None:
    for batch in padded_batches(lengths, tokens):
        assert len(batch) == 1 or len(batch) * max(lengths[row] for row in batch) <= tokens


def test_batches_rise_in_length_and_keep_the_order_of_rows() -> None:
    assert batches([3, 2, 3, 2, 2, 3], 6) == [[1, 3, 4], [0, 2], [5]]
    assert padded_batches([3, 2, 3, 2, 2, 3], 9) == [[1, 3, 4], [0, 2, 5]]
    assert batches([5], 2) == [[0]]
    assert batches([], 2) == [] == padded_batches([], 2)


@given(st.lists(st.integers(0, 5)))
def test_distinct_rows_give_back_all_rows(rows: list[int]) -> None:
    first, which = distinct(rows)
    assert [rows[first[place]] for place in which] == rows
    assert len({rows[number] for number in first}) == len(first) == len(set(rows))
