"""What `mohs compare` does: read the sides, compare them on the rows that they share, write it down."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.api.record import made, measured, written
from mohs.data.values import as_seed
from mohs.evaluation.compare import Comparison
from mohs.evaluation.compare import compare as lay_side_by_side
from mohs.evaluation.contrast import headline
from mohs.evaluation.sides import read_sides
from mohs.paths import AnyPath, as_path
from mohs.report.comparison import sentences, write_comparison_page
from mohs.runs.folder import RunFolder
from mohs.runs.own_folder import out_or_new
from mohs.runs.summary import results_document


@dataclass(frozen=True)
class Compared:
    """What came of comparing.

    Attributes:
        folder: Where it is; None where it is in memory alone.
        document: What results.json says.
        comparison: All of it.
    """

    folder: Path | None
    document: Mapping[str, Any]
    comparison: Comparison

    def __repr__(self) -> str:
        return "\n  ".join([f"Compared({self.folder or 'in memory'})", *self.sentences])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The numbers: of each side on the shared rows, and the differences."""
        return list(self.document["results"])

    @property
    def sentences(self) -> list[str]:
        """What changed over all rows: of several classifiers the headline, then a sentence a measure each."""
        return sentences(self.document["comparison"])


def compare(
    *runs: AnyPath,
    out: AnyPath | None = None,
    random_state: int = 0,
    fail_worse: bool = False,
    command: str | None = None,
) -> Compared:
    """Compare classifiers on the rows that their runs have in common; the first is the baseline.

    Args:
        runs: Folders of runs of `mohs evaluate` or `mohs score`, or of `mohs attack`. A run of several
            classifiers has as many sides.
        out: The comparison's own run folder; without it, nothing is written.
        random_state: Seed of the bootstraps.
        fail_worse: Write down, in run.json and on the page, whether any classifier is worse than the baseline
            in any cell and not by chance (`comparison.failures`).
        command: The command line, for the record.

    Raises:
        RunError: A run folder cannot be read, or `out` is there already.
        MohsError: There are no two sides, or they have no rows in common.
        RunFailed: A file cannot be written.
    """
    random_state = as_seed(random_state)
    sides = read_sides([as_path(run) for run in runs])
    comparison = lay_side_by_side(sides, random_state=random_state)
    folder = None if out is None else RunFolder(as_path(out))
    with made(folder):
        record = measured(
            "compare",
            folder,
            command=command,
            seed=random_state,
            config={"runs": [str(run) for run in runs]},
            model=[side.name for side in sides],
            data=None,
            warnings=list(comparison.notes),
            gates=_gates(comparison) if fail_worse else [],
        )
        rows = [row for contrast in comparison.contrasts for row in contrast.rows()]
        document = results_document(record, rows)
        document |= {
            "comparison": {
                "sides": [{"name": side.name, **side.about} for side in sides],
                "headline": headline(comparison.contrasts),
                "contrasts": [contrast.to_json() for contrast in comparison.contrasts],
            }
        }
        where, document = written(
            folder, record, document, lambda at, found: write_comparison_page(record, found, at.report)
        )
        return Compared(where, document, comparison)


def _gates(comparison: Comparison) -> list[dict[str, Any]]:
    failures: list[str | None] = [*comparison.failures] or [None]
    return [{"gate": "--fail-worse", "passed": why is None, "failure": why} for why in failures]


def comparison_folder(
    out: Path | None, runs: Sequence[AnyPath], *, keep: bool = True
) -> AbstractContextManager[Path | None]:
    """The folder that is named, or one of its own: the runs and the time (`mohs.runs.own_folder`)."""
    names = "-".join(as_path(run).resolve().name for run in runs[:3])
    return out_or_new(out, "compare", names[:80], keep=keep)
