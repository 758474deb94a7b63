"""Goals and targets, and the contract that every attack passes."""

import dataclasses
import json
import random

import numpy as np
import pytest

from fakes import SENTIMENT, Copulas, Letters, Lines, Paraphrases, Pieces, Vectors, Weights, english, example
from mohs.attacks.attack import Attack, attacks
from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle, ParaphraseOracle
from mohs.engine.runner import Engine
from mohs.language.phrase_structure import TEMPLATES
from mohs.language.units import units
from mohs.language.words import replay

NAMES = attacks.names()
OF_WORDS = [name for name in NAMES if attacks.get(name).level == "word"]


def test_textbugger_and_textfooler_are_installed():
    assert {"textbugger", "textfooler"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_says_what_it_is(name):
    attack = attacks.get(name)()
    assert isinstance(attack, Attack)
    assert attack.name == name and attack.level in ("word", "sentence", "human")
    assert attack.phenomenon and attack.reference
    json.dumps(dataclasses.asdict(attack))
    with pytest.raises(dataclasses.FrozenInstanceError):
        attack.name = "other"


FILM = "the film is a great movie"
TEXTS = [
    "I don't think it's a GREAT movie, e.g. at 192.168.1.1!",
    "it 's a $1,000.50 deal at 3.5 % in the U.S. , e.g. AT&T and C++",
    "great<br /><br />movie see http://a.b/c?x=1 or mail bob@x.org @you #tag",
    "İİİİ hello brave new world",
    "I love it 😍😍 !",
    "good\u200bmovie",
    "good",
    "line one\nline two is wonderful",
    "مرحبا بالعالم الجميل",
    "cafe\u0301 tre\u0300s bon",
]


def oracles_of(classifier, synonyms):
    """All oracles; the masked language model would put in the place of a word what is near to it."""
    filler = Pieces(
        {word: [*(near for near, _ in found), "##ly", "the", "9"] for word, found in synonyms.items()}
    )
    lines = [
        {word: (0.0, 0.0), **{near: (1.0, -cosine) for near, cosine in found}}
        for word, found in synonyms.items()
    ]
    return {
        "classify": ClassifierOracle(classifier),
        "similarity": AnsweredBy(Letters().encode),
        "fill-mask": AnsweredBy(filler.fill),
        "perplexity": AnsweredBy(filler.perplexity),
        "descend": DescentOracle(Vectors.of(classifier)),
        "parse": AnsweredBy(Copulas().parse),
        "tree": AnsweredBy(Lines(*lines).tell),
        "bert-score": AnsweredBy(Letters().token_vectors),
        "paraphrase": ParaphraseOracle(Paraphrases({TEMPLATES[0]: lambda text: f"awful, {text}"})),
    }


def run(name, text, seed=0, label=1):
    synonyms = {
        w: [("splendid", 0.9), ("awful", 0.8), ("odd", 0.6)]
        for w in ["great", "movie", "good", "hello", "brave", "love", "wonderful", "deal"]
    }
    classifier = Weights({"splendid": -0.2, "awful": -0.6, "odd": -0.1}, bias=1.0)
    oracles = oracles_of(classifier, synonyms)
    setting = Setting(SENTIMENT, "fake", english(synonyms, stop_words={"the", "a"}), seed)
    (chain,) = open_attacks(name, given=["paraphraser"])
    (outcome,) = Engine(oracles).run([("e", Attempt(setting, chain, example(text, label)))])
    return outcome


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_an_attack_keeps_all_but_its_declared_edits(name, text):
    outcome = run(name, text)
    assert outcome.status in ("success", "failure", "not_attackable"), outcome.reason
    if outcome.perturbed is not None:
        from mohs.language.words import Edit

        edits = [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits]
        assert replay(text, edits).string == outcome.perturbed["sentence"]
        for kept in (
            "192.168.1.1",
            "$1,000.50",
            "3.5 %",
            "U.S.",
            "AT&T",
            "C++",
            "<br /><br />",
            "bob@x.org",
            "😍😍",
        ):
            assert (kept in text) == (kept in outcome.perturbed["sentence"])


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_gives_the_same_outcome_for_the_same_seed(name):
    first, second = run(name, TEXTS[0], seed=5).to_json(), run(name, TEXTS[0], seed=5).to_json()
    assert {**first, "cost": 0} == {**second, "cost": 0}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["", " ", "!!!", "😍"])
def test_an_attack_finds_nothing_to_do_in_a_text_without_words(name, text):
    assert run(name, text).status == "not_attackable"


@pytest.mark.parametrize("name", OF_WORDS)
def test_an_attack_on_words_finds_nothing_to_do_where_all_are_stop_words(name):
    assert run(name, "the a, The 12 A .").status == "not_attackable"


@pytest.mark.parametrize("name", NAMES)
def test_an_attack_takes_either_field_of_a_pair(name):
    task = Task("pair", ("first", "second"), ("negative", "positive"))
    one = Example("p", "p", dict.fromkeys(task.fields, FILM), 1)
    synonyms = {"great": [("grand", 0.9)]}
    oracles = oracles_of(Weights({}, bias=1.0), synonyms)
    for field in task.fields:
        setting = Setting(task.only([field]), "fake", english(synonyms))
        (chain,) = open_attacks(name, given=["paraphraser"])
        (outcome,) = Engine(oracles).run([("e", Attempt(setting, chain, one))])
        assert outcome.status in ("failure", "success")
        assert {edit["field"] for edit in outcome.edits} <= {field}


@pytest.mark.parametrize("name", NAMES)
def test_the_cost_of_a_candidate_does_not_grow_with_the_text(name):
    """600 words, one sentence repeated: asked texts grow with the words, and nothing is lost of the rest."""
    outcome = run(name, "the film is a great movie . " * 150)
    assert outcome.status in ("success", "failure")
    assert outcome.asked["classify"] <= 150 * 3 * 8


WORDS = ["film", "Great", "GOOD", "isn't", "o\u2019clock", "movie's", "caf\u00e9", "cafe\u0301", "\u0130stanbul",
         "na\u00efve", "well", "hello", "McDonald", "\u043f\u0440\u0438\u0432\u0435\u0442", "\u4e16\u754c",
         "a", "an", "A", "the", "apple", "hour", "x"]  # fmt: skip
BETWEEN = [" ", " ", " ", "  ", "\t", "\n", ", ", "-", " - ", ". ", "... ", "\u2014", " \u201c", "\u201d ", "! ", "\u00a0",
           "\u200b", " <br /><br /> ", " 1,000.50 ", " http://a.b/c?x=1&y=2 ", " bob@x.org ", " @you #tag ", " \U0001f60d ",
           " e.g. ", " U.S. ", "(", ") ", "/", "&amp;", "\u0645\u0631\u062d\u0628\u0627 ", " '", "' "]  # fmt: skip


class Longer(Weights):
    """The shorter a text and the more z it has, the less it is positive; never enough of either."""

    def score(self, inputs):
        return np.array([[0.0, 50 + 0.01 * len(text) - 0.1 * text.count("z")] for text in inputs])


class Places(Vectors):
    """Every word with a z stands further down."""

    def __init__(self):
        super().__init__({"z": [-1.0]}, 50.0)

    def _vector(self, word):
        return np.array([-float("z" in word)], np.float32)

    def vectors(self, strings):
        return np.array([self._vector(string) for string in strings], np.float32)


def pieces_and_edits(outcome, text):
    """The text put together again from the original's units and what was declared of some of them."""
    spans, _ = units(text)
    made = {edit["word"]: edit["to"] for edit in outcome.edits}
    end, out = 0, []
    for number, (start, stop) in enumerate(spans):
        out += [text[end:start], made.pop(number, text[start:stop])]
        end = stop
    assert not made
    return "".join(out) + text[end:]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("textbugger", {"similarity": "off", "words.minimum_length": 2}),
        ("textfooler", {"similarity": "off", "part_of_speech": "off"}),
        ("bert-attack", {"modified_rate": "off", "word_similarity": "off"}),
        ("comp-attack", {"steps": 3, "clip": "none", "learning_rate": 1.0}),
    ],
)
def test_twenty_thousand_edits_leave_the_rest_as_it_is_to_the_letter(name, options):
    """Of texts with all that a tokenizer would spoil; sememe-pso puts its texts together as comp-attack does."""
    rng = random.Random(name)
    near = {word.lower(): [("zig", 0.9), ("Azzt", 0.8), ("ozone", 0.7)] for word in WORDS}
    known = english(near, stop_words={"the"})
    filler = Pieces({word: ["zap", "zoo"] for word in near})
    classifier = Longer({})
    oracles = {
        **oracles_of(classifier, {}),
        "fill-mask": AnsweredBy(filler.fill),
        "descend": DescentOracle(Places()),
    }
    (chain,) = open_attacks(name, {name: options})
    setting = Setting(SENTIMENT, "fake", known, measure_similarity=False)
    edits = 0
    while edits < 20_000:
        words = rng.choices(WORDS, k=80)
        text = "".join(part for word in words for part in (word, rng.choice(BETWEEN)))
        (outcome,) = Engine(oracles).run([("e", Attempt(setting, chain, example(text)))])
        assert outcome.status == "failure" and outcome.edits, outcome.reason
        assert outcome.perturbed["sentence"] == pieces_and_edits(outcome, text)
        for edit in outcome.edits:
            assert edit["from"] != edit["to"]
        edits += len(outcome.edits)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("texts", [(FILM, ""), ("", FILM), ("...", FILM)])
def test_a_pair_whose_other_field_is_empty_is_attacked_at_the_one_that_has_words(name, texts):
    task = Task("pair", ("first", "second"), ("negative", "positive"))
    synonyms = {"great": [("awful", 0.9)], "movie": [("awful", 0.9)]}
    oracles = oracles_of(Weights({"awful": -3.0}, bias=1.0), synonyms)
    setting = Setting(task, "fake", english(synonyms, stop_words={"a"}), measure_similarity=False)
    (chain,) = open_attacks(name, given=["paraphraser"])
    one = Example("p", "p", dict(zip(task.fields, texts, strict=True)), 1)
    (outcome,) = Engine(oracles).run([("e", Attempt(setting, chain, one))])
    assert outcome.status in ("success", "failure"), outcome.reason
    if outcome.perturbed is not None:
        empty = task.fields[texts.index(FILM) - 1]
        assert outcome.perturbed[empty] == one.fields[empty]


@pytest.mark.parametrize("name", OF_WORDS)
def test_what_the_classifier_does_not_read_is_never_searched_and_the_outcome_says_so(name):
    """It reads 48 characters: eight of the twenty words."""
    synonyms = {"great": [("splendid", 0.9), ("odd", 0.8)]}
    classifier = Weights({"splendid": 0.1, "odd": 0.1}, bias=5.0)
    text = " ".join(["great"] * 20)
    setting = Setting(
        SENTIMENT,
        "fake",
        english(synonyms),
        measure_similarity=False,
        cut=lambda inputs: [max(0, len(text) - 48) for text in inputs],
    )
    (chain,) = open_attacks(name, given=["paraphraser"])
    (outcome,) = Engine(oracles_of(classifier, synonyms)).run([("e", Attempt(setting, chain, example(text)))])
    assert outcome.status == "failure" and "reads 8 of the 20 words" in outcome.reason
    assert all(edit["word"] < 8 for edit in outcome.edits)
