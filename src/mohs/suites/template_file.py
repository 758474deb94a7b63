"""Templates from YAML: lexicons, and tests that use them; messages name the file and the template."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mohs.data.files import cannot_read
from mohs.data.values import short
from mohs.errors import DataError
from mohs.spec import did_you_mean
from mohs.suites.condition import Entry, slots_in
from mohs.suites.suite import LABEL
from mohs.suites.template import Template, kind_of, slots_of

TEMPLATES = Path(__file__).parent / "templates"
"""Our templates and lexicons."""

Lexicons = Mapping[str, tuple[Entry, ...]]

_Name = Annotated[str, Field(min_length=1)]
_Fields = dict[str, str]


class _TemplateRow(BaseModel):
    """The keys of one template."""

    model_config = ConfigDict(extra="forbid")

    name: _Name
    task: _Name
    capability: _Name
    because: _Name
    text: _Fields | Annotated[list[_Fields], Field(min_length=1)]
    label: _Name | Annotated[dict[str, str], Field(min_length=1)]
    slots: dict[str, Any] = {}
    where: list[str] = []
    expect: str = LABEL
    vary: str | None = None
    then: _Fields | None = None
    toward: str | None = None
    ambiguous: bool = False


def read_templates(path: Path, more: Lexicons | None = None) -> list[Template]:
    """Read a file of templates.

    Args:
        path: YAML with the keys `lexicons` (name -> entries) and `templates`.
        more: Lexicons that its templates may use too.

    Raises:
        DataError: No such file, no YAML, an unknown key, a missing lexicon, form, field or label.
    """
    content = _load(path)
    lexicons = {**(more or {}), **_lexicons(path, content.get("lexicons", {}))}
    rows = content.get("templates", [])
    if not isinstance(rows, list):
        raise DataError(f"{path}: templates is no list", got=type(rows).__name__)
    templates = [_template(path, number, row, lexicons) for number, row in enumerate(rows, 1)]
    names = [(one.task, one.name) for one in templates]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise DataError(f"{path}: a task has two templates of one name", got=", ".join(map("/".join, twice)))
    return templates


def read_lexicons(path: Path) -> Lexicons:
    """The lexicons of a file.

    Raises:
        DataError: As `read_templates`.
    """
    return _lexicons(path, _load(path).get("lexicons", {}))


def _load(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        # BaseLoader makes strings, lists and dicts: "no" stays a word, and 1 a text.
        content = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506
    except OSError as problem:
        raise cannot_read(path, problem) from None
    except UnicodeDecodeError as problem:
        raise DataError(f"{path} is not UTF-8 text", got=str(problem), mend="save it as UTF-8") from None
    except (yaml.YAMLError, RecursionError) as problem:
        line = getattr(getattr(problem, "problem_mark", None), "line", None)
        where = f"{path}:{line + 1}" if line is not None else str(path)
        raise DataError(f"{where}: not YAML", got=str(getattr(problem, "problem", problem))) from None
    known = ("lexicons", "templates")
    if not isinstance(content, dict) or not content or set(content) - set(known):
        got = ", ".join(map(str, content)) if isinstance(content, dict) else type(content).__name__
        raise DataError(
            f"{path} holds no templates", got=got[:200], expected=f"the keys {' and '.join(known)}"
        )
    return content


def _lexicons(path: Path, content: object) -> dict[str, tuple[Entry, ...]]:
    if not isinstance(content, dict):
        raise DataError(f"{path}: lexicons is no mapping", got=type(content).__name__)
    return {name: entries(f"{path}, lexicon {name!r}", listed) for name, listed in content.items()}


def entries(place: str, listed: object) -> tuple[Entry, ...]:
    """The entries of a lexicon: texts, mappings of forms with "word", or {range: [first, last, step]}.

    Raises:
        DataError: Anything else, an empty lexicon, or an entry that is there twice.
    """
    if isinstance(listed, dict) and set(listed) == {"range"}:
        listed = [str(number) for number in _range(place, listed["range"])]
    if not isinstance(listed, list) or not listed:
        raise DataError(
            f"{place} has no entries", got=short(repr(listed)), expected="a list, or range: [1, 9]"
        )
    made: list[Entry] = []
    for one in listed:
        entry = {"word": one} if isinstance(one, str) else one
        if not isinstance(entry, dict) or not all(isinstance(text, str) and text for text in entry.values()):
            raise DataError(f"{place}: an entry is neither a text nor forms with texts", got=short(repr(one)))
        if "word" not in entry:
            raise DataError(f"{place}: an entry has no form 'word'", got=", ".join(entry))
        made.append(entry)
    words = [entry["word"] for entry in made]
    if len(set(words)) < len(words):
        raise DataError(f"{place}: an entry is there twice", got=next(w for w in words if words.count(w) > 1))
    return tuple(made)


def _range(place: str, given: object) -> range:
    try:
        numbers = range(*(int(one) for one in given))  # type: ignore[attr-defined]
        return range(numbers.start, numbers.stop + 1, numbers.step)
    except (TypeError, ValueError):
        raise DataError(
            f"{place}: range is not understood",
            got=short(repr(given)),
            expected="[first, last] or [first, last, step]",
        ) from None


def _template(path: Path, number: int, row: object, lexicons: Lexicons) -> Template:
    name = row.get("name", number) if isinstance(row, dict) else number
    place = f"{path}: template {name!r}"
    try:
        read = _TemplateRow.model_validate(row)
    except ValidationError as problems:
        first = problems.errors(include_url=False)[0]
        raise DataError(
            f"{place}: {'.'.join(map(str, first['loc']))}: {first['msg']}",
            expected=f"the keys {', '.join(_TemplateRow.model_fields)}",
        ) from None
    texts = tuple(read.text) if isinstance(read.text, list) else (read.text,)
    lines = [line for text in (*texts, read.then or {}) for line in text.values()]
    rules = [*read.where, *(read.label.values() if isinstance(read.label, dict) else ())]
    used = [slot for line in lines for slot in slots_of(line)]
    used += [slot for rule in rules for slot in slots_in(rule)]
    slots = {key: _entries_of(place, key, read.slots, lexicons) for key in dict.fromkeys(used)}
    return Template(
        read.name, read.task, read.capability, read.because, texts, read.label, slots, tuple(read.where),
        read.expect, read.vary, read.then, read.toward, read.ambiguous, f"{path}: ",
    )  # fmt: skip


def _entries_of(place: str, key: str, own: Mapping[str, Any], lexicons: Lexicons) -> tuple[Entry, ...]:
    """What fills a slot: its own list or lexicon, else the lexicon of its name without the number."""
    kind = kind_of(key)
    given = own.get(key, own.get(kind, kind))
    if not isinstance(given, str):
        return entries(f"{place}, slot {key!r}", given)
    if given not in lexicons:
        near: Iterable[str] = sorted(lexicons)
        raise DataError(
            f"{place}: there is no lexicon {given!r} for the slot {key!r}",
            expected=f"one of {', '.join(near)}",
            mend=did_you_mean(given, list(near)),
        )
    return lexicons[given]
