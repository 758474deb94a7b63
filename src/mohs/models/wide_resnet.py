"""Wide residual networks (Zagoruyko and Komodakis 2016, arXiv 1605.07146)."""

from mohs.errors import MissingExtra, MohsError

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise MissingExtra("a wide residual network", package="torch", extra="torch") from None


class Block(nn.Module):
    """Two 3 x 3 convolutions, each after normalisation and ReLU, beside a way past them."""

    def __init__(self, entering: int, leaving: int, stride: int, dropout: float) -> None:
        super().__init__()
        self.before = nn.BatchNorm2d(entering)
        self.first = nn.Conv2d(entering, leaving, 3, stride, 1, bias=False)
        self.between = nn.BatchNorm2d(leaving)
        self.dropout = nn.Dropout(dropout)
        self.second = nn.Conv2d(leaving, leaving, 3, 1, 1, bias=False)
        same = entering == leaving
        self.past = None if same else nn.Conv2d(entering, leaving, 1, stride, 0, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """(n, entering, h, w) -> (n, leaving, h / stride, w / stride)."""
        ready = torch.relu(self.before(x))
        past = x if self.past is None else self.past(ready)
        inner = self.second(self.dropout(torch.relu(self.between(self.first(ready)))))
        return inner + past  # type: ignore[no-any-return]  # modules are Any


class WideResNet(nn.Module):
    """WRN-depth-width.

    Args:
        depth: 6 k + 4 for some k >= 1: 10, 16, 22, 28, 40, ...
        width: How many times wider than a plain residual network.
        dropout: Share of values dropped between the two convolutions of a block.
        classes: Scores that it gives.
        channels: Of its images.

    Raises:
        MohsError: There is no network of this depth or width.
    """

    def __init__(
        self, depth: int = 28, width: int = 10, dropout: float = 0.3, classes: int = 10, channels: int = 3
    ) -> None:
        super().__init__()
        if depth < 10 or (depth - 4) % 6 or width < 1:
            raise MohsError(
                "there is no such wide residual network",
                got=f"depth {depth}, width {width}",
                expected="a depth of 10, 16, 22, 28, ... and a width of at least 1",
            )
        sizes = [16, 16 * width, 32 * width, 64 * width]
        layers: list[nn.Module] = [nn.Conv2d(channels, sizes[0], 3, 1, 1, bias=False)]
        for group in range(3):
            for number in range((depth - 4) // 6):
                entering = sizes[group] if number == 0 else sizes[group + 1]
                stride = 2 if group and number == 0 else 1
                layers.append(Block(entering, sizes[group + 1], stride, dropout))
        layers += [nn.BatchNorm2d(sizes[3]), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten()]
        self.layers = nn.Sequential(*layers, nn.Linear(sizes[3], classes))
        for layer in self.modules():
            if isinstance(layer, nn.Conv2d):
                nn.init.kaiming_normal_(layer.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x: Tensor) -> Tensor:
        """(n, channels, h, w) -> (n, classes) logits."""
        return self.layers(x)  # type: ignore[no-any-return]
