"""Rows that cannot be used are named with their file."""

import pyarrow as pa
import pytest
from pyarrow import parquet

from mohs.benchmark.part import schema
from mohs.benchmark.tables import check_rows, read_rows, with_private
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError

SST2 = BUILT_IN["sst2"]


def changed(parts, column, values):
    table = parts["sst2"].table
    place = table.schema.get_field_index(column)
    return table.set_column(
        place, table.schema.field(column), pa.array(values, table.schema.field(column).type)
    )


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("id", ["a", "b", "a"], r"ids stand there twice(.|\n)*got: a$"),
        ("id", ["a", None, "c"], "row 1: id is missing"),
        ("sentence", ["a", "b", None], "row 2: sentence is missing"),
        ("label", [0, 2, 1], "row 1: label 2 is not one"),
        ("label", [0, -1, 1], "row 1: label -1 is not one"),
        ("label", [0, None, 1], "1 of 3 rows have no label"),
        ("data_construction", ["word", "letter", ""], "unknown data_construction(.|\n)*letter"),
    ],
    ids=range(7),
)
def test_rows_are_held_to_the_record(tmp_path, parts, column, values, message):
    with pytest.raises(DataError, match=message):
        check_rows(tmp_path / "dev.parquet", changed(parts, column, values), SST2, 3)


def test_an_empty_task_is_refused(tmp_path, parts):
    with pytest.raises(DataError, match="no rows"):
        check_rows(tmp_path / "x", parts["sst2"].table.slice(0, 0), SST2, 0)


def test_what_is_no_parquet_file_or_has_other_columns_is_refused(tmp_path, parts):
    path = tmp_path / "dev.parquet"
    path.write_bytes(b"PAR1")
    with pytest.raises(DataError, match="no readable Parquet file"):
        read_rows(path, SST2, public=False)
    parquet.write_table(parts["sst2"].table.drop_columns(["label"]), path)
    with pytest.raises(DataError, match=r"lacks columns(.|\n)*label"):
        read_rows(path, SST2, public=False)
    named = pa.array(["a", "b", "c"])
    parquet.write_table(parts["sst2"].table.set_column(4, "label", named), path)
    with pytest.raises(DataError, match="no readable Parquet file"):
        read_rows(path, SST2, public=False)
    parquet.write_table(parts["sst2"].table.append_column("label", named), path)
    with pytest.raises(DataError, match="column 'label' is there twice"):
        read_rows(path, SST2, public=False)


def test_bytes_that_are_no_text_are_refused(tmp_path, parts):
    path = tmp_path / "dev.parquet"
    broken = pa.Array.from_buffers(pa.string(), 3, pa.array([b"a", b"\xff", b"c"]).buffers())
    table = parts["sst2"].table
    parquet.write_table(table.set_column(table.schema.get_field_index("sentence"), "sentence", broken), path)
    with pytest.raises(DataError, match=r"no readable Parquet file(.|\n)*UTF8"):
        read_rows(path, SST2, public=False)


def test_a_published_test_split_with_more_than_id_and_fields_is_refused(tmp_path, parts):
    path = tmp_path / "test.parquet"
    parquet.write_table(parts["sst2"].table.select(["id", "sentence", "label"]), path)
    with pytest.raises(DataError, match=r"id and fields only(.|\n)*also label"):
        read_rows(path, SST2, public=True)
    parquet.write_table(parts["sst2"].table.select(["id", "sentence"]), path)
    table = read_rows(path, SST2, public=True)
    assert table.schema.names == schema(SST2).names and table.column("label").null_count == 3
    assert table.column("source_id").to_pylist() == ["0", "1", "2"]


def test_private_rows_must_know_every_public_one(tmp_path, parts):
    path = tmp_path / "test.parquet"
    parquet.write_table(parts["sst2"].table.drop_columns(["sentence"]), path)
    table = with_private(changed(parts, "id", ["2", "0", "1"]), path, SST2)
    assert table.column("label").to_pylist() == [1, 0, 0]
    assert table.column("method").to_pylist() == ["CheckList", "TextBugger", "TextFooler"]
    with pytest.raises(DataError, match="1 published ids are not among them"):
        with_private(changed(parts, "id", ["2", "0", "x"]), path, SST2)
    with pytest.raises(DataError, match=r"does not know the test rows(.|\n)*3 rows(.|\n)*2 rows"):
        with_private(parts["sst2"].table.slice(0, 2), path, SST2)
    path.write_bytes(b"")
    with pytest.raises(DataError, match="cannot be used"):
        with_private(table, path, SST2)
