"""The way back: which filling of a template gives these texts; it tells whether a row is an expansion."""

import re
from collections.abc import Mapping
from itertools import product

from mohs.suites.condition import Entry
from mohs.suites.template import SLOT, Filling, Template, admissible, fill


def filling_of(template: Template, fields: Mapping[str, str]) -> Filling | None:
    """A filling that gives these texts to the letter, but for the case of letters; None where there is none.

    Args:
        template: The template.
        fields: Field -> text.
    """
    texts = (*template.text, *(() if template.then is None else (template.then,)))
    for text in texts:
        if set(text) == set(fields):
            for filling in _fillings(template, text, fields):
                made = fill(text, filling)
                same = all(made[name].casefold() == fields[name].casefold() for name in fields)
                if same and admissible(template, filling):
                    return filling
    return None


def _fillings(template: Template, text: Mapping[str, str], fields: Mapping[str, str]) -> list[Filling]:
    """The fillings that each field's pattern allows; whether they give the text is for the caller to see."""
    found: dict[str, list[Entry]] = {}
    for name, line in text.items():
        match = re.fullmatch(_pattern(line), fields[name], re.IGNORECASE)
        if match is None:
            return []
        for number, slot in enumerate(SLOT.finditer(line)):
            key, _, form = slot[2].partition(".")
            said = match[f"s{number}"].casefold()
            fits = [one for one in template.slots[key] if one.get(form or "word", "").casefold() == said]
            found[key] = fits if key not in found else [one for one in found[key] if one in fits]
    return [
        _completed(template, dict(zip(found, chosen, strict=True))) for chosen in product(*found.values())
    ]


def _completed(template: Template, filling: dict[str, Entry]) -> Filling:
    """The filling with those slots filled that the text does not show: any entry does that no other has."""
    for key, entries in template.slots.items():
        if key not in filling:
            taken = {entry["word"] for entry in filling.values()}
            filling[key] = next((one for one in entries if one["word"] not in taken), entries[0])
    return filling


def _pattern(line: str) -> str:
    """The text as a regular expression, with a group s0, s1, ... for each slot."""
    parts, end = [], 0
    for number, slot in enumerate(SLOT.finditer(line)):
        parts += [re.escape(line[end : slot.start()]), "an? " if slot[1] else "", f"(?P<s{number}>.+?)"]
        end = slot.end()
    return "".join((*parts, re.escape(line[end:])))
