"""Fixtures that every room's tests share."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says nothing of the rule, and machines are busy.
settings.register_profile("mohs", deadline=None)
settings.load_profile("mohs")


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """Where a run of the tests leaves pictures of the pages that it looked at in a browser: build/screenshots."""
    folder = Path(__file__).resolve().parents[1] / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data and models beside the checkout; a test that needs it is skipped without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("needs the real data and models of ../shared")
    return folder


@pytest.fixture
def heard():
    """Signals that ask a process to end are not ignored, as they are beneath nohup; children inherit that."""
    usual = {
        signal.SIGTERM: signal.SIG_DFL,
        signal.SIGHUP: signal.SIG_DFL,
        signal.SIGINT: signal.default_int_handler,
    }
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
