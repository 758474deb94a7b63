"""Words made of pieces, against all combinations."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.attacks.word.pieces import alone, combinations, pieces_of, single
from mohs.language.masked_lm import Candidate, Piece
from mohs.language.words import Text

#          0123456789012345
TEXT = "a good film, ok"
PIECES = [Piece(0, 1, ()), Piece(2, 4, ()), Piece(4, 6, ()), Piece(7, 12, ()), Piece(13, 15, ())]


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        (0, 1, [0]),
        (2, 6, [1, 2]),
        (7, 11, []),
        (13, 15, [4]),
        (2, 5, []),
        (3, 6, []),
        (1, 2, []),
        (15, 16, []),
    ],
)
def test_the_pieces_of_a_word_make_it_up_exactly(start, end, found):
    assert pieces_of(PIECES, start, end) == tuple(PIECES[k] for k in found)


def test_letters_of_several_pieces_belong_to_their_word():
    """Byte-level pieces of one character have the same place."""
    bytes_of_one = [Piece(0, 1, ()), Piece(0, 1, ()), Piece(1, 4, ())]
    assert pieces_of(bytes_of_one, 0, 4) == tuple(bytes_of_one)


def test_a_single_piece_begins_a_word_and_is_good_enough():
    piece = Piece(
        0, 4, (Candidate("fine", True, 5.0), Candidate("ly", False, 4.0), Candidate("bad", True, 2.0))
    )
    assert single(piece, None) == ["fine", "bad"]
    assert single(piece, 3.0) == ["fine"]


SCORES = st.lists(st.integers(-20, 20), min_size=1, max_size=6)


@given(st.lists(SCORES, min_size=1, max_size=4), st.integers(1, 4), st.integers(1, 30))
def test_the_beam_finds_the_best_of_all_combinations(scores, each, keep):
    pieces = [
        Piece(
            n,
            n + 1,
            tuple(Candidate(f"{n}{k}.", n == 0, float(s)) for k, s in enumerate(sorted(row, reverse=True))),
        )
        for n, row in enumerate(scores)
    ]
    found = combinations(pieces, each, keep)
    everything = {
        "".join(c.text for c in chosen): sum(c.score for c in chosen)
        for chosen in itertools.product(*(piece.candidates[:each] for piece in pieces))
    }
    assert len(found) == len(set(found)) == min(keep, len(everything))
    assert [everything[word] for word in found] == sorted(everything.values(), reverse=True)[:keep]


def test_pieces_fit_their_place():
    first = Piece(0, 2, (Candidate("able", False, 9.0), Candidate("un", True, 8.0)))
    second = Piece(2, 6, (Candidate("film", True, 9.0), Candidate("able", False, 3.0)))
    assert combinations([first, second], 4, 24) == ["unable"]
    assert combinations([first, first, Piece(6, 7, ())], 4, 24) == []


def test_twelve_pieces_of_four_candidates_are_no_sixteen_million_words():
    candidates = tuple(Candidate(f"{k}", True, float(k)) for k in range(4))
    rest = tuple(candidate._replace(begins=False) for candidate in candidates)
    found = combinations([Piece(0, 1, candidates), *[Piece(0, 1, rest)] * 11], 4, 24)
    assert found[0] == "3" * 12 and len(found) == 24


def test_a_word_does_not_stand_beside_itself():
    text = Text("the Best anime movies")
    assert alone(text, 2, ["movies", "BEST", "manga", "the"]) == ["manga", "the"]
    assert alone(text, 3, ["anime", "movie"]) == ["movie"] and alone(text, 0, ["best", "a"]) == ["a"]
