"""Numbers, names, negations and names of labels stay, and none of their kind comes in."""

import pytest

from fakes import answer, target
from mohs.attacks.build import build
from mohs.attacks.keep import NEGATIONS, NUMBERS, Keep

TEXT = "Three men in Paris don't like it, hardly a positive sign"
TAGS = {"paris": "PROPN", "men": "NOUN"}
WORDS = TEXT.replace(",", "").split()


def known(**more):
    return target(TEXT, tags=TAGS, labels=("positive", "not_entailment"), **more)


def left(keep):
    return [WORDS[i] for i in keep.positions(known(), range(len(WORDS)))]


def test_all_are_kept_by_default():
    assert left(Keep()) == ["men", "in", "like", "it", "a", "sign"]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("numbers", ["Three"]),
        ("names", ["Paris"]),
        ("negations", ["don't", "hardly"]),
        ("labels", ["positive"]),
    ],
)
def test_each_is_an_option(option, words):
    others = dict.fromkeys(("numbers", "names", "negations", "labels"), False)
    assert [word for word in WORDS if word not in left(Keep(**{**others, option: True}))] == words
    assert left(Keep(**others)) == WORDS


def test_words_of_ones_own_are_kept_in_whatever_case_and_not_put_in():
    keep = Keep(numbers=False, names=False, negations=False, labels=False, words=("MEN", "like", "hardly"))
    assert [word for word in WORDS if word not in left(keep)] == ["men", "like", "hardly"]
    allowed = keep.allows(known(), known().text, 0, ["Men", "men's", "women", "unlike"])
    assert answer(allowed) == [False, False, True, True]


def test_words_of_ones_own_can_be_set_by_name():
    attack = build("textfooler", {"keep.words": "Acme,Globex"})
    assert attack.keep == Keep(words=("Acme", "Globex"))
    assert build("textfooler", {"keep.words": "none"}).keep == Keep()


@pytest.mark.parametrize(
    ("new", "good"),
    [("four", False), ("Twenty", False), ("never", False), ("isn't", False), ("ISN\u2019T", False), ("Positive", False),
     ("positive's", False), ("entailment", False), ("forge", True), ("person", True), ("London", True)],
)  # fmt: skip
def test_none_is_put_in(new, good):
    """Of a name nothing is known without its sentence: London may stand for "men"."""
    assert answer(Keep().allows(known(), known().text, 1, [new])) == [good]


def test_nothing_may_be_put_at_a_kept_word():
    for index in (0, 3, 4, 7, 9):
        assert answer(Keep().allows(known(), known().text, index, ["fine", "good"])) == [False, False]
    assert answer(Keep().allows(known(), known().text, 1, ["fine", "good"])) == [True, True]


def test_names_are_those_of_the_original_sentence():
    """A word that was put in beside it, or in its place, makes no name of it and takes none away."""
    one = known()
    text = one.text.replace(3, "there", "synonym").replace(1, "paris", "synonym")
    later = one.at(text, one.probabilities)
    assert Keep().positions(later, [1, 3]) == [1]


def test_a_tagger_is_needed_for_names_alone():
    assert Keep().needs == ("parts-of-speech",) and Keep(names=False).needs == ()


def test_the_lists_have_no_word_twice_in_another_spelling():
    assert not NUMBERS & NEGATIONS
    assert all(word == word.lower() for word in NUMBERS | NEGATIONS)
