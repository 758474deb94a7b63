"""SememePSO for ../shared/peers/bench_adapter.py: TextAttack's candidates and parts of speech, or the kit's.

    python ../shared/peers/bench_adapter.py benchmarks/adapter_sememe_pso.py sememe-pso --victim fast --n 20
    VENV_OF_THE_PEERS/bin/python ../shared/peers/bench_textattack.py pso --victim fast --n 20

RECIPE is `sememe-pso`, with the candidates and the stop words that TextAttack is given there and the tagger
that stands in for flair's (needs nltk, see adapter_mohs.py), or `sememe-pso-kit`, as mohs comes.

Environment:
    MOHS_BENCH_SEED: The run's seed (0).
    MOHS_BENCH_OPEN, MOHS_BENCH_SITE: As in adapter_mohs.py.
"""

import os
import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from adapter_mohs import NAME, VERSION, NltkTagger, Victim, _packed, nltk_stop_words
from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.data.tasks import open_task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.sememes import Candidate
from mohs.models.wrap import as_classifier

__all__ = ["NAME", "VERSION", "run"]


class PeersCandidates:
    """The candidates that stand in for HowNet's: word -> part of speech -> words."""

    NAMES = {"NOUN": "noun", "VERB": "verb", "ADJ": "adj", "ADV": "adv"}  # noqa: RUF012

    def __init__(self) -> None:
        import standins

        standins.nltk_data()
        self._known: dict[tuple[str, str], tuple[Candidate, ...]] = {}
        self._table = pickle.loads(Path(standins.sememe_candidates()).read_bytes())

    def candidates(self, word: str, part_of_speech: str) -> tuple[Candidate, ...]:
        """Candidates of this word, in the order of the table."""
        key = (word.lower(), self.NAMES.get(part_of_speech, ""))
        if key not in self._known:
            found = self._table.get(key[0], {}).get(key[1], ())
            self._known[key] = tuple(Candidate(other, "sememe") for other in found)
        return self._known[key]


class Bench:
    """What is opened before the clock starts, as the peers do it too."""

    def __init__(self, recipe: str) -> None:
        import benchlib

        self.chains = open_attacks("sememe-pso")
        self.english = English.kit(needs=self.chains[0].needs)
        if recipe == "sememe-pso":
            self.english = replace(
                self.english,
                sememes=PeersCandidates(),
                parts_of_speech=NltkTagger(),
                stop_words=nltk_stop_words(),
            )
        self.seed = int(os.environ.get("MOHS_BENCH_SEED", "0"))
        self.open_searches = int(os.environ.get("MOHS_BENCH_OPEN", "0")) or None
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        task = open_task("sst2")
        examples = [Example(str(k), str(k), {"sentence": s}, y) for k, (s, y) in enumerate(rows)]
        free = type(victim).__name__ == "FastVictim"

        def probabilities(texts: list[str]) -> Any:
            return np.asarray(victim(texts) if free else _packed(victim, self.tokens, texts))

        setting = Setting(task, "victim", self.english, self.seed, measure_similarity=False)
        classifier = as_classifier(probabilities, task)
        classifier.packs_by_length = not free
        attacking = Attacking(classifier, examples, self.chains, setting, None, self.open_searches)
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


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3]}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    return (_opened.get(recipe) or Bench(recipe)).run(rows, victim)
