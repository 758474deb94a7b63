"""A descent minimises what it says, keeps the shortest success, and is the same alone and beside others."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fakes import Vectors
from mohs.inference.adam import Adam, _at, _Batch, descend
from mohs.inference.descent import Descent, Objective, Passed, Start
from mohs.inference.substitution import Substitution

# The logit of "positive" is the sum of the words' numbers.
NUMBERS = {"good": [2.0], "fine": [1.0], "bad": [-2.5], "film": [0.5], "movie": [-0.5]}
PLACES = Substitution((("good", "fine", "bad"), ("film", "movie")), ("", " "), "")
# c is so large that Adam's first steps are all of the length of the learning rate
HARD = Objective(label=1, weight=1e6, clip=None, learning_rate=1.0, steps=4)


def one(objective=HARD, project=PLACES, table=NUMBERS, text="good film", **start):
    network = Vectors(table)
    (found,) = descend(network, [Descent(Start(text, **start), project, objective)])
    return found, network


def test_the_golden_trace():
    """Every step moves both words by 1 towards the negative.

    good stands at 2, then 1 (there is fine), 0 (fine is at 1, bad at -2.5: fine), -1 (fine is 2 away, bad 1.5: bad).
    film stands at .5, -.5 (movie), and further down (movie). Texts: good film 2.5, fine movie .5, again, bad movie -3.
    """
    found, network = one()
    assert network.seen == ["good film", "fine movie", "bad movie"]  # fine movie is read once
    assert found.successes == ((2, 1),) and found.nearest == (2, 1)
    assert found.path == (
        Passed(step=1, text="good film", margin=2.5, label=1),
        Passed(step=2, text="fine movie", margin=0.5, label=1),
        Passed(step=4, text="bad movie", margin=-3.0, label=0),
    )


LINE = Substitution((("a", "near", "far"),), ("",), "")
ON_A_LINE = {"a": [1.0], "near": [-0.5], "far": [-3.0]}


def test_the_length_of_the_perturbation_pulls_back_and_the_shortest_success_is_kept():
    """The first step goes 3 down, to -2, where far (1 away) is nearer than near (1.5); its length pulls it back."""
    objective = replace(HARD, clip=0.5, learning_rate=3.0)
    found, network = one(replace(objective, steps=2), LINE, ON_A_LINE, "a")
    assert found.successes == ((2,),)
    found, network = one(replace(objective, steps=30), LINE, ON_A_LINE, "a")
    assert network.seen == ["a", "far", "near"] and found.successes == ((1,), (2,))


@pytest.mark.parametrize(("norm", "first"), [("l1", 1), ("l2", 2), ("squared-l2", 2)])
def test_lengths_order_the_successes(norm, first):
    """one moves by (3, 0), two by (2, 2): two is the nearer one by L2 (2.83), one by L1 (3 against 4)."""
    table = {"x": [1.0, 0.0], "one": [-2.0, 0.0], "two": [-1.0, 2.0]}
    project = Substitution((("x", "one", "two"),), ("",), "")
    walk = iter([[0.0, 0.0], [-3.0, 0.0], [-2.0, 2.0], [-3.0, 0.0]])

    class Walking(Substitution):
        """Its numbers go where they are sent, wherever the slope leads."""

        @classmethod
        def together(cls, projections, network):
            moves = super().together(projections, network)
            find = moves.project
            moves.project = lambda numbers: find(np.array([next(walk)], np.float32))
            return moves

    walking = Walking(project.choices, project.gaps, "")
    found, _ = one(replace(HARD, norm=norm), walking, table, "x")
    assert found.successes == ((first,), (3 - first,))


def test_nothing_that_helps_is_a_failure_with_the_nearest_text():
    found, _ = one(table={**NUMBERS, "bad": [1.5], "fine": [1.8]})
    assert found.successes == () and found.nearest == (2, 1)


def test_a_confidence_asks_for_more_and_a_success_is_a_changed_label_all_the_same():
    """fine movie is at .5, bad movie at -3: with a confidence of 5 the descent goes on, and bad movie counts."""
    found, _ = one(replace(HARD, confidence=5.0, steps=6))
    assert found.successes == ((2, 1),)


def test_a_wanted_label():
    table = {"good": [2.0], "bad": [-1.0]}
    project = Substitution((("bad", "good"),), ("",), "")
    for wanted, successes in ((1, ((1,),)), (0, ((0,),))):
        objective = replace(HARD, label=1 - wanted, wanted=wanted)
        found, _ = one(objective, project, table, "bad")
        assert found.successes == successes


def test_the_other_field_of_a_pair_stays_and_counts():
    """With dull (-1) beside them good film is at 1.5 and fine movie at -.5; with two more goods nothing is enough."""
    table = {**NUMBERS, "dull": [-1.0]}
    found, network = one(after=("dull plot",), table=table)
    assert network.seen[:2] == [("good film", "dull plot"), ("fine movie", "dull plot")]
    assert found.successes[0] == (1, 1)
    found, network = one(before=("good", "good"), table=table)
    assert network.seen[0] == ("good", "good", "good film") and found.successes == ()


def test_gradients_of_tokens_go_to_the_pieces_that_they_stand_in():
    spans = [None, (0, 0, 4), (1, 0, 2), (1, 2, 5), (1, 5, 9), (1, 10, 12), None]
    gradient = np.array([[1.0], [2.0], [4.0], [8.0], [16.0], [32.0], [64.0]], np.float32)
    assert _at([(0, 5), (5, 9), (12, 15)], 1, spans, gradient).ravel().tolist() == [12.0, 16.0, 0.0]
    assert _at([(3, 11)], 1, spans, gradient).ravel().tolist() == [56.0]
    assert _at([(0, 5)], 0, spans, gradient).ravel().tolist() == [2.0]


def test_adam_is_torchs():
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(0)
    start = rng.normal(size=(3, 4)).astype(np.float32)
    ours, theirs = start.copy(), torch.tensor(start.copy(), requires_grad=True)
    adam, optimizer = Adam(ours, 0.1), torch.optim.Adam([theirs], lr=0.1)
    for _ in range(50):
        gradient = rng.normal(size=(3, 4)).astype(np.float32)
        theirs.grad = torch.tensor(gradient.copy())
        optimizer.step()
        adam.step(gradient)
    np.testing.assert_allclose(ours, theirs.detach().numpy(), atol=1e-5)


@pytest.mark.parametrize("norm", ["l1", "l2", "squared-l2"])
def test_the_slope_of_the_length_is_its_derivative(norm):
    project = Substitution((("good", "fine"), ("film", "movie")), ("", " "), "")
    batch = _Batch(Vectors(NUMBERS), [Descent(Start("good film"), project, Objective(1, norm=norm))] * 2)
    rng = np.random.default_rng(1)
    offsets = rng.normal(size=(4, 3)).astype(np.float32)
    lengths, slope = batch._norm(offsets)
    for row in range(4):
        for column in range(3):
            moved = offsets.copy()
            moved[row, column] += 1e-2
            up = batch._norm(moved)[0]
            moved[row, column] -= 2e-2
            down = batch._norm(moved)[0]
            assert (up - down)[row // 2] / 2e-2 == pytest.approx(slope[row, column], abs=2e-2)
            assert up[1 - row // 2] == lengths[1 - row // 2]


WORDS = ["aa", "bb", "cc", "dd", "ee"]


@st.composite
def descents(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    many = []
    for _ in range(draw(st.integers(2, 6))):
        words = [WORDS[k] for k in rng.integers(0, 5, rng.integers(1, 5))]
        options = [[word, *(WORDS[k] for k in rng.permutation(5)[: rng.integers(1, 4)])] for word in words]
        choices, gaps = tuple(map(tuple, options)), ("", *(" " for _ in words[1:]))
        objective = Objective(int(rng.integers(0, 2)), weight=float(rng.choice([1.0, 10.0])), steps=12)
        project = Substitution(choices, gaps, "", ["original", "current"][rng.integers(0, 2)])
        many.append(Descent(Start(" ".join(words)), project, objective))
    table = {word: rng.normal(size=7).tolist() for word in WORDS}
    return many, table


@settings(max_examples=60)
@given(descents())
def test_a_descent_is_the_same_alone_and_beside_others(drawn):
    many, table = drawn
    together = descend(Vectors(table), many)
    assert together == [descend(Vectors(table), [one])[0] for one in many]
    assert together[::-1] == descend(Vectors(table), many[::-1])


@settings(max_examples=60)
@given(descents())
def test_every_success_changes_the_label_and_no_text_is_read_twice(drawn):
    many, table = drawn
    network = Vectors(table)
    for one_, found in zip(many, descend(network, many), strict=True):
        for point in found.successes:
            text, _ = one_.project.text(point)
            logit = sum(table[word][0] for word in text.split())
            assert (logit > 0) != (one_.objective.label == 1)
        assert len({passed.text for passed in found.path}) == len(found.path) <= 12
    network = Vectors(table)
    descend(network, many[:1])
    assert len(network.seen) == len(set(network.seen))
