"""An example is a value: equal where its parts are, and nobody can change it."""

import dataclasses

import pytest

from mohs.data.example import Example


def test_an_example_is_a_value_that_cannot_be_changed():
    example = Example("7", "3", {"text": "a"}, 1)
    assert example == Example("7", "3", {"text": "a"}, 1)
    assert example != dataclasses.replace(example, label=0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        example.label = 0
    with pytest.raises((AttributeError, TypeError)):
        example.score = 1.0
