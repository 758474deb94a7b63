"""SCPN: traces worked out by hand, which version is taken, and a text's own style."""

from itertools import chain

import pytest

from fakes import SENTIMENT, Copulas, Letters, Paraphrases, Weights, answer, english, example, target
from mohs.attacks.attack import NothingToTry
from mohs.attacks.build import open_attacks
from mohs.attacks.sentence import rewriting, scpn
from mohs.attacks.sentence.scpn import SCPN, styled
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, ParaphraseOracle
from mohs.engine.runner import Engine
from mohs.errors import MohsError
from mohs.language.phrase_structure import TEMPLATES
from mohs.language.rewriting import Rewrite

TEXT = "the film is a hit ."


def run(attack, weights, text=TEXT, table=None):
    classifier, parser, writer = Weights(weights, bias=1.0), Copulas(), Paraphrases(table or {})
    setting = Setting(SENTIMENT, "fake", english(), measure_similarity=False)
    (chain,) = open_attacks([attack])
    oracles = {
        "classify": ClassifierOracle(classifier),
        "parse": AnsweredBy(parser.parse),
        "paraphrase": ParaphraseOracle(writer),
        "bert-score": AnsweredBy(Letters().token_vectors),
    }
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    return outcome, classifier, writer


@pytest.fixture
def forms(monkeypatch):
    """Three versions of any text, whatever its parse is."""
    made = [
        Rewrite("what the film is is something loud .", "what"),
        Rewrite("it is a hit that the film is .", "it"),
        Rewrite("a hit is the film , not so ?", "not"),
    ]
    monkeypatch.setattr(scpn, "rewrites", lambda parsed, end: made if parsed.string == TEXT else [])
    return made


def test_the_golden_trace(forms):
    """All versions in one question; two reach the goal, and the one that says more of the text is taken."""
    outcome, classifier, _ = run(SCPN(), {"loud": -2.0, "that": -2.0})
    assert outcome.status == "success"
    assert classifier.batches == [[TEXT], [one.string for one in forms], [forms[1].string]]
    (edit,) = outcome.edits
    assert (edit["word"], edit["from"], edit["to"], edit["kind"]) == (-1, TEXT, forms[1].string, "it")
    assert outcome.asked == {"classify": 4, "similarity": 0, "parse": 1, "bert-score": 2}


@pytest.mark.parametrize("at_once", [1, 40, 60])
def test_many_versions_of_a_long_text_are_asked_in_parts_with_the_same_outcome(forms, monkeypatch, at_once):
    weights = {"loud": -2.0, "that": -2.0}
    whole, together, _ = run(SCPN(), weights)
    monkeypatch.setattr(rewriting, "AT_ONCE", at_once)
    outcome, apart, _ = run(SCPN(), weights)
    assert max(map(len, apart.batches)) < max(map(len, together.batches))
    assert list(chain(*apart.batches)) == list(chain(*together.batches))
    assert outcome._replace(cost={}) == whole._replace(cost={})


def test_a_budget_holds_where_versions_are_asked_in_parts(forms, monkeypatch):
    monkeypatch.setattr(rewriting, "AT_ONCE", 1)
    classifier = Weights({}, bias=1.0)
    oracles = {"classify": ClassifierOracle(classifier), "parse": AnsweredBy(Copulas().parse)}
    setting = Setting(SENTIMENT, "fake", english(), measure_similarity=False)
    (chain,) = open_attacks([SCPN()])
    engine = Engine(oracles, budgets={"classify": 3})
    (outcome,) = engine.run([("0", Attempt(setting, chain, example(TEXT)))])
    assert outcome.status == "budget" and outcome.asked["classify"] == 3
    assert sum(map(len, classifier.batches)) == 3


def test_sentences_that_the_classifier_does_not_read_are_left_as_they_are(monkeypatch):
    """It reads three words: of "a a b . c c d ." those of the first sentence."""
    seen = []
    monkeypatch.setattr(scpn, "rewrites", lambda parsed, end: seen.append(end) or [])
    for visible in (3, 0, None):
        one = target("a a b . c c d .")
        one.visible = visible
        with pytest.raises(NothingToTry):
            answer(SCPN().search(one), parse=AnsweredBy(Copulas().parse))
    assert seen == [5, 0, None]


def test_without_bert_score_the_first_that_reaches_the_goal_is_taken(forms):
    outcome, _, _ = run(SCPN(best="first"), {"loud": -2.0, "that": -2.0})
    assert outcome.perturbed == {"sentence": forms[0].string} and "bert-score" not in outcome.asked


def test_only_the_forms_that_are_named_are_tried(monkeypatch):
    made = [Rewrite("a hit it is .", "passive"), Rewrite("it is a hit , that .", "active")]
    monkeypatch.setattr(scpn, "rewrites", lambda parsed, end: made)
    (chain,) = open_attacks("scpn", {"scpn": {"forms": "active,fact"}})
    assert run(chain.parts[0], {})[1].batches[1] == ["it is a hit , that ."]
    with pytest.raises(MohsError, match=r"no form 'pasive'(.|\n)*did you mean passive"):
        open_attacks("scpn", {"scpn": {"forms": "pasive"}})


def test_bert_score_is_not_asked_where_one_version_reaches_the_goal_or_none(forms):
    for weights in ({"loud": -2.0}, {}):
        assert "bert-score" not in run(SCPN(), weights)[0].asked


def test_a_text_of_which_the_rewriter_makes_nothing_is_not_attackable(forms):
    assert run(SCPN(), {}, "a hit .")[0].status == "not_attackable"
    assert run(SCPN(), {}, "!!!")[0].status == "not_attackable"


def test_a_paraphraser_is_asked_for_each_template_at_once():
    """It says nothing in two forms and twice the same in others: what is left is classified once each."""
    table = {TEMPLATES[0]: lambda text: "A hit, the film", TEMPLATES[3]: lambda text: "a hit , the film ."}
    outcome, classifier, writer = run(
        SCPN(versions="paraphraser", templates=(4, 2, 1), beams=5), {}, table=table
    )
    assert writer.batches == [[(TEXT, TEMPLATES[3], 5), (TEXT, TEMPLATES[1], 5), (TEXT, TEMPLATES[0], 5)]]
    assert classifier.batches[1] == ["a hit , the film .", "a hit, the film ."]
    assert outcome.status == "failure" and outcome.asked["paraphrase"] == 3


def test_a_paraphraser_that_has_nothing_to_say_leaves_nothing_to_try():
    for nothing in ("", "...", " "):
        table = {template: lambda text, made=nothing: made for template in TEMPLATES}
        assert run(SCPN(versions="paraphraser"), {}, table=table)[0].status == "not_attackable"


def test_the_edit_of_a_paraphrase_names_its_template():
    table = {TEMPLATES[6]: lambda text: "not so"}
    outcome, _, _ = run(SCPN(versions="paraphraser"), {"not": -3.0}, table=table)
    assert outcome.status == "success" and outcome.edits[0]["kind"] == "template 7"


def test_the_ten_templates_are_asked_for_by_number():
    (chain,) = open_attacks("scpn", {"scpn": {"templates": "1,10", "versions": "paraphraser"}})
    assert chain.parts[0].templates == (1, 10)
    assert SCPN().templates == tuple(range(1, 11))
    for wrong in ("0", "11", ""):
        with pytest.raises(Exception, match="templates"):
            open_attacks("scpn", {"scpn": {"templates": wrong}})


@pytest.mark.parametrize(
    ("text", "made", "so"),
    [
        ("a fine film . ", "A fine film!", "a fine film . "),
        ("A fine film.", "such a film ", "Such a film."),
        ("iPhones sell", "they sell .", "they sell"),
        (" Really?!", "is it so", " Is it so?!"),
        ('He said "go."', "go, he said", "Go, he said"),
        ("A fine film", "such a film.", "Such a film"),
    ],
)
def test_what_a_network_writes_is_put_in_the_text_s_own_style(text, made, so):
    assert styled(text, made) == so


def test_real_sentences_are_said_in_other_forms():
    pytest.importorskip("spacy")
    from mohs.language.grammar import lacking, open_grammar

    if lacking():
        pytest.skip("needs an English pipeline of spaCy")
    (parsed,) = open_grammar().parse(["When the rain began, he left the house with his sister."])
    assert scpn.rewrites(parsed)
