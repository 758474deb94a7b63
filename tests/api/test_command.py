"""The flags of `mohs attack` become a run."""

import json
import re
from pathlib import Path

import pytest

from mohs.api.command import AttackOptions, attack_command, folder_of
from mohs.errors import MohsError


def options(tmp_path, **more):
    path = tmp_path / "reviews.csv"
    path.write_text("review,opinion\na good film,positive\na bad film,negative\n", encoding="utf-8")
    known = {
        "model": "kit:sst2-linear",
        "data": str(path),
        "text": "review",
        "label": "opinion",
        "attacks": ("textbugger",),
        "set": {"textbugger": {"similarity": "off"}},
        "encoder": "none",
        "out": tmp_path / "run",
    }
    return AttackOptions(**known | more)


def test_a_file_of_ones_own_is_attacked_into_a_folder(tmp_path):
    run = attack_command(options(tmp_path), command="mohs attack ...")
    assert run.folder == tmp_path / "run" and run.status == "complete"
    assert run.record["task"]["labels"] == ["negative", "positive"]
    assert (
        json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["command"]
        == "mohs attack ..."
    )


def test_a_run_without_a_name_gets_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with folder_of(options(tmp_path, out=None, model="hf:../my models/a:b")) as folder:
        assert folder.parent.name == "runs"
        assert re.fullmatch(r"reviews-b-\d{8}-\d{6}", folder.name)


def test_a_run_without_a_name_that_is_refused_leaves_no_folder(tmp_path, monkeypatch):
    known = options(tmp_path, out=None, attacks=("nobody",))
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MohsError, match="there is no attack"):
        attack_command(known)
    assert sorted(tmp_path.rglob("*")) == before


def test_bad_rows_are_listed_in_the_record(tmp_path):
    known = options(tmp_path, skip_bad_rows=True)
    with Path(known.data).open("a", encoding="utf-8") as file:
        file.write(",positive\n")
    skipped = attack_command(known).record["data"]["skipped_rows"]
    assert len(skipped) == 1 and skipped[0]["line"] == 4


@pytest.mark.parametrize(
    ("more", "said"),
    [({"data": None}, "with data, or"), ({"resume": True, "out": None}, "add out and")],
)
def test_what_is_missing_is_named(tmp_path, more, said):
    with pytest.raises(MohsError) as problem:
        attack_command(options(tmp_path, **more))
    assert said in str(problem.value)


def test_options_of_opening_reach_the_classifier(tmp_path):
    with pytest.raises(MohsError, match="dtype"):
        attack_command(options(tmp_path, dtype="bfloat16"))
