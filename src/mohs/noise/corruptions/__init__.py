"""Common image corruptions: fifteen and four more, each at five severities, drawn anew for every image.

Hendrycks and Dietterich 2019 (arXiv 1903.12261). The code is mohs' own, on numpy and scipy; what differs
from the authors' is said beside each corruption and in docs/corruptions.md.
"""

from mohs.noise.corruptions.corrupt import corrupt
from mohs.noise.corruptions.cost import noise_cost
from mohs.noise.corruptions.error import CorruptionError, corruption_error
from mohs.noise.corruptions.random_noise import GaussianNoise, ImpulseNoise, PatchNoise, with_noise
from mohs.noise.corruptions.strengths import COMMON, CORRUPTIONS, EXTRA, SEVERITIES

__all__ = [
    "COMMON",
    "CORRUPTIONS",
    "EXTRA",
    "SEVERITIES",
    "CorruptionError",
    "GaussianNoise",
    "ImpulseNoise",
    "PatchNoise",
    "corrupt",
    "corruption_error",
    "noise_cost",
    "with_noise",
]
