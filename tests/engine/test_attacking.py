"""The same outcomes whatever the width, the order and the batches; labels that are mixed up are noticed."""

import gc
import random
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from fakes import PAIR, SENTIMENT, Copulas, Letters, Paraphrases, Pieces, Vectors, Weights, english, example
from mohs.attacks.build import open_attacks
from mohs.data.example import Example
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.errors import ClassifierFault, ModelError
from mohs.language.masked_lm import open_masked_lm
from mohs.language.phrase_structure import TEMPLATES
from mohs.models.classifier import Classifier

WORDS = ["good", "bad", "fine", "poor", "film", "plot", "acting", "music", "truly", "hardly"]
WEIGHTS = {"good": 1.3, "fine": 0.9, "truly": 0.4, "bad": -1.1, "poor": -0.8, "hardly": -0.9, "gd": 0.1}
SYNONYMS = {w: [(v, 0.9 - 0.05 * k) for k, v in enumerate(WORDS) if v != w] for w in WORDS}


def sentences(count=40):
    rng = random.Random(5)
    rows = []
    for k in range(count):
        text = " ".join(rng.choices(WORDS, k=rng.randint(1, 9)))
        rows.append(example(text, int(Weights(WEIGHTS).logit(text) > 0), str(k)))
    return rows


def outcomes(examples, classifier=None, width=64, attacks="textfooler,textbugger", done=(), **known):
    setting = Setting(SENTIMENT, "fake", english(SYNONYMS), seed=3)
    options = {"textfooler": {"part_of_speech": None}} if "textfooler" in attacks else {}
    given = ["paraphraser"] if "paraphraser" in known else []
    attacking = Attacking(
        classifier or Weights(WEIGHTS),
        examples,
        open_attacks(attacks, options, given),
        setting,
        Letters(),
        width,
        **known,
    )
    rows = [outcome.to_json() for outcome in attacking.outcomes(done)]
    for row in rows:
        del row["cost"]
    return sorted(rows, key=lambda row: (row["attack"], row["id"]))


@pytest.fixture(scope="module")
def expected():
    return outcomes(sentences())


def with_masked_lm(filler, width):
    options = {"bert-attack": {"word_similarity": "off"}}
    setting = Setting(SENTIMENT, "fake", english(SYNONYMS), seed=3)
    chains = open_attacks("bert-attack", options)
    attacking = Attacking(Weights(WEIGHTS), sentences(), chains, setting, Letters(), width, masked_lm=filler)
    return sorted(({**o.to_json(), "cost": 0} for o in attacking.outcomes()), key=lambda row: row["id"])


def test_a_masked_language_model_is_asked_by_many_searches_at_once():
    filler = Pieces({word: [near for near, _ in SYNONYMS[word]] for word in WORDS})
    rows = with_masked_lm(filler, 64)
    assert {"success", "failure"} <= {row["status"] for row in rows}
    assert rows == with_masked_lm(filler, 1) == with_masked_lm(filler, 7)


def test_a_paraphraser_and_token_vectors_are_asked_for_many_searches_at_once():
    makers = [str.upper, lambda text: f"hardly {text}", lambda text: f"poor {text} bad", lambda text: ""]
    tables = [dict(zip(TEMPLATES, makers, strict=False)) for _ in range(3)]
    widths = (64, 1, 7)
    writers = [Paraphrases(table) for table in tables]
    rows = [
        outcomes(sentences(), None, width, "scpn", paraphraser=writer)
        for width, writer in zip(widths, writers, strict=True)
    ]
    assert rows[0] == rows[1] == rows[2]
    assert {"success", "failure"} <= {row["status"] for row in rows[0]}
    assert any(row["asked"].get("bert-score", 0) > 1 for row in rows[0])
    assert max(len(batch) for batch in writers[0].batches) > 100 > 10 == len(writers[1].batches[0])


def test_attacks_on_sentences_give_the_same_at_any_width():
    """The handles are random, the parser is asked for many texts at once."""
    names = "stresstest-distraction,checklist-distraction,adv-fever,textbugger+adv-fever"
    weights = {**WEIGHTS, "not": -0.9, "@daily": -0.4, "exists": -0.7}
    rng = random.Random(6)
    examples = []
    for k in range(40):
        text = f"the {rng.choice(WORDS)} {rng.choice(['film is a', 'film', 'plot was a'])} {rng.choice(WORDS)} film"
        examples.append(example(text, int(Weights(weights).logit(text) > 0), str(k)))
    parser = Copulas()
    rows = outcomes(examples, Weights(weights), 64, names, grammar=parser)
    assert {"success", "failure", "not_attackable"} <= {row["status"] for row in rows}
    assert len(set(parser.seen)) == len(parser.seen)
    for width in (1, 7):
        assert outcomes(examples, Weights(weights), width, names, grammar=Copulas()) == rows


@pytest.mark.parametrize("kind", ["word-pieces", "bytes"])
def test_a_real_masked_language_model_gives_the_same_at_any_width(tmp_path, kind):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from masked_models import masked_folder

    filler = open_masked_lm(f"hf:{masked_folder(tmp_path / 'm', kind)}", threads=1)
    rows = with_masked_lm(filler, 64)
    assert any(row["asked"].get("perplexity") for row in rows) and any(row["edits"] for row in rows)
    assert rows == with_masked_lm(filler, 1) == with_masked_lm(filler, 7)


@pytest.mark.parametrize("width", [1, 7, 64])
def test_the_number_of_open_searches_changes_no_outcome(expected, width):
    assert outcomes(sentences(), width=width) == expected


def test_the_order_of_the_examples_changes_no_outcome(expected):
    shuffled = sentences()
    random.Random(1).shuffle(shuffled)
    assert outcomes(shuffled, width=7) == expected


def test_other_attacks_beside_it_change_no_outcome(expected):
    alone = outcomes(sentences(), attacks="textfooler,textbugger")
    assert [r for r in alone if r["attack"] == "textbugger"] == [
        r for r in expected if r["attack"] == "textbugger"
    ]


def test_what_is_done_already_is_left_out(expected):
    done = {("fake", row["attack"], row["id"]) for row in expected[::2]}
    assert outcomes(sentences(), done=done) == expected[1::2]


def test_a_limit_on_queries_ends_the_searches_that_would_exceed_it(expected):
    limited = outcomes(sentences(), max_queries=12)
    assert {row["status"] for row in limited} >= {"budget", "success"}
    for row, free in zip(limited, expected, strict=True):
        assert row["asked"]["classify"] <= 12
        assert row == free or row["status"] == "budget"


def test_all_kinds_of_outcome_are_among_them(expected):
    assert {"success", "failure"} <= {row["status"] for row in expected}


def test_progress_hears_of_every_outcome():
    heard = []

    class Ear:
        def outcome(self, status, texts):
            heard.append((status, texts))

    setting = Setting(SENTIMENT, "fake", english(SYNONYMS), measure_similarity=False)
    chains = open_attacks("textbugger", {"textbugger": {"similarity": None}})
    list(Attacking(Weights(WEIGHTS), sentences(10), chains, setting).outcomes((), Ear()))
    assert len(heard) == 10 and all(texts >= 1 for _, texts in heard)


def test_progress_hears_how_many_texts_the_classifier_really_saw():
    heard = []

    class Ear:
        def outcome(self, status, texts):
            heard.append((status, texts))

    wrong = [example("good", 0, "1")]  # the second attack finds the first prediction known
    chains = open_attacks("textfooler,textbugger", {"textfooler": {"part_of_speech": None}})
    setting = Setting(SENTIMENT, "fake", english(SYNONYMS))
    list(Attacking(Weights(WEIGHTS), wrong, chains, setting, Letters(), 1).outcomes((), Ear()))
    assert heard == [("skipped", 1), ("skipped", 0)]


class Broken:
    """Whatever it is asked, it fails, and says what that was."""

    def __getattr__(self, name):
        def fail(*asked):
            raise ValueError(name)

        return fail

    encode: object
    token_vectors: object


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("similarity", "the encoder raised ValueError: encode"),
        ("bert-score", "the encoder raised ValueError: token_vectors"),
        ("fill-mask", "the masked language model raised ValueError: fill"),
        ("perplexity", "the masked language model raised ValueError: perplexity"),
        ("parse", "the parser raised ValueError: parse"),
        ("paraphrase", "the paraphraser raised ValueError: paraphrase"),
        ("tree", "the tree autoencoder raised ValueError: tell"),
    ],
)
def test_a_question_goes_to_the_helper_that_answers_it_and_its_fault_names_it(kind, said):
    names = ("encoder", "masked_lm", "grammar", "paraphraser", "trees")
    setting = Setting(SENTIMENT, "fake", english())
    oracles = Attacking(Weights({}), [], (), setting, **dict.fromkeys(names, Broken())).oracles()
    with pytest.raises(ClassifierFault, match=said):
        oracles[kind].answer(["a good film"])


def test_the_classifier_is_descended_where_it_has_gradients_and_an_attack_needs_them():
    class Sloped(Weights):
        def differentiable(self):
            return Vectors.of(self)

    def kinds(classifier, attacks):
        setting = Setting(SENTIMENT, "fake", english())
        return set(Attacking(classifier, [], open_attacks(attacks), setting).oracles())

    assert kinds(Sloped({"good": 1.0}), "textbugger,comp-attack") == {"classify", "descend"}
    assert kinds(Sloped({"good": 1.0}), "textbugger") == {"classify"}
    assert kinds(Weights({}), "comp-attack") == {"classify"}


def test_the_longer_the_texts_the_fewer_are_searched_at_once():
    def width(characters, given=None, packs=True):
        texts = [example("x" * characters, 0, str(k)) for k in range(3)]
        classifier = Weights({})
        classifier.packs_by_length = packs
        return Attacking(classifier, texts, (), Setting(SENTIMENT, "fake", english()), None, given).width

    assert (width(100), width(10_000), width(10**6), width(100, 7)) == (256, 30, 8, 7)
    assert width(100, packs=False) == 64


def check(classifier, examples):
    Attacking(classifier, examples, (), Setting(SENTIMENT, "fake", english())).check_labels()


def test_labels_that_are_mixed_up_are_noticed_and_mended():
    flipped = [example(e.fields["sentence"], 1 - e.label, e.id) for e in sentences()]
    with pytest.raises(ModelError) as problem:
        check(Weights(WEIGHTS), flipped)
    assert "0 of the first 40" in str(problem.value)
    assert "label_map" in str(problem.value) and "negative=positive" in str(problem.value)


def test_right_labels_and_few_examples_are_let_through():
    check(Weights(WEIGHTS), sentences())
    flipped = [example(e.fields["sentence"], 1 - e.label, e.id) for e in sentences()]
    check(Weights(WEIGHTS), flipped[:29])
    with pytest.raises(ModelError, match="30 examples"):
        check(Weights(WEIGHTS), flipped[:30])


@pytest.mark.parametrize(("each", "stopped"), [(5, False), (10, True)])
def test_labels_are_mixed_up_only_where_another_order_is_better_than_chance(each, stopped):
    """Never right, and one of the two other labels as often as the other: the best order has half right."""

    class Never(Classifier):
        address, labels, scores = "fake:never", PAIR.labels, "probabilities"

        def score(self, inputs):
            return [[float(pair[0] == str(k)) for k in range(3)] for pair in inputs]

    task = replace(PAIR, name="own")
    rows = [
        Example(f"{gold}-{said}-{k}", "s", {"premise": str(said), "hypothesis": "x"}, gold)
        for gold in range(3)
        for said in range(3)
        for k in range(each)
        if said != gold
    ]
    attacking = Attacking(Never(), rows, (), Setting(task, "fake", english()))
    with pytest.raises(ModelError, match="mixed up") if stopped else nullcontext():
        attacking.check_labels()


@pytest.mark.parametrize(
    ("counts", "stopped"),
    [
        (
            [[0, 1, 8], [7, 0, 27], [0, 1, 0]],
            False,
        ),  # 28 of 44 in the best order; chance has 28 of them as well
        ([[0, 1, 8], [27, 0, 7], [0, 1, 0]], True),  # 36 in the best order; chance has 27
    ],
)
def test_another_order_is_held_against_its_own_chance(counts, stopped):
    """Rows by gold label, columns by what the classifier says: who says one label mostly is right by chance."""

    class Says(Classifier):
        address, labels, scores = "fake:says", PAIR.labels, "probabilities"

        def score(self, inputs):
            return [[float(pair[0] == str(k)) for k in range(3)] for pair in inputs]

    rows = [
        Example(f"{gold}-{said}-{k}", "s", {"premise": str(said), "hypothesis": "x"}, gold)
        for gold, line in enumerate(counts)
        for said, count in enumerate(line)
        for k in range(count)
    ]
    attacking = Attacking(Says(), rows, (), Setting(replace(PAIR, name="own"), "fake", english()))
    with pytest.raises(ModelError, match="mixed up") if stopped else nullcontext():
        attacking.check_labels()


@pytest.mark.parametrize("bias", [0.1, -0.1])
def test_a_classifier_that_always_says_the_same_is_let_through(bias):
    check(Weights({}, bias=bias), sentences())


@pytest.mark.parametrize(("bias", "rare"), [(0.1, 1), (-0.1, 0)])
def test_one_that_always_says_the_rare_label_is_right_as_often_as_chance(bias, rare):
    rows = [example(f"text {k}", rare if k < 4 else 1 - rare, str(k)) for k in range(40)]
    check(Weights({}, bias=bias), rows)
    with pytest.raises(ModelError, match="0 of the first 40 examples right"):  # chance has 7 of them right
        check(Weights({"rare": 9.0, "common": -9.0}), [
            example("common" if (k < 4) == bool(rare) else "rare", rare if k < 4 else 1 - rare, str(k))
            for k in range(40)
        ])  # fmt: skip


def test_a_classifier_that_fails_is_left_to_the_run():
    class Broken(Weights):
        def score(self, inputs):
            raise RuntimeError("no")

    check(Broken({}), sentences())


def test_the_map_that_is_suggested_speaks_of_the_classifiers_own_labels():
    """A map is in force already and is the wrong way round: the way out names what the classifier calls them."""
    from mohs.data.task import Task
    from mohs.models.wrap import as_classifier

    task = Task("own", ("sentence",), ("poor", "good"))
    mapped = as_classifier(Weights(WEIGHTS), task, label_map={"negative": "good", "positive": "poor"})
    attacking = Attacking(mapped, sentences(), (), Setting(task, "fake", english()))
    with pytest.raises(ModelError) as problem:
        attacking.check_labels()
    said = str(problem.value)
    assert "negative=poor" in said and "positive=good" in said


def white_box(classifier, width, attacks="comp-attack", encoder=None, rows=None):
    known = english(
        {word: [(near, 0.9) for near in ("lovely", "dull", "quiet", "bad", "good")] for word in WORDS}
    )
    filler = Pieces({word: ["very", "film", "lovely"] for word in WORDS})
    setting = Setting(SENTIMENT, "fake", known, seed=3, measure_similarity=False)
    chains = open_attacks(attacks, {"comp-attack": {"steps": 12, "learning_rate": 1.0}})
    attacking = Attacking(classifier, rows or sentences(), chains, setting, encoder, width, masked_lm=filler)
    found = [{**outcome.to_json(), "cost": 0} for outcome in attacking.outcomes()]
    return sorted((row for row in found if row["attack"] == "comp-attack"), key=lambda row: row["id"])


@pytest.mark.parametrize("kind", ["bert", "distilbert"])
def test_descents_of_a_real_network_give_the_same_at_any_width_and_beside_any_attack(tmp_path, kind):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from mohs.models.address import open_classifier
    from networks import classifier_folder

    classifier = open_classifier(f"hf:{classifier_folder(tmp_path / 'm', kind)}", SENTIMENT, threads=1)
    predicted = classifier.probabilities([one.fields["sentence"] for one in sentences()]).argmax(axis=1)
    rows = [
        example(one.fields["sentence"], int(k), one.id) for one, k in zip(sentences(), predicted, strict=True)
    ]
    expected = white_box(classifier, 64, rows=rows)
    assert {"success", "failure"} <= {row["status"] for row in expected}
    assert not [row["reason"] for row in expected if row["reason"]]
    assert expected == white_box(classifier, 1, rows=rows) == white_box(classifier, 7, rows=rows)
    assert expected == white_box(classifier, 7, "textbugger,comp-attack", Letters(), rows)
    assert expected == white_box(classifier, 64, rows=rows[::-1])


def test_a_network_whose_labels_are_in_another_order_is_descended_all_the_same(tmp_path):
    """The same weights with their labels named the other way round are another task's mirror image."""
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from mohs.data.task import Task
    from mohs.models.address import open_classifier
    from mohs.models.wrap import as_classifier
    from networks import classifier_folder

    folder = classifier_folder(tmp_path / "m", "bert")
    straight = open_classifier(f"hf:{folder}", SENTIMENT, threads=1)
    turned = Task("turned", ("sentence",), ("positive", "negative"))
    opened = open_classifier(f"hf:{folder}", turned, threads=1)
    wrapped = as_classifier(straight, turned)
    assert opened.capabilities == wrapped.capabilities == {"gradients"}
    rows = [straight.differentiable().read(["a good film"])[0].row]

    def slopes(order):
        def slope(logits, numbers):
            one = np.zeros_like(logits)
            one[:, order] = [1.0, -1.0]
            return one

        return slope

    logits, (gradient,) = straight.differentiable().gradients(rows, slopes([0, 1]))
    for other in (opened, wrapped):
        swapped, (same,) = other.differentiable().gradients(rows, slopes([1, 0]))
        assert (swapped[:, ::-1] == logits).all() and (same == gradient).all() and gradient.any()


@pytest.mark.parametrize("ends_first", [0, 1])
@pytest.mark.parametrize("first", [700, 50_000, 0])
def test_garbage_is_looked_for_as_before_once_all_runs_have_ended(first, ends_first):
    before = gc.get_threshold()
    gc.set_threshold(first, *before[1:])
    try:
        setting = Setting(SENTIMENT, "fake", english(SYNONYMS), seed=3)
        chains = open_attacks("textbugger", {}, [])
        attacking = Attacking(Weights(WEIGHTS), sentences(), chains, setting, Letters())
        running = [attacking.outcomes(), attacking.outcomes()]
        for one in running:
            next(one)
        assert gc.get_threshold()[0] == (max(first, 20_000) if first else 0)
        running[ends_first].close()
        running[1 - ends_first].close()
        assert gc.get_threshold() == (first, *before[1:])
    finally:
        gc.set_threshold(*before)
