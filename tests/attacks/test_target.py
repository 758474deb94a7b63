"""What a goal counts as reached and as near, and where a target puts a text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import target
from mohs.attacks.target import Goal, Target
from mohs.language.words import Text

ROWS = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]])


def test_any_wrong_label_reaches_an_untargeted_goal():
    assert Goal(0).reached(ROWS).tolist() == [False, True, True]
    assert Goal(0).nearness(ROWS) == pytest.approx([0.4, 0.8, 0.9])


def test_one_label_reaches_a_targeted_goal():
    assert Goal(0, wanted=2).reached(ROWS).tolist() == [False, False, True]
    assert Goal(0, wanted=2).nearness(ROWS).tolist() == [0.1, 0.3, 0.7]


def test_nearness_tells_small_differences_of_a_sure_classifier():
    near = Goal(0).nearness(np.array([[1.0, 1e-7], [1.0, 2e-7]]))
    assert near[0] < near[1]


def test_a_field_of_a_pair_is_put_in_its_place():
    one = target("b")
    assert one.input("x") == "x"


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [((), (), "x"), (("a",), (), ("a", "x")), ((), ("b",), ("x", "b")), (("a",), ("b",), ("a", "x", "b"))],
)
def test_the_classifier_is_asked_with_the_other_fields_around_a_text(before, after, asked):
    known = Target(Text("t"), Goal(0), ROWS[0], None, random=None, before=before, after=after)
    assert known.input("x") == asked
    assert list(next(known.classify(["x", "x"])).items) == [asked, asked]


def test_seen_from_a_later_text_all_else_stays():
    known = Target(
        Text("a good film"), Goal(0), ROWS[0], object(), random=object(), subject="sentiment",
        before=("b",), after=("c",), visible=2, labels=("x", "y", "z"),
    )  # fmt: skip
    later = known.text.replace(1, "fine", "synonym")
    seen = known.at(later, ROWS[1])
    assert seen.text is later and (seen.probabilities == ROWS[1]).all()
    for name in set(Target.__slots__) - {"text", "probabilities"}:
        assert getattr(seen, name) is getattr(known, name)


@pytest.mark.parametrize(("visible", "end"), [(None, None), (0, 0), (1, 1), (2, 6), (3, None), (9, None)])
def test_where_the_classifier_stops_to_read(visible, end):
    known = Target(Text("a good film!"), Goal(0), ROWS[0], None, random=None, visible=visible)
    assert known.end == end


def test_a_descent_starts_with_the_other_fields_around_it():
    from mohs.inference.descent import Objective
    from mohs.inference.substitution import Substitution

    known = target("good")
    known._before, known._after = ("x",), ("y",)
    project, objective = Substitution((("good", "bad"),), ("",), ""), Objective(1)
    asking = known.descend("good", project, objective)
    (descent,) = next(asking).descents
    assert descent.start.input("bad") == ("x", "bad", "y")
    assert (descent.project, descent.objective) == (project, objective)
    with pytest.raises(StopIteration) as end:
        asking.send(["found"])
    assert end.value.value == "found"


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=2, max_size=12), st.integers(0, 1))
def test_of_two_labels_the_first_of_equal_ones_is_predicted(values, label):
    rows = np.array(values[: len(values) // 2 * 2]).reshape(-1, 2)
    goal = Goal(label)
    assert goal.reached(rows).tolist() == [int(row.argmax()) != label for row in rows]
    assert goal.reached(rows).tolist() == [goal.reached_by(int(row.argmax())) for row in rows]


@given(st.integers(2, 3), st.integers(0, 1), st.sampled_from([None, 1]), st.data())
def test_a_step_is_weighed_by_how_near_each_row_is_and_by_which_reach_the_goal(labels, label, wanted, data):
    value = st.sampled_from([0.0, 0.25, 0.5, 1.0])
    rows = np.array(data.draw(st.lists(st.lists(value, min_size=labels, max_size=labels), min_size=1)))
    goal = Goal(label, wanted)
    near, reached = goal.weigh(rows)
    assert near == goal.nearness(rows).tolist() and reached == goal.reached(rows).tolist()
    assert [Target(Text(""), goal, row, None, random=None).nearness for row in rows] == near
