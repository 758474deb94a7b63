"""A report is drawn again from what the folder holds, to the byte."""

import json

import pytest

import mohs
from mohs.api.drawing import draw_report
from mohs.cli.main import main
from mohs.errors import RunError


def attacked(out, n):
    mohs.attack(
        "kit:sst2-linear", mohs.read_examples("kit:sst2", "sst2")[:n], "textbugger", task="sst2", encoder="none",
        options={"textbugger": {"similarity": "off"}}, out=out,
    )  # fmt: skip
    return out


def test_a_report_is_drawn_again_from_the_journal(tmp_path):
    out = attacked(tmp_path / "run", 20)
    before = {name: (out / name).read_bytes() for name in ("results.json", "report.html", "examples.parquet")}
    for name in before:
        (out / name).unlink()
    assert draw_report(out) == out / "report.html"
    assert {name: (out / name).read_bytes() for name in before} == before


def test_a_report_of_no_run_is_refused(tmp_path):
    with pytest.raises(RunError, match="no run folder"):
        draw_report(tmp_path)


def test_the_page_of_a_separation_is_drawn_again(tmp_path):
    data, out = tmp_path / "points.csv", tmp_path / "run"
    data.write_text("x,y,class\n0,0,a\n1,0,b\n3,0,a\n3,2,b\n", encoding="utf-8")
    assert main(["separation", str(data), "--label", "class", "--out", str(out)]) == 0
    before = (out / "report.html").read_bytes()
    (out / "report.html").unlink()
    assert main(["report", str(out)]) == 0
    assert (out / "report.html").read_bytes() == before


def test_a_kind_that_nobody_knows_is_refused(tmp_path):
    (tmp_path / "run.json").write_text(
        json.dumps({"schema": "mohs/run/1", "kind": "dance"}), encoding="utf-8"
    )
    with pytest.raises(RunError, match="no report is known"):
        draw_report(tmp_path)


@pytest.mark.parametrize(
    "change", [{"task": {}}, {"attacks": [5]}, {"planned": 0, "data": {}}, {"name": None}], ids=range(4)
)
def test_a_record_of_an_attack_that_somebody_edited_is_a_mistake_and_no_fault(tmp_path, change):
    out = attacked(tmp_path / "run", 2)
    record = json.loads((out / "run.json").read_text(encoding="utf-8"))
    edited = {key: value for key, value in (record | change).items() if value is not None}
    (out / "run.json").write_text(json.dumps(edited), encoding="utf-8")
    try:
        draw_report(out)
    except RunError as problem:
        assert "cannot be drawn" in str(problem) or "is not what a run has there" in str(problem)


def test_a_lost_journal_does_not_take_the_results_along(tmp_path):
    out = attacked(tmp_path / "run", 2)
    before = (out / "results.json").read_bytes()
    (out / "journal.jsonl").unlink()
    with pytest.raises(RunError, match=r"journal\.jsonl is not there"):
        draw_report(out)
    assert (out / "results.json").read_bytes() == before


def test_a_report_of_a_run_that_was_killed_is_of_the_lines_that_are_whole(tmp_path):
    out = attacked(tmp_path / "run", 4)
    whole = (out / "journal.jsonl").read_bytes()
    (out / "journal.jsonl").write_bytes(whole[:-9])
    draw_report(out)
    results = json.loads((out / "results.json").read_text(encoding="utf-8"))
    assert (results["status"], results["counts"][0]["outcomes"]) == ("partial", 3)
