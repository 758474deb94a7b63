"""The engine: many searches open at once; what they ask is gathered by kind and answered in full batches.

An outcome depends on its own questions alone. The engine may answer them from a cache, beside any others
and in any order: the answers are the same.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

from mohs.attacks.questions import Asking, Gather, Question
from mohs.engine.oracles import Oracle
from mohs.errors import ClassifierFault

Result = TypeVar("Result")


LONG = 20_000
"""Texts with more characters than this are not kept: an attack asks for a thousand copies of such a text."""


class BudgetSpent(Exception):
    """Thrown into a search whose next question would exceed its budget; nothing of that question is asked."""


Cache = dict[str, dict[Any, Any]]
"""Kind -> item -> row: the answers that the searches on one example share."""


@dataclass(slots=True)
class Ledger:
    """What one search has asked and what that cost."""

    cache: Cache
    asked: dict[str, int] = field(default_factory=dict)
    computed: dict[str, int] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)

    def seconds(self) -> float:
        """Seconds since the search was opened, those of its neighbours' batches included."""
        return time.perf_counter() - self.started


Work = Callable[[Ledger], Asking[Result]]
"""Opens one search. The searches of one example follow each other and share a cache (see `Engine.run`)."""


@dataclass(slots=True)
class _Open(Generic[Result]):
    number: int
    search: Asking[Result]
    ledger: Ledger
    question: Question | Gather
    parts: tuple[Question, ...]


class Engine(Generic[Result]):
    """Answers the questions of many searches.

    Args:
        oracles: Kind of question -> what answers it.
        open_searches: How many searches are open at once: batches grow with it, and memory.
        budgets: Kind of question -> how many texts one search may put to its oracle.
    """

    def __init__(
        self,
        oracles: Mapping[str, Oracle],
        *,
        open_searches: int = 64,
        budgets: Mapping[str, int] | None = None,
    ) -> None:
        self._oracles, self._width = oracles, open_searches
        self._budgets = dict(budgets or {})
        self.computed: dict[str, int] = {}

    def run(self, work: Iterable[tuple[str, Work[Result]]]) -> Iterator[Result]:
        """Run every search and yield its result as it ends.

        Args:
            work: (key, search) pairs; searches that follow each other with the same key share their answers.
        """
        waiting = iter(work)
        open_: list[_Open[Result]] = []
        key, number = None, 0
        cache: Cache = {}
        while True:
            while len(open_) < self._width and (new := next(waiting, None)) is not None:
                if new[0] != key:
                    key, cache = new[0], {kind: {} for kind in self._oracles}
                ledger = Ledger(cache)
                number += 1
                yield from self._advance(open_, number, new[1](ledger), ledger, None)
            if not open_:
                return
            faults = self._answer(open_)
            still, open_ = open_, []
            for one in still:
                if one.number in faults:
                    yield from self._advance(open_, one.number, one.search, one.ledger, faults[one.number])
                else:
                    answer = self._finish(one)
                    yield from self._advance(open_, one.number, one.search, one.ledger, answer)

    def _advance(
        self,
        open_: list[_Open[Result]],
        number: int,
        search: Asking[Result],
        ledger: Ledger,
        answer: Any,
    ) -> Iterator[Result]:
        """Hand over the answer or throw the fault, and file the next question; yield the result."""
        try:
            while True:
                question = search.throw(answer) if isinstance(answer, Exception) else search.send(answer)
                parts = question.questions if isinstance(question, Gather) else (question,)
                excess = self._charge(parts, ledger)
                if excess is None:
                    break
                answer = excess
        except StopIteration as end:
            yield end.value
            return
        open_.append(_Open(number, search, ledger, question, parts))

    def _charge(self, parts: Sequence[Question], ledger: Ledger) -> BudgetSpent | None:
        """Count what is asked, or refuse it as a whole where it would exceed a budget."""
        asked = ledger.asked
        for kind, limit in self._budgets.items():
            size = sum(q.size for q in parts if q.kind == kind and not q.own)
            left = limit - asked.get(kind, 0)
            if size > left:
                return BudgetSpent(f"the next question asks for {size} texts and {left} of {limit} are left")
        for question in parts:
            if not question.own:
                asked[question.kind] = asked.get(question.kind, 0) + question.size
        return None

    def _answer(self, open_: Sequence[_Open[Result]]) -> dict[int, ClassifierFault]:
        """Fill the caches with every row that the open questions need; give faults by search."""
        faults: dict[int, ClassifierFault] = {}
        for kind, oracle in self._oracles.items():
            asking = [(one, q) for one in open_ for q in one.parts if q.kind == kind]
            missing = [self._missing(one.ledger, question) for one, question in asking]
            items = list(dict.fromkeys(chain.from_iterable(missing)))
            if not items:
                continue
            self.computed[kind] = self.computed.get(kind, 0) + len(items)
            try:
                rows = dict(zip(items, oracle.answer(items), strict=True))
            except ClassifierFault:
                rows = {}
                # Question by question, so that a text which it cannot take spoils no search but its own.
                for (one, _), wanted in zip(asking, missing, strict=True):
                    try:
                        rows.update(zip(wanted, oracle.answer(wanted) if wanted else (), strict=True))
                    except ClassifierFault as fault:
                        faults[one.number] = fault
            for (one, _), wanted in zip(asking, missing, strict=True):
                if one.number not in faults:
                    known = one.ledger.cache[kind]
                    for item in wanted:
                        known[item] = rows[item]
        return faults

    @staticmethod
    def _missing(ledger: Ledger, question: Question) -> list[Any]:
        """The items, each once, whose rows are not known on this example; they count as computed."""
        known = ledger.cache[question.kind]
        if question.again:
            for item in question.items:
                known.pop(item, None)
        missing = list(dict.fromkeys(item for item in question.items if item not in known))
        if missing:
            ledger.computed[question.kind] = ledger.computed.get(question.kind, 0) + len(missing)
        return missing

    @staticmethod
    def _finish(one: _Open[Result]) -> Any:
        cache = one.ledger.cache
        answers = []
        for question in one.parts:
            known = cache[question.kind]
            answers.append(question.finish([known[item] for item in question.items]))
            for item in question.items:
                if isinstance(item, str) and len(item) > LONG:
                    known.pop(item, None)
        return tuple(answers) if isinstance(one.question, Gather) else answers[0]
