"""A parser for the golden pairs; skipped where no English pipeline is installed."""

import pytest

from mohs.language.grammar import lacking, open_grammar
from mohs.language.rewriting import rewrites

pytest.register_assert_rewrite("golden_forms")


@pytest.fixture(scope="session")
def grammar():
    if reason := lacking():
        pytest.skip(reason)
    return open_grammar()


@pytest.fixture
def rewritten(grammar):
    """The versions of a text that one form makes."""

    def made(text, form):
        return [one.string for one in rewrites(grammar.parse([text])[0]) if one.form == form]

    return made
