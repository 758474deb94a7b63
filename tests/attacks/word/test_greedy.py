"""The order of the words and the step at a word, against brute force."""

import dataclasses

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fakes import Cosines, Weights, answer, target
from mohs.attacks.constraints import SentenceSimilarity
from mohs.attacks.word.greedy import best_step, rank_by_importance
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.language.words import Text


def rank(text, weights, **options):
    classifier = Weights(weights)
    before = classifier.probabilities([text])[0]
    asking = rank_by_importance(target(text, before), range(len(Text(text))), **options)
    return answer(asking, classify=ClassifierOracle(classifier))


def test_the_word_that_is_missed_most_comes_first():
    assert rank("a good fine film", {"good": 1.0, "fine": 2.0, "film": -1.0}) == [2, 1, 0, 3]


def test_equal_words_stay_in_the_order_of_the_text():
    assert rank("a b c d", {}) == [0, 1, 2, 3]


def test_one_word_is_ranked_without_asking():
    assert list(rank_by_importance(target("good"), [0])) == []


def test_something_else_may_stand_in_the_place_of_a_word():
    classifier = Weights({"good": 1.0})
    asking = rank_by_importance(target("a good film"), [0, 1, 2], unknown="[UNK]")
    assert answer(asking, classify=ClassifierOracle(classifier)) == [1, 0, 2]
    assert classifier.seen == ["[UNK] good film", "a [UNK] film", "a good [UNK]"]


def test_a_word_whose_loss_flips_the_label_gains_what_the_new_label_gains():
    """Three labels: x loses more of the gold label, y flips it. With the gain (equation 2) y comes first."""

    class Three:
        def answer(self, items):
            rows = {" y": [0.40, 0.31, 0.29], "x ": [0.44, 0.46, 0.10]}
            return [rows[item] for item in items]

    known = target("x y", (0.80, 0.10, 0.10), label=0)
    assert answer(rank_by_importance(known, [0, 1]), classify=Three()) == [0, 1]
    assert answer(rank_by_importance(known, [0, 1], gain=True), classify=Three()) == [1, 0]


def test_what_the_new_label_gains_is_counted_from_the_text_as_it_was_and_where_the_label_flips():
    """By hand, equation 2: a gives .55 + (.46 - .4), b .64 and no flip, c .58 + (.48 - .1)."""

    class Three:
        def answer(self, items):
            rows = {" b c": [0.45, 0.46, 0.09], "a  c": [0.36, 0.32, 0.32], "a b ": [0.42, 0.10, 0.48]}
            return [rows[item] for item in items]

    known = target("a b c", (0.5, 0.4, 0.1), label=0)
    assert answer(rank_by_importance(known, [0, 1, 2], gain=True), classify=Three()) == [2, 1, 0]


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(0, 1)), min_size=1, max_size=8),
    st.booleans(),
    st.floats(0.0, 1.0),
    st.sampled_from(["last", "first"]),
)
@example([(0.5, 0.0), (0.5, 1.0)], True, 0.0, "first")  # equally near, the later one more similar, none there
def test_either_order_of_asking_gives_what_brute_force_would(candidates, prefer_similar, threshold, asked):
    """Brute force: drop what is not similar enough, then take the best of the rest."""
    words = [f"w{k}" for k in range(len(candidates))]
    weights = {word: weight for word, (weight, _) in zip(words, candidates, strict=True)} | {"old": 1.0}
    cosines = {word: round(cosine, 3) for word, (_, cosine) in zip(words, candidates, strict=True)}
    text, classifier = Text("old"), ClassifierOracle(Weights(weights))
    before = np.array(classifier.answer(["old"]))[0]
    near = 1 - np.array(classifier.answer(words))[:, 1]
    similarity = SentenceSimilarity(threshold=threshold, window=None, asked=asked)
    encoder = Cosines(cosines)
    step = answer(
        best_step(
            target("old", before), text, before[0], 0, words, similarity, prefer_similar=prefer_similar
        ),
        classify=classifier,
        similarity=AnsweredBy(encoder.encode),
    )
    kept = [k for k in range(len(words)) if round(cosines[words[k]], 5) >= threshold and near[k] > before[0]]
    flips = [k for k in kept if np.array(classifier.answer([words[k]]))[0].argmax() == 0]
    if flips and prefer_similar:
        best = max(flips, key=lambda k: (cosines[words[k]], -k))
    elif kept:
        best = max(flips or kept, key=lambda k: (classifier.answer([words[k]])[0][0], -k))
    else:
        assert step is None
        return
    assert step is not None and step[0] == best and step[2] == (best in flips)


@pytest.mark.parametrize(("prefer_first", "taken"), [(True, 1), (False, 2)])
@pytest.mark.parametrize(
    "similarity",
    [None, *(SentenceSimilarity(threshold=0.5, window=None, asked=asked) for asked in ("last", "first"))],
    ids=["none", "last", "first"],
)
def test_the_first_that_reaches_the_goal_or_the_nearest(prefer_first, taken, similarity):
    """fair does not flip, bad (-0.5) and awful (-2) do."""
    classifier = ClassifierOracle(Weights({"old": 1.0, "fair": 0.5, "bad": -0.5, "awful": -2.0}))
    before = np.array(classifier.answer(["old"]))[0]
    words = ["fair", "bad", "awful"]
    step = answer(
        best_step(
            target("old", before), Text("old"), before[0], 0, words, similarity, prefer_first=prefer_first
        ),
        classify=classifier,
        similarity=AnsweredBy(Cosines({}).encode),
    )
    assert step[0] == taken and step[2]


ANY = SentenceSimilarity(threshold=-1.0, window=None)


@pytest.mark.parametrize("similarity", [None, ANY], ids=["none", "last"])
@pytest.mark.parametrize(
    ("row", "taken"),
    [
        ((0.34, 0.33, 0.33), None),  # as near as before
        ((0.45, 0.55, 0.00), 0),  # less near than before, and yet there
        ((0.33, 0.32, 0.35), 0),
        ((0.35, 0.33, 0.32), None),
    ],
)
def test_a_step_comes_nearer_or_reaches_the_goal(similarity, row, taken):
    class Three:
        def answer(self, items):
            return [row for _ in items]

    known = target("old", (0.34, 0.33, 0.33), label=0)
    step = answer(
        best_step(known, known.text, known.nearness, 0, ["new"], similarity),
        classify=Three(),
        similarity=AnsweredBy(Cosines({}).encode),
    )
    assert step == (None if taken is None else (0, pytest.approx(row[1] + row[2]), row[0] < max(row[1:])))


@pytest.mark.parametrize(
    "similarity", [None, ANY, dataclasses.replace(ANY, asked="first")], ids=["none", "last", "first"]
)
def test_what_reaches_the_goal_goes_before_what_only_comes_nearer(similarity):
    """Of three labels: one candidate takes more of the gold label and flips nothing, the other flips."""

    class Three:
        def answer(self, items):
            rows = {"near": [0.36, 0.32, 0.32], "there": [0.45, 0.55, 0.0]}
            return [rows[item] for item in items]

    known = target("old", (0.6, 0.2, 0.2), label=0)
    step = answer(
        best_step(known, known.text, known.nearness, 0, ["near", "there"], similarity),
        classify=Three(),
        similarity=AnsweredBy(Cosines({}).encode),
    )
    assert step == (1, pytest.approx(0.55), True)


def test_no_similarity_is_asked_for_texts_that_are_not_checked():
    similarity = SentenceSimilarity(threshold=0.9, window=5, short="skip")
    classifier, encoder = ClassifierOracle(Weights({"old": 1.0, "new": -1.0})), Cosines({"new": 0.1})
    for asked in ("last", "first"):
        one = dataclasses.replace(similarity, asked=asked)
        asking = best_step(target("old film"), Text("old film"), 0.3, 0, ["new"], one)
        step = answer(asking, classify=classifier, similarity=AnsweredBy(encoder.encode))
        assert step[0] == 0 and encoder.seen == []


def test_no_similarity_is_asked_for_what_would_not_be_taken():
    weights = {"old": 1.0, "worse": 2.0, "better": 0.5, "best": 0.2}
    classifier, encoder = ClassifierOracle(Weights(weights)), Cosines({})
    before = np.array(classifier.answer(["old"]))[0]
    similarity = SentenceSimilarity(threshold=0.5, window=None)
    step = answer(
        best_step(
            target("old", before), Text("old"), before[0], 0, ["worse", "better", "best"], similarity,
            prefer_similar=True,
        ),
        classify=classifier,
        similarity=AnsweredBy(encoder.encode),
    )  # fmt: skip
    assert step[0] == 2
    assert encoder.seen == ["old", "best"]


def test_nothing_to_put_asks_nothing():
    with pytest.raises(StopIteration) as end:
        next(best_step(target("old"), Text("old"), 0.1, 0, [], None, prefer_similar=True))
    assert end.value.value is None


def test_asked_first_the_classifier_never_sees_what_is_not_similar_enough():
    weights = {"old": 1.0, "better": 0.5, "best": 0.2}
    before, classifier = Weights(weights).probabilities(["old"])[0], Weights(weights)
    similarity = SentenceSimilarity(threshold=0.5, window=None, asked="first")
    step = answer(
        best_step(target("old", before), Text("old"), before[0], 0, ["better", "best"], similarity),
        classify=ClassifierOracle(classifier),
        similarity=AnsweredBy(Cosines({"best": 0.1}).encode),
    )
    assert step[0] == 0 and classifier.seen == ["better"]
