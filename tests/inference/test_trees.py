"""A forest is gone through in an order in which what is needed is always there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.inference.trees import Forest, Tree


def tree(heads):
    """A tree with these heads; words, tags and relations are the numbers of the nodes."""
    numbers = tuple(range(len(heads)))
    return Tree(numbers, numbers, numbers, tuple(heads))


@st.composite
def trees(draw):
    """Any tree: each node, in some order, hangs on one that is there already."""
    count = draw(st.integers(1, 12))
    order = draw(st.permutations(range(1, count)))
    heads, there = [0] * count, [0]
    for node in order:
        heads[node] = draw(st.sampled_from(there))
        there.append(node)
    return tree(heads)


@given(st.lists(trees(), min_size=1, max_size=4))
def test_a_node_comes_behind_its_head_and_along_also_behind_its_left_sibling(some):
    forest = Forest(some)
    for order, siblings in ((forest.down(), False), (forest.along(), True)):
        seen = set()
        for level, nodes in enumerate(order):
            if level:
                assert {int(forest.heads[node]) for node in nodes} <= seen
                left = {int(forest.before[node]) for node in nodes} - {-1}
                assert not siblings or left <= seen
            seen |= set(nodes.tolist())
        assert seen == set(range(len(forest)))


@given(st.lists(trees(), min_size=1, max_size=4))
def test_going_up_each_node_comes_once_with_all_its_children_behind_them(some):
    forest = Forest(some)
    children = {
        node: [k for k in range(len(forest)) if forest.heads[k] == node and k not in forest.texts]
        for node in range(len(forest))
    }
    seen = []
    for nodes, below, places in forest.up():
        found = {node: [] for node in nodes.tolist()}
        for child, place in zip(below.tolist(), places.tolist(), strict=True):
            found[int(nodes[place])].append(child)
        assert found == {node: children[node] for node in nodes.tolist()}
        assert set(below.tolist()) <= set(seen)
        assert list(places) == sorted(places)
        seen += nodes.tolist()
    assert sorted(seen) == list(range(len(forest)))


def test_the_left_sibling_is_the_nearest_node_to_the_left_under_the_same_head():
    forest = Forest([tree([0, 2, 0, 2, 2]), tree([0, 0])])
    assert forest.before.tolist() == [-1, -1, -1, 1, 3, -1, -1]
    assert forest.heads.tolist() == [0, 2, 0, 2, 2, 5, 5]
    assert forest.texts.tolist() == [0, 5]


@pytest.mark.parametrize("way", ["down", "along"])
def test_a_text_without_words_is_one_node(way):
    forest = Forest([tree([0])])
    assert [nodes.tolist() for nodes in getattr(forest, way)()] == [[0]]
    ((nodes, below, _),) = forest.up()
    assert nodes.tolist() == [0]
    assert below.tolist() == []


def test_many_siblings_and_a_deep_chain_are_gone_through():
    count = 2000
    wide, deep = tree([0] * count), tree([0, *range(count - 1)])
    assert len(list(Forest([wide]).along())) == count
    assert len(list(Forest([deep]).down())) == count
    assert len(list(Forest([deep]).up())) == count
    assert np.concatenate(list(Forest([wide]).down())).tolist() == list(range(count))
