"""`mohs train`: flags reach the api under their names; what came of it is shown."""

import json

import pytest

from mohs.cli.main import main
from mohs.estimate import Estimate, no_data

CARD = {
    "accuracy": [
        Estimate(0.5, 0.4, 0.6, 20, None, 0.95, "wilson").to_json("reconstructed"),
        Estimate(0.75, 0.7, 0.8, 20, None, 0.95, "wilson").to_json("told_with_right_neighbours"),
    ]
}


@pytest.fixture
def asked(api):
    seen = {}

    def train_tree_autoencoder(data, out, **options):
        seen.update(options, data=data, out=str(out))
        if options["progress"] is not None:  # None where all is quiet
            options["progress"]("epoch 1 of 1")
        return CARD

    api.train_tree_autoencoder = train_tree_autoencoder
    return seen


def test_every_flag_reaches_the_api(asked, capsys):
    argv = [
        "train",
        "tree-autoencoder",
        "--data",
        "a.txt",
        "--data",
        "b.csv",
        "--out",
        "trees",
        "--text",
        "t",
    ]
    argv += [
        "--split",
        "train",
        "--parser",
        "p",
        "--limit",
        "9",
        "--hidden",
        "64",
        "--epochs",
        "3",
        "--minimum",
        "4",
    ]
    argv += ["--learning-rate", "0.1", "--seed", "5", "--resume"]
    assert main(argv) == 0
    asked.pop("progress")
    assert asked == {
        "data": ("a.txt", "b.csv"), "out": "trees", "text": ("t",), "split": "train", "parser": "p", "limit": 9,
        "hidden": 64, "epochs": 3, "minimum": 4, "learning_rate": 0.1, "random_state": 5, "resume": True,
    }  # fmt: skip
    shown = capsys.readouterr()
    assert "0.500 [0.400, 0.600]" in shown.out and "told_with_right_neighbours" in shown.out
    assert "epoch 1 of 1" in shown.err and "--tree-autoencoder trees" in shown.err


def test_where_there_is_nothing_to_measure_no_number_is_shown(asked, capsys, monkeypatch):
    bare = Estimate(0.25, None, None, 1, None, 0.95, "none")
    rows = [no_data().to_json("reconstructed"), bare.to_json("other")]
    monkeypatch.setitem(CARD, "accuracy", rows)
    assert main(["train", "tree-autoencoder", "--data", "a.txt", "--out", "o"]) == 0
    shown = capsys.readouterr().out
    assert "no data" in shown and "0.250" in shown and "None" not in shown


def test_json_is_the_card_alone(asked, capsys):
    assert main(["train", "tree-autoencoder", "--data", "a.txt", "--out", "o", "--json", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out) == CARD
    assert "epoch" not in shown.err


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        ([], "--data"),
        (["--data", "a.txt"], "--out"),
        (["--data", "a.txt", "--out", "o", "--epochs", "0"], "--epochs"),
        (["--data", "a.txt", "--out", "o", "--learning-rate", "0"], "--learning-rate"),
        (["--data", "a.txt", "--out", "o", "--epoch", "2"], "--epochs"),
    ],
)
def test_a_mistake_names_its_flag(asked, argv, named, capsys):
    assert main(["train", "tree-autoencoder", *argv]) == 2
    assert named in capsys.readouterr().err
    assert asked == {}


PAIRS_CARD = {"measures": [Estimate(0.25, 0.1, 0.5, 12, None, 0.95, "wilson").to_json("unchanged")]}


def test_every_flag_of_a_paraphraser_reaches_the_api(api, capsys):
    seen = {}

    def train_paraphraser(data, out, **options):
        seen.update(options, data=data, out=str(out))
        return PAIRS_CARD

    api.train_paraphraser = train_paraphraser
    argv = "train paraphraser --data a.csv --data b.csv --out p --text q --text r --where d=1 --where e=x=y --split s"
    argv += (
        " --parser en --initial hf:m --limit 9 --epochs 3 --learning-rate 0.1 --batch-tokens 99 --no-copies"
    )
    argv += " --width 64 --layers 1 --vocabulary 500 --device cuda --seed 5 --resume --quiet"
    assert main(argv.split()) == 0
    seen.pop("progress")
    assert seen == {
        "data": ("a.csv", "b.csv"), "out": "p", "text": ("q", "r"), "where": {"d": "1", "e": "x=y"}, "split": "s",
        "parser": "en", "initial": "hf:m", "limit": 9, "epochs": 3, "learning_rate": 0.1, "batch_tokens": 99,
        "copies": False, "width": 64, "layers": 1, "vocabulary": 500, "device": "cuda", "random_state": 5,
        "resume": True,
    }  # fmt: skip
    shown = capsys.readouterr()
    assert "0.250 [0.100, 0.500]" in shown.out and "--paraphraser hf:p" in shown.err
    assert main([*argv.split(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == PAIRS_CARD
