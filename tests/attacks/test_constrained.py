"""Any attack on words can be run under any constraint: what it comes to holds, and the engine refuses nothing."""

import dataclasses

import pytest

from fakes import Copulas, Letters, Lines, Pieces, Vectors, Weights, english, example
from mohs.attacks.attack import attacks
from mohs.attacks.build import build, open_attacks
from mohs.attacks.constrained import Constrained
from mohs.attacks.constraints import SentenceSimilarity, WordSimilarity
from mohs.attacks.keep import Keep
from mohs.data.task import Task
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle
from mohs.engine.runner import Engine
from mohs.language.change import words_changed
from mohs.language.words import Edit, Text, replay

WORDY = [name for name in attacks.names() if issubclass(attacks.get(name), Constrained)]
WORDS = ["twelve", "london", "hardly", "happy", "people", "watched", "films", "there"]
TEXT = " ".join(WORDS)
NEAR = {
    word: [(f"{word[:-1]}x", 0.9), (f"{word[:-2]}qz", 0.5), ("never", 0.8), ("eleven", 0.8)] for word in WORDS
}
LINES = [
    {word: (0.0, 0.0), **{near: (1.0, -cosine) for near, cosine in found}} for word, found in NEAR.items()
]
TAGS = {"london": "PROPN", "happy": "ADJ", "watched": "VERB"} | {f"{w[:-1]}x": "ADV" for w in WORDS[5:]}
TASK = Task("own", ("sentence",), ("sad", "happy"), subject="sentiment")


def run(attack, seed=0, bias=2.0, **weights):
    """Everything but the words themselves takes a share of what the classifier needs."""
    weights = dict.fromkeys(WORDS, 0.2) | weights
    classifier = Weights(weights, bias=bias - 1.6 * 0.2 * 5)
    classifier.labels = TASK.labels
    filler = Pieces({word: [near for near, _ in found] for word, found in NEAR.items()})
    oracles = {
        "classify": ClassifierOracle(classifier),
        "similarity": AnsweredBy(Letters().encode),
        "fill-mask": AnsweredBy(filler.fill),
        "perplexity": AnsweredBy(filler.perplexity),
        "descend": DescentOracle(Vectors.of(classifier)),
        "parse": AnsweredBy(Copulas().parse),
        "tree": AnsweredBy(Lines(*LINES).tell),
    }
    setting = Setting(TASK, "fake", english(NEAR, TAGS), seed, measure_similarity=False)
    (chain,) = open_attacks([attack])
    one = dataclasses.replace(example(TEXT), label=1)
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, one))])
    assert outcome.reason is None, outcome.reason  # what it found was never refused
    return outcome


def changed(outcome):
    return [(edit["from"], edit["to"]) for edit in outcome.edits]


def steps(outcome):
    """Each text on the way, the edit that comes next, and the text behind it."""
    text, edits = Text(TEXT), [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits]
    for edit in edits:
        after = text.apply(edit)
        yield text, edit, after
        text = after
    assert replay(TEXT, edits).string == text.string


ALL_OFF = dict.fromkeys(["keep", "modified_rate", "word_similarity", "part_of_speech", "similarity"], "off")


def with_one(name, **options):
    off = {key: value for key, value in ALL_OFF.items() if key not in options}
    return build(name, {**off, **options})


@dataclasses.dataclass(frozen=True)
class Capitals(Constrained):
    """An attack that says nothing but what it does."""

    name, level, phenomenon, reference = "capitals", "word", "capitals", "here"

    def search(self, target):
        text = target.text
        for place in self.positions(target):
            probabilities = yield from target.classify([text.render(place, text.word(place).upper())])
            text = text.replace(place, text.word(place).upper(), "capitals")
            if target.goal.reached(probabilities)[0]:
                break
        return text


def test_an_attack_that_says_nothing_else_has_the_words_and_the_needs_of_its_constraints():
    assert Capitals().needs == ()
    assert Capitals(similarity=SentenceSimilarity(), word_similarity=WordSimilarity()).needs == (
        "synonyms",
        "encoder",
    )
    outcome = run(
        Capitals(), TWELVE=0.0, LONDON=0.0, HARDLY=0.0, HAPPY=0.0, PEOPLE=0.0, WATCHED=0.0, FILMS=0.0
    )
    assert [one for one, _ in changed(outcome)] == WORDS[: len(changed(outcome))]
    kept = run(Capitals(keep=Keep()))
    assert {one for one, _ in changed(kept)}.isdisjoint({"twelve", "hardly", "happy"})


def test_all_attacks_on_words_take_them():
    assert set(WORDY) == {"bert-attack", "comp-attack", "sememe-pso", "t3", "textbugger", "textfooler"}


@pytest.mark.parametrize("name", WORDY)
def test_without_any_all_words_are_changed(name):
    outcome = run(with_one(name), bias=2.0)
    assert len(outcome.edits) >= 3
    assert {before for before, _ in changed(outcome)} & {"twelve", "london", "hardly", "happy"}


@pytest.mark.parametrize("name", WORDY)
def test_numbers_names_negations_and_labels_are_kept(name):
    pull = {"never": -0.3, "eleven": -0.3}  # these would be taken first
    outcome = run(with_one(name, keep={}), bias=2.4, **pull)
    assert outcome.edits
    for before, after in changed(outcome):
        assert before in ("people", "watched", "films", "there")
        assert after not in ("never", "eleven")
    if name not in ("t3", "textbugger"):  # the one decodes, the other misspells
        assert {after for _, after in changed(run(with_one(name), bias=2.4, **pull))} & pull.keys()


@pytest.mark.parametrize("name", WORDY)
@pytest.mark.parametrize("rate", [0.125, 0.25, 0.4])
def test_no_more_words_are_changed_than_the_rate_says(name, rate):
    outcome = run(with_one(name, modified_rate={"rate": rate}), bias=2.4)
    assert outcome.edits
    assert words_changed(TEXT, outcome.perturbed["sentence"]) <= rate * 8 + (
        name == "textbugger"
    )  # a blank adds one
    assert len({edit["word"] for edit in outcome.edits}) <= rate * 8


@pytest.mark.parametrize("name", WORDY)
def test_no_word_is_less_alike_than_the_cosine_says(name):
    outcome = run(with_one(name, word_similarity={"minimum_cosine": 0.7}))
    assert outcome.edits
    for before, after in changed(outcome):
        assert dict(NEAR[before]).get(after, 1.0) >= 0.7  # of a word without a vector nothing is known


@pytest.mark.parametrize("name", WORDY)
def test_the_part_of_speech_stays(name):
    outcome = run(with_one(name, part_of_speech={"noun_for_verb": False}), bias=2.4)
    assert outcome.edits
    for before, after in changed(outcome):
        assert TAGS.get(after.lower(), "NOUN") == TAGS.get(before, "NOUN")


# The decoder of this file's T3 moves all words at once, so that nothing it comes to is alike; how a similarity holds
# for T3 is in tests/attacks/sentence/test_t3.py.
@pytest.mark.parametrize("name", [name for name in WORDY if name != "t3"])
def test_the_sentence_stays_alike_at_every_step(name):
    least = 0.7 if name == "comp-attack" else 0.95  # it moves many words at once
    outcome = run(with_one(name, similarity={"threshold": least, "window": None}), bias=0.3)
    assert outcome.status == "success"
    vectors = Letters().encode([TEXT, *(after.string for _, _, after in steps(outcome))])
    assert len(vectors) > 1 and (vectors[1:] @ vectors[0] >= least - 1e-5).all()


@pytest.mark.parametrize("name", WORDY)
def test_short_words_and_stop_words_are_left_alone(name):
    outcome = run(with_one(name, **{"words.minimum_length": 6}), bias=2.4)
    assert outcome.edits and all(len(before) >= 6 for before, _ in changed(outcome))


@pytest.mark.parametrize("name", WORDY)
def test_no_word_is_changed_twice(name):
    outcome = run(with_one(name))
    words = [edit["word"] for edit in outcome.edits]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", WORDY)
def test_needs_follow_what_is_on(name):
    bare = set(with_one(name).needs)
    assert set(with_one(name, word_similarity={}).needs) == bare | {"synonyms"}
    assert set(with_one(name, part_of_speech={}).needs) == bare | {"parts-of-speech"}
    formed = with_one(name, part_of_speech={"same_form": True})
    assert set(formed.needs) == bare | {"parts-of-speech", "inflections"}
    assert set(with_one(name, keep={}).needs) == bare | {"parts-of-speech"}
    assert set(with_one(name, keep={"names": False}).needs) == bare
    assert set(with_one(name, similarity={}).needs) == bare | {"encoder"}


@pytest.mark.parametrize("name", WORDY)
def test_constraints_are_listed_in_the_order_of_their_cost(name):
    every = build(name, {key: {} for key in ALL_OFF})
    assert [constraint.name for constraint in every.constraints] == [
        "words", "keep", "maximum-modified-rate", "word-similarity", "same-part-of-speech", "sentence-similarity",
    ]  # fmt: skip
    assert [constraint.name for constraint in with_one(name).constraints] == ["words"]
