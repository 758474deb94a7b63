"""Templates from YAML."""

import pytest

from mohs.errors import DataError
from mohs.suites.template_file import entries, read_lexicons, read_templates

GOOD = """
lexicons:
  noun: [film, {word: story, many: stories}]
templates:
  - name: no
    task: sst2
    capability: numbers
    because: it is so
    text: {sentence: "{n} of {noun}"}
    slots: {n: {range: [2, 6, 2]}}
    label: {positive: "n > 2", negative: "n <= 2"}
"""


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "own.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_template_finds_its_lexicons_and_its_own_slots(written):
    (made,) = read_templates(written(GOOD))
    assert made.name == "no"  # YAML's words for true and false stay words
    assert [one["word"] for one in made.slots["n"]] == ["2", "4", "6"]
    assert [one["word"] for one in made.slots["noun"]] == ["film", "story"]
    assert made.label == {"positive": "n > 2", "negative": "n <= 2"}


def test_a_numbered_slot_is_filled_from_the_lexicon_of_its_kind(written):
    (made,) = read_templates(written(GOOD.replace("{n} of {noun}", "{n} of {noun2}")))
    assert made.slots["noun2"] == read_lexicons(written(GOOD))["noun"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{noun}", "{verb}", "own.yaml:5: template 'no': there is no lexicon 'verb' for the slot 'verb'"),
        ("{noun}", "{noun.many}", "has no form 'many'"),
        ("because: it is so", "why: it is so", "template 'no' has no because"),
        ("because: it is so", "becaus: x", "has no because"),
        (
            "because: it is so",
            "because: it is so\n    towards: x",
            "there is no key 'towards'.*\n.*\n.*mean toward",
        ),
        ("task: sst2", "task: hotels", "there is no task 'hotels'\n.*one of sst2, qqp"),
        ("label: {positive", "label: {good", "there is no label 'good'"),
        ("[film, ", "[film, film, ", "an entry is there twice"),
        ("word: story", "worl: story", "no form 'word'"),
        ("[2, 6, 2]", "[2, x]", "range is not understood"),
        ("templates:", "template:", "holds no templates"),
        ("noun: [", "noun: ]", "own.yaml:3: not YAML"),
        ("noun: [film, {word: story, many: stories}]", "noun: []", "has no entries"),
        ("[film, ", "['the {noun}', ", "what fills the slot 'noun' has a slot itself"),
        ("[film, ", "[' ', ", "neither a text nor forms"),
        ("[film, ", r'["a\0b", ', "NUL byte"),
        ("[film, ", r'["\ud800", ', "broken encoding"),
        ("[2, 6, 2]", "26", "range is not understood"),
        ("[2, 6, 2]", "[1, 1000000000000]", "range is too long"),
        ("slots: {n:", "slots: {nuon: [film], n:", "no text has the slot 'nuon'"),
        ("slots: {n:", "slots: {n: [1], n:", "own.yaml:10: the key 'n' stands there twice"),
        ("templates:\n  - name", "templates:\n  - film\n  - name", "template 1 is no mapping"),
        ("{n} of {noun}", " ", "a text is empty"),
    ],
)
def test_what_is_wrong_is_named_with_its_file(written, old, new, message):
    path = written(GOOD.replace(old, new))
    with pytest.raises(DataError, match=message) as raised:
        read_templates(path)
    assert str(path) in str(raised.value)


def test_two_templates_of_one_name_are_refused(written):
    row = GOOD.partition("templates:\n")[2]
    with pytest.raises(DataError, match="two templates of one name"):
        read_templates(written(GOOD + row))


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    with pytest.raises(DataError, match="there is no file"):
        read_templates(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"lexicons: \xe9")
    with pytest.raises(DataError, match="is not UTF-8"):
        read_templates(tmp_path / "latin.yaml")


def test_a_range_has_its_first_and_its_last_number_up_and_down():
    assert [one["word"] for one in entries("x", {"range": ["5", "1", "-2"]})] == ["5", "3", "1"]
    assert [one["word"] for one in entries("x", {"range": ["1", "2"]})] == ["1", "2"]


def test_aliases_of_aliases_are_refused_before_they_fill_the_memory(written):
    lists = "".join(f", &a{k} [{', '.join([f'*a{k - 1}'] * 20)}]" for k in range(1, 12))
    with pytest.raises(DataError, match=r"own\.yaml:1: more than 1,000,000 values"):
        read_lexicons(written(f"lexicons: {{noun: [[&a0 [x]{lists}]]}}"))


def test_entries_are_texts_forms_or_a_range():
    assert entries("p", ["a", {"word": "b", "many": "bs"}]) == ({"word": "a"}, {"word": "b", "many": "bs"})
    assert entries("p", {"range": ["1", "3"]}) == ({"word": "1"}, {"word": "2"}, {"word": "3"})
    with pytest.raises(DataError, match="neither a text nor forms"):
        entries("p", [["a"]])
