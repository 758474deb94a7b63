"""mohs for ../shared/peers/bench_adapter.py: sentences, classifier, synonyms and encoder as the peers have.

    python ../shared/peers/bench_adapter.py benchmarks/adapter_mohs.py RECIPE --victim fast --n 200

RECIPE is `textbugger` (one typo of each kind for a word), `textbugger-all` (every one) or `textfooler`,
without sentence similarity, or `textfooler-similarity`, with TextAttack's settings and the peers' MiniLM.
`+nltk` behind it tags parts of speech with the tagger that TextAttack uses, so that candidates and
constraints are equal on both sides; `+first` asks the encoder before the classifier, as TextAttack does.

Environment:
    MOHS_BENCH_SIDE: A file for what the benchmark does not print: the encoder's sentences and seconds.
    MOHS_BENCH_OPEN: How many searches are open at once (mohs' default: by the length of the texts).
    MOHS_BENCH_TEXTATTACK: The `textattack` package whose list of stop words is used; default: that of the
        virtual environment of the peers.
    MOHS_BENCH_SITE: A site-packages folder in which `nltk` is looked for where this Python has none.
"""

import ast
import gc
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mohs
from mohs.attacks.build import Chain, open_attacks
from mohs.data.example import Example
from mohs.data.tasks import open_task
from mohs.engine.attacking import Attacking
from mohs.engine.attempt import Setting
from mohs.inference.packing import batches
from mohs.inference.tokens import Tokens, read_tokenizer
from mohs.language.english import English
from mohs.language.masked_lm import MaskedLM
from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.language.similarity import Encoder
from mohs.language.stop_words import stop_words
from mohs.language.vectors import WordVectors
from mohs.language.words import Text
from mohs.models.wrap import as_classifier

NAME, VERSION = "mohs", mohs.__version__

BATCH_TOKENS = 1024
"""What mohs gives a transformers model on a CPU (`inference.hf_text.BATCH_TOKENS`)."""

WITHOUT: dict[str, Any] = {"similarity": None}
TEXTFOOLER: dict[str, Any] = {"synonyms": 50, "minimum_cosine": 0.5, "importance": "delete"}
RECIPES: dict[str, tuple[str, dict[str, Any]]] = {
    "textbugger": ("textbugger", WITHOUT),
    "textbugger-all": ("textbugger", {**WITHOUT, "variants": "all"}),
    "textfooler": ("textfooler", {**TEXTFOOLER, **WITHOUT}),
    "textfooler-similarity": (
        "textfooler",
        {
            **TEXTFOOLER,
            "similarity": {
                "threshold": 0.840845057,
                "metric": "angular",
                "window": 15,
                "compared_with": "current",
                "short": "skip",
            },
        },
    ),
}

Victim = Callable[[list[str]], NDArray[Any]]


class NltkTagger:
    """NLTK's averaged perceptron with universal tags, in the window in which TextAttack asks it."""

    BEFORE, AFTER = 4, 3

    def __init__(self) -> None:
        import standins

        standins.nltk_data()  # says where NLTK's files are, which it wants to know when it is imported
        try:
            import nltk
        except ImportError:
            sys.path.append(os.environ.get("MOHS_BENCH_SITE", ""))
            import nltk
        self._pos_tag, self._known = nltk.pos_tag, dict[tuple[str, ...], str]()
        self._pos_tag(["warm", "up"], tagset="universal")

    def tags(self, words: Sequence[str]) -> list[str]:
        """The tag of every word."""
        return [tag for _, tag in self._pos_tag(list(words), tagset="universal")]

    def tags_at(self, words: Sequence[str], indices: Sequence[int]) -> list[str]:
        """The tags of some words."""
        tags = self.tags(words)
        return [tags[index] for index in indices]

    def tags_in_place(self, words: Sequence[str], index: int, candidates: Sequence[str]) -> list[str]:
        """The tag of each candidate in the place of a word."""
        before = list(words[max(0, index - self.BEFORE) : index])
        after = list(words[index + 1 : index + 1 + self.AFTER])
        found = []
        for candidate in candidates:
            window = [*before, candidate, *after]
            key = tuple(window)
            if key not in self._known:
                # TextAttack takes the first word of the window that is spelt like the candidate
                self._known[key] = self.tags(window)[window.index(candidate)]
            found.append(self._known[key])
        return found


class PackedEncoder:
    """The peers' MiniLM, given texts of one length at a time as mohs gives them to every network."""

    def __init__(self) -> None:
        import standins

        self.network = standins.MiniLM()
        self.tokens = Tokens(self.network.tok.backend_tokenizer, 128)
        self.identity = {"address": "all-MiniLM-L6-v2"}
        self.encode(["warm up sentence ."] * 8)
        self.network.reset()

    def encode(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """Unit vectors."""
        return _packed(lambda some: self.network.encode(some).numpy(), self.tokens, texts)


def _packed(
    network: Callable[[list[str]], NDArray[Any]], tokens: Tokens, texts: Sequence[str]
) -> NDArray[np.float64]:
    """What the network says of each text, in batches of one length: what `mohs.inference` does."""
    rows: list[Any] = [None] * len(texts)
    for batch in batches([len(row) for row in tokens.encode(texts)], BATCH_TOKENS):
        for number, row in zip(batch, network([texts[k] for k in batch]), strict=True):
            rows[number] = row
    return np.array(rows, dtype=np.float64)


def textattack_constant(file: str, name: str) -> Any:
    """What TextAttack's source assigns to this name, read from its installation; None where that is not."""
    import benchlib

    default = benchlib.CACHE / "venv-ta"
    packages = [Path(p) for p in [os.environ.get("MOHS_BENCH_TEXTATTACK")] if p]
    packages += sorted(default.glob("lib/python*/site-packages/textattack"))
    for source in (package / file for package in packages):
        if source.is_file():
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                    value = node.value.args[0] if isinstance(node.value, ast.Call) else node.value
                    return ast.literal_eval(value)
    return None


def textfooler_stop_words() -> frozenset[str]:
    """The list in TextAttack's recipe, read from its installation and not kept here."""
    known = textattack_constant("attack_recipes/textfooler_jin_2019.py", "stopwords")
    if known is None:
        sys.stderr.write("TextAttack's stop words are not there: mohs' own are used\n")
    return stop_words() if known is None else frozenset(known)


def nltk_stop_words() -> frozenset[str]:
    """NLTK's English list, which TextAttack's TextBugger leaves alone."""
    import benchlib

    path = benchlib.HERE / "nltk_data" / "corpora" / "stopwords" / "english"
    return frozenset(path.read_text(encoding="utf-8").split())


def attacked(
    rows: Sequence[tuple[str, int]],
    victim: Victim,
    chains: Sequence[Chain],
    english: English,
    tokens: Tokens,
    encoder: Encoder | None = None,
    *,
    seed: int = 0,
    masked_lm: MaskedLM | None = None,
) -> list[dict[str, Any]]:
    """What came of an attack on every row, in order: what bench_adapter.py wants of one."""
    task = open_task("sst2")
    examples = [Example(str(k), str(k), {"sentence": s}, y) for k, (s, y) in enumerate(rows)]
    free = type(victim).__name__ == "FastVictim"

    def probabilities(texts: list[str]) -> NDArray[Any]:
        return np.asarray(victim(texts) if free else _packed(victim, tokens, texts))

    classifier = as_classifier(probabilities, task)
    classifier.packs_by_length = not free  # as an adapter of a network says of itself
    attacking = Attacking(
        classifier,
        examples,
        chains,
        # How similar a success is as a whole is a figure of mohs' own reports, and no part of the attack.
        Setting(task, "victim", english, seed, measure_similarity=False),
        encoder,
        int(os.environ.get("MOHS_BENCH_OPEN", "0")) or None,
        masked_lm=masked_lm,
    )
    found: dict[str, dict[str, Any]] = {}
    for outcome in attacking.outcomes():
        if outcome.status == "error":
            raise RuntimeError(f"example {outcome.id}: {outcome.reason}")
        found[outcome.id] = {
            "status": outcome.status if outcome.status in ("success", "skipped") else "failed",
            "adv": None if outcome.perturbed is None else outcome.perturbed["sentence"],
            "queries": outcome.asked["classify"],
        }
    return [found[example.id] for example in examples]


def get_ready() -> None:
    """What importing the peers does for them, before the clock starts."""
    Text("The 1st text, which is not plain, is where the patterns are compiled.")
    gc.collect()  # what imports leave behind; the peers import so much that it happens there by itself


class Bench:
    """What is opened before the clock starts, as the peers do it too."""

    def __init__(self, recipe: str) -> None:
        import benchlib

        name, *more = recipe.split("+")
        attack, options = RECIPES[name]
        if "first" in more:
            options = {**options, "similarity": {**options["similarity"], "asked": "first"}}
        self.chains = open_attacks(attack, {attack: options})
        if attack == "textfooler":
            vectors = WordVectors.open(benchlib.HERE / "vectors" / "counterfitted.npy")
            tags = NltkTagger() if "nltk" in more else PartsOfSpeech.kit()
            self.english = English(vectors, tags, textfooler_stop_words())
        else:  # misspelling words needs neither synonyms nor parts of speech
            nothing: Any = None
            self.english = English(nothing, nothing, nltk_stop_words())
        self.encoder: PackedEncoder | None = PackedEncoder() if "similarity" in name else None
        self.tokens = Tokens(read_tokenizer(Path(benchlib.VICTIM_DIR)), 512)
        get_ready()

    def run(self, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
        """Attack every row; one mapping a row, in order."""
        return attacked(rows, victim, self.chains, self.english, self.tokens, self.encoder)


_opened = {recipe: Bench(recipe) for recipe in sys.argv[2:3] if recipe.partition("+")[0] in RECIPES}


def run(recipe: str, rows: Sequence[tuple[str, int]], victim: Victim) -> list[dict[str, Any]]:
    """What bench_adapter.py times."""
    bench = _opened.get(recipe) or Bench(recipe)
    started = time.process_time()
    found = bench.run(rows, victim)
    side = {"cpu_s": time.process_time() - started}
    if bench.encoder is not None:
        network = bench.encoder.network
        side |= {"encoder_sents": network.n, "encoder_calls": network.calls, "encoder_cpu": network.cpu}
    if path := os.environ.get("MOHS_BENCH_SIDE"):
        Path(path).write_text(json.dumps(side), encoding="utf-8")
    return found
