"""Each task gets its classifier, by name and never by guessing."""

import numpy as np
import pytest

from made_benchmarks import says_equal, says_good
from mohs.api.classifiers import assign, open_all, split_addresses
from mohs.data.tasks import BUILT_IN
from mohs.errors import ModelError

TASKS = ["sst2", "qqp", "mnli", "mnli-mm"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hf:./a", "hf:./a"),
        ("sst2=hf:./a,mnli-mm=hf:./b@main", {"sst2": "hf:./a", "mnli-mm": "hf:./b@main"}),
        ("sst2=ensemble:kit:a+hf:b, qqp=onnx:./c,d", {"sst2": "ensemble:kit:a+hf:b", "qqp": "onnx:./c,d"}),
        ("python:a:f?x=1,y=2", "python:a:f?x=1,y=2"),
    ],
    ids=range(4),
)
def test_addresses_are_told_apart(text, found):
    assert split_addresses(text.replace(", ", ",")) == found


def test_a_task_that_is_named_twice_is_refused():
    with pytest.raises(ModelError, match="names task 'sst2' twice"):
        split_addresses("sst2=hf:a,sst2=hf:b")
    with pytest.raises(ModelError, match="cannot be read"):
        split_addresses("hf:a,sst2=hf:b")


def test_one_classifier_and_several_tasks_need_the_name_of_the_task():
    assert assign("hf:a", ["sst2"], None).by_task == {"sst2": "hf:a"}
    assert assign("hf:a", TASKS, ["sst2"]).by_task == {"sst2": "hf:a"}
    assert list(assign("hf:a", TASKS, ["all"]).by_task) == TASKS
    with pytest.raises(ModelError, match=r"benchmark of several tasks(.|\n)*task=NAME"):
        assign("hf:a", TASKS, None)
    with pytest.raises(ModelError, match=r"no task 'sst3'(.|\n)*did you mean sst2"):
        assign("hf:a", TASKS, ["sst3"])


def test_both_halves_of_mnli_are_asked_of_one_classifier():
    found = assign("sst2=hf:a,mnli=hf:b", TASKS, None)
    assert found.by_task == {"sst2": "hf:a", "mnli": "hf:b", "mnli-mm": "hf:b"}
    assert found.notes == ("mnli-mm is asked of the classifier of mnli",)
    assert list(assign("mnli-mm=hf:b", TASKS, None).by_task) == ["mnli", "mnli-mm"]
    assert list(assign("mnli=hf:a", TASKS, ["mnli"]).by_task) == ["mnli"]
    own = assign("mnli=hf:a,mnli-mm=hf:b", TASKS, None)
    assert own.by_task == {"mnli": "hf:a", "mnli-mm": "hf:b"} and own.notes == ()


def test_tasks_and_classifiers_that_do_not_meet_are_said():
    with pytest.raises(ModelError, match="classifiers: the benchmark has no task 'rte'"):
        assign("rte=hf:a", TASKS, None)
    with pytest.raises(ModelError, match="no classifier is named for task qqp"):
        assign("sst2=hf:a", TASKS, ["sst2", "qqp"])
    with pytest.raises(ModelError, match=r'mend: benchmark "suite:stresstest\?task=mnli-mm"'):
        assign("hf:a", ["mnli"], ["mnli-mm"], "suite:stresstest")
    with pytest.raises(ModelError, match="did you mean mnli"):
        assign("hf:a", ["mnli"], ["mnli-mm"], "a/folder")


class Named:
    """predict_proba and classes_ of a scikit-learn pipeline, with labels of its own."""

    def __init__(self, names):
        self.classes_ = np.array(names)

    def predict_proba(self, texts):
        return np.full((len(texts), len(self.classes_)), 1 / len(self.classes_))


def opened(by_task, **options):
    return open_all(by_task, {name: BUILT_IN[name] for name in by_task}, options).by_task


def test_classifiers_are_opened_with_the_labels_of_their_tasks():
    found = opened({"sst2": says_good, "qqp": says_equal})
    assert found["sst2"].labels == ("negative", "positive") and found["qqp"].labels[1] == "duplicate"


def test_a_label_map_may_be_of_one_task():
    two = {"sst2": Named(["LABEL_0", "LABEL_1"]), "qqp": Named(["LABEL_0", "LABEL_1"])}
    names = {"sst2.LABEL_0": "negative", "sst2.LABEL_1": "positive", "qqp.LABEL_0": "duplicate", "qqp.LABEL_1": "not_duplicate"}  # fmt: skip
    found = opened(two, label_map=names)
    assert found["sst2"].labels == ("negative", "positive")
    assert found["qqp"].labels == ("not_duplicate", "duplicate")
    with pytest.raises(ModelError, match="task sst2: the labels of"):
        opened(two)
    with pytest.raises(ModelError, match="'x' that no classifier has"):
        opened({"sst2": says_good, "qqp": says_equal}, label_map={"x": "negative"})


def test_one_that_is_named_twice_is_opened_once():
    both = {"mnli": "kit:none", "mnli-mm": "kit:none"}
    with pytest.raises(ModelError):
        opened(both)
    object_of_both = Named(["entailment", "neutral", "contradiction"])
    found = opened({"mnli": object_of_both, "mnli-mm": object_of_both})
    assert found["mnli"] is found["mnli-mm"]


def test_what_is_not_ours_stays_open():
    from fakes import Weights

    mine = Weights({})
    mine.close = lambda: pytest.fail("closed")
    open_all({"sst2": mine}, {"sst2": BUILT_IN["sst2"]}, {}).close()
