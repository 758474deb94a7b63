import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from audited import RTE, advglue, pair, text
from mohs.benchmark.rules import pair as rules
from mohs.benchmark.rules.entry import Entry

WORDS = st.lists(st.text("abcdeXYZ", min_size=1, max_size=6), min_size=1, max_size=12)


def found(name, *entries):
    """What the rule of this name says of each entry that it applies to."""
    (rule,) = [rule for rule in rules.RULES if rule.name == name]
    return [one.why for one in rule.find(entries)[0]]


@given(WORDS, st.data())
def test_a_change_of_case_and_white_space_alone_is_a_no_op(words, data):
    blanks = data.draw(
        st.lists(st.sampled_from([" ", "  ", "\t", "\n"]), min_size=len(words), max_size=len(words))
    )
    changed = "".join(word.swapcase() + blank for word, blank in zip(words, blanks, strict=True))
    assert found("no-op", pair(" ".join(words), changed))
    assert not found("split-word", pair(" ".join(words), changed))


@given(WORDS, st.data())
def test_blanks_put_into_words_are_found_whatever_the_case(words, data):
    long = [place for place, word in enumerate(words) if len(word) > 1]
    assume(long)
    at = data.draw(st.sampled_from(long))
    cut = data.draw(st.integers(1, len(words[at]) - 1))
    split = [*words[:at], f"{words[at][:cut]} {words[at][cut:]}", *words[at + 1 :]]
    (why,) = found("split-word", pair(" ".join(words), " ".join(split).upper()))
    assert split[at].casefold() in why
    assert not found("no-op", pair(" ".join(words), " ".join(split)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a lazy film", "a la zi film"),
        ("it's so", "it ' s so"),
        ("well-made", "well - made"),
        ("ab c", "a bc d"),
    ],
)
def test_what_differs_in_letters_or_around_punctuation_alone_is_no_split_word(before, after):
    assert not found("split-word", pair(before, after))


def test_a_blank_that_moves_splits_the_word_it_enters():
    assert found("split-word", pair("ab cd", "a bcd")) == ["blanks inside words are the whole change: a b"]


def test_the_two_rates_count_the_changed_field_or_all_fields():
    before = {"sentence2": "one two three four five"}
    fields = {"sentence1": "a b c d e", "sentence2": "one two three four six"}
    entry = Entry(RTE, "0", fields, before, level="word")
    assert found("modified-rate-field", entry) == ["sentence2: 1 of 5 words (20.0 %)"]
    assert found("modified-rate-input", entry) == []
    fields["sentence2"] = "one two three seven six"
    assert found("modified-rate-input", entry) == ["2 of 10 words (20.0 %)"]


def test_the_rates_are_of_word_level_changes():
    assert found("modified-rate-field", pair("a b", "c d", level="sentence")) == []
    assert found("modified-rate-field", pair("a b", "c d", level="word")) == [
        "sentence: 2 of 2 words (100.0 %)"
    ]


def test_who_filters_may_set_another_limit():
    entry = pair("a b c d e", "a b c d x", level="word")
    assert rules.modified_rate_field(entry, 0.2) is rules.modified_rate_input(entry, 0.2) is None
    assert rules.modified_rate_field(entry, 0.19) == "sentence: 1 of 5 words (20.0 %)"
    assert rules.modified_rate_input(entry, 0.19) == "1 of 5 words (20.0 %)"


def test_fifteen_per_cent_itself_is_within_the_limit():
    words = [f"w{i}" for i in range(20)]
    entry = pair(" ".join(words), " ".join(["x", "y", "z", *words[3:]]), level="word")
    assert found("modified-rate-field", entry) == []


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (
            "Mr. Tsai is an original artist.",
            "Mr and false is not true .",
            5,
        ),  # cut at a mark, StressTest's way
        ("... the film lacks humor", " and true is true", 4),  # at a mark that is the very beginning
        ("One thing. Another thing.", "One thing", 2),  # cut and nothing added
        ("a b c d e f g h i j", "a b c d e", 5),
        ("It cost $1.8 billion in all.", "It cost $1and true is true and true is true.", 4),
    ],
)
def test_a_text_that_lost_its_end_is_found(before, after, lost):
    (why,) = found("truncated", pair(before, after))
    assert f"its last {lost} words are gone" in why


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A fine film.", "A fine film and false is not true ."),  # appended at the true end
        ("A fine film.", "A fine film. @daily"),
        ("Oh. Great film.", "Oh. Superb film."),  # words replaced
        ("A film. Great!", "A film. Superb!"),
        ("Mr. Tsai is original.", "Mister Tsai is original."),
        ("A fine, fine film", "A fine film"),
    ],
)
def test_a_text_that_kept_its_end_is_not_truncated(before, after):
    assert found("truncated", pair(before, after)) == []


def test_changes_of_fields_that_must_stay_or_of_several_are_found():
    fields = {"sentence1": "new", "sentence2": "new"}
    both = Entry(RTE, "0", fields, {"sentence1": "old", "sentence2": "old"})
    assert found("wrong-field", both) == ["several fields are changed: sentence2, sentence1"] or found(
        "wrong-field", both
    ) == ["several fields are changed: sentence1, sentence2"]
    first = Entry(RTE.only(["sentence2"]), "0", fields, {"sentence1": "old"})
    assert found("wrong-field", first) == ["changed: sentence1; only sentence2 may be"]
    assert found("wrong-field", Entry(RTE, "0", fields, {"sentence1": "old", "sentence2": "new"})) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Missouri's film, so far.", "Missouri ' s film, so far."),
        ("a well-made film", "a well - mode film"),
        ("it cost $1,000 then", "it cost $1 , 000 than"),
        ("A film.", " A film."),
        ("the film . ", "The film."),
        ("a film", "a ##ilm"),
        ("a film", "a [UNK]"),
        ("a film", "a \u0120film"),
    ],
)
def test_what_a_tokeniser_left_behind_is_found(before, after):
    assert found("tokeniser-artefact", pair(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("it 's a film , see ?", "it 's a movie , see ?"),  # the source's own spacing, kept
        ("a fine film", "a fi ne film"),  # a split word has a rule of its own
        ("a film.", "a film. https://t.co/x1 "),
        ("a great, fine film", "a fine film"),
        ("the end", "the end!"),
    ],
)
def test_the_spacing_of_the_source_is_no_artefact(before, after):
    assert found("tokeniser-artefact", pair(before, after)) == []


def test_of_a_written_text_the_clear_signs_alone_are_artefacts():
    assert found(
        "tokeniser-artefact", text("Ayesha ' s father"), text(" Begins so"), text("the C ' est")
    ) == [
        'sentence: a contraction in pieces: "a \' s"',
        "sentence: begins with a blank",
    ]
    assert found("tokeniser-artefact", text("it 's fine - really .")) == []


def test_on_advglue_the_rules_find_what_was_counted_by_hand(shared):
    counts = {rule.name: len(rule.find(advglue(shared))[0]) for rule in rules.RULES}
    assert counts == {
        "no-op": 1,
        "split-word": 43,
        "modified-rate-field": 213,
        "modified-rate-input": 85,
        "truncated": 14,  # the 13 of StressTest that one finds by reading them, and one of SCPN
        "wrong-field": 0,
        "tokeniser-artefact": 206,
    }
