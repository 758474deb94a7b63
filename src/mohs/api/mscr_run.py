"""What `mohs mscr` does with its flags, `mohs.mscr` with its arguments, and what both write down."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from mohs.api.mscr_document import MSCR_METRICS, by_label, details, numbers, write_points
from mohs.api.record import Measured, as_read, made, measured, notes_of, of_rows, of_table, written
from mohs.data.table import Table
from mohs.data.table_files import read_table
from mohs.data.values import check_functions
from mohs.errors import MohsError, in_python
from mohs.estimate import CONFIDENCE, RESAMPLES
from mohs.models.address import check_arguments
from mohs.models.classifier import Classifier
from mohs.models.rows import row_classifier
from mohs.noise.ball import Where
from mohs.noise.box import AtEdge
from mohs.noise.counting import Tell, silent
from mohs.noise.joined import labelled
from mohs.noise.mscr import COPIES, Drawn, Mscr, NoiseSettings, measure
from mohs.noise.scaling import Scale, Scaling
from mohs.paths import as_path
from mohs.report.mscr import write_mscr_page
from mohs.runs.folder import RunFolder
from mohs.runs.gate import Condition, check_possible, verdicts
from mohs.runs.own_folder import out_or_new
from mohs.runs.summary import results_document


@dataclass(frozen=True, kw_only=True)
class MscrOptions:
    """The flags of `mohs mscr` by their names; `mscr` says what each means."""

    model: str
    data: str
    label: str | None = None
    features: tuple[str, ...] = ()
    train: str | None = None
    bounds: tuple[float, float] | None = None
    scale: Scale = "none"
    norm: str | float = "linf"
    eps: float | None = None
    copies: int | Literal["auto"] = 10
    noise_share: float = 0.05
    noise: Drawn = "independent"
    sphere: bool = False
    at_edge: AtEdge = "none"
    nearest: bool = False
    label_map: Mapping[str, str] = field(default_factory=dict)
    scores: Literal["probabilities", "logits", "labels"] | None = None
    device: str | None = None
    dtype: Literal["float32", "bfloat16", "float16"] | None = None
    threads: int | None = None
    allow_pickle: bool = False
    trust: tuple[str, ...] = ()
    seed: int = 0
    out: Path | None = None

    def opening(self) -> dict[str, Any]:
        """With what the classifier is opened."""
        names = ("label_map", "scores", "device", "dtype", "threads", "allow_pickle", "trust")
        return {name: getattr(self, name) for name in names}

    def settings(self) -> NoiseSettings:
        """Which noise is drawn."""
        names = ("norm", "eps", "copies", "nearest", "noise", "at_edge", "scale", "noise_share")
        return NoiseSettings(
            random_state=self.seed,
            where="sphere" if self.sphere else "ball",
            **{name: getattr(self, name) for name in names},
        )


@dataclass(frozen=True)
class _Rows:
    """The rows, and the training rows, each with what it is called."""

    table: Table
    name: str
    train: Table | None
    train_name: str | None


def mscr_command(
    options: MscrOptions,
    *,
    keep: bool = True,
    command: str | None = None,
    progress: Tell | None = None,
    gates: Sequence[Condition] = (),
) -> Measured[Mscr]:
    """Measure what noise costs a classifier, into a run folder.

    Args:
        options: What is asked for.
        keep: Write a folder even where `out` names none.
        command: The command line, for the record.
        progress: As `mscr`.
        gates: What the numbers are held to.

    Raises:
        MohsError: The data, the classifier or an option cannot be used, or the folder is there already.
        ClassifierFault: The classifier failed.
        RunFailed: A file cannot be written.
    """
    read = partial(read_table, label=options.label, features=options.features or None, bounds=options.bounds)
    rows = _Rows(
        read(options.data),
        options.data,
        None if options.train is None else read(options.train),
        options.train,
    )
    config = {key: value for key, value in asdict(options).items() if key != "out"}
    with out_or_new(options.out, Path(options.data).stem, "mscr", keep=keep) as named:
        folder = None if named is None else RunFolder(named)
        return _carry_out(
            options.model, rows, options.settings(), options.opening(), folder,
            config=config, command=command, progress=progress, gates=gates,
        )  # fmt: skip


def mscr(
    classifier: str | Any,
    X: Any,
    y: Any = None,
    norm: str | float = "linf",
    eps: float | None = None,
    copies: int | Literal["auto"] = COPIES,
    random_state: int = 0,
    *,
    X_train: Any = None,
    y_train: Any = None,
    nearest: bool = False,
    noise: Drawn = "independent",
    where: Where = "ball",
    at_edge: AtEdge = "none",
    scale: Scale | Scaling = "none",
    bounds: tuple[float, float] | None = None,
    noise_share: float = 0.05,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    progress: Tell | None = None,
    out: str | PathLike[str] | None = None,
    gates: Sequence[Condition] = (),
    **options: Any,
) -> Mscr:
    """Measure what noise costs a classifier, and leave a run folder where `out` names one.

    Args:
        classifier: Anything with scikit-learn's `predict` or `predict_proba`; a function from rows to scores
            or names of labels; a Classifier; or an address (see `mohs.models.address`).
        X: (n, ...) test rows, or a Table, which has its labels.
        y: (n,) labels.
        norm: "linf", "l2", "l1" or a number p >= 1.
        eps: Radius of the noise; by default eps_min of the rows (and of the training rows, where given).
        copies: Noisy copies of each row; or "auto": as many as it takes to bring the share of the noise in
            the variance of MSCR below `noise_share`, 1,000 at the most.
        random_state: Seed of the noise and of the intervals.
        X_train: Training rows: eps_min and the nearest enemies are then of all rows, as in the paper.
        y_train: Their labels.
        nearest: Find the nearest enemy of each row also where eps and no training rows are given.
        noise: "independent" for every row and copy; or "reference", as the paper's own code drew it, to check
            its tables with (see `mohs.noise.reference`).
        where: In the "ball" or on its "sphere".
        at_edge: What becomes of noisy values outside the bounds: "none", "clip", "truncate" or "reject".
        scale: "none", "min-max" or a Scaling: of the columns, before distances and noise. The classifier is
            given rows in their own units.
        bounds: The least and the largest value that a number may have; by default the data's own.
        noise_share: For `copies="auto"`, in (0, 1).
        confidence: Of the intervals, in (0, 1).
        resamples: Of the bootstrap.
        progress: Called with how many noisy rows of how many are done.
        out: The run's folder: numbers, points and a page, as `mohs mscr --out` writes them.
        gates: What the numbers are held to (`mohs.api.read_conditions`); run.json and the page of `out` say
            what came of it.
        options: How the classifier is opened, as `open_classifier` has them: label_map, scores, device, ...

    Raises:
        DataError: As `as_table`.
        ModelError: The classifier cannot be opened, does not take the rows, or lacks a label of theirs.
        ClassifierFault: It failed while it was asked.
        MohsError: An option is out of range, or eps is not given and 2r is 0.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    check_arguments(mscr, options)
    check_functions(progress=progress)
    if gates and out is None:
        raise MohsError("gates are written into a run's folder", mend="name it: out=...")
    settings = NoiseSettings(
        norm=norm, eps=eps, copies=copies, random_state=random_state, nearest=nearest, noise=noise,
        where=where, at_edge=at_edge, scale=scale, noise_share=noise_share, confidence=confidence,
        resamples=resamples,
    )  # fmt: skip
    table = labelled(X, y, bounds, "X")
    train = None if X_train is None else labelled(X_train, y_train, bounds, "X_train")
    if out is None:
        with _opened(classifier, table, options) as opened:
            found = measure(opened, table, train, settings, progress or silent)
    else:
        told = {one.name: getattr(settings, one.name) for one in fields(settings)}
        del told["random_state"]
        config = {**told, "scale": scale if isinstance(scale, str) else "stated"}
        rows = _Rows(table, table.name, train, train.name if train else None)
        folder = RunFolder(as_path(out))
        found = _carry_out(
            classifier, rows, settings, options, folder,
            config=config, command=None, progress=progress, gates=gates,
        ).found  # fmt: skip
    return replace(found, notes=tuple(map(in_python, found.notes)))


@contextlib.contextmanager
def _opened(classifier: str | Any, table: Table, options: Mapping[str, Any]) -> Iterator[Classifier]:
    """The classifier, opened for the table; what was opened by its owner is the owner's to close."""
    opened = row_classifier(
        classifier, table.labels, table.X, shape=table.shape, columns=table.columns, **options
    )
    try:
        yield opened
    finally:
        if isinstance(classifier, str):
            opened.close()


def _carry_out(
    classifier: str | Any,
    rows: _Rows,
    settings: NoiseSettings,
    opening: Mapping[str, Any],
    folder: RunFolder | None,
    *,
    config: Mapping[str, Any],
    command: str | None,
    progress: Tell | None,
    gates: Sequence[Condition] = (),
) -> Measured[Mscr]:
    """Measure, and write down what came of it."""
    check_possible(gates, {"": MSCR_METRICS})
    with made(folder), _opened(classifier, rows.table, opening) as opened:
        found = measure(opened, rows.table, rows.train, settings, progress or silent)
        record = measured(
            "mscr",
            folder,
            command=command,
            seed=settings.random_state,
            config=config,
            model=dict(opened.identity()),
            **_of_rows(rows.table, rows.name, rows.train, rows.train_name, found),
        )
    eps_is = "eps_min" if settings.eps is None else "stated"
    how = {"eps_is": eps_is, "noise": settings.noise, "where": settings.where}
    return _write(folder, record, found, opened.address, how, gates)


def _of_rows(
    table: Table, name: str, train: Table | None, train_name: str | None, found: Mscr
) -> dict[str, Any]:
    """What the record says of the rows, and of what is to be borne in mind of them."""
    return {
        "data": {
            **of_table(table, name),
            "dtype": str(table.X.dtype),
            "train": None if train is None else of_rows(train, str(train_name)),
        },
        "warnings": list(dict.fromkeys((*found.notes, *notes_of("training rows", train, found.notes)))),
    }


def _write(
    folder: RunFolder | None,
    record: Mapping[str, Any],
    found: Mscr,
    model: str,
    how: Mapping[str, Any],
    gates: Sequence[Condition] = (),
) -> Measured[Mscr]:
    document = results_document(record, numbers(found, model), by_label=by_label(found, model))
    document |= {"mscr": {**how, **details(found, record["seeds"]["run"])}}
    record = {**record, "gates": verdicts(as_read(document)["results"], gates)}

    def draw(folder: RunFolder, document: Mapping[str, Any]) -> None:
        write_points(found, folder.path / "points.parquet")
        write_mscr_page(record, document, folder.report)

    where, document = written(folder, record, document, draw)
    return Measured(where, document, found)
