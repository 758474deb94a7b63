"""A classifier's answers become the numbers of the data's labels, or a message."""

import numpy as np
import pytest

from mohs.errors import ClassifierFault, ModelError
from mohs.noise.predictor import predictor, probabilities_of

ROWS = np.zeros((3, 2))


@pytest.mark.parametrize(
    ("labels", "given", "expected"),
    [
        (("0", "1"), np.array([1, 0, 1]), [1, 0, 1]),
        (("0", "1"), np.array([1.0, 0.0, 1.0]), [1, 0, 1]),
        (("cat", "dog"), np.array(["dog", "cat", "cat"]), [1, 0, 0]),
        (("cat", "dog"), ["dog", "dog", "cat"], [1, 1, 0]),
        (("3", "12"), np.array([12, 3, 3], dtype=object), [1, 0, 0]),
    ],
)
def test_labels_are_matched_by_name(labels, given, expected):
    assert predictor(lambda rows: given, labels)(ROWS).tolist() == expected


def test_an_estimator_is_asked_by_predict():
    class Always:
        def predict(self, rows):
            return np.ones(len(rows), dtype=int)

        def predict_proba(self, rows):
            return np.tile([0.25, 0.75], (len(rows), 1))

    assert predictor(Always(), ("0", "1"))(ROWS).tolist() == [1, 1, 1]
    assert probabilities_of(Always())(ROWS).tolist() == [[0.25, 0.75]] * 3


def test_a_label_that_the_data_lack_is_named():
    with pytest.raises(ModelError, match="bird"):
        predictor(lambda rows: ["cat", "bird", "cat"], ("cat", "dog"))(ROWS)


@pytest.mark.parametrize("make", [lambda: predictor(3, ("0", "1")), lambda: probabilities_of("x")])
def test_what_is_no_classifier_is_refused(make):
    with pytest.raises(ModelError):
        make()


def test_a_classifier_that_misbehaves_is_its_own_fault():
    def raises(rows):
        raise ValueError("no")

    with pytest.raises(ClassifierFault, match="ValueError: no"):
        predictor(raises, ("0", "1"))(ROWS)
    with pytest.raises(ClassifierFault, match="wrong shape"):
        predictor(lambda rows: [0], ("0", "1"))(ROWS)
    with pytest.raises(ClassifierFault, match="wrong shape"):
        probabilities_of(lambda rows: [0, 1, 0])(ROWS)
    with pytest.raises(ClassifierFault, match="NaN"):
        probabilities_of(lambda rows: np.full((3, 2), np.nan))(ROWS)


def test_an_address_is_opened_where_there_is_a_sample(tmp_path, monkeypatch):
    (tmp_path / "rule_of_a_predictor_test.py").write_text(
        "LABELS = ('a', 'b')\ndef rule(rows):\n    return ['b' if x > 0 else 'a' for x in rows[:, 0]]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    rows = np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert predictor("python:rule_of_a_predictor_test:rule", ("a", "b"), rows)(rows).tolist() == [1, 0]
    with pytest.raises(ModelError):
        predictor("python:rule_of_a_predictor_test:rule", ("a", "b"))
