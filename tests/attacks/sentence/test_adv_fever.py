"""AdvFever: a trace worked out by hand, and when there is nothing to try."""

from fakes import SENTIMENT, Copulas, Weights, english, example
from mohs.attacks.build import open_attacks
from mohs.attacks.sentence.adv_fever import AdvFever
from mohs.attacks.sentence.distraction import StressTestDistraction
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine


def run(attack, text, weights, persons=()):
    classifier, parser = Weights(weights, bias=1.0), Copulas(persons)
    setting = Setting(SENTIMENT, "fake", english(), measure_similarity=False)
    (chain,) = open_attacks([attack])
    oracles = {"classify": ClassifierOracle(classifier), "parse": AnsweredBy(parser.parse)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    return outcome, classifier, parser


def test_the_golden_trace():
    """Rules 1 and 4 say the same and are asked once; "goes" turns the classifier; a person is never "it"."""
    outcome, classifier, parser = run(AdvFever(), "Kane is an epic hero .", {"goes": -2.0}, persons=["Kane"])
    assert outcome.status == "success"
    assert parser.seen == ["Kane is an epic hero ."]
    assert classifier.batches == [
        ["Kane is an epic hero ."],
        [
            "There exists an epic hero called Kane .",
            "There is an epic hero called Kane .",
            "There exists an epic hero that goes by the name of Kane .",
            "There is an epic hero , they are called Kane .",
        ],
        ["There exists an epic hero that goes by the name of Kane ."],
    ]
    (edit,) = outcome.edits
    assert (edit["word"], edit["kind"]) == (-1, "there.exists.a.that.goes.by.name.of")
    assert outcome.asked["parse"] == 1


def test_a_text_without_the_words_of_a_rule_is_not_parsed():
    outcome, _, parser = run(AdvFever(), "Kane rules .", {})
    assert outcome.status == "not_attackable" and parser.seen == []


def test_a_text_whose_parse_fits_no_rule_is_not_attackable():
    outcome, classifier, parser = run(AdvFever(), "no film is a hit .", {})
    assert outcome.status == "not_attackable", outcome.reason
    assert len(parser.seen) == 1 and len(classifier.seen) == 1
    outcome, _, _ = run(AdvFever(phrases="any"), "no film is a hit .", {})
    assert outcome.status == "failure"


def test_in_a_chain_the_other_attack_goes_on_where_there_is_nothing_to_try():
    from mohs.attacks.build import Chain

    classifier = Weights({"not": -2.0}, bias=1.0)
    setting = Setting(SENTIMENT, "fake", english(), measure_similarity=False)
    chain = Chain("both", (AdvFever(), StressTestDistraction()))
    oracles = {"classify": ClassifierOracle(classifier), "parse": AnsweredBy(Copulas().parse)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example("no film is a hit .")))])
    assert outcome.perturbed == {"sentence": "no film is a hit and false is not true ."}
