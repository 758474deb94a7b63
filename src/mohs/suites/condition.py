"""Conditions on the slots of a template: "n1 > n2", "person1.kind != 'woman'", "count >= 3"."""

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from mohs.data.values import short
from mohs.errors import DataError
from mohs.spec import did_you_mean

Entry = Mapping[str, str]
"""One entry of a lexicon: form -> text. The form "word" is what a slot shows that names no form."""

_SIDE = r"('[^']*'|\S+)"
_RULE = re.compile(f"{_SIDE} (<=|>=|==|!=|<|>) {_SIDE}")
_WHOLE = re.compile(r"-?[0-9]{1,1000}")
_LITERAL = re.compile(f"'[^']*'|{_WHOLE.pattern}")
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def holds(rule: str, filling: Mapping[str, Entry], place: str = "") -> bool:
    """Whether a condition is met.

    Numbers are compared as numbers; texts can only be equal or not.

    Raises:
        DataError: No condition, a slot that is not there, or an order of texts.
    """
    if not (found := _RULE.fullmatch(rule.strip())):
        raise DataError(
            f"{place}: {rule!r} is no condition",
            expected="SLOT < SLOT, with < <= > >= == or !=; a text in quotes: SLOT == 'text'",
        )
    left, right = (_operand(found[side], filling, place) for side in (1, 3))
    if isinstance(left, int) and isinstance(right, int):
        return _COMPARE[found[2]](left, right)
    if found[2] in ("==", "!="):
        return _COMPARE[found[2]](str(left), str(right))
    raise DataError(
        f"{place}: {rule!r} orders texts",
        got=f"{short(str(left))} and {short(str(right))}",
        expected="whole numbers",
    )


def value_of(name: str, filling: Mapping[str, Entry], place: str = "") -> str:
    """The text of "slot" or "slot.form".

    Raises:
        DataError: No such slot, or its entry lacks the form.
    """
    slot, _, form = name.partition(".")
    if slot not in filling:
        raise DataError(
            f"{place}: there is no lexicon for the slot {slot!r}",
            expected=f"one of {', '.join(filling) or 'none: it has no slots'}",
            mend=did_you_mean(slot, list(filling)),
        )
    entry = filling[slot]
    if (form or "word") not in entry:
        raise DataError(
            f"{place}: an entry of {slot!r} has no form {form!r}", got=f"{entry['word']}: {', '.join(entry)}"
        )
    return entry[form or "word"]


def slots_in(rule: str) -> list[str]:
    """The slots that a condition names."""
    found = _RULE.fullmatch(rule.strip())
    sides = (found[1], found[3]) if found else ()
    return [side.partition(".")[0] for side in sides if not _LITERAL.fullmatch(side)]


def _operand(name: str, filling: Mapping[str, Entry], place: str) -> int | str:
    if name.startswith("'"):
        return name[1:-1]
    text = name if _WHOLE.fullmatch(name) else value_of(name, filling, place)
    return int(text) if _WHOLE.fullmatch(text) else text
