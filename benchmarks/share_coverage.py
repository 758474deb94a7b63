"""How often the interval of a share holds the truth where several rows were made from one source.

    OMP_NUM_THREADS=1 python benchmarks/share_coverage.py --markdown     # prints one JSON line; ten seconds

Made-up benchmarks: so many sources, each of one to so many rows. A row is right with the same probability
everywhere; with probability .9 it is as the first row of its source is, else it is drawn anew. "All" counts
the intervals that reach to 100 % though some row was wrong.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from marked_tables import table, write
from mohs.estimate import proportion, share

PAGE = Path(__file__).resolve().parents[1] / "docs" / "evaluate.md"
SETTINGS = [(15, 0.5), (15, 0.8), (40, 0.5), (40, 0.9), (87, 0.33), (87, 0.9), (250, 0.35), (250, 0.9)]
LIKE_THE_FIRST, MOST_ROWS = 0.9, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--repeats", type=int, default=1000, help="benchmarks of each kind")
    parser.add_argument("--markdown", action="store_true", help="write the table of docs/evaluate.md, too")
    arguments = parser.parse_args()
    measured = [measure(sources, right, arguments.repeats) for sources, right in SETTINGS]
    print(json.dumps(measured))
    if arguments.markdown:
        head = ["sources", "truly right, %", "intervals that hold it, %", "mean width, points", "all, %"]
        lines = [
            [
                str(one["sources"]),
                f"{100 * one['right']:g}",
                proportion(one["held"], one["repeats"]).percent(n=False).replace(" %", ""),
                f"{100 * one['width']:.1f}",
                f"{100 * one['to_all'] / one['repeats']:.1f}",
            ]
            for one in measured
        ]
        write(PAGE, {"coverage": table(head, lines)})


def measure(sources: int, right: float, repeats: int) -> dict[str, Any]:
    """Draw benchmarks of one kind, and see whose intervals hold the truth."""
    rng = np.random.default_rng([sources, int(1000 * right)])
    held = to_all = 0
    widths = []
    for _ in range(repeats):
        source = np.repeat(np.arange(sources), rng.integers(1, MOST_ROWS + 1, sources))
        first, own = rng.random(sources) < right, rng.random(len(source)) < right
        rows = np.where(rng.random(len(source)) < LIKE_THE_FIRST, first[source], own)
        found = share(rows, source)
        assert found.low is not None and found.high is not None and found.value is not None
        held += found.low <= right <= found.high
        to_all += found.high == 1.0 > found.value
        widths.append(found.high - found.low)
    width = float(np.mean(widths))
    return {
        "sources": sources,
        "right": right,
        "repeats": repeats,
        "held": held,
        "width": width,
        "to_all": to_all,
    }


if __name__ == "__main__":
    main()
