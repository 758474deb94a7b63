"""Fixtures of the report's tests."""

import matplotlib
import pytest

from made_up_runs import make_report
from mohs.api.drawing import draw_report


@pytest.fixture
def report(tmp_path):
    """Draws a run: report(run, outcomes) gives the text of its page."""
    return lambda run, outcomes: make_report(tmp_path, run, outcomes).read_text("utf-8")


@pytest.fixture
def in_style():
    """A style as notebooks and models' modules set it; the page is drawn again in it: in_style(folder)."""
    loud = {
        "font.size": 40,
        "axes.labelsize": 30,
        "xtick.major.pad": 30,
        "lines.linewidth": 9,
        "axes.grid": True,
    }
    with matplotlib.rc_context(loud):
        yield lambda folder: draw_report(folder).read_text("utf-8")
