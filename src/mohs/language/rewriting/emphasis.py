"""Emphasis, and what is left out: "she sang", "she did sing"; "he came and saw", "he came and he saw"."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import Clause, main_clause
from mohs.language.rewriting.compose import Piece, in_base_form, instead, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import lemma_of, number_of_verb, past, present
from mohs.language.rewriting.nouns import NOUNS, is_quantified, may_be_person, number
from mohs.language.rewriting.sentence import Sentence

_LEAST_ORDER = 4
"""Tokens of an order."""
_FINITE = ("VBD", "VBZ", "VBP")
_OBJECTS = ("dobj", "acomp", "attr", "xcomp", "ccomp")
_WITH_A_VERB = ("dobj", "acomp", "attr", "xcomp", "ccomp", "prt", "advmod", "prep", "dative")
_JOINS = ("and", "but")
_PERFECT = frozenset(("has", "have", "had", "having"))


def emphatic_do(clause: Clause) -> Iterator[list[Piece]]:
    """Write "do": "She sang" -> "She did sing"."""
    sentence, verb = clause.sentence, clause.verb
    if (
        clause.auxiliaries
        or clause.negation is not None
        or sentence.kind(verb) != "VERB"
        or clause.is_embedded
    ):
        return
    if sentence.relation(clause.subject) == "expl" or sentence.lemma(verb) in ("be", "do", "get"):
        return
    if sentence.tag(verb) not in _FINITE:
        return
    if verb + 1 == clause.stop and sentence.lemma(verb) in listed("quotative"):
        return
    if not _PERFECT.isdisjoint(sentence.words((clause.subject, verb))):
        return  # "who has through prayer determined": a participle, whatever a parser says
    joined = clause.joined_verbs if clause.shares_its_subject else []
    place = verb
    while place > clause.subject_phrase[1] and sentence.relation(place - 1) == "advmod":
        place -= 1
    if any(sentence.lemma(k) == "be" for k in joined or ()):
        return  # "they did agree, but be concerned"
    if joined is None or any(sentence.word(k) != "," for k in range(clause.subject_phrase[1], place)):
        return
    if not listed("scoped").isdisjoint(sentence.words((place, verb))):
        return
    form = "did" if clause.tense == "past" else present("do", number_of_verb(sentence.tag(verb)))
    yield [
        *kept((clause.start, place)),
        new(form),
        *in_base_form(sentence, [verb, *joined], place, clause.stop),
    ]


def do_left_out(clause: Clause) -> Iterator[list[Piece]]:
    """Leave "do" out: "She did sing" -> "She sang"."""
    sentence, verb = clause.sentence, clause.verb
    if len(clause.auxiliaries) != 1 or clause.negation is not None or sentence.children(verb, "conj"):
        return
    do = clause.auxiliaries[0]
    agreed = number(sentence, clause.subject)
    if sentence.lemma(do) != "do" or agreed is None or sentence.lemma(verb) in ("be", "do"):
        return
    lemma = sentence.lemma(verb)
    form = past(lemma, agreed) if clause.tense == "past" else present(lemma, agreed)
    yield [*kept((clause.start, do), (do + 1, verb)), instead(verb, form), *kept((verb + 1, clause.stop))]


def be_sure(sentence: Sentence) -> Iterator[list[Piece]]:
    """Tell to be sure: "Watch the road" -> "Be sure to watch the road"."""
    low, high = sentence.core
    begin = _imperative(sentence)
    if begin is not None:
        negated = [new("not")] if begin != low else []
        yield [*(new(word) for word in ("be", "sure")), *negated, new("to"), *kept((begin, high))]


def do_told(sentence: Sentence) -> Iterator[list[Piece]]:
    """Tell with "do": "Watch the road" -> "Do watch the road"."""
    low, high = sentence.core
    if _imperative(sentence) == low and sentence.lower(low) != "be":
        yield [new("do"), *kept((low, high))]


def _imperative(sentence: Sentence) -> int | None:
    """Where the verb of a sentence that tells somebody to do something stands; behind "do not", too."""
    low, high = sentence.core
    root, ends = sentence.root, sentence.words((high, sentence.stop))
    if (
        sentence.tag(root) != "VB"
        or sentence.subject(root) is not None
        or "?" in ends
        or not {".", "!"} & {*ends}
    ):
        return None
    if sentence.children(root, "conj", "ccomp", "parataxis") or high - low < _LEAST_ORDER:
        return None
    if sentence.lower(root) in listed("no-orders") or sentence.lower(root) in listed("stative"):
        return None
    if root == low:
        return low
    negated = root == low + 2 and sentence.lower(low) == "do" and sentence.lower(low + 1) in ("not", "n't")
    return root if negated else None


def fact(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say that it is so: "She sings" -> "The fact is that she sings"."""
    clause = main_clause(sentence)
    if (
        clause is None
        or clause.start != sentence.core[0]
        or sentence.children(clause.verb, "intj", "parataxis")
    ):
        return
    first = clause.start
    led = clause.before[0] < clause.before[1]
    if (
        led
        and sentence.relation(first) not in ("prep", "mark")
        and sentence.lower(first) not in listed("subordinators")
    ):
        return
    if any(sentence.relation(k) == "ccomp" and k < clause.verb for k in sentence.children(clause.verb)):
        return
    yield [*(new(word) for word in ("the", "fact", "is", "that")), *kept(sentence.core)]


def subject_repeated(clause: Clause) -> Iterator[list[Piece]]:
    """Say the subject twice: "He came and saw" -> "He came and he saw"."""
    sentence, verb = clause.sentence, clause.verb
    k, join = sentence.child(verb, "conj"), sentence.child(verb, "cc")
    if clause.is_embedded or k is None or join is None or clause.negation is not None:
        return
    if sentence.subject(k) is not None or is_quantified(sentence, clause.subject_phrase):
        return
    phrase = sentence.phrase(k)
    if phrase is None or phrase[0] != join + 1 or sentence.lower(join) not in _JOINS or join < verb:
        return
    if sentence.tag(join - 1) == "IN":
        return  # "they look for and find it"
    if phrase[1] > clause.stop or (join == verb + 1 and sentence.children(k, "dobj")):
        return  # the object is the first verb's, too
    again, pronoun = _shared(clause, k), _pronoun(clause)
    if again is None or pronoun is None or _is_a_state(sentence, verb, k):
        return
    if pronoun == "it" and not sentence.children(k, "aux", "auxpass", *_OBJECTS):
        return  # it may be a noun ("turns the light blue, and objects on the seabed gleam")
    yield [*kept((clause.start, join + 1)), new(pronoun), *again, *kept((join + 1, clause.stop))]


def _is_a_state(sentence: Sentence, verb: int, k: int) -> bool:
    """Whether the second is rather a participle beside an adjective ("I felt tired and drained")."""
    return bool(sentence.children(verb, "acomp")) and not sentence.children(k, *_WITH_A_VERB)


def _shared(clause: Clause, k: int) -> list[Piece] | None:
    """The helping verbs that a second verb shares with the first; None where it is in doubt."""
    sentence = clause.sentence
    own = sentence.children(k, "aux", "auxpass")
    if sentence.tag(k) == "VBD" and not own and sentence.tag(clause.finite) != "VBD":
        return None  # "They must be pushed back and left there": a participle, whatever a parser says
    if sentence.tag(own[0] if own else k) in (*_FINITE, "MD"):
        known = bool(own) or lemma_of(sentence.lower(k), sentence.tag(k), sentence.lower(k)) is not None
        return [] if known and sentence.word((own or [k])[0])[0].isalpha() else None
    if own or not clause.auxiliaries or sentence.tag(k) != sentence.tag(clause.verb):
        return None
    if sentence.kind(k) != "VERB" or not all(sentence.word(one).isalpha() for one in clause.auxiliaries):
        return None
    return [new(sentence.lower(one)) for one in clause.auxiliaries]


def _pronoun(clause: Clause) -> str | None:
    """The pronoun for the subject."""
    sentence, k = clause.sentence, clause.subject
    if sentence.tag(k) == "PRP":
        return "I" if sentence.lower(k) == "i" and sentence.word(k) == "I" else sentence.lower(k)
    if sentence.tag(k) in NOUNS and number(sentence, k) == "plural":
        one = sentence.tag(clause.finite) == "VBZ" or sentence.lower(clause.finite) == "was"
        return None if one else "they"
    if sentence.tag(k) == "NN" and number(sentence, k) == "singular" and not may_be_person(sentence, k):
        return "it"
    return None
