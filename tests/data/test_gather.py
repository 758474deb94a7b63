"""Each row is checked once; ids and labels are taken as they stand, or it is said why not."""

import pytest

from mohs.data.readers import read, read_examples
from mohs.errors import DataError


@pytest.mark.parametrize("column", ["id", "idx", "guid", "index"])
def test_a_column_of_unique_ids_is_used(write, column):
    path = write("a.csv", f"{column},sentence,label\nx7,a,1\nx8,b,0\n")
    assert [(row.id, row.source_id) for row in read_examples(path, "sst2")] == [("x7", "x7"), ("x8", "x8")]


@pytest.mark.parametrize(
    ("ids", "note"),
    [(("1", "1"), "column 'id' has '1' in lines 2 and 3"), (("1", ""), "column 'id' has no value in line 3")],
)
def test_ids_that_repeat_or_are_missing_are_replaced_by_row_numbers_and_said(write, ids, note):
    reading = read(write("a.csv", f"id,sentence,label\n{ids[0]},a,1\n{ids[1]},b,0\n"), "sst2")
    assert [example.id for example in reading.examples] == ["0", "1"]
    assert any(note in said for said in reading.notes)


def test_columns_of_ids_can_be_named_beside_the_text(write):
    path = write("a.csv", "ticket,thread,body,label\nT-1,x,a,1\nT-2,x,b,0\n")
    named = {"id": "ticket", "source_id": "thread"}
    rows = read_examples(path, text="body", columns=named)
    assert [(row.id, row.source_id, row.fields) for row in rows] == [
        ("T-1", "x", {"body": "a"}),
        ("T-2", "x", {"body": "b"}),
    ]
    assert read_examples(path, "sst2", columns={"sentence": "body", **named})[0].id == "T-1"
    with pytest.raises(DataError, match=r"no column 'tickets'(.|\n)*did you mean ticket"):
        read(path, text="body", columns={"id": "tickets"})


def test_ids_of_a_named_column_are_never_replaced(write):
    path = write("a.csv", "ticket,body,label\nT-1,a,1\nT-1,b,0\n")
    with pytest.raises(DataError, match="column 'ticket' has 'T-1' in lines 2 and 3"):
        read(path, text="body", columns={"id": "ticket"})


def test_stars_are_not_taken_for_the_integers_of_a_task_in_silence(write):
    path = write("a.csv", "sentence,label\nbad,1\ngood,5\nfine,4\n")
    with pytest.raises(DataError, match=r"the task has 1 and not 5, 4: if they are a scale of your own"):
        read(path, "sst2")
    notes = read(path, "sst2", skip_bad_rows=True).notes
    assert any("the task has 1 and not 5, 4" in note for note in notes)
    withheld = write("b.csv", "sentence,label\nbad,1\ngood,-1\n")
    assert not any("a scale" in note for note in read(withheld, "sst2", skip_bad_rows=True).notes)


def test_source_ids_are_read_where_there_are_any(write):
    path = write("a.csv", "id,source_id,sentence,label\n1,7,a,1\n2,,b,0\n")
    assert [(row.id, row.source_id) for row in read_examples(path, "sst2")] == [("1", "7"), ("2", "2")]


def test_a_bad_row_keeps_its_number_so_that_ids_do_not_depend_on_skipping(write):
    path = write("bad.csv", "sentence,label\na,1\nb,\nc,0\n")
    assert [example.id for example in read_examples(path, "sst2", skip_bad_rows=True)] == ["0", "2"]


def test_problems_come_in_the_order_of_the_rows(write):
    path = write("bad.csv", "sentence,label\na,1\nb,good\n,1\nd,bad\n")
    assert [problem.line for problem in read(path, "sst2", skip_bad_rows=True).problems] == [3, 4, 5]


def test_a_pair_is_empty_only_where_no_field_that_may_be_changed_has_a_text(write):
    path = write("a.csv", "premise,hypothesis,label\na,,0\n")
    assert len(read(path, "mnli").examples) == 1
    with pytest.raises(DataError, match=r"empty text \(hypothesis\)"):
        read(path, "mnli", fields=["hypothesis"])


@pytest.mark.parametrize("text", ["", " "], ids=repr)
def test_empty_texts_are_read_where_that_is_asked_for(text):
    rows = [{"sentence": text, "label": 1}]
    assert read_examples(rows, "sst2", allow_empty=True)[0].fields == {"sentence": text}
    with pytest.raises(DataError, match="empty text"):
        read_examples(rows, "sst2")


@pytest.mark.parametrize("text", ["", " "], ids=repr)
def test_c1_an_empty_text_is_never_dropped_in_silence(text, tmp_path):
    rows = [{"sentence": text, "label": 1}, {"sentence": "a", "label": 1}]
    assert len(read_examples(rows, "sst2", allow_empty=True)) == 2
    reading = read(rows, "sst2", skip_bad_rows=True)
    assert (len(reading.examples), reading.problems[0].reason) == (1, "empty text (sentence)")


def test_the_length_of_a_row_counts_over_all_fields():
    rows = [{"premise": "x" * 600_000, "hypothesis": "y" * 600_000, "label": 0}]
    with pytest.raises(DataError, match="1,200,000 characters of text"):
        read(rows, "mnli")
    assert len(read([{**rows[0], "hypothesis": "y" * 400_000}], "mnli").examples) == 1


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"sentence": b"a", "label": 1}, "sentence is bytes, not a text"),
        ({"sentence": ["a"], "label": 1}, "sentence is a list, not a text"),
        ({"sentence": {}, "label": 1}, "sentence is an object, not a text"),
        ({"sentence": True, "label": 1}, "sentence is true or false, not a text"),
        ({"sentence": "a", "label": {}}, "the label is an object"),
        ({"sentence": "a", "label": " "}, "the label is missing"),
    ],
)
def test_what_is_no_text_or_no_label_is_called_by_its_kind(row, reason):
    good = {"sentence": "a", "label": 1}
    assert [problem.reason for problem in read([good, row], "sst2", skip_bad_rows=True).problems] == [reason]
