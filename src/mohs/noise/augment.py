"""What images go through on their way into a batch: flips, crops, and noise drawn anew every time."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mohs.noise.ball import sample_ball
from mohs.noise.norm import as_norm


class Augment:
    """Makes a batch of (image, label) pairs, as a DataLoader's collate_fn.

    Args:
        flip: Mirror half of the images.
        crop: Shift by up to so many pixels in each direction; what comes in is 0.
        eps: Radius of the noise, in units of the data; 0 for none.
        norm: Of the noise.
        truncate: Keep values between 0 and `high`.
        high: The largest value.
        scale: What eps is multiplied by, where images are scaled.
        seed: Of all of it.
    """

    def __init__(
        self,
        *,
        flip: bool,
        crop: int,
        eps: float,
        norm: str | float,
        truncate: bool,
        high: float,
        scale: float,
        seed: int,
    ) -> None:
        self.flip, self.crop, self.eps, self.norm = flip, crop, eps * scale, norm
        self.truncate, self.high = truncate, high
        self.rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(1,)))

    def __call__(self, pairs: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
        """(n, c, h, w) float32 images and (n,) labels, as tensors."""
        import torch

        images = np.stack([np.asarray(image) for image, _ in pairs])
        labels = torch.as_tensor([int(label) for _, label in pairs])
        return torch.from_numpy(self.images(images)), labels

    def images(self, images: Any) -> Any:
        """The images, changed; (n, c, h, w) float32."""
        changed = images.copy()
        if self.flip:
            mirrored = self.rng.random(len(changed)) < 0.5
            changed[mirrored] = changed[mirrored, :, :, ::-1]
        if self.crop:
            changed = self._shifted(changed)
        if self.eps:
            changed = self._noisy(changed)
        return np.ascontiguousarray(changed, dtype=np.float32)

    def _shifted(self, images: Any) -> Any:
        reach = self.crop
        high, wide = images.shape[2:]
        padded = np.pad(images, ((0, 0), (0, 0), (reach, reach), (reach, reach)))
        starts = self.rng.integers(0, 2 * reach + 1, (len(images), 2))
        return np.stack(
            [image[:, down : down + high, right : right + wide]
             for image, (down, right) in zip(padded, starts.tolist(), strict=True)]
        )  # fmt: skip

    def _noisy(self, images: Any) -> Any:
        flat = images.reshape(len(images), -1).astype(np.float64)
        if as_norm(self.norm).name == "linf":
            low, high = flat - self.eps, flat + self.eps
            if self.truncate:
                low, high = np.maximum(low, 0.0), np.minimum(high, self.high)
            noisy = low + (high - low) * self.rng.random(flat.shape)
        else:
            noisy = flat + sample_ball(len(flat), flat.shape[1], self.eps, self.norm, self.rng)
            noisy = np.clip(noisy, 0.0, self.high) if self.truncate else noisy
        return noisy.reshape(images.shape)
