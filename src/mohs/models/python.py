"""`python:module:function`: a function of one's own."""

import importlib
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.classifier import Classifier, staying
from mohs.models.wrap import wrap
from mohs.spec import did_you_mean


def open_python(where: str, opening: Opening) -> Classifier:
    """Open `python:MODULE:NAME`; the module is looked for in the working directory too.

    A name that stands for an open classifier or for an object with `predict_proba` is taken as well.

    Raises:
        ModelError: The module or the name is missing, the module raises, or the object is no classifier.
    """
    address = f"python:{where}"
    return wrap(locate(address, where), opening, address=address)


def locate(address: str, where: str) -> Any:
    """What `MODULE:NAME` names; the module is looked for in the working directory too.

    Args:
        address: What messages call it.
        where: The module and the name.

    Raises:
        ModelError: The module or the name is missing, or the module raises.
    """
    module_name, colon, name = where.partition(":")
    if not (module_name and colon and name):
        scheme = address.partition(":")[0]
        raise ModelError(
            f"address {address!r} names no function",
            expected=f"{scheme}:MODULE:FUNCTION, for example {scheme}:mypackage.models:predict_proba",
        )
    module = _import(module_name, address)
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            known = [
                known
                for known, value in vars(module).items()
                if callable(value) and not known.startswith("_")
            ]
            raise ModelError(
                f"module {module_name} has no {name!r}",
                got=f"it has {', '.join(known[:20])}" if known else "it has no function",
                mend=did_you_mean(part, known),
            )
        found = getattr(found, part)
    return found


def _import(name: str, address: str) -> ModuleType:
    try:
        here = str(Path.cwd())
    except OSError as problem:
        raise ModelError(
            f"{address} is looked for in the working directory, which is gone",
            got=problem.strerror,
            mend="go to a folder that is there",
        ) from None
    if here not in sys.path and "" not in sys.path:
        sys.path.insert(0, here)
    importlib.invalidate_caches()
    try:
        with staying():
            return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name and (name == problem.name or name.startswith(f"{problem.name}.")):
            raise ModelError(
                f"there is no module {problem.name!r} for {address}",
                expected=f"a module that can be imported from {here} or is installed",
            ) from None
        raise _broken(name, problem) from problem
    except (Exception, SystemExit) as problem:  # a script that reads its arguments exits when it is imported
        raise _broken(name, problem) from problem


def _broken(name: str, problem: BaseException) -> ModelError:
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    file, line = frame.filename, frame.lineno
    if isinstance(problem, SyntaxError) and problem.filename:  # its last frame is the reader's
        file, line = problem.filename, problem.lineno
    return ModelError(
        f"importing module {name!r} fails at {file}, line {line}",
        got=f"{type(problem).__name__}: {problem}",
        expected="a module that can be imported without side effects",
    )
