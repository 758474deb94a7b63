"""Rows become examples; what cannot be used is named with its place, and nothing is dropped in silence."""

import hashlib
import json

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from mohs.data.example import Example
from mohs.data.readers import read, read_examples
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


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return path

    return write


def table(path, rows):
    parquet.write_table(pa.Table.from_pylist(rows), path)
    return path


@pytest.mark.parametrize("ending", GOLDEN)
def test_every_text_format_gives_the_texts_to_the_letter(write, ending):
    path = write(f"data.{ending}", GOLDEN[ending])
    reading = read(path, "sst2")
    assert list(reading.examples) == EXAMPLES
    assert (reading.problems, reading.rows, reading.path) == ((), 3, str(path))
    assert reading.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_parquet_gives_the_texts_to_the_letter(tmp_path):
    path = table(tmp_path / "data.parquet", ROWS)
    reading = read(path, "sst2")
    assert list(reading.examples) == EXAMPLES
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


# Bad rows -------------------------------------------------------------------------------------------------

BIG = "x" * 2_000_000
A = '{"sentence": "a", "label": 1}\n'
BAD = {
    "missing label": ("sentence,label\na,1\nb,\nc,0\n", 3, "the label is missing"),
    "empty text": ("sentence,label\na,1\n,1\nc,0\n", 3, "empty text (sentence)"),
    "blank text": ('sentence,label\na,1\n" ",1\nc,0\n', 3, "empty text (sentence)"),
    "unknown label": (
        "sentence,label\na,1\nb,good\nc,0\n",
        3,
        "label 'good' is not one of negative, positive",
    ),
    "label out of range": (
        "sentence,label\na,1\nb,2\nc,0\n",
        3,
        "label '2' is not one of negative, positive",
    ),
    "too many columns": ("sentence,label\na,1\nb,1,1\nc,0\n", 3, "3 columns where the header has 2"),
    "too few columns": ("sentence,label\na,1\nb\nc,0\n", 3, "1 columns where the header has 2"),
    "broken encoding": (b"sentence,label\na,1\ncaf\xe9,1\nc,0\n", 3, "the byte 0xe9 is not UTF-8"),
    "NUL byte": ("sentence,label\na,1\nb\0,1\nc,0\n", 3, "a NUL byte"),
    "2 MB": (f"sentence,label\na,1\n{BIG},1\nc,0\n", 3, "2,000,000 characters of text"),
    "after a quoted line break": ('sentence,label\n"a\nb\r\nc",1\nd,\nc,0\n', 5, "the label is missing"),
    "row starts before its line breaks": ('sentence,label\na,1\n"b\n\nc",\nc,0\n', 3, "the label is missing"),
    "text after a quotation mark": (
        'sentence,label\na,1\n"b" c,1\nc,0\n',
        3,
        "text after a closing quotation",
    ),
    "jsonl missing label": (A + '{"sentence": "b"}\n', 2, "the label is missing"),
    "jsonl null label": (A + '{"sentence": "b", "label": null}\n', 2, "missing"),
    "jsonl true label": (
        A + '{"sentence": "b", "label": true}\n',
        2,
        "label True is",
    ),
    "jsonl list label": (A + '{"sentence": "b", "label": [1]}\n', 2, "is a list"),
    "jsonl missing text": (A + '{"label": 1}\n', 2, "sentence is missing"),
    "jsonl number for a text": (
        A + '{"sentence": 5, "label": 1}\n',
        2,
        "sentence is a number, not a text",
    ),
    "jsonl torn line": (A + '{"sentence": "b", "la', 2, "not JSON"),
    "jsonl list": (A + '["b", 1]\n', 2, "not a JSON object"),
    "jsonl key twice": (
        A + '{"sentence": "b", "label": 1, "label": 0}\n',
        2,
        "the key 'label' stands there twice",
    ),
    "jsonl half a surrogate pair": (
        A + '{"sentence": "b \\ud83d", "label": 1}\n',
        2,
        "half of a surrogate pair",
    ),
    "jsonl NUL escape": (
        A + '{"sentence": "b\\u0000", "label": 1}\n',
        2,
        "a NUL byte",
    ),
    "jsonl raw NUL": (A + '{"sentence": "b\0", "label": 1}\n', 2, "a NUL byte"),
    "jsonl broken encoding": (
        A.encode() + b'{"sentence": "caf\xe9", "label": 1}\n',
        2,
        "the byte 0xe9 is not UTF-8",
    ),
    "jsonl huge integer": (
        A + '{"sentence": "b", "label": ' + "9" * 5000 + "}\n",
        2,
        "not usable",
    ),
    "json element": (
        '[{"sentence": "a", "label": 1},\n\n  7, {"sentence": "b", "label": 0}]',
        3,
        "not a JSON object",
    ),
    "json missing label": (
        '[\n{"sentence": "a",\n"label": 1},\n{"sentence": "b"}]',
        4,
        "the label is missing",
    ),
    "tsv broken encoding": (b"sentence\tlabel\na\t1\ncaf\xe9\t1\n", 3, "the byte 0xe9 is not UTF-8"),
    "tsv too many columns": (b"sentence\tlabel\na\t1\nb\tc\t1\n", 3, "3 columns where the header has 2"),
    "tsv NUL byte": (b"sentence\tlabel\na\t1\nb\0\t1\n", 3, "a NUL byte"),
}


def ending(name):
    first = name.split()[0]
    return first if first in ("jsonl", "json", "tsv") else "csv"


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_is_named_with_its_line_and_stops_the_reading(write, name):
    content, line, reason = BAD[name]
    path = write(f"bad.{ending(name)}", content)
    with pytest.raises(DataError) as caught:
        read(path, "sst2")
    message = str(caught.value)
    assert f"{path}: 1 of " in message
    assert f"{path}:{line}: " in message
    assert reason in message
    assert "--skip-bad-rows" in message
    assert len(message) < 2000


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_can_be_left_out_and_is_listed(write, name):
    content, line, reason = BAD[name]
    path = write(f"bad.{ending(name)}", content)
    reading = read(path, "sst2", skip_bad_rows=True)
    assert [(problem.path, problem.line) for problem in reading.problems] == [(str(path), line)]
    assert reason in reading.problems[0].reason
    assert reading.rows == len(reading.examples) + 1
    assert all(example.fields["sentence"].strip() for example in reading.examples)


def test_a_bad_row_keeps_its_number_so_that_ids_do_not_depend_on_skipping(write):
    path = write("bad.csv", "sentence,label\na,1\nb,\nc,0\n")
    assert [example.id for example in read_examples(path, "sst2", skip_bad_rows=True)] == ["0", "2"]


def test_parquet_rows_are_named_by_their_number(tmp_path):
    path = table(tmp_path / "bad.parquet", [{"sentence": "a", "label": 1}, {"sentence": None, "label": 1}])
    with pytest.raises(DataError, match=r"bad.parquet, row 1: sentence is missing"):
        read(path, "sst2")


def test_bytes_in_parquet_that_are_not_utf8_are_named(tmp_path):
    texts = pa.Array.from_buffers(
        pa.string(), 3, [None, pa.py_buffer(np.array([0, 1, 3, 4], np.int32)), pa.py_buffer(b"ab\xe9c")]
    )
    parquet.write_table(pa.table({"sentence": texts, "label": [0, 1, 0]}), tmp_path / "bad.parquet")
    reading = read(tmp_path / "bad.parquet", "sst2", skip_bad_rows=True)
    assert [example.fields["sentence"] for example in reading.examples] == ["a", "c"]
    assert "0xe9 is not UTF-8" in reading.problems[0].reason


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


def test_problems_come_in_the_order_of_the_rows(write):
    path = write("bad.csv", "sentence,label\na,1\nb,good\n,1\nd,bad\n")
    assert [problem.line for problem in read(path, "sst2", skip_bad_rows=True).problems] == [3, 4, 5]


def test_an_unclosed_quotation_mark_names_all_the_lines_that_it_swallows(write):
    path = write("bad.csv", 'sentence,label\na,1\n"b,1\nc,0\n')
    with pytest.raises(DataError, match=r"bad.csv:3: a quotation mark that is never closed; lines 3 to 4"):
        read(path, "sst2")


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


def test_a_text_of_a_hundred_thousand_characters_is_read(write):
    text = "word " * 40_000
    for name in ("a.csv", "a.tsv"):
        path = write(name, f"sentence,label\n{text},1\n".replace(",", "\t" if name == "a.tsv" else ","))
        assert read_examples(path, "sst2")[0].fields["sentence"] == text


def test_the_csv_module_is_left_as_it_was(write):
    import csv

    before = csv.field_size_limit()
    read(write("a.csv", GOLDEN["csv"]), "sst2")
    assert csv.field_size_limit() == before


# Files that hold nothing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["none.csv", "none.jsonl", "none.parquet", "none.json", "none.tsv"])
def test_a_file_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(DataError, match=f"there is no file or folder .*{name}"):
        read(tmp_path / name, "sst2")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (name, content)
        for name in ("a.csv", "a.tsv", "a.jsonl", "a.json")
        for content in ("", "\ufeff", "\n\n")
    ]
    + [("a.parquet", "")],
)
def test_an_empty_file_is_said_to_be_empty(write, name, content):
    with pytest.raises(DataError, match="is empty"):
        read(write(name, content), "sst2")


@pytest.mark.parametrize(
    ("name", "content"), [("a.csv", "sentence,label\n"), ("a.tsv", "sentence\tlabel\n"), ("a.json", "[ ]")]
)
def test_a_header_alone_holds_no_rows(write, name, content):
    with pytest.raises(DataError, match=r"no usable row|has no rows"):
        read(write(name, content), "sst2")


def test_a_parquet_file_without_rows_holds_no_rows(tmp_path):
    schema = pa.schema({"sentence": pa.string(), "label": pa.int64()})
    parquet.write_table(schema.empty_table(), tmp_path / "a.parquet")
    with pytest.raises(DataError, match="no usable row"):
        read(tmp_path / "a.parquet", "sst2")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.parquet", "PAR1 or not", "no readable Parquet file"),
        ("a.json", '{"a": 1}', "a JSON array of objects"),
        ("a.json", '[{"sentence": "a"\n "label": 1}]', r"a.json:2: not JSON(.|\n)*','"),
        ("a.json", '[{"sentence": "a", "label": 1}\n', r"a.json:2: not JSON"),
        ("a.json", '[{"sentence": "a", "label": 1}] x', r"a.json:1: not JSON(.|\n)*Extra data"),
        ("a.json", b'[{"sentence":\n"caf\xe9", "label": 1}]', r"a.json:2: the text is not UTF-8"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", '[\n{"a": 1, "a": 2}]', "a.json:2: the key 'a' stands there twice"),
        ("a.jsonl", "sentence,label\na,1\n", r"a.jsonl:1: not JSON"),
        ("a.csv", "sentence,label\na,1\n".encode("utf-16"), "UTF-16"),
        ("a.csv", '"sentence', "no header"),
        ("a.txt", "a\t1\n", r"ending does not say(.|\n)*\.csv, \.tsv"),
        ("a", "a\t1\n", "ending does not say"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(write, name, content, message):
    with pytest.raises(DataError, match=message):
        read(write(name, content), "sst2")


# CSV and TSV ------------------------------------------------------------------------------------------------


def test_a_csv_may_be_separated_by_semicolons(write):
    reading = read(write("a.csv", "sentence;label\na, b;1\nc;0\n"), "sst2")
    assert reading.examples[0].fields == {"sentence": "a, b"}
    assert any("semicolons" in note for note in reading.notes)


def test_a_csv_may_be_separated_by_tabs(write):
    assert read_examples(write("a.csv", "sentence\tlabel\na, b\t1\n"), "sst2")[0].fields["sentence"] == "a, b"


def test_quotation_marks_in_glue_files_are_characters(write):
    reading = read(write("dev.tsv", 'sentence\tlabel\n"yes" and "no\t1\n"all of it"\t0\n'), "sst2")
    assert [example.fields["sentence"] for example in reading.examples] == ['"yes" and "no', '"all of it"']
    assert any("quotation marks are read as they stand" in note for note in reading.notes)


def test_another_tsv_is_read_as_quoted_where_that_adds_up(write):
    reading = read(write("a.tsv", 'text\tlabel\n"a ""b""\tc\nd"\t1\ne\t0\n'), text="text")
    assert reading.examples[0].fields == {"text": 'a "b"\tc\nd'}
    assert any("quotation marks" in note for note in reading.notes)


def test_another_tsv_is_read_as_it_stands_where_quotes_do_not_add_up(write):
    reading = read(write("a.tsv", 'text\tlabel\n"a" b\t1\n"c\t0\nd"\t0\n'), text="text")
    assert [example.fields["text"] for example in reading.examples] == ['"a" b', '"c', 'd"']
    assert any("as they stand" in note for note in reading.notes)


def test_unusual_line_breaks_do_not_end_a_row(write):
    text = "a\u2028b\x0bc\x0cd\x85e\x1cf"
    for name, separator in (("a.csv", ","), ("a.tsv", "\t")):
        path = write(name, f"sentence{separator}label\n{text}{separator}1\n")
        assert read_examples(path, "sst2")[0].fields["sentence"] == text


# Ids --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["id", "idx", "guid", "index"])
def test_a_column_of_unique_ids_is_used(write, column):
    path = write("a.csv", f"{column},sentence,label\nx7,a,1\nx8,b,0\n")
    assert [(row.id, row.source_id) for row in read_examples(path, "sst2")] == [("x7", "x7"), ("x8", "x8")]


@pytest.mark.parametrize(
    ("ids", "note"),
    [(("1", "1"), "column 'id' has '1' in lines 2 and 3"), (("1", ""), "column 'id' has no value in line 3")],
)
def test_ids_that_repeat_or_are_missing_are_replaced_by_row_numbers_and_said(write, ids, note):
    reading = read(write("a.csv", f"id,sentence,label\n{ids[0]},a,1\n{ids[1]},b,0\n"), "sst2")
    assert [example.id for example in reading.examples] == ["0", "1"]
    assert any(note in said for said in reading.notes)


def test_source_ids_are_read_where_there_are_any(write):
    path = write("a.csv", "id,source_id,sentence,label\n1,7,a,1\n2,,b,0\n")
    assert [(row.id, row.source_id) for row in read_examples(path, "sst2")] == [("1", "7"), ("2", "2")]


# The task that columns make ---------------------------------------------------------------------------------


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


def test_a_pair_is_empty_only_where_no_field_that_may_be_changed_has_a_text(write):
    path = write("a.csv", "premise,hypothesis,label\na,,0\n")
    assert len(read(path, "mnli").examples) == 1
    with pytest.raises(DataError, match=r"empty text \(hypothesis\)"):
        read(path, "mnli", fields=["hypothesis"])


@pytest.mark.parametrize("text", ["", " "], ids=repr)
def test_empty_texts_are_read_where_that_is_asked_for(text):
    rows = [{"sentence": text, "label": 1}]
    assert read_examples(rows, "sst2", allow_empty=True)[0].fields == {"sentence": text}
    with pytest.raises(DataError, match="empty text"):
        read_examples(rows, "sst2")


# Notes ------------------------------------------------------------------------------------------------------


def test_every_error_is_a_short_message_for_a_person(write):
    path = write("a.csv", "x,y\n1,2\n")
    with pytest.raises(MohsError) as caught:
        read(path, "sst2")
    assert "columns x, y" in str(caught.value)
    assert "--text COLUMN" in str(caught.value)


def test_a_file_without_a_header_makes_no_endless_message(write):
    text = "word " * 1000
    with pytest.raises(DataError) as caught:
        read(write("a.tsv", f"{text}\t1\n{text}\t0\n"), "sst2")
    assert len(str(caught.value)) < 500


def test_a_text_for_a_label_makes_no_endless_message(write):
    with pytest.raises(DataError) as caught:
        read(write("a.csv", "sentence,text\n" + f"a,{'word ' * 1000}\n" * 20), "sst2", label="text")
    assert len(str(caught.value)) < 2500


def test_labels_are_counted_in_the_notes(write):
    assert "labels: negative 1, positive 2" in read(write("a.csv", GOLDEN["csv"]), "sst2").notes
