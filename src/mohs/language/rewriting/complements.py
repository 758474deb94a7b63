"""Complements of verbs: "that" written or left out, infinitives and gerunds, "in order to"."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import inflected
from mohs.language.rewriting.sentence import Sentence

_SHORT = 3
"""Tokens of a subject that "that" may be left out before."""


def that_added(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write "that": "She thinks it rained" -> "She thinks that it rained"."""
    low, high = sentence.core
    for verb, k, start in _said(sentence):
        if (
            not sentence.children(k, "mark")
            and start == verb + 1
            and sentence.tag(start) not in ("WP", "WRB", "WDT")
        ):
            subject = sentence.subject(k)
            phrase = None if subject is None else sentence.phrase(subject)
            if phrase is not None and phrase[0] == start:
                yield [*kept((low, start)), new("that"), *kept((start, high))]


def that_dropped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Leave "that" out: "She thinks that it rained" -> "She thinks it rained"."""
    low, high = sentence.core
    for verb, k, start in _said(sentence):
        mark, subject = sentence.child(k, "mark"), sentence.subject(k)
        if mark != start or sentence.lower(start) != "that" or start != verb + 1 or subject is None:
            continue
        phrase = sentence.phrase(subject)
        if phrase is None or phrase[0] != start + 1 or phrase[1] - phrase[0] > _SHORT:
            continue
        if sentence.lemma(verb) in listed("drops-that") or sentence.lower(verb) in listed("feelings"):
            yield kept((low, start), (start + 1, high))


def infinitive_as_gerund(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write a gerund: "It started to rain" -> "It started raining"."""
    low, high = sentence.core
    for verb, k in _either(sentence):
        to = sentence.child(k, "aux")
        if (
            to is None
            or (verb + 1, to + 1) != (to, k)
            or sentence.lower(to) != "to"
            or sentence.tag(k) != "VB"
        ):
            continue
        if sentence.lemma(k) != "be" and sentence.tag(verb) != "VBG":
            made = inflected(sentence.lemma(k), "VBG")
            yield [*kept((low, to)), instead(k, made), *kept((k + 1, high))]


def gerund_as_infinitive(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write an infinitive: "It started raining" -> "It started to rain"."""
    low, high = sentence.core
    for verb, k in _either(sentence):
        if k != verb + 1 or sentence.tag(k) != "VBG" or sentence.tag(verb) == "VBG":
            continue
        if not sentence.children(k, "conj", "nsubj", "det", "amod"):
            yield [*kept((low, k)), new("to"), instead(k, sentence.lemma(k)), *kept((k + 1, high))]


def in_order_added(sentence: Sentence) -> Iterator[list[Piece]]:
    """Say what for: "She left to sleep" -> "She left in order to sleep"."""
    low, high = sentence.core
    for verb in range(low, high):
        for k in sentence.children(verb, "advcl"):
            phrase = sentence.phrase(k)
            if phrase is None or sentence.lower(phrase[0]) != "to" or sentence.tag(phrase[0]) != "TO":
                continue
            if sentence.tag(k) != "VB" or k > phrase[0] + 2:
                continue  # "sent to are": no infinitive
            if k > verb and sentence.kind(verb) == "VERB" and sentence.lemma(verb) not in listed("takes-to"):
                before = phrase[0] - 1
                if sentence.lemma(before) in listed("takes-infinitive") or sentence.word(before) in (
                    ")",
                    "-RRB-",
                ):
                    continue
                if sentence.tag(before)[:2] in ("JJ", "PR", "RB", "WP", "WR"):
                    continue
                if sentence.lower(before) not in listed("before-to"):
                    yield [*kept((low, phrase[0])), new("in"), new("order"), *kept((phrase[0], high))]


def in_order_dropped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Leave it unsaid: "She left in order to sleep" -> "She left to sleep"."""
    low, high = sentence.core
    for k in range(low + 1, high - 2):
        if sentence.words((k, k + 3)) == ["in", "order", "to"] and sentence.word(k) == "in":
            yield kept((low, k), (k + 2, high))


def _said(sentence: Sentence) -> Iterator[tuple[int, int, int]]:
    """A verb of saying or thinking, the verb of what is said, and where that begins."""
    for verb in range(*sentence.core):
        said = sentence.kind(verb) == "VERB" and sentence.lemma(verb) in listed("takes-that")
        felt = sentence.tag(verb) == "JJ" and sentence.lower(verb) in listed("feelings")
        if not (said or felt):
            continue
        for k in sentence.children(verb, "ccomp"):
            phrase = sentence.phrase(k)
            if (
                phrase is not None
                and phrase[0] > verb
                and sentence.tag(k) != "VBG"
                and not _questions(sentence, k)
            ):
                yield verb, k, phrase[0]


def _questions(sentence: Sentence, k: int) -> bool:
    return any(sentence.lower(one) in ("if", "whether") for one in sentence.children(k, "mark"))


def _either(sentence: Sentence) -> Iterator[tuple[int, int]]:
    for verb in range(*sentence.core):
        lemma = sentence.lemma(verb)
        if sentence.kind(verb) != "VERB" or lemma not in listed("infinitive-or-gerund"):
            continue
        # "Would like to" is no "would like doing".
        if not sentence.children(verb, "aux") or lemma in ("begin", "start", "continue"):
            yield from ((verb, k) for k in sentence.children(verb, "xcomp"))
