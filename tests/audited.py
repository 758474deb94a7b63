"""Entries for tests of the audit: short to write, and AdvGLUE's dev set as its file has it."""

import json

from mohs.benchmark.rules.entry import Entry
from mohs.data.tasks import BUILT_IN

SST2, RTE = BUILT_IN["sst2"], BUILT_IN["rte"]


def pair(before, after, **known):
    """An entry of sst2 that was changed from one text to the other."""
    return Entry(SST2, "0", {"sentence": after}, {"sentence": before}, **known)


def text(sentence, id="0", **known):
    """An entry of sst2 of which no benign text is known."""
    return Entry(SST2, id, {"sentence": sentence}, **known)


def advglue(shared):
    """The rows of AdvGLUE's annotated dev set, read with nothing of ours."""
    content = json.loads((shared / "data" / "advglue_dev" / "dev_ann.json").read_text(encoding="utf-8"))
    entries = []
    for name, rows in content.items():
        task, sources = BUILT_IN[name], {}
        for row in rows:
            fields = {field: row[field] for field in task.fields}
            original = {f: row[f"original_{f}"] for f in task.fields if f"original_{f}" in row}
            benign = json.dumps({f: " ".join(t.lower().split()) for f, t in (fields | original).items()})
            entries.append(
                Entry(
                    task,
                    str(row["idx"]),
                    fields,
                    original,
                    task.labels[row["label"]],
                    sources.setdefault(benign, f"source-{len(sources)}"),
                    "dev",
                    row["method"],
                    row["data_construction"],
                )
            )
    return entries
