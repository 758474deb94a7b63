"""Among the texts of a descent the first that holds is taken, and words that are not needed are put back."""

import pytest

from fakes import Cosines, Weights, answer, target
from mohs.attacks.constraints import SentenceSimilarity
from mohs.attacks.reaching import Texts, first_reaching, put_back
from mohs.attacks.word.places import Places
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.language.words import WHOLE

CHOICES = (("a", "x"), ("b", "y"), ("c", "z"))
# "positive" is left where the sum is below 0: y alone is enough, x and z together are
WEIGHTS = {"x": -1.0, "y": -2.0, "z": -0.6}


TARGET = target("a b c")
TEXTS = Texts(TARGET, Places(TARGET, {k: {new: "k"} for k, (_, new) in enumerate(CHOICES)}))


def run(asking, cosines=None):
    classifier = Weights(WEIGHTS, bias=1.5)
    found = answer(
        asking, classify=ClassifierOracle(classifier), similarity=AnsweredBy((Cosines(cosines or {})).encode)
    )
    return found, [text for batch in classifier.batches for text in batch]


def test_the_first_point_that_reaches_the_goal_is_taken_and_no_more_is_asked_than_a_block():
    points = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (1, 1, 1)]
    found, asked = run(first_reaching(TEXTS, points, ()))
    assert found == (0, 1, 0)
    assert asked == ["x b c", "a y c", "x y c"]  # blocks of one, two, four
    assert run(first_reaching(TEXTS, points[:1], ()))[0] is None
    assert run(first_reaching(TEXTS, [], ())) == (None, [])


def test_one_that_a_constraint_forbids_is_passed_over():
    steps = (SentenceSimilarity(threshold=0.8, window=None),)
    points = [(0, 1, 0), (1, 0, 1)]
    assert run(first_reaching(TEXTS, points, steps), {"y": 0.5})[0] == (1, 0, 1)


def test_words_are_put_back_while_the_goal_is_reached_without_them():
    found, asked = run(put_back(TEXTS, (1, 1, 1), ()))
    # without z the sum is -1.5, without x -1.1, without y -0.1: z first, then x, and y is left
    assert found == (0, 1, 0)
    assert asked == ["a y z", "x b z", "x y c", "a y c"]


@pytest.mark.parametrize("point", [(1, 0, 1), (0, 1, 0), (0, 0, 0)])
def test_a_word_that_is_needed_stays(point):
    assert run(put_back(TEXTS, point, ()))[0] == point


def test_nothing_is_put_back_where_a_constraint_would_not_hold_then():
    steps = (SentenceSimilarity(threshold=0.8, window=None),)
    assert run(put_back(TEXTS, (1, 1, 1), steps), {"y": 0.5})[0] == (1, 1, 1)


def test_a_text_is_written_word_by_word_or_as_a_whole():
    point = (1, 0, 1)
    assert [edit.word for edit in TEXTS.text(point).edits] == [0, 2]
    (edit,) = Texts(TARGET, TEXTS.places, "anew").text(point).edits
    assert (edit.word, edit.before, edit.after, edit.kind) == (WHOLE, "a b c", "x b z", "anew")
    assert TEXTS.string(point) == "x b z"
