"""How fast the separation of classes is found, against what others use: CPU seconds in one JSON line.

    OMP_NUM_THREADS=1 python benchmarks/separation.py [--rows 60000] [--norms linf,l2]
    OMP_NUM_THREADS=1 python benchmarks/separation.py --data thumbnails [--rows 50000]

Data: the training images of Fashion-MNIST (Debian's package dataset-fashion-mnist), 60,000 x 784 bytes; or
images drawn at random that are as far apart as those of CIFAR-10, 50,000 x 3,072 bytes. mohs does all of its
work. The others are timed on some points of one class against all enemies of that class, and scaled to all
points; building their indices is not counted. scikit-learn is called as the code of the MSCR paper calls it.
"""

import argparse
import contextlib
import gzip
import json
import math
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mohs.noise.duplicates import distinct
from mohs.noise.norm import as_norm
from mohs.noise.points import Points
from mohs.noise.search import closest_enemies, nearest_enemies

FOLDER = Path("/usr/share/datasets/fashion-mnist")


def images(folder: Path, rows: int, seed: int = 1) -> tuple[Any, Any]:
    """Some training images, flat, and their labels."""
    packed = [(folder / f"train-{name}-ubyte.gz").read_bytes() for name in ("images-idx3", "labels-idx1")]
    X, y = (
        np.frombuffer(gzip.decompress(part), np.uint8, offset=start)
        for part, start in zip(packed, (16, 8), strict=True)
    )
    X = X.reshape(len(y), -1)
    if rows < len(y):
        kept = np.random.default_rng(seed).permutation(len(y))[:rows]
        X, y = X[kept], y[kept]
    return np.ascontiguousarray(X), y.astype(np.int64)


def thumbnails(rows: int, seed: int = 0) -> tuple[Any, Any]:
    """Colour images of 32 x 32 pixels, drawn at random, flat, and labels from 0 to 9 that say nothing.

    Their spectrum falls with frequency as that of small photographs does, and brightness and contrast differ.
    With 50,000 of them 2r by L_inf is .247, the first percentile of the distances to the nearest enemy .314,
    the fifth .353 and the median .502; with CIFAR-10's they are .212, .326, .373 and .486.
    """
    rng = np.random.default_rng(seed)
    frequency = np.hypot(*np.meshgrid(np.fft.fftfreq(32), np.fft.fftfreq(32)))
    amplitude = np.divide(1.0, frequency**1.4, where=frequency > 0, out=np.zeros_like(frequency))
    made = np.empty((rows, 3, 32, 32), np.uint8)
    for start in range(0, rows, 2_000):
        part = made[start : start + 2_000]
        count = len(part)
        waves = np.fft.ifft2(np.fft.fft2(rng.standard_normal(part.shape)) * amplitude).real
        grey, red, blue = np.moveaxis(waves / waves.std(axis=(2, 3), keepdims=True), 1, 0)
        colours = np.stack([grey + red / 4, grey - red / 8 + blue / 13, grey - blue / 4], axis=1)
        brightness = rng.normal(0.47, 0.11, (count, 1, 1, 1)) + rng.normal(0, 0.05, (count, 3, 1, 1))
        contrast = np.maximum(rng.normal(0.19, 0.05, (count, 1, 1, 1)), 0.09)
        part[:] = np.clip(np.rint((brightness + contrast * colours) * 255), 0, 255)
    return made.reshape(rows, -1), rng.integers(0, 10, rows)


def cpu(function: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """CPU seconds of this process, and what came of it."""
    before = time.process_time()
    result = function(*arguments)
    return time.process_time() - before, result


def of_mohs(X: Any, y: Any, norm: str, minimum: bool) -> float:
    """Everything from the raw arrays to the answer."""
    points = Points.of(X, y, distinct(X, y).rows)
    if minimum:
        return closest_enemies(points, points, as_norm(norm)).distance
    return float(nearest_enemies(points, points, as_norm(norm))[0].min())


def chunked(enemies: Any, queries: Any, norm: str) -> None:
    """Plain numpy, in the smallest type that is right; L2 by a float32 product."""
    if norm == "linf":
        for query in queries:
            (np.maximum(enemies, query) - np.minimum(enemies, query)).max(axis=1).min()
        return
    squares = np.einsum("ij,ij->i", enemies, enemies)
    (squares - 2 * (queries @ enemies.T)).min(axis=1)


def others(X: Any, y: Any, norm: str, count: int) -> dict[str, float]:
    """Method -> CPU seconds for all points, estimated."""
    one = y == y[0]
    own, enemies = X[one][:count], X[~one]
    wide = enemies.astype(np.float32)
    few = own.astype(np.float32)
    scale = len(X) / len(own)
    timed = {}
    pair = (enemies, own) if norm == "linf" else (wide, few)
    timed["numpy"] = cpu(chunked, *pair, norm)[0] * scale
    with contextlib.suppress(ImportError):
        from sklearn.neighbors import NearestNeighbors

        p = math.inf if norm == "linf" else 2
        finder = NearestNeighbors(n_neighbors=1, metric="minkowski", p=p, n_jobs=1).fit(enemies / 255)
        timed["scikit-learn"] = cpu(finder.kneighbors, own / 255)[0] * scale
    from scipy.spatial import cKDTree

    tree = cKDTree(wide)
    timed["cKDTree"] = cpu(tree.query, few, 1, 0.0, math.inf if norm == "linf" else 2)[0] * scale
    with contextlib.suppress(ImportError):
        import faiss

        faiss.omp_set_num_threads(1)
        index = faiss.IndexFlat(X.shape[1], faiss.METRIC_L2 if norm == "l2" else faiss.METRIC_Linf)
        index.add(wide)
        timed["faiss"] = cpu(index.search, few, 1)[0] * scale
    return timed


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", choices=("fashion-mnist", "thumbnails"), default="fashion-mnist")
    parser.add_argument("--rows", type=int, help="default: 60,000; of thumbnails 50,000")
    parser.add_argument("--queries", type=int, default=100, help="points that the others are timed on")
    parser.add_argument("--norms", default="linf,l2")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    given = parser.parse_args()
    if given.data == "thumbnails":
        X, y = thumbnails(given.rows or 50_000)
    else:
        X, y = images(given.folder, given.rows or 60_000)
    document = {
        "benchmark": "separation",
        "data": given.data,
        "rows": len(X),
        "columns": X.shape[1],
        "python": platform.python_version(),
    }
    for norm in given.norms.split(","):
        minimum, two_r = cpu(of_mohs, X, y, norm, True)
        everything, again = cpu(of_mohs, X, y, norm, False)
        assert two_r == again
        single, float_two_r = cpu(of_mohs, X / np.float32(255), y, norm, False)
        assert math.isclose(float_two_r * 255, two_r, rel_tol=1e-6)
        rivals = others(X, y, norm, given.queries)
        best = min(rivals.values())
        document[norm] = {
            "two_r": two_r / 255,
            "mohs_minimum": round(minimum, 2),
            "mohs_all": round(everything, 2),
            "mohs_all_float32": round(single, 2),
            "others_estimated": {name: round(seconds, 1) for name, seconds in rivals.items()},
            "times_faster_minimum": round(best / minimum, 1),
            "times_faster_all": round(best / everything, 1),
        }
    print(json.dumps(document))


if __name__ == "__main__":
    main()
