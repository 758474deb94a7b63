import types

import pytest

from mohs.errors import ModelError
from mohs.inference.hf_files import (
    check_folder,
    model_files,
    network_limits,
    pooling,
    split_revision,
    tokenizer_limits,
)
from networks import write_json


def whole(folder):
    """A folder with one file of each kind that a model needs; nobody opens them here."""
    folder.mkdir()
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (folder / name).write_text("{}", encoding="utf-8")
    return folder


def test_a_revision_stands_behind_the_last_at(tmp_path):
    assert split_revision("owner/name@v1") == ("owner/name", "v1")
    assert split_revision("owner/name") == ("owner/name", None)
    folder = tmp_path / "name@home"
    folder.mkdir()
    assert split_revision(str(folder)) == (str(folder), None)


def test_the_home_folder_is_known(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert split_revision("~/model") == (str(tmp_path / "model"), None)


def test_a_folder_has_no_revisions(tmp_path):
    with pytest.raises(ModelError, match="has no revisions"):
        split_revision(f"{tmp_path}@main")
    with pytest.raises(ModelError, match="names no model"):
        split_revision("@main")


def test_a_whole_folder_and_a_hub_name_pass(tmp_path):
    check_folder(str(whole(tmp_path / "m")))
    check_folder("owner/name")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("config.json", "has no config.json"),
        ("model.safetensors", "has no weights"),
        ("tokenizer.json", "has no tokenizer"),
    ],
)
def test_what_is_missing_is_named(tmp_path, file, words):
    folder = whole(tmp_path / "m")
    (folder / file).unlink()
    with pytest.raises(ModelError, match=words):
        check_folder(str(folder))


def test_a_path_that_leads_nowhere_is_not_looked_for_on_the_hub(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for path in ("./model", str(tmp_path / "model"), "runs/a/model", "file"):
        with pytest.raises(ModelError, match="there is no model folder"):
            check_folder(path)


def test_files_in_parts_are_read_where_they_lie(tmp_path):
    folder = whole(tmp_path / "m")
    (folder / "model.safetensors").unlink()
    parts = {"a": "../shared/frozen.safetensors", "b": "own.safetensors", "c": "own.safetensors"}
    write_json(folder / "model.safetensors.index.json", {"weight_map": parts})
    assert model_files(str(folder), None) == {
        name: folder / name
        for name in (
            "config.json",
            "tokenizer.json",
            "model.safetensors.index.json",
            "../shared/frozen.safetensors",
            "own.safetensors",
        )
    }


def test_the_files_are_those_that_transformers_opens(tmp_path):
    folder = whole(tmp_path / "m")
    write_json(folder / "model.safetensors.index.json", {"weight_map": {"a": "old.safetensors"}})
    for name in ("generation_config.json", "added_tokens.json", "README.md"):
        (folder / name).write_text("{}", encoding="utf-8")
    assert set(model_files(str(folder), None)) == {
        "config.json", "generation_config.json", "added_tokens.json", "tokenizer.json", "model.safetensors",
    }  # fmt: skip


def test_limits(tmp_path):
    assert tokenizer_limits({}) == []
    write_json(tmp_path / "sentence_bert_config.json", {"max_seq_length": 256})
    files = {"sentence_bert_config.json": tmp_path / "sentence_bert_config.json"}
    assert tokenizer_limits(files) == [256]

    def network(positions, padding=None):
        table = types.SimpleNamespace(padding_idx=padding)
        base = types.SimpleNamespace(embeddings=types.SimpleNamespace(position_embeddings=table))
        return types.SimpleNamespace(
            config=types.SimpleNamespace(max_position_embeddings=positions), base_model=base
        )

    assert network_limits(network(512)) == [512]
    assert network_limits(network(514, padding=1)) == [512]
    assert network_limits(types.SimpleNamespace(config=types.SimpleNamespace())) == []


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, "mean"),
        ({"pooling_mode_mean_tokens": False, "pooling_mode_cls_token": True}, "cls"),
    ],
)
def test_pooling_is_read(tmp_path, modes, expected):
    write_json(tmp_path / "c.json", modes)
    assert pooling({"1_Pooling/config.json": tmp_path / "c.json"}) == expected
    assert pooling({}) == "mean"


def test_an_unknown_pooling_is_refused(tmp_path):
    write_json(tmp_path / "c.json", {"pooling_mode_max_tokens": True})
    with pytest.raises(ModelError, match="pooling_mode_max_tokens"):
        pooling({"1_Pooling/config.json": tmp_path / "c.json"})
