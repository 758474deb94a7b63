"""Data sets of Hugging Face: in memory, saved to a folder, a folder of files, or by their id.

The library `datasets` is imported only where one is opened that needs it. No code of a data set is ever run:
the versions that we allow do not do so unless asked to.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mohs.data.files import ending, is_packed, stem
from mohs.data.json_rows import from_objects
from mohs.data.rows import Cells, Problem, Rows, concatenate
from mohs.errors import DataError, MissingExtra
from mohs.spec import did_you_mean

_ID = re.compile(r"[\w.-]+(?:/[\w.-]+)?(?:@[\w./-]+)?(?::[\w.-]+)?", re.ASCII)
_SAVED = ("dataset_info.json", "state.json", "dataset_dict.json")
_BATCH = 1000
DEFAULT_SPLIT = "validation"
_OTHER_NAMES = {"validation": ("validation", "valid", "val", "dev"), "test": ("test",), "train": ("train",)}
_MATCHED = {"mnli": "matched", "mnli-mm": "mismatched"}


def is_saved(folder: Path) -> bool:
    """Whether `save_to_disk` has made this folder."""
    return any((folder / name).is_file() for name in _SAVED)


def looks_like_id(address: str) -> bool:
    """Whether an address that is no file could be the id of a data set: OWNER/NAME[@REVISION][:CONFIG]."""
    return "/" in address and _ID.fullmatch(address) is not None


def read_saved(folder: Path, task: str | None, split: str | None) -> Rows:
    """Open a folder that `save_to_disk` has made.

    Raises:
        DataError: Not readable, or no such split.
        MissingExtra: The package datasets is not installed.
    """
    datasets = _datasets(f"the data set {folder}")
    try:
        loaded = datasets.load_from_disk(str(folder))
    except Exception as problem:  # whatever the library makes of a broken folder
        raise _refused(str(folder), problem) from problem
    return read_dataset(loaded, task, split, path=str(folder), sha256=hash_of_files(folder))


def read_id(address: str, task: str | None, split: str | None) -> Rows:
    """Open a data set by its id, from the cache or, where the machine may, from the hub.

    Args:
        address: OWNER/NAME, NAME, with @REVISION and :CONFIG as needed.
        task: Name of the task; it chooses between mnli's matched and mismatched splits.
        split: The split; None for the usual one.

    Raises:
        DataError: No such data set, configuration or split, or no network.
        MissingExtra: The package datasets is not installed.
    """
    if not _ID.fullmatch(address):
        raise DataError(f"{address!r} is no id of a data set", expected="OWNER/NAME[@REVISION][:CONFIG]")
    datasets = _datasets(f"the data set {address}")
    rest, _, config = address.partition(":")
    name, _, revision = rest.partition("@")
    try:
        loaded = datasets.load_dataset(name, config or None, revision=revision or None)
    except Exception as problem:  # whatever the library makes of a wrong id or a missing network
        raise _refused(address, problem) from problem
    return read_dataset(loaded, task, split, path=f"hf:{address}")


def read_dataset(
    dataset: Any, task: str | None, split: str | None, *, path: str = "data set", sha256: str | None = None
) -> Rows:
    """The rows of a Dataset, an IterableDataset, or of one split of a dict of them.

    Raises:
        DataError: No such split, or one is named where there are none.
    """
    notes: list[str] = []
    if isinstance(dataset, Mapping):
        chosen = choose_split(list(dataset), task, split, path, notes)
        dataset, path = dataset[chosen], f"{path} ({chosen})"
    else:
        refuse_split(split, path)
    features = dataset.features or {}
    label_names = {
        name: tuple(feature.names)
        for name, feature in features.items()
        if type(feature).__name__ == "ClassLabel"
    }
    if not hasattr(dataset, "select_columns") or not hasattr(dataset, "__len__"):
        found = list(enumerate(dataset))  # a stream may come in another order the next time
        rows = from_objects(path, lambda: iter(found), sha256=sha256, name="data", notes=notes, unit="row")
        rows.label_names = label_names
        return rows

    def read(names: Sequence[str]) -> Iterator[Cells | Problem]:
        row = 0
        table = dataset.with_format(None).select_columns(list(dict.fromkeys(names)))
        for batch in table.iter(batch_size=_BATCH):
            for values in zip(*(batch[name] for name in names), strict=True):
                yield path, row, values
                row += 1

    return Rows(path, tuple(dataset.column_names), read, "row", sha256, label_names, notes=notes)


def refuse_split(split: str | None, path: str) -> None:
    """Stop where a split is named of something that has none.

    Raises:
        DataError: One is.
    """
    if split is not None:
        raise DataError(f"{path} has no splits", got=f"--split {split}", mend="leave --split out")


def choose_split(
    splits: Sequence[str], task: str | None, asked: str | None, path: str, notes: list[str]
) -> str:
    """The split of this name or one that means the same; the only one, where none was asked for.

    Raises:
        DataError: None fits; the message lists them.
    """
    half = _MATCHED.get(task or "")
    split = asked or DEFAULT_SPLIT
    wanted = [f"{split}_{half}"] if half else []
    wanted += [split, *_OTHER_NAMES.get(split, ())]
    for name in wanted:
        if name in splits:
            return name
    if len(splits) == 1 and asked is None:
        notes.append(f"there is no split {split!r}; the only one, {splits[0]!r}, is read")
        return splits[0]
    raise DataError(
        f"{path} has no split {split!r}",
        got=f"splits {', '.join(splits) or '(none)'}",
        mend=did_you_mean(split, list(splits)) or "name one of them with --split",
    )


def read_folder(
    folder: Path, task: str | None, split: str | None, formats: Mapping[str, Callable[[Path], Rows]]
) -> Rows:
    """Open the files of one split in a folder, as on the hub, the split stands in the path.

    Raises:
        DataError: No files, files of two formats, no such split, or shards with other columns.
    """
    files = sorted(path for path in folder.rglob("*") if _is_data(path, folder, formats))
    if not files:
        raise DataError(f"{folder} holds no data", expected=f"files that end in {', '.join(formats)}")
    by_split: dict[str, list[Path]] = {}
    for file in files:
        by_split.setdefault(_split_of(file.relative_to(folder)), []).append(file)
    notes: list[str] = []
    chosen = by_split[choose_split(list(by_split), task, split, str(folder), notes)]
    endings = sorted({ending(file) for file in chosen})
    if len(endings) > 1:
        raise DataError(
            f"{folder} holds files of {len(endings)} formats for one split",
            got=", ".join(str(file.relative_to(folder)) for file in chosen),
            mend="name one file",
        )
    if twice := [file for file in chosen if is_packed(file) and file.with_suffix("") in chosen]:
        raise DataError(
            f"{folder} holds a file packed and unpacked",
            got=str(twice[0].relative_to(folder)),
            mend="remove one",
        )
    parts = [formats[ending(file)](file) for file in chosen]
    if len(parts) == 1:
        rows = parts[0]
    else:
        rows = concatenate(str(folder), parts, sha256=hash_of_files(*chosen), name=folder.name)
    rows.notes[:0] = notes
    return rows


def _is_data(path: Path, folder: Path, formats: Mapping[str, object]) -> bool:
    hidden = any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden and ending(path) in formats and path.name not in _SAVED


def _split_of(path: Path) -> str:
    """The split that a path speaks of; "data" where it speaks of none."""
    for part in (
        stem(path),
        *reversed(path.parts[:-1]),
    ):  # the name of the file, then its folders, inmost first
        words = re.split(r"[^a-z]+", part.lower())
        for split, names in _OTHER_NAMES.items():
            if set(names) & set(words):
                half = next((half for half in _MATCHED.values() if half in words), None)
                return f"{split}_{half}" if half else split
    return "data"


def hash_of_files(*paths: Path) -> str:
    """One sha256 of several files, or of all files in a folder: of their names and contents in order."""
    digest = hashlib.sha256()
    for top in paths:
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file():
                with path.open("rb") as file:
                    content = hashlib.file_digest(file, "sha256").hexdigest()
                digest.update(
                    f"{path.relative_to(top if top.is_dir() else top.parent)}\0{content}\n".encode()
                )
    return digest.hexdigest()


def _datasets(feature: str) -> Any:
    try:
        import datasets
    except ImportError:
        raise MissingExtra(feature, package="datasets", extra="hf") from None
    return datasets


def _refused(path: str, problem: Exception) -> DataError:
    return DataError(
        f"the data set {path} cannot be opened",
        got=f"{type(problem).__name__}: {str(problem).splitlines()[0][:300] if str(problem) else ''}",
        mend="check the id or the folder; a configuration is named as in OWNER/NAME:CONFIG",
    )
