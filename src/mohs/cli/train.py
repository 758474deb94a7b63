"""`mohs train`: what some attacks need and no package brings, made from text of one's own."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import App, Parameter

from mohs.cli import terminal
from mohs.cli.ending import deliver
from mohs.cli.flags import Count, Json, Whole
from mohs.cli.values import pairs

train = App(name="train", help="Train what some attacks need and no package brings, from text of your own.")
"""Each of its commands is a function below."""


def _positive(_: object, value: float | None) -> None:
    if value is not None and not 0 < value < float("inf"):
        raise ValueError("a finite number above 0 is needed")


def _show(measures: Sequence[Mapping[str, Any]], of: str) -> None:
    from mohs import api

    read = api.Estimate.from_json
    lines = [[row["metric"], read(row).text(3, n=False), f"{row['n']:,}"] for row in measures]
    terminal.show(terminal.table([of, "share", "texts"], lines))


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
            progress=None if quiet else terminal.say,
            hidden=hidden,
            epochs=epochs,
            learning_rate=learning_rate,
            minimum=minimum,
        )
    deliver(card, lambda: _show(card["accuracy"], "of the held-out texts' words"), json=json)
    if not json:
        terminal.say(f"everything is in {out}; attack with --attacks t3 --tree-autoencoder {out}")
    return 0


@train.command
def paraphraser(
    *,
    data: tuple[str, ...],
    out: Path,
    text: tuple[str, ...] = (),
    where: tuple[str, ...] = (),
    split: str | None = None,
    parser: str | None = None,
    initial: str | None = None,
    limit: Count = None,
    epochs: Count = 10,
    learning_rate: Annotated[float | None, Parameter(validator=_positive)] = None,
    batch_tokens: Count = 4096,
    copies: Annotated[bool, Parameter(negative="--no-copies")] = True,
    width: Count = 192,
    layers: Count = 2,
    vocabulary: Count = 8000,
    device: str | None = None,
    seed: Whole = 0,
    resume: bool = False,
    json: Json = False,
    quiet: bool = False,
) -> int:
    """Train a paraphraser for the attack scpn: a network that says a text in the form of a template.

    Pairs of texts that say the same are parsed; of each the network learns to write the one from the other
    and the template of the one. Leaves a folder for `mohs attack --paraphraser hf:FOLDER`.

    Args:
        data: Where the pairs are, once for each: CSV, TSV, JSONL, JSON, Parquet, or a Hugging Face data set.
        out: The folder that is made.
        text: The two columns of texts, one after the other; by default two with a usual name (question1 and
            question2, sentence1 and sentence2).
        where: COLUMN=VALUE: only rows with this value, those whose texts say the same (is_duplicate=1).
        split: The split of data sets that have several; validation by default.
        parser: The English pipeline of spaCy: a package or a folder; by default one that is installed.
        initial: A sequence-to-sequence network to start from: hf:PATH_OR_ID; by default a small one is made
            from nothing.
        limit: Learn from so many pairs, drawn by the seed.
        epochs: How often every pair is read.
        learning_rate: The highest; by default 0.001, and 0.00005 with --initial.
        batch_tokens: Most tokens of a batch, read and written.
        copies: Learn to write each text from itself, too.
        width: Numbers of a state of a network made from nothing: a multiple of 32.
        layers: Of its encoder, and of its decoder.
        vocabulary: Tokens of its tokenizer.
        device: Where it is trained: cpu, cuda, cuda:N; by default the CPU.
        seed: Seed of every random choice.
        resume: Go on behind the last epoch that --out holds; starts afresh where there is none.
        json: Print what card.json says, one JSON document, on stdout; all else goes to stderr.
        quiet: No progress.
    """
    from mohs import api

    with terminal.only_json(True):
        card = api.train_paraphraser(
            data,
            out,
            text=text,
            where=pairs("--where", where, "COLUMN=VALUE"),
            split=split,
            parser=parser,
            initial=initial,
            limit=limit,
            device=device,
            random_state=seed,
            resume=resume,
            progress=None if quiet else terminal.say,
            epochs=epochs,
            learning_rate=learning_rate,
            batch_tokens=batch_tokens,
            copies=copies,
            width=width,
            layers=layers,
            vocabulary=vocabulary,
        )
    deliver(card, lambda: _show(card["measures"], "of the held-out texts"), json=json)
    if not json:
        terminal.say(f"everything is in {out}; attack with --attacks scpn --paraphraser hf:{out}")
    return 0
