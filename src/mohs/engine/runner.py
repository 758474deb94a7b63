"""The engine: many searches open at once; what they ask is gathered by kind and answered in full batches.

An outcome depends on its own questions alone. The engine may answer them from a cache, beside any others
and in any order: the answers are the same.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeVar

from mohs.attacks.questions import Asking, Gather, Question, Rows
from mohs.engine.cache import Answers, stretches, take
from mohs.engine.oracles import Oracle
from mohs.errors import ClassifierFault

Result = TypeVar("Result")

LONG = 20_000
"""Inputs with more characters than this are not kept: an attack asks for a thousand copies of such a text."""


class BudgetSpent(Exception):
    """Thrown into a search whose next question would exceed its budget; nothing of that question is asked."""


class Unanswered(Exception):
    """Thrown into a search that asks what no oracle of this run answers: its attack does not list a need."""

    def __init__(self, question: Question) -> None:
        listed = f": list {question.need!r} in its `needs`" if question.need else ""
        super().__init__(f"asks a question of kind {question.kind!r}, which nothing answers here{listed}")


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
        question: The question.
        items: Its items.
        known: What is known of them.
        missing: Those whose rows are not known, each once.
        rows: The rows of `missing`, once they are there.
    """

    __slots__ = ("items", "known", "missing", "question", "rows")

    def __init__(self, question: Question, ledger: Ledger) -> None:
        kind = question.kind
        self.question, self.items, self.known = question, question.items, ledger.cache[kind]
        self.missing = missing = self.known.missing(self.items, again=question.again)
        if missing:
            ledger.computed[kind] = ledger.computed.get(kind, 0) + len(missing)
        if not ledger.own:
            ledger.asked[kind] = ledger.asked.get(kind, 0) + question.size
        self.rows: Rows | None = None

    def take(self, rows: Rows) -> None:
        """Take the rows of what is missing."""
        self.rows = rows
        self.known.add(self.missing, rows)

    def answer(self) -> Any:
        """What the search is told."""
        rows = self.rows
        if rows is None or len(self.missing) < len(self.items):
            rows = self.known.rows(self.items)  # otherwise all were missing, each once: they came in order
        try:
            return self.question.finish(rows)
        except Exception as problem:  # what answers is somebody's own, and its rows are none
            kind = self.question.kind
            raise ClassifierFault(f"nothing can be made of what answers {kind}: {problem}") from problem

    def forget(self) -> None:
        """Give up what is not to be kept (the texts of one question are about equally long)."""
        missing = self.missing
        if missing and _characters(missing[0]) > LONG:
            self.known.forget(missing)


class _Open(Generic[Result]):
    """One search and what it waits for.

    Attributes:
        parts: The questions that it asked at once.
        several: Whether they were gathered, so that it is told a tuple.
        patient: Whether it waits for something that is better answered for many at once.
        fault: Why it cannot be answered.
        result: What the search returned, once it has ended.
    """

    __slots__ = ("fault", "ledger", "parts", "patient", "result", "search", "several")

    def __init__(self, search: Asking[Result], ledger: Ledger) -> None:
        self.search, self.ledger = search, ledger
        self.parts: list[_Part] = []
        self.several = self.patient = False
        self.fault: ClassifierFault | Unanswered | None = None
        self.result: Result

    def ask(self, asked: Question | Gather) -> bool:
        """Take what it asks; whether an oracle must be asked to answer it."""
        self.several = isinstance(asked, Gather)
        if isinstance(asked, Gather):
            self.parts = [_Part(question, self.ledger) for question in asked.questions]
        else:
            self.parts = [_Part(asked, self.ledger)]
        self.patient = waits = False
        for part in self.parts:
            if part.missing:
                waits, self.patient = True, self.patient or part.question.patient
        return waits

    def answer(self) -> Any:
        """What the search is told, or the fault."""
        if self.fault is not None:
            fault, self.fault = self.fault, None
            return fault
        try:
            if self.several:
                answer: Any = tuple([part.answer() for part in self.parts])
            else:
                answer = self.parts[0].answer()
        except ClassifierFault as fault:
            return fault
        for part in self.parts:
            part.forget()
        return answer


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

    def run(self, work: Iterable[tuple[str, Work[Result]]]) -> Iterator[Result]:
        """Run every search and yield its result as it ends.

        Args:
            work: (key, search) pairs; searches that follow each other with the same key share their answers.
        """
        waiting = iter(work)
        eager: list[_Open[Result]] = []
        patient: list[_Open[Result]] = []
        key = None
        cache: Cache = {}
        while True:
            while len(eager) + len(patient) < self._width and (new := next(waiting, None)) is not None:
                if new[0] != key:
                    key, cache = new[0], defaultdict(Answers)
                ledger = Ledger(cache)
                one = _Open(new[1](ledger), ledger)
                if self._advance(one, None):
                    (patient if one.patient else eager).append(one)
                else:
                    yield one.result
            # What is slow alone and quick in company waits until nobody can go on without it.
            if eager:
                ready, eager = eager, []
            elif patient:
                ready, patient = patient[: self._at_once], patient[self._at_once :]
            else:
                return
            self._answer(ready)
            for one in ready:
                if self._advance(one, one.answer()):
                    (patient if one.patient else eager).append(one)
                else:
                    yield one.result

    def _advance(self, one: _Open[Result], answer: Any) -> bool:
        """Hand over the answer, or throw the fault, and take the next question; False where there is none."""
        search = one.search
        try:
            while True:
                asked = search.throw(answer) if isinstance(answer, Exception) else search.send(answer)
                refusal = self._refusal(asked, one.ledger) if self._budgets else None
                if refusal is None and one.ask(asked):
                    return True
                # Where all of it is known the search need not wait for a batch.
                answer = refusal or one.answer()
        except StopIteration as end:
            one.result = end.value
            return False

    def _refusal(self, asked: Question | Gather, ledger: Ledger) -> BudgetSpent | None:
        """Why what is asked is refused as a whole, where it would exceed a budget."""
        questions = asked.questions if isinstance(asked, Gather) else (asked,)
        for kind, limit in self._budgets.items() if not ledger.own else ():
            size = sum(question.size for question in questions if question.kind == kind)
            left = limit - ledger.asked.get(kind, 0)
            if size > left:
                return BudgetSpent(f"the next question asks for {size} texts and {left} of {limit} are left")
        return None

    def _answer(self, open_: Sequence[_Open[Result]]) -> None:
        """Get every row that the open questions miss, each once, or the fault."""
        asking: dict[str, list[_Part]] = {kind: [] for kind in self._oracles}
        for one in open_:
            for part in one.parts:
                if part.missing:
                    try:
                        asking[part.question.kind].append(part)
                    except KeyError:
                        one.fault = Unanswered(part.question)
        for kind, parts in asking.items():
            if not parts:
                continue
            wanted = list(chain.from_iterable([part.missing for part in parts]))
            items = list(dict.fromkeys(wanted))
            try:
                rows = _checked(self._oracles[kind].answer(items), items)
            except ClassifierFault:
                self._answer_each(kind, open_)
            else:
                _hand_out(rows, items, wanted, parts)

    def _answer_each(self, kind: str, open_: Iterable[_Open[Result]]) -> None:
        """The same question by question: a text that cannot be taken spoils no search but its own."""
        oracle = self._oracles[kind]
        for one in open_:
            for part in one.parts:
                if part.missing and part.question.kind == kind:
                    try:
                        part.take(_checked(oracle.answer(list(part.missing)), part.missing))
                    except ClassifierFault as fault:
                        one.fault = fault


def _hand_out(rows: Rows, items: Sequence[Any], wanted: Sequence[Any], parts: Sequence[_Part]) -> None:
    """Give every question the rows that it misses: `wanted`, of which `items` are the different ones."""
    if len(items) < len(wanted):
        place = {item: number for number, item in enumerate(items)}
        for part in parts:
            part.take(take(rows, [place[item] for item in part.missing]))
        return
    for part, own in zip(parts, stretches(rows, [len(part.missing) for part in parts]), strict=True):
        part.take(own)


def _characters(item: Any) -> int:
    """How long a text is, or the texts of a pair together; 0 for what is asked of other kinds."""
    if isinstance(item, tuple):
        return sum(len(part) for part in item if isinstance(part, str))
    return len(item) if isinstance(item, str) else 0


def _checked(rows: Rows, items: Sequence[Any]) -> Rows:
    if len(rows) != len(items):
        raise ClassifierFault(f"an oracle gave {len(rows)} rows for {len(items)} items")
    return rows
