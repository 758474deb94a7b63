"""Plain values: one cell of a table, whichever library it comes from, as a plain Python value."""

import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np

from mohs.errors import MohsError

_INTEGER = re.compile(r"(-?(?:0|[1-9][0-9]*))(?:\.0+)?", re.ASCII)
_MISSING_TYPES = frozenset({"NAType", "NaTType"})  # pandas.NA and NaT, known by name so that pandas stays out

MOST = 2**63 - 1
"""The greatest whole number of most options: that of 64 bits, sys.maxsize, which may stand for no limit."""
MOST_SEED = 2**128 - 1
"""The greatest seed: what numpy draws where it is given none."""
MOST_OFTEN = 1_000_000
"""The most of what is done over and over: with more a run would never come to its end."""
_OFTEN = frozenset({"copies", "copies_train", "draws", "epochs", "resamples", "runs", "steps", "tries"})

MOST_SHARE = 1 - 1e-12
"""The largest confidence: of one nearer 1 the quantiles are at infinity in double precision."""


def plain(value: object) -> object:
    """The value as Python knows it; None where it is missing.

    A scalar of numpy, torch, JAX or pyarrow (an array of no dimensions) is unwrapped; NaN, pandas.NA and NaT
    are None; a Decimal, as databases write numbers, is an int or a float. Anything else comes back as it is.
    """
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, str):
        return str(value)  # numpy.str_ and other subclasses
    if getattr(value, "shape", None) == () and hasattr(value, "item"):
        value = value.item()
    elif hasattr(value, "as_py"):
        value = value.as_py()
    if isinstance(value, Decimal):
        value = int(value) if value.is_finite() and value == value.to_integral_value() else float(value)
    if type(value).__name__ in _MISSING_TYPES or (isinstance(value, float) and math.isnan(value)):
        return None
    return value


def has_masked(given: Any) -> bool:
    """Whether any value of an array is masked: `numpy.ma.is_masked`, which takes 7 ms to import."""
    mask = getattr(given, "_mask", None)
    return mask is not None and bool(np.any(mask))


def check_unmasked(**arrays: object) -> None:
    """Check that no value of these arrays is masked, since arrays of numpy's forget that.

    Raises:
        MohsError: Some are.
    """
    for name, values in arrays.items():
        if has_masked(values):
            raise MohsError(f"values of {name} are masked", mend="leave these rows out, or fill them in")


def as_integer(value: object) -> int | None:
    """The integer that a plain value stands for: 1, 1.0, "1" and "1.0" are 1; None for anything else.

    True and False are no integers here: whether "true" is the first or the second label would be a guess.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = _INTEGER.fullmatch(value)
        return int(match[1]) if match and len(value) < 100 else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    return int(value) if isinstance(value, Integral) else None


def check_whole(least: int = 1, most: int | None = None, /, **numbers: object) -> None:
    """Check that these options are whole numbers from `least` to `most`; `random_state` from 0.

    Without `most` a seed goes to `MOST_SEED`, what is done over and over to `MOST_OFTEN`, others to `MOST`.

    Raises:
        MohsError: One is not.
    """
    for name, value in numbers.items():
        said, lowest, highest = name, least, MOST_OFTEN if name in _OFTEN else MOST
        if name == "random_state":
            said, lowest, highest = "--seed", 0, MOST_SEED
        highest = highest if most is None else most
        number = as_integer(value) if isinstance(value, Integral) else None
        if number is None or number < lowest:
            raise MohsError(f"{said} is no whole number from {lowest}", got=shown(value))
        if number > highest:
            raise MohsError(
                f"{said} is out of range",
                got=shown(value),
                expected=f"a whole number from {lowest} to {highest:,}",
            )


def shown(value: object) -> str:
    """What somebody gave, as a message shows it: Python does not write a number of thousands of digits."""
    try:
        return repr(value)[:80]
    except ValueError:
        return "a number of thousands of digits"


def as_seed(random_state: Any) -> int:
    """A seed as Python's own integer, which a record of the run can hold.

    Raises:
        MohsError: It is no whole number from 0.
    """
    check_whole(random_state=random_state)
    return int(random_state)


def is_finite(value: object) -> bool:
    """Whether it is a number that float64 holds; True and False are none."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of 400 digits
        return False


def check_finite(**numbers: object) -> None:
    """Check that these options are finite numbers.

    Raises:
        MohsError: One is not.
    """
    for name, value in numbers.items():
        if not is_finite(value):
            raise MohsError(f"{name} is no finite number", got=shown(value))


def check_share(**numbers: Any) -> None:
    """Check that these options lie between 0 and 1, and not so near 1 that no quantile can be told from it.

    Raises:
        MohsError: One does not.
    """
    for name, value in numbers.items():
        check_finite(**{name: value})
        if not 0 < value <= MOST_SHARE:
            most = "" if value >= 1 or value <= 0 else f", at most 1 - {1 - MOST_SHARE:.0e}"
            raise MohsError(f"{name} is out of range", got=repr(value), expected=f"between 0 and 1{most}")


def check_functions(**options: object) -> None:
    """Check that these options are functions, or None.

    Raises:
        MohsError: One is not.
    """
    for name, value in options.items():
        if value is not None and not callable(value):
            raise MohsError(f"{name} is no function", got=repr(value)[:80])


def check_mappings(**options: object) -> None:
    """Check that these options are mappings, or None.

    Raises:
        MohsError: One is not.
    """
    for name, value in options.items():
        if value is not None and not isinstance(value, Mapping):
            raise MohsError(f"{name} is no mapping", got=repr(value)[:80], expected="a dict")


def several(given: Any) -> tuple[Any, ...]:
    """What a caller gives of which there may be one or several: a value alone, or those of a list."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str | bytes) else (given,)


def as_names(option: str, given: object) -> tuple[str, ...]:
    """Names as a caller in Python gives them: one alone, or several in a list.

    Raises:
        MohsError: It is something else.
    """
    names = several(given)
    if not all(isinstance(name, str) for name in names):
        raise MohsError(f"{option} is no list of names", got=repr(given)[:80])
    return names


def as_name(value: object) -> str:
    """How a plain value is written as an id or as a label's name: 5.0 as "5", bytes as what they spell."""
    if isinstance(value, bytes):
        with suppress(UnicodeDecodeError):
            return value.decode()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def short(text: str, width: int = 40) -> str:
    """A text as a message shows it: cut where it is long, quoted where its ends would not be seen."""
    cut = text if len(text) <= width else f"{text[:width]}..."
    return cut if cut and cut == cut.strip() and cut.isprintable() else repr(cut)


def kind(value: object) -> str:
    """What a value is, in words for a message: "a list", "a number"."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    return {"list": "a list", "dict": "an object", "bytes": "bytes"}.get(
        type(value).__name__, f"a {type(value).__name__}"
    )
