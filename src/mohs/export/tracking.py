"""MLflow: a run of evaluate or score as parameters, metrics and files of an experiment."""

from collections.abc import Iterator, Mapping
from textwrap import shorten
from typing import Any

from mohs.errors import MissingExtra, MohsError
from mohs.export.flat import flat_scores
from mohs.export.results import ALL, Outcome


def log_to_mlflow(outcome: Outcome, *, tracking_uri: str | None = None, experiment: str = "mohs") -> str:
    """Log a run to MLflow: parameters, metrics (`robust/sst2/accuracy`) and the files of its folder.

    Args:
        outcome: The run.
        tracking_uri: Where; what MLflow is set to by default.
        experiment: The experiment's name.

    Returns:
        The id of MLflow's run.

    Raises:
        MissingExtra: MLflow is not installed.
        MohsError: Its server cannot be reached, or does not take the run.
    """
    try:
        from mlflow import MlflowClient
        from mlflow.exceptions import MlflowException
    except ImportError:
        raise MissingExtra("logging to MLflow", package="mlflow-skinny", extra="tracking") from None
    try:
        client = MlflowClient(tracking_uri=tracking_uri)
        return _log(client, outcome, experiment)
    except MlflowException as problem:
        raise MohsError(
            f"MLflow does not take the run ({tracking_uri or 'its default server'})",
            got=shorten(str(problem), 300, placeholder=" ..."),
        ) from None


def _log(client: Any, outcome: Outcome, experiment: str) -> str:
    known = client.get_experiment_by_name(experiment)
    own = client.create_experiment(experiment) if known is None else known.experiment_id
    run = client.create_run(own, run_name=outcome.folder.resolve().name)
    identity: str = run.info.run_id
    for name, value in _parameters(outcome):
        client.log_param(identity, name, value[:6000])
    scores = flat_scores(outcome.document["results"], [*ALL, "accuracy", "f1"], join="/")
    for name, score in scores.items():
        client.log_metric(identity, f"robust/{name}", score)
    for name in ("run.json", "results.json", "report.html"):
        if (outcome.folder / name).is_file():
            client.log_artifact(identity, str(outcome.folder / name))
    client.set_terminated(identity)
    return identity


def _parameters(outcome: Outcome) -> Iterator[tuple[str, str]]:
    benchmark = outcome.benchmark
    model = outcome.record.get("model")
    address = model.get("address", model.get("name")) if isinstance(model, Mapping) else None
    yield "model", str(address if address is not None else model)
    for name in ("name", "version", "split", "sha256"):
        if benchmark.get(name) is not None:
            yield f"benchmark/{name}", str(benchmark[name])
    yield "seed", str((outcome.record.get("seeds") or {}).get("run", ""))
    yield "mohs", str((outcome.record.get("versions") or {}).get("mohs", ""))
