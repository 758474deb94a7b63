"""A checkpoint gives back every weight, what Adam remembers and the state, and runs nothing."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mohs.errors import RunError  # noqa: E402
from mohs.training.arrays_file import write_arrays  # noqa: E402
from mohs.training.checkpoint import load, save  # noqa: E402


def made(seed=0, width=3):
    torch.manual_seed(seed)
    network = torch.nn.Linear(width, 2)
    return network, torch.optim.Adam(network.parameters(), lr=0.1)


def step(network, optimizer):
    optimizer.zero_grad()
    network(torch.ones(1, network.in_features)).sum().backward()
    optimizer.step()


def test_going_on_from_a_checkpoint_is_as_if_nothing_had_been_interrupted(tmp_path):
    network, optimizer = made()
    step(network, optimizer)
    save(tmp_path / "c.npz", network, optimizer, {"losses": [1.5]})
    step(network, optimizer)
    again, other = made(seed=1)
    assert load(tmp_path / "c.npz", again, other) == {"losses": [1.5]}
    step(again, other)
    assert torch.equal(network.weight, again.weight) and torch.equal(network.bias, again.bias)


def test_a_checkpoint_before_the_first_step_is_one_too(tmp_path):
    network, optimizer = made()
    save(tmp_path / "c.npz", network, optimizer, {})
    again, other = made(seed=1)
    load(tmp_path / "c.npz", again, other)
    assert torch.equal(network.weight, again.weight)


def test_a_file_of_something_else_is_refused(tmp_path):
    path = tmp_path / "c.npz"
    network, optimizer = made()
    path.write_bytes(b"PK torn")
    with pytest.raises(RunError, match=r"c\.npz cannot be gone on from"):
        load(path, network, optimizer)
    write_arrays(path, {}, {"other": np.zeros(2)})
    with pytest.raises(RunError, match=r"there is no weight\.weight"):
        load(path, network, optimizer)
    save(path, *made(width=5), {})
    with pytest.raises(RunError, match=r"weight\.weight has the shape \(2, 5\)"):
        load(path, network, optimizer)


def test_what_adam_remembers_must_fit_its_weight_too(tmp_path):
    path = tmp_path / "c.npz"
    network, optimizer = made()
    step(network, optimizer)
    save(path, network, optimizer, {})
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files if name != "facts"}
    write_arrays(path, {}, {**arrays, "exp_avg.bias": np.zeros(1, np.float32)})  # torch would spread it
    with pytest.raises(RunError, match=r"exp_avg\.bias has the shape"):
        load(path, network, optimizer)
