"""Template: a text with slots, what may fill them, and the label that every filling has; and its expansions.

The idea is that of CheckList (Ribeiro et al., "Beyond accuracy", ACL 2020, section 3): slots are filled from
lexicons. An article goes with the word that it stands before, two slots of one kind never hold the same
entry, and the label is a name or follows from conditions on the slots.
"""

import re
import reprlib
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import prod

import numpy as np

from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import fault
from mohs.data.values import kind, short
from mohs.errors import DataError
from mohs.language.words import indefinite_article
from mohs.suites.condition import Entry, holds, value_of
from mohs.suites.suite import DIRECTION, EXPECTATIONS, INVARIANCE, LABEL, Case

SLOT = re.compile(r"\{(?:(a):)?(([a-z_]+)\d*(?:\.[a-z_]+)?)\}")
"""{noun}, {noun2} (another one), {person.his} (a form), {a:noun} (with its article)."""

MEMBERS = 6
"""A group of an invariance test has at most so many rows."""

_ENUMERATED = 50_000
_OPENS = re.compile(r"(^|[.?!] )([a-z])")

Filling = Mapping[str, Entry]
LabelOf = str | Mapping[str, str] | Callable[[Filling], str]


@dataclass(frozen=True)
class Template:
    """A test: texts with slots, and what is right for each filling.

    Attributes:
        name: Unique within its file.
        task: Name of a built-in task.
        capability: What it needs.
        rationale: Why the label holds.
        text: The texts to choose from, each field -> text with slots.
        label: A label; or label -> condition ("n1 > n2"), exactly one of which holds; or a function of the
            filling.
        slots: Slot -> its entries; each entry has a form "word".
        where: Conditions that a filling has to meet.
        expectation: "label", "invariance" or "direction".
        vary: Of invariance: the slot whose entries make the rows of a group.
        then: Of direction: the second text.
        toward: Of direction: the label whose probability must not fall.
        ambiguous: People differ about the label.
    """

    name: str
    task: str
    capability: str
    rationale: str
    text: tuple[Mapping[str, str], ...]
    label: LabelOf
    slots: Mapping[str, tuple[Entry, ...]]
    where: tuple[str, ...] = ()
    expectation: str = LABEL
    vary: str | None = None
    then: Mapping[str, str] | None = None
    toward: str | None = None
    ambiguous: bool = False
    place: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        self._check_texts(name=[self.name], capability=[self.capability], rationale=[self.rationale])
        self._check_texts(
            **{
                f"slot {key}": [text for entry in entries for text in entry.values()]
                for key, entries in self.slots.items()
            }
        )
        if self.task not in BUILT_IN:
            raise self._wrong(f"there is no task {self.task!r}", f"one of {', '.join(BUILT_IN)}")
        fields = BUILT_IN[self.task].fields
        for text in (*self.text, *(() if self.then is None else (self.then,))):
            if sorted(text) != sorted(fields):
                raise self._wrong(f"it gives {', '.join(text)}", f"the task has {', '.join(fields)}")
            self._check_texts(**{name: [line] for name, line in text.items()})
            for line in text.values():
                self._check_line(line)
        if self.expectation not in EXPECTATIONS:
            raise self._wrong(
                f"unknown expectation {self.expectation!r}", f"one of {', '.join(EXPECTATIONS)}"
            )
        if (self.expectation == INVARIANCE) != (self.vary is not None):
            raise self._wrong("invariance and `vary` go together", "name the slot that makes no difference")
        if (self.expectation == DIRECTION) != (self.then is not None and self.toward is not None):
            raise self._wrong("direction, `then` and `toward` go together", "give all three, or none")
        if self.vary is not None and self.vary not in self.slots:
            raise self._wrong(f"there is no slot {self.vary!r}", f"one of {', '.join(self.slots)}")
        names = [self.label] if isinstance(self.label, str) else []
        names += list(self.label) if isinstance(self.label, Mapping) else []
        for name in (*names, *(() if self.toward is None else (self.toward,))):
            if name not in BUILT_IN[self.task].labels:
                raise self._wrong(f"there is no label {name!r}", ", ".join(BUILT_IN[self.task].labels))

    def _check_texts(self, **texts: Iterable[str]) -> None:
        for what, given in texts.items():
            for text in given:
                if why := fault(text) if isinstance(text, str) else f"{kind(text)}, not a text":
                    raise self._wrong(f"{what}: {why}", None)

    def _check_line(self, line: str) -> None:
        if not line.strip():
            raise self._wrong("a text is empty", None)
        if "{" in (rest := SLOT.sub("", line)) or "}" in rest:
            raise self._wrong(f"a slot that cannot be read: {line}", "{noun}, {noun2}, {noun.many}, {a:noun}")
        for found in SLOT.finditer(line):
            value_of(found[2], {key: entries[0] for key, entries in self.slots.items()}, self.where_it_is)

    @property
    def where_it_is(self) -> str:
        """For messages."""
        return f"{self.place}template {self.name!r}"

    def _wrong(self, what: str, expected: str | None) -> DataError:
        return DataError(f"{self.where_it_is}: {what}", expected=expected)

    def label_of(self, filling: Filling) -> int:
        """The gold label of a filling.

        Raises:
            DataError: No condition holds, several do, or a function raised.
        """
        task = BUILT_IN[self.task]
        if isinstance(self.label, str):
            return task.label_index(self.label)
        words = {key: entry["word"] for key, entry in filling.items()}
        if isinstance(self.label, Mapping):
            found = [name for name, rule in self.label.items() if holds(rule, filling, self.where_it_is)]
            if len(found) != 1:
                raise DataError(
                    f"{self.where_it_is}: the conditions give {len(found)} labels",
                    got=str(words),
                    expected="one",
                )
            return task.label_index(found[0])
        try:
            label = self.label(filling)
        except Exception as problem:
            raise DataError(
                f"{self.where_it_is}: its label function raised",
                got=f"{type(problem).__name__}: {problem}, for {words}",
            ) from None
        try:
            return task.label_index(label)
        except (DataError, TypeError):
            raise DataError(
                f"{self.where_it_is}: its label function gave no label of {task.name}",
                got=f"{short(reprlib.repr(label))}, for {words}",
                expected=", ".join(task.labels),
            ) from None


def slots_of(line: str) -> list[str]:
    """The slots of a text, each once: of {person2.his} it is "person2"."""
    return list(dict.fromkeys(found[2].partition(".")[0] for found in SLOT.finditer(line)))


def kind_of(slot: str) -> str:
    """What fills a slot: of "person2" it is "person"."""
    return slot.rstrip("0123456789")


def fill(text: Mapping[str, str], filling: Filling, place: str = "") -> dict[str, str]:
    """The texts with their slots filled, articles put and sentences begun with a capital."""

    def word(found: re.Match[str]) -> str:
        plain = value_of(found[2], filling, place)
        return f"{indefinite_article(plain.split()[0])} {plain}" if found[1] else plain

    return {
        name: _OPENS.sub(lambda m: m[1] + m[2].upper(), SLOT.sub(word, line)) for name, line in text.items()
    }


def expand(template: Template, count: int, seed: int) -> list[Case]:
    """So many cases of a template (groups, for invariance and direction), or all where there are fewer.

    The draw depends on the seed and the template's task and name alone, not on its neighbours.

    Raises:
        DataError: No filling meets the conditions, or one without a label.
    """
    random = np.random.default_rng([seed, zlib.crc32(f"{template.task}/{template.name}".encode())])
    task = BUILT_IN[template.task]
    toward = None if template.toward is None else task.label_index(template.toward)
    cases: list[Case] = []
    taken: set[tuple[str, ...]] = set()
    groups = 0
    for variant, filling in _fillings(template, random):
        if groups == count:
            break
        rows = _rows(template, variant, filling, random)
        keys = {tuple(texts.values()) for texts, _ in rows}
        if not rows or keys & taken:
            continue
        taken |= keys
        groups += 1
        group = f"{template.task}/{_slug(template.name)}/{groups:03d}"
        for number, (texts, label) in enumerate(rows):
            one = group if len(rows) == 1 else f"{group}/{'abcdef'[number]}"
            cases.append(
                Case(
                    one, group, task.name, texts, label, template.capability, template.name,
                    template.expectation, template.rationale, toward,
                    facts={"ambiguous": True} if template.ambiguous else {},
                )
            )  # fmt: skip
    if not cases:
        raise DataError(
            f"{template.where_it_is}: no filling meets its conditions", got="; ".join(template.where)
        )
    return cases


def _slug(name: str) -> str:
    """The name in an id: no two names have one."""
    made = re.sub(r"[^a-z0-9]+", "-", name.lower())
    return made if made.replace("-", " ") == name else f"{made}-{zlib.crc32(name.encode()):08x}"


def _fillings(template: Template, random: np.random.Generator) -> Iterator[tuple[int, Filling]]:
    """Fillings in a random order, none twice: without the slot that varies."""
    keys = [key for key in template.slots if key != template.vary]
    sizes = (len(template.text), *(len(template.slots[key]) for key in keys))
    total = prod(sizes)
    if total <= _ENUMERATED:
        drawn: Iterator[tuple[int, ...]] = (
            tuple(int(k) for k in np.unravel_index(place, sizes)) for place in random.permutation(total)
        )
    else:
        drawn = (tuple(int(k) for k in random.integers(sizes)) for _ in range(_ENUMERATED))
    seen: set[tuple[int, ...]] = set()
    for variant, *picked in drawn:
        if (variant, *picked) in seen:
            continue
        seen.add((variant, *picked))
        filling = {key: template.slots[key][place] for key, place in zip(keys, picked, strict=True)}
        if template.vary is not None or admissible(template, filling):
            yield variant, filling


def admissible(template: Template, filling: Filling) -> bool:
    """Whether slots of one kind hold different entries, and all conditions are met."""
    kinds: dict[str, list[str]] = {}
    for key, entry in filling.items():
        kinds.setdefault(kind_of(key), []).append(entry["word"])
    if any(len(set(words)) < len(words) for words in kinds.values()):
        return False
    return all(holds(rule, filling, template.where_it_is) for rule in template.where)


def _rows(
    template: Template, variant: int, filling: Filling, random: np.random.Generator
) -> list[tuple[dict[str, str], int]]:
    place, text = template.where_it_is, template.text[variant]
    if template.then is not None:
        label = template.label_of(filling)
        return [(fill(text, filling, place), label), (fill(template.then, filling, place), label)]
    if template.vary is None:
        return [(fill(text, filling, place), template.label_of(filling))]
    entries = template.slots[template.vary]
    chosen = np.sort(random.permutation(len(entries))[:MEMBERS])
    filled = [{**filling, template.vary: entries[k]} for k in chosen]
    kept = [one for one in filled if admissible(template, one)]
    return [(fill(text, one, place), template.label_of(one)) for one in kept] if len(kept) > 1 else []
