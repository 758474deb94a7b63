"""A comparison is of the same rows, by whole sources, and says no more than the rows show."""

from dataclasses import replace

import numpy as np
import pytest

from compared import attacked, evaluated, outcome, row
from mohs.data.tasks import BUILT_IN
from mohs.errors import MohsError
from mohs.estimate.paired import holm
from mohs.evaluation.compare import compare
from mohs.evaluation.contrast import sentence
from mohs.evaluation.score_contrast import Labelled
from mohs.evaluation.sides import read_sides


def sides(tmp_path, *runs):
    return read_sides([evaluated(tmp_path / name, rows) for name, rows in runs])


def contrast(comparison, metric, **coordinates):
    (found,) = [one for one in comparison.contrasts if (one.metric, one.coordinates) == (metric, coordinates)]
    return found


def test_the_numbers_of_a_cell_are_those_of_the_paired_rows(tmp_path):
    rng = np.random.default_rng(1)
    first, second = rng.random(90) < 0.5, rng.random(90) < 0.7
    kinds = ["typos", "syntactic", "distraction"]
    rows = [
        [row(i, bool(flag), phenomenon=kinds[i % 3]) for i, flag in enumerate(flags)]
        for flags in (first, second)
    ]
    # The order of the rows of a run says nothing, and a row that only one of them has is left out.
    found = compare(sides(tmp_path, ("a", rows[0]), ("b", [row(99, True), *reversed(rows[1])])))
    one = contrast(found, "robust_accuracy")
    assert one.first.value == pytest.approx(first.mean())
    assert one.second.value == pytest.approx(second.mean())
    assert one.difference.value == pytest.approx(second.mean() - first.mean())
    assert (one.only_first, one.only_second) == ((first & ~second).sum(), (second & ~first).sum())
    assert one.difference.low < one.difference.value < one.difference.high
    typos = contrast(found, "robust_accuracy", phenomenon="typos")
    assert typos.first.value == pytest.approx(first[::3].mean())
    assert typos.difference.n == 30
    assert found.notes == ["b has 1 rows that a has not (robust_accuracy); they are left out"]
    assert [one.coordinates for one in found.overall] == [{}]
    assert found.worse == []


def test_p_is_mcnemars_and_holm_is_over_the_cells_of_a_table(tmp_path):
    from statsmodels.stats.contingency_tables import mcnemar

    rng = np.random.default_rng(2)
    first, second = rng.random(120) < 0.4, rng.random(120) < 0.6
    rows = [
        [row(i, bool(flag), phenomenon="xyz"[i % 3]) for i, flag in enumerate(flags)]
        for flags in (first, second)
    ]
    found = compare(sides(tmp_path, ("a", rows[0]), ("b", rows[1])))
    cells = [contrast(found, "robust_accuracy", phenomenon=name) for name in "xyz"]
    expected = [mcnemar([[0, cell.only_first], [cell.only_second, 0]], exact=True).pvalue for cell in cells]
    assert [cell.p for cell in cells] == pytest.approx(expected)
    assert [cell.p_holm for cell in cells] == pytest.approx(holm(expected))
    overall = contrast(found, "robust_accuracy")
    assert overall.p_holm == overall.p


def test_of_three_classifiers_two_are_compared_with_the_first_and_adjusted_together(tmp_path):
    runs = [(name, [row(i, i < k) for i in range(20)]) for name, k in (("a", 8), ("b", 18), ("c", 9))]
    found = compare(sides(tmp_path, *runs))
    overall = found.overall
    assert [(one.baseline, one.other) for one in overall] == [("a", "b"), ("a", "c")]
    assert [one.p_holm for one in overall] == pytest.approx(holm([one.p for one in overall]))
    assert [one.verdict for one in overall] == ["better", ""]


def scored(tmp_path, *, tasks=("sst2", "rte"), unfinished=""):
    """Three classifiers that have 8, 18 and 9 of the 20 rows of each task right."""
    made = []
    for name, k in (("a", 8), ("b", 18), ("c", 9)):
        (side,) = read_sides([evaluated(tmp_path / name, [row(i, i < k) for i in range(20)])])
        gold, ids = np.arange(20) % 2, [str(i) for i in range(20)]
        said = np.where(np.arange(20) < k, gold, 1 - gold)
        labelled = {task: Labelled(BUILT_IN[task], ids, gold, said, ids) for task in tasks}
        made.append(replace(side, labelled=labelled, whole=name != unfinished))
    return compare(made)


def test_scores_come_first_and_are_adjusted_together(tmp_path):
    found = scored(tmp_path)
    scores = [one for one in found.contrasts if one.metric == "score"]
    assert found.contrasts[:2] == scores
    assert [(one.first.value, one.second.value) for one in scores] == [(0.4, 0.9), (0.4, 0.45)]
    assert [one.p_holm for one in scores] == pytest.approx(holm([one.p for one in scores]))
    assert scores[0].p_holm > scores[0].p


@pytest.mark.parametrize(("unfinished", "others"), [("a", []), ("b", ["c"]), ("c", ["b"])])
def test_a_score_is_compared_where_both_answered_all(tmp_path, unfinished, others):
    found = scored(tmp_path, unfinished=unfinished)
    assert [one.other for one in found.contrasts if one.metric == "score"] == others


def test_of_one_task_alone_there_is_no_score_beside_its_accuracy(tmp_path):
    assert not [one for one in scored(tmp_path, tasks=("sst2",)).contrasts if "score" in one.metric]


def test_rows_of_one_source_do_not_count_as_independent(tmp_path):
    alone = [[row(i, flag) for i in range(12)] for flag in (True, False)]
    together = [[row(i, flag, source_id="s") for i in range(12)] for flag in (True, False)]
    found = compare(sides(tmp_path / "alone", ("a", alone[0]), ("b", alone[1])))
    assert contrast(found, "robust_accuracy").verdict == "worse"
    assert found.worse
    found = compare(sides(tmp_path / "together", ("a", together[0]), ("b", together[1])))
    one = contrast(found, "robust_accuracy")
    assert (one.p, one.verdict, one.difference.clusters) == (1.0, "", 1)


def test_two_attack_runs_are_paired_by_example_and_attack(tmp_path):
    first = [outcome(i, "success", attack) for i in range(15) for attack in ("x", "y")]
    second = [
        outcome(i, "failure" if attack == "x" else "success", attack)
        for i in range(15)
        for attack in ("x", "y")
    ]
    found = compare(read_sides([attacked(tmp_path / "a", first), attacked(tmp_path / "b", second)]))
    assert contrast(found, "accuracy_under_attack", attack="x").verdict == "better"
    assert contrast(found, "accuracy_under_attack", attack="y").difference.value == 0
    assert contrast(found, "accuracy_under_attack", attack="all").difference.value == 0
    assert contrast(found, "accuracy").first.value == 1


def test_a_run_that_was_not_finished_is_noted(tmp_path):
    outcomes = [outcome(i, "failure") for i in range(3)]
    runs = [attacked(tmp_path / "a", outcomes, status="partial"), attacked(tmp_path / "b", outcomes)]
    found = compare(read_sides(runs))
    assert found.notes == found.incomplete
    assert "a is a partial run: rows are missing, and not at random" in found.notes[0]


def test_what_only_one_run_measured_is_noted(tmp_path):
    found = compare(sides(tmp_path, ("a", [row(0, True, source_right=True)]), ("b", [row(0, True)])))
    assert found.notes == ["b has no clean_accuracy by all rows, task"]


def test_runs_that_cannot_be_compared_are_refused(tmp_path):
    a = evaluated(tmp_path / "a", [row(0, True)])
    with pytest.raises(MohsError, match="needs two classifiers"):
        compare(read_sides([a]))
    with pytest.raises(MohsError, match="no row in common"):
        compare(read_sides([a, evaluated(tmp_path / "b", [row(1, True)])]))
    with pytest.raises(MohsError, match="other texts or labels"):
        compare(read_sides([a, evaluated(tmp_path / "c", [row(0, True, sentence="new")])]))
    with pytest.raises(MohsError, match="no rows in common"):
        compare(read_sides([a, attacked(tmp_path / "d", [outcome(0, "success")])]))


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        (range(10), range(16), "b is better by 30.0 points: robust accuracy 80.0 % against 50.0 % of a"),
        (range(16), range(10), "b is worse by 30.0 points"),
        (range(10), range(11), "b and a cannot be told apart"),
        (range(10), range(10), "b has the same rows right as a: robust accuracy 50.0 %."),
    ],
)
def test_the_sentence_says_what_the_rows_show(tmp_path, first, second, says):
    runs = [(name, [row(i, i in right) for i in range(20)]) for name, right in (("a", first), ("b", second))]
    assert sentence(compare(sides(tmp_path, *runs)).overall[0]).startswith(says)


def test_rows_of_results_are_both_sides_and_the_difference(tmp_path):
    runs = [("a", [row(i, i < 3) for i in range(9)]), ("b", [row(i, i < 5) for i in range(9)])]
    first, second, difference = compare(sides(tmp_path, *runs)).overall[0].rows()
    assert (first["model"], second["model"], difference["model"], difference["baseline"]) == (
        "a",
        "b",
        "b",
        "a",
    )
    assert difference["metric"] == "difference"
    assert difference["of"] == "robust_accuracy"
    assert difference["value"] == pytest.approx(2 / 9)
