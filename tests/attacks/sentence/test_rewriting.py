"""Which version of a text is taken, and what is asked on the way."""

import pytest

from fakes import SENTIMENT, Cosines, Weights, answer, english, example, target
from mohs.attacks.attack import NothingToTry
from mohs.attacks.build import Chain
from mohs.attacks.constraints import SentenceSimilarity
from mohs.attacks.sentence.distraction import StressTestDistraction
from mohs.attacks.sentence.rewriting import Rewriting, Version
from mohs.attacks.word.textbugger import TextBugger
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine
from mohs.language.words import WHOLE, Edit, replay


def best(versions, weights, text="good show", similarity=None, cosines=None):
    """What is chosen; the classifier likes the text with a logit of 2."""
    classifier, encoder = Weights(weights, bias=2.0), Cosines(cosines or {})
    oracles = {"classify": ClassifierOracle(classifier), "similarity": AnsweredBy(encoder.encode)}
    asking = Rewriting(similarity=similarity)._best(
        target(text, (0.12, 0.88)), [Version(one, "kind") for one in versions]
    )
    return answer(asking, **oracles), classifier, encoder


def test_the_first_version_that_reaches_the_goal_is_taken():
    text, classifier, _ = best(["good a", "good b", "good c"], {"b": -3.0, "c": -9.0})
    assert text.string == "good b"
    assert text.edits == (Edit(WHOLE, "good show", "good b", "kind"),)
    assert classifier.batches == [["good a", "good b", "good c"]]


def test_where_none_reaches_it_the_nearest_is_taken_if_it_is_nearer_than_the_text():
    assert best(["good a", "good b"], {"a": -0.5, "b": -1.0})[0].string == "good b"
    assert best(["good a", "good b"], {"a": 0.5, "b": 1.0})[0].edits == ()


def test_a_version_that_is_no_change_or_comes_twice_is_not_asked():
    _, classifier, _ = best(["Good  show", "good a", "good a"], {})
    assert classifier.batches == [["good a"]]
    with pytest.raises(NothingToTry):
        list(Rewriting()._best(target("good show"), [Version("Good  show", "kind")]))


def test_the_similarity_is_asked_no_further_than_to_the_first_that_is_similar_enough():
    text, _, encoder = best(
        ["good far", "good near", "good later"],
        {"far": -3.0, "near": -3.0, "later": -3.0},
        similarity=SentenceSimilarity(threshold=0.8),
        cosines={"far": 0.5},
    )
    assert text.string == "good near"
    assert "good later" not in encoder.seen


def test_a_chain_goes_on_from_a_sentence_written_anew_and_its_edits_give_the_text():
    """A typo, a tautology, and a typo again: the engine makes them all anew and finds the same text."""
    oracles = {"classify": ClassifierOracle(Weights({"show": 1.0, "not": -1.0, "flse": -1.0}, bias=1.5))}
    typo = TextBugger(kinds=("delete",), variants="all", similarity=None)
    chain = Chain("mixed", (typo, StressTestDistraction(), typo))
    setting = Setting(SENTIMENT, "fake", english(), measure_similarity=False)
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example("good show .")))])
    assert [edit["word"] == WHOLE for edit in outcome.edits] == [False, True, False]
    edits = [Edit(one["word"], one["from"], one["to"], one["kind"]) for one in outcome.edits]
    assert replay("good show .", edits).string == outcome.perturbed["sentence"]
    assert outcome.status == "success", outcome.reason
