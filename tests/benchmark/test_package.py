"""A benchmark is opened by its address, and what is none is said."""

import pytest

from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.errors import DataError


def test_a_folder_of_ours_opens_by_its_path(tmp_path, parts):
    write_benchmark(tmp_path / "mine", "mine", "1.0", parts)
    opened = open_benchmark(tmp_path / "mine")
    assert (opened.name, opened.version, opened.split, len(opened)) == ("mine", "1.0", "dev", 4)
    for name, part in parts.items():
        assert list(opened.tasks[name]) == list(part)
        assert opened.tasks[name].task == part.task
    assert repr(opened) == "Benchmark(mine 1.0, dev; sst2: 3 rows, qqp: 1 rows)"
    assert repr(opened.tasks["sst2"]) == "Part(sst2, 3 rows)"


def test_what_is_no_benchmark_is_said_with_what_would_be_one(tmp_path):
    with pytest.raises(DataError, match="there is no file or folder"):
        open_benchmark(tmp_path / "none")
    with pytest.raises(DataError, match=r"is no benchmark(.|\n)*without benchmark\.json"):
        open_benchmark(tmp_path)
    (tmp_path / "dev.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DataError, match=rf"to mend: advglue:{tmp_path}"):
        open_benchmark(tmp_path)
    with pytest.raises(DataError, match="no split 'train'"):
        open_benchmark(tmp_path, "train")
    for nothing in ("advglue:", "suite:"):
        with pytest.raises(DataError, match="there is no file or folder"):
            open_benchmark(nothing)


def test_a_folder_may_have_a_colon_in_its_name(tmp_path, parts, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_benchmark(tmp_path / "mine:2", "mine", "1.0", parts)
    assert len(open_benchmark("mine:2")) == 4


def test_what_has_no_version_of_its_own_has_the_beginning_of_its_sha256(shared):
    released = open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}")
    assert (released.name, released.split) == ("AdvGLUE", "dev")
    assert len(released.version) == 12 and released.sha256.startswith(released.version)
