"""How steep a classifier is near its data: the local Lipschitz estimate of Yang et al. 2020.

"A closer look at accuracy vs. robustness" (NeurIPS 2020, arXiv 2003.02460), section 5: the mean over points x
of the largest ||f(x) - f(x')||_1 / ||x - x'||_inf over x' in the ball of radius eps around x. What a search
finds is a lower bound of it. Classes that are 2r apart can be told apart by an f whose every score is
1/(2r)-Lipschitz and that is right in every ball of radius r (their theorem 1): a value far above that says
that f is steeper than it need be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from mohs.data.values import check_unmasked, check_whole
from mohs.errors import MissingExtra, MohsError
from mohs.estimate import Estimate, mean
from mohs.models.rows import row_scores
from mohs.noise.ball import check_radius, sample_ball
from mohs.noise.norm import Array, Floats, Norm, as_norm

Top = Literal["l1", "kl"]
Score = Callable[[Floats], Floats]

_STARTS = 5
_LEAST = 1e-3
"""The smallest distance that a search tries, as a share of eps: nearer points tell of rounding."""


@dataclass(frozen=True, eq=False)
class LocalLipschitz:
    """A lower bound of how steep a classifier is near its data.

    Attributes:
        value: The mean over the points, its interval over points drawn anew.
        ratios: (n,) the largest ratio found around each point.
        points: (n, ...) where it was found.
        eps: Radius of the balls.
        norm: Of the balls.
        top: How differences of scores are measured: "l1", or "kl", the Kullback-Leibler divergence of the
            probabilities at x' from those at x.
        search: "gradient" or "random".
    """

    value: Estimate
    ratios: Floats
    points: Floats
    eps: float
    norm: str | float
    top: Top
    search: str

    def __repr__(self) -> str:
        ball = f"eps = {self.eps:.6g} in {as_norm(self.norm)}"
        return f"LocalLipschitz({self.value.text(3)}; {ball}, {self.search} search)"


def local_lipschitz(
    classifier: Any,
    X: Array,
    eps: float,
    *,
    norm: str | float = "linf",
    top: Top = "l1",
    steps: int | None = None,
    bounds: tuple[float, float] | None = None,
    random_state: int = 0,
) -> LocalLipschitz:
    """Estimate the local Lipschitz constant of a classifier's scores.

    A torch module is climbed by its gradient (projected steps along the sign, as the authors do; L_inf
    alone); the best point on the way counts. Anything else is searched at random, from its scores alone: a
    point is moved in some of its coordinates and the move is kept where the ratio rises. A classifier whose
    scores jump (trees, nearest neighbours) has no Lipschitz constant: its ratio grows as points come nearer,
    which the search does down to a thousandth of eps.

    Args:
        classifier: A torch module from float32 tensors in the shape of X to scores; a function from rows, in
            that shape too, to (n, classes) scores; or anything with `predict_proba`, which gets flat rows.
        X: (n, ...) points; images keep their shape.
        eps: Radius of the balls; above 0.
        norm: Of the balls: "linf", "l2", "l1" or a number p >= 1.
        top: "l1", or "kl", for which scores are taken as logits of a module and as probabilities otherwise.
        steps: Of the search; 10 along the gradient from each of five starts, 200 at random.
        bounds: The least and the largest value that there can be, -inf and inf for none; by default none.
        random_state: Seed.

    Raises:
        MohsError: The points are no finite numbers or lie outside the bounds, eps is not above 0, another
            option is out of range, or a module with another norm than L_inf.
        ClassifierFault: The classifier raises or gives no finite scores.
    """
    check_unmasked(X=X)
    points = _points(X)
    check_radius(eps)
    check_whole(random_state=random_state, **({} if steps is None else {"steps": steps}))
    if not eps > 0:
        raise MohsError("eps is a radius above 0", got=f"{eps:g}")
    if top not in get_args(Top):
        raise MohsError("top is unknown", got=repr(top), expected=", ".join(get_args(Top)))
    chosen = as_norm(norm)
    box = _box(bounds, points)
    if _is_module(classifier):
        if chosen.name != "linf":
            raise MohsError("a gradient is followed in the L_inf ball alone", got=str(chosen))
        ratios, found = _climb(classifier, points, eps, top, steps or 10, box, random_state)
        search = "gradient"
    else:
        scores, flat = row_scores(classifier, shape=points.shape[1:]), points.reshape(len(points), -1)
        ratios, found = _search(scores, flat, eps, chosen, top, steps or 200, box, random_state)
        found = found.reshape(points.shape)
        search = "random"
    return LocalLipschitz(mean(ratios), ratios, found, eps, chosen.name, top, search)


def _points(X: Any) -> Floats:
    try:
        points = np.array(X, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as problem:
        raise MohsError("the points are rows of numbers", got=str(problem)) from None
    if points.ndim < 2 or not points.size:
        raise MohsError("the points are rows of numbers", got=f"an array of shape {points.shape}")
    if not np.isfinite(points).all():
        row = int(np.argwhere(~np.isfinite(points))[0, 0])
        raise MohsError("the points are rows of finite numbers", got=f"row {row}: {points[row]}"[:200])
    return points


def _box(bounds: Any, points: Floats) -> tuple[float, float]:
    """The bounds, checked; from -inf to inf where there are none."""
    try:
        low, high = (-np.inf, np.inf) if bounds is None else map(float, bounds)
    except (TypeError, ValueError, OverflowError):
        low = high = np.nan
    if not low < high:
        raise MohsError("bounds are two numbers, the lower one first", got=repr(bounds)[:80])
    if not low <= points.min() <= points.max() <= high:
        raise MohsError(
            "points lie outside the bounds",
            got=f"{points.min():g} to {points.max():g}",
            expected=f"{low:g} to {high:g}",
        )
    return low, high


def _search(
    score: Score, X: Floats, eps: float, norm: Norm, top: Top, steps: int, box: tuple[float, float], seed: int
) -> tuple[Floats, Floats]:
    """A (1 + 1) search around all points at once; every step asks for one score a point."""
    rng = np.random.default_rng(seed)
    n, d = X.shape
    base = score(X.copy())  # whatever it writes into its rows
    best, ratios = X.copy(), np.zeros(n)
    for step in range(steps):
        fresh = sample_ball(n, d, eps, norm, rng)
        if norm.name == "linf":
            fresh = eps * np.sign(fresh)  # steepest at corners
        # First anywhere in the ball, then in ever fewer coordinates of what was best, and at other lengths.
        few = rng.random((n, d)) < (1.0 if step < steps // 10 else max(1.0 / d, 2.0 ** -(step % 8)))
        moved = np.where(few, fresh, best - X)
        lengths = norm.lengths(moved)
        wanted = eps * np.where(rng.random(n) < 0.5, 1.0, _LEAST ** rng.random(n))
        moved *= (wanted / np.where(lengths > 0, lengths, 1.0))[:, None]
        tried = np.clip(X + moved, *box)
        found = _ratio(base, score(tried.copy()), norm.lengths(tried - X), top)
        better = found > ratios
        ratios[better], best[better] = found[better], tried[better]
    return ratios, best


def _ratio(base: Floats, other: Floats, lengths: Floats, top: Top) -> Floats:
    if top == "kl":
        least = np.finfo(np.float64).tiny
        difference = (base * (np.log(np.maximum(base, least)) - np.log(np.maximum(other, least)))).sum(axis=1)
    else:
        difference = np.abs(base - other).sum(axis=1)
    return np.where(lengths > 0, difference / np.where(lengths > 0, lengths, 1.0), 0.0)


def _is_module(classifier: Any) -> bool:
    return any(f"{kind.__module__}.{kind.__name__}" == "torch.nn.modules.module.Module"
               for kind in type(classifier).__mro__)  # fmt: skip


def _climb(
    module: Any, X: Floats, eps: float, top: Top, steps: int, box: tuple[float, float], seed: int
) -> tuple[Floats, Floats]:
    """Steps of a fifth of eps along the sign of the gradient, from several starts near the point."""
    try:
        import torch
    except ImportError:
        raise MissingExtra("a torch module", package="torch", extra="hf") from None

    modes = {part: part.training for part in module.modules()}
    like = next(module.parameters(), torch.zeros(1))
    x = torch.as_tensor(X, dtype=like.dtype, device=like.device)
    generator = torch.Generator().manual_seed(seed % 2**63)  # the largest that it takes
    module.eval()
    try:
        with torch.enable_grad():
            return _climbed(module, x, eps, top, steps, box, generator)
    finally:
        for part, mode in modes.items():
            part.training = mode


def _climbed(
    module: Any, x: Any, eps: float, top: Top, steps: int, box: tuple[float, float], generator: Any
) -> tuple[Floats, Floats]:
    import torch

    said: list[Any] = []

    def ask(at: Any) -> Any:
        said[:] = [module(at.clone())]  # whatever it writes into its rows
        if not isinstance(said[0], torch.Tensor):
            raise TypeError(f"the module gives a {type(said[0]).__name__}, not one tensor of scores")
        return said[0]

    check = row_scores(ask, tuple(x.shape[1:]))

    def scores(at: Any) -> Any:
        check(at)
        return said[0]

    base = scores(x).detach()

    def ratio(at: Any) -> Any:
        lengths = (at - x).abs().flatten(1).amax(dim=1)
        other = scores(at)
        if top == "kl":
            logs = torch.log_softmax(other, dim=1)
            difference = (base.softmax(1) * (torch.log_softmax(base, dim=1) - logs)).sum(dim=1)
        else:
            difference = (other - base).abs().sum(dim=1)
        return torch.where(lengths > 0, difference / lengths.clamp_min(1e-30), torch.zeros_like(lengths))

    at, best, found = x, torch.zeros(len(x)).to(x), x.clone()
    for step in range(_STARTS * (steps + 1)):
        if step % (steps + 1) == 0:
            start = eps * 0.01 * torch.randn(x.shape, generator=generator, dtype=torch.float32).to(x)
            at = (x + start.clamp(-eps, eps)).clamp(*box)
        at = at.detach().requires_grad_(True)
        value = ratio(at)
        better = value.detach() > best
        best[better], found[better] = value.detach()[better], at.detach()[better]
        (gradient,) = torch.autograd.grad(value.sum(), at)
        moved = at.detach() + 0.2 * eps * gradient.sign()
        at = (x + (moved - x).clamp(-eps, eps)).clamp(*box)
    return best.double().cpu().numpy(), found.double().cpu().numpy()
