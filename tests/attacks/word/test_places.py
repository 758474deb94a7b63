"""Texts that differ at many words, made by one concatenation, are what their declared edits make."""

import random
from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import english, target
from mohs.attacks.target import Goal, Target
from mohs.attacks.word.places import Places, apart
from mohs.language.words import Text, replay


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 8))
def test_places_render_what_the_edits_make(seed, count):
    """Particles at random, with articles and markup between the words."""
    rng = random.Random(seed)
    words = [
        "an",
        "owl",
        "saw",
        "a",
        "cat",
        "and",
        "an",
        "<br />",
        "eagle",
        "A",
        "dog!",
        "\u201cowl\u201d",
        "(cat)",
    ]
    string = "  ".join(" ".join(rng.choice(words) for _ in range(6)) for _ in range(count))
    text = Text(string)
    known = dict.fromkeys(("ant", "cow", "hour", "unit"), "synonym")
    one = Target(text, Goal(1), np.array([0.1, 0.9]), english(), random=rng)
    indices = [i for i in range(len(text)) if text.word(i).lower() in ("owl", "cat", "eagle", "dog", "saw")]
    places = Places(one, dict.fromkeys(indices, known))
    particles = np.array([[rng.randrange(5) for _ in indices] for _ in range(8)]).reshape(8, len(indices))
    for row, made in zip(particles, places.strings(particles), strict=True):
        assert places.text(row).string == made
        assert replay(string, places.text(row).edits).string == made
    for place in range(len(indices)):
        row = particles[0].copy()
        for choice, made in enumerate(places.neighbours(row.tolist(), place), 1):
            row[place] = choice
            assert places.text(row).string == made


def test_a_place_is_drawn_by_its_candidates_up_to_ten():
    known = {0: {f"good{k}": "synonym" for k in range(30)}, 1: {"movie": "synonym", "pic": "synonym"}}
    assert Places(target("good film"), known).weights.tolist() == [10, 2]


def test_a_candidate_that_is_the_word_itself_is_no_choice():
    places = Places(target("good film"), {0: {"good": "synonym", "fine": "synonym"}})
    assert places.choices == [("good", "fine")]
    assert not Places(target("good film"), {0: {"good": "synonym"}})
    assert not Places(target("good film"), {})


def test_the_rest_of_a_text_stays_to_the_letter():
    """20,000 particles of a text with everything that a tokenizer would spoil."""
    string = "\tGood\u200b film,  don\u2019t <br /> miss 3.5% of  it :) caf\u00e9 U.S. movie!\r\n"
    text = Text(string)
    indices = [i for i in range(len(text)) if text.word(i) in ("Good", "film", "movie")]
    places = Places(target(string), {i: {"x": "synonym", "yz": "synonym"} for i in indices})
    rng = np.random.default_rng(0)
    pieces = ["\t", "\u200b ", ",  don\u2019t <br /> miss 3.5% of  it :) caf\u00e9 U.S. ", "!\r\n"]
    particles = rng.integers(0, 3, (20_000, 3))
    words = [["Good", "X", "Yz"], ["film", "x", "yz"], ["movie", "x", "yz"]]
    for row, made in zip(particles.tolist(), places.strings(particles), strict=True):
        put = [words[place][choice] for place, choice in enumerate(row)]
        assert made == "".join(a + b for a, b in zip(pieces, [*put, ""], strict=True))


def test_a_word_stays_with_the_one_of_two_neighbours_among_whose_candidates_it_is_earlier():
    def left(text, **candidates):
        known = {int(index[1:]): dict.fromkeys(words.split(), "kind") for index, words in candidates.items()}
        return {index: " ".join(words) for index, words in apart(Text(text), known).items()}

    assert left("x y z", _0="a b c", _1="c b d") == {0: "a b", 1: "c d"}
    assert left("x y z", _0="a", _1="a b", _2="a b") == {0: "a", 1: "b", 2: "a"}
    assert left("x y z", _0="a", _2="a") == {0: "a", 2: "a"}
    assert left("x, Y z", _0="Y a", _1="A b") == {0: "a", 1: "b"}
    assert left("x y z", _0="y", _1="z x") == {}


@given(
    text=st.lists(st.sampled_from("abcd"), min_size=1, max_size=6),
    known=st.dictionaries(st.integers(0, 5), st.lists(st.sampled_from("abcdeF"), max_size=4, unique=True)),
)
def test_no_choice_of_candidates_puts_a_word_beside_itself(text, known):
    indices = sorted(index for index in known if index < len(text))
    found = apart(Text(" ".join(text)), {index: dict.fromkeys(known[index], "kind") for index in indices})
    options = [[word, *found.get(index, ())] for index, word in enumerate(text)]
    for made in product(*options):
        for k in range(1, len(text)):
            new = made[k] != text[k] or made[k - 1] != text[k - 1]
            assert not (new and made[k].lower() == made[k - 1].lower())
