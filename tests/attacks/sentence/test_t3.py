"""T3: traces worked out by hand, which words are told, and every text kept to the letter beside them."""

import pytest

pytest.importorskip("torch")

from fakes import SENTIMENT, Cosines, Lines, Vectors, Weights, english, example, target
from mohs.attacks.build import build, open_attacks
from mohs.attacks.constraints import Words
from mohs.attacks.sentence.t3 import T3, _leads_preposition, appended
from mohs.cli.main import main
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle
from mohs.engine.runner import Engine
from mohs.language.grammar import Parsed, open_grammar
from mohs.language.tree_autoencoder import open_tree_autoencoder
from mohs.language.words import Edit, replay
from planted import Planted

# The logit of "positive" is the sum of the words' weights.
WEIGHTS = {"good": 2.0, "fine": 1.0, "bad": -2.5, "film": 0.5, "movie": -0.5, "plot": -1.0}
# What the decoder holds for likely when its vector is moved to z: good at 0, fine z - 1, bad 2 z - 3.
ADJECTIVES = {"good": (0.0, 0.0), "fine": (1.0, -1.0), "bad": (2.0, -3.0)}
NOUNS = {"film": (0.0, 0.0), "movie": (1.0, -1.5), "plot": (1.5, -4.0)}
# so steep that every step of Adam is as long as its learning rate; soft enough that gradients are no zeros
STEEP = {"weight": 1e6, "learning_rate": 0.8, "steps": 5, "temperature": 1.0, "keep": "off"}


def run(options, *, text="a good film", weights=WEIGHTS, lines=(ADJECTIVES, NOUNS), encoder=None, tags=None, wanted=None,
        bias=0.0):  # fmt: skip
    classifier = Weights(weights, bias)
    network = Vectors.of(classifier)
    oracles = {
        "classify": ClassifierOracle(classifier),
        "descend": DescentOracle(network),
        "parse": AnsweredBy(Planted().parse),
        "tree": AnsweredBy(Lines(*lines).tell),
        "similarity": AnsweredBy((encoder or Cosines({})).encode),
    }
    known = english({}, tags or {}, {"a", "the"})
    setting = Setting(SENTIMENT, "fake", known, 0, wanted, measure_similarity=False)
    (chain,) = open_attacks([build("t3", options)])
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    return outcome, classifier, network


def test_the_golden_trace():
    """Each step moves z by .8 up, where what the classifier takes for negative is likelier: z is 0, .8, 1.6, 2.4, 3.2.

    good: at .8 still good (fine -.2, bad -1.4); at 1.6 fine (.6, bad .2); at 2.4 bad (1.8, fine 1.4).
    film: at .8 film (movie -.7); at 1.6 movie (.1); at 2.4 movie (.9, plot -.4); at 3.2 movie (1.7, plot .8).
    Texts: good film 2.5, twice, and read once; fine movie .5; bad movie -3, the only one that is a success. Without
    movie it is one as well (-2), and without bad it is none (1.5): film is put back.
    """
    outcome, classifier, network = run(STEEP)
    assert network.seen == ["a good film", "a fine movie", "a bad movie"]
    assert outcome.status == "success" and outcome.perturbed == {"sentence": "a bad film"}
    assert classifier.batches == [
        ["a good film"], ["a bad movie"], ["a good movie", "a bad film"], ["a bad film"],
    ]  # fmt: skip
    assert [(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits] == [
        (1, "good", "bad", "decoded")
    ]
    assert outcome.asked == {"classify": 4, "descend": 5, "parse": 1, "tree": 1, "similarity": 0}


def test_words_that_are_not_needed_stay_changed_where_that_is_wished():
    outcome, _, _ = run(STEEP | {"put_back": False})
    assert outcome.perturbed == {"sentence": "a bad movie"}


def test_of_several_successes_the_one_with_fewest_words_changed_is_taken_or_the_nearest():
    """At 1.6 fine is told and movie, at 2.4 worse and still movie, at 4 worse alone: film is likelier again."""
    lines = (
        {"good": (0.0, 0.0), "poor": (1.0, -1.0)},
        {"film": (0.0, 0.0), "movie": (1.0, -1.5), "picture": (2.0, -6.0)},
    )
    weights = {"good": 2.0, "poor": -1.0, "film": 0.1, "movie": 0.2, "picture": 0.3}
    kept = STEEP | {"put_back": False, "steps": 4, "learning_rate": 1.2}
    nearest, _, network = run(kept | {"take": "shortest"}, lines=lines, weights=weights)
    assert network.seen[:2] == ["a good film", "a poor film"]
    assert nearest.perturbed == {"sentence": "a poor film"}
    assert run(kept, lines=lines, weights=weights)[0].perturbed == {"sentence": "a poor film"}


def test_a_failure_ends_at_the_text_that_came_nearest():
    outcome, _, _ = run(STEEP, lines=({"good": (0.0, 0.0), "fine": (1.0, -1.0)},))
    assert outcome.status == "failure" and outcome.perturbed == {"sentence": "a fine film"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  A GOOD film ,\n it  is !", "  A BAD film ,\n it  is !"),
        ("Good film", "Bad film"),
        ("(the good film) !", "(the bad film) !"),
    ],
)
def test_case_marks_and_blanks_stay_to_the_letter(text, expected):
    outcome, _, _ = run(STEEP, text=text, lines=(ADJECTIVES,))
    assert outcome.perturbed == {"sentence": expected}


def test_a_or_an_before_a_changed_word_is_mended():
    lines = ({"good": (0.0, 0.0), "awful": (1.0, -1.0)},)
    outcome, _, _ = run(STEEP, lines=lines, weights={"good": 2.0, "awful": -3.0})
    assert outcome.perturbed == {"sentence": "an awful film"}


def test_an_adverb_that_is_one_with_the_preposition_behind_it_is_not_told(parser):
    (parsed,) = parser.parse(["it manages to be decent instead of brilliant , quickly ."])
    words = [parsed.word(k) for k in range(len(parsed.tokens)) if _leads_preposition(parsed, k)]
    assert words == ["instead"]


def test_a_part_of_a_compound_is_not_told_by_itself():
    known = target("a good-looking film")
    assert T3(keep=None).positions(known) == [3]
    assert T3(keep=None, words=Words()).positions(known) == [1, 2, 3]


def test_no_word_is_put_in_that_the_text_has_already_or_that_is_a_stop_word():
    """Of good the candidates bad (there already) and the (a stop word) are left out, and fine alone is left."""
    line = {"good": (0.0, 0.0), "bad": (1.0, -0.5), "the": (1.0, -0.6), "fine": (1.0, -1.0)}
    weights = {"good": 4.0, "fine": 0.5, "bad": -1.0, "the": -9.0}
    outcome, _, network = run(STEEP, text="good bad", weights=weights, lines=(line,))
    assert outcome.perturbed == {"sentence": "fine bad"}
    assert not [text for text in network.seen if "the" in text or text.startswith("bad")]


def test_no_word_is_put_beside_itself():
    """For both good and fine worse is told, at the same step: it is a candidate of the first alone."""
    line = {"good": (0.0, 0.0), "fine": (0.0, 0.0), "worse": (1.0, -1.0)}
    weights = {"good": 1.0, "fine": 1.0, "worse": -4.0}
    outcome, classifier, network = run(STEEP, text="good fine film", weights=weights, lines=(line,))
    assert outcome.perturbed == {"sentence": "worse fine film"}
    asked = [text for batch in classifier.batches for text in batch]
    assert not [text for text in (*network.seen, *asked) if "worse worse" in text]
    # with a word between them it is one of both
    outcome, _, network = run(STEEP, text="good the fine film", weights=weights, lines=(line,))
    assert "worse the worse film" in network.seen


def test_numbers_names_and_negations_stay_by_default():
    lines = ({"three": (0.0, 0.0), "bad": (1.0, -1.0)}, {"paris": (0.0, 0.0), "plot": (1.0, -1.0)})
    options = {key: value for key, value in STEEP.items() if key != "keep"}
    text, weights = "three paris film", {"film": 0.5, "bad": -3.0, "plot": -3.0}
    assert (
        run(options, text=text, weights=weights, lines=lines, tags={"paris": "PROPN"})[0].status
        == "not_attackable"
    )
    assert run(options | {"keep": "off"}, text=text, weights=weights, lines=lines)[0].status == "success"


def test_a_limit_on_changed_words_holds_while_it_descends():
    outcome, _, network = run(STEEP | {"modified_rate.rate": 0.4, "put_back": False})
    assert all(
        sum(a != b for a, b in zip(text.split(), ("a", "good", "film"), strict=True)) <= 1
        for text in network.seen
    )
    assert outcome.perturbed == {"sentence": "a bad film"}


def test_a_similarity_is_asked_and_holds():
    outcome, _, _ = run(
        STEEP | {"similarity.threshold": 0.8, "similarity.window": None}, encoder=Cosines({"bad": 0.5})
    )
    assert outcome.status == "failure"


def test_a_target_label_is_led_to():
    assert run(STEEP, wanted=0)[0].status == "success"


APPENDED = STEEP | {"place": "appended"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a good film", "a good film. a bad film"),
        ("a good film .", "a good film . a bad film ."),
        ("it is . a Good film !  ", "it is . a Good film ! a Bad film !  "),
        ("a good film , it is", "a good film , it is . a bad film , it is"),
    ],
)
def test_appended_a_copy_of_the_last_sentence_is_told_and_the_text_stays(text, expected):
    outcome, _, _ = run(
        APPENDED | {"steps": 8},
        text=text,
        lines=(ADJECTIVES | {"good": (0.0, 0.0)},),
        weights=WEIGHTS | {"bad": -9.0},
    )
    assert outcome.status == "success" and outcome.perturbed == {"sentence": expected}
    ((edit),) = outcome.edits
    assert (edit["word"], edit["from"], edit["to"], edit["kind"]) == (-1, text, expected, "appended")


def test_appended_the_similarity_of_the_whole_text_is_asked():
    encoder = Cosines({"bad": 0.5})
    options = APPENDED | {"similarity.threshold": 0.8, "similarity.window": None, "steps": 8}
    assert run(options, encoder=encoder, weights=WEIGHTS | {"bad": -9.0})[0].status == "failure"
    assert [one.name for one in build("t3", options).constraints] == ["sentence-similarity"]


@pytest.mark.parametrize("options", [STEEP, APPENDED])
@pytest.mark.parametrize("text", ["", "😍 !!!", "the a .", "qzx qzy"])
def test_a_text_of_which_the_decoder_knows_no_word_is_not_attackable(options, text):
    assert run(options, text=text, bias=1.0)[0].status == "not_attackable"


def test_a_copy_stands_behind_the_text_as_its_sentence_does():
    text = "It is . So  is it ? "
    string, moved = appended(Planted().parse([text])[0])
    assert string == "It is . So  is it ? So  is it ? "
    assert string[text.index("So") + moved :].startswith("So  is")
    assert appended(Parsed("lone", ())) == ("lone. lone", 6)


def test_outcomes_are_the_same_alone_and_beside_others():
    texts = ["a good film", "Good film .", "the good film is good", "a good plot", "film"]
    classifier = Weights(WEIGHTS)

    def outcomes(some):
        oracles = {
            "classify": ClassifierOracle(classifier),
            "descend": DescentOracle(Vectors.of(classifier)),
            "parse": AnsweredBy(Planted().parse),
            "tree": AnsweredBy(Lines(ADJECTIVES, NOUNS).tell),
        }
        setting = Setting(SENTIMENT, "fake", english({}, {}, {"a", "the"}), measure_similarity=False)
        (chain,) = open_attacks([build("t3", STEEP)])
        work = [(str(k), Attempt(setting, chain, example(text, name=str(k)))) for k, text in some]
        return {one.id: one.to_json() | {"cost": None} for one in Engine(oracles).run(work)}

    together = outcomes(list(enumerate(texts)))
    for k, text in enumerate(texts):
        assert outcomes([(k, text)])[str(k)] == together[str(k)]


def test_it_says_what_it_needs():
    assert set(T3().needs) == {"gradients", "parser", "tree-autoencoder", "parts-of-speech"}


@pytest.fixture(scope="module")
def parser():
    spacy = pytest.importorskip("spacy")
    if not [name for name in spacy.util.get_installed_models() if name.startswith("en")]:
        pytest.skip("no English pipeline is installed")
    return open_grammar()


@pytest.fixture(scope="module")
def trees():
    return open_tree_autoencoder()


ODD = [
    "a fragment without a verb",
    "Das ist kein englischer Satz , wirklich .",
    "مرحبا بالعالم الجميل",
    "He said: \"She said 'no' twice.\" (It's true!)",
    "- milk\n- eggs 😍 http://a.b/c?x=1 @you #tag <br /> 1,000.50",
    "cafe\u0301 tre\u0300s bon\u200bne  movie 's ending",
    "the film is a great movie . " * 833,  # 4,998 words, of which the classifier reads 60
]


def behind_60_words(inputs):
    return [max(0, len(text.split()) - 60) for text in inputs]


@pytest.mark.parametrize(
    ("text", "place"),
    [*((text, "rewritten") for text in ODD), *((text, "appended") for text in ODD[:-1])],
    ids=[*(f"{k}-rewritten" for k in range(len(ODD))), *(f"{k}-appended" for k in range(len(ODD) - 1))],
)
def test_odd_texts_by_a_true_parser_and_the_kit_keep_all_but_their_declared_edits(text, place, parser, trees):
    oracles = {
        "classify": ClassifierOracle(Weights({}, bias=1.0)),
        "descend": DescentOracle(Vectors({"x": [0.0]}, 1.0)),
        "parse": AnsweredBy(parser.parse),
        "tree": AnsweredBy(trees.tell),
    }
    known = english({}, {}, {"a", "the", "is", "he", "she", "it's"})
    setting = Setting(SENTIMENT, "fake", known, measure_similarity=False, cut=behind_60_words)
    (chain,) = open_attacks([build("t3", {"steps": 2, "candidates": 5, "place": place})])
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    assert outcome.status in ("failure", "not_attackable"), outcome.reason
    if outcome.perturbed is not None:
        edits = [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits]
        assert replay(text, edits).string == outcome.perturbed["sentence"]


def test_a_classifier_without_gradients_is_refused_with_those_that_have_some(capsys):
    argv = [
        "attack",
        "--model",
        "kit:sst2-linear",
        "--task",
        "sst2",
        "--data",
        "kit:sst2",
        "--attacks",
        "t3",
        "--quiet",
    ]
    assert main(argv) == 2
    message = capsys.readouterr().err
    assert "t3 needs the gradients of the classifier" in message and "hf:..." in message
