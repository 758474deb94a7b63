"""TextBugger for ../shared/peers/bench_adapter.py with the candidates of TextAttack's recipe.

    python ../shared/peers/bench_adapter.py benchmarks/adapter_textbugger.py textattack-bugs --victim fast
    VENV_OF_THE_PEERS/bin/python ../shared/peers/bench_textattack.py textbugger --victim fast

At each word of any length what TextAttack 0.3.11 tries: one random blank, which may not stand before the last
letter, one random deletion and one random swap of neighbours; the look-alike of every letter, from its table;
the five nearest words, from the vectors that it is given. NLTK's stop words and the peers' MiniLM, both as in
adapter_mohs.py; an angular similarity of 0.8. RECIPE is `textattack-bugs`; `+free` behind it leaves the
similarity out, `+first` asks for it before the classifier, as TextAttack does.

Environment: as in adapter_mohs.py.
"""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from adapter_mohs import (
    NAME,
    VERSION,
    PackedEncoder,
    Victim,
    attacked,
    get_ready,
    nltk_stop_words,
    textattack_constant,
)
from mohs.attacks.build import open_attacks
from mohs.attacks.constraints import SentenceSimilarity, Words
from mohs.attacks.target import Target
from mohs.attacks.word.textbugger import TextBugger
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.typos import typo
from mohs.language.vectors import WordVectors
from mohs.language.words import carry_case

__all__ = ["NAME", "VERSION", "run"]

ANGULAR = SentenceSimilarity(threshold=0.8, metric="angular", window=None)


def look_alikes() -> dict[str, str]:
    """Letter -> what looks like it."""
    table: dict[str, str] | None = textattack_constant(
        "transformations/word_swaps/word_swap_homoglyph_swap.py", "self.homos"
    )
    if table is None:
        raise SystemExit("TextAttack 0.3.11 is not there: its look-alikes are wanted")
    return table


@dataclass(frozen=True)
class TextAttackBugs(TextBugger):
    """The same search with the bugs that TextAttack's recipe tries; `kinds` says nothing of them."""

    alike: Mapping[str, str] = field(default_factory=look_alikes, hash=False)

    def _bugs(self, target: Target, word: str) -> dict[str, str]:
        bugs: dict[str, str] = {}
        # no blank stands before the last letter
        for kind, drawn, rest in (("insert", word[:-1], word[-1:]), ("delete", word, ""), ("swap", word, "")):
            one = typo(drawn, kind, target.random)
            if one is not None:
                bugs.setdefault(one + rest, kind)
        for place, letter in enumerate(word):
            if letter in self.alike:
                bugs.setdefault(f"{word[:place]}{self.alike[letter]}{word[place + 1 :]}", "look-alike")
        for near, _ in target.english.synonyms.neighbours(word, self.synonyms, minimum_cosine=-1.0):
            bugs.setdefault(carry_case(word, near), "synonym")
        return bugs


class Bench:
    """What is opened before the clock starts, as the peers do it too."""

    def __init__(self, recipe: str) -> None:
        import benchlib

        _, _, order = recipe.partition("+")
        settings = {"": ANGULAR, "free": None, "first": replace(ANGULAR, asked="first")}
        attack = TextAttackBugs(synonyms=5, words=Words(minimum_length=1), similarity=settings[order])
        self.chains = open_attacks([attack])
        vectors = WordVectors.open(benchlib.HERE / "vectors" / "counterfitted.npy")
        tags: Any = None  # misspelling words needs no parts of speech
        self.english = English(vectors, tags, nltk_stop_words())
        self.encoder = PackedEncoder() if attack.similarity else None
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)
        get_ready()

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        return attacked(rows, victim, self.chains, self.english, self.tokens, self.encoder)


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3] if recipe.partition("+")[0] == "textattack-bugs"}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    return (_opened.get(recipe) or Bench(recipe)).run(rows, victim)
