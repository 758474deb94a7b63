import functools
import os
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import ClassifierFault, ModelError
from mohs.models.adapter import Opening
from mohs.models.function import FunctionClassifier

SST2 = Task("sst2", ("sentence",), ("negative", "positive"))


def open_function(function, **options):
    return FunctionClassifier(function, Opening(**{"task": SST2, **options}), address="object:f")


def test_labels_are_the_functions_own_or_else_the_tasks():
    def own(texts):
        return [[0.75, 0.25]] * len(texts)

    assert open_function(own).probabilities(["a"]).tolist() == [[0.75, 0.25]]
    own.labels = ("positive", "negative")
    assert open_function(own).probabilities(["a"]).tolist() == [[0.25, 0.75]]
    assert open_function(own, task=None).labels == ("positive", "negative")


def test_labels_may_be_an_array():
    def f(texts):
        return [[0.75, 0.25]] * len(texts)

    f.labels = np.array(["positive", "negative"])
    assert open_function(f, task=None).labels == ("positive", "negative")


@pytest.mark.parametrize(
    "labels",
    ["ny", 2, b"ny", {"no", "yes"}, {"no": 1, "yes": 0}, (None, None), (("no",), ("yes",))],
    ids=["string", "number", "bytes", "set", "mapping", "Nones", "tuples"],
)
def test_labels_are_a_list_of_names(labels):
    def f(texts):
        raise AssertionError

    f.labels = labels
    with pytest.raises(ModelError, match="its labels are no list of names"):
        open_function(f, task=None)


def test_labels_that_are_numbers_are_written_as_the_data_have_them():
    def f(texts):
        raise AssertionError

    f.labels = np.array([3.0, 7.0])
    assert open_function(f, task=None).labels == ("3", "7")


def test_what_a_module_states_is_told_as_that(monkeypatch):
    module = types.ModuleType("somebodys")
    module.LABELS = ("cat", "dog")
    monkeypatch.setitem(sys.modules, "somebodys", module)

    def f(texts):
        raise AssertionError

    f.__module__ = "somebodys"
    with pytest.raises(
        ModelError, match=r"the labels of object:f \(LABELS of somebodys\) are not the task's"
    ):
        open_function(f)
    module.LABELS = {"negative", "positive"}
    with pytest.raises(ModelError, match=r"\(LABELS of somebodys\): its labels are no list of names"):
        open_function(f)


def test_nobody_says_what_the_labels_are():
    with pytest.raises(ModelError, match="nobody says what the labels of object:f are"):
        open_function(lambda texts: texts, task=None)


def test_it_is_given_a_plain_list():
    seen = []
    open_function(lambda texts: seen.append(texts) or [[1, 0]]).probabilities(("a",))
    assert seen == [["a"]]


def test_scores_are_said_by_the_caller_or_else_by_the_function():
    def f(texts):
        return [[0.0, np.log(3)]]

    f.scores = "logits"
    np.testing.assert_allclose(open_function(f).probabilities(["a"]), [[0.25, 0.75]])
    with pytest.raises(ClassifierFault, match="scores logits"):
        open_function(f, scores="probabilities").probabilities(["a"])


def test_scores_of_no_kind():
    def f(texts):
        return texts

    f.scores = "percent"
    with pytest.raises(ModelError, match="probabilities, logits or labels"):
        open_function(f)


def test_what_it_raises_is_a_fault():
    with pytest.raises(ClassifierFault, match="ZeroDivisionError"):
        open_function(lambda texts: 1 / 0).probabilities(["a"])


@pytest.mark.parametrize("found", [3, "text", dict], ids=str)
def test_what_cannot_be_called_is_no_function(found):
    with pytest.raises(ModelError, match="is no function"):
        open_function(found)


def test_its_file_is_fingerprinted_where_there_is_one():
    def f(texts):
        return [[1, 0]] * len(texts)

    assert set(open_function(f).identity()["files"]) == {"test_function.py"}
    assert open_function(functools.partial(f)).identity()["files"] == {}

    class Callable:
        def __call__(self, texts):
            return f(texts)

    assert open_function(Callable()).probabilities(["a"]).tolist() == [[1, 0]]


@pytest.mark.parametrize(
    ("labels", "given", "shares"),
    [
        (("1", "2", "3"), [3, 1], [[0, 0, 1], [1, 0, 0]]),
        (("1", "2", "3"), [3.0, 1.0], [[0, 0, 1], [1, 0, 0]]),
        (("1", "2", "3"), ["3", "1"], [[0, 0, 1], [1, 0, 0]]),
        (("0", "1"), [1, 0], [[0, 1], [1, 0]]),
        (("False", "True"), [True, False], [[0, 1], [1, 0]]),
        (("True", "False"), [True, False], [[1, 0], [0, 1]]),
        (("negative", "positive"), [1, 0], [[0, 1], [1, 0]]),
    ],
    ids=["stars", "stars as floats", "stars as texts", "integers", "truths", "truths turned", "columns"],
)
def test_a_number_is_a_name_where_labels_are_called_by_numbers(labels, given, shares):
    task = Task("t", ("text",), labels)
    opened = open_function(lambda texts: np.array(given), task=task, scores="labels")
    assert opened.probabilities(["a", "b"]).tolist() == shares


def test_a_number_that_is_no_label_where_labels_are_numbers_is_a_fault():
    task = Task("t", ("text",), ("1", "2"))
    with pytest.raises(ClassifierFault, match="label '0' is none of 1, 2"):
        open_function(lambda texts: [0, 1], task=task, scores="labels").probabilities(["a", "b"])


def test_a_function_that_goes_elsewhere_does_not_take_the_run_along(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()

    def walks(texts):
        os.chdir("deep")
        return [[0.25, 0.75]] * len(texts)

    for _ in range(2):
        open_function(walks).probabilities(["a"])
    assert Path.cwd() == tmp_path


def test_columns_of_a_frame_that_are_called_as_the_labels_stand_as_they_do():
    frames = pytest.importorskip("pandas")

    def ask(columns):
        opened = open_function(lambda texts: frames.DataFrame([[0.25, 0.75]] * len(texts), columns=columns))
        return opened.probabilities(["a"]).tolist()

    assert ask(["Positive", "Negative"]) == [[0.75, 0.25]]
    assert ask(["negative", "positive"]) == ask(["a", "b"]) == ask([1, 0]) == [[0.25, 0.75]]


def test_tensors_are_taken_with_gradients_and_in_sixteen_bits():
    torch = pytest.importorskip("torch")
    for given in (torch.tensor([[0.25, 0.75]], requires_grad=True), torch.tensor([[0.25, 0.75]]).bfloat16()):
        assert open_function(lambda texts, given=given: given).probabilities(["a"]).tolist() == [[0.25, 0.75]]
