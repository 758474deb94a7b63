"""SememePSO moves, mutates and asks as the paper's algorithm does: a generation worked out by hand, and rules."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import SENTIMENT, Letters, Weights, answer, english, example, target
from mohs.attacks.build import build, open_attacks
from mohs.attacks.questions import Classify
from mohs.attacks.target import Goal, Target
from mohs.attacks.word.sememe_pso import SememePSO, _between
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine
from mohs.language.sememes import Candidate
from mohs.language.words import Text, replay

# "a truly good film": logit of positive = -0.5 (bias) + 1 (truly) + 2 (good) + 0.5 (film) = 3.
WEIGHTS = {"truly": 1.0, "good": 2.0, "film": 0.5, "really": 0.8, "barely": -0.2, "decent": 1.5, "fine": 1.0, "bad": 0.4,
           "movie": 0.1}  # fmt: skip
NEAR = {
    "truly": [("really", 0.9), ("barely", 0.7)],
    "good": [("decent", 0.9), ("fine", 0.8), ("bad", 0.6)],
    "film": [("movie", 0.9)],
}


class Stream(random.Random):
    """Random numbers that were chosen beforehand."""

    def __init__(self, *numbers):
        self.numbers = list(numbers)

    def randbytes(self, n):
        taken, self.numbers = self.numbers[: n // 8], self.numbers[n // 8 :]
        assert len(taken) == n // 8
        return (np.array([int(x * 2**53) for x in taken], "<u8") << np.uint64(11)).tobytes()


def search(attack, weights, stream, text="a truly good film", near=NEAR, bias=-0.5):
    classifier = Weights(weights, bias=bias)
    oracle = ClassifierOracle(classifier)
    probabilities = oracle.answer([text])[0]
    classifier.batches.clear()
    one = target(text, probabilities, synonyms=near, stop_words={"a"}, random=stream)
    return answer(attack.search(one), classify=oracle), classifier


GENERATION = [
    0.1, 0.5,  # words of the two particles
    *[0.5] * 6,  # velocities at the start: 3 * (2 * 0.5 - 1) = 0
    0.9, 0.1,  # towards their own best texts
    0.1, 0.5,  # towards the best text of all
    *[0.0] * 3, *[0.0] * 3,  # turns of each word towards the own best
    0.6, 0.4, 0.5, *[0.0] * 3,  # and towards the best of all
    0.0, 0.3,  # mutate?
    0.5, 0.8,  # where
]  # fmt: skip


def test_the_golden_trace():
    """Two particles, one generation.

    Places and weights: truly 2, good 3, film 1; sums 2, 5, 6. The first particle draws .1 * 6 = .6: truly, the second
    .5 * 6 = 3: good. Best there: barely (3 - 1.2 = 1.8) and bad (3 - 1.6 = 1.4), the best of all.

    First particle, barely: differs from the best of all at truly and good, so the pull is -3 + 3 = 0 there and -6 at
    film; velocity .8 * 0 + .2 * pull = 0, 0, -1.2; turns .5, .5, .23. It does not move to its own best (.9 >= .8), but
    to the best of all (.1 < .2): .6, .4, .5 turn good alone: "barely bad" (1.8 - 1.6 = .2). The second particle moves
    to its own best (.1 < .8), where it is already; not to the best of all (.5 >= .2).

    Mutation: the first has changed 2 of 4 words, so its chance is 1 - 2 * .5 = 0. The second's is .5 > .3; truly and
    film are left, sums 2, 2, 3; .8 * 3 = 2.4: film.
    """
    stream = Stream(*GENERATION)
    text, classifier = search(SememePSO(population=2, iterations=1), WEIGHTS, stream)
    assert classifier.batches == [
        [
            "a really good film",
            "a barely good film",
            "a truly decent film",
            "a truly fine film",
            "a truly bad film",
        ],
        ["a barely bad film"],
        ["a truly bad movie"],
    ]
    assert text.string == "a barely bad film"
    assert [(e.word, e.before, e.after, e.kind) for e in text.edits] == [
        (1, "truly", "barely", "sememe"),
        (2, "good", "bad", "sememe"),
    ]
    assert stream.numbers == []


def test_a_mutation_that_reaches_the_goal_ends_the_search():
    """As above, but "truly bad movie" is -.5 + 1 + .4 - 1 = -.1."""
    text, classifier = search(SememePSO(population=2), {**WEIGHTS, "movie": -1.0}, Stream(*GENERATION))
    assert text.string == "a truly bad movie"
    assert len(classifier.batches) == 3


def test_a_move_that_reaches_the_goal_ends_the_search_before_the_mutation():
    """As above, but "barely bad film" is -.5 - .2 + .1 + .5 = -.1."""
    stream = Stream(*GENERATION)
    text, classifier = search(SememePSO(population=2), {**WEIGHTS, "bad": 0.1}, stream)
    assert text.string == "a barely bad film"
    assert len(classifier.batches) == 2 and len(stream.numbers) == 4


def test_one_changed_word_that_is_enough_ends_the_search_at_once():
    text, classifier = search(SememePSO(population=2), {**WEIGHTS, "bad": -2.0}, Stream(*GENERATION))
    assert text.string == "a truly bad film"
    assert len(classifier.batches) == 1


def test_a_particle_without_a_better_candidate_stays_at_the_text():
    weights = {"good": 1.0, "better": 2.0, "best": 3.0}
    near = {"good": [("better", 0.9), ("best", 0.8)]}
    attack = SememePSO(population=5, iterations=3)
    text, classifier = search(attack, weights, random.Random(0), "good", near)
    assert text.string == "good" and text.edits == ()
    assert sorted(classifier.seen) == ["best", "better"]


def test_the_constants_are_those_of_the_paper():
    attack = SememePSO()
    assert (attack.population, attack.iterations) == (60, 20)
    assert attack.inertia == attack.to_own_best == (0.8, 0.2)
    assert attack.to_global_best == (0.2, 0.8)
    assert attack.needs == ("sememes", "parts-of-speech")


@pytest.mark.parametrize(
    ("generation", "inertia", "to_global"), [(0, 0.8, 0.2), (10, 0.5, 0.5), (19, 0.23, 0.77)]
)
def test_schedules_are_straight_lines(generation, inertia, to_global):
    attack = SememePSO()
    assert _between(attack.inertia, generation / 20) == pytest.approx(inertia)
    assert _between(attack.to_global_best, generation / 20) == pytest.approx(to_global)


def test_of_those_that_reach_the_goal_the_least_changed_then_the_nearest_is_taken():
    """All three words flip the label, "awful" by most."""
    weights = {"good": 1.0, "poor": -1.0, "awful": -3.0, "bad": -2.0}
    near = {"good": [("poor", 0.9), ("awful", 0.8), ("bad", 0.8)]}
    text, _ = search(SememePSO(population=3), weights, random.Random(0), "good", near)
    assert text.string == "awful"


WORDS = ["film", "good", "truly", "the", "story", "plot", "bad", "fine", "old", "new"]
TABLE = {w: [(f"{w}{k}", 0.9) for k in range(n)] for n, w in enumerate(WORDS)}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.integers(0, 2**32), st.booleans())
def test_whatever_it_finds_is_made_of_candidates_and_nothing_is_asked_twice(words, seed, capital):
    text = " ".join(words).capitalize() if capital else " ".join(words)
    rng = random.Random(seed)
    weights = {w: rng.uniform(-1, 1) for w in WORDS} | {
        w: rng.uniform(-1, 1) for n in TABLE.values() for w, _ in n
    }
    attack = SememePSO(population=6, iterations=4)
    found, classifier = search(attack, weights, random.Random(seed), text, TABLE, bias=5.0)
    assert replay(text, found.edits).string == found.string
    places = [edit.word for edit in found.edits]
    assert places == sorted(set(places))
    for edit in found.edits:
        assert edit.after.lower() in dict(TABLE[words[edit.word]])
        assert edit.after[0].isupper() == edit.before[0].isupper()
    assert len(classifier.seen) == len(set(classifier.seen)) and text not in classifier.seen


def test_a_swarm_finds_what_no_single_word_does():
    """Each of six words takes 1 of 4.5: five must change, one after the other."""
    words = ["one", "two", "three", "four", "five", "six"]
    near = {w: [(f"{w}x", 0.9), (f"{w}y", 0.8)] for w in words}
    weights = {f"{w}x": -1.0 for w in words}
    text, classifier = search(SememePSO(), weights, random.Random(0), " ".join(words), near, bias=4.5)
    assert len(text.edits) == 5
    assert all(edit.after.endswith("x") for edit in text.edits)
    assert len(classifier.batches) <= 1 + 2 * 20


def test_the_whole_swarm_is_one_question_for_each_step():
    near = {
        w: [(f"{w}{k}", 0.9) for k in range(5)]
        for w in ["one", "two", "three", "four", "five", "six", "seven"]
    }
    one = target(" ".join(near), (0.0, 1.0), synonyms=near)
    asking = SememePSO(population=60, iterations=3).search(one)
    question, sizes = next(asking), []
    try:
        while True:
            assert isinstance(question, Classify)
            sizes.append(question.size)
            question = asking.send(np.tile([0.1, 0.9], (question.size, 1)))
    except StopIteration:
        pass
    assert len(sizes) <= 1 + 2 * 3 and sizes[0] == 35


def test_a_targeted_search_goes_for_the_label_that_is_wanted():
    """Three labels: "b" leads to the second, "c" to the third."""
    near = {"left": [("b", 0.9), ("c", 0.8)], "right": [("b", 0.9), ("c", 0.8)]}

    def rows(question):
        texts = [text.split() for text in question.items]
        scores = np.array([[1.5, t.count("b"), t.count("c")] for t in texts], dtype=float)
        return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)

    for wanted, word in [(1, "b"), (2, "c")]:
        one = Target(
            Text("left right"),
            Goal(0, wanted),
            np.array([0.7, 0.15, 0.15]),
            english(near),
            random=random.Random(0),
        )
        asking = SememePSO(population=8).search(one)
        question = next(asking)
        try:
            while True:
                question = asking.send(rows(question))
        except StopIteration as end:
            assert end.value.string == f"{word} {word}"


def attempt(attacks, text, near, weights, bias=1.0, known=None, **options):
    engine = Engine({"classify": ClassifierOracle(Weights(weights, bias=bias))})
    known = known or english(near, stop_words={"the"})
    (chain,) = open_attacks(attacks, options)
    setting = Setting(SENTIMENT, "fake", known, measure_similarity=False)
    (outcome,) = engine.run([("0", Attempt(setting, chain, example(text)))])
    return outcome


def test_case_and_article_are_mended_and_the_source_is_recorded():
    class WordNet:
        def candidates(self, word, part_of_speech):
            return (
                (Candidate("awful", "wordnet"),) if word.lower() == "good" and part_of_speech == "ADJ" else ()
            )

    known = replace(english(tags={"good": "ADJ"}), sememes=WordNet())
    outcome = attempt("sememe-pso", "A GOOD film", {}, {"awful": -3.0}, known=known)
    assert outcome.status == "success"
    assert outcome.perturbed == {"sentence": "An AWFUL film"}
    assert [(e["from"], e["to"], e["kind"]) for e in outcome.edits] == [
        ("GOOD", "AWFUL", "wordnet"),
        ("A", "An", "article"),
    ]


def test_articles_are_never_changed_themselves():
    near = {"a": [("ampere", 0.9)], "an": [("ampere", 0.9)]}
    attack = build("sememe-pso", {"words.stop_words": False})
    assert attack.positions(target("a film, an hour", synonyms=near)) == []


def test_the_second_attack_of_a_chain_leaves_changed_words_alone():
    near = {"good": [("fine", 0.9)], "film": [("movie", 0.9)], "story": [("tale", 0.9)]}
    weights = {"fine": -0.5, "movie": -0.5, "tale": -0.5}
    outcome = attempt(
        "textfooler+sememe-pso", "good film", near, weights, bias=1.2,
        textfooler={"similarity": None, "part_of_speech": None},
    )  # fmt: skip
    assert outcome.status == "failure"
    assert sorted(e["word"] for e in outcome.edits) == [0, 1]


@pytest.mark.parametrize("text", ["the", "!!!", "12 7", "sky"])
def test_a_text_without_candidates_is_not_attackable(text):
    assert (
        attempt("sememe-pso", text, {"the": [("a", 0.9)], "12": [("x", 0.9)]}, {}).status == "not_attackable"
    )


def test_options_are_taken_by_name():
    attack = build("sememe-pso", {"population": 5, "inertia": (0.9, 0.4), "words.minimum_length": 4})
    assert (attack.population, attack.inertia, attack.words.minimum_length) == (5, (0.9, 0.4), 4)


@pytest.mark.parametrize("name", ["similarity", "modified_rate", "word_similarity", "part_of_speech"])
def test_a_constraint_that_is_on_holds_at_every_step(name):
    """The engine checks each step again: it may refuse no text that the search took for a success."""
    options = {
        "similarity": {"threshold": 0.85, "window": None},
        "modified_rate": {"rate": 0.34},
        "word_similarity": {"minimum_cosine": 0.75},
        "part_of_speech": {"noun_for_verb": False},
    }
    words = ["one", "two", "three", "four", "five", "six"]
    near = {w: [(f"{w}x", 0.9), (f"{w}y", 0.8), (f"q{w}", 0.7)] for w in words}
    weights = {new: -0.5 - 0.2 * k for n in near.values() for k, (new, _) in enumerate(n)}
    tags = {f"{w}{end}": "ADV" for w in words[:3] for end in "xy"}
    found = []
    for seed in range(12):
        attack = build("sememe-pso", {name: options[name], "population": 8, "iterations": 8})
        oracles = {
            "classify": ClassifierOracle(Weights(weights, bias=1.2)),
            "similarity": AnsweredBy(Letters().encode),
        }
        setting = Setting(SENTIMENT, "fake", english(near, tags), seed, measure_similarity=False)
        (outcome,) = Engine(oracles).run(
            [("0", Attempt(setting, open_attacks([attack])[0], example(" ".join(words))))]
        )
        assert outcome.reason is None
        found.append(outcome.status)
        if name == "word_similarity":
            assert not any(edit["to"].startswith("q") for edit in outcome.edits)
        if name == "part_of_speech":
            assert not any(edit["to"] in tags for edit in outcome.edits)
        if name == "modified_rate":
            assert len(outcome.edits) <= 2
    assert set(found) == {"success"}


def test_a_possessive_stays_behind_its_word():
    near = {"film": [("movie", 0.9)], "it": [("that", 0.9)]}
    for text, made in [
        ("the Film's end", "the Movie's end"),
        ("the film\u2019s end", "the movie\u2019s end"),
        ("FILM'S", "MOVIE'S"),
    ]:
        outcome = attempt("sememe-pso", text, near, {made.split()[-2 if " " in made else 0].lower(): -3.0})
        assert outcome.perturbed == {"sentence": made}
    attack = build("sememe-pso", {"words.stop_words": False})
    assert (
        attack.positions(target("don't film't", synonyms={"don": [("x", 0.9)], "film": [("y", 0.9)]})) == []
    )
