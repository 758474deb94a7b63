"""Parquet files and tables: to the letter, by the number of the row, with the names of their labels."""

import hashlib
import json
import sys

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from mohs.data.arrow import class_labels
from mohs.data.readers import read, read_examples
from mohs.errors import DataError

ROWS = [
    {"sentence": 'He said "no",\ttwice;\ndone', "label": "negative"},
    {"sentence": "  İ😍 naïve\u2028line ", "label": "positive"},
]


def table(path, rows):
    parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


def test_texts_are_read_to_the_letter(tmp_path):
    path = table(tmp_path / "data.parquet", ROWS)
    reading = read(path, "sst2")
    assert [example.fields["sentence"] for example in reading.examples] == [row["sentence"] for row in ROWS]
    assert [example.label for example in reading.examples] == [0, 1]
    assert reading.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_label_may_be_encoded_as_a_dictionary():
    labels = pa.array(["positive", "negative"]).dictionary_encode()
    examples = read_examples(pa.table({"sentence": ["a", "b"], "label": labels}), "sst2")
    assert [example.label for example in examples] == [1, 0]


def test_parquet_rows_are_named_by_their_number(tmp_path):
    path = table(tmp_path / "bad.parquet", [{"sentence": "a", "label": 1}, {"sentence": None, "label": 1}])
    with pytest.raises(DataError, match=r"bad.parquet, row 1: sentence is missing"):
        read(path, "sst2")


def test_bytes_in_parquet_that_are_not_utf8_are_named(tmp_path):
    texts = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(np.array([0, 1, 3, 4], np.int32)), pa.py_buffer(b"ab\xe9c")]
    )
    parquet.write_table(pa.table({"sentence": texts, "label": [0, 1, 0]}), tmp_path / "bad.parquet")
    reading = read(tmp_path / "bad.parquet", "sst2", skip_bad_rows=True)
    assert [example.fields["sentence"] for example in reading.examples] == ["a", "c"]
    assert "0xe9 is not UTF-8" in reading.problems[0].reason


def test_a_parquet_file_without_rows_holds_no_rows(tmp_path):
    schema = pa.schema({"sentence": pa.string(), "label": pa.int64()})
    parquet.write_table(schema.empty_table(), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="no usable row"):
        read(tmp_path / "a.parquet", "sst2")


def test_what_is_no_parquet_file_is_said(tmp_path):
    (tmp_path / "a.parquet").write_bytes(b"PAR1 or not")
    with pytest.raises(DataError, match="no readable Parquet file"):
        read(tmp_path / "a.parquet", "sst2")


def test_a_damaged_column_is_said(tmp_path):
    path = table(
        tmp_path / "a.parquet", [{"sentence": f"text {row}", "label": row % 2} for row in range(1000)]
    )
    content = bytearray(path.read_bytes())
    content[4:2000] = b"\xff" * 1996
    path.write_bytes(content)
    with pytest.raises(DataError, match="no readable Parquet file"):
        read(path, "sst2")


def test_names_of_labels_in_a_parquet_file_are_used_without_the_library(tmp_path, monkeypatch):
    features = {"label": {"names": ["positive", "negative"], "_type": "ClassLabel"}, "sentence": {}}
    metadata = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    table = pa.table({"sentence": ["a", "b"], "label": [0, 1]}).replace_schema_metadata(metadata)
    parquet.write_table(table, tmp_path / "a.parquet")
    monkeypatch.setitem(sys.modules, "datasets", None)
    assert [example.label for example in read(tmp_path / "a.parquet", "sst2").examples] == [1, 0]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"info": 1}', b'{"info": {"features": {"label": 7}}}']
)
def test_metadata_of_another_shape_names_nothing(content):
    assert class_labels(pa.schema([], metadata={b"huggingface": content})) == {}
    assert class_labels(pa.schema([])) == {}


def test_names_of_labels_that_are_numbers_are_names_all_the_same():
    def named(names):
        features = {"label": {"names": names, "_type": "ClassLabel"}}
        metadata = {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
        return class_labels(pa.schema([], metadata=metadata))

    assert named([1, 2]) == {"label": ("1", "2")}
    assert named("ab") == named({"0": "a"}) == {}


@pytest.mark.parametrize(
    ("integer", "kind", "most"),
    [(pa.int64(), pa.timestamp("ms"), 2**50), (pa.int32(), pa.date32(), 2**31 - 1)],
    ids=["time", "date"],
)
def test_a_date_that_python_does_not_know_is_told_with_its_column(tmp_path, integer, kind, most):
    column = pa.array([most], integer).cast(kind)
    parquet.write_table(pa.table({"id": column, "sentence": ["a"], "label": [1]}), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="column 'id' holds a"):
        read(tmp_path / "a.parquet", "sst2")
