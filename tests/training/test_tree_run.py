"""A training leaves a folder that says how it was made; one that is stopped goes on to the same end."""

import json

import pytest

pytest.importorskip("torch")

import torch

from mohs.errors import DataError, RunError
from mohs.language.tree_autoencoder import open_tree_autoencoder
from mohs.training.tree_autoencoder import Settings
from mohs.training.tree_run import train
from planted import Planted, texts

SMALL = Settings(hidden=64, epochs=3, nodes=200, learning_rate=0.02)
RECORD = {"data": [{"path": "made up"}]}


def run(folder, settings=SMALL, *, some=None, resume=False, tell=lambda line: None, grammar=None):
    return train(
        texts() if some is None else some,
        folder,
        grammar or Planted(),
        RECORD,
        settings,
        resume=resume,
        tell=tell,
    )


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trained") / "out"
    lines = []
    return folder, run(folder, tell=lines.append), lines


def test_the_card_says_how_it_was_made_and_how_good_it_is(finished):
    folder, done, lines = finished
    assert sorted(path.name for path in folder.iterdir()) == ["card.json", "model.npz", "run.json"]
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert card == json.loads(json.dumps({"schema": "mohs/tree-autoencoder/1", **done}))
    assert card["data"] == RECORD["data"] and card["parser"] == {"name": "planted"}
    assert card["settings"]["seed"] == 0 and len(card["losses"]) == 3 and card["loss"] == card["losses"][-1]
    assert card["losses"][0] > card["losses"][-1]
    assert card["texts"] == {"trained": 196, "held_out": 4}
    alone, given = card["accuracy"]
    assert alone["metric"] == "reconstructed" and alone["n"] == 4 and alone["words"] == 28
    assert 0 <= alone["low"] <= alone["value"] <= alone["high"] <= 1
    assert given["metric"] == "told_with_right_neighbours"
    assert lines[0] == "parsed 200 of 200 texts" and lines[-1].startswith("epoch 3 of 3: loss ")


def test_what_it_leaves_can_be_asked(finished):
    trees = open_tree_autoencoder(str(finished[0]))
    (told,) = trees.tell([(Planted().parse(["a good film is fine ."])[0], 3)])
    assert len(told.candidates) == 6
    assert {one.word for one in told.candidates[1]} < {
        "bad",
        "great",
        "awful",
        "fine",
        "dull",
        "lovely",
        "boring",
    }


def test_one_that_was_stopped_goes_on_to_the_same_end_and_parses_nothing_again(finished, tmp_path):
    def stop(line):
        if line.startswith("epoch 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "out", tell=stop)
    grammar = Planted()
    done = run(tmp_path / "out", resume=True, grammar=grammar)
    assert grammar.seen == []
    assert done == finished[1]
    assert (tmp_path / "out" / "model.npz").read_bytes() == (finished[0] / "model.npz").read_bytes()


def test_two_do_not_write_into_one_folder(finished, tmp_path):
    def second(line):
        with pytest.raises(RunError, match="another process writes into"):
            run(tmp_path / "out", resume=True)

    assert run(tmp_path / "out", tell=second) == finished[1]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "card.json",
        "model.npz",
        "run.json",
    ]


def test_what_a_process_has_set_for_torch_changes_nothing(finished, tmp_path):
    torch.set_default_dtype(torch.float64)
    try:
        with torch.no_grad():
            assert run(tmp_path / "out") == finished[1]
            assert not torch.is_grad_enabled()
        assert torch.get_default_dtype() == torch.float64
    finally:
        torch.set_default_dtype(torch.float32)


def test_one_that_is_done_is_not_done_again(finished):
    folder, done, _ = finished
    grammar, lines = Planted(), []
    assert run(folder, resume=True, grammar=grammar, tell=lines.append) == json.loads(json.dumps(done))
    assert grammar.seen == [] and lines == ["this training is done"]


def test_a_folder_that_is_there_is_refused_unless_it_is_gone_on_with_in_the_same_way(finished):
    folder = finished[0]
    with pytest.raises(RunError, match="is there already"):
        run(folder)
    with pytest.raises(RunError, match=r"another configuration(.|\n)*settings\.seed: 1"):
        run(folder, Settings(hidden=64, epochs=3, nodes=200, learning_rate=0.02, seed=1), resume=True)


def test_too_little_to_learn_from_is_said(tmp_path):
    with pytest.raises(DataError, match=r"too little(.|\n)*0 of 2 texts"):
        run(tmp_path / "a", some=["one", "two"])
    with pytest.raises(DataError, match="no word that has a vector occurs often enough"):
        run(tmp_path / "b", some=["qzx qzy", "qza qzb", "qzc qzd"])
    for name in ("a", "b"):  # with more to learn from the same command begins there
        assert not list((tmp_path / name).iterdir())
