"""What a reader is warned of, and what a resumed run must have in common."""

import numpy as np

from grids import DATA, TABLE, X, Y, experiment
from mohs import separation
from mohs.api.grid_document import fingerprint_of, warnings_of
from mohs.noise.grid.trial import Data

FOUND = separation(X, Y)


def said(**more):
    return " ".join(warnings_of(DATA, experiment(**more), FOUND))


def test_what_a_reader_should_know_is_said():
    assert "above eps_min" in said()
    assert "above eps_min" not in said(eps_test=(0.01, 0.02))
    assert "control: true" in said()
    assert "control: true" not in said(control=True)
    assert "control: true" not in said(eps_train=(0.0,))
    assert "biases MSCR upwards" in said(noise="reference")


def test_the_fingerprint_changes_with_the_rows_and_the_options():
    prints = [
        fingerprint_of(DATA, experiment()),
        fingerprint_of(Data(TABLE.take(np.arange(59))), experiment()),
        fingerprint_of(DATA, experiment(copies=5)),
        fingerprint_of(Data(TABLE, TABLE), experiment()),
    ]
    assert len({str(one) for one in prints}) == 4
    assert fingerprint_of(DATA, experiment()) == prints[0]
