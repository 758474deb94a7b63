"""torch: modules take tables and images, and give what they compute, in the data's units."""

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.rows import row_classifier

torch = pytest.importorskip("torch")
from mohs.models.torch_module import TorchClassifier, channels_first, weights_sha256  # noqa: E402

MODULE = '''
import torch

LABELS = ("no", "yes")

class Sum(torch.nn.Module):
    """Logits: minus and plus the sum of a row, less a threshold."""

    def __init__(self, threshold=4.0):
        super().__init__()
        self.threshold = torch.nn.Parameter(torch.tensor(threshold))
        self.seen = []

    def forward(self, x):
        self.seen.append((tuple(x.shape), str(x.dtype), self.training))
        total = x.flatten(1).sum(dim=1) - self.threshold
        return torch.stack([-total, total], dim=1)

def load():
    return Sum()

ready = Sum()
VALUE = 3

def fails():
    raise OSError("no weights here")

class WithProba:
    labels = ("no", "yes")
    classes_ = ["no", "yes"]
    def predict_proba(self, X):
        return [[0.25, 0.75]] * len(X)
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    import sys

    (tmp_path / "torch_models_of_a_test.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "torch_models_of_a_test", raising=False)
    return "torch:torch_models_of_a_test"


ROWS = np.array([[0.0, 1.0, 2.0, 0.5], [3.0, 1.0, 2.0, 0.5]])


@pytest.mark.parametrize("name", ["load", "ready", "Sum"])
def test_a_module_a_class_or_a_function_that_makes_one(here, name):
    opened = row_classifier(f"{here}:{name}", ("no", "yes"), ROWS)
    assert opened.row_labels(ROWS).tolist() == [0, 1]
    expected = 1 / (1 + np.exp(-2 * (ROWS.sum(axis=1) - 4)))
    assert opened.row_probabilities(ROWS)[:, 1] == pytest.approx(expected, rel=1e-5)


def test_labels_are_matched_by_name(here):
    opened = row_classifier(f"{here}:load", ("yes", "no"), ROWS)
    assert opened.row_labels(ROWS).tolist() == [1, 0]
    with pytest.raises(ModelError, match="maybe"):
        row_classifier(f"{here}:load", ("yes", "maybe"), ROWS)


def test_images_reach_it_with_channels_first_and_it_does_not_train(here):
    opened = row_classifier(f"{here}:load", ("no", "yes"), ROWS, shape=(2, 2))
    opened.row_labels(np.repeat(ROWS, 400, axis=0))
    assert opened.module.seen[-2:] == [
        ((512, 1, 2, 2), "torch.float32", False), ((288, 1, 2, 2), "torch.float32", False),
    ]  # fmt: skip


def test_the_answer_does_not_depend_on_the_batch(here):
    opened = row_classifier(f"{here}:load", ("no", "yes"), ROWS)
    whole = opened.row_probabilities(np.repeat(ROWS, 300, axis=0))
    assert whole[0].tolist() == opened.row_probabilities(ROWS[:1])[0].tolist()


def test_the_record_tells_the_weights_and_the_file(here):
    opened = row_classifier(f"{here}:load", ("no", "yes"), ROWS)
    identity = opened.identity()
    assert identity["weights"] == weights_sha256(opened.module)
    assert set(identity["files"]) == {"torch_models_of_a_test.py"}
    assert (identity["device"], identity["dtype"], identity["scores"]) == ("cpu", "float32", "logits")


def test_something_with_predict_proba_is_taken_as_it_is(here):
    opened = row_classifier(f"{here}:WithProba", ("no", "yes"), ROWS)
    assert opened.row_probabilities(ROWS).tolist() == [[0.25, 0.75]] * 2


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("lod", {}, "did you mean"),
        ("VALUE", {}, "no torch module"),
        ("fails", {}, "no weights here"),
        ("load", {"device": "cuda:7"}, "device is not there"),
        ("load", {"dtype": "float8"}, "dtype is unknown"),
        ("load", {"max_length": 3}, "has no meaning"),
    ],
)
def test_what_cannot_be_opened_is_told(here, name, options, said):
    with pytest.raises(ModelError, match=said):
        row_classifier(f"{here}:{name}", ("no", "yes"), ROWS, **options)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"labels": 2}, "no list of names"),
        ({"labels": "ny"}, "no list of names"),
        ({"scores": "sigmoid"}, "a kind that is not known"),
        ({"forward": lambda x: (x, x)}, "gives a tuple, not one tensor"),
        ({"forward": lambda x: {"logits": x}}, "gives a dict, not one tensor"),
        ({"forward": lambda x: x * 1j}, "gives complex numbers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_module_says_of_itself_and_gives_is_looked_at(change, said):
    module = torch.nn.Identity()
    for name, value in change.items():
        setattr(module, name, value)
    opening = Opening(Task("rows", ("row",), ("no", "yes")), row_shape=(2,))
    with pytest.raises(ModelError, match=said):
        row_classifier(TorchClassifier(module, opening, address="torch:x:y"), ("no", "yes"), np.eye(2))


def test_a_device_that_is_not_there_is_told_of_a_module_without_weights_too():
    opening = Opening(Task("rows", ("row",), ("no", "yes")), row_shape=(2,), device="cuda:7")
    with pytest.raises(ModelError, match="device is not there"):
        TorchClassifier(torch.nn.Identity(), opening, address="torch:x:y")


def test_it_takes_no_texts(here):
    from mohs.models.address import open_classifier

    with pytest.raises(ModelError, match="takes no texts"):
        open_classifier(f"{here}:load").own_scores(["a text"])


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((4,), (3, 4)),
        ((2, 2), (3, 1, 2, 2)),
        ((5, 6, 3), (3, 3, 5, 6)),
        ((3, 5, 6), (3, 3, 5, 6)),
        ((5, 6, 7), (3, 5, 6, 7)),
    ],
)
def test_channels_come_first(shape, expected):
    rows = np.arange(3 * np.prod(shape)).reshape(3, -1)
    made = channels_first(rows, shape)
    assert made.shape == expected
    if shape == (5, 6, 3):
        assert made[1, 2, 4, 5] == rows.reshape(3, 5, 6, 3)[1, 4, 5, 2]
