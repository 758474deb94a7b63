"""One cell, held against the same work done plainly."""

from dataclasses import replace

import numpy as np
import pytest

from grids import DATA, TABLE, Nearest, X, Y, experiment
from mohs.data.table import as_table
from mohs.errors import ClassifierFault, ModelError, MohsError
from mohs.noise.ball import Noise
from mohs.noise.grid import trial
from mohs.noise.grid.estimators import read_model
from mohs.noise.grid.experiment import Cell
from mohs.noise.grid.trial import Data, carry_out, seeds_of, split_of, training_rows
from mohs.noise.norm import as_norm

LINF = as_norm("linf")


@pytest.mark.parametrize("share", [0.25, 0.26, 0.33])
def test_a_split_is_that_of_scikit_learn(share):
    selection = pytest.importorskip("sklearn.model_selection")
    asked = experiment(test_size=share)
    train, test = split_of(DATA, asked, 1)
    theirs = selection.train_test_split(X, Y, test_size=share, random_state=seeds_of(asked, 1).split)
    assert [train.X.tolist(), test.X.tolist(), train.y.tolist(), test.y.tolist()] == [
        part.tolist() for part in theirs
    ]


def test_a_stratified_split_keeps_the_share_of_every_label():
    train, test = split_of(DATA, experiment(stratify=True), 0)
    assert np.bincount(test.y).tolist() == [round(count * 0.25) for count in np.bincount(Y)]
    assert sorted(map(tuple, np.concatenate([train.X, test.X]))) == sorted(map(tuple, X))


def test_given_test_rows_are_used_by_every_run():
    data = Data(TABLE.take(np.arange(40)), TABLE.take(np.arange(40, 60)))
    for run in (0, 1):
        train, test = split_of(data, experiment(test_size=None), run)
        assert (len(train), len(test)) == (40, 20)


@pytest.mark.parametrize("training", ["plain", "repeated", "noisy"])
def test_a_model_may_write_into_what_it_is_fitted_to(training):
    data = Data(TABLE.take(np.arange(40)), TABLE.take(np.arange(40, 60)))
    asked, before = experiment(test_size=None), [TABLE.X.copy(), TABLE.y.copy(), data.table.y.copy()]
    train, _ = split_of(data, asked, 0)
    cell = Cell(0, "near", training, 0.1 if training == "noisy" else 0.0)
    rows, labels = training_rows(train, asked, cell, seeds_of(asked, 0), None)
    rows[:], labels[:] = -1, 0
    assert all(map(np.array_equal, [TABLE.X, TABLE.y, data.table.y], before))
    assert (data.table.X >= 0).all()


def test_a_split_that_cannot_be_trained_on_is_refused():
    lone = Data(as_table(np.arange(4.0)[:, None], [0, 1, 1, 1]))
    with pytest.raises(MohsError, match="stratify"):
        for run in range(20):
            split_of(lone, experiment(test_size=0.5), run)


def test_runs_have_seeds_of_their_own_and_the_papers_code_has_one_for_all():
    asked = experiment()
    drawn = {seed for run in range(5) for seed in vars(seeds_of(asked, run)).values()}
    assert len(drawn) == 15
    assert set(vars(seeds_of(experiment(noise="reference"), 3)).values()) == {3}


@pytest.mark.parametrize(
    ("training", "eps", "rows", "clean"),
    [
        ("plain", 0.0, 45, 45),
        ("repeated", 0.0, 135, 135),
        ("noisy", 0.05, 135, 0),
        ("with-clean", 0.05, 135, 45),
    ],
)
def test_every_way_of_training_has_its_rows(training, eps, rows, clean):
    asked = experiment(training=("noisy", "with-clean"), control=True)
    train, _ = split_of(DATA, asked, 0)
    made, labels = training_rows(train, asked, Cell(0, "near", training, eps), seeds_of(asked, 0), None)
    assert (len(made), len(labels)) == (rows, rows)
    known = {tuple(row) for row in train.X}
    assert sum(tuple(row) in known for row in made) == clean
    nearest = np.repeat(train.X, rows // 45, axis=0)
    assert np.abs(made - nearest).max() <= eps
    assert labels.tolist() == np.repeat(train.y, rows // 45).tolist()


def test_a_cell_counts_what_a_plain_loop_counts():
    asked = experiment()
    line = carry_out(DATA, asked, Cell(2, "near", "noisy", 0.05))
    seeds = seeds_of(asked, 2)
    train, test = split_of(DATA, asked, 2)
    noise = Noise(2, 0.05, LINF, seeds.noise, "train")
    model = Nearest()
    rows = np.concatenate([train.X + noise.rows(copy, 0, len(train)) for copy in range(3)])
    model.fit(rows, np.tile(train.y, 3))
    assert line["clean"] == (model.predict(test.X) == test.y).sum()
    for place, eps in enumerate(asked.eps_test):
        noise = Noise(2, eps, LINF, seeds.noise, "test")
        expected = [
            int((model.predict(test.X + noise.rows(c, 0, len(test))) == test.y).sum()) for c in (0, 1)
        ]
        assert line["noisy"][place] == expected
    assert (line["rows_train"], line["rows_fitted"], line["rows_test"]) == (45, 135, 15)


@pytest.mark.parametrize("values", [1, 12, 31])
def test_batches_change_no_count(monkeypatch, values):
    asked = experiment(at_edge="clip")
    cell = Cell(2, "near", "noisy", 0.05)
    whole = carry_out(DATA, asked, cell)
    monkeypatch.setattr(trial, "_BATCH_VALUES", values)
    assert {**carry_out(DATA, asked, cell), "cost": None} == {**whole, "cost": None}


def test_all_models_of_a_run_are_tested_with_the_same_rows():
    seen = {}

    class Spy(Nearest):
        def predict(self, rows):
            seen.setdefault(self.random_state, []).append(np.array(rows))
            return super().predict(rows)

    asked = experiment(models=(read_model("a", Spy()), read_model("b", Spy())))
    for cell in asked.cells():
        if cell.run == 0:
            carry_out(DATA, asked, cell)
    (asked_rows,) = seen.values()
    assert len(asked_rows) == 4
    assert all(rows.tolist() == asked_rows[0].tolist() for rows in asked_rows)


def test_a_cell_is_the_same_alone_and_again():
    asked = experiment()
    cell = Cell(1, "cut", "plain", 0.0)
    one, two = carry_out(DATA, asked, cell), carry_out(DATA, asked, cell)
    assert {**one, "cost": None} == {**two, "cost": None}


def test_reference_noise_is_shared_by_all_rows_and_by_training_and_test():
    asked = experiment(noise="reference", eps_test=(0.05,), copies=3)
    train, _ = split_of(DATA, asked, 0)
    made, _ = training_rows(train, asked, Cell(0, "near", "noisy", 0.05), seeds_of(asked, 0), None)
    offsets = made.reshape(45, 3, 2) - train.X[:, None]
    assert np.abs(offsets - offsets[0]).max() < 1e-12
    assert len(carry_out(DATA, asked, Cell(0, "near", "noisy", 0.05))["noisy"][0]) == 3


def test_scaled_noise_is_large_where_columns_are_wide():
    wide = as_table(X * [1, 100], Y)
    asked = experiment(scale="min-max")
    train, _ = split_of(Data(wide), asked, 0)
    from mohs.noise.scaling import scaling_of

    made, _ = training_rows(
        train, asked, Cell(0, "near", "noisy", 0.05), seeds_of(asked, 0), scaling_of(wide, "min-max")
    )
    offsets = np.abs(made - np.repeat(train.X, 3, axis=0)).max(axis=0)
    width = wide.high - wide.low
    assert (offsets <= 0.05 * width * (1 + 1e-9)).all()
    assert (offsets > 0.04 * width).all()


def test_at_the_edge_rows_are_clipped_and_counted():
    asked = experiment(at_edge="clip", eps_test=(0.4,))
    line = carry_out(DATA, asked, Cell(0, "near", "noisy", 0.05))
    assert line["affected"][0] > 0


def test_float32_rows_stay_float32():
    seen = set()

    class Spy(Nearest):
        def fit(self, rows, y):
            seen.add(rows.dtype)
            return super().fit(rows, y)

    single = replace(TABLE, X=TABLE.X.astype(np.float32))
    asked = experiment(models=(read_model("a", Spy()),))
    carry_out(Data(single), asked, Cell(0, "a", "noisy", 0.05))
    assert seen == {np.dtype(np.float32)}


def test_a_model_that_makes_its_own_noise_is_told_which():
    told = []

    class Own(Nearest):
        def set_params(self, **params):
            told.append(params)
            return self

    asked = experiment(models=(read_model("own", Own()),), training=("own",))
    line = carry_out(DATA, asked, Cell(0, "own", "own", 0.05))
    assert told == [{"eps": 0.05, "norm": "linf"}]
    assert line["rows_fitted"] == 45


def test_a_model_makes_no_noise_of_its_own_where_its_rows_are_noisy_already():
    told = []

    class Own(Nearest):
        def set_params(self, **params):
            told.append(params["eps"])
            return self

    asked = experiment(models=(read_model("own", Own()),), training=("own", "noisy"), copies_train=2)
    for training, eps in asked.fits():
        carry_out(DATA, asked, Cell(0, "own", training, eps))
    assert asked.fits() == [("plain", 0.0), ("own", 0.05), ("noisy", 0.05)]
    assert told == [0.0, 0.05, 0.0]


def test_a_model_that_makes_no_noise_is_named():
    asked = experiment(training=("own",))
    with pytest.raises(ModelError, match=r"'near' makes no noise of its own(.|\n)*parameters eps and norm"):
        carry_out(DATA, asked, Cell(0, "near", "own", 0.05))


def test_a_model_that_fails_is_named():
    class Broken(Nearest):
        def fit(self, rows, y):
            raise ValueError("too hard")

    asked = experiment(models=(read_model("broken", Broken()),))
    with pytest.raises(ClassifierFault, match=r"broken, plain, eps_train 0.0, run 0: .* too hard"):
        carry_out(DATA, asked, Cell(0, "broken", "plain", 0.0))
