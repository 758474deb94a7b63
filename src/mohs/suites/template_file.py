"""Templates from YAML: lexicons, and tests that use them; messages name the file and the template."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mohs.data.values import short
from mohs.data.yaml_file import YamlFile, read_yaml
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
    file = _load(path)
    lexicons = {**(more or {}), **_lexicons(file)}
    rows = file.content.get("templates", [])
    if not isinstance(rows, list):
        raise DataError(f"{file.place('templates')}: templates is no list", got=_shown(rows))
    templates = [_template(file, number, row, lexicons) for number, row in enumerate(rows)]
    names = [(one.task, one.name) for one in templates]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise DataError(f"{path}: a task has two templates of one name", got=", ".join(map("/".join, twice)))
    return templates


def read_lexicons(path: Path) -> Lexicons:
    """The lexicons of a file.

    Raises:
        DataError: As `read_templates`.
    """
    return _lexicons(_load(path))


def _load(path: Path) -> YamlFile:
    known = ("lexicons", "templates")
    expected = f"the keys {' and '.join(known)}"
    file = read_yaml(path, holds="templates", expected=expected, words=True)
    if not file.content or set(file.content) - set(known):
        raise DataError(f"{path} holds no templates", got=", ".join(file.content)[:200], expected=expected)
    return file


def _lexicons(file: YamlFile) -> dict[str, tuple[Entry, ...]]:
    content = file.content.get("lexicons", {})
    if not isinstance(content, dict):
        raise DataError(f"{file.place('lexicons')}: lexicons is no mapping", got=_shown(content))
    return {
        name: entries(f"{file.place('lexicons', name)}: lexicon {name!r}", listed)
        for name, listed in content.items()
    }


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
        if "word" not in entry:
            raise DataError(f"{place}: an entry has no form 'word'", got=", ".join(entry))
        made.append(entry)
    if twice := [word for word, count in Counter(entry["word"] for entry in made).items() if count > 1]:
        raise DataError(f"{place}: an entry is there twice", got=short(twice[0]))
    return tuple(made)


def _shown(value: object) -> str:
    return short(repr(value))


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


def _template(file: YamlFile, number: int, row: object, lexicons: Lexicons) -> Template:
    name = row.get("name", number + 1) if isinstance(row, dict) else number + 1
    place = f"{file.place('templates', number)}: template {_shown(name)}"
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
        read.expect, read.vary, read.then, read.toward, read.ambiguous, f"{file.path}: ",
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
