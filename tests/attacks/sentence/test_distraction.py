"""Distraction: traces worked out by hand, where things are put, and AdvGLUE's own rows."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import SENTIMENT, Weights, english, example
from mohs.attacks.build import open_attacks
from mohs.attacks.sentence.distraction import (
    CheckListDistraction,
    StressTestDistraction,
    beside,
    tautology_at,
)
from mohs.engine.attempt import Attempt, Setting
from mohs.engine.oracles import ClassifierOracle
from mohs.engine.runner import Engine
from mohs.language.sentence_ends import end_of_last_sentence
from well_formed import faults

FIVE = "true is true and true is true and true is true and true is true and true is true"
TAUTOLOGIES = ("true is true", "false is not true", FIVE)
PLACES = ("start", "end")


def run(attack, text, weights, bias=1.0, seed=0):
    classifier = Weights(weights, bias)
    setting = Setting(SENTIMENT, "fake", english(), seed, measure_similarity=False)
    (chain,) = open_attacks([attack])
    oracles = {"classify": ClassifierOracle(classifier)}
    (outcome,) = Engine(oracles).run([("0", Attempt(setting, chain, example(text)))])
    return outcome, classifier


def test_the_golden_trace():
    """Three tautologies in one question; "not" turns the classifier, the mark and its blank stay behind."""
    outcome, classifier = run(StressTestDistraction(), "a fine film . ", {"not": -2.0})
    assert outcome.status == "success"
    assert classifier.batches == [
        ["a fine film . "],
        [
            "a fine film and true is true . ",
            "a fine film and false is not true . ",
            f"a fine film and {FIVE} . ",
        ],
        ["a fine film and false is not true . "],
    ]
    (edit,) = outcome.edits
    assert edit == {
        "field": "sentence",
        "word": -1,
        "from": "a fine film . ",
        "to": "a fine film and false is not true . ",
        "kind": "negation at the end",
    }
    assert outcome.modified == {"words": 5, "rate": round(5 / 3, 6), "rate_input": round(5 / 3, 6)}


def test_at_the_start_a_tautology_is_a_sentence_of_its_own_in_the_text_s_own_style():
    assert tautology_at("a fine film .", "start", "true is true") == "true is true . a fine film ."
    assert tautology_at("A fine film.", "start", "true is true") == "True is true. A fine film."
    assert tautology_at(" A fine film", "start", "true is true") == " True is true. A fine film"


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("mr . gray did it . ", "mr . gray did it and true is true . "),
        ("It cost $1.8. Really!", "It cost $1.8. Really and true is true!"),
        ("He lives in the U.S.", "He lives in the U.S. and true is true"),
        ("no mark", "no mark and true is true"),
        ('She said "go!"', 'She said "go and true is true!"'),
    ],
)
def test_a_tautology_stands_before_the_last_mark_and_nothing_is_cut(text, made):
    assert tautology_at(text, "end", "true is true") == made


def test_links_handles_and_daily_are_tried_before_and_after():
    outcome, classifier = run(CheckListDistraction(links=1, handles=2), "a fine film . ", {"@daily": -2.0})
    assert outcome.status == "success"
    shapes = [re.sub(r"(?<=[/@])\w{6}(?!\w)", "X", text) for text in classifier.batches[1]]
    assert shapes == [
        "https://t.co/X a fine film . ",
        "a fine film . https://t.co/X ",
        "@X a fine film . ",
        "a fine film . @X ",
        "@X a fine film . ",
        "a fine film . @X ",
        "@daily a fine film . ",
        "a fine film . @daily ",
    ]
    assert outcome.perturbed == {"sentence": "@daily a fine film . "}


def test_what_is_added_is_chosen_by_options():
    options = {"checklist-distraction": {"links": 0, "handles": 0, "fixed": "@me", "places": "end"}}
    (chain,) = open_attacks("checklist-distraction", options)
    assert run(chain.parts[0], "film", {})[1].seen == ["film", "film @me"]
    nothing = run(CheckListDistraction(links=0, handles=0, fixed=("",)), "film", {})[0]
    assert nothing.status == "not_attackable"
    options = {"stresstest-distraction": {"tautologies": "negation", "places": "end,start"}}
    (chain,) = open_attacks("stresstest-distraction", options)
    assert run(chain.parts[0], "film", {})[1].seen == [
        "film",
        "film and false is not true",
        "false is not true. film",
    ]


def test_random_handles_depend_on_the_seed_alone():
    first, again, other = (run(CheckListDistraction(), "film", {}, seed=seed)[1].seen for seed in (1, 1, 2))
    assert first == again != other


@given(st.text(min_size=1, max_size=80), st.sampled_from(["start", "end"]))
def test_nothing_of_a_text_is_lost_and_one_blank_stands_between(text, place):
    made = beside(text, place, "@daily")
    assert made in (f"{text[:k]}@daily {text[k:]}" for k in range(len(text) + 1)) or made in (
        f"{text[:k]} @daily{text[k:]}" for k in range(len(text) + 1)
    )
    at = end_of_last_sentence(text)
    assert tautology_at(text, "end", "true is true") == f"{text[:at]} and true is true{text[at:]}"
    assert tautology_at(text, "start", "true is true").endswith(text.lstrip())


def advglue(shared, method):
    data = json.loads((shared / "data/advglue_dev/dev_ann.json").read_text("utf-8"))
    for rows in data.values():
        for row in rows:
            if row["method"] == method and row["data_construction"] == "sentence":
                key = next(name for name in row if name.startswith("original_"))
                yield row[key], row[key.removeprefix("original_")]


def bare(text):
    return "".join(text.split())


def test_advglue_s_stresstest_rows_are_among_ours_where_nothing_was_cut_of_them(shared):
    """Blanks aside, which AdvGLUE puts twice or not at all; of the others a part is lost there, never here."""
    rows = list(advglue(shared, "StressTest"))
    ours = [any(bare(tautology_at(a, "end", kind)) == bare(b) for kind in TAUTOLOGIES) for a, b in rows]
    assert len(rows) == 54
    for original, made in (pair for pair, found in zip(rows, ours, strict=True) if not found):
        kept = re.split("and(?:true|false)is", bare(made))[0]
        assert bare(original).startswith(kept) and len(kept) < len(bare(original))
    assert sum(ours) >= 40


def test_advglue_s_checklist_rows_are_a_link_or_a_handle_before_or_after_the_text(shared):
    rows = list(advglue(shared, "CheckList"))
    assert len(rows) == 53
    for original, made in rows:
        (added,) = re.findall(r"https://t\.co/\w{6}(?!\w)|@\w{5,6}(?!\w)", made.replace(original, " "))
        assert bare(made) in (bare(beside(original, "start", added)), bare(beside(original, "end", added)))


def sources(shared):
    """200 texts: fragments and sentences in lower case, and sentences of many genres."""
    films = [line.split("\t")[0] for line in read(shared / "data/glue/SST-2/dev.tsv")[1:101]]
    others = [
        line.split("\t")[k]
        for line in read(shared / "data/glue/MNLI/dev_matched_1000.tsv")[1:51]
        for k in (1, 2)
    ]
    return films + others


def read(path):
    return path.read_text("utf-8").splitlines()


def test_two_thousand_outputs_have_no_fault_that_their_sources_do_not_have(shared):
    pytest.importorskip("wordfreq")
    texts = sources(shared)
    assert len(texts) == 200
    found, made = {}, 0
    for text in texts:
        versions = [tautology_at(text, place, one) for place in PLACES for one in TAUTOLOGIES]
        versions += [
            beside(text, place, one) for place in PLACES for one in ("https://t.co/aB3dEf", "@daily")
        ]
        made += len(versions)
        found |= {version: wrong for version in versions if (wrong := faults(text, version))}
    assert made == 2000 and found == {}


def test_the_check_of_outputs_finds_what_advglue_s_own_rows_lost_or_joined(shared):
    """Ours are found without a fault, so that the check must be shown to find some."""
    pytest.importorskip("wordfreq")
    found = [wrong for a, b in advglue(shared, "StressTest") if (wrong := faults(a, b))]
    assert len(found) >= 30
    kinds = {one.partition(":")[0] for wrong in found for one in wrong}
    assert {"lost", "blank", "spelling"} <= kinds
