"""Where a classifier fails: the site's figures by level, and tables worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

import published
from made_benchmarks import parts
from mohs.benchmark.part import Part, Row
from mohs.benchmark.taxonomy import Kind
from mohs.data.tasks import BUILT_IN
from mohs.evaluation.diagnose import diagnose, place
from mohs.evaluation.judged import Judged, Marks
from mohs.evaluation.score import Scoring
from mohs.evaluation.sheet import Answers


def cell(rows, metric, **where):
    found = [
        row for row in rows if row["metric"] == metric and {k: row.get(k) for k in KEYS} == blank | where
    ]
    assert len(found) == 1, (where, found)
    return found[0]


KEYS = ("task", "level", "phenomenon", "attack")
blank = dict.fromkeys(KEYS)

# Micro accuracy by level, computed from the published pages with n-weights over tasks.
BY_LEVEL = {
    "TBD-name": (74.6, 49.9, 51.3),
    "T5": (62.3, 44.3, 45.6),
    "RoBERTa": (59.1, 46.5, 33.9),
    "BERT": (38.8, 31.9, 17.5),
}


@pytest.mark.parametrize("model", published.MODELS)
def test_the_figures_of_the_site_by_level_and_phenomenon_come_out_to_the_two_decimals(shared, model):
    by_level, by_phenomenon = published.load(shared)
    judged = {}
    for site, name in published.NAMES.items():
        part, predicted = published.answered(site, by_phenomenon[model][site])
        judged[name] = Judged.of(part, Answers(predicted))
    rows = diagnose(judged, Scoring("test")).rows
    for site, name in published.NAMES.items():
        for shown, level in published.LEVELS.items():
            figures = by_level[model][site][shown]
            if figures[0] is None:
                assert not any(row.get("task") == name and row.get("level") == level for row in rows)
                continue
            for metric, figure in zip(("accuracy", "f1"), figures, strict=False):
                found = cell(rows, metric, task=name, level=level)
                assert round(100 * found["value"], 2) == pytest.approx(
                    figure, abs=0.0101 if metric == "f1" else 0
                )
        for phenomenon, figures in by_phenomenon[model][site].items():
            found = [
                row
                for row in rows
                if row["metric"] == "accuracy"
                and row.get("task") == name
                and row["n"] == published.COUNTS[site][phenomenon]
            ]
            assert round(100 * found[0]["value"], 2) in {f[0] for f in by_phenomenon[model][site].values()}, (
                figures
            )
    for level, figure in zip(("word", "sentence", "human"), BY_LEVEL.get(model, ()), strict=False):
        assert round(100 * cell(rows, "accuracy", level=level)["value"], 1) == figure


@pytest.fixture
def found():
    """sst2: rows 0 to 4 with gold 0 0 1 1 1; said 0 1 0 1 -1; sources bad film (right), fine day, great thing (wrong)."""
    clean = Marks.independent(parts()["sst2"].task, np.array([0, 1]), np.array([0, 0]))
    said = Answers(
        np.array([0, 1, 0, 1, -1]),
        np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.3, 0.7], [np.nan] * 2], np.float32),
    )
    one = Judged.of(parts()["sst2"], said, Answers(np.array([0, 1, 0])), clean)
    return diagnose({"sst2": one}, Scoring("dev"))


def test_cells_go_from_the_level_down_to_the_attack(found):
    word = cell(found.rows, "accuracy", task="sst2", level="word")
    assert (word["value"], word["n"], word["clusters"]) == (2 / 3, 3, 2)
    rate = cell(found.rows, "attack_success_rate", task="sst2", level="word")
    assert (rate["value"], rate["n"]) == (1 / 2, 2)
    embedding = cell(found.rows, "accuracy", task="sst2", level="word", phenomenon="embedding-similarity")
    assert embedding["n"] == 2
    attack = {"level": "human", "phenomenon": "checklist", "attack": "checklist"}
    assert cell(found.rows, "accuracy", task="sst2", **attack)["value"] == 0.0


def test_confusion_has_a_column_for_answers_outside_the_labels(found):
    tables = {table["part"]: table["counts"] for table in found.tables["confusion"]}
    assert tables["adversarial"] == [[1, 1, 0], [1, 1, 1]]
    assert tables["sources"] == [[1, 0, 0], [1, 1, 0]]
    assert tables["clean"] == [[1, 0, 0], [1, 0, 0]]


def test_labels_are_counted_for_each_part(found):
    tables = {table["part"]: table["counts"] for table in found.tables["labels"]}
    assert tables["adversarial"] == {"negative": 2, "positive": 3}
    assert tables["word"] == {"negative": 2, "positive": 1}
    assert tables["sources"] == {"negative": 1, "positive": 2}
    assert tables["clean"] == {"negative": 1, "positive": 1}


def test_what_says_little_is_warned_of(found):
    warnings = "\n".join(found.warnings)
    assert "sst2 has 5 rows, so few" in warnings
    assert "1 of 5 answers are none of the labels" in warnings
    assert "11 of the 11 cells by task and level, phenomenon or attack have fewer than 30" in warnings


def test_a_classifier_worse_than_chance_on_benign_rows_is_suspected():
    part = parts()["sst2"]
    marks = Marks.independent(part.task, np.array([0, 1] * 20), np.array([1, 0] * 20))
    one = Judged.of(part, Answers(part.labels), clean=marks)
    assert any(
        "less than by guessing" in warning for warning in diagnose({"sst2": one}, Scoring("dev")).warnings
    )


def words(name, labels, wrong=0):
    """Rows of one attack on words, each with a source that was right; the first so many answers are wrong."""
    task, gold = BUILT_IN[name], np.array(labels)
    rows = [
        Row(str(k), f"s{k}", dict.fromkeys(task.fields, f"t{k}"), dict.fromkeys(task.fields, f"o{k}"), label, "TextFooler", "word")
        for k, label in enumerate(labels)
    ]  # fmt: skip
    said = np.where(np.arange(len(gold)) < wrong, 1 - gold, gold)
    return Judged.of(Part.of(task, rows), Answers(said), Answers(gold))


def test_of_enough_rows_nothing_is_warned_of_but_a_label_that_is_not_there():
    one = words("sst2", [1] * 30)
    assert diagnose({"sst2": one}, Scoring("dev")).warnings == ["sst2 has no row with the label negative"]
    half = Marks.independent(one.task, np.arange(40) % 2, np.zeros(40, int))
    none = Marks.independent(one.task, np.zeros(0, int), np.zeros(0, int))
    both = words("sst2", [0, 1] * 15)
    for clean in (half, none):  # as often as by guessing; of nothing, nothing is said
        judged = replace(both, sources=None, source_ids=(), clean=clean)
        assert diagnose({"sst2": judged}, Scoring("dev")).warnings == []


def test_all_tasks_together_have_cells_of_their_own_and_no_f1():
    judged = {"sst2": words("sst2", [0, 1] * 14 + [1], wrong=10), "qqp": words("qqp", [1, 0] * 14 + [1])}
    found = diagnose(judged, Scoring("dev"))
    assert {row.get("task") for row in found.rows if row["metric"] == "f1"} == {"qqp"}
    together = [row for row in found.rows if "task" not in row]
    assert {row["metric"] for row in together} == {"accuracy", "attack_success_rate"}
    assert {row["n"] for row in together} == {58}
    rate = cell(found.rows, "attack_success_rate", task="sst2", level="word")
    assert (rate["value"], rate["n"]) == (10 / 29, 29)
    assert list(found.warnings) == [
        "6 of the 6 cells by task and level, phenomenon or attack have fewer than 30 rows, so few that their figures say little",
        "sst2 has 29 rows, so few that its figures say little",
        "qqp has 29 rows, so few that its figures say little",
    ]


def test_few_rows_of_all_tasks_together_are_no_cell_of_a_task():
    judged = {"qqp": words("qqp", [0, 1] * 5), "sst2": words("sst2", [0, 1] * 5)}
    found = diagnose(judged, Scoring("dev"))
    assert found.warnings[0].startswith("6 of the 6 cells by task")
    assert {row.get("task") for row in found.rows if row["metric"] == "f1"} == {"qqp"}
    alone = diagnose({"qqp": judged["qqp"]}, Scoring("dev"))
    assert {row.get("task") for row in alone.rows} == {"qqp"}


def test_kinds_stand_by_level_then_by_phenomenon_as_published_and_others_by_name():
    kinds = [
        Kind("textfooler", "word", "embedding-similarity"),
        Kind("textbugger", "word", "typos"),
        Kind("a", "word", "a new one"),
        Kind("b", "word", "a new one"),
        Kind("a", "word", "zeal"),
        Kind("scpn", "sentence", "syntactic"),
        Kind("checklist", "human", "checklist"),
        Kind("a", "paragraph", "typos"),
    ]
    turned = kinds[::-1]
    assert sorted(turned, key=place) == kinds


def test_cells_and_labels_stand_in_this_order_and_rows_of_no_level_have_none():
    task = BUILT_IN["sst2"]
    methods = [("CheckList", "human"), ("", ""), ("SCPN", "sentence"), ("TextFooler", "word")]
    rows = [
        Row(str(k), f"s{k}", {"sentence": f"t{k}"}, None, k % 2, method, level)
        for k, (method, level) in enumerate(methods)
    ]
    found = diagnose({"sst2": Judged.of(Part.of(task, rows), Answers(np.arange(4) % 2))}, Scoring("dev"))
    levels = ["word", "sentence", "human"]
    assert [
        row["level"] for row in found.rows if row["metric"] == "accuracy" and "phenomenon" not in row
    ] == levels
    assert [table["part"] for table in found.tables["labels"]] == ["adversarial", *levels]


@pytest.mark.parametrize("tested", [[], [{"capability": "negation"}]])
def test_capabilities_are_a_table_where_any_are_tested(monkeypatch, tested):
    monkeypatch.setattr("mohs.evaluation.diagnose.capabilities", lambda judged: tested)
    tables = diagnose({"sst2": words("sst2", [0, 1])}, Scoring("dev")).tables
    assert tables.get("capabilities", []) == tested
    assert ("capabilities" in tables) == bool(tested)
