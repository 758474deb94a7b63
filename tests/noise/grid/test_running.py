"""Cells are journaled one by one, in one process or several, and read again only if they are the grid's own."""

import json
import os
import socket
import subprocess
import sys

import numpy as np
import pytest

from grids import DATA, experiment
from mohs import separation
from mohs.data.table import as_table
from mohs.errors import RunError, RunFailed
from mohs.noise.grid import running
from mohs.noise.grid.estimators import read_model
from mohs.noise.grid.experiment import Cell
from mohs.noise.grid.running import carry_out_all, journaled, read_cells
from mohs.noise.grid.trial import Data
from mohs.noise.grid.values import Fit, series

ASKED = experiment(runs=2, eps_train=(0.0, 0.05))
CELLS = list(ASKED.cells())


def bare(lines):
    return {line["id"]: {**line, "cost": None} for line in lines}


def test_what_is_journaled_is_read(tmp_path):
    path, told = tmp_path / "journal.jsonl", []
    journaled(carry_out_all(DATA, ASKED, CELLS, 1), path, 0, len(CELLS), lambda *done: told.append(done))
    found = read_cells(path, ASKED)
    assert list(found) == CELLS
    assert told == [(number, len(CELLS)) for number in range(len(CELLS) + 1)]


@pytest.mark.parametrize(("jobs", "cells", "begun"), [(10**9, 3, 3), (10**9, 100, 8), (2, 100, 2)])
def test_no_more_processes_are_begun_than_serve(monkeypatch, jobs, cells, begun):
    joblib = pytest.importorskip("joblib")
    asked = []
    monkeypatch.setattr(joblib, "Parallel", lambda n_jobs, **how: asked.append(n_jobs) or (lambda tasks: []))
    monkeypatch.setattr(running, "cores", lambda: 2)
    assert list(carry_out_all(DATA, ASKED, CELLS[:1] * cells, jobs)) == []
    assert asked == [begun]


def test_several_processes_give_the_same_lines():
    pytest.importorskip("joblib")
    pytest.importorskip("sklearn")
    models = (read_model("tree", {"sklearn": "tree.DecisionTreeClassifier", "max_depth": 3}),)
    asked = experiment(models=models, runs=2)
    cells = list(asked.cells())
    assert bare(carry_out_all(DATA, asked, cells, 1)) == bare(carry_out_all(DATA, asked, cells, 2))


CALLING = """
import os, socket, sys, threading

class Calling:
    \"\"\"Says on the socket which process it is, and is never done.\"\"\"

    def fit(self, X, y):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(os.environ["CALL"])
        self.line.sendall(b"%d" % os.getpid())
        threading.Event().wait()

    def predict(self, X):
        \"\"\"Never asked.\"\"\"
"""
GRID = """
import calling, mohs
X = [[0.0], [0.1], [0.8], [0.9]] * 5
mohs.grid({"c": calling.Calling()}, X, [0, 0, 1, 1] * 5, eps_train=(0,), eps_test=(0.1,), runs=4, jobs=2)
"""


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
def test_when_a_grid_is_killed_its_processes_end_too(tmp_path, monkeypatch):
    pytest.importorskip("joblib")
    monkeypatch.chdir(tmp_path)  # the name of such a socket is short
    (tmp_path / "calling.py").write_text(CALLING, encoding="utf-8")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("called")
        listening.listen()
        listening.settimeout(60)
        environment = {**os.environ, "CALL": "called", "PYTHONPATH": str(tmp_path)}
        with subprocess.Popen([sys.executable, "-c", GRID], env=environment) as parent:
            try:
                lines = [listening.accept()[0] for _ in range(2)]
                processes = {line.recv(20) for line in lines}
            finally:
                parent.kill()
    assert len(processes) == 2
    assert b"%d" % parent.pid not in processes
    for line in lines:
        with line:
            line.settimeout(60)
            assert line.recv(1) == b""  # what held the other end is gone


def test_a_model_that_fails_ends_the_run_and_what_is_done_is_kept(tmp_path):
    class Sometimes:
        def fit(self, X, y):
            if len(X) > 45:
                raise MemoryError("too many rows")
            self.label = y[0]
            return self

        def predict(self, X):
            return [self.label] * len(X)

    asked = experiment(models=(read_model("s", Sometimes()),))
    path = tmp_path / "journal.jsonl"
    with pytest.raises(RunFailed, match="too many rows"):
        journaled(carry_out_all(DATA, asked, list(asked.cells()), 1), path, 0, 6)
    assert list(read_cells(path, asked)) == [Cell(0, "s", "plain", 0.0)]


LINE = next(iter(carry_out_all(DATA, ASKED, CELLS[:1], 1)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"run": 9}, "run 9"),
        ({"model": "other"}, "other"),
        ({"eps_train": 0.3}, "0.3"),
        ({"run": None}, "run None"),
        ({"clean": 99}, "99 right of 15"),
        ({"clean": "3"}, "a count that is none"),
        ({"rows_test": -1}, "a count that is none"),
        ({"noisy": [[1, 2]]}, "not 2 radii"),
        ({"noisy": [[1, 2], []]}, "without copies"),
        ({"noisy": [[1, 2], [1, 99]]}, "a count that is none"),
        ({"noisy": None}, "not 2 radii"),
        ({"run": []}, "a line without run"),
        ({"model": {}}, "a line without run"),
        ({"clean": True}, "a count that is none"),
        ({"rows_train": 0}, "a count that is none"),
        ({"noisy": [[1, 2], [1, True]]}, "a count that is none"),
        ({"affected": None}, "not 2 counts of values at the edge"),
        ({"affected": [1, None]}, "not 2 counts of values at the edge"),
        ({"cost": None}, "no cost in seconds"),
        ({"cost": {"seconds": "3"}}, "no cost in seconds"),
    ],
)
def test_a_line_that_is_none_of_the_grid_is_named(tmp_path, change, said):
    path = tmp_path / "journal.jsonl"
    path.write_text(json.dumps({**LINE, **change}) + "\n", encoding="utf-8")
    with pytest.raises(RunError, match=said) as caught:
        read_cells(path, ASKED)
    assert ":1: not a cell" in str(caught.value)


def test_a_cell_that_is_there_twice_is_named(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text(2 * (json.dumps(LINE) + "\n"), encoding="utf-8")
    with pytest.raises(RunError, match=r":2: .*\n.*a second time"):
        read_cells(path, ASKED)
    path.write_text('{"run": 0}\n', encoding="utf-8")
    with pytest.raises(RunError, match="a line without"):
        read_cells(path, ASKED)


def test_with_its_noise_and_seeds_the_papers_code_comes_out_again(shared):
    """Replicated with the authors' code over 60 runs: clean accuracy and MSCR of 1NN in per cent."""
    pytest.importorskip("sklearn")
    with np.load(shared / "data" / "mscr2d" / "B_sep.npz") as file:
        table = as_table(file["x"], file["y"])
    eps_min = separation(table).eps_min
    nearest = {"sklearn": "neighbors.KNeighborsClassifier", "n_neighbors": 1}
    asked = experiment(
        models=(read_model("1nn", nearest),), eps_train=(0.0, eps_min), eps_test=(eps_min,), eps_min=eps_min,
        runs=60, copies=10, copies_train=10, test_size=0.2, noise="reference",
    )  # fmt: skip
    lines = carry_out_all(Data(table), asked, list(asked.cells()), 1)
    found = series(
        asked, {Cell(line["run"], "1nn", line["training"], line["eps_train"]): line for line in lines}
    )
    expected = {
        Fit("1nn", "plain", 0.0): (99.850, -0.0755, 0.065),
        Fit("1nn", "noisy", eps_min): (99.861, -0.0771, 0.068),
    }
    for fit, (clean, cost, spread) in expected.items():
        values = 100 * found[fit].relative[:, 0]
        assert 100 * found[fit].accuracy[:, 0].mean() == pytest.approx(clean, abs=0.0006)
        assert values.mean() == pytest.approx(cost, abs=0.00006)
        assert values.std(ddof=1) == pytest.approx(spread, abs=0.0006)
