"""A training of a paraphraser, from pairs of texts to a folder; it can be stopped and gone on with."""

import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import torch

from mohs.errors import DataError, RunError
from mohs.estimate import proportion
from mohs.inference.hf_seq2seq import HfSeq2Seq
from mohs.inference.hf_text import open_device
from mohs.language.change import is_no_op
from mohs.language.grammar import Grammar
from mohs.language.phrase_structure import TEMPLATES, template_of
from mohs.runs.folder import RunFolder, write_json
from mohs.runs.lock import alone_in
from mohs.training import seq2seq
from mohs.training.course import Tell, as_torch_begins, divided, in_parts, run_epochs
from mohs.training.paraphraser import Lesson, Settings, Trainer

CARD, CHECKPOINT = "card.json", "checkpoint.npz"

HELD_OUT, MOST_HELD_OUT = 0.03, 200
"""Share of the pairs that is measured on, and how many at the most."""

BEAMS = 3
"""How wide the search is with which it is measured (SCPN's)."""

SHOWN = 10
"""Held-out texts of which the card shows what the network makes."""


class Phrases(Protocol):
    """What gives texts their templates: the dependency parse, or a constituency parser of one's own."""

    identity: Mapping[str, Any]

    def templates(self, texts: Sequence[str]) -> list[str]:
        """The template of each text (`language.phrase_structure`), "" of one that has none."""
        ...


class ByDependencies:
    """Templates by the dependency parse."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar, self.identity = grammar, grammar.identity

    def templates(self, texts: Sequence[str]) -> list[str]:
        """The template of each text, "" of one that is not one sentence."""
        return [template_of(parsed) for parsed in self._grammar.parse(texts)]


@dataclass(frozen=True)
class Form:
    """A text, and what it shall become: another text that says the same, in the form that this one has."""

    text: str
    template: str
    wanted: str


@dataclass(frozen=True)
class Parted:
    """Pairs as forms, each both ways.

    Attributes:
        learnt: To learn from.
        held_out: To measure on.
        without_template: How many were left out because the text to be written is not one sentence.
        shared: How many more because a text of theirs is held out.
    """

    learnt: list[Form]
    held_out: list[Form]
    without_template: int
    shared: int


def train(
    pairs: Sequence[tuple[str, str]],
    folder: Path,
    phrases: Phrases,
    record: Mapping[str, Any],
    settings: Settings,
    *,
    initial: str | None,
    device: str | None = None,
    resume: bool,
    tell: Tell,
) -> dict[str, Any]:
    """Train on these pairs, each both ways, into a folder that transformers opens.

    Args:
        pairs: Texts that say the same.
        folder: Made, or gone back into.
        phrases: Gives them their templates.
        record: What else the outcome depends on, and is written down.
        settings: How.
        initial: A sequence-to-sequence network to start from ("hf:PATH_OR_ID"); None for a small one that is
            made from nothing.
        device: Where it is trained; the CPU by default.
        resume: Go on behind the last epoch that the folder holds; starts afresh where there is none.
        tell: Hears of progress.

    Returns:
        What card.json says.

    Raises:
        DataError: Too few of the pairs can be used.
        ModelError: `initial` cannot be used.
        RunError: The folder cannot be used as asked.
        RunFailed: A file cannot be written.
    """
    fingerprint = {
        **record,
        "initial": initial,
        "parser": dict(phrases.identity),
        "settings": dataclasses.asdict(settings),
    }
    there = open_device(torch, device or "cpu")  # what cannot be opened leaves no folder
    begun = None if initial is None else seq2seq.opened(initial)
    home = RunFolder(folder)
    home.enter(fingerprint, resume=resume)
    if (folder / CARD).exists():
        tell("this training is done")
        return _card(folder / CARD)
    with alone_in(folder), as_torch_begins():
        parts = parted(pairs, phrases, settings.seed, tell)  # too little leaves an empty folder
        home.write_record({"kind": "training", "fingerprint": fingerprint})
        forms, held_out = parts.learnt, parts.held_out
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            model, tokenizer = begun or _made(forms, settings)
        lessons = lessons_of(forms, tokenizer, settings.copies)
        tests = lessons_of(held_out, tokenizer, copies=False)
        long = len(forms) - len(lessons_of(forms, tokenizer, copies=False))
        if not lessons:
            raise DataError("no pair is short enough for the network", got=f"{len(forms)} texts")
        rate = settings.learning_rate or (1e-3 if initial is None else 5e-5)
        trainer = Trainer(model.to(there), lessons, settings, rate, tokenizer.pad_token_id)

        def epoch() -> dict[str, float]:
            losses = {"trained": round(trainer.run_epoch(), 4)}
            return {**losses, "held_out": round(trainer.mean_loss(tests), 4)} if tests else losses

        losses = run_epochs(trainer, settings.epochs, folder / CHECKPOINT, epoch, _in_words, tell)
        seq2seq.save(model, tokenizer, folder)
        learnt = Counter(one.template for one in forms)
        card = {
            **fingerprint,
            "parameters": sum(weight.numel() for weight in model.parameters()),
            "lessons": {"trained": len(lessons), "held_out": len(tests)},
            "left_out": {
                "not_one_sentence": parts.without_template,
                "shared_with_held_out": parts.shared,
                "too_long": long,
            },
            "losses": losses,
            "templates": {template: learnt[template] for template in TEMPLATES},
            "most_frequent_templates": dict(learnt.most_common(SHOWN)),
            **measured(folder, held_out, phrases),
            "sha256": hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest(),
        }
        write_json(folder / CARD, card)
        (folder / CHECKPOINT).unlink(missing_ok=True)
    return card


def _card(path: Path) -> dict[str, Any]:
    """What the card of a training that is done says."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, TypeError, ValueError, RecursionError) as problem:
        raise RunError(
            f"{path} cannot be read", got=str(problem)[:200], mend="remove it, and train on with --resume"
        ) from None


def parted(pairs: Sequence[tuple[str, str]], phrases: Phrases, seed: int, tell: Tell) -> Parted:
    """Each pair both ways, as far as the text to be written is one sentence; some pairs are held out.

    Raises:
        DataError: Fewer than two pairs are left.
    """
    texts = list(dict.fromkeys(text for pair in pairs for text in pair))
    known = dict(zip(texts, in_parts(texts, phrases.templates, tell), strict=True))
    both = [
        [Form(text, known[other], other) for text, other in ((a, b), (b, a)) if known[other]]
        for a, b in pairs
    ]
    both = [forms for forms in both if forms]
    if len(both) < 2:
        raise DataError(
            "there is too little to learn from",
            got=f"{len(both)} of {len(pairs)} pairs have a text that is one sentence",
        )
    rest, held_out = (
        [form for forms in some for form in forms] for some in divided(both, HELD_OUT, MOST_HELD_OUT, seed)
    )
    held = {text for form in held_out for text in (form.text, form.wanted)}
    learnt = [form for form in rest if form.text not in held and form.wanted not in held]
    without = 2 * len(pairs) - len(rest) - len(held_out)
    return Parted(learnt, held_out, without, len(rest) - len(learnt))


def lessons_of(forms: Sequence[Form], tokenizer: Any, copies: bool) -> list[Lesson]:
    """What the network reads and writes; nothing that is longer than it reads.

    Args:
        forms: The texts.
        tokenizer: Of transformers; it puts template and text together as a pair.
        copies: Whether each text is to be written from itself, too.
    """
    asked = [(form.template, form.text, form.wanted) for form in forms]
    if copies:
        asked += list(dict.fromkeys((form.template, form.wanted, form.wanted) for form in forms))
    if not asked:
        return []
    templates, texts, wanted = zip(*asked, strict=True)
    reads = tokenizer(list(templates), list(texts))["input_ids"]
    writes = tokenizer(text_target=list(wanted))["input_ids"]
    most = tokenizer.model_max_length
    lessons = [Lesson(tuple(a), tuple(b)) for a, b in zip(reads, writes, strict=True)]
    return [one for one in lessons if len(one.reads) <= most and len(one.writes) <= most]


def measured(folder: Path, held_out: Sequence[Form], phrases: Phrases) -> dict[str, Any]:
    """What the finished network makes of held-out texts: in the form that was asked for, or unchanged?"""
    network = HfSeq2Seq(str(folder), device="cpu")
    made = network.write([(form.template, form.text, BEAMS) for form in held_out])
    found = phrases.templates(made)
    count = len(held_out)
    right = sum(template == form.template for template, form in zip(found, held_out, strict=True))
    same = sum(is_no_op(form.text, text) for form, text in zip(held_out, made, strict=True))
    examples = [
        {"text": form.text, "template": form.template, "made": text}
        for form, text in zip(held_out[:SHOWN], made, strict=False)
    ]
    return {
        "measures": [
            proportion(right, count).to_json("in_the_form_asked_for"),
            proportion(same, count).to_json("unchanged"),
            proportion(sum(not text for text in made), count).to_json("nothing"),
        ],
        "examples": examples,
    }


def _made(forms: Sequence[Form], settings: Settings) -> tuple[Any, Any]:
    """A network made from nothing, whose tokenizer knows the texts and the templates."""
    texts = dict.fromkeys(part for form in forms for part in (form.text, form.wanted))
    learnt = [*texts, *(form.template for form in forms)]
    return seq2seq.made_from_nothing(iter(learnt), settings.width, settings.layers, settings.vocabulary)


def _in_words(losses: Mapping[str, float]) -> str:
    parts = (f"{name.replace('_', ' ')} {value:.3f}" for name, value in losses.items())
    return ", ".join(("nats a token", *parts))
