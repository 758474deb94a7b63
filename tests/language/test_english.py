"""Only what an attack needs is opened, and using anything else is noticed."""

import pytest

from mohs.language.english import English
from mohs.language.inflection import PLURAL


def test_what_nobody_needs_is_not_opened():
    known = English.kit(needs=())
    assert "the" in known.stop_words
    with pytest.raises(RuntimeError, match="does not list it in `needs`"):
        known.synonyms.neighbours("good")
    assert set(known.identity) == {"stop-words"}


def test_the_kits_synonyms_are_named_with_their_sha256():
    known = English.kit(needs=("synonyms",))
    assert len(known.identity["synonyms"]["sha256"]) == 64
    assert known.synonyms.neighbours("terrible", 5)


def test_a_table_of_ones_own_takes_their_place(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("good 1 0\nfine 0.9 0.1\nbad -1 0\n", encoding="utf-8")
    known = English.kit(needs=("synonyms",), synonyms=path)
    assert known.synonyms.neighbours("good", 1, 0.5)[0][0] == "fine"


def test_sememes_are_opened_where_an_attack_needs_them_and_named(tmp_path):
    with pytest.raises(RuntimeError, match="uses sememes"):
        English.kit(needs=()).sememes.candidates("film", "NOUN")
    known = English.kit(needs=("sememes",))
    assert known.sememes.candidates("film", "NOUN")
    assert (
        known.identity["sememes"]["name"] == "kit:sememes" and len(known.identity["sememes"]["sha256"]) == 64
    )
    path = tmp_path / "mine.txt"
    path.write_text("W_E=film\nG_E=noun\nDEF={a|b}\n\nW_E=reel\nG_E=noun\nDEF={a|b}\n", encoding="utf-8")
    mine = English.kit(needs=("sememes",), sememes=path)
    assert [c.word for c in mine.sememes.candidates("film", "NOUN")] == ["reel"]
    assert mine.identity["sememes"]["name"] == "mine.txt"


def test_a_lexicon_is_opened_where_an_attack_needs_it():
    with pytest.raises(RuntimeError, match="uses a lexicon"):
        English.kit(needs=()).lexicon.knows("film")
    known = English.kit(needs=("lexicon",))
    assert known.lexicon.knows("film") and not known.lexicon.knows("filmzz") and "lexicon" in known.identity


def test_inflections_are_opened_where_a_constraint_needs_them():
    with pytest.raises(RuntimeError, match="uses inflections"):
        English.kit(needs=()).inflections.endings("films", "NOUN")
    known = English.kit(needs=("inflections",))
    assert known.inflections.endings("Films", "NOUN") == {PLURAL} and "inflections" in known.identity
    assert (
        known.inflections.endings("filmzz", "NOUN") == known.inflections.endings("of", "ADP") == frozenset()
    )
