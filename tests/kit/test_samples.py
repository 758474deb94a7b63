"""The sample sentences: what a person gets with no file of their own must be balanced, varied and clean."""

import itertools
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mohs.kit

FOLDER = Path(mohs.kit.__file__).parent / "samples"
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

# As in the table of tasks that every reader and classifier goes by.
FIELDS = {
    "sst2": ("sentence",),
    "qqp": ("question1", "question2"),
    "mnli": ("premise", "hypothesis"),
    "qnli": ("question", "sentence"),
    "rte": ("sentence1", "sentence2"),
}
COUNTS = {
    "sst2": {"negative": 100, "positive": 100},
    "qqp": {"not_duplicate": 30, "duplicate": 30},
    "mnli": {"entailment": 20, "neutral": 20, "contradiction": 20},
    "qnli": {"entailment": 30, "not_entailment": 30},
    "rte": {"entailment": 30, "not_entailment": 30},
}
# (at most at the first decile, at least at the median, at least at the ninth decile), words in all fields
LENGTHS = {
    "sst2": (6, 11, 24),
    "qqp": (14, 15, 21),
    "mnli": (13, 15, 28),
    "qnli": (18, 20, 25),
    "rte": (23, 25, 32),
}
DISTINCT_WORDS = {"sst2": 1100, "qqp": 350, "mnli": 450, "qnli": 500, "rte": 600}
# What real reviews hold and ASCII letters do not; anything else in a sample would be an accident.
BEYOND_ASCII = {"é", "ö"}

per_task = pytest.mark.parametrize("task", FIELDS)


def rows(task: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def texts(task: str) -> list[str]:
    return [row[field] for row in rows(task) for field in FIELDS[task]]


def words(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def letters(text: str) -> str:
    return "".join(re.findall(r"[^\W_]", text.casefold()))


def strings(value: Any) -> Iterator[str]:
    """Every text in a file of a data set, whatever its layout."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from strings(inner)


def known_texts(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            if file.suffix == ".tsv":
                yield from line.split("\t")
            else:
                yield from strings(json.loads(line))


def test_there_is_one_file_a_task_and_nothing_else() -> None:
    assert {file.stem for file in FOLDER.glob("*.jsonl")} == set(FIELDS)


@per_task
def test_rows_have_id_fields_and_label_in_this_order(task: str) -> None:
    for row in rows(task):
        assert tuple(row) == ("id", *FIELDS[task], "label")
        assert all(isinstance(value, str) and value == value.strip() and value for value in row.values())


@per_task
def test_labels_are_the_tasks_own_by_name_and_balanced(task: str) -> None:
    assert Counter(row["label"] for row in rows(task)) == COUNTS[task]


@per_task
def test_ids_count_the_rows_of_the_task(task: str) -> None:
    assert [row["id"] for row in rows(task)] == [f"{task}-{n:03d}" for n in range(1, len(rows(task)) + 1)]


@per_task
def test_every_beginning_holds_all_labels(task: str) -> None:
    """Whoever takes the first 20 rows must not get one label only."""
    assert set(COUNTS[task]) == {row["label"] for row in rows(task)[:20]}


def test_no_text_occurs_twice() -> None:
    found = Counter(letters(text) for task in FIELDS for text in texts(task))
    assert {text for text, times in found.items() if times > 1} == set()


@per_task
def test_no_two_rows_share_half_of_their_words(task: str) -> None:
    bags = {row["id"]: {w for field in FIELDS[task] for w in words(row[field])} for row in rows(task)}
    pairs = itertools.combinations(bags.items(), 2)
    assert [(a, b) for (a, x), (b, y) in pairs if 2 * len(x & y) >= len(x | y)] == []


@per_task
def test_lengths_are_spread_and_no_row_is_over_60_words(task: str) -> None:
    lengths = sorted(sum(len(row[field].split()) for field in FIELDS[task]) for row in rows(task))
    first, middle, ninth = (lengths[len(lengths) * tenths // 10] for tenths in (1, 5, 9))
    at_most, at_least, long = LENGTHS[task]
    assert first <= at_most
    assert middle >= at_least
    assert ninth >= long
    assert lengths[0] >= 3
    assert lengths[-1] <= 60


@per_task
def test_vocabulary_is_wide(task: str) -> None:
    assert len({word for text in texts(task) for word in words(text)}) >= DISTINCT_WORDS[task]


def test_sentiment_is_not_told_by_length() -> None:
    lengths = {
        label: [len(row["sentence"].split()) for row in rows("sst2") if row["label"] == label]
        for label in COUNTS["sst2"]
    }
    means = [sum(counts) / len(counts) for counts in lengths.values()]
    assert abs(means[0] - means[1]) < 2


def test_sentences_differ_in_register() -> None:
    """Lower-case notes, quotes, numbers, hyphens, contractions, abbreviations: attacks must cope with all."""
    sentences = texts("sst2")
    for pattern, at_least in {
        r"^[a-z]": 10,
        r'"[^"]+"': 3,
        r"\d": 10,
        r"\w-\w": 20,
        r"\w'(?:t|s|re|ve|ll|d|m)\b": 40,
        r"\b(?:[A-Za-z]\.){2}": 3,
        r"\b(?:not|no|never|nobody|nothing|none|\w+n't)\b": 40,
        r"\b(?:although|though|but|yet|despite|while|whatever)\b": 15,
        r"[?!]": 5,
        r"[;:]": 25,
        r"[^.!?]$": 8,
    }.items():
        assert sum(bool(re.search(pattern, sentence)) for sentence in sentences) >= at_least, pattern


def test_files_are_clean_utf_8() -> None:
    for task in FIELDS:
        raw = (FOLDER / f"{task}.jsonl").read_bytes()
        text = raw.decode("utf-8")
        assert raw.endswith(b"\n") and b"\r" not in raw and not raw.startswith(b"\xef\xbb\xbf")
        assert {c for c in text if not c.isascii()} <= BEYOND_ASCII
        assert unicodedata.normalize("NFC", text) == text
        assert all(c.isprintable() or c == "\n" for c in text)
        assert all("  " not in each for each in texts(task))


def test_no_text_is_found_in_a_data_set(shared: Path) -> None:
    """The samples were written for mohs, and the kit's classifiers must not have been trained on them."""
    ours = {letters(text): text for task in FIELDS for text in texts(task)}
    data = shared / "data"
    files = [file for folder in ("glue", "snli", "anli_dev") for file in (data / folder).rglob("*.*")]
    files = [file for file in files if file.suffix in (".tsv", ".jsonl")]
    assert files
    copied = {ours[key] for text in known_texts(files) if (key := letters(text)) in ours}
    assert copied == set()
