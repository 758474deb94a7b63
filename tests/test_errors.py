"""A message says what, got, expected and how to mend."""

from mohs.errors import DataError, MissingExtra, ModelError, MohsError, RunError


def test_a_message_has_its_parts_in_order():
    problem = MohsError(
        "a.csv:3: no label", got="'x'", expected="negative or positive", mend="--skip-bad-rows"
    )
    assert str(problem).splitlines() == [
        "a.csv:3: no label",
        "  got: 'x'",
        "  expected: negative or positive",
        "  to mend: --skip-bad-rows",
    ]


def test_parts_that_are_not_known_are_left_out():
    assert str(MohsError("no such file")) == "no such file"


def test_a_missing_extra_names_the_line_that_installs_it():
    assert 'pip install "mohs[hf]"' in str(MissingExtra("hf:", package="torch", extra="hf"))


def test_all_mistakes_of_a_person_are_one_family():
    assert all(issubclass(kind, MohsError) for kind in (DataError, ModelError, RunError, MissingExtra))


def test_a_message_is_short_however_long_a_name_is():
    problem = MohsError("x" * 10_000, got="y" * 10_000, mend="rename it")
    assert len(str(problem)) < 3_200 and str(problem).endswith("y...\n  to mend: rename it")
