"""It-clefts: one part of a clause put forward by "it is ... that"."""

from collections.abc import Iterator

from mohs.language.rewriting.adjuncts import is_adjunct
from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.nouns import NOUNS, is_cut, is_definite, is_movable, is_quantified
from mohs.language.rewriting.sentence import Range

LONGEST_FOCUS = 10
"""Tokens: a longer part is not put between "it is" and "that"."""

_EMPTY = ("it", "there", "this", "that", "these", "those", "which", "what", "who", "one", "you")
"""Subjects that point at no one, or at what was said before."""

_ADDING = frozenset(("also", "too", "even"))
_VAGUE = (
    "at the time",
    "in the past",
    "in the future",
    "at times",
    "in time",
    "at night",
    "at first",
    "at the same time",
)


def it_cleft_subject(clause: Clause) -> Iterator[list[Piece]]:
    """Put the subject forward: "Mary sang" -> "It was Mary who sang"."""
    sentence, k, phrase = clause.sentence, clause.subject, clause.subject_phrase
    if not may_be_cleft(clause) or clause.start != sentence.core[0] or not _is_subject_focus(clause, phrase):
        return
    if sentence.lemma(k) in listed("takes-clause") and sentence.children(clause.verb, "ccomp"):
        return  # "the fact remains that ..."
    if not _ADDING.isdisjoint(sentence.words(clause.predicate)):
        return  # "it is he who is also ..." would say that nobody else is
    pronoun = sentence.tag(k) == "PRP"
    if not pronoun and sentence.tag(k) not in NOUNS:
        return
    said = sentence.child(clause.verb, "attr")
    if said is not None and (is_definite(sentence, said) or sentence.tag(said) not in NOUNS):
        return  # "The star is Mary" says which one already
    if sentence.lemma(clause.verb) in listed("mental") and pronoun:
        return
    token = sentence.parsed.tokens[k]
    named = sentence.parsed.kind_at(token.start, token.end) == "PERSON" and sentence.lemma(k) not in listed(
        "structures"
    )
    person = pronoun or (named and not sentence.children(k, "det"))
    yield [
        *kept(clause.before),
        new(it_is(clause)),
        *kept(phrase),
        new("who" if person else "that"),
        *kept(clause.predicate),
    ]


def it_cleft_object(clause: Clause) -> Iterator[list[Piece]]:
    """Put the object forward: "We sold the van" -> "It was the van that we sold"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "dobj")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or not verb < phrase[0] < phrase[1] <= clause.stop:
        return
    if not may_be_cleft(clause, empty=("there",)) or clause.shares_its_subject:
        return
    if sentence.children(verb, "dative", "xcomp", "ccomp", "oprd", "auxpass") or is_cut(sentence, phrase[1]):
        return
    if not _is_focus(clause, k, phrase):
        return
    if sentence.lemma(verb) in listed("light-verbs") and not is_definite(sentence, k):
        return  # "keep a close eye", "take a bite"
    if points_ahead(clause, phrase) or (clause.negation is not None and not is_definite(sentence, k)):
        return
    if sentence.tag(k) not in NOUNS or not _is_one(clause, k) or sentence.lemma(verb) in listed("idle-verbs"):
        return
    yield [
        *kept(clause.before),
        new(it_is(clause)),
        *kept(phrase),
        new("that"),
        *kept((clause.subject_phrase[0], phrase[0]), (phrase[1], clause.stop)),
    ]


def it_cleft_adjunct(clause: Clause) -> Iterator[list[Piece]]:
    """Put a time, a place or a reason forward: "In 1999, she sang" -> "It was in 1999 that she sang"."""
    sentence = clause.sentence
    if not may_be_cleft(clause, empty=()) or clause.negation is not None:
        return
    for k in sentence.children(clause.verb, "prep", "advcl"):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[1] - phrase[0] > LONGEST_FOCUS or not _may_be_focus(clause, k, phrase):
            continue
        if "," in sentence.words(phrase):
            continue
        if phrase[0] == clause.start and sentence.lower(phrase[1]) == ",":
            rest = kept((phrase[1] + 1, clause.stop))
        elif phrase[1] == clause.stop and clause.before[0] == clause.before[1]:
            rest = kept((clause.start, phrase[0]))
        else:
            continue
        yield [new(it_is(clause)), *kept(phrase), new("that"), *rest]


def it_is(clause: Clause) -> str:
    """What the cleft begins with, in the clause's tense."""
    return "it was" if clause.tense == "past" else "it is"


def may_be_cleft(clause: Clause, empty: tuple[str, ...] = _EMPTY) -> bool:
    """Whether a part of this clause may be put forward.

    Args:
        clause: The clause.
        empty: Subjects that it must not have.
    """
    sentence = clause.sentence
    if clause.is_embedded or sentence.relation(clause.subject) == "expl":
        return False
    return sentence.lower(clause.subject) not in empty


def points_ahead(clause: Clause, phrase: Range) -> bool:
    """Whether a pronoun in a phrase may mean the subject, which would stand behind it."""
    named = clause.sentence.tag(clause.subject) != "PRP"
    return named and not {"his", "her", "its", "their"}.isdisjoint(clause.sentence.words(phrase))


def _is_focus(clause: Clause, k: int, phrase: Range) -> bool:
    sentence = clause.sentence
    short = phrase[1] - phrase[0] <= LONGEST_FOCUS
    clauses = any(sentence.relation(one) in ("relcl", "acl") for one in sentence.descendants(k))
    return short and not clauses and is_movable(sentence, k, phrase) and not is_quantified(sentence, phrase)


def _is_subject_focus(clause: Clause, phrase: Range) -> bool:
    """As `_is_focus`; a name may be explained by what is set off behind it."""
    sentence, k = clause.sentence, clause.subject
    if sentence.word(phrase[1]) == ",":
        return False  # what is set off behind it is not taken for a part of it
    explained = sentence.child(k, "appos") is not None and not sentence.children(k, "relcl", "acl", "conj")
    if not explained:
        return _is_focus(clause, k, phrase)
    return phrase[1] - phrase[0] <= 2 * LONGEST_FOCUS and not is_quantified(sentence, phrase)


def _is_one(clause: Clause, k: int) -> bool:
    """Whether a noun has an article or the like, or is a name."""
    sentence = clause.sentence
    return bool(sentence.children(k, "det", "poss", "nummod")) or sentence.tag(k) in ("NNP", "NNPS")


def _may_be_focus(clause: Clause, k: int, phrase: Range) -> bool:
    sentence = clause.sentence
    if sentence.relation(k) == "advcl":
        return sentence.lower(phrase[0]) == "because" and sentence.subject(k) is not None
    if is_quantified(sentence, phrase) or " ".join(sentence.words(phrase)) in _VAGUE:
        return False
    return is_adjunct(sentence, clause.verb, k) and sentence.lower(k) in listed("focus-prepositions")
