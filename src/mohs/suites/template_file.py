"""Templates from YAML: lexicons, and tests that use them; messages name the file and the template."""

import reprlib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mohs.data.files import cannot_read
from mohs.data.text_faults import fault
from mohs.data.values import short
from mohs.errors import DataError
from mohs.spec import did_you_mean
from mohs.suites.condition import Entry, slots_in
from mohs.suites.suite import LABEL
from mohs.suites.template import Template, kind_of, slots_of

TEMPLATES = Path(__file__).parent / "templates"
"""Our templates and lexicons."""

Lexicons = Mapping[str, tuple[Entry, ...]]

_MOST = 100_000
"""Numbers of a range."""

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


_KEYS = ", ".join(_TemplateRow.model_fields)


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


class _Loader(yaml.BaseLoader):
    """Makes strings, lists and dicts: "no" stays a word, and 1 a text. No key may be there twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """As its parent, which would take the last of several values and say nothing."""
        made = super().construct_mapping(node, deep)
        seen: set[str] = set()
        for key, _ in node.value:
            if key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} stands there twice", key.start_mark
                )
            seen.add(key.value)
        return made


def _load(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = yaml.load(text, Loader=_Loader)  # noqa: S506  # it makes strings, lists and dicts
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
        raise DataError(f"{place} has no entries", got=_shown(listed), expected="a list, or range: [1, 9]")
    made: list[Entry] = []
    for one in listed:
        entry = {"word": one} if isinstance(one, str) else one
        texts = entry.values() if isinstance(entry, dict) else [None]
        if not all(isinstance(text, str) and text.strip() for text in texts):
            raise DataError(f"{place}: an entry is neither a text nor forms with texts", got=_shown(one))
        if why := next(filter(None, map(fault, texts)), None):
            raise DataError(f"{place}: {why}", got=_shown(one))
        if "word" not in entry:
            raise DataError(f"{place}: an entry has no form 'word'", got=", ".join(entry))
        made.append(entry)
    if twice := [word for word, count in Counter(entry["word"] for entry in made).items() if count > 1]:
        raise DataError(f"{place}: an entry is there twice", got=short(twice[0]))
    return tuple(made)


def _shown(value: object) -> str:
    return short(reprlib.repr(value))  # of aliases of aliases repr makes gigabytes


def _range(place: str, given: object) -> range:
    """The numbers from the first to the last, both of them included, up or down."""
    try:
        first, last, *steps = [int(one) for one in given] if isinstance(given, list) else []
        (step,) = steps or (1,)
        numbers = range(first, last + (1 if step > 0 else -1), step)
    except (TypeError, ValueError):
        raise DataError(
            f"{place}: range is not understood",
            got=_shown(given),
            expected="[first, last] or [first, last, step]",
        ) from None
    if len(numbers) > _MOST:
        raise DataError(f"{place}: range is too long", got=f"{len(numbers):,}", expected=f"at most {_MOST:,}")
    return numbers


def _template(path: Path, number: int, row: object, lexicons: Lexicons) -> Template:
    name = row.get("name", number) if isinstance(row, dict) else number
    place = f"{path}: template {_shown(name)}"
    if not isinstance(row, dict):
        raise DataError(f"{place} is no mapping", got=_shown(row), expected=f"the keys {_KEYS}")
    try:
        read = _TemplateRow.model_validate(row)
    except ValidationError as problems:
        first = problems.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        said = {"missing": f" has no {key}", "extra_forbidden": f": there is no key {short(key)!r}"}
        raise DataError(
            f"{place}{said.get(first['type'], f': {key}: ' + first['msg'])}",
            expected=f"the keys {_KEYS}",
            mend=did_you_mean(key, list(_TemplateRow.model_fields)),
        ) from None
    texts = tuple(read.text) if isinstance(read.text, list) else (read.text,)
    lines = [line for text in (*texts, read.then or {}) for line in text.values()]
    rules = [*read.where, *(read.label.values() if isinstance(read.label, dict) else ())]
    used = [slot for line in lines for slot in slots_of(line)]
    used += [slot for rule in rules for slot in slots_in(rule)]
    slots = {key: _entries_of(place, key, read.slots, lexicons) for key in dict.fromkeys(used)}
    named = {name for key in slots for name in (key, kind_of(key))}
    if idle := [key for key in read.slots if key not in named]:
        raise DataError(
            f"{place}: no text has the slot {idle[0]!r}", mend=did_you_mean(idle[0], sorted(slots))
        )
    return Template(
        read.name, read.task, read.capability, read.because, texts, read.label, slots, tuple(read.where),
        read.expect, read.vary, read.then, read.toward, read.ambiguous, f"{path}: ",
    )  # fmt: skip


def _entries_of(place: str, key: str, own: Mapping[str, Any], lexicons: Lexicons) -> tuple[Entry, ...]:
    """What fills a slot: its own list or lexicon, else the lexicon of its name without the number."""
    kind = kind_of(key)
    given = own.get(key, own.get(kind, kind))
    if isinstance(given, str) and given not in lexicons:
        near: Iterable[str] = sorted(lexicons)
        raise DataError(
            f"{place}: there is no lexicon {given!r} for the slot {key!r}",
            expected=f"one of {', '.join(near)}",
            mend=did_you_mean(given, list(near)),
        )
    found = lexicons[given] if isinstance(given, str) else entries(f"{place}, slot {key!r}", given)
    if inner := [text for entry in found for text in entry.values() if slots_of(text)]:
        raise DataError(f"{place}: what fills the slot {key!r} has a slot itself", got=short(inner[0]))
    return found
