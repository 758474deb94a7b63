"""The command answers at once: help needs none of the heavy packages. Imports are counted, not seconds."""

import json
import subprocess
import sys

import pytest

import mohs
from mohs.cli.main import VERBS

HEAVY = {
    "accelerate", "datasets", "joblib", "lemminflect", "matplotlib", "onnxruntime", "pandas", "polars",
    "pyarrow", "scipy", "sklearn", "skops", "spacy", "starlette", "statsmodels", "tokenizers", "torch",
    "transformers", "uvicorn", "wordfreq",
}  # fmt: skip


def imported(statement):
    """The modules that are there after this statement, in a process of its own; its output is thrown away."""
    code = (
        "import contextlib, io, json, sys\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    {statement}\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_help_imports_nothing_heavy_and_no_room_but_its_own():
    modules = imported("from mohs.cli.main import main; assert main(['--help']) == 0")
    assert HEAVY.isdisjoint(modules)
    assert "numpy" not in modules
    own = {name for name in modules if name.startswith("mohs.") and not name.startswith("mohs.cli")}
    assert own <= {"mohs.errors", "mohs.paths", "mohs.spec"}
    assert len(modules) < 500


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_imports_nothing_heavy(verb):
    assert HEAVY.isdisjoint(imported(f"from mohs.cli.main import main; assert main(['{verb}', '-h']) == 0"))


def test_importing_the_package_imports_nothing_heavy():
    assert HEAVY.isdisjoint(imported("import mohs"))


def test_every_name_that_the_package_gives_is_there_and_no_other():
    assert mohs.__all__ == sorted(mohs.__all__) and set(mohs.__all__) <= set(dir(mohs))
    assert all(getattr(mohs, name) is not None for name in mohs.__all__)
    with pytest.raises(AttributeError, match="'no_such_name'"):
        mohs.no_such_name  # noqa: B018
