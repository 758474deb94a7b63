"""AdvGLUE's taxonomy: which attack made a row, and the linguistic phenomenon that it plays on.

Wang et al. 2021 (AdvGLUE), section 3 and Table 1: five word-level phenomena, two of whole sentences, four
sets written by people. Released files name the method and the level ("StressTest", "human"); both together
tell the attack, since StressTest and CheckList are there at two levels.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mohs.benchmark.part import CONSTRUCTIONS


@dataclass(frozen=True, slots=True)
class Kind:
    """What made a row.

    Attributes:
        attack: The name that mohs gives the attack; the benchmark's own where mohs has none.
        level: "word", "sentence" or "human"; "" where it is not said.
        phenomenon: As AdvGLUE names it; the attack's name where it is none of AdvGLUE's.
    """

    attack: str
    level: str
    phenomenon: str


_KNOWN: Mapping[tuple[str, str], tuple[str, str]] = {
    ("textfooler", "word"): ("textfooler", "embedding-similarity"),
    ("textbugger", "word"): ("textbugger", "typos"),
    ("bertattack", "word"): ("bert-attack", "context-aware"),
    ("sememepso", "word"): ("sememe-pso", "knowledge-guided"),
    ("semattack", "word"): ("comp-attack", "composition"),
    ("compattack", "word"): ("comp-attack", "composition"),
    ("scpn", "sentence"): ("scpn", "syntactic"),
    ("t3", "sentence"): ("t3", "syntactic"),
    ("advfever", "sentence"): ("adv-fever", "syntactic"),
    ("stresstest", "sentence"): ("stresstest-distraction", "distraction"),
    ("stresstestdistraction", "sentence"): ("stresstest-distraction", "distraction"),
    ("checklist", "sentence"): ("checklist-distraction", "distraction"),
    ("checklistdistraction", "sentence"): ("checklist-distraction", "distraction"),
    ("checklist", "human"): ("checklist", "checklist"),
    ("stresstest", "human"): ("stresstest-numerical", "stresstest"),
    ("stresstestnumerical", "human"): ("stresstest-numerical", "stresstest"),
    ("anli", "human"): ("anli", "anli"),
    ("advsquad", "human"): ("adv-squad", "advsquad"),
}

PHENOMENA = tuple(dict.fromkeys(phenomenon for _, phenomenon in _KNOWN.values()))
"""AdvGLUE's phenomena C1 to C11, in that order."""

LEVELS = CONSTRUCTIONS


def kind_of(method: str, data_construction: str) -> Kind:
    """What made a row, by the method and the level that its benchmark states."""
    plain = "".join(letter for letter in method.casefold() if letter.isalnum())
    attack, phenomenon = _KNOWN.get((plain, data_construction), (method, method))
    return Kind(attack, data_construction, phenomenon)
