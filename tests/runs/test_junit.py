"""Gates as test cases that any reader of JUnit XML understands."""

from xml.etree import ElementTree

from mohs.runs.gate import read_conditions
from mohs.runs.junit import write_junit


def row(value, task="sst2", metric="robust_accuracy"):
    return {
        "metric": metric,
        "value": value,
        "low": None,
        "high": None,
        "n": 10,
        "clusters": None,
        "confidence": 0.95,
        "method": "x",
        "task": task,
    }


def suite(tmp_path, rows, conditions, name="b"):
    path = tmp_path / "new" / "deep" / "gate.xml"
    write_junit(rows, conditions, path, name=name)
    return ElementTree.parse(path).getroot()


def test_each_number_that_is_held_to_a_limit_is_a_case(tmp_path):
    conditions = read_conditions((), ("robust_accuracy=0.5",), ("robust_accuracy",))
    root = suite(tmp_path, [row(0.4), row(0.6, "rte"), row(0.1, metric="gap")], conditions)
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    cases = root.findall("./testsuite/testcase")
    assert [case.get("name") for case in cases] == [
        "--fail-under robust_accuracy=0.5 sst2",
        "--fail-under robust_accuracy=0.5 rte",
    ]
    assert "under 50 %" in cases[0].find("failure").text and cases[1].find("failure") is None


def test_a_gate_whose_number_is_not_there_is_a_case_that_fails(tmp_path):
    conditions = read_conditions((), ("rte.robust_accuracy=0.5",), ("robust_accuracy",))
    root = suite(tmp_path, [row(0.9)], conditions)
    (case,) = root.findall("./testsuite/testcase")
    assert case.get("name") == "--fail-under rte.robust_accuracy=0.5"
    assert "no such number" in case.find("failure").text


def test_the_file_says_what_it_is_is_read_by_people_too_and_replaces_one_that_is_there(tmp_path):
    for _ in range(2):
        suite(tmp_path, [], [])
    lines = (tmp_path / "new" / "deep" / "gate.xml").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "<?xml version='1.0' encoding='utf-8'?>"
    assert [line.strip().split(" ")[0] for line in lines[1:4]] == ["<testsuites", "<testsuite", "<testcase"]


def test_without_gates_there_is_one_case_and_odd_names_are_written(tmp_path):
    root = suite(tmp_path, [], [], name="a\0<b>\ud800")
    assert root.get("tests") == "1" and root.find("testsuite").get("name") == "a\ufffd<b>\ufffd"
