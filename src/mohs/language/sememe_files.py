"""Tables of words that may stand for each other, in files: the kit's, and OpenHowNet's text format.

A *group* is a set of words of one part of speech. The kit's file has two kinds: words that share a sense's
whole sememe set (BabelSememe), and WordNet's synsets, each with the class of its sisters.
"""

import hashlib
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from mohs.errors import DataError

Ints = npt.NDArray[np.int32]

PARTS_OF_SPEECH = ("NOUN", "VERB", "ADJ", "ADV")

FORMAT = """blocks of lines KEY=value, as in OpenHowNet's HowNet.txt; of each block these are read:
    W_E=film                    the English word
    G_E=noun [...]              its part of speech: noun, verb, adj or adv
    DEF={shows|表演物:...}      its sememes"""


@dataclass(frozen=True)
class Groups:
    """Sets of words, each of one part of speech.

    Attributes:
        members: Rows of the words, group after group.
        ends: Where each group ends in `members`, shape (groups,).
        kinds: Part of speech of each group, as a place in `PARTS_OF_SPEECH`, shape (groups,).
    """

    members: Ints
    ends: Ints
    kinds: Ints

    @classmethod
    def of(cls, groups: Sequence[tuple[int, Sequence[int]]]) -> "Groups":
        """From (part of speech, rows of the words) pairs."""
        return cls(
            np.array([row for _, rows in groups for row in rows], np.int32),
            np.cumsum([len(rows) for _, rows in groups], dtype=np.int32),
            np.array([kind for kind, _ in groups], np.int32),
        )

    def rows(self, group: int) -> list[int]:
        """The words of one group."""
        start = int(self.ends[group - 1]) if group else 0
        rows: list[int] = self.members[start : int(self.ends[group])].tolist()
        return rows


@dataclass(frozen=True)
class SememeTable:
    """All that `Sememes` needs.

    Attributes:
        name: What a run's record calls it: a file's name, or `kit:sememes`.
        sha256: Of the file.
        words: Lemmas in lower case; those of the kit first, the common ones first of all.
        common: So many words are common; no other one is put into a text by WordNet or the kit's sememes.
        limit: So many words may be put in by way of sememes.
        sememes: Words with an identical sememe set in one sense.
        synsets: WordNet's synsets.
        senses: Which sense of its word each of the synsets' members is, 0 for the most frequent one.
        sisters: The class of each synset whose words are the next best, -1 for none, shape (synsets,).
        antonyms: Pairs of synsets with opposite meanings, shape (pairs, 2), both ways round.
        rules: See `mohs.language.inflection.Inflections`, as the next two.
        inflections: Shape (endings, words of the kit).
        extra: Forms that are only understood.
    """

    name: str
    sha256: str
    words: list[str]
    common: int
    limit: int
    sememes: Groups
    synsets: Groups
    senses: npt.NDArray[np.uint8]
    sisters: Ints
    antonyms: Ints
    rules: list[tuple[str, str]]
    inflections: npt.NDArray[np.uint16]
    extra: Mapping[str, list[tuple[int, int]]]


def read_npz(path: Path) -> SememeTable:
    """The table that `tools/make_sememes.py` wrote."""
    content = path.read_bytes()
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays: dict[str, Any] = {name: file[name] for name in file.files}
        groups = {
            name: Groups(arrays[f"{name}_members"], arrays[f"{name}_ends"], arrays[f"{name}_kinds"])
            for name in ("sememes", "synsets")
        }
        extra: dict[str, list[tuple[int, int]]] = {}
        for form, (lemma, ending) in zip(_lines(arrays["extra"]), arrays["extra_of"].tolist(), strict=True):
            extra.setdefault(form, []).append((lemma, ending))
        rules = [(rule.partition("\t")[0], rule.partition("\t")[2]) for rule in _lines(arrays["rules"])]
        return SememeTable(
            name=path.name,
            sha256=hashlib.sha256(content).hexdigest(),
            words=_lines(arrays["words"]),
            common=int(arrays["common"]),
            limit=int(arrays["common"]),
            sememes=groups["sememes"],
            synsets=groups["synsets"],
            senses=arrays["synsets_senses"],
            sisters=arrays["sisters"],
            antonyms=arrays["antonyms"],
            rules=rules,
            inflections=arrays["inflections"],
            extra=extra,
        )
    except (ValueError, OSError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise DataError(
            f"{path} cannot be read", got=str(error), expected="a file that tools/make_sememes.py wrote"
        ) from error


def read_openhownet(path: Path, kit: SememeTable) -> SememeTable:
    """The kit's table with the sememes of a dictionary in OpenHowNet's text format in the place of its own.

    Words of several parts (`ice cream`), without an English word and of other parts of speech are passed
    over: no attack could use them. All words of the dictionary may be put into a text.

    Raises:
        DataError: No such file, not UTF-8, or a broken line, which the message names.
    """
    if not path.is_file():
        raise DataError(f"no dictionary of sememes at {path}", expected=FORMAT, mend="check the path")
    content = path.read_bytes()
    words = list(kit.words)
    rows = {word: row for row, word in enumerate(words)}
    groups: dict[tuple[int, frozenset[str]], dict[int, None]] = {}
    for word, kind, sememes in _senses(path, content):
        row = rows.setdefault(word, len(words))
        if row == len(words):
            words.append(word)
        groups.setdefault((kind, sememes), {})[row] = None
    if not groups:
        raise DataError(f"{path} has no sense of a single English word", expected=FORMAT)
    return replace(
        kit,
        name=path.name,
        sha256=hashlib.sha256(content).hexdigest(),
        words=words,
        limit=len(words),
        sememes=Groups.of([(kind, list(members)) for (kind, _), members in groups.items()]),
    )


_KEY = re.compile(r"([A-Z]+(?:_[A-Z])?\.?)=(.*)")
_WORD = re.compile(r"[a-z]{2,}")
_SEMEME = re.compile(r"""(?<=[{"])([^{}":|]+)\|[^{}":]+(?=[}":])""")
_KINDS = {"noun": 0, "verb": 1, "adj": 2, "adv": 3}


def _senses(path: Path, content: bytes) -> Iterator[tuple[str, int, frozenset[str]]]:
    """(word, part of speech, sememes) of every block that attacks can use."""
    for first, block in _blocks(path, content):
        if missing := [key for key in ("W_E", "G_E", "DEF") if key not in block]:
            raise DataError(
                f"{path}, line {first}: this sense has no {missing[0]}=", expected=FORMAT, mend="add the line"
            )
        line, definition = block["DEF"]
        definition = definition.partition("RMK=")[0].strip()
        sememes = frozenset(name.strip() for name in _SEMEME.findall(definition))
        if not sememes or definition.count("{") != definition.count("}"):
            raise DataError(
                f"{path}, line {line}: no definition by sememes",
                got=definition[:80] or "nothing",
                expected="{english|chinese}, with as many } as {",
            )
        word = block["W_E"][1].strip().lower()
        kind = _KINDS.get((block["G_E"][1].split() or [""])[0].lower())
        if kind is not None and _WORD.fullmatch(word):
            yield word, kind, sememes


def _blocks(path: Path, content: bytes) -> Iterator[tuple[int, dict[str, tuple[int, str]]]]:
    """Line number of each block's first line, and its keys with line number and value.

    A block ends at a blank line, or where its first key comes again.
    """
    first, block = 0, dict[str, tuple[int, str]]()
    for number, raw in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        try:
            line = raw.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            raise DataError(
                f"{path}, line {number}: not UTF-8", got=repr(raw[:40]), mend="save the file as UTF-8"
            ) from error
        match = _KEY.fullmatch(line)
        if line and match is None:
            raise DataError(f"{path}, line {number}: no KEY=value", got=repr(line[:60]), expected=FORMAT)
        if block and (match is None or match[1] == next(iter(block))):
            yield first, block
            block = {}
        if match is not None:
            if match[1] in block:
                raise DataError(
                    f"{path}, line {number}: {match[1]} comes twice in one sense",
                    expected="a blank line between senses",
                )
            first = first if block else number
            block[match[1]] = (number, match[2])
    if block:
        yield first, block


def _lines(text: npt.NDArray[Any]) -> list[str]:
    return text.tobytes().decode("utf-8").split("\n")
