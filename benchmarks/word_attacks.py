"""The word-level attacks on SST-2 with MiniLM as the classifier, beside TextAttack's of the same name.

    python benchmarks/word_attacks.py --markdown      # goes on where it stopped; writes docs/strength.md

Each attack as mohs comes (`mohs.attack`, kit alone), and once more with TextAttack's candidates, stop words,
tagger, encoder and thresholds, beside TextAttack's recipe (../shared/peers/setup.sh makes its Python). Every
step is kept in --folder and never run twice; one line of JSON at the end. One thread; CPU seconds are those
inside the attacks.

    --only NAME,...    steps whose names begin so (`--list` shows them)
    --n 300            sentences; `--n-swarm` of SememePSO beside TextAttack, the slowest
"""

import argparse
import csv
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import word_attack_tables
from mohs.errors import MohsError
from peer_runs import ONE_THREAD, ROOT, Missing, Places, measure, say

ATTACKS = ("textbugger", "textfooler", "bert-attack", "sememe-pso", "comp-attack")
SEEDS = (0, 1, 2)
"""Of SememePSO, whose search is drawn at random."""


@dataclass(frozen=True)
class Step:
    """One run of one system.

    Args:
        name: What it is called; its file's name has the number of sentences too.
        n: Sentences.
        work: What is run; gives figures and, for pairs, rows.
    """

    name: str
    n: int
    work: Callable[[], dict[str, Any]]

    def file(self, folder: Path) -> Path:
        """Where what it gave is kept."""
        return folder / f"{self.name}-{self.n}.json"

    def largest(self, folder: Path) -> "Step":
        """The same with the most sentences that it was ever run on."""
        known = [file.stem.rpartition("-") for file in folder.glob(f"{self.name}-*.json")]
        own = [int(n) for name, _, n in known if name == self.name]
        return replace(self, n=max(own, default=self.n))


def sentences(shared: Path, n: int, seed: int = 0) -> list[dict[str, Any]]:
    """The first n of one seeded shuffle of SST-2's dev set: the same as ../shared/peers/benchlib.py takes."""
    with (shared / "data/glue/SST-2/dev.tsv").open(encoding="utf-8") as file:
        rows = [
            {"sentence": row["sentence"].strip(), "label": int(row["label"])}
            for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]
    random.Random(seed).shuffle(rows)
    return rows[:n]


def as_it_comes(places: Places, attack: str, n: int, folder: Path) -> dict[str, Any]:
    """An attack with nothing but the kit; figures as `mohs attack` reports them, and CPU seconds."""
    import mohs

    model = f"hf:{places.shared / 'models' / 'sst2-minilm'}"
    classifier = mohs.open_classifier(model, task=mohs.open_task("sst2"), threads=1)
    rows = sentences(places.shared, n)
    attacked = 0
    spent = time.process_time()
    try:
        run = mohs.attack(classifier, rows, attack, task="sst2", out=folder, resume=True)
    except MohsError as problem:
        raise Missing(str(problem).splitlines()[0]) from None
    cpu = time.process_time() - spent
    figures = {row["metric"]: row for row in run.rows}
    journal = (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    outcomes = [json.loads(line) for line in journal]
    attacked = sum("status" in one and one["status"] not in ("skipped", "error") for one in outcomes)
    return {"figures": figures, "attacked": attacked, "cpu_s": round(cpu, 2)}


def steps(places: Places, arguments: argparse.Namespace) -> list[Step]:
    """All that is run, the quickest first."""
    n, swarm = arguments.n, arguments.n_swarm or arguments.n

    def kit(attack: str, count: int = n) -> Step:
        folder = arguments.folder / f"run-{attack}-{count}"
        return Step(f"kit-{attack}", count, lambda: as_it_comes(places, attack, count, folder))

    def beside(
        name: str,
        system: str,
        recipe: str,
        count: int,
        script: str = "",
        options: Sequence[str] = (),
        seed: int = 0,
    ) -> Step:
        def work() -> dict[str, Any]:
            settings = {"MOHS_BENCH_SEED": str(seed), "MOHS_BENCH_PEERS": str(places.peers)}
            wanted = ("--victim", "minilm", "--n", str(count), *options)
            found = measure(places, system, recipe, *wanted, rows=True, script=script, settings=settings)
            return {"figures": found.numbers, "rows": found.rows}

        return Step(name, count, work)

    bert, theirs = "adapter_bert_attack.py", "textattack_bert_attack.py"
    bugs, pso = "adapter_textbugger.py", "adapter_sememe_pso.py"
    return [
        beside("mohs-textattack-bugs", "mohs", "textattack-bugs", n, bugs),
        beside("mohs-textfooler", "mohs", "textfooler-similarity+nltk", n),
        beside("first-textattack-bugs", "mohs", "textattack-bugs+first", n, bugs),
        beside("first-textfooler", "mohs", "textfooler-similarity+nltk+first", n),
        beside("textattack-textbugger", "textattack", "textbugger", n),
        *(kit(attack) for attack in ATTACKS[:3]),
        beside("textattack-textfooler", "textattack", "textfooler", n),
        beside("mohs-bert-attack", "mohs", "bert-attack", n, bert),
        beside("textattack-bert-attack", "textattack", "bert-attack", n, theirs),
        beside("first-bert-attack", "mohs", "bert-attack+first", n, bert),
        beside("mohs-bert-attack-48", "mohs", "bert-attack-48", n, bert),
        *(beside(f"mohs-sememe-pso-{s}", "mohs", "sememe-pso", swarm, pso, seed=s) for s in SEEDS),
        beside("textattack-sememe-pso", "textattack", "pso", swarm),
        kit("sememe-pso", swarm),
        kit("comp-attack"),
    ]


def carry_out(step: Step, folder: Path) -> dict[str, Any]:
    """What the step gave, now or before; {"missing": why} where it cannot be run (tried again next time)."""
    file = step.file(folder)
    if file.is_file():
        kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return kept
    say(f"{step.name}")
    try:
        found = step.work()
    except Missing as problem:
        say(f"  left out: {problem}")
        return {"missing": str(problem)}
    part = file.with_suffix(".part")
    part.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    part.replace(file)
    return found


def measured() -> dict[str, Any]:
    """When and on what."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": names[0].partition(":")[2].strip() if names else platform.machine(),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=300)
    parser.add_argument("--n-swarm", type=int, help="default: as --n")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "word-attacks")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument(
        "--kept",
        action="store_true",
        help="run nothing, draw what is in --folder",
    )
    parser.add_argument("--shared", type=Path, help="default: ../shared")
    parser.add_argument("--textattack", type=Path, metavar="PYTHON")
    parser.add_argument("--markdown", nargs="?", type=Path, const=ROOT / "docs" / "strength.md")
    arguments = parser.parse_args()
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    places = Places.found(arguments.shared, None, arguments.textattack)
    if not (places.peers / "benchlib.py").is_file():
        parser.error(f"{places.peers} is not there: name the shared folder with --shared")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    wanted = tuple(filter(None, arguments.only.split(",")))
    done: dict[str, dict[str, Any]] = {}
    for wished in steps(places, arguments):
        step = wished.largest(arguments.folder) if arguments.kept else wished
        if arguments.list:
            print(step.name, step.n, "kept" if step.file(arguments.folder).is_file() else "")
        elif step.file(arguments.folder).is_file() or (
            not arguments.kept and (not wanted or step.name.startswith(wanted))
        ):
            done[step.name] = {**carry_out(step, arguments.folder), "n": step.n}
    if arguments.list:
        return
    document = {"measured": measured(), **word_attack_tables.figures(done)}
    print(json.dumps({"benchmark": "word-attacks", **document}), flush=True)
    if arguments.markdown:
        word_attack_tables.write(arguments.markdown, document)
        print(f"written: {arguments.markdown}", file=sys.stderr)


if __name__ == "__main__":
    main()
