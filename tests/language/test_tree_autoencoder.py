"""What else may stand at a word: words of its part of speech, the likeliest first, and whatever was trained."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mohs.errors import ModelError  # noqa: E402
from mohs.language.tree_autoencoder import LENGTH, open_tree_autoencoder, vectors_of  # noqa: E402
from mohs.language.vectors import WordVectors  # noqa: E402
from mohs.training.tree_autoencoder import Settings  # noqa: E402
from mohs.training.tree_run import train  # noqa: E402
from planted import TAG_OF, Planted, texts  # noqa: E402

SENTENCES = [
    "a good film is the movie .",
    "Qzx film",
    "",
    "great",
    "the plot shows a dull actor ! a story is fine",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("trees") / "out"
    train(texts(), out, Planted(), {}, Settings(hidden=64, epochs=2), resume=False, tell=lambda line: None)
    return out


def test_candidates_are_other_words_of_the_same_part_of_speech(folder):
    trees = open_tree_autoencoder(str(folder))
    for parsed, told in zip(
        Planted().parse(SENTENCES), trees.tell([(p, 3) for p in Planted().parse(SENTENCES)]), strict=True
    ):
        assert len(told.candidates) == len(parsed.tokens) == len(told.tree) - 1
        for number, some in enumerate(told.candidates):
            word = parsed.word(number).lower()
            assert len(some) <= 3 and word not in {one.word for one in some}
            assert {TAG_OF[one.word] for one in some} <= {parsed.tokens[number].tag}
            assert all(trees.vocabulary.words[one.number] == one.word for one in some)
    noun = trees.tell([(Planted().parse(["a good film"])[0], 2)])[0].candidates[2]
    assert len(noun) == 2


def test_a_text_is_told_the_same_alone_and_beside_many_others(folder):
    trees = open_tree_autoencoder(str(folder))
    items = [(parsed, 4) for parsed in Planted().parse([*SENTENCES, *texts(90, seed=3)])]
    together = trees.tell(items)
    assert together == [trees.tell([item])[0] for item in items]
    assert trees.tell([]) == []


def test_all_vectors_are_of_one_length():
    lengths = np.linalg.norm(vectors_of(WordVectors.kit())[:500], axis=1)
    assert lengths == pytest.approx(np.full(500, LENGTH), rel=1e-5)


def test_one_that_is_not_there_or_of_other_vectors_is_refused_with_the_command_that_makes_one(
    folder, tmp_path
):
    with pytest.raises(ModelError, match=r"is no tree autoencoder(.|\n)*mohs train tree-autoencoder --data"):
        open_tree_autoencoder(str(tmp_path))
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    (tmp_path / "model.npz").write_bytes((folder / "model.npz").read_bytes())
    (tmp_path / "card.json").write_text(json.dumps(card | {"vectors": "of others"}), encoding="utf-8")
    with pytest.raises(ModelError, match=r"other word vectors(.|\n)*of others"):
        open_tree_autoencoder(str(tmp_path))


def test_who_trained_it_stands_in_the_record_of_a_run(folder):
    identity = open_tree_autoencoder(str(folder)).identity
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert identity == {"address": str(folder), "sha256": card["sha256"]}
