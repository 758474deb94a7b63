"""`mohs audit` from Python."""

import pytest

from mohs.api.auditing import audit, gate_audit, write_withdrawals
from mohs.benchmark.errata import read_errata
from mohs.benchmark.package import write_benchmark
from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError, MohsError


def row(number, before, after):
    return Row(
        str(number), f"source-{number}", {"sentence": after}, {"sentence": before}, number % 2, "t", "word"
    )


@pytest.fixture
def package(tmp_path):
    rows = [
        row(0, "a fine film", "A  fine film"),
        row(1, "a dull film", "a du ll film"),
        row(2, "x y", "x <br>"),
    ]
    write_benchmark(tmp_path / "mine", "mine", "1.0", {"sst2": Part.of(BUILT_IN["sst2"], rows)})
    return tmp_path / "mine"


def test_a_gate_is_one_sentence_a_rule_that_found_something(package):
    done = audit(package)
    assert gate_audit(done, ["truncated"]) == []
    assert gate_audit(done, ["no-op", "no-op", "truncated"]) == [
        "no-op: 1 of 3 rows (equal to its source after case folding and collapsing white space)"
    ]
    assert len(gate_audit(done, ["all"])) == len(done.findings) > 2
    with pytest.raises(MohsError, match="no rule"):
        gate_audit(done, ["nothing"])


def test_rows_that_are_withdrawn_are_gone_from_the_next_audit(package, tmp_path):
    done = audit(package)
    written = write_withdrawals(done, ["no-op", "split-word"], tmp_path / "errata.yaml")
    assert [(one.task, one.id) for one in written.rows] == [("sst2", "0"), ("sst2", "1")]
    assert read_errata(tmp_path / "errata.yaml").rows == written.rows
    again = audit(package, errata=tmp_path / "errata.yaml")
    assert again.entries == 1
    assert not again.finding("no-op").found


def test_a_rule_about_groups_withdraws_no_row(package, tmp_path):
    with pytest.raises(MohsError, match="whole groups"):
        write_withdrawals(audit(package), ["label-imbalance"], tmp_path / "errata.yaml")


def test_sources_are_looked_for_in_a_public_set(package, tmp_path):
    public = tmp_path / "public.csv"
    public.write_text("sentence,label\na fine film,positive\nnothing else,negative\n", encoding="utf-8")
    for given in (str(public), {"sst2": str(public)}):
        done = audit(package, public=given)
        assert [one.id for one in done.finding("recoverable-source").rows] == ["0"]
    with pytest.raises(MohsError, match="no task 'rte'"):
        audit(package, public={"rte": str(public)})
    with pytest.raises(DataError):
        audit(package, public=str(tmp_path / "none.csv"))


def test_a_task_without_a_public_set_is_noted(package, tmp_path):
    rte = Part.of(BUILT_IN["rte"], [Row("0", "0", {"sentence1": "a", "sentence2": "b"}, None, 0)])
    write_benchmark(
        tmp_path / "two", "two", "1", {"rte": rte, "sst2": Part.of(BUILT_IN["sst2"], [row(0, "a", "b")])}
    )
    public = tmp_path / "public.csv"
    public.write_text("sentence,label\na fine film,positive\nnothing else,negative\n", encoding="utf-8")
    assert audit(tmp_path / "two", public={"sst2": str(public)}).notes == ["rte: no public set is named"]
    assert audit(tmp_path / "two", public=str(public)).notes[0].startswith("rte: not looked for in ")
