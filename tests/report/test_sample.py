"""Which examples the page shows."""

import random
import tracemalloc
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mohs.report.sample import Place, gather, shares


def outcomes(*groups):
    """(attack, status, how many) -> journal lines."""
    return [
        {
            "id": str(number),
            "task": "sst2",
            "model": "m",
            "attack": attack,
            "status": status,
            "asked": {"classify": number},
            "modified": {"words": 2} if status == "success" else None,
        }
        for attack, status, n in groups
        for number in range(n)
    ]


@given(st.dictionaries(st.integers(0, 9), st.integers(0, 50), max_size=6), st.integers(0, 120))
def test_shares_use_every_place_and_are_as_even_as_can_be(sizes, most):
    got = shares(sizes, most)
    assert sum(got.values()) == min(most, sum(sizes.values()))
    assert all(0 <= got[key] <= sizes[key] for key in sizes)
    for key in sizes:
        if got[key] < sizes[key]:
            assert got[key] >= max(got.values()) - 1


def test_examples_are_balanced_over_attacks():
    lines = outcomes(("a", "success", 500), ("b", "success", 500), ("c", "success", 10))
    gathered = gather(lines, most_broken=100)
    assert Counter(o["attack"] for o in gathered.broken) == {"a": 45, "b": 45, "c": 10}
    assert gathered.broken_in_all == 1_010


def test_errors_are_not_crowded_out_by_failures():
    lines = outcomes(
        ("a", "failure", 1_000), ("a", "error", 3), ("a", "skipped", 50), ("a", "not_attackable", 9)
    )
    gathered = gather(lines)
    assert Counter(o["status"] for o in gathered.held) == {"failure": 188, "error": 3, "not_attackable": 9}
    assert gathered.held_in_all == 1_012


def test_all_are_shown_where_they_fit_in_the_order_of_their_ids():
    gathered = gather(outcomes(("b", "success", 12), ("a", "success", 3)))
    assert [(o["attack"], o["id"]) for o in gathered.broken] == [("a", str(n)) for n in range(3)] + [
        ("b", str(n)) for n in range(12)
    ]


def test_the_choice_does_not_depend_on_the_order_of_the_journal():
    lines = outcomes(("a", "success", 300), ("b", "failure", 300))
    expected = gather(lines, most_broken=20, most_held=20)
    random.Random(0).shuffle(lines)
    got = gather(lines, most_broken=20, most_held=20)
    assert (got.broken, got.held) == (expected.broken, expected.held)


def test_ids_are_in_the_order_of_their_numbers_and_then_of_their_letters():
    names = ["b", "10", "9", "a", "\u0669", "1a", "2"]  # the fifth is a digit that int would read as 9
    lines = [outcomes(("a", "success", 1))[0] | {"id": name} for name in names]
    assert [one["id"] for one in gather(lines).broken] == ["2", "9", "10", "1a", "a", "b", "\u0669"]


def test_columns_for_the_plots_hold_every_outcome():
    gathered = gather(outcomes(("a", "success", 30), ("a", "budget", 5), ("a", "error", 4)), most_broken=2)
    place = Place("sst2", "m", "a")
    assert len(gathered.words[place]) == 30
    assert sorted(gathered.queries[place]) == sorted([*range(30), *range(5)])


def test_memory_is_bounded_by_what_is_shown():
    text = "word " * 2_000

    def many():
        for line in outcomes(("a", "success", 3_000)):
            yield line | {"original": {"sentence": f"{line['id']} {text}"}}

    tracemalloc.start()
    gather(many(), most_broken=20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000 < 3_000 * len(text)
