"""A tree autoencoder learns to tell its texts again, the same from the same seed."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mohs.errors import MohsError  # noqa: E402
from mohs.inference.tree_lstm import TreeLstm  # noqa: E402
from mohs.inference.trees import Forest, Tree  # noqa: E402
from mohs.training.tree_autoencoder import Settings, Trainer, batches, loss_of, told_right  # noqa: E402

BY_TAG = [(), (), tuple(range(4)), tuple(range(4, 10))]
# (subject, verb, object): the verb is the head of both
TREES = [
    Tree((-1, subject, verb, subject), (0, 2, 3, 2), (0, 1, 2, 3), (0, 2, 0, 2))
    for subject in range(4)
    for verb in range(4, 10)
]


def network(seed=0):
    torch.manual_seed(seed)
    vectors = np.random.default_rng(0).normal(size=(10, 8)).astype(np.float32)
    return TreeLstm(vectors, BY_TAG, relations=4, hidden=64, embedding=4)


def trained(epochs, **settings):
    made = network()
    trainer = Trainer(
        made, TREES, Settings(hidden=64, epochs=epochs, nodes=24, learning_rate=0.02, **settings)
    )
    return made, [trainer.run_epoch() for _ in range(epochs)]


def test_it_learns_to_tell_its_texts_again_from_one_vector():
    made, losses = trained(30)
    assert losses[-1] < 0.1 * losses[0]
    for alone in (True, False):
        assert told_right(made, TREES, 24, alone=alone).tolist() == [[3, 3]] * len(TREES)
    assert told_right(network(), TREES, 24, alone=True).sum(0)[0] < 40


def test_the_same_seed_gives_the_same_weights_and_another_seed_others():
    weights = [
        [w.detach().clone() for w in trained(2, seed=seed)[0].parameters()] for seed in (0, 0, 1)
    ]  # fmt: skip
    assert all(map(torch.equal, weights[0], weights[1]))
    assert not all(map(torch.equal, weights[0], weights[2]))


def test_the_loss_is_the_surprise_at_each_word_among_those_of_its_tag():
    made = network().requires_grad_(False)
    forest = Forest(TREES[:3])
    loss, count = loss_of(made, forest, np.zeros(len(forest), bool))
    by = made.decode(forest, made.encode(forest), made.given(forest))
    expected = 0.0
    for node, (word, tag) in enumerate(zip(forest.words, forest.tags, strict=True)):
        if tag:
            shares = torch.log_softmax(made.scores(by[[node]], tag)[0], 0)
            expected -= float(shares[BY_TAG[tag].index(word)])
    assert count == 9
    assert float(loss) == pytest.approx(expected, rel=1e-5)


def test_a_word_that_is_untold_is_not_given_to_what_comes_behind_it():
    made = network().requires_grad_(False)
    untold = np.array([False, False, True, False])
    first, second = (
        Tree((-1, 0, verb, 0), TREES[0].tags, TREES[0].relations, TREES[0].heads) for verb in (4, 5)
    )
    context = made.encode(Forest([first]))
    hidden = made.unknown[torch.from_numpy(Forest([first]).tags)]
    told = [
        made.decode(
            Forest([tree]),
            context,
            torch.where(torch.from_numpy(untold)[:, None], hidden, made.given(Forest([tree]))),
        )
        for tree in (first, second)
    ]
    assert torch.equal(*told)


def test_batches_hold_every_tree_once_and_no_more_nodes_than_they_may():
    order = np.array([2, 0, 1, 3])
    assert list(batches(TREES[:4], order, 8)) == [[2, 0], [1, 3]]
    assert list(batches(TREES[:4], order, 1)) == [[2], [0], [1], [3]]
    assert list(batches([], np.array([], int), 8)) == []


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"hidden": 100}, "multiple of 64"),
        ({"hidden": 0}, "hidden"),
        ({"epochs": 0}, "epochs"),
        ({"learning_rate": 0.0}, "above 0"),
        ({"learning_rate": float("nan")}, "above 0"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(changes, named):
    with pytest.raises(MohsError, match=named):
        Settings(**changes)
