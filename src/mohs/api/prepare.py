"""What a run is made of before it begins: sample, resources, and a record of all that it depends on."""

import dataclasses
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.api.choose import GRADIENTS
from mohs.api.run import digest
from mohs.attacks.attack import attacks
from mohs.attacks.build import Chain
from mohs.data.readers import Reading
from mohs.data.sample import sample
from mohs.data.task import Task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.errors import MohsError
from mohs.language.english import English
from mohs.language.grammar import Grammar, open_grammar
from mohs.language.masked_lm import KIT as KIT_MLM
from mohs.language.masked_lm import MaskedLM, open_masked_lm
from mohs.language.paraphraser import Paraphraser, open_paraphraser
from mohs.language.similarity import KIT, Encoder, TokenEncoder, open_encoder
from mohs.language.tree_autoencoder import KIT as KIT_TREES
from mohs.language.tree_autoencoder import Trees, open_tree_autoencoder
from mohs.models.classifier import Classifier, Input

SPEED = ("threads", "batch_tokens")
"""What run.json says of a classifier that changes how fast it is and not what it answers."""

MOST_SEARCHES = 10_000
"""So many at the most: each holds its text and its answers."""


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
    synonyms: str | Path | None = None,
    encoder: str | Encoder = KIT,
    sememes: str | Path | None = None,
    masked_lm: str | MaskedLM | None = None,
    parser: str | Grammar | None = None,
    paraphraser: str | Paraphraser | None = None,
    tree_autoencoder: str | Trees | None = None,
    open_searches: int | None = None,
    notes: Sequence[str] = (),
) -> Work:
    """Draw the sample, open what the attacks need, and write down everything that an outcome depends on."""
    seed = _whole("random_state", seed, least=None)
    limit = None if limit is None else _whole("limit", limit)
    max_queries = None if max_queries is None else _whole("max_queries", max_queries)
    if open_searches is not None:
        open_searches = _whole("open_searches", open_searches, most=MOST_SEARCHES)
    task, examples = reading.task, list(reading.examples)
    wanted = None if target is None else task.label_index(target)
    kept = [example for example in examples if example.label != wanted]
    if not kept:
        raise MohsError(f"every example has the label {target} already", mend="choose another --target")
    used = kept if limit is None else sample(kept, limit, seed)
    needs = {need for chain in chains for need in chain.needs}
    given = {"synonyms": synonyms, "sememes": sememes, "masked-lm": masked_lm, "parser": parser}
    _check_used(chains, needs, {**given, "paraphraser": paraphraser, "tree-autoencoder": tree_autoencoder})
    _check_gradients(chains, classifiers)
    english = English.kit(
        needs=needs,
        synonyms=None if synonyms is None else Path(synonyms),
        sememes=None if sememes is None else Path(sememes),
    )
    network = open_encoder(encoder) if isinstance(encoder, str) else encoder
    _check_needs(chains, network, paraphraser)
    filler = None
    if "masked-lm" in needs:
        named = KIT_MLM if masked_lm is None else masked_lm
        filler = open_masked_lm(named) if isinstance(named, str) else named
    grammar = None
    if "parser" in needs:
        grammar = open_grammar(parser) if parser is None or isinstance(parser, str) else parser
    writer = None
    if "paraphraser" in needs:
        writer = open_paraphraser(paraphraser) if isinstance(paraphraser, str) else paraphraser
    trees = None
    if "tree-autoencoder" in needs:
        which = KIT_TREES if tree_autoencoder is None else tree_autoencoder
        trees = open_tree_autoencoder(which) if isinstance(which, str) else which
    attackings = tuple(
        Attacking(
            classifier,
            used,
            chains,
            Setting(task, classifier.address, english, seed, wanted, network is not None, _cut(classifier)),
            network,
            open_searches,
            max_queries,
            filler,
            grammar,
            writer,
            trees,
        )
        for classifier in classifiers
    )
    identities = [dict(classifier.identity()) for classifier in classifiers]
    resources = {
        **english.identity,
        "encoder": None if network is None else dict(getattr(network, "identity", {})),
    }
    if filler is not None:
        resources["masked-lm"] = dict(getattr(filler, "identity", {}))
    if grammar is not None:
        resources["parser"] = dict(getattr(grammar, "identity", {}))
    if writer is not None:
        resources["paraphraser"] = dict(getattr(writer, "identity", {}))
    if trees is not None:
        resources["tree-autoencoder"] = dict(getattr(trees, "identity", {}))
    fingerprint = {
        "model": [{k: v for k, v in one.items() if k not in SPEED} for one in identities],
        "task": dataclasses.asdict(task),
        "examples": digest([[e.id, e.source_id, dict(e.fields), e.label] for e in used]),
        "attacks": [chain.to_json() for chain in chains],
        "seed": seed,
        "target": None if wanted is None else task.labels[wanted],
        "max_queries": max_queries,
        "resources": resources,
    }
    record = {
        "kind": "attack",
        "task": dataclasses.asdict(task),
        "attacks": fingerprint["attacks"],
        "model": identities[0] if len(identities) == 1 else identities,
        "data": {
            "path": reading.path,
            "sha256": reading.sha256,
            "rows": reading.rows,
            "used": len(used),
            "labels": {name: sum(e.label == k for e in used) for k, name in enumerate(task.labels)},
            "skipped_rows": [dataclasses.asdict(problem) for problem in reading.problems],
            "notes": list(reading.notes),
        },
        "resources": resources,
        "seeds": {"run": seed},
        "config": {"open_searches": attackings[0].width},
        "limits": {
            "limit": limit,
            "max_queries": max_queries,
            "target": fingerprint["target"],
            "left_out_has_target_label": len(examples) - len(kept),
        },
        "planned": len(used) * len(chains) * len(classifiers),
        "warnings": [
            *notes,
            *_too_few(limit, kept),
            *(w for c in classifiers for w in _truncation(c, task, attackings[0])),
        ],
    }
    return Work(attackings, record, fingerprint)


def _check_gradients(chains: Sequence[Chain], classifiers: Sequence[Classifier]) -> None:
    missing = [chain.name for chain in chains if "gradients" in chain.needs]
    without = [one.address for one in classifiers if "gradients" not in one.capabilities]
    if missing and without:
        raise MohsError(
            f"{missing[0]} needs the gradients of the classifier",
            got=f"{without[0]}, which has none",
            expected=f"an address whose classifier has them: {GRADIENTS}",
        )


def _whole(name: str, number: Any, least: int | None = 1, most: int | None = None) -> int:
    """A whole number in any dress, numpy's too."""
    try:
        whole = operator.index(number)
    except TypeError:
        whole = None
    if whole is None or isinstance(number, bool) or (least is not None and whole < least):
        expected = "a whole number" if least is None else f"a whole number of at least {least}"
        raise MohsError(f"{name} cannot be used", got=repr(number), expected=expected)
    if most is not None and whole > most:
        raise MohsError(f"{name} is too large", got=f"{whole:,}", expected=f"{most:,} or less")
    return whole


def _too_few(limit: int | None, examples: Sequence[Any]) -> list[str]:
    """A warning where a limit has nothing to limit."""
    if limit is None or limit <= len(examples):
        return []
    return [f"--limit {limit:,}: there are {len(examples):,} examples, and all are attacked"]


def _cut(classifier: Classifier) -> Callable[[Sequence[Input]], Sequence[int]] | None:
    """How the classifier cuts its inputs; None where it never does, so that nobody need ask."""
    never = type(classifier).truncated is Classifier.truncated
    return None if never else classifier.truncated


def _check_needs(chains: Sequence[Chain], encoder: Encoder | None, paraphraser: Any) -> None:
    def first(need: str) -> str | None:
        return next((chain.name for chain in chains if need in chain.needs), None)

    if encoder is None and (name := first("encoder")):
        raise MohsError(
            f"{name} checks the similarity of sentences, and there is no encoder",
            mend=f"name one with --encoder, or switch the check off: --set {name}.similarity=off",
        )
    if not isinstance(encoder, TokenEncoder) and (name := first("token-encoder")):
        raise MohsError(
            f"{name} compares texts token by token, and there is no encoder that has vectors of tokens",
            got="no encoder" if encoder is None else str(getattr(encoder, "identity", {}).get("address")),
            expected=f"{KIT}, hf:PATH_OR_ID, or an onnx:DIR whose graph has an output token-embeddings",
            mend=f"name one with --encoder, or do without: --set {name}.best=first",
        )
    if paraphraser is None and (name := first("paraphraser")):
        raise MohsError(
            f"{name} asks a paraphraser, and none is named",
            mend="name one with --paraphraser hf:PATH_OR_ID (`mohs train paraphraser` makes one)",
        )


def _check_used(chains: Sequence[Chain], needs: Collection[str], given: Mapping[str, Any]) -> None:
    """A resource that no attack of the run uses is refused: whoever names one expects it to matter."""
    for need, value in given.items():
        if value is None or need in needs:
            continue
        able = [
            name for name, one in attacks.load_all().items() if need in one().needs or need in _takes(one)
        ]
        raise MohsError(
            f"--{need} has no effect: no attack of this run uses it",
            got=f"--{need} {value} with {', '.join(chain.name for chain in chains)}",
            mend=f"leave --{need} out, or choose an attack that uses it ({', '.join(able)})",
        )


def _takes(attack: Any) -> Collection[str]:
    """The resources that it can do without and uses where they are named."""
    takes: Mapping[str, Any] = getattr(attack, "takes", {})
    return takes


def _truncation(classifier: Classifier, task: Task, attacking: Attacking) -> list[str]:
    """A warning where the classifier does not see the whole of some examples."""
    cut = 0
    for start in range(0, len(attacking.examples), 1000):
        inputs: list[Input] = []
        for example in attacking.examples[start : start + 1000]:
            inputs.append(task.input(example.fields))
        cut += sum(tokens > 0 for tokens in classifier.truncated(inputs))
    if not cut:
        return []
    return [
        f"{classifier.address} reads only the beginning of {cut:,} of {len(attacking.examples):,} examples"
    ]
