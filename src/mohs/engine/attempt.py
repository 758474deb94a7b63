"""Attempt: the life of one attack on one example, from the first prediction to the verdict.

The verdict is the engine's, not the attack's: the final text is classified again, the declared edits are
made again on the original and must give that very text, and every constraint is checked again at every one
of them.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mohs.attacks.attack import Attack, NothingToTry
from mohs.attacks.build import Chain
from mohs.attacks.questions import Asking, Classify, similarity
from mohs.attacks.target import FloatArray, Goal, Target
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.runner import BudgetSpent, Ledger, Unanswered
from mohs.errors import ClassifierFault
from mohs.language.change import is_no_op, measure
from mohs.language.english import English
from mohs.language.words import Text
from mohs.models.classifier import Input
from mohs.runs.outcome import Outcome, Status


@dataclass(frozen=True)
class Setting:
    """What all attempts of a run have in common.

    Attributes:
        task: The task.
        model: Address of the classifier, for the outcomes.
        english: What is known of the language.
        seed: The run's seed.
        wanted: The label that the classifier shall give (a targeted attack), or None.
        measure_similarity: Whether the similarity of successes is measured; needs an encoder.
        cut: For inputs, how many of their tokens the classifier does not read (`Classifier.truncated`); None
            where it reads everything.
    """

    task: Task
    model: str
    english: English
    seed: int = 0
    wanted: int | None = None
    measure_similarity: bool = True
    cut: Callable[[Sequence[Input]], Sequence[int]] | None = None


@dataclass(slots=True)
class _Find:
    """What the searches on one field came to.

    Attributes:
        name: The field.
        target: What was searched.
        text: The text that they came to.
        owners: Which attack made each of its edits.
        idle: The attacks that found nothing to try.
        probabilities: What the classifier says of the text.
        predicted: The label that it gives.
        reached: Whether that is the goal.
        modified: How much of the field was changed.
    """

    name: str
    target: Target
    text: Text
    owners: list[Attack]
    idle: list[Attack]
    probabilities: FloatArray
    predicted: int
    reached: bool = False
    modified: Mapping[str, float] = field(default_factory=dict)

    def take(self, probabilities: FloatArray) -> None:
        """What the classifier now says of the text."""
        self.probabilities, self.predicted = probabilities, int(probabilities.argmax())
        self.reached = self.target.goal.reached_by(self.predicted)


@dataclass(slots=True)
class _Course:
    """How far an attempt has come.

    Attributes:
        before: What the classifier says of the original.
        predicted: The label that it gives.
        find: What the last search that reached the goal came to, or else the first that changed anything.
        similarity: How similar a success is to the original.
    """

    before: FloatArray | None = None
    predicted: int | None = None
    find: _Find | None = None
    similarity: float | None = None


def seed_of(run_seed: int, attack: str, example_id: str) -> int:
    """The seed of one search: from the run's seed, the attack's name and the example's id alone."""
    digest = hashlib.sha256(f"{run_seed}\0{attack}\0{example_id}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:6], "big")


class Attempt:
    """One attack on one example; call it with a ledger to open its search."""

    def __init__(self, setting: Setting, attack: Chain, example: Example) -> None:
        self.setting, self.attack, self.example = setting, attack, example
        self.seed = seed_of(setting.seed, attack.name, example.id)

    def __call__(self, ledger: Ledger) -> Asking[Outcome]:
        """The whole life, as a search that returns its outcome."""
        course = _Course()
        try:
            status, reason = yield from self._live(course, ledger)
        except BudgetSpent as spent:
            status, reason = "budget", str(spent)
        except ClassifierFault as fault:
            status, reason = "error", f"classifier: {fault.at_prompt()}"
        except Unanswered as problem:
            status, reason = "error", f"{self.attack.name} {problem}"
        except (
            Exception
        ) as problem:  # an attack's own fault ends its example, not the run; it is counted and shown
            status, reason = "error", f"{self.attack.name}: {type(problem).__name__}: {problem}"
        return self._outcome(status, reason, course, ledger)

    def _live(self, course: _Course, ledger: Ledger) -> Asking[tuple[Status, str | None]]:
        setting, example = self.setting, self.example
        first = yield Classify([setting.task.input(example.fields)])
        before: FloatArray = first[0]
        course.before, course.predicted = before, int(before.argmax())
        if course.predicted != example.label:
            return "skipped", None
        texts = tuple(map(example.fields.__getitem__, setting.task.fields))
        rng, attackable, reasons = random.Random(self.seed), False, []
        unread: list[str] = []
        for name in setting.task.perturb:
            target = self._target(texts, name, before, rng)
            if target.visible is not None:
                unread.append(
                    f"the classifier reads {target.visible} of the {len(target.text)} words of {name}"
                )
            find = yield from self._search(name, target, ledger)
            if not find.text.edits:
                # A search returns a text without positions as it is, so the question comes up only here.
                busy = [part for part in self.attack.parts if part not in find.idle]
                attackable = attackable or any(part.positions(target) for part in busy)
                continue
            attackable = True
            find.modified = measure(example.fields, {**example.fields, name: find.text.string}, name)
            if course.find is None or find.reached:
                course.find = find
            if find.reached:
                ledger.own = True
                reason = yield from self._objection(find, course)
                ledger.own = False
                if reason is None:
                    return "success", "; ".join(unread) or None
                reasons.append(reason)
        if not attackable:
            return "not_attackable", "; ".join(["nothing that this attack may change", *unread])
        return "failure", "; ".join([*reasons, *unread]) or None

    def _target(self, texts: tuple[str, ...], name: str, before: FloatArray, rng: random.Random) -> Target:
        place = self.setting.task.fields.index(name)
        text = Text(texts[place])
        return Target(
            text,
            Goal(self.example.label, self.setting.wanted),
            before,
            self.setting.english,
            random=rng,
            subject=self.setting.task.subject,
            before=texts[:place],
            after=texts[place + 1 :],
            visible=self._visible(text, texts, place),
            labels=self.setting.task.labels,
        )

    def _visible(self, text: Text, texts: tuple[str, ...], place: int) -> int | None:
        """How many words of this field the classifier reads, found by halving; None for all of them."""
        cut = self.setting.cut
        if cut is None:
            return None

        def read(words: int) -> bool:
            string = text.string[: text.spans[words - 1][1]] if words else ""
            fields = (*texts[:place], string, *texts[place + 1 :])
            return not cut([fields if len(fields) > 1 else string])[0]

        if read(len(text)) or not read(0):
            return None  # where even an empty field is cut, it is the other one that is too long
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if read(middle) else (low, middle)
        return low

    def _search(self, name: str, target: Target, ledger: Ledger) -> Asking[_Find]:
        """Let the attacks of the chain search, one after the other, until the goal is reached."""
        find = _Find(name, target, target.text, [], [], target.probabilities, self.example.label)
        for part in self.attack.parts:
            try:
                text = yield from part.search(target.at(find.text, find.probabilities))
            except NothingToTry:
                find.idle.append(part)
                continue
            find.owners += [part] * (len(text.edits) - len(find.text.edits))
            find.text = text
            if text.edits:
                item = target.input(text.string)
                row = ledger.cache["classify"].row(item)
                if row is None:  # most searches end with a text that they asked about
                    ledger.own = True
                    (row,) = yield Classify([item])
                    ledger.own = False
                find.take(row)
            if find.reached:
                break
        return find

    def _objection(self, find: _Find, course: _Course) -> Asking[str | None]:
        """Why this is no success after all, or None; measures the similarity of a success."""
        target, original, final = find.target, find.target.original.string, find.text.string
        # Where words differ, more than case and white space does.
        if not find.modified["words"] and is_no_op(original, final):
            return "nothing but case or white space was changed"
        broken = yield from self._broken_step(find)
        if broken is not None:
            return broken
        rows = yield Classify([target.input(final)], again=True)
        find.take(rows[0])
        if not find.reached:
            return "the classifier did not confirm it when asked again"
        if self.setting.measure_similarity:
            cosine = yield from similarity([(original, final)])
            course.similarity = float(cosine[0])
        return None

    def _broken_step(self, find: _Find) -> Asking[str | None]:
        """Make the declared edits again, each under its attack's constraints; what is wrong, or None."""
        text = find.target.original
        for edit, owner in zip(find.text.edits, find.owners, strict=True):
            try:
                after = text.apply(edit)
            except ValueError as problem:
                return f"the declared edits do not give the final text: {problem}"
            for constraint in owner.constraints if edit.kind != "article" else ():
                allowed = yield from constraint.allows(find.target, text, edit.word, [edit.after])
                if not allowed[0]:
                    return f"the constraint {constraint.name} does not hold"
            text = after
        if text.string != find.text.string:
            return "the declared edits do not give the final text"
        return None

    def _outcome(self, status: Status, reason: str | None, course: _Course, ledger: Ledger) -> Outcome:
        example, task = self.example, self.setting.task
        find, original = course.find, dict(example.fields)
        perturbed, edits = None, []
        if find is not None:
            perturbed = {**original, find.name: find.text.string}
            edits = [
                {"field": find.name, "word": e.word, "from": e.before, "to": e.after, "kind": e.kind}
                for e in find.text.edits
            ]
        return Outcome(
            id=example.id,
            source_id=example.source_id,
            task=task.name,
            attack=self.attack.name,
            model=self.setting.model,
            status=status,
            original=original,
            perturbed=perturbed,
            label=task.labels[example.label],
            prediction_before=None if course.predicted is None else task.labels[course.predicted],
            prediction_after=None if find is None else task.labels[find.predicted],
            probability_before=_probability(course.before, example.label),
            probability_after=None if find is None else _probability(find.probabilities, example.label),
            asked={"classify": 0, "similarity": 0, **ledger.asked},
            modified=None if find is None else find.modified,
            similarity=course.similarity,
            edits=tuple(edits),
            seed=self.seed,
            reason=reason,
            cost={"seconds": _rounded(ledger.seconds(), 1e4), "computed": ledger.computed},
        )


def _probability(probabilities: FloatArray | None, label: int) -> float | None:
    return None if probabilities is None else _rounded(probabilities.item(label), 1e6)


def _rounded(value: float, parts: float) -> float:
    """The value in whole parts of one: what `round` with decimals comes to, by way of a string."""
    return round(value * parts) / parts
