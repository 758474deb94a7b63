"""examples.parquet: the adversarial examples of a run, drawn from its journal, sorted by attack and id."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mohs.runs.folder import replacing

ROWS = 1000
"""Rows written at a time: memory holds so many examples and no more."""


def write_examples(journal: Path, fields: Sequence[str], path: Path) -> int:
    """Write every success of the journal as a row; give their number.

    Columns: id, source_id, task, attack, model, every field as it was changed, original_<field> for every
    field,
    label, prediction, probability (of the gold label, after), modified_words, modified_rate, similarity,
    edits (JSON).

    Raises:
        RunFailed: The file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    text, number = pa.string(), pa.float64()
    schema = pa.schema(
        [(name, text) for name in ("id", "source_id", "task", "attack", "model")]
        + [(name, text) for name in fields]
        + [(f"original_{name}", text) for name in fields]
        + [("label", text), ("prediction", text), ("probability", number), ("modified_words", pa.int64())]
        + [("modified_rate", number), ("similarity", number), ("edits", text)]
    )
    where = sorted(_successes(journal))
    with (
        replacing(path) as temporary,
        journal.open("rb") as file,
        pq.ParquetWriter(temporary, schema) as writer,
    ):
        for start in range(0, len(where), ROWS):
            rows = [_row(file, offset, fields) for _, _, offset in where[start : start + ROWS]]
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))
    return len(where)


def _successes(journal: Path) -> Iterator[tuple[str, str, int]]:
    with journal.open("rb") as file:
        offset = 0
        for line in file:
            if not line.endswith(b"\n"):
                return  # torn by a kill
            outcome = json.loads(line)
            if outcome["status"] == "success":
                yield outcome["attack"], outcome["id"], offset
            offset += len(line)


def _row(file: Any, offset: int, fields: Sequence[str]) -> dict[str, Any]:
    file.seek(offset)
    outcome = json.loads(file.readline())
    row = {
        **{
            name: outcome[name]
            for name in ("id", "source_id", "task", "attack", "model", "label", "similarity")
        },
        **{name: outcome["perturbed"][name] for name in fields},
        **{f"original_{name}": outcome["original"][name] for name in fields},
        "prediction": outcome["prediction_after"],
        "probability": outcome["probability_after"],
        "modified_words": int(outcome["modified"]["words"]),
        "modified_rate": outcome["modified"]["rate"],
        "edits": json.dumps(outcome["edits"]),
    }
    return {name: storable(value) if isinstance(value, str) else value for name, value in row.items()}


def storable(text: str) -> str:
    """The text in UTF-8, as Parquet holds it, without lone surrogates; the journal keeps them escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
