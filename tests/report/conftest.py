"""Fixtures of the report's tests."""

import pytest

from made_up_runs import make_report


@pytest.fixture
def report(tmp_path):
    """Draws a run: report(run, outcomes) gives the text of its page."""
    return lambda run, outcomes: make_report(tmp_path, run, outcomes).read_text("utf-8")
