"""What a sequence-to-sequence network writes: as transformers has it, alone and in any company."""

import json
import shutil

import pytest

from mohs.errors import ModelError

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mohs.inference.hf_seq2seq import HfSeq2Seq  # noqa: E402
from networks import INFERENCE, hf_folder  # noqa: E402
from seq2seq_models import KINDS, seq2seq_folder  # noqa: E402

ITEMS = [
    ("( NP )", "a good film", 3),
    ("( VP )", "a good film", 3),
    ("( NP )", "a good film", 1),
    ("( NP )", "the dull film was very long", 3),
    ("( NP )", "", 2),
    ("( NP )", "a good film", 3),
]


@pytest.fixture(scope="module", params=KINDS)
def folder(request, tmp_path_factory):
    return seq2seq_folder(tmp_path_factory.mktemp("seq2seq") / "m", request.param)


@pytest.fixture(scope="module")
def network(folder):
    return HfSeq2Seq(str(folder), device="cpu")


def plainly(folder, first, second, beams):
    """The oracle: transformers' own way, one item at a time."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder).eval()
    feeds = tokenizer(first, second, return_tensors="pt", return_token_type_ids=False)
    more = {"early_stopping": True} if beams > 1 else {}
    most = 2 * feeds["input_ids"].shape[1] + 16
    with torch.inference_mode():
        (row,) = model.generate(**feeds, num_beams=beams, max_new_tokens=most, **more)
    ended = model.generation_config.eos_token_id in row[1:].tolist()
    return tokenizer.decode(row, skip_special_tokens=True).strip() if ended else ""


def test_it_writes_what_transformers_writes(folder, network):
    written = network.write(ITEMS)
    assert written == [plainly(folder, *item) for item in ITEMS]
    assert any(written)


def test_an_item_gets_the_same_alone_and_beside_others(network):
    together = network.write(ITEMS * 3)
    assert together == [network.write([item])[0] for item in ITEMS] * 3


def test_what_is_longer_than_the_network_reads_is_not_written(network):
    assert network.write([("( NP )", "film " * 200, 2)]) == [""]
    assert network.write([]) == []


def test_what_has_no_end_is_nothing(folder, monkeypatch):
    network = HfSeq2Seq(str(folder), device="cpu")
    network.model.generation_config.eos_token_id = None
    assert network.write(ITEMS[:2]) == ["", ""]


def test_no_text_is_longer_than_the_network_has_places_for(folder):
    network = HfSeq2Seq(str(folder), device="cpu")
    network.model.generation_config.eos_token_id = -1  # it never ends
    texts = ["film " * words for words in (15, 45)]
    assert network.write([("( NP )", text, 2) for text in texts]) == [""] * len(texts)


@pytest.mark.parametrize(
    "more",
    [
        {"return_dict_in_generate": True, "output_scores": True},
        {"num_beams": 3, "num_beam_groups": 3, "diversity_penalty": 1.0},
        {"penalty_alpha": 0.6, "top_k": 4},
        {"stop_strings": ["film"]},
        {"do_sample": True, "temperature": 0.5},
    ],
    ids=["document", "groups", "contrastive", "stop", "sample"],
)
def test_how_a_folder_would_search_is_no_matter(folder, network, tmp_path, more):
    own = shutil.copytree(folder, tmp_path / "m")
    path = own / "generation_config.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | more), encoding="utf-8")
    assert HfSeq2Seq(str(own), device="cpu").write(ITEMS) == network.write(ITEMS)


def test_a_network_whose_texts_have_no_end_is_refused(folder, tmp_path):
    own = shutil.copytree(folder, tmp_path / "m")
    for name in ("generation_config.json", "config.json"):
        path = own / name
        content = json.loads(path.read_text(encoding="utf-8")) | {"eos_token_id": None}
        path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(ModelError, match="no token with which a text ends"):
        HfSeq2Seq(str(own), device="cpu")


def test_a_network_that_was_not_trained_to_write_is_refused(tmp_path):
    with pytest.raises(ModelError, match="cannot be opened"):
        HfSeq2Seq(str(hf_folder(tmp_path / "m", INFERENCE)), device="cpu")
