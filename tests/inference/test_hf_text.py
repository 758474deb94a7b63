import json
import logging
import sys

import numpy as np
import pytest

from mohs.errors import MissingExtra, ModelError

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mohs.inference.hf_text import HfText  # noqa: E402
from networks import INFERENCE, VOCABULARY, hf_folder, word_pieces  # noqa: E402

TEXTS = ["a good film", "not bad", "", "dull!", "a lovely quiet film , it is very good !", "good " * 200]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return hf_folder(tmp_path_factory.mktemp("hf") / "m", INFERENCE)


@pytest.fixture(scope="module")
def network(folder):
    return HfText(str(folder), device="cpu")


def plainly(folder, inputs, model=None):
    """The oracle: transformers' own way, one input at a time."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = model or transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    rows = []
    for texts in inputs:
        pair = [[text] for text in ((texts,) if isinstance(texts, str) else texts)]
        with torch.inference_mode():
            feeds = tokenizer(*pair, truncation=True, max_length=64, return_tensors="pt")
            rows.append(model(**feeds).logits[0].numpy())
    return np.array(rows)


def test_it_says_what_transformers_says(folder, network):
    inputs = [*TEXTS, ("a good film", "not bad"), ("good " * 100, "bad " * 10), ("a", "")]
    np.testing.assert_allclose(network.run(inputs), plainly(folder, inputs), atol=1e-5)


def test_what_the_folder_says(network):
    assert network.labels == INFERENCE
    assert network.max_length == 64
    assert network.dtype == "float32"
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= set(network.files)
    assert network.run([]).shape == (0, 3)
    assert network.cut(["good " * 62, "good " * 63]) == [0, 1]


def test_nothing_is_padded_on_a_cpu_and_repeats_are_computed_once(network, monkeypatch):
    batches = []
    run = network._run
    monkeypatch.setattr(network, "_run", lambda rows: batches.append([len(row) for row in rows]) or run(rows))
    network.run(TEXTS * 3)
    assert all(len(set(lengths)) == 1 for lengths in batches)
    assert sum(map(len, batches)) == len(TEXTS)


def test_padding_as_on_a_gpu_changes_next_to_nothing(network, monkeypatch):
    alone = network.run(TEXTS)
    monkeypatch.setattr(network, "padded", True)
    np.testing.assert_allclose(network.run(TEXTS), alone, atol=1e-4)


def test_half_precision_is_near(folder, network):
    half = HfText(str(folder), device="cpu", dtype="bf16")
    assert half.dtype == "bfloat16"
    answers = half.run(TEXTS)
    assert answers.dtype == np.float32
    assert 0 < np.abs(answers - network.run(TEXTS)).max() < 1


def test_a_folder_with_a_part_elsewhere_opens_where_it_lies(shared):
    network = HfText(str(shared / "models" / "rte-minilm"), device="cpu")
    assert network.labels == ("entailment", "not_entailment")
    assert "../minilm-frozen/frozen.safetensors" in network.files
    assert network.files["../minilm-frozen/frozen.safetensors"].is_file()


def test_a_sentence_encoder_is_the_mean_over_tokens(tmp_path):
    folder = hf_folder(tmp_path / "m", kind="BertModel")
    network = HfText(str(folder), device="cpu", head="embedding")
    model = transformers.AutoModel.from_pretrained(folder).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    for text in TEXTS:
        with torch.inference_mode():
            hidden = model(**tokenizer(text, truncation=True, return_tensors="pt")).last_hidden_state[0]
        np.testing.assert_allclose(network.run([text])[0], hidden.mean(0).numpy(), atol=1e-5)
    assert network.run([]).shape == (0, 32)


def test_an_encoder_may_lack_a_pooler_and_nothing_else(tmp_path):
    folder = hf_folder(tmp_path / "m", kind="BertForMaskedLM")  # has no pooler, and a head that is not needed
    assert HfText(str(folder), device="cpu", head="embedding").run(["a"]).shape == (1, 32)


def test_a_network_that_reads_the_last_token_needs_no_padding_token(tmp_path):
    config = transformers.GPT2Config(
        vocab_size=len(VOCABULARY), n_positions=64, n_embd=32, n_layer=2, n_head=4, num_labels=2,
        bos_token_id=2, eos_token_id=3,
    )  # fmt: skip
    model = transformers.GPT2ForSequenceClassification(config).eval()
    model.save_pretrained(tmp_path)
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=word_pieces(marks=False), unk_token="[UNK]", model_max_length=64
    ).save_pretrained(tmp_path)
    texts = [text for text in TEXTS if text]  # an empty text has no last token to read
    network = HfText(str(tmp_path), device="cpu")
    np.testing.assert_allclose(network.run(texts), plainly(tmp_path, texts, model), atol=1e-5)
    np.testing.assert_array_equal(network.run(texts * 2)[len(texts) :], network.run(texts))


def test_the_positions_that_roberta_keeps_for_itself_are_not_counted(tmp_path):
    config = transformers.RobertaConfig(
        vocab_size=len(VOCABULARY), hidden_size=32, num_hidden_layers=1, num_attention_heads=4,
        intermediate_size=64, max_position_embeddings=34, type_vocab_size=1, pad_token_id=1,
    )  # fmt: skip
    transformers.RobertaForSequenceClassification(config).save_pretrained(tmp_path)
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=word_pieces(), unk_token="[UNK]", pad_token="[UNK]"
    ).save_pretrained(tmp_path)
    network = HfText(str(tmp_path), device="cpu")
    assert network.max_length == 32
    assert np.isfinite(network.run(["good " * 100])).all()


@pytest.mark.parametrize("kind", ["BertModel", "BertForMaskedLM"])
def test_a_checkpoint_without_a_trained_head_is_refused(tmp_path, kind):
    folder = hf_folder(tmp_path / "m", kind=kind)
    with pytest.raises(ModelError, match=r"no trained weights for .*classifier\.") as caught:
        HfText(str(folder), device="cpu")
    assert kind in str(caught.value)


def test_a_folder_without_tokenizer(tmp_path):
    folder = hf_folder(tmp_path / "m", tokenizer=False)
    with pytest.raises(ModelError, match="has no tokenizer"):
        HfText(str(folder))


@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_damaged_file(tmp_path, file):
    folder = hf_folder(tmp_path / "m")
    content = (folder / file).read_bytes()
    (folder / file).write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError, match="cannot be opened"):
        HfText(str(folder), device="cpu")


@pytest.mark.parametrize("named", [["no", "yes"], {"0": "no", "5": "yes"}, "no"], ids=["list", "gap", "text"])
def test_labels_that_do_not_name_every_column_are_told(tmp_path, named):
    path = hf_folder(tmp_path / "m", ("no", "yes"))
    config = json.loads((path / "config.json").read_text(encoding="utf-8"))
    config.pop("label2id", None)
    (path / "config.json").write_text(json.dumps(config | {"id2label": named}), encoding="utf-8")
    with pytest.raises(ModelError, match=r"cannot be opened(.|\n)*config\.json"):
        HfText(str(path), device="cpu")


def test_weights_of_another_size(tmp_path):
    folder = hf_folder(tmp_path / "m")
    config = (folder / "config.json").read_text(encoding="utf-8")
    (folder / "config.json").write_text(
        config.replace('"intermediate_size": 64', '"intermediate_size": 96'), encoding="utf-8"
    )
    with pytest.raises(ModelError, match="weights that fit"):
        HfText(str(folder), device="cpu")


def test_a_name_that_neither_hub_nor_cache_has(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match="no-such-owner/no-such-model"):
        HfText("no-such-owner/no-such-model@main")


@pytest.mark.parametrize("device", ["tpu", "cuda:99", "gpu", "meta"])
def test_a_device_that_is_not_there(folder, device):
    with pytest.raises(ModelError, match="device"):
        HfText(str(folder), device=device)


def test_an_unknown_precision(folder):
    with pytest.raises(ModelError, match="float32, bfloat16 or float16"):
        HfText(str(folder), dtype="int8")


def test_more_tokens_than_positions(folder):
    with pytest.raises(ModelError, match="max_length is more"):
        HfText(str(folder), device="cpu", max_length=65)
    assert HfText(str(folder), device="cpu", max_length=10).cut(["good " * 9]) == [1]


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_a_package_that_is_not_installed(folder, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=r'pip install "mohs\[hf\]"') as caught:
        HfText(str(folder))
    assert repr(package) in str(caught.value)


def test_opening_says_nothing_and_leaves_transformers_talkative(folder, capfd):
    before = transformers.utils.logging.get_verbosity()
    HfText(str(folder), device="cpu")
    assert capfd.readouterr() == ("", "")
    assert transformers.utils.logging.get_verbosity() == before
    assert transformers.utils.logging.is_progress_bar_enabled()
    assert before < logging.CRITICAL
