"""From nothing to a report: the kit's classifiers on the kit's sentences."""

import pytest

from mohs.api.first import MODELS, quickstart
from mohs.errors import RunError
from mohs.runs.lock import alone


def test_quickstart_attacks_all_three_and_may_be_run_again(tmp_path):
    run = quickstart(tmp_path / "quick", limit=12)
    assert run.status == "complete" and (run.folder / "report.html").is_file()
    assert {row["model"] for row in run.rows} == set(MODELS)
    with alone(tmp_path / "quick" / "journal.jsonl"), pytest.raises(RunError, match="another process writes"):
        quickstart(tmp_path / "quick", limit=12)
    again = quickstart(tmp_path / "quick", limit=12)
    assert again.rows == run.rows


def test_a_folder_of_another_run_is_not_replaced(tmp_path):
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(RunError):
        quickstart(tmp_path)
    assert (tmp_path / "letter.txt").exists()


def test_what_a_full_disk_left_of_one_that_had_not_begun_stands_in_nobodys_way(tmp_path):
    (tmp_path / "quick").mkdir()
    (tmp_path / "quick" / "journal.jsonl").touch()
    assert quickstart(tmp_path / "quick", limit=3).status == "complete"
    (tmp_path / "file").touch()
    with pytest.raises(RunError, match="no run folder"):
        quickstart(tmp_path / "file")
