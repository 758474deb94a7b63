"""The folder of a tree autoencoder is read as it was written, or refused with the reason."""

import hashlib
import json

import numpy as np
import pytest

from mohs.errors import ModelError
from mohs.language.tree_files import SCHEMA, packed, read_tree_file, write_tree_file

WEIGHTS = {
    "matrix": np.array([[1.0, -0.5], [0.0, 0.0], [300.0, 150.0]], np.float32),
    "bias": np.array([0.25, -3.0], np.float32),
}
BY_TAG = ((), (3, 70_000), (1,))


@pytest.fixture
def folder(tmp_path):
    content = packed(WEIGHTS, BY_TAG)
    card = {"sha256": hashlib.sha256(content).hexdigest(), "vectors": "v", "tags": [], "relations": [],
            "hidden": 2, "embedding": 1}  # fmt: skip
    write_tree_file(tmp_path, content, card)
    return tmp_path


def change(folder, **changes):
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    (folder / "card.json").write_text(json.dumps(card | changes), encoding="utf-8")


def test_weights_come_back_to_a_254th_of_their_row_s_largest_and_words_as_they_were(folder):
    file = read_tree_file(folder, "")
    assert file.by_tag == BY_TAG
    assert file.weights["bias"].tolist() == [0.25, -3.0]
    off = np.abs(file.weights["matrix"] - WEIGHTS["matrix"])
    assert (off <= np.array([[1.0], [0.0], [300.0]]) / 253.9).all()
    assert file.weights["matrix"].dtype == np.float32
    assert file.card["schema"] == SCHEMA


def test_a_folder_that_is_none_is_refused_with_how_to_come_by_one(folder, tmp_path):
    with pytest.raises(ModelError, match=r"is no tree autoencoder(.|\n)*No such file(.|\n)*train one"):
        read_tree_file(tmp_path / "none", "train one")
    (folder / "card.json").write_text("{", encoding="utf-8")
    with pytest.raises(ModelError, match="is no tree autoencoder"):
        read_tree_file(folder, "train one")


@pytest.mark.parametrize("changes", [{"schema": "other/1"}, {"schema": None}])
def test_a_card_of_another_kind_is_refused(folder, changes):
    change(folder, **changes)
    with pytest.raises(ModelError, match="its card cannot be read"):
        read_tree_file(folder, "")


def test_a_card_that_is_no_mapping_is_refused(folder):
    (folder / "card.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ModelError, match=r"its card cannot be read(.|\n)*list"):
        read_tree_file(folder, "")


def test_a_model_that_is_not_the_one_of_the_card_is_refused(folder):
    content = (folder / "model.npz").read_bytes()
    (folder / "model.npz").write_bytes(content[:-1] + b"x")
    with pytest.raises(ModelError, match="is not the file that its card speaks of"):
        read_tree_file(folder, "")
