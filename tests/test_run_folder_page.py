"""The page of the run folder names every key that mohs writes there."""

import json
import re
from pathlib import Path

from pyarrow import parquet

from mohs.cli.main import main

DOCS = Path(__file__).resolve().parent.parent / "docs"


def keys_of(file):
    """What a file of a run folder holds: its keys, and those of what it says under them."""
    if file.suffix == ".parquet":
        return set(parquet.read_schema(file).names)
    lines = (
        file.read_text(encoding="utf-8").splitlines()
        if file.suffix == ".jsonl"
        else [file.read_text("utf-8")]
    )
    found = [json.loads(line) for line in lines]
    inner = (
        "data",
        "model",
        "seeds",
        "limits",
        "diagnosis",
        "comparison",
        "separation",
        "mscr",
        "grid",
        "task",
    )
    found += [one[name] for one in found for name in inner if isinstance(one.get(name), dict)]
    found += [row for one in found for name in ("results", "counts") for row in one.get(name, ())]
    return {key for one in found for key in one}


RUNS = {
    "attack": "attack --model kit:sst2-linear --data kit:sst2 --attacks textbugger --limit 4",
    "evaluate": "evaluate --model kit:sst2-linear --task sst2 --benchmark suite:checklist?count=1",
    "score": "score --task sst2 --predictions runs/evaluate/predictions.jsonl --benchmark suite:checklist?count=1",
    "compare": "compare runs/evaluate runs/score",
    "separation": "separation flowers.csv --class-pairs",
    "grid": "grid grid.yaml",
}


def test_every_key_of_a_run_folder_is_on_its_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("flowers.csv").write_text("a,b,label\n1,1,x\n2,2,y\n1,2,x\n3,2,y\n", encoding="utf-8")
    Path("grid.yaml").write_text(
        "{data: flowers.csv, runs: 2, test_size: 0.5, models: {m: {sklearn: dummy.DummyClassifier}}}",
        encoding="utf-8",
    )
    pages = [
        (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("run-folder", "separation", "grid")
    ]
    told = set(re.findall(r"`([a-z_0-9]+)`", "".join(pages)))
    own = {"sentence", "original_sentence", "m"}  # a field, and a model's name
    for name, line in RUNS.items():
        assert main([*line.split(), "--out", f"runs/{name}"]) == 0, line
        for file in Path("runs", name).iterdir():
            if file.suffix in (".json", ".jsonl", ".parquet"):
                assert keys_of(file) - told - own == set(), file
