"""examples.parquet of an evaluation: every row with its texts, its gold label and what was said of it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mohs.evaluation.judged import Judged
from mohs.evaluation.sheet import FAULTY, Answers
from mohs.runs.folder import replacing

if TYPE_CHECKING:
    import pyarrow as pa


def write_examples(judged: Mapping[str, Judged], path: Path) -> None:
    """Write every row that has an answer, task by task in the order of the benchmark.

    Columns: task, id, source_id, level, phenomenon, attack, label, prediction (null: none of the labels),
    right, probability (of the gold label; null where no scores are known), source_prediction and source_right
    (null where nothing was asked about a benign source), every field, original_<field> for every field.

    Raises:
        RunFailed: The file cannot be written.
    """
    import pyarrow as pa
    from pyarrow import parquet

    fields = list(dict.fromkeys(name for one in judged.values() for name in one.task.fields))
    texts = [*fields, *(f"original_{name}" for name in fields)]
    names = ("task", "id", "source_id", "level", "phenomenon", "attack", "label", "prediction")
    flags = [("right", pa.bool_()), ("probability", pa.float32()), ("source_prediction", pa.string())]
    schema = pa.schema(
        [(name, pa.string()) for name in names]
        + [*flags, ("source_right", pa.bool_())]
        + [(name, pa.string()) for name in texts]
    )
    with replacing(path) as temporary, parquet.ParquetWriter(temporary, schema) as writer:
        for name, one in judged.items():
            writer.write_table(pa.table(_columns(name, one, texts), schema=schema))


def _columns(name: str, one: Judged, texts: list[str]) -> "dict[str, Any]":
    import pyarrow as pa

    kinds, numbers = one.kinds
    table, labels = one.part.table, list(one.task.labels)
    known = one.has_source
    columns: dict[str, Any] = {
        "task": pa.repeat(pa.scalar(name), len(one)),
        "id": table.column("id"),
        "source_id": table.column("source_id"),
        "level": _taken([kind.level for kind in kinds], numbers),
        "phenomenon": _taken([kind.phenomenon for kind in kinds], numbers),
        "attack": _taken([kind.attack for kind in kinds], numbers),
        "label": _taken(labels, one.marks.gold),
        "prediction": _taken(labels, one.answers.labels),
        "right": one.marks.right,
        "probability": _probability(one),
        "source_prediction": _taken(labels, one.source_predicted),
        "source_right": pa.array(one.source_right, mask=~known),
    }
    for text in texts:
        there = text in table.schema.names
        columns[text] = table.column(text) if there else pa.nulls(len(one), pa.string())
    return columns


def _taken(names: list[str], numbers: NDArray[np.int64]) -> "pa.Array":
    """The names of these numbers; null for one below 0."""
    import pyarrow as pa

    places = pa.array(np.maximum(numbers, 0), mask=numbers < 0)
    return pa.array(names, pa.string()).take(places)


def _probability(one: Judged) -> "pa.Array":
    import pyarrow as pa

    if one.answers.scores is None:
        return pa.nulls(len(one), pa.float32())
    values = one.answers.scores[np.arange(len(one)), one.marks.gold]
    return pa.array(values, mask=np.isnan(values))


def write_predictions(judged: Mapping[str, Judged], folder: Path) -> None:
    """Write predictions.jsonl, and source_predictions.jsonl where sources were asked about, for `mohs score`.

    Raises:
        RunFailed: A file cannot be written.
    """
    rows = {name: (one.part.ids, one.answers) for name, one in judged.items()}
    _write_lines(judged, rows, folder / "predictions.jsonl")
    sources = {
        name: (one.source_ids, one.sources)
        for name, one in judged.items()
        if one.sources is not None and one.source_ids
    }
    if sources:
        _write_lines(judged, sources, folder / "source_predictions.jsonl")


def _write_lines(
    judged: Mapping[str, Judged], rows: Mapping[str, tuple[Sequence[str], Answers]], path: Path
) -> None:
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        for name, (ids, answers) in rows.items():
            labels = judged[name].task.labels
            for place, own in enumerate(ids):
                said = int(answers.labels[place])
                if said == FAULTY:
                    continue
                line: dict[str, Any] = {"task": name, "id": own, "label": None if said < 0 else labels[said]}
                if answers.scores is not None and not np.isnan(answers.scores[place]).any():
                    line["scores"] = [round(float(score), 6) for score in answers.scores[place]]
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
