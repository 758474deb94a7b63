"""The exported folder is loaded with lm-evaluation-harness itself, and gives our numbers."""

import numpy as np
import pytest
import yaml

from mohs.benchmark.package import Part, Row, write_benchmark
from mohs.data.task import Task
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError, RunError
from mohs.evaluation.judged import Marks
from mohs.evaluation.metrics import f1
from mohs.export.lm_eval import write_lm_eval
from mohs.export.prompts import prompt_of
from mohs.export.source import open_source


@pytest.fixture
def folder(package, tmp_path):
    write_lm_eval(open_source(package), tmp_path / "tasks")
    return tmp_path / "tasks"


@pytest.mark.filterwarnings("ignore")
def test_a_language_model_whose_answers_are_known_gets_our_numbers(folder, package, predictions):
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    _, labels, numbers = predictions
    said = {}
    for _, name, part in open_source(package).only("dev").parts():
        prompt = prompt_of(BUILT_IN[name])
        said |= {prompt.ask(row.fields): prompt.answers[labels[name, row.id]] for row in part}

    class Known(LM):
        def loglikelihood(self, requests):
            return [(-1.0 if said[r.args[0]] == r.args[1].strip() else -9.0, False) for r in requests]

        def loglikelihood_rolling(self, requests):
            raise NotImplementedError

        def generate_until(self, requests):
            raise NotImplementedError

    manager = TaskManager(include_path=str(folder), include_defaults=False)
    found = lm_eval.simple_evaluate(Known(), tasks=["mine_co"], task_manager=manager, bootstrap_iters=0)[
        "results"
    ]
    assert found["mine_co"]["task_score,none"] == pytest.approx(numbers["score", None], abs=1e-15)
    for score in ("sst2", "qqp", "mnli", "qnli", "rte"):
        assert found[f"mine_co_{score}"]["task_score,none"] == pytest.approx(
            numbers["task_score", score], abs=1e-15
        )
    assert found["mine_co_qqp"]["f1,none"] == pytest.approx(numbers["f1", "qqp"], abs=1e-15)
    assert found["mine_co_qqp"]["accuracy,none"] == pytest.approx(numbers["accuracy", "qqp"], abs=1e-15)
    for task, key in (("mnli", "accuracy_mnli"), ("mnli-mm", "accuracy_mnli_mm")):
        assert found["mine_co_mnli"][f"{key},none"] == pytest.approx(numbers["accuracy", task], abs=1e-15)


class Loader(yaml.SafeLoader):
    pass


Loader.add_constructor("!function", lambda loader, node: node.value)


def test_choices_stand_in_the_order_of_the_labels(folder):
    for name in ("sst2", "qqp", "qnli", "rte", "mnli"):
        content = yaml.load((folder / f"mine_co_{name}.yaml").read_text("utf-8"), Loader)
        assert content["doc_to_choice"] == list(prompt_of(BUILT_IN[name]).answers)
        assert content["doc_to_target"] == "label"


def test_a_group_holds_one_task_a_score(folder):
    content = yaml.safe_load((folder / "_mine_co.yaml").read_text("utf-8"))
    assert content["task"] == [f"mine_co_{name}" for name in ("sst2", "qqp", "mnli", "qnli", "rte")]
    assert content["aggregate_metric_list"][0]["weight_by_size"] is False


def utils(folder):
    namespace = {"__file__": str(folder / "utils.py")}
    exec((folder / "utils.py").read_text("utf-8"), namespace)
    return namespace


def test_f1_is_0_by_convention_where_nothing_is_and_nobody_says_yes_as_ours_is(folder):
    own = utils(folder)
    nothing = Marks.independent(BUILT_IN["qqp"], np.zeros(2, np.int64), np.zeros(2, np.int64))
    items = [("qqp", 0, 0), ("qqp", 0, 0)]
    assert own["f1"](items) == f1(nothing).value == 0
    assert own["task_score"](items) == 0.5


def test_of_equally_likely_answers_the_first_is_taken(folder):
    own = utils(folder)
    found = own["process_results"]({"task": "sst2", "label": 1}, [(-2.0, False), (-2.0, True)])
    assert found == {"accuracy": ("sst2", 1, 0), "task_score": ("sst2", 1, 0)}


def test_tasks_that_would_have_one_name_are_refused(tmp_path):
    tasks = [Task(name, ("text",), ("a", "b")) for name in ("a-b", "a_b")]
    parts = {task.name: Part.of(task, [Row("0", "0", {"text": "x"}, None, 0)]) for task in tasks}
    write_benchmark(tmp_path / "mine", "mine", "1", parts)
    with pytest.raises(DataError, match="'a-b' and 'a_b' cannot be told apart"):
        write_lm_eval(open_source(tmp_path / "mine"), tmp_path / "out")


def test_without_labels_or_into_a_folder_that_is_taken_nothing_is_written(package, folder, tmp_path):
    with pytest.raises(DataError, match="withheld"):
        write_lm_eval(open_source(package, split="test"), tmp_path / "other")
    assert not (tmp_path / "other").exists()
    with pytest.raises(RunError, match="is there already"):
        write_lm_eval(open_source(package), folder)
