"""AdvSQuAD as a suite for QNLI: a question, and a sentence that looks like its answer and is none.

Jia and Liang, "Adversarial examples for evaluating reading comprehension systems" (EMNLP 2017): AddSent and
AddOneSent append a sentence to a passage; people mended its grammar, others checked that it answers nothing.
AdvGLUE pairs question and appended sentence; the label is always "not_entailment". Two layouts are read:
SQuAD's, where the altered paragraph stands beside the original one, and lines of question and distractor.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mohs.data.files import ending
from mohs.data.json_rows import load_json
from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import fault
from mohs.errors import DataError
from mohs.suites.released_lines import files_of, read_lines, text_of
from mohs.suites.suite import Case, Suite

LABEL = BUILT_IN["qnli"].label_index("not_entailment")
_WHY = "The sentence speaks of something else than the question; people checked that it is no answer."

Pair = tuple[str, str, str, Mapping[str, Any]]
"""Id, question, distractor, and what else is known."""


def read_adv_squad(path: Path) -> Suite:
    """Read a released file, or a folder of them. A pair that is there twice is taken once.

    Raises:
        DataError: A file that cannot be used, or none with a distractor.
    """
    cases: dict[tuple[str, str], Case] = {}
    total = 0
    for file in files_of(path, (".json", ".jsonl")):
        for own, question, distractor, facts in _pairs(file):
            total += 1
            key = (question, distractor)
            if key in cases:
                continue
            source = own.partition("-")[0]
            cases[key] = Case(
                f"adv-squad/{len(cases):05d}", f"adv-squad/{source}", "qnli",
                {"question": question, "sentence": distractor}, LABEL, "distraction", "AddSent",
                rationale=_WHY, facts={"id": own, **facts},
            )  # fmt: skip
    if not cases:
        raise DataError(
            f"{path} has no question with a distractor", expected="AddSent's or AddOneSent's files"
        )
    out = total - len(cases)
    notes = (f"pairs of question and sentence that are there twice, taken once: {out:,}",) if out else ()
    return Suite("adv-squad", "AdvSQuAD", tuple(cases.values()), notes)


def _pairs(file: Path) -> Iterable[Pair]:
    return read_lines(file, _line) if ending(file) == ".jsonl" else _squad(file)


def _line(row: Mapping[str, Any]) -> Pair:
    facts = {"set": row["set"]} if isinstance(row.get("set"), str) else {}
    return text_of(row, "id"), _tidy(text_of(row, "question")), _tidy(text_of(row, "distractor")), facts


def _tidy(text: str) -> str:
    """One blank where the released texts have two, and none at the ends."""
    return " ".join(text.split())


def _squad(file: Path) -> list[Pair]:
    """The sentence by which each altered paragraph is longer than the original with the same id."""
    content, _ = load_json(file)
    try:
        assert isinstance(content, dict)
        asked = [
            (one["id"], one["question"], paragraph["context"])
            for article in content["data"]
            for paragraph in article["paragraphs"]
            for one in paragraph["qas"]
        ]
        assert all(isinstance(text, str) for row in asked for text in row)
        if why := next(filter(None, (fault(text) for row in asked for text in row)), None):
            raise DataError(f"{file}: {why}")
    except (AssertionError, KeyError, TypeError) as problem:
        raise DataError(
            f"{file} is not laid out as SQuAD's files",
            got=repr(problem)[:200],
            expected="the keys data, paragraphs, qas and context",
        ) from None
    originals = {own: context for own, _, context in asked if "-" not in own}
    found: list[Pair] = []
    for own, question, context in asked:
        if "-" not in own:
            continue
        original = originals.get(own.partition("-")[0])
        if original is None or not context.startswith(original) or not context[len(original) :].strip():
            raise DataError(
                f"{file}: the paragraph of {own!r} is not the original one with a sentence behind it",
                expected="the original question, with the id before the dash, in the same file",
            )
        if not question.strip():
            raise DataError(f"{file}: the question {own!r} is empty")
        found.append((own, _tidy(question), _tidy(context[len(original) :]), {"set": "AddOneSent"}))
    return found
