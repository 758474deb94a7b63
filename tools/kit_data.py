"""Text for making the kit's models: readers, a split without leaks, and sentences of many kinds."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np


def read_sst2(data: Path, split: str) -> tuple[list[str], np.ndarray]:
    """GLUE's own SST-2 file.

    Args:
        data: The folder that holds `glue/`.
        split: "train" (67,349 rows) or "dev" (872 rows).

    Returns:
        Texts and labels (0 negative, 1 positive), in file order.
    """
    name = {"train": "train_full.tsv", "dev": "dev.tsv"}[split]
    lines = (data / "glue/SST-2" / name).read_text(encoding="utf-8").split("\n")[1:]
    rows = [line.split("\t") for line in lines if line]
    return [row[0].strip() for row in rows], np.array([int(row[1]) for row in rows])


def hold_out_sentences(
    texts: list[str], n: int, seed: int, shortest: int = 12
) -> tuple[np.ndarray, np.ndarray]:
    """Hold out whole sentences together with every phrase that was cut from them.

    SST-2's train rows are phrases of the same sentences, so a random split leaks. Held rows are those that
    occur once in the whole text (they are no phrase of another row); kept rows are no phrase of a held row.

    Args:
        texts: Train rows, tokens separated by blanks.
        n: How many sentences to hold out.
        seed: Of the draw.
        shortest: A held sentence has at least so many tokens.

    Returns:
        Indices of the rows kept for training, and of the rows held out.
    """
    padded = [f" {text} " for text in texts]
    whole = "\n" + "\n".join(padded) + "\n"
    held: list[int] = []
    for index in np.random.default_rng(seed).permutation(len(texts)):
        if len(texts[index].split()) < shortest:
            continue
        first = whole.find(padded[index])
        if whole.find(padded[index], first + 1) < 0:
            held.append(int(index))
        if len(held) == n:
            break
    text_held = "\n".join(padded[i] for i in held)
    kept = np.array([i for i, text in enumerate(padded) if text not in text_held])
    return kept, np.array(sorted(held))


def _jsonl(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as lines:
        return [row[key] for row in map(json.loads, lines) for key in ("sentence1", "sentence2")]


def _tsv(path: Path, columns: tuple[str, ...]) -> list[str]:
    lines = path.read_text(encoding="utf-8").split("\n")
    places = [lines[0].split("\t").index(column) for column in columns]
    return [line.split("\t")[place] for line in lines[1:] if line for place in places]


def training_sentences(data: Path, shortest_phrase: int = 6) -> list[str]:
    """Distinct sentences of the GLUE training rows, none of them in a dev file, in a fixed order.

    Args:
        data: The folder that holds `glue/` and `snli/`.
        shortest_phrase: SST-2's phrases count as sentences from so many tokens on.
    """
    texts: list[str] = []
    for name in ("glue/MNLI/train_9k.jsonl", "glue/QNLI/train_9k.jsonl", "glue/QQP/train_9k.jsonl"):
        texts += _jsonl(data / name)
    texts += _jsonl(data / "snli/train_9k.jsonl")
    texts += _tsv(data / "glue/RTE/train_full.tsv", ("sentence1", "sentence2"))
    texts += [text for text in read_sst2(data, "train")[0] if len(text.split()) >= shortest_phrase]
    held_out = set(held_out_sentences(data))  # QNLI's train and dev rows share some passages
    return [text for text in dict.fromkeys(text.strip() for text in texts) if text and text not in held_out]


def held_out_sentences(data: Path) -> list[str]:
    """Distinct sentences of GLUE dev files that no kit model is trained on: SST-2, then QNLI and RTE."""
    texts = read_sst2(data, "dev")[0]
    texts += _tsv(data / "glue/QNLI/dev.tsv", ("question", "sentence"))
    texts += _tsv(data / "glue/RTE/dev.tsv", ("sentence1", "sentence2"))
    return list(dict.fromkeys(text.strip() for text in texts if text.strip()))


def advglue_pairs(data: Path) -> list[tuple[str, str]]:
    """Distinct (original, adversarial) texts of AdvGLUE's annotated dev set: the field that was changed.

    CheckList and StressTest rows have no original and are left out.
    """
    fields = {
        "sst2": ("sentence",),
        "qqp": ("question1", "question2"),
        "mnli": ("premise", "hypothesis"),
        "mnli-mm": ("premise", "hypothesis"),
        "qnli": ("question", "sentence"),
        "rte": ("sentence1", "sentence2"),
    }
    rows = json.loads((data / "advglue_dev/dev_ann.json").read_text(encoding="utf-8"))
    pairs = []
    for task, names in fields.items():
        for row in rows[task]:
            for name in names:
                original = row.get(f"original_{name}")
                if original and original.strip() != row[name].strip():
                    pairs.append((original, row[name]))
    return list(dict.fromkeys(pairs))
