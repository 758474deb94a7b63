"""The page of an evaluation."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_evaluation_page(run: Mapping[str, Any], document: Mapping[str, Any], path: Path) -> None:
    """Write the page."""
