"""`mohs train`: what some attacks need and no package brings, made from text of one's own."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from mohs.cli import terminal
from mohs.cli.flags import Count, Json, Whole

train = App(name="train", help="Train what some attacks need and no package brings, from text of your own.")
"""Each of its commands is a function below."""


def _positive(_: object, value: float) -> None:
    if not value > 0:
        raise ValueError("a number above 0 is needed")


def _share(row: Mapping[str, Any]) -> str:
    if row["value"] is None:
        return "no data"
    if row["low"] is None:
        return f"{row['value']:.3f}"
    return f"{row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]"


@train.command(name="tree-autoencoder")
def tree_autoencoder(
    *,
    data: tuple[str, ...],
    out: Path,
    text: tuple[str, ...] = (),
    split: str | None = None,
    parser: str | None = None,
    limit: Count = None,
    hidden: Count = 128,
    epochs: Count = 8,
    learning_rate: Annotated[float, Parameter(validator=_positive)] = 0.003,
    minimum: Count = 2,
    seed: Whole = 0,
    resume: bool = False,
    json: Json = False,
    quiet: bool = False,
) -> int:
    """Train the tree autoencoder whose vectors of sentences the attack t3 moves.

    Every text is parsed; an encoder makes one vector of it, up the tree, and a decoder tells the words again,
    down the tree. Leaves a folder for `mohs attack --tree-autoencoder`.

    Args:
        data: Where the texts are, once for each: .txt (one text a line), CSV, TSV, JSONL, JSON, Parquet, or a
            Hugging Face data set.
        out: The folder that is made.
        text: Column of texts, once for each; by default all with a usual name (text, sentence1, premise).
        split: The split of data sets that have several; validation by default.
        parser: The English pipeline of spaCy: a package or a folder; by default one that is installed.
        limit: Learn from so many texts, drawn by the seed.
        hidden: Numbers of the vector that stands for a text: a multiple of 64.
        epochs: How often every text is read.
        learning_rate: Adam's at the start; it falls to a twentieth.
        minimum: How often a word must occur with a part of speech to be learnt.
        seed: Seed of every random choice.
        resume: Go on behind the last epoch that --out holds; starts afresh where there is none.
        json: Print what card.json says, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
    """
    from mohs import api

    with terminal.only_json(True):
        card = api.train_tree_autoencoder(
            data,
            out,
            text=text,
            split=split,
            parser=parser,
            limit=limit,
            random_state=seed,
            resume=resume,
            tell=(lambda line: None) if quiet else terminal.say,
            hidden=hidden,
            epochs=epochs,
            learning_rate=learning_rate,
            minimum=minimum,
        )
    if json:
        terminal.write_json(card)
        return 0
    lines = [[row["metric"], _share(row), f"{row['n']:,}"] for row in card["accuracy"]]
    terminal.show(terminal.table(["of the held-out texts' words", "share", "texts"], lines))
    terminal.say(f"everything is in {out}; attack with --attacks t3 --tree-autoencoder {out}")
    return 0
