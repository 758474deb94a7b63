"""Numbers and files of rounds, from Python."""

import pytest

import mohs
from mohs.errors import MohsError, RunError
from written_rounds import CONTEXTS, Shouted, confirmed


@pytest.fixture
def folder(tmp_path):
    with mohs.open_rounds(tmp_path / "own", "mnli") as rounds:
        rounds.begin(Shouted(), CONTEXTS)
        for who in ("ann", "bo", "cy"):
            confirmed(rounds, who)
        rounds.begin(Shouted("second"), ["Another context."])
    return tmp_path / "own"


def test_status_has_every_round(folder):
    found = mohs.rounds_status(folder)
    assert (found["task"], [one["round"] for one in found["rounds"]]) == ("mnli", [1, 2])
    assert found["rounds"][0]["standing"]["kept"] == 3


def test_rounds_are_written_as_they_are_asked_for(folder, tmp_path):
    files = mohs.export_rounds(folder, tmp_path / "out", rounds=[1], dev=1, test=1, exclusive=["cy"])
    assert [path.relative_to(tmp_path / "out").as_posix() for path in files] == [
        "R1/train.jsonl", "R1/dev.jsonl", "R1/test.jsonl", "R1/verifier_labels.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"rounds": [3]}, "has no round 3"),
        ({"exclusive": ["zoe"]}, "has no writer 'zoe'"),
        ({"exclusive": "zoe"}, "has no writer 'zoe'"),
        ({"random_state": -1}, "random_state"),
        ({"rounds": [2]}, "has no rows yet"),
        ({"dev": 1}, "round 2: not enough rows"),
    ],
    ids=["round", "writers", "writer", "seed", "nothing", "few"],
)
def test_what_cannot_be_written_is_refused_and_nothing_is(folder, tmp_path, more, message):
    with pytest.raises(MohsError, match=message):
        mohs.export_rounds(folder, tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


def test_a_folder_without_rounds_is_refused(tmp_path):
    with pytest.raises(RunError, match="holds no rounds"):
        mohs.rounds_status(tmp_path)
