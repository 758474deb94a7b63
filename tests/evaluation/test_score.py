"""The numbers are the published ones, scikit-learn's, and those worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

import published
from mohs.benchmark.package import open_benchmark
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.evaluation.judged import Judged, Marks
from mohs.evaluation.score import METRICS, Scoring, groups, possible, score
from mohs.evaluation.sheet import FAULTY, OUTSIDE, Answers


def find(rows, metric, task=None, split="test"):
    found = [r for r in rows if r["metric"] == metric and r.get("task") == task and r["split"] == split]
    assert len(found) == 1, (metric, task, found)
    return found[0]


def value(rows, metric, task=None, split="test"):
    return find(rows, metric, task, split)["value"]


# Their mean of the figures as the site shows them, rounded; of the unrounded ones TBD-name's is 65.445.
SCORES = {
    "TBD-name": 65.44,
    "DeBERTa": 60.86,
    "T5": 56.82,
    "RoBERTa": 50.21,
    "ELECTRA": 41.69,
    "BERT": 33.69,
}


@pytest.mark.parametrize("model", published.MODELS)
def test_the_figures_of_the_site_come_out_to_the_two_decimals(shared, model):
    by_level, by_phenomenon = published.load(shared)
    judged = {}
    for site, name in published.NAMES.items():
        part, predicted = published.answered(site, by_phenomenon[model][site])
        judged[name] = Judged.of(part, Answers(predicted))
    rows = score(judged, Scoring("test"))
    shown = {}
    for site, name in published.NAMES.items():
        figures = [round(100 * value(rows, metric, name), 2) for metric in judged[name].task.metrics]
        assert figures == by_level[model][site]["Overall"]
        shown[name] = np.mean(figures)
    shown["mnli"] = (shown["mnli"] + shown.pop("mnli-mm")) / 2
    assert round(np.mean(list(shown.values())), 2) == SCORES[model]
    assert 100 * value(rows, "score") == pytest.approx(SCORES[model], abs=0.0055)


def random_answers(part, seed, *, outside=0.0):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, len(part.task.labels), len(part))
    labels[rng.random(len(part)) < outside] = OUTSIDE
    return Answers(labels)


def test_task_figures_are_scikit_learns_to_the_last_digit_and_the_score_is_advglues_formula(shared):
    metrics = pytest.importorskip("sklearn.metrics")
    benchmark = open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}")
    for seed in range(5):
        judged = {n: Judged.of(p, random_answers(p, seed)) for n, p in benchmark.tasks.items()}
        rows = score(judged, Scoring("dev"))
        scores = {}
        for name, one in judged.items():
            gold, predicted = one.part.labels, one.answers.labels
            scores[name] = [metrics.accuracy_score(gold, predicted)]
            assert value(rows, "accuracy", name, "dev") == scores[name][0]
            if name == "qqp":
                scores[name].append(metrics.f1_score(gold, predicted))
                assert value(rows, "f1", name, "dev") == scores[name][1]
        # As evaluate.py has it: the mean of a task's metrics; mnli the mean of both; the mean of the five.
        means = {name: np.mean(values) for name, values in scores.items()}
        means["mnli"] = np.mean([means["mnli"], means.pop("mnli-mm")])
        assert value(rows, "score", None, "dev") == pytest.approx(np.mean(list(means.values())), rel=1e-15)
        for name, mean in means.items():
            assert value(rows, "task_score", name, "dev") == mean


def test_f1_counts_an_answer_outside_the_labels_as_neither(shared):
    metrics = pytest.importorskip("sklearn.metrics")
    part = open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}").tasks["qqp"]
    one = Judged.of(part, random_answers(part, 0, outside=0.2))
    rows = score({"qqp": one}, Scoring("dev"))
    assert (one.answers.labels == OUTSIDE).any()
    wanted = metrics.f1_score(part.labels, one.answers.labels, labels=[1], average="macro")
    assert value(rows, "f1", "qqp", "dev") == pytest.approx(wanted, rel=1e-15)
    assert value(rows, "outside_labels", "qqp", "dev") == np.mean(one.answers.labels == OUTSIDE)


def sst2(*rows):
    """(source, label) -> a part of SST-2 whose rows with a source have an original."""
    made = [
        Row(str(k), source or str(k), {"sentence": f"text {k}"}, {"sentence": source} if source else None, label, "T3", "sentence")
        for k, (source, label) in enumerate(rows)
    ]  # fmt: skip
    return Part.of(BUILT_IN["sst2"], made)


def test_pairs_are_worked_out_by_hand():
    """Sources a (right), b (wrong), c (right); rows: a a b c and one without source."""
    part = sst2(("a", 1), ("a", 1), ("b", 0), ("c", 0), (None, 1))
    answers, sources = Answers(np.array([0, 1, 0, 1, 0])), Answers(np.array([1, 1, 0]))
    rows = score({"sst2": Judged.of(part, answers, sources)}, Scoring("test"))
    assert find(rows, "robust_accuracy")["value"] == 2 / 5 and find(rows, "robust_accuracy")["n"] == 5
    assert find(rows, "clean_accuracy")["value"] == 2 / 3 and find(rows, "clean_accuracy")["n"] == 3
    # over the four rows with a source: before 1 1 0 1, after 0 1 1 0
    gap = find(rows, "gap")
    assert gap["value"] == pytest.approx(3 / 4 - 2 / 4) and (gap["n"], gap["clusters"]) == (4, 3)
    rate = find(rows, "attack_success_rate")
    assert rate["value"] == 2 / 3 and (rate["n"], rate["clusters"]) == (3, 2)
    assert find(rows, "majority_accuracy", "sst2")["value"] == 3 / 5
    assert find(rows, "chance_accuracy", "sst2")["value"] == 1 / 2
    assert find(rows, "clean_accuracy")["method"] == "wilson"
    assert find(rows, "robust_accuracy")["method"] == "cluster-bootstrap"


def test_without_answers_to_the_sources_there_are_no_pairs():
    rows = score({"sst2": Judged.of(sst2(("a", 1)), Answers(np.array([1])))}, Scoring("test"))
    assert not {"clean_accuracy", "gap", "attack_success_rate", "drop"} & {row["metric"] for row in rows}


def test_attack_success_of_nothing_right_before_is_no_data():
    one = Judged.of(sst2(("a", 1)), Answers(np.array([0])), Answers(np.array([0])))
    rate = find(score({"sst2": one}, Scoring("test")), "attack_success_rate")
    assert (rate["value"], rate["n"], rate["method"]) == (None, 0, "no data")


def test_rows_on_which_the_classifier_raised_are_in_no_number():
    part = sst2(("a", 1), ("b", 0), ("c", 0))
    one = Judged.of(part, Answers(np.array([FAULTY, 0, 1])), Answers(np.array([1, FAULTY, 0])))
    rows = score({"sst2": one}, Scoring("test"))
    assert one.faulty == 1 and find(rows, "robust_accuracy")["n"] == 2
    assert find(rows, "clean_accuracy")["n"] == 1  # the source of the row that is left out is left out too
    assert find(rows, "gap")["n"] == 1


def test_the_drop_is_what_the_score_loses_against_clean_rows():
    clean = Marks.independent(BUILT_IN["sst2"], np.array([0, 1, 1, 0]), np.array([0, 1, 1, 1]))
    one = Judged.of(sst2(("a", 1), ("b", 0)), Answers(np.array([0, 0])), clean=clean)
    rows = score({"sst2": one}, Scoring("test"))
    assert value(rows, "accuracy", "sst2", "clean") == value(rows, "score", None, "clean") == 3 / 4
    drop = find(rows, "drop")
    assert drop["value"] == 1 / 4 and drop["low"] <= 1 / 4 <= drop["high"]


def two_tasks(clean_of="sst2"):
    """SST-2 with sources, and RTE without; clean rows of the tasks that are named."""
    parts = {
        "sst2": sst2(("a", 1), ("b", 0), ("c", 0), ("d", 1)),
        "rte": Part.of(
            BUILT_IN["rte"],
            [Row(str(k), str(k), {"sentence1": "x", "sentence2": "y"}, None, k % 2, "T3", "sentence") for k in range(6)],
        ),
    }  # fmt: skip
    answers = {"sst2": np.array([0, 0, 1, 1]), "rte": np.array([0, 1, 0, 0, 0, 1])}
    judged = {}
    for name, part in parts.items():
        gold, said = np.arange(8) % 2, np.array([0, 1, 0, 1, 0, 1, 0, 0])
        clean = Marks.independent(part.task, gold, said) if name in clean_of else None
        sources = Answers(np.array([1, 0, 0, 0])) if name == "sst2" else None
        judged[name] = Judged.of(part, Answers(answers[name]), sources, clean)
    return judged


PAIRED = ["robust_accuracy", "clean_accuracy", "gap", "attack_success_rate"]


def test_every_number_of_the_table_comes_once_and_in_its_order():
    rows = score(two_tasks(), Scoring("test", "m", confidence=0.8))
    assert [(row.get("task"), row["metric"], row["split"]) for row in rows] == [
        *((None, name, "test") for name in ["score", "macro_accuracy", *PAIRED, "outside_labels"]),
        *(("sst2", name, "test") for name in [*PAIRED, "drop", "task_score"]),
        ("sst2", "task_score", "clean"),
        ("sst2", "accuracy", "test"),
        ("sst2", "accuracy", "clean"),
        *(("sst2", name, "test") for name in ["outside_labels", "majority_accuracy", "chance_accuracy"]),
        *(("rte", name, "test") for name in ["robust_accuracy", "task_score", "accuracy"]),
        *(("rte", name, "test") for name in ["outside_labels", "majority_accuracy", "chance_accuracy"]),
    ]
    assert {row["confidence"] for row in rows} == {0.8}


def test_scores_and_drops_of_two_tasks_by_hand():
    rows = score(two_tasks("sst2 rte"), Scoring("test"))
    assert value(rows, "task_score", "sst2") == 2 / 4 and value(rows, "task_score", "rte") == 5 / 6
    assert value(rows, "score") == value(rows, "macro_accuracy") == pytest.approx((2 / 4 + 5 / 6) / 2)
    assert value(rows, "score", None, "clean") == 7 / 8
    assert value(rows, "drop") == pytest.approx(7 / 8 - (2 / 4 + 5 / 6) / 2)
    assert value(rows, "drop", "rte") == pytest.approx(7 / 8 - 5 / 6)
    assert value(rows, "robust_accuracy") == 7 / 10
    assert find(rows, "robust_accuracy")["clusters"] == 10
    assert value(rows, "clean_accuracy") == 3 / 4  # of sst2, the only one with sources
    assert value(rows, "gap") == 3 / 4 - 2 / 4 and value(rows, "attack_success_rate") == 2 / 3


def test_accuracy_is_told_also_where_it_is_no_metric_of_the_task():
    part = sst2(("a", 1), ("a", 1), ("b", 0))
    one = Judged.of(Part(replace(part.task, metrics=("f1",)), part.table), Answers(np.array([1, 0, 0])))
    rows = score({"own": one}, Scoring("test", confidence=0.9))
    assert find(rows, "accuracy", "own") == find(rows, "robust_accuracy", "own") | {"metric": "accuracy"}
    assert value(rows, "f1", "own") == value(rows, "task_score", "own") == 2 / 3


def halves():
    """MNLI's two, with clean rows of both."""
    clean = np.arange(6) % 3
    judged = {}
    for name in ("mnli", "mnli-mm"):
        task = BUILT_IN[name]
        rows = [Row("1", "1", {"premise": "x", "hypothesis": "y"}, None, 1, "T3", "sentence")]
        marks = Marks.independent(task, clean, clean)
        judged[name] = Judged.of(Part.of(task, rows), Answers(np.array([1])), clean=marks)
    return judged


def test_a_task_of_two_halves_has_a_clean_score_where_both_have_clean_rows():
    judged = halves()
    half = {**judged, "mnli": replace(judged["mnli"], clean=None)}
    for answered, drops in ((judged, 2), (half, 0)):
        rows = score(answered, Scoring("test"))
        assert sum(row["metric"] == "drop" for row in rows) == drops


def test_draws_go_by_the_seed_and_by_which_rows_they_are_of():
    marks = Marks.independent(BUILT_IN["sst2"], np.arange(30) % 2, np.zeros(30, int))
    own, clean = (Scoring("test").composite(marks, ("accuracy",), split).draws for split in (None, "clean"))
    assert (own == Scoring("test").composite(marks, ("accuracy",), "test").draws).all()
    assert (own != clean).any()
    assert (own != Scoring("test", random_state=1).composite(marks, ("accuracy",)).draws).any()
    assert (own != Scoring("dev").composite(marks, ("accuracy",)).draws).any()


def test_part_of_the_tasks_have_no_score():
    one = Judged.of(sst2(("a", 1)), Answers(np.array([1])))
    rows = score({"sst2": one}, Scoring("test", whole=False))
    assert "score" not in {row["metric"] for row in rows}


def test_mnli_is_one_task_where_both_halves_are_there():
    assert groups(["sst2", "mnli", "mnli-mm"]) == {"sst2": ["sst2"], "mnli": ["mnli", "mnli-mm"]}
    assert groups(["mnli-mm"]) == {"mnli-mm": ["mnli-mm"]}


def test_numbers_do_not_depend_on_the_order_of_rows_and_every_row_is_whole():
    part = sst2(*[(f"s{k % 7}", k % 2) for k in range(40)], (None, 1))
    answers = random_answers(part, 3)
    order = np.random.default_rng(0).permutation(len(part))
    other = Part(part.task, part.table.take(order))
    one = score({"sst2": Judged.of(part, answers)}, Scoring("test", "m"))
    two = score({"sst2": Judged.of(other, Answers(answers.labels[order]))}, Scoring("test", "m"))
    assert one == two
    assert {row["metric"] for row in one} <= set(METRICS)
    assert all(row["model"] == "m" for row in one)
    assert all(row["low"] <= row["value"] <= row["high"] for row in one if row["low"] is not None)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    "judged",
    [
        two_tasks(),
        two_tasks("sst2 rte"),
        two_tasks(""),
        {"rte": two_tasks()["rte"]},
        halves(),
        {**halves(), "mnli": replace(halves()["mnli"], clean=None)},
        {"mnli-mm": halves()["mnli-mm"]},
    ],
    ids=["one-clean", "all-clean", "none-clean", "no-sources", "halves", "half-clean", "half"],
)
def test_what_is_possible_is_what_is_measured(judged, whole):
    tasks = {name: one.task for name, one in judged.items()}
    sources = [name for name, one in judged.items() if one.sources is not None]
    clean = [name for name, one in judged.items() if one.clean is not None]
    found = possible(tasks, sources=sources, clean=clean, whole=whole)
    rows = score(judged, Scoring("test", whole=whole))
    assert {(place, metric) for place, some in found.items() for metric in some} == {
        (row.get("task", ""), row["metric"]) for row in rows
    }
