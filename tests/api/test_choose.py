"""Which attacks a run has, and what is said of those that it has not."""

import pytest

from fakes import Copulas, Letters, Pieces, Weights
from mohs.api import choose as choosing
from mohs.api.choose import choose
from mohs.api.prepare import prepare
from mohs.data.readers import read
from mohs.data.tasks import open_task

ROWS = [{"sentence": f"a good film {k}", "label": k % 2} for k in range(6)]


@pytest.fixture
def with_parser(monkeypatch):
    """As if an English pipeline was installed, whether or not one is."""
    monkeypatch.setattr(choosing, "lacking", lambda: None)


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
    monkeypatch.setattr(choosing, "lacking", lambda: "no pipeline (python -m spacy download en_core_web_sm)")
    chains, notes = choose("all", None)
    assert "adv-fever" not in [chain.name for chain in chains]
    for name in ("adv-fever", "scpn"):
        assert f"{name} is left out: no pipeline (python -m spacy download en_core_web_sm)" in notes
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


def test_all_has_it_where_options_are_given_or_nothing_is_known_of_the_classifier(with_parser):
    for options, classifier in (({"comp-attack": {"steps": 9}}, Weights({})), (None, None)):
        chains, notes = choose("all", options, classifier)
        assert "comp-attack" in [chain.name for chain in chains] and notes == []


def test_scpn_asks_a_paraphraser_that_is_named_and_needs_no_parser_then(monkeypatch):
    monkeypatch.setattr(choosing, "lacking", lambda: "no pipeline")
    (chain,) = [one for one in choose("all", None, paraphraser="hf:x")[0] if one.name == "scpn"]
    assert chain.parts[0].versions == "paraphraser" and "parser" not in chain.needs
    (chain,) = choose("scpn", {"scpn": {"versions": "rewriter"}}, paraphraser="hf:x")[0]
    assert chain.parts[0].versions == "rewriter"
    assert choose("scpn", None)[0][0].parts[0].versions == "rewriter"
