"""BERT-ATTACK for ../shared/peers/bench_adapter.py: as TextAttack has it or as mohs comes.

    python ../shared/peers/bench_adapter.py benchmarks/adapter_bert_attack.py bert-attack --victim fast --n 20
    VENV_OF_THE_PEERS/bin/python benchmarks/textattack_bert_attack.py bert-attack --victim fast --n 20

RECIPE is `bert-attack`: TextAttack's 8 candidates, its constraints, its list of stop words and the peers'
MiniLM for the similarity; `bert-attack-48`, the same with the paper's 48 candidates; `+free` behind either
leaves the similarity out; or `bert-attack-kit`, as mohs comes. The masked language model is kit:mlm.

Environment:
    MOHS_BENCH_OPEN: As in adapter_mohs.py.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from adapter_mohs import NAME, VERSION, PackedEncoder, Victim, _packed, nltk_stop_words
from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.data.tasks import open_task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.masked_lm import KIT, open_masked_lm
from mohs.language.similarity import Encoder
from mohs.models.wrap import as_classifier

__all__ = ["NAME", "VERSION", "run"]

SIMILARITY: dict[str, Any] = {"threshold": 0.2, "window": None}
TEXTATTACK: dict[str, Any] = {
    "candidates": 8,
    "known_words": False,
    "word_similarity": None,
    "similarity": SIMILARITY,
}
RECIPES: dict[str, dict[str, Any]] = {
    "bert-attack": TEXTATTACK,
    "bert-attack-48": {**TEXTATTACK, "candidates": 48},
    "bert-attack-kit": {},
}


class Bench:
    """What is opened before the clock starts, as the peers do it too."""

    def __init__(self, recipe: str) -> None:
        import benchlib

        name, _, free = recipe.partition("+")
        options = RECIPES[name] | ({"similarity": None} if free else {})
        self.chains = open_attacks("bert-attack", {"bert-attack": options})
        self.english = English.kit(needs=self.chains[0].needs)
        if name != "bert-attack-kit":
            self.english = replace(self.english, stop_words=nltk_stop_words())
        self.encoder: PackedEncoder | None = PackedEncoder() if "encoder" in self.chains[0].needs else None
        self.masked_lm = open_masked_lm(KIT)
        self.open_searches = int(os.environ.get("MOHS_BENCH_OPEN", "0")) or None
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        task = open_task("sst2")
        examples = [Example(str(k), str(k), {"sentence": s}, y) for k, (s, y) in enumerate(rows)]
        free = type(victim).__name__ == "FastVictim"

        def probabilities(texts: list[str]) -> Any:
            return np.asarray(victim(texts) if free else _packed(victim, self.tokens, texts))

        encoder: Encoder | None = self.encoder
        classifier = as_classifier(probabilities, task)
        classifier.packs_by_length = not free
        attacking = Attacking(
            classifier,
            examples,
            self.chains,
            Setting(task, "victim", self.english, measure_similarity=False),
            encoder,
            self.open_searches,
            masked_lm=self.masked_lm,
        )
        found: dict[str, dict[str, Any]] = {}
        for outcome in attacking.outcomes():
            if outcome.status == "error":
                raise RuntimeError(f"example {outcome.id}: {outcome.reason}")
            found[outcome.id] = {
                "status": outcome.status if outcome.status in ("success", "skipped") else "failed",
                "adv": None if outcome.perturbed is None else outcome.perturbed["sentence"],
                "queries": outcome.asked["classify"],
            }
        return [found[example.id] for example in examples]


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3] if recipe.partition("+")[0] in RECIPES}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    return (_opened.get(recipe) or Bench(recipe)).run(rows, victim)
