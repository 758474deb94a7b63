"""Golden pairs of a form of rewriting, each a test."""

import pytest


def golden(pairs, refused):
    """Two tests for a file of its own: what forms make of texts, and texts that they leave alone.

    Args:
        pairs: (form, text, what the form makes of it, and that alone).
        refused: (form, text that it would make wrong).
    """

    @pytest.mark.parametrize(("form", "text", "expected"), pairs)
    def says_the_same(rewritten, form, text, expected):
        assert rewritten(text, form) == [expected]

    @pytest.mark.parametrize(("form", "text"), refused)
    def leaves_alone(rewritten, form, text):
        assert rewritten(text, form) == []

    return says_the_same, leaves_alone
