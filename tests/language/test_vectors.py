import hashlib
import io
import json
import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.errors import DataError
from mohs.kit.manifest import FOLDER
from mohs.language import vector_files
from mohs.language.vectors import WordVectors

KIT = FOLDER / "words" / "vectors.npz"


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "mohs"


def write_npy(folder, words, vectors, name="mine"):
    np.save(folder / f"{name}.npy", vectors)
    (folder / f"{name}.words.txt").write_text("\n".join(words), "utf-8")
    return folder / f"{name}.npy"


def random_table(words, dimensions, seed=0, dtype=np.float32):
    vectors = np.random.default_rng(seed).normal(size=(words, dimensions)).astype(dtype)
    return [f"w{n}" for n in range(words)], vectors


def brute_force(words, vectors, word, count, minimum):
    """Nearest words by the definition: all cosines, sorted by cosine and row."""
    exact = vectors.astype(np.float64)
    row = words.index(word)
    cosines = [
        round(float(one @ exact[row] / np.linalg.norm(one) / np.linalg.norm(exact[row])), 6) for one in exact
    ]
    order = sorted((n for n in range(len(words)) if n != row), key=lambda n: (-cosines[n], n))
    return [(words[n], cosines[n]) for n in order[:count] if cosines[n] >= minimum]


# ---- the kit's table


def test_the_kits_file_is_the_one_its_build_log_describes():
    log = json.loads(KIT.with_suffix(".json").read_text("utf-8"))
    assert hashlib.sha256(KIT.read_bytes()).hexdigest() == log["sha256"] == WordVectors.kit().sha256
    assert KIT.stat().st_size == log["bytes"] <= 7_000_000
    assert len(WordVectors.kit()) == log["counts"]["words"] >= 20_000
    assert len(set(WordVectors.kit().words)) == len(WordVectors.kit())


def test_the_kits_cosines_rank_word_pairs_as_people_do(shared):
    from scipy.stats import spearmanr

    kit = WordVectors.kit()
    path = shared / "data" / "counterfitting_constraints" / "SimLex-999.txt"
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
    scored = [(kit.cosine(row[0], row[1]), float(row[3])) for row in rows]
    covered = [(ours, theirs) for ours, theirs in scored if ours is not None]
    reached = spearmanr(*zip(*covered, strict=True)).statistic
    assert len(covered) >= 990
    assert reached >= 0.50
    said = json.loads(KIT.with_suffix(".json").read_text("utf-8"))["simlex_999"]["int8"]
    assert said["pairs"] == len(covered)
    assert said["spearman"] == pytest.approx(reached, abs=2e-3)  # six decimals make ties


def test_the_kits_table_parts_antonyms_and_joins_synonyms():
    kit = WordVectors.kit()
    for one, other in (("good", "bad"), ("hot", "cold"), ("love", "hate"), ("possible", "impossible")):
        assert kit.cosine(one, other) < 0.1
    for one, other in (("terrible", "dreadful"), ("film", "movie"), ("quickly", "rapidly")):
        assert kit.cosine(one, other) > 0.8
        assert other in dict(kit.neighbours(one, 10))


@pytest.mark.parametrize("word", ["good", "the", "enthralling", "unthinkable", "film"])
def test_the_kits_stored_neighbours_are_the_nearest_of_all_words(word):
    kit = WordVectors.kit()
    with np.load(KIT, allow_pickle=False) as file:
        vectors = file["vectors"]
    assert list(kit.neighbours(word)) == brute_force(kit.words, vectors, word, 50, 0.0)


def test_the_kit_is_opened_once():
    assert WordVectors.kit() is WordVectors.kit()


def test_neighbours_and_cosine_agree_and_are_symmetric():
    kit = WordVectors.kit()
    for word in kit.words[::1500]:
        for other, cosine in kit.neighbours(word):
            assert kit.cosine(word, other) == kit.cosine(other, word) == cosine
            assert other != word


def test_look_up_ignores_case_and_unknown_words_have_nothing():
    kit = WordVectors.kit()
    assert kit.neighbours("GOOD") == kit.neighbours("good") != ()
    assert kit.cosine("Good", "BAD") == kit.cosine("good", "bad")
    assert "Good" in kit
    for unknown in ("qzxqzx", "", "two words", "\N{HEAVY BLACK HEART}", "x" * 100_000):
        assert kit.neighbours(unknown) == ()
        assert kit.cosine("good", unknown) is kit.cosine(unknown, "good") is None
        assert unknown not in kit


def test_unknown_words_and_other_cases_leave_nothing_in_memory():
    kit = WordVectors.kit()
    kit.neighbours("good")
    before = len(kit._known)
    for number in range(1000):
        kit.neighbours(f"typo{number}")
    kit.neighbours("gOOd")
    assert len(kit._known) == before


@given(st.integers(0, 60), st.floats(-1, 1, allow_nan=False))
def test_count_and_minimum_cut_the_same_list(count, minimum):
    kit = WordVectors.kit()
    whole = kit.neighbours("charming", 60, -1.0)
    assert len(whole) == 60
    assert kit.neighbours("charming", count, minimum) == tuple(n for n in whole[:count] if n[1] >= minimum)


# ---- a person's own


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int8])
def test_an_npy_with_its_words_gives_the_nearest_by_definition(tmp_path, dtype):
    words, vectors = random_table(300, 8)
    vectors = (vectors * 20).astype(dtype)
    mine = WordVectors.open(write_npy(tmp_path, words, vectors))
    for word in words[::29]:
        assert list(mine.neighbours(word, 50, -1)) == brute_force(words, vectors, word, 50, -1)
        assert list(mine.neighbours(word, 299, 0.1)) == brute_force(words, vectors, word, 299, 0.1)


def test_equal_cosines_go_by_row_and_a_row_of_zeros_is_near_nothing(tmp_path):
    words = ["a", "b", "c", "d", "e"]
    vectors = np.array([[1, 0], [2, 0], [0, 0], [3, 0], [0, 1]], np.float32)
    mine = WordVectors.open(write_npy(tmp_path, words, vectors))
    assert mine.neighbours("d", 4) == (("a", 1.0), ("b", 1.0), ("c", 0.0), ("e", 0.0))
    assert mine.cosine("c", "c") == 0.0


def test_the_three_forms_of_one_table_say_the_same(tmp_path):
    words, vectors = random_table(40, 5)
    words[3] = "l'été"
    npy = write_npy(tmp_path, words, vectors)
    rows = [f"{word} {' '.join(map(repr, row.tolist()))}" for word, row in zip(words, vectors, strict=True)]
    (tmp_path / "glove.txt").write_text("\n".join(rows) + "\n", "utf-8")
    (tmp_path / "word2vec.txt").write_text("40 5\n" + "\n".join(rows), "utf-8")
    listed = np.frombuffer("\n".join(words).encode("utf-8"), np.uint8)
    np.savez(tmp_path / "mine.npz", vectors=vectors, words=listed)
    opened = [
        WordVectors.open(p) for p in (npy, *(tmp_path / n for n in ("glove.txt", "word2vec.txt", "mine.npz")))
    ]
    for word in words:
        assert len({one.neighbours(word, 10, -1) for one in opened}) == 1
    assert len({one.sha256 for one in opened}) == 4
    assert [one.name for one in opened] == ["mine.npy", "glove.txt", "word2vec.txt", "mine.npz"]


def test_a_table_with_capitals_prefers_the_lower_case_form(tmp_path):
    vectors = np.array([[1, 0], [0, 1], [1, 1]], np.float32)
    mine = WordVectors.open(write_npy(tmp_path, ["Apple", "apple", "Paris"], vectors))
    assert mine.neighbours("APPLE", 1) == mine.neighbours("apple", 1) == (("Paris", 0.707107),)
    assert mine.cosine("Paris", "apple") == 0.707107
    assert mine.cosine("paris", "apple") is None


def test_neighbours_are_computed_once_and_the_first_time_says_so(tmp_path, cache_folder, caplog, monkeypatch):
    words, vectors = random_table(60, 4)
    path = write_npy(tmp_path, words, vectors)
    with caplog.at_level(logging.WARNING):
        first = WordVectors.open(path)
    (said,) = caplog.messages
    (kept,) = cache_folder.iterdir()
    assert "60 words in mine.npy" in said
    assert str(kept) in said
    assert kept.name == f"neighbours-{first.sha256}-50.npy"
    caplog.clear()
    monkeypatch.setattr(vector_files, "nearest", None)  # would raise if it were called
    again = WordVectors.open(path)
    assert caplog.messages == []
    assert [again.neighbours(w) for w in words] == [first.neighbours(w) for w in words]


@pytest.mark.parametrize("torn", [b"", b"\x93NUMPY\x01\x00v\x00{'descr'", b"not numpy at all"])
def test_a_torn_cache_is_made_afresh(tmp_path, cache_folder, torn):
    words, vectors = random_table(20, 4)
    path = write_npy(tmp_path, words, vectors)
    expected = [WordVectors.open(path).neighbours(word) for word in words]
    (kept,) = cache_folder.iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(torn)
    assert [WordVectors.open(path).neighbours(word) for word in words] == expected
    assert kept.read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path, monkeypatch, caplog):
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    words, vectors = random_table(20, 4)
    assert WordVectors.open(write_npy(tmp_path, words, vectors)).neighbours("w0", 5, -1) != ()
    assert "could not keep" in caplog.messages[-1]


def test_a_cache_that_fills_the_disk_is_a_warning_and_leaves_nothing(
    tmp_path, cache_folder, monkeypatch, caplog
):
    def full(file, array):
        file.write(b"a part")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    words, vectors = random_table(20, 4)
    listed = np.frombuffer("\n".join(words).encode("utf-8"), np.uint8)
    np.savez(tmp_path / "mine.npz", vectors=vectors, words=listed)
    assert WordVectors.open(tmp_path / "mine.npz").neighbours("w0", 5, -1) != ()
    assert "No space left on device" in caplog.messages[-1]
    assert list(cache_folder.iterdir()) == []


@pytest.mark.parametrize("header", ["2 99999999999999", "99999999999999 2", f"{'9' * 5000} {'9' * 5000}"])
def test_a_header_that_says_another_size_than_the_lines_have_is_refused(tmp_path, header):
    (tmp_path / "word2vec.txt").write_text(f"{header}\na 1 2\nb 3 4\n", "utf-8")
    with pytest.raises(DataError, match=r"word2vec\.txt"):
        WordVectors.open(tmp_path / "word2vec.txt")


def test_the_peers_table_opens_and_its_cosines_are_right(tmp_path, shared):
    path = shared / "peers" / "vectors" / "counterfitted.npy"
    table = vector_files.read_table(path)
    assert table.vectors.shape == (len(table.words), 100) == (71_450, 100)
    mine = WordVectors.open(write_npy(tmp_path, table.words[:3000], table.vectors[:3000]))
    for word in table.words[:3000:400]:
        assert list(mine.neighbours(word)) == brute_force(
            table.words[:3000], table.vectors[:3000], word, 50, 0
        )


# ---- files that cannot be used


def text_file(content):
    def write(folder):
        (folder / "mine.txt").write_bytes(content)
        return folder / "mine.txt"

    return write


def npz_file(**arrays):
    def write(folder):
        np.savez(folder / "mine.npz", **arrays)
        return folder / "mine.npz"

    return write


def renamed(write, name):
    return lambda folder: write(folder).rename(folder / name)


def npy_file(words, vectors):
    return lambda folder: write_npy(folder, words, np.asarray(vectors))


def bare_npy(content):
    def write(folder):
        (folder / "mine.npy").write_bytes(content)
        (folder / "mine.words.txt").write_text("a\n", "utf-8")
        return folder / "mine.npy"

    return write


def pickled():
    buffer = io.BytesIO()
    np.save(buffer, np.array([{"a": 1}], object), allow_pickle=True)
    return buffer.getvalue()


LISTED = np.frombuffer(b"a\nb", np.uint8)
BAD = {
    "a missing file": (lambda folder: folder / "none.txt", "none.txt"),
    "a folder": (lambda folder: folder, "no word vectors at"),
    "an empty file": (text_file(b""), "mine.txt is empty"),
    "a short line": (text_file(b"a 1 2\nb 1\n"), "line 2"),
    "a long line": (text_file(b"a 1 2\nb 1 2 3\n"), "line 2"),
    "a blank line in the middle": (text_file(b"a 1 2\n\nb 1 2\n"), "line 2"),
    "a word without numbers": (text_file(b"a\nb\n"), "line 1"),
    "no number": (text_file(b"a 1 2\nb 1 x\n"), "line 2"),
    "another encoding": (text_file("a 1 2\nété 1 2\n".encode("latin-1")), "line 2"),
    "a word twice": (text_file(b"a 1 2\nb 1 2\na 3 4\n"), "line 3"),
    "a word twice below a header": (text_file(b"2 2\na 1 2\na 3 4\n"), "line 3"),
    "fewer words than the header says": (text_file(b"3 2\na 1 2\nb 3 4\n"), "cut short"),
    "NaN in text": (text_file(b"a 1 2\nb nan 2\n"), "line 2"),
    "infinity below a header": (text_file(b"2 2\na 1 2\nb inf 2\n"), "line 3"),
    "an .npy without words": (
        lambda folder: write_npy(folder, [], np.zeros((0, 2)), "x").rename(folder / "y.npy"),
        "y.npy",
    ),
    "an empty .npy": (npy_file([], np.zeros((0, 2))), "has no words"),
    "more words than vectors": (npy_file(["a", "b"], np.ones((1, 2))), "2 words and 1 vectors"),
    "a word twice in the list": (npy_file(["a", "b", "a"], np.ones((3, 2))), "mine.words.txt, line 3"),
    "an empty line in the list": (npy_file(["a", "", "b"], np.ones((3, 2))), "mine.words.txt, line 2"),
    "NaN in an .npy": (npy_file(["a", "b"], [[1.0, 2.0], [np.nan, 1.0]]), "row 1 ('b')"),
    "one dimension": (npy_file(["a", "b"], [1.0, 2.0]), "shape (2,)"),
    "strings": (npy_file(["a"], [["x"]]), "type <U1"),
    "no dimensions": (npy_file(["a"], np.ones((1, 0))), "shape (1, 0)"),
    "not NumPy": (bare_npy(b"hello"), "mine.npy cannot be read"),
    "a pickle": (bare_npy(pickled()), "mine.npy cannot be read"),
    "not a zip": (
        lambda folder: text_file(b"PK hello")(folder).rename(folder / "mine.npz"),
        "mine.npz cannot be read",
    ),
    "an .npz of something else": (npz_file(X=np.ones(3)), "arrays X"),
    "an .npz with words as strings": (npz_file(vectors=np.ones((1, 2)), words=np.array(["a"])), "type <U1"),
    "neighbours out of range": (
        npz_file(vectors=np.ones((2, 2)), words=LISTED, neighbours=np.array([[1], [2]])),
        "mine.npz: neighbours",
    ),
    "neighbours of other words": (
        npz_file(vectors=np.ones((2, 2)), words=LISTED, neighbours=np.array([[1]])),
        "mine.npz: neighbours",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_cannot_be_used_is_a_data_error_that_names_the_place(tmp_path, case):
    write, place = BAD[case]
    with pytest.raises(DataError) as raised:
        WordVectors.open(write(tmp_path))
    assert place in str(raised.value)
