"""What is odd about usable rows is said, and the rows stay as they are."""

import pytest

from mohs.data.example import Example
from mohs.data.notes import notes_of
from mohs.data.task import Task

TASK = Task("t", ("text",), ("negative", "positive"))


def notes(*texts, labels=None):
    labels = labels or [0] * len(texts)
    return notes_of(
        TASK,
        [
            Example(f"r{row}", "", {"text": text}, label)
            for row, (text, label) in enumerate(zip(texts, labels, strict=True))
        ],
    )


@pytest.mark.parametrize(
    "text",
    [
        "good\u200bmovie",
        "\ufeffa",
        "a\u202eb",
        "soft\u00adhyphen",
        "a\u2066b",
        "b\u0007ell",
        "a\u200db",
        "\u200e",
    ],
    ids=ascii,
)
def test_invisible_characters_are_flagged(text):
    assert any("invisible" in note and "1 (id r1)" in note for note in notes("plain", text))


@pytest.mark.parametrize(
    "text",
    ["👩\u200d👩\u200d👧", "می\u200cخواهم", "a\tb\nc\r\nd", "naïve — “café” 😍 İ", "❤\ufe0f", "שלום"],
    ids=ascii,
)
def test_characters_that_a_script_or_an_emoji_needs_are_not(text):
    assert not any("invisible" in note for note in notes(text))


def test_texts_that_are_not_composed_are_flagged():
    assert any("NFC): 1 (id r1)" in note for note in notes("café", "cafe\u0301"))


def test_repeats_are_counted_and_different_labels_for_one_text_are_said():
    said = notes("a", "b", "a", "a", labels=[0, 0, 0, 1])
    assert "texts that repeat an earlier one: 2 (id r2, r3)" in said
    assert "texts that stand there with different labels: 1" in said


def test_five_ids_are_shown_and_all_are_counted():
    assert "texts that repeat an earlier one: 7 (id r1, r2, r3, r4, r5, ...)" in notes(*"aaaaaaaa")


def test_the_balance_of_the_labels_is_said():
    assert notes("a", "b", "c", labels=[0, 1, 1]) == ["labels: negative 1, positive 2"]


def test_of_many_labels_the_fewest_and_the_most_rows_are_said():
    task = Task("intents", ("sentence",), tuple(f"intent {k}" for k in range(77)))
    rows = [k for k in range(77) for _ in range(1 if k == 5 else 3 if k == 70 else 2)]
    examples = [Example(f"r{n}", f"r{n}", {"sentence": f"text {n}"}, k) for n, k in enumerate(rows)]
    assert notes_of(task, examples) == ["labels: 77, from intent 5 1 to intent 70 3"]
