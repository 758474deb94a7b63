"""Lists of words that the forms are guarded by."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import yaml


def listed(name: str) -> frozenset[str]:
    """The words of the list of this name, in lower case."""
    return _lists()[name]


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    text = resources.files("mohs.language.rewriting").joinpath("lists.yaml").read_text("utf-8")
    return {name: frozenset(words.split()) for name, words in yaml.safe_load(text).items()}
