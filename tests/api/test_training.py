"""Training from Python: texts from files, a folder, and what its card says."""

import json

import pytest

pytest.importorskip("torch")

from mohs import train_tree_autoencoder
from mohs.errors import MohsError
from planted import Planted, texts


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(texts(60)) + "\n", encoding="utf-8")
    return str(path)


def test_a_file_of_texts_becomes_a_folder(path, tmp_path):
    card = train_tree_autoencoder(path, tmp_path / "out", parser=Planted(), hidden=64, epochs=1)
    written = json.loads((tmp_path / "out" / "card.json").read_text(encoding="utf-8"))
    assert written == {"schema": "mohs/tree-autoencoder/1", **json.loads(json.dumps(card))}
    assert card["data"][0]["path"] == path and card["data"][0]["texts"] == len(set(texts(60)))
    assert card["settings"]["hidden"] == 64 and card["limit"] is None


def test_a_limit_draws_texts_by_the_seed_and_is_recorded(path, tmp_path):
    seen = {}
    for name, seed in (("one", 3), ("two", 3), ("three", 4)):
        parser = Planted()
        card = train_tree_autoencoder(
            path, tmp_path / name, parser=parser, hidden=64, epochs=1, limit=30, random_state=seed
        )
        assert card["limit"] == 30 and card["settings"]["seed"] == seed
        seen[name] = parser.seen
    assert len(seen["one"]) == 30
    assert seen["one"] == seen["two"] != seen["three"]


def test_a_setting_that_there_is_not_is_refused(path, tmp_path):
    with pytest.raises(MohsError, match=r"no setting 'epoch'(.|\n)*epochs"):
        train_tree_autoencoder(path, tmp_path / "out", parser=Planted(), epoch=1)
    with pytest.raises(MohsError, match="hidden cannot be used"):
        train_tree_autoencoder(path, tmp_path / "out", parser=Planted(), hidden=100)
    assert not (tmp_path / "out").exists()
