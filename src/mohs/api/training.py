"""What `mohs train` does: networks that some attacks need, made from text."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mohs.errors import MissingExtra, MohsError
from mohs.language.grammar import Grammar, open_grammar
from mohs.training.texts import read_texts


def train_tree_autoencoder(
    data: str | Sequence[str],
    out: str | Path,
    *,
    text: Sequence[str] = (),
    split: str | None = None,
    parser: str | Grammar | None = None,
    limit: int | None = None,
    random_state: int = 0,
    resume: bool = False,
    tell: Any = lambda line: None,
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
        tell: Hears of progress, a line at a time.
        **settings: `hidden`, `epochs`, `learning_rate`, `minimum`: see `mohs train tree-autoencoder`.

    Returns:
        What card.json says: the data, the loss of each epoch, and the accuracy on held-out texts.

    Raises:
        MohsError: The data, the folder or a setting cannot be used.
        MissingExtra: torch or spaCy is not installed.
        RunFailed: A file cannot be written.
    """
    try:
        from mohs.training.tree_autoencoder import Settings
        from mohs.training.tree_run import train
    except ImportError as missing:
        if (missing.name or "").partition(".")[0] != "torch":
            raise
        raise MissingExtra("training a tree autoencoder", package="torch", extra="hf") from None
    known = {field.name for field in dataclasses.fields(Settings)}
    if unknown := sorted(set(settings) - known):
        raise MohsError(f"there is no setting {unknown[0]!r}", expected=", ".join(sorted(known)))
    chosen = Settings(**settings, seed=random_state)
    texts, sources = read_texts([data] if isinstance(data, str) else data, text, split)
    if limit is not None and limit < len(texts):
        drawn = np.random.default_rng([random_state, 2**31 - 1]).permutation(len(texts))[:limit]
        texts = [texts[k] for k in sorted(drawn.tolist())]
    grammar = open_grammar(parser) if parser is None or isinstance(parser, str) else parser
    record = {"data": [source.to_json() for source in sources], "limit": limit}
    done = train(texts, Path(out), grammar, record, chosen, resume=resume, tell=tell)
    return dict(done.card)
