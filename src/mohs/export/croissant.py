"""Croissant: metadata of a dataset as JSON-LD, which search engines and mlcroissant read (version 1.1)."""

from collections.abc import Mapping
from typing import Any

from mohs.benchmark.part import Part
from mohs.export.source import Source

_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}

_KIND = {"label": "sc:Integer"}
_LICENSES = {
    "cc-by-sa-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "cc-by-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "cc-by-nc-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "cc0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "mit": "https://opensource.org/license/mit",
}


def croissant(source: Source, files: Mapping[str, Mapping[str, Any]], base: str = "") -> dict[str, Any]:
    """The document.

    Args:
        source: The benchmark.
        files: Path inside the dataset's folder -> `sha256` and `bytes`, of the Parquet files.
        base: Where the files can be fetched, as a prefix of their paths; "" where they lie beside it.

    Returns:
        JSON-LD: one FileObject a file, one RecordSet a task and split, with the names of the labels.
    """
    splits = [(split, task, part) for split, task, part in source.parts() if _path(split, task) in files]
    document: dict[str, Any] = {
        "@context": dict(_CONTEXT),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": source.slug,
        "alternateName": source.name,
        "description": source.about.get("description", f"The benchmark {source.name}."),
        "version": source.version,
        "inLanguage": "en",
        "keywords": ["adversarial robustness", "text classification"],
    }
    if license := source.about.get("license"):
        document["license"] = _LICENSES.get(license.lower(), license)
    if url := source.about.get("url"):
        document["url"] = url
    document["distribution"] = [
        {
            "@type": "cr:FileObject",
            "@id": f"{task}-{split}-file",
            "name": f"{task}-{split}-file",
            "description": f"The {split} rows of task {task}.",
            "contentUrl": f"{base}{_path(split, task)}",
            "contentSize": f"{files[_path(split, task)]['bytes']} B",
            "encodingFormat": "application/x-parquet",
            "sha256": files[_path(split, task)]["sha256"],
        }
        for split, task, _ in splits
    ]
    document["recordSet"] = [_records(split, task, part) for split, task, part in splits]
    document["rai:dataLimitations"] = (
        "Rows that come from one benign source are not independent; the labels of benign sources are public."
    )
    return document


def columns(part: Part, split: str) -> list[str]:
    """The columns of a published file: all, or of a test split the id and the fields alone."""
    if split == "test":
        return ["id", *part.task.fields]
    return list(part.table.schema.names)


def _path(split: str, task: str) -> str:
    return f"data/{task}/{split}.parquet"


def _records(split: str, task: str, part: Part) -> dict[str, Any]:
    name = f"{task}-{split}"
    labels = ", ".join(f"{number} {label}" for number, label in enumerate(part.task.labels))
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{len(part)} rows of task {task}, split {split}. Labels: {labels}.",
        "key": {"@id": f"{name}/id"},
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{column}",
                "name": f"{name}/{column}",
                "description": f"Labels: {labels}." if column == "label" else column.replace("_", " "),
                "dataType": _KIND.get(column, "sc:Text"),
                "source": {"fileObject": {"@id": f"{name}-file"}, "extract": {"column": column}},
            }
            for column in columns(part, split)
        ],
    }
