"""What a comparison reads of runs."""

import pytest

from compared import attacked, evaluated, outcome, row
from made_benchmarks import package, says_equal, says_good
from mohs.api.evaluation import evaluate
from mohs.errors import RunError
from mohs.evaluation.sides import OVERALL, read_sides
from mohs.runs.folder import RunFolder


def test_a_run_of_evaluate_or_score_is_one_side_named_as_its_folder(tmp_path):
    evaluated(tmp_path / "a", [row(0, True), row(1, False)])
    evaluated(tmp_path / "b", [row(0, True)], kind="score")
    first, second = read_sides([tmp_path / "a", tmp_path / "b"])
    assert (first.name, first.kind, second.name, second.kind) == ("a", "evaluate", "b", "evaluate")
    (answered,) = first.answers
    assert answered.metric == "robust_accuracy"
    assert answered.keys == [("sst2", "0"), ("sst2", "1")]
    assert answered.right.tolist() == [True, False]
    assert answered.sources == [("sst2", "s0"), ("sst2", "s1")]
    assert answered.coordinates["phenomenon"] == ["typos", "typos"]


@pytest.mark.parametrize(("left_out", "whole"), [([], True), (["rte"], False), (None, False)])
def test_an_evaluation_says_what_was_answered_and_whether_that_is_all(tmp_path, left_out, whole):
    rows = [row(0, True, prediction="positive"), row(1, False, prediction="negative"), row(2, False)]
    evaluated(tmp_path / "a", [*rows, row(3, True, task="rte", prediction="positive")])
    task = {"fields": ["sentence"], "labels": ["negative", "positive"], "metrics": ["accuracy", "f1"]}
    data = {} if left_out is None else {"data": {"left_out": left_out}}
    RunFolder(tmp_path / "a").write_record({"kind": "evaluate", "tasks": {"sst2": task}, **data})
    (side,) = read_sides([tmp_path / "a"])
    assert side.whole is whole
    said = side.labelled["sst2"]
    assert (said.gold.tolist(), said.predicted.tolist()) == ([1, 1, 1], [1, 0, -1])
    assert (said.ids, said.sources, said.task.metrics) == (
        ["0", "1", "2"],
        ["s0", "s1", "s2"],
        ("accuracy", "f1"),
    )


def test_folders_of_one_name_are_told_apart_by_their_paths(tmp_path):
    for parent in ("x", "y"):
        evaluated(tmp_path / parent / "run", [row(0, True)])
    names = [side.name for side in read_sides([tmp_path / "x" / "run", tmp_path / "y" / "run"])]
    assert names == [str(tmp_path / "x" / "run"), str(tmp_path / "y" / "run")]


def test_a_run_is_called_as_its_command_said_and_two_of_one_name_have_their_folders_beside(tmp_path):
    package(tmp_path / "small")
    for run, name in (("a", "mine"), ("b", "mine"), ("c", "theirs"), ("d", None)):
        evaluate(says_good, tmp_path / "small", task="sst2", name=name, out=tmp_path / run)
    names = [side.name for side in read_sides([tmp_path / run for run in "abcd"])]
    assert names == [f"mine ({tmp_path / 'a'})", f"mine ({tmp_path / 'b'})", "theirs", "d"]


def test_a_benign_source_that_was_asked_about_counts_once(tmp_path):
    rows = [
        row(0, True, source_id="s", source_right=True),
        row(1, True, source_id="s", source_right=True),
        row(2, True),
    ]
    evaluated(tmp_path / "a", rows)
    ((_, benign),) = (side.answers for side in read_sides([tmp_path / "a"]))
    assert (benign.metric, benign.keys, benign.right.tolist()) == ("clean_accuracy", [("sst2", "s")], [True])


def test_other_texts_or_labels_have_other_numbers_and_other_predictions_have_not(tmp_path):
    evaluated(tmp_path / "a", [row(0, True, prediction="positive"), row(1, True)])
    evaluated(tmp_path / "b", [row(0, False, prediction="negative"), row(1, True, sentence="other")])
    first, second = (side.answers[0].texts for side in read_sides([tmp_path / "a", tmp_path / "b"]))
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_of_an_attack_run_all_attacks_together_and_each_are_read(tmp_path):
    outcomes = [
        outcome(0, "failure", "a"), outcome(0, "success", "b"),
        outcome(1, "failure", "a"), outcome(1, "failure", "b"),
        outcome(2, "skipped", "a"), outcome(2, "skipped", "b"),
        outcome(3, "failure", "a"), outcome(3, "error", "b"),
        outcome(4, "budget", "a"),
    ]  # fmt: skip
    (side,) = read_sides([attacked(tmp_path / "run", outcomes)])
    before, union, each = side.answers
    assert (before.metric, before.right.tolist()) == ("accuracy", [True, True, False])
    assert (union.metric, union.tables, union.right.tolist()) == (
        "accuracy_under_attack",
        (OVERALL,),
        [False, True, False],
    )
    assert set(union.coordinates["attack"]) == {"all"}
    found = dict(zip(each.keys, each.right.tolist(), strict=True))
    assert found == {
        ("a", "sst2", "0"): True, ("a", "sst2", "1"): True, ("a", "sst2", "2"): False, ("a", "sst2", "3"): True,
        ("a", "sst2", "4"): True, ("b", "sst2", "0"): False, ("b", "sst2", "1"): True, ("b", "sst2", "2"): False,
    }  # fmt: skip


def test_a_run_of_several_classifiers_has_as_many_sides(tmp_path):
    outcomes = [outcome(0, "failure", model="kit:a"), outcome(0, "success", model="kit:b")]
    sides = read_sides([attacked(tmp_path / "run", outcomes)])
    assert [side.name for side in sides] == ["run: kit:a", "run: kit:b"]


def test_other_folders_are_refused(tmp_path):
    with pytest.raises(RunError, match="no run folder"):
        read_sides([tmp_path])
    (tmp_path / "mscr").mkdir()
    RunFolder(tmp_path / "mscr").write_record({"kind": "mscr"})
    with pytest.raises(RunError, match="kind mscr cannot be compared"):
        read_sides([tmp_path / "mscr"])
    (tmp_path / "mscr" / "run.json").unlink()
    RunFolder(tmp_path / "mscr").write_record({"kind": "score"})
    with pytest.raises(RunError, match=r"examples\.parquet cannot be read"):
        read_sides([tmp_path / "mscr"])


def test_the_rows_of_a_task_are_the_same_whether_other_tasks_are_in_the_run_or_not(tmp_path):
    small = package(tmp_path / "small")
    evaluate(says_good, small, task="sst2", out=tmp_path / "one")
    evaluate({"sst2": says_good, "qqp": says_equal}, small, out=tmp_path / "both")
    one, both = (side.answers[0].texts for side in read_sides([tmp_path / "one", tmp_path / "both"]))
    assert one == both[:5]
