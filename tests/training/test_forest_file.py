"""Trees come back from their file as they were."""

import numpy as np
import pytest

pytest.importorskip("torch")

from mohs.errors import RunError
from mohs.inference.trees import Tree
from mohs.language.tree_vocabulary import Vocabulary
from mohs.training.arrays_file import opened, write_arrays
from mohs.training.forest_file import Texts, load, save

WORDS = ("one", "two", "three")
VOCABULARY = Vocabulary(WORDS, ("text", "other", "NN"), ("text", "other"), ((), (), (0, 2)))
FIRST, SECOND = Tree((-1, 0), (0, 2), (0, 1), (0, 0)), Tree((-1, 2, -1), (0, 2, 1), (0, 1, 1), (0, 2, 0))


def test_what_is_written_is_read(tmp_path):
    texts = Texts(VOCABULARY, (FIRST, SECOND), (SECOND,))
    save(tmp_path / "t.npz", texts)
    assert load(tmp_path / "t.npz", WORDS) == texts


def test_no_texts_are_texts_too(tmp_path):
    save(tmp_path / "t.npz", Texts(VOCABULARY, (), ()))
    assert load(tmp_path / "t.npz", WORDS) == Texts(VOCABULARY, (), ())


def test_rows_of_other_lengths_than_told_are_refused(tmp_path):
    save(tmp_path / "t.npz", Texts(VOCABULARY, (FIRST, SECOND), ()))
    with opened(tmp_path / "t.npz", "") as file:
        facts, arrays = file.facts, file.known
    for counts, said in (([2, 2], "5 numbers where 4 are told of"), ([6, -1], "5 numbers where 5")):
        write_arrays(tmp_path / "t.npz", facts, {**arrays, "counts": np.array(counts)})
        with pytest.raises(RunError, match=said):
            load(tmp_path / "t.npz", WORDS)


def test_a_torn_file_is_said(tmp_path):
    save(tmp_path / "t.npz", Texts(VOCABULARY, (FIRST,), (SECOND,)))
    (tmp_path / "t.npz").write_bytes((tmp_path / "t.npz").read_bytes()[:200])
    with pytest.raises(RunError, match=r"t\.npz cannot be read"):
        load(tmp_path / "t.npz", WORDS)


def test_a_byte_that_was_turned_is_said_or_changes_nothing(tmp_path):
    texts = Texts(VOCABULARY, (FIRST, SECOND), (SECOND,))
    save(tmp_path / "t.npz", texts)
    whole = (tmp_path / "t.npz").read_bytes()
    said = 0
    for place in range(0, len(whole), 7):
        (tmp_path / "t.npz").write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert load(tmp_path / "t.npz", WORDS) == texts
        except RunError:
            said += 1
    assert said > 10
