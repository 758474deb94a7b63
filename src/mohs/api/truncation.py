"""Inputs that a classifier does not read to their end: counted before it is asked, and told."""

from collections.abc import Callable, Sequence

from mohs.models.classifier import Classifier, Input

_AT_ONCE = 1000
"""Inputs that are turned into tokens together: of more than that there may be many."""


def cuts(classifier: Classifier) -> Callable[[Sequence[Input]], Sequence[int]] | None:
    """What counts the tokens that it cuts off each input; None where it never cuts, and nobody need ask."""
    never = type(classifier).truncated is Classifier.truncated
    return None if never else classifier.truncated


def truncation(classifier: Classifier, inputs: Sequence[Input], unit: str) -> str | None:
    """A warning where it does not read the whole of some inputs.

    Args:
        classifier: What would be asked.
        inputs: All that it would be asked about.
        unit: What an input is called, in the plural.
    """
    count = cuts(classifier)
    if count is None:
        return None
    parts = (inputs[start : start + _AT_ONCE] for start in range(0, len(inputs), _AT_ONCE))
    cut = sum(tokens > 0 for part in parts for tokens in count(part))
    if not cut:
        return None
    return f"{classifier.address} reads only the beginning of {cut:,} of {len(inputs):,} {unit}"
