"""A part gives its rows as they were put in."""

import json

import pytest

from mohs.benchmark.part import Part, Row, schema
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError

SST2 = BUILT_IN["sst2"]


def test_rows_come_back_as_they_were(parts):
    rows = list(parts["sst2"])
    assert [r.id for r in rows] == ["0", "1", "2"] == parts["sst2"].ids
    assert rows[0] == parts["sst2"][0] == parts["sst2"][-3]
    assert rows[0].provenance == {"seed": 1} and rows[1].provenance == {}
    assert parts["sst2"][1:] == rows[1:]
    assert parts["sst2"].labels.tolist() == [0, 0, 1]
    assert parts["sst2"].has_original.tolist() == [True, True, False]
    with pytest.raises(IndexError):
        parts["sst2"][3]


def test_rows_are_chosen_in_order_and_stay_a_part(parts):
    whole = parts["sst2"]
    some = whole.where(lambda row: row.label == 0)
    assert list(some) == [row for row in whole if row.label == 0]
    assert (some.task, some.benign) == (whole.task, whole.benign)
    assert len(whole.where(lambda row: False)) == 0


def test_each_source_is_given_once_with_all_its_fields(parts):
    assert [(s.id, s.fields, s.label) for s in parts["sst2"].sources()] == [
        ("source-a bad film", {"sentence": "a bad film"}, 0)
    ]
    source = parts["qqp"].sources()[0]
    assert source.fields == {"question1": "who?", "question2": "who"} and source.label == 1


def test_a_source_has_the_text_and_the_label_of_the_first_row_that_was_made_from_it():
    rows = [
        Row("0", "s", {"sentence": "x"}, None, 0),
        Row("1", "s", {"sentence": "y"}, {"sentence": "first"}, 1),
        Row("2", "s", {"sentence": "z"}, {"sentence": "second"}, 0),
        Row("3", "t", {"sentence": "z"}, {"sentence": "other"}, 0),
    ]
    part = Part.of(SST2, rows)
    assert [(one.id, one.fields["sentence"], one.label) for one in part.sources()] == [
        ("s", "first", 1),
        ("t", "other", 0),
    ]
    assert part.source_ids == ["s", "t"]
    assert [(one.id, one.source_id) for one in part.examples()] == [(row.id, row.source_id) for row in rows]


def test_a_provenance_is_written_alike_in_whatever_order_it_was_said():
    written = [
        Part.of(SST2, [Row("0", "0", {"sentence": "x"}, None, 1, provenance=said)]).column("provenance")
        for said in ({"a": 1, "b": 2}, {"b": 2, "a": 1})
    ]
    assert written[0] == written[1]


def test_the_names_of_the_labels_travel_with_the_columns():
    info = json.loads(schema(SST2).metadata[b"huggingface"])["info"]
    assert info["features"]["label"] == {"names": ["negative", "positive"], "_type": "ClassLabel"}


def test_changed_names_the_fields_that_are_not_the_benign_ones(parts):
    assert parts["qqp"][0].changed == ("question2",)
    assert parts["sst2"][2].changed == ()


def test_a_row_that_was_not_changed_at_all_keeps_its_original():
    part = Part.of(SST2, [Row("0", "s", {"sentence": "x"}, {"sentence": "x"}, 1)])
    assert part[0].original == {"sentence": "x"} and part.has_original.all()


def test_withheld_labels_are_none_and_minus_one_as_examples():
    part = Part.of(SST2, [Row("0", "0", {"sentence": "x"}, None, None)])
    assert part.labels is None and part[0].label is None
    assert part.examples()[0].label == -1


def test_a_provenance_that_is_no_object_names_its_row(parts):
    part = parts["sst2"]
    columns = {name: part.column(name) for name in part.table.schema.names} | {
        "provenance": ["[" * 10, "{}", "{}"]
    }
    with pytest.raises(DataError, match="row '0': provenance is no JSON object"):
        list(Part.from_columns(SST2, columns))
