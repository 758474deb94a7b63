"""Paths as a person writes them."""

from pathlib import Path

import pytest

from mohs.api import read_examples
from mohs.cli.main import MISTAKE, main
from mohs.errors import MohsError
from mohs.paths import as_path


def test_home_stands_for_itself(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert as_path("~/reviews.csv") == tmp_path / "reviews.csv"
    assert as_path(Path("here/~")) == Path("here/~")


@pytest.mark.parametrize("verb", [["attack", "--model", "kit:sst2-linear", "--data", ""], ["separation", ""]])
def test_an_empty_path_is_not_the_folder_where_one_is(verb, capsys):
    assert main(verb) == MISTAKE
    assert "a path is empty" in capsys.readouterr().err


@pytest.mark.parametrize("path", ["a\0b.csv", "a\ud800b.csv"], ids=ascii)
def test_what_no_name_of_a_file_can_hold_is_a_mistake(path):
    with pytest.raises(MohsError, match="a path holds what no name of a file can"):
        as_path(path)
    with pytest.raises(MohsError, match="a path holds what no name of a file can"):
        read_examples(path, "sst2")


def test_a_name_in_bytes_that_are_not_utf8_is_a_path(tmp_path):
    (tmp_path / "caf\udce9").mkdir()
    assert as_path(tmp_path / "caf\udce9").is_dir()


def test_a_home_that_is_not_there_is_a_mistake():
    with pytest.raises(MohsError, match="no such home"):
        as_path("~nobody-of-that-name/reviews.csv")


@pytest.mark.parametrize(
    "argv",
    [
        ["attack", "--model", "kit:sst2-linear", "--data", "~nobody-of-that-name/a.csv"],
        ["attack", "--model", "hf:~nobody-of-that-name/m", "--sentence", "good film", "--label", "positive"],
        ["report", "~nobody-of-that-name/run"],
        [
            "score",
            "--predictions",
            "~nobody-of-that-name/p.jsonl",
            "--benchmark",
            "advglue:~nobody-of-that-name/d.json",
        ],
        ["grid", "~nobody-of-that-name/experiment.yaml"],
        ["separation", "~nobody-of-that-name/a.csv", "--label", "class"],
    ],
)
def test_whatever_a_command_reads_there(argv, capsys):
    assert main(argv) == MISTAKE
    said = capsys.readouterr().err
    assert "no such home" in said and "~nobody-of-that-name" in said
    assert "Traceback" not in said
