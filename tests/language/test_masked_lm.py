"""Masked language models open by address and give pieces that lie on their letters."""

import pytest

from mohs.errors import ModelError
from mohs.language.masked_lm import open_masked_lm

TEXT = "An unlovely film, don't  say (good)\nnor café's 😍 Good!"


def test_the_kits_own_says_what_it_is():
    opened = open_masked_lm("kit:mlm", threads=1)
    assert opened.identity["address"] == "kit:mlm" and len(opened.identity["sha256"]) == 64
    test_pieces_lie_on_the_letters_of_the_text(opened)
    test_perplexities_are_numbers_above_one(opened)


def test_a_folder_in_onnx_gives_pieces_that_lie_on_their_letters(tmp_path):
    from masked_models import onnx_masked_folder

    folder, _ = onnx_masked_folder(tmp_path / "m")
    opened = open_masked_lm(f"onnx:{folder}", threads=1)
    assert opened.identity["address"] == f"onnx:{folder}" and len(opened.identity["sha256"]) == 64
    test_pieces_lie_on_the_letters_of_the_text(opened)
    test_candidates_come_best_first(opened)
    test_perplexities_are_numbers_above_one(opened)


def test_a_folder_that_is_not_there_is_refused():
    with pytest.raises(ModelError, match="there is no model folder"):
        open_masked_lm("onnx:/there/is/no/such/folder")


@pytest.mark.parametrize("address", ["kit:ml", "onnx:", "hf:", "bert-base-uncased", "none"])
def test_an_unknown_address_is_refused(address):
    with pytest.raises(ModelError, match="unknown masked language model"):
        open_masked_lm(address)


@pytest.fixture(scope="module", params=["word-pieces", "bytes", "sentence-pieces"])
def opened(request, tmp_path_factory):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from masked_models import masked_folder

    return open_masked_lm(
        f"hf:{masked_folder(tmp_path_factory.mktemp('m') / request.param, request.param)}", threads=1
    )


def test_it_says_what_it_is(opened):
    assert opened.identity["address"].startswith("hf:") and len(opened.identity["sha256"]) == 64


def test_pieces_lie_on_the_letters_of_the_text(opened):
    (pieces,) = opened.fill([(TEXT, 6)])
    assert [piece.start for piece in pieces] == sorted(piece.start for piece in pieces)
    covered = {place for piece in pieces for place in range(piece.start, piece.end)}
    assert covered == {place for place, letter in enumerate(TEXT) if not letter.isspace()}
    assert all(len(piece.candidates) <= 6 for piece in pieces)
    assert all(c.text.strip() and "\ufffd" not in c.text for piece in pieces for c in piece.candidates)


def test_candidates_come_best_first(opened):
    for piece in opened.fill([(TEXT, 9)])[0]:
        scores = [candidate.score for candidate in piece.candidates]
        assert scores == sorted(scores, reverse=True)


def test_every_word_is_made_of_pieces(opened):
    from mohs.attacks.word.pieces import pieces_of
    from mohs.language.words import Text, split_clitic

    text = Text(TEXT)
    (pieces,) = opened.fill([(TEXT, 60)])
    for index, (start, _) in enumerate(text.spans):
        word, _ = split_clitic(text.word(index))
        own = pieces_of(pieces, start, start + len(word))
        assert own and any(candidate.begins for candidate in own[0].candidates), word


def test_perplexities_are_numbers_above_one(opened):
    values = opened.perplexity(["good", "unlovely"])
    assert len(values) == 2 and all(value >= 1 for value in values)


def test_a_piece_at_the_start_may_be_written_without_the_sign_of_a_beginning(tmp_path):
    """Byte-level: "good" at the start and behind a bracket is written as in the middle of a word."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from masked_models import masked_folder

    opened = open_masked_lm(f"hf:{masked_folder(tmp_path / 'm', 'bytes')}", threads=1)
    start, inside = "good film", "a good film"
    (first, *_), (_, second, *_) = opened.fill([(start, 300), (inside, 300)])
    assert {c.begins for c in first.candidates} == {True}
    assert {c.begins for c in second.candidates} == {True, False}
