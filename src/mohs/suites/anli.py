"""ANLI: hypotheses that people wrote to fool a model, with what the verifiers said of each.

Nie et al., "Adversarial NLI: a new benchmark for natural language understanding" (ACL 2020). The released
files have one JSON object a line; files `verifier_labels*.jsonl` beside them have two or three further labels
for each uid. The texts are taken as they are, with their <br> tags. ANLI is licensed CC BY-NC 4.0 and is
no part of mohs.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from mohs.data.files import ending
from mohs.data.tasks import BUILT_IN
from mohs.data.text_faults import fault
from mohs.data.values import as_integer, short
from mohs.errors import DataError
from mohs.suites.released_lines import BadLine, files_of, read_lines, text_of
from mohs.suites.rounds.writing import AMBIGUOUS
from mohs.suites.suite import Case, Suite

VERIFIERS = "verifier_labels.jsonl"
LETTERS = ("e", "n", "c")
"""What the release calls entailment, neutral and contradiction."""
_VERIFIERS = Path(VERIFIERS).stem
_LETTERS = {letter: number for number, letter in enumerate(LETTERS)}
_ROUND = re.compile(r"[Rr]([1-9]\d?)\b")

Verdicts = Mapping[str, tuple[str, ...]]


def read_anli(path: Path, *, rounds: tuple[int, ...] = (), agreed: bool = False) -> Suite:
    """Read a released file, or a folder of them.

    Args:
        path: The file, or a folder (its .jsonl files, and those of the folders in it).
        rounds: These alone; all, where none is named.
        agreed: Only rows of which every verifier said the label that the writer meant.

    Raises:
        DataError: A file or line that cannot be used, a uid that is there twice, or no rows left.
    """
    files = [one for one in files_of(path, (".jsonl",)) if not _of_verifiers(one)]
    beside = files_of(path, (".jsonl",)) if path.is_dir() else sorted(path.parent.glob(f"{_VERIFIERS}*"))
    verdicts: dict[str, tuple[str, ...]] = {}
    for one in filter(_of_verifiers, beside):
        for uid, said in read_lines(one, _verdict):
            if verdicts.setdefault(uid, said) != said:
                raise DataError(f"{one}: the verifiers of {short(uid)} are there twice", mend="keep one line")
    rows = [case for one in files for case in read_lines(one, partial(_case, file=one, verdicts=verdicts))]
    counts = Counter(case.id for case in rows)
    if twice := [uid for uid, count in counts.items() if count > 1]:
        raise DataError(f"{path}: a uid is there twice", got=", ".join(map(short, twice[:3])))
    kept = [case for case in rows if not rounds or case.facts.get("round") in rounds]
    if agreed:
        kept = [case for case in kept if case.facts.get("agreement") == 1.0]
    if not kept:
        asked = f"rounds {', '.join(map(str, rounds)) or 'all'}{', agreed' if agreed else ''}"
        raise DataError(f"{path}: no row is left", got=f"{len(rows):,} rows; {asked}")
    out = len(rows) - len(kept)
    notes = (f"rows that were not asked for (round, agreement of the verifiers): {out:,}",) if out else ()
    return Suite("anli", "ANLI", tuple(kept), notes)


def _of_verifiers(file: Path) -> bool:
    return file.name.startswith(_VERIFIERS) and ending(file) == ".jsonl"


def _verdict(row: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    given = row.get("verifier labels")
    if not isinstance(given, list):
        raise BadLine(f"verifier labels is no list: {short(repr(given))}")
    names = BUILT_IN["mnli"].labels
    return text_of(row, "uid"), tuple(AMBIGUOUS if one == AMBIGUOUS else names[_label(one)] for one in given)


def _label(given: object) -> int:
    if isinstance(given, str) and given in _LETTERS:
        return _LETTERS[given]
    if isinstance(given, int) and not isinstance(given, bool) and given in (0, 1, 2):
        return given
    raise BadLine(f"label {short(repr(given))} is not one of e, n, c or 0, 1, 2")


def _case(row: Mapping[str, Any], file: Path, verdicts: Verdicts) -> Case:
    uid = text_of(row, "uid")
    premise, hypothesis = text_of(row, "premise", "context"), text_of(row, "hypothesis")
    label = _label(row.get("label"))
    names = BUILT_IN["mnli"].labels
    facts: dict[str, Any] = {"uid": uid}
    given = row.get("round")
    in_path = _ROUND.search(str(file.parent.name))
    if (number := as_integer(given)) is not None:
        facts["round"] = number
    elif in_path:
        facts["round"] = int(in_path[1])
    said = row.get("adversary_pred", row.get("model_label"))
    if said not in (None, ""):
        facts["adversary"] = names[_label(said)]
    if verdicts.get(uid):
        facts["verifiers"] = list(verdicts[uid])
        facts["agreement"] = round(verdicts[uid].count(names[label]) / len(verdicts[uid]), 4)
    for name in ("reason", "tags", "genre"):
        if isinstance(row.get(name), str) and row[name]:
            if why := fault(row[name]):
                raise BadLine(f"{why} ({name})")
            facts[name] = row[name]
    # Rows about one passage are no independent evidence: they make a group.
    group = f"anli/{sha256(premise.encode()).hexdigest()[:12]}"
    return Case(
        f"anli/{uid}", group, "mnli", {"premise": premise, "hypothesis": hypothesis}, label,
        "adversarial writing", "anli", rationale=facts.get("reason", ""), facts=facts,
    )  # fmt: skip
