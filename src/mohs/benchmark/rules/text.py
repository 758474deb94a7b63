"""Rules about a row by itself: what stands in its texts, and whether its label can be kept."""

import html
import re

from mohs.benchmark.rules.entry import Entry, Rule, each

_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]{0,200})?/?>|<!--.{0,200}?-->")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SLOT = re.compile(r"\b(?:a|an|[Tt]he)\s+(?:is|are|was|were|am|has|had)\b")  # not "vitamin A is"
_DENIED = re.compile(
    r"\b(?:(?:ca|wo|would|do|did|could|should)(?:\s?n['’]t|\s+not)|cannot|can\s+not|never|hardly)\s+"
    r"(?:really\s+|ever\s+)?(?:say|said|think|thought|believe|believed|claim|claimed|call|called)\b",
    re.IGNORECASE,
)


def markup(row: Entry) -> str | None:
    """HTML tags or entities are left in a text."""
    for name, text in row.fields.items():
        for found in (*_TAG.finditer(text), *_ENTITY.finditer(text)):
            # "&c;" is no entity of HTML, and so it is text.
            if found[0].startswith("<") or html.unescape(found[0]) != found[0]:
                return f"{name}: {found[0]}"
    return None


def template_slot(row: Entry) -> str | None:
    """An article stands before a verb ("the was"): a template whose slot was filled with nothing."""
    for name, text in row.fields.items():
        if row.original and name not in row.original:
            continue  # a field that was left alone is as its source had it
        if (found := _SLOT.search(text)) and not _SLOT.search(row.original.get(name, "")):
            return f"{name}: {found[0]!r}"
    return None


def denied_opinion(row: Entry) -> str | None:
    """A denied opinion that is labelled as the opposite opinion: "I wouldn't say it is bad" as positive.

    Whoever does not call a film bad has not called it good; CheckList itself asks only for "not negative".
    """
    if row.task.subject != "sentiment" or row.label != "positive":
        return None
    for name, text in row.fields.items():
        if found := _DENIED.search(text):
            return f"{name}: {found[0]!r}, labelled {row.label}"
    return None


def written(row: Entry) -> bool:
    """Whether a person or a template wrote the row, so that there is no benign text behind it."""
    return not row.original


RULES = (
    Rule(
        "markup",
        "HTML tags or entities in a text",
        "replace tags by blanks or line breaks, and entities by their characters",
        each(markup, lambda row: True),
    ),
    Rule(
        "template-slot",
        'an article right before a verb ("that the was"), where the source has none',
        "fill the slot of the template, or withdraw the row",
        each(template_slot, lambda row: True),
    ),
)
"""The rules of this file, in the order in which an audit lists them."""
