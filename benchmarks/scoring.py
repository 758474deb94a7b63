"""How long `mohs score` takes, and how much memory: a package of N rows and a file of N predictions.

    .venv/bin/python benchmarks/scoring.py 5000 1000000

Prints one JSON line for each N: seconds and the largest resident set of the whole command, from the start of
the interpreter, with --json (numbers alone) and with a run folder (examples.parquet and the page too).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from mohs.benchmark.package import Part, write_benchmark
from mohs.data.tasks import BUILT_IN

METHODS = (
    ("TextFooler", "word"),
    ("TextBugger", "word"),
    ("SememePSO", "word"),
    ("SCPN", "sentence"),
    ("CheckList", "sentence"),
    ("CheckList", "human"),
)
CHILDREN = 3
"""Rows made of one source."""


def part(task: str, n: int, rng: np.random.Generator) -> Part:
    built = BUILT_IN[task]
    ids = [f"{task}-{number}" for number in range(n)]
    sources = [f"source-{number // CHILDREN}" for number in range(n)]
    made = [METHODS[number] for number in rng.integers(0, len(METHODS), n)]
    words = [" ".join(f"w{k}" for k in rng.integers(0, 5000, 18)) for _ in range(min(n, 2000))]
    texts = {name: [words[k] for k in rng.integers(0, len(words), n)] for name in built.fields}
    before = {f"original_{name}": [None] * n for name in built.fields}
    # Two of eighteen words are changed.
    now = texts[built.perturb[0]]
    before[f"original_{built.perturb[0]}"] = [f"was {text[: text.rindex(' ')]} then" for text in now]
    return Part.from_columns(
        built,
        {"id": ids, "source_id": sources, **texts, **before}
        | {"label": rng.integers(0, len(built.labels), n)}
        | {"method": [name for name, _ in made], "data_construction": [level for _, level in made]}
        | {"provenance": ["{}"] * n},
    )


def write(folder: Path, n: int) -> None:
    rng = np.random.default_rng(0)
    names = ("sst2", "qqp", "mnli", "mnli-mm", "qnli", "rte")
    sizes = [n // len(names) + (k < n % len(names)) for k in range(len(names))]
    parts = {name: part(name, size, rng) for name, size in zip(names, sizes, strict=True)}
    write_benchmark(folder / "benchmark", "made-up", "1", parts)
    with (folder / "predictions.jsonl").open("w", encoding="utf-8") as file:
        for name, one in parts.items():
            labels = BUILT_IN[name].labels
            said = rng.integers(0, len(labels), len(one))
            for own, label in zip(one.ids, said.tolist(), strict=True):
                file.write(json.dumps({"task": name, "id": own, "label": labels[label]}) + "\n")


def measure(folder: Path, *more: str) -> tuple[float, float, float]:
    """Seconds, CPU seconds and the largest resident set in GB of one call of `mohs score`."""
    command = [sys.executable, "-m", "mohs", "score", "--predictions", "predictions.jsonl"]
    start = time.perf_counter()
    child = subprocess.Popen(
        [*command, "--benchmark", "benchmark", *more],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"mohs score ended with status {status}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1e6


def main() -> None:
    if sys.argv[1:2] == ["write"]:
        write(Path(sys.argv[2]), int(sys.argv[3]))
        return
    for n in map(int, sys.argv[1:] or ("5000",)):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            # In a process of its own: what a child is said to hold begins with what its parent holds.
            subprocess.run([sys.executable, __file__, "write", name, str(n)], check=True)
            measure(folder, "--json")  # what the disk cache holds is what it holds in use
            numbers, whole = measure(folder, "--json"), measure(folder, "--out", "run")
            figures: dict[str, float] = {"rows": n}
            for kind, (seconds, cpu, memory) in (("json", numbers), ("run", whole)):
                figures |= {f"seconds_{kind}": round(seconds, 2), f"cpu_{kind}": round(cpu, 2)}
                figures |= {f"gigabytes_{kind}": round(memory, 2)}
            print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
