"""How long the separation of large tables takes, and in how much memory: one JSON line.

    OMP_NUM_THREADS=1 python benchmarks/separation_sizes.py tall [--rows 10000000]
    OMP_NUM_THREADS=1 python benchmarks/separation_sizes.py wide [--rows 50000]
    OMP_NUM_THREADS=1 python benchmarks/separation_sizes.py classes [--rows 20000]

`tall`: rows x 2 float64, two interleaved half moons, read from an .npz file and from a CSV file (`--csv`).
`wide`: rows x 3,072 bytes, L_inf and L2: images drawn at random (`separation.thumbnails`). `classes`: rows of
Fashion-MNIST (Debian's package dataset-fashion-mnist) with labels of 2, 10 and 1,000 classes (the last at
random), in three norms; CPU seconds.
Memory is the peak of the process less what it held before the search; both in megabytes.
"""

import argparse
import json
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from mohs import separation
from mohs.data.table_files import read_table
from mohs.noise.separation import minimum_separation

FOLDER = Path("/usr/share/datasets/fashion-mnist")


def moons(rows: int, seed: int = 0) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, rows)
    angle = rng.uniform(0, np.pi, rows) + np.pi * y
    X = np.stack([np.cos(angle) + y, np.sin(angle) + 0.5 * y], axis=1)
    return X + rng.normal(0, 0.02, X.shape), y


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def timed(function: Any, *arguments: Any, **options: Any) -> tuple[dict[str, float], Any]:
    held, cpu, wall = megabytes(), time.process_time(), time.perf_counter()
    found = function(*arguments, **options)
    return {
        "cpu_s": round(time.process_time() - cpu, 2),
        "wall_s": round(time.perf_counter() - wall, 1),
        "more_mb": round(megabytes() - held),
        "peak_mb": round(megabytes()),
    }, found


def tall(rows: int, csv: bool) -> dict[str, Any]:
    X, y = moons(rows)
    with tempfile.TemporaryDirectory() as folder:
        if csv:
            path = Path(folder) / "moons.csv"
            with path.open("w", encoding="utf-8") as file:
                file.write("a,b,label\n")
                for start in range(0, rows, 100_000):
                    part = slice(start, start + 100_000)
                    file.writelines(
                        f"{a!r},{b!r},{c}\n" for (a, b), c in zip(X[part].tolist(), y[part], strict=True)
                    )
        else:
            path = Path(folder) / "moons.npz"
            np.savez(path, X=X, y=y)
        del X, y
        reading, table = timed(read_table, path)
    minimum, closest = timed(minimum_separation, table)
    everything, found = timed(separation, table)
    assert found.two_r == closest.distance
    return {"reading": reading, "minimum": minimum, "all": everything, "two_r": found.two_r}


def wide(rows: int, csv: bool) -> dict[str, Any]:
    del csv
    from separation import thumbnails

    X, y = thumbnails(rows)
    found: dict[str, Any] = {}
    for norm in ("linf", "l2"):
        minimum, closest = timed(minimum_separation, X, y, norm)
        everything, all_of_it = timed(separation, X, y, norm)
        assert all_of_it.two_r == closest.distance
        found[norm] = {"minimum": minimum, "all": everything, "two_r": all_of_it.two_r}
    return found


def classes(rows: int, csv: bool) -> dict[str, Any]:
    del csv
    from mohs.noise.norm import as_norm
    from mohs.noise.points import Points
    from mohs.noise.search import closest_enemies, nearest_enemies
    from separation import images

    X, own = images(FOLDER, rows)
    rng = np.random.default_rng(0)
    found: dict[str, Any] = {}
    for count in (2, 10, 1_000):
        y = own if count == 10 else own % 2 if count == 2 else rng.integers(0, count, rows)
        points = Points.of(X, y)
        found[str(count)] = {
            norm: {
                "minimum": timed(closest_enemies, points, points, as_norm(norm))[0]["cpu_s"],
                "all": timed(nearest_enemies, points, points, as_norm(norm))[0]["cpu_s"],
            }
            for norm in ("l1", "l2", "linf")
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("tall", "wide", "classes"))
    parser.add_argument("--rows", type=int)
    parser.add_argument("--csv", action="store_true")
    given = parser.parse_args()
    make, usual = {"tall": (tall, 10_000_000), "wide": (wide, 50_000), "classes": (classes, 20_000)}[
        given.what
    ]
    rows = given.rows or usual
    print(json.dumps({"benchmark": f"separation {given.what}", "rows": rows, **make(rows, given.csv)}))


if __name__ == "__main__":
    main()
