"""TextFooler visits, asks and takes what the paper's algorithm does: traces worked out by hand."""

import pytest

from fakes import SENTIMENT, Cosines, Weights, english, example, target
from mohs.attacks.build import build, open_attacks
from mohs.attacks.word.textfooler import TextFooler
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine

# "a truly good film": logit of positive = -0.5 (bias) + 1 (truly) + 2 (good) + 0.2 (film) = 2.7.
WEIGHTS = {"truly": 1.0, "good": 2.0, "film": 0.2, "decent": 1.5, "fine": 1.0, "bad": -1.0, "well": -3.0,
           "really": 0.8, "barely": -1.5, "movie": 0.1}  # fmt: skip
SYNONYMS = {
    "good": [("decent", 0.9), ("fine", 0.8), ("bad", 0.6), ("well", 0.55), ("poor", 0.4)],
    "truly": [("really", 0.9), ("barely", 0.7)],
    "film": [("movie", 0.9)],
}
TAGS = {"good": "ADJ", "decent": "ADJ", "fine": "ADJ", "bad": "ADJ", "well": "ADV", "truly": "ADV", "really": "ADV",
        "barely": "ADV"}  # fmt: skip


def run(attack, text="a truly good film", encoder=None, weights=WEIGHTS, synonyms=SYNONYMS, **setting):
    classifier = Weights(weights, bias=-0.5)
    encoder = encoder or Cosines({})
    known = Setting(SENTIMENT, "fake", english(synonyms, TAGS, {"a"}), measure_similarity=False, **setting)
    engine = Engine({"classify": ClassifierOracle(classifier), "similarity": AnsweredBy(encoder.encode)})
    (chain,) = open_attacks([attack])
    (outcome,) = engine.run([("0", Attempt(known, chain, example(text)))])
    return outcome, classifier, encoder


def test_words_are_ranked_with_what_the_new_label_gains():
    """Three labels: without one more of the gold label is lost, without two it flips, which gains more."""

    class Three:
        def answer(self, items):
            rows = {" two": [0.40, 0.31, 0.29], "one ": [0.44, 0.46, 0.10]}
            return [rows[item] for item in items]

    known = target("one two", (0.80, 0.10, 0.10), label=0, synonyms={w: [("x", 0.9)] for w in ("one", "two")})
    search = TextFooler(similarity=None, part_of_speech=None).search(known)
    first = next(search)
    then = search.send(first.finish(Three().answer(first.items)))
    assert list(then.items) == ["one x"]


def test_the_golden_trace():
    """Importance by deletion: good (2.7 -> 0.7) before truly (-> 1.7) before film (-> 2.5).

    At good: well has another part of speech, poor a cosine under 0.5. Of decent, fine and bad, bad flips the label
    (-0.5 + 1 - 1 + 0.2 = -0.3) but is not similar enough (0.3 < 0.8); fine (1.7) comes nearer than decent (2.2).
    At truly: barely flips (-0.5 - 1.5 + 1 + 0.2 = -0.8) and is similar (0.85); really does not (1.5). Film is never
    reached.
    """
    encoder = Cosines({"bad": 0.3, "fine": 0.9, "barely": 0.85})
    outcome, classifier, _ = run(TextFooler(), encoder=encoder)
    assert outcome.status == "success"
    assert outcome.perturbed == {"sentence": "a barely fine film"}
    assert classifier.batches == [
        ["a truly good film"],
        ["a  good film", "a truly  film", "a truly good "],
        ["a truly decent film", "a truly fine film", "a truly bad film"],
        ["a really fine film", "a barely fine film"],
        ["a barely fine film"],  # the verdict: the classifier is asked again
    ]
    # Lazily: bad because it flips, then the best of the rest, then what flips at the next word; decent never.
    assert encoder.seen == [
        "a truly good film",
        "a truly bad film",
        "a truly fine film",
        "a barely fine film",
    ]
    assert [(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits] == [
        (2, "good", "fine", "synonym"),
        (1, "truly", "barely", "synonym"),
    ]
    assert outcome.asked == {"classify": 9, "similarity": 3}
    assert outcome.modified == {"words": 2, "rate": 0.5, "rate_input": 0.5}


def test_among_those_that_flip_the_most_similar_is_taken():
    """Both bad (-0.3) and awful (-1.3) flip; awful is nearer the goal, bad more similar."""
    weights = {**WEIGHTS, "awful": -2.0}
    synonyms = {"good": [("awful", 0.9), ("bad", 0.8)]}
    encoder = Cosines({"awful": 0.85, "bad": 0.95})
    outcome, *_ = run(TextFooler(part_of_speech=None), encoder=encoder, weights=weights, synonyms=synonyms)
    assert outcome.perturbed == {"sentence": "a truly bad film"}


def test_without_similarity_the_nearest_is_taken():
    weights = {**WEIGHTS, "awful": -2.0}
    synonyms = {"good": [("bad", 0.9), ("awful", 0.8)]}
    outcome, _, encoder = run(
        TextFooler(part_of_speech=None, similarity=None), weights=weights, synonyms=synonyms
    )
    assert outcome.perturbed == {"sentence": "a truly awful film"}
    assert encoder.seen == []


def test_equal_candidates_go_to_the_earlier():
    synonyms = {"good": [("zig", 0.9), ("zag", 0.8)]}
    outcome, *_ = run(
        TextFooler(part_of_speech=None, similarity=None),
        text="good",
        weights={"good": 2.0},
        synonyms=synonyms,
    )
    assert outcome.perturbed == {"sentence": "zig"}


def test_a_word_is_left_alone_where_nothing_comes_nearer():
    synonyms = {"good": [("great", 0.9)], "truly": [("barely", 0.9)]}
    weights = {"good": 2.0, "great": 3.0, "truly": 1.0, "barely": -3.0}
    outcome, *_ = run(TextFooler(similarity=None, part_of_speech=None), weights=weights, synonyms=synonyms)
    assert outcome.perturbed == {"sentence": "a barely good film"}
    assert outcome.modified["words"] == 1


def test_words_without_synonyms_are_not_even_ranked():
    _, classifier, _ = run(TextFooler(similarity=None), synonyms={"good": SYNONYMS["good"]})
    assert classifier.batches[1] == ["a truly decent film", "a truly fine film", "a truly bad film"]


def test_importance_by_an_unknown_word():
    _, classifier, _ = run(TextFooler(importance="unknown"))
    assert classifier.batches[1] == ["a <oov> good film", "a truly <oov> film", "a truly good <oov>"]


def test_case_and_article_are_mended():
    synonyms = {"good": [("awful", 0.9)]}
    outcome, *_ = run(
        TextFooler(similarity=None, part_of_speech=None),
        text="A GOOD film",
        weights={"good": 2.0, "awful": -2.0},
        synonyms=synonyms,
    )
    assert outcome.perturbed == {"sentence": "An AWFUL film"}
    assert [e["kind"] for e in outcome.edits] == ["synonym", "article"]


def test_nouns_and_verbs_stand_for_each_other_unless_told_not_to():
    synonyms, weights = {"film": [("flop", 0.9)]}, {"film": 2.0, "flop": -2.0}
    tags = {"film": "NOUN", "flop": "VERB"}
    for attack, status in [
        (TextFooler(similarity=None), "success"),
        (build("textfooler", {"similarity": None, "part_of_speech.noun_for_verb": False}), "failure"),
    ]:
        known = Setting(SENTIMENT, "fake", english(synonyms, tags), measure_similarity=False)
        (chain,) = open_attacks([attack])
        engine = Engine({"classify": ClassifierOracle(Weights(weights))})
        (outcome,) = engine.run([("0", Attempt(known, chain, example("film")))])
        assert outcome.status == status


@pytest.mark.parametrize("options", [{}, {"synonyms": 10}, {"similarity": None}])
def test_needs_follow_the_options(options):
    attack = build("textfooler", options)
    assert ("encoder" in attack.needs) == (attack.similarity is not None)
    assert len(attack.constraints) == (3 if attack.similarity else 2)
