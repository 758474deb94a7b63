"""CSV and TSV are read to the letter, and a row that cannot be read is named with its line."""

import csv

import pytest

from mohs.data.delimited import read_delimited
from mohs.data.readers import read, read_examples
from mohs.errors import DataError

BIG = "x" * 2_000_000

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
    "tsv broken encoding": (b"sentence\tlabel\na\t1\ncaf\xe9\t1\n", 3, "the byte 0xe9 is not UTF-8"),
    "tsv too many columns": (b"sentence\tlabel\na\t1\nb\tc\t1\n", 3, "3 columns where the header has 2"),
    "tsv NUL byte": (b"sentence\tlabel\na\t1\nb\0\t1\n", 3, "a NUL byte"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_is_named_with_its_line_or_left_out_and_listed(check_bad_row, name):
    check_bad_row(f"bad.{'tsv' if name.startswith('tsv') else 'csv'}", *BAD[name])


def test_an_unclosed_quotation_mark_names_all_the_lines_that_it_swallows(write):
    path = write("bad.csv", 'sentence,label\na,1\n"b,1\nc,0\n')
    with pytest.raises(DataError, match=r"bad.csv:3: a quotation mark that is never closed; lines 3 to 4"):
        read(path, "sst2")


def test_a_text_of_a_hundred_thousand_characters_is_read(write):
    text = "word " * 40_000
    for name in ("a.csv", "a.tsv"):
        path = write(name, f"sentence,label\n{text},1\n".replace(",", "\t" if name == "a.tsv" else ","))
        assert read_examples(path, "sst2")[0].fields["sentence"] == text


def test_the_csv_module_is_left_as_it_was(write):
    before = csv.field_size_limit()
    read(write("a.csv", f"sentence,label\n{BIG},1\nb,0\n"), "sst2", skip_bad_rows=True)
    assert csv.field_size_limit() == before


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


def test_a_file_without_a_header_makes_no_endless_message(write):
    text = "word " * 1000
    with pytest.raises(DataError) as caught:
        read(write("a.tsv", f"{text}\t1\n{text}\t0\n"), "sst2")
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(("name", "content"), [("a.csv", "sentence,label\n"), ("a.tsv", "sentence\tlabel\n")])
def test_a_header_alone_holds_no_rows(write, name, content):
    with pytest.raises(DataError, match=r"no usable row(.|\n)*a header and nothing else"):
        read(write(name, content), "sst2")


@pytest.mark.parametrize(("name", "content"), [("a.csv", '"sentence'), ("a.csv", "\nsentence,label\na,1\n")])
def test_a_file_without_a_header_says_so(write, name, content):
    with pytest.raises(DataError, match=r"a.csv:1: no header"):
        read(write(name, content), "sst2")


@pytest.mark.parametrize("content", [b"PK\x03\x04\x00\xff\n1\n", b"s\xe9ntence,label\na,1\n", b"PAR1\x00\n"])
def test_a_header_that_is_no_text_is_refused_as_that(write, content):
    with pytest.raises(DataError, match=r"a.csv:1: (a NUL byte|broken encoding)"):
        read(write("a.csv", content), "sst2")


def test_a_comma_in_the_quotes_of_a_name_separates_nothing(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('"text, long";"la""bel"\na film;1\n', encoding="utf-8")
    rows = read_delimited(path)
    assert rows.columns == ("text, long", 'la"bel')
    assert [cells[2] for cells in rows.read(rows.columns)] == [["a film", "1"]]
