"""Our CheckList templates: what they cover, and that every expansion is grammatical and rightly labelled."""

import re

import pytest

from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError, MohsError
from mohs.suites.checklist import TASKS, checklist, own_templates

CAPABILITIES = {
    "temporal order", "negation", "numbers", "coreference", "roles", "fairness", "vocabulary", "taxonomy",
}  # fmt: skip
TEMPLATES = own_templates()

# Words that our lexicons have and whose article the first letter does not tell.
AN, A = {"honest"}, {"European", "one"}
WITHOUT_S = {"salmon", "fish", "people", "points", "hours", "times", "o'clock"}
FAULTS = {
    "a double blank, or one at an end": re.compile(r"  |^ | $"),
    "a slot that was not filled": re.compile(r"[{}]"),
    "a blank before punctuation": re.compile(r" [.,;:?!]"),
    "a word twice": re.compile(r"\b(\w+) \1\b", re.IGNORECASE),
    "one that are": re.compile(r"\b(?:he|she|it|this|someone|nobody) (?:are|were|have|do)\b", re.IGNORECASE),
    "many that is": re.compile(r"\b(?:they|we) (?:is|was|has|does)\b", re.IGNORECASE),
    "a verb that is not bare after did": re.compile(r"\bdid (?:not )?\w+ed\b", re.IGNORECASE),
    "more and -er": re.compile(r"\bmore \w+er than\b"),
    "a small letter at the start": re.compile(r"(?:^|[.?!] )[a-z]"),
    "a lone i": re.compile(r"\bi\b"),
}


def grammar(text):
    """What is wrong with a text, by rules that know nothing of how it was made."""
    found = [name for name, fault in FAULTS.items() if fault.search(text)]
    if text[-1] not in ".?":
        found.append("no punctuation at the end")
    for article, word in re.findall(r"\b(an?|An?) (\w+)", text):
        vowel = word in AN or (word[0].lower() in "aeiou" and word not in A)
        if (article.lower() == "an") != vowel:
            found.append(f"{article} {word}")
    for number, word in re.findall(r"\b(\d+) ([a-z']+)", text):
        if int(number) > 1 and not (word.endswith("s") or word in {*WITHOUT_S, "out", "for", "and", "were"}):
            found.append(f"{number} {word}")
    return found


def test_the_check_finds_faults():
    for text in (
        "This is a awful film.",
        "This is an good film.",
        "The the plot.",
        "3 apple.",
        "He are.",
        "a film.",
    ):
        assert grammar(text), text


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: f"{one.task}-{one.name}")
def test_expansions_are_grammatical(template):
    for case in checklist([template], count=60, seed=7, ambiguous=True).cases:
        for text in case.fields.values():
            assert grammar(text) == [], text


def test_every_task_tests_every_capability():
    assert {one.task for one in TEMPLATES} == set(TASKS)
    for task in TASKS:
        assert {one.capability for one in TEMPLATES if one.task == task} == CAPABILITIES, task


def test_every_label_and_every_expectation_of_a_task_is_there():
    cases = checklist().by_task
    for task in TASKS:
        assert {case.label for case in cases[task]} == set(range(len(BUILT_IN[task].labels)))
        assert "invariance" in {case.expectation for case in cases[task]}
    assert "direction" in {case.expectation for case in cases["sst2"]}


def test_every_template_says_why_its_label_holds():
    assert all(len(one.rationale.split()) > 4 for one in TEMPLATES)


def test_contested_labels_are_left_out_unless_asked_for():
    usual, all_of_them = checklist(), checklist(ambiguous=True)
    contested = {(one.task, one.name) for one in TEMPLATES if one.ambiguous}
    assert ("sst2", "negated blame") in contested
    assert contested.isdisjoint({(case.task, case.test) for case in usual.cases})
    assert contested <= {(case.task, case.test) for case in all_of_them.cases}
    assert usual.notes == (f"templates left out because people differ about their label: {len(contested)}",)


def test_the_swaps_of_fairness_change_one_word_alone():
    groups = {}
    for case in checklist().cases:
        if case.expectation == "invariance":
            groups.setdefault(case.group, []).append(case)
    assert groups
    for cases in groups.values():
        assert len(cases) > 1
        assert len({case.label for case in cases}) == 1
        for field in cases[0].fields:
            words = [re.sub(r"\b[Aa]n?\b", "a", case.fields[field]).split() for case in cases]
            assert len({len(one) for one in words}) == 1
            assert sum(len(set(place)) > 1 for place in zip(*words, strict=True)) <= 1


def test_no_text_has_two_labels():
    labels = {}
    for case in checklist(count=60).cases:
        labels.setdefault((case.task, *case.fields.values()), set()).add(case.label)
    assert all(len(found) == 1 for found in labels.values())


NUMBER = re.compile(r"(exactly|more than|fewer than|at least)? ?\b(\d+)\b", re.IGNORECASE)


@pytest.mark.parametrize(
    ("task", "test"),
    [
        ("mnli", "more than a smaller number"),
        ("mnli", "fewer than a larger number"),
        ("mnli", "two bounds"),
        ("rte", "how many came"),
        ("rte", "at least and at most"),
    ],
)
def test_labels_of_numbers_are_what_counting_gives(task, test):
    """By brute force: which counts up to 1,000 each sentence allows."""
    allows = {
        "exactly": lambda n: {n},
        "more than": lambda n: set(range(n + 1, 1001)),
        "fewer than": lambda n: set(range(n)),
        "at least": lambda n: set(range(n, 1001)),
    }
    cases = [case for case in checklist(count=60).cases if (case.task, case.test) == (task, test)]
    assert len(cases) == 60
    for case in cases:
        one, other = (
            allows[found[1].lower()](int(found[2])) for found in map(NUMBER.search, case.fields.values())
        )
        right = "entailment" if one <= other else "neutral" if one & other else "contradiction"
        right = right if task == "mnli" or right == "entailment" else "not_entailment"
        assert BUILT_IN[task].labels[case.label] == right, case.fields


def test_a_file_without_templates_is_not_told_to_ask_for_ambiguous_ones():
    with pytest.raises(DataError, match="no templates") as told:
        checklist([])
    assert "ambiguous" not in str(told.value)


def test_a_suite_of_nothing_is_refused():
    with pytest.raises(MohsError, match="count is no whole number from 1"):
        checklist(count=0)
    with pytest.raises(MohsError, match="count is out of range"):
        checklist(count=10**9)
    with pytest.raises(MohsError, match="seed is no whole number from 0"):
        checklist(seed=-1)
    contested = [one for one in TEMPLATES if one.ambiguous]
    with pytest.raises(DataError, match="no templates to expand"):
        checklist(contested)
