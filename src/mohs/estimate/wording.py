"""How numbers are written wherever people read them: rounded as people do."""

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal

NO_DATA = "no data"

_WHOLES = (0.0, 1.0, -1.0)
_ROUNDING = 1e-12
"""Nearer to a whole than this is the whole, but for what adding up has left."""

_EXACT = Context(prec=400)
"""Room for every digit of every float, whatever a model sets in the process's own context."""


def decimals(number: float, digits: int) -> str:
    """A number with so many decimals, a half rounded up as people do (24.5 is 25), never "-0.0"."""
    # From its shortest form, so that 0.285 is what it looks like and not 0.28499999999999998.
    exact = Decimal(repr(float(number)))
    words = f"{exact.quantize(Decimal((0, (1,), -digits)), ROUND_HALF_UP, context=_EXACT):f}"
    return words.removeprefix("-") if float(words) == 0 else words


def hundredths(share: float, digits: int = 1) -> str:
    """A share in hundredths, which never looks like none or all where it is neither.

    It gets as many decimals as that takes, 4 at most: "99.97", "0.02"; beyond these "> 99.9999", "< 0.0001".
    """
    near = next((whole for whole in _WHOLES if abs(share - whole) < 0.5), None)
    if near is None or abs(share - near) < _ROUNDING:
        return decimals(100 * (share if near is None else near), digits)
    digits = digits_apart(share, [near], digits)
    words, whole = decimals(100 * share, digits), decimals(100 * near, digits)
    if words != whole:
        return words
    step = 10.0**-digits if share > near else -(10.0**-digits)
    towards = "<" if share > near else ">"
    return f"{towards} {decimals(100 * near + step, digits)}"


def points(share: float, digits: int = 1) -> str:
    """A difference of shares in points, likewise, with its sign: "+1.2", "-0.3", "+0.02"; 0 has none."""
    words = hundredths(share, digits)
    plus = share > 0 and any(digit in words for digit in "123456789")
    return re.sub("(?=[0-9])", "+", words, count=1) if plus else words


def percent(share: float | None, digits: int = 1) -> str:
    """A share as a percentage: "43.2 %", as `hundredths`; "no data" where there is none."""
    return NO_DATA if share is None else f"{hundredths(share, digits)} %"


def digits_apart(share: float, others: Iterable[float], least: int = 1) -> int:
    """With how many decimals, 4 at most, a percentage does not look like another one that it is not."""
    apart = [other for other in others if other != share]

    def looks_so(digits: int) -> bool:
        return decimals(100 * share, digits) in {decimals(100 * other, digits) for other in apart}

    return next((digits for digits in range(least, 4) if not looks_so(digits)), 4)
