"""The same outcomes whatever the width, the order, a kill or a stop: on the kit's classifiers and on MiniLM."""

import json
import os
import random
import signal
import subprocess
import sys

import pytest

import mohs
from mohs.api.record import versions
from mohs.api.run import in_words
from mohs.data.tasks import open_task
from mohs.errors import RunError, RunFailed
from mohs.estimate import Estimate
from mohs.runs.journal import Journal
from mohs.runs.lock import alone

ATTACKS = ["textbugger", "textfooler"]
COUNT, QUERIES = 50, 30
LATE = 1000
"""Texts after which the process is stopped: of some 1,300, so that more than one group of lines is in the journal."""
KIT = ["kit:sst2-linear", "kit:sst2-cnn", "kit:sst2-transformer"]

# A classifier that sends its own process a signal after so many texts: no test has to wait for the right moment.
MODULE = """
import os
from mohs import open_classifier

inner = open_classifier(os.environ["INNER"])
left = int(os.environ.get("LEFT", "0"))
labels = inner.labels


def predict(texts):
    global left
    if left > 0:
        left -= len(texts)
        if left <= 0:
            os.kill(os.getpid(), int(os.environ["SIGNAL"]))
    return inner.probabilities(texts)
"""


@pytest.fixture(params=[*KIT, "minilm"])
def inner(request):
    """Addresses of the classifiers that determinism is shown on."""
    if request.param != "minilm":
        return request.param
    pytest.importorskip("torch")
    return f"hf:{request.getfixturevalue('shared') / 'models' / 'sst2-minilm'}"


def examples(shuffled=False):
    rows = mohs.read_examples("kit:sst2", "sst2")[:COUNT]
    if shuffled:
        random.Random(1).shuffle(rows)
    return rows


def without_cost(outcomes):
    rows = [{key: value for key, value in row.items() if key not in ("cost", "model")} for row in outcomes]
    return sorted(rows, key=lambda row: (row["attack"], row["id"]))


def attack(classifier, rows, **options):
    run = mohs.attack(classifier, rows, ATTACKS, task=open_task("sst2"), max_queries=QUERIES, **options)
    return without_cost(run.outcomes())


def test_outcomes_depend_on_example_attack_classifier_and_seed_alone(inner, tmp_path):
    classifier = mohs.open_classifier(inner, open_task("sst2"))
    expected = attack(classifier, examples(), open_searches=64)
    assert {"success", "skipped"} <= {row["status"] for row in expected}
    assert attack(classifier, examples(), open_searches=1) == expected
    assert attack(classifier, examples(shuffled=True), open_searches=7) == expected
    assert killed_and_resumed(inner, tmp_path) == expected


def command(tmp_path, inner, left, number, *more):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(
        "".join(
            json.dumps({"id": e.id, "sentence": e.fields["sentence"], "label": e.label}) + "\n"
            for e in examples()
        ),
        encoding="utf-8",
    )
    (tmp_path / "signalling.py").write_text(MODULE, encoding="utf-8")
    return subprocess.run(
        [
            sys.executable, "-m", "mohs", "attack", "--model", "python:signalling:predict", "--data", str(rows),
            "--task", "sst2", "--attacks", ",".join(ATTACKS), "--max-queries", str(QUERIES), "--out", "run", *more,
        ],
        cwd=tmp_path,
        env={**os.environ, "INNER": inner, "LEFT": str(left), "SIGNAL": str(int(number))},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip


def killed_and_resumed(inner, tmp_path):
    killed = command(tmp_path, inner, LATE, signal.SIGKILL, "--open-searches", "8")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    lines = (tmp_path / "run" / "journal.jsonl").read_text(encoding="utf-8").count("\n")
    assert 0 < lines < 2 * COUNT
    resumed = command(tmp_path, inner, 0, 0, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    with (tmp_path / "run" / "journal.jsonl").open(encoding="utf-8") as file:
        return without_cost(json.loads(line) for line in file)


def test_ctrl_c_closes_the_journal_and_says_how_to_resume(tmp_path):
    stopped = command(tmp_path, "kit:sst2-linear", LATE, signal.SIGINT, "--open-searches", "8")
    assert stopped.returncode == 130
    assert "--resume" in stopped.stderr and "Traceback" not in stopped.stderr
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "partial"
    lines = (tmp_path / "run" / "journal.jsonl").read_text(encoding="utf-8").count("\n")
    assert 0 < lines < 2 * COUNT and f"{lines} of {2 * COUNT}" in stopped.stderr
    assert command(tmp_path, "kit:sst2-linear", 0, 0, "--resume").returncode == 0
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "complete"


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["term", "hup"]
)
def test_a_process_that_is_asked_to_end_does_as_with_ctrl_c(heard, tmp_path, number, code):
    stopped = command(tmp_path, "kit:sst2-linear", LATE, number, "--open-searches", "8")
    assert stopped.returncode == code, stopped.stderr
    lines = (tmp_path / "run" / "journal.jsonl").read_text(encoding="utf-8").count("\n")
    assert (
        0 < lines < 2 * COUNT and f"{lines} of {2 * COUNT}" in stopped.stderr and "--resume" in stopped.stderr
    )
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "partial"


def test_a_stop_while_the_results_are_drawn_says_how_to_go_on_too(tmp_path, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    def run(**how):
        return mohs.attack("kit:sst2-linear", examples()[:3], ["textbugger"], task="sst2", encoder="none",
                           options={"textbugger": {"similarity": "off"}}, out=tmp_path / "run", **how)  # fmt: skip

    with monkeypatch.context() as patched:
        patched.setattr("mohs.report.html.write_report", stop)
        with pytest.raises(KeyboardInterrupt, match=r"3 of 3 outcomes(.|\n)*resume"):
            run()
    record = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert record["status"] == "partial"
    assert run(resume=True).status == "complete"


def test_a_folder_that_another_process_writes_into_is_refused(tmp_path):
    def run(**how):
        return mohs.attack("kit:sst2-linear", examples()[:2], ["textbugger"], task="sst2", encoder="none",
                           options={"textbugger": {"similarity": "off"}}, out=tmp_path / "run", **how)  # fmt: skip

    run()
    journal = tmp_path / "run" / "journal.jsonl"
    before = journal.read_bytes()
    with alone(journal), pytest.raises(RunError, match="another process writes into"):
        run(resume=True)
    assert journal.read_bytes() == before
    journal.write_bytes(b"")
    (tmp_path / "run" / "run.json").unlink()
    for name in ("results.json", "examples.parquet", "report.html"):
        (tmp_path / "run" / name).unlink()
    with alone(journal), pytest.raises(RunError, match="another process writes into"):
        run()  # both began at the same moment


def test_lines_that_somebody_takes_out_of_the_journal_meanwhile_are_missed(tmp_path, monkeypatch):
    def run(**how):
        return mohs.attack("kit:sst2-linear", examples()[:3], ["textbugger"], task="sst2", encoder="none",
                           options={"textbugger": {"similarity": "off"}}, out=tmp_path / "run", **how)  # fmt: skip

    class Robbed(Journal):
        def close(self):
            super().close()
            self.path.write_bytes(self.path.read_bytes().splitlines(keepends=True)[0])

    with monkeypatch.context() as patched:
        patched.setattr("mohs.api.run.Journal", Robbed)
        with pytest.raises(RunFailed, match=r"1 of 3 outcomes are in(.|\n)*resume") as failed:
            run()
    assert failed.value.document["status"] == "partial"
    assert run(resume=True).status == "complete"


def test_versions_are_recorded():
    assert {"python", "mohs", "numpy", "onnxruntime"} <= set(versions())


def test_a_cosine_and_a_number_of_queries_are_no_percentages():
    def words(metric):
        return in_words([Estimate(0.5, 0.25, 0.75, 8, 8, 0.95, "made up").to_json(metric)])

    assert words("accuracy") == ["accuracy: 50.0 % [25.0, 75.0], n = 8"]
    assert words("similarity") == ["similarity: 0.50 [0.25, 0.75], n = 8"]
    assert words("queries_per_example") == ["queries_per_example: 0.5 [0.3, 0.8], n = 8"]
