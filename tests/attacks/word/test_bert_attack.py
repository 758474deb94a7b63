"""BERT-ATTACK visits, asks and takes what the paper's algorithm does: traces worked out by hand."""

import pytest

from fakes import SENTIMENT, Cosines, Pieces, Weights, english, example
from mohs.attacks.build import build, open_attacks
from mohs.attacks.word.bert_attack import BertAttack
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle
from mohs.engine.runner import Engine

# "a truly good little film": logit of positive = -0.5 (bias) + 1 + 2 + 0.1 + 0.2 = 2.8.
WEIGHTS = {"truly": 1.0, "good": 2.0, "little": 0.1, "film": 0.2, "decent": 1.5, "fine": 1.0, "bad": -3.0,
           "really": 0.8, "barely": -1.5, "hardly": -3.0, "movie": 0.1}  # fmt: skip
TABLE = {
    "a": ["the", "one"],
    "good": ["good", "the", "##ness", "bad", "decent", ".", "9", "fine"],
    "truly": ["really", "barely", "hardly"],
    "film": ["film", "movie"],
    "little": ["little", "##ly"],
}
SYNONYMS = {"good": [("decent", 0.8), ("bad", 0.1)]}
TEXT = "a truly good little film"


def run(
    attack,
    text=TEXT,
    filler=None,
    weights=WEIGHTS,
    synonyms=SYNONYMS,
    tags=None,
    encoder=None,
    no_words=(),
    **setting,
):
    classifier, filler = Weights(weights, bias=-0.5), filler or Pieces(TABLE)
    known = Setting(
        SENTIMENT,
        "fake",
        english(synonyms, tags or {}, {"a", "the"}, no_words),
        measure_similarity=False,
        **setting,
    )
    oracles = {
        "classify": ClassifierOracle(classifier),
        "fill-mask": AnsweredBy(filler.fill),
        "perplexity": AnsweredBy(filler.perplexity),
        "similarity": AnsweredBy((encoder or Cosines({})).encode),
    }
    (chain,) = open_attacks([attack])
    (outcome,) = Engine(oracles).run([("0", Attempt(known, chain, example(text)))])
    return outcome, classifier, filler


def test_the_golden_trace():
    """The text is read once, as it stands. Importance by [UNK]: good (2.8 -> 0.8) before truly (-> 1.8) before film
    (-> 2.6); little has no candidate but itself and a piece that begins no word, and is not ranked.

    At good: the same word, a stop word, a piece of a word, a mark and a number are no candidates; bad would flip
    (-2.2) and is an antonym (cosine 0.1 < 0.4); fine has no vector and stays. Fine (1.8) comes nearer than decent
    (2.3). At truly: barely (-0.7) and hardly (-2.2) flip, and the first of them is taken, though hardly comes nearer.
    Film is never reached.
    """
    outcome, classifier, filler = run(BertAttack())
    assert outcome.status == "success", outcome.reason
    assert outcome.perturbed == {"sentence": "a barely fine little film"}
    assert filler.filled == [(TEXT, 48)] and filler.surprised == []
    assert classifier.batches == [
        [TEXT],
        ["a [UNK] good little film", "a truly [UNK] little film", "a truly good little [UNK]"],
        ["a truly decent little film", "a truly fine little film"],
        ["a really fine little film", "a barely fine little film", "a hardly fine little film"],
        ["a barely fine little film"],  # the verdict: the classifier is asked again
    ]
    assert [(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits] == [
        (2, "good", "fine", "context"),
        (1, "truly", "barely", "context"),
    ]
    assert outcome.asked == {"classify": 9, "fill-mask": 1, "similarity": 0}
    assert outcome.modified == {"words": 2, "rate": 0.4, "rate_input": 0.4}


def test_no_more_than_two_of_five_words_are_changed():
    """Nothing flips; good and truly are changed, and film, which would come nearer too, is not even asked about."""
    weights = {**WEIGHTS, "barely": 0.5, "hardly": 0.6}
    outcome, classifier, _ = run(BertAttack(), weights=weights)
    assert outcome.status == "failure"
    assert outcome.perturbed == {"sentence": "a barely fine little film"}
    assert not any(text.endswith("movie") for text in classifier.seen)
    outcome, *_ = run(BertAttack(modified_rate=None), weights=weights)
    assert outcome.perturbed == {"sentence": "a barely fine little movie"}


def test_the_last_word_is_searched_too():
    outcome, *_ = run(BertAttack(), weights={"film": 2.0, "movie": -1.0})
    assert outcome.perturbed == {"sentence": "a truly good little movie"}


def test_a_word_where_nothing_helps_is_left_as_it_is():
    """The authors' code leaves the last candidate that it tried in such a place."""
    outcome, *_ = run(BertAttack(), weights={**WEIGHTS, "decent": 3.0, "fine": 4.0})
    assert outcome.perturbed == {"sentence": "a hardly good little film"}


def test_no_word_is_put_beside_itself_where_its_neighbour_was_changed_before():
    """Good becomes fine, which flips nothing; at truly, fine would flip, and stands there already."""
    filler = Pieces({**TABLE, "truly": ["fine", "hardly"]})
    outcome, classifier, _ = run(BertAttack(), filler=filler)
    assert outcome.perturbed == {"sentence": "a hardly fine little film"}
    assert "a fine fine little film" not in classifier.seen


def test_antonyms_are_let_through_where_the_filter_is_off():
    outcome, *_ = run(BertAttack(word_similarity=None))
    assert outcome.perturbed == {"sentence": "a truly bad little film"}


def test_candidates_below_the_least_score_are_left_out():
    """Scores fall from 10: good 10, the 9, ##ness 8, bad 7, decent 6, and fine 3."""
    _, classifier, _ = run(BertAttack(minimum_score=6.0))
    assert (
        "a truly decent little film" in classifier.seen and "a truly fine little film" not in classifier.seen
    )


SPLIT = {"wonderful": ["wonder", "##ful"]}
PARTS = {
    "wonder": ["wonder", "play", "##x", "dread", "power", "care"],
    "##ful": ["##ful", "##less", "big", "##ed"],
}


def test_words_of_several_pieces_are_made_of_the_best_and_ranked_by_perplexity():
    """Four beginnings (wonder, play, dread, power with 10, 9, 7, 6) and three ends (ful, less, ed with 10, 9, 7) make
    twelve words; the five with the best sums are wonderful 20, wonderless 19, playful 19, playless 18 and, of wonder +
    ed and dread + ful with 17, the one whose beginning is better. The word itself is out; perplexity puts wondered first.
    """
    filler = Pieces(PARTS, SPLIT, {"playless": 9.0, "playful": 3.0, "wonderless": 5.0, "wondered": 2.0})
    outcome, classifier, _ = run(
        BertAttack(combinations=5),
        text="a wonderful film",
        filler=filler,
        weights={"wonderful": 2.0, "playful": 1.0},
    )
    assert outcome.status == "success"
    assert filler.surprised == ["wonderless", "playful", "playless", "wondered"]
    assert classifier.batches[1] == [
        "a wondered film",
        "a playful film",
        "a wonderless film",
        "a playless film",
    ]
    assert outcome.perturbed == {"sentence": "a wondered film"}
    assert outcome.asked == {"classify": 5, "fill-mask": 1, "perplexity": 4, "similarity": 0}


def test_perplexity_is_asked_for_words_that_are_visited_and_no_others():
    filler = Pieces({**PARTS, **TABLE}, SPLIT)
    outcome, *_ = run(
        BertAttack(),
        text="truly a wonderful film",
        filler=filler,
        weights={"truly": 2.0, "hardly": -1.0, "barely": 0.0},
    )
    assert outcome.status == "success" and filler.surprised == []


def test_words_of_too_many_pieces_are_left_alone():
    filler = Pieces(PARTS, SPLIT)
    for most, status in ((2, "success"), (1, "failure")):
        outcome, *_ = run(
            BertAttack(most_pieces=most), text="a wonderful film", filler=filler, weights={"wonderful": 2.0}
        )
        assert outcome.status == status


def test_what_leans_on_a_word_stays_behind_it():
    filler = Pieces({"film": ["film", "movie", "paris"], "don": ["can", "won"], "s": ["t"], "t": ["s"]})
    outcome, classifier, _ = run(
        BertAttack(), text="The Film's end: don't miss", filler=filler, weights={"film's": 1.0}
    )
    assert "The Movie's end: don't miss" in classifier.seen
    assert outcome.perturbed == {"sentence": "The Movie's end: don't miss"}
    _, classifier, _ = run(BertAttack(), text="you don't miss", filler=filler, weights={"don't": 1.0})
    assert classifier.batches[1] == ["you can't miss", "you won't miss"]


def test_numbers_markup_and_the_article_are_left_alone():
    filler = Pieces({word: ["splendid"] for word in ["a", "1999", "br", "great", "film"]})
    outcome, classifier, _ = run(
        build("bert-attack", {"words.stop_words": False}), text="a great<br />film of 1999", filler=filler,
        weights={"great<br": 1.0},
    )  # fmt: skip
    assert {text for batch in classifier.batches[1:2] for text in batch} == {
        "a [UNK]<br />film of 1999",
        "a great<br />[UNK] of 1999",
    }
    assert outcome.status == "success"


def test_only_letter_case_is_no_candidate():
    outcome, *_ = run(BertAttack(), filler=Pieces({"good": ["Good", "GOOD"]}))
    assert outcome.status == "failure" and outcome.edits == ()


def test_what_is_no_word_is_no_candidate_unless_it_is_let_through():
    """Fine is the candidate that the golden trace takes at good; barely the one at truly."""
    outcome, classifier, _ = run(BertAttack(), no_words={"fine", "barely"})
    assert outcome.perturbed == {"sentence": "a hardly decent little film"}
    assert not any("fine" in text or "barely" in text for batch in classifier.batches for text in batch)
    outcome, *_ = run(BertAttack(known_words=False), no_words={"fine", "barely"})
    assert outcome.perturbed == {"sentence": "a barely fine little film"}


def test_a_text_of_two_words_is_not_attackable():
    outcome, _, filler = run(BertAttack(), text="good film")
    assert outcome.status == "not_attackable" and filler.filled == []


def test_part_of_speech_and_similarity_can_be_switched_on():
    attack = build("bert-attack", {"part_of_speech": {}, "similarity.threshold": 0.8})
    assert attack.needs == ("masked-lm", "lexicon", "synonyms", "parts-of-speech", "encoder")
    tags = {"really": "ADV", "truly": "ADV", "barely": "ADV"}
    outcome, classifier, _ = run(attack, tags=tags, encoder=Cosines({"barely": 0.3}))
    assert "a hardly fine little film" not in classifier.seen  # a noun, says the table
    assert outcome.status == "failure"


@pytest.mark.parametrize(
    ("options", "needs", "constraints"),
    [
        ({}, ("masked-lm", "lexicon", "synonyms"), ["words", "maximum-modified-rate", "word-similarity"]),
        ({"word_similarity": "off"}, ("masked-lm", "lexicon"), ["words", "maximum-modified-rate"]),
        ({"modified_rate": "off", "word_similarity": "off", "known_words": False}, ("masked-lm",), ["words"]),
    ],
)
def test_needs_and_constraints_follow_the_options(options, needs, constraints):
    attack = build("bert-attack", options)
    assert attack.needs == needs and [constraint.name for constraint in attack.constraints] == constraints


def test_importance_by_deletion():
    _, classifier, _ = run(BertAttack(importance="delete"))
    assert classifier.batches[1] == ["a  good little film", "a truly  little film", "a truly good little "]


@pytest.mark.parametrize("kind", ["word-pieces", "bytes", "sentence-pieces"])
def test_any_vocabulary_puts_whole_words_and_leaves_the_rest(tmp_path, kind):
    """Real networks, whose pieces begin and go on with words each in their own way; letters they do not know."""
    pytest.importorskip("transformers")
    from masked_models import masked_folder
    from mohs.language.masked_lm import open_masked_lm
    from mohs.language.words import Edit, replay

    filler = open_masked_lm(f"hf:{masked_folder(tmp_path / 'm', kind)}", threads=1)
    text = "I don't see <br /> http://a.b/c or a well-made caf\u00e9, unbelievable\u2026 \U0001f60d 1,000.50 \u4e16\u754c film"
    attack = BertAttack(known_words=False, word_similarity=None, modified_rate=None)
    outcome, *_ = run(attack, text, filler, weights={"film": 0.6, "unbelievable": 5.0})
    assert outcome.status in ("success", "failure") and outcome.edits, outcome.reason
    edits = [Edit(e["word"], e["from"], e["to"], e["kind"]) for e in outcome.edits]
    assert replay(text, edits).string == outcome.perturbed["sentence"]
    assert all(e.after.replace("'", "").isalpha() for e in edits)
    for kept in ("<br /> http://a.b/c", "\u2026 \U0001f60d 1,000.50 "):
        assert kept in outcome.perturbed["sentence"]


def test_stop_words_may_be_let_in_as_in_textattack():
    """At good, "the" is the first that changes the label where it may be put in."""
    weights = {**WEIGHTS, "the": -9.0}
    outcome, *_ = run(BertAttack(), weights=weights)
    assert outcome.edits[0]["to"] != "the"
    outcome, *_ = run(BertAttack(stop_words=True), weights=weights)
    assert outcome.edits[0]["to"] == "the" and outcome.status == "success"
