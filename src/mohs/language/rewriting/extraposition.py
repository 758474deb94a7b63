"""Extraposition: a clause as the subject, or behind "it": "To wait is hard" and "it is hard to wait"."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import lemma_of
from mohs.language.rewriting.sentence import Range, Sentence


def extraposed(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put the clause behind: "To wait is hard" -> "It is hard to wait"; "Waiting is hard", too."""
    low, high = sentence.core
    root = sentence.root
    clause = sentence.child(root, "csubj")
    if clause is None or not _is_copular(sentence, root) or "?" in sentence.words((high, sentence.stop)):
        return
    phrase, said = sentence.phrase(clause), sentence.child(root, "acomp", "attr")
    if phrase is None or phrase[0] != low or phrase[1] != root or said is None or _is_wh(sentence, low):
        return
    if sentence.lemma(said) not in listed("judgements") or sentence.phrase(said) != (
        _first(sentence, said),
        high,
    ):
        return
    rest = kept((root, high))
    if sentence.tag(clause) == "VBG" and clause == low and not sentence.children(clause, "aux", "nsubj"):
        verb = lemma_of(sentence.lower(clause), "VBG", sentence.lemma(clause))
        if verb is not None:
            yield [new("it"), *rest, new("to"), new(verb), *kept((clause + 1, phrase[1]))]
    elif sentence.lower(low) in ("to", "that"):
        yield [new("it"), *rest, *kept(phrase)]


def clause_as_subject(sentence: Sentence) -> Iterator[list[Piece]]:
    """Put the clause first: "It is hard to wait" -> "To wait is hard"."""
    low, high = sentence.core
    root = sentence.root
    it = sentence.child(root, "nsubj", "expl")
    if it is None or sentence.lower(it) != "it" or it != low or not _is_copular(sentence, root):
        return
    if "?" in sentence.words((high, sentence.stop)) or sentence.children(root, "conj", "advcl"):
        return
    said = sentence.child(root, "acomp", "attr")
    if said is None or sentence.lemma(said) not in listed("judgements"):
        return
    for k in (
        *sentence.children(root, "xcomp", "ccomp", "advcl"),
        *sentence.children(said, "xcomp", "ccomp"),
    ):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[1] != high or phrase[0] <= said:
            continue
        if sentence.lower(phrase[0]) == "that" or _is_to(sentence, phrase):
            yield [*kept(phrase, (it + 1, phrase[0]))]
            return


def _is_copular(sentence: Sentence, root: int) -> bool:
    return sentence.lemma(root) == "be" and sentence.tag(root) in ("VBZ", "VBD", "VB")


def _is_to(sentence: Sentence, phrase: Range) -> bool:
    return sentence.lower(phrase[0]) == "to" and sentence.tag(phrase[0]) == "TO"


def _is_wh(sentence: Sentence, k: int) -> bool:
    return sentence.tag(k) in ("WP", "WDT", "WRB", "WP$")


def _first(sentence: Sentence, k: int) -> int:
    phrase = sentence.phrase(k)
    return k if phrase is None else phrase[0]
