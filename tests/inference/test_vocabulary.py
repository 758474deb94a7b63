"""Vocabularies are read in three ways of writing."""

import pytest
from tokenizers import Tokenizer, models

from mohs.errors import ModelError
from mohs.inference.vocabulary import Vocabulary
from networks import word_pieces


def test_word_pieces_are_read_without_torch():
    vocabulary = Vocabulary(word_pieces(), "m")
    number = word_pieces().token_to_id
    assert vocabulary.token(number("film")) == ("film", True)
    assert vocabulary.token(number("##y")) == ("y", False)
    assert not vocabulary.signed and vocabulary.token(10**6).text == ""


def test_how_each_kind_writes_its_words(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from masked_models import masked_folder
    from mohs.inference.hf_masked import HfMaskedText

    expected = {
        "word-pieces": [("film", ("film", True)), ("##y", ("y", False)), ("[CLS]", ("", False))],
        "bytes": [("Ġfilm", ("film", True)), ("u", ("u", False)), ("Ġ", ("", True)), ("<s>", ("", False))],
        "sentence-pieces": [("▁", ("", True)), ("u", ("u", False)), ("<unk>", ("", False))],
    }
    for kind, pairs in expected.items():
        network = HfMaskedText(str(masked_folder(tmp_path / kind, kind)), threads=1)
        for written, read in pairs:
            assert network.vocabulary.token(network.tokens.tokenizer.token_to_id(written)) == read


def test_a_vocabulary_that_marks_no_beginnings_is_refused():
    tokenizer = Tokenizer(models.BPE({"a": 0, "b</w>": 1}, [], end_of_word_suffix="</w>"))
    with pytest.raises(ModelError, match="does not mark where its words begin"):
        Vocabulary(tokenizer, "xlm")
