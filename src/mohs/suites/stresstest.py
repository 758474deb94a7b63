"""StressTest's numerical reasoning: premises with numbers, hypotheses by three rules, labels by arithmetic.

Naik et al., "Stress test evaluation for natural language inference" (COLING 2018), section 3.2. Of a premise
with the number n: "more than m" (m < n) or "less than m" (m > n) follows from it; another number, or more or
less than n itself, contradicts it; and from "more than m" it does not follow whether there are n. Numbers are
read as exact amounts. Unlike theirs, every number has its turn, things are counted by "fewer than", and
sentences in which an inequality may turn round are left alone.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path

import numpy as np

from mohs.data.json_rows import read_json_lines
from mohs.data.rows import Problem
from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import as_texts, fault
from mohs.data.values import check_whole
from mohs.errors import DataError
from mohs.suites.numbers import Quantity, follows_from, quantities
from mohs.suites.suite import Case, Suite
from mohs.suites.template import fill, kind_of, slots_of
from mohs.suites.template_file import TEMPLATES, read_lexicons

COUNT = 100
"""Premises, where nothing else is asked for."""
MOST_PREMISES = 100_000
"""The most premises: ours have 600,000 hypotheses with so many."""

RATIONALES = {
    "entailment": "An exact amount is more than any smaller one and less than any larger one.",
    "contradiction": "An exact amount is neither another one nor more or less than itself.",
    "neutral": "A bound leaves open which amount it is.",
}
_SENTENCE = re.compile(r"(?<=[a-z0-9%?]\.)(?<!\b[RM]s\.)(?<!\b[MD]r\.)(?<!Mrs\.)(?<!No\.) +(?=[A-Z0-9$])")


def stresstest(sentences: Iterable[str] | None = None, *, count: int = COUNT, seed: int = 0) -> Suite:
    """Three hypotheses for each number of each premise.

    Args:
        sentences: The premises; those in which no number can be used are left out. Ours by default.
        count: How many premises are used at most, 1 to 100,000.
        seed: Of the draws.

    Raises:
        MohsError: No premise can be used, one is no text, or a count or seed out of range.
    """
    check_whole(1, MOST_PREMISES, count=count)
    check_whole(0, seed=seed)
    own = None if sentences is None else dict.fromkeys(as_texts("sentences", sentences))
    cases: list[Case] = []
    used = dropped = 0
    for sentence in own_sentences(count, seed) if own is None else own:
        if used == count:
            break
        made = list(_cases(sentence, used, seed))
        used, dropped = used + bool(made), dropped + (not made)
        cases += made
    if not cases:
        raise DataError(
            "no sentence has a number that can be used",
            got=f"{dropped:,} sentences",
            expected='plain statements with amounts ("Anna bought 12 apples."), each with its full stop',
        )
    notes = (f"sentences left out because no number in them can be used: {dropped:,}",) if dropped else ()
    return Suite("stresstest-numerical", "StressTest", tuple(cases), notes)


def own_sentences(count: int, seed: int) -> Iterator[str]:
    """So many sentences of word problems, no two alike."""
    lexicons = {
        **read_lexicons(TEMPLATES / "lexicons.yaml"),
        **read_lexicons(TEMPLATES / "word_problems.yaml"),
    }
    random = np.random.default_rng([seed, zlib.crc32(b"word problems")])
    patterns = [entry["word"] for entry in lexicons["sentence"]]
    seen: set[str] = set()
    tries = 0
    while len(seen) < count and tries < 100 * count:
        line = patterns[tries % len(patterns)]
        tries += 1
        filling, taken = {}, set[str]()
        for key in slots_of(line):
            entries = [one for one in lexicons[kind_of(key)] if one["word"] not in taken]
            filling[key] = entries[int(random.integers(len(entries)))]
            taken.add(filling[key]["word"])
        sentence = fill({"premise": line}, filling)["premise"]
        if sentence not in seen:
            seen.add(sentence)
            yield sentence


def read_word_problems(path: Path) -> list[str]:
    """The sentences of a file of word problems: one JSON object a line, its text under "question" (AQuA-RAT).

    Raises:
        DataError: The file, or one of its lines, cannot be used.
    """
    sentences: list[str] = []
    problems = []
    for row in read_json_lines(path).read(["question"]):
        if isinstance(row, Problem):
            problems.append(row)
        elif not isinstance(text := row[2][0], str):
            problems.append(Problem(str(path), row[1], "question is not a text", "line"))
        elif why := fault(text):
            problems.append(Problem(str(path), row[1], why, "line"))
        else:
            sentences += _SENTENCE.split(" ".join(text.split()))
    if problems:
        raise DataError(f"{path}: {len(problems):,} lines cannot be used", got=str(problems[0]))
    return sentences


def _cases(sentence: str, number: int, seed: int) -> Iterator[Case]:
    random = np.random.default_rng([seed, zlib.crc32(sentence.encode("utf-8"))])
    found = quantities(sentence)
    for place, one in enumerate(found):
        bounds = [(value, above) for above in (True, False) if (value := _other(one, random, smaller=above))]
        if not bounds:
            continue
        bound, above = bounds[int(random.integers(len(bounds)))]
        entailed = one.replaced(sentence, one.bounded(bound, above=above))
        if random.integers(2):
            denied = one.replaced(sentence, one.written(bounds[int(random.integers(len(bounds)))][0]))
        else:
            denied = one.replaced(sentence, one.bounded(one.value, above=bool(random.integers(2))))
        pairs = {"entailment": (sentence, entailed), "contradiction": (sentence, denied)}
        others = [other.value for other in found if other is not one]
        if not follows_from(one.value, others):
            pairs["neutral"] = (entailed, sentence)
        for label, (premise, hypothesis) in pairs.items():
            yield Case(
                f"stresstest/{number:04d}/{place + 1}/{label}", f"stresstest/{number:04d}", "mnli",
                {"premise": premise, "hypothesis": hypothesis}, BUILT_IN["mnli"].label_index(label),
                "numbers", f"numerical {label}", rationale=RATIONALES[label],
            )  # fmt: skip


def _other(one: Quantity, random: np.random.Generator, *, smaller: bool) -> Decimal | None:
    """Another amount, as round as this one: 40 to 80 % of it, or 125 to 250 %; None where there is none."""
    places = len(one.text.partition(".")[2])
    scaled = int(one.value.scaleb(places))
    least, most = (scaled * 2, scaled * 4) if smaller else (scaled * 25 // 4, scaled * 25 // 2)
    least, most = max(-(-least // 5), 2), most // 5
    if one.suffix:  # a share of more than all is none
        most = min(most, int(Decimal(99).scaleb(places)))
    if not one.text[0].isdigit():
        most = min(most, 12)
    step = 1
    while scaled % (step * 10) == 0:
        step *= 10
    while step >= 1:
        choices = range(-(-least // step) * step, most + 1, step)
        if choices:
            return Decimal(choices[int(random.integers(len(choices)))]).scaleb(-places)
        step //= 10
    return None
