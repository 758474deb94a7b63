"""Small experiments for the tests of the grid."""

import numpy as np

from mohs.data.table import as_table
from mohs.noise.grid.estimators import read_model
from mohs.noise.grid.experiment import Experiment
from mohs.noise.grid.trial import Data
from mohs.noise.norm import as_norm

RNG = np.random.default_rng(0)
X = np.round(RNG.random((60, 2)), 3)
Y = (X[:, 0] + 0.1 * np.sin(7 * X[:, 1]) > 0.5).astype(int)
TABLE = as_table(X, Y, bounds=(0, 1))
DATA = Data(TABLE)


class Nearest:
    """The label of the nearest training row: no scikit-learn is needed."""

    def __init__(self, random_state=None):
        self.random_state = random_state

    def fit(self, X, y):
        self.X, self.y = np.asarray(X), np.asarray(y)
        return self

    def predict(self, X):
        return self.y[np.abs(np.asarray(X)[:, None] - self.X).max(axis=2).argmin(axis=1)]


class Threshold(Nearest):
    """The best threshold of the first column."""

    def fit(self, X, y):
        cuts = np.linspace(0, 1, 41)
        self.cut = cuts[np.argmax([((X[:, 0] > cut) == y).mean() for cut in cuts])]
        return self

    def predict(self, X):
        return (np.asarray(X)[:, 0] > self.cut).astype(int)


MODELS = {"near": Nearest(), "cut": Threshold()}


def experiment(**more):
    options = {
        "models": tuple(read_model(name, model) for name, model in MODELS.items()),
        "eps_train": (0.0, 0.05),
        "eps_test": (0.02, 0.1),
        "eps_min": 0.02,
        "norm": as_norm("linf"),
        "runs": 3,
        "copies": 2,
        "copies_train": 3,
        "test_size": 0.25,
    }
    return Experiment(**{**options, **more})
