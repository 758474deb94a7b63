"""How much of a text was changed: the measures that every report names (contract "Measures of change")."""

import re
from collections.abc import Mapping

from mohs.language.units import apart

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
"""A word of the measures: a run of letters and digits with inner apostrophes. (What an attack may change is
another question: see `words.Text`.)"""


def words_of(text: str) -> list[str]:
    """The words of a text, case folded."""
    if text.isascii():  # the same, found several times as fast
        return apart(text.casefold()).split()
    # Found before they are folded: that of a Turkish İ has a dot of its own behind it, which is no letter.
    return [word.casefold() for word in WORD.findall(text)]


def words_changed(original: str, perturbed: str) -> int:
    """Words changed, added or removed: the word-level edit distance between the two texts."""
    return edit_distance(words_of(original), words_of(perturbed))


def modified_rate(original: str, perturbed: str) -> float:
    """`words_changed` / words of the original; 0 where both have none, 1 where only the original has none."""
    total = len(words_of(original))
    changed = words_changed(original, perturbed)
    return changed / total if total else float(changed > 0)


def modified_rate_of_input(original: Mapping[str, str], perturbed: Mapping[str, str]) -> float:
    """Words changed over all fields / words of all fields of the original."""
    total = sum(len(words_of(text)) for text in original.values())
    changed = sum(words_changed(text, perturbed[field]) for field, text in original.items())
    return changed / total if total else float(changed > 0)


def measure(original: Mapping[str, str], perturbed: Mapping[str, str], field: str) -> dict[str, float]:
    """All measures of a change of one field, from one comparison: words, rate and rate_input."""
    words = words_of(original[field])
    changed = edit_distance(words, words_of(perturbed[field]))
    rate = rate_input = _rate(changed, len(words))
    if len(original) > 1:
        rate_input = _rate(changed, sum(len(words_of(text)) for text in original.values()))
    return {"words": changed, "rate": rate, "rate_input": rate_input}


def _rate(changed: int, total: int) -> float:
    # Six decimals; round(..., 6) comes to the same and goes by way of a string.
    return round(1e6 * changed / total) / 1e6 if total else float(changed > 0)


def is_no_op(original: str, perturbed: str) -> bool:
    """Whether nothing but case and white space differs: such a change never counts as a success."""
    return original.casefold().split() == perturbed.casefold().split()


def edit_distance(first: list[str], second: list[str]) -> int:
    """Levenshtein distance between two sequences, by Hyyrö's bit-parallel form of Myers' algorithm (2003).

    Python's integers have no width, so one pass serves sequences of any length.
    """
    if len(first) == len(second):
        replaced = [one for one, other in zip(first, second, strict=True) if one != other]
        # A word that the other has nowhere costs one edit, whatever is done about the rest.
        if not replaced or set(replaced).isdisjoint(second):
            return len(replaced)
    # What both begin and end with belongs to no edit; of an attacked text that is most of it.
    start, least = 0, min(len(first), len(second))
    while start < least and first[start] == second[start]:
        start += 1
    end = 0
    while end < least - start and first[-1 - end] == second[-1 - end]:
        end += 1
    first, second = first[start : len(first) - end], second[start : len(second) - end]
    if not first:
        return len(second)
    where: dict[str, int] = {}
    for position, item in enumerate(first):
        where[item] = where.get(item, 0) | 1 << position
    mask = (1 << len(first)) - 1
    last = 1 << (len(first) - 1)
    plus, minus, distance = mask, 0, len(first)
    for item in second:
        match = where.get(item, 0)
        diagonal = (((match & plus) + plus) ^ plus) | match | minus
        up = minus | ~(diagonal | plus)
        down = plus & diagonal
        if up & last:
            distance += 1
        elif down & last:
            distance -= 1
        # No bit depends on one above it, so those above the last are cut off but once a step.
        up = up << 1 | 1
        plus = (down << 1 | ~(diagonal | up)) & mask
        minus = up & diagonal & mask
    return distance
