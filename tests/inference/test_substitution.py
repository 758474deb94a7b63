"""A projection finds the nearest word at every place, and a point is the text that it says."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fakes import Vectors
from mohs.inference.substitution import Substitution

PIECES = (("A good", "A bad", "An awful"), (" well", " ill"), ("-made", "-kept"))
LENGTHS = ((4, 3, 5), (4, 3), (4, 4))
PROJECT = Substitution(PIECES, LENGTHS, "!")


def test_a_point_is_a_text_and_says_where_its_words_stand():
    text, spans = PROJECT.text((2, 0, 1))
    assert text == "An awful well-kept!"
    assert [text[a:b] for a, b in spans] == ["awful", "well", "kept"]


def test_words_have_the_blank_before_them():
    assert PROJECT.words() == [" good", " bad", " awful", " well", " ill", "made", "kept"]


def test_it_can_be_hashed():
    assert hash(PROJECT) == hash(Substitution(PIECES, LENGTHS, "!"))


@given(st.integers(0, 2**32), st.sampled_from(["original", "current"]))
def test_the_nearest_word_is_taken(seed, around):
    rng = np.random.default_rng(seed)
    table = {word.strip(): rng.normal(size=5).tolist() for word in PROJECT.words()}
    vectors = [
        [np.array(table[w]) for w in own]
        for own in (["good", "bad", "awful"], ["well", "ill"], ["made", "kept"])
    ]
    moves = PROJECT.together([Substitution(PIECES, LENGTHS, "!", around)] * 2, Vectors(table))
    assert moves.owners.tolist() == [0, 0, 0, 1, 1, 1] and not moves.begin().any()
    current = [[own[0] for own in vectors] for _ in range(2)]
    for _ in range(3):
        numbers = rng.normal(size=(6, 5)).astype(np.float32) * 2
        points, offsets = moves.project(numbers)
        for k, point in enumerate(points):
            for place, own in enumerate(vectors):
                base = own[0] if around == "original" else current[k][place]
                away = [np.linalg.norm(v - base - numbers[3 * k + place]) for v in own]
                assert away[point[place]] <= min(away) + 1e-4
                current[k][place] = own[point[place]]
                np.testing.assert_allclose(offsets[3 * k + place], own[point[place]] - own[0], atol=1e-5)


def test_of_equally_near_words_the_first_is_taken():
    table = {"good": [0.0], "bad": [1.0], "awful": [1.0]}
    moves = PROJECT.together([PROJECT], Vectors(table))
    (point,), _ = moves.project(np.array([[0.5], [5.0], [-5.0]], np.float32))
    assert point == (0, 0, 0)
    (point,), _ = moves.project(np.array([[0.6], [5.0], [-5.0]], np.float32))
    assert point == (1, 0, 0)


def test_no_more_places_than_allowed_are_changed_and_those_that_gain_most():
    table = {"bad": [-1.0], "ill": [-1.0], "kept": [-1.0]}
    numbers = np.array([[-1.0], [-3.0], [-2.0]], np.float32)
    for most, point in ((None, (1, 1, 1)), (3, (1, 1, 1)), (2, (0, 1, 1)), (1, (0, 1, 0)), (0, (0, 0, 0))):
        one = Substitution(PIECES, LENGTHS, "!", "original", most)
        moves = one.together([PROJECT, one, PROJECT], Vectors(table))
        points, offsets = moves.project(np.tile(numbers, (3, 1)))
        assert points == [(1, 1, 1), point, (1, 1, 1)]
        assert (offsets[3:6].ravel() != 0).tolist() == [k > 0 for k in point]


def test_gradients_go_straight_through():
    moves = PROJECT.together([PROJECT] * 2, Vectors({}))
    gradients = [np.arange(3, dtype=np.float32)[:, None], np.arange(3, 6, dtype=np.float32)[:, None]]
    assert moves.pull([(0, 0, 0), (1, 1, 1)], gradients).ravel().tolist() == [0, 1, 2, 3, 4, 5]
