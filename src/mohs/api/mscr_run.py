"""What `mohs mscr` does with its flags, and what it writes down."""

import contextlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from mohs.api.mscr_document import by_label, details, numbers, write_points
from mohs.api.record import Measured, made, measured, notes_of, of_rows, of_table, written
from mohs.data.table import Table
from mohs.data.table_files import read_table
from mohs.models.classifier import Classifier
from mohs.models.rows import row_classifier
from mohs.noise.box import AtEdge
from mohs.noise.counting import Tell, silent
from mohs.noise.mscr import Drawn, Mscr, mscr
from mohs.noise.scaling import Scale
from mohs.report.mscr import write_mscr_page
from mohs.runs.folder import RunFolder, new_folder
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


def mscr_command(
    options: MscrOptions, *, keep: bool = True, command: str | None = None, tell: Tell = silent
) -> Measured[Mscr]:
    """Measure what noise costs a classifier, into a run folder.

    Args:
        options: What is asked for.
        keep: Write a folder even where `out` names none.
        command: The command line, for the record.
        tell: Hears progress: how many noisy rows of how many are done.

    Raises:
        MohsError: The data, the classifier or an option cannot be used, or the folder is there already.
        ClassifierFault: The classifier failed.
        RunFailed: A file cannot be written.
    """
    read = partial(read_table, label=options.label, features=options.features or None, bounds=options.bounds)
    table = read(options.data)
    train = None if options.train is None else read(options.train)
    classifier = row_classifier(
        options.model,
        table.labels,
        table.X,
        shape=table.shape,
        columns=table.columns,
        **options.opening(),
    )
    named = options.out or (new_folder(Path(options.data).stem, "mscr") if keep else None)
    folder = None if named is None else RunFolder(named)
    with made(folder), contextlib.closing(classifier):
        found = mscr(
            classifier,
            table,
            norm=options.norm,
            eps=options.eps,
            copies=options.copies,
            random_state=options.seed,
            X_train=train,
            nearest=options.nearest,
            noise=options.noise,
            where="sphere" if options.sphere else "ball",
            at_edge=options.at_edge,
            scale=options.scale,
            noise_share=options.noise_share,
            tell=tell,
        )
        record = _record(options, table, train, classifier, found, command, folder)
    model = classifier.address
    document = results_document(record, numbers(found, model), by_label=by_label(found, model))
    document |= {"mscr": {**chosen(options), **details(found, options.seed)}}

    def draw(folder: RunFolder, document: Mapping[str, Any]) -> None:
        write_points(found, folder.path / "points.parquet")
        write_mscr_page(record, document, folder.report)

    where, document = written(folder, record, document, draw)
    return Measured(where, document, found)


def _record(
    options: MscrOptions,
    table: Table,
    train: Table | None,
    classifier: Classifier,
    found: Mscr,
    command: str | None,
    folder: RunFolder | None,
) -> dict[str, Any]:
    return measured(
        "mscr",
        folder,
        command=command,
        seed=options.seed,
        config={key: value for key, value in asdict(options).items() if key != "out"},
        model=dict(classifier.identity()),
        data={
            **of_table(table, options.data),
            "dtype": str(table.X.dtype),
            "train": None if train is None else of_rows(train, str(options.train)),
        },
        warnings=list(dict.fromkeys((*found.notes, *notes_of("training rows", train, found.notes)))),
    )


def chosen(options: MscrOptions) -> dict[str, Any]:
    """What was chosen of the noise, as the page tells it."""
    return {
        "eps_is": "eps_min" if options.eps is None else "stated",
        "noise": options.noise,
        "where": "sphere" if options.sphere else "ball",
    }
