"""CompAttack's descents of many searches in one batch against one search at a time; one JSON line.

    python benchmarks/comp_attack.py [--n 64] [--turns 3] [--victims bag,minilm] [--widths 1,64]

Sentences of SST-2's dev set; typos and synonyms as candidates, so that no masked language model is timed. The
classifiers: a bag of word vectors in numpy, which costs next to nothing, and MiniLM in torch. Set
OMP_NUM_THREADS=1. CPU seconds of the whole attack, candidates and verdicts included, and of the same with one
step instead of a hundred; the best of some turns. It stops where outcomes are not equal.
"""

import argparse
import csv
import gc
import json
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from itertools import accumulate, repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.data.tasks import open_task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.inference.descent import FloatArray, Slopes
from mohs.inference.tokens import Input, Row, Traced
from mohs.language.english import English
from mohs.language.words import Text
from mohs.models.address import open_classifier
from mohs.models.classifier import Classifier

WIDTH = 32
_WORDS = re.compile(r"\S+")


class _Known(dict[str, int]):
    """What is worked out of a string, when it is asked for first."""

    def __init__(self, make: Callable[[str], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, string: str) -> int:
        made = self[string] = self._make(string)
        return made


class Bag(Classifier):
    """Words have vectors drawn by their letters; the first number of their sum decides."""

    address = "bag"
    labels = ("negative", "positive")
    scores = "logits"
    capabilities = frozenset({"gradients"})
    at_once = sys.maxsize

    def __init__(self) -> None:
        self._rows = _Known(self._new)
        self._stripped = _Known(lambda string: self._rows[string.strip()])
        self._vectors: list[NDArray[np.float32]] = []
        self._first: list[float] = []
        self._table: NDArray[np.float32] = np.zeros((0, WIDTH), np.float32)

    def differentiable(self) -> "Bag":
        """Itself."""
        return self

    def score(self, inputs: Sequence[Input]) -> NDArray[Any]:
        """Nothing, and the sum of the words' first numbers."""
        return self._logits([list(map(self._rows.__getitem__, str(text).split())) for text in inputs])

    def read(self, inputs: Sequence[Input]) -> list[Traced]:
        """Words split at blanks."""
        found = []
        for text in inputs:
            string = str(text)
            words = string.split()
            if " ".join(words) == string:
                ends = [end + blanks for blanks, end in enumerate(accumulate(map(len, words)))]
                starts = [0, *[end + 1 for end in ends[:-1]]] if ends else []
                spans = tuple(zip(repeat(0), starts, ends))
            else:
                spans = tuple([(0, *word.span()) for word in _WORDS.finditer(string)])
            found.append(Traced(Row(tuple(map(self._rows.__getitem__, words))), spans))
        return found

    def vectors(self, strings: Sequence[str]) -> FloatArray:
        """Of strings of one word."""
        rows = list(map(self._stripped.__getitem__, strings))
        if len(self._table) < len(self._vectors):
            self._table = np.stack(self._vectors)
        return self._table.take(rows, axis=0)

    def gradients(self, rows: Sequence[Row], slopes: Slopes) -> tuple[FloatArray, list[FloatArray]]:
        """As `mohs.inference.descent.Differentiable`."""
        logits = self._logits([row.ids for row in rows])
        slope = slopes(logits, range(len(rows)))
        found = [np.zeros((len(row), WIDTH), np.float32) for row in rows]
        for one, value in zip(found, slope[:, 1], strict=True):
            one[:, 0] = value
        return logits, found

    def _logits(self, texts: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        first = self._first.__getitem__
        return np.array([(0.0, sum(map(first, ids))) for ids in texts], np.float32)

    def _new(self, word: str) -> int:
        rng = random.Random(word)
        self._vectors.append(np.array([rng.gauss(0, 1) for _ in range(WIDTH)], np.float32))
        self._first.append(float(self._vectors[-1][0]))
        return len(self._vectors) - 1


def sentences(shared: Path, n: int) -> list[str]:
    """The first n of a seeded shuffle."""
    with (shared / "data/glue/SST-2/dev.tsv").open(encoding="utf-8") as file:
        rows = [
            row["sentence"].strip() for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]
    random.Random(0).shuffle(rows)
    return rows[:n]


def timed(attacking: Attacking) -> tuple[float, list[Any]]:
    """CPU seconds, and the outcomes but for their cost."""
    gc.collect()
    gc.freeze()  # what was opened before is not looked through again and again
    started = time.process_time()
    outcomes = list(attacking.outcomes())
    seconds = time.process_time() - started
    rows = sorted(({**outcome.to_json(), "cost": None} for outcome in outcomes), key=lambda row: row["id"])
    return seconds, rows


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=64)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--victims", default="bag,minilm")
    parser.add_argument("--widths", default="1,64")
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    given = parser.parse_args()
    whole = open_attacks("comp-attack", {"comp-attack": {"candidates": "typo,knowledge"}})
    short = open_attacks("comp-attack", {"comp-attack": {"candidates": "typo,knowledge", "steps": 1}})
    english = English.kit(needs=("sememes", "parts-of-speech"))
    texts = [text for text in sentences(given.shared, given.n) if len(Text(text))]
    line: dict[str, Any] = {"benchmark": "comp_attack", "n": len(texts)}
    for victim in given.victims.split(","):
        if victim == "bag":
            classifier: Classifier = Bag()
        else:
            classifier = open_classifier(
                f"hf:{given.shared / 'models' / 'sst2-minilm'}", open_task("sst2"), threads=1
            )
        labels = classifier.probabilities(texts).argmax(axis=1).tolist()
        examples = [
            Example(str(k), str(k), {"sentence": text}, label)
            for k, (text, label) in enumerate(zip(texts, labels, strict=True))
        ]
        setting = Setting(open_task("sst2"), classifier.address, english, measure_similarity=False)
        best: dict[tuple[str, int], float] = {}
        first: dict[str, list[Any]] = {}
        widths = [int(width) for width in given.widths.split(",")]
        for _ in range(given.turns):
            for name, chains in (("whole", whole), ("one step", short)):
                for width in widths:
                    seconds, rows = timed(Attacking(classifier, examples, chains, setting, None, width))
                    place = (name, width)
                    best[place] = min(seconds, best.get(place, seconds))
                    if rows != first.setdefault(name, rows):
                        raise SystemExit(f"{victim}: outcomes differ at width {width}")
                    print(f"{victim} {name} width {width}: {seconds:.2f} s", file=sys.stderr)
        wide, statuses = max(widths), [row["status"] for row in first["whole"]]
        ms = {place: 1000 * seconds / len(texts) for place, seconds in best.items()}
        line[victim] = {
            "success": statuses.count("success"),
            "ms_an_example": {str(width): round(ms["whole", width], 2) for width in widths},
            "ms_of_one_step": {str(width): round(ms["one step", width], 2) for width in widths},
        }
        if 1 in widths and wide > 1:
            steps = {width: ms["whole", width] - ms["one step", width] for width in widths}
            line[victim]["times"] = round(ms["whole", 1] / ms["whole", wide], 2)
            line[victim]["times_without_the_first_step"] = round(steps[1] / steps[wide], 2)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
