"""What a run of attacks has broken, as a benchmark."""

import json

import pytest

import mohs
from made_up_runs import make_outcomes, make_run
from mohs.benchmark.broken import is_run
from mohs.errors import DataError, RunError
from mohs.runs.folder import RunFolder


@pytest.fixture
def attacked(tmp_path):
    """A made-up run of two attacks, and its outcomes."""

    def make(name="attacked", attacks=("textfooler", "textbugger"), order=1, **more):
        outcomes = make_outcomes(attacks, 60)
        record = make_run(attacks) | more
        for attack in record["attacks"]:
            attack["level"] = "word"
        folder = tmp_path / name
        folder.mkdir()
        RunFolder(folder).write_record({"fingerprint": {}, "planned": len(outcomes), **record})
        lines = [json.dumps(one, ensure_ascii=False) + "\n" for one in outcomes[::order]]
        (folder / "journal.jsonl").write_text("".join(lines), encoding="utf-8")
        return folder, outcomes

    return make


def test_every_success_of_a_run_is_a_row_with_its_source_and_how_it_was_made(attacked):
    folder, outcomes = attacked()
    assert is_run(folder)
    opened = mohs.open_benchmark(folder)
    rows = {row.id: row for row in opened.tasks["sst2"]}
    broken = {f"{one['id']}-{one['attack']}": one for one in outcomes if one["status"] == "success"}
    assert rows.keys() == broken.keys()
    for name, one in broken.items():
        row = rows[name]
        assert (row.fields, row.original) == (one["perturbed"], one["original"])
        assert (row.source_id, row.method, row.data_construction) == (one["source_id"], one["attack"], "word")
        assert ["negative", "positive"][row.label] == one["label"]
        assert (row.provenance["model"], row.provenance["id"]) == (one["model"], one["id"])


def test_the_order_of_the_journal_is_of_no_account(attacked):
    one, other = (
        mohs.open_benchmark(attacked(name, order=order)[0]) for name, order in (("a", 1), ("b", -1))
    )
    assert one.sha256 == other.sha256
    assert [row.id for row in one.tasks["sst2"]] == [row.id for row in other.tasks["sst2"]]


def test_of_several_models_the_id_names_the_model_too(attacked):
    opened = mohs.open_benchmark(attacked(model=[{"address": "a"}, {"address": "b"}])[0])
    assert all(row.id.endswith("-hf:./sst2-minilm") for row in opened.tasks["sst2"])


def test_a_run_that_is_not_complete_says_so(attacked):
    assert len(mohs.open_benchmark(attacked("a")[0]).notes) == 1
    assert "may yet break more" in mohs.open_benchmark(attacked("b", status="partial")[0]).notes[1]


def test_what_cannot_be_a_benchmark_is_refused(attacked, tmp_path):
    folder, outcomes = attacked()
    with pytest.raises(DataError, match="dev rows alone"):
        mohs.open_benchmark(folder, "test")
    with pytest.raises(DataError, match="a private folder"):
        mohs.open_benchmark(folder, private=tmp_path)
    kept = [one for one in outcomes if one["status"] != "success"]
    (folder / "journal.jsonl").write_text("".join(json.dumps(one) + "\n" for one in kept), encoding="utf-8")
    with pytest.raises(DataError, match="nothing is broken"):
        mohs.open_benchmark(folder)
    odd = next(one for one in outcomes if one["status"] == "success") | {"label": "joyful"}
    (folder / "journal.jsonl").write_text(json.dumps(odd) + "\n", encoding="utf-8")
    with pytest.raises(RunError, match="a label that the task sst2 has not"):
        mohs.open_benchmark(folder)
    other, _ = attacked("other", kind="separation")
    with pytest.raises(RunError, match="a run of kind separation"):
        mohs.open_benchmark(other)


def test_the_classifier_that_was_broken_has_no_row_right_and_its_sources_all(tmp_path):
    mohs.attack("kit:sst2-linear", "kit:sst2", "textbugger", task="sst2", limit=12, out=tmp_path / "run")
    same = mohs.evaluate("kit:sst2-linear", tmp_path / "run")
    assert (same.value("robust_accuracy"), same.value("clean_accuracy")) == (0, 1)
    assert any("broke kit:sst2-linear" in note for note in same.document["warnings"])
    other = mohs.evaluate("kit:sst2-transformer", tmp_path / "run")
    assert other.value("robust_accuracy") > 0


def test_a_run_becomes_a_package_that_opens_to_the_same_rows(attacked, tmp_path):
    folder, _ = attacked()
    opened = mohs.open_benchmark(folder)
    mohs.write_benchmark(tmp_path / "mine", "mine", "1.0", opened.tasks)
    again = mohs.open_benchmark(tmp_path / "mine")
    assert list(again.tasks["sst2"]) == list(opened.tasks["sst2"])
    mohs.export_to("huggingface", folder, tmp_path / "hub")
    assert "that broke hf:./sst2-minilm" in (tmp_path / "hub" / "README.md").read_text(encoding="utf-8")
    assert list(mohs.open_benchmark(tmp_path / "hub").tasks["sst2"]) == list(opened.tasks["sst2"])
