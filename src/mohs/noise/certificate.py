"""What share of the noise around a point leaves its label alone, with a bound that holds.

The statistical twin of PROVEN (Weng et al. 2019, PMLR 97): for any classifier, from predictions alone. If
`kept` of k independent draws of the noise keep the label that the classifier gives to the point itself, the
lower Clopper-Pearson bound at level 1 - alpha is below P[label kept] in at least a share 1 - alpha of all
experiments (Clopper and Pearson 1934). It says nothing of the worst point of the ball.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mohs.data.values import check_share, check_whole
from mohs.estimate import Estimate, share
from mohs.estimate.exact import lower_bound
from mohs.models.rows import row_labels
from mohs.noise.ball import Noise, check_radius
from mohs.noise.box import AtEdge, add_noise, box_of
from mohs.noise.joined import labelled
from mohs.noise.norm import Floats, as_norm
from mohs.noise.points import Rows

_BATCH = 8_192


@dataclass(frozen=True, eq=False)
class Certificate:
    """How sure each point keeps its label under noise.

    Attributes:
        label: (n,) the label that the classifier gives to the point without noise.
        right: (n,) whether that is the point's own.
        kept: (n,) how many draws kept it.
        copies: Of how many.
        lower: (n,) lower bound of P[label kept], each at the level of `confidence`.
        confidence: Of one point's bound; of all bounds together where `simultaneous`.
        simultaneous: Whether all bounds hold together (Bonferroni).
        eps: Radius of the noise.
        norm: Of the noise.
    """

    label: Rows
    right: Any
    kept: Rows
    copies: int
    lower: Floats
    confidence: float
    simultaneous: bool
    eps: float
    norm: str | float

    def __repr__(self) -> str:
        return (
            f"Certificate({len(self.lower):,} points, eps = {self.eps:.6g} in {as_norm(self.norm)}, "
            f"{self.copies} copies; right and kept with p >= 0.5: {self.certified(0.5).percent()})"
        )

    def certified(self, probability: float) -> Estimate:
        """The share of points whose label is right and kept with at least this probability, certified."""
        check_share(probability=probability)
        return share(self.right & (self.lower >= probability))


def certify(
    classifier: Any,
    X: Any,
    y: Any = None,
    *,
    eps: float,
    norm: str | float = "linf",
    copies: int = 100,
    confidence: float = 0.95,
    simultaneous: bool = False,
    at_edge: AtEdge = "none",
    random_state: int = 0,
    label_map: Mapping[str, str] | None = None,
) -> Certificate:
    """Bound P[label kept] under uniform noise around every point.

    Args:
        classifier: Anything with `predict`, which gets flat rows; a function from rows, in the shape that X
            has, to labels; or an address.
        X: (n, ...) rows, or a Table.
        y: Their labels.
        eps: Radius of the noise.
        norm: "linf", "l2", "l1" or a number p >= 1.
        copies: Draws for each point. The largest bound that k draws can give is (1 - confidence) ** (1 / k):
            .9705 for 100, .997 for 1,000.
        confidence: Of the bounds, in (0, 1).
        simultaneous: Whether all bounds shall hold together with this confidence, rather than each.
        at_edge: What happens at the edges of the box; see `add_noise`.
        random_state: Seed of the noise.
        label_map: The classifier's label -> the data's, where they are called by other names.

    Raises:
        DataError, MohsError: As `as_table`, `sample_ball` and `add_noise`; or copies or confidence are out of
            range.
        ModelError, ClassifierFault: As `mohs.models.rows.row_labels`.
    """
    table = labelled(X, y, None, "X")
    check_whole(copies=copies, random_state=random_state)
    check_share(confidence=confidence)
    check_radius(eps)
    chosen = as_norm(norm)
    predict = row_labels(
        classifier, table.labels, table.X, shape=table.shape, columns=table.columns, label_map=label_map
    )
    noise = Noise(table.X.shape[1], eps, chosen, random_state)
    label = np.concatenate([predict(table.X[rows].copy()) for rows in _batches(len(table))])
    kept, box = np.zeros(len(table), dtype=np.int64), box_of(table)
    for copy in range(copies):
        for rows in _batches(len(table)):
            noisy = add_noise(table.X[rows], noise, copy, rows.start, box, at_edge)
            kept[rows] += predict(noisy.X) == label[rows]
    level = 1 - (1 - confidence) / len(table) if simultaneous else confidence
    return Certificate(
        label=label,
        right=label == table.y,
        kept=kept,
        copies=copies,
        lower=lower_bound(kept, copies, level),
        confidence=confidence,
        simultaneous=simultaneous,
        eps=eps,
        norm=chosen.name,
    )


def _batches(n: int) -> list[slice]:
    return [slice(start, min(start + _BATCH, n)) for start in range(0, n, _BATCH)]
