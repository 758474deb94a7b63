"""House rules that a machine can check: size, tests that mirror sources, nothing of one machine alone."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "src" / "mohs").rglob("*.py"))
LONGEST = 320

# Modules without a test file of their own, each with where it is tested instead.
TESTED_ELSEWHERE = {
    "__main__": "tests/cli/test_main.py runs it",
    ".": "tests/test_light.py: what the package gives, and that it costs nothing",
    "cli/flags": "declarations; every flag is followed to the api in tests/cli/test_attack.py",
    "language/vector_files": "what WordVectors.open reads: tests/language/test_vectors.py",
}

# Test files that mirror no module: they are about the house as a whole.
OF_THE_HOUSE = {
    "test_arguments", "test_bad_input", "test_cases", "test_docs", "test_house", "test_install", "test_light",
    "test_run_folder_page",
}  # fmt: skip


def place(path):
    """ "runs/journal" for src/mohs/runs/journal.py, "estimate" for src/mohs/estimate/__init__.py."""
    inside = path.relative_to(ROOT / "src" / "mohs").with_suffix("")
    return (inside.parent if inside.name == "__init__" else inside).as_posix()


def has_code(path):
    """Whether there is more than a docstring, imports and names that are handed on."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for one in body)


def tracked():
    """The files that git knows; where there is no git, nothing can be said."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("needs a git checkout")
    return [ROOT / name for name in done.stdout.decode("utf-8").split("\0") if name]


@pytest.mark.parametrize("path", SOURCES, ids=place)
def test_a_file_holds_one_idea(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= LONGEST, f"{lines} lines: it holds two ideas"


@pytest.mark.parametrize("path", [path for path in SOURCES if has_code(path)], ids=place)
def test_a_module_has_its_test_file(path):
    name = place(path)
    if name in TESTED_ELSEWHERE:
        return
    room, _, module = name.rpartition("/")
    assert (ROOT / "tests" / room / f"test_{module}.py").is_file(), (
        "write it, or say in TESTED_ELSEWHERE why not"
    )


def test_every_test_file_mirrors_a_module_or_a_folder_of_data():
    package = ROOT / "src" / "mohs"
    modules = {place(path) for path in SOURCES}
    modules |= {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_dir()}
    lone = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        inside = path.relative_to(ROOT / "tests")
        name = (inside.parent / inside.stem.removeprefix("test_")).as_posix()
        if name not in modules and inside.stem not in OF_THE_HOUSE:
            lone.append(inside.as_posix())
    assert lone == []


def test_no_exception_is_out_of_date():
    modules = {place(path) for path in SOURCES}
    stale = []
    for name in TESTED_ELSEWHERE:
        room, _, module = name.rpartition("/")
        if name not in modules or (ROOT / "tests" / room / f"test_{module}.py").is_file():
            stale.append(name)
    assert stale == []


def test_scripts_import_what_is_there():
    """Benchmarks and tools are run by hand, so that nobody else would notice what has been moved."""
    missing = []
    for path in sorted([*(ROOT / "benchmarks").glob("*.py"), *(ROOT / "tools").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "mohs":
                defined = names_of(ROOT / "src" / node.module.replace(".", "/"))
                missing += [
                    f"{path.name}: {node.module}.{one.name}" for one in node.names if one.name not in defined
                ]
    assert missing == []


def names_of(place):
    """What can be imported from a module or package, by its text alone."""
    file = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
    found = {path.stem for path in place.glob("*") if path.is_dir() or path.suffix == ".py"}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if file.is_file() else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)  # names that a package hands on when they are asked for
    return found


def test_nothing_in_the_project_belongs_to_one_machine():
    """No absolute path of somebody's machine and no package index in a file that is kept."""
    # Each is written with a class of one letter, so that this file does not find itself.
    patterns = [
        r"/wor[k]/\w", r"/roo[t]/\w", r"/hom[e]/\w", r"/User[s]/\w", r"/opt/(pyp[i]|wheel[s])",
        r"(index|find)-(ur[l]|link[s])", r"pypi\.or[g]", r"pythonhoste[d]",
    ]  # fmt: skip
    suspicious = re.compile("|".join(patterns))
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
            for number, line in enumerate(text.splitlines(), 1)
            if suspicious.search(line)
        ]
    assert found == []


def test_the_pinned_versions_are_of_what_is_declared_and_carry_no_local_tag():
    lines = (ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert not [version for version in pinned.values() if "+" in version]
    assert {"numpy", "torch", "transformers", "pytest", "hatchling"} <= set(pinned)
