"""The statements of a sentence: where they begin and end, their subject, tense and helping verbs."""

import pytest

from mohs.language.rewriting.clause import hangs_on_subject, main_clause, per_clause, statements
from mohs.language.rewriting.compose import compose, kept
from mohs.language.rewriting.sentence import sentences


def only(grammar, text):
    (sentence,) = sentences(grammar.parse([text])[0])
    return sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She slept.", ["She slept"]),
        ("She slept, and the man sang.", ["She slept", "the man sang"]),
        ("He said that she slept.", ["He said that she slept", "she slept"]),
        ("She slept because it rained.", ["She slept because it rained", "it rained"]),
        ("Did she sleep?", []),
        ("Sleep now.", []),
        ("a charming journey .", []),
        (
            "it is great fun to watch arnold and his buddy gerald bounce off a quirky cast of characters .",
            ["it is great fun to watch arnold"],
        ),
    ],
)
def test_a_statement_has_a_subject_before_a_verb_with_a_tense(grammar, text, expected):
    sentence = only(grammar, text)
    tokens = sentence.parsed.tokens
    found = [text[tokens[one.start].start : tokens[one.stop - 1].end] for one in statements(sentence)]
    assert found == expected


@pytest.mark.parametrize(
    ("text", "tense", "helping", "negated"),
    [
        ("She sang.", "past", [], False),
        ("She does not sing.", "present", ["does"], True),
        ("She could have sung.", "modal", ["could", "have"], False),
        ("She hasn't been seen.", "present", ["has", "been"], True),
    ],
)
def test_helping_verbs_and_tense(grammar, text, tense, helping, negated):
    clause = main_clause(only(grammar, text))
    assert clause is not None and clause.is_whole and not clause.is_embedded
    assert (clause.tense, clause.sentence.words_of(list(clause.auxiliaries))) == (tense, helping)
    assert (clause.negation is not None) is negated


def test_verbs_that_share_a_subject(grammar):
    clause = main_clause(only(grammar, "She came and sang."))
    assert clause is not None and clause.shares_its_subject
    assert [clause.sentence.word(k) for k in clause.joined_verbs or []] == ["sang"]
    alone = main_clause(only(grammar, "She came and the man sang."))
    assert alone is not None and not alone.shares_its_subject


def test_what_hangs_on_the_subject(grammar):
    for text, expected in (("Smiling, she left.", True), ("She left before noon.", False)):
        sentence = only(grammar, text)
        assert hangs_on_subject(sentence, sentence.root) is expected


def test_a_form_of_clauses_keeps_what_stands_around_the_clause(grammar):
    sentence = only(grammar, "But he said that she slept .")
    made = [
        compose(sentence, pieces)
        for pieces in per_clause(lambda one: iter([kept((one.start, one.stop))]))(sentence)
    ]
    assert set(made) == {"But he said that she slept ."}
