"""The file of a grid: what it may say, and one message for what it may not."""

import pytest

from mohs.errors import MohsError
from mohs.noise.grid.experiment_file import KEYS, read_experiment

GOOD = """
data: flowers.csv
label: species
models:
  forest: {sklearn: ensemble.RandomForestClassifier, n_estimators: 10}
eps_train: [0, eps_min, 0.5 * eps_min, 0.1]
bounds: [0, 1]
training: with-clean
runs: 3
"""


def write(tmp_path, text):
    path = tmp_path / "experiment.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_says_what_is_asked_for(tmp_path):
    asked = read_experiment(write(tmp_path, GOOD))
    assert asked.data == tmp_path / "flowers.csv"
    assert asked.models == {"forest": {"sklearn": "ensemble.RandomForestClassifier", "n_estimators": 10}}
    assert asked.options["eps_train"] == [0, "eps_min", "0.5 * eps_min", 0.1]
    assert asked.options["bounds"] == (0.0, 1.0)
    assert asked.options["training"] == ("with-clean",)
    assert (asked.options["runs"], asked.options["copies"]) == (3, 10)
    assert set(KEYS) == {"data", "test", "models", *asked.options}


def test_columns_are_named_and_a_path_may_be_a_text(tmp_path):
    path = write(tmp_path, GOOD + "features: [width, length]\ntest: more.csv\n")
    asked = read_experiment(str(path))
    assert asked.options["features"] == ("width", "length")
    assert (asked.path, asked.test) == (path, tmp_path / "more.csv")
    assert read_experiment(write(tmp_path, GOOD)).options["features"] == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "describes no grid"),
        ("- 1", "describes no grid"),
        ("data: [", "experiment.yaml:1: not YAML"),
        (GOOD + "models: {a: {python: x}}\n", "experiment.yaml:10: the key 'models' stands there twice"),
        (GOOD + "data: 2020-13-45\n", "experiment.yaml:10: the key 'data' stands there twice"),
        (
            GOOD.replace("flowers.csv", "010").replace("[0, eps_min,", "[0, {},"),
            "experiment.yaml:6: eps_train.1 cannot",
        ),
        (GOOD.replace("runs: 3", "run: 3"), "did you mean runs"),
        (GOOD.replace("data: flowers.csv", ""), "'data' is missing"),
        (GOOD.replace("models:", "model:"), r"there is no key 'model'(.|\n)*did you mean models"),
        (GOOD.replace("runs: 3", "runs: 0"), "experiment.yaml:9: runs cannot be used"),
        (GOOD.replace("runs: 3", "runs: '3'"), "runs cannot be used"),
        (GOOD.replace("runs: 3", "runs: 2.5"), "runs cannot be used"),
        (GOOD.replace("[0, 1]", "[0]"), "bounds cannot be used"),
        (GOOD.replace("[0, eps_min, 0.5 * eps_min, 0.1]", "[]"), "eps_train cannot be used"),
        ("data: x\nmodels: {}\n", "models cannot be used"),
        (GOOD + "control: maybe\n", "control cannot be used"),
    ],
)
def test_a_mistake_gets_one_message(tmp_path, text, said):
    with pytest.raises(MohsError, match=said):
        read_experiment(write(tmp_path, text))


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(MohsError, match="there is no file"):
        read_experiment(tmp_path / "none.yaml")
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"data: caf\xe9")
    with pytest.raises(MohsError, match="UTF-8"):
        read_experiment(path)
