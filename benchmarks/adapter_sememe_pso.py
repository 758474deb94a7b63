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

sys.path.insert(0, str(Path(__file__).parent))

from adapter_mohs import NAME, VERSION, NltkTagger, Victim, attacked, nltk_stop_words
from mohs.attacks.build import open_attacks
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.sememes import Candidate

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
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        return attacked(rows, victim, self.chains, self.english, self.tokens, seed=self.seed)


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3]}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    return (_opened.get(recipe) or Bench(recipe)).run(rows, victim)
