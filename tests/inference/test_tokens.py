from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import normalizers, pre_tokenizers, processors

from mohs.errors import ClassifierFault, ModelError
from mohs.inference.tokens import NO_LIMIT, Tokens, kept, longest, read_tokenizer
from networks import VOCABULARY, byte_level, framed, word_pieces

text = st.lists(st.sampled_from(["good", "film", "xyz", "!", "a", "é"]), max_size=15).map(" ".join)


def roberta():
    """Two marks between the texts of a pair, and no types."""
    tokenizer = word_pieces(marks=False)
    tokenizer.post_processor = processors.RobertaProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


@cache
def bytes_of_pairs():
    """Byte pairs with marks around texts."""
    return framed(byte_level(["good film xyz don't", "a good film"], 300))


@settings(deadline=None)
@given(
    inputs=st.lists(text | st.tuples(text, text), max_size=6),
    most=st.integers(5, 24),
    make=st.sampled_from([word_pieces, lambda: word_pieces(marks=False), roberta]),
    direction=st.sampled_from(["left", "right"]),
)
def test_rows_are_cut_as_the_tokenizer_itself_would(inputs, most, make, direction):
    tokenizer = make()
    tokenizer.enable_truncation(most, direction=direction)
    expected = tokenizer.encode_batch(inputs)
    rows = Tokens(tokenizer, most, pad=0).encode(inputs)
    for row, encoding in zip(rows, expected, strict=True):
        assert list(row.ids) == (encoding.ids or [0])
        assert list(row.types) == (encoding.type_ids or [0])


@settings(deadline=None)
@given(st.lists(text | st.tuples(text, text), max_size=6), st.integers(5, 24))
def test_what_is_cut_is_counted(inputs, most):
    tokens, everything = Tokens(word_pieces(), most), Tokens(word_pieces(), None)
    missing = [
        len(whole) - len(row)
        for whole, row in zip(everything.encode(inputs), tokens.encode(inputs), strict=True)
    ]
    assert tokens.cut(inputs) == missing
    assert everything.cut(inputs) == [0] * len(inputs)


long = st.lists(
    st.sampled_from(["good", "film", "xyz", "x" * 150, "don't", "É", "e\u0301", "Σ", " ", "\n", "!", "[SEP]", "9"]),
    min_size=20, max_size=80,
).map(" ".join)  # fmt: skip


@settings(deadline=None)
@given(
    texts=st.lists(long, min_size=1, max_size=3),
    most=st.integers(5, 12),
    make=st.sampled_from([word_pieces, lambda: word_pieces(marks=False), bytes_of_pairs]),
    direction=st.sampled_from(["left", "right"]),
)
def test_rows_of_long_texts_are_cut_as_the_tokenizer_itself_would(texts, most, make, direction):
    tokenizer = make()
    tokenizer.enable_truncation(most, direction=direction)
    rows = Tokens(tokenizer, most).encode(texts)
    assert [list(row.ids) for row in rows] == [one.ids for one in tokenizer.encode_batch(texts)]


@pytest.mark.parametrize("word", ["good", "x" * 200], ids=["words", "words of one token and many letters"])
def test_of_a_long_text_the_beginning_is_read_and_all_of_it_where_that_fills_no_row(word, monkeypatch):
    tokens, read = Tokens(word_pieces(), 16), []
    encode = tokens._encode
    monkeypatch.setattr(tokens, "_encode", lambda texts: read.extend(map(len, texts)) or encode(texts))
    text = f"{word} " * 5_000
    (row,) = tokens.encode([text])
    assert len(row) == 16
    assert read == ([129] if word == "good" else [200, len(text)])


@pytest.mark.parametrize(
    "change",
    [
        lambda made: setattr(made, "normalizer", normalizers.Sequence([normalizers.NFC()])),
        lambda made: setattr(made, "pre_tokenizer", pre_tokenizers.Metaspace()),
        lambda made: setattr(made, "pre_tokenizer", pre_tokenizers.ByteLevel(use_regex=False)),
        lambda made: made.add_tokens(["good film"]),
        lambda made: made.enable_truncation(8, direction="left"),
    ],
    ids=["another normaliser", "a sign for blanks", "no words", "a token with a blank", "the end is kept"],
)
def test_all_of_a_text_is_read_where_its_end_may_change_how_it_begins(change, monkeypatch):
    tokenizer = word_pieces()
    change(tokenizer)
    tokens, read = Tokens(tokenizer, 8), []
    encode = tokens._encode
    monkeypatch.setattr(tokens, "_encode", lambda texts: read.extend(texts) or encode(texts))
    tokens.encode(["good film " * 99])
    assert read == ["good film " * 99]


def test_a_huge_pair_takes_time_in_proportion():
    tokens = Tokens(word_pieces(), 64)
    (row,) = tokens.encode([("good film " * 20_000, "bad " * 30_000)])
    assert len(row) == 64
    assert row.types.count(1) == 31


def test_ids_and_types_of_a_pair():
    number = VOCABULARY.index
    (row,) = Tokens(word_pieces(), 64).encode([("Good film", "dull!")])
    words = ["[CLS]", "good", "film", "[SEP]", "dull", "!", "[SEP]"]
    assert row.ids == tuple(number(word) for word in words)
    assert row.types == (0, 0, 0, 0, 1, 1, 1)


def test_without_types_rows_that_differ_in_nothing_else_are_equal():
    rows = Tokens(word_pieces(), 64, typed=False).encode(["a", ("a",), "A"])
    assert len(set(rows)) == 1
    assert rows[0].types == ()


def test_a_text_without_tokens_is_one_token():
    for typed in (True, False):
        rows = Tokens(word_pieces(marks=False), 8, pad=1, typed=typed).encode(["", ("", "")])
        assert [row.ids for row in rows] == [(1,), (1,)]


def test_what_a_tokenizer_says_of_padding_and_length_is_overruled_and_left_as_it_was():
    tokenizer = word_pieces()
    tokenizer.enable_padding(length=40)
    tokenizer.enable_truncation(5)
    assert [len(row) for row in Tokens(tokenizer, None).encode(["a", "a " * 50])] == [3, 52]
    assert tokenizer.padding["length"] == 40
    assert tokenizer.truncation["max_length"] == 5


@settings(deadline=None)
@given(
    string=text,
    most=st.integers(5, 24) | st.none(),
    make=st.sampled_from([word_pieces, lambda: word_pieces(marks=False), roberta]),
)
def test_windows_hold_every_token_once_between_the_marks(string, most, make):
    tokenizer = make()
    whole, bare = tokenizer.encode(string), tokenizer.encode(string, add_special_tokens=False)
    (windows,) = Tokens(tokenizer, most).windows([string])
    marks = len(whole.ids) - len(bare.ids)
    inner = [window.row.ids[window.first : window.first + len(window.spans)] for window in windows]
    assert [number for part in inner for number in part] == bare.ids
    assert [span for window in windows for span in window.spans] == bare.offsets
    for window in windows:
        assert len(window.row) == len(window.row.types) == len(window.spans) + marks <= (most or NO_LIMIT)
        assert window.row.ids[: window.first] == tuple(whole.ids[: window.first])


def test_three_texts_are_refused():
    with pytest.raises(ValueError, match="one text or a pair, got 3"):
        Tokens(word_pieces(), 64).encode([("a", "b", "c")])


def test_a_length_without_room_for_text_is_refused():
    with pytest.raises(ModelError, match="no room for text"):
        Tokens(word_pieces(), 3)
    assert len(Tokens(word_pieces(), 4).encode([("a", "b")])[0]) == 4


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_the_longer_of_two_texts_is_cut_first(first, second, room):
    keep = kept([first, second], room)
    assert sum(keep) == min(first + second, room)
    assert all(0 <= one <= length for one, length in zip(keep, (first, second), strict=True))
    if first + second > room:
        assert abs(keep[0] - keep[1]) <= 1 or min(keep) == min(first, second)


@pytest.mark.parametrize(
    ("asked", "soft", "hard", "expected"),
    [
        (None, [512], [510], 510),
        (None, [128, None], [512], 128),
        (None, [10**30], [None], None),
        (None, [], [], None),
        (None, ["512", -5, 0], [64], 64),
        (300, [128], [512], 300),
        (7, [10**30], [], 7),
    ],
)
def test_the_longest_row(asked, soft, hard, expected):
    assert longest(asked, soft=soft, hard=hard) == expected


def test_more_than_the_network_has_positions_is_refused():
    with pytest.raises(ModelError, match="more than the model can read"):
        longest(513, soft=[128], hard=[512])
    assert NO_LIMIT < 10**30


def test_a_folder_without_tokenizer(tmp_path):
    with pytest.raises(ModelError, match="has no tokenizer"):
        read_tokenizer(tmp_path)


def test_a_damaged_tokenizer(tmp_path):
    (tmp_path / "tokenizer.json").write_text('{"version": "1.0", "model": ', encoding="utf-8")
    with pytest.raises(ModelError, match=r"tokenizer.json is no tokenizer"):
        read_tokenizer(tmp_path)


@pytest.mark.parametrize("most", [None, 6, 7, 12])
@pytest.mark.parametrize("side", ["right", "left"])
def test_traced_rows_are_the_rows_and_their_spans_are_where_the_letters_stand(most, side):
    tokenizer = word_pieces()
    if most is not None:
        tokenizer.enable_truncation(most, direction=side)
    tokens = Tokens(tokenizer, most)
    inputs = ["The GOOD film!", "", "it is quiet , dull", ("good film", "very not bad film"), ("", "good")]
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    traced = tokens.traced(inputs)
    assert [one.row for one in traced] == tokens.encode(inputs)
    for texts, one in zip(inputs, traced, strict=True):
        parts = [texts] if isinstance(texts, str) else texts
        assert len(one.spans) == len(one.row)
        for number, span in zip(one.row.ids, one.spans, strict=True):
            if span is None:
                assert number in (vocabulary["[CLS]"], vocabulary["[SEP]"])
            else:
                text, start, end = span
                written = tokenizer.id_to_token(number).removeprefix("##")
                assert parts[text][start:end].lower() == written


def test_a_text_without_any_token_is_traced_as_its_row():
    tokens = Tokens(word_pieces(marks=False), None, pad=3)
    (one,) = tokens.traced([""])
    assert one.row == tokens.encode([""])[0] and one.spans == (None,)


@pytest.mark.parametrize("ask", ["encode", "traced", "cut", "windows"])
def test_what_is_no_text_is_a_fault_that_names_it(ask):
    tokens = Tokens(word_pieces(), 12)
    with pytest.raises(ClassifierFault, match=r"input 1 is no text: .*surrogates not allowed"):
        getattr(tokens, ask)(["good film", "good \ud800 film"])
    if ask != "windows":
        with pytest.raises(ClassifierFault, match=r"input 1 is no text: .*NoneType"):
            getattr(tokens, ask)(["good film", ("good", None)])
