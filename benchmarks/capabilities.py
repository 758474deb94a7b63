"""How often classifiers fail our CheckList tests, by capability: a table, put into docs/suites.md.

    OMP_NUM_THREADS=1 python benchmarks/capabilities.py sst2=hf:../shared/models/sst2-minilm,... [--count 25]

The tests that fail most often on each task stand in a second table.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import mohs
from marked_tables import table, write

PAGE = Path(__file__).resolve().parent.parent / "docs" / "suites.md"
WORST = 3


def cell(row: dict[str, Any]) -> str:
    value, low, high = (round(100 * row[name], 1) for name in ("value", "low", "high"))
    return f"{value} [{low}, {high}] ({row['n']})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("models", help="TASK=ADDRESS,...")
    parser.add_argument("--count", type=int, default=25)
    asked = parser.parse_args()
    result = mohs.evaluate(asked.models, f"suite:checklist?count={asked.count}")
    rows = result.document["diagnosis"]["capabilities"]
    tasks = list(dict.fromkeys(row["task"] for row in rows))
    whole = {(row["capability"], row["task"]): row for row in rows if "test" not in row}
    names = list(dict.fromkeys(capability for capability, _ in whole))
    tests = [row for row in rows if "test" in row]
    worst = [
        (task, row["capability"], row["test"], row["expectation"], cell(row))
        for task in tasks
        for row in sorted((one for one in tests if one["task"] == task), key=lambda one: -one["value"])[
            :WORST
        ]
    ]
    write(
        PAGE,
        {
            "capabilities": table(
                ("failures in %", *tasks),
                [(name, *(cell(whole[name, task]) for task in tasks)) for name in names],
            ),
            "worst tests": table(("task", "capability", "test", "expects", "failures in %"), worst),
        },
    )
    print(json.dumps({"rows": result.record["data"]["used"], "tests": len(tests)}))


if __name__ == "__main__":
    main()
