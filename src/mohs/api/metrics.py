"""What each number of results.json is: its definition, what it is a share or a mean of, and its interval.

A new metric needs an entry here; a test holds the table to the metrics that gates know.
"""

from collections.abc import Iterator
from dataclasses import dataclass

SHARE = "Wilson's score interval; where rows share a source, a bootstrap that draws whole sources"
MEAN = "a bootstrap that draws whole sources; none over one source"
WHOLE = "a bootstrap of the whole: the sources of every task are drawn anew, and the number made of each draw"
NOISE = "a bootstrap that draws rows, each with all its noisy copies"
NONE = "none: it follows from the rows at hand"


@dataclass(frozen=True)
class Metric:
    """One metric.

    Attributes:
        name: As results.json and gates call it.
        of: The commands that measure it, with commas between.
        definition: What it is, in one sentence.
        over: What it is a share of, or a mean over.
        interval: How its interval is made.
    """

    name: str
    of: str
    definition: str
    over: str
    interval: str


_ATTACK = (
    ("accuracy", "right before the attack", "all examples without error", SHARE),
    (
        "accuracy_under_attack",
        "right before, and not broken by the attack",
        "all examples without error",
        SHARE,
    ),
    (
        "attack_success_rate",
        "broken: another label, every constraint kept, no mere change of case or blanks",
        "examples that the classifier had right: success + failure + budget + not_attackable",
        SHARE,
    ),
    (
        "queries_per_example",
        "texts that the search asked the classifier about, whether or not a cache answered",
        "mean over the examples that the classifier had right",
        MEAN,
    ),
    (
        "modified_rate",
        "words changed, added or removed (word-level edit distance) / words of the changed field",
        "mean over the broken examples",
        MEAN,
    ),
    ("modified_rate_input", "the same / words of all fields", "mean over the broken examples", MEAN),
    (
        "similarity",
        "cosine of the sentence encoder, changed field before and after",
        "mean over the broken examples",
        MEAN,
    ),
)

_SCORE = (
    ("score", "mean of the tasks' scores (AdvGLUE: of five)", "all rows of the benchmark", WHOLE),
    ("macro_accuracy", "mean of the tasks' accuracies", "all rows of the benchmark", WHOLE),
    ("robust_accuracy", "answered right", "adversarial rows", SHARE),
    ("clean_accuracy", "answered right", "benign sources of the adversarial rows, each once", SHARE),
    (
        "gap",
        "right on the benign source - right on the adversarial row, paired",
        "mean over adversarial rows whose source is known",
        MEAN,
    ),
    (
        "attack_success_rate",
        "answered wrong",
        "adversarial rows whose benign source is answered right",
        SHARE,
    ),
    ("drop", "score on clean rows (--clean) - score on adversarial ones", "all rows of both", WHOLE),
    (
        "task_score",
        "mean of the task's metrics; of mnli, of matched and mismatched",
        "rows of the task",
        WHOLE,
    ),
    ("accuracy", "answered right", "rows of the task", SHARE),
    (
        "f1",
        "harmonic mean of precision and recall of the label with number 1 (qqp: duplicate)",
        "2 x true positives + false positives + false negatives",
        "a bootstrap that draws whole sources",
    ),
    ("outside_labels", "answers that are none of the task's labels; they count as wrong", "rows", SHARE),
    ("majority_accuracy", "what always naming the commonest label would get", "rows of the task", NONE),
    ("chance_accuracy", "what guessing would get: 1 / labels", "rows of the task", NONE),
)

_SEPARATION = (
    ("two_r", "smallest distance of two rows of different labels", "pairs of rows", NONE),
    (
        "eps_min",
        "half of two_r: noise no larger than this cannot carry one class into another",
        "pairs",
        NONE,
    ),
    ("two_r_without_conflicts", "two_r of the rows that equal no row of another label", "pairs", NONE),
    ("nearest_enemy_mean", "distance of a row to the nearest one of another label", "mean over rows", NONE),
    ("nearest_enemy_qNN", "the same distance that NN per cent of the rows stay under", "rows", NONE),
    (
        "two_r_of_half",
        "two_r of a random half of the rows: how far two_r hangs on few of them",
        "pairs",
        NONE,
    ),
)

_MSCR = (
    (
        "mscr",
        "(accuracy_noisy - accuracy_clean) / accuracy_clean: what is lost (below 0) was avoidable",
        "rows, each with its noisy copies",
        NOISE,
    ),
    ("accuracy_clean", "answered right without noise", "rows", SHARE),
    ("accuracy_noisy", "answered right with noise of radius eps", "noisy copies of the rows", NOISE),
    ("noise_loss", "wrong with noise", "noisy copies of the rows that are right without it", NOISE),
    (
        "noise_gain",
        "wrong without noise and right with it",
        "noisy copies of the rows that are right without it",
        NOISE,
    ),
    ("flip_rate", "another label than without noise", "noisy copies of the rows", NOISE),
)

_COMPARE = (
    (
        "difference",
        "what the other has - what the baseline has, of the metric that the row's `of` names",
        "rows that both runs have, paired",
        "a bootstrap that draws whole sources; of scores, both computed on the same draw",
    ),
)

_TABLES = (
    ("attack", _ATTACK),
    ("evaluate, score, compare", _SCORE),
    ("compare", _COMPARE),
    ("separation", _SEPARATION),
    ("mscr", _MSCR),
)


def metrics() -> Iterator[Metric]:
    """Every metric, by the command that measures it and in the order of its results."""
    for of, table in _TABLES:
        for name, definition, over, interval in table:
            yield Metric(name, of, definition, over, interval)
