"""A task from a YAML file, with messages that name the line."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mohs.data.task import Task
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
        DataError: No such file, no YAML, an unknown, missing or repeated key, or a value that does not fit.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(f"there is no file {path}", mend="check the path given as --task") from None
    except UnicodeDecodeError as problem:
        raise DataError(f"{path} is not UTF-8 text", got=str(problem), mend="save it as UTF-8") from None
    except OSError as problem:
        raise DataError(f"{path} cannot be read", got=problem.strerror) from None
    try:
        tree = yaml.compose(text, Loader=yaml.BaseLoader)
        content = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506  # BaseLoader makes strings, lists and dicts
    except yaml.YAMLError as problem:
        line = getattr(getattr(problem, "problem_mark", None), "line", None)
        where = f"{path}:{line + 1}" if line is not None else str(path)
        raise DataError(
            f"{where}: not YAML", got=getattr(problem, "problem", None) or "something else", expected=_SHAPE
        ) from None
    if not isinstance(tree, yaml.MappingNode):
        raise DataError(f"{path} describes no task", got=type(content).__name__, expected=_SHAPE)
    _refuse_repeated_keys(path, tree)
    try:
        task = _TaskFile.model_validate(content)
    except DataError as problem:  # what Task itself objects to
        raise DataError(f"{path}: {problem.what}", got=problem.got, expected=problem.expected) from None
    except ValidationError as problems:
        lines = [_in_words(path, tree, problem) for problem in problems.errors(include_url=False)]
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


def _refuse_repeated_keys(path: Path, tree: yaml.MappingNode) -> None:
    seen: set[str] = set()
    for key, _ in tree.value:
        if key.value in seen:
            raise DataError(
                f"{path}:{key.start_mark.line + 1}: the key {key.value!r} stands there twice", mend="keep one"
            )
        seen.add(key.value)


def _in_words(path: Path, tree: yaml.MappingNode, problem: Any) -> str:
    location: Sequence[str | int] = problem["loc"]
    message = re.sub(r"^(Input should|Value error,)", "should", problem["msg"])
    words = {"missing": "is missing", "extra_forbidden": "is no key of a task"}.get(problem["type"], message)
    return f"{path}:{_line(tree, location)}: {'.'.join(map(str, location))} {words}"


def _line(tree: yaml.Node, location: Sequence[str | int]) -> int:
    """The line, from 1, of the innermost node on the way to a location."""
    line = tree.start_mark.line + 1
    for step in location:
        if isinstance(tree, yaml.MappingNode):
            found = [(key, value) for key, value in tree.value if key.value == step]
            if not found:
                break
            line, tree = found[0][0].start_mark.line + 1, found[0][1]
        elif isinstance(tree, yaml.SequenceNode) and isinstance(step, int) and step < len(tree.value):
            tree = tree.value[step]
            line = tree.start_mark.line + 1
    return line
