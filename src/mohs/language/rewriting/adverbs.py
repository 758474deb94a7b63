"""Adverbs: before a sentence, within it and behind its verb."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import COMMA, Piece, kept
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.sentence import Range


def fronted_adverb(clause: Clause) -> Iterator[list[Piece]]:
    """Put an adverb or a time first: "She usually sings" -> "Usually, she sings"."""
    if clause.before[0] < clause.before[1] or clause.is_embedded:
        return
    for phrase in _of_the_sentence(clause):
        before, behind = _without_commas(clause, phrase)
        yield [*kept(phrase), COMMA, *kept((clause.start, before), (behind, clause.stop))]


def adverb_inside(clause: Clause) -> Iterator[list[Piece]]:
    """Put an adverb beside the verb: "Usually, she sings" -> "She usually sings"."""
    sentence = clause.sentence
    first = clause.start
    word = sentence.lower(first)
    if (
        sentence.head(first) != clause.verb
        or sentence.relation(first) != "advmod"
        or clause.negation is not None
    ):
        return
    behind = clause.subject_phrase[0]
    if (
        word not in listed("inside-adverbs")
        or behind > first + 2
        or sentence.phrase(first) != (first, first + 1)
    ):
        return
    if behind == first + 2 and sentence.word(first + 1) != ",":
        return
    place = clause.verb
    if clause.auxiliaries or sentence.lemma(clause.verb) == "be":
        place = clause.finite + 1
    elif clause.verb != clause.subject_phrase[1]:
        return
    yield kept((behind, place), (first, first + 1), (place, clause.stop))


def adverb_last(clause: Clause) -> Iterator[list[Piece]]:
    """Put how something is done last: "She quickly left the room" -> "She left the room quickly"."""
    sentence, verb = clause.sentence, clause.verb
    k = verb - 1
    if k < clause.subject_phrase[1] or not _is_manner(clause, k) or clause.negation is not None:
        return
    end = clause.stop
    found = sentence.child(verb, "dobj")
    phrase = None if found is None else sentence.phrase(found)
    if phrase is not None and phrase[0] > verb:
        end = phrase[1]
    elif verb + 1 != clause.stop:
        return
    if sentence.children(verb, "conj", "dative", "oprd", "xcomp", "ccomp") or end - verb > _NEAR:
        return
    yield kept((clause.start, k), (verb, end), (k, k + 1), (end, clause.stop))


def adverb_before_verb(clause: Clause) -> Iterator[list[Piece]]:
    """Put how it is done before the verb: "She left quickly" -> "She quickly left"."""
    sentence, verb = clause.sentence, clause.verb
    k = clause.stop - 1
    if k <= verb or not _is_manner(clause, k) or clause.negation is not None or sentence.kind(verb) != "VERB":
        return
    if k == verb + 1 and sentence.tag(verb) not in ("VBD", "VBZ", "VBP", "VBN", "VBG", "VB"):
        return
    if sentence.children(verb, "conj", "xcomp", "ccomp", "advcl") or sentence.lemma(verb) in listed(
        "takes-manner"
    ):
        return
    if sentence.word(k - 1) == ",":
        return
    yield kept((clause.start, verb), (k, k + 1), (verb, k))


_NEAR = 8
"""Tokens of a verb and its object that an adverb is put behind."""


def _of_the_sentence(clause: Clause) -> Iterator[Range]:
    """Adverbs and times that speak of the whole clause."""
    sentence, verb = clause.sentence, clause.verb
    for k in sentence.children(verb, "advmod", "npadvmod"):
        phrase = sentence.phrase(k)
        if phrase is None or not clause.subject_phrase[1] <= phrase[0] < phrase[1] <= clause.stop:
            continue
        if clause.negation is not None and k > clause.negation and phrase[1] != clause.stop:
            continue
        single = phrase[1] - phrase[0] == 1
        if sentence.relation(k) == "advmod":
            word = sentence.lower(k)
            negated = clause.negation is not None and word in listed("frequencies")
            negated = negated or sentence.lower(k - 1) in listed("leaders") | {"just", "only"}
            if single and word in listed("movable-adverbs") and not negated:
                yield phrase
            continue
        token = sentence.parsed.tokens[k]
        dated = sentence.parsed.kind_at(token.start, token.end) == "DATE"
        whole = phrase[1] == clause.stop and sentence.lower(phrase[0]) in listed("time-starts")
        if dated and whole and not sentence.words(phrase)[0].isdigit():
            yield phrase


def _without_commas(clause: Clause, phrase: Range) -> Range:
    """Where an adverb begins and ends with the two commas that set it off."""
    sentence = clause.sentence
    enclosed = (
        sentence.word(phrase[0] - 1) == "," and phrase[1] < clause.stop and sentence.word(phrase[1]) == ","
    )
    return (phrase[0] - 1, phrase[1] + 1) if enclosed else phrase


def _is_manner(clause: Clause, k: int) -> bool:
    sentence = clause.sentence
    if sentence.lower(k) not in listed("manners") or sentence.head(k) != clause.verb:
        return False
    return sentence.phrase(k) == (k, k + 1) and sentence.kind(clause.verb) == "VERB"
