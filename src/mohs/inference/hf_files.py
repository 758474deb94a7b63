"""What lies in a transformers model folder, read without opening the model."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mohs.errors import ModelError
from mohs.paths import as_path

SETTINGS = (
    "config.json",
    "generation_config.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "vocab.txt",
    "vocab.json",
    "merges.txt",
    "tokenizer.model",
    "spiece.model",
    "sentencepiece.bpe.model",
    "sentence_bert_config.json",
    "1_Pooling/config.json",
)
VOCABULARIES = (
    "tokenizer.json",
    "vocab.txt",
    "vocab.json",
    "tokenizer.model",
    "spiece.model",
    "sentencepiece.bpe.model",
)
WEIGHTS = (
    "model.safetensors",
    "model.safetensors.index.json",
    "pytorch_model.bin",
    "pytorch_model.bin.index.json",
)
"""In the order in which transformers looks for them."""


def split_revision(path_or_id: str) -> tuple[str, str | None]:
    """A model's name and the revision behind the last @, if it is not part of a folder's name.

    Raises:
        ModelError: A folder with a revision.
    """
    where = str(as_path(path_or_id)) if path_or_id.startswith("~") else path_or_id
    if Path(where).exists() or "@" not in where:
        return where, None
    name, _, revision = where.rpartition("@")
    if not name or not revision:
        raise ModelError(f"{path_or_id!r} names no model", expected="PATH, ID or ID@REVISION")
    if Path(name).is_dir():
        raise ModelError(
            f"the folder {name} has no revisions", got=f"@{revision}", mend=f"leave @{revision} out"
        )
    return name, revision


def check_folder(name: str) -> None:
    """See that a path leads to a model folder; a name on the hub is left to the hub.

    Raises:
        ModelError: It is a path and not a folder with a config, weights and a tokenizer.
    """
    folder = Path(name)
    if not folder.is_dir():
        if folder.exists() or name.startswith((".", "/")) or name.count("/") > 1:
            raise ModelError(
                f"there is no model folder {name}",
                got="a file" if folder.exists() else "nothing there",
                expected="a folder that save_pretrained wrote, or an id of the hub (OWNER/NAME)",
            )
        return
    if not (folder / "config.json").is_file():
        raise ModelError(
            f"model folder {name} has no config.json", expected="a folder that save_pretrained wrote"
        )
    if not any((folder / weights).is_file() for weights in WEIGHTS):
        raise ModelError(
            f"model folder {name} has no weights", expected="model.safetensors, or an index of its parts"
        )
    if not any((folder / vocabulary).is_file() for vocabulary in VOCABULARIES):
        raise ModelError(
            f"model folder {name} has no tokenizer",
            expected="tokenizer.json, or a vocabulary that transformers makes one of",
            mend=f"tokenizer.save_pretrained({name!r}) with the tokenizer that the model was trained with",
        )


def model_files(name: str, revision: str | None) -> dict[str, Path]:
    """The files that a model was opened from, by their names in its folder or in its index of parts."""
    folder = Path(name)
    if not folder.is_dir():
        found = _cached(name, revision)
        if found is None:
            return {}
        folder = found
    files = {entry: folder / entry for entry in SETTINGS if (folder / entry).is_file()}
    weights = next((entry for entry in WEIGHTS if (folder / entry).is_file()), None)
    if weights is not None:
        files[weights] = folder / weights
        if weights.endswith(".index.json"):
            parts = json.loads((folder / weights).read_text(encoding="utf-8"))["weight_map"].values()
            files.update({part: folder / part for part in sorted(set(parts))})
    return files


def _cached(name: str, revision: str | None) -> Path | None:
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(name, "config.json", revision=revision)
    return Path(config).parent if isinstance(config, str) else None


def tokenizer_limits(files: Mapping[str, Path]) -> list[int]:
    """The longest row that sentence-transformers was told of."""
    path = files.get("sentence_bert_config.json")
    if path is None:
        return []
    limit = json.loads(path.read_text(encoding="utf-8")).get("max_seq_length")
    return [int(limit)] if limit else []


def network_limits(model: Any) -> list[int]:
    """How many positions a network has; RoBERTa and its kin keep the first ones for themselves."""
    positions = getattr(model.config, "max_position_embeddings", None)
    if not isinstance(positions, int) or positions < 1:
        return []
    embeddings = getattr(getattr(model, "base_model", None), "embeddings", None)
    padding = getattr(getattr(embeddings, "position_embeddings", None), "padding_idx", None)
    return [positions if padding is None else positions - padding - 1]


def pooling(files: Mapping[str, Path]) -> str:
    """How a sentence encoder makes one vector of many: "mean" or "cls".

    Raises:
        ModelError: In another way.
    """
    path = files.get("1_Pooling/config.json")
    if path is None:
        return "mean"
    config = json.loads(path.read_text(encoding="utf-8"))
    modes = sorted(key for key, value in config.items() if key.startswith("pooling_mode_") and value)
    if modes == ["pooling_mode_mean_tokens"]:
        return "mean"
    if modes == ["pooling_mode_cls_token"]:
        return "cls"
    raise ModelError(
        f"{path} pools in a way that is not known here",
        got=", ".join(modes) or json.dumps(config)[:100],
        expected="pooling_mode_mean_tokens or pooling_mode_cls_token",
    )
