"""`mohs export`: a benchmark or a result in the layout that another tool reads."""

from pathlib import Path
from typing import Literal

from mohs.cli import terminal

Format = Literal[
    "lm-eval", "huggingface", "croissant", "codabench", "evalai", "eval-results", "model-card", "mlflow"
]


def export(
    format: Format,
    source: str,
    /,
    *,
    out: Path | None = None,
    split: Literal["dev", "test"] | None = None,
    private: Path | None = None,
    license: str | None = None,
    url: str | None = None,
    description: str | None = None,
    start: str | None = None,
    docker_image: str | None = None,
    dataset: str | None = None,
    revision: str | None = None,
    model: str | None = None,
    tracking_uri: str | None = None,
    experiment: str | None = None,
) -> int:
    """Write a benchmark or a result in the layout that another tool reads.

    Args:
        format: lm-eval, huggingface, croissant, codabench and evalai take a benchmark; eval-results,
            model-card and mlflow the run of evaluate or score.
        source: advglue:PATH, suite:NAME, the folder of a package or of an attack run; of results, the run's.
        out: The folder or file to write.
        split: This split alone; by default all that are there.
        private: The private folder of a package, with the labels of its test rows.
        license: Licence of the data, as the Hub spells it (cc-by-sa-4.0).
        url: The benchmark's page.
        description: What the benchmark is, in a sentence.
        start: codabench, evalai: first day, YYYY-MM-DD; today by default.
        docker_image: codabench: the image that scores, which must have mohs; the bundle has a Dockerfile for
            it.
        dataset: eval-results, model-card: id of the benchmark on the Hub.
        revision: eval-results: the benchmark's commit on the Hub.
        model: model-card: the model's name on the Hub.
        tracking_uri: mlflow: where to log; what MLflow is set to by default.
        experiment: mlflow: the experiment's name; mohs by default.
    """
    from mohs import api

    with terminal.only_json(True):
        done = api.export_to(
            format,
            source,
            out,
            split=split,
            private=private,
            license=license,
            url=url,
            description=description,
            start=start,
            docker_image=docker_image,
            dataset=dataset,
            revision=revision,
            model=model,
            tracking_uri=tracking_uri,
            experiment=experiment,
        )
    if done.path is not None:
        terminal.show(str(done.path))
    for note in done.notes:
        terminal.say(note)
    return 0
