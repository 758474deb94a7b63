"""Bad input, from the command line: exit code and message; no traceback, nothing lost, no wrong number."""

import json
import shutil
import subprocess

import pytest

from mohs import kit
from mohs.cli.main import main
from mohs.language.grammar import lacking

QUICK = ["--attacks", "textbugger", "--set", "textbugger.similarity=off", "--encoder", "none", "--quiet"]


@pytest.fixture
def attack(tmp_path, monkeypatch, capfd):
    """Runs `mohs attack` in a folder of its own; gives exit code, stderr, and the outcomes of its journal."""
    monkeypatch.chdir(tmp_path)

    def attack(*flags, content=None, name="rows.csv", model="kit:sst2-linear"):
        if content is not None:
            data = content if isinstance(content, bytes) else content.encode("utf-8")
            (tmp_path / name).write_bytes(data)
        arguments = ["attack", "--model", model, "--data", name, "--out", "run", *QUICK, *flags]
        try:
            code = main(arguments)
        except SystemExit as end:
            code = end.code
        err = capfd.readouterr().err
        journal = tmp_path / "run" / "journal.jsonl"
        lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
        return code, err, [json.loads(line) for line in lines]

    return attack


def refused(result, *said):
    code, err, outcomes = result
    assert code == 2, err
    assert "Traceback" not in err and outcomes == []
    for text in said:
        assert text in err, err
    assert len(err) < 2500


def test_no_such_file(attack):
    refused(attack("--task", "sst2", name="nothing.csv"), "nothing.csv")


def test_an_empty_file(attack):
    refused(attack("--task", "sst2", content=""), "rows.csv", "empty")


def test_a_header_only(attack):
    refused(attack("--task", "sst2", content="sentence,label\n"), "rows.csv", "no usable row")


def test_a_label_that_is_not_the_tasks(attack):
    refused(
        attack("--task", "sst2", content="sentence,label\na film,positive\nb film,happy\n"),
        "rows.csv:3", "happy", "negative (0), positive (1)", "--skip-bad-rows",
    )  # fmt: skip


def test_a_bad_row_is_left_out_and_listed_when_asked(attack, tmp_path):
    code, err, outcomes = attack(
        "--task",
        "sst2",
        "--skip-bad-rows",
        content="sentence,label\na good film,positive\nb film,happy\n,negative\n",
    )
    assert code == 0, err
    assert len(outcomes) == 1
    skipped = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["data"]["skipped_rows"]
    assert [row["line"] for row in skipped] == [3, 4]


def test_a_column_that_is_not_there(attack):
    refused(attack("--text", "revew", content="review,label\na,positive\n"), "revew", "review")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"sentence,label\n\xff\xfe film,positive\n", "rows.csv:2"),
        (b"sentence,label\na\x00 film,positive\n", "rows.csv:2"),
        (b"sentence,label\n" + b"x" * 2_000_000 + b",positive\n", "rows.csv:2"),
        (b"sentence,label\na film\n", "rows.csv:2"),
        (b"sentence,label\na film,\n", "rows.csv:2"),
    ],
    ids=["encoding", "NUL", "2 MB", "columns", "no label"],
)
def test_rows_that_cannot_be_used_are_named(attack, content, said):
    refused(attack("--task", "sst2", content=content), said)


def test_labels_in_another_order_than_the_models(attack):
    rows = "".join(f"a wonderful film {k},negative\nan awful film {k},positive\n" for k in range(20))
    refused(attack("--task", "sst2", content="sentence,label\n" + rows), "--label-map", "mixed up")


def test_labels_of_other_names_are_never_guessed(attack):
    refused(
        attack("--text", "text", "--label", "label", content="text,label\na,yes\nb,no\n"),
        "negative, positive", "no, yes", "--label-map",
    )  # fmt: skip


def test_a_model_folder_without_a_tokenizer(attack, tmp_path):
    shutil.copytree(kit.path("sst2-linear"), tmp_path / "model")
    (tmp_path / "model" / "tokenizer.json").unlink()
    refused(
        attack("--task", "sst2", content="sentence,label\na,positive\n", model=f"onnx:{tmp_path / 'model'}"),
        "tokenizer",
    )


def test_a_corrupt_onnx_file(attack, tmp_path):
    shutil.copytree(kit.path("sst2-linear"), tmp_path / "model")
    whole = (tmp_path / "model" / "model.onnx").read_bytes()
    (tmp_path / "model" / "model.onnx").write_bytes(whole[: len(whole) // 2])
    refused(
        attack("--task", "sst2", content="sentence,label\na,positive\n", model=f"onnx:{tmp_path / 'model'}"),
        "model.onnx",
    )


@pytest.mark.parametrize(
    "model",
    [
        "kit:nothing",
        "hf:./nothing",
        "onnx:nothing",
        "python:nothing:predict",
        "s3:bucket",
        "nothing",
        "sklearn:x.skops",
    ],
)
def test_a_model_that_is_not_there(attack, model):
    if model.startswith("hf:"):
        pytest.importorskip("transformers")
    if model.startswith("sklearn:"):
        pytest.importorskip("skops")
    refused(
        attack("--task", "sst2", content="sentence,label\na,positive\n", model=model),
        "nothing" if "nothing" in model else ":",
    )


TEXTS = {
    "one character": "a",
    "a letter": "x",
    "100,000 characters": "wonderful film " * 6_666,
    "one long word": "x" * 100_000,
    "emoji": "😍😍😍",
    "punctuation": "?!...",
    "stop words": "it is what it was",
    "right to left": "هذا فيلم رائع جدا",
    "combining marks": "cafe\u0301 tre\u0300s bon film",
    "zero width": "good\u200bmovie and\u2060film",
    "markup": "great<br /><br />movie <script>alert(1)</script>",
    "newlines": "a wonderful\nfilm\r\nindeed",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
@pytest.mark.parametrize("label", ["positive", "negative"])
def test_unusual_texts_have_an_outcome_and_lose_nothing(attack, text, label):
    """Whichever label is right for the classifier: one of the two is attacked."""
    row = json.dumps({"id": "1", "sentence": text, "label": label}) + "\n"
    code, err, outcomes = attack("--task", "sst2", "--max-queries", "60", content=row, name="rows.jsonl")
    assert code == 0, err
    (outcome,) = outcomes
    assert outcome["status"] in {"success", "failure", "skipped", "not_attackable", "budget"}
    assert outcome["original"] == {"sentence": text}
    assert outcome["asked"]["classify"] <= 60
    if outcome["perturbed"]:
        for kept in ("😍", "<br />", "\u200b", "\n", "<script>"):
            assert text.count(kept) == outcome["perturbed"]["sentence"].count(kept)


HARD = (
    "I don't, won't and can't say it isn't a well-made 21st-century film",
    "see http://a.b/c?x=1&y=2 or mail bob@x.org @you #tag, 1,000.50 $ in the U.S.",
    "zxqvjk blorptious c\u00e1f\u00e9 \u043f\u0440\u0438\u0432\u0435\u0442 is",
    "it is what it is, and that is that",
)


@pytest.mark.parametrize("text", HARD, ids=["contractions", "addresses", "unknown words", "no content"])
@pytest.mark.parametrize("label", ["positive", "negative"])
def test_hard_texts_are_no_errors_of_any_attack_on_words(attack, text, label):
    """With all that the kit knows: its tables, its tagger, its masked language model."""
    row = json.dumps({"id": "1", "sentence": text, "label": label}) + "\n"
    others = ["textfooler", "bert-attack", "sememe-pso"]
    flags = ["--task", "sst2", "--attacks", ",".join(others), "--set", "textfooler.similarity=off"]
    code, err, outcomes = attack(*flags, content=row, name="rows.jsonl")
    assert code == 0, err
    assert {outcome["attack"] for outcome in outcomes} == {"textbugger", *others}
    for outcome in outcomes:
        assert outcome["status"] in {"success", "failure", "skipped", "not_attackable"}, outcome["reason"]
        after = (outcome["perturbed"] or outcome["original"])["sentence"]
        for kept in ("'", "21st", "http://a.b/c?x=1&y=2", "bob@x.org @you #tag", "1,000.50 $", "U.S.", ","):
            assert text.count(kept) == after.count(kept)


STRANGE = (
    "Das ist kein englischer Satz , wirklich .",
    "a fragment without a verb",
    "He said: \"She said 'no' is a word, because it rained.\" (It's true!)",
    "- milk is a drink\n- eggs \U0001f60d http://a.b/c?x=1 @you #tag <br /> 1,000.50",
    "\u0645\u0631\u062d\u0628\u0627 is a \u0639\u0627\u0644\u0645",
    "Rosebud is a sled . They slept because it rained . " + "so-so . " * 2_490,
)


def test_strange_texts_are_no_errors_of_any_attack_on_sentences(attack):
    """Not English, no verb, quotes in quotes, lists, addresses, emoji, five thousand words."""
    if reason := lacking():
        pytest.skip(reason)
    rows = [{"sentence": text, "label": label} for text in STRANGE for label in ("positive", "negative")]
    others = ["stresstest-distraction", "checklist-distraction", "adv-fever", "scpn"]
    content = "".join(json.dumps({"id": str(k), **row}) + "\n" for k, row in enumerate(rows))
    code, err, outcomes = attack(
        *("--task", "sst2", "--attacks", ",".join(others), "--set", "scpn.best=first"),
        content=content,
        name="rows.jsonl",
    )
    assert code == 0, err
    assert len(outcomes) == len(rows) * (1 + len(others))
    tried = set()
    for outcome in outcomes:
        assert outcome["status"] in {"success", "failure", "skipped", "not_attackable"}, outcome["reason"]
        if outcome["status"] in ("success", "failure"):
            tried.add((outcome["attack"], outcome["original"]["sentence"]))
        if outcome["perturbed"] and outcome["attack"] in others:
            before, after = outcome["original"]["sentence"], outcome["perturbed"]["sentence"]
            assert before != after and before.count("\n") == after.count("\n")
            for kept in ("\U0001f60d", "http://a.b/c?x=1", "@you #tag", "<br />", "1,000.50", '"', "so-so"):
                assert after.count(kept) == before.count(kept)
    assert {("scpn", STRANGE[-1]), ("adv-fever", STRANGE[-1]), ("scpn", STRANGE[2])} <= tried


def test_a_broken_line_of_a_dictionary_is_named(attack, tmp_path):
    (tmp_path / "HowNet.txt").write_text("W_E=film\nG_E=noun\nDEF=shows\n", encoding="utf-8")
    flags = ["--task", "sst2", "--attacks", "sememe-pso"]
    result = attack(*flags, "--sememes", "HowNet.txt", content="sentence,label\na good film,positive\n")
    refused(result, "HowNet.txt", "line 3", "no definition by sememes")


def test_an_empty_text_in_a_file_is_a_bad_row(attack):
    refused(attack("--task", "sst2", content="sentence,label\n,positive\nfine,positive\n"), "rows.csv:2")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise RuntimeError('out of memory')", "RuntimeError: out of memory"),
        ("return [[float('nan'), 1.0]] * len(texts)", "NaN"),
        ("return [[0.2, 0.3, 0.5]] * len(texts)", "wrong shape"),
        ("return [[0.5, 0.5]] * (len(texts) - 1)", "wrong shape"),
        ("return [[3.0, -2.0]] * len(texts)", "--scores logits"),
    ],
    ids=["raises", "NaN", "shape", "rows", "logits"],
)
def test_a_classifier_that_misbehaves_fails_the_run_with_its_reason(attack, tmp_path, body, said):
    module = f"unruly_{abs(hash(body))}"
    (tmp_path / f"{module}.py").write_text(f"def predict(texts):\n    {body}\n", encoding="utf-8")
    code, err, outcomes = attack(
        "--task", "sst2", content="sentence,label\na good film,positive\n", model=f"python:{module}:predict"
    )
    assert code == 3 and "Traceback" not in err
    assert said in err and "journal.jsonl" in err
    assert [(o["status"], said in o["reason"]) for o in outcomes] == [("error", True)]


def test_a_few_errors_are_counted_and_the_run_goes_on(attack, tmp_path):
    (tmp_path / "touchy.py").write_text(
        "def predict(texts):\n"
        "    if any('bad' in t for t in texts): raise ValueError('a bad word')\n"
        "    return [[0.2, 0.8]] * len(texts)\n",
        encoding="utf-8",
    )
    rows = "".join(f"a wonderful film {k},positive\n" for k in range(30)) + "a bad film,positive\n"
    code, err, outcomes = attack(
        "--task", "sst2", content="sentence,label\n" + rows, model="python:touchy:predict"
    )
    assert code == 0, err
    statuses = [o["status"] for o in outcomes]
    assert statuses.count("error") == 1 and len(statuses) == 31


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--limit", "0"], "limit"),
        (["--limit", "many"], "limit"),
        (["--max-queries", "-1"], "max"),
        (["--target", "sideways"], "sideways"),
        (["--fields", "premise"], "premise"),
        (["--set", "textbugger.kind=swap"], "did you mean kinds"),
        (["--set", "textbugger"], "ATTACK.OPTION=VALUE"),
        (["--fail-over", "atack_success_rate=0.4"], "attack_success_rate"),
        (["--fail-over", "attack_success_rate=lots"], "METRIC=VALUE"),
        (["--label-map", "positive"], "MODEL_LABEL=TASK_LABEL"),
        (["--encoder", "kit:nothing"], "encoder"),
        (["--attacks", "textfuler"], "did you mean textfooler"),
        (["--attacks", "bert-attack", "--masked-lm", "onnx:nowhere"], "there is no model folder nowhere"),
        (["--attacks", "bert-attack", "--masked-lm", "kit:ml"], "did you mean kit:mlm"),
        (["--attacks", "bert-attack", "--masked-lm", "bert"], "unknown masked language model"),
        (["--threads", "100000"], "more threads than this machine can run"),
        (["--batch-tokens", "100000000000"], "--batch-tokens is too large"),
        (["--open-searches", "100000000000"], "open_searches is too large"),
        (["--max-length", "100000000000"], "--max-length"),
        (["--split", "train"], "rows.csv has no splits"),
        (["--fields", ","], "--fields names nothing"),
        (["--trust", ","], "--trust names nothing"),
        (["--trust", "a.B"], "--trust has no meaning for kit:sst2-linear"),
        (["--allow-pickle"], "--allow-pickle has no meaning for kit:sst2-linear"),
        (["--dtype", "bfloat16"], "--dtype has no meaning for kit:sst2-linear"),
        (["--device", "cuda"], "--device has no meaning for kit:sst2-linear"),
        (["--synonyms", "v.txt"], "--synonyms has no effect: no attack of this run uses it"),
        (["--sememes", "s.txt"], "or choose an attack that uses it ("),
        (["--masked-lm", "hf:bert"], "--masked-lm has no effect"),
        (["--set", "textbugger.similarity.threshold=0.9"], "as a whole and in parts"),
        (["--set", "textfooler.synonyms=9"], "textfooler, which is not among the attacks"),
        (["--label-map", "negative=positive"], "the name 'positive'"),
        (["--text", "sentence", "--column", "sentence=sentence"], "exclude each other"),
        (["--resume"], None),
    ],
)
def test_flags_that_make_no_sense(attack, flags, said):
    result = attack("--task", "sst2", *flags, content="sentence,label\na good film,positive\n")
    if said is None:  # nothing to resume: starts afresh
        assert result[0] == 0
    else:
        refused(result, said)


@pytest.mark.parametrize("flags", [["--threads", "2"], ["--batch-tokens", "99"]])
def test_an_option_of_speed_without_effect_is_said_and_does_no_harm(attack, tmp_path, flags):
    (tmp_path / "plain.py").write_text(
        "def predict(texts): return [[0.2, 0.8]] * len(texts)\n", encoding="utf-8"
    )
    rows = "sentence,label\na good film,positive\n"
    code, err, outcomes = attack("--task", "sst2", *flags, content=rows, model="python:plain:predict")
    assert code == 0 and len(outcomes) == 1
    assert err.count(f"{flags[0]} has no effect on python:plain:predict") == 1


def test_a_limit_beyond_the_examples_is_said(attack):
    rows = "sentence,label\na good film,positive\na bad film,negative\n"
    code, err, outcomes = attack("--task", "sst2", "--limit", "9000", content=rows)
    assert code == 0 and len(outcomes) == 2
    assert "--limit 9,000: there are 2 examples, and all are attacked" in err


def test_a_folder_that_holds_a_run_is_not_written_over(attack):
    content = "sentence,label\na good film,positive\n"
    assert attack("--task", "sst2", content=content)[0] == 0
    code, err, outcomes = attack("--task", "sst2", content=content)
    assert code == 2 and "--resume" in err and len(outcomes) == 1
    code, err, outcomes = attack("--task", "sst2", "--resume", "--seed", "9", content=content)
    assert code == 2 and "another configuration" in err and "seed" in err and len(outcomes) == 1


def test_json_is_one_document_on_stdout(attack, tmp_path, capfd):
    (tmp_path / "rows.csv").write_text("sentence,label\na good film,positive\n", encoding="utf-8")
    arguments = [
        "attack",
        "--model",
        "kit:sst2-linear",
        "--data",
        "rows.csv",
        "--task",
        "sst2",
        "--out",
        "run",
        *QUICK,
        "--json",
    ]
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    assert code in (0, None)
    document = json.loads(capfd.readouterr().out)
    assert document["schema"] == "mohs/results/1"


@pytest.mark.parametrize(
    "body",
    [
        "import sys; sys.exit(0)",
        "raise GeneratorExit",
        "return [[10**400, 0]] * len(texts)",
        "return [[1j, 0]] * len(texts)",
    ],
    ids=["exit", "BaseException", "huge", "complex"],
)
def test_a_classifier_that_leaves_is_an_error_and_never_a_pass(attack, tmp_path, body):
    module = f"leaving_{abs(hash(body))}"
    (tmp_path / f"{module}.py").write_text(f"def predict(texts):\n    {body}\n", encoding="utf-8")
    code, err, outcomes = attack(
        "--task", "sst2", "--fail-over", "attack_success_rate=0.1",
        content="sentence,label\na good film,positive\n", model=f"python:{module}:predict",
    )  # fmt: skip
    assert code == 3 and "Traceback" not in err
    assert [o["status"] for o in outcomes] == ["error"]


def test_a_failed_run_is_one_json_document_too(attack, tmp_path, capfd):
    (tmp_path / "failing.py").write_text("def predict(texts):\n    raise ValueError\n", encoding="utf-8")
    (tmp_path / "rows.csv").write_text("sentence,label\na good film,positive\n", encoding="utf-8")
    arguments = [
        "attack",
        "--model",
        "python:failing:predict",
        "--data",
        "rows.csv",
        "--task",
        "sst2",
        "--out",
        "run",
    ]
    assert main([*arguments, *QUICK, "--json"]) == 3
    assert json.loads(capfd.readouterr().out)["status"] == "failed"


def test_labels_that_differ_in_case_alone_are_refused(attack):
    refused(
        attack(content="text,label\ngood film,Positive\nbad film,negative\nnice film,positive\n"),
        "cannot be told apart",
    )


@pytest.mark.parametrize(
    "option",
    [
        "textfooler.similarity.threshold=5",
        "textfooler.similarity.threshold=nan",
        "textfooler.similarity.window=0",
        "textbugger.longest_insert=-1",
        "textbugger.words.minimum_length=0",
    ],
)
def test_options_out_of_range_are_refused(attack, option):
    refused(
        attack(
            "--task",
            "sst2",
            *("--attacks", "textfooler", "--set", option),
            content="sentence,label\na good film,positive\n",
        ),
        option.split("=")[0],
    )


def test_a_journal_of_another_seed_is_not_taken_for_this_run(attack, tmp_path):
    content = "sentence,label\na good film,positive\n"
    assert attack("--task", "sst2", content=content)[0] == 0
    journal = tmp_path / "run" / "journal.jsonl"
    outcome = json.loads(journal.read_text(encoding="utf-8"))
    journal.write_text(json.dumps({**outcome, "seed": 1}) + "\n", encoding="utf-8")
    code, err, _ = attack("--task", "sst2", "--resume", content=content)
    assert code == 2 and "not an outcome of this run" in err


def test_another_number_of_threads_resumes_the_same_run(attack):
    content = "sentence,label\na good film,positive\n"
    assert attack("--task", "sst2", content=content)[0] == 0
    assert attack("--task", "sst2", "--resume", "--threads", "2", content=content)[0] == 0


def test_a_full_disk_loses_nothing_and_the_run_goes_on_once_there_is_room(attack, tmp_path, monkeypatch):
    """On a small tmpfs, where the system lets us mount one; most of it is taken by another file."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a tmpfs")
    rows = "".join(f"a wonderful film number {k} {'and so on ' * 40},positive\n" for k in range(120))
    rows = {"content": "sentence,label\n" + rows, "name": str(tmp_path / "rows.csv")}
    flags = ("--task", "sst2", "--max-queries", "5")
    try:
        monkeypatch.chdir(disk)
        (disk / "other").write_bytes(bytes(4_194_304 - 100_000))
        code, err, _ = attack(*flags, **rows)
        assert code == 3 and "Traceback" not in err
        assert "lines are safe" in err and "--resume" in err
        journal = disk / "run" / "journal.jsonl"
        before = journal.read_bytes()
        assert before.endswith(b"\n") and 0 < before.count(b"\n") < 120
        (disk / "other").unlink()
        code, err, _ = attack(*flags, "--resume", **rows)
        assert code == 0, err
        assert journal.read_bytes().startswith(before)
        assert sorted(int(json.loads(one)["id"]) for one in journal.read_bytes().splitlines()) == [
            *range(120)
        ]
    finally:
        monkeypatch.chdir(tmp_path)
        subprocess.run(["umount", str(disk)], check=True)
