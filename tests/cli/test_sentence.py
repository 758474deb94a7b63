"""`mohs attack --sentence`."""

import json
from dataclasses import dataclass

import pytest

from mohs.cli import sentence
from mohs.cli.main import main
from mohs.runs.outcome import Outcome


@dataclass(frozen=True)
class Step:
    asked: str
    texts: int
    text: str
    measure: str | None = None
    value: float | None = None
    prediction: str | None = None
    label: str | None = None
    found: tuple = ()


@dataclass(frozen=True)
class Search:
    attack: str
    steps: tuple
    outcome: Outcome


def search(status="success", **changes):
    """A search of two steps that broke its sentence, or another ending."""
    made = {
        "id": "0", "source_id": "0", "task": "sentence", "attack": "textfooler", "model": "kit:sst2-linear",
        "status": status, "original": {"sentence": "A quiet, lovely film."},
        "perturbed": {"sentence": "A quiet, likeable film."}, "label": "positive",
        "prediction_before": "positive", "prediction_after": "negative", "probability_before": 0.97,
        "probability_after": 0.41, "asked": {"classify": 1234, "similarity": 3}, "modified": None,
        "similarity": 0.91, "seed": 0, "reason": None, "cost": {},
        "edits": ({"field": "sentence", "word": 2, "from": "lovely", "to": "likeable", "kind": "synonym"},),
    }  # fmt: skip
    steps = (
        Step("classify", 4, "A quiet, film.", "probability", 0.62, "positive", "positive"),
        Step("similarity", 1, "A quiet, likeable film.", "cosine", 0.91),
    )
    return Search("textfooler", steps, Outcome(**(made | changes)))


def test_every_step_and_the_ending_are_shown(api, capsys):
    api.explain_sentence = lambda options: [search()]
    assert main(["attack", "--model", "m", "--sentence", "A quiet, lovely film."]) == 0
    out = capsys.readouterr().out
    first, second = [line.split(maxsplit=5) for line in out.splitlines() if line.strip()[:1] in ("1", "2")]
    assert first == ["1", "classify", "4", "positive", "0.620", "positive       A quiet, film."]
    assert second[:5] == ["2", "similarity", "1", "cosine", "0.910"]
    assert "broken; texts asked: 1,234 for classify, 3 for similarity" in out
    assert "classified as positive, then as negative; probability of positive 0.970, then 0.410" in out
    assert "lovely -> likeable (synonym)" in out


def test_a_text_that_was_written_anew_is_not_shown_twice(api, capsys):
    edit = {
        "field": "sentence",
        "word": -1,
        "from": "A quiet film.",
        "to": "@daily A quiet film.",
        "kind": "fixed",
    }
    api.explain_sentence = lambda options: [search(edits=(edit,))]
    assert main(["attack", "--model", "m", "--sentence", "A quiet film."]) == 0
    out = capsys.readouterr().out
    assert "the whole text (fixed)" in out and "@daily" not in out


def test_of_a_pair_the_field_that_was_changed_is_named(api, capsys):
    pair = {"premise": "A man sleeps.", "hypothesis": "A man is tired."}
    api.explain_sentence = lambda options: [
        search(original=pair, perturbed=pair | {"hypothesis": "A man is weary."})
    ]
    assert main(["attack", "--model", "m", "--field", "premise=A", "--field", "hypothesis=B"]) == 0
    assert "  hypothesis: A man is weary.\n" in capsys.readouterr().out


def test_it_is_said_once_why_nothing_could_be_attacked(api, capsys):
    ended = search("not_attackable", perturbed=None, edits=(), reason="nothing that this attack may change")
    api.explain_sentence = lambda options: [ended]
    assert main(["attack", "--model", "m", "--sentence", "!"]) == 0
    assert capsys.readouterr().out.count("may change") == 1


def test_every_probability_stands_beside_the_name_of_its_own_label(api, capsys):
    """Broken: what is classified as negative has 0.410 of positive, and must not read as 0.410 of negative."""
    step = Step("classify", 9, "A quiet, likeable film.", "probability", 0.41, "negative", "positive")
    api.explain_sentence = lambda options: [Search("textfooler", (step,), search().outcome)]
    assert main(["attack", "--model", "m", "--sentence", "A quiet, lovely film."]) == 0
    heading, line = [
        text for text in capsys.readouterr().out.splitlines() if text.startswith(("step", "   1"))
    ]
    assert line[heading.index("nearest") :].startswith("positive 0.410 ")
    assert line[heading.index("classified as") :].startswith("negative ")


def test_margins_and_the_words_of_a_masked_language_model_are_shown(api, capsys):
    steps = (
        Step("fill-mask", 1, "A film.", found=(("A", ("the", "one")), ("film", ()))),
        Step("descend", 12, "A f1lm.", "margin", -0.25, "negative", "positive"),
    )
    api.explain_sentence = lambda options: [Search("comp-attack", steps, search().outcome)]
    assert main(["attack", "--model", "m", "--sentence", "A film."]) == 0
    first, second = [
        line.split() for line in capsys.readouterr().out.splitlines() if line.strip()[:1] in ("1", "2")
    ]
    assert first == ["1", "fill-mask", "1", "A:", "the,", "one;", "film:", "-"]
    assert second == ["2", "descend", "12", "margin", "-0.250", "negative", "A", "f1lm."]


@pytest.mark.parametrize("status", ["failure", "skipped", "not_attackable", "budget", "error"])
def test_every_other_ending_is_said_with_its_reason(api, capsys, status):
    api.explain_sentence = lambda options: [search(status, perturbed=None, edits=(), reason="so it is")]
    assert main(["attack", "--model", "m", "--sentence", "A quiet, lovely film."]) == 0
    out = capsys.readouterr().out
    assert "so it is" in out
    assert "broken" not in out.replace("not broken", "")


def test_json_is_one_document_with_steps_and_outcome(api, capsys):
    api.explain_sentence = lambda options: [search()]
    assert main(["attack", "--model", "m", "--sentence", "x", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["searches"]
    assert [step["texts"] for step in found["steps"]] == [4, 1]
    assert found["outcome"]["perturbed"] == {"sentence": "A quiet, likeable film."}


def test_changed_words_stand_out_and_equal_ones_do_not():
    text = sentence.marked("a b c", "a x c d")
    assert text.plain == "a x c d"
    assert [text.plain[span.start : span.end] for span in text.spans if span.style] == ["x", "d"]


def test_control_characters_of_a_foreign_text_stay_visible():
    assert sentence.marked("a", "\x1b[2J").plain == "\\u001b[2J"


@pytest.mark.parametrize(
    "flag",
    [
        "--text=t",
        "--column=a=b",
        "--limit=3",
        "--skip-bad-rows",
        "--out=o",
        "--resume",
        "--no-check-labels",
        "--open-searches=3",
        "--fail-over=accuracy=1",
    ],
)
def test_what_has_no_meaning_for_one_text_is_refused(api, capsys, flag):
    assert main(["attack", "--model", "m", "--sentence", "x", flag]) == 2
    assert flag.split("=")[0] in capsys.readouterr().err
