"""Train, dev and test rows, and ANLI's layout."""

import json
from collections import Counter

import pytest

from mohs.errors import MohsError, RunError
from mohs.suites.opening import open_suite
from mohs.suites.rounds.service import open_rounds
from mohs.suites.rounds.splits import split, write_anli
from written_rounds import LABELS, Shouted, confirmed, fool, other

WRITERS = [f"writer {k}" for k in range(4)]


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """Four writers with six confirmed texts each; the first of each writer after a try that failed."""
    with open_rounds(tmp_path_factory.mktemp("rounds") / "own", "mnli") as opened:
        opened.begin(Shouted(), [f"Context number {k}." for k in range(8)])
        for who in WRITERS:
            given = opened.give(who)
            opened.attempt(given.id, f"Missed by {who} {given.label.upper()}")
            for _ in range(6):
                confirmed(opened, who)
        label = opened.give(WRITERS[0]).label
        confirmed(opened, WRITERS[0], (other(label),) * 2)
        fool(opened, WRITERS[0])
        yield opened


def divide(rounds, **more):
    return split(rounds.writings(), rounds.task, **{"dev": 3, "test": 9, **more})


def test_dev_and_test_are_confirmed_rows_test_balanced_and_no_row_is_in_two(rounds):
    made = divide(rounds)
    assert [len(made[name]) for name in ("dev", "test")] == [3, 9]
    assert all(row.turn.fooled and row.writing.standing == "kept" for row in (*made["dev"], *made["test"]))
    assert Counter(row.label for row in made["test"]) == Counter(dict.fromkeys(LABELS, 3))
    uids = [row.uid for rows in made.values() for row in rows]
    assert len(set(uids)) == len(uids)


def test_training_rows_are_all_others_but_those_still_waiting(rounds):
    made = divide(rounds, dev=0, test=0)["train"]
    assert sum(not row.turn.fooled for row in made) == 4
    assert sum(row.writing.standing == "kept" for row in made if row.turn.fooled) == 24
    (overruled,) = [row for row in made if row.writing.standing == "overruled" and row.turn.fooled]
    assert overruled.label == overruled.writing.gold != overruled.writing.label
    assert not any(row.writing.standing == "waiting" for row in made)


def test_exclusive_writers_are_in_the_test_rows_alone(rounds):
    made = divide(rounds, exclusive=(WRITERS[1],))
    writers = {name: {row.writing.writer for row in rows} for name, rows in made.items()}
    assert WRITERS[1] in writers["test"]
    assert WRITERS[1] not in writers["train"] | writers["dev"]
    assert sum(row.exclusive for row in made["test"]) == 6


def test_the_draw_depends_on_the_seed_alone(rounds):
    assert divide(rounds) == divide(rounds)
    assert divide(rounds) != divide(rounds, random_state=1)


def test_more_rows_than_are_kept_are_refused(rounds):
    with pytest.raises(MohsError, match="not enough rows"):
        divide(rounds, test=30)
    with pytest.raises(MohsError, match="not enough rows"):
        divide(rounds, dev=30)
    with pytest.raises(MohsError, match="no fewer than 0"):
        divide(rounds, dev=-1)


def test_what_is_written_is_read_as_anli_with_the_same_labels_and_verifiers(rounds, tmp_path):
    made = divide(rounds, exclusive=(WRITERS[1],))
    write_anli({1: made}, rounds.task, tmp_path / "out")
    for name in ("dev", "test"):
        cases = open_suite(f"anli:{tmp_path}/out/R1/{name}.jsonl?agreed=yes").cases
        assert [case.facts["uid"] for case in cases] == [row.uid for row in made[name]]
        assert [case.label for case in cases] == [LABELS.index(row.label) for row in made[name]]
        assert [case.fields["hypothesis"] for case in cases] == [row.turn.text for row in made[name]]
        assert {case.facts["round"] for case in cases} == {1}
    assert len(open_suite(f"anli:{tmp_path}/out").cases) == sum(map(len, made.values()))


def test_nobody_is_named_in_what_is_written(rounds, tmp_path):
    files = write_anli({1: divide(rounds)}, rounds.task, tmp_path / "out")
    text = "".join(path.read_text(encoding="utf-8") for path in files)
    texts = "".join(turn.text for one in rounds.writings() for turn in one.tries)
    assert text.count("writer ") <= texts.count("writer ")
    assert "verifier 0" not in text
    first = json.loads((tmp_path / "out" / "R1" / "test.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert set(first) == {
        "uid", "context", "hypothesis", "label", "emturk", "model_label", "genre", "reason", "round",
    }  # fmt: skip


def test_a_reason_stands_at_the_text_that_fooled_and_not_at_the_tries_before(tmp_path):
    with open_rounds(tmp_path / "own", "sst2") as rounds:
        rounds.begin("kit:sst2-linear")
        given = rounds.give("ann")
        texts = {"negative": "A dreadful, tedious mess.", "positive": "A wonderful, lovely film."}
        rounds.attempt(given.id, texts.pop(given.label))
        rounds.attempt(given.id, *texts.values())
        rounds.explain(given.id, "Words alone.")
        for who in ("bo", "cy"):
            rounds.verify(given.id, who, given.label)
        write_anli({1: split(rounds.writings(), rounds.task, dev=0, test=0)}, rounds.task, tmp_path / "out")
    lines = (tmp_path / "out" / "R1" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["reason"] for line in lines] == ["", "Words alone."]


def test_what_is_there_is_left_alone(rounds, tmp_path):
    (tmp_path / "mine").write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match="there already"):
        write_anli({1: divide(rounds)}, rounds.task, tmp_path)


def test_another_task_keeps_its_own_names(tmp_path):
    with open_rounds(tmp_path / "own", "sst2") as rounds:
        rounds.begin("kit:sst2-linear")
        given = rounds.give("ann")
        text = "A wonderful, lovely film." if given.label == "negative" else "A dreadful, tedious mess."
        rounds.attempt(given.id, text)
        for who in ("bo", "cy"):
            rounds.verify(given.id, who, given.label)
        write_anli({1: split(rounds.writings(), rounds.task, dev=0, test=1)}, rounds.task, tmp_path / "out")
    row = json.loads((tmp_path / "out" / "R1" / "test.jsonl").read_text(encoding="utf-8"))
    assert (row["sentence"], row["label"]) == (text, given.label)
