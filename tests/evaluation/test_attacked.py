"""Which attacks runs have in common, and whether they were told the same."""

import pytest

from compared import attacked, outcome
from mohs.errors import MohsError
from mohs.evaluation.attacked import settings, unlike
from mohs.evaluation.compare import compare
from mohs.evaluation.sides import read_sides


def outcomes(statuses, attack):
    return [outcome(number, status, attack) for number, status in enumerate(statuses)]


def accuracies(found):
    return {
        (one.metric, one.coordinates.get("attack")): (one.first.value, one.second.value)
        for one in found.contrasts
    }


def test_what_one_run_was_attacked_by_beside_the_others_does_not_make_it_worse(tmp_path):
    held, broken = ["failure"] * 8, ["success"] * 8
    old = attacked(tmp_path / "old", outcomes(held, "x"))
    new = attacked(tmp_path / "new", [*outcomes(held, "x"), *outcomes(broken, "y")])
    for runs in ([old, new], [new, old]):
        found = compare(read_sides(runs))
        assert accuracies(found) == {("accuracy", None): (1, 1), ("accuracy_under_attack", "x"): (1, 1)}
        assert found.notes == ["new was also attacked by y: all are compared under x"]
        assert not found.failures


def test_of_several_attacks_those_in_common_are_taken_together(tmp_path):
    first = attacked(
        tmp_path / "a",
        [
            *outcomes(["failure", "success"], "x"),
            *outcomes(["failure"] * 2, "y"),
            *outcomes(["success"] * 2, "z"),
        ],
    )
    second = attacked(
        tmp_path / "b", [*outcomes(["failure"] * 2, "y"), *outcomes(["success", "failure"], "x")]
    )
    found = compare(read_sides([first, second]))
    assert accuracies(found) == {
        ("accuracy", None): (1, 1),
        ("accuracy_under_attack", "all"): (0.5, 0.5),
        ("accuracy_under_attack", "x"): (0.5, 0.5),
        ("accuracy_under_attack", "y"): (1, 1),
    }


def test_runs_of_other_attacks_alone_are_refused(tmp_path):
    runs = [attacked(tmp_path / name, outcomes(["failure"], name)) for name in ("x", "y")]
    with pytest.raises(MohsError, match=r"(?s)no attack in common.*x: x, y: y"):
        read_sides(runs)


TASK = {"name": "mnli", "fields": ["premise", "hypothesis"], "labels": ["no", "yes"]}


def record(threshold=0.8, budget=None, encoder="kit:encoder", **options):
    similarity = None if threshold is None else {"threshold": threshold, "metric": "cosine"}
    part = {"name": "x", "options": {"similarity": similarity, "synonyms": 50} | options}
    return {
        "attacks": [{"name": "x", "parts": [part]}],
        "limits": {"max_queries": budget, "target": None},
        "task": TASK | {"perturb": ["hypothesis"]},
        "resources": {"encoder": {"address": encoder}},
    }


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        (record(), record(), None),
        (record(), record(threshold=0.95), "x.similarity.threshold: 0.8 and 0.95"),
        (record(), record(threshold=None), "x.similarity: on and off"),
        (
            record(threshold=None, budget=50),
            record(),
            "x.similarity: off and on; --max-queries: 50 and not set",
        ),
        (record(keep=True), record(keep=False), "x.keep: true and false"),
        (record(encoder="hf:a"), record(), "resources.encoder.address: hf:a and kit:encoder"),
        (record() | {"resources": {"parser": "p"}}, record(), None),
        *(
            (
                record() | {"resources": {"synonyms": {"name": "a.txt", "sha256": "1"}}},
                record() | {"resources": {"synonyms": {"name": "b.txt", "sha256": other}}},
                said,
            )
            for other, said in (
                ("1", None),
                ("2", "resources.synonyms.name: a.txt and b.txt; resources.synonyms.sha256: 1 and 2"),
            )
        ),
        (
            record(),
            record() | {"task": TASK | {"perturb": ["premise"]}},
            "--fields: 2 and 1",
        ),
        (record(), record(new=1), None),
        (record(a=1, b=2), record(a=None, b=3), "x.a: 1 and not set; x.b: 2 and 3"),
    ],
)
def test_what_attacks_were_told_is_held_against_each_other(first, second, differ):
    said = unlike("old", settings(first, ["x"]), "new", settings(second, ["x"]))
    if differ is None:
        assert said is None
    else:
        assert said.startswith(f"old and new were not attacked alike ({differ}")
        assert said.count(";") <= 4


def test_many_settings_are_counted():
    some = [record(**dict.fromkeys("abcde", value)) for value in (1, 2)]
    said = unlike("a", settings(some[0], ["x"]), "b", settings(some[1], ["x"]))
    assert "x.d: 1 and 2; and 1 more)" in said


def test_settings_of_attacks_that_are_not_compared_do_not_count():
    assert settings(record(), ["y"]) == settings(record(threshold=0.1), ["y"])


def test_a_gate_cannot_hold_a_run_to_one_that_was_attacked_otherwise(tmp_path):
    runs = [
        attacked(tmp_path / name, outcomes(["failure"], "x"), **record(threshold))
        for name, threshold in (("old", 0.8), ("new", 0.95))
    ]
    found = compare(read_sides(runs))
    (failure,) = found.failures
    assert failure in found.notes
    assert "not attacked alike (x.similarity.threshold: 0.8 and 0.95)" in failure
