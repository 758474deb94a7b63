"""The noise of the MSCR paper's own code, to check its tables with; for nothing else.

The two-dimensional experiment of Siedel et al. 2022 sets numpy's seed anew before it draws the copies of each
point. So all points of a run get the same offsets, and so do training and test rows, scaled by eps: a model
that was trained on them has seen the very noise that it is tested with. For L2 it draws from the square and
drops what lies outside the circle, so that fewer copies are left than were asked for.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from mohs.errors import MohsError
from mohs.noise.norm import Floats, Norm

_SEEDS = 2**32


@dataclass(frozen=True)
class ReferenceNoise:
    """Offsets that all points share, for training and test alike.

    Attributes:
        d: Dimensions.
        eps: Radius.
        norm: L_inf or L2, the two that the paper's code has.
        seed: Of the run, 0 to 2**32 - 1: it seeds numpy's old generator, as there.
        asked: Copies that were asked for.
    """

    d: int
    eps: float
    norm: Norm
    seed: int
    asked: int

    def __post_init__(self) -> None:
        if self.norm.name not in ("linf", "l2"):
            raise MohsError(
                "the paper's code draws its noise in L_inf and L2 alone",
                got=str(self.norm),
                mend="leave out --noise reference",
            )
        if not 0 <= self.seed < _SEEDS:
            raise MohsError(
                "the seed of the reference noise is out of range",
                got=str(self.seed),
                expected="0 to 2**32 - 1",
            )

    @cached_property
    def offsets(self) -> Floats:
        """(copies, d) offsets; for L2 those of the `asked` that lie inside the ball.

        Raises:
            MohsError: None of them does, which in many dimensions is certain.
        """
        old = np.random.RandomState(self.seed)
        drawn = self.eps * (2.0 * old.random_sample((self.asked, self.d)) - 1.0)
        if self.norm.name == "l2" and self.eps > 0:
            drawn = drawn[self.norm.lengths(drawn) < self.eps]
        if not len(drawn):
            raise MohsError(
                f"the paper's way to draw L2 noise leaves none of {self.asked:,} copies: in {self.d:,} "
                "dimensions too little of the cube lies in the ball",
                mend="ask for more --copies, or leave out --noise reference",
            )
        return np.asarray(drawn)

    @property
    def copies(self) -> int:
        """How many copies there are."""
        return len(self.offsets)

    def rows(self, copy: int, start: int, stop: int) -> Floats:
        """The noise of rows start to stop (without it) in one copy: the same for each, (stop - start, d)."""
        return np.broadcast_to(self.offsets[copy], (max(0, stop - start), self.d))
