"""A classifier of rows, whatever it is, answers with the numbers of the data's labels."""

import numpy as np
import pytest

from mohs.errors import ClassifierFault, ModelError
from mohs.models.classifier import Classifier
from mohs.models.rows import row_classifier, row_labels, row_scores

ROWS = np.array([[0.0, 1.0], [2.0, 0.0], [0.5, 0.1]])
LABELS = ("3", "7", "9")


def scores(rows):
    """The first label on the left, the second on the right, the third never."""
    right = rows[:, 0] > rows[:, 1]
    return np.column_stack([~right * 0.8 + 0.1, right * 0.7 + 0.05, np.full(len(rows), 0.1)]) + 0.0


def probabilities(rows):
    found = scores(rows)
    return found / found.sum(axis=1, keepdims=True)


class Estimator:
    classes_ = np.array([3.0, 7.0, 9.0])

    def predict(self, rows):
        return self.classes_[scores(rows).argmax(axis=1)]


class Shuffled:
    """Its columns in another order, and one label that the data do not have."""

    classes_ = np.array(["9", "8", "3", "7"])

    def predict_proba(self, rows):
        found = probabilities(rows)
        return np.column_stack([found[:, 2], np.zeros(len(rows)), found[:, :2]])


class Bare:
    def predict(self, rows):
        return [(3, 7)[int(right)] for right in rows[:, 0] > rows[:, 1]]


class Own(Classifier):
    address, labels, scores = "mine", ("7", "3", "9"), "logits"

    def score(self, inputs):
        raise AssertionError

    def score_rows(self, rows):
        return np.log(probabilities(rows)[:, [1, 0, 2]])


def names(rows):
    return np.where(rows[:, 0] > rows[:, 1], 7, 3)


@pytest.mark.parametrize(
    ("found", "options"),
    [
        (Estimator(), {}),
        (Shuffled(), {}),
        (Bare(), {}),
        (Own(), {}),
        (probabilities, {}),
        (lambda rows: np.log(probabilities(rows)), {"scores": "logits"}),
        (names, {}),
        (names, {"scores": "labels"}),
        (lambda rows: names(rows).astype(str), {}),
    ],
    ids=["predict", "predict_proba", "bare", "classifier", "function", "logits", "names", "stated", "texts"],
)
def test_everything_that_classifies_gives_the_same_labels(found, options):
    classifier = row_classifier(found, LABELS, ROWS, **options)
    assert classifier.labels[:3] == LABELS
    assert classifier.row_labels(ROWS).tolist() == [0, 1, 1]
    assert classifier.row_labels(ROWS[:0]).tolist() == []
    assert classifier.row_probabilities(ROWS).argmax(axis=1).tolist() == [0, 1, 1]


@pytest.mark.parametrize("classes", [None, [3, 7, 9], ["9", "7", "3"], np.array([7, 9, 3], dtype=object)])
def test_it_may_say_its_classes_in_any_type_or_none(classes):
    found = Bare()
    found.classes_ = classes
    assert row_classifier(found, LABELS, ROWS).row_labels(ROWS).tolist() == [0, 1, 1]


def test_a_label_that_only_the_classifier_knows_comes_behind_those_of_the_data():
    assert row_classifier(Shuffled(), LABELS, ROWS).labels == (*LABELS, "8")


def test_a_missing_label_stops_it_with_both_lists():
    with pytest.raises(ModelError, match=r"(?s)got: 9, 8, 3, 7.*expected: 3, 7, 5") as caught:
        row_classifier(Shuffled(), ("3", "7", "5"), ROWS)
    assert "which is which" in str(caught.value) or "same number" in str(caught.value)


def test_labels_are_mapped_where_the_names_differ():
    found = row_classifier(Estimator(), ("three", "7", "9"), ROWS, label_map={"3": "three"})
    assert found.row_labels(ROWS).tolist() == [0, 1, 1]


def test_a_function_that_names_an_unknown_label_is_told_so():
    with pytest.raises(ModelError, match="labels that are not known"):
        row_classifier(lambda rows: np.full(len(rows), 4), LABELS, ROWS)


def test_images_reach_a_function_in_their_shape_and_an_estimator_flat():
    seen = []

    def function(rows):
        seen.append(rows.shape)
        return np.full(len(rows), 3)

    class Flat(Estimator):
        def predict(self, rows):
            seen.append(rows.shape)
            return np.full(len(rows), 3)

    for found in (function, Flat()):
        row_classifier(found, LABELS, np.zeros((4, 6)), shape=(2, 3)).row_labels(np.zeros((4, 6)))
    assert seen == [(1, 2, 3), (4, 2, 3), (1, 6), (4, 6)]


@pytest.mark.parametrize("ask", [row_labels, row_classifier])
def test_images_are_laid_out_alike_whoever_asks(ask):
    seen = []

    class Flat(Estimator):
        def predict(self, rows):
            seen.append(rows.shape)
            return np.full(len(rows), 3)

    for found in (lambda rows: Flat().predict(rows), Flat()):
        opened = ask(found, LABELS, np.zeros((4, 6)), shape=(2, 3))
        getattr(opened, "row_labels", opened)(np.zeros((4, 6)))
    assert [shape for shape in seen if shape[0] == 4] == [(4, 2, 3), (4, 6)]


def test_one_that_takes_other_rows_is_found_before_anything_is_measured():
    ensemble = pytest.importorskip("sklearn.ensemble")
    forest = ensemble.RandomForestClassifier(3, random_state=0).fit(np.eye(4), [3, 7, 9, 3])
    with pytest.raises(ModelError, match=r"(?s)rows of 2 numbers.*expecting 4 features"):
        row_classifier(forest, LABELS, ROWS)


def test_no_rows_have_no_answers_and_are_not_asked_about():
    asked = []

    def function(rows):
        asked.append(len(rows))
        return np.tile([0.25, 0.75], (len(rows), 1))

    function.labels = ("a", "b")
    classifier = row_classifier(function, ("a", "b"), np.zeros((1, 3)))
    assert classifier.row_probabilities(np.zeros((0, 3))).shape == (0, 2)
    assert classifier.row_labels(np.zeros((0, 3))).shape == (0,)
    assert asked == [1]  # of the sample


def test_a_classifier_of_texts_takes_no_rows():
    with pytest.raises(ModelError, match=r"kit:sst2-linear takes no rows of numbers"):
        row_classifier("kit:sst2-linear", ("negative", "positive"), ROWS)


def test_an_ensemble_of_row_classifiers_is_their_mean():
    from mohs.models.ensemble import Ensemble

    both = Ensemble("e", [row_classifier(found, LABELS, ROWS) for found in (probabilities, Own())])
    np.testing.assert_allclose(both.row_probabilities(ROWS), probabilities(ROWS))


def test_a_member_of_an_ensemble_may_write_into_its_rows():
    from mohs.models.ensemble import Ensemble

    def writes(rows):
        made = probabilities(rows)
        rows[:] = -1
        return made

    both = Ensemble("e", [row_classifier(found, LABELS, ROWS) for found in (writes, probabilities)])
    given = ROWS.copy()
    np.testing.assert_allclose(both.row_probabilities(given), probabilities(ROWS))
    assert (given == ROWS).all()


def test_what_it_raises_later_is_a_fault_and_not_a_mistake():
    def breaks(rows):
        if len(rows) > 1:
            raise RuntimeError("no memory")
        return [3]

    classifier = row_classifier(breaks, LABELS, ROWS)
    with pytest.raises(ClassifierFault, match="no memory"):
        classifier.row_labels(ROWS)


THREE = np.zeros((3, 2))


@pytest.mark.parametrize(
    ("labels", "given", "expected"),
    [
        (("0", "1"), np.array([1, 0, 1]), [1, 0, 1]),
        (("0", "1"), np.array([1.0, 0.0, 1.0]), [1, 0, 1]),
        (("cat", "dog"), np.array(["dog", "cat", "cat"]), [1, 0, 0]),
        (("cat", "dog"), ["dog", "dog", "cat"], [1, 1, 0]),
        (("3", "12"), np.array([12, 3, 3], dtype=object), [1, 0, 0]),
        (("cat", "dog"), np.array([b"dog", b"cat", b"cat"]), [1, 0, 0]),
        (("cat", "dog"), [b"dog", b"cat", b"cat"], [1, 0, 0]),
    ],
)
def test_bare_answers_are_matched_by_name(labels, given, expected):
    assert row_labels(lambda rows: given, labels)(THREE).tolist() == expected


def test_an_estimator_is_asked_by_predict():
    class Always:
        def predict(self, rows):
            return np.ones(len(rows), dtype=int)

        def predict_proba(self, rows):
            return np.tile([0.25, 0.75], (len(rows), 1))

    assert row_labels(Always(), ("0", "1"))(THREE).tolist() == [1, 1, 1]
    assert row_scores(Always())(THREE).tolist() == [[0.25, 0.75]] * 3


def test_a_label_that_the_data_lack_is_named():
    with pytest.raises(ModelError, match="bird"):
        row_labels(lambda rows: ["cat", "bird", "cat"], ("cat", "dog"))(THREE)


@pytest.mark.parametrize("make", [lambda: row_labels(3, ("0", "1")), lambda: row_scores("x")])
def test_what_cannot_be_asked_is_refused(make):
    with pytest.raises(ModelError):
        make()


def test_a_classifier_that_misbehaves_is_its_own_fault():
    def raises(rows):
        raise ValueError("no")

    with pytest.raises(ClassifierFault, match="ValueError: no"):
        row_labels(raises, ("0", "1"))(THREE)
    with pytest.raises(ClassifierFault, match="wrong shape"):
        row_labels(lambda rows: [0], ("0", "1"))(THREE)
    with pytest.raises(ClassifierFault, match="wrong shape"):
        row_scores(lambda rows: [0, 1, 0])(THREE)
    with pytest.raises(ClassifierFault, match="NaN"):
        row_scores(lambda rows: np.full((3, 2), np.nan))(THREE)


def test_an_address_is_opened_where_there_is_a_sample(tmp_path, monkeypatch):
    (tmp_path / "rule_of_row_labels_test.py").write_text(
        "LABELS = ('a', 'b')\ndef rule(rows):\n    return ['b' if x > 0 else 'a' for x in rows[:, 0]]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    rows = np.array([[1.0, 0.0], [-1.0, 0.0]])
    assert row_labels("python:rule_of_row_labels_test:rule", ("a", "b"), rows)(rows).tolist() == [1, 0]
    with pytest.raises(ModelError):
        row_labels("python:rule_of_row_labels_test:rule", ("a", "b"))


def test_labels_that_are_not_the_datas_are_told_with_what_can_be_done():
    def function(rows):
        return probabilities(rows)

    function.labels = ("3", "7", "cat", "dog")
    with pytest.raises(
        ModelError, match=r"are not the data's(.|\n)*label_map cat=\.\.\.,dog=\.\.\. with 9 in the place"
    ):
        row_classifier(function, LABELS, ROWS)
    function.labels = ("3", "7")
    with pytest.raises(ModelError, match="choose a classifier and data with the same number of labels"):
        row_classifier(function, LABELS, ROWS)
    function.labels = ("3", "7", "9", "cat")
    with pytest.raises(
        ModelError, match=r"got \(1, 3\), expected \(1, 4\)\n  expected: .*a score for each of 3, 7, 9, cat"
    ):
        row_classifier(function, LABELS, ROWS)


def test_a_function_whose_labels_have_other_names_is_mapped_wherever_rows_are_classified():
    def function(rows):
        return np.where(rows[:, 0] > rows[:, 1], "seven", "three")

    def ask(**options):
        return row_labels(function, LABELS, ROWS, **options)(ROWS).tolist()

    with pytest.raises(
        ModelError, match=r"labels that are not known(.|\n)*state your own \(LABELS\) and map them"
    ):
        ask()
    function.labels = ("three", "seven", "9")
    assert ask(label_map={"three": "3", "seven": "7"}) == [0, 1, 1]
