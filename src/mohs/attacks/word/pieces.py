"""Words made of the word pieces that a masked language model puts in the place of others."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from mohs.language.masked_lm import Piece
from mohs.language.words import Kind, Text, carry_case


def pieces_of(pieces: Sequence[Piece], start: int, end: int) -> tuple[Piece, ...]:
    """The pieces that make up this stretch of the text; none where a piece reaches over its ends.

    Args:
        pieces: Those of the text, in its order.
        start: Where the stretch begins, in code points.
        end: Where it ends.
    """
    first = bisect_right(pieces, start, key=lambda piece: piece.end)
    last = first
    while last < len(pieces) and pieces[last].start < end:
        last += 1
    found = tuple(pieces[first:last])
    return found if found and found[0].start == start and found[-1].end == end else ()


def single(piece: Piece, minimum_score: float | None) -> list[str]:
    """The candidates of a piece that is a word: those that begin one, and are good enough."""
    return [
        candidate.text
        for candidate in piece.candidates
        if candidate.begins and (minimum_score is None or candidate.score >= minimum_score)
    ]


def combinations(pieces: Sequence[Piece], each: int, keep: int) -> list[str]:
    """The words that the best candidates of several pieces make together, the best sums of scores first.

    A piece adds its score to a word whatever the others are, so the `keep` best words begin with one of the
    `keep` best beginnings: a beam of that width finds exactly the best of all `each` ** pieces combinations,
    of which it looks at no more than pieces * keep * each.

    Args:
        pieces: Those of one word.
        each: Candidates of a piece: its best ones that can stand there, first those that begin a word, then
            those that go on with one.
        keep: Words at most.
    """
    beam = [(0.0, "")]
    for number, piece in enumerate(pieces):
        fitting = [c for c in piece.candidates if c.begins == (number == 0)][:each]
        longer = [(score + c.score, word + c.text) for score, word in beam for c in fitting]
        beam = sorted(longer, key=lambda one: -one[0])[:keep]
    return [word for _, word in beam]


def fitting(
    word: str,
    clitic: str,
    new: Iterable[str],
    stop_words: Collection[str],
    knows: Callable[[str], bool] | None = None,
) -> list[str]:
    """Those that are one word of letters, another than this one, and no stop word; in its case.

    Args:
        word: The word of the text.
        clitic: What leans on its end and stays behind it.
        new: What may stand in its place, best first.
        stop_words: In lower case.
        knows: What says whether a string is a word; None where every one may be.
    """
    found: dict[str, None] = {}
    for one in new:
        whole = one + clitic
        if one.casefold() == word.casefold() or one.lower() in stop_words or whole.lower() in stop_words:
            continue
        if is_word(whole) and is_word(one) and (knows is None or knows(one)):
            found[carry_case(word, one)] = None
    return list(found)


def alone(text: Text, index: int, words: Iterable[str]) -> list[str]:
    """Those that would not stand beside themselves: a masked language model says "movies" before "movies"."""
    beside = {text.word(k).casefold() for k in (index - 1, index + 1) if 0 <= k < len(text)}
    return [word for word in words if word.casefold() not in beside]


@lru_cache(maxsize=2**16)
def is_word(string: str) -> bool:
    """Whether it is one word of letters, and nothing else."""
    text = Text(string)
    return len(text) == 1 and text.kinds[0] == Kind.WORD and text.spans[0] == (0, len(string))
