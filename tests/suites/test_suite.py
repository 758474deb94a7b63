"""Cases and suites: what a benchmark records of them, and their sum."""

from dataclasses import replace

from mohs.suites.suite import Case, Suite

CASE = Case("a", "a", "sst2", {"sentence": "Good."}, 1, "vocabulary", "praise", rationale="It is praise.")


def test_a_row_records_what_it_tests_and_why_its_label_holds():
    assert CASE.provenance == {
        "capability": "vocabulary",
        "test": "praise",
        "expectation": "label",
        "rationale": "It is praise.",
        "status": "reviewed",
    }
    assert replace(CASE, toward=1, facts={"round": 2}).provenance == {
        **CASE.provenance,
        "toward": 1,
        "round": 2,
    }


def test_cases_are_given_by_task_in_their_order():
    other = replace(CASE, id="b", task="rte")
    suite = Suite("s", "CheckList", (CASE, other, replace(CASE, id="c")))
    assert {task: [case.id for case in cases] for task, cases in suite.by_task.items()} == {
        "sst2": ["a", "c"],
        "rte": ["b"],
    }
    assert len(suite) == 3


def test_two_suites_have_one_sum_only_where_they_say_the_same():
    one = Suite("s", "CheckList", (CASE,))
    assert one.sha256 == Suite("another name", "CheckList", (replace(CASE),)).sha256
    assert one.sha256 != Suite("s", "CheckList", (replace(CASE, label=0),)).sha256
