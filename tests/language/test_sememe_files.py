"""Dictionaries in OpenHowNet's format and the kit's table, whole and broken."""

import pytest

from mohs.errors import DataError
from mohs.kit.manifest import FOLDER
from mohs.language import sememe_files
from mohs.language.sememe_files import Groups
from mohs.language.sememes import Candidate, Sememes


def words(found):
    return [candidate.word for candidate in found]


def test_groups_keep_their_words():
    groups = Groups.of([(0, [4, 2]), (3, [7]), (1, [2, 9, 1])])
    assert [groups.rows(k) for k in range(3)] == [[4, 2], [7], [2, 9, 1]]
    assert groups.kinds.tolist() == [0, 3, 1]


# A dictionary made up for this test, in OpenHowNet's form.
DICTIONARY = """NO.=000000000001
W_C=片
G_C=noun [2 0]
S_C=
E_C=
W_E=film
G_E=noun [1noun -0 ]
S_E=
E_E=
DEF={shows|表演物:{TakePicture|拍摄:content={$}}}
RMK=

NO.=000000000002
W_E=Talkie
G_E=noun [1noun -0 ]
DEF={shows|表演物:content={TakePicture|拍摄}}

NO.=000000000003
W_E=ice cream
G_E=noun
DEF={food|食品}

NO.=000000000004
W_E=watch
G_E=verb
DEF={look|看}
NO.=000000000005
W_E=ogle
G_E=verb
DEF={look|看}
"""


def write(tmp_path, text):
    path = tmp_path / "HowNet.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def test_a_dictionary_of_ones_own_takes_the_place_of_the_kits_sememes(tmp_path):
    known = Sememes.open(write(tmp_path, DICTIONARY))
    assert known.candidates("film", "NOUN") == (Candidate("talkie", "sememe"),)
    assert "ogled" in words(known.candidates("watched", "VERB"))
    assert known.candidates("terrible", "ADJ")[0].source == "wordnet"
    assert known.name == "HowNet.txt" and known.sha256 != Sememes.kit().sha256


def test_a_dictionary_may_begin_with_a_byte_order_mark_and_have_windows_lines(tmp_path):
    known = Sememes.open(write(tmp_path, "\ufeff" + DICTIONARY.replace("\n", "\r\n")))
    assert words(known.candidates("film", "NOUN")) == ["talkie"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("W_E=Talkie", "W_E Talkie", "line 14: no KEY=value"),
        ("W_E=Talkie\n", "", "line 13: this sense has no W_E="),
        ("G_E=noun [1noun -0 ]\nDEF={shows|表演物:content", "DEF={shows|表演物:content", "line 13: this sense has no G_E="),
        ("DEF={food|食品}", "DEF={food|食品", "line 21: no definition by sememes"),
        ("DEF={food|食品}", "DEF=food", "line 21: no definition by sememes"),
        ("DEF={food|食品}", "DEF=", "line 21: no definition by sememes"),
        ("G_E=noun\nDEF={food", "G_E=noun\nG_E=verb\nDEF={food", "line 21: G_E comes twice"),
    ],
)  # fmt: skip
def test_a_broken_line_is_named(tmp_path, old, new, message):
    assert old in DICTIONARY
    with pytest.raises(DataError, match=message) as caught:
        Sememes.open(write(tmp_path, DICTIONARY.replace(old, new, 1)))
    assert "HowNet.txt" in str(caught.value)


def test_what_is_not_utf8_empty_or_missing_is_said(tmp_path):
    with pytest.raises(DataError, match="line 2: not UTF-8"):
        Sememes.open(write(tmp_path, "NO.=1\nW_C=中".encode("gb18030")))
    with pytest.raises(DataError, match="no sense of a single English word"):
        Sememes.open(write(tmp_path, ""))
    with pytest.raises(DataError, match="no dictionary of sememes"):
        Sememes.open(tmp_path / "nothing.txt")


def test_a_broken_table_is_said(tmp_path):
    path = tmp_path / "sememes.npz"
    path.write_bytes((FOLDER / "words" / "sememes.npz").read_bytes()[:1000])
    with pytest.raises(DataError, match="cannot be read"):
        sememe_files.read_npz(path)
