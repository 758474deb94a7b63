"""Gradients at the input embeddings: the derivative, of any architecture, and the same whatever is beside a row."""

import numpy as np
import pytest

from mohs.errors import ModelError
from networks import VOCABULARY, classifier_folder

pytest.importorskip("torch")
pytest.importorskip("transformers")

from mohs.inference.hf_gradients import HfGradients
from mohs.inference.hf_text import HfText

TEXTS = [
    "the film was very good",
    "not bad",
    ("a quiet film", "it is dull"),
    "lovely",
    "the film was not dull !",
]


def network_of(folder, kind):
    return HfText(str(classifier_folder(folder, kind)), threads=1)


KINDS = ["bert", "distilbert", "roberta", "bart"]


@pytest.fixture(scope="module", params=KINDS)
def network(request, tmp_path_factory):
    return network_of(tmp_path_factory.mktemp("gradients") / request.param, request.param)


def first_minus_last(logits, numbers):
    slope = np.zeros_like(logits)
    slope[:, 0], slope[:, -1] = 1, -1
    return slope


def test_they_are_the_derivative_of_the_logits(network):
    """Against small changes of the embedding table at one token that stands once in the text."""
    import torch

    both = HfGradients(network)
    (traced,) = both.read(["the film was very good"])
    logits, (gradient,) = both.gradients([traced.row], first_minus_last)
    np.testing.assert_allclose(logits, network.run(["the film was very good"]), atol=1e-5)
    assert gradient.shape == (len(traced.row), 32)
    table = network.model.get_input_embeddings().weight
    scale = both.vectors(["good"])[0, 0] / float(table[VOCABULARY.index("good"), 0])
    for word in ("good", "film"):
        place = traced.row.ids.index(VOCABULARY.index(word))
        for column in (0, 17):
            differences = []
            for change in (1e-2, -1e-2):
                with torch.no_grad():
                    table[VOCABULARY.index(word), column] += change
                    moved = network.run(["the film was very good"])[0]
                    table[VOCABULARY.index(word), column] -= change
                differences.append(moved[0] - moved[-1])
            slope = (differences[0] - differences[1]) / 2e-2 / scale
            assert slope == pytest.approx(gradient[place, column], rel=0.05, abs=2e-3)


def test_a_row_has_the_same_alone_and_beside_others(network):
    both = HfGradients(network)
    rows = [one.row for one in both.read(TEXTS * 7)]
    logits, gradients = both.gradients(rows, first_minus_last)
    for number in range(len(TEXTS)):
        alone, (gradient,) = both.gradients([rows[number]], first_minus_last)
        for same in range(number, len(rows), len(TEXTS)):
            assert (logits[same] == alone[0]).all() and (gradients[same] == gradient).all()


def test_padded_as_on_a_gpu_they_are_nearly_the_same(network, monkeypatch):
    both = HfGradients(network)
    rows = [one.row for one in both.read([text for text in TEXTS if isinstance(text, str)])]
    logits, gradients = both.gradients(rows, first_minus_last)
    monkeypatch.setattr(network, "padded", True)
    padded, others = both.gradients(rows, first_minus_last)
    np.testing.assert_allclose(padded, logits, atol=1e-3)
    for one, other in zip(gradients, others, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-3)


def test_a_small_network_takes_all_at_once(network, monkeypatch):
    assert HfGradients(network).at_once > 10_000
    monkeypatch.setattr("mohs.inference.hf_gradients.LARGE", 10_000)
    assert HfGradients(network).at_once == 8


def test_where_nothing_is_to_be_minimised_there_is_no_slope(network):
    both = HfGradients(network)
    (traced,) = both.read(["good"])
    logits, (gradient,) = both.gradients([traced.row], lambda logits, numbers: np.zeros_like(logits))
    assert not gradient.any() and gradient.shape == (len(traced.row), 32)
    np.testing.assert_allclose(logits, network.run(["good"]), atol=1e-5)


def test_a_vector_is_the_mean_of_the_tokens(network):
    both = HfGradients(network)
    good, bad, both_words, none = both.vectors(["good", " bad", "good bad", ""])
    np.testing.assert_allclose(both_words, (good + bad) / 2, atol=1e-6)
    assert not none.any() and good.any()
    assert both.vectors([]).shape == (0, 32)


def test_the_network_answers_as_before(network):
    before = network.run(TEXTS)
    both = HfGradients(network)
    both.gradients([one.row for one in both.read(TEXTS)], first_minus_last)
    assert (network.run(TEXTS) == before).all()


def test_a_network_without_input_embeddings_is_refused(tmp_path):
    network = network_of(tmp_path / "m", "bert")
    network.model.get_input_embeddings = lambda: None
    with pytest.raises(ModelError, match="no input embeddings"):
        HfGradients(network)


def test_a_network_that_passes_its_embeddings_by_is_refused(tmp_path):
    import torch

    network = network_of(tmp_path / "m", "bert")
    both = HfGradients(network)
    embedding = network.model.get_input_embeddings()
    network.model.bert.embeddings.word_embeddings = torch.nn.Embedding.from_pretrained(embedding.weight)
    both._layers = [embedding]
    (traced,) = both.read(["good"])
    with pytest.raises(ModelError, match="does not look its tokens up"):
        both.gradients([traced.row], first_minus_last)


@pytest.mark.parametrize("name", ["sst2-minilm", "mnli-minilm"])
def test_a_real_network_gives_a_row_the_same_alone_and_beside_others(shared, name):
    both = HfGradients(HfText(str(shared / "models" / name), threads=1))
    rows = [one.row for one in both.read(["a truly good film", "it was dull", "it was fine", ("one", "two")])]
    _, gradients = both.gradients(rows, first_minus_last)
    for row, gradient in zip(rows, gradients, strict=True):
        assert (both.gradients([row], first_minus_last)[1][0] == gradient).all()
