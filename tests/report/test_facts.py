"""How a run was made."""

from mohs.report.facts import facts

RUN = {
    "schema": "mohs/run/1",
    "status": "complete",
    "command": "mohs attack",
    "model": {"address": "hf:./m", "sha256": "ab"},
    "data": {"path": "a.csv", "rows": 24_312, "skipped_rows": [f"a.csv:{n}: no label" for n in range(30)]},
    "attacks": [{"name": "textfooler", "options": {"synonyms": 50, "similarity": {"least": 0.8}}}],
    "task": {"name": "sst2"},
    "config": {"resume": False, "device": None, "nothing": ""},
    "limits": {},
    "machine": {"cores": 2},
    "own_wish": "none",
}


def test_groups_come_in_order_and_nothing_recorded_is_lost():
    found = {fact.title: dict(fact.lines) for fact in facts(RUN)}
    assert list(found) == ["Status", "Model", "Data", "Task", "Attacks", "Options", "Machine", "Own wish"]
    assert found["Model"] == {"address": "hf:./m", "sha256": "ab"}
    assert found["Attacks"] == {"textfooler": "synonyms 50; similarity.least 0.8"}
    assert found["Options"] == {"resume": "no"}
    assert found["Machine"] == {"cores": "2"}


def test_numbers_and_long_lists_are_readable():
    data = {fact.title: dict(fact.lines) for fact in facts(RUN)}["Data"]
    assert data["rows"] == "24,312"
    assert data["skipped_rows"].startswith("a.csv:0: no label, a.csv:1: no label")
    assert data["skipped_rows"].endswith("and 20 more")


def test_a_chain_of_attacks_names_its_parts():
    parts = [
        {"name": "textbugger", "options": {"kinds": ["swap", "delete"]}},
        {"name": "textfooler", "options": {}},
    ]
    run = {"attacks": [{"name": "textbugger+textfooler", "level": "word", "parts": parts}]}
    (fact,) = facts(run)
    expected = "level word; textbugger: kinds swap, delete; textfooler: "
    assert fact.lines == [("textbugger+textfooler", expected)]


def test_what_a_list_holds_is_told_too():
    data = {
        "pairs": [{"a": 1, "b": {"c": 20_000}}, [1, 2], "x"],
        "none": [],
        "ten": list(range(10)),
        "less": -12_000,
    }
    (fact,) = facts({"data": data})
    assert fact.lines == [
        ("pairs", "a 1; b.c 20,000, 1, 2, x"), ("ten", "0, 1, 2, 3, 4, 5, 6, 7, 8, 9"), ("less", "-12,000"),
    ]  # fmt: skip


def test_an_attack_without_options_is_named_all_the_same():
    (fact,) = facts({"attacks": [{"name": "mine"}, {"name": "other", "options": None}]})
    assert fact.lines == [("mine", ""), ("other", "")]


def test_what_is_told_elsewhere_is_not_told_twice():
    assert list(facts({"fingerprint": {"seed": 0}, "warnings": ["x"], "counts": {"a": 1}})) == []


def test_an_empty_run_has_no_facts():
    assert list(facts({})) == []
