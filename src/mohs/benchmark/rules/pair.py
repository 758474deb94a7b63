"""Rules about a row and the benign text that it was made from: how much changed, and what should not have.

AdvGLUE's own rule is that a word-level attack changes at most 15 % of the words (its section 3.2); of what it
was counted over the paper says nothing, so both measures are here and each is named where it is shown.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from mohs.benchmark.rules.entry import Entry, Rule, each, has_original
from mohs.estimate.wording import percent
from mohs.language.change import is_no_op, words_changed, words_of

LIMIT = 0.15
"""Largest modified rate of a word-level change (AdvGLUE, section 3.2)."""

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_")
_MARK = ".!?"
_PIECES = re.compile(
    r"(?<!\S)##\w|\[(?:UNK|MASK|PAD|CLS|SEP)\]|</?(?:unk|pad|s|w)>|(?<!\w)[\u0120\u2581]\w|\w@@(?!\S)"
)
_APART = re.compile(r"\w (['’]) (?:s|t|re|ve|ll|d|m)\b", re.IGNORECASE)


def no_op(row: Entry) -> str | None:
    """Nothing but case and white space differs from the benign text, in any field."""
    if all(is_no_op(row.original[name], row.fields[name]) for name in row.original):
        return "equal to its source but for case and white space"
    return None


def split_word(row: Entry) -> str | None:
    """All that was done is to put blanks into words: without white space the two texts are the same."""
    split = []
    for name, before in row.original.items():
        after = row.fields[name]
        if _glued(before) != _glued(after):
            return None
        split += _split(before, after)
    return f"blanks inside words are the whole change: {', '.join(split)}" if split else None


def modified_rate_field(row: Entry, limit: float = LIMIT) -> str | None:
    """More than `limit` of the words of the changed field were changed, added or removed."""
    worst: str | None = None
    highest = limit
    for name, before in row.original.items():
        changed, total = words_changed(before, row.fields[name]), len(words_of(before))
        rate = changed / total if total else float(changed > 0)
        if rate > highest:
            highest, worst = rate, f"{name}: {changed} of {total} words ({percent(rate)})"
    return worst


def modified_rate_input(row: Entry, limit: float = LIMIT) -> str | None:
    """More than `limit` of the words of all fields together were changed, added or removed."""
    benign = row.benign
    changed = sum(words_changed(benign[name], text) for name, text in row.fields.items())
    total = sum(len(words_of(text)) for text in benign.values())
    rate = changed / total if total else float(changed > 0)
    return f"{changed} of {total} words ({percent(rate)})" if rate > limit else None


def truncated(row: Entry) -> str | None:
    """The end of the benign text is gone, with or without something in its place."""
    for name, before in row.original.items():
        lost = _lost_end(before, row.fields[name])
        if lost:
            shown = " ".join(lost[-8:])
            return f"{name}: its last {len(lost)} words are gone: {'… ' if len(lost) > 8 else ''}{shown}"
    return None


def wrong_field(row: Entry) -> str | None:
    """A field was changed that should not be, or several fields at once."""
    allowed = row.task.perturb
    changed = [name for name, before in row.original.items() if row.fields[name] != before]
    outside = [name for name in changed if name not in allowed]
    if outside:
        return f"changed: {', '.join(outside)}; only {', '.join(allowed)} may be"
    if len(changed) > 1:
        return f"several fields are changed: {', '.join(changed)}"
    return None


def tokeniser_artefact(row: Entry) -> str | None:
    """Blanks around punctuation that the source has not, or signs of a tokeniser, which no search chose."""
    for name, text in row.fields.items():
        before = row.original.get(name)
        if before is None and has_original(row):
            continue  # a field that was left alone is as its source had it
        if (sign := _PIECES.search(text)) and (before is None or sign[0] not in before):
            return f"{name}: {sign[0]!r} is a tokeniser's sign"
        if before is None:
            if apart := _APART.search(text):
                return f"{name}: a contraction in pieces: {apart[0]!r}"
            if text != text.lstrip():
                return f"{name}: begins with a blank"
        elif moved := _moved_blanks(before, text):
            return f"{name}: {moved}"
    return None


def _glued(text: str) -> str:
    return "".join(text.casefold().split())


def _split(before: str, after: str) -> list[str]:
    """The words of `before` that have blanks between their letters in `after`, a text of the same letters."""
    cuts, end = set(), 0
    for part in after.casefold().split():
        cuts.add(end := end + len(part))
    found, start = [], 0
    for word in before.casefold().split():
        inside = [
            i
            for i in range(1, len(word))
            if start + i in cuts and word[i - 1].isalnum() and word[i].isalnum()
        ]
        if inside:
            found.append(" ".join(word[a:b] for a, b in pairwise([0, *inside, len(word)])))
        start += len(word)
    return found


def _lost_end(before: str, after: str) -> list[str]:
    """The words at the end of `before` that `after` has lost; empty where it still has an end."""
    old, new = before.casefold().strip(), after.casefold().strip()
    same = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    rest, put = words_of(old[same:]), words_of(new[same:])
    if not rest:
        return []
    kept = sum(block.size for block in SequenceMatcher(None, rest, put, autojunk=False).get_matching_blocks())
    # Something else was put where a sentence mark stood, and most of what followed the mark is not there any
    # more: the way in which a text is lost that is cut at its first mark.
    at_mark = old[same:].lstrip()[:1] in _MARK and 2 * kept <= len(rest)
    if at_mark or not put:
        return rest
    # Otherwise: how much longer the end of the old text is than what stands in its place.
    codes = SequenceMatcher(None, words_of(old), words_of(new), autojunk=False).get_opcodes()
    _, start, stop, other, end = codes[-1]
    longer = (stop - start) - (end - other)
    if codes[-1][0] in ("delete", "replace") and longer >= 5 and 2 * (stop - start) >= stop:
        return words_of(old)[start:]
    return []


def _moved_blanks(before: str, after: str) -> str | None:
    """Where blanks around the punctuation that both texts share came or went."""
    if len(after) - len(after.lstrip()) > len(before) - len(before.lstrip()):
        return "begins with a blank that the source has not"
    old, new = _spaced(before), _spaced(after)
    matcher = SequenceMatcher(None, [t for t, _ in old], [t for t, _ in new], autojunk=False)
    for block in matcher.get_matching_blocks():
        for i, j in pairwise(range(block.size)):
            left, was = old[block.a + i]
            right, now = old[block.a + j][0], new[block.b + i][1]
            if was != now and not (left.isalnum() and right.isalnum()):
                shown = [f"{left}{' ' if blank else ''}{right}" for blank in (was, now)]
                return f"the source has {shown[0]!r}, the row {shown[1]!r}"
    return None


def _spaced(text: str) -> list[tuple[str, bool]]:
    """Words and marks, each with whether white space follows it."""
    folded = text.casefold()
    found: Sequence[re.Match[str]] = list(_TOKEN.finditer(folded))
    return [(match[0], folded[match.end() : match.end() + 1].isspace()) for match in found]


def _word_level(row: Entry) -> bool:
    return has_original(row) and row.level in ("word", "")


RULES = (
    Rule(
        "no-op",
        "equal to its source after case folding and collapsing white space",
        "withdraw the row: nothing was attacked, and a classifier that fails on it fails on the source",
        each(no_op, has_original),
    ),
    Rule(
        "split-word",
        "differs from its source in case and white space alone, with blanks put inside words",
        "count these rows apart: a spelling checker or another tokeniser undoes them",
        each(split_word, has_original),
    ),
    Rule(
        "modified-rate-field",
        f"word-level rows: modified rate (of the changed field) over {percent(LIMIT, 0)}",
        "withdraw the rows, or state this measure with a higher limit",
        each(modified_rate_field, _word_level),
    ),
    Rule(
        "modified-rate-input",
        f"word-level rows: modified rate (whole input) over {percent(LIMIT, 0)}",
        "withdraw the rows, or state this measure with a higher limit",
        each(modified_rate_input, _word_level),
    ),
    Rule(
        "truncated",
        "words at the end of the source are gone, though the change was made elsewhere or at a sentence mark",
        "put the lost text back behind the change, or withdraw the row: its label may have lost its support",
        each(truncated, has_original),
    ),
    Rule(
        "wrong-field",
        "a field was changed that the task does not let an attack change, or more than one field",
        "restore the field from the source, or withdraw the row",
        each(wrong_field, has_original),
    ),
    Rule(
        "tokeniser-artefact",
        "blanks around punctuation or at the beginning that the source has not, contractions in pieces "
        "(\" ' s\"), or a tokeniser's signs",
        "restore the source's own spacing around the words that were changed",
        each(tokeniser_artefact, lambda row: True),
    ),
)
"""The rules of this file, in the order in which an audit lists them."""
