"""AddSent: a sentence that looks like the answer to a question, and is the answer to another one; for QNLI.

Jia and Liang, "Adversarial examples for evaluating reading comprehension systems" (EMNLP 2017), section 4.2,
from the question alone: (1) names, numbers and words with an opposite are changed, so that something else is
asked; (2) an answer of the same kind is made up; (3) both become a statement by rules. Their fourth step,
people who mend and check the sentences, is open: every case says `status: needs review`.
"""

import re
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import as_texts
from mohs.data.values import check_whole
from mohs.errors import DataError
from mohs.kit.manifest import FOLDER
from mohs.language.english import Tagger
from mohs.language.inflection import ENDINGS, kit_inflections
from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.language.words import indefinite_article
from mohs.suites.declarative import GAP, Statement, declarative
from mohs.suites.released_lines import read_lines, text_of
from mohs.suites.suite import NEEDS_REVIEW, Case, Suite
from mohs.suites.template_file import TEMPLATES, read_lexicons

_LABEL = BUILT_IN["qnli"].label_index("not_entailment")
_WHY = "The sentence answers another question: {}."
_CLASSES = ("month", "country", "planet", "beast", "vessel", "building", "metal", "tone")
_WORD = re.compile(r"^(\W*)(.*?)((?:['’]s)?\W*)$")
_INITIAL = re.compile(r"[A-Z]\.")
_KEPT = ("I", "Who", "What", "When", "Where", "Why", "How", "Which")
_PLACES = ("city", "town", "capital", "country", "state", "village", "island", "continent", "river", "place")


def add_sent(questions: Iterable[str] | None = None, *, seed: int = 0, tagger: Tagger | None = None) -> Suite:
    """A distracting sentence for each question that the rules fit.

    Args:
        questions: What is asked; the questions of the kit's QNLI sample by default.
        seed: Of the choices.
        tagger: Parts of speech; the kit's by default.

    Raises:
        MohsError: No question fits, one is no text, or a seed out of range.
    """
    check_whole(0, seed=seed)
    tags = tagger or PartsOfSpeech.kit()
    asked = list(dict.fromkeys(own_questions() if questions is None else as_texts("questions", questions)))
    cases = []
    for question in asked:
        made = distractor(question, tags, seed)
        if made is not None:
            sentence, changes = made
            changed = ", ".join(f"{old!r} became {new!r}" for old, new in changes)
            name = f"add-sent/{sha256(question.encode()).hexdigest()[:16]}"
            cases.append(
                Case(
                    name,
                    name,
                    "qnli",
                    {"question": question, "sentence": sentence},
                    _LABEL,
                    "distraction",
                    "AddSent",
                    rationale=_WHY.format(changed),
                    status=NEEDS_REVIEW,
                    facts={"changes": [list(pair) for pair in changes]},
                )
            )
    if not cases:
        raise DataError("AddSent's rules fit no question", got=f"{len(asked):,} questions")
    out = len(asked) - len(cases)
    notes = (f"questions that no rule fits: {out:,}",) if out else ()
    return Suite("add-sent", "AdvSQuAD", tuple(cases), notes)


def own_questions() -> list[str]:
    """The questions of the kit's QNLI sample."""
    return read_questions(FOLDER / "samples" / "qnli.jsonl")


def read_questions(path: Path) -> list[str]:
    """The questions of a file with one JSON object a line.

    Raises:
        DataError: The file, or one of its lines, cannot be used.
    """
    return read_lines(path, lambda row: " ".join(text_of(row, "question").split()))


def distractor(question: str, tagger: Tagger, seed: int) -> tuple[str, list[tuple[str, str]]] | None:
    """The sentence, and what was changed in the question; None where nothing can be, or no rule fits."""
    if not re.fullmatch(r"[A-Z][^?]*\?", question):
        return None
    random = np.random.default_rng([seed, zlib.crc32(question.encode("utf-8"))])
    words = question.rstrip("? ").split()
    bare = [_WORD.sub(r"\2", word) or word for word in words]
    # A question about the changed words would be another one for the tagger too: they keep their tags.
    tags = tagger.tags(bare)
    changed, new_tags, changes = _altered(words, tags, random)
    if not changes:
        return None
    statement = declarative(changed, new_tags, _inflect)
    answer = None if statement is None else _answer(statement, question, random)
    if statement is None or answer is None:
        return None
    text = statement.text.replace(GAP, answer, 1)
    for _, new in changes:
        article = indefinite_article(new.split()[0])
        text = re.sub(rf"\b(a)n? (?={re.escape(new)}\b)", rf"\1{article[1:]} ", text, flags=re.IGNORECASE)
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else "."), changes


@dataclass(frozen=True)
class _Stock:
    """What words are changed to."""

    opposite: Mapping[str, str]
    others: Mapping[str, tuple[str, ...]]
    lists: Mapping[str, tuple[str, ...]]


@cache
def _stock() -> _Stock:
    lexicons = read_lexicons(TEMPLATES / "add_sent.yaml")
    lists = {name: tuple(entry["word"] for entry in entries) for name, entries in lexicons.items()}
    pairs = [(entry["word"], entry["not"]) for entry in lexicons["opposite"]]
    opposite = {new: old for old, new in reversed(pairs)} | dict(pairs)
    others = {word: lists[name] for name in _CLASSES for word in lists[name]}
    return _Stock(opposite, others, lists)


def _inflect(verb: str, ending: str) -> str | None:
    table = kit_inflections()
    row = table.row(verb)
    return None if row is None else table.form(row, ENDINGS.index(ending))


def _altered(
    words: list[str], tags: list[str], random: np.random.Generator
) -> tuple[list[str], list[str], list[tuple[str, str]]]:
    """Names, numbers, and words with an opposite or of a known class changed: names as wholes."""
    new_words: list[str] = []
    new_tags: list[str] = []
    changes: list[tuple[str, str]] = []
    place = 0
    while place < len(words):
        end = place + 1
        before, word, after = _parts(words[place])
        new = None
        if place and _is_name(word):
            while (
                end < len(words)
                and (not after or _INITIAL.fullmatch(word + after))
                and _is_name(_parts(words[end])[1])
            ):
                after = _parts(words[end])[2]
                end += 1
            named = [_parts(one)[1] for one in words[place:end]]
            word = " ".join(named)
            new = _other_name(named, words[place - 1].lower() == "the", new_words, random)
        elif place:
            new = _other_word(word, words[end] if end < len(words) else "", random)
        if new is None:
            new_words += words[place:end]
            new_tags += tags[place:end]
        else:
            changes.append((word, new))
            pieces = f"{before}{new}{after}".split()
            new_words += pieces
            new_tags += ["PROPN" if _is_name(word) else tags[place]] * len(pieces)
        place = end
    return new_words, new_tags, changes


def _parts(word: str) -> tuple[str, str, str]:
    found = _WORD.match(word)
    return (found[1], found[2], found[3]) if found else ("", word, "")


def _is_name(word: str) -> bool:
    return word[:1].isupper() and word not in _KEPT


def _other_name(
    named: list[str], definite: bool, taken: list[str], random: np.random.Generator
) -> str | None:
    """Another name; of "the Eiffel Tower" the tower stays, and "the Rhine" is left alone."""
    stock = _stock()
    if definite and len(named) == 1:
        return None
    name = " ".join(named)
    names = stock.others.get(name, stock.lists["invented_place"])
    fresh = tuple(one for one in names if one != name and not any(one in word for word in taken))
    new = _choose(fresh or names, random)
    return f"{new} {named[-1]}" if definite else new


def _other_word(word: str, following: str, random: np.random.Generator) -> str | None:
    stock = _stock()
    if re.fullmatch(r"\d{1,6}", word):
        step = int(random.integers(1, 10))
        return str(int(word) + step if int(word) <= step or random.integers(2) else int(word) - step)
    if word in stock.opposite and following.lower() not in ("to", "on", "up", "out"):  # "lost to", "old on"
        return stock.opposite[word]
    if word in stock.others:
        return _choose(tuple(one for one in stock.others[word] if one != word), random)
    return None


def _choose(words: tuple[str, ...], random: np.random.Generator) -> str:
    return words[int(random.integers(len(words)))]


def _answer(statement: Statement, question: str, random: np.random.Generator) -> str | None:
    """A made-up answer of the kind that is asked for; None where the kind is not known."""
    lists = _stock().lists

    said = f"{statement.text} {statement.noun} {question}"

    def pick(name: str) -> str:
        return _choose(tuple(one for one in lists[name] if one not in said) or lists[name], random)

    def persons() -> str:
        first = pick("invented_person")
        if not re.search(rf"\b(?:are|were) {re.escape(GAP)}$", statement.text):
            return first
        return (
            f"{first} and {_choose(tuple(one for one in lists['invented_person'] if one != first), random)}"
        )

    number = str(int(random.integers(23, 97)))
    makers: Mapping[str, Callable[[], str | None]] = {
        "person": persons,
        "place": lambda: f"in {pick('invented_place')}",
        "time": lambda: f"in {int(random.integers(1805, 1895))}",
        "reason": lambda: f"because of {pick('reason')}",
        "count": lambda: f"{number} {statement.noun}",
        "measure": lambda: f"{number} {'years' if statement.noun == 'old' else 'metres'}",
        "noun": lambda: _of_noun(statement, pick, random),
        "thing": lambda: _of_thing(statement, pick),
    }
    return makers[statement.kind]()


def _of_noun(statement: Statement, pick: Callable[[str], str], random: np.random.Generator) -> str | None:
    head = statement.noun.split()[-1].lower()
    if head == "year":
        year = str(int(random.integers(1805, 1895)))
        # A preposition stands there already where the question had it.
        bare = re.search(rf"\b(?:in|to|by|from|of|during|for) {re.escape(GAP)}", statement.text)
        return year if bare or statement.subject else f"in {year}"
    if head in ("day", "month", "time", "date", "century", "decade"):
        return None
    known = {"colour": "colour", "color": "colour", "language": "tongue", "country": "country"}
    if head in known:
        return pick(known[head])
    if head in _PLACES:
        return pick("invented_place")
    if any(_is_name(word) for word in statement.noun.split()):
        return None
    return f"the {pick('invented_place')} {statement.noun}"


def _of_thing(statement: Statement, pick: Callable[[str], str]) -> str | None:
    """By what it is said to be ("the capital of Peru"); what only does or suffers something is an object."""
    if not statement.noun:
        return pick("object")
    head = re.split(r" (?:of|in|for|at|on|from|to|with|by) ", statement.noun)[0].split()[-1].lower()
    if head in ("colour", "color"):
        return pick("colour")
    if head == "language":
        return pick("tongue")
    if head in (*_PLACES, "name"):
        return pick("invented_place")
    return f"the {pick('invented_place')} {head}"
