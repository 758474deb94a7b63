"""An address leads to its reader, and what is none says what would be one."""

import pytest

from mohs.data.readers import read, read_examples
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError


@pytest.mark.parametrize("name", ["a.txt", "a", "a.xlsx"])
def test_an_ending_that_says_nothing_is_an_error(write, name):
    with pytest.raises(DataError, match=r"ending does not say(.|\n)*\.csv, \.tsv"):
        read(write(name, "a\t1\n"), "sst2")


def test_an_ending_may_be_written_in_capitals(write):
    assert len(read_examples(write("A.CSV", "sentence,label\na,1\n"), "sst2")) == 1


def test_a_path_may_begin_at_home(write, monkeypatch):
    path = write("a.csv", "sentence,label\na,1\n")
    monkeypatch.setenv("HOME", str(path.parent))
    assert len(read_examples("~/a.csv", "sst2")) == 1


def test_the_folder_of_glue_without_its_prefix_is_recognised(tmp_path):
    (tmp_path / "QNLI").mkdir()
    with pytest.raises(DataError, match=f"say so: glue:{tmp_path}"):
        read(tmp_path, "qnli")


@pytest.mark.parametrize("name", ["sst2", "qqp", "mnli", "qnli", "rte"])
def test_the_kits_samples_know_their_task(name):
    reading = read(f"kit:{name}")
    assert reading.task == BUILT_IN[name]
    assert len(reading.examples) >= 60
    assert reading.path == f"kit:{name}"


def test_a_sample_that_the_kit_does_not_have_is_suggested():
    with pytest.raises(DataError, match="did you mean sst2"):
        read("kit:sst-2")
