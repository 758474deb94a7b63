"""Texts, names and contexts that people give."""

import json

import pytest

from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError, MohsError
from mohs.suites.rounds import given

MNLI = BUILT_IN["mnli"]


def test_contexts_come_from_a_file_or_from_memory(tmp_path):
    path = tmp_path / "contexts.jsonl"
    rows = [{"premise": "A <br> b.", "genre": "news"}, {"context": "C."}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    read = given.contexts(path, MNLI)
    assert [dict(one.fields) for one in read] == [{"premise": "A <br> b."}, {"premise": "C."}]
    assert [one.genre for one in read] == ["news", ""]
    assert given.contexts([rows[0], "C."], MNLI) == read


def test_contexts_are_written_as_they_are_read(tmp_path):
    made = given.contexts(["One, “two” 日本.", {"context": "Three.", "genre": "news"}], MNLI)
    summed = given.write_contexts(made, tmp_path / "c.jsonl")
    assert given.contexts(tmp_path / "c.jsonl", MNLI) == made
    assert len(summed) == 64


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1], "neither a text nor an object"),
        ([{"context": ""}], "no text"),
        ([{}], "missing"),
        ([{"context": "a", "genre": 1}], "genre"),
        (["a\0"], "NUL"),
    ],
    ids=["number", "empty", "missing", "genre", "nul"],
)
def test_a_context_that_cannot_be_used_is_refused(rows, message):
    with pytest.raises(DataError, match=message):
        given.contexts(rows, MNLI)


def test_a_task_of_one_field_has_no_contexts():
    assert [one.fields for one in given.contexts(None, BUILT_IN["sst2"])] == [{}]
    with pytest.raises(DataError, match="no context"):
        given.contexts(["a"], BUILT_IN["sst2"])


def test_people_write_the_last_field():
    assert given.written_field(MNLI) == "hypothesis"
    assert given.written_field(BUILT_IN["qnli"]) == "sentence"


def test_a_name_is_one_short_line():
    assert given.name(" Ann <ann@example.org> ", "writer") == "Ann <ann@example.org>"
    with pytest.raises(MohsError, match="name of the writer is too long"):
        given.name("a" * 101, "writer")


@pytest.mark.parametrize(
    "text",
    [
        "a\u200bb",
        "a\xadb",
        "a\u2060b",
        "a\U000e0041b",
        "\u2800a",
        "a\u034fb",
        "\u3164",
        "a\u200db",
        "a\u200c",
        "a\ufe0fb",
    ],
    ids=ascii,
)
def test_what_nobody_can_see_is_refused(text):
    with pytest.raises(MohsError, match="nobody can see"):
        given.text(text)


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f467 a family",
        "a \u2764\ufe0f",
        "1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "cafe\u0301",
    ],
    ids=ascii,
)
def test_what_joins_emoji_and_letters_is_taken(text):
    assert given.text(text) == text


def test_a_name_is_the_same_however_its_accents_are_written():
    assert given.name("Rene\u0301", "writer") == given.name("Ren\xe9", "verifier")
