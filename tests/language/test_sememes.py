"""Candidates by sememes, WordNet in their place, inflected to match; dictionaries that people bring."""

import hashlib
import json
import random

import numpy as np
import pytest

from mohs.kit.manifest import FOLDER
from mohs.language import sememe_files
from mohs.language.inflection import ENDINGS, OF
from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.language.sememe_files import Groups, SememeTable
from mohs.language.sememes import STAND_INS, Candidate, Sememes
from mohs.language.words import Text

LOG = json.loads((FOLDER / "words" / "sememes.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def kit():
    return Sememes.kit()


def words(found):
    return [candidate.word for candidate in found]


def test_films_are_flicks_and_movies(kit):
    found = kit.candidates("films", "NOUN")
    assert {"flicks", "movies", "pictures"} <= set(words(found))
    assert {candidate.source for candidate in found} == {"sememe"}


def test_plurals_stand_for_plurals_alone(kit):
    """`humans` and `glasses` are lemmas of their own in WordNet."""
    assert "humans" in words(kit.candidates("roles", "NOUN"))
    assert "humans" not in words(kit.candidates("role", "NOUN"))
    assert "spectacles" in words(kit.candidates("glasses", "NOUN"))
    assert "glasses" not in words(kit.candidates("glass", "NOUN"))


def test_a_form_that_can_be_read_in_two_ways_gives_both(kit):
    found = words(kit.candidates("watched", "VERB"))
    assert {"viewed", "observed", "saw", "seen"} <= set(found)
    assert not {"view", "watches", "viewing"} & set(found)


@pytest.mark.parametrize(
    ("word", "part_of_speech", "candidate"),
    [
        ("watching", "VERB", "viewing"),
        ("watches", "VERB", "views"),
        ("watch", "VERB", "view"),
        ("children", "NOUN", "kids"),
        ("child", "NOUN", "kid"),
        ("bigger", "ADJ", "larger"),
        ("Terrible", "ADJ", "awful"),
        ("TERRIBLE", "ADJ", "awful"),
        ("really", "ADV", "truly"),
        ("learnt", "VERB", "studied"),
    ],
)
def test_candidates_have_the_inflection_of_the_word(kit, word, part_of_speech, candidate):
    assert candidate in words(kit.candidates(word, part_of_speech))


def test_wordnet_stands_in_where_there_are_no_sememes(kit):
    for word in ("charming", "beautiful"):
        found = kit.candidates(word, "ADJ")
        assert found and {candidate.source for candidate in found} == {"wordnet"}
    assert "gorgeous" in words(kit.candidates("beautiful", "ADJ"))


@pytest.mark.parametrize(
    ("word", "part_of_speech"),
    [("the", "DET"), ("film", "PROPN"), ("zzyzx", "NOUN"), ("", "NOUN"), ("é", "ADJ"), ("3", "NUM")],
)
def test_what_is_unknown_or_no_content_word_has_no_candidates(kit, word, part_of_speech):
    assert kit.candidates(word, part_of_speech) == ()


def test_a_word_is_looked_up_once(kit):
    assert kit.candidates("stories", "NOUN") is kit.candidates("stories", "NOUN")


def test_every_candidate_is_one_other_word_and_is_named_once(kit):
    rng = random.Random(0)
    for word in rng.sample(kit._table.words[:20_000], 1500):
        for part_of_speech in OF:
            found = words(kit.candidates(word, part_of_speech))
            assert word not in found and len(found) == len(set(found))
            assert all(c.isalpha() and c.isascii() and c.islower() and len(c) > 1 for c in found)


def test_wordnet_gives_no_antonym_and_no_long_list(kit):
    pairs = [
        ("increase", "VERB", "decrease"),
        ("hot", "ADJ", "cold"),
        ("victory", "NOUN", "defeat"),
        ("dead", "ADJ", "alive"),
    ]
    for word, part_of_speech, antonym in pairs:
        kind = sememe_files.PARTS_OF_SPEECH.index(part_of_speech)
        rows = kit._by_wordnet(kit._inflections.row(word), kind)
        assert kit._inflections.row(antonym) not in rows
        assert len(rows) <= STAND_INS


def test_the_log_speaks_of_this_file():
    content = (FOLDER / "words" / LOG["file"]).read_bytes()
    assert (LOG["bytes"], LOG["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    assert len(content) < 3_000_000


def test_half_of_the_words_of_sst2_have_a_candidate(shared, kit):
    tagger, count, found = PartsOfSpeech.kit(), 0, 0
    for line in (shared / "data/glue/SST-2/dev.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        text = Text(line.rpartition("\t")[0]).words()
        for word, tag in zip(text, tagger.tags(text), strict=True):
            count += word.isalpha()
            found += word.isalpha() and bool(kit.candidates(word, tag))
    figure = LOG["coverage_sst2_dev"]["alphabetic_words"]
    assert count == figure["n"] and found / count == pytest.approx(figure["any"], abs=0.01)
    assert figure["any"] > 0.45


def made_up(sememes=(), synsets=(), sisters=(), antonyms=(), common=100):
    """A table of the words w0 to w9, without inflection."""
    size = sum(len(rows) for _, rows in synsets)
    return Sememes(
        SememeTable(
            name="made up",
            sha256="0",
            words=[f"w{k}" for k in range(10)],
            common=common,
            limit=common,
            sememes=Groups.of(sememes),
            synsets=Groups.of(synsets),
            senses=np.zeros(size, np.uint8),
            sisters=np.array(sisters, np.int32),
            antonyms=np.array(antonyms, np.int32).reshape(-1, 2),
            rules=[("", "")],
            inflections=np.zeros((len(ENDINGS), 10), np.uint16),
            extra={},
        )
    )


def test_one_shared_sense_is_enough_and_the_part_of_speech_must_agree():
    known = made_up(sememes=[(0, [0, 3, 5]), (0, [0, 1]), (1, [0, 7])])
    assert words(known.candidates("w0", "NOUN")) == ["w1", "w3", "w5"]
    assert words(known.candidates("w0", "VERB")) == ["w7"]
    assert words(known.candidates("w3", "NOUN")) == ["w0", "w5"]
    assert known.candidates("w3", "VERB") == ()


def test_only_common_words_are_put_in_but_any_may_be_replaced():
    known = made_up(sememes=[(0, [2, 8, 9])], common=5)
    assert words(known.candidates("w8", "NOUN")) == ["w2"]
    assert known.candidates("w2", "NOUN") == ()


def test_wordnet_gives_the_synset_first_then_its_sisters_without_opposites():
    """w0 shares a synset with w9; w5 and w6 are sisters; w7 is another family; w6's synset is an opposite."""
    known = made_up(
        synsets=[(0, [0, 9]), (0, [5]), (0, [6]), (0, [7])],
        sisters=[4, 4, 4, 2],
        antonyms=[(0, 2), (2, 0)],
    )
    assert known.candidates("w0", "NOUN") == (Candidate("w9", "wordnet"), Candidate("w5", "wordnet"))


def test_wordnet_is_not_asked_where_sememes_have_something():
    known = made_up(sememes=[(0, [0, 1])], synsets=[(0, [0, 9])], sisters=[-1])
    assert known.candidates("w0", "NOUN") == (Candidate("w1", "sememe"),)


@pytest.mark.parametrize(
    ("word", "part_of_speech", "first", "never"),
    [
        ("film", "NOUN", "movie", "film"),  # movie, film, picture, pic, flick: called by its first word
        ("Films", "NOUN", "movies", "movie"),
        ("terrible", "ADJ", "awful", "dreadful"),  # awful, dire, dread, ...: only the first of a synset
        ("terrible", "NOUN", None, "awful"),
        ("killed", "VERB", "popped", "pop"),  # pop, down, kill
        ("zzyzx", "NOUN", None, "zzyzx"),
        ("film", "PROPN", None, "movie"),
    ],
)
def test_synonyms_are_the_first_words_of_a_words_own_synsets(word, part_of_speech, first, never):
    found = Sememes.kit().synonyms(word, part_of_speech)
    assert never not in found and len(found) == len(set(found))
    assert (first in found) if first else found == ()
    assert Sememes.kit().synonyms(word, part_of_speech) is found  # worked out once
