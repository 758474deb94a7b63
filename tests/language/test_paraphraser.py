"""Paraphrasers open by address, and read the template before the text."""

import pytest

from mohs.errors import ModelError
from mohs.language.paraphraser import open_paraphraser


@pytest.mark.parametrize("address", ["rewriter", "onnx:x", "hf:"])
def test_an_unknown_address_is_refused(address):
    with pytest.raises(ModelError, match=r"unknown paraphraser(.|\n)*mohs train paraphraser"):
        open_paraphraser(address)


def test_a_network_reads_template_and_text_as_a_pair(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from mohs.inference.hf_seq2seq import HfSeq2Seq
    from seq2seq_models import seq2seq_folder

    folder = seq2seq_folder(tmp_path / "m")
    paraphraser = open_paraphraser(f"hf:{folder}", device="cpu")
    items = [("a good film", "( NP )", 3), ("the film", "( VP )", 2)]
    network = HfSeq2Seq(str(folder), device="cpu")
    assert paraphraser.paraphrase(items) == network.write([(b, a, k) for a, b, k in items])
    assert paraphraser.identity["address"] == f"hf:{folder}" and len(paraphraser.identity["sha256"]) == 64
