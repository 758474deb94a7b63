"""Existential clauses: "there is a man in the room" and "a man is in the room"."""

from collections.abc import Iterator

from mohs.language.rewriting.adjuncts import is_place
from mohs.language.rewriting.clause import Clause
from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import be, present
from mohs.language.rewriting.nouns import NOUNS, is_measure, is_movable, may_be_person, number
from mohs.language.rewriting.sentence import Sentence

_FINITE = ("VBD", "VBZ", "VBP")


def there_inserted(clause: Clause) -> Iterator[list[Piece]]:
    """Say that something is there: "A man is in the room" -> "There is a man in the room"."""
    sentence, verb, k = clause.sentence, clause.verb, clause.subject
    phrase = clause.subject_phrase
    if sentence.children(k, "conj") or "than" in sentence.words(phrase):
        return
    if sentence.tag(k) not in ("NN", "NNS") or not _is_new(sentence, k) or clause.negation is not None:
        return
    if (
        sentence.children(k, "relcl", "acl", "appos")
        or not is_movable(sentence, k, phrase)
        or clause.shares_its_subject
    ):
        return
    located = sentence.lemma(verb) == "be" and not sentence.children(verb, "attr", "acomp", "xcomp", "ccomp")
    here = located and not clause.auxiliaries and _place(sentence, verb) is not None
    counted = bool(sentence.children(k, "det", "nummod"))
    doing = (
        counted
        and sentence.lower(verb) != "being"
        and sentence.tag(verb) == "VBG"
        and sentence.words_of(list(clause.auxiliaries)) in _DOING
    )
    if not (here or doing) or phrase[1] != (verb if here else clause.auxiliaries[0]):
        return
    first = clause.finite
    yield [
        *kept(clause.before),
        new("there"),
        *kept((first, first + 1), phrase, (first + 1, clause.stop)),
    ]


def there_removed(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say where something is: "There is a man in the room" -> "A man is in the room"."""
    low, high = sentence.core
    if "?" in sentence.words((high, sentence.stop)):
        return
    for verb in range(low, high):
        there, k = sentence.child(verb, "expl"), sentence.child(verb, "attr")
        if there is None or k is None or sentence.lower(there) != "there" or verb != there + 1:
            continue
        if (
            sentence.tag(verb) not in _FINITE
            or sentence.lemma(verb) != "be"
            or sentence.children(verb, "neg", "aux")
        ):
            continue
        yield from _removed(sentence, verb, there, k)


def there_with_relative(clause: Clause) -> Iterator[list[Piece]]:
    """Say that some are there who do it: "Many critics sang" -> "There were many critics who sang"."""
    sentence, k, phrase = clause.sentence, clause.subject, clause.subject_phrase
    if (
        sentence.tag(k) not in ("NN", "NNS")
        or clause.verb != sentence.root
        or sentence.children(k, "conj", "relcl")
    ):
        return
    determiners = sentence.words_of(sentence.children(k, "det", "amod", "nummod"))
    counted = bool(determiners) and (
        determiners[0] in listed("counting") or bool(sentence.children(k, "nummod"))
    )
    if phrase[0] != (sentence.children(k) or [k])[0] or not counted or clause.negation is not None:
        return
    agreed = number(sentence, k)
    if (
        agreed is None
        or is_measure(sentence, k)
        or sentence.lemma(clause.verb) == "be"
        or not is_movable(sentence, k, phrase)
    ):
        return
    if sentence.tag(clause.verb) == "VBG" and not may_be_person(sentence, k):
        return  # "One step is spreading the cloth" says what the step is
    if determiners[0] in ("a", "an") and clause.tense != "past":
        return  # "A critic may like it" speaks of any
    form = be("past" if clause.tense == "past" else "present", agreed)
    who = "who" if sentence.lemma(k) in listed("people") else "that"
    yield [*kept(clause.before), new("there"), new(form), *kept(phrase), new(who), *kept(clause.predicate)]


def there_with_relative_removed(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say what they do: "There are many critics who liked it" -> "Many critics liked it"."""
    low, high = sentence.core
    verb = sentence.root
    there, k = sentence.child(verb, "expl"), sentence.child(verb, "attr")
    if (
        there is None
        or k is None
        or there != low
        or verb != there + 1
        or sentence.children(verb, "neg", "aux", "conj")
    ):
        return
    relative = sentence.child(k, "relcl")
    phrase, whole = (None if relative is None else sentence.phrase(relative)), sentence.phrase(k)
    if relative is None or phrase is None or whole is None or phrase[1] != high or whole != (verb + 1, high):
        return
    start = phrase[0]
    subject = sentence.relation(start) in ("nsubj", "nsubjpass") and sentence.head(start) == relative
    if (
        not subject
        or sentence.lower(start) not in ("who", "that", "which")
        or sentence.word(start - 1) == ","
    ):
        return
    determiners = [one for one in sentence.children(k) if one < k]
    if sentence.tag(k) not in ("NN", "NNS") or "?" in sentence.words((high, sentence.stop)):
        return
    plain = (
        sentence.tag(k) == "NNS"
        and not sentence.children(k, "det", "nummod")
        and not listed("counting").intersection(sentence.words_of(determiners))
    )
    yield [*([new("some")] if plain else []), *kept((verb + 1, start), (start + 1, high))]


def exists(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say that something exists: "There is no surplus in the budget" -> "No surplus exists in the budget"."""
    low, high = sentence.core
    verb = sentence.root
    there, k = sentence.child(verb, "expl"), sentence.child(verb, "attr")
    if there is None or k is None or there != low or verb != there + 1 or sentence.tag(verb) not in _FINITE:
        return
    if sentence.children(verb, "neg", "aux", "conj", "advcl") or "?" in sentence.words((high, sentence.stop)):
        return
    whole, agreed = sentence.phrase(k), number(sentence, k)
    if (
        whole is None
        or whole[0] != verb + 1
        or agreed is None
        or sentence.children(k, "conj")
        or not _is_new(sentence, k)
    ):
        return
    behind = [one for one in sentence.children(k) if one > k]
    if not behind or sentence.tag(k) not in ("NN", "NNS") or may_be_person(sentence, k):
        return
    prep = sentence.relation(behind[0]) == "prep" and sentence.lower(behind[0]) in listed("exists-with")
    to = sentence.relation(behind[0]) in ("acl", "relcl") and sentence.lower(k + 1) == "to"
    if not (prep or to) or (sentence.lemma(k) not in listed("abstract") and not prep):
        return
    if prep and any(sentence.relation(one) == "relcl" for one in sentence.descendants(k)):
        return  # it may be of the first noun, and would stand beside another
    form = "existed" if sentence.tag(verb) == "VBD" else present("exist", agreed)
    yield [*kept((verb + 1, k + 1)), new(form), *kept((k + 1, high))]


def _removed(sentence: Sentence, verb: int, there: int, k: int) -> Iterator[list[Piece]]:
    low, high = sentence.core
    whole = sentence.phrase(k)
    if (
        whole is None
        or whole[0] != verb + 1
        or sentence.tag(k) not in ("NN", "NNS")
        or sentence.children(k, "conj")
    ):
        return
    place = _place(sentence, verb)
    place = place if place is not None else _place(sentence, k)
    doing = sentence.child(k, "acl")
    if (
        doing is not None
        and sentence.tag(doing) in ("VBG", "VBN")
        and sentence.lemma(doing) not in listed("stative")
    ):
        cut = sentence.phrase(doing)
    elif place is not None and not sentence.children(k, "relcl", "acl"):
        cut = sentence.phrase(place)
    else:
        return
    # What is said to be there is all between the verb and the place.
    if (
        cut is None
        or cut[0] <= k
        or not _is_new(sentence, k)
        or any(w == "," for w in sentence.words((verb, cut[1])))
    ):
        return
    if any(sentence.relation(one) == "prep" and k < one < cut[0] for one in sentence.children(verb)):
        return
    if number(sentence, k) is None or sentence.lower(k) in listed("abstract"):
        return
    yield kept((low, there), (verb + 1, cut[0]), (verb, verb + 1), (cut[0], high))


_DOING = (["is"], ["are"], ["was"], ["were"])


def _place(sentence: Sentence, k: int) -> int | None:
    """The first phrase behind this word that says where."""
    for one in sentence.children(k, "prep"):
        target = sentence.child(one, "pobj")
        if one < k or target is None or sentence.lower(one) not in listed("where"):
            continue
        if is_place(sentence, target) or sentence.lower(one) in listed("where-always"):
            return one
    return None


def _is_new(sentence: Sentence, k: int) -> bool:
    """Whether it names something not spoken of before: "a man", "two men", "men"."""
    if sentence.children(k, "poss") or sentence.tag(k) not in NOUNS:
        return False
    determiners = sentence.words_of(sentence.children(k, "det"))
    if not determiners:
        return sentence.tag(k) == "NNS"
    return determiners in (["a"], ["an"], ["no"], ["some"])
