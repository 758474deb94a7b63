"""A vector that is moved is told as words; the same alone and beside others; gradients reach the vector."""

from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from fakes import Vectors  # noqa: E402
from mohs.inference.adam import descend  # noqa: E402
from mohs.inference.descent import Descent, Objective, Start  # noqa: E402
from mohs.inference.steady import steady  # noqa: E402
from mohs.inference.substitution import Substitution  # noqa: E402
from mohs.inference.tree_decoding import AHEAD, LANES, Decoding  # noqa: E402
from mohs.inference.tree_lstm import TreeLstm  # noqa: E402
from mohs.inference.trees import Tree  # noqa: E402

NAMES = ("film", "plot", "book", "actor", "good", "bad", "dull", "lovely", "fine")
BY_TAG = [(), (), (0, 1, 2, 3), (4, 5, 6, 7, 8)]
NOUN, ADJECTIVE = 2, 3
# What the classifier reads: the logit of "positive" is the sum of the words' numbers.
NUMBERS = {
    "film": [0.2], "plot": [-0.3], "book": [0.1], "actor": [-0.1], "good": [2.0], "bad": [-2.0], "dull": [-1.0],
    "lovely": [1.5], "fine": [1.0],
}  # fmt: skip


@pytest.fixture(scope="module")
def network():
    torch.manual_seed(3)
    vectors = np.random.default_rng(0).normal(size=(len(NAMES), 100)).astype(np.float32)
    made = TreeLstm(vectors, BY_TAG, relations=4, hidden=64, embedding=50)
    with torch.no_grad():
        made.out.weight *= 4
        made.step.weight *= 4
        made.bias.normal_()
    made.requires_grad_(False)
    steady(made, torch.get_num_threads())
    return made


def decoding(network, words, heads=None, **changes):
    """Every word a place with all words of its part of speech; by default each depends on the next one."""
    numbers = [NAMES.index(word) for word in words]
    tags = [NOUN if number < 4 else ADJECTIVE for number in numbers]
    heads = heads or [*range(2, len(words) + 1), 0]
    tree = Tree((-1, *numbers), (0, *tags), (0, *tags), (0, *heads))
    some = [
        (number, *(other for other in BY_TAG[tag] if other != number))
        for number, tag in zip(numbers, tags, strict=True)
    ]
    places = Substitution(
        tuple(tuple(NAMES[k] for k in one) for one in some), ("", *[" "] * (len(words) - 1)), ""
    )
    made = Decoding(places, network, tree, tuple(range(1, len(words) + 1)), tuple(some))
    return replace(made, **changes)


TEXTS = ["good film", "lovely dull plot", "book", "fine actor good film", "bad lovely fine dull good book"]
SOME = [text.split() for text in TEXTS]


def moves_of(*decodings):
    return Decoding.together(decodings, Vectors(NUMBERS))


def twin(one, z, gradients=None):
    """The chosen words and, for gradients at the places, the gradient at z: node by node, in plain torch."""
    net, tree, tau = one.network, one.tree, one.temperature
    from mohs.inference.trees import Forest

    forest = Forest([tree])
    context = net.encode(forest)[0]

    def tell(vector, choose):
        words = [
            net.vectors[w] if w >= 0 else net.unknown[t] for w, t in zip(tree.words, tree.tags, strict=True)
        ]
        states = {0: (vector, torch.tanh(net.cell.weight @ vector + net.cell.bias))}
        left = list(range(1, len(tree)))
        while left:
            node = next(
                k for k in left if tree.heads[k] in states
                and all(j in states for j in range(1, k) if tree.heads[j] == tree.heads[k])
            )  # fmt: skip
            left.remove(node)
            siblings = [j for j in range(1, node) if tree.heads[j] == tree.heads[node]]
            head_h, head_c = states[tree.heads[node]]
            read = torch.cat([
                words[tree.heads[node]], words[siblings[-1]] if siblings else torch.zeros(100),
                net.relation[tree.relations[node]] + net.tag[tree.tags[node]], head_h,
            ])  # fmt: skip
            i, f, o, u = (net.step.weight @ read + net.step.bias).split(64)
            c = torch.sigmoid(f) * head_c + torch.sigmoid(i) * torch.tanh(u)
            h = torch.sigmoid(o) * torch.tanh(c)
            states[node] = h, c
            place = one.nodes.index(node)
            rows = list(one.words[place])
            bias = torch.stack([net.bias_of(tree.tags[node])[BY_TAG[tree.tags[node]].index(k)] for k in rows])
            logits = net.vectors[rows] @ (net.out.weight @ h + net.out.bias) + bias
            words[node] = choose(place, logits, net.vectors[rows])

    ahead = {}

    def own(place, logits, vectors):
        ahead[place] = max(0.0, float(logits[1:].max() + AHEAD - logits[0]))
        return vectors[0]

    tell(context, own)
    chosen, softs = {}, {}
    moved = torch.tensor(z, requires_grad=True)

    def freely(place, logits, vectors):
        logits = logits + torch.tensor([ahead[place], *[0.0] * (len(logits) - 1)])
        soft = torch.softmax(logits / tau, 0)
        chosen[place] = int(logits.argmax())
        softs[place] = soft
        mixed = soft @ vectors
        return vectors[chosen[place]] + (mixed - mixed.detach())

    tell(context + moved, freely)
    point = tuple(chosen[k] for k in range(len(one.nodes)))
    if gradients is None:
        return point
    total = sum(
        (
            softs[k] * torch.tensor([NUMBERS[NAMES[row]][0] * float(gradients[k][0]) for row in one.words[k]])
        ).sum()
        for k in range(len(one.nodes))
    )
    return point, torch.autograd.grad(total, moved)[0].numpy()


def test_what_is_not_moved_stands_as_it_is(network):
    moves = moves_of(*(decoding(network, words) for words in SOME))
    start = moves.begin()
    points, offsets = moves.project(start)
    assert points == [(0,) * len(words) for words in SOME]
    assert [moves.text(k, point)[0] for k, point in enumerate(points)] == TEXTS
    assert start.shape == offsets.shape == (5, 64) and not start.any() and not offsets.any()
    assert moves.text(1, (0, 1, 2))[1] == [(0, 6), (7, 11), (12, 16)]


@pytest.mark.parametrize("temperature", [0.1, 1.0])
def test_words_and_gradients_are_those_of_a_decoder_that_goes_node_by_node(network, temperature):
    random = np.random.default_rng(1)
    heads = [None, None, None, [2, 4, 4, 0], [6, 6, 6, 3, 6, 0]]
    some = [
        decoding(network, words, one, temperature=temperature) for words, one in zip(SOME, heads, strict=True)
    ]
    moves = moves_of(*some)
    numbers = (2 * random.normal(size=(5, 64))).astype(np.float32)
    points, offsets = moves.project(numbers)
    assert np.array_equal(offsets, numbers)
    slopes = [random.normal(size=(len(words), 1)).astype(np.float32) for words in SOME]
    pulled = moves.pull(slopes)
    changed = 0
    for k, one in enumerate(some):
        point, gradient = twin(one, numbers[k], slopes[k])
        assert points[k] == point
        assert pulled[k] == pytest.approx(gradient, rel=1e-3, abs=1e-5)
        changed += sum(map(bool, point))
    assert changed >= 5 and np.abs(pulled).max() > 1e-4


def test_a_text_s_words_and_gradient_are_the_same_alone_and_beside_others_bit_by_bit(network):
    some = [decoding(network, words) for words in SOME * 5]
    numbers = (2 * np.random.default_rng(2).normal(size=(len(some), 64))).astype(np.float32)
    together = moves_of(*some)
    points, _ = together.project(numbers)
    slopes = [
        np.random.default_rng(k).normal(size=(len(one.nodes), 1)).astype(np.float32)
        for k, one in enumerate(some)
    ]
    pulled = together.pull(slopes)
    for k, one in enumerate(some):
        alone = moves_of(one)
        assert alone.project(numbers[[k]])[0] == [points[k]]
        assert np.array_equal(alone.pull([slopes[k]])[0], pulled[k])


def test_no_more_words_than_may_be_are_changed_and_those_that_lead_by_most_stay(network):
    random = np.random.default_rng(4)
    words = SOME[4]
    free = decoding(network, words)
    for _ in range(20):
        numbers = (3 * random.normal(size=(1, 64))).astype(np.float32)
        ((all_of,), _) = moves_of(free).project(numbers)
        ((some,), _) = moves_of(replace(free, most=2)).project(numbers)
        assert sum(map(bool, some)) == min(2, sum(map(bool, all_of)))
        assert all(few in (0, many) for few, many in zip(some, all_of, strict=True))
    ((none,), _) = moves_of(replace(free, most=0)).project(numbers)
    assert none == (0,) * 6


def objective(**changes):
    return replace(
        Objective(label=1, norm="squared-l2", weight=10.0, clip=None, steps=20, learning_rate=0.4), **changes
    )


def descents(network, **changes):
    return [
        Descent(Start(text), decoding(network, text.split(), **changes), objective())
        for text in TEXTS[:2] + TEXTS[3:]
    ]


def test_a_descent_leads_to_words_that_the_classifier_takes_for_the_other_label(network):
    reached = 0
    for found in descend(Vectors(NUMBERS), descents(network, temperature=1.0)):
        reached += bool(found.successes)
        assert found.path[0].step == 1
    assert reached >= 2


def test_descents_are_the_same_alone_and_beside_others_whatever_their_network_and_projection(network):
    other = Descent(
        Start("good film"),
        Substitution((("good", "bad"), ("film", "plot")), ("", " "), ""),
        objective(clip=0.5),
    )
    some = [*descents(network, temperature=1.0), other, *descents(network)]
    together = descend(Vectors(NUMBERS), some)
    assert together == [descend(Vectors(NUMBERS), [one])[0] for one in some]
    assert len({one.project.alike for one in some}) == 3


def test_a_projection_is_a_value(network):
    assert decoding(network, ["good", "film"]) == decoding(network, ["good", "film"])
    assert len({decoding(network, words) for words in SOME * 2}) == len(SOME)
    assert LANES % 16 == 0
