"""The file's options reach the grid, and those of the command line win."""

import pytest

from grids import X, Y
from mohs.api import grid_command
from mohs.errors import RunError

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
    import numpy as np

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
    with pytest.raises(RunError, match="--out"):
        grid_command("experiment.yaml", resume=True)
