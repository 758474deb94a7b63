"""Everything is asked once, and what is in the journal is not asked again."""

import json

import pytest

from fakes import Weights
from made_benchmarks import parts
from mohs.api.asking import Questionnaire, carry_out, read_clean
from mohs.api.classifiers import Opened
from mohs.benchmark.part import Part
from mohs.errors import DataError, RunError
from mohs.runs.folder import RunFolder
from mohs.runs.lock import alone

RECORD = {"kind": "evaluate", "fingerprint": {"a": 1}}


def asking(classifier, **more):
    one = {"sst2": parts()["sst2"]}
    return Questionnaire.of(
        one, more.get("clean", {}), Opened({"sst2": classifier}, []), sources=more.get("sources", True)
    )


def test_rows_sources_and_clean_rows_are_asked():
    clean = parts()["sst2"].sources()[:1]
    found = asking(Weights({"good": 1.0}), clean={"sst2": clean})
    assert found.planned == 5 + 3 + 1
    answers = carry_out(found, RECORD, None, resume=False, progress=None)["sst2"]
    assert [len(answers[part].labels) for part in ("adversarial", "source", "clean")] == [5, 3, 1]
    assert len(found.classifiers.by_task["sst2"].seen) == 8  # the clean row is one of the sources
    assert (
        "source"
        not in carry_out(asking(Weights({}), sources=False), RECORD, None, resume=False, progress=None)[
            "sst2"
        ]
    )


def test_what_is_in_the_journal_is_not_asked_again(tmp_path):
    folder = RunFolder(tmp_path / "run")
    first = carry_out(asking(Weights({"good": 1.0})), RECORD, folder, resume=False, progress=None)
    lines = folder.journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 8 and json.loads(lines[0])["status"] == "answered"
    folder.journal.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20], encoding="utf-8")
    again = Weights({"good": 1.0})
    second = carry_out(asking(again), RECORD, folder, resume=True, progress=None)
    assert len(again.seen) == 5
    for part in ("adversarial", "source"):
        assert second["sst2"][part].labels.tolist() == first["sst2"][part].labels.tolist()
    assert len(folder.journal.read_text(encoding="utf-8").splitlines()) == 8


def test_another_configuration_is_not_resumed(tmp_path):
    folder = RunFolder(tmp_path / "run")
    carry_out(asking(Weights({})), RECORD, folder, resume=False, progress=None)
    with pytest.raises(RunError, match="another configuration"):
        carry_out(
            asking(Weights({})), {**RECORD, "fingerprint": {"a": 2}}, folder, resume=True, progress=None
        )
    with pytest.raises(RunError, match="is there already"):
        carry_out(asking(Weights({})), RECORD, folder, resume=False, progress=None)


@pytest.mark.parametrize("line", ["{}", "3", "nothing", "[" * 100_000], ids=range(4))
def test_a_journal_that_is_none_of_ours_is_refused(tmp_path, line):
    folder = RunFolder(tmp_path / "run")
    carry_out(asking(Weights({})), RECORD, folder, resume=False, progress=None)
    folder.journal.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(RunError, match="no journal of an evaluation"):
        carry_out(asking(Weights({})), RECORD, folder, resume=True, progress=None)


def test_a_folder_that_another_process_writes_into_is_refused(tmp_path):
    folder = RunFolder(tmp_path / "run")
    carry_out(asking(Weights({})), RECORD, folder, resume=False, progress=None)
    before = folder.journal.read_bytes()
    with alone(folder.journal), pytest.raises(RunError, match="another process writes into"):
        carry_out(asking(Weights({})), RECORD, folder, resume=True, progress=None)
    assert folder.journal.read_bytes() == before


class Stopped(Weights):
    def score(self, inputs):
        raise KeyboardInterrupt


def test_a_stop_by_hand_says_how_to_go_on(tmp_path):
    folder = RunFolder(tmp_path / "run")
    with pytest.raises(KeyboardInterrupt, match=r"0 of 8 answers(.|\n)*resume"):
        carry_out(asking(Stopped({})), RECORD, folder, resume=False, progress=None)
    assert folder.record()["status"] == "partial"
    with pytest.raises(KeyboardInterrupt):
        carry_out(asking(Stopped({})), RECORD, None, resume=False, progress=None)


class Short(Weights):
    def truncated(self, inputs):
        self.asked = getattr(self, "asked", 0) + len(inputs)
        return [int(len(text) > 12) for text in inputs]


def test_texts_that_are_not_read_whole_are_warned_of():
    assert asking(Short({})).truncation() == ["sst2: fake:weights reads only the beginning of 2 of 5 rows"]
    assert asking(Weights({})).truncation() == []


def test_clean_rows_are_read_for_each_task(tmp_path):
    (tmp_path / "SST-2").mkdir()
    (tmp_path / "SST-2" / "dev.tsv").write_text("sentence\tlabel\nfine\t1\n", encoding="utf-8")
    sst2 = {"sst2": parts()["sst2"]}
    found = read_clean(f"glue:{tmp_path}", sst2)
    assert [e.fields["sentence"] for e in found.by_task["sst2"]] == ["fine"]
    assert found.facts["sst2"]["rows"] == 1 and found.notes == ()
    with pytest.raises(DataError, match=r"clean glue:.*: there is no file .*QQP"):
        read_clean(f"glue:{tmp_path}", parts())
    assert read_clean(None, parts()).by_task == {}


def test_benign_rows_that_the_benchmark_brings_along_are_clean_rows():
    part = parts()["sst2"]
    benign = part.sources()[:2]
    found = read_clean(None, {"sst2": Part.of(part.task, part, benign)})
    assert found.by_task == {"sst2": tuple(benign)} and found.facts["sst2"] == {
        "path": "the benchmark",
        "rows": 2,
    }
