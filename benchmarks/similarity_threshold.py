"""How many pairs of an original and a changed text pass a similarity threshold, for each encoder.

    python benchmarks/similarity_threshold.py [--shared ../shared] [ENCODER ...]

Prints one JSON line and, on stderr, the Markdown table of docs/strength.md. Pairs:
- kept: AdvGLUE dev, word-level attacks; at least four of five people kept the label of the changed text;
- human same / human different: held-out Quora question pairs that people called duplicates or not;
- reversed: SST-2 dev sentences with one content word replaced by an antonym (the counter-fitting lists): no
  person was asked, the meaning is reversed by construction.
AdvGLUE's rejected pairs were never published; the last two groups stand in for them.
"""

import argparse
import csv
import json
import random
import sys
from pathlib import Path

import numpy as np

from mohs.estimate import proportion
from mohs.language.similarity import open_encoder
from mohs.language.words import Text

THRESHOLDS = (0.6, 0.7, 0.8, 0.8776, 0.9, 0.95)
"""0.8776 is the cosine of TextAttack's angular threshold 0.840845."""
SEED = 0


def kept(shared: Path) -> list[tuple[str, str]]:
    """AdvGLUE's word-level dev pairs, the changed field alone."""
    rows = json.loads((shared / "data/advglue_dev/dev_ann.json").read_text(encoding="utf-8"))
    pairs = []
    for examples in rows.values():
        for row in examples:
            if row["data_construction"] == "word":
                (key,) = [name for name in row if name.startswith("original_")]
                pairs.append((row[key], row[key.removeprefix("original_")]))
    return pairs


def quora(shared: Path, label: int) -> list[tuple[str, str]]:
    """Held-out question pairs of one label (1 duplicate)."""
    lines = (shared / "data/glue/QQP/train_heldout_1k.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [
        (r["sentence1"], r["sentence2"])
        for r in rows
        if str(r["label"]) in (str(label), ("not_duplicate", "duplicate")[label])
    ]


def reversed_pairs(shared: Path, count: int = 1000) -> list[tuple[str, str]]:
    """SST-2 dev sentences with one word replaced by an antonym, drawn by a seed."""
    opposite: dict[str, list[str]] = {}
    folder = shared / "data/counterfitting_constraints"
    for name in ("wordnet_antonyms.txt", "ppdb_antonyms.txt"):
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            first, second = line.replace("en_", "").split()[:2]
            opposite.setdefault(first, []).append(second)
    with (shared / "data/glue/SST-2/dev.tsv").open(encoding="utf-8") as file:
        sentences = [row["sentence"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    pairs = [
        (sentence, text.render(i, other))
        for sentence in sentences
        for text in [Text(sentence)]
        for i in range(len(text))
        if len(text.word(i)) > 3
        for other in sorted(set(opposite.get(text.word(i), ())))[:2]
    ]
    random.Random(SEED).shuffle(pairs)
    return pairs[:count]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("encoders", nargs="*", default=["kit:encoder"])
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    options = parser.parse_args()
    groups = {
        "kept by people (AdvGLUE)": kept(options.shared),
        "same (Quora)": quora(options.shared, 1),
        "different (Quora)": quora(options.shared, 0),
        "one word reversed": reversed_pairs(options.shared),
    }
    results = []
    print("| encoder | pairs | n | " + " | ".join(f">= {t}" for t in THRESHOLDS) + " |", file=sys.stderr)
    print("|---|---|---|" + "---|" * len(THRESHOLDS), file=sys.stderr)
    for address in options.encoders:
        encoder = open_encoder(address)
        assert encoder is not None
        for name, pairs in groups.items():
            vectors = encoder.encode([text for pair in pairs for text in pair])
            cosines = np.einsum("ij,ij->i", vectors[0::2], vectors[1::2])
            shares = [proportion(int((cosines >= t).sum()), len(pairs)) for t in THRESHOLDS]
            results += [
                {"encoder": address, "pairs": name, "threshold": t, **share.to_json("share_passing")}
                for t, share in zip(THRESHOLDS, shares, strict=True)
            ]
            cells = [
                f"{100 * (s.value or 0):.0f} [{100 * (s.low or 0):.0f}, {100 * (s.high or 0):.0f}]"
                for s in shares
            ]
            print(f"| {address} | {name} | {len(pairs)} | " + " | ".join(cells) + " |", file=sys.stderr)
    print(json.dumps({"benchmark": "similarity_threshold", "seed": SEED, "results": results}))


if __name__ == "__main__":
    main()
