"""A YAML file is read as it stands, and what YAML would pass over in silence is told with its line."""

import contextlib
import json
import math
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.data import yaml_file
from mohs.data.yaml_file import DEEPEST, read_yaml, yaml_text
from mohs.errors import DataError

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


def mappings(values):
    return st.dictionaries(TEXTS, values, max_size=3)


WHOLE = st.integers(-(10**20), 10**20)
PLAIN = st.none() | st.booleans() | WHOLE | TEXTS
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | mappings(inner), max_leaves=8)
ALIASES = "".join(f", &a{k} [{', '.join([f'*a{k - 1}'] * 20)}]" for k in range(1, 12))
MERGES = "".join(f"b{k}: &b{k} {{<<: [{', '.join([f'*b{k - 1}'] * 20)}]}}\n" for k in range(1, 12))
CHAIN = "".join(f"a{k}: &a{k} [*a{k - 1}]\n" for k in range(1, 200))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("yaml")


@pytest.fixture(scope="module")
def read(folder):
    def written(text, **options):
        path = folder / "x.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return read_yaml(path, holds="options", expected="seed: 3", **options)

    return written


@given(content=mappings(VALUES))
def test_what_is_written_is_read_again(read, content):
    assert read(yaml_text(content), may_be_empty=True).content == content


@given(content=mappings(VALUES), indent=st.sampled_from([None, 1]))
def test_json_is_yaml_too_with_its_escapes(read, content, indent):
    assert read(json.dumps(content, indent=indent), may_be_empty=True).content == content


@given(text=st.text(st.sampled_from("ab1:- \n\t\\\"'[]{}&*!|>?#%@`<=,.~\0\x85\ufeffé"), max_size=30))
def test_whatever_stands_in_a_file_it_is_a_mapping_or_a_mistake(read, text):
    with contextlib.suppress(DataError):
        assert isinstance(read(text).content, dict)


def test_values_have_their_types_and_keys_are_texts_to_the_letter(read):
    text = "a: 3\nb: -0.5\nc: yes\nd:\ne: text\nno: [0x1f]\n0: {1.0: .inf}\n~: .nan\n"
    content = read(text).content
    assert math.isnan(content.pop("~"))
    assert content == {
        "a": 3, "b": -0.5, "c": True, "d": None, "e": "text", "no": ["0x1f"], "0": {"1.0": math.inf}
    }  # fmt: skip


@pytest.mark.parametrize("text", ["010", "0b1", "1_000", "1:30", "2024-05-01", "1:30.5", "1_0.5", "1e3", "="])
def test_what_only_yaml_takes_for_a_number_or_a_date_stays_a_text(read, text):
    assert read(f"a: {text}\n").content == {"a": text}


def test_words_are_taken_as_they_stand(read):
    assert read("a: no\nb: 010\nc:\nd: [1.0, null]\n", words=True).content == {
        "a": "no", "b": "010", "c": "", "d": ["1.0", "null"]
    }  # fmt: skip


def test_aliases_and_merges_are_followed_and_own_keys_win(read):
    text = "one: &one {a: 1, b: 2}\ntwo: {b: 3, <<: *one}\nthree: *one\n"
    assert read(text).content == {"one": {"a": 1, "b": 2}, "two": {"a": 1, "b": 3}, "three": {"a": 1, "b": 2}}


def test_a_byte_order_mark_is_no_part_of_the_first_key(read):
    assert read(b"\xef\xbb\xbfa: 1\n").content == {"a": 1}


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "\n\n"])
def test_an_empty_file_is_empty_only_where_it_may_be(read, text):
    assert read(text, may_be_empty=True).content == {}
    with pytest.raises(DataError, match="describes no options\n  got: nothing\n  expected: seed: 3"):
        read(text)


def test_the_place_of_a_value_is_its_line(read):
    file = read("a: 1\nb:\n  - x\n  - {c: 1,\n     d: 2}\n")
    steps = [("a",), ("b", 0), ("b", 1), ("b", 1, "d"), ("b", 7), ("b", 1, "e", "f"), ("z",), ("a", "z"), ()]
    lines = [file.place(*one).rpartition(":")[2] for one in steps]
    assert lines == ["1", "3", "4", "5", "2", "4", "1", "1", "1"]
    assert file.place("a") == f"{file.path}:1"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", r"x\.yaml:3: the key 'a' stands there twice(.|\n)*keep one"),
        ("a:\n  - {b: 1, 'b': 2}\n", r"x\.yaml:2: the key 'b' stands there twice"),
        ("1: a\n'1': b\n", r"x\.yaml:2: the key '1' stands there twice"),
        ('"\U0001f600": a\n"\\ud83d\\ude00": b\n', r"x\.yaml:2: the key '\U0001f600' stands there twice"),
        ("a: 1\n? [b]\n: 2\n", r"x\.yaml:2: a key is no text"),
        ("- a\n", "describes no options\n  got: a list"),
        ("just words\n", "describes no options\n  got: just words"),
        ("~\n", "describes no options"),
        ("a: 1\n---\nb: 2\n", r"x\.yaml:2: not YAML\n.*expected a single document"),
        ("a:\n\tb: 1\n", r"x\.yaml:2: not YAML\n.*\n.*no tabs"),
        ("a: [\n", r"x\.yaml:2: not YAML"),
        ("a: 1\nb: x\0y\n", r"x\.yaml:2: not YAML\n  got: the character U\+0000"),
        ('a: 1\nb: "x\\0y"\n', r"x\.yaml:2: a NUL byte in the text"),
        ('a: "\\ud83d"\n', r"x\.yaml:1: broken encoding"),
        ('a: "\\UFFFFFFFF"\n', r"x\.yaml:1: not YAML"),
        (b"a: 1\nb: \xff\n", r"x\.yaml is not UTF-8 text\n.*0xff in line 2"),
        ("a: 1\n".encode("utf-16"), r"is not UTF-8 text\n.*line 1"),
        ("a: !!python/object/apply:os.system ['true']\n", r"x\.yaml:1: this tag cannot be used"),
        ("a: !!binary aGk=\n", r"x\.yaml:1: this tag cannot be used"),
        ("a: !!set {b}\n", r"x\.yaml:1: this tag cannot be used"),
        ("a: !!int many\n", r"x\.yaml:1: this is no int"),
        ("a: !!bool ''\n", r"x\.yaml:1: this is no bool"),
        ("a: 1\nb: {<<: 3}\n", r"x\.yaml:2: not YAML"),
        (f"a: {'[' * 100}", rf"x\.yaml:1: nested more than {DEEPEST} deep"),
        (f"a: {'{b: ' * 5000}", rf"x\.yaml:1: nested more than {DEEPEST} deep"),
        (f"a0: &a0 [x]\n{CHAIN}", rf"x\.yaml:{DEEPEST}: nested more than {DEEPEST} deep, aliases included"),
        ("a: &a [*a]\n", r"x\.yaml:1: an alias stands within what it stands for"),
        (f"a: [&a0 [1]{ALIASES}]\n", r"x\.yaml:1: more than 1,000,000 values"),
        (f"b0: &b0 {{a: 1}}\n{MERGES}", r"x\.yaml:\d+: more than 1,000,000 values"),
    ],
    ids=range(29),
)  # fmt: skip
def test_what_cannot_be_used_is_told_with_its_line(read, text, said):
    with pytest.raises(DataError, match=said):
        read(text)


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    wrong = {"none.yaml": "there is no file", "": "is a folder", "pipe": "is a pipe"}
    for path, said in ((tmp_path / name, said) for name, said in wrong.items()):
        with pytest.raises(DataError, match=said):
            read_yaml(path, holds="options", expected="")


def test_a_file_that_is_too_large_is_refused_before_it_is_read(read, monkeypatch):
    monkeypatch.setattr(yaml_file, "LARGEST", 100)
    assert read(f"a: {'x' * 96}\n").content == {"a": "x" * 96}
    with pytest.raises(DataError, match="too large"):
        read(f"a: {'x' * 97}\n")
