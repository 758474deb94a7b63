"""What is exported: the splits of a benchmark with their labels, and what is known of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mohs.benchmark.entries import open_splits
from mohs.benchmark.folder import RECORD
from mohs.benchmark.package import Benchmark, Part
from mohs.data.json_rows import load_json
from mohs.data.task import Task
from mohs.errors import DataError
from mohs.evaluation.score import groups
from mohs.paths import AnyPath, as_path

HUB_SPLITS: Mapping[str, str] = {"dev": "validation", "test": "test"}
"""The names that the library datasets, and all that build on it, have for the splits."""

_ADVGLUE = {
    "license": "cc-by-sa-4.0",
    "url": "https://adversarialglue.github.io",
    "description": "AdvGLUE: textual adversarial attacks on the tasks of GLUE, filtered by people "
    "(Wang et al., NeurIPS 2021 Datasets and Benchmarks, arXiv 2111.02840).",
}


@dataclass(frozen=True, eq=False)
class Source:
    """A benchmark on its way out.

    Attributes:
        splits: What was opened, dev before test.
        folder: The folder of a package of ours; None for AdvGLUE's released files, suites and runs.
        about: license, url, description, as far as they are known.
    """

    splits: Sequence[Benchmark]
    folder: Path | None
    about: Mapping[str, str]

    @property
    def name(self) -> str:
        """How the benchmark is called."""
        return self.splits[0].name

    @property
    def version(self) -> str:
        """Its version."""
        return self.splits[0].version

    @property
    def slug(self) -> str:
        """Its name, of lower-case letters, digits and underscores."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.name.lower()).split()
        return "_".join(words) or "benchmark"

    @property
    def tasks(self) -> dict[str, Task]:
        """All tasks, by name."""
        return {name: part.task for one in self.splits for name, part in one.tasks.items()}

    def parts(self) -> Iterator[tuple[str, str, Part]]:
        """Split, task name and rows, of each there is."""
        for one in self.splits:
            for name, part in one.tasks.items():
                yield one.split, name, part

    def only(self, split: str) -> "Source":
        """The same, of one split.

        Raises:
            DataError: It has no such split.
        """
        kept = [one for one in self.splits if one.split == split]
        if not kept:
            raise DataError(
                f"{self.splits[0].address} has no split {split!r}",
                got=", ".join(one.split for one in self.splits),
            )
        return replace(self, splits=kept)

    def labelled(self) -> Benchmark:
        """The split whose labels are known: what a scorer can be made of.

        Raises:
            DataError: No split has labels.
        """
        for one in self.splits:
            if all(part.labels is not None for part in one.tasks.values()):
                return one
        raise DataError(
            f"the labels of {self.name} are withheld",
            mend="name the private folder with --private, or export a split that has labels",
        )

    def groups(self) -> dict[str, list[str]]:
        """The tasks that have a score of their own, each with the tasks whose mean it is (mnli: m and mm)."""
        return groups(list(self.tasks))


def open_source(
    benchmark: AnyPath, *, split: str | None = None, private: AnyPath | None = None, **about: str | None
) -> Source:
    """Open a benchmark for export.

    Args:
        benchmark: `advglue:PATH`, `suite:NAME`, or the folder of a package or of a run of `mohs attack`.
        split: One split alone; all that are there by default.
        private: The private folder of a package, with the labels of its test rows.
        about: license, url, description, in place of what the benchmark says of itself.

    Raises:
        DataError: No such benchmark or split.
    """
    splits = open_splits(str(benchmark), private)
    scheme = str(benchmark).partition(":")[0]
    packaged = scheme not in ("advglue", "suite") and (as_path(benchmark) / RECORD).is_file()
    folder = as_path(benchmark) if packaged else None
    known: dict[str, Any] = _said(folder) if folder else dict(_ADVGLUE) if scheme == "advglue" else {}
    if notes := splits[0].notes:  # what must be known of the rows goes where they go
        known = {"description": f"{'. '.join(note[0].upper() + note[1:] for note in notes)}."}
    known |= {name: value for name, value in about.items() if value is not None}
    source = Source(splits, folder, {name: str(value) for name, value in known.items()})
    return source if split is None else source.only(split)


def _said(folder: Path) -> dict[str, Any]:
    record, _ = load_json(folder / RECORD)
    assert isinstance(record, dict)  # it was opened
    spelt = {"license": ("license", "licence"), "url": ("url", "homepage"), "description": ("description",)}
    return {
        name: next(record[key] for key in keys if record.get(key))
        for name, keys in spelt.items()
        if any(record.get(key) for key in keys)
    }
