"""Attacking: all attempts of a run through the engine, one outcome after the other."""

import gc
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from mohs.attacks.build import Chain
from mohs.data.example import Example
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import AnsweredBy, ClassifierOracle, DescentOracle, Oracle, ParaphraseOracle
from mohs.engine.progress import Progress
from mohs.engine.runner import Engine, Work
from mohs.errors import ClassifierFault, ModelError
from mohs.estimate import proportion
from mohs.language.grammar import Grammar
from mohs.language.masked_lm import MaskedLM
from mohs.language.paraphraser import Paraphraser
from mohs.language.similarity import Encoder, TokenEncoder
from mohs.language.tree_autoencoder import Trees
from mohs.models.classifier import Classifier
from mohs.models.labels import as_flag
from mohs.runs.outcome import Outcome

FAULTY = 0.05
"""A run in which more than this share of the outcomes is `error` has failed."""

CHECKED = 100
"""Examples whose first prediction is looked at before a run, to see whether labels are mixed up."""

ENOUGH = 30
"""Fewer say too little of that."""

NARROWEST, WIDE, WIDEST = 8, 64, 256
"""Searches that are open at once: at the least, at the most, and at the most where a classifier puts texts of
one length together, whose batches get fuller (MiniLM on a CPU spends 7 % less on TextBugger with 256 than
with 64). Where they do not, more of them only crowd each other out of the cache (256 cost 10 %)."""

COLLECTED = 20_000
"""New objects after which Python looks for garbage while searches are open."""

CHARACTERS = 300_000
"""Characters of all texts that are searched at once: a search may ask about 256 copies of its text."""


@dataclass(frozen=True)
class Attacking:
    """One run's worth of attempts.

    Attributes:
        classifier: What is attacked.
        examples: What it is attacked on.
        chains: The attacks.
        setting: What all attempts share.
        encoder: The sentence encoder, or None.
        open_searches: How many searches are open at once, or None to go by the length of the texts; no
            outcome depends on it.
        max_queries: How many texts one search may ask the classifier about, or None.
        masked_lm: The masked language model, or None.
        grammar: The parser, or None.
        paraphraser: The paraphraser, or None.
        trees: The tree autoencoder, or None.
    """

    classifier: Classifier
    examples: Sequence[Example]
    chains: Sequence[Chain]
    setting: Setting
    encoder: Encoder | None = None
    open_searches: int | None = None
    max_queries: int | None = None
    masked_lm: MaskedLM | None = None
    grammar: Grammar | None = None
    paraphraser: Paraphraser | None = None
    trees: Trees | None = None

    @property
    def width(self) -> int:
        """How many searches are open at once."""
        if self.open_searches is not None:
            return self.open_searches
        characters = sum(len(text) for example in self.examples for text in example.fields.values())
        mean = max(1, characters // max(1, len(self.examples)))
        most = WIDEST if self.classifier.packs_by_length else WIDE
        return min(most, max(NARROWEST, CHARACTERS // mean))

    def oracles(self) -> dict[str, Oracle]:
        """What answers each kind of question."""
        oracles: dict[str, Oracle] = {"classify": ClassifierOracle(self.classifier)}
        if self.encoder is not None:
            oracles["similarity"] = AnsweredBy(self.encoder.encode, "the encoder")
        if isinstance(self.encoder, TokenEncoder):
            oracles["bert-score"] = AnsweredBy(self.encoder.token_vectors, "the encoder")
        if self.masked_lm is not None:
            oracles["fill-mask"] = AnsweredBy(self.masked_lm.fill, "the masked language model")
            oracles["perplexity"] = AnsweredBy(self.masked_lm.perplexity, "the masked language model")
        if self.grammar is not None:
            oracles["parse"] = AnsweredBy(self.grammar.parse, "the parser")
        if self.paraphraser is not None:
            oracles["paraphrase"] = ParaphraseOracle(self.paraphraser)
        if self.trees is not None:
            oracles["tree"] = AnsweredBy(self.trees.tell, "the tree autoencoder")
        if any("gradients" in chain.needs for chain in self.chains):
            network = self.classifier.differentiable()
            if network is not None:
                oracles["descend"] = DescentOracle(network)
        return oracles

    def outcomes(
        self, done: Collection[tuple[str, str, str]] = (), progress: Progress | None = None
    ) -> Iterator[Outcome]:
        """Attack, and give each outcome as it comes; `done` are (model, attack, id) to be left out."""
        budgets = {} if self.max_queries is None else {"classify": self.max_queries}
        engine: Engine[Outcome] = Engine(self.oracles(), open_searches=self.width, budgets=budgets)
        with _seldom_collecting():
            for outcome in engine.run(self._work(done)):
                yield outcome
                if progress is not None:
                    progress.outcome(outcome.status, outcome.cost["computed"].get("classify", 0))

    def _work(self, done: Collection[tuple[str, str, str]]) -> Iterator[tuple[str, Work[Outcome]]]:
        for example in self.examples:
            for chain in self.chains:
                if (self.setting.model, chain.name, example.id) not in done:
                    yield example.id, Attempt(self.setting, chain, example)

    def check_labels(self) -> None:
        """Stop where the classifier is so much worse than chance that its labels must be mixed up.

        A checkpoint whose labels are in another order than its names say is right 7 times in 100, and
        everything is skipped. The first predictions of `CHECKED` examples tell. Chance is what the same
        predictions would get if they had nothing to do with the labels, so that a classifier which always
        says the same is let through.

        Raises:
            ModelError: Worse than chance, and another reading of the labels would be better than chance.
        """
        task = self.setting.task
        some = self.examples[:CHECKED]
        if len(some) < ENOUGH:
            return
        inputs = [task.input(example.fields) for example in some]
        try:
            predicted = self.classifier.probabilities(inputs).argmax(axis=1)
        except ClassifierFault:
            return  # whose fault it is comes out example by example
        confusion = np.zeros((len(task.labels), len(task.labels)), dtype=int)
        np.add.at(confusion, ([example.label for example in some], predicted), 1)
        shares = np.outer(confusion.sum(axis=1), confusion.sum(axis=0)) / len(some) ** 2
        right = proportion(int(confusion.trace()), len(some))
        if right.high is None or right.high >= shares.trace():
            return
        from scipy.optimize import linear_sum_assignment

        gold, given = linear_sum_assignment(-confusion)
        mended = proportion(int(confusion[gold, given].sum()), len(some))
        if mended.low is None or mended.low <= shares[gold, given].sum():
            return
        own = _own_labels(self.classifier)
        mapping = as_flag([(own[p], task.labels[g]) for g, p in zip(gold, given, strict=True)])
        raise ModelError(
            "the classifier's labels look mixed up: it is right less often than by chance",
            got=f"{confusion.trace()} of the first {len(some)} examples right",
            expected=f"{int(confusion[gold, given].sum())} would be, if its labels were read as {mapping}",
            mend=f"if that is so: --label-map {mapping}; if it really is that bad: --no-check-labels",
        )


@contextmanager
def _seldom_collecting() -> Iterator[None]:
    """While it lasts, Python looks for cycles of garbage more seldom: the open searches have none.

    It would look through all of them at every 700th object, a fiftieth of the time that they take.
    """
    before = first, *others = gc.get_threshold()
    gc.set_threshold(max(first, COLLECTED) if first else 0, *others)
    meanwhile = gc.get_threshold()
    try:
        yield
    finally:
        if gc.get_threshold() == meanwhile:  # else a run beside this one, or its owner, has set it
            gc.set_threshold(*before)


def _own_labels(classifier: Classifier) -> Sequence[str]:
    """The classifier's own names for the task's labels, in the task's order: what --label-map wants."""
    columns = getattr(classifier, "columns", None)
    return classifier.labels if columns is None else [columns.own[k] for k in columns.order]
