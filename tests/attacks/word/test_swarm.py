"""A swarm draws, moves and mutates by its rules, and breaks no constraint."""

import random
from collections.abc import Sequence

import numpy as np

from fakes import Cosines, Weights, answer, target
from mohs.attacks.constraints import SamePartOfSpeech, SentenceSimilarity
from mohs.attacks.questions import Classify, Gather, Similarity
from mohs.attacks.word import swarm as module
from mohs.attacks.word.places import Places
from mohs.attacks.word.swarm import Swarm, _draw, together, uniform
from mohs.engine.oracles import AnsweredBy, ClassifierOracle

# "truly good film": logit of positive = bias + 1 + 2 + 0.5.
WEIGHTS = {"truly": 1.0, "good": 2.0, "film": 0.5, "really": 0.8, "barely": -0.2, "decent": 1.5, "fine": 1.0, "bad": 0.4,
           "movie": 0.1}  # fmt: skip
NEAR = {
    "truly": [("really", 0.9), ("barely", 0.7)],
    "good": [("decent", 0.9), ("fine", 0.8), ("bad", 0.6)],
    "film": [("movie", 0.9)],
}


def places(one):
    words = one.text.words()
    table = one.english.synonyms.table
    known = {word: dict.fromkeys([near for near, _ in table[word]], "synonym") for word in table}
    return Places(one, {i: known[word] for i, word in enumerate(words) if word in table})


def test_places_are_drawn_as_their_weights_say():
    weights = np.tile([0.0, 3.0, 1.0, 0.0], (4, 1))
    assert _draw(weights, np.array([0.0, 0.74, 0.75, np.nextafter(1, 0)])).tolist() == [1, 1, 2, 2]


def test_random_numbers_are_the_searchs_own_and_even():
    numbers = uniform(random.Random(3), 100, 50)
    assert numbers.shape == (100, 50) and numbers.min() >= 0 and numbers.max() < 1
    assert abs(numbers.mean() - 0.5) < 0.02
    assert np.array_equal(numbers, uniform(random.Random(3), 100, 50))


def test_velocities_start_between_minus_three_and_three_each_word_its_own():
    one = target("truly good film", synonyms=NEAR, random=random.Random(1))
    swarm = Swarm(one, places(one))
    answer(swarm.begin(500), classify=ClassifierOracle(Weights(WEIGHTS, bias=9.0)))
    assert swarm._velocities.shape == (500, 3)
    assert -3 <= swarm._velocities.min() < -2.8 and 2.8 < swarm._velocities.max() <= 3
    assert abs(np.corrcoef(swarm._velocities.T)[0, 1]) < 0.2


def test_the_nearest_text_never_gets_worse():
    near = {w: [(f"{w}{k}", 0.9) for k in range(4)] for w in ["one", "two", "three", "four", "five", "six"]}
    rng = random.Random(5)
    weights = {w: rng.uniform(-0.5, 0.5) for n in near.values() for w, _ in n}
    one = target("one two three four five six", (0.01, 0.99), synonyms=near, random=random.Random(2))
    swarm = Swarm(one, places(one))
    oracle = ClassifierOracle(Weights(weights, bias=9.0))
    answer(swarm.begin(8), classify=oracle)
    last, own = swarm._nearness_of_all, swarm._best_nearness.copy()
    for _ in range(10):
        answer(swarm.move(0.5, 0.5, 0.5), classify=oracle)
        answer(swarm.mutate(), classify=oracle)
        assert swarm._nearness_of_all >= last and (swarm._best_nearness >= own).all()
        assert swarm._nearness_of_all == swarm._best_nearness.max()
        last, own = swarm._nearness_of_all, swarm._best_nearness.copy()


def test_several_searches_ask_at_once():
    def first():
        rows = yield Classify(["a", "b"])
        again = yield Classify(["c"])
        return rows, again

    def second():
        one, other = yield Gather((Classify(["d"]), Similarity([("e", "f")])))
        return one, other

    def third():
        yield from ()
        return 7

    asking = together([first(), second(), third()])
    gathered = next(asking)
    assert [q.items for q in gathered.questions] == [["a", "b"], ["d"], ["e", "f"]]
    gathered = asking.send(("AB", "D", "EF"))
    assert [q.items for q in gathered.questions] == [["c"]]
    try:
        asking.send(("C",))
    except StopIteration as end:
        assert end.value == [("AB", "C"), ("D", "EF"), 7]


def run(one, constraints, weights, encoder=None, bias=2.0, generations=6):
    """A swarm to its end; its particles are looked at after every step."""
    oracles = {
        "classify": ClassifierOracle(Weights(weights, bias=bias)),
        "similarity": AnsweredBy((encoder or Cosines({})).encode),
    }
    known = places(one)
    swarm = Swarm(one, known, constraints)
    seen, won = [], answer(swarm.begin(6), **oracles)
    for _ in range(generations):
        for step in (lambda: swarm.move(0.5, 0.5, 0.5), swarm.mutate):
            if won is None:
                seen += [known.text(row).string for row in swarm._particles]
                won = answer(step(), **oracles)
    return seen, None if won is None else known.text(won).string, known.text(swarm.best_of_all).string


def test_no_particle_moves_to_a_text_that_breaks_a_constraint():
    """ "bad" is what would come nearest, and "barely" with "fine" what is not similar enough together."""
    one = target("truly good film", (0.004, 0.996), synonyms=NEAR, random=random.Random(4))

    class Together(Cosines):
        def encode(self, texts: Sequence[str]):
            super().encode(texts)
            low = ["bad" in text or ("barely" in text and "fine" in text) for text in texts]
            return np.array([[0.0, 1.0] if one_low else [1.0, 0.0] for one_low in low])

    seen, won, best = run(one, [SentenceSimilarity(threshold=0.8)], WEIGHTS, Together({}))
    assert won is None and len(set(seen)) > 3
    assert not [text for text in (*seen, best) if "bad" in text or ("barely" in text and "fine" in text)]
    free, _, nearest = run(one, [], WEIGHTS)
    assert any("bad" in text for text in free) and nearest.startswith("barely bad")


def test_of_those_that_reach_the_goal_the_first_that_respects_the_constraints_is_taken():
    """ "bad" flips by most; it has another part of speech. "fine" flips too."""
    weights = {"good": 1.0, "fine": -2.0, "bad": -3.0, "decent": 0.9}
    one = target(
        "good",
        (0.3, 0.7),
        synonyms=NEAR,
        tags={"good": "ADJ", "fine": "ADJ", "bad": "ADV"},
        random=random.Random(0),
    )
    assert run(one, [SamePartOfSpeech()], weights, bias=0.0)[1] == "fine"
    assert run(one, [], weights, bias=0.0)[1] == "bad"


def test_a_question_about_very_long_texts_is_asked_in_parts(monkeypatch):
    text = "good film " + "and so on " * 200
    one = target(text, (0.1, 0.9), synonyms=NEAR, random=random.Random(0))
    monkeypatch.setattr(module, "AT_ONCE", 5_000)
    asking, sizes = Swarm(one, places(one)).begin(60), []
    question = next(asking)
    try:
        while True:
            sizes.append(question.size)
            assert sum(map(len, question.items)) < 5_000 + len(text) + 10
            question = asking.send(np.tile([0.1, 0.9], (question.size, 1)))
    except StopIteration:
        pass
    assert sum(sizes) == 4 and len(sizes) > 1
