"""A training of a tree autoencoder, from texts to a folder; it can be stopped and gone on with."""

import dataclasses
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from mohs.errors import DataError
from mohs.estimate import UNIT_BOUNDS, Estimate, ratio
from mohs.inference.tree_lstm import TreeLstm
from mohs.language.grammar import Grammar
from mohs.language.tree_autoencoder import built, vectors_of
from mohs.language.tree_files import CARD, SCHEMA, packed, read_tree_file, unpacked, write_tree_file
from mohs.language.tree_vocabulary import Vocabulary
from mohs.language.vectors import WordVectors
from mohs.runs.folder import RunFolder
from mohs.runs.lock import alone_in
from mohs.training import forest_file
from mohs.training.course import Tell, as_torch_begins, divided, in_parts, run_epochs
from mohs.training.forest_file import Texts
from mohs.training.tree_autoencoder import Settings, Trainer, told_right

CHECKPOINT, FOREST = "checkpoint.npz", "texts.npz"
"""What is kept while it trains, and removed at the end."""

FEWEST, LONGEST = 2, 60
"""Tokens of a text that is learnt from."""

HELD_OUT, MOST_HELD_OUT = 0.02, 1000
"""Share of the texts that is measured on, and how many at the most."""

EMBEDDING = 50
"""Numbers of a relation's vector (T3's code)."""

SHARE = 0.05
"""Of all that a word occurs, how often it must have a tag to be told under it: less is the parser's slip."""


def train(
    texts: Sequence[str],
    folder: Path,
    grammar: Grammar,
    record: Mapping[str, Any],
    settings: Settings,
    *,
    resume: bool,
    tell: Tell,
) -> dict[str, Any]:
    """Train on these texts, into a folder that `mohs attack --tree-autoencoder` takes.

    Args:
        texts: Each once.
        folder: Made, or gone back into.
        grammar: Parses them.
        record: What else the outcome depends on, and is written down.
        settings: How.
        resume: Go on where the folder's checkpoint is; starts afresh where there is none.
        tell: Hears of progress.

    Returns:
        What card.json says.

    Raises:
        DataError: Too little of the texts can be used.
        RunError: The folder cannot be used as asked.
        RunFailed: A file cannot be written.
    """
    words = WordVectors.kit()
    fingerprint = {
        **record,
        "parser": dict(grammar.identity),
        "vectors": words.sha256,
        "settings": dataclasses.asdict(settings),
    }
    home = RunFolder(folder)
    home.enter(fingerprint, resume=resume)
    if (folder / CARD).exists():
        tell("this training is done")
        known = read_tree_file(folder, "remove the folder, or train into another --out").card
        return {name: value for name, value in known.items() if name != "schema"}
    with alone_in(folder), as_torch_begins():
        forest = folder / FOREST
        if forest.exists():
            read = forest_file.load(forest, words.words)
        else:
            read = parsed(texts, grammar, words.words, settings, tell)  # too little leaves an empty folder
            home.write_record({"kind": "training", "fingerprint": fingerprint})
            forest_file.save(forest, read)
        network, losses = _trained(read, folder / CHECKPOINT, words, settings, tell)
        weights = {name: weight.detach().numpy() for name, weight in network.named_parameters()}
        content = packed(weights, read.vocabulary.by_tag)
        card = {
            "sha256": hashlib.sha256(content).hexdigest(),
            "vectors": words.sha256,
            "hidden": settings.hidden,
            "embedding": EMBEDDING,
            "tags": list(read.vocabulary.tags),
            "relations": list(read.vocabulary.relations),
            "texts": {"trained": len(read.trained), "held_out": len(read.held_out)},
            "loss": round(losses[-1], 4),
            "losses": [round(loss, 4) for loss in losses],
            **fingerprint,
        }
        card["accuracy"] = _accuracy(content, card, words, read, settings)
        write_tree_file(folder, content, card)
        for name in (FOREST, CHECKPOINT):
            (folder / name).unlink(missing_ok=True)
    return card


def parsed(
    texts: Sequence[str], grammar: Grammar, words: Sequence[str], settings: Settings, tell: Tell
) -> Texts:
    """The texts as trees, some of them held out.

    Raises:
        DataError: Fewer than two are of a length to learn from, or no word occurs often enough.
    """
    known = [one for one in in_parts(texts, grammar.parse, tell) if FEWEST <= len(one.tokens) <= LONGEST]
    if len(known) < 2:
        raise DataError(
            "there is too little to learn from",
            got=f"{len(known)} of {len(texts)} texts have {FEWEST} to {LONGEST} words and marks",
        )
    trained, held_out = divided(known, HELD_OUT, MOST_HELD_OUT, settings.seed)
    vocabulary = Vocabulary.of(words, trained, settings.minimum, SHARE)
    if not any(vocabulary.by_tag):
        raise DataError(
            "no word that has a vector occurs often enough to be learnt",
            got=f"{len(trained)} texts", expected=f"words that occur {settings.minimum} times",
        )  # fmt: skip
    trees = [tuple(vocabulary.tree(one) for one in some) for some in (trained, held_out)]
    return Texts(vocabulary, *trees)


def _trained(
    texts: Texts, path: Path, words: WordVectors, settings: Settings, tell: Tell
) -> tuple[TreeLstm, list[float]]:
    """The network after all epochs, and the loss of each; goes on from the checkpoint where there is one."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(settings.seed)
        vocabulary = texts.vocabulary
        network = TreeLstm(
            vectors_of(words), vocabulary.by_tag, len(vocabulary.relations), settings.hidden, EMBEDDING
        )
    trainer = Trainer(network, texts.trained, settings)
    said = "loss {:.3f} nats a word".format
    losses = run_epochs(trainer, settings.epochs, path, trainer.run_epoch, said, tell)
    return network, losses


def _accuracy(
    content: bytes, card: Mapping[str, Any], words: WordVectors, texts: Texts, settings: Settings
) -> list[dict[str, Any]]:
    """Of the words of the held-out texts the share that the finished file tells right, as estimates."""
    file = unpacked(content, {"schema": SCHEMA, **card}, CARD, "")
    network = built(file, words, {}).network
    found = []
    for metric, alone in (("reconstructed", True), ("told_with_right_neighbours", False)):
        right = told_right(network, texts.held_out, settings.nodes, alone=alone)
        estimate: Estimate = ratio(right[:, 0], right[:, 1], bounds=UNIT_BOUNDS)
        found.append({**estimate.to_json(metric), "words": int(right[:, 1].sum())})
    return found
