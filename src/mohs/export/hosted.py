"""Bundles for sites that host competitions, Codabench and EvalAI: both score with mohs itself.

What is uploaded is what `mohs score` takes: a zip with `predictions.jsonl`, or the file itself. The scoring
program unpacks the benchmark and calls `mohs.score_predictions`, so that a person can check and score a
submission at home with the same code, and gets the same numbers and the same messages.
"""

import zipfile
from collections.abc import Iterator, Mapping
from datetime import date
from importlib import resources
from pathlib import Path

from mohs.benchmark.package import write_benchmark
from mohs.data.yaml_file import yaml_text
from mohs.errors import DataError
from mohs.export.source import Source
from mohs.runs.folder import filling, replacing

PHASES = {"dev": "Development", "test": "Final"}
_A_DAY, _IN_ALL = 5, 100
_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same content gives the same bytes."""


def write_codabench(
    source: Source, folder: Path, *, private: Path | None, start: date, docker_image: str, mohs: str
) -> Path:
    """Write a competition bundle, as a folder and as the zip beside it that Codabench takes.

    Args:
        source: The benchmark.
        folder: The folder to make.
        private: The private folder, where the benchmark has a test split.
        start: First day of the phases.
        docker_image: The image in which the scoring program runs; it must have mohs.
        mohs: The version of mohs that wrote it.

    Returns:
        The zip.

    Raises:
        DataError: A split whose labels are withheld.
        RunError: The folder is there already.
        RunFailed: A file cannot be written.
    """
    _check_labels(source)
    with filling(folder):
        _fill_codabench(source, folder, private, start, docker_image, mohs)
    return _zip(folder, folder.with_name(f"{folder.name}.zip"))


def _fill_codabench(
    source: Source, folder: Path, private: Path | None, start: date, docker_image: str, mohs: str
) -> None:
    columns = list(_columns(source))
    phases = []
    for index, split in enumerate(_phases(source)):
        _write_reference(source, split, private, folder / f"reference_{split}" / "benchmark.zip")
        phases.append(
            {
                "index": index,
                "name": PHASES[split],
                "description": f"The {split} rows of {source.name}.",
                "start": f"{start.isoformat()}T00:00:00Z",
                "max_submissions": _IN_ALL,
                "max_submissions_per_day": _A_DAY,
                "tasks": [index],
            }
        )
    competition = {
        "version": 2,
        "title": source.name,
        "description": source.about.get("description", source.name),
        "docker_image": docker_image,
        "terms": "terms.md",
        "pages": [{"title": "Overview", "file": "overview.md"}],
        "tasks": [
            {
                "index": index,
                "name": f"{source.name} {split}",
                "description": f"Label the {split} rows.",
                "reference_data": f"reference_{split}",
                "scoring_program": "scoring_program",
            }
            for index, split in enumerate(_phases(source))
        ],
        "phases": phases,
        "leaderboards": [
            {
                "title": "Results",
                "key": "results",
                "submission_rule": "Force_Best",
                "columns": [
                    {"title": title, "key": key, "index": index, "sorting": "desc"}
                    for index, (key, title) in enumerate(columns)
                ],
            }
        ],
    }
    _write(folder / "competition.yaml", yaml_text(competition))
    _write(folder / "overview.md", _overview(source))
    _write(folder / "terms.md", _terms(source))
    _write(folder / "scoring_program" / "metadata.yaml", "command: python3 score.py $input $output\n")
    _write(folder / "scoring_program" / "score.py", _template("codabench_score.py.txt"))
    _write(folder / "Dockerfile", _dockerfile(mohs))


def write_evalai(source: Source, folder: Path, *, private: Path | None, start: date, mohs: str) -> Path:
    """Write a challenge for EvalAI, as a folder and as a zip: configuration, annotations, evaluation script.

    Args, returns and raises as for `write_codabench`.
    """
    _check_labels(source)
    with filling(folder):
        _fill_evalai(source, folder, private, start, mohs)
    return _zip(folder, folder.with_name(f"{folder.name}.zip"))


def _fill_evalai(source: Source, folder: Path, private: Path | None, start: date, mohs: str) -> None:
    phases, splits = [], []
    for index, split in enumerate(_phases(source), start=1):
        _write_reference(source, split, private, folder / "annotations" / f"{split}.zip")
        splits.append({"id": index, "name": split, "codename": split})
        phases.append(
            {
                "id": index,
                "name": PHASES[split],
                "codename": split,
                "description": "templates/overview.html",
                "leaderboard_public": split == "dev",
                "is_public": True,
                "is_active": True,
                "start_date": f"{start.isoformat()} 00:00:00",
                "end_date": "2099-12-31 23:59:59",
                "test_annotation_file": f"annotations/{split}.zip",
                "max_submissions_per_day": _A_DAY,
                "max_submissions_per_month": _IN_ALL,
                "max_submissions": _IN_ALL,
                "allowed_submission_file_types": ".json, .jsonl, .zip",
            }
        )
    challenge = {
        "title": source.name,
        "short_description": source.about.get("description", source.name)[:250],
        "description": "templates/overview.html",
        "evaluation_details": "templates/overview.html",
        "terms_and_conditions": "templates/terms.html",
        "submission_guidelines": "templates/overview.html",
        "evaluation_script": "evaluation_script.zip",
        "remote_evaluation": False,
        "start_date": f"{start.isoformat()} 00:00:00",
        "end_date": "2099-12-31 23:59:59",
        "published": False,
        "leaderboard": [
            {
                "id": 1,
                "schema": {
                    "labels": [key for key, _ in _columns(source)],
                    "default_order_by": next(_columns(source))[0],
                },
            }
        ],
        "challenge_phases": phases,
        "dataset_splits": splits,
        "challenge_phase_splits": [
            {
                "challenge_phase_id": one["id"],
                "leaderboard_id": 1,
                "dataset_split_id": one["id"],
                "visibility": 3 if one["name"] == "dev" else 1,
                "leaderboard_decimal_precision": 4,
                "is_leaderboard_order_descending": True,
            }
            for one in splits
        ],
    }
    _write(folder / "challenge_config.yaml", yaml_text(challenge))
    for name, text in (("overview", _overview(source)), ("terms", _terms(source))):
        _write(folder / "templates" / f"{name}.html", f"<pre>{_escaped(text)}</pre>\n")
    script = folder / "evaluation_script"
    _write(script / "__init__.py", _template("evalai_init.py.txt").replace("MOHS_VERSION", mohs))
    _write(script / "main.py", _template("evalai_main.py.txt"))
    _zip(script, folder / "evaluation_script.zip")


def _phases(source: Source) -> list[str]:
    return [one.split for one in source.splits]


def _check_labels(source: Source) -> None:
    for one in source.splits:
        if any(part.labels is None for part in one.tasks.values()):
            raise DataError(
                f"the labels of the {one.split} rows of {source.name} are withheld, and a scorer needs them",
                mend="name the private folder with --private, or export the other split (--split)",
            )


def _columns(source: Source) -> Iterator[tuple[str, str]]:
    """Keys of `mohs.export.flat.flat_scores`, and titles."""
    yield "score", "Score"
    for group in source.groups():
        yield f"{group}_task_score", f"{group}"
    yield "robust_accuracy", "Accuracy over all rows"


def _write_reference(source: Source, split: str, private: Path | None, path: Path) -> None:
    """What the scorer opens, as a zip: the benchmark's folder, and the private one where there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if source.folder is not None:
        folders = {"benchmark": source.folder}
        if split == "test" and private is not None:
            folders["private"] = private
        _zip_folders(folders, path)
        return
    import tempfile

    rows = {task: part for own, task, part in source.parts() if own == split}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "benchmark"
        write_benchmark(folder, source.name, source.version, rows)
        _zip_folders({"benchmark": folder}, path)


def _zip_folders(folders: Mapping[str, Path], path: Path) -> None:
    with replacing(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in folders.items():
            for file in sorted(one for one in folder.rglob("*") if one.is_file()):
                inside = f"{name}/{file.relative_to(folder).as_posix()}".removeprefix("/")
                archive.writestr(zipfile.ZipInfo(inside, _TIME), file.read_bytes(), zipfile.ZIP_DEFLATED)


def _zip(folder: Path, path: Path) -> Path:
    _zip_folders({"": folder}, path)
    return path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def _template(name: str) -> str:
    return resources.files("mohs.export").joinpath("templates", name).read_text("utf-8")


def _overview(source: Source) -> str:
    tasks = "\n".join(
        f"- {name}: {', '.join(task.fields)}; labels {task.labels_in_words()}"
        for name, task in source.tasks.items()
    )
    first = next(iter(source.tasks.values()))
    return (
        f"# {source.name}\n\n{source.about.get('description', '')}\n\nTasks:\n\n{tasks}\n\n"
        "Submit a file `predictions.jsonl` (as it is, or in a zip) with one line a row, each row once:\n\n"
        f'    {{"task": "{first.name}", "id": "0", "label": "{first.labels[0]}"}}\n\n'
        "A label is a name or an integer. Check it at home first, with the same code that scores it here:\n\n"
        "    mohs score --predictions predictions.jsonl --benchmark BENCHMARK --check\n"
    )


def _terms(source: Source) -> str:
    license = source.about.get("license", "not stated")
    return f"# Terms\n\nLicence of the data: {license}. Do not use the benchmark's rows for training.\n"


def _dockerfile(mohs: str) -> str:
    return f"FROM python:3.12-slim\nRUN pip install --no-cache-dir mohs=={mohs}\n"


def _escaped(text: str) -> str:
    from markupsafe import escape

    return str(escape(text))
