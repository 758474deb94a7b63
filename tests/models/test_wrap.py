import numpy as np
import pytest

from fakes import Weights
from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening, Relabelled
from mohs.models.wrap import as_classifier, relabelled

SST2 = Task("sst2", ("sentence",), ("negative", "positive"))
TURNED = Task("sst2", ("sentence",), ("positive", "negative"))


class Estimator:
    """As scikit-learn has it, and nothing more."""

    classes_ = np.array(["positive", "negative"])

    def predict_proba(self, texts):
        return np.array([[0.75, 0.25]] * len(texts))


def halves(texts):
    return [[0.25, 0.75]] * len(texts)


def test_a_classifier_is_taken_as_it_is():
    weights = Weights({})
    assert as_classifier(weights, SST2) is weights
    assert as_classifier(weights) is weights


def test_a_classifier_in_another_order_is_turned():
    weights = Weights({"good": 2.0})
    turned = as_classifier(weights, TURNED)
    assert isinstance(turned, Relabelled)
    np.testing.assert_allclose(
        turned.probabilities(["good", "x"]), weights.probabilities(["good", "x"])[:, ::-1]
    )


def test_a_classifier_of_another_task_is_refused():
    with pytest.raises(ModelError, match="label_map"):
        as_classifier(Weights({}), Task("t", ("sentence",), ("no", "yes")))
    mapped = as_classifier(
        Weights({}), Task("t", ("sentence",), ("no", "yes")), label_map={"negative": "no", "positive": "yes"}
    )
    assert mapped.labels == ("no", "yes")


def test_an_estimator_and_a_function():
    assert as_classifier(Estimator(), SST2).probabilities(["a"]).tolist() == [[0.25, 0.75]]
    assert as_classifier(halves, SST2).probabilities(["a"]).tolist() == [[0.25, 0.75]]
    assert as_classifier(halves, SST2).address.endswith(":halves")
    assert as_classifier(Estimator(), SST2).address.endswith(":Estimator")


def test_options_that_mean_nothing_are_refused():
    with pytest.raises(ModelError, match="scores has no meaning"):
        as_classifier(Weights({}), SST2, scores="logits")
    with pytest.raises(ModelError, match="dtype has no meaning"):
        relabelled(Weights({}), Opening(dtype="float16"))


@pytest.mark.parametrize("found", [None, 3, ["a"]], ids=str)
def test_anything_else_is_refused(found):
    with pytest.raises(ModelError, match="is no function"):
        as_classifier(found, SST2)


def test_a_class_in_the_place_of_its_object_is_told():
    with pytest.raises(ModelError, match=r"(?s)is a class.*model = Estimator\(\)"):
        as_classifier(Estimator, SST2)
