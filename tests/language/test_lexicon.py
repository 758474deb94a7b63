"""Words are known, and what word pieces make by chance is not."""

import pytest

from mohs.language.lexicon import Lexicon


@pytest.fixture(scope="module")
def lexicon():
    return Lexicon.kit()


@pytest.mark.parametrize(
    "word",
    ["film", "Films", "MOVIE", "terrible", "clumsily", "chuckling", "thrillers", "wolves", "ran", "kevin",
     "fun", "ad", "heartwarming"],
)  # fmt: skip
def test_words_their_inflections_and_frequent_names_are_known(lexicon, word):
    assert lexicon.knows(word)


@pytest.mark.parametrize(
    "word",
    ["spendinging", "jokess", "slrobuckling", "greatally", "ensc", "huy", "tro", "ats", "cl", "n", "u", "vel", ""],
)  # fmt: skip
def test_word_pieces_put_together_by_chance_are_not(lexicon, word):
    assert not lexicon.knows(word)


def test_nearly_all_content_words_of_dev_sentences_are_known(lexicon, shared):
    """SST-2 dev: of the words of letters that are no clitics (`n't`), all but names and slips."""
    lines = (shared / "data/glue/SST-2/dev.tsv").read_text(encoding="utf-8").split("\n")[1:]
    words = [
        word for line in lines for word in line.split("\t")[0].split() if word.isalpha() and len(word) > 2
    ]
    assert sum(map(lexicon.knows, words)) / len(words) > 0.95
