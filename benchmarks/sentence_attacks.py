"""How strong the attacks on sentences are with nothing but the kit and a parser, and what parsing costs.

    OMP_NUM_THREADS=1 python benchmarks/sentence_attacks.py --n 200 --markdown
    python benchmarks/sentence_attacks.py --n 200 --tasks sst2 --attacks scpn     # a part of it
    python benchmarks/sentence_attacks.py --parsing          # prints one JSON line and measures nothing else

Classifiers: MiniLM fine-tuned on the task (../shared/models), on a sample of n examples of its dev set (QQP:
of held-out training rows), balanced over the labels. CPU seconds are those of the whole run of one attack, an
example. What was measured is kept in build/sentence_attacks.json; the table has all that is there.
"""

import argparse
import csv
import json
import sys
import time
from pathlib import Path
from typing import Any

from marked_tables import table, write
from mohs.api.attacks import attack
from mohs.attacks.attack import attacks
from mohs.estimate import Estimate, proportion
from mohs.language.grammar import open_grammar

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
GLUE = SHARED / "data/glue"
MNLI = GLUE / "MNLI/dev_matched_1000.tsv"
TASKS = {
    "sst2": ("sst2-minilm", f"glue:{GLUE}"),
    "mnli": ("mnli-minilm", str(MNLI)),
    "qqp": ("qqp-minilm", str(GLUE / "QQP/train_heldout_1k.jsonl")),
    "qnli": ("qnli-minilm", str(GLUE / "QNLI/dev.tsv")),
}
ATTACKS: dict[str, tuple[str, dict[str, Any]]] = {
    "stresstest-distraction": ("stresstest-distraction", {}),
    "checklist-distraction": ("checklist-distraction", {}),
    "adv-fever": ("adv-fever", {}),
    "scpn": ("scpn", {}),
    "t3": ("t3", {}),
    "t3 temperature=1": ("t3", {"temperature": 1.0}),
    "t3 place=appended": ("t3", {"place": "appended"}),
}
KEPT = ROOT / "build/sentence_attacks.json"
SHOWN = ("attack_success_rate", "queries_per_example", "similarity")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--tasks", nargs="*", choices=TASKS, default=list(TASKS))
    parser.add_argument("--attacks", nargs="*", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--parsing", action="store_true")
    parser.add_argument("--markdown", action="store_true", help="write the table of docs/strength.md, too")
    arguments = parser.parse_args()
    if arguments.parsing:
        print(json.dumps(parsing()))
        return
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    for task in arguments.tasks:
        for name in arguments.attacks:
            if task not in getattr(attacks.get(ATTACKS[name][0]), "unfit", {}):
                kept[f"{task} {name}"] = measure(task, name, arguments.n)
                print(json.dumps(kept[f"{task} {name}"]), flush=True)
                KEPT.parent.mkdir(exist_ok=True)
                KEPT.write_text(json.dumps(kept), encoding="utf-8")
    if arguments.markdown:
        head = ["task", "attack", "n", "right before", "applicable", "success", "queries", "similarity"]
        there = [kept[key] for task in TASKS for name in ATTACKS if (key := f"{task} {name}") in kept]
        rows = table([*head, "CPU s"], map(row, there))
        write(ROOT / "docs/strength.md", {"sentence-attacks": rows})


def measure(task: str, name: str, n: int) -> dict[str, Any]:
    """One attack on one classifier."""
    (model, data), (called, options) = TASKS[task], ATTACKS[name]
    start = time.process_time()
    done = attack(
        f"hf:{SHARED / 'models' / model}",
        data,
        called,
        options={called: options},
        task=task,
        limit=n,
        threads=1,
    )
    spent = time.process_time() - start
    counts = done.counts[0]["statuses"]
    tried = counts["success"] + counts["failure"]
    right = tried + counts["not_attackable"]
    figures = {one["metric"]: one for one in done.rows if "label" not in one}
    return {
        "task": task,
        "attack": name,
        "n": n,
        "right": right,
        "applicable": proportion(tried, right).to_json("applicable"),
        "figures": {metric: figures[metric] for metric in SHOWN if metric in figures},
        "cpu_s": round(spent / n, 3),
    }


def row(one: dict[str, Any]) -> list[object]:
    """A line of the table."""
    found = {metric: Estimate.from_json(figure) for metric, figure in one["figures"].items()}
    shown = {metric: figure for metric, figure in found.items() if figure.value is not None}
    return [
        one["task"],
        f"`{one['attack']}`",
        one["n"],
        one["right"],
        percent(Estimate.from_json(one["applicable"])),
        percent(found["attack_success_rate"]),
        f"{shown['queries_per_example'].value:.1f}" if "queries_per_example" in shown else "",
        f"{shown['similarity'].value:.2f}" if "similarity" in shown else "",
        one["cpu_s"],
    ]


def percent(estimate: Estimate) -> str:
    """Per cent, and the interval in brackets."""
    if estimate.value is None or estimate.low is None or estimate.high is None:
        return ""
    return f"{100 * estimate.value:.0f} % [{100 * estimate.low:.0f}, {100 * estimate.high:.0f}]"


def parsing() -> dict[str, Any]:
    """CPU seconds of parsing 1,000 sentences, by mohs and by the pipeline's own `pipe`, turn about."""
    with MNLI.open(encoding="utf-8", newline="") as file:
        texts = [line["sentence1"] for line in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    grammar = open_grammar()
    grammar.parse(texts[:20])
    turns = []
    for _ in range(3):
        start = time.process_time()
        list(grammar._pipeline.pipe(texts))
        middle = time.process_time()
        grammar.parse(texts)
        turns.append((middle - start, time.process_time() - middle))
    own, ours = (sorted(one)[1] for one in zip(*turns, strict=True))
    return {
        "texts": len(texts),
        "pipe_s": round(own, 2),
        "mohs_s": round(ours, 2),
        "times": round(ours / own, 3),
    }


if __name__ == "__main__":
    sys.exit(main())
