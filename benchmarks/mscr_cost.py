"""What `mohs.mscr` costs beyond the classifier's own predictions: CPU seconds and memory, in one JSON line.

    OMP_NUM_THREADS=1 python benchmarks/mscr_cost.py [--copies 10] [--repeats 5]

For each classifier: the predictions alone, on the same rows without noise and with all noisy copies already
drawn; the drawing of that noise alone; and all of `mscr`, which holds both. `within` is what the classifier
takes inside `mscr`, and `beyond` all the rest. The three are measured in turns.
Memory is that of a process of its own, for few and for many copies. Data: two columns made at random, the
digits of scikit-learn, and images of Fashion-MNIST (Debian's package dataset-fashion-mnist) where they are.
"""

import argparse
import gzip
import json
import platform
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mohs import mscr
from mohs.noise.ball import Noise
from mohs.noise.norm import as_norm

FOLDER = Path("/usr/share/datasets/fashion-mnist")
LINF = as_norm("linf")


def cpu(function: Callable[[], Any]) -> float:
    """CPU seconds of this process."""
    before = time.process_time()
    function()
    return time.process_time() - before


def plane(n: int) -> tuple[Any, Any]:
    """Rows in the unit square, labelled by a wave."""
    X = np.random.default_rng(0).random((n, 2))
    return X, (X[:, 1] > 0.5 + 0.3 * np.sin(6 * X[:, 0])).astype(int)


def images(n: int) -> tuple[Any, Any] | None:
    """Images of Fashion-MNIST in [0, 1], flat; None where they are not installed."""
    if not FOLDER.is_dir():
        return None
    packed = [(FOLDER / f"t10k-{name}-ubyte.gz").read_bytes() for name in ("images-idx3", "labels-idx1")]
    X, y = (
        np.frombuffer(gzip.decompress(part), np.uint8, offset=start)
        for part, start in zip(packed, (16, 8), strict=True)
    )
    return X.reshape(len(y), -1)[:n] / 255.0, y[:n].astype(int)


class Threshold:
    """A classifier that costs next to nothing: label 1 where a column exceeds its middle."""

    classes_ = np.arange(10)

    def predict(self, rows: Any) -> Any:
        """0 or 1."""
        return (rows[:, 0] > 0.5).astype(int)


class Timed:
    """A classifier whose CPU seconds are counted."""

    def __init__(self, classifier: Any) -> None:
        self.inner, self.classes_, self.seconds = classifier, classifier.classes_, 0.0

    def predict(self, rows: Any) -> Any:
        """What the classifier says."""
        before = time.process_time()
        answer = self.inner.predict(rows)
        self.seconds += time.process_time() - before
        return answer


def cases() -> dict[str, tuple[Any, Any, Any, float]]:
    """Name -> classifier, rows, labels, eps."""
    from sklearn.datasets import load_digits
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.svm import SVC

    X, y = plane(20_000)
    many_X, many_y = plane(500_000)
    train_X, train_y = plane(4_000)
    forest = RandomForestClassifier(random_state=0).fit(train_X, train_y)
    digits, number = load_digits(return_X_y=True)
    digits = digits / 16
    found: dict[str, tuple[Any, Any, Any, float]] = {
        "threshold, 2 columns": (Threshold(), X, y, 0.01),
        "threshold, 2 columns, many rows": (Threshold(), many_X, many_y, 0.01),
        "forest of 100 trees, 2 columns": (forest, X, y, 0.01),
        "1 nearest neighbour, 2 columns": (KNeighborsClassifier(1).fit(train_X, train_y), X, y, 0.01),
        "SVM, 64 columns": (SVC(gamma=0.05, C=10).fit(digits, number), digits, number, 0.2),
    }
    if (more := images(2_000)) is not None:
        images_X, images_y = more
        machine = SVC(gamma=0.02).fit(images_X, images_y)
        found["threshold, 784 columns"] = (Threshold(), images_X, images_y, 0.15)
        found["SVM, 784 columns"] = (machine, images_X[:400], images_y[:400], 0.15)
    return found


def measured(classifier: Any, X: Any, y: Any, eps: float, copies: int, repeats: int) -> dict[str, Any]:
    """CPU seconds of predictions, drawing and all of mscr, and what follows of them."""
    noise, n = Noise(X.shape[1], eps, LINF, 0), len(X)

    def draw() -> None:
        for copy in range(copies):
            noise.rows(copy, 0, n)

    noisy = [X + noise.rows(copy, 0, n) for copy in range(copies)]

    def predict() -> None:
        classifier.predict(X)
        for rows in noisy:
            classifier.predict(rows)

    def whole() -> tuple[float, float]:
        timed = Timed(classifier)
        return cpu(lambda: mscr(timed, X, y, eps=eps, copies=copies)), timed.seconds

    turns = [(cpu(predict), cpu(draw), *whole()) for _ in range(repeats)]
    predictions, drawing = (min(turn[place] for turn in turns) for place in (0, 1))
    everything, within = min((turn[2:] for turn in turns), key=lambda pair: pair[0] - pair[1])
    beyond = everything - within
    return {
        "rows": n,
        "columns": X.shape[1],
        "us_a_row": 1e6 * predictions / (n * (copies + 1)),
        "predictions": predictions,
        "drawing": drawing,
        "mscr": everything,
        "within": within,
        "beyond": beyond,
        "beyond_of_predictions": beyond / predictions,
        "beyond_of_drawing": beyond / drawing,
    }


def memory(copies: int) -> float:
    """Peak MB of a process that measures a million rows of two columns with so many copies."""
    done = subprocess.run(
        [sys.executable, __file__, "--alone", str(copies)], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Measure, and print one JSON line."""
    parser = argparse.ArgumentParser(description="What mohs.mscr costs beyond predictions.")
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.alone:
        X, y = plane(1_000_000)
        mscr(Threshold(), X, y, eps=0.01, copies=given.alone)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    line = {
        "benchmark": "mscr_cost",
        "copies": given.copies,
        "cases": {name: measured(*case, given.copies, given.repeats) for name, case in cases().items()},
        "memory_mb": {str(copies): memory(copies) for copies in (1, 10, 40)},
        "python": platform.python_version(),
        "machine": platform.processor() or platform.machine(),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
