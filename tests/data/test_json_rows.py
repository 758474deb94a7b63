"""JSON Lines and JSON arrays: every row has its line, and what is no row is named with it."""

import gzip
import json

import pytest

from mohs.data.readers import read
from mohs.errors import DataError

A = '{"sentence": "a", "label": 1}\n'

BAD = {
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
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_is_named_with_its_line_or_left_out_and_listed(check_bad_row, name):
    check_bad_row(f"bad.{name.split()[0]}", *BAD[name])


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "[ ]", "has no rows"),
        ("a.json", "[7]", r"a.json:1: not a JSON object"),
        ("a.json", '{"a": 1}', "a JSON array of objects"),
        ("a.json", '[{"sentence": "a"\n "label": 1}]', r"a.json:2: not JSON(.|\n)*','"),
        ("a.json", '[{"sentence": "a", "label": 1}\n', r"a.json:2: not JSON"),
        ("a.json", '[{"sentence": "a", "label": 1}] x', r"a.json:1: not JSON(.|\n)*Extra data"),
        ("a.json", b'[{"sentence":\n"caf\xe9", "label": 1}]', r"a.json:2: the text is not UTF-8"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", '[\n{"a": 1, "a": 2}]', r"a.json:2: the key 'a' stands there twice"),
        ("a.jsonl", "sentence,label\na,1\n", r"a.jsonl:1: not JSON"),
    ],
)
def test_a_file_that_cannot_be_read_says_why_and_where(write, name, content, message):
    with pytest.raises(DataError, match=message):
        read(write(name, content), "sst2")


def test_columns_are_the_keys_of_all_rows(write):
    path = write("a.jsonl", '{"label": 1}\n{"sentence": "b", "label": 0}\n')
    assert [example.id for example in read(path, "sst2", skip_bad_rows=True).examples] == ["1"]


@pytest.mark.parametrize("name", ["late.jsonl", "late.json", "late.jsonl.gz", "rows", "generator"])
def test_a_column_that_appears_in_a_late_row_is_a_column(write, name):
    rows = [{"sentence": f"text {n}", "label": n % 2} for n in range(1500)]
    rows += [{"sentence": f"late {n}", "label": n % 2, "source_id": "one", "late": "x"} for n in range(2)]
    content = "".join(json.dumps(row) + "\n" for row in rows)
    if name == "rows":
        source = rows
    elif name == "generator":
        source = iter(rows)
    elif name.endswith(".json"):
        source = write(name, json.dumps(rows))
    else:
        source = write(name, gzip.compress(content.encode()) if name.endswith(".gz") else content)
    found = read(source, "sst2").examples
    assert [example.source_id for example in found[-3:]] == ["1499", "one", "one"]
    if name != "generator":
        with pytest.raises(DataError, match="columns sentence, label, source_id, late"):
            read(source, "sst2", label="lable")


def test_blank_lines_are_counted_once(write):
    notes = read(write("a.jsonl", A + "\n\n" + A), "sst2").notes
    assert [note for note in notes if "blank" in note] == ["blank lines, which are no rows: 2"]
