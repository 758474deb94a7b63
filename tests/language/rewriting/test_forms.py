"""What `rewrites` gives: whole texts, each different, each by the name of a form."""

import json
import re

import pytest

from mohs.kit.manifest import FOLDER
from mohs.language.change import is_no_op, words_of
from mohs.language.phrase_structure import TEMPLATES
from mohs.language.rewriting import FORMS, rewrites
from well_formed import faults

TEXTS = [
    "They slept because it rained. When it rained, they slept!",
    "",
    "so-so .",
    "a fragment without a verb",
    "He said: \"She said 'no' twice.\"",
    "- milk\n- eggs 😍 http://a.b/c?x=1",
    "Das ist kein englischer Satz.",
    "مرحبا بالعالم الجميل",
    "!!! ??? ...",
]


def test_forms_have_names_of_their_own():
    names = [form.name for form in FORMS]
    assert len(set(names)) == len(names) and all(names)


def test_each_sentence_is_changed_on_its_own_and_the_others_stay_to_the_letter(grammar):
    made = [one.string for one in rewrites(grammar.parse([TEXTS[0]])[0])]
    assert "Because it rained, they slept. When it rained, they slept!" in made
    assert "They slept because it rained. They slept when it rained!" in made


def test_sentences_that_begin_behind_a_place_stay_as_they_are(grammar):
    text = "They slept because it rained. They slept when it rained!"
    (parsed,) = grammar.parse([text])
    alls, second = rewrites(parsed), text.index("They slept when")
    assert rewrites(parsed, second + 1) == rewrites(parsed, len(text)) == alls
    assert rewrites(parsed, second) == [one for one in alls if one.string.endswith(text[second:])] != alls
    assert rewrites(parsed, second) and not rewrites(parsed, 0)


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_no_text_breaks_it_and_none_comes_back_unchanged(grammar, number):
    made = rewrites(grammar.parse([TEXTS[number]])[0])
    names = {form.name for form in FORMS}
    assert all(one.form in names and not is_no_op(TEXTS[number], one.string) for one in made)
    assert len({one.string for one in made}) == len(made)


def test_a_text_of_five_thousand_words_is_rewritten_sentence_by_sentence(grammar):
    text = "They slept because it rained . " * 830
    made = rewrites(grammar.parse([text])[0])
    fronted = [one.string for one in made if one.form == "fronted-clause"]
    assert len(fronted) == 830 and {len(one) for one in fronted} == {len(text) + 2}
    assert len(words_of(fronted[400])) == 4150


@pytest.fixture(scope="module")
def made(grammar):
    """The kit's sample sentences with all their versions."""
    texts = []
    for name, fields in (
        ("mnli", ("premise", "hypothesis")),
        ("sst2", ("sentence",)),
        ("qqp", ("question1",)),
    ):
        lines = (FOLDER / "samples" / f"{name}.jsonl").read_text("utf-8").splitlines()
        texts += [json.loads(line)[field] for line in lines for field in fields]
    return [(parsed, one) for parsed in grammar.parse(texts) for one in rewrites(parsed)]


def test_no_noun_number_or_name_is_lost(made):
    """But those that a form takes out: "in order"."""
    assert len(made) > 200
    for parsed, one in made:
        for k, token in enumerate(parsed.tokens):
            if token.part_of_speech in ("NOUN", "PROPN", "NUM", "ADJ") and parsed.word(k).lower() != "order":
                assert parsed.word(k).lower() in one.string.lower(), one


def test_what_an_independent_check_finds_wrong_is_rare(made):
    pytest.importorskip("wordfreq")
    function_words = set(re.findall(r"\w+", " ".join(parsed.string for parsed, _ in made).lower()))
    wrong = [
        (one, found) for parsed, one in made if (found := faults(parsed.string, one.string, function_words))
    ]
    assert len(wrong) <= 0.02 * len(made), wrong


def test_outer_blanks_and_the_mark_at_the_end_stay(made):
    for parsed, one in made:
        before, after = parsed.string, one.string
        assert len(after) - len(after.lstrip()) == len(before) - len(before.lstrip())
        assert after.rstrip()[-1:] == before.rstrip()[-1:] or after.rstrip()[-1:].isalnum()
        assert after[len(after.rstrip()) :] == before[len(before.rstrip()) :]


def test_templates_are_of_the_ten():
    assert {form.template for form in FORMS} - {""} <= set(TEMPLATES)
    assert {form.name: form.template for form in FORMS}["fronted-phrase"] == TEMPLATES[7]
