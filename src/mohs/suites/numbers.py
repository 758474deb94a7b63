"""The numbers of a sentence that say how much of something there is, and how such a number is written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
"""Numbers in words, from 2 on."""

_DIGITS = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
_NUMBER = re.compile(
    rf"(?<![\w.,/^*:+=$€£-])(?P<money>[$€£] ?)?(?P<number>{_DIGITS}|{'|'.join(WORDS)})"
    r"(?P<percent> ?%| percent\b| per cent\b)?(?![\w/^*:+=$%-]|[.,]\d| ?[-–^*/=×])",
    re.IGNORECASE,
)
# With one of these in it, a sentence may say less, or the opposite, when a number in it grows.
_TURNS = re.compile(
    r"\b(?:if|unless|whether|suppose|assum\w+|let|or|either|no|not|never|none|nobody|nothing|neither|nor|without|"
    r"cannot|would|could|should|might|may|must|can|need|needs|enough|when|until|till|than|least|most|more|less|fewer|"
    r"exactly|only|just|about|around|approximately|roughly|nearly|almost|over|under|above|below|between|within|up|"
    r"average|mean|ratio|probability|chance|sum|total|altogether|together|remaining|rest|what|which|how|find|"
    r"calculate|but|except|all|any|each|every|respectively|another|additional|further|extra|twice|half|times|following|"
    r"numbered|divisible|multiple|prime|digit|digits|integer|integers)\b|n['’]t\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:a|an|the|this|that|these|those|his|her|its|their|my|our|your|first|last|next|other|from|line|number|no|route|"
    r"room|page|chapter|class|section|street|platform|gate|year|january|february|march|april|june|july|august|"
    r"september|october|november|december) $",
    re.IGNORECASE,
)
_AFTER = re.compile(r" ?(?:(?i:[ap]\.?m)\b|o'clock|st\b|nd\b|rd\b|th\b|[A-Z]\b)")
_YEAR = re.compile(r"\b(?:in|since|by|of) $", re.IGNORECASE)
_LISTED = re.compile(r" \w+,? [A-Z]\w*(?:, [A-Z]\w*)*,? and [A-Z]")  # "three friends Ann, Bob and Cy"
_FORMULA = re.compile(r"[():=*^/]|\d \d|\bx\b|\bRs\b|\bfrom \d+ to\b", re.IGNORECASE)
_NOUN = re.compile(r" ([a-z-]+)(?: ([a-z-]+))?(?: ([a-z-]+))?")
_LINKS = frozenset(
    "of and in on at to for with per is are was were by from than that which who each a an the".split()  # noqa: SIM905
)
_MEASURE = re.compile(
    r"(?:dollar|cent|euro|pound|rupee|mile|kilometer|kilometre|meter|metre|yard|hour|hr|minute|min|second|sec|day|"
    r"week|month|year|gram|kilogram|ounce|ton|tonne|liter|litre|gallon|degree|acre|km|cm|mm|kg|centimeter|"
    r"centimetre|square|cubic|percent)s?|foot|feet|inch|inches|mph|kmph"
)
_LONGEST = 40
_MOST_DIGITS = 16
"""Other amounts are drawn from 64 bits."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number of a sentence.

    Attributes:
        start: Where it begins; a currency sign belongs to it.
        end: Where it ends.
        prefix: The currency sign, with its blank; "" where there is none.
        text: The number as it is written.
        suffix: The sign or word of percent; "" where there is none.
        counts: Whether it counts single things ("fewer than") and does not measure ("less than").
    """

    start: int
    end: int
    prefix: str
    text: str
    suffix: str
    counts: bool

    @property
    def value(self) -> Decimal:
        """What it amounts to."""
        return value_of(self.text)

    def written(self, value: Decimal) -> str:
        """Another value as this number is written: in words or digits, with its sign, decimals and commas."""
        text = f"{value:,f}" if "," in self.text or value >= 10_000 > self.value else f"{value:f}"
        if not self.text[0].isdigit() and 2 <= value < 2 + len(WORDS):
            text = WORDS[int(value) - 2]
        return f"{self.prefix}{text}{self.suffix}"

    def bounded(self, value: Decimal, *, above: bool) -> str:
        """The number with a bound: more than 30, fewer than 60 (apples), less than $60."""
        words = "more than" if above else "fewer than" if self.counts else "less than"
        return f"{words} {self.written(value)}"

    def replaced(self, sentence: str, by: str) -> str:
        """The sentence with something else in this place; at its start with a capital."""
        by = by[0].upper() + by[1:] if self.start == 0 else by
        return sentence[: self.start] + by + sentence[self.end :]


def value_of(text: str) -> Decimal:
    """The value of a number in digits or words."""
    word = text.casefold()
    return Decimal(WORDS.index(word) + 2) if word in WORDS else Decimal(text.replace(",", ""))


def quantities(sentence: str) -> list[Quantity]:
    """The numbers of a statement that can be bounded and changed; none where it is no plain statement.

    A statement is left alone where a word in it may turn an inequality round (if, not, at least, each, ...):
    there, "more than 30" need not follow from 50. Left out are names, dates, times, ordinals, formulas, one,
    numbers behind an article, before which "more than" does not fit, and those of more than 16 digits.
    """
    plain = re.fullmatch(r"[A-Z].*[a-z0-9%]\.", sentence) and len(sentence.split()) <= _LONGEST
    if not plain or sentence.count('"') % 2 or _TURNS.search(sentence) or _FORMULA.search(sentence):
        return []
    found = []
    for match in _NUMBER.finditer(sentence):
        before, after = sentence[: match.start()], sentence[match.end() :]
        value = value_of(match["number"])
        sign, percent = match["money"] or "", match["percent"] or ""
        whole = "." not in match["number"]
        year = whole and 1000 <= value < 2100 and "," not in match["number"] and _YEAR.search(before)
        part = after.startswith(" of ") and not (percent or sign)
        named = _BEFORE.search(before) or _AFTER.match(after) or _LISTED.match(after)
        long = sum(map(str.isdigit, match["number"])) > _MOST_DIGITS
        if value <= 1 or long or year or part or named:
            continue
        counts = whole and not sign and not percent and _of_things(after)
        found.append(Quantity(match.start(), match.end(), sign, match["number"], percent, counts))
    return found


def _of_things(after: str) -> bool:
    """Whether what follows a number names things that are counted one by one: a plural that is no measure."""
    found = _NOUN.match(after)
    for word in found.groups() if found else ():
        if word is None or word in _LINKS or _MEASURE.fullmatch(word):
            return False
        if word.endswith("s") or word in ("people", "children", "men", "women"):
            return True
    return False


def follows_from(value: Decimal, others: Sequence[Decimal]) -> bool:
    """Whether a number may be the sum, difference, product or quotient of two others of its sentence."""
    pairs = permutations(others, 2)
    return any(value in (one + other, one - other, one * other, one / other) for one, other in pairs)
