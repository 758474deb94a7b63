"""Local Lipschitz estimates: linear scores have a constant that is known, and no estimate exceeds it."""

from itertools import product

import numpy as np
import pytest

from mohs.errors import ClassifierFault, MohsError
from mohs.noise.lipschitz import local_lipschitz

RNG = np.random.default_rng(0)
W = RNG.normal(size=(8, 3))
X = RNG.normal(size=(20, 8))


def largest():
    """The largest ||W'd||_1 over ||d||_inf = 1: at a corner, over signs of the outputs."""
    return max(np.abs(W @ np.array(signs)).sum() for signs in product([-1, 1], repeat=3))


def test_the_random_search_comes_near_the_constant_of_a_linear_map_and_not_above():
    found = local_lipschitz(lambda rows: rows @ W, X, 0.1)
    assert found.search == "random"
    assert (found.ratios <= largest() * (1 + 1e-9)).all()
    assert found.value.value > 0.85 * largest()
    assert found.value.n == 20


@pytest.mark.parametrize("norm", ["l2", "l1"])
def test_other_norms_have_their_own_constant(norm):
    one = W[:, :1]
    exact = np.linalg.norm(one) if norm == "l2" else np.abs(one).max()
    found = local_lipschitz(lambda rows: rows @ one, X, 0.1, norm=norm, steps=400)
    assert 0.6 * exact < found.value.value <= exact * (1 + 1e-9)


def test_by_l1_the_steepest_coordinate_is_found():
    one = W[:, :1]
    found = local_lipschitz(lambda rows: rows @ one, X, 0.1, norm="l1", steps=400)
    assert found.ratios.min() > 0.99 * np.abs(one).max()


def divergence(own, other):
    return (own * np.log(own / other)).sum(axis=1)


def softmax(scores):
    powers = np.exp(scores)
    return powers / powers.sum(axis=1, keepdims=True)


def test_the_divergence_of_what_was_found_has_the_ratio():
    found = local_lipschitz(lambda rows: softmax(rows @ W), X, 0.1, top="kl")
    lengths = np.abs(found.points - X).max(axis=1)
    expected = divergence(softmax(X @ W), softmax(found.points @ W)) / lengths
    assert found.ratios == pytest.approx(expected, rel=1e-6)
    assert found.ratios.min() > 0


@pytest.mark.parametrize("top", ["l1", "kl"])
def test_what_a_gradient_found_lies_in_the_ball_and_the_bounds_and_has_the_ratio(top):
    module = module_of(lambda scores: scores).double()
    inside = np.clip(X, -1.5, 1.5)
    found = local_lipschitz(module, inside, 0.2, top=top, bounds=(-1.5, 1.5))
    lengths = np.abs(found.points - inside).max(axis=1)
    assert (lengths <= 0.2 * (1 + 1e-9)).all()
    assert np.abs(found.points).max() <= 1.5
    if top == "l1":
        expected = np.abs(found.points @ W - inside @ W).sum(axis=1)
    else:
        expected = divergence(softmax(inside @ W), softmax(found.points @ W))
    assert found.ratios == pytest.approx(expected / lengths, rel=1e-6)


def test_a_gradient_is_followed_from_five_starts():
    asked = []
    local_lipschitz(module_of(lambda scores: asked.append(1) or scores), X, 0.1, steps=3)
    assert len(asked) == 1 + 5 * (3 + 1)


def test_what_was_found_lies_in_the_ball_and_has_the_ratio():
    inside = np.clip(X, -1.5, 1.5)
    found = local_lipschitz(lambda rows: np.tanh(rows @ W), inside, 0.2, bounds=(-1.5, 1.5))
    lengths = np.abs(found.points - inside).max(axis=1)
    assert (lengths <= 0.2 * (1 + 1e-12)).all()
    assert np.abs(found.points).max() <= 1.5
    again = np.abs(np.tanh(found.points @ W) - np.tanh(inside @ W)).sum(axis=1) / lengths
    assert found.ratios == pytest.approx(again)


def test_a_gradient_reaches_the_constant():
    torch = pytest.importorskip("torch")
    module = torch.nn.Linear(8, 3)
    with torch.no_grad():
        module.weight.copy_(torch.tensor(W.T))
    module.train()
    found = local_lipschitz(module, X, 0.1)
    assert found.search == "gradient"
    assert module.training
    assert found.value.value == pytest.approx(largest(), rel=0.05)
    assert (found.ratios <= largest() * 1.001).all()
    assert np.abs(found.points - X).max() <= 0.1 * 1.001
    with pytest.raises(MohsError, match="L_inf"):
        local_lipschitz(module, X, 0.1, norm="l2")
    assert local_lipschitz(module, X, 0.1, top="kl").value.value > 0
    assert local_lipschitz(module, X, 0.1, steps=1, random_state=2**70).value.value > 0


def module_of(change):
    """A torch module whose scores are those of a linear layer, changed."""
    torch = pytest.importorskip("torch")

    class Module(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = torch.nn.Linear(8, 3, bias=False)
            with torch.no_grad():
                self.layer.weight.copy_(torch.tensor(W.T))

        def forward(self, rows):
            return change(self.layer(rows))

    return Module()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda scores: scores * np.nan, "NaN or infinite"),
        (lambda scores: scores / 0, "NaN or infinite"),
        (lambda scores: scores[:, 0], "wrong shape"),
        (lambda scores: scores[:2], "wrong shape"),
        (lambda scores: (scores,), "gives a tuple"),
        (lambda scores: 1 // 0, "ZeroDivisionError"),
    ],
    ids=["nan", "infinite", "flat", "few", "tuple", "raises"],
)
def test_a_module_without_scores_is_told_and_left_as_it_was(change, said):
    module = module_of(change)
    module.layer.eval()
    with pytest.raises(ClassifierFault, match=said):
        local_lipschitz(module, X, 0.1)
    assert (module.training, module.layer.training) == (True, False)


def test_a_module_is_climbed_where_gradients_are_off_and_where_it_writes_into_its_rows():
    torch = pytest.importorskip("torch")
    linear = module_of(lambda scores: scores).layer
    plain = local_lipschitz(linear, X, 0.1)
    with torch.no_grad():
        assert local_lipschitz(linear, X, 0.1).ratios.tolist() == plain.ratios.tolist()
    writes, keeps = (torch.nn.Sequential(torch.nn.ReLU(inplace=way), linear) for way in (True, False))
    assert local_lipschitz(writes, X, 0.1).ratios.tolist() == local_lipschitz(keeps, X, 0.1).ratios.tolist()


def test_divergence_is_zero_where_nothing_changes():
    found = local_lipschitz(lambda rows: np.full((len(rows), 2), 0.5), X, 0.1, top="kl", steps=5)
    assert found.value.value == 0


@pytest.mark.parametrize("eps", [0.0, -1.0, float("inf"), "x", True])
def test_a_ball_has_a_radius(eps):
    with pytest.raises(MohsError):
        local_lipschitz(lambda rows: rows, X, eps)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"top": "l2"}, "top is unknown"),
        ({"steps": -3}, "steps is no whole number"),
        ({"steps": 1.5}, "steps is no whole number"),
        ({"random_state": -1}, "no whole number from 0"),
        ({"bounds": (-1.5, np.inf)}, "points lie outside the bounds"),
        ({"bounds": (9, 0)}, "bounds are two numbers, the lower one first"),
        ({"bounds": (0, 0)}, "bounds are two numbers, the lower one first"),
    ],
    ids=str,
)
def test_an_option_that_means_nothing_is_refused(options, said):
    with pytest.raises(MohsError, match=said):
        local_lipschitz(lambda rows: rows @ W, X, 0.1, **options)


@pytest.mark.parametrize(
    "rows", [X[0], X[:0], X * np.nan, "abc", [["a"]]], ids=["one", "none", "nan", "text", "texts"]
)
def test_points_that_are_no_rows_of_numbers_are_not_the_classifiers_fault(rows):
    with pytest.raises(MohsError, match="the points are rows"):
        local_lipschitz(lambda given: given @ W, rows, 0.1)


def test_a_classifier_that_writes_into_its_rows_moves_no_point():
    def scores(rows):
        found = rows @ W
        rows[:] = 0
        return found

    before = X.copy()
    assert (
        local_lipschitz(scores, X, 0.1).ratios == local_lipschitz(lambda rows: rows @ W, X, 0.1).ratios
    ).all()
    assert (before == X).all()


def test_scores_must_be_numbers():
    with pytest.raises(ClassifierFault):
        local_lipschitz(lambda rows: rows * np.nan, X, 0.1)
    with pytest.raises(MohsError):
        local_lipschitz(lambda rows: rows, X[0], 0.1)


def test_at_a_prompt_it_is_a_number_with_its_n_and_how_it_was_searched():
    found = local_lipschitz(lambda rows: rows * [[1.0, 2.0]], [[0.0, 0.0], [1.0, 1.0]], eps=0.5, steps=2)
    assert repr(found) == f"LocalLipschitz({found.value.text(3)}; eps = 0.5 in linf, random search)"


def test_masked_points_are_refused():
    with pytest.raises(MohsError, match="values of X are masked"):
        local_lipschitz(lambda rows: rows, np.ma.masked_array([[0.5, 0.5]], [[True, False]]), 0.1)
