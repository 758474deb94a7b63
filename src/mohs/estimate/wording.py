"""How numbers are written wherever people read them: rounded as people do."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Context, Decimal

NO_DATA = "no data"

_EXACT = Context(prec=400)
"""Room for every digit of every float, whatever a model sets in the process's own context."""


def decimals(number: float, digits: int) -> str:
    """A number with so many decimals, a half rounded up as people do (24.5 is 25), never "-0.0"."""
    # From its shortest form, so that 0.285 is what it looks like and not 0.28499999999999998.
    exact = Decimal(repr(float(number)))
    words = f"{exact.quantize(Decimal((0, (1,), -digits)), ROUND_HALF_UP, context=_EXACT):f}"
    return words.removeprefix("-") if float(words) == 0 else words


def signed(number: float, digits: int = 1) -> str:
    """The same with its sign: "+1.2", "-0.3"; 0 has none."""
    words = decimals(number, digits)
    return f"+{words}" if float(words) > 0 else words


def percent(share: float | None, digits: int = 1) -> str:
    """A share as a percentage: "43.2 %"; "no data" where there is none."""
    return NO_DATA if share is None else f"{decimals(100 * share, digits)} %"


def digits_apart(share: float, others: Iterable[float], least: int = 1) -> int:
    """With how many decimals, 4 at most, a percentage does not look like another one that it is not."""
    apart = [other for other in others if other != share]

    def looks_so(digits: int) -> bool:
        return decimals(100 * share, digits) in {decimals(100 * other, digits) for other in apart}

    return next((digits for digits in range(least, 4) if not looks_so(digits)), 4)
