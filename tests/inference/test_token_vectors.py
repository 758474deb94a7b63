"""Vectors of tokens: the network's own, whatever else is asked, of long texts too."""

import numpy as np
import pytest

from mohs import kit
from mohs.inference.onnx_text import OnnxText
from mohs.inference.token_vectors import token_vectors
from networks import onnx_folder

TEXTS = ["a good film", "not bad at all", "", "dull!", "a good film"] + ["word " * n for n in range(1, 40)]


@pytest.fixture(scope="module")
def network():
    return OnnxText(kit.path("encoder"))


def test_each_token_of_a_text_has_a_vector_and_the_marks_around_it_have_none(network):
    found = token_vectors(network, ["a good film", "", "films"])
    assert [len(one) for one in found] == [3, 0, 1]
    assert found[0].shape == (3, 192)


def test_a_text_s_vectors_are_the_same_alone_and_beside_others(network):
    together = token_vectors(network, TEXTS)
    for text, vectors in zip(TEXTS, together, strict=True):
        (alone,) = token_vectors(network, [text])
        np.testing.assert_array_equal(alone, vectors)


def test_a_text_longer_than_a_row_is_read_in_several(network):
    (found,) = token_vectors(network, ["film " * 300])
    assert len(found) == 300


def test_a_graph_without_such_an_output_shows_none(tmp_path):
    assert not OnnxText(onnx_folder(tmp_path / "m", output="embedding")).shows_tokens


def test_a_transformer_s_are_its_last_layer(tmp_path):
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from mohs.inference.hf_text import HfText
    from networks import INFERENCE, hf_folder

    folder = hf_folder(tmp_path / "m", INFERENCE)
    network = HfText(str(folder), device="cpu", head="embedding")
    assert network.shows_tokens
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()
    for text, vectors in zip(TEXTS[:12], token_vectors(network, TEXTS[:12]), strict=True):
        with torch.inference_mode():
            whole = model(**tokenizer(text, return_tensors="pt")).last_hidden_state[0].numpy()
        assert len(vectors) == len(whole) - 2
        if len(vectors):
            np.testing.assert_allclose(vectors, whole[1:-1], atol=1e-5)
