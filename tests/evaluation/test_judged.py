"""Answers stand beside the rows that they are of."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mohs.benchmark.package import open_benchmark
from mohs.evaluation.judged import Judged, pooled
from mohs.evaluation.sheet import FAULTY, Answers


def advglue(shared, task="sst2"):
    return open_benchmark(f"advglue:{shared / 'data' / 'advglue_dev'}").tasks[task]


def test_each_row_finds_its_source(shared):
    part = advglue(shared)
    ids = part.source_ids
    one = Judged.of(part, Answers(part.labels), Answers(np.arange(len(ids)) % 2))
    for place, row in enumerate(part):
        wanted = ids.index(row.source_id) % 2 if row.original is not None else FAULTY
        assert one.source_predicted[place] == wanted
    assert len(one.source_marks.gold) == 70
    assert {s.id: s.label for s in part.sources()} == dict(
        zip(ids, one.source_marks.gold.tolist(), strict=True)
    )


def test_rows_are_found_by_what_made_them(shared):
    one = Judged.of(part := advglue(shared), Answers(part.labels))
    assert one.made_by(level="word").sum() == 80
    assert one.made_by(phenomenon="distraction").sum() == 30
    assert one.made_by(attack="checklist-distraction").sum() == 11
    assert one.made_by(level="human", attack="checklist").sum() == 17
    assert one.made_by(level="sentence", attack="checklist").sum() == 0
    assert one.made_by().all()


def test_rows_that_share_a_source_are_no_independent_ones(shared):
    one = Judged.of(part := advglue(shared), Answers(part.labels))
    assert len(np.unique(one.marks.source)) == 70 + 17


@given(st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=4))
def test_sources_of_two_tasks_are_never_the_same_one(tasks):
    rows = [(place, source) for place, task in enumerate(tasks) for source in task]
    numbers = pooled([np.array(task, np.int64) for task in tasks]).tolist()
    assert len(numbers) == len(rows)
    for one, number in zip(rows, numbers, strict=True):
        assert [other == one for other in rows] == [other == number for other in numbers]


def test_rows_without_an_answer_are_left_out(shared):
    part = advglue(shared)
    labels = part.labels.copy()
    labels[[3, 5]] = FAULTY
    one = Judged.of(part, Answers(labels, np.zeros((len(part), 2), np.float32)))
    assert one.faulty == 2 and len(one) == 146 and one.answers.scores.shape == (146, 2)
    assert "3" not in one.part.ids and one.marks.right.all()
