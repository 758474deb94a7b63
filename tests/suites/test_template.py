"""Templates: slots, articles, distinct entries, labels, groups, the draw."""

import pytest

from fillings import filling_of
from mohs.errors import DataError
from mohs.suites.checklist import own_templates
from mohs.suites.suite import DIRECTION, INVARIANCE
from mohs.suites.template import MEMBERS, Template, expand, fill, kind_of, slots_of


def lexicon(*words):
    return tuple({"word": word} for word in words)


def template(sentence="the {noun} is {adj}.", **more):
    given = {
        "name": "t",
        "task": "sst2",
        "capability": "vocabulary",
        "rationale": "because",
        "text": ({"sentence": sentence},),
        "label": "positive",
        "slots": {"noun": lexicon("plot", "actor"), "adj": lexicon("good", "odd", "fine")},
    }
    return Template(**{**given, **more})


def texts(cases):
    return [case.fields["sentence"] for case in cases]


def test_every_filling_is_made_once_where_all_are_asked_for():
    made = texts(expand(template(), 100, 0))
    assert sorted(made) == sorted(
        f"The {n} is {a}." for n in ("plot", "actor") for a in ("good", "odd", "fine")
    )


def test_the_draw_depends_on_the_seed_and_the_template_alone():
    assert expand(template(), 3, 1) == expand(template(), 3, 1)
    assert expand(template(), 3, 1) == expand(template(), 5, 1)[:3]
    assert any(expand(template(), 3, 1) != expand(template(), 3, seed) for seed in range(2, 9))


def test_an_article_goes_with_its_word_and_a_sentence_begins_with_a_capital():
    slots = {"adj": {"word": "odd"}, "noun": {"word": "plot"}}
    made = fill({"sentence": "{a:adj} thing. {a:noun} is {a:noun}? {noun}"}, slots)
    assert made == {"sentence": "An odd thing. A plot is a plot? Plot"}


def test_two_slots_of_one_kind_never_hold_the_same_entry():
    words = lexicon("a", "b", "c")
    made = texts(expand(template("{w1} and {w2}.", slots={"w1": words, "w2": words}), 100, 0))
    assert sorted(made) == ["A and b.", "A and c.", "B and a.", "B and c.", "C and a.", "C and b."]


def test_a_label_can_follow_from_conditions():
    numbers = lexicon("1", "2", "10")
    rules = {"positive": "n1 > n2", "negative": "n1 < n2"}
    for case in expand(template("{n1} {n2}", slots={"n1": numbers, "n2": numbers}, label=rules), 99, 0):
        first, second = map(int, case.fields["sentence"].split())
        assert case.label == int(first > second)


def test_a_label_can_follow_from_a_function():
    cases = expand(
        template(label=lambda slots: "negative" if slots["adj"]["word"] == "odd" else "positive"), 99, 0
    )
    assert all(case.label == ("odd" not in case.fields["sentence"]) for case in cases)


def test_conditions_that_give_no_label_or_two_are_refused():
    rules = {"positive": "adj == 'good'", "negative": "adj == 'odd'"}
    with pytest.raises(DataError, match="the conditions give 0 labels"):
        expand(template(label=rules), 99, 0)


def test_a_label_function_that_raises_is_named_with_its_filling():
    with pytest.raises(DataError, match="its label function raised") as raised:
        expand(template(label=lambda slots: slots["verb"]), 1, 0)
    assert "KeyError: 'verb'" in str(raised.value)
    assert "template 't'" in str(raised.value)


@pytest.mark.parametrize("label", ["good", 7, None, ["positive"], True], ids=str)
def test_a_label_function_that_gives_no_label_is_named_with_its_filling(label):
    with pytest.raises(DataError, match="template 't': its label function gave no label of sst2") as raised:
        expand(template(label=lambda slots: label), 1, 0)
    assert "noun" in str(raised.value)


def test_templates_with_other_names_have_other_ids():
    names = ["日本", "中国", "a b", "a-b", "a b!", "a b?", "A b"]
    made = [expand(template(name=name), 1, 0)[0].id for name in names]
    assert len(set(made)) == len(names)
    assert made[2] == "sst2/a-b/001"


def test_a_group_of_invariance_differs_in_one_slot_alone():
    cases = expand(template(expectation=INVARIANCE, vary="noun"), 99, 0)
    groups = {}
    for case in cases:
        groups.setdefault(case.group, []).append(case.fields["sentence"])
    assert sorted(map(sorted, groups.values())) == [
        [f"The actor is {adj}.", f"The plot is {adj}."] for adj in ("fine", "good", "odd")
    ]


def test_a_group_is_never_longer_than_its_limit():
    nouns = lexicon(*(f"noun{letter}" for letter in "abcdefghij"))
    slots = {"noun": nouns, "adj": lexicon("good")}
    assert len(expand(template(slots=slots, expectation=INVARIANCE, vary="noun"), 1, 0)) == MEMBERS


def test_a_direction_has_two_rows_and_the_label_that_must_not_fall():
    made = template(expectation=DIRECTION, then={"sentence": "the {noun} is very {adj}."}, toward="positive")
    first, second = expand(made, 1, 0)
    assert first.group == second.group
    assert first.toward == second.toward == 1
    assert second.fields["sentence"].replace(" very", "") == first.fields["sentence"]


def test_a_filling_meets_the_conditions():
    assert texts(expand(template(where=("noun == 'plot'", "adj != 'odd'")), 99, 0))
    with pytest.raises(DataError, match="no filling meets its conditions"):
        expand(template(where=("noun == 'piano'",)), 99, 0)


def test_ids_are_unique_and_an_ambiguous_case_says_so():
    cases = expand(template(ambiguous=True), 99, 0)
    assert len({case.id for case in cases}) == len(cases)
    assert all(case.provenance["ambiguous"] for case in cases)


def test_a_draw_from_a_huge_number_of_fillings_has_no_text_twice():
    words = lexicon(*(f"word{a}{b}" for a in "abcdefghij" for b in "abcdefghij"))
    slots = dict.fromkeys(("w1", "w2", "w3"), words)
    made = texts(expand(template("{w1} {w2} {w3}", slots=slots), 300, 0))
    assert len(set(made)) == len(made) == 300


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"task": "sst"}, "there is no task 'sst'"),
        ({"text": ({"text": "x"},)}, "it gives text"),
        ({"text": ({"sentence": "the {noun is"},)}, "a slot that cannot be read"),
        ({"text": ({"sentence": "the {verb} is"},)}, "no lexicon for the slot 'verb'"),
        ({"text": ({"sentence": "the {noun.many}"},)}, "has no form 'many'"),
        ({"label": "good"}, "there is no label 'good'"),
        ({"label": {"good": "adj == 'odd'"}}, "there is no label 'good'"),
        ({"text": ({"sentence": " "},)}, "a text is empty"),
        ({"text": ({"sentence": "a\0"},)}, "NUL"),
        ({"expectation": "luck"}, "unknown expectation"),
        ({"vary": "noun"}, "invariance and `vary` go together"),
        ({"expectation": INVARIANCE, "vary": "verb"}, "there is no slot 'verb'"),
        ({"expectation": DIRECTION}, "direction, `then` and `toward` go together"),
    ],
)
def test_a_template_that_cannot_work_is_refused_by_name(more, message):
    with pytest.raises(DataError, match=message) as raised:
        template(**more)
    assert "template 't'" in str(raised.value)


@pytest.mark.parametrize("template", own_templates()[::4], ids=lambda one: f"{one.task}-{one.name}")
def test_what_was_made_is_found_again_with_its_label(template):
    for case in expand(template, 5, 3):
        filling = filling_of(template, case.fields)
        assert filling is not None
        assert template.label_of(filling) == case.label


def test_what_was_not_made_is_not_found():
    (template,) = (
        one for one in own_templates() if (one.task, one.name) == ("qqp", "compared the other way")
    )
    right = {"question1": "Is Anna taller than Adam?", "question2": "Is Adam shorter than Anna?"}
    assert filling_of(template, right) is not None
    for question2 in (
        "Is Adam poorer than Anna?",
        "Is Anna shorter than Adam?",
        "Is Adam shorter than Anna ?",
    ):
        assert filling_of(template, {**right, "question2": question2}) is None
    assert filling_of(template, {"sentence": "Is Anna taller than Adam?"}) is None


def test_letters_may_be_large_or_small():
    (template,) = (one for one in own_templates() if (one.task, one.name) == ("sst2", "stars"))
    assert filling_of(template, {"sentence": "i give THIS film 9 out of 10."}) is not None
    assert filling_of(template, {"sentence": "I give this film 5 out of 10."}) is None


def test_a_slot_is_named_with_its_number_and_its_kind_without():
    assert slots_of("{a:person} and {person2.his} {noun} of {person2}") == ["person", "person2", "noun"]
    assert [kind_of(slot) for slot in ("person", "person2", "n12")] == ["person", "person", "n"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"name": "a \ud800"}, "name: broken encoding: half of a surrogate pair"),
        ({"capability": None}, "capability: a NoneType, not a text"),
        ({"rationale": "a\0"}, "rationale: a NUL byte"),
        ({"text": ({"sentence": None},)}, "sentence: a NoneType, not a text"),
        ({"text": ({"sentence": "\ud800"},)}, "sentence: broken encoding"),
        (
            {"slots": {"noun": ({"word": "\ud800"},), "adj": ({"word": "good"},)}},
            "slot noun: broken encoding",
        ),
    ],
)
def test_what_is_no_text_is_told_by_its_place_in_the_template(more, said):
    with pytest.raises(DataError, match=said):
        template(**more)
