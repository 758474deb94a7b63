"""One registry: lazy, with suggestions, and no name twice."""

import pytest

from mohs.errors import MohsError
from mohs.spec import Registry, did_you_mean


def test_built_in_attacks_come_through_the_same_door_as_others():
    registry = Registry("attack", "mohs.attacks")
    assert {"textbugger", "textfooler"} <= set(registry.names())
    assert registry.get("textfooler").__name__ == "TextFooler"


def test_an_unknown_name_is_answered_with_a_suggestion():
    with pytest.raises(MohsError) as problem:
        Registry("attack", "mohs.attacks").get("textfoler")
    assert "did you mean textfooler" in str(problem.value) and "textbugger" in str(problem.value)


def test_a_name_is_taken_once():
    registry = Registry("thing", "mohs.nothing")
    registry.register("one", object)
    assert registry.get("one") is object
    with pytest.raises(MohsError, match="registered already"):
        registry.register("one", dict)
    with pytest.raises(MohsError, match="registered already"):
        Registry("attack", "mohs.attacks").register("textfooler", object)


def test_a_broken_package_is_warned_of_and_left_out(monkeypatch):
    from importlib.metadata import EntryPoint

    broken = EntryPoint("broken", "mohs.no_such_module:Thing", "mohs.things")
    monkeypatch.setattr("mohs.spec.entry_points", lambda group: [broken])
    with pytest.warns(UserWarning, match="broken"):
        assert Registry("thing", "mohs.things").load_all() == {}


def test_nothing_near_makes_no_suggestion():
    assert did_you_mean("zzz", ["textfooler"]) is None
