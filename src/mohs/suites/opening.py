"""`open_suite`: a suite by its address, NAME or NAME:PATH, with options behind a question mark."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import parse_qsl

from mohs.errors import DataError
from mohs.spec import did_you_mean
from mohs.suites.add_sent import add_sent, read_questions
from mohs.suites.adv_squad import read_adv_squad
from mohs.suites.anli import read_anli
from mohs.suites.checklist import COUNT, checklist
from mohs.suites.released_checklist import read_released_templates
from mohs.suites.stresstest import COUNT as PREMISES
from mohs.suites.stresstest import read_word_problems, stresstest
from mohs.suites.suite import Suite
from mohs.suites.template_file import read_lexicons, read_templates

Options = dict[str, str]


def open_suite(address: str) -> Suite:
    """Make or read a suite.

    Args:
        address: NAME or NAME:PATH. `checklist`, `checklist:FILE.yaml` for templates of your own, and
            `checklist:FOLDER` for those that AdvGLUE used; `stresstest`, and `stresstest:FILE.json` for word
            problems of your own; `anli:PATH` and `adv-squad:PATH` for released files; `add-sent`, and
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
    suite = SUITES[name](Path(path).expanduser() if path else None, options)
    if options:
        raise DataError(
            f"the suite {name} has no option {next(iter(options))!r}", got=query, mend="leave it out"
        )
    return suite


def whole(options: Options, name: str, default: int, least: int = 0) -> int:
    """Take a whole number out of the options.

    Raises:
        DataError: Anything else, or one that is too small.
    """
    text = options.pop(name, str(default))
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise DataError(
            f"the option {name} of a suite is a whole number", got=text, expected=f"{least} or more"
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
    count, seed = whole(options, "count", COUNT, 1), whole(options, "seed", 0)
    ambiguous = yes(options, "ambiguous")
    if path is None:
        return checklist(count=count, seed=seed, ambiguous=ambiguous)
    released = path.is_dir()
    templates = (
        read_released_templates(path) if released else read_templates(path, read_lexicons(OWN_LEXICONS))
    )
    return checklist(templates, count=count, seed=seed, ambiguous=ambiguous, name=path.stem)


def _stresstest(path: Path | None, options: Options) -> Suite:
    count, seed = whole(options, "count", PREMISES, 1), whole(options, "seed", 0)
    return stresstest(None if path is None else read_word_problems(path), count=count, seed=seed)


def _anli(path: Path | None, options: Options) -> Suite:
    given = options.pop("rounds", "1,2,3")
    if not re.fullmatch(r"[123](,[123])*", given):
        raise DataError(
            "the option rounds of a suite names rounds", got=given, expected="1, 2 or 3, with commas"
        )
    rounds = () if given == "1,2,3" else tuple(map(int, given.split(",")))
    return read_anli(_needed("anli", path), rounds=rounds, agreed=yes(options, "agreed"))


def _adv_squad(path: Path | None, options: Options) -> Suite:
    return read_adv_squad(_needed("adv-squad", path))


def _add_sent(path: Path | None, options: Options) -> Suite:
    return add_sent(None if path is None else read_questions(path), seed=whole(options, "seed", 0))


def _needed(name: str, path: Path | None) -> Path:
    if path is None:
        raise DataError(f"the suite {name} needs its released files", mend=f"suite:{name}:PATH")
    return path


OWN_LEXICONS = Path(__file__).parent / "templates" / "lexicons.yaml"

SUITES: Mapping[str, Callable[[Path | None, Options], Suite]] = {
    "checklist": _checklist,
    "stresstest": _stresstest,
    "anli": _anli,
    "adv-squad": _adv_squad,
    "add-sent": _add_sent,
}
"""Name -> what makes or reads it."""
