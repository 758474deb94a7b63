"""A projection finds the nearest word at every place, and a point is the text that it says."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from fakes import Vectors
from mohs.inference.substitution import Substitution, word_vectors

CHOICES = (("good", "bad", "awful"), ("well", "ill"), ("made", "kept"))
GAPS = (("A ", "A ", "An "), " ", "-")
PROJECT = Substitution(CHOICES, GAPS, "!")


def test_a_point_is_a_text_and_says_where_its_words_stand():
    text, spans = PROJECT.text((2, 0, 1))
    assert text == "An awful well-kept!"
    assert [text[a:b] for a, b in spans] == ["awful", "well", "kept"]


def test_words_are_asked_for_once_and_with_the_blank_before_them():
    asked = []

    class Asked(Vectors):
        def vectors(self, strings):
            asked.extend(strings)
            return super().vectors(strings)

    again = Substitution((("well", "kept"), ("good",)), ("", " "), "")
    found = word_vectors(Asked({"kept": [3.0], "good": [2.0]}), [PROJECT, again])
    assert asked == [" good", " bad", " awful", " well", " ill", "made", "kept", "well"]
    assert found[[0, 6, 7, 8, 9], 0].tolist() == [2, 3, 0, 3, 2]


def test_it_can_be_hashed():
    assert hash(PROJECT) == hash(Substitution(CHOICES, GAPS, "!"))


@given(st.integers(0, 2**32), st.sampled_from(["original", "current"]))
def test_the_nearest_word_is_taken(seed, around):
    rng = np.random.default_rng(seed)
    table = {word: rng.normal(size=5).tolist() for own in CHOICES for word in own}
    vectors = [[np.array(table[w]) for w in own] for own in CHOICES]
    moves = PROJECT.together([Substitution(CHOICES, GAPS, "!", around)] * 2, Vectors(table))
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
        one = Substitution(CHOICES, GAPS, "!", "original", most)
        moves = one.together([PROJECT, one, PROJECT], Vectors(table))
        points, offsets = moves.project(np.tile(numbers, (3, 1)))
        assert points == [(1, 1, 1), point, (1, 1, 1)]
        assert (offsets[3:6].ravel() != 0).tolist() == [k > 0 for k in point]


def test_gradients_go_straight_through():
    moves = PROJECT.together([PROJECT] * 2, Vectors({}))
    gradients = [np.arange(3, dtype=np.float32)[:, None], np.arange(3, 6, dtype=np.float32)[:, None]]
    assert moves.pull(gradients).ravel().tolist() == [0, 1, 2, 3, 4, 5]
