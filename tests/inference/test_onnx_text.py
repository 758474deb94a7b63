import os
import subprocess
import sys

import numpy as np
import onnx
import pytest

from mohs.errors import ModelError
from mohs.inference.onnx_text import OnnxText
from networks import INFERENCE, WIDTH, onnx_folder, write_json

TEXTS = ["a good film", "not bad", "a good film", "", "dull!", "a lovely quiet film , it is very good !"]


def test_nothing_is_sent_and_nothing_kept_for_it_in_the_users_home(tmp_path):
    """onnxruntime keeps what it wants to send in a file of the cache before it sends it."""
    network, home = onnx_folder(tmp_path / "m"), tmp_path / "home"
    home.mkdir()
    code = (
        "import sys; from mohs.inference.onnx_text import OnnxText\n"
        "assert OnnxText(sys.argv[1]).run(['a good film']).shape == (1, 2)"
    )
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "TMPDIR": str(home)}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ORT_")}
    subprocess.run([sys.executable, "-c", code, network], env=environment | places, check=True)
    assert list(home.iterdir()) == []


def test_what_the_folder_says(tmp_path):
    network = OnnxText(onnx_folder(tmp_path / "m", INFERENCE))
    assert network.labels == INFERENCE
    assert (network.output, network.width, network.max_length) == ("logits", 3, 64)
    assert set(network.files) == {"config.json", "model.onnx", "tokenizer.json"}


def test_order_is_kept_and_equal_tokens_get_equal_answers(tmp_path):
    network = OnnxText(onnx_folder(tmp_path / "m"))
    answers = network.run([*TEXTS, "A GOOD   film"])
    assert answers.shape == (7, 2)
    assert (answers[[2, 6]] == answers[0]).all()
    for text, answer in zip(TEXTS, answers, strict=False):
        np.testing.assert_allclose(network.run([text])[0], answer, atol=1e-5)


def test_a_row_alone_is_answered_to_the_bit_as_in_company(tmp_path):
    """The tiny network reduces over tokens, which onnxruntime does in another order for a batch of one."""
    network = OnnxText(onnx_folder(tmp_path / "m"))
    texts = [f"good film {'very ' * many}" for many in range(30) for _ in range(2)]
    texts = [text + word for text, word in zip(texts, ["bad", "dull"] * 30, strict=True)]
    together = network.run(texts)
    np.testing.assert_array_equal(np.concatenate([network.run([text]) for text in texts]), together)


def test_a_repeated_text_is_computed_once(tmp_path, monkeypatch):
    network = OnnxText(onnx_folder(tmp_path / "m"))
    rows = []
    run = network._run
    monkeypatch.setattr(network, "_run", lambda batch: rows.extend(batch) or run(batch))
    network.run(TEXTS * 5)
    assert len(rows) == len(set(rows)) == 5


def test_no_texts(tmp_path):
    assert OnnxText(onnx_folder(tmp_path / "m")).run([]).shape == (0, 2)
    assert OnnxText(onnx_folder(tmp_path / "e", output="embedding")).run([]).shape == (0, WIDTH)


def test_batches_hold_the_token_budget(tmp_path, monkeypatch):
    network = OnnxText(onnx_folder(tmp_path / "m"), batch_tokens=20)
    sizes = []
    run = network._run
    monkeypatch.setattr(network, "_run", lambda rows: sizes.append(sum(map(len, rows))) or run(rows))
    network.run([f"good film {word}" for word in "abcdefghijklmn"])
    assert max(sizes) <= 20


@pytest.mark.parametrize("settings", [{"masked": False}, {"typed": True}, {"integers": np.int32}], ids=str)
def test_it_feeds_what_the_graph_declares(tmp_path, settings):
    network = OnnxText(onnx_folder(tmp_path / "m", **settings))
    assert np.isfinite(network.run([*TEXTS, ("a", "good film")])).all()


def test_a_pair_is_not_the_two_texts_in_a_row_where_the_graph_reads_types(tmp_path):
    network = OnnxText(onnx_folder(tmp_path / "m", INFERENCE, typed=True))
    one, other = network.run([("good", "bad"), ("bad", "good")])
    assert not np.array_equal(one, other)


def test_long_texts_are_cut_and_counted(tmp_path):
    network = OnnxText(onnx_folder(tmp_path / "m"), max_length=10)
    assert network.cut(["good " * 8, "good " * 9, ("good " * 5, "bad " * 4)]) == [0, 1, 2]
    np.testing.assert_array_equal(network.run(["good " * 8]), network.run(["good " * 800]))


@pytest.mark.parametrize(
    ("config", "beside", "expected"),
    [
        ({"max_length": 30}, None, 30),
        ({"max_length": None, "max_position_embeddings": 40}, None, 40),
        ({"max_length": None, "max_position_embeddings": 40}, {"model_max_length": 20}, 20),
        ({"max_length": None}, {"model_max_length": 10**30}, None),
        ({"max_length": None}, None, None),
    ],
)
def test_the_longest_row_is_the_least_of_what_is_said(tmp_path, config, beside, expected):
    folder = onnx_folder(tmp_path / "m", config=config)
    if beside is not None:
        write_json(folder / "tokenizer_config.json", beside)
    assert OnnxText(folder).max_length == expected


def test_an_output_that_is_called_logits_needs_no_words(tmp_path):
    assert OnnxText(onnx_folder(tmp_path / "m", config={"output": None})).output == "logits"


def test_labels_as_a_list(tmp_path):
    assert OnnxText(onnx_folder(tmp_path / "m", config={"id2label": ["x", "y"]})).labels == ("x", "y")


def test_threads_are_one_unless_asked(tmp_path, monkeypatch):
    folder = onnx_folder(tmp_path / "m")
    monkeypatch.delenv("MOHS_THREADS", raising=False)
    assert OnnxText(folder).threads == 1
    monkeypatch.setenv("MOHS_THREADS", "2")
    assert OnnxText(folder).threads == 2
    assert OnnxText(folder, threads=1).threads == 1


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json", "config.json"])
def test_a_missing_file_is_named(tmp_path, file):
    folder = onnx_folder(tmp_path / "m")
    (folder / file).unlink()
    with pytest.raises(ModelError, match=file):
        OnnxText(folder)


def test_no_folder(tmp_path):
    with pytest.raises(ModelError, match="there is no model folder"):
        OnnxText(tmp_path / "nothing")
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(ModelError, match="got: a file"):
        OnnxText(tmp_path / "file")


@pytest.mark.parametrize("content", [b"", b"not a graph", b"\x08\x07\x12"], ids=repr)
def test_a_corrupt_graph(tmp_path, content):
    folder = onnx_folder(tmp_path / "m")
    (folder / "model.onnx").write_bytes(content)
    with pytest.raises(ModelError, match=r"model.onnx cannot be opened"):
        OnnxText(folder)


def test_a_graph_that_was_cut_off(tmp_path):
    folder = onnx_folder(tmp_path / "m")
    whole = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelError, match=r"model.onnx cannot be opened"):
        OnnxText(folder)


@pytest.mark.parametrize("content", ["{", "[]", ""], ids=repr)
def test_a_damaged_config(tmp_path, content):
    folder = onnx_folder(tmp_path / "m")
    (folder / "config.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=r"config.json is no JSON"):
        OnnxText(folder)


def test_an_output_that_nobody_names(tmp_path):
    with pytest.raises(ModelError, match="one of logits, probabilities, embedding"):
        OnnxText(onnx_folder(tmp_path / "m", config={"output": "scores"}))


def test_labels_with_a_gap(tmp_path):
    with pytest.raises(ModelError, match="does not name every column"):
        OnnxText(onnx_folder(tmp_path / "m", config={"id2label": {"0": "a", "2": "b"}}))


def test_a_graph_that_reads_no_tokens(tmp_path):
    import onnx

    folder = onnx_folder(tmp_path / "m")
    model = onnx.load(folder / "model.onnx")
    for holder in (model.graph.input[0], model.graph.node[0]):
        if hasattr(holder, "name") and holder.name == "input_ids":
            holder.name = "pixels"
    model.graph.node[0].input[1] = "pixels"
    onnx.save(model, folder / "model.onnx")
    with pytest.raises(ModelError, match="does not read tokens"):
        OnnxText(folder)


def test_a_tokenizer_of_another_model(tmp_path):
    folder = onnx_folder(tmp_path / "m")
    tokenizer = (folder / "tokenizer.json").read_text(encoding="utf-8")
    (folder / "tokenizer.json").write_text(tokenizer.replace('"b": 6', '"b": 60000'), encoding="utf-8")
    with pytest.raises(ModelError, match="fails on a text"):
        OnnxText(folder)


def test_weights_beside_the_graph_are_among_the_files(tmp_path):
    folder = onnx_folder(tmp_path / "m")
    graph = onnx.load(folder / "model.onnx")
    onnx.save_model(
        graph,
        folder / "model.onnx",
        save_as_external_data=True,
        location="model.onnx_data",
        size_threshold=256,
    )
    network = OnnxText(folder)
    assert sorted(network.files) == ["config.json", "model.onnx", "model.onnx_data", "tokenizer.json"]
    assert all(path.is_file() for path in network.files.values())
