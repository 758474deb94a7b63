"""How the values of flags are written: A=B pairs, comma lists, ATTACK.OPTION=VALUE, METRIC=VALUE."""

import math
from collections.abc import Sequence

from mohs.errors import MohsError

Option = str | int | float | bool | None


def listed(values: Sequence[str]) -> tuple[str, ...]:
    """The parts of comma-separated values, in order; empty parts are left out."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def pairs(flag: str, values: Sequence[str], form: str) -> dict[str, str]:
    """`A=B` values as a mapping; what follows the first "=" is taken to the letter.

    Args:
        flag: The flag's name, for messages.
        values: What was given.
        form: How a value should look ("FIELD=COLUMN"), for messages.

    Raises:
        MohsError: Something else than A=B, or an A that was given twice.
    """
    found: dict[str, str] = {}
    for value in values:
        key, equals, rest = value.partition("=")
        key = key.strip()
        if not equals or not key:
            raise MohsError(f"{flag} takes {form}", got=value)
        if key in found:
            raise MohsError(f"{flag}: {key!r} is given twice", got=f"{found[key]} and {rest}")
        found[key] = rest
    return found


def attack_options(flag: str, values: Sequence[str]) -> dict[str, dict[str, Option]]:
    """`ATTACK.OPTION=VALUE` values as attack -> option -> value, numbers and truth values recognised.

    Raises:
        MohsError: Something of another form, or an option that was given twice.
    """
    found: dict[str, dict[str, Option]] = {}
    for path, value in pairs(flag, values, "ATTACK.OPTION=VALUE").items():
        attack, dot, option = path.partition(".")
        if not (attack and dot and option):
            raise MohsError(
                f"{flag} takes ATTACK.OPTION=VALUE",
                got=f"{path}={value}",
                mend="say which attack the option is of, for example textfooler.synonyms=30",
            )
        found.setdefault(attack, {})[option.replace("-", "_")] = scalar(value)
    return found


def scalar(text: str) -> Option:
    """A number, true, false or none where it is written as one; the text itself otherwise."""
    lowered = text.strip().lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    if lowered in ("none", "null"):
        return None
    for kind in (int, float):
        try:
            number = kind(lowered)
        except ValueError:
            continue
        return number if math.isfinite(number) else text
    return text


def number(flag: str, text: str) -> float:
    """A finite number.

    Raises:
        MohsError: Anything else.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise MohsError(f"{flag} takes METRIC=VALUE, a number", got=text)
    return value
