"""What results.json and points.parquet say of an MSCR run."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs.estimate import Estimate, mean
from mohs.noise.mscr import Mscr
from mohs.noise.robustness import Robustness
from mohs.runs.folder import replacing
from mohs.runs.summary import Row

MSCR_METRICS = ("mscr", "accuracy_clean", "accuracy_noisy", "noise_loss", "noise_gain", "flip_rate")
"""What can be held to a limit; each is a share or a difference of shares."""

COUNTED, EXACT, COMPONENTS = "counted", "exact", "variance components"
"""How numbers are found that have no interval: of the noise as it was drawn; of the rows at hand; and by what
varies within rows and between them, which is an estimate."""

_FRAGILE = 20
_PARTS = 8
_BARS = 20


def _numbers(found: Robustness, coordinates: Row) -> Iterator[Row]:
    named = (found.value, found.accuracy_clean, found.accuracy_noisy, found.loss, found.gain, found.flip_rate)
    for metric, estimate in zip(MSCR_METRICS, named, strict=True):
        yield {**estimate.to_json(metric), **coordinates}


def numbers(found: Mscr, model: str) -> list[Row]:
    """The rows of results.json: those of all rows of the table, and what is counted.

    Args:
        found: What was measured.
        model: The classifier's address.
    """
    coordinates: Row = {"model": model, "eps_test": found.eps, "norm": found.norm}
    n = len(found.y)
    rows = [*_numbers(found, coordinates), {**found.unstable.to_json("unstable"), **coordinates}]
    counted: list[tuple[str, float | None, int, str]] = [
        ("noise_share_of_variance", found.noise_share, n * found.copies, COMPONENTS),
        ("values_at_edge", found.at_edge, n * found.copies, COUNTED),
        ("noise_l2_mean", found.noise_length, n, COUNTED),
        ("noise_rms", found.noise_rms, n, COUNTED),
    ]
    if found.separation is not None:
        of = len(found.separation.nearest)
        lengths = {"two_r": found.separation.two_r, "eps_min": found.separation.eps_min}
        counted += [(metric, value, of, EXACT) for metric, value in lengths.items()]
    for metric, value, rows_of, method in counted:
        known, confidence = value is not None, found.value.confidence
        estimate = Estimate(
            value, None, None, rows_of if known else 0, None, confidence, method if known else "no data"
        )
        rows.append({**estimate.to_json(metric), **coordinates})
    return rows


def by_label(found: Mscr, model: str) -> list[Row]:
    """The same numbers of the rows of each label."""
    coordinates: Row = {"model": model, "eps_test": found.eps, "norm": found.norm}
    return [
        row for label, own in found.by_label.items() for row in _numbers(own, {**coordinates, "label": label})
    ]


def details(found: Mscr, seed: int) -> dict[str, Any]:
    """What results.json says under "mscr"; all that the page needs beside the numbers."""
    return {
        "estimand": found.estimand,
        "eps": found.eps,
        "norm": found.norm,
        "copies": found.copies,
        "labels": list(found.labels),
        "fragile": list(_fragile(found)),
        "flips": _flips(found),
        "by_distance": list(_by_distance(found, seed)),
        "seconds": dict(found.seconds),
    }


def _fragile(found: Mscr) -> Iterator[dict[str, Any]]:
    """The rows that flip most often."""
    order = np.lexsort((np.arange(len(found.y)), -found.flipped))
    for row in order[:_FRAGILE]:
        if not found.flipped[row]:
            return
        yield {
            "row": int(row),
            "label": found.labels[found.y[row]],
            "prediction": found.labels[found.prediction[row]],
            "flipped": int(found.flipped[row]),
            "copies": found.copies,
            "low": float(found.flip_low[row]),
            "high": float(found.flip_high[row]),
            "nearest": None if found.nearest is None else float(found.nearest[row]),
        }


def _flips(found: Mscr) -> dict[str, Any]:
    """How many rows never flip, and a histogram of the share of copies in which the others do."""
    shares = found.flipped[found.flipped > 0] / found.copies
    counts, edges = np.histogram(shares, bins=min(_BARS, found.copies), range=(0.0, 1.0 + 1e-9))
    return {
        "never": int((found.flipped == 0).sum()),
        "edges": [float(edge) for edge in np.minimum(edges, 1.0)],
        "rows": [int(count) for count in counts],
    }


def _by_distance(found: Mscr, seed: int) -> Iterator[dict[str, Any]]:
    """Flip rates of rows in order of the distance of their nearest enemy, in parts of about equal size.

    Rows of one distance are in one part: of whole numbers many are.
    """
    if found.nearest is None or not np.isfinite(found.nearest).all():
        return
    order = np.argsort(found.nearest, kind="stable")
    for part in np.split(order, _cuts(found.nearest[order])):
        shares = found.flipped[part] / found.copies
        flips = mean(shares, bounds=(0.0, 1.0), random_state=seed, confidence=found.value.confidence)
        yield {
            "from": float(found.nearest[part[0]]),
            "to": float(found.nearest[part[-1]]),
            "flip_rate": flips.to_json("flip_rate"),
        }


def _cuts(distances: NDArray[np.float64]) -> list[int]:
    """Where sorted distances are parted: where they change, as near as may be to parts of equal size."""
    n = len(distances)
    changes = np.flatnonzero(np.diff(distances)) + 1
    if not len(changes):
        return []
    wanted = (n * part / _PARTS for part in range(1, _PARTS))
    return sorted({int(changes[np.abs(changes - place).argmin()]) for place in wanted})


def write_points(found: Mscr, path: Path) -> None:
    """points.parquet: for each row how often it is right and how often it flips."""
    import pyarrow
    from pyarrow import parquet

    names = pyarrow.array(found.labels)

    def named(codes: Any) -> Any:
        return pyarrow.DictionaryArray.from_arrays(pyarrow.array(codes), names).cast("string")

    content = {
        "row": np.arange(len(found.y)),
        "label": named(found.y),
        "prediction": named(found.prediction),
        "copies": np.full(len(found.y), found.copies),
        "right": found.right,
        "flipped": found.flipped,
        "flip_low": found.flip_low,
        "flip_high": found.flip_high,
    }
    if found.nearest is not None:
        content["nearest"] = found.nearest
    with replacing(path) as temporary:
        parquet.write_table(pyarrow.table(content), temporary)
