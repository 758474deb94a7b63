"""All five word-level attacks on five tasks, run from the command line: a table, put into docs/strength.md.

    OMP_NUM_THREADS=1 python benchmarks/word_attack_tasks.py --markdown      # goes on where it stopped

Classifiers: MiniLM fine-tuned on each task (../shared/models). Data: GLUE's dev sets, and rows that were held
out of QQP's training set, as many of each label; SememePSO, the slowest, has fewer. The runs lie in --folder,
and it stops where an outcome is an error. One line of JSON at the end.

    --only TASK,...     run these alone ("" for none); of the others the table has the largest kept runs
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from marked_tables import table, write

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path("../shared")
GLUE = SHARED / "data/glue"
DATA = {
    "sst2": f"glue:{GLUE}",
    "qqp": f"{GLUE}/QQP/train_heldout_1k.jsonl",
    "mnli": f"{GLUE}/MNLI/dev_matched_1000.tsv",
    "qnli": f"glue:{GLUE}",
    "rte": f"glue:{GLUE}",
}
COLUMNS = {
    "qqp": ("--column", "question1=sentence1", "--column", "question2=sentence2"),
    "mnli": ("--column", "premise=sentence1", "--column", "hypothesis=sentence2"),
}
ATTACKS = ("textbugger", "textfooler", "bert-attack", "sememe-pso", "comp-attack")
SHOWN = {
    "attack_success_rate": (100, 0),
    "queries_per_example": (1, 1),
    "modified_rate": (100, 1),
    "similarity": (1, 3),
}
"""Metric -> what it is multiplied with, and digits behind the point."""
HEAD = (
    "task",
    "attack",
    "examples",
    "attacked",
    "not attackable",
    "success, %",
    "queries",
    "modified rate, %",
    "similarity",
)


def command(task: str, attack: str, limit: int, folder: Path) -> list[str]:
    """What a person would type."""
    return [
        "mohs", "attack", "--model", f"hf:{SHARED}/models/{task}-minilm", "--data", DATA[task],
        "--task", task, *COLUMNS.get(task, ()), "--attacks", attack, "--limit", str(limit), "--threads", "1",
        "--out", str(folder), "--resume", "--quiet",
    ]  # fmt: skip


def attacked(task: str, attack: str, limit: int, folder: Path) -> dict[str, Any]:
    """Run it, or what is left of it; gives the results document."""
    line = command(task, attack, limit, folder)
    print(" ".join(line), file=sys.stderr, flush=True)
    subprocess.run([sys.executable, "-m", *line], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return read(folder)


def read(folder: Path) -> dict[str, Any]:
    """The results of a run.

    Raises:
        SystemExit: An outcome is an error.
    """
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    if found["counts"][0]["statuses"].get("error"):
        raise SystemExit(f"{folder}: {found['counts'][0]}")
    return found


def kept(folder: Path, name: str) -> Path | None:
    """Of the runs that begin so and are complete the one with the most examples."""
    found = [file.parent for file in folder.glob(f"{name}*/results.json")]
    return max(found, key=lambda run: int(run.name.removeprefix(name)), default=None)


def row(task: str, attack: str, document: dict[str, Any]) -> list[object]:
    """A line of the table."""
    statuses = document["counts"][0]["statuses"]
    of = {one["metric"]: one for one in document["results"] if "label" not in one}
    tried = sum(count for status, count in statuses.items() if status != "skipped")
    return [
        task,
        f"`{attack}`",
        sum(statuses.values()),
        tried,
        statuses.get("not_attackable", 0),
        *(cell(of.get(metric), factor, digits) for metric, (factor, digits) in SHOWN.items()),
    ]


def cell(found: dict[str, Any] | None, factor: int, digits: int) -> str:
    """A number and its interval."""
    if found is None or found["value"] is None:
        return "no data"
    value, low, high = (
        None if found[name] is None else f"{found[name] * factor:.{digits}f}"
        for name in ("value", "low", "high")
    )
    return f"{value}" if low is None else f"{value} [{low}, {high}]"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=60)
    parser.add_argument("--n-swarm", type=int, default=20)
    parser.add_argument("--only", default=",".join(DATA))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "word-attack-tasks")
    parser.add_argument("--markdown", action="store_true", help="write the table of docs/strength.md, too")
    given = parser.parse_args()
    lines = []
    for task in DATA:
        for attack in ATTACKS:
            limit = given.n_swarm if attack == "sememe-pso" else given.n
            folder = given.folder.resolve() / f"{task}-{attack}-{limit}"
            if task in given.only.split(","):
                lines.append(row(task, attack, attacked(task, attack, limit, folder)))
            elif (largest := kept(given.folder, f"{task}-{attack}-")) is not None:
                lines.append(row(task, attack, read(largest)))
    print(json.dumps({"benchmark": "word-attack-tasks", "rows": lines}))
    if given.markdown:
        write(ROOT / "docs/strength.md", {"word-attack-tasks": table(HEAD, lines)})


if __name__ == "__main__":
    main()
