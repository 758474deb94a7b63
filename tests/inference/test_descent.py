"""What an objective says of logits, where a start puts a text, and labels in another order."""

from dataclasses import replace

import numpy as np

from fakes import Vectors
from mohs.inference.adam import descend
from mohs.inference.descent import Descent, Objective, Reordered, Start
from mohs.inference.substitution import Substitution


def test_a_start_puts_a_text_in_its_place():
    assert Start("a").input("b") == "b"
    assert Start("a", ("x",), ("y",)).input("b") == ("x", "b", "y")


def test_the_margin_is_between_the_label_and_the_best_other_one():
    logits = np.array([1.0, 4.0, 2.5], np.float32)
    assert Objective(1).margin(logits) == (1.5, 1, 2)
    assert Objective(0).margin(logits) == (-3.0, 0, 1)
    assert Objective(1, wanted=0).margin(logits) == (3.0, 1, 0)
    assert Objective(0).reached_by(1) and not Objective(1).reached_by(1)
    assert Objective(0, wanted=1).reached_by(1) and not Objective(0, wanted=2).reached_by(1)


def test_labels_in_another_order():
    project = Substitution((("good", "bad"),), ("",), "")
    hard = Objective(label=1, weight=1e6, clip=None, learning_rate=1.0, steps=4)
    network, descent = Vectors({"good": [2.0], "bad": [-1.0]}), Descent(Start("good"), project, hard)
    assert descend(network, [descent])[0].successes == ((1,),)
    turned = Descent(Start("good"), project, replace(hard, label=0))
    (own,), (other,) = descend(network, [descent]), descend(Reordered(network, [1, 0]), [turned])
    assert (own.successes, own.nearest) == (other.successes, other.nearest)
    # the same texts; each label is called by its place in its own order
    assert own.path == tuple(passed._replace(label=1 - passed.label) for passed in other.path)
