"""What-clefts: one part of a clause put last by "what ... is"."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause, hangs_on_subject
from mohs.language.rewriting.compose import Piece, in_base_form, instead, kept, new
from mohs.language.rewriting.it_clefts import may_be_cleft
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import be, number_of_verb, object_case, present, subject_case
from mohs.language.rewriting.nouns import (
    NOUNS,
    is_definite,
    is_measure,
    is_movable,
    is_quantified,
    may_be_person,
    number,
)
from mohs.language.rewriting.sentence import Range

_HUMAN = ("ist", "man", "woman", "ian", "person")
_THINGS = frozenset(("GPE", "LOC", "FAC", "PRODUCT", "WORK_OF_ART", "LAW", "EVENT"))
_HAPPENED = ("what", "happened", "was", "that")
_LONGEST_REST = 6
"""Tokens that may stay behind an object that goes."""

_LONGEST_PREDICATE = 18
"""Tokens: a subject is not put behind a longer one."""


def what_cleft_object(clause: Clause) -> Iterator[list[Piece]]:
    """Put the object last: "They ordered a van" -> "What they ordered was a van"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "dobj")
    phrase = None if k is None else sentence.phrase(k)
    if (
        k is None
        or phrase is None
        or not may_leave(clause, phrase)
        or not may_be_cleft(clause, empty=("there",))
    ):
        return
    if may_be_person(sentence, k) or is_quantified(sentence, phrase) or not is_movable(sentence, k, phrase):
        return
    if (
        sentence.children(verb, "dative", "xcomp", "ccomp", "oprd", "advcl", "conj", "auxpass")
        or phrase[0] <= verb
    ):
        return
    if says_little(clause, k) or is_measure(sentence, k) or _is_limited(clause):
        return
    yield _what(clause, phrase)


def what_cleft_clause(clause: Clause) -> Iterator[list[Piece]]:
    """Put a clause last: "She said that it rained" -> "What she said was that it rained"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "ccomp", "xcomp")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or phrase[1] != clause.stop or phrase[0] != verb + 1:
        return
    if (
        not may_be_cleft(clause, empty=("there", "it"))
        or clause.negation is not None
        or clause.shares_its_subject
    ):
        return
    first = sentence.lower(phrase[0])
    said = (
        first == "that" and sentence.relation(k) == "ccomp" and sentence.lemma(verb) in listed("takes-that")
    )
    wanted = first == "to" and sentence.relation(k) == "xcomp" and sentence.lemma(verb) in listed("wishes")
    if wanted and any(
        sentence.tag(one) in ("VBZ", "VBD", "VBP", "MD") for one in sentence.children(k, "conj")
    ):
        return
    if (
        (said or wanted)
        and not _is_limited(clause)
        and is_movable(sentence, clause.subject, clause.subject_phrase)
    ):
        yield _what(clause, phrase)


def what_cleft_verb(clause: Clause) -> Iterator[list[Piece]]:
    """Put what is done last: "Mary sang a song" -> "What Mary did was sing a song"."""
    sentence, verb = clause.sentence, clause.verb
    if sentence.kind(verb) != "VERB" or not may_be_cleft(clause, empty=("there", "it", "this", "that")):
        return
    joined = clause.joined_verbs if clause.shares_its_subject else []
    if not _is_last(clause) or sentence.lemma(verb) == "do":
        return
    spoken = (
        clause.tense == "present" and sentence.lower(clause.subject) in ("i", "we") and not clause.auxiliaries
    )
    if spoken and sentence.lemma(verb) in listed("performative"):
        return  # who says "I thank you" does it
    if joined is None or (joined and clause.auxiliaries) or sentence.lemma(verb) in listed("stative"):
        return
    if sentence.children(verb, "ccomp") or any(k < verb for k in sentence.children(verb, "advcl")):
        return
    if is_quantified(sentence, clause.subject_phrase) or not _acts(clause):
        return
    if not listed("negatives").isdisjoint(sentence.words((verb, clause.stop))):
        return
    made = _doing(clause) if is_movable(sentence, clause.subject, clause.subject_phrase) else None
    if made is not None:
        lead = [*kept(clause.before), new("what"), *kept(clause.subject_phrase)]
        yield [*lead, *made, *in_base_form(sentence, joined, verb + 1, clause.stop)]


def what_happened(clause: Clause) -> Iterator[list[Piece]]:
    """Tell it as what happened: "She sang a song" -> "What happened was that she sang a song"."""
    sentence, verb = clause.sentence, clause.verb
    if not clause.is_whole or clause.tense != "past" or clause.negation is not None:
        return
    passive = len(clause.auxiliaries) == 1 and sentence.relation(clause.auxiliaries[0]) == "auxpass"
    done = sentence.tag(verb) == "VBD" and not clause.auxiliaries
    if sentence.kind(verb) != "VERB" or not (done or passive) or sentence.lemma(verb) in listed("no-event"):
        return
    if not listed("frequencies").isdisjoint(sentence.words((clause.start, verb))):
        return
    if sentence.relation(clause.subject) != "expl":
        yield [
            *kept(clause.before),
            *(new(word) for word in _HAPPENED),
            *kept((clause.subject_phrase[0], clause.stop)),
        ]


def what_cleft_subject(clause: Clause) -> Iterator[list[Piece]]:
    """Put the subject last: "The film pleased us" -> "What pleased us was the film"."""
    sentence, k = clause.sentence, clause.subject
    if sentence.tag(k) not in NOUNS or _disagrees(clause) or not _is_last(clause):
        return
    if not may_be_cleft(clause) or clause.shares_its_subject or hangs_on_subject(sentence, clause.verb):
        return
    if sentence.lower(clause.finite) == "could":
        return  # past or not: "is" and "was" would both say which
    bare = not sentence.children(k, "det", "poss", "nummod")
    if bare and sentence.tag(k) == "NN" and sentence.children(k, "compound"):
        return  # "what helps is state legislature"
    agreed, predicate = number(sentence, k), clause.predicate
    if agreed is None or predicate[1] - predicate[0] > _LONGEST_PREDICATE or "," in sentence.words(predicate):
        return
    if sentence.children(clause.verb, "attr", "advcl", "ccomp") or _points_at(clause):
        return
    if not is_movable(sentence, k, clause.subject_phrase) or is_quantified(sentence, clause.subject_phrase):
        return
    token = sentence.parsed.tokens[k]
    kind = sentence.parsed.kind_at(token.start, token.end)
    thing = sentence.lemma(k) in listed("structures") or (
        not kind and "the" in sentence.words(clause.subject_phrase)
    )
    if may_be_person(sentence, k) and kind not in _THINGS and not (thing and sentence.tag(k)[:3] == "NNP"):
        named = kind == "PERSON" and not sentence.children(k, "det")
        known = named or sentence.lemma(k) in listed("people") or sentence.lemma(k).endswith(_HUMAN)
        if not known or not is_definite(sentence, k):
            return
        lead = "the one who" if agreed == "singular" else "the ones who"
    else:
        lead = "what"
    finite = clause.finite
    as_it_is = agreed == "singular" or lead == "the ones who"
    verb = kept((finite, finite + 1)) if as_it_is else [instead(finite, _singular(clause))]
    form = be(
        "past" if clause.tense == "past" else "present", "plural" if lead == "the ones who" else "singular"
    )
    yield [
        *kept(clause.before),
        new(lead),
        *kept((predicate[0], finite)),
        *verb,
        *kept((finite + 1, predicate[1])),
        new(form),
        *kept(clause.subject_phrase),
    ]


def _what(clause: Clause, phrase: Range) -> list[Piece]:
    form = "was" if clause.tense == "past" else "is"
    lead = [new("what"), *kept((clause.subject_phrase[0], phrase[0]), (phrase[1], clause.stop))]
    return [*kept(clause.before), *lead, new(form), *kept(phrase)]


def _is_limited(clause: Clause) -> bool:
    """Whether a word before the verb is said of what stands behind it ("she only wants this")."""
    sentence = clause.sentence
    between = {*sentence.words((clause.subject_phrase[1], clause.verb))}
    if clause.negation is not None:
        between.discard(sentence.lower(clause.negation))
    return not (listed("scoped") | {"almost", "nearly", "also"}).isdisjoint(between)


def _disagrees(clause: Clause) -> bool:
    """Whether the author's verb is in another number than the subject, or the parser has erred."""
    sentence = clause.sentence
    plural = sentence.lower(clause.finite) in ("are", "were", "'re", "have", "do")
    return plural and number(sentence, clause.subject) == "singular" and clause.tense != "modal"


def _points_at(clause: Clause) -> bool:
    """Whether the predicate has a pronoun that points at the subject."""
    sentence = clause.sentence
    return any(sentence.lower(k) in listed("bound") for k in range(*clause.predicate))


def _singular(clause: Clause) -> str:
    """The first verb as it is with a singular subject."""
    sentence, finite = clause.sentence, clause.finite
    if clause.tense == "modal":
        return sentence.word(finite)
    lemma = sentence.lemma(finite)
    if lemma == "be":
        return "was" if clause.tense == "past" else "is"
    return sentence.word(finite) if clause.tense == "past" else present(lemma, "singular")


def says_little(clause: Clause, k: int) -> bool:
    """Whether a verb says little without its object ("make sense")."""
    sentence, lemma = clause.sentence, clause.sentence.lemma(clause.verb)
    bare = not sentence.children(k, "det", "poss", "nummod", "amod")
    counted = sentence.lemma(k) in listed("counts")
    return lemma in listed("idle-verbs") or ((bare or counted) and lemma in listed("light-verbs"))


def _is_last(clause: Clause) -> bool:
    """Whether no other clause follows, which would seem to belong to what is put last."""
    return clause.stop == clause.sentence.core[1]


def may_leave(clause: Clause, phrase: Range) -> bool:
    """Whether what stands behind a phrase, if anything, is short and is the verb's own."""
    sentence = clause.sentence
    if phrase[0] <= clause.verb or phrase[1] > clause.stop or clause.stop - phrase[1] > _LONGEST_REST:
        return False
    if sentence.lemma(clause.verb) in listed("dative-to") or not _is_last(clause):
        return False
    rest = range(phrase[1], clause.stop)
    if rest and sentence.lower(rest[0]) in ("by", "of"):
        return False  # it rather belongs to the phrase
    inside = all(clause.verb == sentence.head(k) or sentence.head(k) in rest for k in rest)
    return inside and not any(sentence.kind(k) in ("VERB", "AUX", "PUNCT") for k in rest)


def _doing(clause: Clause) -> list[Piece] | None:
    """From behind the subject to the verb: "did was sing", "should do is sing", "is doing is singing"."""
    sentence, verb = clause.sentence, clause.verb
    helping = clause.auxiliaries
    if not helping:
        between = range(clause.subject_phrase[1], verb)
        if any(sentence.relation(k) != "advmod" for k in between):
            return None
        if not listed("scoped").isdisjoint(sentence.words_of(list(between))):
            return None
        done = "did" if clause.tense == "past" else present("do", number_of_verb(sentence.tag(verb)))
        form = "was" if clause.tense == "past" else "is"
        return [
            *kept((clause.subject_phrase[1], verb)),
            new(done),
            new(form),
            instead(verb, sentence.lemma(verb)),
        ]
    helper, behind = helping[0], helping[0] + 1 if clause.negation is None else (clause.negation or 0) + 1
    if len(helping) > 1 or behind != verb or helper != clause.subject_phrase[1]:
        return None
    kind, tag, lead = sentence.lemma(helper), sentence.tag(verb), kept((helper, verb))
    form = "was" if clause.tense == "past" else "is"
    if clause.tense == "modal":
        return [*lead, new("do"), new("is"), *kept((verb, verb + 1))]
    if kind == "do":
        return [*lead, new("do"), new(form), instead(verb, sentence.lemma(verb))]
    if kind == "be" and tag == "VBG" and sentence.lower(verb) not in ("going", "being"):
        return [*lead, new("doing"), new(form), *kept((verb, verb + 1))]
    if kind == "have" and tag == "VBN":
        return [*lead, new("done"), new(form), instead(verb, sentence.lemma(verb))]
    return None


def _acts(clause: Clause) -> bool:
    """Whether the subject is somebody who does things."""
    sentence, k = clause.sentence, clause.subject
    token, pronoun = (
        sentence.parsed.tokens[k],
        subject_case(sentence.lower(k)) or object_case(sentence.lower(k)),
    )
    if pronoun is not None:
        return sentence.lower(k) != "it"
    named = sentence.parsed.kind_at(token.start, token.end) in ("PERSON", "ORG", "NORP")
    return named or (sentence.tag(k) in NOUNS and may_be_person(sentence, k))
