"""Negation: "no" and "not any", "never" and "not ever"."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.morphology import number_of_verb, past, present
from mohs.language.rewriting.nouns import is_quantified

_AS_NO = {
    "any": "no",
    "anything": "nothing",
    "anyone": "nobody",
    "anybody": "nobody",
    "anywhere": "nowhere",
}
_AS_ANY = {"no": "any", "nothing": "anything", "nobody": "anybody", "nowhere": "anywhere"}


def no_for_not_any(clause: Clause) -> Iterator[list[Piece]]:
    """Deny the object: "She did not see anything" -> "She saw nothing"."""
    sentence, verb, negation = clause.sentence, clause.verb, clause.negation
    k = _behind(clause, _AS_NO)
    if negation is None or k is None or clause.shares_its_subject:
        return
    rest = [*kept((verb + 1, k)), instead(k, _AS_NO[sentence.lower(k)]), *kept((k + 1, clause.stop))]
    helping = clause.auxiliaries
    if sentence.lemma(verb) == "be" and not helping and negation == verb + 1:
        rest = [*kept((negation + 1, k)), instead(k, _AS_NO[sentence.lower(k)]), *kept((k + 1, clause.stop))]
        yield [*kept((clause.start, verb + 1)), *rest]
    elif (
        len(helping) == 1
        and sentence.lemma(helping[0]) == "do"
        and (helping[0] + 1, negation + 1) == (negation, verb)
    ):
        agreed = number_of_verb(sentence.tag(helping[0]))
        lemma = sentence.lemma(verb)
        form = past(lemma, "singular") if clause.tense == "past" else present(lemma, agreed)
        yield [*kept((clause.start, helping[0])), instead(verb, form), *rest]
    elif helping and helping[0] + 1 == negation and sentence.lower(helping[0]) not in ("ca", "wo", "sha"):
        yield [*kept((clause.start, negation), (negation + 1, verb + 1)), *rest]


def not_any_for_no(clause: Clause) -> Iterator[list[Piece]]:
    """Deny the verb: "She saw nothing" -> "She did not see anything"."""
    sentence, verb = clause.sentence, clause.verb
    k = _behind(clause, _AS_ANY)
    if clause.negation is not None or k is None or clause.shares_its_subject:
        return
    rest = [*kept((verb + 1, k)), instead(k, _AS_ANY[sentence.lower(k)]), *kept((k + 1, clause.stop))]
    if clause.auxiliaries:
        first = clause.auxiliaries[0]
        if sentence.lower(first) in (
            "can",
            "could",
            "will",
            "would",
            "has",
            "have",
            "had",
            "should",
            "may",
            "is",
            "are",
        ):
            yield [*kept((clause.start, first + 1)), new("not"), *kept((first + 1, verb + 1)), *rest]
    elif sentence.lemma(verb) == "be":
        yield [*kept((clause.start, verb + 1)), new("not"), *rest]
    elif sentence.kind(verb) == "VERB" and clause.subject_phrase[1] == verb:
        form = "did" if clause.tense == "past" else present("do", number_of_verb(sentence.tag(verb)))
        yield [*kept((clause.start, verb)), new(form), new("not"), instead(verb, sentence.lemma(verb)), *rest]


def not_ever(clause: Clause) -> Iterator[list[Piece]]:
    """Write "never" in two words: "She has never sung" -> "She has not ever sung"."""
    sentence, k = clause.sentence, clause.negation
    if k is None or sentence.lower(k) != "never" or clause.shares_its_subject:
        return
    verb, helping = clause.verb, clause.auxiliaries
    if (helping and helping[0] + 1 == k) or (sentence.lemma(verb) == "be" and verb + 1 == k):
        yield [*kept((clause.start, k)), instead(k, "not"), new("ever"), *kept((k + 1, clause.stop))]
    elif not helping and k + 1 == verb and clause.subject_phrase[1] == k and sentence.kind(verb) == "VERB":
        form = "did" if clause.tense == "past" else present("do", number_of_verb(sentence.tag(verb)))
        rest = [instead(verb, sentence.lemma(verb)), *kept((verb + 1, clause.stop))]
        yield [*kept((clause.start, k)), new(form), instead(k, "not"), new("ever"), *rest]


def never_first(clause: Clause) -> Iterator[list[Piece]]:
    """Put "never" first: "She has never sung" -> "Never has she sung"."""
    sentence, k, phrase = clause.sentence, clause.negation, clause.subject_phrase
    if (
        k is None
        or sentence.lower(k) != "never"
        or not clause.is_whole
        or clause.before[0] < clause.before[1]
    ):
        return
    verb, helping = clause.verb, clause.auxiliaries
    if clause.shares_its_subject or is_quantified(sentence, phrase):
        return
    if (
        helping
        and helping[0] + 1 == k
        and phrase[1] == helping[0]
        and sentence.word(helping[0])[0] not in "'’"
    ):
        yield [new("never"), *kept((helping[0], k), phrase, (k + 1, clause.stop))]
    elif not helping and k + 1 == verb and phrase[1] == k and sentence.kind(verb) == "VERB":
        form = "did" if clause.tense == "past" else present("do", number_of_verb(sentence.tag(verb)))
        rest = [instead(verb, sentence.lemma(verb)), *kept((verb + 1, clause.stop))]
        yield [new("never"), new(form), *kept(phrase), *rest]


def _behind(clause: Clause, words: dict[str, str]) -> int | None:
    """The first word behind the verb, where it is one of these and belongs to the object or the place."""
    sentence, verb = clause.sentence, clause.verb
    k = verb + 1 if clause.negation != verb + 1 else verb + 2
    if k >= clause.stop or sentence.lower(k) not in words:
        return None
    inside = [
        one
        for one in range(k + 1, clause.stop)
        if sentence.lower(one) in ("any", "no", "but", "except", "or")
    ]
    if inside or sentence.lower(k + 1) in (
        "more",
        "longer",
        "other",
        "less",
        "but",
        "one",
        "doubt",
        "matter",
    ):
        return None
    if sentence.lower(k) == "no" and sentence.relation(k) != "det":
        return None
    own = sentence.children(verb, "dobj", "attr", "advmod", "acomp")
    within = [sentence.phrase(one) for one in own]
    return k if any(phrase is not None and phrase[0] == k for phrase in within) else None
