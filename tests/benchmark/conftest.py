"""A small benchmark that tests can write, break and open."""

import pytest

from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN


def row(number, text, label, original=None, **more):
    source = f"source-{original}" if original is not None else str(number)
    benign = {"sentence": original} if original is not None else None
    return Row(str(number), source, {"sentence": text}, benign, label, **more)


@pytest.fixture
def parts():
    sst2 = [
        row(
            0,
            "a bda film",
            0,
            "a bad film",
            method="TextBugger",
            data_construction="word",
            provenance={"seed": 1},
        ),
        row(1, "a lousy film", 0, "a bad film", method="TextFooler", data_construction="word"),
        row(2, "<b>fine & «good»</b>", 1, method="CheckList", data_construction="human"),
    ]
    qqp = [
        Row("0", "source-0", {"question1": "who?", "question2": "whom?"}, {"question1": "who?", "question2": "who"}, 1, "T3", "sentence"),
    ]  # fmt: skip
    return {"sst2": Part.of(BUILT_IN["sst2"], sst2), "qqp": Part.of(BUILT_IN["qqp"], qqp)}
