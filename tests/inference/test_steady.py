import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mohs.inference.steady import ROWS, steady  # noqa: E402


def layers():
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return torch.nn.Sequential(torch.nn.Linear(96, 96), torch.nn.Tanh(), torch.nn.Linear(96, 3))


@pytest.mark.parametrize("shape", [(1, 96), (5, 96), (2, 3, 96), (64, 96), (4, 30, 96)], ids=str)
def test_answers_and_shapes_stay_the_same(shape):
    inputs = torch.randn(*shape, generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        plain = layers()(inputs)
        network = layers()
        steady(network, 1)
        answer = network(inputs)
    assert answer.shape == plain.shape
    torch.testing.assert_close(answer, plain, atol=1e-6, rtol=0)


def test_few_rows_are_computed_as_many():
    network = layers()
    seen = []
    network[0].forward = lambda inputs, plain=network[0].forward: (
        seen.append(inputs.shape[0]) or plain(inputs)
    )
    steady(network, 2)
    with torch.inference_mode():
        network(torch.zeros(1, 96))
        network(torch.zeros(100, 96))
    assert seen == [2 * ROWS, 100]


def test_gradients_pass():
    network = layers()
    steady(network, 1)
    inputs = torch.ones(1, 96, requires_grad=True)
    network(inputs).sum().backward()
    assert inputs.grad is not None
    assert np.isfinite(inputs.grad.numpy()).all()
