"""The engine: many searches open at once; what they ask is gathered by kind and answered in full batches.

An outcome depends on its own questions alone. The engine may answer them from a cache, beside any others
and in any order: the answers are the same.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

from mohs.attacks.questions import Asking, Gather, Question, Rows
from mohs.engine.cache import Answers, take
from mohs.engine.oracles import Oracle
from mohs.errors import ClassifierFault

Result = TypeVar("Result")

LONG = 20_000
"""Texts with more characters than this are not kept: an attack asks for a thousand copies of such a text."""


class BudgetSpent(Exception):
    """Thrown into a search whose next question would exceed its budget; nothing of that question is asked."""


Cache = dict[str, Answers]
"""Kind of question -> the answers that the searches on one example share."""


@dataclass(slots=True)
class Ledger:
    """What one search has asked and what that cost.

    Attributes:
        cache: What is known on its example.
        asked: Kind of question -> texts that it asked about.
        computed: Kind of question -> texts that were not known yet.
        own: What is asked now is the engine's own question, which no count or budget holds.
        started: When it was opened.
    """

    cache: Cache
    asked: dict[str, int] = field(default_factory=dict)
    computed: dict[str, int] = field(default_factory=dict)
    own: bool = False
    started: float = field(default_factory=time.perf_counter)

    def seconds(self) -> float:
        """Seconds since the search was opened, those of its neighbours' batches included."""
        return time.perf_counter() - self.started


Work = Callable[[Ledger], Asking[Result]]
"""Opens one search. The searches of one example follow each other and share a cache (see `Engine.run`)."""


class _Part:
    """One question that is being answered.

    Attributes:
        items: Its items.
        missing: Those whose rows are not known, each once.
        rows: The rows of `missing`, once they are there.
    """

    __slots__ = ("items", "known", "missing", "question", "rows")

    def __init__(self, question: Question, ledger: Ledger) -> None:
        kind = question.kind
        items, known = question.items, ledger.cache[kind]
        missing = list(dict.fromkeys(items)) if question.again else known.missing(items)
        if missing:
            ledger.computed[kind] = ledger.computed.get(kind, 0) + len(missing)
        self.question, self.items, self.known, self.missing = question, items, known, missing
        self.rows: Rows | None = None

    def answer(self) -> Any:
        if self.rows is not None and len(self.missing) == len(self.items):
            return self.question.finish(self.rows)  # all were missing, each once: they came in order
        return self.question.finish(self.known.rows(self.items))

    def forget(self) -> None:
        """Give up what is not to be kept (the texts of one question are about equally long)."""
        if self.missing and isinstance(self.missing[0], str) and len(self.missing[0]) > LONG:
            self.known.forget(self.missing)


class _Open(Generic[Result]):
    """One search and what it waits for.

    Attributes:
        patient: Whether it waits for something that is better answered for many at once.
        result: What the search returned, once it has ended.
    """

    __slots__ = ("ledger", "number", "parts", "patient", "result", "search", "several")

    def __init__(self, number: int, search: Asking[Result], ledger: Ledger) -> None:
        self.number, self.search, self.ledger = number, search, ledger
        self.parts: list[_Part] = []
        self.several = self.patient = False
        self.result: Result

    def answer(self) -> Any:
        if not self.several:
            (part,) = self.parts
            answer = part.answer()
            part.forget()
            return answer
        answers = tuple([part.answer() for part in self.parts])
        for part in self.parts:
            part.forget()
        return answers


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
        limits = (getattr(oracle, "at_once", open_searches) for oracle in oracles.values())
        self._at_once = min([open_searches, *limits])
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
                    key, cache = new[0], {kind: Answers() for kind in self._oracles}
                ledger = Ledger(cache)
                number += 1
                one = _Open(number, new[1](ledger), ledger)
                if self._advance(one, None):
                    open_.append(one)
                else:
                    yield one.result
            if not open_:
                return
            # What is slow alone and quick in company waits until nobody can go on without it.
            ready = [one for one in open_ if not one.patient] or open_[: self._at_once]
            faults = self._answer(ready)
            answered = {one.number for one in ready}
            open_ = [one for one in open_ if one.number not in answered]
            for one in ready:
                if self._advance(one, faults[one.number] if one.number in faults else one.answer()):
                    open_.append(one)
                else:
                    yield one.result

    def _advance(self, one: _Open[Result], answer: Any) -> bool:
        """Hand over the answer, or throw the fault, and take the next question; False where there is none."""
        search, ledger = one.search, one.ledger
        try:
            while True:
                question = search.throw(answer) if isinstance(answer, Exception) else search.send(answer)
                one.several = isinstance(question, Gather)
                questions = question.questions if isinstance(question, Gather) else (question,)
                answer = self._charge(questions, ledger)
                if answer is None:
                    one.parts = [_Part(part, ledger) for part in questions]
                    waits = one.patient = False
                    for part in one.parts:
                        if part.missing:
                            waits, one.patient = True, one.patient or part.question.patient
                    if waits:
                        return True
                    answer = one.answer()  # all of it is known: the search need not wait for a batch
        except StopIteration as end:
            one.result = end.value
            return False

    def _charge(self, parts: Sequence[Question], ledger: Ledger) -> BudgetSpent | None:
        """Count what is asked, or refuse it as a whole where it would exceed a budget."""
        if ledger.own:
            return None
        asked = ledger.asked
        for kind, limit in self._budgets.items():
            size = sum(q.size for q in parts if q.kind == kind)
            left = limit - asked.get(kind, 0)
            if size > left:
                return BudgetSpent(f"the next question asks for {size} texts and {left} of {limit} are left")
        for question in parts:
            asked[question.kind] = asked.get(question.kind, 0) + question.size
        return None

    def _answer(self, open_: Sequence[_Open[Result]]) -> dict[int, ClassifierFault]:
        """Fill the caches with every row that the open questions need; give faults by search."""
        faults: dict[int, ClassifierFault] = {}
        for kind, oracle in self._oracles.items():
            asking = [
                (one, part)
                for one in open_
                for part in one.parts
                if part.missing and part.question.kind == kind
            ]
            if not asking:
                continue
            wanted = list(chain.from_iterable(part.missing for _, part in asking))
            items = list(dict.fromkeys(wanted))
            self.computed[kind] = self.computed.get(kind, 0) + len(items)
            try:
                rows = _checked(oracle.answer(items), items)
            except ClassifierFault:
                # Question by question, so that a text which it cannot take spoils no search but its own.
                for one, part in asking:
                    try:
                        part.rows = _checked(oracle.answer(part.missing), part.missing)
                    except ClassifierFault as fault:
                        faults[one.number] = fault
            else:
                _hand_out(rows, items, wanted, [part for _, part in asking])
            for _, part in asking:
                if part.rows is not None:
                    part.known.add(part.missing, part.rows)
        return faults


def _hand_out(rows: Rows, items: Sequence[Any], wanted: Sequence[Any], parts: Iterable[_Part]) -> None:
    """Give every question the rows that it misses: `wanted`, of which `items` are the different ones."""
    place = None if len(items) == len(wanted) else {item: number for number, item in enumerate(items)}
    start = 0
    for part in parts:
        if place is None:
            stop = start + len(part.missing)
            part.rows = take(rows, slice(start, stop))
            start = stop
        else:
            part.rows = take(rows, [place[item] for item in part.missing])


def _checked(rows: Rows, items: Sequence[Any]) -> Rows:
    if len(rows) != len(items):
        raise ValueError(f"an oracle gave {len(rows)} rows for {len(items)} items")
    return rows
