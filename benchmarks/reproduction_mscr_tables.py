"""The tables of docs/reproduction-mscr.md, from the lines that benchmarks/reproduction_mscr.py wrote.

    python benchmarks/reproduction_mscr_tables.py results.jsonl [--into docs/reproduction-mscr.md]

Intervals are 95 %, Student's t over runs, of values or of differences within runs. The published table has
means over 1,200 runs; what ours differ by has a two-sample interval, with our own deviation for both. Run r
is a split and a set of offsets, and an easy one is easy for all columns: so columns are also compared by what
they differ from the first one, eps_train 0, within each run.
"""

import argparse
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import stdtrit

from mohs.estimate import Estimate
from mohs.estimate.over_runs import over_runs
from reproduction_mscr import COPIES, EPS, EPS_MIN, OWN, PUBLISHED_RUNS, Fit, lines

PUBLISHED = {
    0.0: (99.5308, 99.6521, 99.6985, 99.7479, 99.7843, 99.7693, 99.5037, 98.9896, 97.3471),
    0.001: (99.5149, 99.6396, 99.6885, 99.7460, 99.7851, 99.7747, 99.5241, 99.0167, 97.3796),
    0.002: (99.4948, 99.6072, 99.6600, 99.7324, 99.7771, 99.7678, 99.5277, 99.0255, 97.4114),
    EPS_MIN: (99.4053, 99.5251, 99.5833, 99.6685, 99.7292, 99.7164, 99.4855, 99.0047, 97.4350),
    0.007: (99.1673, 99.2874, 99.3595, 99.4608, 99.5357, 99.5353, 99.3191, 98.8706, 97.3800),
    0.01: (98.7821, 98.8989, 98.9767, 99.0829, 99.1751, 99.1913, 99.0140, 98.6152, 97.2375),
    0.015: (97.8708, 97.9793, 98.0436, 98.1338, 98.2217, 98.2645, 98.1967, 97.9206, 96.8104),
    0.02: (96.7707, 96.8468, 96.8960, 96.9655, 97.0404, 97.0920, 97.1045, 96.9618, 96.1977),
    0.03: (94.3972, 94.4234, 94.4563, 94.4996, 94.5467, 94.5929, 94.6682, 94.6984, 94.4478),
}
"""Table 2 of the paper (random forest, L_inf): eps_test -> accuracy in per cent by eps_train."""

PUBLISHED_MSCR = (-0.1261, -0.1274, -0.1156, -0.0796, -0.0552, -0.0530, -0.0183, 0.0153, 0.0903)
"""In per cent, by eps_train."""

TEST_SHARE = 0.25
"""Rows tested on / rows trained on."""

Runs = dict[int, Mapping[str, Any]]


class Results:
    """The lines of a file: for each kind of fit its runs."""

    def __init__(self, path: Path) -> None:
        self._runs: dict[tuple[str, str, str, float], Runs] = {}
        for line in lines(path):
            fit = Fit(*(line[name] for name in Fit.__dataclass_fields__))
            key = (fit.data, fit.model, fit.trained, fit.eps_train)
            self._runs.setdefault(key, {})[fit.run] = line

    def runs(self, model: str, trained: str, eps_train: float, data: str = "filtered") -> Runs:
        """Run -> its line; rows without noise are `plain`, however the others are trained."""
        kind = "plain" if eps_train == 0 and trained != "repeated" else trained
        return self._runs.get((data, model, kind, eps_train), {})


def accuracy(line: Mapping[str, Any], eps: float, noise: str) -> float:
    """In per cent."""
    if eps == 0:
        return 100 * line["clean"] / line["n_test"]
    return 100 * line["noisy"][f"{eps:g}"][noise] / (line["n_test"] * COPIES)


def mscr(line: Mapping[str, Any], noise: str, eps: float = EPS_MIN) -> float:
    """In per cent."""
    return 100 * (accuracy(line, eps, noise) / accuracy(line, 0.0, noise) - 1)


def values(runs: Runs, of: Callable[[Mapping[str, Any]], float]) -> list[float]:
    """One value a run, in the order of the runs."""
    return [of(runs[run]) for run in sorted(runs)]


def written(found: Estimate, digits: int = 3) -> str:
    """Value and half-width: -0.126 ± 0.010."""
    if found.value is None:
        return ""
    words = f"{found.value:+.{digits}f}"
    return words if found.low is None else f"{words} ± {(found.high - found.low) / 2:.{digits}f}"


def table(columns: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """A Markdown table."""
    shown = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*shown, *("| " + " | ".join(row) + " |" for row in rows)])


def name(eps: float) -> str:
    """How a table calls an eps."""
    return {EPS_MIN: "eps_min", OWN: "its own eps_min"}.get(eps, f"{eps:g}"[1:] if 0 < eps < 1 else "0")


def difference(ours: Sequence[float], published: float) -> tuple[float, float]:
    """Our mean less the published one, and the half-width of its interval."""
    n, spread = len(ours), float(np.std(ours, ddof=1))
    half = float(stdtrit(n - 1, 0.975)) * spread * math.sqrt(1 / n + 1 / PUBLISHED_RUNS)
    return float(np.mean(ours)) - published, half


Cell = tuple[float, float, float]
"""eps_train, our number less the published one, and the half-width of its interval."""


def differences(results: Results, *, paired: bool) -> tuple[str, list[Cell]]:
    """The table of differences from Table 2, or of those of its columns from the first; and its cells."""
    cells, rows = [], []
    plain = results.runs("rf", "plain", 0.0)
    shown = EPS[1:] if paired else EPS
    for eps_test, published in PUBLISHED.items():
        row = [name(eps_test)]
        for eps_train in shown:
            runs, known = results.runs("rf", "reference", eps_train), published[EPS.index(eps_train)]
            both = sorted(set(runs) & set(plain)) if paired else sorted(runs)
            ours = np.array([accuracy(runs[run], eps_test, "reference") for run in both])
            if paired:
                ours -= [accuracy(plain[run], eps_test, "reference") for run in both]
                known -= published[0]
            gap, half = difference(ours.tolist(), known)
            cells.append((eps_train, gap, half))
            row.append(f"{gap:+.2f} ± {half:.2f}")
        rows.append(row)
    counts = ["runs", *(str(len(results.runs("rf", "reference", eps))) for eps in shown)]
    return table(["eps_test \\ eps_train", *map(name, shown)], iter([counts, *rows])), cells


def added(alone: Sequence[Cell], paired: Sequence[Cell]) -> list[Cell]:
    """Each column as the first one, of which there are the most runs, and what it differs from it in a run.

    The half-widths are added as those of independent numbers.
    """
    first, others = alone[:: len(EPS)], len(EPS) - 1
    cells = []
    for place, (eps_train, gap, half) in enumerate(paired):
        _, base, reach = first[place // others]
        cells.append((eps_train, base + gap, math.hypot(reach, half)))
    return cells


def equivalence(alone: Sequence[Cell], paired: Sequence[Cell]) -> str:
    """How many cells are as near as they should be, by point and by interval."""
    both = added(alone, paired)

    def line(title: str, tolerance: float, some: Sequence[Cell]) -> list[str]:
        near = sum(abs(gap) <= tolerance for _, gap, _ in some)
        inside = sum(abs(gap) + half <= tolerance for _, gap, half in some)
        zero = sum(abs(gap) <= half for _, gap, half in some)
        shares = [f"{count} of {len(some)}" for count in (near, inside, zero)]
        return [title, f"{tolerance:.2f}", *shares, f"{max(abs(gap) for _, gap, _ in some):.3f}"]

    def small(cells: Sequence[Cell]) -> list[Cell]:
        return [cell for cell in cells if cell[0] <= 0.01]

    def large(cells: Sequence[Cell]) -> list[Cell]:
        return [cell for cell in cells if cell[0] > 0.01]

    columns = ["accuracies", "tolerance", "difference within it", "whole interval within it"]
    return table(
        [*columns, "interval holds 0", "largest difference"],
        iter(
            [
                line("eps_train 0 to .01", 0.10, small(alone)),
                line("eps_train .015 to .03", 0.30, large(alone)),
                line("those of eps_train 0, and the difference from them: .001 to .01", 0.10, small(both)),
                line("the same: .015 to .03", 0.30, large(both)),
                line("less those of eps_train 0: .001 to .01", 0.10, small(paired)),
                line("less those of eps_train 0: .015 to .03", 0.30, large(paired)),
            ]
        ),
    )


def mscr_rows(results: Results) -> Iterator[list[str]]:
    """MSCR over eps_train: published, with reference noise, with independent noise, and the difference."""
    for model in ("rf", "1nn"):
        for place, eps in enumerate(EPS):
            runs = results.runs(model, "reference", eps)
            if len(runs) < 2:
                continue
            reference, independent = (
                values(runs, lambda line, n=noise: mscr(line, n)) for noise in ("reference", "independent")
            )
            gap = np.subtract(reference, independent)
            corrected = over_runs(gap, "nadeau-bengio", test_share=TEST_SHARE)
            yield [
                model.upper(),
                name(eps),
                str(len(runs)),
                f"{PUBLISHED_MSCR[place]:+.3f}" if model == "rf" else "",
                written(over_runs(reference)),
                written(over_runs(independent)),
                written(over_runs(gap)),
                f"{(corrected.high - corrected.low) / 2:.3f}" if corrected.low is not None else "",
            ]


def training_rows(results: Results) -> Iterator[list[str]]:
    """What the training rows do, always tested with independent noise; beside it the reference noise."""
    cases = [("plain rows", "plain", 0.0), ("rows ten times, no noise", "repeated", 0.0)]
    for kind in ("reference", "independent"):
        cases += [(f"{kind} noise, {name(eps)}", kind, eps) for eps in EPS[1:]]
    for model in ("rf", "1nn"):
        plain = results.runs(model, "plain", 0.0)
        for title, trained, eps in cases:
            runs = results.runs(model, trained, eps)
            both = sorted(set(runs) & set(plain))
            if len(both) < 2:
                continue
            more = [accuracy(runs[run], 0, "") - accuracy(plain[run], 0, "") for run in both]
            yield [
                model.upper(),
                title,
                str(len(runs)),
                f"{np.mean(values(runs, lambda line: accuracy(line, 0, ''))):.3f}",
                f"{np.mean(values(runs, lambda line: accuracy(line, EPS_MIN, 'independent'))):.3f}",
                written(over_runs(values(runs, lambda line: mscr(line, "independent")))),
                "" if trained == "plain" else written(over_runs(more)),
            ]


def unfiltered_rows(results: Results) -> Iterator[list[str]]:
    """The data before the authors' filter."""
    for model in ("rf", "1nn"):
        for trained, eps in (("plain", 0.0), ("reference", EPS_MIN), ("reference", 0.02)):
            runs = results.runs(model, trained, eps, "all")
            if len(runs) < 2:
                continue
            own, filtered = (
                [
                    written(over_runs(values(runs, lambda line, n=n, e=e: mscr(line, n, e))))
                    for n in ("reference", "independent")
                ]
                for e in (OWN, EPS_MIN)
            )
            clean = np.mean(values(runs, lambda line: accuracy(line, 0, "")))
            yield [model.upper(), name(eps), str(len(runs)), f"{clean:.3f}", *own, *filtered]


def tables(results: Results) -> dict[str, str]:
    """Marker -> Markdown."""
    (alone, cells), (paired, pairs) = (differences(results, paired=one) for one in (False, True))
    return {
        "differences": alone,
        "paired": paired,
        "equivalence": equivalence(cells, pairs),
        "mscr": table(
            ["model", "eps_train", "runs", "published", "reference noise", "independent noise",
             "reference less independent", "its half-width after Nadeau and Bengio"],
            mscr_rows(results),
        ),
        "training": table(
            ["model", "trained on", "runs", "clean %", "noisy %", "MSCR", "clean, less that of plain rows"],
            training_rows(results),
        ),
        "unfiltered": table(
            ["model", "eps_train", "runs", "clean %", "its own eps_min: reference", "independent",
             "eps_min of the filtered: reference", "independent"],
            unfiltered_rows(results),
        ),
    }  # fmt: skip


def main() -> None:
    """Print the tables, or put them between their markers in a page."""
    parser = argparse.ArgumentParser(description="The tables of docs/reproduction-mscr.md.")
    parser.add_argument("results", type=Path)
    parser.add_argument("--into", type=Path)
    given = parser.parse_args()
    made = tables(Results(given.results))
    if given.into is None:
        print("\n\n".join(made.values()))
        return
    page = given.into.read_text(encoding="utf-8")
    for marker, text in made.items():
        pattern = rf"(<!-- {marker} -->\n)(?:.*?\n)??(<!-- end -->)"
        page, count = re.subn(
            pattern, lambda found, t=text: f"{found[1]}{t}\n{found[2]}", page, flags=re.DOTALL
        )
        if count != 1:
            raise SystemExit(f"{given.into} has {count} places for {marker}")
    given.into.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
