"""What an attack with networks costs beside its networks' own work; one JSON line.

    OMP_NUM_THREADS=1 python benchmarks/attack_floor.py [--n 40] [--turns 3] [--attacks NAME,...]

Sentences of SST-2's dev set, MiniLM as the classifier (../shared/models), the kit's encoder and masked
language model. The floor is the CPU time in which the same networks answer once, all at once and so in their
best batches, each distinct text that the attack put to them: the classifier's, the encoder's (similarity) and
the masked language model's (pieces, perplexities). Attack and floor are timed in turns, and the best of each
is taken.

    bert-attack              as it comes
    bert-attack+similarity   with a cosine of at least 0.8 of the whole text, asked of what would be taken
    sememe-pso               as it comes
"""

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from comp_attack import sentences
from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.data.tasks import open_task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.language.english import English
from mohs.language.masked_lm import KIT, open_masked_lm
from mohs.language.similarity import KIT as ENCODER
from mohs.language.similarity import open_encoder
from mohs.models.address import open_classifier

RECIPES: dict[str, dict[str, Any]] = {
    "bert-attack": {},
    "bert-attack+similarity": {"similarity": {"threshold": 0.8, "window": None}},
    "sememe-pso": {},
}


class Asked:
    """An object of which some methods are written down: what they were given, and how long they took."""

    def __init__(self, inner: Any, *methods: str) -> None:
        self._inner, self._methods = inner, methods
        self.begin()

    def begin(self) -> None:
        """Forget what was asked."""
        self.items: dict[str, dict[Any, None]] = {name: {} for name in self._methods}
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name not in self._methods:
            return found

        def called(items: Sequence[Any]) -> Any:
            self.items[name].update(dict.fromkeys(items))
            started = time.process_time()
            answer = found(items)
            self.seconds += time.process_time() - started
            return answer

        return called

    def floor(self) -> float:
        """CPU seconds of all of it once more, each kind at once."""
        started = time.process_time()
        for name, items in self.items.items():
            if items:
                getattr(self._inner, name)(list(items))
        return time.process_time() - started


def measured(name: str, networks: dict[str, Asked], run: Callable[[], int], turns: int) -> dict[str, Any]:
    """The best of some turns of the attack, and of its floor."""
    best: dict[str, float] = {}
    texts: dict[str, int] = {}
    examples = 0
    for _ in range(turns):
        for one in networks.values():
            one.begin()
        gc.collect()
        started = time.process_time()
        examples = run()
        spent = {"attack": time.process_time() - started}
        spent |= {f"{kind} in the attack": one.seconds for kind, one in networks.items()}
        spent |= {f"{kind} at once": one.floor() for kind, one in networks.items()}
        texts = {kind: sum(map(len, one.items.values())) for kind, one in networks.items()}
        best = {key: min(seconds, best.get(key, seconds)) for key, seconds in spent.items()}
        print(
            f"{name}: {json.dumps({key: round(value, 3) for key, value in spent.items()})}", file=sys.stderr
        )
    floor = sum(seconds for key, seconds in best.items() if key.endswith("at once"))
    inside = sum(seconds for key, seconds in best.items() if key.endswith("in the attack"))
    return {
        "examples": examples,
        "texts": texts,
        "cpu_s": {key: round(value, 3) for key, value in best.items()},
        "times_over_floor": round(best["attack"] / floor, 3),
        "of_which_batches": round(inside / floor, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=40)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--attacks", default=",".join(RECIPES))
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    given = parser.parse_args()
    task = open_task("sst2")
    model = open_classifier(f"hf:{given.shared / 'models/sst2-minilm'}", task, threads=1)
    texts = sentences(given.shared, given.n)
    labels = model.probabilities(texts).argmax(axis=1).tolist()
    examples = [
        Example(str(k), str(k), {"sentence": text}, label)
        for k, (text, label) in enumerate(zip(texts, labels, strict=True))
    ]
    line: dict[str, Any] = {"benchmark": "attack_floor", "n": len(texts)}
    for recipe in given.attacks.split(","):
        name = recipe.partition("+")[0]
        chains = open_attacks(name, {name: RECIPES[recipe]})
        setting = Setting(task, model.address, English.kit(needs=chains[0].needs), measure_similarity=False)
        networks = {
            "classifier": Asked(model, "probabilities"),
            "encoder": Asked(open_encoder(ENCODER, threads=1), "encode"),
            "masked-lm": Asked(open_masked_lm(KIT, threads=1), "fill", "perplexity"),
        }

        def run(chains: Any = chains, setting: Any = setting, networks: dict[str, Asked] = networks) -> int:
            known: Any = networks
            attacking = Attacking(
                known["classifier"], examples, chains, setting, known["encoder"], masked_lm=known["masked-lm"]
            )
            return len(list(attacking.outcomes()))

        line[recipe] = measured(recipe, networks, run, given.turns)
    print(json.dumps(line))


if __name__ == "__main__":
    main()
