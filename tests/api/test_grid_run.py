"""A grid that is killed goes on where its journal ends, to the same numbers."""

import json
import os
import signal
import subprocess
import sys

import pytest

import mohs
from grids import MODELS, Nearest, X, Y
from mohs.errors import RunError, RunFailed

OPTIONS = {"eps_train": (0, 0.05), "eps_test": (0.1,), "runs": 3, "copies": 2, "copies_train": 2}

MODULE = """
import os, signal
import numpy as np

class Nearest:
    fits = 0

    def fit(self, X, y):
        Nearest.fits += 1
        if Nearest.fits == int(os.environ.get("DIE_AT", 0)):
            os.kill(os.getpid(), signal.SIGKILL)
        self.X, self.y = X, y
        return self

    def predict(self, X):
        return self.y[np.abs(X[:, None] - self.X).max(axis=2).argmin(axis=1)]
"""
FILE = """
data: rows.csv
models: {near: {python: "killed_model:Nearest"}}
eps_train: [0, 0.05]
eps_test: [0.1]
runs: 3
copies: 2
copies_train: 2
"""


def mohs_grid(folder, *more, die_at=0):
    environment = {**os.environ, "DIE_AT": str(die_at)}
    return subprocess.run(
        [sys.executable, "-m", "mohs", "grid", "experiment.yaml", "--quiet", *more],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def numbers(folder):
    document = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    document["grid"].pop("seconds")
    return {key: document[key] for key in ("results", "grid", "status", "data", "warnings")}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
def test_after_kill_9_a_resumed_grid_has_the_numbers_of_one_that_ran_through(tmp_path):
    (tmp_path / "killed_model.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "experiment.yaml").write_text(FILE, encoding="utf-8")
    rows = "".join(f"{a!r},{b!r},{c}\n" for (a, b), c in zip(X.tolist(), Y, strict=True))
    (tmp_path / "rows.csv").write_text(f"a,b,label\n{rows}", encoding="utf-8")
    assert mohs_grid(tmp_path, "--out", "whole").returncode == 0
    assert mohs_grid(tmp_path, "--out", "killed", die_at=4).returncode == -signal.SIGKILL
    journal = tmp_path / "killed" / "journal.jsonl"
    assert len(journal.read_bytes().splitlines()) == 3
    with journal.open("ab") as file:  # as a kill in the middle of a write leaves it
        file.write(b'{"run": 1, "mod')
    again = mohs_grid(tmp_path, "--out", "killed", "--resume")
    assert again.returncode == 0, again.stderr
    assert numbers(tmp_path / "killed") == numbers(tmp_path / "whole")
    lines = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    assert len({line["id"] for line in lines}) == len(lines) == 6


def test_a_resumed_grid_fits_only_what_is_missing(tmp_path):
    fits = []

    class Counting(Nearest):
        def fit(self, rows, y):
            fits.append(len(rows))
            return super().fit(rows, y)

    first = mohs.grid({"near": Counting()}, X, Y, out=tmp_path / "run", **OPTIONS)
    made = len(fits)
    journal = tmp_path / "run" / "journal.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    journal.write_text("".join(lines[:-2]), encoding="utf-8")
    second = mohs.grid({"near": Counting()}, X, Y, out=tmp_path / "run", resume=True, **OPTIONS)
    assert len(fits) - made == 2 + 2  # two cells, and two models of the figure
    assert second.document["results"] == first.document["results"]


def test_another_grid_does_not_go_on_with_the_folder(tmp_path):
    mohs.grid(MODELS, X, Y, out=tmp_path / "run", **OPTIONS)
    with pytest.raises(RunError, match="there already"):
        mohs.grid(MODELS, X, Y, out=tmp_path / "run", **OPTIONS)
    with pytest.raises(RunError, match="another configuration"):
        mohs.grid(MODELS, X, Y, out=tmp_path / "run", resume=True, **{**OPTIONS, "copies": 3})
    with pytest.raises(RunError, match="another configuration"):
        mohs.grid(MODELS, X + 0.001, Y, out=tmp_path / "run", resume=True, **OPTIONS)


@pytest.mark.parametrize(
    ("problem", "raised", "status"),
    [(KeyboardInterrupt, KeyboardInterrupt, "partial"), (ValueError, RunFailed, "failed")],
)
def test_a_grid_that_stops_says_how_to_go_on(tmp_path, problem, raised, status):
    class Stops(Nearest):
        def fit(self, rows, y):
            if len(rows) > 50:
                raise problem("enough")
            return super().fit(rows, y)

    with pytest.raises(raised) as caught:
        mohs.grid({"near": Stops()}, X, Y, out=tmp_path / "run", **OPTIONS)
    assert ("resume" if problem is KeyboardInterrupt else "is safe") in str(caught.value)
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == status
    assert len((tmp_path / "run" / "journal.jsonl").read_bytes().splitlines()) == 1


def test_cells_that_somebody_takes_out_of_the_journal_meanwhile_are_missed(tmp_path):
    journal = tmp_path / "run" / "journal.jsonl"

    class Robs(Nearest):
        fits = 0

        def fit(self, rows, y):
            Robs.fits += 1
            if Robs.fits == 4:
                journal.write_bytes(b"")
            return super().fit(rows, y)

    with pytest.raises(RunFailed, match=r"3 of 6 cells are in(.|\n)*resume"):
        mohs.grid({"near": Robs()}, X, Y, out=tmp_path / "run", **OPTIONS)
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "failed"
    done = mohs.grid({"near": Robs()}, X, Y, out=tmp_path / "run", resume=True, **OPTIONS)
    assert done.rows == mohs.grid({"near": Nearest()}, X, Y, **OPTIONS).rows


def test_the_folder_has_all_files_and_the_page_can_be_drawn_again(tmp_path):
    told = []
    done = mohs.grid(MODELS, X, Y, out=tmp_path / "run", progress=lambda *now: told.append(now), **OPTIONS)
    assert told[-1] == (12, 12)
    assert repr(done).startswith(f"Grid({tmp_path / 'run'}, ") and len(repr(done)) < 200
    rows, columns = done.accuracy("1nn").shape
    assert f"{columns} eps_train x {rows} eps_test" in repr(done)
    assert {path.name for path in done.folder.iterdir()} == {
        "run.json",
        "journal.jsonl",
        "results.json",
        "report.html",
    }
    page = done.folder / "report.html"
    before = page.read_bytes()
    page.unlink()
    assert mohs.draw_report(done.folder) == page
    assert page.read_bytes() == before
