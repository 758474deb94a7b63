"""examples.parquet holds every success once, sorted, and nothing else."""

import json

import pyarrow.parquet as pq

from mohs.runs.examples_file import write_examples
from mohs.runs.journal import Journal


def outcome(name, attack="textfooler", status="success", text="a bad film"):
    return {
        "id": name, "source_id": name, "task": "sst2", "attack": attack, "model": "m", "status": status,
        "original": {"sentence": "a good film"}, "perturbed": {"sentence": text}, "label": "positive",
        "prediction_after": "negative", "probability_after": 0.2, "similarity": None,
        "modified": {"words": 1, "rate": 1 / 3, "rate_input": 1 / 3},
        "edits": [{"field": "sentence", "word": 1, "from": "good", "to": "bad", "kind": "synonym"}],
    }  # fmt: skip


def write(tmp_path, outcomes):
    with Journal(tmp_path / "journal.jsonl") as journal:
        for one in outcomes:
            journal.append(one)
    count = write_examples(tmp_path / "journal.jsonl", ["sentence"], tmp_path / "examples.parquet")
    rows = pq.read_table(tmp_path / "examples.parquet").to_pylist()
    assert len(rows) == count
    return rows


def test_rows_are_sorted_by_attack_and_id(tmp_path, monkeypatch):
    monkeypatch.setattr("mohs.runs.examples_file.ROWS", 2)
    rows = write(
        tmp_path, [outcome("2"), outcome("1", "textbugger"), outcome("1"), outcome("3", status="failure")]
    )
    assert [(row["attack"], row["id"]) for row in rows] == [
        ("textbugger", "1"),
        ("textfooler", "1"),
        ("textfooler", "2"),
    ]


def test_a_row_has_the_changed_text_and_the_original(tmp_path):
    (row,) = write(tmp_path, [outcome("1", text="a bäd \ud800film")])
    assert row["sentence"] == "a bäd \\ud800film" and row["original_sentence"] == "a good film"
    assert json.loads(row["edits"])[0]["to"] == "bad"
    assert (row["label"], row["prediction"], row["modified_words"]) == ("positive", "negative", 1)


def test_no_success_makes_an_empty_table_with_all_columns(tmp_path):
    write(tmp_path, [outcome("1", status="failure")])
    assert "original_sentence" in pq.read_schema(tmp_path / "examples.parquet").names


def test_half_of_a_surrogate_pair_is_kept_escaped_wherever_it_stands(tmp_path):
    (row,) = write(tmp_path, [outcome("a\ud83d") | {"source_id": "\ud83d", "label": "go\udc00od"}])
    assert (row["id"], row["source_id"], row["label"]) == ("a\\ud83d", "\\ud83d", "go\\udc00od")


def test_a_torn_last_line_is_passed_over(tmp_path):
    write(tmp_path, [outcome("1"), outcome("2")])
    whole = (tmp_path / "journal.jsonl").read_bytes()
    (tmp_path / "journal.jsonl").write_bytes(whole[:-9])
    assert write_examples(tmp_path / "journal.jsonl", ["sentence"], tmp_path / "examples.parquet") == 1
