"""How the values of flags are written: A=B pairs, comma lists, ATTACK.OPTION=VALUE, METRIC=VALUE."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mohs.errors import MohsError

Option = str | int | float | bool | None


_QUOTED = re.compile(r'"((?:[^"]|"")*)"\s*')


def listed(flag: str, values: Sequence[str]) -> tuple[str, ...]:
    """The parts of comma-separated values, in order; empty parts are left out.

    A part with a comma in it stands in double quotes, in which a quote is written twice, as in a CSV file.

    Args:
        flag: The flag's name, for messages.
        values: What was given.

    Raises:
        MohsError: Nothing is named at all, or a quote does not end.
    """
    found = []
    for value in values:
        place = 0
        while place <= len(value):
            part, place = _name(flag, value, place, ",")
            place += 1
            if part:
                found.append(part)
    if values and not found:
        raise MohsError(f"{flag} names nothing", got=repr(",".join(values)), mend=f"leave {flag} out")
    return tuple(found)


def mapping(flag: str, values: Sequence[str], form: str) -> dict[str, str]:
    """Comma-separated A=B pairs as a mapping; an A or B with a comma or an equals sign stands in quotes.

    Args:
        flag: The flag's name, for messages.
        values: What was given.
        form: How a value should look ("MODEL_LABEL=TASK_LABEL,..."), for messages.

    Raises:
        MohsError: Something else than A=B, an A that was given twice, or a quote that does not end.
    """
    found: dict[str, str] = {}
    for value in values:
        place = 0
        while place <= len(value):
            key, place = _name(flag, value, place, "=,")
            if value[place : place + 1] == "=" and key:
                named, place = _name(flag, value, place + 1, ",")
                if key in found:
                    raise MohsError(f"{flag}: {key!r} is given twice", got=f"{found[key]} and {named}")
                found[key] = named
            elif key or value[place : place + 1] == "=":
                raise MohsError(f"{flag} takes {form}", got=value, mend=_IN_QUOTES)
            place += 1
    if values and not found:
        raise MohsError(f"{flag} takes {form}", got=repr(",".join(values)))
    return found


_IN_QUOTES = "a name with a comma or an equals sign in it stands in double quotes"


def _name(flag: str, text: str, start: int, stops: str) -> tuple[str, int]:
    """The name that begins here, in quotes or up to one of the stops, and where it ends."""
    while text[start : start + 1].isspace():
        start += 1
    if not text.startswith('"', start):
        end = min((at for stop in stops if (at := text.find(stop, start)) >= 0), default=len(text))
        return text[start:end].strip(), end
    found = _QUOTED.match(text, start)
    if found is None or text[found.end() : found.end() + 1] not in {"", *stops}:
        raise MohsError(
            f"{flag}: a quote that does not end where a name does",
            got=text,
            mend=f"{_IN_QUOTES}, and a quote inside is written twice",
        )
    return found[1].replace('""', '"'), found.end()


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
        options, name = found.setdefault(attack, {}), option.replace("-", "_")
        if name in options:
            raise MohsError(f"{flag}: {attack}.{name} is given twice", got=f"{options[name]} and {value}")
        options[name] = scalar(value)
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


def bounds_of(text: str) -> tuple[float, float]:
    """LOW,HIGH as two numbers.

    Raises:
        MohsError: It is something else.
    """
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise MohsError("--bounds takes LOW,HIGH", got=text, mend="for example --bounds 0,1") from None
    return low, high


def bounds_in_words(bounds: Mapping[str, Any]) -> str:
    """Between which all values lie, and by whose word, as `results.json` has it of the data."""
    origin = "as stated" if bounds["stated"] else "the data's own least and largest"
    return f"bounds {bounds['low']:g} to {bounds['high']:g} ({origin})"
