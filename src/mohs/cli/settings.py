"""Options from elsewhere than flags: `MOHS_*` variables, and the file that `--config` names.

Flags win over the environment, and the environment over the file, whose keys are the names of the options.
"""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cyclopts import App, ArgumentCollection
from cyclopts.config import Dict

from mohs.cli import terminal
from mohs.errors import MohsError
from mohs.paths import as_path
from mohs.spec import did_you_mean, quoted

ENVIRONMENT = "MOHS_"
"""`MOHS_SEED=3` stands for `--seed 3`, in every verb that has it."""

COMMA_LISTS = ("attacks", "fields", "trust")
"""Options whose flag takes several names with commas between; a YAML list says itself where a name ends."""

Value = str | bool | list[str]


def warn_of_misspelt(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """Say so where a variable looks like an option of this verb but is none: it would have no effect."""
    known = [
        name.removeprefix("--").replace("-", "_").upper()
        for argument in arguments
        for name in argument.names
        if name.startswith("--")
    ]
    for variable in sorted(os.environ):
        name = variable.removeprefix(ENVIRONMENT)
        if name not in known and name != variable and (near := difflib.get_close_matches(name, known, n=1)):
            terminal.say(f"{variable} is set but has no effect; did you mean {ENVIRONMENT}{near[0]}?")


class ConfigFile:
    """A source of options for cyclopts: the file that `--config` names, where the verb has that option."""

    def __call__(self, app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
        """Fill in the options that neither the flags nor the environment have set."""
        argument = arguments.get("--config", default=None)
        if argument is None or not argument.tokens:
            return
        path = as_path(argument.tokens[-1].value)
        known = {
            name.removeprefix("--"): one for one in arguments for name in one.names if name.startswith("--")
        }
        values = {}
        for key, value in read(path).items():
            name = key.replace("_", "-")
            if name not in known or name == "config":
                raise MohsError(
                    f"{path}: {key!r} is no option of `mohs {' '.join(commands)}`",
                    expected=f"one of {', '.join(sorted(set(known) - {'config'}))}",
                    mend=did_you_mean(name, sorted(known)),
                )
            if isinstance(value, bool) and known[name].hint is not bool:
                raise MohsError(
                    f"{path}: {key!r} takes a text or a number",
                    got=f"{value} (YAML reads yes, no, on and off as true and false)",
                    mend="put quotes around it",
                )
            if value == []:
                raise MohsError(f"{path}: {key!r} names nothing", mend="leave it out")
            if name in values:
                raise MohsError(f"{path}: {name!r} is given twice", got=key, mend="keep one")
            values[name] = value
        Dict(values, source=str(path), use_commands_as_keys=False)(app, commands, arguments)


def read(path: Path) -> dict[str, Value]:
    """The options of a file, each as the texts that one would write after its flag.

    Raises:
        MohsError: It cannot be read, or says something else than options.
    """
    from mohs import api

    file = api.read_yaml(
        path, holds="options", expected="lines such as `seed: 3`, one an option", may_be_empty=True
    )
    return {key: _written(key, value) for key, value in file.content.items() if value is not None}


def _written(name: str, value: Any) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, dict):
        # The one mapping that a flag takes with commas between; the others are taken to the letter.
        write = quoted if name.replace("_", "-") == "label-map" else str
        return [f"{write(key)}={write(leaf)}" for key, leaf in _leaves(value)]
    if isinstance(value, list):
        return [quoted(_scalar(one)) if name in COMMA_LISTS else _scalar(one) for one in value]
    return _scalar(value)


def _leaves(mapping: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested keys joined by dots, as `--set ATTACK.OPTION=VALUE` has them."""
    for key, value in mapping.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            listed = isinstance(value, list)
            yield f"{prefix}{key}", ",".join(map(_scalar, value)) if listed else _scalar(value)


def _scalar(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
