"""A masked network in ONNX gives what its graph says, worked out again in numpy, whatever shares its batch."""

import numpy as np
import pytest

from masked_models import onnx_masked_folder
from mohs.errors import ClassifierFault, ModelError
from mohs.inference.masked import STEPS
from mohs.inference.onnx_masked import OnnxMaskedText
from networks import onnx_folder

TEXTS = ["the film was very good", "a dull film .", "unlovely", "it is an (unbelievable) film", "café 😍"]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    folder, logits = onnx_masked_folder(tmp_path_factory.mktemp("m") / "mlm")
    return OnnxMaskedText(folder, threads=1), logits


@pytest.mark.parametrize("text", TEXTS)
def test_candidates_are_the_greatest_logits(opened, text):
    network, logits = opened
    ids = network.tokens.tokenizer.encode(text).ids
    (found,) = network.fill([(text, 7)])
    assert [one.token for one in found] == ids[1:-1]
    assert all(text[one.start : one.end].strip() for one in found)
    for one, row in zip(found, logits(ids)[1:-1], strict=True):
        assert one.scores == sorted(one.scores, reverse=True) and len(one.ids) == 7
        assert np.array(one.scores) == pytest.approx(np.sort(row)[::-1][:7], abs=1.5 / STEPS)
        assert row[one.ids] == pytest.approx(one.scores, abs=1.5 / STEPS)


@pytest.mark.parametrize("text", TEXTS)
def test_perplexity_is_exp_of_the_mean_loss_without_the_marks(opened, text):
    network, logits = opened
    ids = network.tokens.tokenizer.encode(text).ids
    values = logits(ids)
    loss = np.log(np.exp(values).sum(axis=1)) - values[np.arange(len(ids)), ids]
    assert network.perplexity([text]) == pytest.approx([np.exp(loss[1:-1].mean())], rel=2e-3)


def test_an_answer_does_not_depend_on_what_is_asked_beside_it(opened):
    network, _ = opened
    items = [(text, 3 + k) for k, text in enumerate(TEXTS * 3)]
    assert network.fill(items) == [network.fill([item])[0] for item in items]
    strings = [word for text in TEXTS for word in text.split()]
    assert network.perplexity(strings) == [network.perplexity([one])[0] for one in strings]


def test_nothing_is_asked_of_nothing(opened):
    network, _ = opened
    assert network.fill([]) == [] and network.perplexity([]) == []
    assert network.fill([("", 5)]) == [[]] and network.perplexity([""]) == [float("inf")]


def test_no_more_candidates_than_the_vocabulary_has(opened):
    network, _ = opened
    (found,) = network.fill([("good film", 10_000)])
    assert all(sorted(one.ids) == list(range(network.width)) for one in found)


def test_a_text_that_is_longer_than_a_row_is_read_in_several(opened):
    network, _ = opened
    text = "the film was good , " * 40
    (found,) = network.fill([(text, 4)])
    covered = {place for one in found for place in range(one.start, one.end)}
    assert all(place in covered for place, letter in enumerate(text.rstrip()) if not letter.isspace())


def test_a_folder_that_was_exported_from_transformers_is_read_as_it_is(tmp_path):
    """Its only output is called "logits", and its config says nothing of it."""
    folder, logits = onnx_masked_folder(tmp_path / "m", output="logits", said=False)
    network = OnnxMaskedText(folder, threads=1)
    (found,) = network.fill([("good film", 3)])
    ids = network.tokens.tokenizer.encode("good film").ids
    assert [one.ids[0] for one in found] == logits(ids)[1:-1].argmax(axis=1).tolist()


def test_equal_logits_go_by_token_id(opened, monkeypatch):
    network, _ = opened
    run = network._run
    monkeypatch.setattr(network, "_run", lambda rows: np.zeros_like(run(rows)))
    (found,) = network.fill([("good film", 5)])
    assert [one.ids for one in found] == [[0, 1, 2, 3, 4]] * 2


@pytest.mark.parametrize(("bad", "places"), [(np.nan, 3), (np.nan, slice(None)), (np.inf, 3)])
@pytest.mark.parametrize("ask", ["fill", "perplexity"])
def test_logits_that_are_not_finite_are_refused_and_never_a_number(opened, monkeypatch, bad, places, ask):
    network, _ = opened
    run = network._run

    def spoilt(rows):
        logits = np.array(run(rows))
        logits[..., places] = bad
        return logits

    monkeypatch.setattr(network, "_run", spoilt)
    with pytest.raises(ClassifierFault, match="the masked language model gave logits that are not finite"):
        getattr(network, ask)([("good film", 3)] if ask == "fill" else ["good"])


def test_a_token_that_is_never_to_be_put_has_no_perplexity_and_is_no_candidate(opened, monkeypatch):
    network, _ = opened
    run, (_, good, _) = network._run, network.tokens.tokenizer.encode("good").ids

    def without(rows):
        logits = np.array(run(rows))
        logits[..., good] = -np.inf
        return logits

    monkeypatch.setattr(network, "_run", without)
    (found,) = network.fill([("film", 5)])
    assert good not in found[0].ids and len(found[0].ids) == 5
    assert network.perplexity(["film"])[0] < 1e9
    with pytest.raises(ClassifierFault, match="not finite"):
        network.perplexity(["film", "good"])


def test_a_classifier_is_refused(tmp_path):
    with pytest.raises(ModelError, match="does not give one row of numbers for each token"):
        OnnxMaskedText(onnx_folder(tmp_path / "m"))


def test_a_graph_for_another_vocabulary_is_refused(tmp_path):
    folder, _ = onnx_masked_folder(tmp_path / "m", width=11)
    with pytest.raises(ModelError, match="no masked language model for its tokenizer"):
        OnnxMaskedText(folder)


def test_batches_are_smaller_where_the_vocabulary_is_large(tmp_path, monkeypatch):
    monkeypatch.setattr("mohs.inference.onnx_masked.LOGITS", {"cpu": 2000})
    folder, _ = onnx_masked_folder(tmp_path / "m")
    network = OnnxMaskedText(folder)
    assert network.batch_tokens == 2000 // network.width
    assert OnnxMaskedText(folder, batch_tokens=500).batch_tokens == 500
