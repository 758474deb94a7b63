"""Every typo is of the kind that it says, at the distance that the paper gives."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.language.change import edit_distance
from mohs.language.typos import KEYBOARD, KINDS, LOOK_ALIKES, typo, typos

words = st.text(st.characters(categories=["Ll", "Lu"]), min_size=1, max_size=12) | st.text(
    "abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12
)
DISTANCE = {"insert": 1, "delete": 1, "swap": 2, "keyboard": 1, "look-alike": 1}


@pytest.mark.parametrize("kind", KINDS)
@given(word=words)
def test_the_distance_of_a_kind(kind, word):
    for variant in typos(word, kind):
        assert edit_distance(list(word), list(variant)) == DISTANCE[kind]


@given(word=words)
def test_all_but_look_alikes_keep_the_first_and_last_letter(word):
    for kind in KINDS:
        if kind != "look-alike":
            for variant in typos(word, kind):
                assert variant[0] == word[0] and variant[-1] == word[-1]


def test_every_variant_of_a_word():
    assert typos("good", "insert") == ["g ood", "go od", "goo d"]
    assert typos("good", "delete") == ["god"]
    assert typos("great", "swap") == ["gerat", "graet"]
    assert typos("bat", "look-alike") == ["8at", "b4t"]
    assert set(typos("cat", "keyboard")) == {"cqt", "cwt", "cst", "czt"}


def test_a_swap_of_equal_letters_is_none():
    assert typos("good", "swap") == []


def test_keyboard_letters_touch_on_a_keyboard():
    assert set(KEYBOARD["s"]) == set("adwezx")
    assert all(letter in KEYBOARD[near] for letter, all_near in KEYBOARD.items() for near in all_near)


def test_look_alikes_are_digits():
    assert all(digits.isdigit() for digits in LOOK_ALIKES.values())


def test_case_is_kept_by_a_keyboard_typo():
    assert all(variant[1].isupper() for variant in typos("GOT", "keyboard"))


def test_where_a_letter_has_no_variant_the_next_that_has_is_changed():
    class First(random.Random):
        def random(self):
            return 0.0

    changed = typo("c1asd", "keyboard", First())
    assert (changed[:2], changed[3:]) == ("c1", "sd") and changed[2] in KEYBOARD["a"]
    assert typo("cooler", "swap", First()) == "coloer"


def test_every_variant_of_a_place_is_drawn():
    drawn = {typo("g", "look-alike", random.Random(seed)) for seed in range(50)}
    assert drawn == set(LOOK_ALIKES["g"]) == {"6", "9"}


def test_the_neighbours_of_every_key():
    for place, key in {
        "q": "wa",
        "p": "ol",
        "a": "qwsz",
        "l": "opk",
        "g": "tyfhvb",
        "z": "asx",
        "m": "jkn",
    }.items():
        assert set(KEYBOARD[place]) == set(key)
    assert len(KEYBOARD) == 26


def test_a_short_word_may_have_no_variant():
    assert typo("a", "delete", random.Random(0)) is None


def test_the_same_seed_gives_the_same_typo():
    assert [typo("wonderful", "delete", random.Random(3)) for _ in range(5)] == [
        typo("wonderful", "delete", random.Random(3))
    ] * 5


@pytest.mark.parametrize("kind", KINDS)
@given(word=words, seed=st.integers(0, 50))
def test_a_drawn_typo_is_one_of_them_and_is_found_where_there_is_one(kind, word, seed):
    drawn = typo(word, kind, random.Random(seed))
    assert drawn in typos(word, kind) if typos(word, kind) else drawn is None


def test_every_typo_may_be_drawn():
    drawn = {typo("great", "keyboard", random.Random(seed)) for seed in range(400)}
    assert drawn == set(typos("great", "keyboard"))
