"""The measures of change, against a plain twin and against the counts that the contracts give for AdvGLUE."""

import json

from hypothesis import given
from hypothesis import strategies as st

from mohs.language.change import (
    WORD,
    edit_distance,
    is_no_op,
    measure,
    modified_rate,
    modified_rate_of_input,
    words_changed,
    words_of,
)


def plain_distance(first, second):
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_the_distance_is_levenshteins(first, second):
    assert edit_distance(first, second) == plain_distance(first, second)


def test_words_are_runs_of_letters_and_digits_with_inner_apostrophes():
    assert words_of("It 's a Don’t-miss, 3.5 film!") == ["it", "s", "a", "don’t", "miss", "3", "5", "film"]


def test_a_word_is_one_word_whatever_its_letters_become_when_they_are_folded():
    for word in ("İstanbul", "Άΐδα", "Straße", "ǰ"):
        assert words_of(f"to {word}!") == ["to", word.casefold()]


@given(st.text("aB1'’_- .,é\t\n\x00\x7f"))
def test_ascii_has_the_words_of_any_other_text(text):
    assert words_of(text) == WORD.findall(text.casefold())
    text = text.encode("ascii", "ignore").decode("ascii")
    assert words_of(text) == WORD.findall(text.casefold())


def test_case_and_spacing_are_no_change_of_words():
    assert words_changed("A  Good film", "a good FILM") == 0


def test_a_blank_inside_a_word_changes_two_words():
    assert words_changed("a good film", "a go od film") == 2
    assert not is_no_op("a good film", "a go od film")


def test_the_rate_is_over_the_words_of_the_original():
    assert modified_rate("one two three four", "one 2 three") == 0.5
    assert modified_rate("", "") == 0.0
    assert modified_rate("!", "word") == 1.0


def test_the_rate_of_the_input_counts_all_fields():
    original = {"premise": "one two three", "hypothesis": "four"}
    assert modified_rate_of_input(original, {"premise": "one two three", "hypothesis": "five"}) == 0.25


def test_case_and_white_space_alone_are_a_no_op():
    assert is_no_op("A good  film ", "a GOOD film")
    assert not is_no_op("a good film", "a good films")


def test_advglue_has_the_published_counts(shared):
    """Contracts: of 455 word-level dev rows 213 are over 15 % of the field, 85 of the input; sst2 80 is a no-op."""
    rows = json.loads((shared / "data" / "advglue_dev" / "dev_ann.json").read_text(encoding="utf-8"))
    word = over_field = over_input = 0
    no_ops = []
    for task, examples in rows.items():
        for row in examples:
            changed = [key.removeprefix("original_") for key in row if key.startswith("original_")]
            if not changed:
                continue
            (field,) = changed
            if is_no_op(row[f"original_{field}"], row[field]):
                no_ops.append((task, row["idx"]))
            if row["data_construction"] != "word":
                continue
            word += 1
            fields = [k for k in row if k in ("sentence", "question", "question1", "question2", "premise",
                                              "hypothesis", "sentence1", "sentence2")]  # fmt: skip
            original = {name: row.get(f"original_{name}", row[name]) for name in fields}
            over_field += modified_rate(row[f"original_{field}"], row[field]) > 0.15
            over_input += modified_rate_of_input(original, {name: row[name] for name in fields}) > 0.15
    assert (word, over_field, over_input) == (455, 213, 85)
    assert no_ops == [("sst2", 80)]


@given(st.text("ab c", max_size=20), st.text("ab c", max_size=20), st.text("ab c", max_size=20))
def test_all_measures_from_one_comparison_are_those_of_each(old, new, other):
    original, perturbed = {"a": old, "b": other}, {"a": new, "b": other}
    assert measure(original, perturbed, "a") == {
        "words": words_changed(old, new),
        "rate": round(modified_rate(old, new), 6),
        "rate_input": round(modified_rate_of_input(original, perturbed), 6),
    }
