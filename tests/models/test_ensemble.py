import numpy as np
import pytest

from fakes import Weights
from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.ensemble import Ensemble, open_ensemble, split_members
from networks import onnx_folder

SST2 = Task("sst2", ("sentence",), ("negative", "positive"))


class Turned(Weights):
    """The same in another order, and it cuts."""

    labels = ("positive", "negative")

    def score(self, inputs):
        return super().score(inputs)[:, ::-1]

    def truncated(self, inputs):
        return [len(text) for text in inputs]


def test_probabilities_are_averaged_by_name():
    one, other = Weights({"good": 2.0}), Turned({"good": -1.0})
    ensemble = Ensemble("ensemble:a+b", [one, other])
    expected = (one.probabilities(["good"]) + other.probabilities(["good"])[:, ::-1]) / 2
    np.testing.assert_allclose(ensemble.probabilities(["good"]), expected)
    assert ensemble.labels == ("negative", "positive")


def test_what_any_member_cuts_is_cut():
    assert Ensemble("ensemble:a+b", [Weights({}), Turned({})]).truncated(["abc", ""]) == [3, 0]


def test_closing_closes_every_member():
    closed = []
    members = [Weights({}), Turned({})]
    for member in members:
        member.close = lambda member=member: closed.append(member)
    Ensemble("ensemble:a+b", members).close()
    assert closed == members


def test_members_of_different_tasks_are_refused():
    other = Weights({})
    other.labels = ("no", "yes")
    with pytest.raises(ModelError, match="label_map"):
        Ensemble("ensemble:a+b", [Weights({}), other])


def test_a_plus_parts_only_before_an_address():
    assert split_members("hf:./a+b+kit:c+python:m:f") == ["hf:./a+b", "kit:c", "python:m:f"]


def test_one_member_is_too_few():
    with pytest.raises(ModelError, match="too few members"):
        open_ensemble("kit:sst2-linear", Opening())
    with pytest.raises(ModelError, match="too few members"):
        Ensemble("ensemble:a", [Weights({})])


@pytest.fixture
def address(tmp_path):
    """Two networks, one with names of its own."""
    first = onnx_folder(tmp_path / "a")
    second = onnx_folder(tmp_path / "b", ("LABEL_1", "LABEL_0"))
    return f"onnx:{first}+onnx:{second}"


def test_each_member_takes_from_the_map_what_it_has(address):
    label_map = {"LABEL_0": "negative", "LABEL_1": "positive"}
    ensemble = open_ensemble(address, Opening(task=SST2, label_map=label_map))
    assert [member.labels for member in ensemble.members] == [SST2.labels] * 2
    assert len(ensemble.identity()["members"]) == 2
    other = open_ensemble(address, Opening(task=SST2, label_map=label_map, threads=2, batch_tokens=64))
    assert other.identity() != ensemble.identity() and other.fingerprint() == ensemble.fingerprint()
    assert open_ensemble(address, Opening(label_map=label_map)).labels == ("negative", "positive")


def test_a_name_that_no_member_has(address):
    label_map = {"LABEL_0": "negative", "LABEL_1": "positive", "LABEL_2": "negative"}
    with pytest.raises(ModelError, match="'LABEL_2' that no member"):
        open_ensemble(address, Opening(task=SST2, label_map=label_map))


def test_an_option_that_no_member_has_a_use_for(address):
    label_map = {"LABEL_0": "negative", "LABEL_1": "positive"}
    with pytest.raises(ModelError, match="dtype has no meaning"):
        open_ensemble(address, Opening(task=SST2, label_map=label_map, dtype="float16"))
    shorter = open_ensemble(address, Opening(task=SST2, label_map=label_map, max_length=10))
    assert shorter.truncated(["good " * 9]) == [1]


def test_a_member_that_cannot_be_opened_is_named():
    with pytest.raises(ModelError, match="'sst2-liner'"):
        open_ensemble("kit:sst2-linear+kit:sst2-liner", Opening())
