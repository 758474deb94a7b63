"""Rules about rows together: repeats, splits that leak into each other, labels that give themselves away."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from mohs.benchmark.rules.alike import Fields, alike, fields_alike
from mohs.benchmark.rules.entry import Entry, Found, Rule, key
from mohs.benchmark.rules.text import denied_opinion
from mohs.estimate.wording import percent

NEAR = 0.8
"""Least share of words that near-duplicates have in common, in each of their fields."""

RECOVERED = 0.5
"""Least share of words that a row has in common with the public row that counts as its source. Of the rows of
AdvGLUE's dev set whose source is in GLUE's dev files to the letter, it finds nine of ten."""

ALPHA = 0.01
"""A label is too frequent or too rare where chance alone would make it so less often than this."""

_GroupKey = tuple[str, ...]
_Entries = Sequence[Entry]
_Finding = tuple[list[Found], int]


def duplicate(rows: _Entries) -> _Finding:
    """Rows of one split whose texts repeat an earlier row's, but for case and white space."""
    found = []
    for group in _grouped(rows, lambda row: (row.task.name, row.split)).values():
        first: dict[_GroupKey, Entry] = {}
        for row in group:
            earlier = first.setdefault(key(row.fields, row.task.fields), row)
            if earlier is not row:
                same = "" if earlier.label == row.label else f", labelled {earlier.label} there"
                found.append(Found((row,), f"repeats row {earlier.id}{same}"))
    return found, len(rows)


def source_in_two_splits(rows: _Entries) -> _Finding:
    """Rows whose benign source has rows in another split too, by its id or by its text."""
    parts: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        parts[row.task.name].add(row.split)
    known = [
        row for row in rows if len(parts[row.task.name]) > 1 and (row.source_id is not None or row.original)
    ]
    splits: dict[_GroupKey, set[str]] = defaultdict(set)
    for row in known:
        for mark in _sources(row):
            splits[mark].add(row.split)
    found = []
    for row in known:
        others = {split for mark in _sources(row) for split in splits[mark]} - {row.split}
        if others:
            found.append(Found((row,), f"its source is in {', '.join(sorted(others))} too"))
    return found, len(known)


def near_duplicate(rows: _Entries) -> _Finding:
    """Rows with a row in another split that has most of their words, in every field."""
    found, looked_at = [], 0
    for group in _grouped(rows, lambda row: (row.task.name,)).values():
        parts = list(_grouped(group, lambda row: (row.split,)).values())
        looked_at += len(group) if len(parts) > 1 else 0
        # Each pair is found from the later split's side: that is the one to mend (dev before test).
        for number, part in enumerate(parts):
            earlier = [row for one in parts[:number] for row in one]
            told: set[int] = set()
            for pair in alike([row.fields for row in part], [row.fields for row in earlier], NEAR):
                row, other = part[pair.first], earlier[pair.second]
                if pair.first not in told and fields_alike(row.fields, other.fields) >= NEAR:
                    told.add(pair.first)
                    there = f"{other.split} row {other.id}"
                    found.append(Found((row,), f"{percent(pair.alike, 0)} of the words are those of {there}"))
    return found, looked_at


def shared_source(rows: _Entries) -> _Finding:
    """Tasks in which several rows come from one source, so that they are no independent rows."""
    known = [row for row in rows if row.source_id is not None and row.original]
    groups = _grouped(known, lambda row: (row.task.name, row.split))
    found = []
    for name, group in groups.items():
        sources = len({row.source_id for row in group})
        if sources < len(group):
            found.append(Found(tuple(group), f"{len(group)} rows come from {sources} sources", _named(name)))
    return found, len(groups)


def label_imbalance(rows: _Entries) -> _Finding:
    """Tasks, and methods within a task, in which one label is more frequent or rarer than chance allows.

    Rows of one source have its label all of them, so each source counts once.
    """
    known = [row for row in rows if row.label is not None]
    groups = _grouped(known, lambda row: (row.task.name, row.split))
    groups |= {
        (*name, method): part
        for name, group in groups.items()
        for (method,), part in _grouped(group, lambda row: (_made_by(row),)).items()
        if method and len(part) < len(group)
    }
    found = []
    for name, group in groups.items():
        counts, labels = Counter(row.label for row in group), group[0].task.labels
        sources = {(row.source_id, "" if row.source_id else row.id, row.label) for row in group}
        once = Counter(label for *_, label in sources)
        p = min(_by_chance(once[label], len(sources), len(labels)) for label in labels)
        if p < ALPHA:
            shares = ", ".join(f"{label} {counts[label]}" for label in labels)
            of = f", of {len(sources):,} sources" if len(sources) < len(group) else ""
            found.append(Found(tuple(group), f"{shares} (by chance{of}: p = {p:.2g})", _named(name)))
    return found, len(groups)


def contested_label(rows: _Entries) -> _Finding:
    """Rows whose label a reader need not share: denied opinions, and equal texts with another label."""
    known = [row for row in rows if row.label is not None]
    labels: dict[_GroupKey, set[str]] = defaultdict(set)
    for row in known:
        labels[row.task.name, *key(row.fields, row.task.fields)].add(str(row.label))
    found = []
    for row in known:
        others = labels[row.task.name, *key(row.fields, row.task.fields)] - {row.label}
        why = f"the same text is labelled {', '.join(sorted(others))} too" if others else denied_opinion(row)
        if why is not None:
            found.append(Found((row,), why))
    return found, len(known)


def recoverable_source(public: Mapping[str, Sequence[Fields]], where: str) -> Rule:
    """The rule that looks for the source of each row in a public set.

    Args:
        public: Task -> the rows of the public set, each field name -> text.
        where: The name of that set, for the report.
    """

    def find(rows: _Entries) -> _Finding:
        found, looked_at = [], 0
        for (task,), group in _grouped(rows, lambda row: (row.task.name,)).items():
            if task not in public:
                continue
            looked_at += len(group)
            best: dict[int, tuple[float, int]] = {}
            for pair in alike([row.fields for row in group], public[task], RECOVERED):
                best[pair.first] = max(best.get(pair.first, (0.0, 0)), (pair.alike, -pair.second))
            for place, (share, row) in sorted(best.items()):
                why = f"{percent(share, 0)} of the words are those of row {-row}"
                found.append(Found((group[place],), why))
        return found, looked_at

    return Rule(
        "recoverable-source",
        f"a row of {where} has at least {percent(RECOVERED, 0)} of the words in common",
        "do not call the labels hidden: who finds the source has its label; make the hidden part from texts "
        "that are not public",
        find,
    )


def _grouped(rows: Iterable[Entry], by: Callable[[Entry], _GroupKey]) -> dict[_GroupKey, list[Entry]]:
    groups: dict[_GroupKey, list[Entry]] = defaultdict(list)
    for row in rows:
        groups[by(row)].append(row)
    return dict(groups)


def _named(group: _GroupKey) -> str:
    return " ".join(part for part in group if part)


def _made_by(row: Entry) -> str:
    return f"{row.method} ({row.level})" if row.method and row.level else row.method


def _sources(row: Entry) -> list[_GroupKey]:
    """What tells the source of a row: its id, and its text."""
    marks: list[_GroupKey] = [] if row.source_id is None else [(row.task.name, "id", row.source_id)]
    if row.original:
        marks.append((row.task.name, "text", *key(row.benign, row.task.fields)))
    return marks


def _by_chance(count: int, n: int, labels: int) -> float:
    """How likely a label is so far from its equal share by chance: a binomial test, two-sided.

    Where there are more than two labels, each has a test of its own, and the p is that many times as large.
    """
    from scipy.special import bdtr

    share = 1 / labels
    below = float(bdtr(count, n, share))
    above = 1.0 if count == 0 else float(1 - bdtr(count - 1, n, share))
    return min(1.0, 2 * min(below, above) * (labels if labels > 2 else 1))


RULES = (
    Rule(
        "duplicate",
        "equal, but for case and white space, to an earlier row of the same task and split",
        "withdraw all but one of them",
        duplicate,
    ),
    Rule(
        "source-in-two-splits",
        "the benign source has rows in another split",
        "move all rows of a source to one split",
        source_in_two_splits,
    ),
    Rule(
        "near-duplicate",
        f"a row of another split shares at least {percent(NEAR, 0)} of the words in every field",
        "keep the two in one split, or withdraw one",
        near_duplicate,
    ),
    Rule(
        "shared-source",
        "several rows of a task come from one benign source",
        "draw whole sources where an interval is made (mohs does), and do not count the rows as independent",
        shared_source,
        "groups",
    ),
    Rule(
        "label-imbalance",
        "a label is more frequent or rarer than equal shares allow (binomial test over sources, "
        f"p < {ALPHA:g})",
        "report the majority label's accuracy beside the classifier's, or add rows of the other labels",
        label_imbalance,
        "groups",
    ),
    Rule(
        "contested-label",
        "a denied opinion that is labelled as its opposite, or one text with two labels",
        "have people vote with an «ambiguous» choice, or withdraw the row",
        contested_label,
    ),
)
"""The rules of this file, in the order in which an audit lists them."""
