"""`mohs compare` from Python."""

import json

import jsonschema
import pytest

from compared import evaluated, row
from mohs.api.comparing import compare, comparison_folder
from mohs.api.drawing import draw_report
from mohs.errors import RunError
from mohs.runs.lock import alone_in
from mohs.runs.schema import results_schema


@pytest.fixture
def runs(tmp_path):
    rows = [[row(i, i < right) for i in range(20)] for right in (8, 15)]
    return [evaluated(tmp_path / name, some) for name, some in zip("ab", rows, strict=True)]


def test_in_memory_and_in_a_folder_the_numbers_are_the_same(runs, tmp_path):
    kept, written = compare(*runs), compare(*map(str, runs), out=tmp_path / "both")
    assert kept.folder is None
    assert kept.rows == written.rows
    assert sorted(path.name for path in written.folder.iterdir()) == [
        "report.html",
        "results.json",
        "run.json",
    ]
    document = json.loads((written.folder / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, results_schema())
    assert document["kind"] == "compare"


def test_a_comparison_is_written_as_its_sentences(runs):
    done = compare(*runs)
    assert repr(done).splitlines() == ["Compared(in memory)", *(f"  {one}" for one in done.sentences)]


def test_the_seed_decides_the_intervals(runs):
    assert compare(*runs, random_state=3).rows == compare(*runs, random_state=3).rows
    assert compare(*runs, random_state=3).rows != compare(*runs, random_state=4).rows


def test_a_folder_that_is_taken_is_left_alone(runs, tmp_path):
    compare(*runs, out=tmp_path / "both")
    with pytest.raises(RunError, match="is there already"):
        compare(*runs, out=tmp_path / "both")


def test_the_page_is_drawn_again_from_the_folder(runs, tmp_path):
    folder = compare(*runs, out=tmp_path / "both").folder
    before = (folder / "report.html").read_bytes()
    (folder / "report.html").unlink()
    assert draw_report(folder).read_bytes() == before
    (folder / "results.json").unlink()
    with pytest.raises(RunError, match=r"results\.json cannot be read"):
        draw_report(folder)


def test_a_folder_into_which_another_process_writes_is_refused(runs, tmp_path):
    (tmp_path / "both").mkdir()
    with alone_in(tmp_path / "both"), pytest.raises(RunError, match="another process writes into"):
        compare(*runs, out=tmp_path / "both")
    assert compare(*runs, out=tmp_path / "both").folder == tmp_path / "both"


def test_a_comparison_without_a_name_is_called_after_its_runs(runs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with comparison_folder(None, runs) as folder:
        assert folder.name.startswith("compare-a-b-")
    with comparison_folder(None, runs, keep=False) as folder:
        assert folder is None
