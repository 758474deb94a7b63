"""One line that names a classifier, and what opens it.

| address | what it opens |
|---|---|
| `hf:PATH_OR_ID[@REV]` | a sequence classification model of transformers |
| `onnx:DIR` | a folder with model.onnx, tokenizer.json and config.json |
| `sklearn:FILE.skops` | a scikit-learn pipeline that takes texts, or rows of numbers |
| `python:MODULE:FUNCTION` | a function of one's own |
| `torch:MODULE:FUNCTION` | a torch module for tables or images |
| `kit:NAME` | a classifier that comes with mohs |
| `ensemble:A+B` | the mean of the probabilities of several of these |

Another package adds a scheme with an entry point of the group `mohs.classifiers`: a callable that takes what
stands behind the colon and an `Opening`, and gives a `Classifier`.
"""

import importlib
from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from mohs.data.task import Task
from mohs.data.tasks import open_task
from mohs.data.values import as_names
from mohs.errors import ARGUMENTS, ModelError
from mohs.models.adapter import Opening
from mohs.models.classifier import Classifier, Scores
from mohs.models.wrap import relabelled, wrap
from mohs.paths import AnyPath, as_path
from mohs.spec import Registry, did_you_mean

Opener = Callable[[str, Opening], Classifier]

# Imported when asked for: some of these need packages that take seconds to import.
BUILT_IN = {
    "ensemble": "mohs.models.ensemble:open_ensemble",
    "hf": "mohs.models.hf:open_hf",
    "kit": "mohs.models.kit:open_kit",
    "onnx": "mohs.models.onnx:open_onnx",
    "python": "mohs.models.python:open_python",
    "sklearn": "mohs.models.sklearn:open_sklearn",
    "torch": "mohs.models.torch_module:open_torch",
}

UNHURRIED = frozenset({"object", "python", "sklearn", "torch"})
"""What packs no batches of tokens and has no threads of mohs' own."""

WITH_GRADIENTS = ("hf",)
"""The schemes whose classifiers have gradients."""

openers: Registry[Classifier] = Registry("classifier", "mohs.classifiers")
"""The schemes of other packages."""


def schemes() -> list[str]:
    """Every scheme that an address can begin with, sorted."""
    return sorted({*BUILT_IN, *openers.names()})


def open_classifier(
    address: str | Any,
    task: Task | AnyPath | None = None,
    *,
    label_map: Mapping[str, str] | None = None,
    device: str | None = None,
    dtype: str | None = None,
    batch_tokens: int | None = None,
    scores: Scores | None = None,
    threads: int | None = None,
    allow_pickle: bool = False,
    trust: tuple[str, ...] = (),
    max_length: int | None = None,
) -> Classifier:
    """Open a classifier.

    Args:
        address: One line, as the table above has it; or an open object, as `as_classifier` takes it.
        task: A task, or as `open_task` takes it. Its labels are the order of the columns; without it the
            classifier's own order is kept.
        label_map: The classifier's label -> the task's, where their names differ.
        device: "cpu", "cuda", "cuda:1" or "mps", for `hf:`; default: a GPU where there is one.
        dtype: "float32" (default), "bfloat16" or "float16", for `hf:`.
        batch_tokens: The most tokens in a batch; default: 1,024 on a CPU, 32,768 on a GPU.
        scores: What it gives ("probabilities", "logits" or "labels"), where it does not say so itself.
        threads: CPU threads; default: the environment variable MOHS_THREADS.
        allow_pickle: Open a pickle, which can run any program on this machine.
        trust: Names of types that a skops file may contain besides those known to be harmless.
        max_length: The most tokens of an input, in place of what the model says.

    Raises:
        MohsError: There is no such task.
        ModelError: It cannot be opened, does not fit the task, or an option has no meaning for it.
        MissingExtra: It needs packages that are not installed.
    """
    opened = None if task is None else open_task(task)
    opening = Opening(
        opened,
        label_map,
        device,
        dtype,
        batch_tokens,
        scores,
        threads,
        allow_pickle,
        as_names("trust", trust),
        max_length,
    )
    return open_with(address, opening) if isinstance(address, str) else wrap(address, opening)


def open_with(address: str, opening: Opening) -> Classifier:
    """As `open_classifier`, with the options in one value."""
    scheme, colon, where = address.partition(":")
    if not colon or not where:
        raise ModelError(
            f"{address!r} is no address of a classifier",
            expected=f"SCHEME:WHERE, with a scheme of {', '.join(schemes())}",
            mend=_guess(address),
        )
    classifier = _opener(scheme, address)(where, opening)
    if opening.task is not None and classifier.labels[: len(opening.task.labels)] != opening.task.labels:
        # another package's adapter need not know of tasks
        known = Opening(task=opening.task, label_map=opening.label_map, row_shape=opening.row_shape)
        return relabelled(classifier, known)
    return classifier


def without_effect(address: str | Any, options: Mapping[str, Any]) -> list[str]:
    """What is to be said of options of speed for which this classifier has no use."""
    scheme = address.partition(":")[0] if isinstance(address, str) else "object"
    if scheme not in UNHURRIED:
        return []
    named = address if isinstance(address, str) else "a classifier of your own"
    given = [name for name in ("batch_tokens", "threads") if options.get(name) is not None]
    return [f"--{name.replace('_', '-')} has no effect on {named}, and is left out" for name in given]


def _opener(scheme: str, address: str) -> Opener:
    if scheme in BUILT_IN:
        module, _, name = BUILT_IN[scheme].partition(":")
        found: Opener = getattr(importlib.import_module(module), name)
        return found
    if scheme in openers.names():
        return openers.get(scheme)
    raise ModelError(
        f"the address {address!r} has an unknown scheme",
        got=f"{scheme}:",
        expected=f"one of {', '.join(f'{name}:' for name in schemes())}",
        mend=did_you_mean(scheme, schemes()) or _guess(address),
    )


def _guess(address: str) -> str | None:
    if address.startswith("predictions:"):
        return "a file of predictions answers nothing new; mohs evaluate and mohs score take it"
    if not address:
        return None
    path = as_path(address)
    if (path / "model.onnx").is_file():
        return f"did you mean onnx:{address}?"
    if path.is_dir():
        return f"did you mean hf:{address}?"
    if path.suffix == ".skops":
        return f"did you mean sklearn:{address}?"
    return None


def check_arguments(call: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Refuse arguments that neither a function nor `open_classifier`, which it hands them on to, has.

    Args:
        call: A function of `mohs`.
        given: What it got beside its own arguments.

    Raises:
        TypeError: There is such a one; the message suggests what was meant.
    """
    if not given:
        return
    own = [one.name for one in signature(call).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
    known = [*own, *list(signature(open_classifier).parameters)[2:]]
    for name in given:
        if name not in known:
            flag = ARGUMENTS.get(name)
            meant = f"did you mean {flag}?" if flag in own else did_you_mean(name, known)
            hint = f"; {meant}" if meant else ""
            raise TypeError(f"mohs.{call.__name__} has no argument {name!r}{hint}")
