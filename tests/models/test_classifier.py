import decimal
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from mohs.errors import ClassifierFault, MohsError
from mohs.models.classifier import Classifier, as_probabilities, asked


class Told(Classifier):
    """Gives what it was told to, or raises it."""

    address = "fake:told"
    labels = ("a", "b")

    def __init__(self, answer, scores="probabilities"):
        self.answer, self.scores = answer, scores

    def score(self, inputs):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def ask(answer, scores="probabilities", inputs=("x", "y")):
    return Told(answer, scores).probabilities(list(inputs))


def test_probabilities_pass():
    np.testing.assert_allclose(ask([[0.25, 0.75], [1, 0]]), [[0.25, 0.75], [1, 0]])


def test_logits_become_probabilities_without_overflow():
    answer = ask([[0.0, np.log(3)], [1000.0, -1000.0]], "logits")
    np.testing.assert_allclose(answer, [[0.25, 0.75], [1, 0]])


def test_labels_become_certainties():
    assert ask([1, 0], "labels").tolist() == [[0, 1], [1, 0]]


def test_rounded_probabilities_are_scaled_and_not_taken_for_logits():
    answer = ask([[0.241, 0.758], [0.5, 0.5]])
    np.testing.assert_allclose(answer[0], [0.241 / 0.999, 0.758 / 0.999])
    assert answer[1].tolist() == [0.5, 0.5], "a row does not depend on its neighbours"


@pytest.mark.parametrize("text", ["A quiet film.", "x", ""])
def test_one_text_is_not_taken_for_a_list_of_letters(text):
    with pytest.raises(MohsError, match=r"takes a list of texts(.|\n)*write probabilities\(\[text\]\)"):
        Told([[0.5, 0.5]] * len(text)).probabilities(text)


def test_no_inputs_are_not_asked():
    assert ask(RuntimeError("never"), inputs=()).shape == (0, 2)


@pytest.mark.parametrize(
    ("answer", "scores", "words"),
    [
        (RuntimeError("out of memory"), "probabilities", "RuntimeError: out of memory"),
        ([[0.5, 0.5]], "probabilities", r"wrong shape: got \(1, 2\), expected \(2, 2\)"),
        ([[0.2, 0.3, 0.5]] * 2, "probabilities", "wrong shape"),
        ([0.5, 0.5], "probabilities", r"wrong shape: .*if these are labels, say so \(scores labels\)"),
        ([[0.5], [0.5, 0.5]], "probabilities", "ValueError"),
        (None, "probabilities", "wrong shape: one NoneType"),
        ((row for row in [[0.5, 0.5]] * 2), "probabilities", "wrong shape: one generator"),
        ([{"a": 0.5, "b": 0.5}] * 2, "probabilities", r"wrong shape: got \(2,\) of dict"),
        (np.ma.masked_less([[0.2, 0.8], [0.5, 0.5]], 0.3), "probabilities", "masked scores"),
        ([[0.5, np.nan], [0.5, 0.5]], "probabilities", "NaN or infinite scores in 1 rows"),
        ([[0.0, np.inf], [0.5, 0.5]], "logits", "NaN or infinite"),
        ([["x", "y"]] * 2, "probabilities", "scores are no numbers"),
        ([[2.0, -1.0], [0.5, 0.5]], "probabilities", "say so"),
        ([[0.9, 0.9], [0.5, 0.5]], "probabilities", "a row sums to 1.8"),
        ([[0.3, 0.3], [0.5, 0.5]], "probabilities", "a row sums to 0.6"),
        ([[-0.001, 1.001], [0.5, 0.5]], "probabilities", "smallest value -0.001"),
        ([0, 2], "labels", "from 0 to 1"),
        ([0.5, 1], "labels", "from 0 to 1"),
        ([0, -1], "labels", "from 0 to 1"),
        ([[0, 1], [1, 0]], "labels", "wrong shape"),
        (["a", "b"], "labels", "no integers"),
    ],
    ids=range(21),
)
def test_misbehaviour_is_a_fault_with_its_reason(answer, scores, words):
    with pytest.raises(ClassifierFault, match=words):
        ask(answer, scores)


class Speechless(Exception):
    def __str__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("problem", "most"), [(Speechless(), 100), (ValueError("x" * 100_000), 1100)], ids=range(2)
)
def test_whatever_is_raised_is_said_in_bounds(problem, most):
    with pytest.raises(ClassifierFault) as fault:
        ask(problem, "probabilities")
    assert len(str(fault.value)) < most


def test_what_it_says_of_itself():
    told = Told([[1, 0]])
    assert told.identity() == {"address": "fake:told", "labels": ["a", "b"], "scores": "probabilities"}
    assert told.truncated(["x", "y"]) == [0, 0]
    assert repr(told) == "Told('fake:told', labels=('a', 'b'))"
    told.close()


def test_what_its_answers_depend_on_is_all_but_its_speed_its_members_too():
    class Several(Told):
        def identity(self):
            member = {"address": "a", "threads": 2, "batch_tokens": 9, "files": {"x": "y"}}
            return {**super().identity(), "threads": 4, "members": [member]}

    assert Several([[1, 0]]).fingerprint() == {
        **Told([[1, 0]]).identity(), "members": [{"address": "a", "files": {"x": "y"}}]
    }  # fmt: skip


def test_what_rounding_leaves_below_zero_is_zero():
    assert ask([[-1e-7, 1.0], [0.25, 0.75]], "probabilities").tolist() == [[0.0, 1.0], [0.25, 0.75]]


def test_arrays_are_left_as_they_are():
    raw = np.array([[0.5, 0.501]])
    as_probabilities(raw, "probabilities", rows=1, labels=2)
    assert raw.tolist() == [[0.5, 0.501]]


class Own(Told):
    """Does something before it answers."""

    def __init__(self, do, answer=((0.0, -2000.0), (1000.0, 0.0))):
        super().__init__(answer, "logits")
        self.do = do

    def score(self, inputs):
        self.do(inputs)
        return self.answer


def _strict(inputs):
    np.seterr(all="raise")
    decimal.getcontext().prec = 2


def test_how_a_model_has_numbers_computed_is_its_own_business():
    before = np.geterr(), decimal.getcontext().prec
    assert Own(_strict).probabilities(["x", "y"]).tolist() == [[1, 0], [1, 0]]
    assert (np.geterr(), decimal.getcontext().prec) == before


def test_a_model_may_empty_the_list_that_it_is_given():
    inputs = ["x", "y"]
    assert Own(list.clear).probabilities(inputs).shape == (2, 2)
    assert inputs == ["x", "y"]


@pytest.mark.parametrize(
    ("end", "code"),
    [(lambda: None, 0), (lambda: sys.exit(3), 3), (lambda: 1 / 0, 1)],
    ids=["on", "exit", "raise"],
)
def test_a_child_that_a_model_forks_does_not_go_on_with_the_run(tmp_path, end, code):
    children, went_on = [], tmp_path / "went-on"

    def fork(inputs):
        children.append(os.fork())
        if children[-1] == 0:
            end()

    try:
        answer = Own(fork).probabilities(["x", "y"])
    finally:
        if children[-1] == 0:
            went_on.touch()
            os._exit(99)
    assert answer.shape == (2, 2)
    assert os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1]) == code
    assert not went_on.exists()


def test_a_model_that_goes_elsewhere_does_not_take_the_run_along(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()

    def walks(rows):
        os.chdir("deep")
        if rows is None:
            raise ValueError
        return [[0.25, 0.75]] * len(rows)

    for _ in range(2):
        asked(walks, ["a"])
    with pytest.raises(ClassifierFault):
        asked(walks, None)
    assert Path.cwd() == tmp_path


def test_a_model_is_asked_where_the_working_directory_is_gone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gone = tmp_path / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert asked(lambda rows: [[0.25, 0.75]], ["a"]).shape == (1, 2)
