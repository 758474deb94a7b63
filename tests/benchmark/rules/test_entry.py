from audited import RTE, pair, text
from mohs.benchmark.rules.entry import Entry, each, has_original, key, squeezed


def test_a_benign_row_has_the_originals_and_the_fields_that_were_left_alone():
    entry = Entry(RTE, "1", {"sentence1": "a", "sentence2": "new"}, {"sentence2": "old"})
    assert entry.benign == {"sentence1": "a", "sentence2": "old"}


def test_a_rule_about_one_row_counts_the_rows_that_it_applies_to():
    find = each(lambda row: "bad" if row.fields["sentence"] == "x" else None, has_original)
    rows = [pair("a", "x"), pair("a", "y"), text("x")]
    found, of = find(rows)
    assert ([one.rows for one in found], of) == ([(rows[0],)], 2)


def test_texts_are_compared_without_case_and_with_white_space_collapsed():
    assert squeezed("  A\tfine\nDAY ") == "a fine day"
    assert key({"b": "X ", "a": " y"}, ["a", "b"]) == ("y", "x")
