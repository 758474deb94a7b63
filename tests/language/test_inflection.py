"""Rules that make a form of a lemma, and read it back."""

import random

import numpy as np

from mohs.language.inflection import BASE, ENDINGS, OF, Inflections, kit_inflections
from mohs.language.sememes import Sememes


def test_every_form_is_read_as_what_it_was_made_of():
    inflections = Sememes.kit()._inflections
    rng = random.Random(1)
    for row in rng.sample(range(len(inflections.words)), 4000):
        for part_of_speech, endings in OF.items():
            for ending in endings:
                form = inflections.form(row, ending)
                if form is None or (ending == ENDINGS.index("NNS") and form == inflections.words[row]):
                    continue
                assert (row, ending) in inflections.readings(form, part_of_speech)


def small_inflections():
    table = np.zeros((len(ENDINGS), 3), np.uint16)
    names = {name: place for place, name in enumerate(ENDINGS)}
    table[names["NNS"], 0], table[names["VBD"], 1], table[names["VBG"], 1] = 1, 2, 3
    table[names["NNS"], 2] = 4
    rules = [("", ""), ("y", "ies"), ("go", "went"), ("", "ing"), ("", "")]
    return Inflections(["story", "go", "sheep"], rules, table, {"gone": [(1, names["VBN"])]})


def test_rules_make_and_read_forms():
    inflections = small_inflections()
    plural, past, gerund, participle = (ENDINGS.index(name) for name in ("NNS", "VBD", "VBG", "VBN"))
    assert inflections.form(0, plural) == "stories" and inflections.form(1, past) == "went"
    assert inflections.form(0, past) is None and inflections.form(0, BASE) == "story"
    assert inflections.readings("stories", "NOUN") == [(0, plural)]
    assert inflections.readings("going", "VERB") == [(1, gerund)]
    assert inflections.readings("gone", "VERB") == [(1, participle)]
    assert inflections.readings("gone", "NOUN") == []
    assert inflections.readings("sheep", "NOUN") == [(2, BASE)]


def test_a_form_that_is_a_lemma_too_has_the_endings_that_it_is_inflected_by():
    endings = kit_inflections().endings
    names = {
        ("Loved", "VERB"): {"VBD", "VBN"},
        ("feeling", "VERB"): {"VBG"},
        ("better", "ADJ"): {"JJR"},
        ("films", "NOUN"): {"NNS"},
        ("film", "VERB"): {""},
        ("put", "VERB"): {"", "VBD", "VBN"},
        ("explores", "NOUN"): {"VBZ"},
        ("zorgs", "NOUN"): set(),
        ("over", "ADP"): set(),
    }
    for (word, tag), expected in names.items():
        assert {"" if ending == BASE else ENDINGS[ending] for ending in endings(word, tag)} == expected, word
