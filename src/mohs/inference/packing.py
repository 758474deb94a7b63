"""Which rows share a batch.

On a CPU small batches of rows of one length are fastest, and without padding a row's answer does not depend
on its neighbours; on a GPU large batches are fastest, and a little padding is cheaper than many small ones.
"""

from collections.abc import Hashable, Sequence


def batches(lengths: Sequence[int], tokens: int) -> list[list[int]]:
    """Row numbers grouped by equal length, so that nothing is padded.

    Rows of one length are spread evenly over as few batches as the budget allows.

    Args:
        lengths: Tokens in each row.
        tokens: The most tokens in a batch; a row that is longer has a batch of its own.

    Returns:
        Batches by rising length; inside a length, rows keep their order. Every row is in exactly one batch.
    """
    by_length: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        by_length.setdefault(length, []).append(row)
    packed = []
    for length in sorted(by_length):
        rows = by_length[length]
        most = max(1, tokens // max(1, length))
        count = -(-len(rows) // most)
        size, larger = divmod(len(rows), count)
        start = 0
        for number in range(count):
            stop = start + size + (number < larger)
            packed.append(rows[start:stop])
            start = stop
    return packed


def padded_batches(lengths: Sequence[int], tokens: int) -> list[list[int]]:
    """Row numbers in batches whose rows are padded to the longest among them.

    Args:
        lengths: Tokens in each row.
        tokens: The most tokens in a batch, padding included; a row that is longer has a batch of its own.

    Returns:
        Batches by rising length. Every row is in exactly one batch.
    """
    packed: list[list[int]] = []
    for row in sorted(range(len(lengths)), key=lambda row: (lengths[row], row)):
        if packed and (len(packed[-1]) + 1) * lengths[row] <= tokens:
            packed[-1].append(row)
        else:
            packed.append([row])
    return packed


def distinct(rows: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    """Where each different row stands first, and which of these each row is equal to.

    Returns:
        `first` and `which`, so that `rows[i] == rows[first[which[i]]]`.
    """
    first: list[int] = []
    which: list[int] = []
    seen: dict[Hashable, int] = {}
    for number, row in enumerate(rows):
        place = seen.setdefault(row, len(first))
        if place == len(first):
            first.append(number)
        which.append(place)
    return first, which
