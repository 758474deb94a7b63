"""mohs: how hard is a classifier to break?

    from mohs import attack
    run = attack("hf:./my-model", "reviews.csv", "textbugger,textfooler", text="review", label="sentiment")
    for row in run.rows: print(row)

The names below come from `mohs.api` when they are first used, so that `import mohs` costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mohs.api import (
        Benchmark,
        Cells,
        Certificate,
        Classifier,
        CorruptionError,
        Estimate,
        Example,
        GaussianNoise,
        Grid,
        ImpulseNoise,
        LocalLipschitz,
        Mscr,
        PatchNoise,
        Result,
        Rounds,
        Run,
        Separation,
        Table,
        Task,
        attack,
        audit,
        cell_reliability,
        certify,
        compare,
        corrupt,
        corruption_error,
        draw_report,
        evaluate,
        export_rounds,
        export_to,
        grid,
        local_lipschitz,
        mscr,
        noise_cost,
        open_benchmark,
        open_classifier,
        open_rounds,
        open_task,
        quickstart,
        read_examples,
        read_table,
        rounds_status,
        sample_ball,
        score_predictions,
        separation,
        train_paraphraser,
        train_tree_autoencoder,
        with_noise,
        write_benchmark,
    )

__version__ = "0.1.0"

__all__ = [
    "Benchmark",
    "Cells",
    "Certificate",
    "Classifier",
    "CorruptionError",
    "Estimate",
    "Example",
    "GaussianNoise",
    "Grid",
    "ImpulseNoise",
    "LocalLipschitz",
    "Mscr",
    "PatchNoise",
    "Result",
    "Rounds",
    "Run",
    "Separation",
    "Table",
    "Task",
    "attack",
    "audit",
    "cell_reliability",
    "certify",
    "compare",
    "corrupt",
    "corruption_error",
    "draw_report",
    "evaluate",
    "export_rounds",
    "export_to",
    "grid",
    "local_lipschitz",
    "mscr",
    "noise_cost",
    "open_benchmark",
    "open_classifier",
    "open_rounds",
    "open_task",
    "quickstart",
    "read_examples",
    "read_table",
    "rounds_status",
    "sample_ball",
    "score_predictions",
    "separation",
    "train_paraphraser",
    "train_tree_autoencoder",
    "with_noise",
    "write_benchmark",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    if name in __all__:
        import mohs.api

        return getattr(mohs.api, name)
    raise AttributeError(f"module 'mohs' has no attribute {name!r}")
