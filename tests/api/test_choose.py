"""Which attacks a run has, and what is said of those that it has not."""

import shlex

import pytest

from fakes import Copulas, Letters, Pieces, Weights
from mohs.api import choose as choosing
from mohs.api.choose import choose
from mohs.api.prepare import prepare
from mohs.api.resources import Named
from mohs.attacks.attack import attacks
from mohs.benchmark.package import open_benchmark
from mohs.data.readers import read
from mohs.data.tasks import open_task
from mohs.errors import MohsError

ROWS = [{"sentence": f"a good film {k}", "label": k % 2} for k in range(6)]


@pytest.fixture
def with_parser(monkeypatch):
    """As if an English pipeline was installed, whether or not one is."""
    monkeypatch.setattr(choosing, "lacking", lambda: None)


def test_all_leaves_out_what_needs_gradients_where_there_are_none_and_says_so(with_parser):
    chains, notes = choose("all", None, Weights({}))
    names = [chain.name for chain in chains]
    assert {"textbugger", "textfooler", "bert-attack", "sememe-pso"} <= set(names)
    assert not {"comp-attack", "t3"} & set(names)
    assert [note.partition(" (")[0] for note in notes] == [
        "comp-attack is left out: it needs the classifier's gradients",
        "t3 is left out: it needs the classifier's gradients",
    ]
    assert choose(("all",), {}, Weights({})) == choose(["all"], {}, Weights({})) == (chains, notes)
    rows = read(ROWS, "sst2")
    named = Named(encoder=Letters(), masked_lm=Pieces({}), parser=Copulas())
    made = prepare([Weights({})], rows, chains, notes=notes, resources=named)
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
    left = [note for note in notes if note.endswith("not asked in the other")]
    assert sorted(note.partition(":")[0] for note in left) == [
        "checklist-distraction is left out",
        "stresstest-distraction is left out",
    ]
    assert not [note for note in choose("all", None, task=open_task("mnli"))[1] if "distraction" in note]


def test_what_is_named_is_run_on_any_task_and_the_reason_against_it_is_said():
    chains, notes = choose("textbugger+stresstest-distraction", None, task="qqp")
    assert len(chains) == 1
    assert notes == [
        "textbugger+stresstest-distraction may change the label in qqp: "
        "what is added to one of two questions is not asked in the other"
    ]


def test_all_has_it_where_options_are_given_or_nothing_is_known_of_the_classifier(with_parser):
    given = {"comp-attack": {"steps": 9}, "t3": {"steps": 9}}
    for options, classifier in ((given, Weights({})), (None, None)):
        chains, notes = choose("all", options, classifier)
        assert {"comp-attack", "t3"} <= {chain.name for chain in chains} and notes == []


def test_scpn_asks_a_paraphraser_that_is_named_and_needs_no_parser_then(monkeypatch):
    monkeypatch.setattr(choosing, "lacking", lambda: "no pipeline")
    (chain,) = [one for one in choose("all", None, paraphraser="hf:x")[0] if one.name == "scpn"]
    assert chain.parts[0].versions == "paraphraser" and "parser" not in chain.needs
    (chain,) = choose("scpn", {"scpn": {"versions": "rewriter"}}, paraphraser="hf:x")[0]
    assert chain.parts[0].versions == "rewriter"
    assert choose("scpn", None)[0][0].parts[0].versions == "rewriter"


SEARCHES = {
    "textbugger", "textfooler", "bert-attack", "sememe-pso", "comp-attack", "scpn", "adv-fever",
    "stresstest-distraction", "checklist-distraction",
}  # fmt: skip
SUITES = {"checklist", "stresstest-numerical", "anli", "adv-squad"}
OF_TASK = {
    "sst2": {"checklist"},
    "qqp": {"checklist"},
    "mnli": {"checklist", "stresstest-numerical", "anli"},
    "mnli-mm": {"stresstest-numerical", "anli"},
    "qnli": {"checklist", "adv-squad"},
    "rte": {"checklist"},
}


@pytest.mark.parametrize("task", OF_TASK)
def test_all_is_every_attack_of_advglue_that_a_task_allows_and_one_line_for_each_other(with_parser, task):
    """AdvGLUE has no distraction for QQP; the four human-crafted ones are named with their command, or why not."""
    chains, notes = choose("all", None, "hf:./my model", task=task)
    unfit = {"stresstest-distraction", "checklist-distraction"} if task == "qqp" else set()
    names = {chain.name for chain in chains}
    assert names >= SEARCHES - unfit and not names & (unfit | SUITES)
    said = dict(note.split(" is left out: ") for note in notes)
    assert set(said) == unfit | SUITES and len(said) == len(notes)
    runs = {name for name in SUITES if f"mohs evaluate --model 'hf:./my model' --task {task} " in said[name]}
    assert runs == OF_TASK[task]
    assert all(f"no examples for {task} (for " in said[name] for name in SUITES - runs)


def test_without_gradients_those_are_named_too_that_need_them(with_parser):
    chains, notes = choose("all", None, "kit:sst2-cnn", task="sst2")
    white = {name for name in attacks.names() if "gradients" in attacks.get(name)().needs}
    assert "comp-attack" in white and not white & {chain.name for chain in chains}
    assert {note.partition(" ")[0] for note in notes} == white | SUITES


@pytest.mark.parametrize("task", OF_TASK)
def test_the_command_that_is_named_for_a_suite_opens_rows_of_that_task(task):
    """Of those that need no files of one's own."""
    for name in OF_TASK[task] & {"checklist", "stresstest-numerical"}:
        command = choosing._command(name, "hf:m", task)
        address = shlex.split(command)[-1]
        assert open_benchmark(address).tasks[task]


@pytest.mark.parametrize("named", ["anli", "textbugger,anli", ["textbugger+anli"], ("all", "anli")], ids=str)
def test_a_suite_among_the_attacks_is_refused_with_the_command_that_runs_it(named):
    with pytest.raises(MohsError, match=r"suite of labelled(.|\n)*--task mnli --benchmark suite:anli:PATH"):
        choose(named, None, "hf:m", task="mnli")
