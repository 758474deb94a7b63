"""What `mohs train` does: networks that some attacks need, made from text."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from os import PathLike
from typing import Any

import numpy as np

from mohs.data.values import as_names, as_seed, check_functions, check_mappings, check_whole, several
from mohs.errors import MissingExtra, MohsError, Stopped
from mohs.language.grammar import Grammar, open_grammar
from mohs.paths import AnyPath, as_path
from mohs.training.pairs import read_pairs
from mohs.training.texts import read_texts


def _silent(line: str) -> None:
    """Nobody listens."""


def train_tree_autoencoder(
    data: AnyPath | Sequence[AnyPath],
    out: AnyPath,
    *,
    text: Sequence[str] = (),
    split: str | None = None,
    parser: str | Grammar | None = None,
    limit: int | None = None,
    random_state: int = 0,
    resume: bool = False,
    progress: Callable[[str], None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Train the tree autoencoder that the attack `t3` moves the vectors of.

    Args:
        data: Plain text files (.txt, one text a line), tables, data sets of Hugging Face; each text counts
            once.
        out: The folder: `mohs attack --tree-autoencoder` takes it.
        text: Columns of texts; without any, those with a usual name.
        split: The split of data sets that have several.
        parser: The pipeline of spaCy, by name or folder; without it, one that is installed.
        limit: Learn from so many texts, drawn by the seed.
        random_state: Seed of the draw, the first weights and the order.
        resume: Go on where the folder's last epoch ended.
        progress: Called with what has come to pass, a line at a time.
        **settings: `hidden`, `epochs`, `learning_rate`, `minimum`: see `mohs train tree-autoencoder`.

    Returns:
        What card.json says: the data, the loss of each epoch, and the accuracy on held-out texts.

    Raises:
        MohsError: The data, the folder or a setting cannot be used.
        MissingExtra: torch or spaCy is not installed.
        RunFailed: A file cannot be written.
        Stopped: By hand; the message says how to go on.
    """
    random_state = as_seed(random_state)
    check_functions(progress=progress)
    _check_installed("training a tree autoencoder", "torch")
    # Read before torch is loaded, which takes seconds: what is wrong with the data is told at once.
    texts, sources = read_texts(_sources(data), as_names("text", text), split)

    from mohs.training.tree_autoencoder import Settings
    from mohs.training.tree_run import train

    chosen = Settings(**_known(Settings, settings), seed=random_state)
    texts = _drawn(texts, limit, random_state)
    grammar = open_grammar(parser) if parser is None or isinstance(parser, str) else parser
    record = {"data": [source.to_json() for source in sources], "limit": limit}
    with _stopped_by_hand(out):
        return train(texts, as_path(out), grammar, record, chosen, resume=resume, tell=progress or _silent)


def train_paraphraser(
    data: AnyPath | Sequence[AnyPath],
    out: AnyPath,
    *,
    text: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
    split: str | None = None,
    parser: str | Grammar | None = None,
    phrases: Any = None,
    initial: str | None = None,
    limit: int | None = None,
    device: str | None = None,
    random_state: int = 0,
    resume: bool = False,
    progress: Callable[[str], None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Train a paraphraser for the attack `scpn`: it says a text in the form of a template.

    Args:
        data: Tables or data sets with pairs of texts that say the same.
        out: The folder: `mohs attack --paraphraser hf:OUT` takes it.
        text: The two columns of the texts; without any, those with a usual name.
        where: Column -> value: only rows with these values are taken.
        split: The split of data sets that have several.
        parser: The pipeline of spaCy, by name or folder; without it, one that is installed.
        phrases: A constituency parser of one's own in its place: an object with `identity` and
            `templates(texts)`, which gives the template of each text, "" of one without; `template_of_tree`
            makes a template of a tree in brackets.
        initial: A sequence-to-sequence network of transformers to start from, "hf:PATH_OR_ID"; without it a
            small one is made from nothing.
        limit: Learn from so many pairs, drawn by the seed.
        device: Where it is trained; the CPU by default.
        random_state: Seed of the draw, the first weights, the order and dropout.
        resume: Go on behind the last epoch that the folder holds.
        progress: Called with what has come to pass, a line at a time.
        **settings: `epochs`, `learning_rate`, `batch_tokens`, `copies`, `width`, `layers`, `vocabulary`: see
            `mohs train paraphraser`.

    Returns:
        What card.json says.

    Raises:
        MohsError: The data, the folder, the network or a setting cannot be used.
        MissingExtra: torch, transformers or spaCy is not installed.
        RunFailed: A file cannot be written.
        Stopped: By hand; the message says how to go on.
    """
    random_state = as_seed(random_state)
    check_functions(progress=progress)
    _check_installed("training a paraphraser", "torch", "transformers")
    check_mappings(where=where)
    pairs, sources = read_pairs(_sources(data), as_names("text", text), where, split)

    from mohs.training.paraphraser import Settings
    from mohs.training.paraphraser_run import ByDependencies, train

    chosen = Settings(**_known(Settings, settings), seed=random_state)
    record = {"data": [source.to_json() for source in sources], "where": dict(where or {}), "limit": limit}
    if phrases is None:
        grammar = open_grammar(parser) if parser is None or isinstance(parser, str) else parser
        phrases = ByDependencies(grammar)
    with _stopped_by_hand(out):
        return train(
            _drawn(pairs, limit, random_state),
            as_path(out),
            phrases,
            record,
            chosen,
            initial=initial,
            device=device,
            resume=resume,
            tell=progress or _silent,
        )


def _check_installed(feature: str, *packages: str) -> None:
    """Refuse what needs a package that is not there, without loading any."""
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(feature, package=package, extra="hf")


@contextmanager
def _stopped_by_hand(out: AnyPath) -> Iterator[None]:
    """Says how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(
            f"stopped: the epochs that are done are in {out}; repeat it with --resume to go on from there"
        ) from None


def _sources(data: Any) -> list[str]:
    """Files and data sets by their names, one or several."""
    return list(as_names("data", [str(one) if isinstance(one, PathLike) else one for one in several(data)]))


def _known(kind: Any, settings: Mapping[str, Any]) -> dict[str, Any]:
    known = {field.name for field in dataclasses.fields(kind)} - {"seed"}
    if unknown := sorted(set(settings) - known):
        raise MohsError(f"there is no setting {unknown[0]!r}", expected=", ".join(sorted(known)))
    return dict(settings)


def _drawn(rows: list[Any], limit: int | None, random_state: int) -> list[Any]:
    """So many of the rows, in their order."""
    if limit is not None:
        check_whole(limit=limit)
    if limit is None or limit >= len(rows):
        return rows
    drawn = np.random.default_rng([random_state, 2**31 - 1]).permutation(len(rows))[:limit]
    return [rows[k] for k in sorted(drawn.tolist())]
