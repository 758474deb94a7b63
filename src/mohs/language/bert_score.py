"""BERTScore: how much of one text is said in another, token by token, by vectors that know their context."""

import numpy as np
from numpy.typing import NDArray


def bert_score(candidate: NDArray[np.float64], reference: NDArray[np.float64]) -> float:
    """F1 of the greedy matching of tokens (Zhang et al., ICLR 2020, arXiv:1904.09675, section 3).

    Precision is the mean over the candidate's tokens of the greatest cosine with a token of the reference,
    recall the same the other way round. Every token weighs the same (no idf), and nothing is rescaled.

    Args:
        candidate: Unit vectors of its tokens, shape (tokens, width).
        reference: The same of the text that it is compared with.

    Returns:
        From 0 to 1; 0 where a text has no token, or where the tokens of one are on the whole opposed to all
        of the other.
    """
    if not len(candidate) or not len(reference):
        return 0.0
    cosines = candidate @ reference.T
    precision, recall = float(cosines.max(axis=1).mean()), float(cosines.max(axis=0).mean())
    if min(precision, recall) <= 0:
        return 0.0
    return 2 * precision * recall / (precision + recall)
