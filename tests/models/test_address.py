import subprocess
import sys

import pytest

import mohs
from fakes import Weights
from mohs.data.task import Task
from mohs.errors import ModelError, MohsError
from mohs.models import address as door
from mohs.models.address import BUILT_IN, open_classifier, schemes, without_effect
from mohs.models.classifier import Classifier
from mohs.spec import Registry
from networks import onnx_folder

SST2 = Task("sst2", ("sentence",), ("negative", "positive"))


@pytest.fixture
def openers(monkeypatch):
    """A registry of one's own, so that nothing stays behind."""
    registry = Registry("classifier", "mohs.classifiers.of.a.test")
    monkeypatch.setattr(door, "openers", registry)
    return registry


def test_a_scheme_and_a_place(tmp_path):
    folder = onnx_folder(tmp_path / "m")
    assert open_classifier(f"onnx:{folder}", SST2).address == f"onnx:{folder}"


def test_an_open_object_is_taken_too():
    weights = Weights({})
    assert open_classifier(weights, SST2) is weights


@pytest.mark.parametrize(
    ("address", "mend"),
    [
        ("hff:./model", "did you mean hf?"),
        ("onx:./model", "did you mean onnx?"),
        ("pyton:m:f", "did you mean python?"),
    ],
)
def test_a_misspelt_scheme_is_suggested(address, mend):
    with pytest.raises(ModelError, match="unknown scheme") as caught:
        open_classifier(address)
    assert mend in str(caught.value)


@pytest.mark.parametrize("scheme", ["seq2seq", "causal", "chat", "predictions"])
def test_a_scheme_that_is_not_there_yet_is_said_to_be_unknown(scheme):
    with pytest.raises(ModelError, match=rf"got: {scheme}:\n  expected: one of ensemble:, hf:, kit:, onnx:"):
        open_classifier(f"{scheme}:anything")


def test_a_file_of_predictions_is_told_who_takes_it():
    with pytest.raises(ModelError, match="mohs evaluate and mohs score take it"):
        open_classifier("predictions:p.jsonl")


def test_a_bare_path_is_told_its_scheme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    onnx_folder(tmp_path / "net")
    (tmp_path / "model").mkdir()
    (tmp_path / "m.skops").write_bytes(b"x")
    for address, mend in [("net", "onnx:net"), ("model", "hf:model"), ("m.skops", "sklearn:m.skops")]:
        with pytest.raises(ModelError, match=f"did you mean {mend}"):
            open_classifier(address)


@pytest.mark.parametrize("address", ["", "hf", "hf:", "kit:"])
def test_an_address_without_a_place(address):
    with pytest.raises(ModelError, match="is no address"):
        open_classifier(address)


def test_another_package_adds_a_scheme(openers):
    def open_fake(where, opening):
        weights = Weights({})
        weights.address = f"fake:{where}"
        return weights

    openers.register("fake", open_fake)
    assert "fake" in schemes()
    assert open_classifier("fake:here").address == "fake:here"
    turned = open_classifier("fake:here", Task("sst2", ("sentence",), ("positive", "negative")))
    assert turned.labels == ("positive", "negative"), "it need not know of tasks"
    assert isinstance(turned, Classifier)


def test_every_scheme_leads_to_something():
    for place in BUILT_IN.values():
        module, _, name = place.partition(":")
        assert callable(getattr(__import__(module, fromlist=[name]), name))


def test_no_heavy_package_is_imported_before_it_is_asked_for():
    code = "import sys, mohs.models.address as a; a.schemes(); print({'torch', 'transformers', 'sklearn', 'onnxruntime'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_options_of_speed_are_said_to_have_no_effect_where_they_have_none():
    given = {"threads": 2, "batch_tokens": 9, "device": None}
    for where in ("python:a:b", "sklearn:x.skops"):
        assert without_effect(where, given) == [
            f"--batch-tokens has no effect on {where}, and is left out",
            f"--threads has no effect on {where}, and is left out",
        ]
    assert len(without_effect(len, given)) == 2
    assert without_effect("python:a:b", {"threads": None}) == []
    for where in ("kit:sst2-linear", "onnx:a", "hf:a", "ensemble:python:a:b+kit:c", "other:a"):
        assert without_effect(where, given) == []


def test_a_task_may_be_given_by_its_name():
    classifier = open_classifier("kit:sst2-linear", "sst2")
    assert classifier.labels == ("negative", "positive")
    with pytest.raises(MohsError, match="no task"):
        open_classifier("kit:sst2-linear", "sst3")


@pytest.mark.parametrize(
    ("call", "argument", "meant"),
    [
        (mohs.attack, "seed", "random_state"),
        (mohs.attack, "set", "options"),
        (mohs.attack, "max_querys", "max_queries"),
        (mohs.evaluate, "seed", "random_state"),
        (mohs.evaluate, "treads", "threads"),
        (mohs.mscr, "seed", "random_state"),
    ],
)
def test_an_argument_that_there_is_not_is_named_with_the_one_that_was_meant(call, argument, meant):
    with pytest.raises(
        TypeError, match=f"mohs.{call.__name__} has no argument '{argument}'; .* mean {meant}"
    ):
        call("kit:sst2-linear", "kit:sst2", **{argument: 3})
