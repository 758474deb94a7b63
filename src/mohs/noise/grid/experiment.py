"""What a grid is asked for, checked; and its cells: one fitted model each, tested with every noise."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from mohs.data.values import check_share, check_whole
from mohs.errors import MohsError
from mohs.noise.box import AT_EDGE, AtEdge
from mohs.noise.grid.estimators import Model
from mohs.noise.norm import Norm
from mohs.noise.scaling import SCALES, Scale

Training = Literal["noisy", "with-clean", "own"]
TRAINING: tuple[Training, ...] = get_args(Training)
Drawn = Literal["independent", "reference"]

PLAIN, REPEATED = "plain", "repeated"
"""Training on the rows themselves, and on as many copies of them as noisy copies are trained on."""

_OF_EPS_MIN = re.compile(r"(?:([0-9.eE+-]+)\s*\*\s*)?eps_min")
_OLD_SEEDS = 2**32


@dataclass(frozen=True)
class Cell:
    """One model to be fitted, in one run.

    Attributes:
        run: From 0; it decides the split, the seeds and the noise, for all models alike.
        model: Name of the model.
        training: PLAIN, REPEATED, or how noise was trained on.
        eps_train: Radius of that noise; 0 for PLAIN and REPEATED.
    """

    run: int
    model: str
    training: str
    eps_train: float

    @property
    def id(self) -> str:
        """How journals and messages name it."""
        return f"{self.model}, {self.training}, eps_train {self.eps_train!r}, run {self.run}"


@dataclass(frozen=True)
class Experiment:
    """What is asked for; every radius is a number here.

    Attributes:
        models: The models, by name.
        eps_train: Radii that are trained with; 0 is training without noise.
        eps_test: Radii above 0 that are tested with; without noise is always tested.
        eps_min: Half the smallest distance of two rows of different labels; None where 2r is 0.
        norm: Of the noise.
        runs: How many.
        test_size: Share of the rows that a run tests on; None where test rows were given.
        copies: Noisy copies of each test row.
        copies_train: Training rows made of each row.
        training: How noise is trained on. "noisy": on the noisy copies alone, as in the paper. "with-clean":
            one of the copies has no noise. "own": the model makes its own noise while it trains (it has the
            parameters `eps` and `norm`).
        control: Also train on `copies_train` copies without noise: as many rows, and none of the noise.
        stratify: Whether a split keeps the share of every label.
        noise: "independent", or "reference": as the paper's code drew it, and its seeds.
        at_edge: What becomes of noisy values outside the box.
        scale: How columns are scaled before noise is added; models see the data's own units.
        seed: Of everything.
    """

    models: tuple[Model, ...]
    eps_train: tuple[float, ...]
    eps_test: tuple[float, ...]
    eps_min: float | None
    norm: Norm
    runs: int = 10
    test_size: float | None = 0.2
    copies: int = 10
    copies_train: int = 10
    training: tuple[Training, ...] = ("noisy",)
    control: bool = False
    stratify: bool = False
    noise: Drawn = "independent"
    at_edge: AtEdge = "none"
    scale: Scale = "none"
    seed: int = 0

    def __post_init__(self) -> None:
        check_whole(
            runs=self.runs, copies=self.copies, copies_train=self.copies_train, random_state=self.seed
        )
        if not self.models:
            raise MohsError("a grid needs at least one model")
        if self.test_size is not None:
            check_share(test_size=self.test_size)
        for name, words, known in (
            ("training", self.training, TRAINING),
            ("noise", (self.noise,), get_args(Drawn)),
            ("at_edge", (self.at_edge,), AT_EDGE),
            ("scale", (self.scale,), SCALES),
        ):
            for word in words:
                if word not in known:
                    raise MohsError(f"{name} is not known", got=repr(word), expected=", ".join(known))
        if self.noise == "reference" and self.at_edge != "none":
            raise MohsError("the reference noise knows no edges", got=f"at_edge {self.at_edge}")
        if self.noise == "reference" and self.seed + self.runs > _OLD_SEEDS:
            raise MohsError(
                "the seeds of the reference noise are seed, seed + 1, ... and end below 2**32",
                got=f"seed {self.seed}, {self.runs} runs",
            )
        if len(set(self.training)) < len(self.training):
            raise MohsError("training names a way twice", got=", ".join(self.training))
        if not self.training:
            raise MohsError("training needs at least one way", expected=", ".join(TRAINING))

    def fits(self) -> list[tuple[str, float]]:
        """(training, eps_train) of everything that one model is fitted to in a run."""
        found = []
        for eps in self.eps_train:
            if eps == 0:
                found += [(PLAIN, 0.0), *([(REPEATED, 0.0)] if self.control else [])]
            else:
                found += [(how, eps) for how in self.training]
        return found

    def cells(self) -> Iterator[Cell]:
        """All cells; those of one run together, so that a part of the grid is whole runs."""
        for run in range(self.runs):
            for model in self.models:
                for training, eps in self.fits():
                    yield Cell(run, model.name, training, eps)

    def model(self, name: str) -> Model:
        """The model of this name."""
        return next(model for model in self.models if model.name == name)

    def to_json(self) -> dict[str, Any]:
        """As run.json and the fingerprint have it."""
        return {
            "models": {model.name: dict(model.spec) for model in self.models},
            "eps_train": list(self.eps_train),
            "eps_test": list(self.eps_test),
            "eps_min": self.eps_min,
            "norm": self.norm.name,
            **{
                name: getattr(self, name)
                for name in (
                    "runs", "test_size", "copies", "copies_train", "control", "stratify", "noise", "at_edge",
                    "scale", "seed",
                )
            },
            "training": list(self.training),
        }  # fmt: skip


def radii(name: str, given: Sequence[Any], eps_min: float | None, most: float) -> tuple[float, ...]:
    """Radii as numbers, ascending, each once.

    Args:
        name: Of the option, for messages.
        given: Numbers of at least 0, "eps_min", or multiples of it ("0.5 * eps_min").
        eps_min: What that is; None where 2r is 0.
        most: The size of the box.

    Raises:
        MohsError: Something else, or a radius as large as the box.
    """
    found = set()
    for one in given:
        value = _radius(name, one, eps_min)
        if not 0 <= value < most:
            raise MohsError(
                f"{name}: a radius is out of range",
                got=str(one),
                expected=f"0 to less than the box, {most:g}",
            )
        found.add(value)
    if not found:
        raise MohsError(f"{name} is empty", expected="radii, for example [0, eps_min]")
    return tuple(sorted(found))


def _radius(name: str, given: Any, eps_min: float | None) -> float:
    if isinstance(given, str) and (match := _OF_EPS_MIN.fullmatch(given.strip())):
        if eps_min is None:
            raise MohsError(
                f"{name}: there is no eps_min, because 2r is 0: rows are equal but have different labels",
                mend="leave these rows out (mohs separation lists them), or give radii as numbers",
            )
        given = eps_min if match[1] is None else float(match[1]) * eps_min
    try:
        value = np.nan if isinstance(given, bool) else float(given)
    except (TypeError, ValueError, OverflowError):
        value = np.nan
    if not np.isfinite(value):
        raise MohsError(
            f"{name}: this is no radius",
            got=repr(given),
            expected="a number, eps_min, or a multiple (0.5 * eps_min)",
        )
    return value
