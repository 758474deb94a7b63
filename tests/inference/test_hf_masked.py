"""A masked network gives what transformers gives, whatever shares its batch."""

import numpy as np
import pytest

from mohs.errors import ClassifierFault, ModelError

pytest.importorskip("torch")
pytest.importorskip("transformers")

from masked_models import KINDS, masked_folder
from mohs.inference.hf_masked import HfMaskedText
from mohs.inference.masked import STEPS
from networks import hf_folder

TEXTS = ["the film was very good", "a dull film .", "unlovely", "it is an (unbelievable) film", "😍 café"]


@pytest.fixture(scope="module", params=KINDS)
def network(request, tmp_path_factory):
    return HfMaskedText(
        str(masked_folder(tmp_path_factory.mktemp("m") / request.param, request.param)), threads=1
    )


def logits(network, text):
    """What transformers itself gives, and the ids that it was given."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(network.name)
    model = transformers.AutoModelForMaskedLM.from_pretrained(network.name).eval()
    fed = tokenizer(text, return_tensors="pt")
    with torch.inference_mode():
        return model(**fed).logits[0].numpy(), fed["input_ids"][0].tolist()


@pytest.mark.parametrize("text", TEXTS)
def test_candidates_are_the_greatest_logits_of_transformers(network, text):
    values, ids = logits(network, text)
    (found,) = network.fill([(text, 7)])
    assert [one.token for one in found] == ids[1:-1]
    for one, row in zip(found, values[1:-1], strict=True):
        steps = np.round(row.astype(np.float64) * STEPS)
        assert np.array(one.scores) == pytest.approx(np.sort(steps)[::-1][:7] / STEPS, abs=1.5 / STEPS)
        assert [row[number] for number in one.ids] == pytest.approx(one.scores, abs=1.5 / STEPS)


@pytest.mark.parametrize("text", TEXTS)
def test_perplexity_is_exp_of_the_mean_loss_without_the_marks(network, text):
    values, ids = logits(network, text)
    values = values.astype(np.float64)
    loss = np.log(np.exp(values).sum(axis=1)) - values[np.arange(len(ids)), ids]
    assert network.perplexity([text]) == pytest.approx([np.exp(loss[1:-1].mean())], rel=2e-3)


def test_an_answer_does_not_depend_on_what_is_asked_beside_it(network):
    items = [(text, 3 + k) for k, text in enumerate(TEXTS * 3)]
    assert network.fill(items) == [network.fill([item])[0] for item in items]
    strings = [word for text in TEXTS for word in text.split()]
    assert network.perplexity(strings) == [network.perplexity([one])[0] for one in strings]


def test_nothing_is_asked_of_nothing(network):
    assert network.fill([]) == [] and network.perplexity([]) == []
    assert network.fill([("", 5)]) == [[]] and network.perplexity([""]) == [float("inf")]


def test_a_text_that_is_longer_than_a_row_is_read_in_several(network):
    text = "the film was good , " * 40
    (found,) = network.fill([(text, 4)])
    assert len(found) > 100 and max(len(one.ids) for one in found) == 4
    covered = {place for one in found for place in range(one.start, one.end)}
    assert all(place in covered for place, letter in enumerate(text.rstrip()) if not letter.isspace())


SMALL = {"vocab_size": 90, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
         "max_position_embeddings": 64, "pad_token_id": 0}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("DistilBert", {"vocab_size": 90, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}),
        ("Albert", {**SMALL, "embedding_size": 16}),
        ("Electra", {**SMALL, "embedding_size": 16}),
        ("MPNet", SMALL),
        ("DebertaV2", {**SMALL, "pos_att_type": ["p2c", "c2p"], "relative_attention": True}),
    ],
)
def test_other_architectures(tmp_path, kind, settings):
    import transformers

    folder = hf_folder(tmp_path / "m")
    config = getattr(transformers, f"{kind}Config")(initializer_range=0.5, **settings)
    getattr(transformers, f"{kind}ForMaskedLM")(config).save_pretrained(folder)
    test_candidates_are_the_greatest_logits_of_transformers(HfMaskedText(str(folder), threads=1), TEXTS[0])


@pytest.mark.parametrize("ask", ["fill", "perplexity"])
def test_weights_that_are_no_numbers_are_refused_and_never_a_number(tmp_path, ask):
    import torch

    network = HfMaskedText(str(masked_folder(tmp_path / "m")), threads=1)
    with torch.no_grad():
        next(iter(network.model.parameters())).fill_(float("nan"))
    with pytest.raises(ClassifierFault, match="the masked language model gave logits that are not finite"):
        getattr(network, ask)([("good film", 3)] if ask == "fill" else ["good"])


def test_equal_logits_go_by_token_id(tmp_path):
    """With all weights 0 every logit is the same."""
    import torch

    network = HfMaskedText(str(masked_folder(tmp_path / "m")), threads=1)
    with torch.no_grad():
        for weights in network.model.parameters():
            weights.zero_()
    (found,) = network.fill([("good film", 5)])
    assert [one.ids for one in found] == [[0, 1, 2, 3, 4]] * 2


@pytest.mark.parametrize("kind", ["BertModel", "BertForSequenceClassification"])
def test_a_checkpoint_without_a_head_for_filling_masks_is_refused(tmp_path, kind):
    with pytest.raises(ModelError, match=r"no trained weights for cls\.predictions") as problem:
        HfMaskedText(str(hf_folder(tmp_path / "m", kind=kind)))
    assert "trained to fill masks" in str(problem.value)


def test_a_model_that_cannot_fill_masks_is_refused(tmp_path):
    import transformers

    folder = hf_folder(tmp_path / "m")
    config = transformers.GPT2Config(
        vocab_size=90, n_embd=16, n_layer=1, n_head=2, bos_token_id=2, eos_token_id=3
    )
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    with pytest.raises(ModelError, match="cannot be opened"):
        HfMaskedText(str(folder))
