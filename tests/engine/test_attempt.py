"""The verdict is the engine's: every status, and no success that does not hold when it is looked at again."""

import time
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import pytest

from fakes import PAIR, SENTIMENT, Letters, Weights, english, example
from mohs.attacks.attack import NothingToTry
from mohs.attacks.build import Chain, open_attacks
from mohs.attacks.constraints import Words
from mohs.attacks.questions import fill_mask
from mohs.attacks.word.textbugger import TextBugger
from mohs.attacks.word.textfooler import TextFooler
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.attempt import Attempt, Setting, seed_of
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine
from mohs.language.words import Edit, Text

PLAIN = TextFooler(similarity=None, part_of_speech=None)
SYNONYMS = {"good": [("bad", 0.9)], "fine": [("poor", 0.9)]}


def attempt(one, attack=PLAIN, classifier=None, task=SENTIMENT, budget=None, synonyms=SYNONYMS, **setting):
    classifier = classifier or Weights({"good": 1.0, "bad": -1.0, "fine": 1.0, "poor": -1.0})
    oracles = {"classify": ClassifierOracle(classifier), "similarity": AnsweredBy(Letters().encode)}
    known = Setting(task, classifier.address, english(synonyms), **setting)
    (chain,) = open_attacks([attack] if not isinstance(attack, str) else attack)
    budgets = {} if budget is None else {"classify": budget}
    (outcome,) = Engine(oracles, budgets=budgets).run([("e", Attempt(known, chain, one))])
    return outcome


def test_success_is_recorded_with_everything():
    outcome = attempt(example("a good film", name="7"))
    assert outcome.status == "success" and outcome.reason is None
    assert outcome.id == outcome.source_id == "7"
    assert outcome.perturbed == {"sentence": "a bad film"}
    assert (outcome.label, outcome.prediction_before, outcome.prediction_after) == (
        "positive",
        "positive",
        "negative",
    )
    assert outcome.probability_before == pytest.approx(1 / (1 + np.exp(-1)), abs=1e-5)
    assert outcome.probability_after == pytest.approx(1 / (1 + np.exp(1)), abs=1e-5)
    assert outcome.edits == (
        {"field": "sentence", "word": 1, "from": "good", "to": "bad", "kind": "synonym"},
    )
    assert 0 < outcome.similarity < 1
    assert outcome.seed == seed_of(0, "textfooler", "7")


def test_the_gold_label_is_the_reference_never_the_prediction():
    """Classifier wrong already: skipped, also where the attack could make it right."""
    outcome = attempt(example("a good film", label=0))
    assert outcome.status == "skipped" and outcome.asked["classify"] == 1
    assert (outcome.prediction_before, outcome.perturbed) == ("positive", None)


@pytest.mark.parametrize("text", ["", " ", "!!!", "😍😍😍", "a", "3.5", "http://a.b/c", "unknown words"])
def test_nothing_to_change_is_not_attackable_and_never_robust(text):
    outcome = attempt(example(text), classifier=Weights({}, bias=1.0), synonyms={})
    assert outcome.status == "not_attackable"
    assert "nothing that this attack may change" in outcome.reason


def test_failure_keeps_the_last_text():
    outcome = attempt(
        example("a good good fine film"), classifier=Weights({"good": 2, "bad": 1.5, "fine": 2, "poor": 1})
    )
    assert outcome.status == "failure"
    assert outcome.perturbed == {"sentence": "a bad bad poor film"}
    assert outcome.similarity is None and outcome.reason is None


def test_the_budget_ends_a_search_and_is_not_exceeded():
    outcome = attempt(example("a good fine film"), budget=3)
    assert outcome.status == "budget"
    assert outcome.asked["classify"] <= 3
    assert "of 3 are left" in outcome.reason
    nothing = attempt(example("a good fine film"), budget=0)
    assert (nothing.status, nothing.prediction_before) == ("budget", None)
    assert nothing.asked == {"classify": 0, "similarity": 0}


def test_a_classifier_that_fails_gives_an_error_with_its_reason():
    class Broken(Weights):
        def score(self, inputs):
            if any("bad" in text for text in inputs):
                raise RuntimeError("out of memory")
            return super().score(inputs)

    outcome = attempt(example("a good film"), classifier=Broken({"good": 1.0}))
    assert outcome.status == "error"
    assert outcome.reason == "classifier: RuntimeError: out of memory"


@dataclass(frozen=True)
class Cheat:
    """An attack that says what it is told to say."""

    name: ClassVar[str] = "cheat"
    level: ClassVar[str] = "word"
    phenomenon: ClassVar[str] = "none"
    reference: ClassVar[str] = "none"
    needs: ClassVar[tuple] = ()
    final: str = "a bad film"
    edits: tuple = ()
    words: Words = field(default_factory=Words)
    raises: bool = False

    @property
    def constraints(self):
        return (self.words,)

    def positions(self, target):
        return [0]

    def search(self, target):
        yield from target.classify([self.final])
        if self.raises:
            raise ZeroDivisionError("a fault of the attack")
        text = Text(target.text.string)
        return Text(self.final, text.spans, text.kinds, self.edits)


def test_an_attack_that_raises_is_an_error_and_not_a_failure():
    outcome = attempt(example("a good film"), Cheat(raises=True))
    assert outcome.status == "error"
    assert outcome.reason == "cheat: ZeroDivisionError: a fault of the attack"


def test_an_attack_that_asks_what_it_does_not_list_ends_in_error_and_says_what_to_list():
    class Guess(Cheat):
        def search(self, target):
            yield from fill_mask([target.text.string], 3)

    outcome = attempt(example("a good film"), Guess())
    assert (outcome.status, outcome.perturbed, outcome.prediction_before) == ("error", None, "positive")
    assert outcome.reason == (
        "cheat asks a question of kind 'fill-mask', which nothing answers here: list 'masked-lm' in its `needs`"
    )


@dataclass(frozen=True)
class Unmoved(Cheat):
    """An attack that comes to no edit, on a text with or without positions, or finds nothing to try."""

    name: ClassVar[str] = "unmoved"
    places: tuple = (0,)
    idle: bool = False

    def positions(self, target):
        return self.places

    def search(self, target):
        yield from target.classify([self.final])
        if self.idle:
            raise NothingToTry
        return target.text


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([Unmoved()], "failure"),
        ([Unmoved(places=())], "not_attackable"),
        ([Unmoved(idle=True)], "not_attackable"),
        ([Unmoved(places=()), Unmoved()], "failure"),
        ([Unmoved(idle=True), Unmoved()], "failure"),
        ([Unmoved(idle=True), Unmoved(places=())], "not_attackable"),
    ],
)
def test_an_example_is_attackable_where_any_attack_of_a_chain_had_something_to_try(parts, status):
    assert chained(*parts).status == status


def test_a_text_that_the_declared_edits_do_not_make_is_no_success():
    cheat = Cheat(final="a bad movie", edits=(Edit(1, "good", "bad", "synonym"),))
    outcome = attempt(example("a good film"), cheat)
    assert outcome.status == "failure"
    assert "declared edits do not give the final text" in outcome.reason


def test_what_the_engine_asks_to_verify_is_not_counted_and_what_follows_is():
    confirmed = attempt(example("a good film"), Cheat(edits=(Edit(1, "good", "bad", "synonym"),)))
    assert confirmed.status == "success"
    # The first prediction and the one question of the search; then it is asked again, and for the similarity.
    assert confirmed.asked == {"classify": 2, "similarity": 0}
    assert confirmed.cost["computed"] == {"classify": 3, "similarity": 2}
    undeclared = Cheat(final="nothing", edits=(Edit(0, "a", "b", "synonym"),))
    refused = attempt(pair(), undeclared, task=PAIR, classifier=Overlap())
    assert refused.status == "failure" and refused.reason.count("declared edits") == 2
    assert refused.asked == {"classify": 3, "similarity": 0}


BAD = (Edit(1, "good", "bad", "synonym"),)


def chained(*parts):
    setting = Setting(SENTIMENT, "x", english(), measure_similarity=False)
    engine = Engine({"classify": ClassifierOracle(Weights({"good": 1.0, "bad": -1.0}))})
    (outcome,) = engine.run([("e", Attempt(setting, Chain("chain", parts), example("a good film")))])
    return outcome


def test_a_chain_passes_over_what_finds_nothing_to_try_and_ends_where_the_goal_is_reached():
    assert chained(Unmoved(idle=True), Cheat(edits=BAD)).status == "success"
    assert chained(Cheat(edits=BAD), Cheat(raises=True)).status == "success"
    assert chained(Unmoved(), Cheat(raises=True)).status == "error"


def test_a_text_that_the_search_did_not_ask_about_is_asked_about():
    class Silent(Cheat):
        def search(self, target):
            yield from target.classify([])
            return target.text.apply(BAD[0])

    outcome = chained(Silent())
    assert (outcome.status, outcome.prediction_after) == ("success", "negative")
    assert outcome.asked["classify"] == 1
    assert outcome.cost["computed"]["classify"] == 3


def test_what_is_asked_after_a_text_that_the_search_did_not_ask_about_is_counted():
    class Plot(Cheat):
        def search(self, target):
            yield from target.classify([])
            return target.text.apply(Edit(2, "film", "plot", "synonym"))

    outcome = chained(Plot(), Unmoved(final="another text"))
    assert outcome.status == "failure"
    assert outcome.asked["classify"] == 2  # the first prediction and that other text


def test_a_pair_is_attackable_where_any_of_its_fields_is():
    class First(Unmoved):
        def positions(self, target):
            return [0] if target.text.string == "an animal moves" else []

    for task in (PAIR, PAIR.only(["premise", "hypothesis"])):
        assert attempt(pair(), First(), task=task, classifier=Overlap()).status == "failure"
    outcome = attempt(pair(), First(), task=PAIR.only(["premise"]), classifier=Overlap())
    assert outcome.status == "not_attackable"


def test_a_change_of_signs_alone_is_a_change():
    cheat = Cheat(final="a good film!", edits=(Edit(2, "film", "film!", "sign"),))
    outcome = attempt(example("a good film"), cheat, classifier=Weights({"good": 1.0, "film!": -2.0}))
    assert outcome.status == "success"
    assert outcome.modified == {"words": 0, "rate": 0.0, "rate_input": 0.0}


def test_an_attack_is_told_of_the_task_and_of_the_other_fields():
    told = {}

    class Spy(Cheat):
        def search(self, target):
            told[target.text.string] = target
            yield from target.classify([])
            return target.text

    one = Example("t", "t", {"a": "first", "b": "second", "c": "third"}, 1)
    task = Task("three", ("a", "b", "c"), ("negative", "positive"), subject="sentiment")
    attempt(one, Spy(), task=task, classifier=Weights({}, bias=1.0))
    assert [target.input("x") for target in told.values()] == [
        ("x", "second", "third"),
        ("first", "x", "third"),
        ("first", "second", "x"),
    ]
    assert {(target.subject, target.labels) for target in told.values()} == {("sentiment", task.labels)}


def test_a_no_op_is_no_success():
    class Case(Weights):
        def logit(self, text):
            return 1.0 if text == "a good film" else -1.0

    cheat = Cheat(final="A  good film", edits=(Edit(0, "a", "A", "synonym"),))
    outcome = attempt(example("a good film"), cheat, classifier=Case({}))
    assert outcome.status == "failure"
    assert outcome.reason == "nothing but case or white space was changed"


def test_a_broken_constraint_is_no_success():
    cheat = Cheat(
        final="a bad film", edits=(Edit(1, "good", "bad", "synonym"),), words=Words(minimum_length=5)
    )
    outcome = attempt(example("a good film"), cheat)
    assert outcome.status == "failure" and outcome.reason == "the constraint words does not hold"


def test_a_classifier_that_changes_its_mind_gives_no_success():
    class Fickle(Weights):
        def score(self, inputs):
            self.weights = {"good": 1.0, "bad": -1.0 if len(self.batches) < 2 else 1.0}
            return super().score(inputs)

    outcome = attempt(example("good"), classifier=Fickle({}))
    assert outcome.status == "failure"
    assert "did not confirm" in outcome.reason


class Overlap(Weights):
    """Three labels: entailment while "runs" or "moves" is in the pair, else contradiction."""

    labels = ("entailment", "neutral", "contradiction")

    def __init__(self, words=("runs", "moves")):
        super().__init__({})
        self.words = words

    def score(self, inputs):
        self.batches.append(list(inputs))
        return [
            [2.0, 0.0, 1.0] if all(w in " ".join(t) for w in self.words) else [0.0, 0.0, 1.0] for t in inputs
        ]


def pair():
    return Example("p", "p", {"premise": "a dog runs", "hypothesis": "an animal moves"}, 0)


def test_one_field_of_a_pair_is_changed_and_the_other_stays_to_the_letter():
    outcome = attempt(pair(), task=PAIR, classifier=Overlap(), synonyms={"moves": [("stirs", 0.9)]})
    assert outcome.status == "success"
    assert outcome.perturbed == {"premise": "a dog runs", "hypothesis": "an animal stirs"}
    assert outcome.modified == {"words": 1, "rate": round(1 / 3, 6), "rate_input": round(1 / 6, 6)}


def test_the_next_field_is_tried_where_the_first_holds():
    outcome = attempt(pair(), task=PAIR, classifier=Overlap(), synonyms={"runs": [("walks", 0.9)]})
    assert outcome.perturbed == {"premise": "a dog walks", "hypothesis": "an animal moves"}


def test_what_a_field_came_to_gives_way_to_what_reached_the_goal():
    class Softer(Overlap):
        """An animal that is a beast makes it less sure, no more."""

        def score(self, inputs):
            return np.array(super().score(inputs)) - [[0.5 * ("beast" in t[1]), 0, 0] for t in inputs]

    synonyms = {"animal": [("beast", 0.9)], "runs": [("walks", 0.9)]}
    outcome = attempt(pair(), task=PAIR, classifier=Softer(), synonyms=synonyms)
    assert outcome.status == "success"
    assert outcome.perturbed == {"premise": "a dog walks", "hypothesis": "an animal moves"}
    outcome = attempt(pair(), task=PAIR.only(["hypothesis"]), classifier=Softer(), synonyms=synonyms)
    assert outcome.status == "failure" and outcome.perturbed["hypothesis"] == "a beast moves"


def test_how_much_was_changed_is_a_share_of_the_original():
    cheat = Cheat(final="a rather bad film", edits=(Edit(1, "good", "rather bad", "synonym"),))
    outcome = attempt(example("a good film"), cheat)
    assert outcome.modified == {"words": 2, "rate": round(2 / 3, 6), "rate_input": round(2 / 3, 6)}


def test_only_the_named_fields_are_changed():
    outcome = attempt(
        pair(), task=PAIR.only(["hypothesis"]), classifier=Overlap(), synonyms={"runs": [("walks", 0.9)]}
    )
    assert outcome.status == "not_attackable"


def test_no_separator_is_put_between_fields():
    one = Example("p", "p", {"premise": "Is it P L I T S ?", "hypothesis": "SPLIT it , I said"}, 0)
    classifier = Overlap(words=("SPLIT",))
    attempt(one, task=PAIR, classifier=classifier, synonyms={"split": [("cut", 0.9)]})
    assert all(isinstance(item, tuple) and len(item) == 2 for item in classifier.seen)
    assert {item[0] for item in classifier.seen} == {"Is it P L I T S ?"}


def test_a_targeted_attack_wants_one_label():
    class Towards(Overlap):
        def score(self, inputs):
            rows = {"moves": [2.0, 0.0, 0.0], "stirs": [0.0, 0.0, 2.0], "rests": [0.0, 2.0, 0.0]}
            return [
                next(row for word, row in rows.items() if word in t[1])
                if "animal" in t[1]
                else [2.0, 0.0, 0.0]
                for t in inputs
            ]

    synonyms = {"moves": [("stirs", 0.9), ("rests", 0.8)]}
    outcome = attempt(pair(), task=PAIR, classifier=Towards(), synonyms=synonyms, wanted=1)
    assert outcome.prediction_after == "neutral"
    outcome = attempt(pair(), task=PAIR, classifier=Towards(), synonyms=synonyms)
    assert outcome.prediction_after == "contradiction"


def test_a_chain_goes_on_from_the_last_text():
    """textfooler turns good into decent (nearer, not enough); textbugger then misspells film."""
    synonyms = {"good": [("decent", 0.9)]}
    weights = Weights({"good": 2.0, "decent": 1.0, "film": 0.5, "flm": -2.0, "fim": 0.0})
    bugger = TextBugger(kinds=("delete",), variants="all", similarity=None)
    chain = Chain("textfooler+textbugger", (PLAIN, bugger))
    setting = Setting(SENTIMENT, "x", english(synonyms, stop_words={"a"}), measure_similarity=False)
    engine = Engine({"classify": ClassifierOracle(weights)})
    (outcome,) = engine.run([("e", Attempt(setting, chain, example("a good film")))])
    assert outcome.status == "success" and outcome.attack == "textfooler+textbugger"
    assert outcome.perturbed == {"sentence": "a decent flm"}
    assert [edit["kind"] for edit in outcome.edits] == ["synonym", "delete"]


def test_seeds_differ_by_run_attack_and_example_and_by_nothing_else():
    assert len({seed_of(r, a, e) for r in (0, 1) for a in ("x", "y") for e in ("1", "2")}) == 8
    # A run from before must come to the same again; and JSON's readers keep 53 bits of a whole number.
    assert seed_of(0, "textfooler", "7") == 263_397_854_196_284


def test_an_outcome_has_every_key_of_the_contract():
    keys = {"id", "source_id", "task", "attack", "model", "status", "original", "perturbed", "label",
            "prediction_before", "prediction_after", "asked", "modified", "seed", "reason", "cost"}  # fmt: skip
    began = time.perf_counter()
    row = attempt(example("a good film")).to_json()
    assert 0 <= row["cost"]["seconds"] <= time.perf_counter() - began + 1e-4
    assert row["probability_before"] == round(row["probability_before"], 6) > 0
    assert keys <= set(row)
    assert set(row["asked"]) >= {"classify", "similarity"}
    assert set(row["cost"]) == {"seconds", "computed"}


def test_what_the_classifier_does_not_read_is_not_searched():
    """It reads three words: good (the fifth) is out of sight, fine (the second) is changed; and that is said."""
    cut = lambda inputs: [max(0, len(text.split()) - 3) for text in inputs]  # noqa: E731
    classifier = Weights({"fine": 1.0, "poor": -1.0, "good": 0.5})
    outcome = attempt(example("a fine film so good"), classifier=classifier, cut=cut)
    assert outcome.perturbed == {"sentence": "a poor film so good"}
    assert outcome.reason == "the classifier reads 3 of the 5 words of sentence"
    assert attempt(example("a film so truly good"), classifier=classifier, cut=cut).status == "not_attackable"


def up_to(most):
    """Of a text or a pair, the words beyond so many are not read."""
    return lambda inputs: [max(0, len(" ".join([one] if isinstance(one, str) else one).split()) - most) for one in inputs]  # fmt: skip


@pytest.mark.parametrize("most", range(5))
def test_how_many_words_are_read_is_told_exactly(most):
    outcome = attempt(example("a fine film so good"), cut=up_to(most))
    assert f"the classifier reads {most} of the 5 words of sentence" in outcome.reason
    assert attempt(example("", label=0), classifier=Weights({}), cut=up_to(0)).reason == (
        "nothing that this attack may change"
    )


@pytest.mark.parametrize(
    ("premise", "said"),
    [
        (
            "a dog runs",
            ["the classifier reads 2 of the 3 words of hypothesis", "2 of the 3 words of premise"],
        ),
        ("a big dog always runs", ["0 of the 3 words of hypothesis", "2 of the 5 words of premise"]),
        ("a big brown dog always runs", ["2 of the 6 words of premise"]),  # the hypothesis is not what is cut
    ],
)
def test_of_a_pair_it_is_told_which_field_is_cut(premise, said):
    one = Example("p", "p", {"premise": premise, "hypothesis": "an animal moves"}, 0)
    outcome = attempt(one, task=PAIR, classifier=Overlap(), synonyms={}, cut=up_to(5))
    remarks = outcome.reason.removeprefix("nothing that this attack may change; ").split("; ")
    assert len(remarks) == len(said)
    assert all(remark.endswith(words) for remark, words in zip(remarks, said, strict=True))


def test_a_text_that_is_read_whole_says_nothing():
    outcome = attempt(example("a good film"), cut=lambda inputs: [0] * len(inputs))
    assert outcome.status == "success" and outcome.reason is None


def test_long_texts_are_not_kept():
    from mohs.engine.runner import LONG

    classifier = Weights({"good": 1.0})
    attempt(example("good film " + "x" * LONG), classifier=classifier, synonyms={})
    assert len(classifier.seen) == 1
