"""One sentence, and its search shown step by step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mohs.api.attacks import meet
from mohs.api.command import AttackOptions
from mohs.api.prepare import prepare
from mohs.api.resources import Named
from mohs.api.steps import Step, Steps
from mohs.attacks.questions import Asking, Gather
from mohs.data.example import Example
from mohs.data.readers import Reading
from mohs.data.task import Task
from mohs.data.tasks import open_task
from mohs.data.text_faults import fault
from mohs.engine.attempt import Attempt
from mohs.engine.runner import Engine, Ledger
from mohs.errors import MohsError
from mohs.models.address import open_classifier
from mohs.runs.outcome import Outcome


@dataclass(frozen=True)
class Search:
    """One attack on one sentence: every step, and what came of it."""

    attack: str
    steps: tuple[Step, ...]
    outcome: Outcome


def explain_sentence(options: AttackOptions) -> list[Search]:
    """Attack --sentence (or --field NAME=TEXT ...) with each attack, and keep every step.

    The gold label is --label; where there is none, what the classifier says of the sentence.

    Raises:
        MohsError: Something of this cannot be used as asked.
    """
    texts = {"sentence": options.sentence} if options.sentence is not None else dict(options.field)
    classifier, reading = _one(options, texts)
    work = prepare(
        [classifier],
        reading,
        options.chosen[0],
        seed=options.seed,
        target=options.target,
        max_queries=options.max_queries,
        resources=Named(**options.resources),
    )
    attacking = work.attackings[0]
    oracles = attacking.oracles()
    budgets = {} if options.max_queries is None else {"classify": options.max_queries}
    (example,) = attacking.examples
    making = Steps(reading.task.labels, example.label, attacking.setting.wanted)
    searches = []
    for chain in attacking.chains:
        watched = _Watched(Attempt(attacking.setting, chain, example), making)
        (outcome,) = Engine[Outcome](oracles, budgets=budgets).run([("", watched)])
        searches.append(Search(chain.name, tuple(watched.steps), outcome))
    classifier.close()
    return searches


def _one(options: AttackOptions, texts: Mapping[str, str]) -> tuple[Any, Reading]:
    """The classifier, and the sentence as the one example of a task."""
    if options.task is None:
        classifier = open_classifier(options.model, None, **options.opening)
        task = Task("sentence", tuple(texts), classifier.labels)
        task = task.only(options.fields) if options.fields else task
    else:
        task = open_task(options.task)
        task = task.only(options.fields) if options.fields else task
        if options.sentence is not None and len(task.fields) == 1:
            texts = {task.fields[0]: options.sentence}
        if set(texts) != set(task.fields):
            raise MohsError(
                f"task {task.name} has other fields",
                got=", ".join(texts),
                expected=" and ".join(f"--field {name}=TEXT" for name in task.fields),
            )
        classifier = open_classifier(options.model, task, **options.opening)
    for name, text in texts.items():
        if why := fault(text):
            raise MohsError(f"{name}: {why}", got=ascii(text)[:80])
    if options.label is None:
        label = int(classifier.probabilities([task.input(texts)])[0].argmax())
    else:
        label = task.label_index(options.label)
    example = Example("0", "0", {name: texts[name] for name in task.fields}, label)

    def reader(_: Any = None, **__: Any) -> Reading:
        return Reading(task, (example,), (), (), "sentence", "", 1)

    return meet(classifier, reader, task, {})


class _Watched:
    """An attempt whose questions and answers are written down as they pass."""

    def __init__(self, attempt: Attempt, making: Steps) -> None:
        self._attempt, self._making = attempt, making
        self.steps: list[Step] = []

    def __call__(self, ledger: Ledger) -> Asking[Outcome]:
        search = self._attempt(ledger)
        go_on: Callable[[], Any] = partial(next, search)
        while True:
            try:
                question = go_on()
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            own = ledger.own
            try:
                answer = yield question
            except Exception as problem:  # thrown in by the engine: the attempt decides what it means
                go_on = partial(search.throw, problem)
                continue
            go_on = partial(search.send, answer)
            if own:
                continue
            gathered = isinstance(question, Gather)
            parts = question.questions if isinstance(question, Gather) else (question,)
            for part, values in zip(parts, answer if gathered else (answer,), strict=True):
                self.steps.extend(self._making.of(part, values))
