"""kit:tree-autoencoder, held through the files as they are shipped: whole, and of use."""

import json
from pathlib import Path

import pytest

import mohs
from mohs.language.tree_files import read_tree_file

torch = pytest.importorskip("torch")

from mohs.language.tree_autoencoder import open_tree_autoencoder  # noqa: E402
from planted import Planted  # noqa: E402

FOLDER = Path(mohs.__file__).parent / "kit" / "trees"


def test_it_is_the_one_that_its_card_and_its_build_log_describe():
    file = read_tree_file(FOLDER, "")  # the sha256 is looked at there
    build = json.loads((FOLDER / "build.json").read_text(encoding="utf-8"))
    assert build["figures"] == {row["metric"]: row for row in file.card["accuracy"]}
    assert (Path(mohs.__file__).parents[2] / build["script"]).is_file() or "site-packages" in mohs.__file__
    assert file.card["parser"]["name"].startswith("en_core_web_sm")
    assert all(source["path"].startswith("../shared/data/glue/") for source in file.card["data"])


def test_what_it_tells_is_of_the_same_part_of_speech_and_fits():
    trees = open_tree_autoencoder()
    (parsed,) = Planted().parse(["the film is a great movie ."])
    (told,) = trees.tell([(parsed, 20)])
    nouns, adjectives = ({one.word for one in told.candidates[place]} for place in (1, 4))
    assert nouns & {"movie", "comedy", "cinema", "drama"}
    assert adjectives & {"good", "excellent", "awesome", "fantastic"}
    assert told.candidates[6] == ()  # marks are not told


def test_it_reconstructs_more_than_half_of_the_words_of_texts_that_it_has_not_seen():
    card = read_tree_file(FOLDER, "").card
    (alone,) = [row for row in card["accuracy"] if row["metric"] == "reconstructed"]
    assert alone["n"] > 900 and alone["low"] > 0.5
