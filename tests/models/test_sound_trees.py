"""Trees in a skops file open without a flag where they are sound, and are refused where one is not."""

import numpy as np
import pytest

pytest.importorskip("sklearn")
pytest.importorskip("skops")

from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures
from sklearn.tree import DecisionTreeClassifier
from skops import io

from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.sklearn import open_sklearn
from mohs.models.sound_trees import are_sound

X = np.random.default_rng(0).random((60, 3))
Y = (X.sum(axis=1) > 1.5).astype(int)
DECISIONS = [
    DecisionTreeClassifier(),
    RandomForestClassifier(3),
    ExtraTreesClassifier(3),
    GradientBoostingClassifier(n_estimators=3),
    AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=3),
    BaggingClassifier(n_estimators=3, max_features=2),
    make_pipeline(PolynomialFeatures(), DecisionTreeClassifier()),
]
NEIGHBOURS = [
    KNeighborsClassifier(1, leaf_size=5, algorithm=algorithm, metric=metric)
    for algorithm, metric in [("kd_tree", "euclidean"), ("ball_tree", "manhattan"), ("kd_tree", "chebyshev")]
]


def named(estimators):
    return pytest.mark.parametrize("estimator", estimators, ids=lambda one: str(one)[:40])


@named(DECISIONS + NEIGHBOURS)
def test_what_scikit_learn_made_opens_without_a_flag(tmp_path, estimator):
    fitted = estimator.fit(X, Y)
    assert are_sound(fitted)
    io.dump(fitted, tmp_path / "m.skops")
    opened = open_sklearn(str(tmp_path / "m.skops"), Opening(row_shape=(3,)))
    assert opened.row_labels(X).tolist() == fitted.predict(X).tolist()


def with_node(tree, place, **values):
    state = tree.__getstate__()
    for name, value in values.items():
        state["nodes"][name][place] = value
    tree.__setstate__(state)


@pytest.mark.parametrize(
    "values",
    [{"left_child": 10**6}, {"right_child": -7}, {"left_child": 0}, {"feature": 3}, {"feature": -5}],
    ids=str,
)
def test_a_node_that_points_beyond_is_found_in_a_forest(values):
    forest = RandomForestClassifier(3, random_state=0).fit(X, Y)
    with_node(forest.estimators_[1].tree_, 0, **values)
    assert not are_sound(forest)


def test_more_nodes_than_there_are_and_fewer_columns_than_a_tree_asks_for_are_found():
    tree = DecisionTreeClassifier(random_state=0).fit(X, Y)
    state = tree.tree_.__getstate__()
    tree.tree_.__setstate__({**state, "node_count": 10**6})
    assert not are_sound(tree)
    forest = RandomForestClassifier(3, random_state=0).fit(X, Y)
    forest.n_features_in_ = 1
    assert not are_sound(forest)
    del forest.n_features_in_
    assert are_sound(forest)
    assert not are_sound([one.tree_ for one in forest.estimators_])


@named(NEIGHBOURS[:2])
@pytest.mark.parametrize("what", ["order", "rows", "leaf", "nodes"])
def test_neighbours_that_are_not_there_are_found(estimator, what):
    fitted = estimator.fit(X, Y)
    state = list(fitted._tree.__getstate__())
    if what == "order":
        state[1][0] = 10**6
    elif what == "rows":
        state[2]["idx_end"][0] = 10**6
    elif what == "leaf":
        state[2]["is_leaf"][-1] = 0
    else:
        state[6] += 1
    fitted._tree.__setstate__(tuple(state))
    assert not are_sound(fitted)


def test_a_file_with_such_a_tree_is_refused_unless_its_maker_is_trusted(tmp_path):
    tree = DecisionTreeClassifier(random_state=0).fit(X, Y)
    with_node(tree.tree_, 0, feature=3)
    io.dump(tree, tmp_path / "m.skops")
    with pytest.raises(ModelError, match=r"points beyond(.|\n)*trust sklearn.tree._tree.Tree$"):
        open_sklearn(str(tmp_path / "m.skops"), Opening(row_shape=(3,)))
    trusted = Opening(row_shape=(3,), trust=("sklearn.tree._tree.Tree",))
    assert open_sklearn(str(tmp_path / "m.skops"), trusted).own_labels
