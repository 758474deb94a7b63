"""TextBugger: a trace worked out by hand, and what each option does."""

import random

from fakes import SENTIMENT, Cosines, Weights, english, example, target
from mohs.attacks.build import build, open_attacks
from mohs.attacks.word.textbugger import TextBugger
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine
from mohs.language.typos import KINDS


def run(attack, text, weights, encoder=None, seed=0, synonyms=None):
    classifier = Weights(weights)
    oracles = {
        "classify": ClassifierOracle(classifier),
        "similarity": AnsweredBy((encoder or Cosines({})).encode),
    }
    words = english(synonyms, stop_words={"the", "was"})
    known = Setting(SENTIMENT, "fake", words, seed, measure_similarity=False)
    (chain,) = open_attacks([attack])
    (outcome,) = Engine(oracles).run([("0", Attempt(known, chain, example(text)))])
    return outcome, classifier


def test_the_golden_trace():
    """All deletions. "was" and "the" are stop words, "it" is shorter than three letters.

    Importance: good (1.5) before fun (1.0). good -> god (weight 0.7: 3.0 - 1.5 + 0.7) is the one variant, and nearer.
    fun -> fn (no weight) leaves 0.7 + 0.5 = 1.2: still positive. show (0.5): how or sow are not tried, since ends
    stay: shw and sho... the inner deletions of show are sow and shw, weight -2 and 0: sow flips.
    """
    weights = {"good": 1.5, "fun": 1.0, "show": 0.5, "god": 0.7, "sow": -2.0}
    attack = TextBugger(kinds=("delete",), variants="all", similarity=None)
    outcome, classifier = run(attack, "it was the good fun show", weights)
    assert outcome.status == "success"
    assert outcome.perturbed == {"sentence": "it was the god fn sow"}
    assert classifier.batches == [
        ["it was the good fun show"],
        ["it was the  fun show", "it was the good  show", "it was the good fun "],
        ["it was the god fun show"],
        ["it was the god fn show"],
        ["it was the god fn sow", "it was the god fn shw"],
        ["it was the god fn sow"],
    ]
    assert [e["kind"] for e in outcome.edits] == ["delete"] * 3


def test_the_golden_trace_with_near_words():
    """Deletions, then the two nearest words, whatever their cosine: decent and nice of good, never fine.

    Importance: Good (1.5) before fun (1.0). The text starts at 2.5. At Good: God 1.0 + 1.9, Decent and Nice in its case
    1.0 + 0.9 and 1.0 + 1.2: Decent comes nearest. At fun: fn leaves 0.9, joy makes -0.1 and flips; jest is third.
    """
    weights = {"good": 1.5, "fun": 1.0, "god": 1.9, "decent": 0.9, "nice": 1.2, "joy": -1.0, "jest": -5.0}
    near = {
        "good": [("decent", 0.8), ("nice", -0.2), ("fine", -0.3)],
        "fun": [("fn", 0.9), ("joy", 0.7), ("jest", 0.6)],
    }
    attack = TextBugger(kinds=("delete",), variants="all", synonyms=2, similarity=None)
    assert attack.needs == ("synonyms",)
    outcome, classifier = run(attack, "Good fun", weights, synonyms=near)
    assert classifier.batches == [
        ["Good fun"],
        [" fun", "Good "],
        ["God fun", "Decent fun", "Nice fun"],
        ["Decent fn", "Decent joy"],  # fn is a typo and a near word: asked once, and a typo by its kind
        ["Decent joy"],
    ]
    assert [(e["to"], e["kind"]) for e in outcome.edits] == [("Decent", "synonym"), ("joy", "synonym")]
    made = attack._bugs(target("fun", synonyms=near), "fun")
    assert made == {"fn": "delete", "joy": "synonym"}


def test_every_variant_is_recorded_by_its_kind():
    made = TextBugger()._bugs(target("wonder"), "good")
    assert set(made.values()) <= set(KINDS)
    assert list(dict.fromkeys(made.values())) == [kind for kind in KINDS if kind in made.values()]


def test_no_blank_is_put_into_long_words_and_short_ones_are_not_swapped():
    assert "insert" not in TextBugger()._bugs(target("x"), "wonderful").values()
    assert "insert" in TextBugger()._bugs(target("x"), "great").values()
    assert "insert" not in TextBugger()._bugs(target("x"), "wonder").values()
    assert "swap" in TextBugger()._bugs(target("x"), "film").values()
    assert "swap" not in TextBugger(shortest_swap=5)._bugs(target("x"), "film").values()


def test_a_word_whose_bugs_come_no_nearer_is_passed_over():
    attack = TextBugger(kinds=("delete",), variants="all", similarity=None)
    outcome, _ = run(attack, "good fun", {"good": 1.5, "god": 1.6, "fun": 0.5, "fn": -3.0})
    assert outcome.perturbed == {"sentence": "good fn"}


def test_the_search_ends_where_the_goal_is_reached():
    attack = TextBugger(kinds=("delete",), variants="all", similarity=None)
    outcome, classifier = run(attack, "good fun", {"good": 1.5, "fun": 0.1, "god": -2.0, "fn": -3.0})
    assert outcome.perturbed == {"sentence": "god fun"}
    assert "god fn" not in classifier.seen


def test_one_variant_of_each_kind_by_default():
    made = TextBugger()._bugs(target("x", random=random.Random(1)), "great")
    assert sorted(made.values()) == sorted(set(made.values()))


def test_a_misspelling_that_changes_the_meaning_too_much_is_not_taken():
    weights = {"good": 1.0, "god": -1.0}
    attack = TextBugger(kinds=("delete",), variants="all")
    outcome, _ = run(attack, "good", weights, Cosines({"god": 0.5}))
    assert outcome.status == "failure" and outcome.perturbed is None
    outcome, _ = run(attack, "good", weights, Cosines({"god": 0.8}))
    assert outcome.status == "success"


def test_the_outcome_depends_on_the_seed_and_on_nothing_else():
    weights = {"wonderful": 3.0, "charming": 2.0}
    text = "wonderful charming picture indeed"
    first = [run(TextBugger(similarity=None), text, weights, seed=seed)[0].perturbed for seed in range(20)]
    again = [run(TextBugger(similarity=None), text, weights, seed=seed)[0].perturbed for seed in range(20)]
    assert first == again
    assert len({str(one) for one in first}) > 1


def test_options_by_name():
    attack = build("textbugger", {"kinds": "delete,swap", "variants": "all", "similarity.threshold": 0.9})
    assert attack.kinds == ("delete", "swap") and attack.similarity.threshold == 0.9
    assert attack.similarity.window is None
    assert TextBugger().synonyms is None and build("textbugger", {"synonyms": "5"}).synonyms == 5
    assert build("textbugger", {"synonyms": "off"}).synonyms is None
    assert TextBugger(similarity=None).needs == ()
