"""The command leaves a valid results.json, a folder that others can rely on, and says what cannot be used."""

import json

import jsonschema
import numpy as np
import pyarrow.parquet
import pytest

import mohs
from mohs import mscr
from mohs.api.drawing import draw_report
from mohs.api.mscr_run import MscrOptions, mscr_command
from mohs.data.table_files import read_table
from mohs.errors import ClassifierFault, MohsError, RunError
from mohs.runs.schema import results_schema

MODULE = """
import numpy as np

def half(rows):
    return np.where(rows[:, 0] > 0.5, "right", "left")

def breaks(rows):
    if len(rows) > 50:
        raise RuntimeError("no memory")
    return half(rows)
"""


@pytest.fixture
def person(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.random((40, 2)).round(3)
    lines = [f"{a},{b},{'right' if a > 0.45 else 'left'}" for a, b in X]
    (tmp_path / "data.csv").write_text("\n".join(["a,b,label", *lines, ""]), encoding="utf-8")
    (tmp_path / "rules_of_a_test.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def options(**changes):
    return MscrOptions(**{"model": "python:rules_of_a_test:half", "data": "data.csv"} | changes)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"eps": 0.2, "norm": "l2"},
        {"eps": 0.2, "nearest": True, "at_edge": "clip", "bounds": (0.0, 1.0)},
        {"train": "data.csv", "eps": 0.1, "copies": 1},
        {"noise": "reference", "eps": 0.1},
        {"scale": "min-max", "sphere": True, "norm": "3", "copies": "auto"},
    ],
    ids=["plain", "l2", "clip", "train", "reference", "sphere"],
)
def test_the_document_is_valid_and_what_is_in_the_folder(person, more):
    run = mscr_command(options(out=person / "run", **more))
    jsonschema.validate(run.document, results_schema())
    assert json.loads((run.folder / "results.json").read_text(encoding="utf-8")) == run.document
    record = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    assert record["kind"] == run.document["kind"] == "mscr"
    assert record["data"]["rows"] == 40
    assert record["data"]["sha256"]
    assert record["model"]["address"] == "python:rules_of_a_test:half"
    assert record["model"]["files"]
    page = (run.folder / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "<svg" in page


def test_the_numbers_are_those_of_the_measurement(person):
    import rules_of_a_test

    found = mscr(rules_of_a_test.half, read_table("data.csv"), eps=0.1, random_state=3)
    document = mscr_command(options(eps=0.1, seed=3), keep=False).document
    rows = {row["metric"]: row for row in document["results"]}
    assert rows["mscr"]["value"] == found.value.value
    assert (rows["mscr"]["low"], rows["mscr"]["high"]) == (found.value.low, found.value.high)
    assert rows["accuracy_noisy"]["n"] == 400
    assert {row["eps_test"] for row in document["results"]} == {0.1}
    assert {row["label"] for row in document["by_label"]} == {"left", "right"}
    assert document["mscr"]["eps_is"] == "stated"


def test_every_row_is_in_points_parquet(person):
    run = mscr_command(options(out=person / "run", train="data.csv", eps=0.1))
    points = pyarrow.parquet.read_table(run.folder / "points.parquet").to_pydict()
    assert points["row"] == list(range(40))
    assert points["right"] == run.found.right.tolist()
    assert points["flipped"] == run.found.flipped.tolist()
    assert set(points["label"]) == {"left", "right"}
    assert all(low <= flips / 10 <= high for low, flips, high in zip(
        points["flip_low"], points["flipped"], points["flip_high"], strict=True
    ))  # fmt: skip
    assert points["nearest"] == run.found.nearest.tolist()


def test_without_keep_and_out_nothing_is_written(person):
    before = sorted(path.name for path in person.iterdir())
    assert mscr_command(options(eps=0.1), keep=False).folder is None
    assert [
        name for name in sorted(path.name for path in person.iterdir()) if name != "__pycache__"
    ] == before
    assert mscr_command(options(eps=0.1)).folder.name.startswith("data-mscr-")


def test_the_page_is_drawn_again_from_the_folder(person):
    run = mscr_command(options(out=person / "run", eps=0.1))
    page = (run.folder / "report.html").read_bytes()
    (run.folder / "report.html").unlink()
    assert draw_report(run.folder) == run.folder / "report.html"
    assert (run.folder / "report.html").read_bytes() == page
    (run.folder / "results.json").write_text("{", encoding="utf-8")
    with pytest.raises(RunError, match="cannot be read"):
        draw_report(run.folder)


def test_mistakes_are_found_before_a_folder_is_made_and_a_folder_that_is_there_is_left_alone(person):
    for wrong in ({"model": "python:rules_of_a_test:none"}, {"label": "b"}, {"data": "none.csv"}):
        with pytest.raises(MohsError):
            mscr_command(options(out=person / "run", **wrong))
        assert not (person / "run").exists()
    run = mscr_command(options(out=person / "run", eps=0.1))
    before = (run.folder / "results.json").read_bytes()
    with pytest.raises(RunError, match="there already"):
        mscr_command(options(out=person / "run", eps=0.1))
    assert (run.folder / "results.json").read_bytes() == before


def test_a_classifier_that_fails_is_a_fault(person):
    with pytest.raises(ClassifierFault, match="no memory"):
        mscr_command(options(model="python:rules_of_a_test:breaks", eps=0.1), keep=False)


def test_a_remark_on_both_tables_is_made_once(person):
    (person / "data.csv").write_text("a,b,label\n0.1,7,left\n0.2,7,left\n0.8,7,right\n0.9,7,right\n")
    document = mscr_command(options(train="data.csv", eps=0.1), keep=False).document
    assert sum("constant columns" in warning for warning in document["warnings"]) == 1


def test_from_python_a_run_folder_is_that_of_the_command(person):
    table = read_table("data.csv")
    of_command = mscr_command(options(out=person / "command", seed=3)).document
    found = mohs.mscr("python:rules_of_a_test:half", table, random_state=3, out=person / "python")
    written = json.loads((person / "python" / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(written, results_schema())
    assert written["results"] == of_command["results"]
    assert written["warnings"] == of_command["warnings"]
    assert {**written["mscr"], "seconds": None} == {**of_command["mscr"], "seconds": None}
    assert found.value == mohs.mscr("python:rules_of_a_test:half", table, random_state=3).value
    assert sorted(path.name for path in (person / "python").iterdir()) == sorted(
        path.name for path in (person / "command").iterdir()
    )
    draw_report(person / "python")


def test_from_python_a_folder_that_is_there_is_refused_before_anything_is_asked(person):
    def never(rows):
        raise AssertionError("asked")

    (person / "there").mkdir()
    (person / "there" / "file").write_text("x", encoding="utf-8")
    with pytest.raises(RunError, match="is there already"):
        mohs.mscr(never, [[0.0], [1.0]], ["a", "b"], out=person / "there")
    with pytest.raises(TypeError, match="no argument 'output'"):
        mohs.mscr(never, [[0.0], [1.0]], ["a", "b"], output="x")


def test_a_gate_on_a_task_is_told_before_anything_is_measured(tmp_path):
    gates = mohs.api.read_conditions([], ["all.accuracy_clean=1"], mohs.api.MSCR_METRICS)
    with pytest.raises(MohsError, match=r"no task or attack 'all'\n  expected: METRIC=VALUE alone"):
        mscr(np.sign, np.array([[0.1], [0.9]]), [0, 1], eps=0.05, out=tmp_path / "run", gates=gates)
    assert not (tmp_path / "run").exists()


def test_gates_from_python_are_written_down_and_need_a_folder(tmp_path):
    gates = mohs.api.read_conditions(["flip_rate=0.5"], ["accuracy_clean=1"], mohs.api.MSCR_METRICS)
    X, y = np.array([[0.1], [0.2], [0.8], [0.9]]), [0, 0, 1, 0]
    given = {"eps": 0.05, "copies": 2, "gates": gates}
    with pytest.raises(MohsError, match="out="):
        mscr(lambda rows: (rows[:, 0] > 0.5).astype(int), X, y, **given)
    mscr(lambda rows: (rows[:, 0] > 0.5).astype(int), X, y, **given, out=tmp_path / "run")
    kept = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["gates"]
    assert {one["metric"]: one["passed"] for one in kept} == {"flip_rate": True, "accuracy_clean": False}
