"""Does MSCR go with the mean corruption error? Models on Fashion-MNIST, one JSON line each and one for all.

    OMP_NUM_THREADS=1 python benchmarks/corruption_correlation.py [--train 3000] [--test 500] > results.jsonl
    python benchmarks/corruption_correlation.py --draw results.jsonl

Twenty models: logistic regression, nearest neighbours, a random forest, extremely random trees and a
perceptron with one hidden layer, each trained on the images, or on as many noisy ones (uniform in the L_inf
ball, eps_train .05, .1 and .2 of the range). Each is measured by MSCR (L_inf, eps_min of the 60,000 training
images, 5 copies) and by its mean error over the fifteen corruptions at five severities, on the same test
images. Data: Debian's package dataset-fashion-mnist. Intervals of correlations draw models anew.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mohs import corrupt, mscr
from mohs.data.table_files import read_table
from mohs.estimate import UNIT_BOUNDS, mean
from mohs.noise.ball import Noise
from mohs.noise.corruptions import COMMON, SEVERITIES
from mohs.noise.norm import as_norm

FOLDER = Path("/usr/share/datasets/fashion-mnist")
EPS_MIN = 81 / 255 / 2
TRAINED = (0.0, 0.05, 0.1, 0.2)


def models() -> dict[str, Any]:
    from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.neural_network import MLPClassifier

    return {
        "logistic regression": LogisticRegression(C=0.01, max_iter=200),
        "5 nearest neighbours": KNeighborsClassifier(5),
        "random forest": RandomForestClassifier(100, random_state=0),
        "extremely random trees": ExtraTreesClassifier(100, random_state=0),
        "perceptron": MLPClassifier((128,), max_iter=15, random_state=0),
    }


def rows(name: str, many: int) -> tuple[Any, Any]:
    table = read_table(FOLDER / f"{name}-images-idx3-ubyte.gz")
    chosen = np.random.default_rng(0).permutation(len(table))[:many]
    return table.X[chosen] / 255, table.y[chosen]


def noisy(X: Any, y: Any, eps: float) -> tuple[Any, Any]:
    if eps == 0:
        return X, y
    noise = Noise(X.shape[1], eps, as_norm("linf"), 0, "train")
    return np.clip(X + noise.rows(0, 0, len(X)), 0, 1), y


def correlation(a: Any, b: Any, groups: Any) -> dict[str, Any]:
    """Spearman's rank correlation and Pearson's, with intervals that draw models anew."""
    from scipy import stats

    rng = np.random.default_rng(0)
    found: dict[str, Any] = {"n": len(a)}
    for name, measure in (("spearman", stats.spearmanr), ("pearson", stats.pearsonr)):
        drawn = []
        while len(drawn) < 2_000:
            some = rng.integers(0, len(a), len(a))
            if len(set(some.tolist())) > 3:
                drawn.append(measure(a[some], b[some])[0])
        low, high = np.quantile(drawn, [0.025, 0.975])
        found[name] = [round(float(x), 3) for x in (measure(a, b)[0], low, high)]
    within = [stats.spearmanr(a[groups == one], b[groups == one])[0] for one in np.unique(groups)]
    found["spearman_within_a_kind"] = [round(float(x), 3) for x in within]
    return found


def draw(lines: list[dict[str, Any]], path: Path) -> None:
    """A dot a model: the loss by MSCR against the mean corruption error, lines from eps_train 0 upwards."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6.4, 4.0))
    for kind in dict.fromkeys(line["model"] for line in lines):
        own = [line for line in lines if line["model"] == kind]
        x, y = [-100 * line["mscr"][0] for line in own], [100 * line["mean_error"][0] for line in own]
        (drawn,) = axes.plot(x, y, "o-", linewidth=1, markersize=4, label=kind)
        axes.plot(x[:1], y[:1], "o", markersize=9, color=drawn.get_color(), markerfacecolor="none")
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xticks([-1, 0, 1, 3, 10, 30, 60], ["-1", "0", "1", "3", "10", "30", "60"])
    axes.set_xlabel("loss: -MSCR, % (linear up to 1)")
    axes.set_ylabel("mean corruption error, %")
    axes.legend(frameon=False, title="ringed: trained without noise")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    plt.rcParams["svg.hashsalt"] = "mohs"
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--train", type=int, default=3_000)
    parser.add_argument("--test", type=int, default=500)
    parser.add_argument("--draw", type=Path, help="draw the lines of this file in place of measuring")
    parser.add_argument("--to", type=Path, default=Path("docs/mscr-and-corruptions.svg"))
    given = parser.parse_args()
    if given.draw is not None:
        draw([json.loads(line) for line in given.draw.read_text("utf-8").splitlines()[:-1]], given.to)
        return
    X, y = rows("train", given.train)
    X_test, y_test = rows("t10k", given.test)
    images = X_test.reshape(-1, 28, 28)
    corrupted = [
        corrupt(images, name, severity).reshape(len(images), -1) for name in COMMON for severity in SEVERITIES
    ]
    found = []
    for name in models():
        for eps in TRAINED:
            began = time.process_time()
            model = models()[name].fit(*noisy(X, y, eps))
            cost = mscr(
                model.predict, X_test, y_test, eps=EPS_MIN, copies=5, bounds=(0, 1), at_edge="truncate"
            )
            wrong = np.stack([model.predict(rows) != y_test for rows in corrupted])
            errors = mean(wrong.mean(axis=0), bounds=UNIT_BOUNDS)
            clean = cost.accuracy_clean.value
            line = {
                "model": name,
                "eps_train": eps,
                "accuracy": clean,
                "mscr": [cost.value.value, cost.value.low, cost.value.high],
                "accuracy_noisy": cost.accuracy_noisy.value,
                "mean_error": [errors.value, errors.low, errors.high],
                "relative_error": errors.value - (1 - clean),
                "noise_error": float(wrong[:15].mean()),
                "other_error": float(wrong[15:].mean()),
                "cpu_s": round(time.process_time() - began, 1),
            }
            found.append(line)
            print(json.dumps(line), flush=True)

    def column(key: str) -> NDArray[np.float64]:
        return np.array([np.atleast_1d(line[key])[0] for line in found])

    kinds = np.array([line["model"] for line in found])
    lost = -column("mscr")
    print(
        json.dumps(
            {
                "rows": [given.train, given.test],
                "loss_and_mean_error": correlation(lost, column("mean_error"), kinds),
                "loss_and_relative_error": correlation(lost, column("relative_error"), kinds),
                "loss_and_error_under_noise": correlation(lost, column("noise_error"), kinds),
                "loss_and_error_under_the_other_twelve": correlation(lost, column("other_error"), kinds),
                "noisy_error_and_mean_error": correlation(
                    1 - column("accuracy_noisy"), column("mean_error"), kinds
                ),
            }
        )
    )


if __name__ == "__main__":
    main()
