"""A grid from a YAML file, with messages that name what is wrong."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mohs.data.yaml_file import YamlFile, read_yaml
from mohs.errors import DataError
from mohs.paths import AnyPath, as_path
from mohs.spec import did_you_mean

_Name = Annotated[str, Field(min_length=1)]
_Radius = float | str


class _File(BaseModel):
    """The keys of the file."""

    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)

    data: _Name
    test: _Name | None = None
    label: _Name | None = None
    features: list[_Name] = []
    bounds: Annotated[list[float | int], Field(min_length=2, max_length=2)] | None = None
    models: Annotated[dict[str, dict[str, Any]], Field(min_length=1)]
    norm: str | float | int = "linf"
    eps_train: Annotated[list[_Radius | int], Field(min_length=1)] = [0, "eps_min"]
    eps_test: Annotated[list[_Radius | int], Field(min_length=1)] = [0, "eps_min"]
    runs: Annotated[int, Field(ge=1)] = 10
    test_size: Annotated[float, Field(gt=0, lt=1)] = 0.2
    copies: Annotated[int, Field(ge=1)] = 10
    copies_train: Annotated[int, Field(ge=1)] = 10
    training: str | Annotated[list[str], Field(min_length=1)] = ["noisy"]
    control: bool = False
    stratify: bool = False
    noise: str = "independent"
    at_edge: str = "none"
    scale: str = "none"
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    seed: Annotated[int, Field(ge=0)] = 0
    jobs: Annotated[int, Field(ge=1)] = 1


KEYS = tuple(_File.model_fields)


@dataclass(frozen=True)
class Asked:
    """What the file asks for.

    Attributes:
        path: The file.
        data: The table; relative paths in the file begin at the file's own folder.
        test: Rows to test on, in place of splits.
        models: Name -> how the model is written down.
        options: All other keys, by their names.
    """

    path: Path
    data: Path
    test: Path | None
    models: Mapping[str, Mapping[str, Any]]
    options: Mapping[str, Any] = field(default_factory=dict)


def read_experiment(path: AnyPath) -> Asked:
    """Read a grid's file.

    Raises:
        DataError: As `read_yaml`; and a key that is unknown, missing or of another kind.
    """
    path = as_path(path)
    file = read_yaml(path, holds="grid", expected=f"the keys {', '.join(KEYS)}; data and models are required")
    try:
        given = _File.model_validate(file.content)
    except ValidationError as problem:
        raise _wrong(file, problem) from None
    options = given.model_dump(exclude={"data", "test", "models"})
    options["training"] = (given.training,) if isinstance(given.training, str) else tuple(given.training)
    options["features"] = tuple(given.features)
    options["bounds"] = None if given.bounds is None else (float(given.bounds[0]), float(given.bounds[1]))
    folder = path.parent
    test = None if given.test is None else folder / as_path(given.test)
    return Asked(path, folder / as_path(given.data), test, given.models, options)


def _wrong(file: YamlFile, problem: ValidationError) -> DataError:
    errors = problem.errors()
    # A key that nobody knows first: it is what the missing one was to be.
    first = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    location = tuple(part for part in first["loc"] if part not in ("str", "float", "int"))
    place, name = file.place(*location), ".".join(map(str, location))
    if first["type"] == "extra_forbidden":
        return DataError(
            f"{place}: there is no key {name!r}",
            expected=f"one of {', '.join(KEYS)}",
            mend=did_you_mean(name, list(KEYS)),
        )
    if first["type"] == "missing":
        return DataError(f"{file.path}: the key {name!r} is missing", mend="data and models are required")
    return DataError(f"{place}: {name} cannot be used", got=repr(first["input"])[:80], expected=first["msg"])
