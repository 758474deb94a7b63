"""What the greedy word attacks share: the order of the words, and one step at a word."""

import operator
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from mohs.attacks.constraints import SentenceSimilarity
from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.language.words import Text

BLOCK = 256
"""Words whose importance is asked at once: of a text of 10,000 words, 10,000 copies would fill the memory."""

UNKNOWN_WORD = "<oov>"
"""What TextFooler's code puts in the place of a word to see how much the classifier needs it."""


def rank_by_importance(
    target: Target, positions: Sequence[int], *, unknown: str | None = None, gain: bool = False
) -> Asking[list[int]]:
    """The positions, the word that the classifier needs most first; equal ones in the order of the text.

    The importance of a word is how much nearer the goal the text comes when the word is deleted, asked for
    all words at once (for `BLOCK` of them in a long text).

    Args:
        target: What is attacked.
        positions: The words to rank.
        unknown: What to put in the place of the word instead of deleting it.
        gain: Where the label flips, add what the new label gains (TextFooler, equation 2).
    """
    if len(positions) < 2:
        return list(positions)
    text = target.text
    answers = []
    for start in range(0, len(positions), BLOCK):
        block = positions[start : start + BLOCK]
        if unknown is None:
            strings = text.without_each(block)
        else:
            strings = [text.render(index, unknown) for index in block]
        answers.append((yield from target.classify(strings)))
    probabilities = np.concatenate(answers) if len(answers) > 1 else answers[0]
    importance = target.goal.nearness(probabilities)
    if gain:
        predicted = probabilities.argmax(axis=1)
        flipped = predicted != target.goal.label
        gained = probabilities[np.arange(len(positions)), predicted] - target.probabilities[predicted]
        importance = importance + np.where(flipped, gained, 0.0)
    order = sorted(range(len(positions)), key=importance.tolist().__getitem__, reverse=True)
    return [positions[k] for k in order]


def best_step(
    target: Target,
    text: Text,
    nearness: float,
    index: int,
    candidates: Sequence[str],
    similarity: SentenceSimilarity | None,
    *,
    prefer_similar: bool = False,
    prefer_first: bool = False,
) -> Asking[tuple[int, float, bool] | None]:
    """The candidate to put at this word: its number, how near the goal it comes, and whether it reaches it.

    The candidates are classified first, and the similarity is asked in the order in which candidates would
    be taken: the outcome is that of checking all of them first, at a fraction of the encoder's work. A
    similarity that is to be asked first spares the classifier instead.

    Args:
        target: What is attacked.
        text: The text as it stands.
        nearness: How near to the goal the text is as it stands; a step must come nearer.
        index: The word.
        candidates: What may be put there, all constraints but the similarity being met.
        similarity: The similarity that a step must keep, or None.
        prefer_similar: Among candidates that reach the goal, take the most similar one (TextFooler), not the
            nearest.
        prefer_first: Among candidates that reach the goal, take the first one (BERT-ATTACK), not the nearest.

    Returns:
        None where no candidate brings the text nearer.
    """
    if not candidates:
        return None
    if similarity is not None and not similarity.checks(text):
        similarity = None
    if similarity is not None and similarity.asked == "first":
        return (
            yield from _step_among_similar(
                target, text, nearness, index, candidates, similarity, prefer_similar, prefer_first
            )
        )
    probabilities = yield from target.classify(text.render_each(index, candidates))
    near, reached = target.goal.weigh(probabilities)
    if similarity is None:
        return _taken(near, reached, nearness, operator.neg if prefer_first else near.__getitem__)
    order = [k for k, (one, won) in enumerate(zip(near, reached, strict=True)) if one > nearness or won]
    order.sort(key=near.__getitem__, reverse=True)
    there = [k for k in order if reached[k]]
    if prefer_first:
        there.sort()
        order = there + [k for k in order if not reached[k]]
    if there and prefer_similar:
        cosines = yield from _cosines(target, text, index, [candidates[k] for k in there], similarity)
        good = similarity.good(target, text, cosines)
        kept = [(-float(cosines[n]), k) for n, k in enumerate(there) if good[n]]
        if kept:
            best = min(kept)[1]
            return best, near[best], True
        order = [k for k in order if not reached[k]]
    # Those that reach the goal come first, and then each block is twice as long as the last: most often one
    # is enough.
    order.sort(key=lambda k: not reached[k])
    start, length = 0, 1
    while start < len(order):
        block = order[start : start + length]
        cosines = yield from _cosines(target, text, index, [candidates[k] for k in block], similarity)
        for k, good_one in zip(block, similarity.good(target, text, cosines), strict=True):
            if good_one:
                return k, near[k], reached[k]
        start, length = start + length, length * 2
    return None


def _step_among_similar(
    target: Target,
    text: Text,
    nearness: float,
    index: int,
    candidates: Sequence[str],
    similarity: SentenceSimilarity,
    prefer_similar: bool,
    prefer_first: bool,
) -> Asking[tuple[int, float, bool] | None]:
    """The same step with the encoder asked of all candidates, and the classifier of those that pass."""
    cosines = yield from _cosines(target, text, index, candidates, similarity)
    kept = [k for k, good in enumerate(similarity.good(target, text, cosines)) if good]
    if not kept:
        return None
    probabilities = yield from target.classify(text.render_each(index, [candidates[k] for k in kept]))
    near, reached = target.goal.weigh(probabilities)
    key: Callable[[int], float] = operator.neg if prefer_first else near.__getitem__
    if prefer_similar:
        key = cosines[kept].tolist().__getitem__
    step = _taken(near, reached, nearness, key)
    return None if step is None else (kept[step[0]], *step[1:])


def _taken(
    near: list[float], reached: list[bool], nearness: float, key: Callable[[int], float]
) -> tuple[int, float, bool] | None:
    """The step among allowed candidates: the greatest key of those that reach the goal, else the nearest.

    Of two that are equal the earlier one is taken.
    """
    there = [k for k, won in enumerate(reached) if won] if True in reached else []
    best = max(there, key=key) if there else near.index(max(near))
    return (best, near[best], bool(there)) if there or near[best] > nearness else None


def _cosines(
    target: Target, text: Text, index: int, candidates: Sequence[str], similarity: SentenceSimilarity
) -> Asking[NDArray[np.float64]]:
    return target.similarity([similarity.pair(target, text, index, new) for new in candidates])
