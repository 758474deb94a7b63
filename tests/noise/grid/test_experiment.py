"""What is asked for is checked, and its cells are what it says."""

import pytest

from grids import experiment
from mohs.errors import MohsError
from mohs.noise.grid.experiment import Cell, radii


def test_cells_are_runs_times_models_times_fits():
    asked = experiment(training=("noisy", "with-clean"), control=True)
    assert asked.fits() == [("plain", 0.0), ("repeated", 0.0), ("noisy", 0.05), ("with-clean", 0.05)]
    cells = list(asked.cells())
    assert len(cells) == len(set(cells)) == 3 * 2 * 4
    assert cells[0] == Cell(0, "near", "plain", 0.0)
    assert cells[0].id == "near, plain, eps_train 0.0, run 0"
    assert [cell.run for cell in cells] == sorted(cell.run for cell in cells)


def test_radii_are_numbers_or_multiples_of_eps_min():
    assert radii("eps_test", [0.1, 0, "eps_min", "0.5 * eps_min", "2*eps_min", 0.1], 0.02, 1.0) == (
        0,
        0.01,
        0.02,
        0.04,
        0.1,
    )


@pytest.mark.parametrize(
    ("given", "eps_min", "said"),
    [
        (["eps_max"], 0.1, "no radius"),
        ([True], 0.1, "no radius"),
        ([None], 0.1, "no radius"),
        (["nan"], 0.1, "no radius"),
        ([-0.1], 0.1, "out of range"),
        ([1.0], 0.1, "out of range"),
        (["20 * eps_min"], 0.1, "out of range"),
        (["eps_min"], None, "2r is 0"),
        ([], 0.1, "empty"),
    ],
)
def test_what_is_no_radius_is_refused(given, eps_min, said):
    with pytest.raises(MohsError, match=said):
        radii("eps_train", given, eps_min, 1.0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"runs": 0},
        {"copies": 0},
        {"copies_train": 0},
        {"models": ()},
        {"test_size": 1.0},
        {"test_size": "x"},
        {"runs": 1.5},
        {"seed": -1},
        {"training": ("noisy", "noisy")},
        {"noise": "reference", "seed": 2**32 - 1, "runs": 2},
        {"training": ("loud",)},
        {"training": ()},
        {"noise": "shared"},
        {"at_edge": "bounce"},
        {"scale": "standard"},
        {"noise": "reference", "at_edge": "clip"},
    ],
)
def test_options_that_make_no_sense_are_refused(wrong):
    with pytest.raises(MohsError):
        experiment(**wrong)


def test_only_the_papers_noise_has_seeds_below_2_to_the_32():
    assert experiment(seed=2**32 - 1, runs=2).seed == 2**32 - 1
    assert experiment(noise="reference", seed=2**32 - 2, runs=2).runs == 2


def test_a_model_is_found_by_its_name():
    asked = experiment()
    assert [asked.model(name).name for name in ("cut", "near")] == ["cut", "near"]


def test_the_record_has_every_option():
    record = experiment().to_json()
    assert record["models"].keys() == {"near", "cut"}
    assert (record["norm"], record["eps_train"], record["runs"]) == ("linf", [0.0, 0.05], 3)
