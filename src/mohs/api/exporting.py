"""What `mohs export` does: a benchmark or a result in the layout that another tool reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from mohs.api.record import versions
from mohs.errors import MohsError
from mohs.export.hosted import write_codabench, write_evalai
from mohs.export.hub import write_croissant, write_dataset
from mohs.export.lm_eval import write_lm_eval
from mohs.export.results import model_card, read_outcome, write_eval_results
from mohs.export.source import Source, open_source
from mohs.export.tracking import log_to_mlflow
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import replacing
from mohs.spec import did_you_mean

_OPENING = ("split", "private", "license", "url", "description")

FORMATS: Mapping[str, tuple[str, ...]] = {
    "lm-eval": _OPENING,
    "huggingface": _OPENING,
    "croissant": _OPENING,
    "codabench": (*_OPENING, "start", "docker_image"),
    "evalai": (*_OPENING, "start"),
    "eval-results": ("dataset", "revision"),
    "model-card": ("dataset", "model"),
    "mlflow": ("tracking_uri", "experiment"),
}
"""The formats, each with the options that it takes."""

_OF_RUNS = ("eval-results", "model-card", "mlflow")
_DOCKER = "mohs:latest"


@dataclass(frozen=True)
class Exported:
    """What was written.

    Attributes:
        format: The format.
        path: Where it is; None for what went to a tracking server.
        notes: How to go on.
    """

    format: str
    path: Path | None
    notes: list[str] = field(default_factory=list)


def export_to(format: str, source: AnyPath, out: AnyPath | None = None, **options: Any) -> Exported:
    """Write a benchmark or a result in the layout of another tool.

    Args:
        format: One of `FORMATS`.
        source: A benchmark (`advglue:PATH`, the folder of a package or of a run of `mohs attack`), or for
            eval-results, model-card and mlflow the folder of a run of evaluate or score.
        out: The folder, or the file of croissant and model-card, to write; a model's folder for eval-results.
        options: split, private, license, url, description of a benchmark; start (a day) and docker_image of
            what is hosted; dataset (its id on the Hub), revision and model of results; tracking_uri and
            experiment of mlflow.

    Raises:
        MohsError: No such format, an option that it does not take, or one that it lacks.
        DataError, RunError: The benchmark or run cannot be used, or `out` is there already.
        RunFailed: A file cannot be written.
        MissingExtra: mlflow, where it is not installed.
    """
    if not isinstance(format, str) or format not in FORMATS:
        raise MohsError(
            f"there is no format {format!r}",
            expected=f"one of {', '.join(FORMATS)}",
            mend=did_you_mean(format, list(FORMATS)),
        )
    given = {name: value for name, value in options.items() if value is not None}
    if unknown := [name for name in given if name not in FORMATS[format]]:
        raise MohsError(
            f"export {format} has no option {unknown[0]!r}",
            expected=", ".join(FORMATS[format]),
            mend="leave it out",
        )
    if format == "mlflow":
        run = log_to_mlflow(read_outcome(as_path(source)), **given)
        return Exported(format, None, [f"logged to MLflow as run {run}"])
    if out is None:
        raise MohsError(f"export {format} needs to know where to write", mend="--out PATH")
    path = as_path(out)
    if format in _OF_RUNS:
        return _result(format, as_path(source), path, given)
    return _benchmark(format, source, path, given)


def _result(format: str, run: Path, path: Path, given: Mapping[str, Any]) -> Exported:
    if "dataset" not in given:
        raise MohsError(f"export {format} needs the benchmark's id on the Hub", mend="--dataset NAME/ID")
    outcome = read_outcome(run)
    if format == "eval-results":
        written = write_eval_results(outcome, path, given["dataset"], revision=given.get("revision"))
        return Exported(format, written, ["push it to the model's repository, or open a pull request there"])
    card = model_card(outcome, given.get("model", run.resolve().name), given["dataset"])
    with replacing(path) as temporary:
        temporary.write_text(card, encoding="utf-8")
    return Exported(format, path, ["move its front matter and its section into the model's README.md"])


def _benchmark(format: str, source: AnyPath, path: Path, given: Mapping[str, Any]) -> Exported:
    opening = {name: value for name, value in given.items() if name in _OPENING}
    opened = open_source(str(source), **opening)
    private = as_path(given["private"]) if "private" in given else None
    if format == "lm-eval":
        name = write_lm_eval(opened, path)[0]
        return Exported(format, path, [f"lm_eval run --include_path {path} --tasks {name} --model ..."])
    if format == "huggingface":
        first = next(iter(opened.tasks))
        return Exported(format, write_dataset(opened, path), [f'load_dataset("{path}", "{first}")'])
    if format == "croissant":
        write_croissant(opened, path)
        return Exported(format, path)
    return Exported(format, _hosted(format, opened, path, private, given))


def _hosted(format: str, opened: Source, path: Path, private: Path | None, given: Mapping[str, Any]) -> Path:
    start, mohs = _day(given.get("start")), versions()["mohs"]
    if path.suffix.lower() == ".zip":  # the zip that is written has the folder's name
        path = path.with_suffix("")
    if format == "evalai":
        return write_evalai(opened, path, private=private, start=start, mohs=mohs)
    image = given.get("docker_image", _DOCKER)
    return write_codabench(opened, path, private=private, start=start, docker_image=image, mohs=mohs)


def _day(text: str | date | None) -> date:
    if text is None:
        return datetime.now(UTC).date()
    try:
        return text if isinstance(text, date) else date.fromisoformat(text)
    except ValueError:
        raise MohsError("start is no day", got=str(text), expected="YYYY-MM-DD") from None
