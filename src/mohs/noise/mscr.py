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

from mohs.data.table import Table
from mohs.data.values import as_integer, check_share, check_whole, shown
from mohs.errors import MohsError
from mohs.estimate import CONFIDENCE, RESAMPLES, Estimate, How, proportion
from mohs.estimate.exact import clopper_pearson
from mohs.models.classifier import Classifier
from mohs.noise.ball import Noise, Where
from mohs.noise.box import AT_EDGE, AtEdge
from mohs.noise.counting import Counts, Setting, Tell, count_clean, count_copies, silent
from mohs.noise.norm import Floats, Norm, as_norm
from mohs.noise.points import Rows
from mohs.noise.radius import eps_min, measured, stated
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


@dataclass(frozen=True, kw_only=True)
class NoiseSettings:
    """Which noise is drawn and how its cost is told; `mohs.mscr` says what each means.

    Raises:
        MohsError: One is out of range, or some exclude each other.
    """

    norm: str | float = "linf"
    eps: float | None = None
    copies: int | Literal["auto"] = COPIES
    random_state: int = 0
    nearest: bool = False
    noise: Drawn = "independent"
    where: Where = "ball"
    at_edge: AtEdge = "none"
    scale: Scale | Scaling = "none"
    noise_share: float = 0.05
    confidence: float = CONFIDENCE
    resamples: int = RESAMPLES

    def __post_init__(self) -> None:
        as_norm(self.norm)
        copies: Any = self.copies
        counted = as_integer(copies)
        if copies != "auto" and (isinstance(copies, str) or counted is None or counted < 1):
            raise MohsError(
                "copies cannot be used", got=shown(copies), expected="a whole number from 1, or auto"
            )
        check_whole(**({} if counted is None else {"copies": counted}))
        for name, known in (("noise", get_args(Drawn)), ("where", get_args(Where)), ("at_edge", AT_EDGE)):
            if getattr(self, name) not in known:
                got = repr(getattr(self, name))
                raise MohsError(f"{name} is unknown", got=got, expected=", ".join(known))
        if self.noise == "reference" and (copies == "auto" or self.at_edge != "none" or self.where != "ball"):
            raise MohsError(
                "the paper's code draws a stated number of copies in the ball and knows no edges",
                got=f"copies {copies}, where {self.where}, at_edge {self.at_edge}",
                mend="leave out --noise reference, or state --copies and leave out --sphere and --at-edge",
            )
        check_share(noise_share=self.noise_share, confidence=self.confidence)
        check_whole(random_state=self.random_state, resamples=self.resamples)

    @property
    def interval(self) -> How:
        """How intervals are made."""
        return {
            "confidence": self.confidence,
            "resamples": self.resamples,
            "random_state": self.random_state,
        }


def measure(
    classifier: Classifier, table: Table, train: Table | None, settings: NoiseSettings, tell: Tell = silent
) -> Mscr:
    """Measure what noise costs a classifier of rows.

    Args:
        classifier: Opened for the table (`mohs.models.rows.row_classifier`).
        table: Test rows.
        train: Training rows: eps_min and the nearest enemies are then of all rows, as in the paper.
        settings: Which noise.
        tell: Hears progress: how many noisy rows of how many are done.

    Raises:
        ClassifierFault: It failed while it was asked.
        MohsError: eps is out of range for these rows, or not given while 2r is 0; the rows have no column
            that varies; or the training rows have other columns or labels.
    """
    norm, scaling = as_norm(settings.norm), scaling_of(table if train is None else train, settings.scale)
    seed = settings.random_state
    radius = None if settings.eps is None else stated(settings.eps, table, norm, scaling)
    found = None
    if radius is None or settings.nearest or train is not None:
        found = measured(table, train, norm, scaling, seed)
        radius = eps_min(found, table.name) if radius is None else radius
    source = _source(
        int(table.X.shape[1]), radius, norm, seed, settings.copies, settings.noise, settings.where
    )
    setting = Setting(table, classifier.row_labels, source, scaling, settings.at_edge)
    counts = count_clean(setting)
    _draw(setting, counts, settings.copies, settings.noise_share, tell)
    return _result(setting, counts, classifier, radius, norm, found, settings.interval)


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
