"""Composing: a sentence put together anew from pieces of itself and some new words, in its own style."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from mohs.language.rewriting.sentence import Range, Sentence
from mohs.language.words import indefinite_article


class Piece(NamedTuple):
    """Tokens of the sentence as they stand, or new words.

    Attributes:
        start: The number of the first token; of new words, any with `stop` the same.
        stop: The number behind the last token.
        text: What stands in their place; None for the tokens themselves.
    """

    start: int
    stop: int
    text: str | None = None


def kept(*phrases: Range) -> list[Piece]:
    """These phrases as they stand."""
    return [Piece(low, high) for low, high in phrases if low < high]


def new(words: str) -> Piece:
    """New words; a comma is a word of its own."""
    return Piece(0, 0, words)


def in_base_form(sentence: Sentence, verbs: Iterable[int], start: int, stop: int) -> list[Piece]:
    """Tokens as they stand, but for these verbs, which lose their tense."""
    pieces: list[Piece] = []
    for verb in verbs:
        pieces += [*kept((start, verb)), instead(verb, sentence.lemma(verb))]
        start = verb + 1
    return [*pieces, *kept((start, stop))]


def instead(k: int, words: str) -> Piece:
    """New words in the place of token `k`: what stands close to it stays close."""
    return Piece(k, k + 1, words)


COMMA = new(",")
"""A comma, in the way in which the text writes it; never twice, and never at an end."""


class _Atom(NamedTuple):
    """A token or a new word, with the number of the token that it is or replaces; -1 for none."""

    token: int
    text: str


_PAIRS = (("(", ")"), ("[", "]"), ("-LRB-", "-RRB-"), ("-LSB-", "-RSB-"), ("“", "”"))
_CLOSE = frozenset((",", ";", ")", "]", "n't", "'s", "'re", "'ve", "'ll", "'d", "'m"))
_SHORT = {"'s": "is", "'re": "are", "'ve": "have", "'ll": "will", "'m": "am", "'d": "", "n't": "not"}
"""Short forms of verbs, in full; "" for one that may be two."""
_QUOTES = ('"', "``", "''", "`", "'")


def compose(sentence: Sentence, pieces: Iterable[Piece]) -> str | None:
    """The whole text with the sentence's core made anew; None where that cannot be done cleanly.

    Refused are pieces that cut through a quotation or brackets, and an abbreviation's dot that would meet the
    mark at the end.
    """
    pieces = [piece for piece in pieces if piece.text != "" and (piece.text or piece.start < piece.stop)]
    if not _balanced(sentence, pieces):
        return None
    found = _in_full(sentence, _without_idle_commas(_atoms(sentence, pieces)))
    if not found or not _ends_well(sentence, found):
        return None
    atoms = found
    atoms = _articles(sentence, _cased(sentence, atoms))
    string, tokens = sentence.parsed.string, sentence.parsed.tokens
    made = atoms[0].text
    for one, other in pairwise(atoms):
        made += _gap(sentence, one, other) + other.text
    low, high = sentence.core
    return string[: tokens[low].start] + made + string[tokens[high - 1].end :]


def _balanced(sentence: Sentence, pieces: Sequence[Piece]) -> bool:
    runs: list[list[str]] = []
    behind = -1
    for piece in pieces:
        if piece.start == piece.stop or piece.start != behind:
            runs.append([])
        behind = piece.stop if piece.start != piece.stop else -1
        if piece.text is None:
            runs[-1] += [sentence.word(k) for k in range(piece.start, piece.stop)]
    return all(
        all(run.count(opening) == run.count(closing) for opening, closing in _PAIRS)
        and sum(word in _QUOTES for word in run) % 2 == 0
        for run in runs
    )


def _atoms(sentence: Sentence, pieces: Sequence[Piece]) -> list[_Atom]:
    atoms: list[_Atom] = []
    for piece in pieces:
        if piece.text is None:
            atoms += [_Atom(k, sentence.word(k)) for k in range(piece.start, piece.stop)]
        else:
            words = piece.text.split(" ")
            one = piece.start if piece.start != piece.stop else -1
            atoms += [_Atom(one if k == len(words) - 1 else -1, word) for k, word in enumerate(words)]
            if one >= 0 and len(words) > 1:
                # The first of several words stands where the token stood, seen from the left.
                atoms[-len(words)] = _Atom(one, words[0])
    return atoms


def _without_idle_commas(atoms: list[_Atom]) -> list[_Atom]:
    found: list[_Atom] = []
    for atom in atoms:
        if atom.text == "," and (not found or found[-1].text in (",", "--", "(", "-LRB-")):
            continue
        found.append(atom)
    while found and found[-1].text == ",":
        found.pop()
    return found


def _in_full(sentence: Sentence, atoms: list[_Atom]) -> list[_Atom] | None:
    """With short forms written out that have lost the word they leaned on, or stand last.

    None where one cannot be.
    """
    found: list[_Atom] = []
    for k, atom in enumerate(atoms):
        short = atom.text.lower().replace("’", "'")
        last = k + 1 == len(atoms) and short != "n't" and sentence.tag(atom.token) != "POS"
        leant = found and found[-1].token == atom.token - 1 and not last
        if atom.token >= 0 and short in _SHORT and not leant:
            full = _SHORT[short]
            if short == "'s" and sentence.tag(atom.token) == "POS":
                return None
            if short == "'s" and sentence.lemma(atom.token) in ("have", "'ve"):
                full = "has"
            if not full:
                return None
            atom = _Atom(atom.token, full)
        found.append(atom)
    return found


def _ends_well(sentence: Sentence, atoms: Sequence[_Atom]) -> bool:
    last = sentence.core[1] - 1
    if atoms[-1].token == last and atoms[-1].text == sentence.word(last):
        return True
    return not atoms[-1].text.endswith(".") and not sentence.word(last).endswith(".")


def _cased(sentence: Sentence, atoms: list[_Atom]) -> list[_Atom]:
    if not sentence.capital:
        return atoms
    first, cased = sentence.core[0], []
    for k, atom in enumerate(atoms):
        text = atom.text
        if k == 0:
            text = text[0].upper() + text[1:]
        elif atom.token == first and text == sentence.word(first) and not sentence.is_name(first):
            text = text[0].lower() + text[1:]
        cased.append(_Atom(atom.token, text))
    return cased


def _articles(sentence: Sentence, atoms: list[_Atom]) -> list[_Atom]:
    """With "a" and "an" by the word behind them, where another stood there before."""
    for k, (one, other) in enumerate(pairwise(atoms)):
        if one.text.lower() not in ("a", "an") or (one.token >= 0 and other.token == one.token + 1):
            continue
        right = indefinite_article(other.text)
        if right != one.text.lower():
            atoms[k] = _Atom(one.token, right.capitalize() if one.text[0].isupper() else right)
    return atoms


def _gap(sentence: Sentence, one: _Atom, other: _Atom) -> str:
    if one.token >= 0 and other.token in (one.token, one.token + 1):
        if other.token == one.token:
            return " "
        tokens = sentence.parsed.tokens
        between = sentence.parsed.string[tokens[one.token].end : tokens[other.token].start]
        return between or _between_changed(sentence, one, other)
    if sentence.spaced:
        return " "
    close = other.text.replace("’", "'") in _CLOSE
    return "" if close or one.text in ("(", "[") else " "


def _between_changed(sentence: Sentence, one: _Atom, other: _Atom) -> str:
    """A blank where a token that leant on another has become a word: "they'll" -> "they are going to"."""
    was, short = sentence.word(other.token), other.text.replace("’", "'") in _CLOSE
    in_full = was[:1] in ("'", "’") and other.text != was and not short
    apart = was.lower() == "not" and one.text != sentence.word(one.token)
    return " " if in_full or apart else ""
