"""A small wide residual network learns digits, the same way every time, with noise or without."""

import numpy as np
import pytest

from mohs.errors import MohsError

pytest.importorskip("torch")
pytest.importorskip("skorch")
from mohs.noise.image_classifier import WideResNetClassifier

SMALL = {
    "depth": 10,
    "width": 1,
    "dropout": 0.0,
    "epochs": 4,
    "lr": 0.1,
    "crop": 1,
    "flip": False,
    "shape": (8, 8),
}


@pytest.fixture(scope="module")
def digits():
    datasets = pytest.importorskip("sklearn.datasets")
    X, y = datasets.load_digits(return_X_y=True)
    few = y < 3
    return X[few], y[few]


@pytest.fixture(scope="module")
def trained(digits):
    X, y = digits
    return WideResNetClassifier(**SMALL, divide=16, eps=1.0).fit(X[:300], y[:300] + 4)


def test_it_learns_three_digits_with_noise(digits, trained):
    X, y = digits
    assert trained.classes_.tolist() == [4, 5, 6]
    assert (trained.predict(X[300:]) == y[300:] + 4).mean() > 0.9
    probabilities = trained.predict_proba(X[:5])
    assert probabilities.shape == (5, 3)
    assert probabilities.sum(axis=1) == pytest.approx(np.ones(5))


def test_a_network_sees_the_values_divided(digits, trained):
    images = trained._images(digits[0][:3])
    assert images.dtype == np.float32
    assert images.reshape(3, -1).tolist() == (digits[0][:3] / 16).astype(np.float32).tolist()


def test_the_learning_rate_falls_as_in_the_paper():
    paper = WideResNetClassifier()
    rates = [paper.lr * paper._rate(epoch) for epoch in range(30)]
    assert rates == pytest.approx([0.01] * 20 + [0.002] * 5 + [0.0004] * 5)
    assert (paper.depth, paper.width, paper.dropout, paper.batch_size) == (28, 10, 0.3, 32)


def test_the_same_seed_gives_the_same_network(digits):
    X, y = digits[0][:64], digits[1][:64]
    quick = {**SMALL, "epochs": 1}
    one, two, other = (WideResNetClassifier(**quick, random_state=seed).fit(X, y) for seed in (1, 1, 2))
    assert one.predict_proba(X).tolist() == two.predict_proba(X).tolist()
    assert one.predict_proba(X).tolist() != other.predict_proba(X).tolist()


def test_what_it_is_trained_with_changes_the_network(digits):
    X, y = digits[0][:64], digits[1][:64]
    plain = {**SMALL, "epochs": 1, "crop": 0, "divide": 16}
    made = [
        WideResNetClassifier(**{**plain, **more}).fit(X, y).predict_proba(X).tolist()
        for more in ({}, {"eps": 4.0}, {"crop": 2}, {"flip": True}, {"dropout": 0.5}, {"weight_decay": 0.5})
    ]
    assert all(one != made[0] for one in made[1:])


def test_parameters_are_read_and_set_as_scikit_learn_does():
    base = pytest.importorskip("sklearn.base")
    copy = base.clone(WideResNetClassifier(**SMALL), safe=False).set_params(eps=0.3, norm="l2")
    assert (copy.get_params()["eps"], copy.norm, copy.depth) == (0.3, "l2", 10)
    with pytest.raises(ValueError, match="no parameter"):
        copy.set_params(epsilon=1)


def test_flat_rows_need_a_shape():
    with pytest.raises(MohsError, match="needs their shape"):
        WideResNetClassifier(depth=10, width=1).fit(np.zeros((4, 64)), [0, 1, 0, 1])
    with pytest.raises(MohsError, match="no images"):
        WideResNetClassifier(depth=10, width=1, shape=(2, 2, 4, 4)).fit(np.zeros((4, 64)), [0, 1, 0, 1])


IMAGES, LABELS = np.random.default_rng(0).random((12, 8, 8)), np.arange(12) % 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"epochs": -1}, "epochs is no whole number from 1"),
        ({"epochs": 1.5}, "epochs is no whole number"),
        ({"width": 1.5}, "width is no whole number"),
        ({"batch_size": 0}, "batch_size is no whole number"),
        ({"crop": -1}, "crop is no whole number"),
        ({"random_state": None}, "no whole number from 0"),
        ({"eps": -1.0}, "eps is a radius"),
        ({"eps": float("nan")}, "eps is a radius"),
        ({"norm": "l0"}, "no such norm"),
        ({"divide": 0}, "divide is a number above 0"),
        ({"depth": 11}, "no such wide residual network"),
    ],
    ids=str,
)
def test_a_parameter_that_means_nothing_is_refused(options, said):
    with pytest.raises(MohsError, match=said):
        WideResNetClassifier(**{**SMALL, **options}).fit(IMAGES, LABELS)


def test_images_to_train_on_are_finite_and_each_has_a_label():
    with pytest.raises(MohsError, match="finite numbers"):
        WideResNetClassifier(**SMALL).fit(IMAGES * np.nan, LABELS)
    with pytest.raises(MohsError, match="12 images, 5 labels"):
        WideResNetClassifier(**SMALL).fit(IMAGES, LABELS[:5])
    with pytest.raises(MohsError, match="0 images, 0 labels"):
        WideResNetClassifier(**SMALL).fit(IMAGES[:0], LABELS[:0])
