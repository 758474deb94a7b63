"""Training from Python: texts from files, a folder, and what its card says."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("torch")

from mohs import train_paraphraser, train_tree_autoencoder
from mohs.errors import MissingExtra, MohsError
from mohs.language.phrase_structure import TEMPLATES
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


def test_what_is_stopped_by_hand_says_how_to_go_on(path, tmp_path):
    def stop(line):
        if line.startswith("epoch 1"):
            raise KeyboardInterrupt

    options = {"parser": Planted(), "hidden": 64, "epochs": 2}
    with pytest.raises(KeyboardInterrupt, match=r"out; repeat it with resume"):
        train_tree_autoencoder(path, tmp_path / "out", **options, progress=stop)
    lines = []
    train_tree_autoencoder(path, tmp_path / "out", **options, progress=lines.append, resume=True)
    assert "goes on behind epoch 1 of 2" in lines


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


def test_data_that_cannot_be_used_is_told_before_torch_is_loaded(tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"good\nb\xe9d\n")
    (tmp_path / "bad.csv").write_bytes(b"text1,text2\na,b\nc\n")
    code = (
        "import sys, mohs\n"
        "from mohs.errors import DataError\n"
        "for train, name, said in (\n"
        "    (mohs.train_tree_autoencoder, 'none.txt', 'no file'), (mohs.train_paraphraser, 'none.csv', 'no file'),\n"
        "    (mohs.train_tree_autoencoder, 'bad.txt', 'bad.txt:2'), (mohs.train_paraphraser, 'bad.csv', 'bad.csv:3'),\n"
        "):\n"
        "    try:\n"
        "        train(name, 'out')\n"
        "    except DataError as problem:\n"
        "        assert said in str(problem), problem\n"
        "    else:\n"
        "        raise AssertionError(name)\n"
        "assert not {'torch', 'transformers', 'spacy'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_a_package_that_is_missing_is_named_before_anything_is_read(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=f"training a paraphraser needs the package '{package}'"):
        train_paraphraser("none.csv", "out")


def test_a_setting_that_there_is_not_is_refused(path, tmp_path):
    with pytest.raises(MohsError, match=r"no setting 'epoch'(.|\n)*epochs"):
        train_tree_autoencoder(path, tmp_path / "out", parser=Planted(), epoch=1)
    with pytest.raises(MohsError, match="hidden cannot be used"):
        train_tree_autoencoder(path, tmp_path / "out", parser=Planted(), hidden=100)
    assert not (tmp_path / "out").exists()


class Sentences:
    """Every text is a plain sentence."""

    identity = {"name": "sentences"}

    def templates(self, texts):
        return [TEMPLATES[0] if text else "" for text in texts]


def test_pairs_become_a_paraphraser(tmp_path):
    pytest.importorskip("transformers")
    path = tmp_path / "pairs.csv"
    rows = [f"it is {k},so it is {k},{k % 2}" for k in range(20)]
    path.write_text("\n".join(["text1,text2,same", *rows]), encoding="utf-8")
    small = {"epochs": 1, "width": 32, "layers": 1, "vocabulary": 300, "phrases": Sentences()}
    card = train_paraphraser(str(path), tmp_path / "out", where={"same": "1"}, limit=8, **small)
    assert card["data"][0]["pairs"] == 10 and card["where"] == {"same": "1"} and card["limit"] == 8
    assert card["lessons"]["trained"] == 7 * 2 * 2  # both ways, and each text from itself
    with pytest.raises(MohsError, match="no setting 'hidden'"):
        train_paraphraser(str(path), tmp_path / "other", hidden=3, **small)
