"""MSCR: what random noise as large as half the distance of the classes costs a classifier.

    MSCR = (accuracy with noise - accuracy without) / accuracy without

(Siedel et al. 2022, "Utilizing class separation distance for the evaluation of corruption robustness of
machine learning classifiers"). With noise no larger than eps_min a perfect classifier loses nothing, so what
is lost (below 0) was avoidable; above 0 noise mends more than it breaks.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from mohs.data.values import as_integer, check_share, check_whole
from mohs.errors import MohsError
from mohs.estimate import CONFIDENCE, RESAMPLES, Estimate, How, proportion
from mohs.estimate.exact import clopper_pearson
from mohs.models.address import check_arguments
from mohs.models.classifier import Classifier
from mohs.models.rows import row_classifier
from mohs.noise.ball import Noise, Where
from mohs.noise.box import AT_EDGE, AtEdge
from mohs.noise.counting import Counts, Setting, Tell, count_clean, count_copies, silent
from mohs.noise.norm import Floats, Norm, as_norm
from mohs.noise.points import Rows
from mohs.noise.radius import eps_min, labelled, measured, stated
from mohs.noise.reference import ReferenceNoise
from mohs.noise.remarks import estimand, remarks
from mohs.noise.robustness import Robustness, noise_share, robustness_by
from mohs.noise.scaling import Scale, Scaling, scaling_of
from mohs.noise.separation import Separation

Drawn = Literal["independent", "reference"]
COPIES = 10
MOST_COPIES = 1_000
"""Where `copies="auto"` stops at the latest."""


@dataclass(frozen=True, eq=False)
class Mscr(Robustness):
    """What noise costs a classifier: `value` is the MSCR; see `Robustness` for the other numbers.

    Attributes:
        eps: Radius of the noise.
        norm: "linf", "l2", "l1" or p.
        copies: Noisy copies of each row.
        by_label: Name of a label -> the numbers of its rows.
        labels: Names of the labels; those that the classifier alone knows come last.
        y: (n,) numbers of the rows' labels.
        prediction: (n,) number of the label that each row gets without noise.
        right: (n,) in how many copies the row gets its own label.
        flipped: (n,) in how many it gets another label than without noise.
        flip_low: (n,) lower end of the exact interval (Clopper and Pearson) of each row's probability to
            flip,
        flip_high: and its upper end; each for its own row alone.
        noise_share: Which share of the variance of MSCR comes of the noise; None for one copy.
        unstable: Share of rows that get another label when the classifier is asked again.
        at_edge: Share of noisy values that the edges of the box affected (see `mohs.noise.box`).
        noise_length: Mean L2 length of the noise, in its first copy.
        noise_rms: Root of the mean square of its values.
        separation: Of the rows, where it was measured; the rows come last, behind those of the training data.
        estimand: What MSCR and its interval are of, in words.
        notes: What should be known of the numbers.
        seconds: "classifier" and "noise": where the time went.
    """

    eps: float
    norm: str | float
    copies: int
    by_label: Mapping[str, Robustness]
    labels: tuple[str, ...]
    y: Rows
    prediction: Rows
    right: Rows
    flipped: Rows
    flip_low: Floats
    flip_high: Floats
    noise_share: float | None
    unstable: Estimate
    at_edge: float
    noise_length: float
    noise_rms: float
    separation: Separation | None
    estimand: str
    notes: tuple[str, ...]
    seconds: Mapping[str, float]

    def __repr__(self) -> str:
        return (
            f"Mscr({self.value.percent()}; accuracy {self.accuracy_clean}; with noise {self.accuracy_noisy}; "
            f"eps = {self.eps:.6g} in {as_norm(self.norm)}, {self.copies} copies)"
        )

    @property
    def nearest(self) -> Floats | None:
        """(n,) the distance of each row's nearest enemy, where it was measured."""
        return None if self.separation is None else self.separation.nearest[-len(self.y) :]


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
    tell: Tell = silent,
    **options: Any,
) -> Mscr:
    """Measure what noise costs a classifier.

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
        tell: Hears progress: how many noisy rows of how many are done.
        options: How the classifier is opened, as `open_classifier` has them: label_map, scores, device, ...

    Raises:
        DataError: As `as_table`.
        ModelError: The classifier cannot be opened, does not take the rows, or lacks a label of theirs.
        ClassifierFault: It failed while it was asked.
        MohsError: An option is out of range, or eps is not given and 2r is 0.
    """
    check_arguments(mscr, options)
    table = labelled(X, y, bounds, "X")
    train = None if X_train is None else labelled(X_train, y_train, bounds, "X_train")
    chosen, scaling = as_norm(norm), scaling_of(table if train is None else train, scale)
    _check(copies, noise, where, at_edge, noise_share, confidence)
    check_whole(random_state=random_state, resamples=resamples)
    radius = None if eps is None else stated(eps, table, chosen, scaling)
    found = None
    if radius is None or nearest or train is not None:
        found = measured(table, train, chosen, scaling, random_state)
        radius = eps_min(found, table.name) if radius is None else radius
    opened = row_classifier(
        classifier, table.labels, table.X, shape=table.shape, columns=table.columns, **options
    )
    how: How = {"confidence": confidence, "resamples": resamples, "random_state": random_state}
    try:
        source = _source(int(table.X.shape[1]), radius, chosen, random_state, copies, noise, where)
        setting = Setting(table, opened.row_labels, source, scaling, at_edge)
        counts = count_clean(setting)
        _draw(setting, counts, copies, noise_share, tell)
    finally:
        if isinstance(classifier, str):
            opened.close()
    return _result(setting, counts, opened, radius, chosen, found, how)


def _check(copies: Any, noise: str, where: str, at_edge: str, share: float, confidence: float) -> None:
    whole = as_integer(copies) is not None and not isinstance(copies, str) and copies >= 1
    if not whole and copies != "auto":
        raise MohsError("copies cannot be used", got=repr(copies), expected="a whole number from 1, or auto")
    for name, word, known in (
        ("noise", noise, get_args(Drawn)),
        ("where", where, get_args(Where)),
        ("at_edge", at_edge, AT_EDGE),
    ):
        if word not in known:
            raise MohsError(f"{name} is unknown", got=repr(word), expected=", ".join(known))
    if noise == "reference" and (copies == "auto" or at_edge != "none" or where != "ball"):
        raise MohsError(
            "the paper's code draws a stated number of copies in the ball and knows no edges",
            got=f"copies {copies}, where {where}, at_edge {at_edge}",
            mend="leave out --noise reference, or state --copies and leave out --sphere and --at-edge",
        )
    check_share(noise_share=share, confidence=confidence)


def _source(
    d: int, eps: float, norm: Norm, seed: int, copies: int | str, noise: Drawn, where: Where
) -> Noise | ReferenceNoise:
    if noise == "reference":
        return ReferenceNoise(d, eps, norm, seed, int(copies))
    return Noise(d, eps, norm, seed, where=where)


def _draw(setting: Setting, counts: Counts, copies: int | str, wanted: float, tell: Tell) -> None:
    if isinstance(setting.noise, ReferenceNoise):
        count_copies(setting, counts, setting.noise.copies, tell)
        return
    if copies != "auto":
        count_copies(setting, counts, int(copies), tell)
        return
    more = COPIES
    while more:
        count_copies(setting, counts, more, tell)
        now = noise_share(counts.clean == setting.table.y, counts.right, counts.copies)
        if now < wanted:
            return
        # With k copies the noise has the share w / (w + b k); what that leaves to do, at most twice as many.
        needed = counts.copies * now * (1 - wanted) / (wanted * max(1 - now, 1e-3))
        target = min(MOST_COPIES, 2 * counts.copies, max(counts.copies + COPIES, math.ceil(needed)))
        more = target - counts.copies


def _result(
    setting: Setting,
    counts: Counts,
    opened: Classifier,
    eps: float,
    norm: Norm,
    found: Separation | None,
    how: How,
) -> Mscr:
    table, copies = setting.table, counts.copies
    correct = counts.clean == table.y
    whole, parts = robustness_by(table.y, correct, counts.right, counts.flipped, copies, how)
    low, high = clopper_pearson(counts.flipped, copies, how["confidence"])
    share = noise_share(correct, counts.right, copies) if copies > 1 else None
    n, d = table.X.shape
    unstable = proportion(counts.changed, counts.repeated, confidence=how["confidence"])
    return Mscr(
        **vars(whole),
        eps=eps,
        norm=norm.name,
        copies=copies,
        by_label={table.labels[number]: part for number, part in parts.items()},
        labels=opened.labels,
        y=table.y,
        prediction=counts.clean,
        right=counts.right,
        flipped=counts.flipped,
        flip_low=low,
        flip_high=high,
        noise_share=share,
        unstable=unstable,
        at_edge=counts.affected / (n * d * copies),
        noise_length=eps * counts.lengths / n,
        noise_rms=eps * math.sqrt(counts.squares / (n * d)),
        separation=found,
        estimand=estimand(setting, eps, norm),
        notes=tuple(remarks(setting, counts, opened.labels, eps, found)),
        seconds={"classifier": counts.asking, "noise": counts.drawing},
    )
