"""What one candidate costs in a short and in a long text: `python benchmarks/text_length.py`; one JSON line.

The classifier of this benchmark answers without reading, so that what is left is the attack and the engine:
to make a candidate, to ask about it, to hand over the answer. With --system textattack (in TextAttack's own
Python) it is the time in which TextAttack replaces one word of its text, which it does for every candidate.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LENGTHS = (100, 500, 2000)
EXAMPLES = 12
"""Texts that are attacked at once: as many of each length, so that batches are equally full."""


def text_of(words: int, shared: Path) -> str:
    """A text of so many words: the sentences of SST-2's dev set, one after the other."""
    lines = (shared / "data" / "glue" / "SST-2" / "dev.tsv").read_text(encoding="utf-8").splitlines()[1:]
    taken = " ".join(line.rpartition("\t")[0] for line in lines).split()
    return " ".join(taken[:words])


def mohs_cost(words: int, shared: Path, attack: str) -> dict[str, Any]:
    """CPU microseconds for each text that the classifier is asked about, in texts of so many words."""
    import numpy as np

    from mohs.attacks.build import open_attacks
    from mohs.data.example import Example
    from mohs.data.tasks import open_task
    from mohs.engine.attacking import Attacking
    from mohs.engine.attempt import Setting
    from mohs.language.english import English
    from mohs.models.wrap import as_classifier

    asked = 0

    def unread(texts: Sequence[str]) -> Any:
        """Never the label that is wanted, and a different probability for every text."""
        nonlocal asked
        wrong = 0.3 + 0.1 * ((np.arange(asked, asked + len(texts)) * 0.6180339887) % 1.0)
        asked += len(texts)
        return np.stack([wrong, 1 - wrong], axis=1)

    task = open_task("sst2")
    chains = open_attacks(attack, {attack: {"similarity": None}})
    setting = Setting(task, "unread", English.kit(), measure_similarity=False)
    text = text_of(words, shared)
    # One more word at the end of each: texts of one length that are not the same.
    examples = [Example(str(k), str(k), {"sentence": f"{text} {'x' * (k + 1)}"}, 1) for k in range(EXAMPLES)]
    spent = []
    for turn in range(4):
        asked = 0
        started = time.process_time()
        outcomes = list(Attacking(as_classifier(unread, task), examples, chains, setting).outcomes())
        if turn:  # in the first one, words are looked up that are known afterwards
            spent.append((time.process_time() - started) / asked * 1e6)
        assert all(outcome.status == "failure" for outcome in outcomes), outcomes[0].reason
    return {"us_per_text": round(sorted(spent)[1], 2), "texts_per_example": round(asked / len(examples), 1)}


def string_cost(words: int, shared: Path) -> float:
    """CPU microseconds to put one word into a text and to hash it: no candidate can cost less than that."""
    text = text_of(words, shared)
    middle, count = len(text) // 2, 2000
    spent = []
    for _ in range(5):
        started = time.process_time()
        made = {f"{text[:middle]}{k}{text[middle:]}" for k in range(count)}
        spent.append((time.process_time() - started) / len(made) * 1e6)
    return round(sorted(spent)[2], 2)


def textattack_cost(words: int, shared: Path) -> dict[str, Any]:
    """Microseconds in which TextAttack makes a candidate: a text with one word replaced."""
    sys.path.insert(0, str(shared / "peers"))
    import ta_env  # noqa: F401  (makes TextAttack run without a network)
    from textattack.shared import AttackedText

    text = AttackedText(text_of(words, shared))
    count = len(text.words)
    repeats = max(20, 20_000 // words)
    started = time.process_time()
    for k in range(repeats):
        text.replace_word_at_index((k * 37) % count, "word")
    return {"us_per_text": round((time.process_time() - started) / repeats * 1e6, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--system", choices=["mohs", "textattack"], default="mohs")
    parser.add_argument("--shared", type=Path, default=HERE.parent.parent / "shared")
    parser.add_argument("--words", type=int, nargs="+", default=list(LENGTHS))
    arguments = parser.parse_args()
    if not (arguments.shared / "data").is_dir():
        sys.exit(f"{arguments.shared} is not there: name the folder with --shared")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if arguments.system == "textattack":
        costs = {"candidate": {n: textattack_cost(n, arguments.shared) for n in arguments.words}}
    else:
        costs = {
            name: {n: mohs_cost(n, arguments.shared, name) for n in arguments.words}
            for name in ("textbugger", "textfooler")
        }
    strings = {n: string_cost(n, arguments.shared) for n in arguments.words}
    first, last = arguments.words[0], arguments.words[-1]
    growth, beside = {}, {}
    for name, by_length in costs.items():
        short, long = by_length[first]["us_per_text"], by_length[last]["us_per_text"]
        growth[name] = round(long / short, 2)
        beside[name] = round((long - strings[last]) / (short - strings[first]), 2)
    document = {
        "benchmark": "text-length",
        "system": arguments.system,
        "costs": costs,
        "string_us": strings,
        "growth": growth,
        "growth_beside_the_string": beside,
    }
    print(json.dumps(document))


if __name__ == "__main__":
    main()
