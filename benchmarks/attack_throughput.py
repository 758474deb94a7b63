"""mohs against TextAttack and OpenAttack: `python benchmarks/attack_throughput.py`; one JSON line.

The same sentences, classifier, synonyms, encoder and constraints, one system after the other in one go, each
in its own Python (../shared/peers/setup.sh makes those of the peers; what is missing is named in the line).
Progress goes to standard error. docs/performance.md says what is counted.

    --part own          what each system costs beside a classifier that costs next to nothing
    --part similarity   TextFooler with a network as the classifier and another for the similarity
    --part floor        how far each is from classifying every text once
    --part length       what a candidate costs in a long text
    --part memory       the most memory for few and for many examples
    --part all          all of it: about an hour on one free core (default)

    --markdown          write the tables into docs/performance.md
    --from FILE ...     write them from lines that were printed before, each of other parts
"""

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import performance_tables
from peer_runs import ROOT, Places, say
from throughput_parts import Benchmark

PARTS = ("own", "similarity", "floor", "length", "memory")


def machine() -> dict[str, Any]:
    """What it was measured on, in words."""
    names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    versions = {"python": platform.python_version()}
    for package in ("mohs", "numpy", "torch", "transformers", "tokenizers", "onnxruntime"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "processor": names[0].partition(":")[2].strip() if names else platform.machine(),
        "cores": os.cpu_count(),
        "load_at_start": round(os.getloadavg()[0], 1),
        "date": datetime.now(UTC).date().isoformat(),
        "versions": versions,
    }


def merged(documents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Documents that measured different parts, as one."""
    document: dict[str, Any] = {}
    targets: dict[str, Any] = {}
    missing: dict[str, Any] = {}
    for one in documents:
        document |= one
        targets |= {target["target"]: target for target in one["targets"]}
        missing |= one["missing"]
    return {**document, "targets": list(targets.values()), "missing": missing}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", default="all", help="one or several of these, separated by commas")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--n", type=int, help="sentences of every part (native wrapper: at most 10)")
    for part in ("own", "similarity", "native", "pairs", "floor"):
        parser.add_argument(f"--n-{part}", type=int)
    parser.add_argument("--shared", type=Path, help="default: ../shared")
    for system in ("mohs", "textattack", "openattack"):
        parser.add_argument(f"--{system}", type=Path, metavar="PYTHON")
    parser.add_argument("--markdown", nargs="?", type=Path, const=ROOT / "docs" / "performance.md")
    parser.add_argument("--from", dest="lines", type=Path, nargs="+", help="lines that were printed before")
    arguments = parser.parse_args()
    if arguments.lines:
        document = merged(
            [json.loads(p.read_text(encoding="utf-8").splitlines()[-1]) for p in arguments.lines]
        )
    else:
        parts = PARTS if arguments.part == "all" else arguments.part.split(",")
        if unknown := [part for part in parts if part not in PARTS]:
            parser.error(f"no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
        places = Places.found(arguments.shared, arguments.mohs, arguments.textattack, arguments.openattack)
        if not (places.peers / "benchlib.py").is_file():
            parser.error(f"{places.peers} is not there: name the shared folder with --shared")
        benchmark = Benchmark(places, arguments)
        document = {"benchmark": "attack-throughput", "machine": machine(), "turns": arguments.turns}
        started = time.monotonic()
        for part in parts:
            say(f"part {part}")
            document[part] = getattr(benchmark, part)()
        document |= {
            "targets": benchmark.targets,
            "missing": benchmark.missing,
            "minutes": round((time.monotonic() - started) / 60, 1),
            "load_at_end": round(os.getloadavg()[0], 1),
        }
        print(json.dumps(document), flush=True)
    if arguments.markdown:
        performance_tables.write(arguments.markdown, document)
        print(f"written: {arguments.markdown}", file=sys.stderr)


if __name__ == "__main__":
    main()
