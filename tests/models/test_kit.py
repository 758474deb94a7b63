import pytest

from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.kit import kit_names, open_kit


def test_the_kit_has_its_classifiers():
    assert {"sst2-linear", "sst2-cnn"} <= set(kit_names())


@pytest.mark.parametrize("name", kit_names())
def test_each_opens_by_name_and_knows_good_from_bad(name):
    classifier = open_kit(name, Opening())
    assert classifier.address == f"kit:{name}"
    assert classifier.labels == ("negative", "positive")
    answers = classifier.probabilities(["a wonderful , moving film .", "a dull and pointless mess ."])
    assert answers.argmax(axis=1).tolist() == [1, 0]


def test_a_misspelt_name_is_suggested():
    with pytest.raises(ModelError, match="did you mean") as caught:
        open_kit("sst2-liner", Opening())
    assert "sst2-linear" in str(caught.value)
