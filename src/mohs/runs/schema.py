"""The JSON Schema of `results.json`, which `mohs report --schema` prints."""

from typing import Any

_NUMBER = {"type": ["number", "null"]}
_TEXT = {"type": "string", "minLength": 1}

_ESTIMATE: dict[str, Any] = {
    "type": "object",
    "description": "A number with its interval. value is null, shown as «no data», where n is 0. low and "
    "high are null also where the rows give nothing to make an interval from; method says why.",
    "required": ["metric", "value", "low", "high", "n", "clusters", "confidence", "method"],
    "properties": {
        "metric": _TEXT,
        "value": _NUMBER,
        "low": _NUMBER,
        "high": _NUMBER,
        "n": {"type": "integer", "minimum": 0, "description": "Rows that the number was measured on."},
        "clusters": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "Sources that those rows came from; null where every row stands for itself.",
        },
        "confidence": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "method": _TEXT,
        "task": _TEXT,
        "split": _TEXT,
        "level": _TEXT,
        "phenomenon": _TEXT,
        "attack": _TEXT | {"description": "«all»: broken by any attack of the run."},
        "model": _TEXT,
        "label": {"type": "string"},
        "eps_test": {"type": "number", "minimum": 0},
        "eps_train": {"type": "number", "minimum": 0},
        "norm": {"anyOf": [{"enum": ["linf", "l2", "l1"]}, {"type": "number", "minimum": 1}]},
    },
    "if": {"properties": {"n": {"const": 0}}},
    "then": {"properties": {name: {"type": "null"} for name in ("value", "low", "high")}},
    "else": {"properties": {"value": {"type": "number"}}},
}

_STATUSES: dict[str, Any] = {
    "type": "object",
    "required": ["success", "failure", "budget", "not_attackable", "skipped", "error"],
    "additionalProperties": {"type": "integer", "minimum": 0},
}


def results_schema() -> dict[str, Any]:
    """The schema `mohs/results/1`, as JSON Schema 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:mohs:results:1",
        "title": "mohs/results/1",
        "description": "Every number of a run, each with its interval, n and method.",
        "type": "object",
        "required": [
            "schema",
            "kind",
            "status",
            "command",
            "config",
            "model",
            "data",
            "versions",
            "seeds",
            "limits",
            "results",
        ],
        "properties": {
            "schema": {"const": "mohs/results/1"},
            "kind": {"enum": ["attack", "evaluate", "score", "compare", "separation", "mscr", "grid"]},
            "status": {"enum": ["complete", "partial", "failed"]},
            "command": {"type": ["string", "array", "null"], "items": {"type": "string"}},
            "config": {"type": ["object", "null"]},
            "model": {"description": "What identifies the classifier, or the classifiers."},
            "data": {"type": ["object", "null"], "description": "Path, sha256 and how many rows were used."},
            "versions": {"type": "object"},
            "seeds": {"type": "object"},
            "limits": {"type": "object"},
            "warnings": {"type": "array", "items": {"type": "string"}},
            "results": {"type": "array", "items": {"$ref": "#/$defs/row"}},
            "counts": {
                "type": "array",
                "description": "How many outcomes of each attack had which status, in all and by true label.",
                "items": {
                    "type": "object",
                    "required": ["task", "attack", "model", "outcomes", "statuses", "labels"],
                    "properties": {
                        "outcomes": {"type": "integer", "minimum": 0},
                        "statuses": {"$ref": "#/$defs/statuses"},
                        "labels": {"type": "object", "additionalProperties": {"$ref": "#/$defs/statuses"}},
                    },
                },
            },
            "by_label": {"type": "array", "items": {"$ref": "#/$defs/row"}},
            "diagnosis": {
                "type": "object",
                "description": "Of kind evaluate and score: what is no number with coordinates.",
                "required": ["confusion", "labels", "by_amount_of_change", "sources", "rows"],
                "additionalProperties": {"type": "array", "items": {"type": "object"}},
            },
        },
        "$defs": {"row": _ESTIMATE, "statuses": _STATUSES},
    }
