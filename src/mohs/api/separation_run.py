"""What `mohs separation` does with its flags, `mohs.separation` with its arguments; what both write down."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from mohs.api.record import Measured, made, measured, notes_of, of_rows, of_table, written
from mohs.data.table import Table
from mohs.data.table_files import read_table
from mohs.estimate import CONFIDENCE, Estimate
from mohs.noise.joined import labelled
from mohs.noise.norm import as_norm
from mohs.noise.scaling import Scale, Scaling, remark_on_units
from mohs.noise.search import Closest
from mohs.noise.separation import Separation, minimum_separation, separate
from mohs.paths import as_path
from mohs.report.separation import write_separation_page
from mohs.runs.folder import RunFolder, replacing
from mohs.runs.own_folder import out_or_new
from mohs.runs.summary import Row, results_document

EXACT = "exact"
"""How 2r is found: a property of the rows at hand, so there is no interval."""

_LISTED = 100


@dataclass(frozen=True, kw_only=True)
class SeparationOptions:
    """The flags of `mohs separation` by their names; `separation` says what each means."""

    data: str
    label: str | None = None
    features: tuple[str, ...] = ()
    test: str | None = None
    norm: str | float = "linf"
    scale: Scale = "none"
    bounds: tuple[float, float] | None = None
    class_pairs: bool = False
    minimum: bool = False
    seed: int = 0
    out: Path | None = None


def separation_command(
    options: SeparationOptions, *, keep: bool = True, command: str | None = None
) -> Measured[Separation | None]:
    """Measure how far apart the classes of a file are, into a run folder; all, or the minimum alone.

    Args:
        options: What is asked for.
        keep: Write a folder even where `out` names none.
        command: The command line, for the record.

    Raises:
        MohsError: The data or an option cannot be used, or the folder is there already.
        RunFailed: A file cannot be written.
    """
    read = partial(read_table, label=options.label, features=options.features or None, bounds=options.bounds)
    table = read(options.data)
    test = None if options.test is None else read(options.test)
    with out_or_new(options.out, Path(options.data).stem, "separation", keep=keep) as named:
        folder = None if named is None else RunFolder(named)
        with made(folder):
            if options.minimum:
                closest = minimum_separation(table, norm=options.norm, scale=options.scale)
                found, content = None, _minimum(closest, table, options)
            else:
                found = separate(
                    table,
                    test,
                    norm=options.norm,
                    scale=options.scale,
                    class_pairs=options.class_pairs,
                    random_state=options.seed,
                )
                content = _all(found)
            record = measured(
                "separation",
                folder,
                command=command,
                seed=options.seed,
                config={key: value for key, value in asdict(options).items() if key != "out"},
                **_of_rows(table, options.data, test, options.test, options.scale),
            )
            return _write(folder, record, found, content)


def separation(
    X: Any,
    y: Any = None,
    norm: str | float = "linf",
    *,
    X_test: Any = None,
    y_test: Any = None,
    scale: Scale | Scaling = "none",
    bounds: tuple[float, float] | None = None,
    class_pairs: bool = False,
    random_state: int = 0,
    out: str | PathLike[str] | None = None,
) -> Separation:
    """Measure how far apart the classes are, exactly, and leave a run folder where `out` names one.

    Args:
        X: (n, d) rows of numbers, or a Table, which has its labels.
        y: (n,) labels.
        norm: "linf", "l2", "l1" or a number p >= 1.
        X_test: More rows, whose distances to each other and to the first are told apart; their numbers go on
            where those of X end. 2r is over all of them, as in Siedel et al. 2022.
        y_test: Their labels.
        scale: "none", "min-max" or a Scaling; distances depend on it.
        bounds: Between which all values lie; by default the data's own. min-max goes by them.
        class_pairs: Find the closest rows of every two classes too.
        random_state: Seed of the halves.
        out: The run's folder: numbers, distances and a page, as `mohs separation --out` writes them.

    Raises:
        DataError: As `as_table`; or the test rows have other columns or bounds.
        MohsError: There is no such norm or scaling, the seed is no whole number from 0, or class pairs are
            asked for of more than a thousand classes.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    told: dict[str, Any] = {"norm": norm, "class_pairs": class_pairs}
    table = labelled(X, y, bounds, "X")
    test = None if X_test is None else labelled(X_test, y_test, bounds, "X_test")
    measure = partial(separate, table, test, **told, scale=scale, random_state=random_state)
    if out is None:
        return measure()
    folder = RunFolder(as_path(out))
    with made(folder):
        found = measure()
        record = measured(
            "separation",
            folder,
            command=None,
            seed=random_state,
            config={**told, "scale": scale if isinstance(scale, str) else "stated"},
            **_of_rows(table, table.name, test, test.name if test else None, scale),
        )
        _write(folder, record, found, _all(found))
    return found


def _of_rows(
    table: Table, name: str, test: Table | None, test_name: str | None, scale: Scale | Scaling
) -> dict[str, Any]:
    """What the record says of the rows, and of what is to be borne in mind of them."""
    return {
        "model": None,
        "data": {
            **of_table(table, name),
            "test": None if test is None else of_rows(test, str(test_name)),
        },
        "warnings": [
            *table.notes,
            *remark_on_units(table, scale),
            *notes_of("test rows", test, table.notes),
        ],
    }


def _write(
    folder: RunFolder | None, record: Mapping[str, Any], found: Separation | None, content: Mapping[str, Any]
) -> Measured[Separation | None]:
    document = results_document(record, content["rows"])
    document |= {"separation": content["details"]}

    def draw(folder: RunFolder, document: Mapping[str, Any]) -> None:
        if found is not None:
            _write_nearest(found, folder.path / "nearest.parquet")
        write_separation_page(record, document, None if found is None else found.nearest, folder.report)

    where, document = written(folder, record, document, draw)
    return Measured(where, document, found)


def _row(metric: str, value: float | None, n: int, norm: str | float, **coordinates: Any) -> Row:
    n = n if value is not None else 0
    method = EXACT if value is not None else "no data"
    estimate = Estimate(value, None, None, n, None, CONFIDENCE, method)
    return {**estimate.to_json(metric), "norm": norm, **coordinates}


def _minimum(closest: Closest, table: Table, options: SeparationOptions) -> dict[str, Any]:
    norm = as_norm(options.norm).name
    rows = [
        _row("two_r", closest.distance, len(table), norm),
        _row("eps_min", closest.distance / 2, len(table), norm),
    ]
    labels = [table.labels[table.y[row]] for row in closest.pair]
    return {"rows": rows, "details": {"pair": list(closest.pair), "labels": labels}}


def _all(found: Separation) -> dict[str, Any]:
    n, norm = len(found.nearest), found.norm
    in_conflict = sum(map(len, found.conflicts))
    rows = [
        _row("two_r", found.two_r, n, norm),
        _row("eps_min", found.eps_min, n, norm),
        _row("two_r_without_conflicts", found.two_r_without_conflicts, n - in_conflict, norm),
        _row("nearest_enemy_mean", float(found.nearest.mean()), n, norm),
    ]
    rows += [
        _row(f"nearest_enemy_q{round(100 * q):02d}", value, n, norm) for q, value in found.quantiles.items()
    ]
    rows += [
        _row("two_r_of_half", half, n // 2 + (n % 2) * place, norm) for place, half in enumerate(found.halves)
    ]
    for name, part in found.parts.items():
        rows.append(_row("two_r", None if part is None else part.distance, n, norm, split=name))
    details = {
        "pair": list(found.pair),
        "labels": [found.labels[found.y[row]] for row in found.pair],
        "closest": [asdict(pair) for pair in found.closest],
        "conflicts": [list(group[:_LISTED]) for group in found.conflicts[:_LISTED]],
        "conflict_places": len(found.conflicts),
        "conflict_rows": in_conflict,
        "parts": {name: None if part is None else asdict(part) for name, part in found.parts.items()},
        "class_pairs": [
            {"labels": list(labels), **asdict(closest)} for labels, closest in found.class_pairs.items()
        ],
        "classes": {
            label: int(count)
            for label, count in zip(
                found.labels, np.bincount(found.y, minlength=len(found.labels)), strict=True
            )
        },
        "test_rows": found.n_test,
    }
    return {"rows": rows, "details": details}


def _write_nearest(found: Separation, path: Path) -> None:
    """nearest.parquet: for each row its label, the distance of its nearest enemy, and which row that is."""
    import pyarrow
    from pyarrow import parquet

    names = pyarrow.array(found.labels)
    content = pyarrow.table(
        {
            "row": np.arange(len(found.y)),
            "label": pyarrow.DictionaryArray.from_arrays(pyarrow.array(found.y), names).cast("string"),
            "distance": found.nearest,
            "enemy": found.enemy,
        }
    )
    with replacing(path) as temporary:
        parquet.write_table(content, temporary)
