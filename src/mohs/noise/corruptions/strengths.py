"""How strong each corruption is at each severity: the published tables for small and for large images.

Hendrycks and Dietterich 2019, "Benchmarking neural network robustness to common corruptions and
perturbations"; the values are those of CIFAR-10-C (images of 32 pixels) and ImageNet-C (224 pixels). Lengths
are pixels, but for `elastic_transform`, where they are shares of the image's shorter side.
"""

from typing import Any

SMALL_SIDE = 96
"""Images whose shorter side is at most so many pixels take the values of 32-pixel images."""

SEVERITIES = (1, 2, 3, 4, 5)

COMMON = (
    "gaussian_noise", "shot_noise", "impulse_noise",
    "defocus_blur", "glass_blur", "motion_blur", "zoom_blur",
    "snow", "frost", "fog", "brightness",
    "contrast", "elastic_transform", "pixelate", "jpeg_compression",
)  # fmt: skip
"""The fifteen that the mean corruption error is over, in the order of the paper."""

EXTRA = ("speckle_noise", "gaussian_blur", "spatter", "saturate")
"""Four more, which the paper keeps for tuning."""

CORRUPTIONS = (*COMMON, *EXTRA)

Strengths = tuple[Any, Any, Any, Any, Any]

SMALL: dict[str, Strengths] = {
    "gaussian_noise": (0.04, 0.06, 0.08, 0.09, 0.10),  # standard deviation
    "shot_noise": (500, 250, 100, 75, 50),  # photons at full brightness
    "impulse_noise": (0.01, 0.02, 0.03, 0.05, 0.07),  # share of values
    "speckle_noise": (0.06, 0.1, 0.12, 0.16, 0.2),  # standard deviation, relative to the value
    "gaussian_blur": (0.4, 0.6, 0.7, 0.8, 1),
    "glass_blur": ((0.05, 1, 1), (0.25, 1, 1), (0.4, 1, 1), (0.25, 1, 2), (0.4, 1, 2)),  # blur, reach, times
    "defocus_blur": ((0.3, 0.4), (0.4, 0.5), (0.5, 0.6), (1, 0.2), (1.5, 0.1)),  # radius, soft edge
    "motion_blur": ((6, 1), (6, 1.5), (6, 2), (8, 2), (9, 2.5)),  # radius, standard deviation
    "zoom_blur": ((0.06, 0.01), (0.11, 0.01), (0.16, 0.01), (0.21, 0.01), (0.26, 0.01)),  # up to, step
    # mean, spread, zoom, threshold, radius and spread of the streaks, share of the image that stays
    "snow": (
        (0.1, 0.2, 1, 0.6, 8, 3, 0.95),
        (0.1, 0.2, 1, 0.5, 10, 4, 0.9),
        (0.15, 0.3, 1.75, 0.55, 10, 4, 0.9),
        (0.25, 0.3, 2.25, 0.6, 12, 6, 0.85),
        (0.3, 0.3, 1.25, 0.65, 14, 12, 0.8),
    ),
    "frost": ((1, 0.2), (1, 0.3), (0.9, 0.4), (0.85, 0.4), (0.75, 0.45)),  # share of the image, of the frost
    "fog": ((0.2, 3), (0.5, 3), (0.75, 2.5), (1, 2), (1.5, 1.75)),  # thickness, decay of its roughness
    "brightness": (0.05, 0.1, 0.15, 0.2, 0.3),
    # mean, spread, blur, threshold, strength (water) or blur (mud), whether it is mud
    "spatter": (
        (0.62, 0.1, 0.7, 0.7, 0.5, False),
        (0.65, 0.1, 0.8, 0.7, 0.5, False),
        (0.65, 0.3, 1, 0.69, 0.5, False),
        (0.65, 0.1, 0.7, 0.69, 0.6, True),
        (0.65, 0.1, 0.5, 0.68, 0.6, True),
    ),
    "contrast": (0.75, 0.5, 0.4, 0.3, 0.15),
    # push, smoothness and shear, as shares of the side
    "elastic_transform": (
        (0, 0, 0.08),
        (0.05, 0.2, 0.07),
        (0.08, 0.06, 0.06),
        (0.1, 0.04, 0.05),
        (0.1, 0.03, 0.03),
    ),
    "pixelate": (0.95, 0.9, 0.85, 0.75, 0.65),
    "jpeg_compression": (80, 65, 58, 50, 40),  # quality
    "saturate": ((0.3, 0), (0.1, 0), (1.5, 0), (2, 0.1), (2.5, 0.2)),  # factor, shift
}  # fmt: skip

_WIDE = 244 / 224

LARGE: dict[str, Strengths] = {
    "gaussian_noise": (0.08, 0.12, 0.18, 0.26, 0.38),
    "shot_noise": (60, 25, 12, 5, 3),
    "impulse_noise": (0.03, 0.06, 0.09, 0.17, 0.27),
    "speckle_noise": (0.15, 0.2, 0.35, 0.45, 0.6),
    "gaussian_blur": (1, 2, 3, 4, 6),
    "glass_blur": ((0.7, 1, 2), (0.9, 2, 1), (1, 2, 3), (1.1, 3, 2), (1.5, 4, 2)),
    "defocus_blur": ((3, 0.1), (4, 0.5), (6, 0.5), (8, 0.5), (10, 0.5)),
    "motion_blur": ((10, 3), (15, 5), (15, 8), (15, 12), (20, 15)),
    "zoom_blur": ((0.11, 0.01), (0.16, 0.01), (0.21, 0.02), (0.26, 0.02), (0.31, 0.03)),
    "snow": (
        (0.1, 0.3, 3, 0.5, 10, 4, 0.8),
        (0.2, 0.3, 2, 0.5, 12, 4, 0.7),
        (0.55, 0.3, 4, 0.9, 12, 8, 0.7),
        (0.55, 0.3, 4.5, 0.85, 12, 8, 0.65),
        (0.55, 0.3, 2.5, 0.85, 12, 12, 0.55),
    ),
    "frost": ((1, 0.4), (0.8, 0.6), (0.7, 0.7), (0.65, 0.7), (0.6, 0.75)),
    "fog": ((1.5, 2), (2, 2), (2.5, 1.7), (2.5, 1.5), (3, 1.4)),
    "brightness": (0.1, 0.2, 0.3, 0.4, 0.5),
    "spatter": (
        (0.65, 0.3, 4, 0.69, 0.6, False),
        (0.65, 0.3, 3, 0.68, 0.6, False),
        (0.65, 0.3, 2, 0.68, 0.5, False),
        (0.65, 0.3, 1, 0.65, 1.5, True),
        (0.67, 0.4, 1, 0.65, 1.5, True),
    ),
    "contrast": (0.4, 0.3, 0.2, 0.1, 0.05),
    "elastic_transform": (
        (2 * _WIDE, 0.7 * _WIDE, 0.1 * _WIDE),
        (2 * _WIDE, 0.08 * _WIDE, 0.2 * _WIDE),
        (0.05 * _WIDE, 0.01 * _WIDE, 0.02 * _WIDE),
        (0.07 * _WIDE, 0.01 * _WIDE, 0.02 * _WIDE),
        (0.12 * _WIDE, 0.01 * _WIDE, 0.02 * _WIDE),
    ),
    "pixelate": (0.6, 0.5, 0.4, 0.3, 0.25),
    "jpeg_compression": (25, 18, 15, 10, 7),
    "saturate": ((0.3, 0), (0.1, 0), (2, 0), (5, 0.1), (20, 0.2)),
}  # fmt: skip


def strength(name: str, severity: int, side: int) -> Any:
    """The value of a corruption at a severity, for images whose shorter side has so many pixels."""
    table = SMALL if side <= SMALL_SIDE else LARGE
    return table[name][severity - 1]
