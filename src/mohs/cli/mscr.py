"""`mohs mscr`: what random noise costs a classifier of tables or images."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter

from mohs.cli import terminal
from mohs.cli.ending import deliver, gates, notes
from mohs.cli.flags import Count, Json, Whole
from mohs.cli.progress import Counted
from mohs.cli.values import bounds_in_words, bounds_of, listed, mapping
from mohs.errors import MohsError

_MODEL = Group("The classifier", sort_key=1)
_DATA = Group("The rows", sort_key=2)
_NOISE = Group("The noise", sort_key=3)
_RUN = Group("The run", sort_key=4)


@Parameter(name="*", group=_MODEL)
@dataclass(frozen=True, kw_only=True)
class RowModelFlags:
    """The classifier.

    Attributes:
        model: Address: sklearn:FILE.skops, onnx:FILE.onnx, torch:MODULE:FUNCTION, python:MODULE:FUNCTION.
        label_map: MODEL_LABEL=DATA_LABEL,... where the model names its labels otherwise than the data.
        scores: What the classifier's numbers are, where its address does not say: never guessed.
        device: Where a torch: model runs: cpu, cuda, cuda:N or mps.
        dtype: Precision of a torch: model's arithmetic.
        threads: Threads of its arithmetic on a CPU.
        allow_pickle: Open a pickled sklearn: file. It runs whatever code is in it: for your own files alone.
        trust: TYPE,... that a skops file may contain beside those known to be harmless.
    """

    model: str
    label_map: tuple[str, ...] = ()
    scores: Literal["probabilities", "logits", "labels"] | None = None
    device: str | None = None
    dtype: Literal["float32", "bfloat16", "float16"] | None = None
    threads: Count = None
    allow_pickle: bool = False
    trust: tuple[str, ...] = ()


@Parameter(name="*", group=_DATA)
@dataclass(frozen=True, kw_only=True)
class TableFlags:
    """The rows.

    Attributes:
        data: The rows: an .npz with X and y; a CSV, TSV or Parquet file with a column of labels; images in a
            folder of one folder a label, or in files of MNIST's or CIFAR's format.
        label: Column of the label; by default the only one with a usual name (label, class, target, ...).
        features: Columns of numbers, comma-separated; by default all but the label.
        train: The training rows, in the same form: eps_min is then of all rows, as in the paper.
        bounds: LOW,HIGH: between which all values lie; by default the data's own least and largest.
        scale: none, or min-max: every column from 0 to 1 in the bounds. eps is in these units.
    """

    data: str
    label: str | None = None
    features: tuple[str, ...] = ()
    train: str | None = None
    bounds: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None
    scale: Literal["none", "min-max"] = "none"


@Parameter(name="*", group=_NOISE)
@dataclass(frozen=True, kw_only=True)
class NoiseFlags:
    """The noise.

    Attributes:
        norm: linf, l2, l1 or a number p >= 1.
        eps: Radius of the noise; by default eps_min, half the smallest distance of rows of different labels.
        copies: Noisy copies of each row; or auto: as many as it takes.
        noise_share: For --copies auto: which share of the variance of MSCR may come of the noise.
        noise: independent for every row and copy; or reference: as the paper's own code drew it, to check its
            tables with.
        sphere: On the sphere, as far from each row as --eps says, in place of in the ball.
        at_edge: What becomes of noisy values outside the bounds: nothing, or clip, truncate, reject.
        nearest: Find each row's nearest enemy also where --eps is given, to hold the flips against.
    """

    norm: str = "linf"
    eps: Annotated[float | None, Parameter(allow_leading_hyphen=True)] = None
    copies: str = "10"
    noise_share: float = 0.05
    noise: Literal["independent", "reference"] = "independent"
    sphere: bool = False
    at_edge: Literal["none", "clip", "truncate", "reject"] = "none"
    nearest: bool = False


@Parameter(name="*", group=_RUN)
@dataclass(frozen=True, kw_only=True)
class MeasureFlags:
    """The run folder, what is printed, and gates.

    Attributes:
        seed: Seed of the noise and of the intervals.
        out: The run's folder; by default runs/ and a name made of the data and the time.
        json: Print results.json, one JSON document, on stdout; all else goes to stderr.
        fail_under: METRIC=VALUE: exit 1 where the number is less (mscr=-0.02, accuracy_noisy=0.9).
        fail_over: METRIC=VALUE: exit 1 where it is more (noise_loss=0.05, flip_rate=0.1).
        junit: Write the gates as test cases to this JUnit XML file.
        quiet: No progress and no notes on stderr; the notes stand in results.json.
    """

    seed: Whole = 0
    out: Path | None = None
    json: Json = False
    fail_under: Annotated[tuple[str, ...], Parameter(allow_leading_hyphen=True)] = ()
    fail_over: tuple[str, ...] = ()
    junit: Path | None = None
    quiet: bool = False


def mscr(
    *,
    model: RowModelFlags,
    data: TableFlags,
    noise: NoiseFlags = NoiseFlags(),
    run: MeasureFlags = MeasureFlags(),
) -> int:
    """Measure what random noise costs a classifier of tables or images: MSCR, with its interval.

    Leaves a run folder with a report; with --json and without --out, none.
    """
    from mohs import api

    conditions = api.read_conditions(run.fail_over, run.fail_under, api.MSCR_METRICS)
    options = api.MscrOptions(**_options(model, data, noise), seed=run.seed, out=run.out)
    with terminal.only_json(True):  # what a model prints is no result
        progress = None if run.quiet else Counted("noisy rows classified").tell
        done = api.mscr_command(
            options, keep=not run.json, command=terminal.command_line(), progress=progress, gates=conditions
        )
    if run.junit is not None:
        api.write_junit(done.document["results"], conditions, run.junit, name=done.document["data"]["path"])
    notes(() if run.quiet else done.document["warnings"])
    deliver(done.document, lambda: _show(done.document), json=run.json, folder=done.folder)
    if done.folder is not None:
        terminal.say(f"report: {done.folder / 'report.html'}")
    return gates(api.gate(done.document["results"], conditions))


def _options(model: RowModelFlags, data: TableFlags, noise: NoiseFlags) -> dict[str, Any]:
    """The flags under the names that `mohs.api` has for them, compound values taken apart."""
    flags = {
        name: value for group in (model, data, noise) for name, value in dataclasses.asdict(group).items()
    }
    return flags | {
        "label_map": mapping("--label-map", model.label_map, "MODEL_LABEL=DATA_LABEL,..."),
        "trust": listed("--trust", model.trust),
        "features": listed("--features", data.features),
        "bounds": None if data.bounds is None else bounds_of(data.bounds),
        "copies": _copies(noise.copies),
    }


def _copies(given: str) -> int | str:
    if given == "auto":
        return given
    try:
        return int(given)
    except ValueError:
        raise MohsError(
            "--copies cannot be used", got=given, expected="a whole number from 1, or auto"
        ) from None


def _show(document: Mapping[str, Any]) -> None:
    from mohs import api

    lines = api.mscr_lines(document)
    columns = ["", "value", f"{lines.interval}, %", "measured on", "how"]
    bounds = bounds_in_words(document["data"]["bounds"])
    numbers = terminal.table(columns, lines.numbers, right=columns[1:4])
    terminal.show(lines.headline, lines.noise, bounds, "", numbers)
    labels = ["label", "rows", "without noise", "with noise", "MSCR", "flips"]
    terminal.show("", terminal.table(labels, lines.by_label, right=labels[1:]))
    if lines.fragile:
        fragile = ["row", "label", "predicted", "copies that flip", lines.interval, "nearest enemy"]
        terminal.show("", "the most fragile rows", terminal.table(fragile, lines.fragile, right=fragile[3:]))
    terminal.show("", lines.estimand)
