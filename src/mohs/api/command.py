"""What `mohs attack` does with its flags."""

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from dataclasses import field as option
from pathlib import Path
from typing import Any

from mohs.api.attacks import ATTACKS, attack
from mohs.api.choose import choose
from mohs.api.resources import Named
from mohs.api.run import Run
from mohs.attacks.build import Chain, Options
from mohs.engine.progress import Hears
from mohs.errors import MohsError
from mohs.models.address import without_effect
from mohs.runs.gate import Condition
from mohs.runs.own_folder import out_or_new


@dataclass(frozen=True, kw_only=True)
class AttackOptions:
    """The flags of `mohs attack` by their names; `attack` says what each means."""

    model: str
    data: str | None = None
    task: str | None = None
    text: str | None = None
    column: Mapping[str, str] = option(default_factory=dict)
    label: str | None = None
    split: str | None = None
    limit: int | None = None
    skip_bad_rows: bool = False
    sentence: str | None = None
    field: Mapping[str, str] = option(default_factory=dict)
    attacks: tuple[str, ...] = ATTACKS
    set: Options = option(default_factory=dict)
    fields: tuple[str, ...] = ()
    target: str | None = None
    max_queries: int | None = None
    synonyms: str | None = None
    encoder: str | None = None
    sememes: str | None = None
    masked_lm: str | None = None
    parser: str | None = None
    paraphraser: str | None = None
    tree_autoencoder: str | None = None
    open_searches: int | None = None
    seed: int = 0
    out: Path | None = None
    resume: bool = False
    check_labels: bool = True
    label_map: Mapping[str, str] = option(default_factory=dict)
    scores: str | None = None
    device: str | None = None
    dtype: str | None = None
    batch_tokens: int | None = None
    threads: int | None = None
    max_length: int | None = None
    allow_pickle: bool = False
    trust: tuple[str, ...] = ()

    @property
    def chosen(self) -> tuple[tuple[Chain, ...], list[str]]:
        """The attacks, and what is to be said of those that "all" leaves out."""
        return choose(
            self.attacks,
            self.set,
            self.model,
            task=self.task,
            parser=self.parser,
            paraphraser=self.paraphraser,
        )

    @property
    def left_out(self) -> list[str]:
        """What is to be said of attacks that "all" leaves out, and of options without effect."""
        notes = self.chosen[1]
        return [*notes, *without_effect(self.model, self.opening)]

    @property
    def resources(self) -> dict[str, Any]:
        """What is named of what attacks ask beside the classifier."""
        named = {field.name: getattr(self, field.name) for field in fields(Named)}
        return {name: value for name, value in named.items() if value is not None}

    @property
    def opening(self) -> dict[str, Any]:
        """Options of `open_classifier`."""
        return {
            "label_map": self.label_map or None,
            **{
                name: getattr(self, name)
                for name in ("scores", "device", "dtype", "batch_tokens", "threads", "max_length")
            },
            "allow_pickle": self.allow_pickle,
            "trust": self.trust,
        }


def attack_command(
    options: AttackOptions,
    *,
    progress: Hears | None = None,
    command: str | None = None,
    gates: Sequence[Condition] = (),
) -> Run:
    """Attack what --data names, into a run folder.

    Raises:
        MohsError, RunFailed: As `attack`.
    """
    if options.data is None:
        raise MohsError(
            "there is nothing to attack", mend="name a file with --data, or a text with --sentence"
        )
    if options.resume and options.out is None:
        raise MohsError("--resume needs to know which run", mend="add --out and the folder of the run")
    with folder_of(options) as folder:
        return attack(
            options.model,
            options.data,
            options.attacks,
            task=options.task,
            fields=options.fields or None,
            text=options.text,
            columns=options.column or None,
            label=options.label,
            split=options.split,
            random_state=options.seed,
            out=folder,
            resume=options.resume,
            limit=options.limit,
            max_queries=options.max_queries,
            target=options.target,
            options=options.set,
            open_searches=options.open_searches,
            skip_bad_rows=options.skip_bad_rows,
            check_labels=options.check_labels,
            progress=progress,
            command=command,
            gates=gates,
            **options.resources,
            **options.opening,
        )


def folder_of(options: AttackOptions) -> AbstractContextManager[Path | None]:
    """The folder that is named, or one of its own: task or data, model, time (`mohs.runs.own_folder`)."""
    what = Path(options.task or options.data or "run").stem
    return out_or_new(options.out, what, re.split(r"[/:]", options.model.rstrip("/"))[-1])
