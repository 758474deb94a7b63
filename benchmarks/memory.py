"""The most memory of a run, for few and for many examples: `python benchmarks/memory.py`; one JSON line.

Each number of examples is a process of its own, which attacks through `mohs.attack` into a run folder:
journal, examples.parquet, results.json and report.html included.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
COUNTS = (1_000, 20_000)
OPTIONS = {"textbugger": {"similarity": None}, "textfooler": {"similarity": None}}


def attack(count: int, shared: Path, model: str, attacks: str) -> dict[str, Any]:
    """Attack so many sentences of SST-2's training set in this process, and say what it took."""
    import mohs

    source = shared / "data" / "glue" / "SST-2" / "train_full.tsv"
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "data.tsv")
        lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
        data.write_text("".join(lines[: count + 1]), encoding="utf-8")
        del lines
        before = _peak()
        names = attacks.split(",")
        started, spent = time.monotonic(), time.process_time()
        run = mohs.attack(
            model,
            data,
            names,
            task="sst2",
            options={name: OPTIONS[name] for name in names},
            encoder="none",
            out=Path(folder, "run"),
        )
        wall, cpu = time.monotonic() - started, time.process_time() - spent
        report = Path(folder, "run", "report.html").stat().st_size
        return {
            "examples": count,
            "outcomes": sum(entry["outcomes"] for entry in run.counts),
            "peak_mb": round(_peak()),
            "before_mb": round(before),
            "wall_s": round(wall, 1),
            "cpu_s": round(cpu, 1),
            "report_mb": round(report / 2**20, 1),
        }


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=HERE.parent.parent / "shared")
    parser.add_argument("--model", default="kit:sst2-linear")
    parser.add_argument("--attacks", default="textbugger,textfooler")
    parser.add_argument("--counts", type=int, nargs="+", default=list(COUNTS))
    parser.add_argument("--one", type=int, help="attack so many in this process")
    arguments = parser.parse_args()
    if not (arguments.shared / "data").is_dir():
        sys.exit(f"{arguments.shared} is not there: name the folder with --shared")
    if arguments.one:
        print(json.dumps(attack(arguments.one, arguments.shared, arguments.model, arguments.attacks)))
        return
    runs = []
    for count in arguments.counts:
        print(f"  memory: {count:,} examples", file=sys.stderr, flush=True)
        command = [sys.executable, __file__, "--one", str(count), "--shared", str(arguments.shared)]
        command += ["--model", arguments.model, "--attacks", arguments.attacks]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"}
        )
        runs.append(json.loads(done.stdout.splitlines()[-1]))
    ratio = round(runs[-1]["peak_mb"] / runs[0]["peak_mb"], 3)
    print(json.dumps({"benchmark": "memory", "model": arguments.model, "runs": runs, "ratio": ratio}))


if __name__ == "__main__":
    main()
