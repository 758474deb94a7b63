"""CompAttack asks and takes what the paper's algorithm does: a trace worked out by hand, and rules."""

import random

import pytest

from fakes import SENTIMENT, Cosines, Pieces, Vectors, Weights, english, example, target
from mohs.attacks.build import build, open_attacks
from mohs.attacks.word.comp_attack import CompAttack
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle
from mohs.engine.runner import Engine
from mohs.inference.descent import Descended
from mohs.language.words import Edit, replay

# Words stand at their weights on a line; the logit of "positive" is their sum.
WEIGHTS = {"good": 2.0, "film": 0.5, "fine": 1.0, "bad": -2.5, "movie": -0.5, "gd": 1.5}
NEAR = {"good": [("fine", 0.9), ("bad", 0.1)], "film": [("movie", 0.8)]}
KNOWLEDGE = {"candidates": "knowledge"}
# so steep that every step of Adam is as long as its learning rate
STEEP = {"weight": 1e6, "clip": None, "learning_rate": 1.0, "steps": 4}


def run(attack, text="a good film", weights=WEIGHTS, near=NEAR, filler=None, encoder=None, tags=None, task=SENTIMENT,
        seed=0, wanted=None):  # fmt: skip
    classifier = Weights(weights)
    network = Vectors.of(classifier)
    filler = filler or Pieces({})
    oracles = {
        "classify": ClassifierOracle(classifier),
        "descend": DescentOracle(network),
        "fill-mask": AnsweredBy(filler.fill),
        "perplexity": AnsweredBy(filler.perplexity),
        "similarity": AnsweredBy((encoder or Cosines({})).encode),
    }
    known = english(near, tags or {}, {"a", "the"})
    setting = Setting(task, "fake", known, seed, wanted, measure_similarity=False)
    (chain,) = open_attacks([attack])
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    return outcome, classifier, network


def test_the_golden_trace():
    """Candidates: good may be fine or bad, film may be movie; "a" is a stop word. The descent reads the text (2.5 for
    positive), and each step moves both words down by 1. good: 2, 1 (fine), 0 (fine is 1 away), -1 (bad, 1.5 away, and
    no longer fine, 2 away). film: .5, -.5 (movie), ... So the texts are: good film 2.5; fine movie .5, twice, and read
    once; bad movie -3, which is the only success. The classifier is asked about it, and once more for the verdict.
    """
    outcome, classifier, network = run(build("comp-attack", {**KNOWLEDGE, **STEEP}))
    assert network.seen == ["a good film", "a fine movie", "a bad movie"]
    assert classifier.batches == [["a good film"], ["a bad movie"], ["a bad movie"]]
    assert outcome.status == "success" and outcome.perturbed == {"sentence": "a bad movie"}
    assert [(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits] == [
        (1, "good", "bad", "knowledge"),
        (2, "film", "movie", "knowledge"),
    ]
    assert outcome.asked == {"classify": 2, "descend": 4, "similarity": 0}


def test_of_several_successes_the_one_with_the_shortest_perturbation_is_taken():
    """-3 is reached first (a step of 3), and -.5, which is enough, on the way back."""
    weights = {"good": 1.0, "poor": -0.5, "awful": -3.0}
    near = {"good": [("poor", 0.9), ("awful", 0.9)]}
    attack = build("comp-attack", {**KNOWLEDGE, **STEEP, "clip": 0.5, "learning_rate": 3.0, "steps": 30})
    outcome, _, network = run(attack, "good", weights, near)
    assert network.seen == ["good", "awful", "poor"]
    assert outcome.perturbed == {"sentence": "poor"}


def test_a_failure_ends_at_the_text_that_came_nearest():
    near = {"good": [("fine", 0.9)], "film": [("movie", 0.8)]}
    outcome, classifier, _ = run(build("comp-attack", {**KNOWLEDGE, **STEEP}), near=near)
    assert outcome.status == "failure" and outcome.perturbed == {"sentence": "a fine movie"}
    assert classifier.seen == ["a good film", "a fine movie"]


def test_a_text_that_the_classifier_does_not_take_for_a_success_is_passed_over():
    """The descent's network takes all three for successes, the classifier that is asked in the end the last alone."""

    class Fixed:
        def answer(self, items):
            return [Descended(((1, 0), (0, 1), (2, 1)), (2, 1), ()) for _ in items]

    classifier = Weights(WEIGHTS)
    setting = Setting(SENTIMENT, "fake", english(NEAR, {}, {"a"}), measure_similarity=False)
    (chain,) = open_attacks([build("comp-attack", KNOWLEDGE)])
    work = Attempt(setting, chain, example("a good film"))
    (outcome,) = Engine({"classify": ClassifierOracle(classifier), "descend": Fixed()}).run([("0", work)])
    assert outcome.perturbed == {"sentence": "a bad movie"}
    assert classifier.batches[1:3] == [["a fine film"], ["a good movie", "a bad movie"]]


def test_a_targeted_search_goes_for_the_wanted_label():
    outcome, *_ = run(build("comp-attack", {**KNOWLEDGE, **STEEP}), wanted=0)
    assert outcome.status == "success" and outcome.prediction_after == "negative"


def test_typos_are_drawn_from_the_searchs_own_random_numbers():
    weights = {"wonderful": 3.0}
    texts = set()
    for seed in range(4):
        attack = build("comp-attack", {"candidates": "typo", **STEEP})
        first, _, network = run(attack, "wonderful a to", weights, seed=seed)
        again, _, same = run(attack, "wonderful a to", weights, seed=seed)
        assert first.status == "success" and network.seen == same.seen
        assert {**first.to_json(), "cost": 0} == {**again.to_json(), "cost": 0}
        (edit,) = first.edits
        assert edit["from"] == "wonderful" and edit["kind"] in ("delete", "swap", "keyboard", "look-alike")
        texts.add(first.perturbed["sentence"])
    assert len(texts) > 1


@pytest.mark.parametrize(
    ("candidates", "kinds", "needs"),
    [
        ("typo", {"delete", "swap", "keyboard", "look-alike"}, ("gradients",)),
        ("knowledge", {"knowledge"}, ("gradients", "sememes", "parts-of-speech")),
        ("context", {"context"}, ("gradients", "masked-lm", "lexicon", "synonyms")),
        (
            "knowledge,context",
            {"knowledge", "context"},
            ("gradients", "sememes", "parts-of-speech", "masked-lm", "lexicon", "synonyms"),
        ),
        (
            "all",
            {"delete", "swap", "keyboard", "look-alike", "knowledge", "context"},
            ("gradients", "sememes", "parts-of-speech", "masked-lm", "lexicon", "synonyms"),
        ),
    ],
)
def test_candidate_sets(candidates, kinds, needs):
    attack = build("comp-attack", {"candidates": candidates})
    assert attack.needs == needs
    filler = Pieces({"good": ["good", "the", "##ly", "nice", "fine"], "film": ["picture"]})
    found = candidates_of(attack, "a good film", filler)
    assert {kind for words in found.values() for kind in words.values()} == kinds
    assert set(found) == {1, 2}
    if "context" in kinds:
        assert found[1]["nice"] == found[2]["picture"] == "context"
    if "knowledge" in kinds:
        assert found[1]["fine"] == "knowledge"  # the first set that has a word says what it is
    assert not {"good", "the", "ly"} & set(found[1])


def candidates_of(attack, text, filler=None, near=NEAR, **known):
    one = target(text, synonyms=near, stop_words={"a", "the"}, random=random.Random(0), **known)

    def work(_):
        return (yield from attack._candidates(one))

    (found,) = Engine({"fill-mask": AnsweredBy((filler or Pieces({})).fill)}).run([("0", work)])
    return found


def test_words_of_several_pieces_have_words_of_the_context_too():
    filler = Pieces(
        {"wonder": ["wonder", "play"], "##ful": ["##ful", "##less"]}, {"wonderful": ["wonder", "##ful"]}
    )
    attack = build("comp-attack", {"candidates": "context"})
    found = candidates_of(attack, "Wonderful's end", filler)
    assert list(found[0]) == ["Wonderless's", "Playful's", "Playless's"]


def test_short_words_have_no_typo():
    attack = build("comp-attack", {"candidates": "typo"})
    assert attack.positions(target("up the film it", stop_words={"the"})) == [2]
    assert build("comp-attack", {"candidates": "typo", "shortest_typo": 2}).positions(target("up it")) == [
        0,
        1,
    ]


def test_case_article_and_clitic_are_kept_in_order():
    outcome, *_ = run(
        build("comp-attack", {**KNOWLEDGE, **STEEP}), "A GOOD film's end",
        {"good": 2.0, "awful": -3.0, "film's": 0.1, "movie's": 0.1}, {"good": [("awful", 0.9)], "film": [("movie", 0.9)]},
    )  # fmt: skip
    assert outcome.perturbed == {"sentence": "An AWFUL film's end"}
    assert [e["kind"] for e in outcome.edits] == ["knowledge", "article"]


@pytest.mark.parametrize(("fields", "moved"), [(("first",), "first"), (("second", "first"), "second")])
def test_either_field_of_a_pair_is_moved_with_the_other_beside_it(fields, moved):
    task = Task("pair", ("first", "second"), ("negative", "positive")).only(fields)
    weights = {"good": 2.0, "bad": -2.0, "dull": -1.0}
    classifier = Weights(weights)
    network = Vectors.of(classifier)
    setting = Setting(task, "fake", english({"good": [("bad", 0.9)]}), measure_similarity=False)
    (chain,) = open_attacks([build("comp-attack", {**KNOWLEDGE, **STEEP, "steps": 6})])
    one = Example("0", "0", {"first": "good dull", "second": "good plot"}, 1)
    oracles = {"classify": ClassifierOracle(classifier), "descend": DescentOracle(network)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, one))])
    assert outcome.status == "success"
    assert {edit["field"] for edit in outcome.edits} == {moved}
    other = 1 if moved == "first" else 0
    assert {texts[other] for texts in network.seen} == {("good dull", "good plot")[other]}


@pytest.mark.parametrize(
    ("options", "word"),
    [({}, "bad"), ({"word_similarity": {}}, "poor"), ({"part_of_speech": {}}, "poor")],
)
def test_constraints_on_words_leave_candidates_out(options, word):
    weights = {"good": 2.0, "bad": -0.5, "poor": -1.0}
    near = {"good": [("bad", 0.1), ("poor", 0.8)]}
    attack = build("comp-attack", {**KNOWLEDGE, **STEEP, **options})
    outcome, *_ = run(attack, "good", weights, near, tags={"bad": "ADV", "good": "ADJ", "poor": "ADJ"})
    assert outcome.perturbed == {"sentence": word} and outcome.status == "success"


def test_no_more_words_than_allowed_move():
    """Five words at 1 each; alone none is enough, and with a rate of .4 two may go to -3."""
    words = ["one", "two", "three", "four", "five"]
    near = {word: [(f"{word}x", 0.9)] for word in words}
    weights = dict.fromkeys(words, 1.0) | {f"{word}x": -0.5 - 0.1 * k for k, word in enumerate(words)}
    attack = build("comp-attack", {**KNOWLEDGE, "steps": 30})
    outcome, *_ = run(attack, " ".join(words), weights, near)
    assert outcome.status == "success" and len(outcome.edits) > 2
    attack = build("comp-attack", {**KNOWLEDGE, "steps": 30, "modified_rate.rate": 0.4})
    outcome, _, network = run(attack, " ".join(words), weights, near)
    assert outcome.status == "failure" and len(outcome.edits) == 2
    assert all(sum(word.endswith("x") for word in text.split()) <= 2 for text in network.seen)


def test_a_success_that_changes_the_meaning_is_passed_over():
    """poor is enough and too far in meaning; awful is further from good, and near in meaning."""
    weights = {"good": 1.0, "poor": -0.5, "awful": -3.0}
    near = {"good": [("poor", 0.9), ("awful", 0.9)]}
    options = {**KNOWLEDGE, **STEEP, "clip": 0.5, "learning_rate": 3.0, "steps": 30}
    attack = build("comp-attack", {**options, "similarity": {"threshold": 0.8}})
    outcome, *_ = run(attack, "good", weights, near, encoder=Cosines({"poor": 0.5}))
    assert outcome.perturbed == {"sentence": "awful"} and outcome.status == "success"


def test_a_chain_goes_on_from_the_text_of_the_first():
    near = {"good": [("fine", 0.9)], "film": [("movie", 0.9)], "story": [("tale", 0.9)]}
    weights = {"good": 2.0, "fine": 1.5, "film": 1.0, "movie": 0.9, "story": 0.5, "tale": 0.1}
    classifier = Weights(weights)
    known = english(near)
    options = {
        "textfooler": {"similarity": None, "part_of_speech": None},
        "comp-attack": {**KNOWLEDGE, **STEEP},
    }
    (chain,) = open_attacks("comp-attack+textfooler", options)
    oracles = {
        "classify": ClassifierOracle(classifier),
        "descend": DescentOracle(Vectors.of(classifier)),
    }
    work = Attempt(
        Setting(SENTIMENT, "fake", known, measure_similarity=False), chain, example("good film story")
    )
    (outcome,) = Engine(oracles).run([("0", work)])
    assert outcome.status == "failure" and sorted(e["word"] for e in outcome.edits) == [0, 1, 2]
    assert outcome.perturbed == {"sentence": "fine movie tale"}


def test_the_constants_are_those_of_the_papers_code():
    attack = CompAttack()
    assert (attack.steps, attack.learning_rate, attack.weight, attack.clip) == (100, 0.1, 10.0, 0.5)
    assert (attack.confidence, attack.typo_draws, attack.norm) == (0.0, 9, "squared-l2")
    assert [constraint.name for constraint in attack.constraints] == ["words"]


HARD = [
    "I don't, won't and can't say it isn't a co-opted, well-made 21st-century film",
    "see http://a.b/c?x=1&y=2 or mail bob@x.org @you #tag, 1,000.50 $ in the U.S.",
    "caf\u00e9 cre\u0300me na\u00efve \U0001f60d\U0001f60d good \u4e16\u754c \u0645\u0631\u062d\u0628\u0627 \u043f\u0440\u0438\u0432\u0435\u0442",
    "GOOD\u200bfilm <br /><br /> \u201cquiet\u201d \u2014 lovely\u2026",
    "good " * 120,
    "unbelievableandverylongindeedunbelievable good",
]


KEPT = [
    "co-opted",
    "http://a.b/c?x=1&y=2",
    "bob@x.org",
    "@you #tag",
    "1,000.50",
    "U.S.",
    "<br /><br />",
    "21st",
    "\U0001f60d\U0001f60d",
]


@pytest.mark.parametrize("mlm", ["word-pieces", "bytes", "sentence-pieces"])
@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_hard_texts_and_any_vocabulary(tmp_path, mlm, kind):
    """Real networks: their tokenizers read hyphens, marks and letters unknown to them in ways of their own."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from masked_models import masked_folder
    from mohs.engine.attacking import Attacking
    from mohs.language.masked_lm import open_masked_lm
    from mohs.models.address import open_classifier
    from networks import classifier_folder

    classifier = open_classifier(f"hf:{classifier_folder(tmp_path / 'c', kind)}", SENTIMENT, threads=1)
    filler = open_masked_lm(f"hf:{masked_folder(tmp_path / 'm', mlm)}", threads=1)
    words = {word for text in HARD for word in text.lower().replace(",", " ").split()}
    near = {word: [("lovely", 0.9), ("dull", 0.8), ("caf\u00e9", 0.7)] for word in words}
    labels = classifier.probabilities(HARD).argmax(axis=1)
    rows = [
        example(text, int(label), str(k)) for k, (text, label) in enumerate(zip(HARD, labels, strict=True))
    ]
    setting = Setting(SENTIMENT, "hf", english(near, stop_words={"it", "a"}), measure_similarity=False,
                      cut=classifier.truncated)  # fmt: skip
    chains = open_attacks([build("comp-attack", {"steps": 8, "learning_rate": 1.0})])
    for outcome in Attacking(classifier, rows, chains, setting, masked_lm=filler).outcomes():
        assert outcome.status in ("success", "failure"), outcome.reason
        text = HARD[int(outcome.id)]
        assert outcome.perturbed is None or outcome.edits
        edits = [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits]
        assert replay(text, edits).string == (outcome.perturbed or {"sentence": text})["sentence"]
        for kept in KEPT:
            assert kept not in text or outcome.perturbed is None or kept in outcome.perturbed["sentence"]
        if len(text) > 500:  # the network reads 60 of 120 words
            assert "reads" in outcome.reason and all(e["word"] < 62 for e in outcome.edits)


@pytest.mark.parametrize("texts", [("good film", ""), ("", "good film")])
def test_a_pair_whose_other_field_is_empty(texts):
    task = Task("pair", ("first", "second"), ("negative", "positive"))
    classifier = Weights({"good": 2.0, "bad": -3.0})
    network = Vectors.of(classifier)
    setting = Setting(task, "fake", english({"good": [("bad", 0.9)]}), measure_similarity=False)
    (chain,) = open_attacks([build("comp-attack", {**KNOWLEDGE, **STEEP})])
    one = Example("0", "0", dict(zip(task.fields, texts, strict=True)), 1)
    oracles = {"classify": ClassifierOracle(classifier), "descend": DescentOracle(network)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, one))])
    assert (
        outcome.status == "success" and outcome.perturbed[task.fields[texts.index("good film")]] == "bad film"
    )


@pytest.mark.parametrize("text", ["", " ", "!!!", "the", "\U0001f60d", "12 7.5", "a"])
def test_a_text_without_a_word_to_change_is_not_attackable(text):
    class Sure(Weights):
        def logit(self, text):
            return 1.0

    network = Vectors({"12": [1.0]})
    (chain,) = open_attacks("comp-attack")
    setting = Setting(SENTIMENT, "fake", english({"12": [("x", 0.9)]}, stop_words={"the", "a"}))
    oracles = {"classify": ClassifierOracle(Sure({})), "descend": DescentOracle(network)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    assert outcome.status == "not_attackable" and network.seen == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, ["nice", "kind"]),
        ({"context_cosine": "none"}, ["awful", "nice", "kind"]),
        ({"context_cosine": 0.7}, ["kind"]),
    ],
)
def test_no_antonyms_among_the_words_of_the_context(options, words):
    """awful has a cosine of .1, nice of .5; of kind nothing is known."""
    filler = Pieces({"good": ["good", "awful", "nice", "kind"]})
    near = {"good": [("awful", 0.1), ("nice", 0.5)]}
    attack = build("comp-attack", {"candidates": "context", **options})
    assert list(candidates_of(attack, "good", filler, near)[0]) == words
    assert ("synonyms" in attack.needs) == (attack.context_cosine is not None)
