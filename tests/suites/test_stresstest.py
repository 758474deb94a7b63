"""StressTest's numerical rules: each label is proved by arithmetic on the two texts alone."""

import json
import re
from decimal import Decimal

import pytest

from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError, MohsError
from mohs.suites.opening import open_suite
from mohs.suites.stresstest import own_sentences, read_word_problems, stresstest

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {word: number for number, word in enumerate(WORDS, 2)}
TOKEN = re.compile(
    r"(?:(more|less|fewer) than )?(?:\$ ?)?(\d[\d,]*(?:\.\d+)?|" + "|".join(NUMBERS) + r")\b", re.IGNORECASE
)


def amounts(text):
    """The rest of a text, and what each of its numbers allows: an open interval, or one point."""
    found = []
    for bound, number in TOKEN.findall(text):
        value = Decimal(NUMBERS.get(number.lower(), number.replace(",", "")))
        low, high = (value, Decimal("Infinity")) if bound.lower() == "more" else (Decimal("-Infinity"), value)
        found.append((low, high, False) if bound else (value, value, True))
    return TOKEN.sub("#", text), found


def follows(one, other):
    """Entailment where every amount that `one` allows is allowed by `other`, contradiction where none is."""
    (low, high, point), (floor, ceiling, other_point) = one, other
    if point and other_point:
        return "entailment" if low == floor else "contradiction"
    if point:
        return "entailment" if floor < low < ceiling else "contradiction"
    if other_point:
        return "neutral" if low < floor < high else "contradiction"
    raise AssertionError("two bounds")


def proved(case):
    (frame, ones), (same, others) = amounts(case.fields["premise"]), amounts(case.fields["hypothesis"])
    assert frame.lower() == same.lower()
    differing = [(one, other) for one, other in zip(ones, others, strict=True) if one != other]
    assert len(differing) == 1
    return follows(*differing[0])


def test_every_label_of_our_sentences_is_what_arithmetic_gives():
    cases = stresstest(count=150, seed=4).cases
    assert len({case.group for case in cases}) == 150
    for case in cases:
        assert BUILT_IN["mnli"].labels[case.label] == proved(case), case.fields


def test_every_label_of_real_word_problems_is_what_arithmetic_gives(shared):
    sentences = [
        one for name in ("dev", "test") for one in read_word_problems(shared / f"data/aqua/{name}.json")
    ]
    suite = stresstest(sentences, count=10_000)
    assert (len(sentences), len(suite), len({case.group for case in suite.cases})) == (1221, 690, 159)
    for case in suite.cases:
        assert BUILT_IN["mnli"].labels[case.label] == proved(case), case.fields


def test_every_number_has_its_turn():
    cases = stresstest(["Anna bought 12 apples, 7 lamps and $20 of bread."]).cases
    assert [case.id.split("/")[2] for case in cases] == [*"111222333"]


def test_there_is_no_neutral_pair_where_the_number_follows_from_the_others():
    cases = stresstest(["Anna bought 12 apples and 7 lamps, 19 things."]).cases
    assert "neutral" not in {case.id.split("/")[3] for case in cases}


def test_no_number_of_our_sentences_is_a_part_of_another():
    """ "Seven tickets, of which she gave 8 away" is nothing that can be: no label would hold."""
    assert not [one for one in own_sentences(400, 0) if " of them" in one and "% of them" not in one]


def test_a_neutral_pair_is_the_entailed_one_turned_round():
    one, _, turned = stresstest(["Anna bought 12 apples."]).cases
    assert list(one.fields.values()) == list(turned.fields.values())[::-1]


def test_other_amounts_are_as_round_as_the_first_and_no_share_is_over_all():
    for seed in range(20):
        for case in stresstest(["It has 7,000 seats, and 90% are taken."], seed=seed).cases:
            seats, taken = re.findall(r"[\d,]+\d", "{premise} {hypothesis}".format(**case.fields))[-2:]
            assert seats.endswith(",000")
            assert int(taken) <= 99


def test_a_pair_does_not_depend_on_the_sentences_beside_it():
    alone = stresstest(["Anna bought 12 apples."]).cases
    beside = stresstest(["Tom saw 4 men.", "Anna bought 12 apples."]).cases
    assert [case.fields for case in alone] == [
        case.fields for case in beside if "Anna" in case.fields["premise"]
    ]


def test_our_sentences_are_distinct_and_one_seed_gives_the_same():
    made = list(own_sentences(200, 1))
    assert len(set(made)) == 200
    assert made == list(own_sentences(200, 1))
    assert made != list(own_sentences(200, 2))


def test_a_file_of_word_problems_is_split_into_sentences(tmp_path):
    path = tmp_path / "own.json"
    path.write_text(
        json.dumps({"question": "Mr. Hill has 12 apples. He eats 5 apples. How many are left?"}) + "\n",
        encoding="utf-8",
    )
    assert read_word_problems(path) == ["Mr. Hill has 12 apples.", "He eats 5 apples.", "How many are left?"]
    suite = open_suite(f"stresstest:{path}?count=1")
    assert {case.fields["premise"] for case in suite.cases} >= {"Mr. Hill has 12 apples."}


@pytest.mark.parametrize("line", ['{"question": 3}', '{"text": "x"}', "[1]", "{", r'{"question": "\ud800"}'])
def test_a_broken_line_is_named(tmp_path, line):
    path = tmp_path / "own.json"
    path.write_text('{"question": "Anna has 12 apples."}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(DataError) as raised:
        read_word_problems(path)
    assert "own.json" in str(raised.value)


def test_sentences_without_a_usable_number_are_refused():
    with pytest.raises(DataError, match="no sentence has a number"):
        stresstest(["How many?", "Nothing."])


def test_an_amount_with_as_many_digits_as_are_read_has_others_beside_it():
    assert len(stresstest(["Anna bought 9999999999999999 apples and 999999999999999.9 litres."])) == 6
    with pytest.raises(DataError, match="no sentence has a number"):
        stresstest(["Anna bought 99999999999999999999 apples."])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"sentences": ["a \ud800 b"]},
            "text 0 of sentences cannot be used\n  got: broken encoding: half of a surrogate pair",
        ),
        ({"sentences": [None]}, "text 0 of sentences cannot be used"),
        ({"seed": -1}, "seed is no whole number from 0"),
        ({"count": 0}, "count is no whole number from 1"),
        ({"count": 10**9}, "count is out of range"),
    ],
)
def test_what_a_caller_in_python_gives_that_cannot_be_used_is_told(given, said):
    with pytest.raises(MohsError, match=said):
        stresstest(**given)
