"""How many of the words that AdvGLUE's attacks put in are among our candidates; needs no classifier.

    python benchmarks/advglue_recall.py --markdown          # prints one JSON line, writes docs/strength.md

Of AdvGLUE's annotated dev set, the word-level rows: original and changed text are cut into words and
aligned, and every word that another stands for is a substitution (a blank inside a word is one too). A
substitution is found where the attack of that name, as mohs comes, may put that word there as its first
change of the text. What its search would do with it is another matter. Words that differ in case, or only in
how a tokeniser cut them, are left out, and stretches where words were added or lost cannot be aligned; both
are counted.
"""

import argparse
import difflib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from marked_tables import table, write
from mohs.attacks.questions import FillMask, Perplexity
from mohs.attacks.target import Goal, Target
from mohs.attacks.word.bert_attack import BertAttack
from mohs.attacks.word.comp_attack import CompAttack
from mohs.attacks.word.sememe_pso import SememePSO
from mohs.attacks.word.textfooler import TextFooler
from mohs.estimate import share
from mohs.language.english import English
from mohs.language.masked_lm import KIT, open_masked_lm
from mohs.language.typos import KINDS, typos
from mohs.language.words import Text

ROOT = Path(__file__).resolve().parents[1]
METHODS = {
    "TextBugger": "textbugger",
    "TextFooler": "textfooler",
    "BERT-ATTACK": "bert-attack",
    "SememePSO": "sememe-pso",
    "SemAttack": "comp-attack",
}


@dataclass(frozen=True)
class Substitution:
    """A word of an original that another stands for.

    Args:
        source: The text it is from; substitutions of one text are no independent draws.
        text: The original.
        index: Which of its words.
        new: What stands there, in lower case.
        task: The row's task.
    """

    source: str
    text: str
    index: int
    new: str
    task: str


def substitutions(path: Path, skipped: Counter[str]) -> Iterator[tuple[str, Substitution]]:
    """(method, substitution) of every word-level row."""
    for task, rows in json.loads(path.read_text(encoding="utf-8")).items():
        for row in rows:
            if row["data_construction"] != "word":
                continue
            (name,) = [key for key in row if key.startswith("original_")]
            original, changed = row[name], row[name.removeprefix("original_")]
            old, new = Text(original).words(), Text(changed).words()
            for index, word in aligned(old, new, row["method"], skipped):
                yield row["method"], Substitution(original, original, index, word, task)


def aligned(old: list[str], new: list[str], method: str, skipped: Counter[str]) -> Iterator[tuple[int, str]]:
    """Places of the old words and what stands there now, in lower case."""
    lower = [word.lower() for word in old], [word.lower() for word in new]
    matcher = difflib.SequenceMatcher(None, *lower, autojunk=False)
    for what, i, j, k, end in matcher.get_opcodes():
        if what == "equal":
            continue
        here, there = lower[0][i:j], lower[1][k:end]
        if letters(here) == letters(there) and any(c in "'’" for c in "".join(here + there)):
            skipped[f"{method}: cut otherwise"] += 1
            continue
        while here and there:
            if here[0] == there[0]:
                taken = 1
            elif len(there) > 1 and there[0] + there[1] == here[0]:
                taken = 2
                yield i, f"{there[0]} {there[1]}"
            elif len(here) == len(there):
                taken = 1
                yield i, there[0]
            else:
                break
            here, there, i = here[1:], there[taken:], i + 1
        if here or there:
            skipped[f"{method}: not word for word"] += 1


def letters(words: list[str]) -> str:
    return "".join(c for word in words for c in word if c.isalnum())


class Ours:
    """What the attacks may put at a word, as mohs comes."""

    def __init__(self) -> None:
        self.english = English.kit(needs=("synonyms", "parts-of-speech", "sememes", "lexicon"))
        self.masked_lm = open_masked_lm(KIT)
        self.subjects = {"sst2": "sentiment"}

    def target(self, one: Substitution) -> Target:
        """What a search would see of the text."""
        goal = Goal(0)
        subject = self.subjects.get(one.task, "")
        return Target(
            Text(one.text), goal, np.array([0.9, 0.1]), self.english, random=random.Random(0), subject=subject
        )

    def answered(self, asking: Any) -> Any:
        """What a piece of a search returns, its questions answered."""
        answer = None
        while True:
            try:
                question = asking.send(answer)
            except StopIteration as done:
                return done.value
            if isinstance(question, FillMask):
                answer = question.finish(self.masked_lm.fill(question.items))
            elif isinstance(question, Perplexity):
                answer = question.finish(self.masked_lm.perplexity(question.items))
            else:
                raise TypeError(f"{type(question).__name__} needs a classifier or an encoder")

    def textbugger(self, target: Target, index: int) -> list[str]:
        """Every typo of every kind."""
        return [new for kind in KINDS for new in typos(target.text.word(index), kind)]

    def textfooler(self, target: Target, index: int) -> list[str]:
        """Near words of the same part of speech."""
        attack = TextFooler()
        if index not in attack.positions(target):
            return []
        found: list[str] = self.answered(attack._candidates(target, target.text, index))
        return found

    def bert_attack(self, target: Target, index: int) -> list[str]:
        """What the masked language model would put there, antonyms left out."""
        attack = BertAttack()
        made = self.answered(attack._made(target))
        if index not in made:
            return []
        found: list[str] = self.answered(attack._candidates(target, target.text, index, made[index]))
        return found

    def comp_attack(self, target: Target, index: int) -> list[str]:
        """Typos that were drawn, WordNet's synonyms and what the masked language model would put there."""
        found: dict[int, dict[str, str]] = self.answered(CompAttack()._candidates(target))
        return list(found.get(index, ()))

    def sememe_pso(self, target: Target, index: int) -> list[str]:
        """Words that share sememes or a WordNet class."""
        return list(SememePSO()._candidates(target).get(index, ()))


def measured(ours: Ours, rows: list[tuple[str, Substitution]]) -> list[dict[str, Any]]:
    """One line a method."""
    lines = []
    for method, attack in METHODS.items():
        candidates: Callable[[Target, int], list[str]] | None = getattr(ours, attack.replace("-", "_"), None)
        some = [one for name, one in rows if name == method]
        if candidates is None:
            continue
        found, sizes, touched = [], [], []
        for one in some:
            target = ours.target(one)
            put = {new.lower() for new in candidates(target, one.index)}
            found.append(one.new in put)
            sizes.append(len(put))
            touched.append(bool(put))
        sources = [one.source for one in some]
        lines.append(
            {
                "method": method,
                "attack": attack,
                "substitutions": len(some),
                "recall": share(found, sources).to_json("recall"),
                "with_candidates": share(touched, sources).to_json("with_candidates"),
                "mean_candidates": round(sum(sizes) / max(1, sum(touched)), 1),
                "found": sum(found),
                "missed": [
                    [Text(o.text).word(o.index), o.new] for o, f in zip(some, found, strict=True) if not f
                ],
            }
        )
        print(f"{method}: {sum(found)} of {len(some)}", file=sys.stderr, flush=True)
    return lines


def percent(row: dict[str, Any]) -> str:
    return f"{100 * row['value']:.0f} % [{100 * row['low']:.0f}, {100 * row['high']:.0f}]"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--markdown", nargs="?", type=Path, const=ROOT / "docs" / "strength.md")
    arguments = parser.parse_args()
    skipped: Counter[str] = Counter()
    rows = list(substitutions(arguments.shared / "data/advglue_dev/dev_ann.json", skipped))
    lines = measured(Ours(), rows)
    print(json.dumps({"benchmark": "advglue-recall", "methods": lines, "skipped": dict(skipped)}))
    if arguments.markdown:
        head = (
            "rows by",
            "attack",
            "substitutions",
            "found",
            "words with candidates",
            "candidates a word",
            "not aligned",
        )
        shown = [
            (
                one["method"],
                f"`{one['attack']}`",
                one["substitutions"],
                f"{one['found']}, {percent(one['recall'])}",
                percent(one["with_candidates"]),
                one["mean_candidates"],
                sum(n for name, n in skipped.items() if name.startswith(f"{one['method']}:")),
            )
            for one in lines
        ]  # fmt: skip
        write(arguments.markdown, {"advglue-recall": table(head, shown)})
        print(f"written: {arguments.markdown}", file=sys.stderr)


if __name__ == "__main__":
    main()
