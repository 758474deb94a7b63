"""`mohs evaluate`: ask classifiers about every row of a benchmark, and score what they say."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Group, Parameter

from mohs.cli import terminal
from mohs.cli.flags import ModelFlags, RunFlags
from mohs.cli.progress import display
from mohs.cli.scoring import ScoreGates, tell
from mohs.cli.values import listed, mapping
from mohs.errors import MohsError

_BENCHMARK = Group("What it is evaluated on", sort_key=2)


@Parameter(name="*", group=_BENCHMARK)
@dataclass(frozen=True, kw_only=True)
class BenchmarkFlags:
    """The benchmark.

    Attributes:
        benchmark: advglue:PATH for AdvGLUE's released files, suite:NAME, the folder of a package, or of an
            attack run: what it has broken.
        task: NAME,...: the tasks; by default those that have a classifier. all: one classifier answers all.
        split: dev or test; by default dev, or test where only that is there.
        private: The private folder of a package, for the labels of its test rows.
        clean: Further benign rows of the same tasks, for the drop: glue:DIR.
        sources: Ask about the benign rows that the adversarial ones were made from too.
        errata: A file of errata of the benchmark, applied first.
        name: What the classifier is called in reports and comparisons.
    """

    benchmark: str
    task: tuple[str, ...] = ()
    split: str | None = None
    private: str | None = None
    clean: str | None = None
    sources: Annotated[bool, Parameter(negative="--no-sources")] = True
    errata: Path | None = None
    name: str | None = None


def evaluate(
    *,
    model: ModelFlags,
    on: BenchmarkFlags,
    run: RunFlags = RunFlags(),  # noqa: B008 - frozen
    gates: ScoreGates = ScoreGates(),  # noqa: B008
) -> int:
    """Ask a classifier about every row of a benchmark, and say where it fails.

    For several tasks: --model sst2=hf:./a,mnli=hf:./b. Leaves a run folder with a report.
    """
    if run.resume and run.out is None:
        raise MohsError("--resume needs to know which run", mend="add --out and the folder of the run")
    from mohs import api

    conditions = api.read_conditions(gates.fail_over, gates.fail_under, api.SCORE_METRICS)
    opening = {name: value for name, value in dataclasses.asdict(model).items() if name != "model"}
    opening["trust"] = listed("--trust", model.trust)
    opening["label_map"] = mapping("--label-map", model.label_map, "MODEL_LABEL=TASK_LABEL,...") or None
    # What a model prints is no result; and where stdout cannot take it, no fault of the model.
    folders = api.result_folder(run.out, on.benchmark, on.name or model.model)
    with terminal.only_json(True), folders as folder, display(quiet=run.quiet) as progress:
        result = api.evaluate(
            model.model,
            on.benchmark,
            task=listed("--task", on.task) or None,
            split=on.split,
            private=on.private,
            clean=on.clean,
            sources=on.sources,
            errata=on.errata,
            name=on.name,
            out=folder,
            resume=run.resume,
            random_state=run.seed,
            progress=progress,
            command=terminal.command_line(),
            gates=conditions,
            **opening,
        )
    return tell(result, gates, json=run.json)
