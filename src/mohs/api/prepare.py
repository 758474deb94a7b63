"""What a run is made of before it begins: sample, resources, and a record of all that it depends on."""

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mohs.api.choose import GRADIENTS
from mohs.api.record import digest
from mohs.api.resources import NOTHING_NAMED, Named, open_resources
from mohs.api.truncation import cuts, truncation
from mohs.attacks.build import Chain
from mohs.data.example import Example
from mohs.data.readers import Reading
from mohs.data.sample import sample
from mohs.data.values import as_seed, check_whole
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.errors import MohsError
from mohs.models.classifier import Classifier

MOST_SEARCHES = 10_000
"""So many at the most: each holds its text and its answers."""

_APART = 0.1
"""A label whose share of the sample is so far from that of the data makes other numbers of it."""


@dataclass(frozen=True)
class Work:
    """A run that is ready to begin: what to do, what to record, and what its outcomes depend on."""

    attackings: tuple[Attacking, ...]
    record: Mapping[str, Any]
    fingerprint: Mapping[str, Any]


def prepare(
    classifiers: Sequence[Classifier],
    reading: Reading,
    chains: Sequence[Chain],
    *,
    seed: int = 0,
    limit: int | None = None,
    target: str | int | None = None,
    max_queries: int | None = None,
    resources: Named = NOTHING_NAMED,
    open_searches: int | None = None,
    notes: Sequence[str] = (),
) -> Work:
    """Draw the sample, open what the attacks need, and write down everything that an outcome depends on.

    Args:
        classifiers: What is attacked, one after the other.
        reading: The examples.
        chains: The attacks.
        seed: Of every random choice.
        limit: Attack so many of the examples, drawn by the seed.
        target: The label that the classifiers shall give; any wrong one by default.
        max_queries: How many texts one search may ask a classifier about.
        resources: What the attacks ask beside a classifier, as far as it is named.
        open_searches: How many searches are open at once; changes no outcome.
        notes: What is to be said of the run beside what is found here.

    Raises:
        MohsError: A number cannot be used, no example is left, or an attack lacks what it needs.
    """
    seed = as_seed(seed)
    limit = None if limit is None else _whole("limit", limit)
    max_queries = None if max_queries is None else _whole("max_queries", max_queries)
    if open_searches is not None:
        open_searches = _whole("open_searches", open_searches, most=MOST_SEARCHES)
    task, wanted = reading.task, None if target is None else reading.task.label_index(target)
    kept = [example for example in reading.examples if example.label != wanted]
    if not kept:
        raise MohsError(f"every example has the label {target} already", mend="choose another --target")
    used = kept if limit is None else sample(kept, limit, seed)
    _check_gradients(chains, classifiers)
    opened = open_resources(resources, chains)
    attackings = tuple(
        Attacking(
            classifier,
            used,
            chains,
            Setting(
                task, classifier.address, opened.english, seed, wanted, opened.encoder is not None,
                cuts(classifier),
            ),
            opened.encoder,
            open_searches,
            max_queries,
            opened.masked_lm,
            opened.parser,
            opened.paraphraser,
            opened.tree_autoencoder,
        )
        for classifier in classifiers
    )  # fmt: skip
    inputs = [task.input(example.fields) for example in used]
    identities = [dict(classifier.identity()) for classifier in classifiers]
    fingerprint = {
        "model": [classifier.fingerprint() for classifier in classifiers],
        "task": dataclasses.asdict(task),
        "examples": {
            "count": len(used),
            "sha256": digest([[e.id, e.source_id, dict(e.fields), e.label] for e in used]),
        },
        "attacks": [chain.to_json() for chain in chains],
        "seed": seed,
        "target": None if wanted is None else task.labels[wanted],
        "max_queries": max_queries,
        "resources": opened.identity,
    }
    record = {
        "kind": "attack",
        **{name: fingerprint[name] for name in ("task", "attacks", "resources")},
        "model": identities[0] if len(identities) == 1 else identities,
        "data": _data(reading, used),
        "seeds": {"run": seed},
        "config": {"open_searches": attackings[0].width},
        "limits": {
            "limit": limit,
            "max_queries": max_queries,
            "target": fingerprint["target"],
            "left_out_has_target_label": len(reading.examples) - len(kept),
        },
        "planned": len(used) * len(chains) * len(classifiers),
        "warnings": [
            *notes,
            *_targeted(None if wanted is None else task.labels[wanted], len(reading.examples) - len(kept)),
            *_too_few(limit, kept),
            *_balanced(kept, used, task.labels),
            *filter(None, (truncation(one, inputs, "examples") for one in classifiers)),
        ],
    }
    return Work(attackings, record, fingerprint)


def _data(reading: Reading, used: Sequence[Example]) -> dict[str, Any]:
    """What run.json says of the examples."""
    labels = [example.label for example in used]
    return {
        "path": reading.path,
        "sha256": reading.sha256,
        "rows": reading.rows,
        "used": len(used),
        "labels": {name: labels.count(number) for number, name in enumerate(reading.task.labels)},
        "skipped_rows": [dataclasses.asdict(problem) for problem in reading.problems],
        "notes": list(reading.notes),
    }


def _check_gradients(chains: Sequence[Chain], classifiers: Sequence[Classifier]) -> None:
    missing = [chain.name for chain in chains if "gradients" in chain.needs]
    without = [one.address for one in classifiers if "gradients" not in one.capabilities]
    if missing and without:
        raise MohsError(
            f"{missing[0]} needs the gradients of the classifier",
            got=f"{without[0]}, which has none",
            expected=f"an address whose classifier has them: {GRADIENTS}",
        )


def _whole(name: str, number: Any, most: int | None = None) -> int:
    """A whole number in any dress, numpy's too."""
    check_whole(**{name: number})
    whole = int(number)
    if most is not None and whole > most:
        raise MohsError(f"{name} is too large", got=f"{whole:,}", expected=f"{most:,} or less")
    return whole


def _targeted(target: str | None, left_out: int) -> list[str]:
    """What the numbers of a targeted run are of."""
    if target is None:
        return []
    return [
        f"--target {target}: only texts that are classified as {target} count as broken; examples with this "
        f"label are left out: {left_out:,}"
    ]


def _balanced(kept: Sequence[Example], used: Sequence[Example], names: Sequence[str]) -> list[str]:
    """A warning where the sample's labels are in other shares than the data's, and so is what is right."""
    before, after = (Counter(example.label for example in some) for some in (kept, used))
    apart = max(abs(before[label] / len(kept) - after[label] / len(used)) for label in before)
    if apart <= max(_APART, 1 / len(used)):  # an odd number cannot be halved
        return []
    said = [
        ", ".join(f"{name} {counts[label]:,}" for label, name in enumerate(names) if counts[label])
        for counts in (after, before)
    ]
    return [
        f"--limit {len(used):,}: the sample has its labels in other shares ({said[0]}) than the data "
        f"({said[1]}), so accuracy and success are not those of the data; label by label they are"
    ]


def _too_few(limit: int | None, examples: Sequence[Any]) -> list[str]:
    """A warning where a limit has nothing to limit."""
    if limit is None or limit <= len(examples):
        return []
    return [f"--limit {limit:,}: there are {len(examples):,} examples, and all are attacked"]
