"""Attacks from what a person writes, and back."""

import pytest

from mohs.attacks.attack import attacks
from mohs.attacks.build import build, open_attacks
from mohs.attacks.word.textfooler import TextFooler
from mohs.errors import MohsError


def test_names_by_comma_and_by_list_are_the_same():
    assert open_attacks("textbugger,textfooler") == open_attacks(["textbugger", "textfooler"])


def test_all_is_every_attack():
    assert [chain.name for chain in open_attacks("all")] == attacks.names()


def test_a_plus_makes_a_chain():
    (chain,) = open_attacks("textbugger+textfooler")
    assert chain.name == "textbugger+textfooler"
    assert [part.name for part in chain.parts] == ["textbugger", "textfooler"]
    assert chain.needs == {"encoder", "synonyms", "parts-of-speech"}


def test_an_attack_is_titled_as_its_paper_writes_it():
    (chain,) = open_attacks("bert-attack+textfooler")
    assert chain.to_json()["title"] == "BERT-ATTACK + TextFooler"


def test_a_built_attack_is_taken_as_it_is():
    attack = TextFooler(synonyms=7)
    assert open_attacks(attack)[0].parts == (attack,)
    assert open_attacks([attack])[0].parts == (attack,)


def test_one_number_is_a_list_of_one():
    for written in (3, "3", (3,), [3]):
        (chain,) = open_attacks("scpn", {"scpn": {"templates": written}})
        assert chain.parts[0].templates == (3,)


def test_what_is_recorded_builds_the_same_attack():
    options = {"textfooler": {"synonyms": 9, "similarity.threshold": 0.9, "part_of_speech": None}}
    (chain,) = open_attacks("textfooler", options)
    (part,) = chain.to_json()["parts"]
    assert build(part["name"], part["options"]) == chain.parts[0]


@pytest.mark.parametrize("name", ["population", "iterations"])
def test_a_swarm_that_no_machine_holds_is_refused(name):
    with pytest.raises(MohsError, match=rf"sememe-pso.{name}: .*10000"):
        build("sememe-pso", {name: 10**12})


def test_an_option_given_as_a_whole_and_in_parts_is_refused():
    for options in (
        {"similarity.threshold": 0.9, "similarity": "off"},
        {"similarity": {"window": 3}, "similarity.threshold": 0.9},
    ):
        with pytest.raises(MohsError, match="similarity is given as a whole and in parts"):
            build("textfooler", options)


@pytest.mark.parametrize("off", [None, "off", "none", False])
def test_a_constraint_can_be_switched_off(off):
    assert build("textfooler", {"similarity": off}).similarity is None


def test_dotted_and_nested_options_are_the_same():
    dotted = build("textfooler", {"similarity.threshold": 0.9, "similarity.window": "none"})
    assert dotted == build("textfooler", {"similarity": {"threshold": 0.9, "window": None}})
    assert dotted.similarity.window is None


@pytest.mark.parametrize(
    ("names", "options", "said"),
    [
        ("textfuler", {}, "did you mean textfooler"),
        ("", {}, "there is no attack"),
        ("textbugger,textbugger", {}, "named twice"),
        ("textbugger", {"textfooler": {"synonyms": 3}}, "not among the attacks"),
        ("textfooler", {"textfooler": {"synonym": 3}}, "did you mean synonyms"),
        ("textfooler", {"textfooler": {"synonyms": "many"}}, "textfooler.synonyms"),
        ("textfooler", {"textfooler": {"similarity.metric": "euclid"}}, "textfooler.similarity.metric"),
        ("textfooler", {"textfooler": {"similarity.thresold": 0.3}}, "did you mean threshold"),
    ],
)
def test_mistakes_are_named_and_mended(names, options, said):
    with pytest.raises(MohsError) as problem:
        open_attacks(names, options)
    assert said in str(problem.value)


class Half:
    name, level, phenomenon = "half", "word", "none"

    def search(self, target):
        return target.text


class Whole(Half):
    reference, constraints, needs = "here", (), ()

    def positions(self, target):
        return []


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        (Half(), "this attack lacks reference and constraints and needs and positions"),
        (Whole(), "this attack is no dataclass"),
        (Whole, "build it: Whole()"),
        (3, "this is no attack"),
        ([3], "this is no attack"),
        (["textbugger", Half()], "this attack lacks"),
    ],
    ids=["parts missing", "no dataclass", "class", "number", "list", "in a list"],
)
def test_what_is_no_attack_is_told_by_what_it_lacks(thing, said):
    with pytest.raises(MohsError) as problem:
        open_attacks(thing)
    assert said in str(problem.value)


def test_all_may_stand_beside_others():
    names = [chain.name for chain in open_attacks("all,textbugger,textbugger+textfooler")]
    assert names == [*attacks.names(), "textbugger+textfooler"]


@pytest.mark.parametrize("name", ["keep", "modified_rate", "word_similarity", "part_of_speech", "similarity"])
@pytest.mark.parametrize("on", ["on", True, {}])
def test_a_constraint_can_be_switched_on(name, on):
    assert getattr(build("sememe-pso", {name: on}), name) is not None
    assert getattr(build("textfooler", {name: on}), name) is not None


def test_a_constraint_that_is_off_is_switched_on_by_one_of_its_options():
    attack = build("textbugger", {"modified_rate.rate": "0.25", "keep.names": "false"})
    assert attack.modified_rate.rate == 0.25
    assert attack.keep.numbers and not attack.keep.names


def test_an_option_that_a_constraint_does_not_have_is_refused_though_it_is_off():
    with pytest.raises(MohsError, match="did you mean rate"):
        build("textbugger", {"modified_rate.rat": 0.3})
    with pytest.raises(MohsError, match="keep"):
        build("textbugger", {"keep": "maybe"})


def test_what_is_on_stays_as_it_is():
    assert build("textbugger", {"similarity": "on"}) == build("textbugger")


def test_a_number_for_a_constraint_says_which_of_its_options_takes_it():
    with pytest.raises(
        MohsError, match=r"textfooler\.modified_rate is a constraint(.|\n)*modified_rate\.rate"
    ):
        build("textfooler", {"modified_rate": 0.2})
