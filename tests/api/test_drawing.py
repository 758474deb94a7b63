"""A report is drawn again from what the folder holds, to the byte."""

import json

import pytest

import mohs
from mohs.api.drawing import draw_report
from mohs.cli.main import main
from mohs.errors import RunError


def test_a_report_is_drawn_again_from_the_journal(tmp_path):
    out = tmp_path / "run"
    mohs.attack(
        "kit:sst2-linear", mohs.read_examples("kit:sst2", "sst2")[:20], "textbugger", task="sst2", encoder="none",
        options={"textbugger": {"similarity": "off"}}, out=out,
    )  # fmt: skip
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
