"""The architecture is the published one."""

import pytest

from mohs.errors import MohsError

torch = pytest.importorskip("torch")
from mohs.models.wide_resnet import WideResNet  # noqa: E402


@pytest.mark.parametrize(
    ("depth", "width", "parameters"),
    [(28, 10, 36_479_194), (40, 4, 8_949_210), (16, 8, 10_961_370)],
)
def test_it_has_as_many_parameters_as_published(depth, width, parameters):
    """Zagoruyko and Komodakis, table 4: 36.5, 8.9 and 11.0 million; to the unit as their code counts them."""
    with torch.device("meta"):
        network = WideResNet(depth, width)
    assert sum(one.numel() for one in network.parameters()) == parameters


def test_images_become_scores_and_shrink_twice():
    network = WideResNet(10, 1, 0.0, classes=5, channels=1).eval()
    assert network(torch.zeros(2, 1, 28, 28)).shape == (2, 5)
    assert network.layers[:4](torch.zeros(1, 1, 32, 32)).shape == (1, 64, 8, 8)


@pytest.mark.parametrize(("depth", "width"), [(9, 1), (4, 1), (11, 1), (10, 0)])
def test_other_depths_are_refused(depth, width):
    with pytest.raises(MohsError, match="no such wide residual network"):
        WideResNet(depth, width)
