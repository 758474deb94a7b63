"""`open_suite`: a suite by its address, NAME or NAME:PATH, with options behind a question mark."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl

from mohs.data.files import cannot_read, check_regular
from mohs.data.tasks import BUILT_IN
from mohs.data.values import MOST, short
from mohs.errors import DataError
from mohs.paths import as_path
from mohs.spec import did_you_mean
from mohs.suites.add_sent import add_sent, read_questions
from mohs.suites.adv_squad import read_adv_squad
from mohs.suites.anli import read_anli
from mohs.suites.checklist import COUNT, MOST_CASES, TASKS, checklist
from mohs.suites.released_checklist import FILE, NAMES, read_released_templates
from mohs.suites.released_tests import ENDINGS, read_released_tests
from mohs.suites.rounds.reading import read_rounds
from mohs.suites.stresstest import COUNT as PREMISES
from mohs.suites.stresstest import MOST_PREMISES, read_word_problems, stresstest
from mohs.suites.suite import Suite
from mohs.suites.template_file import TEMPLATES, read_lexicons, read_templates

Options = dict[str, str]

_DIGITS = 4000
"""Python reads no number of more than 4,300."""


@dataclass(frozen=True)
class Source:
    """Where a suite comes from.

    Attributes:
        make: Makes or reads it.
        method: The method of its rows, as AdvGLUE names it.
        tasks: The tasks that it can have rows of.
        brings: What a person brings: "" nothing, "maybe" files of their own in place of ours, "always" files.
        options: Option -> default, as they stand behind the question mark.
        reference: Who had the idea.
    """

    make: Callable[[Path | None, Options], Suite]
    method: str
    tasks: tuple[str, ...]
    brings: str
    options: Mapping[str, str]
    reference: str


def open_suite(address: str) -> Suite:
    """Make or read a suite.

    Args:
        address: NAME or NAME:PATH. `checklist`, `checklist:FILE.yaml` for templates of your own,
            `checklist:FOLDER` for those that AdvGLUE used, and `checklist:FILE.pkl` for a suite of
            CheckList's own (`task` and `labels` say what it is of); `stresstest`, and
            `stresstest:FILE.json` for word problems of your own; `anli:PATH` and `adv-squad:PATH` for
            released files; `rounds:FOLDER` for what people wrote and verified; `add-sent`, and
            `add-sent:FILE.jsonl` for questions of your own. Options follow a question mark:
            `checklist?count=100&seed=1&ambiguous=yes`.

    Raises:
        DataError: No such suite or option, or a file that cannot be used.
    """
    head, _, query = address.partition("?")
    name, _, path = head.partition(":")
    if name not in SUITES:
        raise DataError(
            f"there is no suite {name!r}",
            expected=f"one of {', '.join(SUITES)}",
            mend=did_you_mean(name, list(SUITES)),
        )
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError:
        raise DataError(
            f"the options of suite:{address} cannot be read", got=query, expected="A=B&C=D"
        ) from None
    options = dict(pairs)
    if len(options) < len(pairs):
        raise DataError(f"suite:{address} gives an option twice", got=query)
    try:
        if "\0" in path:
            raise DataError(f"suite:{name} is given a path with a NUL", got=short(path))
        given = as_path(path) if path else None
        if given is not None and given.exists() and not given.is_dir():
            check_regular(given)
        suite = SUITES[name].make(given, options)
    except OSError as problem:  # a path that the system does not take, or a folder that cannot be listed
        raise cannot_read(Path(short(path, 80)), problem) from None
    if options:
        raise DataError(
            f"the suite {name} has no option {next(iter(options))!r}", got=query, mend="leave it out"
        )
    return suite


def with_task(address: str, task: str) -> str | None:
    """The address under which a suite has its rows of another task ("suite:stresstest?task=mnli-mm").

    Args:
        address: Of any benchmark.
        task: The name of a task.

    Returns:
        None for what is no suite, or for one whose rows are of their own tasks.
    """
    head, _, query = address.partition("?")
    kind, _, rest = head.partition(":")
    source = SUITES.get(rest.partition(":")[0]) if kind == "suite" else None
    if source is None or task not in source.tasks or "task" not in source.options:
        return None
    others = [part for part in query.split("&") if part and not part.startswith("task=")]
    return f"{head}?{'&'.join([*others, f'task={task}'])}"


def whole(options: Options, name: str, default: int, least: int = 0, most: int = MOST) -> int:
    """Take a whole number out of the options.

    Raises:
        DataError: Anything else, or one that is too small or too large.
    """
    text = options.pop(name, str(default))
    if not re.fullmatch(r"[0-9]+", text):
        raise DataError(f"the option {name} of a suite is a whole number", got=short(text))
    if len(text) > _DIGITS or not least <= int(text) <= most:
        raise DataError(
            f"the option {name} of a suite is out of range",
            got=short(text),
            expected=f"a whole number from {least} to {most:,}",
        )
    return int(text)


def yes(options: Options, name: str) -> bool:
    """Take a yes or no out of the options; no where nothing is said.

    Raises:
        DataError: Anything else.
    """
    text = options.pop(name, "no")
    if text not in ("yes", "no"):
        raise DataError(f"the option {name} of a suite is yes or no", got=text)
    return text == "yes"


def _checklist(path: Path | None, options: Options) -> Suite:
    if path is not None and path.suffix.lower() in ENDINGS:
        return read_released_tests(path, options.pop("task", ""), _labels_of(options))
    count, seed = whole(options, "count", COUNT, 1, MOST_CASES), whole(options, "seed", 0)
    ambiguous = yes(options, "ambiguous")
    if path is None:
        return checklist(count=count, seed=seed, ambiguous=ambiguous)
    if path.is_dir():
        templates = read_released_templates(path)
    elif path.name in (FILE, NAMES):
        raise DataError(
            f"{path} is one of two files of templates",
            mend=f"name their folder: suite:checklist:{path.parent}",
        )
    else:
        templates = read_templates(path, read_lexicons(TEMPLATES / "lexicons.yaml"))
    return checklist(templates, count=count, seed=seed, ambiguous=ambiguous, name=path.stem)


def _labels_of(options: Options) -> dict[int, str]:
    """What the labels of a file are called in the task: NUMBER:NAME with commas between."""
    given = options.pop("labels", "")
    found = [re.fullmatch(r"(\d{1,9}):([\w.-]+)", part) for part in given.split(",")] if given else []
    pairs = [(int(one[1]), one[2]) for one in found if one is not None]
    if len(dict(pairs)) < len(found):
        raise DataError("the option labels of a suite cannot be read", got=given, expected="0:NAME,1:NAME")
    return dict(pairs)


def _stresstest(path: Path | None, options: Options) -> Suite:
    count, seed = whole(options, "count", PREMISES, 1, MOST_PREMISES), whole(options, "seed", 0)
    task = _task_of(options)
    premises = None if path is None else read_word_problems(path)
    return _as_task(stresstest(premises, count=count, seed=seed), task)


def _anli(path: Path | None, options: Options) -> Suite:
    rounds, agreed, task = _rounds_of(options), yes(options, "agreed"), _task_of(options)
    return _as_task(read_anli(_needed("anli", path), rounds=rounds, agreed=agreed), task)


def _rounds(path: Path | None, options: Options) -> Suite:
    return read_rounds(_needed("rounds", path), rounds=_rounds_of(options))


def _rounds_of(options: Options) -> tuple[int, ...]:
    """The rounds that are asked for; none named are all."""
    given = options.pop("rounds", _ALL)
    if given == _ALL:
        return ()
    if not re.fullmatch(r"[1-9]\d?(,[1-9]\d?)*", given):
        raise DataError(
            "the option rounds of a suite names rounds", got=given, expected="all, or numbers with commas"
        )
    return tuple(map(int, given.split(",")))


def _task_of(options: Options) -> str:
    """The task that rows of `mnli` shall be of: `mnli-mm` has the same fields and labels."""
    task = options.pop("task", _NLI[0])
    if task not in _NLI:
        raise DataError(
            "the option task of a suite names no task of its rows", got=task, expected=" or ".join(_NLI)
        )
    return task


def _as_task(suite: Suite, task: str) -> Suite:
    return replace(suite, cases=tuple(replace(case, task=task) for case in suite.cases))


def _adv_squad(path: Path | None, options: Options) -> Suite:
    return read_adv_squad(_needed("adv-squad", path))


def _add_sent(path: Path | None, options: Options) -> Suite:
    return add_sent(None if path is None else read_questions(path), seed=whole(options, "seed", 0))


def _needed(name: str, path: Path | None) -> Path:
    if path is None:
        raise DataError(f"the suite {name} needs files of yours", mend=f"suite:{name}:PATH")
    return path


_NLI = ("mnli", "mnli-mm")
_ALL = "all"
_DRAWN = {"count": str(COUNT), "seed": "0"}

SUITES: Mapping[str, Source] = {
    "checklist": Source(
        _checklist, "CheckList", TASKS, "maybe", {**_DRAWN, "ambiguous": "no"}, "Ribeiro et al., ACL 2020"
    ),
    "stresstest": Source(
        _stresstest, "StressTest", _NLI, "maybe", {"count": str(PREMISES), "seed": "0", "task": "mnli"},
        "Naik et al., COLING 2018",
    ),
    "anli": Source(
        _anli, "ANLI", _NLI, "always", {"rounds": _ALL, "agreed": "no", "task": "mnli"},
        "Nie et al., ACL 2020",
    ),
    "rounds": Source(_rounds, "ANLI", tuple(BUILT_IN), "always", {"rounds": _ALL}, "Nie et al., ACL 2020"),
    "adv-squad": Source(_adv_squad, "AdvSQuAD", ("qnli",), "always", {}, "Jia and Liang, EMNLP 2017"),
    "add-sent": Source(
        _add_sent, "AdvSQuAD", ("qnli",), "maybe", {"seed": "0"}, "Jia and Liang, EMNLP 2017"
    ),
}  # fmt: skip
"""Name -> where it comes from."""
