"""A benchmark as published: `open_benchmark` reads it and checks that it is whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mohs.benchmark.broken import is_run, read_broken
from mohs.benchmark.folder import RECORD, read_folder
from mohs.benchmark.part import Part, Row
from mohs.benchmark.released import FILES, read_released
from mohs.benchmark.suites import read_suite
from mohs.benchmark.writing import write_benchmark
from mohs.data.files import cannot_read
from mohs.errors import DataError
from mohs.paths import AnyPath, as_path
from mohs.suites.suite import Suite

__all__ = ["Benchmark", "Part", "Row", "open_benchmark", "write_benchmark"]


@dataclass(frozen=True, eq=False)
class Benchmark:
    """One split of a benchmark.

    Attributes:
        name: How it is called.
        version: Its version; for all but packages the first 12 digits of the sha256.
        tasks: Task name -> its rows.
        split: "dev" or "test".
        address: What it was opened from.
        sha256: Of AdvGLUE's file, of all that a suite says, or of our benchmark.json, which holds the sha256
            of every other file; of a run's broken examples, of these rows.
        notes: What must be known of the rows, said beside every result.
    """

    name: str
    version: str
    tasks: Mapping[str, Part]
    split: str
    address: str
    sha256: str
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return sum(map(len, self.tasks.values()))

    def __repr__(self) -> str:
        rows = ", ".join(f"{name}: {len(part):,} rows" for name, part in self.tasks.items())
        return f"Benchmark({self.name} {self.version}, {self.split}; {rows})"


def open_benchmark(
    address: AnyPath | Suite,
    split: str | None = None,
    *,
    private: AnyPath | None = None,
) -> Benchmark:
    """Open a benchmark and check that it is whole: sha256, version, counts, ids, labels.

    Args:
        address: `advglue:PATH`, a file or folder of AdvGLUE's release; `suite:NAME` or `suite:NAME:PATH`, or
            a suite itself; the folder of a package of ours; or that of a run of `mohs attack`, whose broken
            examples are the rows.
        split: "dev" or "test"; None for dev, or test where only that is there.
        private: The private folder of a package, with the labels of its test rows; without it, the test rows
            have neither label nor source.

    Raises:
        DataError: Nothing there that is a benchmark, or one that is not whole; with the file and row.
        RunError: A run of another kind, or one whose journal cannot be read.
    """
    if split not in (None, "dev", "test"):
        raise DataError(f"a benchmark has no split {split!r}", expected="dev or test")
    if isinstance(address, Suite):
        return _of_suite(address, f"suite:{address.name}", split, private)
    kind, _, rest = str(address).partition(":")
    if kind == "advglue" and rest:
        if private is not None:
            raise DataError("AdvGLUE's released files have no private folder", mend="leave --private out")
        path = as_path(rest)
        parts, found, sha256, file = read_released(path, split)
        return Benchmark("AdvGLUE", sha256[:12], parts, found, f"advglue:{file}", sha256)
    if kind == "suite" and rest:
        return _of_suite(rest, f"suite:{rest}", split, private)
    path = as_path(address)
    if not (path / RECORD).is_file() and is_run(path):
        name, broken, sha256, notes = read_broken(path, split, private)
        return Benchmark(name, sha256[:12], broken, "dev", str(path), sha256, notes)
    if not (path / RECORD).is_file():
        raise _no_benchmark(path)
    opened = read_folder(path, split, as_path(private) if private is not None else None)
    return Benchmark(opened.name, opened.version, opened.parts, opened.split, str(path), opened.sha256)


def _of_suite(suite: str | Suite, address: str, split: str | None, private: object) -> Benchmark:
    made, rows = read_suite(suite, split, private)
    return Benchmark(made.name, made.sha256[:12], rows, "dev", address, made.sha256)


def _no_benchmark(path: Path) -> DataError:
    if not path.exists():
        return cannot_read(path, FileNotFoundError())
    names = [file for files in FILES.values() for file in files]
    released = path.name in names or any((path / name).is_file() for name in names)
    mend = f"advglue:{path}" if released else None
    if path.name == RECORD:
        mend = f"name its folder: {path.parent}"
    return DataError(
        f"{path} is no benchmark",
        got=f"a folder without {RECORD}" if path.is_dir() else "a file",
        expected=f"a folder with {RECORD} or of a run of mohs attack, "
        "advglue:PATH for AdvGLUE's released files, or suite:NAME",
        mend=mend,
    )
