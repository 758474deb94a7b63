"""Rounds: the service behind a page or a terminal where people try to fool a classifier.

Every method may be called from several threads, and from several processes on one folder. An adversary is
asked by one thread at a time, and nobody else waits for it: what was allowed before it was asked is looked at
again afterwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mohs.data.task import Task
from mohs.data.values import check_whole
from mohs.errors import MohsError
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import now
from mohs.suites.rounds import given
from mohs.suites.rounds.adversaries import Adversaries
from mohs.suites.rounds.giving import rarest
from mohs.suites.rounds.record import Record, Round, open_record
from mohs.suites.rounds.writing import AMBIGUOUS, Try, Writing

FIRST_TRIES, LATER_TRIES = 5, 10
"""Tries in the first round, and thereafter (Nie et al. 2020, section 2.2)."""


@dataclass(frozen=True, slots=True)
class Unverified:
    """What a verifier is shown: the texts, and neither the writer's label nor the adversary's."""

    id: str
    round: int
    fields: Mapping[str, str]


def open_rounds(
    folder: AnyPath, task: Task | str | None = None, *, classifiers: Iterable[Any] = ()
) -> "Rounds":
    """Open a folder of rounds, or make one.

    Args:
        folder: Where the rounds are kept.
        task: What is written for, a built-in task; needed where nothing is there yet.
        classifiers: Classifiers that rounds of this folder were begun with and that have no address from
            which they could be opened again.

    Raises:
        RunError: The folder holds something else, or rounds of another task.
    """
    return Rounds(open_record(as_path(folder), task), classifiers)


class Rounds:
    """Rounds of one folder; opened by `open_rounds`, closed after use (a context manager)."""

    def __init__(self, record: Record, classifiers: Iterable[Any] = ()) -> None:
        self._record = record
        self._adversaries = Adversaries(record.task, classifiers)

    @property
    def task(self) -> Task:
        """What is written for."""
        return self._record.task

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self._record.path

    def __enter__(self) -> "Rounds":
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the journal, and the adversaries that were opened here."""
        self._record.close()
        self._adversaries.close()

    def rounds(self) -> list[Round]:
        """The rounds, in order; what is given out is of the last one."""
        with self._record.current():
            return list(self._record.rounds)

    def writings(self) -> list[Writing]:
        """All that people were given, with what came of it, in that order."""
        with self._record.current():
            return list(self._record.writings.values())

    def writing(self, own: str) -> Writing:
        """One of them.

        Raises:
            MohsError: There is none with this id.
        """
        with self._record.current():
            return self._known(own)

    def begin(
        self,
        classifiers: Any,
        contexts: AnyPath | Iterable[Any] | None = None,
        *,
        tries: int | None = None,
        random_state: int = 0,
        **opening: Any,
    ) -> Round:
        """Begin the next round, with a new adversary; what is open in the last one can be finished.

        Args:
            classifiers: The adversary: an address, or whatever `open_classifier` makes a classifier of; or a
                list of such, of which one is picked at random for each try.
            contexts: What writers are given (`given.contexts`); a task of one field has none.
            tries: How many a writer has for one context and label; 5 in the first round, 10 thereafter.
            random_state: Seed of the order of contexts and of the adversary of each try.
            **opening: Options of `open_classifier`.

        Raises:
            MohsError: An adversary that cannot be opened or was one of an earlier round; contexts that
                cannot be used, or were given in an earlier round; no tries.
            RunFailed: The folder cannot be written.
        """
        check_whole(random_state=random_state, **({} if tries is None else {"tries": tries}))
        found = given.contexts(contexts, self.task)
        listed = list(classifiers) if isinstance(classifiers, (list, tuple)) else [classifiers]
        named = self._adversaries.enlist(listed, opening)
        with self._record.current():
            self._check_new(named, found)
            number = len(self._record.rounds) + 1
            summed = None
            if self.task.fields[:-1]:
                summed = given.write_contexts(found, self._record.contexts_file(number))
            self._record.add(
                "round", round=number, adversaries=named, opening=opening,
                tries=tries or (FIRST_TRIES if number == 1 else LATER_TRIES), seed=random_state,
                contexts=summed, at=now(),
            )  # fmt: skip
            return self._record.rounds[-1]

    def give(self, writer: str) -> Writing:
        """A context and a target label for this writer: what they have open, or something new.

        New is what was given out least: a context that the writer has not had, and of its labels the rarest.

        Raises:
            MohsError: There is no round, or the writer has had every context.
        """
        who = given.name(writer, "writer")
        with self._record.current():
            if not self._record.rounds:
                raise MohsError("there is no round yet", mend="begin one")
            current = self._record.rounds[-1]
            others = [one for one in self._record.writings.values() if one.round == current.number]
            own = [one for one in others if one.writer == who]
            for one in own:
                if one.standing == "open":
                    return one
            place, label = rarest(current, self.task, others, own)
            number = f"r{current.number}-{len(self._record.writings) + 1:06d}"
            self._record.add(
                "given", id=number, round=current.number, writer=who, context=place, label=label, at=now()
            )
            return self._record.writings[number]

    def attempt(self, own: str, text: str, *, writer: str | None = None) -> Writing:
        """Put a text to the adversary; the last try of what comes back says what it answered.

        Args:
            own: The id of what the writer was given.
            text: What they wrote.
            writer: Who says so, where a page is to make sure that it was given to them.

        Raises:
            MohsError: It cannot be used, was written before, or nothing is left to try; no try is spent.
            ClassifierFault: The adversary raised; no try is spent.
        """
        said = given.text(text)
        with self._record.current():
            before = self._may_try(self._of(own, writer), said)
            current = self._record.rounds[before.round - 1]
        number = len(before.tries) + 1
        address = self._adversaries.picked(current, own, number)
        scores = self._adversaries.ask(current, address, {**before.context, before.written: said})
        prediction = max(scores, key=lambda label: scores[label])  # of equals the first label
        one = Try(number, said, address, prediction, scores, prediction != before.label, now())
        with self._record.current():
            if len(self._may_try(self._known(own), said).tries) != len(before.tries):
                raise MohsError("another try came in meanwhile", mend="look at what it got, and try again")
            self._record.add("try", id=own, **asdict(one))
            return self._record.writings[own]

    def explain(self, own: str, reason: str, *, writer: str | None = None) -> Writing:
        """Keep the reason: why the label holds, and why the adversary was fooled; the last one counts.

        Raises:
            MohsError: It cannot be used, the adversary was not fooled, or it is another writer's.
        """
        said = given.text(reason, "the reason")
        with self._record.current():
            if self._of(own, writer).fooling is None:
                raise MohsError(f"{own}: a reason is for a text that fooled the adversary")
            self._record.add("reason", id=own, text=said)
            return self._record.writings[own]

    def give_up(self, own: str, *, writer: str | None = None) -> Writing:
        """Leave the tries that are left.

        Raises:
            MohsError: None are left, or it is another writer's.
        """
        with self._record.current():
            if (standing := self._of(own, writer).standing) != "open":
                raise MohsError(f"{own}: no tries are left", got=standing)
            self._record.add("given up", id=own)
            return self._record.writings[own]

    def to_verify(self, verifier: str) -> Unverified | None:
        """A text that this person can verify; those first that somebody else has verified already.

        Nobody verifies what they wrote, or anything twice. None where nothing is waiting for them.

        Raises:
            MohsError: The name cannot be used.
        """
        who = given.name(verifier, "verifier")
        with self._record.current():
            waiting = [one for one in self._record.writings.values() if _may_verify(one, who)]
            chosen = max(waiting, key=lambda one: len(one.verdicts), default=None)
            if chosen is None or chosen.fooling is None:
                return None
            return Unverified(chosen.id, chosen.round, chosen.fields(chosen.fooling))

    def verify(self, own: str, verifier: str, label: str) -> Writing:
        """Keep what a verifier says of a text: a label, or "ambiguous".

        Raises:
            MohsError: No such label; the text is not waiting for verifiers; or they wrote or verified it.
        """
        who = given.name(verifier, "verifier")
        if label != AMBIGUOUS:
            label = self.task.labels[self.task.label_index(label)]
        with self._record.current():
            one = self._known(own)
            if one.standing != "waiting":
                raise MohsError(f"{own} is not waiting for verifiers", got=one.standing)
            if not _may_verify(one, who):
                did = "wrote" if one.writer == who else "verified"
                raise MohsError(f"{own}: {who} {did} this", expected="somebody else")
            self._record.add("verdict", id=own, verifier=who, label=label, at=now())
            return self._record.writings[own]

    def _known(self, own: str) -> Writing:
        found = self._record.writings.get(own) if isinstance(own, str) else None
        if found is None:
            raise MohsError(f"nothing was given out under the id {str(own)[:40]!r}")
        return found

    def _of(self, own: str, writer: str | None) -> Writing:
        found = self._known(own)
        if writer is not None and given.name(writer, "writer") != found.writer:
            raise MohsError(f"{own} was given to somebody else")
        return found

    def _may_try(self, one: Writing, said: str) -> Writing:
        if one.standing != "open":
            raise MohsError(f"{one.id}: no tries are left", got=one.standing)
        for other in self._record.writings.values():
            if other.context == one.context and any(before.text == said for before in other.tries):
                raise MohsError("this was written before of the same context", mend="write something else")
        return one

    def _check_new(self, named: Mapping[str, str], found: Sequence[given.Context]) -> None:
        """A round has a new adversary and new contexts (sections 2.1 and 2.4)."""
        for before in self._record.rounds:
            for address, digest in named.items():
                if digest in before.adversaries.values():
                    raise MohsError(
                        f"{address} was an adversary of round {before.number} already",
                        expected="another classifier, one that learnt from that round for example",
                    )
            had = {tuple(one.fields.values()) for one in before.contexts if one.fields}
            if any(tuple(one.fields.values()) in had for one in found):
                raise MohsError(f"a context was given in round {before.number} already")


def _may_verify(one: Writing, who: str) -> bool:
    return one.standing == "waiting" and who not in {
        one.writer,
        *(verdict.verifier for verdict in one.verdicts),
    }
