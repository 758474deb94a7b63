"""A task from a YAML file, with messages that name the line."""

import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mohs.data.task import Task
from mohs.data.yaml_file import YamlFile, read_yaml
from mohs.errors import DataError
from mohs.spec import did_you_mean

_Name = Annotated[str, Field(min_length=1)]


class _TaskFile(BaseModel):
    """The keys of the file."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")]
    fields: Annotated[list[_Name], Field(min_length=1)]
    labels: Annotated[list[_Name], Field(min_length=2)]
    metrics: Annotated[list[_Name], Field(min_length=1)] = ["accuracy"]
    perturb: list[_Name] = []
    subject: str = ""

    @model_validator(mode="after")
    def _fits(self) -> "_TaskFile":
        Task(self.name, tuple(self.fields), tuple(self.labels), perturb=tuple(self.perturb))
        return self


_KEYS = ", ".join(_TaskFile.model_fields)
_SHAPE = f"the keys {_KEYS}; name, fields and labels are required"


def read_task_file(path: Path) -> Task:
    """Read one task.

    Scalars are taken as they stand: a label `no` is "no" and not false, a label `0` is "0".

    Raises:
        DataError: As `read_yaml`; and an unknown or missing key, or a value that does not fit.
    """
    file = read_yaml(path, holds="task", expected=_SHAPE, words=True)
    try:
        task = _TaskFile.model_validate(file.content)
    except DataError as problem:  # what Task itself objects to
        raise DataError(f"{path}: {problem.what}", got=problem.got, expected=problem.expected) from None
    except ValidationError as problems:
        lines = [_in_words(file, problem) for problem in problems.errors(include_url=False)]
        unknown = [str(one["loc"][0]) for one in problems.errors() if one["type"] == "extra_forbidden"]
        raise DataError(
            "\n".join(lines),
            expected=_SHAPE,
            mend=did_you_mean(unknown[0], list(_TaskFile.model_fields)) if unknown else None,
        ) from None
    return Task(
        task.name,
        tuple(task.fields),
        tuple(task.labels),
        metrics=tuple(task.metrics),
        perturb=tuple(task.perturb),
        subject=task.subject,
    )


def _in_words(file: YamlFile, problem: Any) -> str:
    location: tuple[str | int, ...] = problem["loc"]
    message = re.sub(r"^(Input should|Value error,)", "should", problem["msg"])
    words = {"missing": "is missing", "extra_forbidden": "is no key of a task"}.get(problem["type"], message)
    return f"{file.place(*location)}: {'.'.join(map(str, location))} {words}"
