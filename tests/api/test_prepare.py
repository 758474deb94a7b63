"""What a run depends on is written down, and nothing that changes no outcome."""

import pytest

from fakes import Copulas, Letters, Pieces, Weights
from mohs.api import prepare as preparing
from mohs.api.prepare import choose, prepare
from mohs.attacks.build import open_attacks
from mohs.data.readers import read
from mohs.data.tasks import open_task
from mohs.errors import MohsError

OPENHOWNET = """W_E=film
G_E=noun [1noun -0 ]
DEF={shows|表演物:content={TakePicture|拍摄}}

W_E=movie
G_E=noun [1noun -0 ]
DEF={shows|表演物:content={TakePicture|拍摄}}
"""

ROWS = [{"sentence": f"a good film {k}", "label": k % 2} for k in range(6)]


def work(attacks="textbugger", options=None, **more):
    chains = open_attacks(attacks, options)
    return prepare([Weights({})], read(ROWS, "sst2"), chains, **{"encoder": Letters(), **more})


@pytest.mark.parametrize(
    "more",
    [{"seed": 1}, {"limit": 4}, {"target": "negative"}, {"max_queries": 9}, {"attacks": "textfooler"},
     {"options": {"textbugger": {"variants": "all"}}}],
)  # fmt: skip
def test_what_changes_an_outcome_changes_the_fingerprint(more):
    assert work(**more).fingerprint != work().fingerprint


def test_the_number_of_open_searches_does_not():
    assert work(open_searches=3).fingerprint == work().fingerprint


def test_the_record_counts_what_is_planned():
    record = work(limit=4).record
    assert record["planned"] == 4 and record["data"]["used"] == 4
    assert record["data"]["labels"] == {"negative": 2, "positive": 2}


def test_a_target_that_everything_has_leaves_nothing():
    rows = read([{"sentence": "good", "label": 1}], "sst2")
    with pytest.raises(MohsError, match="already"):
        prepare([Weights({})], rows, open_attacks("textbugger"), target="positive", encoder=Letters())


@pytest.fixture
def with_parser(monkeypatch):
    """As if an English pipeline was installed, whether or not one is."""
    monkeypatch.setattr(preparing, "lacking", lambda: None)


def test_all_leaves_out_what_needs_gradients_where_there_are_none_and_says_so(with_parser):
    chains, notes = choose("all", None, Weights({}))
    names = [chain.name for chain in chains]
    assert {"textbugger", "textfooler", "bert-attack", "sememe-pso"} <= set(names)
    assert "comp-attack" not in names
    assert [note.partition(" (")[0] for note in notes] == [
        "comp-attack is left out: it needs the classifier's gradients"
    ]
    assert choose(("all",), {}, Weights({})) == choose(["all"], {}, Weights({})) == (chains, notes)
    rows = read(ROWS, "sst2")
    others = {"encoder": Letters(), "masked_lm": Pieces({}), "parser": Copulas()}
    made = prepare([Weights({})], rows, chains, notes=notes, **others)
    assert made.record["warnings"] == notes


def test_all_leaves_out_what_needs_a_parser_where_none_is_installed_and_says_how_to_install_one(monkeypatch):
    monkeypatch.setattr(preparing, "lacking", lambda: "no pipeline (python -m spacy download en_core_web_sm)")
    chains, notes = choose("all", None)
    assert "adv-fever" not in [chain.name for chain in chains]
    assert notes == ["adv-fever is left out: no pipeline (python -m spacy download en_core_web_sm)"]
    assert choose("all", None, parser="en_core_web_lg")[1] == []
    assert choose("adv-fever", None)[1] == []


def test_all_leaves_out_what_changes_the_label_of_a_task_and_says_why(with_parser):
    chains, notes = choose("all", None, task="qqp")
    assert not {"stresstest-distraction", "checklist-distraction"} & {chain.name for chain in chains}
    assert sorted(note.partition(":")[0] for note in notes) == [
        "checklist-distraction is left out",
        "stresstest-distraction is left out",
    ]
    assert all(note.endswith("not asked in the other") for note in notes)
    assert choose("all", None, task=open_task("mnli"))[1] == []


def test_what_is_named_is_run_on_any_task_and_the_reason_against_it_is_said():
    chains, notes = choose("textbugger+stresstest-distraction", None, task="qqp")
    assert len(chains) == 1
    assert notes == [
        "textbugger+stresstest-distraction may change the label in qqp: "
        "what is added to one of two questions is not asked in the other"
    ]


def test_the_parser_is_recorded_where_it_is_used_and_refused_elsewhere():
    used = work("adv-fever", parser=Copulas())
    assert used.fingerprint["resources"]["parser"] == {"name": "fake:copulas"}
    with pytest.raises(MohsError, match="--parser has no effect"):
        work("textbugger", parser="en_core_web_sm")


def test_all_has_it_where_options_are_given_or_nothing_is_known_of_the_classifier(with_parser):
    for options, classifier in (({"comp-attack": {"steps": 9}}, Weights({})), (None, None)):
        chains, notes = choose("all", options, classifier)
        assert "comp-attack" in [chain.name for chain in chains] and notes == []


def test_a_masked_language_model_is_recorded_where_it_is_used_and_opened_nowhere_else():
    used = work("bert-attack", masked_lm=Pieces({}))
    assert used.fingerprint["resources"]["masked-lm"] == {"address": "fake:pieces"}
    assert used.attackings[0].masked_lm is not None
    assert set(used.attackings[0].oracles()) == {"classify", "similarity", "fill-mask", "perplexity"}
    unused = work()
    assert "masked-lm" not in unused.record["resources"]
    assert set(unused.attackings[0].oracles()) == {"classify", "similarity"}


@pytest.mark.parametrize("name", ["synonyms", "sememes", "masked_lm"])
def test_a_resource_that_no_attack_uses_is_refused_before_it_is_opened(name):
    flag = f"--{name.replace('_', '-')}"
    with pytest.raises(MohsError, match=f"{flag} has no effect(.|\n)*leave {flag} out, or choose an attack"):
        work("textbugger", **{name: "hf:/there/is/no/such/folder"})


def test_a_limit_beyond_the_examples_is_a_warning_and_one_within_them_is_none():
    def said(limit):
        return [text for text in work(limit=limit).record["warnings"] if "--limit" in text]

    number = len(work().attackings[0].examples)
    assert said(None) == said(number) == []
    assert said(number + 1) == [f"--limit {number + 1}: there are {number} examples, and all are attacked"]


def test_the_kits_masked_language_model_is_used_where_none_is_named():
    named, unnamed = work("bert-attack", masked_lm="kit:mlm"), work("bert-attack")
    assert unnamed.record["resources"]["masked-lm"]["address"] == "kit:mlm"
    assert named.fingerprint == unnamed.fingerprint


def test_a_dictionary_of_ones_own_is_recorded_and_changes_the_fingerprint(tmp_path):
    from mohs.language.sememes import Sememes

    own = tmp_path / "own.txt"
    own.write_text(OPENHOWNET, encoding="utf-8")
    assert Sememes.open(own)
    kit, mine = work("sememe-pso"), work("sememe-pso", sememes=own)
    assert kit.record["resources"]["sememes"] != mine.record["resources"]["sememes"]
    assert kit.fingerprint != mine.fingerprint


@pytest.mark.parametrize("address", ["fake:weights"])
def test_an_attack_that_needs_gradients_is_refused_where_there_are_none_and_told_where_there_are(address):
    with pytest.raises(MohsError) as problem:
        work("comp-attack", masked_lm=Pieces({}))
    said = str(problem.value)
    assert "comp-attack needs the gradients of the classifier" in said
    assert address in said and "hf:" in said
