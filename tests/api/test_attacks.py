"""`mohs.attack` from Python: what it takes, what it gives, and what it refuses."""

import json
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from fakes import Letters, Pieces, Weights
from mohs.api import METRICS, attack, open_task, read_conditions, read_examples
from mohs.attacks.questions import parse
from mohs.errors import DataError, ModelError, MohsError, RunError, RunFailed
from mohs.estimate import Estimate

WEIGHTS = {"good": 1.2, "great": 1.5, "fine": 0.8, "bad": -1.2, "poor": -0.9, "dull": -1.0}
ROWS = [
    {"sentence": "a good film", "label": "positive"},
    {"sentence": "a dull plot and a bad ending", "label": "negative"},
    {"sentence": "great acting , fine music", "label": "positive"},
    {"sentence": "poor", "label": 0},
]
PLAIN = {"textfooler": {"similarity": "off", "part_of_speech": "off"}, "textbugger": {"similarity": "off"}}


def run(classifier=None, rows=ROWS, attacks="textbugger,textfooler", task="sst2", options=PLAIN, **more):
    options = {name: value for name, value in options.items() if name in str(attacks)}
    return attack(
        classifier or Weights(WEIGHTS), rows, attacks, task=task, options=options, encoder="none", **more
    )


def test_a_run_in_memory_has_outcomes_rows_and_no_folder():
    done = run()
    assert done.status == "complete" and done.folder is None
    assert len(list(done.outcomes())) == 8
    metrics = {(row["attack"], row["metric"]) for row in done.rows}
    assert {("textbugger", "accuracy"), ("textfooler", "attack_success_rate")} <= metrics
    assert all(row["low"] is None or row["low"] <= row["value"] <= row["high"] for row in done.rows)


def test_a_run_in_a_folder_is_the_same_run(tmp_path):
    kept, written = run(), run(out=tmp_path / "run")
    strip = [{**o, "cost": 0} for o in kept.outcomes()]
    assert sorted(map(repr, strip)) == sorted(repr({**o, "cost": 0}) for o in written.outcomes())
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names == {"run.json", "journal.jsonl", "examples.parquet", "results.json", "report.html"}
    assert json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))["results"] == kept.rows


def test_the_record_says_what_was_asked_for(tmp_path):
    record = run(out=tmp_path / "run", limit=3, random_state=7, command="mohs attack ...").record
    assert record["seeds"] == {"run": 7} and record["limits"]["limit"] == 3
    assert record["command"] == "mohs attack ..." and record["versions"]["mohs"]
    assert record["data"]["used"] == 3 and record["data"]["rows"] == 4
    assert [one["name"] for one in record["attacks"]] == ["textbugger", "textfooler"]
    assert record["resources"]["synonyms"]["sha256"]


def test_resuming_a_finished_run_changes_nothing(tmp_path):
    first = run(out=tmp_path / "run")
    again = run(out=tmp_path / "run", resume=True)
    assert list(first.outcomes()) == list(again.outcomes())


def test_a_resumed_run_of_another_seed_is_refused(tmp_path):
    run(out=tmp_path / "run")
    with pytest.raises(RunError, match="another configuration"):
        run(out=tmp_path / "run", resume=True, random_state=1)


def test_a_resumed_run_on_other_examples_is_told_how_many_each_has(tmp_path):
    run(out=tmp_path / "run")
    fewer = rf"got: examples\.count: {len(ROWS) - 1}.*\n.*expected: examples\.count: {len(ROWS)}"
    with pytest.raises(RunError, match=fewer):
        run(rows=ROWS[:-1], out=tmp_path / "run", resume=True)


def test_a_function_an_estimator_and_a_classifier_are_taken():
    fake = Weights(WEIGHTS)

    class Estimator:
        classes_ = np.array(["positive", "negative"])

        def predict_proba(self, texts):
            return fake.probabilities(list(texts))[:, ::-1]

    texts = [o["perturbed"] for o in run(fake).outcomes()]
    assert [o["perturbed"] for o in run(Estimator()).outcomes()] == texts
    assert [o["perturbed"] for o in run(lambda rows: fake.probabilities(rows)).outcomes()] == texts


def test_columns_make_a_task_with_the_classifiers_labels():
    """Only one of its two labels is among the rows; the other belongs to the task too."""
    rows = [{"review": "a good film", "opinion": "Positive"}, {"review": "great", "opinion": "Positive"}]
    done = run(rows=rows, task=None, text="review", label="opinion")
    assert done.record["task"]["labels"] == ["negative", "Positive"]
    assert done.record["task"]["fields"] == ["review"]


def test_examples_know_the_task_that_they_were_read_for():
    examples = read_examples(ROWS, "sst2")
    done = run(rows=examples[:3], task=None)
    assert done.record["task"]["name"] == "sst2"
    assert len(list(done.outcomes())) == 6


def test_examples_of_several_tasks_are_refused():
    mixed = [*read_examples("kit:qnli", "qnli")[:1], *read_examples("kit:rte", "rte")[:1]]
    with pytest.raises(DataError, match=r"several tasks\n.*qnli, rte"):
        run(rows=mixed, task=None)


def test_labels_that_do_not_match_by_name_stop_the_run():
    rows = [{"sentence": "good", "label": "yes"}, {"sentence": "bad", "label": "no"}]
    with pytest.raises(ModelError) as problem:
        run(rows=rows, task=None)
    assert (
        "label_map" in str(problem.value) and "yes" in str(problem.value) and "positive" in str(problem.value)
    )


def test_a_label_map_names_them():
    rows = [{"sentence": "good", "label": "yes"}, {"sentence": "bad", "label": "no"}]
    done = run(rows=rows, task=None, label_map={"positive": "yes", "negative": "no"})
    assert all(o["status"] != "skipped" for o in done.outcomes())


def test_empty_texts_in_memory_are_not_attackable_and_not_lost():
    done = run(
        Weights({}, bias=1.0), [{"sentence": "", "label": 1}, {"sentence": "!!!", "label": 1}], "textfooler"
    )
    assert [o["status"] for o in done.outcomes()] == ["not_attackable"] * 2


def test_a_target_leaves_out_examples_that_have_it_and_says_so():
    done = run(target="negative")
    assert done.record["limits"]["left_out_has_target_label"] == 2
    assert done.record["limits"]["target"] == "negative"
    assert all(o["label"] == "positive" for o in done.outcomes())


def test_more_than_five_percent_errors_fail_the_run_and_keep_the_journal(tmp_path):
    class Broken(Weights):
        def score(self, inputs):
            if any("dull" in text for text in inputs):
                raise RuntimeError("cannot")
            return super().score(inputs)

    with pytest.raises(RunFailed, match=r"errors.*RuntimeError: cannot.*journal"):
        run(Broken(WEIGHTS), out=tmp_path / "run")
    results = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    assert results["status"] == "failed"
    assert len((tmp_path / "run" / "journal.jsonl").read_text(encoding="utf-8").splitlines()) == 8


def test_an_attack_that_asks_what_it_does_not_list_in_needs_ends_no_other_search(tmp_path):
    @dataclass(frozen=True)
    class Guess:
        name: ClassVar[str] = "guess"
        level: ClassVar[str] = "word"
        phenomenon: ClassVar[str] = "none"
        reference: ClassVar[str] = "none"
        needs: ClassVar[tuple] = ()
        constraints: ClassVar[tuple] = ()

        def positions(self, target):
            return [0]

        def search(self, target):
            yield from parse([target.text.string])

    with pytest.raises(
        RunFailed, match=r"guess asks a question of kind 'parse'.*list 'parser' in its `needs`"
    ):
        run(attacks=[Guess(), "textfooler"], out=tmp_path / "run")
    results = json.loads((tmp_path / "run" / "results.json").read_text(encoding="utf-8"))
    others = [row for row in results["results"] if row["attack"] == "textfooler"]
    assert [row["n"] for row in others if row["metric"] == "accuracy_under_attack"] == [4]


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        ("all.queries_per_example=9", "all will have no queries_per_example"),
        ("similarity=0.5", "this run will have no similarity"),
        ("textfoler.accuracy=0.5", "no task or attack 'textfoler'"),
    ],
)
def test_a_gate_on_a_number_that_the_run_cannot_have_is_told_before_it_begins(tmp_path, gate, said):
    with pytest.raises(MohsError, match=said):
        run(out=tmp_path / "run", gates=read_conditions([], [gate], METRICS))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda rows: np.full((len(rows), 2), np.nan), "NaN"),
        (lambda rows: np.ones((len(rows), 3)) / 3, "wrong shape"),
        (lambda rows: np.ones((max(len(rows) - 1, 0), 2)) / 2, "wrong shape"),
        (lambda rows: np.ones((len(rows), 2)), "sums to 2"),
    ],
)
def test_a_classifier_that_answers_wrongly_is_an_error_with_its_reason(answer, reason):
    with pytest.raises(RunFailed, match=reason):
        run(answer)


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"limit": 0}, MohsError),
        ({"max_queries": 0}, MohsError),
        ({"target": "sideways"}, DataError),
        ({"rows": []}, DataError),
        ({"task": "sst3"}, MohsError),
        ({"fields": ["premise"]}, DataError),
    ],
)
def test_mistakes_are_mohs_errors(more, kind):
    with pytest.raises(kind):
        run(**more)


def test_bert_attack_asks_a_masked_language_model_of_ones_own():
    filler = Pieces({"great": ["poor"], "bad": ["fine"], "acting": ["music"], "dull": ["good"]})
    done = run(attacks="bert-attack", options={"bert-attack": {"word_similarity": "off"}}, masked_lm=filler)
    assert done.record["resources"]["masked-lm"] == {"address": "fake:pieces"}
    statuses = [o["status"] for o in sorted(done.outcomes(), key=lambda o: o["id"])]
    assert statuses == ["failure", "success", "success", "not_attackable"]
    assert {row["attack"] for row in done.rows} >= {"bert-attack"}


def test_all_attacks_run_with_the_kit_alone_but_for_those_that_need_gradients():
    done = attack(Weights(WEIGHTS), ROWS, "all", task="sst2", encoder=Letters())
    names = {o["attack"] for o in done.outcomes()}
    assert {"textbugger", "textfooler", "bert-attack", "sememe-pso"} <= names and "comp-attack" not in names
    assert any("comp-attack is left out" in warning for warning in done.record["warnings"])


def test_an_attack_that_needs_an_encoder_says_so():
    with pytest.raises(MohsError, match=r"textfooler\.similarity=off"):
        attack(Weights(WEIGHTS), ROWS, "textfooler", task="sst2", encoder="none")


def test_an_encoder_of_ones_own():
    done = attack(Weights(WEIGHTS), ROWS, "textbugger", task="sst2", encoder=Letters())
    assert done.record["resources"]["encoder"] == {"address": "fake:letters"}
    assert all(o["similarity"] is None or o["similarity"] >= 0.8 for o in done.outcomes())


def test_a_query_budget_is_never_exceeded():
    done = run(max_queries=3)
    assert all(o["asked"]["classify"] <= 3 for o in done.outcomes())
    assert "budget" in {o["status"] for o in done.outcomes()}


def test_a_limit_draws_a_balanced_sample_and_not_the_first_rows():
    rows = [{"sentence": f"good number {k}", "label": 1} for k in range(40)]
    rows += [{"sentence": f"bad number {k}", "label": 0} for k in range(40)]
    done = run(rows=rows, attacks="textfooler", limit=10)
    assert sorted(o["label"] for o in done.outcomes()) == ["negative"] * 5 + ["positive"] * 5


def test_examples_are_taken_as_they_are():
    examples = read_examples(ROWS, "sst2")
    assert run(rows=examples, task=open_task("sst2")).status == "complete"


def test_truncation_is_reported():
    class Short(Weights):
        def truncated(self, inputs):
            return [max(0, len(text.split()) - 3) for text in inputs]

    assert run(Short(WEIGHTS)).record["warnings"] == [
        "fake:weights reads only the beginning of 2 of 4 examples"
    ]


def test_an_open_classifier_is_left_open_and_an_address_is_closed(monkeypatch):
    from mohs.api import open_classifier, open_task
    from mohs.models.onnx import OnnxClassifier

    closed = []
    monkeypatch.setattr(OnnxClassifier, "close", lambda self: closed.append(self))
    run(open_classifier("kit:sst2-linear", open_task("sst2")))
    assert closed == []
    run("kit:sst2-linear")
    assert len(closed) == 1


def test_a_classifier_that_is_never_right_is_warned_of():
    rows = [{"sentence": f"good number {k}", "label": 0} for k in range(5)]
    (warning,) = run(rows=rows).document["warnings"]
    assert "right about none of 5 examples" in warning and "(label_map)" in warning


def test_whole_numbers_of_numpy_are_whole_numbers(tmp_path):
    done = run(limit=np.int64(2), random_state=np.int64(3), max_queries=np.int64(20), out=tmp_path / "run")
    assert done.record["seeds"] == {"run": 3} and done.record["data"]["used"] == 2


@pytest.mark.parametrize(
    "more", [{"limit": 2.5}, {"limit": True}, {"random_state": "x"}, {"random_state": 1.5}]
)
def test_what_is_no_whole_number_is_refused(more):
    with pytest.raises(MohsError, match="whole number"):
        run(**more)


def test_half_a_character_is_no_text():
    with pytest.raises(DataError, match="surrogate"):
        run(rows=[{"sentence": "good \ud800", "label": 1}])


def test_options_of_a_classifier_have_the_names_of_its_flags():
    with pytest.raises(ModelError, match="dtype"):
        run("kit:sst2-linear", dtype="bfloat16")
    with pytest.raises(TypeError, match="no_such_option"):
        run("kit:sst2-linear", no_such_option=1)


def test_a_run_is_written_with_its_numbers_and_their_intervals():
    found = run(attacks="textbugger")
    first, *lines = repr(found).splitlines()
    assert first == "Run(in memory, complete)"
    assert len(lines) == len(found.rows)
    assert lines[0] == f"  accuracy: {Estimate.from_json(found.rows[0])}"
    several = repr(run())
    assert "textbugger accuracy: " in several and "textfooler accuracy: " in several


class Odd:
    """An encoder that gives what it is made with."""

    identity = {"address": "odd"}

    def __init__(self, vectors):
        self.vectors = vectors

    def encode(self, texts):
        return self.vectors(texts)


@pytest.mark.parametrize(
    ("vectors", "why"),
    [
        (lambda texts: np.full((len(texts), 3), np.nan), "not finite"),
        (lambda texts: np.ones((1, 3)), r"the encoder gave float64 of shape \(1, 3\), expected"),
        (lambda texts: 1 / 0, "the encoder raised ZeroDivisionError"),
    ],
    ids=["NaN", "too few", "raises"],
)
def test_an_encoder_that_misbehaves_is_an_error_and_never_a_robust_classifier(vectors, why):
    with pytest.raises(RunFailed, match=why):
        attack(Weights({"good": 2.0}), [{"text": "a good film", "label": "positive"}], "textfooler",
               task=None, encoder=Odd(vectors), check_labels=False)  # fmt: skip


def test_what_a_run_has_broken_is_told_as_such_where_the_labels_look_mixed_up(tmp_path):
    rows = [{"sentence": ("a bad plot", "a good film")[k % 2], "label": k % 2} for k in range(40)]
    model = Weights({"good": 2.0, "film": -1.0, "bad": -2.0, "plot": 1.0})
    first = run(model, rows, "textbugger", out=tmp_path / "run")
    file = tmp_path / "run" / "examples.parquet"
    assert {one["status"] for one in first.outcomes()} == {"success"}
    with pytest.raises(ModelError) as told:
        run(model, file, "textbugger")
    assert f"{file} is a run's own file" in str(told.value)
    assert f"mohs evaluate --benchmark {tmp_path / 'run'}" in str(told.value)
    file.rename(tmp_path / "examples.parquet")
    with pytest.raises(ModelError, match="mixed up"):
        run(model, tmp_path / "examples.parquet", "textbugger")


def test_a_run_in_memory_cannot_be_resumed():
    with pytest.raises(MohsError, match="which run"):
        attack(Weights({}), [{"text": "a good film", "label": "positive"}], "textbugger", resume=True)


def test_notes_and_faults_name_arguments_in_python_and_flags_at_a_prompt(tmp_path):
    told = {}
    for command in (None, "mohs attack"):
        done = run(limit=9, command=command, out=tmp_path / str(command))
        told[command] = next(note for note in done.notes if "limit" in note)
        assert told[command] in done.record["warnings"]
        assert told[command] in (done.folder / "run.json").read_text(encoding="utf-8")
    assert told[None].startswith("limit 9: there are 4")
    assert told["mohs attack"] == f"--{told[None]}"

    def labels(texts):
        return np.ones(len(texts))

    with pytest.raises(RunFailed) as problem:
        run(labels)
    assert "say so (scores labels)" in str(problem.value)
    assert "say so (--scores labels)" in problem.value.at_prompt()
