"""Questions as statements with a gap: cases by hand, with the tags that a reader would give."""

import pytest

from mohs.suites.declarative import GAP, declarative

FORMS = {("leave", "VBD"): "left", ("eat", "VBZ"): "eats", ("buy", "VBD"): "bought", ("live", "VBZ"): "lives"}
LETTERS = {
    "N": "NOUN", "P": "PROPN", "V": "VERB", "X": "AUX", "D": "DET", "J": "ADJ", "I": "ADP", "W": "PRON", "A": "ADV",
    "T": "PART",
}  # fmt: skip


def made(question, tags):
    found = declarative(question.split(), [LETTERS[one] for one in tags], lambda *asked: FORMS.get(asked))
    return None if found is None else (found.text, found.kind, found.noun)


@pytest.mark.parametrize(
    ("question", "tags", "expected"),
    [
        ("Who won the race", "WVDN", ("{} won the race", "person", "")),
        ("Which old team won the race", "DJNVDN", ("{} won the race", "noun", "old team")),
        ("How many men built the wall", "AJNVDN", ("{} built the wall", "count", "men")),
        ("When did Ann leave Rome", "WXPVP", ("Ann left Rome {}", "time", "")),
        ("Where does the cat eat", "WXDNV", ("the cat eats {}", "place", "")),
        ("Why do cats eat fish", "WXNVN", ("cats eat fish {}", "reason", "")),
        ("What did Ann buy in Rome", "WXPVIP", ("Ann bought {} in Rome", "thing", "")),
        ("How many hats did Ann buy", "AJNXPV", ("Ann bought {}", "count", "hats")),
        ("What year did Ann leave", "DNXPV", ("Ann left {}", "noun", "year")),
        ("In what year did Ann leave", "IDNXPV", ("Ann left in {}", "noun", "year")),
        ("Who does Ann live with", "WXPVI", ("Ann lives with {}", "person", "")),
        ("When can Ann leave", "WXPV", ("Ann can leave {}", "time", "")),
        ("When will the bridge be opened", "WXDNXV", ("the bridge will be opened {}", "time", "")),
        ("Who has won", "WXV", ("{} has won", "person", "")),
        ("Who was elected in Rome", "WXVIP", ("{} was elected in Rome", "person", "")),
        ("When was the old bridge built", "WXDJNV", ("the old bridge was built {}", "time", "")),
        ("What is paper made from", "WXNVI", ("paper is made from {}", "thing", "")),
        ("What is a young cat called", "WXDJNV", ("a young cat is called {}", "thing", "")),
        (
            "What is the capital of Peru",
            "WXDNIP",
            ("the capital of Peru is {}", "thing", "the capital of Peru"),
        ),
        ("Where are the ships", "WXDN", ("the ships are {}", "place", "")),
        ("How long is the Nile", "AJXDP", ("the Nile is {} long", "measure", "long")),
        ("Which animal is the largest", "DNXDJ", ("{} is the largest", "noun", "animal")),
    ],
)
def test_a_question_becomes_a_statement_with_a_gap(question, tags, expected):
    assert made(question, tags) == expected
    assert expected[0].count(GAP) == 1


@pytest.mark.parametrize(
    ("question", "tags"),
    [
        ("Is it true", "XWJ"),
        ("Who", "W"),
        ("How did it start", "AXWV"),
        ("Whose hat is it", "DNXW"),
        ("What did Ann say is true", "WXPVXJ"),
        ("What did Ann do", "WXPV"),
        ("What does it depend on in Rome", "WXWVIIP"),
        ("How many yards was the goal", "AJNXDN"),
        ("When did the man who knew leave", "WXDNWVV"),
        ("What is it", "WXW"),
        ("Where did Ann zzz", "WXPV"),
    ],
)
def test_where_no_rule_fits_it_gives_up(question, tags):
    assert made(question, tags) is None
