"""What moves to the start of a sentence or to its end, and what stays where it is."""

import pytest

PAIRS = [
    ("fronted-phrase", "The book was first drafted in early 1915 .", "In early 1915 , the book was first drafted ."),
    ("fronted-phrase", "Surfers met each morning on Monday.", "On Monday, surfers met each morning."),
    ("fronted-clause", "They were inferior because they lacked knowledge.", "Because they lacked knowledge, they were inferior."),
    ("fronted-clause", "We should do coffee if we ever meet again!", "If we ever meet again, we should do coffee!"),
    ("clause-at-end", "Because the policy was a success , I was happy .", "I was happy because the policy was a success ."),
    ("clause-at-end", "But if you take it seriously, the position is clear.", "But the position is clear if you take it seriously."),
]  # fmt: skip

REFUSED = [
    ("fronted-phrase", "He lives in Paris."),
    ("fronted-phrase", "Was the book first drafted in 1915?"),
    ("fronted-clause", "Ask him if the shop is open."),
    ("clause-at-end", "If so , the position is clear ."),
]


@pytest.mark.parametrize(("form", "text", "expected"), PAIRS)
def test_what_moves_keeps_its_words_and_the_sentence_its_case_and_mark(rewritten, form, text, expected):
    assert rewritten(text, form) == [expected]


@pytest.mark.parametrize(("form", "text"), REFUSED)
def test_what_belongs_where_it_stands_stays(rewritten, form, text):
    assert rewritten(text, form) == []
