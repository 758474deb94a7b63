"""What evaluating costs over the classifier's own time on the same texts, sorted by length.

    python benchmarks/evaluating.py sst2=hf:../shared/models/sst2-minilm advglue:../shared/data/advglue_dev

Prints one JSON line of CPU seconds, the least of some rounds: the classifiers' own time on every distinct
text of their tasks, longest last, in one call each; asking and journaling (`answer`); and the whole of
`evaluate` into a run folder, with the benchmark read, all numbers, examples.parquet and the page.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from mohs.api.classifiers import assign, open_all
from mohs.api.evaluation import evaluate
from mohs.benchmark.package import open_benchmark
from mohs.evaluation.answering import Asked, answer
from mohs.runs.journal import Journal

ROUNDS = 3


def length(one: str | tuple[str, ...]) -> int:
    return len(one) if isinstance(one, str) else sum(map(len, one))


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    models, benchmark = sys.argv[1:3]
    opened = open_benchmark(benchmark)
    by_task = assign(models, list(opened.tasks), None).by_task
    parts = {name: opened.tasks[name] for name in by_task}
    classifiers = open_all(by_task, {n: p.task for n, p in parts.items()}, {"threads": 1}).by_task
    asked = {
        name: [Asked(part.task, "adversarial", part.examples()), Asked(part.task, "source", part.sources())]
        for name, part in parts.items()
    }
    texts = {
        name: sorted({one.task.input(e.fields) for one in some for e in one.examples}, key=length)
        for name, some in asked.items()
    }

    def own() -> None:
        for name, some in texts.items():
            classifiers[name].probabilities(some)

    def asking(folder: Path) -> None:
        with Journal(folder / "journal.jsonl", group=100_000) as journal:
            for name, some in asked.items():
                answer(classifiers[name], some, keep=journal.append)

    own()
    least = {"own": float("inf"), "asking": float("inf"), "whole": float("inf")}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            measured = {
                "own": seconds(own),
                "asking": seconds(partial(asking, folder)),
                "whole": seconds(partial(evaluate, classifiers, benchmark, out=folder / "run")),
            }
            least = {kind: min(least[kind], measured[kind]) for kind in least}
    over = {f"{kind}_over": round(least[kind] / least["own"] - 1, 3) for kind in ("asking", "whole")}
    figures = {kind: round(value, 2) for kind, value in least.items()}
    print(json.dumps({"tasks": list(texts), "texts": sum(map(len, texts.values())), **figures, **over}))


if __name__ == "__main__":
    main()
