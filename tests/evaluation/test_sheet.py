"""A sheet keeps what is put, and says which rows are left."""

from mohs.data.task import Task
from mohs.evaluation.sheet import OUTSIDE, Faults, Sheet, Wanted


def test_a_sheet_says_which_rows_have_no_answer():
    sheet, faults = Sheet(Wanted(Task("t", ("x",), ("a", "b")), ["p", "q"])), Faults()
    sheet.put(0, OUTSIDE)
    assert sheet.answered(0) and not sheet.answered(1)
    assert sheet.answers(faults).labels[0] == OUTSIDE
    assert faults.listed() == "\n    1 rows without a prediction: t q"


def test_where_labels_are_numbers_only_their_names_count():
    sheet = Sheet(Wanted(Task("stars", ("x",), ("1", "2", "3")), ["p"]))
    assert [sheet.read_label(value) for value in ("1", 1, 3)] == [0, 0, 2]
    assert sheet.read_label(0) == "0"
