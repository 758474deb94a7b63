"""A text is unusable where it holds a NUL byte or what is no character; anything else is a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.data.text_faults import as_texts, fault
from mohs.errors import DataError


@given(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0")))
def test_a_text_of_characters_has_no_fault(text):
    assert fault(text) is None


@given(st.text(), st.text())
def test_a_nul_byte_is_a_fault_wherever_it_stands(before, after):
    assert "NUL" in fault(f"{before}\0{after}")


@given(st.binary().filter(lambda content: b"\0" not in content))
def test_bytes_have_a_fault_exactly_where_they_are_not_utf8(content):
    try:
        content.decode("utf-8")
        good = True
    except UnicodeDecodeError:
        good = False
    assert (fault(content.decode("utf-8", "surrogateescape")) is None) is good


@pytest.mark.parametrize(
    ("text", "reason"), [("caf\udce9", "the byte 0xe9 is not UTF-8"), ("a\ud83d", "half of a surrogate pair")]
)
def test_the_reason_is_said(text, reason):
    assert reason in fault(text)


def test_texts_are_one_or_several():
    assert as_texts("questions", "a") == as_texts("questions", ["a"]) == ["a"]
    assert as_texts("questions", iter(["a", "b"])) == ["a", "b"] and as_texts("questions", []) == []


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("\ud800", "half of a surrogate pair"),
        ("a\0", "a NUL byte"),
        (3, "a number, not a text"),
        (None, "not a text"),
    ],
    ids=ascii,
)
def test_what_is_no_text_is_named_by_its_number(bad, why):
    with pytest.raises(DataError, match=rf"text 1 of questions cannot be used\n.*{why}"):
        as_texts("questions", ["a", bad])
