"""`mohs rounds`: people write examples that shall fool a classifier, and others verify them."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, Parameter

from mohs.cli import terminal
from mohs.cli.ending import deliver, notes
from mohs.cli.flags import Count, Json, Whole
from mohs.cli.summary import written
from mohs.cli.values import listed, mapping
from mohs.errors import MohsError

if TYPE_CHECKING:
    from mohs.api import Rounds, Writing

AMBIGUOUS = "ambiguous"
_SHARES = {"model_error_rate", "verified_error_rate", "verifier_agreement"}


rounds = App(name="rounds", help="Let people write examples that fool a classifier, and others verify them.")
"""Each of its commands is a function below."""

Who = Annotated[str, Parameter(name="--as")]


@rounds.command
def begin(
    folder: Path,
    /,
    *,
    model: tuple[str, ...],
    task: str | None = None,
    contexts: Path | None = None,
    tries: Count = None,
    label_map: tuple[str, ...] = (),
    scores: Literal["probabilities", "logits", "labels"] | None = None,
    device: str | None = None,
    seed: Whole = 0,
    json: Json = False,
) -> int:
    """Begin a round with a classifier that shall be fooled; makes the folder where it is new.

    Args:
        folder: Of the rounds.
        model: ADDRESS,... of the classifiers; of several, one is asked for each try, at random.
        task: What is written for: a built-in task; needed where the folder is new.
        contexts: A JSONL file of what writers are given (premise, or context).
        tries: How many a writer has; by default 5 in the first round, 10 thereafter.
        label_map: MODEL_LABEL=TASK_LABEL,... where the model names its labels otherwise than the task.
        scores: What the classifier's numbers are, where its address does not say.
        device: Where an hf: model runs.
        seed: Of the order of contexts and the choice among classifiers.
        json: Print one JSON document on stdout; all else goes to stderr.
    """
    from mohs import api

    opening: dict[str, Any] = {"scores": scores, "device": device}
    opening["label_map"] = mapping("--label-map", label_map, "MODEL_LABEL=TASK_LABEL,...")
    with terminal.only_json(True), api.open_rounds(folder, task) as opened:
        begun = opened.begin(
            listed("--model", model), contexts, tries=tries, random_state=seed,
            **{key: value for key, value in opening.items() if value},
        )  # fmt: skip
    named = list(begun.adversaries)
    words = f"round {begun.number} has begun: {', '.join(named)}, {begun.tries} tries"
    document = {"round": begun.number, "tries": begun.tries, "adversaries": named}
    deliver(document, lambda: terminal.show(words), json=json)
    return 0


@rounds.command
def write(folder: Path, /, *, name: Who, json: Json = False) -> int:
    """Write for a context and a label, a line of stdin for each try, and see what the classifier says.

    Args:
        folder: Of the rounds.
        name: Who writes.
        json: Print what came of it as one JSON document on stdout; all else goes to stderr.
    """
    return _talk(_write, folder, name, json=json)


@rounds.command
def verify(folder: Path, /, *, name: Who, json: Json = False) -> int:
    """Say which label each waiting text has, a line of stdin for each.

    Args:
        folder: Of the rounds.
        name: Who verifies.
        json: Print what came of it as one JSON document on stdout; all else goes to stderr.
    """
    return _talk(_verify, folder, name, json=json)


@rounds.command
def status(folder: Path, /, *, json: Json = False) -> int:
    """Show how often the classifier of each round was fooled, and what verifiers made of it.

    Args:
        folder: Of the rounds.
        json: Print one JSON document on stdout.
    """
    from mohs import api

    document = api.rounds_status(folder)
    deliver(document, lambda: _show_status(document), json=json)
    notes(
        f"round {one['round']}: {waiting} texts wait for verifiers, and verified_error_rate may still rise"
        for one in document["rounds"]
        if (waiting := one["standing"]["waiting"])
    )
    return 0


@rounds.command
def export(
    folder: Path,
    /,
    *,
    out: Path,
    numbers: Annotated[tuple[str, ...], Parameter(name="--rounds")] = (),
    dev: Whole = 0,
    test: Whole = 0,
    exclusive: tuple[str, ...] = (),
    seed: Whole = 0,
    json: Json = False,
) -> int:
    """Write train, dev and test rows of each round in ANLI's layout.

    Args:
        folder: Of the rounds.
        out: The folder to write.
        numbers: NUMBER,...: these rounds alone.
        dev: How many dev rows each round has.
        test: How many test rows each round has, balanced by label.
        exclusive: NAME,... of writers who shall be in the test rows alone.
        seed: Of the draw.
        json: Print the paths of the files as one JSON document on stdout.
    """
    from mohs import api

    asked = listed("--rounds", numbers)
    if wrong := [one for one in asked if not (one.isascii() and one.isdigit())]:
        raise MohsError("--rounds takes numbers of rounds", got=wrong[0], expected="1,2")
    files = api.export_rounds(
        folder, out, rounds=map(int, asked), dev=dev, test=test,
        exclusive=listed("--exclusive", exclusive), random_state=seed,
    )  # fmt: skip
    paths = [str(one) for one in files]
    deliver(paths, lambda: terminal.show(*paths), json=json)
    return 0


def _talk(
    how: "Callable[[Rounds, str, _Talk], Iterator[Writing]]", folder: Path, name: str, *, json: bool
) -> int:
    from mohs import api

    with api.open_rounds(folder) as opened:
        done = list(how(opened, name, _Talk(terminal.say if json else terminal.show)))
    if json:
        terminal.write_json([{**asdict(one), "standing": one.standing} for one in done])
    return 0


@dataclass(frozen=True)
class _Talk:
    """A conversation: what is told, and the lines of stdin. An empty line ends it.

    At a terminal a mistake is said, and the person goes on; a file of lines ends there.
    """

    tell: Callable[[str], None]

    @property
    def lines(self) -> Iterator[str]:
        while sys.stdin is not None:  # it is None where it was closed
            if sys.stdin.isatty():
                sys.stderr.write("> ")
                sys.stderr.flush()
            line = sys.stdin.readline()
            if not line.strip():
                return
            yield line.rstrip("\n")

    def take(self, use: Callable[[str], "Writing"]) -> "Writing | None":
        """What comes of the next line that can be used; None where there is none."""
        for line in self.lines:
            try:
                with terminal.only_json(True):  # what a model prints is no answer
                    return use(line)
            except MohsError as problem:
                if not sys.stdin.isatty():
                    raise
                terminal.say(problem.at_prompt())
        return None


def _write(opened: "Rounds", who: str, talk: _Talk) -> "Iterator[Writing]":
    given = opened.give(who)
    talk.tell(f"round {given.round}, {given.id}, {given.left} tries left")
    for field, text in given.context.items():
        talk.tell(f"  {field}: {text}")
    talk.tell(f"Write a {given.written} of which {given.label!r} is the right label.")
    while given.left and (done := talk.take(partial(opened.attempt, given.id))):
        given, last = done, done.tries[-1]
        said = ", ".join(f"{label} {value:.3f}" for label, value in last.probabilities.items())
        talk.tell(f"  {'fooled' if last.fooled else f'not fooled, {given.left} tries left'}: {said}")
    if given.fooling is not None:
        talk.tell("Why is the label right, and what may have fooled the classifier?")
        given = talk.take(partial(opened.explain, given.id)) or given
    yield given


def _verify(opened: "Rounds", who: str, talk: _Talk) -> "Iterator[Writing]":
    labels = ", ".join((*opened.task.labels, AMBIGUOUS))
    while (shown := opened.to_verify(who)) is not None:
        talk.tell(f"round {shown.round}, {shown.id}")
        for field, text in shown.fields.items():
            talk.tell(f"  {field}: {text}")
        talk.tell(f"Which label is right: {labels}?")
        done = talk.take(partial(_said, opened, shown.id, who))
        if done is None:
            return
        yield done
    talk.tell(f"nothing is waiting for {who}")


def _said(opened: "Rounds", own: str, who: str, line: str) -> "Writing":
    return opened.verify(own, who, line.strip())


def _show_status(document: Mapping[str, Any]) -> None:
    found = document["rounds"]
    if not found:
        terminal.show(f"{document['folder']}, {document['task']}: no round yet")
    for one in found:
        standing = ", ".join(f"{name} {count:,}" for name, count in one["standing"].items() if count)
        against = ", ".join(one["adversaries"])
        terminal.show(
            f"round {one['round']} of {document['task']}, begun {one['begun']}: {against}",
            f"writers {one['writers']:,}, verifiers {one['verifiers']:,}, contexts {one['contexts']:,}, "
            f"given out {one['given']:,}{': ' if standing else ''}{standing}",
            "",
        )
        rows = [
            [row["metric"], *written(row, share=row["metric"] in _SHARES), f"{row['n']:,}"]
            for row in one["results"]
        ]
        terminal.show(terminal.table(("", "value", "95 % interval", "n"), rows, right=("value", "n")), "")
