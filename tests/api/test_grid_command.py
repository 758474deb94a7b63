"""The file's options reach the grid, and those of the command line win."""

import pickle
import re
from pathlib import Path

import numpy as np
import pytest

from grids import X, Y
from mohs.api import grid_command
from mohs.errors import RunError
from mohs.noise.grid.experiment_file import read_experiment

FILE = """
data: data/rows.npz
test: data/more.npz
bounds: [0, 1]
norm: l2
models:
  near: {python: "grids:Nearest"}
eps_train: [0, 0.05]
eps_test: [0.1]
training: [noisy, with-clean]
control: true
runs: 2
copies: 3
copies_train: 2
seed: 4
"""


@pytest.fixture
def person(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data" / "rows.npz", X=X[:40], y=Y[:40])
    np.savez(tmp_path / "data" / "more.npz", X=X[40:], y=Y[40:])
    (tmp_path / "experiment.yaml").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_paths_begin_at_the_files_folder_and_every_option_arrives(person, monkeypatch):
    (person / "elsewhere").mkdir()
    monkeypatch.chdir(person / "elsewhere")
    done = grid_command("../experiment.yaml", keep=False)
    config = done.document["config"]
    assert (config["norm"], config["runs"], config["copies"], config["seed"]) == ("l2", 2, 3, 4)
    assert (config["training"], config["control"]) == (["noisy", "with-clean"], True)
    assert done.document["data"]["test"]["rows"] == 20
    assert done.folder is None


def test_flags_win_over_the_file(person):
    done = grid_command("experiment.yaml", runs=1, seed=9, keep=False)
    assert (done.document["config"]["runs"], done.document["config"]["seed"]) == (1, 9)


def test_a_folder_of_its_own_is_made_where_none_is_named(person):
    done = grid_command("experiment.yaml", runs=1)
    assert done.folder.parent.name == "runs"
    assert done.folder.name.startswith("experiment-grid-")


def test_resume_needs_a_folder(person):
    with pytest.raises(RunError, match="add out and"):
        grid_command("experiment.yaml", resume=True)


PAGE = Path(__file__).resolve().parents[2] / "docs" / "grid.md"


def test_the_papers_run_as_the_page_has_it_starts(tmp_path):
    """WRN-28-10 in full size and the page's own file, in CIFAR-10's format; for one batch on a CPU."""
    for package in ("torch", "skorch"):
        pytest.importorskip(package)
    folder = tmp_path / "cifar-10-batches-py"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for number, name in enumerate([*(f"data_batch_{part}" for part in range(1, 6)), "test_batch"]):
        batch = {b"labels": [number % 2], b"data": rng.integers(0, 256, (1, 3072), dtype=np.uint8)}
        if name == "test_batch":
            batch = {b"labels": [0, 1], b"data": rng.integers(0, 256, (2, 3072), dtype=np.uint8)}
        (folder / name).write_bytes(pickle.dumps(batch, protocol=2))
    (written,) = re.findall(r"```yaml\n(data: cifar.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    here = written.replace("device: cuda", "device: cpu, epochs: 1").replace("runs: 20", "runs: 1")
    here = re.sub(r"eps_train: .*", "eps_train: [2.55]", here)
    here = re.sub(r"eps_test: .*", "eps_test: [0, eps_min]", here)
    assert here.count("epochs: 1") == here.count("runs: 1") == 1
    (tmp_path / "cifar.yaml").write_text(written, encoding="utf-8")
    asked = read_experiment(tmp_path / "cifar.yaml").options
    assert [len(asked[radii]) for radii in ("eps_train", "eps_test")] == [8, 12]
    (tmp_path / "cifar.yaml").write_text(here, encoding="utf-8")
    done = grid_command(tmp_path / "cifar.yaml", keep=False)
    (cell,) = done.cells.values()
    assert (cell["rows_fitted"], cell["rows_test"], len(cell["noisy"])) == (5, 2, 1)
