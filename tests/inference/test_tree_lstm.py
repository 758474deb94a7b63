"""The tree autoencoder does what its equations say, one node at a time, and the same alone and beside others."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mohs.inference.steady import steady  # noqa: E402
from mohs.inference.tree_lstm import TreeLstm  # noqa: E402
from mohs.inference.trees import Forest, Tree  # noqa: E402

WORDS, WIDTH, HIDDEN = 12, 100, 64  # as large as sums over them must be to be steady
BY_TAG = [(), (), (0, 1, 2, 3), (4, 5, 6, 7, 8), (9, 10)]
SMALL = Tree((-1, 4, 1, 6), (0, 3, 2, 3), (0, 1, 2, 3), (0, 2, 0, 2))
LARGE = Tree((-1, 9, 3, -1, 0, 5, 8), (0, 4, 2, 3, 2, 3, 1), (0, 2, 1, 1, 2, 3, 2), (0, 2, 0, 2, 3, 3, 0))
LONE = Tree((-1,), (0,), (0,), (0,))


@pytest.fixture
def network():
    """One with random weights, in double precision."""
    torch.manual_seed(0)
    vectors = np.random.default_rng(0).normal(size=(WORDS, WIDTH)).astype(np.float32)
    made = TreeLstm(vectors, BY_TAG, relations=4, hidden=HIDDEN, embedding=50).double()
    with torch.no_grad():
        made.bias.normal_()
    return made.requires_grad_(False)


def given(network, tree, node):
    word = tree.words[node]
    return network.vectors[word] if word >= 0 else network.unknown[tree.tags[node]]


def encoded(network, tree, node=0):
    """Tai, Socher and Manning 2015, equations 2 to 8, for one node and, before it, its children."""
    x = torch.cat([given(network, tree, node), network.relation[tree.relations[node]]])
    children = [encoded(network, tree, k) for k in range(1, len(tree)) if tree.heads[k] == node]
    h_sum = sum((h for h, _ in children), torch.zeros(HIDDEN).double())
    i, o, u = (network.gates.weight @ torch.cat([x, h_sum]) + network.gates.bias).split(HIDDEN)
    c = torch.sigmoid(i) * torch.tanh(u)
    for h_k, c_k in children:
        f_k = torch.sigmoid(
            network.forget_node.weight @ x + network.forget_node.bias + network.forget_child.weight @ h_k
        )
        c = c + f_k * c_k
    return torch.sigmoid(o) * torch.tanh(c), c


def told(network, tree, context, words, node):
    """What a node is told by, and its state and cell: from those of its head, down from the text."""
    if node == 0:
        h, c = context, torch.tanh(network.cell.weight @ context + network.cell.bias)
        return network.out.weight @ h + network.out.bias, h, c
    head = tree.heads[node]
    _, h, c = told(network, tree, context, words, head)
    left = [k for k in range(1, node) if tree.heads[k] == head]
    sibling = words[left[-1]] if left else torch.zeros(WIDTH).double()
    label = network.relation[tree.relations[node]] + network.tag[tree.tags[node]]
    read = torch.cat([words[head], sibling, label, h])
    i, f, o, u = (network.step.weight @ read + network.step.bias).split(HIDDEN)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(u)
    h = torch.sigmoid(o) * torch.tanh(c)
    return network.out.weight @ h + network.out.bias, h, c


@pytest.mark.parametrize("trees", [[SMALL], [LARGE], [LONE], [SMALL, LONE, LARGE]])
def test_texts_are_encoded_as_the_equations_say(network, trees):
    expected = torch.stack([encoded(network, tree)[0] for tree in trees])
    assert torch.allclose(network.encode(Forest(trees)), expected, atol=1e-12)


@pytest.mark.parametrize("trees", [[SMALL], [LARGE], [LONE], [SMALL, LONE, LARGE]])
def test_words_are_told_as_the_equations_say(network, trees):
    forest = Forest(trees)
    context = network.encode(forest)
    expected = [
        told(network, tree, context[k], [given(network, tree, n) for n in range(len(tree))], node)[0]
        for k, tree in enumerate(trees)
        for node in range(len(tree))
    ]
    assert torch.allclose(network.decode(forest, context, network.given(forest)), torch.stack(expected))


def test_what_was_told_is_given_to_what_comes_behind(network):
    """Told alone, a text is told by the words told so far: the same as if these had been given."""
    forest = Forest([LARGE, SMALL])
    context, words = network.encode(forest), network.given(forest)
    given_later = words.clone()

    def choose(nodes, by):
        new = network.most_likely(forest)(nodes, by)
        given_later[nodes] = new
        return new

    alone = network.decode(forest, context, words, choose)
    assert not torch.equal(given_later, words)
    assert torch.allclose(alone, network.decode(forest, context, given_later))
    for tag, rows in enumerate(network.by_tag):
        for node in np.flatnonzero(forest.tags == tag) if len(rows) else ():
            best = rows[int(network.scores(alone[[node]], tag).argmax())]
            assert torch.equal(given_later[node], network.vectors[best])


def test_classes_are_the_words_that_their_tag_may_have(network):
    forest = Forest([LARGE])
    found = {
        int(node): network.by_tag[tag][place]
        for tag, nodes, places in network.classes(forest)
        for node, place in zip(nodes, places, strict=True)
    }
    # node 3 has no vector, and 6 a tag that is not told
    assert found == {1: 9, 2: 3, 4: 0, 5: 5}


def test_the_likely_words_of_a_node_are_the_best_of_its_tag_without_its_own(network):
    forest = Forest([LARGE])
    by = network.decode(forest, network.encode(forest), network.given(forest))
    (likely,) = network.likely([LARGE], [3])
    for node in range(len(LARGE)):
        rows = network.by_tag[LARGE.tags[node]]
        if not len(rows):
            assert likely[node] == []
            continue
        scores = network.scores(by[[node]], LARGE.tags[node])[0]
        order = [int(rows[k]) for k in torch.argsort(scores, descending=True)]
        assert likely[node] == [word for word in order if word != LARGE.words[node]][:3]


def random_trees(count, seed):
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        size = int(random.integers(1, 30))
        tags = (0, *random.integers(2, 5, size).tolist())
        words = tuple(int(random.choice([-1, *BY_TAG[tag]])) if tag else -1 for tag in tags)
        heads = (0, *(int(random.integers(0, k)) for k in range(1, size + 1)))
        made.append(Tree(words, tags, (0, *random.integers(1, 4, size).tolist()), heads))
    return made


def test_a_text_is_encoded_and_told_the_same_alone_and_beside_others_bit_by_bit(network):
    network.float()
    steady(network, torch.get_num_threads())
    trees = random_trees(40, seed=1)
    forest = Forest(trees)
    context = network.encode(forest)
    by = network.decode(forest, context, network.given(forest))
    freely = network.decode(forest, context, network.given(forest), network.most_likely(forest))
    likely = network.likely(trees, [2] * len(trees))
    for k, tree in enumerate(trees):
        alone = Forest([tree])
        start = forest.texts[k]
        own = network.encode(alone)
        assert torch.equal(own[0], context[k])
        here = slice(start, start + len(tree))
        assert torch.equal(network.decode(alone, own, network.given(alone)), by[here])
        free = network.decode(alone, own, network.given(alone), network.most_likely(alone))
        assert torch.equal(free, freely[here])
        assert network.likely([tree], [2]) == [likely[k]]
