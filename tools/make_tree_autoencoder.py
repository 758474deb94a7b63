"""Make kit:tree-autoencoder: what `mohs train tree-autoencoder` makes of 60,000 training texts of GLUE.

    python tools/make_tree_autoencoder.py        # about ten minutes on one core; goes on where it stopped

It needs spaCy's en_core_web_sm. Texts that are learnt from are not contained: the words of the file are
numbers of kit:vectors.
"""

from __future__ import annotations

import argparse
import json
import shutil
from importlib.metadata import version
from pathlib import Path

import numpy as np
import torch

from mohs.language.grammar import Grammar, open_grammar
from mohs.training.texts import read_texts
from mohs.training.tree_autoencoder import Settings
from mohs.training.tree_run import train

ROOT = Path(__file__).resolve().parents[1]
FILES = (
    "MNLI/train_9k.jsonl", "QQP/train_9k.jsonl", "QNLI/train_9k.jsonl", "RTE/train_full.tsv",
    "SST-2/train_full.tsv",
)  # fmt: skip
TEXTS = 60_000
SETTINGS = Settings(hidden=128, epochs=5, minimum=3)


def main(grammar: Grammar | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", default="../shared/data", help="has glue/; relative to the repository")
    parser.add_argument("--out", type=Path, default=ROOT / "src/mohs/kit/trees")
    parser.add_argument("--work", type=Path, default=ROOT / "build/tree-autoencoder")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    texts, sources = read_texts([str(ROOT / arguments.data / "glue" / name) for name in FILES])
    drawn = np.random.default_rng(0).permutation(len(texts))[:TEXTS]
    said = [
        source.to_json() | {"path": f"{arguments.data}/glue/{name}"}
        for source, name in zip(sources, FILES, strict=True)
    ]
    card = train(
        [texts[k] for k in drawn],
        arguments.work,
        grammar or open_grammar(),
        {"data": said, "limit": TEXTS},
        SETTINGS,
        resume=True,
        tell=lambda line: print(line, flush=True),
    )
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name in ("model.npz", "card.json"):
        shutil.copyfile(arguments.work / name, arguments.out / name)
    accuracy = {row["metric"]: row for row in card["accuracy"]}
    build = {
        "script": "tools/make_tree_autoencoder.py",
        "licence": "Apache-2.0",
        "sources": [
            {
                "what": "GLUE SST-2, MNLI, QNLI, QQP and RTE training sentences",
                "licence": "see the data's own terms",
                "use": "trained on, not contained",
            },
            {
                "what": "kit:vectors",
                "licence": "CC BY 3.0 (PPDB) with the WordNet licence",
                "use": "read by the network, not contained",
            },
        ],
        "figures": accuracy,
        "versions": {name: version(name) for name in ("numpy", "spacy", "torch")},
    }
    (arguments.out / "build.json").write_text(json.dumps(build, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(build["figures"]))


if __name__ == "__main__":
    main()
