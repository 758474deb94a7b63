"""What a caller in Python gives of the wrong kind is told as a mistake, or taken where its meaning is plain."""

import inspect

import numpy as np
import pytest

import mohs
from mohs.errors import MohsError

X, Y = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [0.9, 1.0]]), [0, 0, 1, 1]
ROWS = [{"sentence": "A fine film.", "label": 1}, {"sentence": "A dull film.", "label": 0}]
LINEAR = "kit:sst2-linear"
SUITE = "suite:checklist?count=1"
WITHOUT = {"textbugger": {"similarity": "off"}, "textfooler": {"similarity": "off", "part_of_speech": "off"}}


class Told:
    classes_ = np.array([0, 1])

    def predict(self, rows):
        return (np.asarray(rows)[:, 0] > 0.5).astype(int)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: mohs.open_benchmark(None), "this is no path\n  got: None"),
        (lambda: mohs.compare(["a", "b"]), "this is no path"),
        (lambda: mohs.draw_report(3), "this is no path\n  got: 3"),
        (lambda: mohs.attack(LINEAR, ROWS, [3], task="sst2"), "this is no attack\n  got: 3"),
        (lambda: mohs.attack(LINEAR, ROWS, None, task="sst2"), "this is no attack\n  got: None"),
        (lambda: mohs.attack(LINEAR, ROWS, options=["textfooler"], task="sst2"), "options is no mapping"),
        (lambda: mohs.attack(LINEAR, ROWS, options={"textfooler": 3}, task="sst2"), "textfooler is no mapping"),
        (lambda: mohs.attack(LINEAR, ROWS, task=["sst2"]), "there is no task"),
        (lambda: mohs.attack(LINEAR, ROWS, task="sst2", encoder=3), "encoder is neither an address nor"),
        (lambda: mohs.attack(LINEAR, ROWS, task="sst2", fields=3), "fields is no list of names"),
        (lambda: mohs.read_examples(ROWS, "sst2", columns="sentence"), "columns is no mapping"),
        (lambda: mohs.read_examples(ROWS, "sst2", label=3), "no column 3"),
        (lambda: mohs.open_classifier(LINEAR, label_map=["negative"]), "label_map is no mapping"),
        (lambda: mohs.open_classifier(LINEAR, threads="2"), "threads is no whole number from 1\n  got: '2'"),
        (lambda: mohs.open_classifier(LINEAR, trust=3), "trust is no list of names"),
        (lambda: mohs.evaluate(LINEAR, SUITE, task=3), "task is no list of names"),
        (lambda: mohs.evaluate(LINEAR, SUITE, task=[]), "no task is named"),
        (lambda: mohs.audit(SUITE, public=3), "public is no mapping"),
        (lambda: mohs.export_to(["croissant"], SUITE, "x"), "there is no format"),
        (lambda: mohs.grid({}, X, Y, training=None), "at least one model"),
        (lambda: mohs.sample_ball(None, 2, 0.1, "l2", np.random.default_rng(0)), "n is no whole number from 0"),
        (lambda: mohs.with_noise("x", mohs.GaussianNoise(0.1)), "X is no array of rows of numbers"),
        (lambda: mohs.with_noise(X, mohs.GaussianNoise(0.1), copy=1.5), "copy is no whole number from 0"),
        (lambda: mohs.local_lipschitz(Told(), X, 0.1, bounds="0"), "bounds are two numbers"),
        (lambda: mohs.attack(LINEAR, ROWS, task="sst2", progress=3), "progress hears nothing\n  got: 3"),
        (lambda: mohs.evaluate(LINEAR, SUITE, progress="x"), "progress hears nothing"),
        (lambda: mohs.mscr(Told(), X, Y, eps=0.1, progress=3), "progress is no function\n  got: 3"),
        (lambda: mohs.grid({"a": Told()}, X, Y, progress=3), "progress is no function"),
        (lambda: mohs.train_paraphraser("x.csv", "out", progress=3), "progress is no function"),
        (lambda: mohs.train_tree_autoencoder("x.csv", "out", progress=3), "progress is no function"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_a_mistake(call, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MohsError) as told:
        call()
    assert said in str(told.value)
    assert not list(tmp_path.iterdir())


SEEDED = {
    "attack": lambda seed: mohs.attack(LINEAR, ROWS, task="sst2", random_state=seed),
    "cell_reliability": lambda seed: mohs.cell_reliability(Told(), X, Y, random_state=seed),
    "certify": lambda seed: mohs.certify(Told(), X, Y, eps=0.1, random_state=seed),
    "compare": lambda seed: mohs.compare("a", "b", random_state=seed),
    "corrupt": lambda seed: mohs.corrupt(np.zeros((1, 8, 8)), "snow", 1, random_state=seed),
    "corruption_error": lambda seed: mohs.corruption_error(Told(), np.zeros((4, 8, 8)), Y, random_state=seed),
    "evaluate": lambda seed: mohs.evaluate(LINEAR, SUITE, random_state=seed),
    "export_rounds": lambda seed: mohs.export_rounds("rounds", "out", random_state=seed),
    "grid": lambda seed: mohs.grid(Told(), X, Y, random_state=seed),
    "local_lipschitz": lambda seed: mohs.local_lipschitz(Told(), X, 0.1, random_state=seed),
    "mscr": lambda seed: mohs.mscr(Told(), X, Y, random_state=seed),
    "noise_cost": lambda seed: mohs.noise_cost(
        Told(), X, Y, noise=mohs.GaussianNoise(0.1), random_state=seed
    ),
    "score_predictions": lambda seed: mohs.score_predictions("p.jsonl", SUITE, random_state=seed),
    "separation": lambda seed: mohs.separation(X, Y, random_state=seed),
    "train_paraphraser": lambda seed: mohs.train_paraphraser("p.csv", "out", random_state=seed),
    "train_tree_autoencoder": lambda seed: mohs.train_tree_autoencoder("t.csv", "out", random_state=seed),
    "with_noise": lambda seed: mohs.with_noise(X, mohs.GaussianNoise(0.1), random_state=seed),
    "write_benchmark": lambda seed: mohs.write_benchmark("out", "b", "1", {}, random_state=seed),
}


def test_one_thing_has_one_name_in_every_function():
    functions = [getattr(mohs, name) for name in mohs.__all__]
    named = {
        name for one in functions if inspect.isroutine(one) for name in inspect.signature(one).parameters
    }
    assert {"random_state", "bounds", "progress", "out", "resume", "command"} <= named
    assert not named & {"seed", "low", "high", "tell"}


def test_every_function_that_takes_a_seed_is_looked_at():
    functions = {name: getattr(mohs, name) for name in mohs.__all__}
    seeded = {name for name, one in functions.items() if inspect.isroutine(one)
              and "random_state" in inspect.signature(one).parameters}  # fmt: skip
    assert seeded == set(SEEDED)


@pytest.mark.parametrize("name", sorted(SEEDED))
@pytest.mark.parametrize("seed", [-1, 1.5, True])
def test_a_seed_is_a_whole_number_from_0_wherever_it_is_taken(name, seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MohsError) as told:
        SEEDED[name](seed)
    assert str(told.value) == f"random_state is no whole number from 0\n  got: {seed!r}"
    assert not list(tmp_path.iterdir())


def test_one_stands_for_a_list_of_one_and_a_path_for_its_text(tmp_path):
    table = tmp_path / "rows.csv"
    table.write_text("a,b,label\n0,0,x\n1,1,y\n", encoding="utf-8")
    assert mohs.read_table(table, features="a").columns == ("a",)
    alone = mohs.attack(LINEAR, ROWS, "textbugger", task="sst2", fields="sentence", limit=np.int64(2))
    assert [row["n"] for row in alone.rows if row["metric"] == "accuracy"] == [2]


def test_what_is_trained_on_is_one_file_or_several(tmp_path):
    pytest.importorskip("transformers")
    with pytest.raises(MohsError, match="data is no list of names"):
        mohs.train_tree_autoencoder(3, tmp_path / "out")
    with pytest.raises(MohsError, match="where is no mapping"):
        mohs.train_paraphraser("pairs.csv", tmp_path / "out", where=["label"])
    with pytest.raises(MohsError, match="there is no file") as told:
        mohs.train_tree_autoencoder(tmp_path / "texts.csv", tmp_path / "out")
    assert str(tmp_path / "texts.csv") in str(told.value)


def test_a_function_hears_how_many_are_done_of_how_many_wherever_that_is_counted():
    heard = {"attack": [], "evaluate": [], "mscr": [], "grid": []}

    def hears(name):
        return lambda done, total: heard[name].append((done, total))

    mohs.attack(LINEAR, ROWS, task="sst2", encoder="none", options=WITHOUT, progress=hears("attack"))
    mohs.evaluate(LINEAR, SUITE, task="sst2", progress=hears("evaluate"))
    mohs.mscr(Told(), X, Y, eps=0.1, progress=hears("mscr"))
    tree = pytest.importorskip("sklearn.tree").DecisionTreeClassifier()
    mohs.grid({"a": tree}, [*X, *X, *X], Y * 3, runs=2, eps_train=0.1, eps_test=0.1, progress=hears("grid"))
    assert heard["attack"] == [(done, 4) for done in range(5)]
    for told in heard.values():
        assert (
            told
            and told[-1][0] == told[-1][1]
            and [done for done, _ in told] == sorted(done for done, _ in told)
        )
