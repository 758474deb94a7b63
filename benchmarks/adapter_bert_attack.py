"""BERT-ATTACK for ../shared/peers/bench_adapter.py: as TextAttack has it or as mohs comes.

    python ../shared/peers/bench_adapter.py benchmarks/adapter_bert_attack.py bert-attack --victim fast --n 20
    VENV_OF_THE_PEERS/bin/python benchmarks/textattack_bert_attack.py bert-attack --victim fast --n 20

RECIPE is `bert-attack`: TextAttack's 8 candidates (as many of a word of several pieces), its constraints, its
list of stop words and the peers' MiniLM for the similarity; `bert-attack-48`, the same with the paper's 48
candidates; `+free` behind either leaves the similarity out, `+first` asks for it before the classifier, as
TextAttack does; or `bert-attack-kit`, as mohs comes. The masked language model is kit:mlm.

Environment:
    MOHS_BENCH_OPEN: As in adapter_mohs.py.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from adapter_mohs import NAME, VERSION, PackedEncoder, Victim, attacked, nltk_stop_words
from mohs.attacks.build import open_attacks
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.masked_lm import KIT, open_masked_lm

__all__ = ["NAME", "VERSION", "run"]

SIMILARITY: dict[str, Any] = {"threshold": 0.2, "window": None}
TEXTATTACK: dict[str, Any] = {
    "candidates": 8,
    "combinations": 8,
    "known_words": False,
    "stop_words": True,
    "modified_rate": {"rounding": "up"},
    "word_similarity": None,
    "similarity": SIMILARITY,
}
RECIPES: dict[str, dict[str, Any]] = {
    "bert-attack": TEXTATTACK,
    "bert-attack-48": {**TEXTATTACK, "candidates": 48, "combinations": 24},
    "bert-attack-kit": {},
}


class Bench:
    """What is opened before the clock starts, as the peers do it too."""

    def __init__(self, recipe: str) -> None:
        import benchlib

        name, _, order = recipe.partition("+")
        similarity = {"free": None, "first": {**SIMILARITY, "asked": "first"}}
        options = RECIPES[name] | ({"similarity": similarity[order]} if order else {})
        self.chains = open_attacks("bert-attack", {"bert-attack": options})
        self.english = English.kit(needs=self.chains[0].needs)
        if name != "bert-attack-kit":
            self.english = replace(self.english, stop_words=nltk_stop_words())
        self.encoder: PackedEncoder | None = PackedEncoder() if "encoder" in self.chains[0].needs else None
        self.masked_lm = open_masked_lm(KIT)
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        return attacked(
            rows, victim, self.chains, self.english, self.tokens, self.encoder, masked_lm=self.masked_lm
        )


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3] if recipe.partition("+")[0] in RECIPES}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    return (_opened.get(recipe) or Bench(recipe)).run(rows, victim)
