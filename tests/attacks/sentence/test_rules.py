"""AdvFever's rules: what they make of a sentence, and of which sentences nothing."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advfever_claims import claims
from fakes import Copulas
from mohs.attacks.sentence.rules import Match, adv_fever_rules, kind_of_y, personhood, rewritten
from mohs.errors import MohsError
from mohs.language.grammar import Entity, Parsed, Token, open_grammar
from well_formed import faults


def made(text, checked=True, persons=()):
    """Rule -> what it makes, by a parser of copulas."""
    (parsed,) = Copulas(persons).parse([text])
    return {version.kind: version.string for version in rewritten(parsed, checked=checked)}


def test_there_are_twenty_three_rules_of_six_families():
    families, rules = adv_fever_rules()
    assert len(rules) == len({rule.name for rule in rules}) == 23
    counts = {name: sum(rule.family == name for rule in rules) for name in families}
    assert counts == {"is-a": 6, "was-a": 6, "directed-by": 5, "american": 1, "born": 2, "died": 3}


def test_what_is_said_of_a_thing():
    assert made("The film is a great movie .") == {
        "there.exists.a.called": "There exists a great movie called the film .",
        "there.is.a.called": "There is a great movie called the film .",
        "there.exists.a.that.goes.by.name.of": "There exists a great movie that goes by the name of the film .",
        "there.exists.a.called.prn": "There exists a great movie called the film .",
        "there.exists.a.that.goes.by.name.of.prn": (
            "There exists a great movie , it goes by the name of the film ."
        ),
        "there.is.a.called.prn": "There is a great movie , it is called the film .",
    }


@pytest.mark.parametrize("text", ["Kane was an odd tycoon .", "Rosebud was a singer ."])
def test_a_person_is_never_it(text):
    """By name (Kane), or by what is said of it (singer)."""
    found = made(text, persons=["Kane"])
    assert set(found) == {
        "there.existed.a.called",
        "there.was.a.called",
        "there.existed.a.that.went.by.name.of",
    }


def test_of_a_person_a_rule_that_has_another_pronoun_says_they():
    assert made("Kane is a singer")["there.is.a.called.prn"] == "There is a singer, they are called Kane"


def test_what_may_be_a_person_is_called_neither_it_nor_they():
    found = made("Inflation is a rise in prices", persons=["Inflation"])
    assert set(found) == {
        "there.exists.a.called",
        "there.is.a.called",
        "there.exists.a.that.goes.by.name.of",
        "there.exists.a.called.prn",
    }


@pytest.mark.parametrize(("name", "person"), [("Orson Kane", "yes"), ("Rosebud", "maybe"), ("", "no")])
def test_a_full_name_is_a_person_s(name, person):
    entities = (Entity(4, 4 + len(name), "PERSON"),) if name else ()
    end = 4 + len(name)
    assert personhood(Parsed(f"the {name}", entities=entities), Match((0, end), (end, end))) == person


def test_a_thing_whose_name_ends_with_a_person_s_is_called_neither_it_nor_they():
    words, heads = ("the coming of Orson Kane is a film", (1, 5, 1, 4, 2, 5, 7, 5))
    spans = [found.span() for found in re.finditer(r"\S+", words)]
    tokens = tuple(Token(*span, "", "", "", "", head) for span, head in zip(spans, heads, strict=True))
    match = Match((0, 24), (28, 34))
    assert words[slice(*match.x)] == "the coming of Orson Kane" and words[slice(*match.y)] == "a film"
    parsed = Parsed(words, tokens=tokens, entities=(Entity(14, 24, "PERSON"),))
    assert personhood(parsed, match) == "maybe"
    assert personhood(parsed, Match((14, 24), (28, 34))) == "yes"


def test_the_article_goes_with_its_word_and_the_rest_of_the_text_stays():
    text = "one thing . the film is an epic .  another thing ."
    assert (
        made(text)["there.is.a.called"] == "one thing . there is an epic called the film .  another thing ."
    )


@pytest.mark.parametrize(
    "text",
    [
        "no film is a success .",
        "not every film is a success .",
        "the film is great .",
        "is a film",
        "film is a",
        "",
    ],
)
def test_of_what_has_no_name_nothing_is_said(text):
    assert made(text) == {}


@pytest.mark.parametrize("text", ["is it ? the film is a success ?", "the film is a success?"])
def test_a_question_is_left_alone(text):
    assert made(text) == {}


def test_as_in_its_code_any_words_will_do():
    assert made("no film is a hit", checked=False)["there.is.a.called"] == "there is a hit called no film"


@pytest.mark.parametrize(
    ("string", "entity", "kind"),
    [
        ("1957", None, "time"),
        ("the spring of his life", None, "time"),
        ("Maine", None, "place"),
        ("a log cabin", None, ""),
        ("May", "GPE", "place"),
        ("Paris", "DATE", "time"),
        ("Victor", "PERSON", ""),
        ("", None, ""),
    ],
)
def test_a_place_or_a_time(string, entity, kind):
    entities = () if entity is None else (Entity(0, len(string), entity),)
    assert kind_of_y(Parsed(string, entities=entities), (0, len(string))) == kind


@pytest.mark.parametrize(
    ("word", "person"),
    [("actress", True), ("journalist", True), ("stuntman", True), ("president", True), ("men", True),
     ("mattress", False), ("list", False), ("playlist", False), ("specimen", False), ("novel", False)],
)  # fmt: skip
def test_which_nouns_are_people(word, person):
    assert ("there.was.a.called.prn" not in made(f"Rosebud was a {word}")) is person


def bare(text):
    """Words alone, without articles and whether "it" or "they" is said."""
    return re.sub(r"\ban?\b|\bit is called\b|\bthey are called\b|\.+$", "", text.lower()).split()


@pytest.fixture(scope="module")
def grammar():
    pytest.importorskip("spacy")
    try:
        return open_grammar()
    except MohsError as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="module")
def original(shared, grammar):
    rows = claims(shared / "data/advfever")
    return [(*row, parsed) for row, parsed in zip(rows, grammar.parse([r[2] for r in rows]), strict=True)]


def test_the_rules_fire_on_every_claim_that_the_original_rewrites_and_say_the_same_but_for_pronouns(original):
    """The claims are the published ones read backwards; persons are left alone, where the original calls them "it"."""
    assert len(original) == 1142
    other = []
    for rule, wanted, claim, parsed in original:
        versions = rewritten(parsed, checked=False)
        assert versions, claim
        found = [version.string for version in versions if version.kind == rule]
        skipped = rule.endswith(".prn") and not found
        if not skipped and bare(wanted) not in map(bare, found):
            other.append((rule, wanted, found))
    assert other == []


def test_where_phrases_must_be_whole_the_rules_still_fire_on_most_claims(original):
    fired = sum(bool(rewritten(parsed)) for *_, parsed in original)
    assert fired >= 0.85 * len(original)


def sources(shared):
    """Hypotheses of RTE's training set and texts of MNLI's sample that have the words of a rule, each once."""
    glue = shared / "data/glue"
    texts = [
        line.split("\t")[2] for line in (glue / "RTE/train_full.tsv").read_text("utf-8").splitlines()[1:]
    ]
    for line in (glue / "MNLI/train_9k.jsonl").read_text("utf-8").splitlines():
        texts += [json.loads(line)[name] for name in ("sentence1", "sentence2")]
    families, _ = adv_fever_rules()
    return [one for one in dict.fromkeys(texts) if any(f.between.search(one) for f in families.values())]


IN_OTHER_WORDS = {"is", "was", "a", "an", "directed", "by", "born", "died", "in", "on", "american"}


def test_a_thousand_versions_have_hardly_a_fault_that_their_sources_do_not_have(shared, grammar):
    """At most 2 % of the sources; what spaCy's pipelines say of a sentence differs, so that none would be too strict."""
    pytest.importorskip("wordfreq")
    parsed = grammar.parse(sources(shared)[:900])
    made = {one.string: versions for one in parsed if (versions := rewritten(one))}
    found = [
        (text, version.string, wrong)
        for text, versions in made.items()
        for version in versions
        if (wrong := faults(text, version.string, IN_OTHER_WORDS))
    ]
    assert len(made) >= 200
    assert len({text for text, _, _ in found}) <= 0.02 * len(made), found


@given(
    st.lists(
        st.sampled_from(["film", "is", "a", "was", "an", "epic", ".", "no", "\n", "😍", '"', "?"]),
        max_size=25,
    )
)
def test_of_any_words_a_version_keeps_the_sentences_that_it_does_not_rewrite(words):
    text = " ".join(words)
    (parsed,) = Copulas().parse([text])
    for version in rewritten(parsed):
        assert version.string != text
        kept = [text[start:end] for start, end in parsed.sentences if text[start:end] in version.string]
        assert len(kept) >= len(parsed.sentences) - 1


HARD = [
    "He said: \"She said 'no' is a word\" twice.",
    "- milk is a drink\n- eggs \U0001f60d http://a.b/c is a link",
    "Das ist ein Film. Der Film is a hit.",
    "is a", "Film is a", "is a film", "a is a b",
    "Rosebud is a sled\n\n",
    "The\u00a0film is a\thit.",
    "\u0130stanbul is a city.",
    "@you is a handle .",
    "\u0645\u0631\u062d\u0628\u0627 is a \u0639\u0627\u0644\u0645",
]  # fmt: skip


@pytest.mark.parametrize("checked", [True, False])
def test_no_text_is_too_strange_and_outer_blanks_stay(grammar, checked):
    for parsed in grammar.parse(HARD):
        for version in rewritten(parsed, checked=checked):
            tail = len(parsed.string) - len(parsed.string.rstrip())
            assert version.string.endswith(parsed.string[len(parsed.string) - tail :])
            assert version.string.strip() and "  " not in version.string
