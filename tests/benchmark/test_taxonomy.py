"""The level decides which of two attacks a method's name means."""

from mohs.benchmark.taxonomy import PHENOMENA, Kind, kind_of


def test_the_same_name_at_two_levels_is_two_attacks():
    assert kind_of("StressTest", "sentence") == Kind("stresstest-distraction", "sentence", "distraction")
    assert kind_of("StressTest", "human") == Kind("stresstest-numerical", "human", "stresstest")
    assert kind_of("SemAttack", "word") == Kind("comp-attack", "word", "composition")
    assert kind_of("BERT-ATTACK", "word").attack == "bert-attack" == kind_of("bert-attack", "word").attack


def test_what_is_none_of_advglues_keeps_its_name():
    assert kind_of("MyAttack", "word") == Kind("MyAttack", "word", "MyAttack")
    assert kind_of("", "") == Kind("", "", "")


def test_there_are_eleven_phenomena():
    assert len(PHENOMENA) == 11
