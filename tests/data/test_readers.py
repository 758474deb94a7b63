"""Rows become examples; what cannot be used is named with its place, and nothing is dropped in silence."""

import hashlib
import json
from collections import Counter

import numpy as np
import pytest

from mohs.data.example import Example
from mohs.data.readers import read, read_examples
from mohs.data.sample import sample
from mohs.data.task import Task
from mohs.errors import DataError, MohsError

ROWS = [
    {"sentence": 'He said "no", twice; done', "label": "negative"},
    {"sentence": "a quiet , lovely film .", "label": "positive"},
    {"sentence": "  İ😍 naïve\u2028line ", "label": "positive"},
]


EXAMPLES = [
    Example(str(row), str(row), {"sentence": ROWS[row]["sentence"]}, label)
    for row, label in enumerate((0, 1, 1))
]


GOLDEN = {
    "csv": 'sentence,label\n"He said ""no"", twice; done",negative\n'
    '"a quiet , lovely film .",positive\n  İ😍 naïve\u2028line ,positive\n',
    "tsv": 'sentence\tlabel\nHe said "no", twice; done\tnegative\n'
    "a quiet , lovely film .\tpositive\n  İ😍 naïve\u2028line \tpositive\n",
    "jsonl": "\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS) + "\n",
    "ndjson": "\n".join(map(json.dumps, ROWS)),
    "json": json.dumps(ROWS, indent=1),
}


@pytest.mark.parametrize("ending", GOLDEN)
def test_every_text_format_gives_the_texts_to_the_letter(write, ending):
    path = write(f"data.{ending}", GOLDEN[ending])
    reading = read(path, "sst2")
    assert list(reading.examples) == EXAMPLES
    assert (reading.problems, reading.rows, reading.path) == ((), 3, str(path))
    assert reading.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("ending", GOLDEN)
@pytest.mark.parametrize("change", ["bom", "crlf", "no last line break"])
def test_a_byte_order_mark_and_other_line_ends_change_nothing(write, ending, change):
    text = GOLDEN[ending]
    text = {
        "bom": "\ufeff" + text,
        "crlf": text.replace("\n", "\r\n"),
        "no last line break": text.rstrip("\n"),
    }
    assert read_examples(write(f"data.{ending}", text[change]), "sst2") == EXAMPLES


def test_read_examples_gives_the_examples_of_read(write):
    path = write("data.csv", GOLDEN["csv"])
    assert read_examples(str(path), "sst2") == list(read(path, "sst2").examples)


def test_ten_bad_rows_are_shown_and_all_are_counted(write):
    path = write("bad.csv", "sentence,label\na,1\n" + "b,\n" * 25)
    with pytest.raises(DataError) as caught:
        read(path, "sst2")
    message = str(caught.value)
    assert "25 of 26 rows" in message
    assert message.count("the label is missing") == 10
    assert "and 15 more" in message


def test_an_unknown_label_shows_both_lists(write):
    path = write("bad.csv", "sentence,label\na,good\nb,bad\n")
    with pytest.raises(DataError) as caught:
        read(path, "sst2")
    assert "labels found: good, bad" in str(caught.value)
    assert "negative (0), positive (1)" in str(caught.value)


def test_no_usable_row_is_an_error_even_where_bad_rows_are_skipped(write):
    with pytest.raises(DataError, match=r"no usable row(.|\n)*bad.csv:2: the label is missing"):
        read(write("bad.csv", "sentence,label\na,\n"), "sst2", skip_bad_rows=True)


def test_blank_lines_are_no_rows_and_are_said(write):
    for name, text in (
        ("a.csv", "sentence,label\n\na,1\n\nb,0\n\n"),
        ("a.tsv", "sentence\tlabel\n\na\t1\n\r\nb\t0\n\n"),
        ("a.jsonl", '\n{"sentence": "a", "label": 1}\n \n{"sentence": "b", "label": 0}\n\n'),
    ):
        reading = read(write(name, text), "sst2")
        assert ([example.id for example in reading.examples], reading.rows) == (["0", "1"], 2)
        assert "blank lines, which are no rows: 3" in reading.notes


def test_a_task_is_made_from_columns(write):
    path = write("my reviews.csv", "review,sentiment,stars\ngood,pos,5\nbad,neg,1\n")
    reading = read(path, text="review", label="sentiment")
    assert (reading.task.name, reading.task.fields, reading.task.labels) == (
        "my-reviews",
        ("review",),
        ("neg", "pos"),
    )
    assert [example.label for example in reading.examples] == [1, 0]
    stars = read(path, columns={"text": "review"}, label="stars")
    assert (stars.task.fields, stars.task.labels) == (("text",), ("1", "5"))
    assert [example.label for example in stars.examples] == [1, 0]


def test_the_order_of_labels_can_be_given(write):
    path = write("a.csv", "text,label\ngood,pos\n")
    assert read(path, labels=["pos", "neg"]).task.labels == ("pos", "neg")


def test_too_many_labels_look_like_a_wrong_column(write):
    path = write("a.csv", "text,label\n" + "".join(f"a{row},{row}\n" for row in range(60)))
    with pytest.raises(DataError, match="60 distinct values"):
        read(path)


def test_the_fields_that_may_be_changed_are_chosen(write):
    path = write("a.csv", "premise,hypothesis,label\na,b,0\n")
    assert read(path, "mnli", fields=["premise"]).task.perturb == ("premise",)
    assert read(path, columns={"p": "premise", "h": "hypothesis"}, fields=["h"]).task.perturb == ("h",)
    with pytest.raises(DataError, match="no field 'sentence2'"):
        read(path, "mnli", fields=["sentence2"])
    with pytest.raises(DataError, match="no field 'premise'"):
        read(path, columns={"p": "premise", "h": "hypothesis"}, fields=["premise"])


def test_every_error_is_a_short_message_for_a_person(write):
    path = write("a.csv", "x,y\n1,2\n")
    with pytest.raises(MohsError) as caught:
        read(path, "sst2")
    assert "columns x, y" in str(caught.value)
    assert "text=COLUMN" in str(caught.value)


def test_a_text_for_a_label_makes_no_endless_message(write):
    with pytest.raises(DataError) as caught:
        read(write("a.csv", "sentence,text\n" + f"a,{'word ' * 1000}\n" * 20), "sst2", label="text")
    assert len(str(caught.value)) < 2500


def test_labels_are_counted_in_the_notes(write):
    assert "labels: negative 1, positive 2" in read(write("a.csv", GOLDEN["csv"]), "sst2").notes


# Inputs that broke other tools


def peers(shared):
    lines = (shared / "cases" / "peers.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_input_that_broke_another_tool_is_read_to_the_letter(shared, tmp_path):
    for case in peers(shared):
        fields = case.get("pair") or {"text": case["text"]}
        task = Task("case", tuple(fields), ("a", "b"))
        row = {**fields, "label": "b"}
        path = tmp_path / "case.jsonl"
        path.write_text(json.dumps(row), encoding="utf-8")
        for source in ([row], path):
            (example,) = read_examples(source, task, allow_empty=True)
            assert dict(example.fields) == fields
            assert example.label == 1


@pytest.mark.parametrize("label", [np.int64(1), 1.0, "1", "positive", np.float32(1)], ids=repr)
def test_d1_any_integer_is_a_label(label):
    assert read_examples([{"sentence": "a", "label": label}], "sst2")[0].label == 1


def test_d4_the_field_that_may_be_changed_is_named_and_checked():
    rows = [{"sentence1": "A dog runs .", "sentence2": "An animal moves .", "label": 0}]
    assert read(rows, "rte", fields=["sentence2"]).task.perturb == ("sentence2",)
    with pytest.raises(DataError, match="no field 'hypothesis'"):
        read(rows, "rte", fields=["hypothesis"])


def test_d9_a_sample_of_a_sorted_file_is_balanced():
    rows = [{"sentence": f"text {row}", "label": int(row >= 300)} for row in range(400)]
    drawn = sample(read_examples(rows, "sst2"), 100, seed=0)
    assert Counter(example.label for example in drawn) == {0: 50, 1: 50}


def test_b4_an_invisible_character_is_kept_and_flagged():
    reading = read([{"sentence": "good\u200bmovie", "label": 1}], "sst2")
    assert reading.examples[0].fields["sentence"] == "good\u200bmovie"
    assert any("invisible characters" in note for note in reading.notes)


def test_examples_with_integers_in_any_dress_are_taken():
    rows = [Example(np.int64(7), np.int64(3), {"sentence": np.str_("a film")}, np.int64(1))]
    (example,) = read(rows, "sst2").examples
    assert (example.id, example.source_id, example.label) == ("7", "3", 1)
    assert type(example.label) is int and type(example.id) is str


@pytest.mark.parametrize(
    "example",
    [Example("0", "0", {"sentence": None}, 1), Example("0", "0", {"sentence": "a"}, "positive")],
    ids=["text", "label"],
)
def test_examples_that_hold_something_else_are_refused(example):
    with pytest.raises(DataError, match="example 0"):
        read([example], "sst2")


def test_rows_that_are_left_out_are_told(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("text,label\ngood,positive\n,positive\nbad,negative\n", encoding="utf-8")
    notes = read(path, skip_bad_rows=True).notes
    assert (
        notes[0] == f"rows that cannot be used are left out: 1 of 3 (the first: {path}:3: empty text (text))"
    )


def test_a_file_of_another_encoding_is_to_be_saved_as_utf_8(tmp_path):
    path = tmp_path / "latin.csv"
    path.write_bytes("sentence,label\ngrün,1\n".encode("cp1252"))
    with pytest.raises(DataError, match=r"0xfc is not UTF-8 there(.|\n)*to mend: save the file as UTF-8; "):
        read(path, "sst2")


def test_a_file_without_a_header_is_told_what_its_first_line_was_taken_for(write):
    with pytest.raises(DataError, match="the first line of a CSV or TSV file is taken for its header"):
        read(write("a.csv", "a fine film,1\na dull one,0\n"), text="review")
