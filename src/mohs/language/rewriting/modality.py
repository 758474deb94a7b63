"""Modality: helping verbs such as "can" and "will", and what says the same in other words."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.morphology import be, is_verb, object_case, present
from mohs.language.rewriting.nouns import NOUNS, is_movable, is_quantified, number
from mohs.language.rewriting.sentence import Sentence

_SUBJECTS = ("nsubj", "nsubjpass", "expl", "csubj")
_POSSIBLE = {"can": "possible", "must": "necessary", "ca": "possible"}


def possible_for(clause: Clause) -> Iterator[list[Piece]]:
    """Say that it is possible, or necessary: "She can sing" -> "It is possible for her to sing"."""
    sentence, verb = clause.sentence, clause.verb
    if not clause.auxiliaries or clause.is_embedded:
        return
    helping = clause.auxiliaries[0]
    said = _POSSIBLE.get(sentence.lower(helping))
    if said is None or not _is_shared(clause) or is_quantified(sentence, clause.subject_phrase):
        return
    if clause.negation is not None and (said != "possible" or clause.negation != helping + 1):
        return  # "must not" is no lack of need
    if clause.negation is not None and sentence.lower(clause.subject) == "you":
        return  # "you can't" forbids
    if clause.subject_phrase[1] != helping or not is_movable(sentence, clause.subject, clause.subject_phrase):
        return
    if sentence.lower(clause.subject) in ("it", "this", "that", "there"):
        return
    subject = _as_object(clause)
    behind = helping + 1 if clause.negation is None else clause.negation + 1
    if subject is None or sentence.tag(verb) not in ("VB", "VBN") or _is_perfect(clause):
        return
    start = [new("it"), new("is"), *([new("not")] if clause.negation is not None else []), new(said)]
    adverbs = behind < (clause.auxiliaries[1] if len(clause.auxiliaries) > 1 else verb)
    if not adverbs:
        yield [*kept(clause.before), *start, new("for"), *subject, new("to"), *kept((behind, clause.stop))]


def may_be_that(clause: Clause) -> Iterator[list[Piece]]:
    """Say that it may be: "She may sing" -> "It may be that she sings"."""
    sentence, verb = clause.sentence, clause.verb
    if (
        not clause.auxiliaries
        or clause.is_embedded
        or clause.negation is not None
        or clause.shares_its_subject
    ):
        return
    helping, agreed = clause.auxiliaries[0], number(sentence, clause.subject)
    if sentence.lower(helping) not in ("may", "might") or agreed is None or sentence.children(verb, "conj"):
        return
    if clause.subject_phrase[1] != helping:
        return
    second = clause.auxiliaries[1] if len(clause.auxiliaries) > 1 else verb
    if second != helping + 1:
        return
    form = (
        be("present", agreed) if sentence.lemma(second) == "be" else present(sentence.lemma(second), agreed)
    )
    yield [
        *kept(clause.before),
        new("it"),
        instead(helping, sentence.lower(helping)),
        new("be"),
        new("that"),
        *kept(clause.subject_phrase),
        instead(second, form),
        *kept((second + 1, clause.stop)),
    ]


def going_to(clause: Clause) -> Iterator[list[Piece]]:
    """Write the future otherwise: "She will sing" -> "She is going to sing"."""
    yield from _periphrasis(clause, ("will", "'ll", "wo"), "going")


def _periphrasis(clause: Clause, words: tuple[str, ...], said: str) -> Iterator[list[Piece]]:
    """A helping verb as "is going to" or "is able to"."""
    sentence = clause.sentence
    if not clause.auxiliaries:
        return
    helping, agreed = clause.auxiliaries[0], number(sentence, clause.subject)
    word = sentence.lower(helping)
    if word not in words or agreed is None or _is_perfect(clause) or not _is_shared(clause):
        return
    behind = helping + 1 if clause.negation is None else clause.negation + 1
    if clause.negation is not None and clause.negation != helping + 1:
        return
    if sentence.tag(behind)[:2] not in ("VB", "RB"):
        return
    negated = kept((helping + 1, behind))
    if agreed == "first" and negated:
        negated = [new("not")]  # "I am not", for want of "amn't"
    yield [
        *kept((clause.start, helping)),
        instead(helping, be("present", agreed)),
        *negated,
        new(said),
        new("to"),
        *kept((behind, clause.stop)),
    ]


def able_to(clause: Clause) -> Iterator[list[Piece]]:
    """Write "can" otherwise: "She can sing" -> "She is able to sing"."""
    if clause.sentence.lower(clause.verb) != "be" and len(clause.auxiliaries) == 1:
        yield from _periphrasis(clause, ("can", "ca"), "able")


def can(clause: Clause) -> Iterator[list[Piece]]:
    """Write "can" for "is able to": "She is able to sing" -> "She can sing"."""
    sentence, verb = clause.sentence, clause.verb
    if (
        clause.auxiliaries
        or clause.negation is not None
        or clause.tense != "present"
        or clause.shares_its_subject
    ):
        return
    able = sentence.child(verb, "acomp")
    if (
        sentence.lemma(verb) == "be"
        and able == verb + 1
        and sentence.words((able, able + 2)) == ["able", "to"]
    ):
        yield [*kept((clause.start, verb)), instead(verb, "can"), *kept((able + 2, clause.stop))]


def have_to(clause: Clause) -> Iterator[list[Piece]]:
    """Write "must" otherwise: "She must sing" -> "She has to sing"."""
    sentence, agreed = clause.sentence, number(clause.sentence, clause.subject)
    if (
        len(clause.auxiliaries) != 1
        or clause.negation is not None
        or agreed is None
        or sentence.lemma(clause.verb) == "be"
    ):
        return
    helping = clause.auxiliaries[0]
    if sentence.lower(helping) == "must" and helping + 1 == clause.verb:
        rest = kept((helping + 1, clause.stop))
        yield [*kept((clause.start, helping)), instead(helping, present("have", agreed)), new("to"), *rest]


def must(clause: Clause) -> Iterator[list[Piece]]:
    """Write "have to" otherwise: "She has to sing" -> "She must sing"."""
    sentence, verb = clause.sentence, clause.verb
    if (
        clause.auxiliaries
        or clause.negation is not None
        or clause.tense != "present"
        or sentence.lemma(verb) != "have"
    ):
        return
    k = sentence.child(verb, "xcomp")
    if (
        verb + 2 == k
        and sentence.lower(verb + 1) == "to"
        and sentence.tag(k) == "VB"
        and not sentence.children(verb, "conj")
    ):
        yield [*kept((clause.start, verb)), instead(verb, "must"), *kept((k, clause.stop))]


def ought_to(clause: Clause) -> Iterator[list[Piece]]:
    """Write "should" otherwise: "She should sing" -> "She ought to sing"."""
    sentence = clause.sentence
    if not clause.auxiliaries or sentence.lower(clause.auxiliaries[0]) != "should" or not _is_shared(clause):
        return
    helping = clause.auxiliaries[0]
    behind = helping + 1 if clause.negation is None else clause.negation + 1
    if clause.negation is not None and (
        clause.negation != helping + 1 or sentence.lower(clause.negation) != "not"
    ):
        return
    if sentence.lower(clause.subject) == "i" or sentence.tag(behind)[:2] != "VB":
        return
    rest = [*kept((helping + 1, behind)), new("to"), *kept((behind, clause.stop))]
    yield [*kept((clause.start, helping)), instead(helping, "ought"), *rest]


def will_for_going_to(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write the future in short: "She is going to sing" -> "She will sing"."""
    low, high = sentence.core
    for k in range(low + 1, high - 2):
        if sentence.lower(k) not in ("is", "are", "am", "'s", "'re", "'m"):
            continue
        behind = k + 1
        while (
            sentence.relation(behind) in ("neg", "advmod")
            and behind < high - 2
            and sentence.head(behind) == sentence.head(k)
        ):
            behind += 1
        future = sentence.words((behind, behind + 2)) == ["going", "to"] and sentence.tag(behind + 2) == "VB"
        future = future and is_verb(sentence.lower(behind + 2))
        whole = sentence.head(k) == behind and "n't" not in sentence.words((k, behind)) and k + 2 > behind
        # "If you are going to sing" is no "if you will sing".
        if future and whole and "if" not in sentence.words_of(sentence.children(behind, "mark")):
            yield [*kept((low, k)), new("will"), *kept((k + 1, behind), (behind + 2, high))]


def _is_shared(clause: Clause) -> bool:
    """Whether every verb that is joined to this one has its helping verb, too ("she can come and sing")."""
    sentence, last = clause.sentence, clause.verb
    while joined := sentence.children(last, "conj"):
        own = sentence.children(joined[0], "aux", "auxpass", "neg", *_SUBJECTS)
        if len(joined) > 1 or own or sentence.tag(joined[0]) != "VB" or sentence.tag(last) != "VB":
            return False
        last = joined[0]
    return True


def _is_perfect(clause: Clause) -> bool:
    return any(clause.sentence.lemma(k) == "have" for k in clause.auxiliaries)


def _as_object(clause: Clause) -> list[Piece] | None:
    sentence, k = clause.sentence, clause.subject
    if sentence.tag(k) in NOUNS:
        return kept(clause.subject_phrase)
    pronoun = object_case(sentence.lower(k))
    return None if pronoun is None else [instead(k, pronoun)]
