"""Attempt: the life of one attack on one example, from the first prediction to the verdict.

The verdict is the engine's, not the attack's: the final text is classified again, the declared edits are
made again on the original and must give that very text, and every constraint is checked again at every one
of them.
"""

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.attacks.attack import Attack, NothingToTry
from mohs.attacks.build import Chain
from mohs.attacks.questions import Asking, classify, similarity
from mohs.attacks.target import FloatArray, Goal, Target
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.runner import BudgetSpent, Ledger
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
        field: The field.
        target: What was searched.
        text: The text that they came to.
        owners: Which attack made each of its edits.
        probabilities: What the classifier says of the text.
        reached: Whether that is the goal.
        idle: The attacks that found nothing to try.
    """

    field: str
    target: Target
    text: Text
    owners: list[Attack]
    probabilities: FloatArray
    reached: bool
    idle: list[Attack]

    def take(self, probabilities: FloatArray) -> None:
        """What the classifier now says of the text."""
        self.probabilities = probabilities
        self.reached = self.target.goal.reached_by(probabilities)


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
        state: dict[str, Any] = {}
        try:
            status, reason = yield from self._live(state, ledger)
        except BudgetSpent as spent:
            status, reason = "budget", str(spent)
        except ClassifierFault as fault:
            status, reason = "error", f"classifier: {fault}"
        except (
            Exception
        ) as problem:  # an attack's own fault ends its example, not the run; it is counted and shown
            status, reason = "error", f"{self.attack.name}: {type(problem).__name__}: {problem}"
        return self._outcome(status, reason, state, ledger)

    def _live(self, state: dict[str, Any], ledger: Ledger) -> Asking[tuple[Status, str | None]]:
        setting, example = self.setting, self.example
        texts = tuple(example.fields[name] for name in setting.task.fields)
        first = yield from classify([setting.task.input(example.fields)])
        before: FloatArray = first[0]
        state["before"] = before
        if int(before.argmax()) != example.label:
            return "skipped", None
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
            if "find" not in state or find.reached:
                state["find"] = find
            if find.reached:
                ledger.own = True
                reason = yield from self._objection(find, state)
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

        def read(words: int) -> bool:
            string = text.string[: text.spans[words - 1][1]] if words else ""
            fields = (*texts[:place], string, *texts[place + 1 :])
            return cut is None or not cut([fields if len(fields) > 1 else string])[0]

        if not len(text) or read(len(text)) or not read(0):
            return None  # where even an empty field is cut, it is the other one that is too long
        low, high = 0, len(text)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if read(middle) else (low, middle)
        return low

    def _search(self, name: str, target: Target, ledger: Ledger) -> Asking[_Find]:
        """Let the attacks of the chain search, one after the other, until the goal is reached."""
        find = _Find(name, target, target.text, [], target.probabilities, False, [])
        for part in self.attack.parts:
            try:
                text = yield from part.search(target.at(find.text, find.probabilities))
            except NothingToTry:
                find.idle.append(part)
                continue
            find.owners += [part] * (len(text.edits) - len(find.text.edits))
            find.text = text
            if text.edits:
                ledger.own = True
                rows = yield from classify([target.input(text.string)])
                ledger.own = False
                find.take(rows[0])
            if find.reached:
                break
        return find

    def _objection(self, find: _Find, state: dict[str, Any]) -> Asking[str | None]:
        """Why this is no success after all, or None; measures the similarity of a success."""
        target, original, final = find.target, find.target.original.string, find.text.string
        if is_no_op(original, final):
            return "nothing but case or white space was changed"
        broken = yield from self._broken_step(find)
        if broken is not None:
            return broken
        rows = yield from classify([target.input(final)], again=True)
        find.take(rows[0])
        if not find.reached:
            return "the classifier did not confirm it when asked again"
        if self.setting.measure_similarity:
            cosine = yield from similarity([(original, final)])
            state["similarity"] = float(cosine[0])
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

    def _outcome(
        self, status: Status, reason: str | None, state: Mapping[str, Any], ledger: Ledger
    ) -> Outcome:
        example, task = self.example, self.setting.task
        before, find = state.get("before"), state.get("find")
        original = dict(example.fields)
        perturbed, modified, after = None, None, None
        edits: tuple[Mapping[str, Any], ...] = ()
        if find is not None:
            perturbed = {**original, find.field: find.text.string}
            after = find.probabilities
            modified = measure(original, perturbed, find.field)
            edits = tuple(
                {"field": find.field, "word": e.word, "from": e.before, "to": e.after, "kind": e.kind}
                for e in find.text.edits
            )
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
            prediction_before=_prediction(task, before),
            prediction_after=_prediction(task, after),
            probability_before=_probability(before, example.label),
            probability_after=_probability(after, example.label),
            asked={"classify": 0, "similarity": 0, **ledger.asked},
            modified=modified,
            similarity=state.get("similarity"),
            edits=edits,
            seed=self.seed,
            reason=reason,
            cost={"seconds": round(ledger.seconds(), 4), "computed": ledger.computed},
        )


def _prediction(task: Task, probabilities: FloatArray | None) -> str | None:
    return None if probabilities is None else task.labels[int(probabilities.argmax())]


def _probability(probabilities: FloatArray | None, label: int) -> float | None:
    return None if probabilities is None else round(probabilities.item(label), 6)
