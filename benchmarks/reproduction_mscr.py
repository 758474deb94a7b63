"""The MSCR paper's experiment on its two-dimensional data again: with its noise and with independent noise.

    python benchmarks/reproduction_mscr.py --data ../shared/data/mscr2d --to results.jsonl
    python benchmarks/reproduction_mscr_tables.py results.jsonl --into docs/reproduction-mscr.md

Run r fits a random forest of 100 trees and a nearest-neighbour classifier on the split and with the seed r,
as the paper's code does, and tests every fitted model with both kinds of noise and every eps. A line is
written for each fitted model; started again, it goes on where the file ends. The second script makes the
tables of docs/reproduction-mscr.md.

How a model is trained: `plain` on the rows; `reference` on 10 noisy copies (and not the rows themselves) with
the offsets that all rows share and that are those of the test; `independent` on 10 noisy copies with noise of
its own for every row and copy; `repeated` on 10 copies without noise, the control for the number of rows.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mohs.noise.ball import Noise
from mohs.noise.norm import Norm
from mohs.noise.reference import ReferenceNoise

NORM = Norm(float("inf"))
COPIES = 10
EPS_MIN = 0.004012795259015489
"""Half the smallest distance of two rows of different labels, as `mohs separation` finds it."""
EPS = (0.0, 0.001, 0.002, EPS_MIN, 0.007, 0.01, 0.015, 0.02, 0.03)
MAIN = (0.0, EPS_MIN, 0.02)
PUBLISHED_RUNS = 1_200
OWN = 0.00041477428842350006
"""eps_min of the data without the authors' filter, likewise."""


@dataclass(frozen=True)
class Fit:
    """One model to be fitted: what its line in the file is found by."""

    data: str
    model: str
    run: int
    trained: str
    eps_train: float


def fits(many: int, few: int, last: int) -> Iterator[Fit]:
    """All that is fitted, each once, in rounds: what is stopped early has a little of everything."""
    seen: set[Fit] = set()
    yield from _unseen(seen, "filtered", "reference", EPS, few)
    for part in (0.25, 0.5, 0.75, 1.0):
        some, most = round(few * part), round(many * part)
        for data, trained, eps, runs in (
            ("filtered", "reference", MAIN, most),
            ("filtered", "repeated", (0.0,), some),
            ("all", "reference", MAIN, some),
            ("filtered", "independent", MAIN[1:], some),
        ):
            yield from _unseen(seen, data, trained, eps, runs)
    yield from _unseen(seen, "filtered", "reference", EPS[-1:], last)
    yield from _unseen(seen, "filtered", "reference", (0.0,), PUBLISHED_RUNS)
    yield from _unseen(seen, "filtered", "independent", EPS[1:], few)


def _unseen(seen: set[Fit], data: str, trained: str, eps: tuple[float, ...], runs: int) -> Iterator[Fit]:
    for run in range(runs):
        for model in ("rf",) if trained == "repeated" else ("rf", "1nn"):
            for one in eps:
                kind = "plain" if one == 0 and trained != "repeated" else trained
                fit = Fit(data, model, run, kind, one)
                if fit not in seen:
                    seen.add(fit)
                    yield fit


def read(folder: Path, data: str) -> tuple[Any, Any]:
    """The rows and labels of the paper's file, or of all points before the authors' filter."""
    if data == "filtered":
        with np.load(folder / "B_sep.npz") as file:
            return file["x"], file["y"]
    rows = np.genfromtxt(folder / "B_original.csv", delimiter=";", skip_header=1, usecols=(1, 2, 3))
    return rows[:, :2], rows[:, 2].astype(np.int64)


def copied(X: Any, fit: Fit) -> Any:
    """COPIES training rows for each row, those of one row together, as the paper's code has them."""
    if fit.trained == "repeated":
        return np.repeat(X, COPIES, axis=0)
    noise: Noise | ReferenceNoise
    if fit.trained == "reference":
        noise = ReferenceNoise(X.shape[1], fit.eps_train, NORM, fit.run, COPIES)
    else:
        noise = Noise(X.shape[1], fit.eps_train, NORM, fit.run, "train")
    noisy = np.stack([X + noise.rows(copy, 0, len(X)) for copy in range(COPIES)], axis=1)
    return noisy.reshape(-1, X.shape[1])


def carry_out(fit: Fit, X: Any, y: Any) -> dict[str, Any]:
    """Fit and test one model; counts of right answers."""
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.model_selection import train_test_split
    from sklearn.neighbors import KNeighborsClassifier

    X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=fit.run)
    if fit.trained != "plain":
        X_train, y_train = copied(X_train, fit), np.repeat(y_train, COPIES)
    model = (
        RandomForestClassifier(n_estimators=100, random_state=fit.run)
        if fit.model == "rf"
        else KNeighborsClassifier(n_neighbors=1)
    )
    model.fit(X_train, y_train)
    tested = (*EPS[1:], OWN) if fit.data == "all" else EPS[1:]
    n, d = X_test.shape
    rows = [X_test]
    for eps in tested:
        for noise in (ReferenceNoise(d, eps, NORM, fit.run, COPIES), Noise(d, eps, NORM, fit.run, "test")):
            rows += [X_test + noise.rows(copy, 0, n) for copy in range(COPIES)]
    right = (model.predict(np.concatenate(rows)).reshape(-1, n) == y_test).sum(axis=1)
    both = right[1:].reshape(len(tested), 2, COPIES).sum(axis=2)
    return {
        **asdict(fit),
        "n_test": n,
        "n_train": len(y) - n,
        "clean": int(right[0]),
        "noisy": {
            f"{eps:g}": {"reference": int(a), "independent": int(b)}
            for eps, (a, b) in zip(tested, both, strict=True)
        },
    }


def run(folder: Path, to: Path, many: int, few: int, last: int) -> None:
    """Fit what the file does not have yet."""
    done = {Fit(*(line[name] for name in Fit.__dataclass_fields__)) for line in lines(to)}
    data = {name: read(folder, name) for name in ("filtered", "all")}
    begun = time.process_time()
    with to.open("a", encoding="utf-8") as file:
        for fit in fits(many, few, last):
            if fit not in done:
                line = carry_out(fit, *data[fit.data])
                file.write(json.dumps({**line, "cpu": round(time.process_time() - begun, 2)}) + "\n")
                file.flush()


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of a file that may not be there, without a torn last one."""
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


def main() -> None:
    """Fit what is not there yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=Path("../shared/data/mscr2d"))
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--many", type=int, default=200, help="runs for eps_train 0, eps_min and .02")
    parser.add_argument("--few", type=int, default=40, help="runs for the others")
    parser.add_argument("--last", type=int, default=1_000, help="runs for .03, whose sign few do not settle")
    given = parser.parse_args()
    run(given.data, given.to, given.many, given.few, given.last)


if __name__ == "__main__":
    main()
