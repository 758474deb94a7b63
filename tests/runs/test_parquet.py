"""A Parquet file is the file at its path, whatever the path looks like."""

import pyarrow as pa
import pytest
from pyarrow import parquet

from mohs.runs.parquet import open_parquet


@pytest.mark.parametrize("place", ["plain", "run:1", "s3:x", "file:x", "seed=1", "a b#c?d%20e"])
def test_a_path_is_no_address_and_its_folders_are_no_columns(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / place
    folder.mkdir()
    table = pa.table({"text": ["a", "b"]})
    parquet.write_table(table, folder / "x.parquet")
    for path in (folder / "x.parquet", folder.relative_to(tmp_path) / "x.parquet"):
        with open_parquet(path) as file:
            assert file.read() == table


def test_what_cannot_be_read_is_said(tmp_path):
    with pytest.raises(FileNotFoundError):
        open_parquet(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("text", encoding="utf-8")
    with pytest.raises(pa.ArrowException):
        open_parquet(tmp_path / "text.parquet")
