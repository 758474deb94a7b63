"""Every number that can be asked for is defined."""

import re

import pytest

from mohs import api
from mohs.api.metrics import metrics

DEFINED = {}
for one in metrics():
    DEFINED.setdefault(one.of.partition(",")[0], []).append(one)


@pytest.mark.parametrize(
    ("verb", "names"),
    [("attack", api.METRICS), ("evaluate", api.SCORE_METRICS), ("mscr", api.MSCR_METRICS)],
    ids=["attack", "evaluate", "mscr"],
)
def test_every_metric_of_a_gate_is_defined_and_in_its_order(verb, names):
    assert [metric.name for metric in DEFINED[verb]] == list(names)


def test_every_number_of_a_separation_is_defined(tmp_path):
    (tmp_path / "rows.csv").write_text("a,label\n0,x\n0,y\n3,x\n5,y\n", encoding="utf-8")
    done = api.separation_command(api.SeparationOptions(data=str(tmp_path / "rows.csv")), keep=False)
    found = {re.sub(r"_q\d\d", "_qNN", row["metric"]) for row in done.document["results"]}
    assert found == {metric.name for metric in DEFINED["separation"]}


def test_every_definition_says_something_and_stands_once():
    seen = [(metric.name, metric.of) for metric in metrics()]
    assert len(set(seen)) == len(seen)
    for metric in metrics():
        assert all((metric.definition, metric.over, metric.interval))
