"""What `rewrites` gives: whole texts, each different, each by the name of a form."""

import pytest

from mohs.language.change import is_no_op, words_of
from mohs.language.rewriting import FORMS, rewrites

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


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_no_text_breaks_it_and_none_comes_back_unchanged(grammar, number):
    made = rewrites(grammar.parse([TEXTS[number]])[0])
    names = {form.name for form in FORMS}
    assert all(one.form in names and not is_no_op(TEXTS[number], one.string) for one in made)
    assert len({one.string for one in made}) == len(made)


def test_a_text_of_five_thousand_words_is_rewritten_sentence_by_sentence(grammar):
    text = "They slept because it rained . " * 830
    made = rewrites(grammar.parse([text])[0])
    assert len({one.string for one in made}) >= 830
    assert {len(words_of(one.string)) for one in made if one.form == "fronted-clause"} == {4150 + 830 - 830}
