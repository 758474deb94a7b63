"""GLUE's folder as it lies on disk: DIR/SST-2/dev.tsv and so on."""

from collections.abc import Callable, Mapping
from pathlib import Path

from mohs.data.rows import Rows
from mohs.errors import DataError

FOLDERS: Mapping[str, str] = {
    "sst2": "SST-2",
    "qqp": "QQP",
    "mnli": "MNLI",
    "mnli-mm": "MNLI",
    "qnli": "QNLI",
    "rte": "RTE",
}
_DEV = {"mnli": "dev_matched", "mnli-mm": "dev_mismatched"}
# GLUE's own name first; the others are samples that stand in for it where it is not there.
_STAND_INS: Mapping[str, tuple[str, ...]] = {
    "dev": ("dev.jsonl", "train_heldout_1k.jsonl"),
    "dev_matched": ("dev_matched_1000.tsv",),
    "dev_mismatched": ("dev_mismatched_1000.tsv",),
    "train": ("train_full.tsv", "train_9k.jsonl"),
}


def task_of_file(path: Path) -> str | None:
    """The task of a file that is called and lies as GLUE's own (SST-2/dev.tsv); None for any other."""
    folder = path.absolute().parent.name
    for task, name in FOLDERS.items():
        if folder == name and path.name in (f"{_DEV.get(task, 'dev')}.tsv", "train.tsv"):
            return task
    return None


def read_glue(folder: Path, task: str | None, split: str, read_file: Callable[[Path], Rows]) -> Rows:
    """Open the file of one task in GLUE's folder; a file that stands in for GLUE's own is noted.

    Args:
        folder: The folder that holds SST-2, QQP and so on.
        task: One of GLUE's tasks.
        split: "train", or "validation" (or "dev").
        read_file: Opens one file.

    Raises:
        DataError: No task, or one that GLUE does not have here; no such folder, split or file.
    """
    if task is None or task not in FOLDERS:
        raise DataError(
            f"glue:{folder} needs the name of a task",
            got=task or "none",
            expected=f"one of {', '.join(FOLDERS)}",
            mend="--task NAME",
        )
    if not folder.is_dir():
        raise DataError(f"there is no folder {folder}", expected="the folder that holds SST-2, QQP and so on")
    if split not in ("train", "validation", "dev"):
        raise DataError(f"GLUE has no labelled split {split!r}", expected="train or validation")
    stem = "train" if split == "train" else _DEV.get(task, "dev")
    names = (f"{stem}.tsv", *_STAND_INS[stem])
    inside = folder / FOLDERS[task]
    found = next((name for name in names if (inside / name).is_file()), None)
    if found is None:
        there = sorted(path.name for path in inside.glob("*")) if inside.is_dir() else []
        raise DataError(
            f"there is no file {inside / names[0]}",
            got=f"in {inside}: {', '.join(there) or 'nothing'}",
            expected=f"one of {', '.join(names)}",
        )
    rows = read_file(inside / found)
    rows.name = task
    if found != names[0]:
        rows.notes.append(f"{found} stands in for GLUE's {names[0]}, which is not there")
    return rows
