"""Models of a grid: how each is written down, and made anew for every fit."""

import copy
import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mohs.errors import MissingExtra, ModelError, MohsError
from mohs.models.python import locate
from mohs.spec import did_you_mean

_SEED = "random_state"


@dataclass(frozen=True)
class Model:
    """A model that is not fitted yet.

    Attributes:
        name: Of one's own choice.
        spec: How it is written down: {"sklearn": "ensemble.RandomForestClassifier", "n_estimators": 100},
            {"python": "mypackage.models:make", ...} or {"object": ...} for one that was given open.
        given: The open one, in the last case.
    """

    name: str
    spec: Mapping[str, Any]
    given: Any = field(default=None, compare=False)

    def make(self, seed: int) -> Any:
        """An estimator, not fitted, whose random choices are decided by the seed.

        Raises:
            ModelError: It cannot be made, or has no fit and predict.
            MissingExtra: It needs scikit-learn, which is not installed.
        """
        estimator = self._new()
        if isinstance(estimator, type) or not (hasattr(estimator, "fit") and hasattr(estimator, "predict")):
            raise ModelError(
                f"model {self.name!r} cannot be trained",
                got=f"a {type(estimator).__name__}",
                expected="an object with fit and predict",
            )
        return seeded(estimator, seed)

    def _new(self) -> Any:
        if self.given is not None:
            return _copied(self.given)
        options = {key: value for key, value in self.spec.items() if key not in ("sklearn", "python")}
        if "sklearn" in self.spec:
            maker = _of_sklearn(str(self.spec["sklearn"]), self.name)
        else:
            where = str(self.spec["python"])
            maker = locate(f"python:{where}", where)
        if not callable(maker):
            raise ModelError(f"model {self.name!r}: this makes no estimator", got=f"a {type(maker).__name__}")
        try:
            return maker(**options)
        except TypeError as problem:
            raise ModelError(
                f"model {self.name!r} does not take these options",
                got=str(problem),
                expected="the parameters of its class or function",
            ) from None


def read_model(name: str, given: Any) -> Model:
    """A model from a mapping (see `Model.spec`) or from an estimator.

    Raises:
        MohsError: It is neither.
    """
    if not isinstance(given, Mapping):
        if isinstance(given, type):
            raise MohsError(
                f"model {name!r} is a class",
                got=given.__name__,
                expected="an estimator, or a mapping",
                mend=f"{given.__name__}(), with its parameters",
            )
        if not (hasattr(given, "fit") and hasattr(given, "predict")):
            raise MohsError(
                f"model {name!r} is no model",
                got=repr(given)[:80],
                expected="{sklearn: ensemble.RandomForestClassifier, ...}, {python: MODULE:FUNCTION, ...} "
                "or an estimator with fit and predict",
            )
        return Model(name, {"object": described(given)}, given)
    kinds = [kind for kind in ("sklearn", "python") if kind in given]
    if len(kinds) != 1:
        raise MohsError(
            f"model {name!r} does not say what it is",
            got=", ".join(map(str, given)) or "nothing",
            expected="the key sklearn or the key python",
            mend="for example {sklearn: ensemble.RandomForestClassifier, n_estimators: 100}",
        )
    return Model(name, dict(given))


def described(estimator: Any) -> str:
    """What an open estimator is: its class and its parameters."""
    kind = f"{type(estimator).__module__}.{type(estimator).__qualname__}"
    if not hasattr(estimator, "get_params"):
        return kind
    params = {key: _plain(value) for key, value in sorted(estimator.get_params(deep=True).items())}
    return f"{kind} {json.dumps(params, ensure_ascii=False)}"


def seeded(estimator: Any, seed: int) -> Any:
    """The estimator, every random_state of it set, those of its parts too."""
    if hasattr(estimator, "get_params"):
        found = [key for key in estimator.get_params(deep=True) if key.rpartition("__")[2] == _SEED]
        if found:
            estimator.set_params(**dict.fromkeys(found, seed))
    elif hasattr(estimator, _SEED):
        setattr(estimator, _SEED, seed)
    return estimator


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _copied(estimator: Any) -> Any:
    if hasattr(estimator, "get_params"):
        try:
            from sklearn.base import clone
        except ImportError:
            return copy.deepcopy(estimator)
        return clone(estimator, safe=False)
    return copy.deepcopy(estimator)


def _of_sklearn(where: str, name: str) -> Any:
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise MissingExtra("a model of scikit-learn", package="scikit-learn", extra="noise") from None
    path, _, kind = where.removeprefix("sklearn.").rpartition(".")
    try:
        module = importlib.import_module(f"sklearn.{path}" if path else "sklearn")
    except ImportError:
        raise ModelError(
            f"model {name!r}: scikit-learn has no module {path!r}",
            got=where,
            expected="MODULE.CLASS, for example ensemble.RandomForestClassifier",
        ) from None
    if not hasattr(module, kind):
        raise ModelError(
            f"model {name!r}: sklearn{'.' if path else ''}{path} has no {kind!r}",
            expected="MODULE.CLASS, for example ensemble.RandomForestClassifier",
            mend=did_you_mean(kind, [known for known in dir(module) if not known.startswith("_")]),
        )
    return getattr(module, kind)
