"""BERTScore is what its definition says: cosines of every pair of tokens, the best of each, their means."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.language.bert_score import bert_score
from mohs.language.similarity import KIT, TokenEncoder, open_encoder


def by_definition(candidate, reference):
    """Zhang et al. 2020, equations of section 3, one token after the other."""

    def cosine(one, other):
        lengths = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(x * x for x in other))
        return sum(x * y for x, y in zip(one, other, strict=True)) / lengths

    recall = sum(max(cosine(x, y) for y in candidate) for x in reference) / len(reference)
    precision = sum(max(cosine(x, y) for x in reference) for y in candidate) / len(candidate)
    return 2 * precision * recall / (precision + recall)


def units(seed, tokens, width=5):
    made = np.abs(np.random.default_rng(seed).normal(size=(tokens, width))) + 0.01
    return made / np.linalg.norm(made, axis=1, keepdims=True)


@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9))
def test_it_is_the_definition(seed, first, second):
    a, b = units(seed, first), units(seed + 1, second)
    assert bert_score(a, b) == pytest.approx(by_definition(a.tolist(), b.tolist()), abs=1e-12)
    assert bert_score(a, b) == pytest.approx(bert_score(b, a), abs=1e-12)
    assert bert_score(a, a) == pytest.approx(1.0)


def test_a_case_worked_out_by_hand():
    """Candidate (1, 0), reference (1, 0) and (0, 1): precision 1, recall 1/2, F1 2/3."""
    assert bert_score(np.array([[1.0, 0.0]]), np.eye(2)) == pytest.approx(2 / 3)


def test_it_is_nothing_where_a_text_has_no_token_or_means_the_opposite():
    nothing, one = np.zeros((0, 0)), np.array([[1.0, 0.0]])
    assert bert_score(nothing, one) == bert_score(one, nothing) == bert_score(nothing, nothing) == 0
    assert bert_score(one, -one) == 0


def test_the_kits_encoder_tells_the_same_words_in_another_order_from_other_words():
    encoder = open_encoder(KIT)
    assert isinstance(encoder, TokenEncoder)
    text, moved, other = encoder.token_vectors(
        ["yesterday the man sold his car", "the man sold his car yesterday", "prices of oil fell in march"]
    )
    assert bert_score(text, moved) > 0.8 > bert_score(text, other)
