"""Quotation: who says it before or behind what is said, and the order of both."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import main_clause
from mohs.language.rewriting.compose import COMMA, Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS
from mohs.language.rewriting.sentence import Range, Sentence

_LONGEST = 8
"""Tokens of a subject that is put behind what it says."""


def speaker_last(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say who says it behind: "She said that it rained" -> "It rained, she said"."""
    low, high = sentence.core
    clause = main_clause(sentence)
    if clause is None or not clause.is_whole or clause.auxiliaries or clause.negation is not None:
        return
    verb = clause.verb
    k = sentence.child(verb, "ccomp")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or sentence.lemma(verb) not in listed("parenthetical"):
        return
    mark = sentence.child(k, "mark")
    start = phrase[0] + 1 if mark == phrase[0] and sentence.lower(phrase[0]) == "that" else phrase[0]
    if phrase[0] != verb + 1 or phrase[1] != high or clause.subject_phrase != (low, verb):
        return
    if (mark is not None and start == phrase[0]) or not _is_statement(sentence, k, start):
        return
    if verb - low > _LONGEST or sentence.children(verb, "conj") or not _is_indicative(sentence, k):
        return
    yield [*kept((start, high)), COMMA, *kept((low, verb + 1))]


def speaker_first(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say who says it before: "It rained, she said" -> "She said that it rained"."""
    low, high = sentence.core
    verb = sentence.root
    k, subject = sentence.child(verb, "ccomp"), sentence.child(verb, "nsubj")
    said = None if k is None else sentence.phrase(k)
    who = None if subject is None else sentence.phrase(subject)
    if (
        k is None
        or subject is None
        or said is None
        or who is None
        or sentence.lemma(verb) not in listed("parenthetical")
    ):
        return
    if sentence.children(verb, "aux", "neg", "prep", "advcl", "conj", "dobj", "dative"):
        return
    if not listed("speakers").isdisjoint(sentence.words(said)) or "," in sentence.words(who):
        return
    comma = said[1]
    if (
        said[0] != low
        or sentence.word(comma) != ","
        or not _is_statement(sentence, k, low)
        or "," not in sentence.word(comma)
    ):
        return
    if any(
        sentence.word(one) in ('"', "``", "''", "'", "`", "“", "”")
        for one in range(sentence.first, sentence.stop)
    ):
        return
    behind = ((verb, verb + 1), who) if verb < who[0] else (who, (verb, verb + 1))
    if behind[0][0] != comma + 1 or behind[0][1] != behind[1][0] or behind[1][1] != high:
        return
    yield [*kept(who, (verb, verb + 1)), new("that"), *kept(said)]


def speaker_turned(sentence: Sentence) -> Iterator[list[Piece]]:
    """Turn verb and speaker round: '"Yes," said Mary' -> '"Yes," Mary said'."""
    high = sentence.core[1]
    verb = sentence.root
    subject = sentence.child(verb, "nsubj")
    who = None if subject is None else sentence.phrase(subject)
    if subject is None or who is None or sentence.lemma(verb) not in listed("quotative") or who[1] != high:
        return
    before = verb - 1
    if (
        who[0] != verb + 1
        or sentence.children(verb, "aux", "neg")
        or sentence.tag(verb) not in ("VBD", "VBZ")
    ):
        return
    if before < sentence.first or sentence.word(before) not in (",", "''", '"', "'", "”", "’", "!", "?"):
        return
    if any(
        sentence.relation(one) in ("relcl", "acl", "appos", "conj") for one in sentence.descendants(subject)
    ):
        return
    yield kept((sentence.core[0], verb), who, (verb, verb + 1))


def _is_statement(sentence: Sentence, k: int, start: int) -> bool:
    subject = sentence.subject(k)
    phrase: Range | None = None if subject is None else sentence.phrase(subject)
    if subject is None or phrase is None or phrase[0] != start:
        return False
    return sentence.tag(subject) in (*NOUNS, "PRP", "EX", "DT", "CD") and sentence.tag(start) not in (
        "WP",
        "WDT",
        "WRB",
    )


def _is_indicative(sentence: Sentence, k: int) -> bool:
    """Whether the verb has a tense of its own, and so can stand in a main clause."""
    helping = sentence.children(k, "aux", "auxpass")
    return sentence.tag(helping[0] if helping else k) in ("VBD", "VBZ", "VBP", "MD")
