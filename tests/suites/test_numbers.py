"""The numbers of a sentence, and how they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.suites.numbers import follows_from, quantities, value_of


def texts(sentence):
    return [sentence[one.start : one.end] for one in quantities(sentence)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Anna bought 12 apples and five lamps.", ["12", "five"]),
        ("Tim invested $1,200 and Jim $ 300.50 in it.", ["$1,200", "$ 300.50"]),
        ("Then 15% of them left and 20 percent of the rest.", []),
        ("Then 15% of them left and 20 percent of the guests came.", ["15%", "20 percent"]),
        ("Eleven men work for 6 hours.", ["Eleven", "6"]),
        ("The shop opened in 1998 with 1998 books.", ["1998"]),
        ("The train left at 6 pm and at 11 AM from gate 4 with 30 people.", ["30"]),
        ("The 2nd runner took the 3 apples and a 10-gallon tank.", []),
        ("Three friends Ann, Bob and Cy met 4 others.", ["4"]),
        ("One person has 2 children.", ["2"]),
        (
            "Anna has 1234567890123456 pens, 12345678901234567 cups and 1.2345678901234567 litres.",
            ["1234567890123456"],
        ),
        ("Anna has ١٢٣ apples and 5 pears.", ["5"]),
    ],
)
def test_amounts_are_found_and_names_dates_and_ordinals_are_not(sentence, found):
    assert texts(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "How many apples are 12 apples?",
        "If Anna has 12 apples, Tom has 5.",
        "Anna does not have 12 apples.",
        "Anna has at least 12 apples.",
        "Anna has about 12 apples.",
        "A number divisible by 12 was drawn.",
        "The sum of 3 + 4 is 7.",
        "It costs Rs. 20 to get 12 apples.",
        "She chose from 3 to 12 apples.",
        'She said, "I have 12 apples.',
        "12.",
        "",
    ],
)
def test_a_sentence_in_which_an_inequality_may_turn_is_left_alone(sentence):
    assert texts(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "bound"),
    [
        ("Anna bought 12 apples.", "fewer than 20"),
        ("Anna bought 12 very large apples.", "fewer than 20"),
        ("Anna drove 12 miles.", "less than 20"),
        ("Anna is 12 years old.", "less than 20"),
        ("Anna paid $12 for apples.", "less than $20"),
        ("Anna lost 12% of her apples.", "less than 20%"),
        ("Anna met 12 people.", "fewer than 20"),
        ("Anna ran 1.2 rounds.", "less than 20"),
    ],
)
def test_things_are_counted_and_measures_are_not(sentence, bound):
    assert quantities(sentence)[0].bounded(Decimal(20), above=False) == bound


def test_a_number_is_written_as_the_one_that_it_stands_for():
    words, commas, money = (
        quantities(line)[0] for line in ("Five men ran.", "It drove 12,000 miles.", "It costs $ 2.50 a day.")
    )
    assert (
        words.replaced("Five men ran.", words.bounded(Decimal(3), above=True)) == "More than three men ran."
    )
    assert commas.written(Decimal(9000)) == "9,000"
    assert money.written(Decimal("1.20")) == "$ 1.20"


@given(st.integers(2, 10**7))
def test_digits_with_commas_are_read_as_they_are_written(number):
    assert value_of(f"{number:,}") == value_of(str(number)) == number


def test_a_number_can_follow_from_two_others():
    three, four, seven, twelve = map(Decimal, (3, 4, 7, 12))
    assert follows_from(seven, [three, four])
    assert follows_from(twelve, [three, four])
    assert follows_from(three, [four, twelve])
    assert not follows_from(seven, [three, twelve])
    assert not follows_from(seven, [seven])
