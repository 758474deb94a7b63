"""kit:mlm, held through the files as they are shipped: whole, deterministic, and of use."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

import mohs
from mohs.inference.onnx_masked import OnnxMaskedText
from mohs.language.masked_lm import open_masked_lm

FOLDER = Path(mohs.__file__).parent / "kit" / "mlm"
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
TEXTS = (
    "it 's a charming and often affecting journey .",
    "It's a sly, warm-hearted comedy — don't miss it!",
    "the acting is terrible and the plot is boring .",
    "😀 café ！ שלום",
    "one long word " + "x" * 300,
    "a",
)


@pytest.fixture(scope="module")
def network():
    return OnnxMaskedText(FOLDER, threads=1)


def test_it_is_the_one_that_its_build_log_describes():
    build = json.loads((FOLDER / "build.json").read_text(encoding="utf-8"))
    for name in ("model.onnx", "tokenizer.json"):
        content = (FOLDER / name).read_bytes()
        assert build["files"][name] == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    assert (Path(mohs.__file__).parents[2] / build["script"]).is_file() or "site-packages" in mohs.__file__
    assert max(build["largest_difference_from_a_row_alone"].values()) < 1e-4


def test_answers_are_the_same_to_the_bit_alone_and_beside_others(network):
    items = [(text, 48) for text in TEXTS]
    assert network.fill(items) == [network.fill([item])[0] for item in items]
    for length in (3, 8, 25):
        rows = np.random.default_rng(0).integers(5, network.width, (40, length))
        feed = {"input_ids": rows, "attention_mask": np.ones_like(rows)}
        (together,) = network._session.run(None, feed)
        for some in (slice(0, 1), slice(3, 5), slice(7, 40)):
            (alone,) = network._session.run(None, {name: rows[some] for name, rows in feed.items()})
            assert (alone == together[some]).all()


def test_a_mark_is_never_a_candidate(network):
    numbers = {network.tokens.tokenizer.token_to_id(mark) for mark in MARKS}
    assert None not in numbers
    for found in network.fill([(text, 48) for text in TEXTS]):
        assert all(not numbers & set(one.ids) for one in found)


def test_marks_written_in_a_text_are_ordinary_characters(network):
    ids = network.tokens.tokenizer.encode("a [SEP] [MASK] b").ids
    numbers = {network.tokens.tokenizer.token_to_id(mark) for mark in MARKS}
    assert not numbers & set(ids[1:-1])


@pytest.mark.parametrize(
    ("text", "word", "some"),
    [
        ("the film was very good .", "film", {"movie", "films", "picture", "movies"}),
        ("the film was very good .", "good", {"great", "nice", "decent", "excellent"}),
        ("he quickly left the house .", "quickly", {"rapidly", "soon", "fast", "swiftly", "immediately", "quick"}),
        ("a woman is eating a sandwich .", "woman", {"lady", "girl", "man", "person"}),
    ],
)  # fmt: skip
def test_words_that_fit_are_among_its_best(text, word, some):
    (pieces,) = open_masked_lm("kit:mlm").fill([(text, 12)])
    (piece,) = [piece for piece in pieces if text[piece.start : piece.end] == word]
    assert some & {candidate.text for candidate in piece.candidates if candidate.begins}


def test_half_of_the_masked_pieces_of_dev_sentences_are_among_its_best(network, shared):
    """Measured again, by hand, on a few: a mask in the place of every eighth piece."""
    lines = (shared / "data/glue/SST-2/dev.tsv").read_text(encoding="utf-8").split("\n")[1:151]
    mask = network.tokens.tokenizer.token_to_id("[MASK]")
    ranks = []
    for line in lines:
        ids = np.array([network.tokens.tokenizer.encode(line.split("\t")[0]).ids])
        places = np.arange(4, ids.shape[1] - 1, 8)
        told = ids[0, places]
        ids[0, places] = mask
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        logits = network._session.run(None, feed)[0][0, places]
        ranks += (logits > logits[np.arange(len(told)), told][:, None]).sum(axis=1).tolist()
    said = json.loads((FOLDER / "build.json").read_text(encoding="utf-8"))["figures"][
        "recall_sst2_dev_masked"
    ]
    assert np.mean(np.array(ranks) < 10) == pytest.approx(said["top_10"], abs=0.08)
    assert said["n"] > 1000 and said["top_10"] > 0.4
