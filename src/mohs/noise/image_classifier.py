"""A wide residual network trained as the MSCR paper trains it, with noise drawn anew for every batch.

WRN-28-10 with the schedule of Siedel et al. 2022: SGD with momentum 0.9 and weight decay 5e-4, batches of 32,
30 epochs of which 20 at a learning rate of 0.01, 5 at 0.002 and 5 at 0.0004, flips and crops, pixels from 0
to 1.
"""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from mohs.data.values import check_finite, check_whole
from mohs.errors import MissingExtra, MohsError
from mohs.models.torch_module import channels_first
from mohs.noise.augment import Augment
from mohs.noise.ball import check_radius
from mohs.noise.norm import as_norm

_RATES = ((2 / 3, 1.0), (5 / 6, 0.2), (1.0, 0.04))
"""Up to which share of the epochs the learning rate is which share of its first value."""


@dataclass(eq=False)
class WideResNetClassifier:
    """A wide residual network with scikit-learn's fit, predict and predict_proba (by skorch).

    Attributes:
        depth: See `WideResNet`.
        width: Likewise.
        dropout: Likewise.
        epochs: Passes over the rows; the learning rate falls after 2/3 and 5/6 of them.
        lr: The first learning rate.
        batch_size: Rows in a batch.
        momentum: Of SGD.
        weight_decay: Of SGD.
        flip: Mirror half of the images, at random.
        crop: Shift images by up to so many pixels, at random; what comes in is 0.
        eps: Radius of the noise that every image of every batch gets in training, in units of the data.
        norm: Of that noise.
        truncate: Keep noisy values between 0 and `divide`: in L_inf they are drawn from the part of their
            interval inside, as the paper does; in other norms they are clipped.
        divide: What values are divided by before they enter the network: 255 for bytes.
        shape: Of one image, where rows are flat; (h, w), (h, w, c) or (c, h, w).
        device: "cpu", "cuda", ...; a GPU where there is one.
        random_state: Seed of weights, batches, flips, crops and noise.
        verbose: 1 prints a line an epoch.
    """

    depth: int = 28
    width: int = 10
    dropout: float = 0.3
    epochs: int = 30
    lr: float = 0.01
    batch_size: int = 32
    momentum: float = 0.9
    weight_decay: float = 5e-4
    flip: bool = True
    crop: int = 4
    eps: float = 0.0
    norm: str | float = "linf"
    truncate: bool = True
    divide: float = 1.0
    shape: tuple[int, ...] | list[int] | None = None
    device: str | None = None
    random_state: int = 0
    verbose: int = 0

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Its parameters by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def set_params(self, **params: Any) -> Self:
        """Change parameters.

        Raises:
            ValueError: There is no such parameter.
        """
        for name, value in params.items():
            if name not in self.get_params():
                raise ValueError(f"no parameter {name!r}")
            setattr(self, name, value)
        return self

    def fit(self, X: Any, y: Any) -> Self:
        """Train it.

        Args:
            X: (n, ...) images.
            y: (n,) labels.

        Raises:
            MissingExtra: skorch is not installed.
            MohsError: The rows are no images of finite numbers, or not as many as the labels; or a parameter
                is out of range.
        """
        try:
            from skorch import NeuralNetClassifier
            from skorch.callbacks import LRScheduler
        except ImportError:
            raise MissingExtra("training a network", package="skorch", extra="torch") from None
        import torch

        from mohs.models.wide_resnet import WideResNet

        images = self._images(X)
        self._check(images, y)
        self.classes_, codes = np.unique(np.asarray(y), return_inverse=True)
        options = {name: getattr(self, name) for name in ("flip", "crop", "eps", "norm", "truncate")}
        augment = Augment(high=1.0, scale=1 / self.divide, seed=self.random_state, **options)
        with torch.random.fork_rng():
            torch.manual_seed(self.random_state % 2**63)  # the largest that it takes
            self.net_ = NeuralNetClassifier(
                WideResNet(self.depth, self.width, self.dropout, len(self.classes_), images.shape[1]),
                criterion=torch.nn.CrossEntropyLoss,
                optimizer=torch.optim.SGD,
                optimizer__momentum=self.momentum,
                optimizer__weight_decay=self.weight_decay,
                lr=self.lr,
                max_epochs=self.epochs,
                batch_size=self.batch_size,
                iterator_train__shuffle=True,
                iterator_train__collate_fn=augment,
                iterator_valid__batch_size=512,
                train_split=None,
                callbacks=[
                    ("rate", LRScheduler(policy=torch.optim.lr_scheduler.LambdaLR, lr_lambda=self._rate))
                ],
                device=self.device or ("cuda" if torch.cuda.is_available() else "cpu"),
                verbose=self.verbose,
            )
            self.net_.fit(images, codes.astype(np.int64))
        return self

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """(n, classes) probabilities."""
        return np.asarray(self.net_.predict_proba(self._images(X)), dtype=np.float64)

    def predict(self, X: Any) -> NDArray[Any]:
        """(n,) labels."""
        return np.asarray(self.classes_[self.predict_proba(X).argmax(axis=1)])

    def _check(self, images: NDArray[np.float32], y: Any) -> None:
        check_whole(width=self.width, epochs=self.epochs, batch_size=self.batch_size)
        check_whole(random_state=self.random_state, **({"crop": self.crop} if self.crop else {}))
        check_radius(self.eps)
        as_norm(self.norm)
        if not np.isfinite(images).all():
            raise MohsError("images to train on are finite numbers", got="NaN or infinity")
        if not 0 < len(images) == len(np.asarray(y)):
            raise MohsError(
                "every image needs a label", got=f"{len(images):,} images, {np.asarray(y).size:,} labels"
            )

    def _rate(self, epoch: int) -> float:
        share = epoch / self.epochs
        return next((rate for until, rate in _RATES if share < until), _RATES[-1][1])

    def _images(self, X: Any) -> NDArray[np.float32]:
        check_finite(divide=self.divide)
        if self.divide <= 0:
            raise MohsError("divide is a number above 0", got=repr(self.divide))
        rows = np.asarray(X)
        shape = None if self.shape is None else tuple(self.shape)
        if rows.ndim == 2 and shape is None:
            raise MohsError(
                "a network for images needs their shape",
                got=f"flat rows of {rows.shape[1]} values",
                mend="shape: [28, 28], for example",
            )
        images = channels_first(rows, shape if rows.ndim == 2 else None)
        if images.ndim != 4:
            raise MohsError("these are no images", got=f"an array of shape {rows.shape}")
        return np.asarray(np.ascontiguousarray(images, dtype=np.float32) / self.divide, dtype=np.float32)
