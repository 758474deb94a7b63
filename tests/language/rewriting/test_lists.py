"""The lists of words are what their users think they are."""

import re
from importlib import resources

import pytest

from mohs.language.rewriting.lists import _lists, listed


def test_all_words_are_in_lower_case_and_no_list_is_empty():
    assert all(words and all(word == word.lower() for word in words) for words in _lists().values())


def test_every_list_is_used_and_every_list_that_is_used_is_there():
    folder = resources.files("mohs.language.rewriting")
    code = "".join(file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".py"))
    assert set(re.findall(r'listed\(\s*"([a-z-]+)"\s*\)', code)) == set(_lists())


def test_a_list_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        listed("no such list")
