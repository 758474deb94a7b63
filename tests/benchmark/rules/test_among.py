from collections import Counter

import pytest

from audited import RTE, SST2, text
from mohs.benchmark.rules import among
from mohs.benchmark.rules.entry import Entry


def found(name, entries):
    """What the rule of this name found: the ids, or the names of the groups."""
    (rule,) = [rule for rule in among.RULES if rule.name == name]
    return [one.group or one.rows[0].id for one in rule.find(entries)[0]]


def test_a_text_that_repeats_an_earlier_one_of_its_split_is_a_duplicate():
    rows = [
        text("A film", "1", split="dev"),
        text("a  film ", "2", split="dev"),
        text("a film", "3", split="test"),
        text("a film!", "4", split="dev"),
    ]
    assert found("duplicate", rows) == ["2"]


def test_a_source_with_rows_in_two_splits_is_found_by_its_id_or_its_text():
    rows = [
        text("x one", "1", split="dev", source_id="a"),
        text("x two", "2", split="test", source_id="a"),
        text("x three", "3", split="test", source_id="b"),
        Entry(SST2, "4", {"sentence": "new"}, {"sentence": "Old one"}, split="dev"),
        Entry(SST2, "5", {"sentence": "newer"}, {"sentence": "old  one"}, split="test"),
        Entry(SST2, "6", {"sentence": "newer"}, {"sentence": "another"}, split="test"),
    ]
    assert found("source-in-two-splits", rows) == ["1", "2", "4", "5"]


def test_near_duplicates_are_told_across_splits_and_by_every_field():
    def row(id, split, premise, hypothesis):
        return Entry(RTE, id, {"sentence1": premise, "sentence2": hypothesis}, split=split)

    premise = "one two three four five six seven eight nine ten"
    rows = [
        row("1", "dev", premise, "a b c d e"),
        row("2", "dev", premise, "a b c d e"),  # within a split: a duplicate, not this
        row("3", "test", premise.replace("ten", "eleven"), "a b c d e"),
        row("4", "test", premise, "v w x y z"),  # MNLI has one premise with several hypotheses
    ]
    assert found("near-duplicate", rows) == ["3"]
    assert found("near-duplicate", rows[:2]) == []


def test_a_task_whose_rows_share_sources_is_told_with_both_counts():
    rows = [
        Entry(SST2, str(i), {"sentence": "new"}, {"sentence": "old"}, source_id=str(i % 2), split="dev")
        for i in range(4)
    ]
    (rule,) = [rule for rule in among.RULES if rule.name == "shared-source"]
    ((one,), of) = rule.find(rows)
    assert (one.why, one.group, of) == ("4 rows come from 2 sources", "sst2 dev", 1)
    assert found("shared-source", rows[:2]) == []


def labelled(counts, method=""):
    return [
        text(f"{method} {label} {i}", f"{method}{label}{i}", label=label, method=method)
        for label, count in counts.items()
        for i in range(count)
    ]


@pytest.mark.parametrize(
    ("counts", "told"), [((4, 3), False), ((8, 0), True), ((7, 0), False), ((70, 30), True)]
)
def test_labels_are_out_of_balance_where_chance_hardly_makes_them_so(counts, told):
    rows = labelled(dict(zip(SST2.labels, counts, strict=True)))
    assert bool(found("label-imbalance", rows)) is told


def test_a_method_whose_rows_have_one_label_is_told_though_the_task_is_balanced():
    rows = labelled({"negative": 12}, "one") + labelled({"positive": 12}, "two")
    assert found("label-imbalance", rows) == ["sst2 one", "sst2 two"]


def test_rows_of_one_source_are_one_piece_of_evidence():
    def rows(sources, each):
        return [
            text(f"{i} {j}", f"{i} {j}", label="negative", source_id=f"s{i}")
            for i in range(sources)
            for j in range(each)
        ]

    assert found("label-imbalance", rows(2, 10)) == []
    (rule,) = [rule for rule in among.RULES if rule.name == "label-imbalance"]
    ((one,), _) = rule.find(rows(8, 2))
    assert one.why == "negative 16, positive 0 (by chance, of 8 sources: p = 0.0078)"


def test_the_p_of_two_labels_is_that_of_scipy():
    from scipy.stats import binomtest

    for count, n in Counter({(3, 10): 1, (8, 8): 1, (40, 100): 1, (0, 12): 1}):
        expected = binomtest(count, n, 0.5).pvalue
        assert among._by_chance(count, n, 2) == pytest.approx(expected)


def test_one_text_with_two_labels_is_contested():
    rows = [
        text("A film", "1", label="positive"),
        text("a film", "2", label="negative"),
        text("b", "3", label="negative"),
    ]
    assert found("contested-label", rows) == ["1", "2"]


def test_a_source_is_recovered_where_a_public_row_has_most_of_the_words():
    public = {"sst2": [{"sentence": "nothing like it"}, {"sentence": "a fine and quiet film"}]}
    rule = among.recoverable_source(public, "a public set")
    hidden = [text("a fime and quiet film", "1"), text("some other words", "2"), Entry(RTE, "3", {})]
    entries, of = rule.find(hidden)
    assert [(one.rows[0].id, one.why) for one in entries] == [("1", "67 % of the words are those of row 1")]
    assert of == 2
