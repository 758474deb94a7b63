"""The audit holds every rule against every row, and says what it found as contracts have it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audited import SST2, advglue, pair, text
from mohs.benchmark.audit import audit, check_rule
from mohs.benchmark.entries import Audited, of_benchmarks, open_splits
from mohs.benchmark.rules import NAMES
from mohs.benchmark.rules.entry import Entry
from mohs.errors import MohsError

ABOUT = {"name": "mine", "version": "1", "address": "./mine", "sha256": "00", "splits": ["dev"]}


def test_each_rule_is_a_finding_clean_or_not_checked():
    done = audit(Audited(ABOUT, [pair("a b", "A  b", label="positive"), text("<br>", "1", label="negative")]))
    document = done.to_json()
    told = [one["rule"] for part in ("findings", "clean", "not_checked") for one in document[part]]
    assert sorted(told) == sorted(NAMES)
    assert {one["rule"]: one["count"] for one in document["findings"]} == {"no-op": 1, "markup": 1}


def test_an_audit_is_written_as_what_it_found():
    done = audit(Audited(ABOUT, [pair("a b", "A  b", label="positive"), text("<br>", "1", label="negative")]))
    assert repr(done).splitlines() == ["Audit(mine, 2 rows)", "  no-op: 1 of 1 rows", "  markup: 1 of 2 rows"]


def test_a_finding_has_what_contracts_promise_and_says_where():
    document = audit(Audited(ABOUT, [pair("a b", "A  b", split="dev", method="SCPN")])).to_json()
    (finding,) = document["findings"]
    assert {"rule", "measure", "count", "of", "rows", "mend"} <= set(finding)
    assert finding["rows"] == [
        {
            "task": "sst2",
            "split": "dev",
            "id": "0",
            "method": "SCPN",
            "why": "equal to its source but for case and white space",
        }
    ]
    json.dumps(document, allow_nan=False)


def test_a_group_is_told_by_its_name_and_size():
    rows = [text(f"x{i}", str(i), label="negative") for i in range(9)]
    (finding,) = audit(Audited(ABOUT, rows)).to_json()["findings"]
    assert (finding["rule"], finding["unit"], finding["count"], finding["of"]) == (
        "label-imbalance",
        "groups",
        1,
        1,
    )
    assert finding["rows"][0]["group"] == "sst2"
    assert finding["rows"][0]["count"] == 9


def test_of_nothing_nothing_is_found():
    document = audit(Audited(ABOUT, [])).to_json()
    assert document["findings"] == document["clean"] == []
    assert len(document["not_checked"]) == len(NAMES)


def test_sources_are_looked_for_where_a_public_set_is_named():
    rows = [text("a fine and quiet film")]
    assert "recoverable-source" in audit(Audited(ABOUT, rows)).not_checked
    done = audit(
        Audited(ABOUT, rows), public={"sst2": [{"sentence": "A fine, quiet film"}]}, public_name="GLUE"
    )
    assert len(done.finding("recoverable-source").found) == 1
    assert "GLUE" in done.finding("recoverable-source").rule.measure


def test_a_rule_that_is_none_or_was_not_checked_cannot_be_asked_for():
    done = audit(Audited(ABOUT, []))
    with pytest.raises(MohsError, match="did you mean no-op"):
        check_rule("noop")
    with pytest.raises(MohsError, match="was not checked"):
        done.finding("recoverable-source")
    assert not done.finding("no-op").found


def test_advglues_dev_set_has_the_faults_that_are_known_of_it(shared):
    done = audit(of_benchmarks(open_splits(f"advglue:{shared / 'data' / 'advglue_dev'}")))
    counts = {finding.rule.name: (len(finding.found), finding.of) for finding in done.findings}
    assert counts == {
        "no-op": (1, 656),
        "split-word": (43, 656),
        "modified-rate-field": (213, 455),
        "modified-rate-input": (85, 455),
        "truncated": (14, 656),
        "tokeniser-artefact": (206, 738),
        "duplicate": (2, 738),
        "markup": (3, 738),
        "template-slot": (3, 738),
        "shared-source": (6, 6),
        "label-imbalance": (1, 65),
        "contested-label": (10, 738),
    }
    assert [row.id for row in done.finding("no-op").rows] == ["80"]
    assert {row.method for row in done.finding("split-word").rows} == {"TextBugger"}
    assert done.finding("shared-source").found[0].why == "131 rows come from 70 sources"
    assert not done.finding("wrong-field").found  # exactly one field of a pair is changed, 656 of 656


def test_the_rows_of_the_package_and_of_the_file_itself_are_judged_alike(shared):
    opened = audit(of_benchmarks(open_splits(f"advglue:{shared / 'data' / 'advglue_dev'}"))).to_json()
    plain = audit(Audited(ABOUT, advglue(shared))).to_json()
    assert opened["findings"] == plain["findings"]


TEXTS = st.text(st.one_of(st.sampled_from(" .'&<>#;-\u00a0\u2019İßa1"), st.characters()), max_size=30)


@given(st.lists(st.tuples(TEXTS, TEXTS, st.sampled_from(["", "dev", "test"]), st.booleans()), max_size=4))
def test_any_texts_can_be_audited(rows):
    entries = [
        Entry(
            SST2,
            str(i),
            {"sentence": after},
            {"sentence": before} if known else {},
            "positive",
            str(i // 2),
            split,
        )
        for i, (before, after, split, known) in enumerate(rows)
    ]
    public = {"sst2": [{"sentence": before} for before, *_ in rows]}
    document = audit(Audited(ABOUT, entries), public=public).to_json()
    json.dumps(document, allow_nan=False)
    for finding in document["findings"]:
        assert 0 < finding["count"] <= finding["of"]
        assert finding["count"] == len(finding["rows"])
