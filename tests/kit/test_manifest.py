"""The manifest must tell the truth about the kit, and `verify` must notice when it no longer does."""

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mohs.errors import MohsError
from mohs.kit import Resource, path, resources, verify
from mohs.kit.manifest import FOLDER, LIMIT, check, read

ROOT = Path(__file__).resolve().parents[2]
NAMES = (
    "sst2-linear",
    "sst2-cnn",
    "sst2-transformer",
    "encoder",
    "mlm",
    "tree-autoencoder",
    "vectors",
    "tagger",
    "sememes",
    "stop-words",
    "samples",
)


def resource(tmp_path: Path, content: bytes = b"words", budget: int = 100) -> Resource:
    (tmp_path / "a.txt").write_bytes(content)
    return Resource(
        name="a",
        kind="words",
        location="a.txt",
        files=("a.txt",),
        size=len(content),
        budget=budget,
        sha256={"a.txt": hashlib.sha256(content).hexdigest()},
        licence="CC0-1.0",
        made_from="written for mohs",
        script="written by hand",
        figures={},
    )


def rules(tmp_path: Path, item: Resource, limit: int = LIMIT) -> list[str]:
    return [finding.rule for finding in check((item,), tmp_path, limit)]


def test_the_kit_is_whole_unchanged_and_within_its_budgets() -> None:
    assert verify() == ()


def test_the_kit_has_what_is_promised() -> None:
    assert tuple(item.name for item in resources()) == NAMES


def test_the_budgets_together_stay_within_the_limit() -> None:
    assert sum(item.size for item in resources()) <= sum(item.budget for item in resources()) <= LIMIT
    assert LIMIT == 40_000_000


def test_every_file_of_the_kit_belongs_to_one_resource() -> None:
    listed = [name for item in resources() for name in item.files]
    found = {
        file.relative_to(FOLDER).as_posix()
        for file in FOLDER.rglob("*")
        if file.is_file() and file.suffix not in (".py", ".pyc") and file.name != "README.md"
    }
    assert len(listed) == len(set(listed))
    assert set(listed) == found - {"manifest.json"}


@pytest.mark.parametrize("name", NAMES)
def test_every_resource_says_where_it_comes_from(name: str) -> None:
    (item,) = (each for each in resources() if each.name == name)
    assert item.licence
    assert item.made_from
    assert item.description
    assert item.figures
    scripts = re.findall(r"tools/\w+\.py", item.script)
    assert bool(scripts) != (item.script == "written by hand")
    assert all((ROOT / script).is_file() for script in scripts)
    assert all(figure.n > 0 and figure.what for figure in item.figures.values())
    assert item.size == sum((FOLDER / file).stat().st_size for file in item.files)
    assert path(name).exists()
    assert all((FOLDER / file).is_relative_to(path(name).parent) for file in item.files)


def test_the_kit_reaches_what_it_promises() -> None:
    """The least that makes the classifiers worth attacking and the tables worth trusting."""
    figures = {item.name: item.figures for item in resources()}
    for name in ("sst2-linear", "sst2-cnn", "sst2-transformer"):
        assert figures[name]["accuracy"].value >= 0.80
        assert figures[name]["accuracy"].n == 872
    assert figures["vectors"]["simlex_999"].value >= 0.50
    assert figures["encoder"]["cosines"].value >= 0.75
    assert figures["encoder"]["cosines"].n >= 1000
    assert figures["mlm"]["top_10"].value >= 0.40 and figures["mlm"]["top_10_near"].value >= 0.60
    assert figures["tagger"]["agreement"].value >= 0.95
    assert figures["samples"]["examples"].value == 440


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(MohsError) as error:
        path("sst2-liner")
    assert "'sst2-liner'" in str(error.value)
    assert "did you mean sst2-linear" in str(error.value)
    with pytest.raises(MohsError, match="mohs resources list"):
        path("zzz")


def test_a_good_folder_gives_no_findings(tmp_path: Path) -> None:
    assert rules(tmp_path, resource(tmp_path)) == []


def test_a_missing_file_is_found(tmp_path: Path) -> None:
    item = resource(tmp_path)
    (tmp_path / "a.txt").unlink()
    (finding,) = check((item,), tmp_path)
    assert (finding.rule, finding.resource, finding.file) == ("missing", "a", "a.txt")
    assert "no such file" in finding.message


def test_one_changed_byte_is_found(tmp_path: Path) -> None:
    item = resource(tmp_path)
    (tmp_path / "a.txt").write_bytes(b"wordz")
    assert rules(tmp_path, item) == ["changed"]


def test_a_resource_may_fill_its_budget_and_not_a_byte_more(tmp_path: Path) -> None:
    assert rules(tmp_path, resource(tmp_path, b"x" * 100, budget=100)) == []
    assert rules(tmp_path, resource(tmp_path, b"x" * 101, budget=100)) == ["over-budget"]


def test_the_kit_may_fill_its_limit_and_not_a_byte_more(tmp_path: Path) -> None:
    item = resource(tmp_path, b"x" * 100)
    assert rules(tmp_path, item, limit=100) == []
    assert rules(tmp_path, item, limit=99) == ["over-limit"]


def test_sizes_are_those_on_the_disk_not_those_recorded(tmp_path: Path) -> None:
    item = replace(resource(tmp_path, b"x" * 101, budget=100), size=1)
    assert rules(tmp_path, item, limit=100) == ["over-budget", "over-limit"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read"),
        ("", "damaged"),
        ("[]", "damaged"),
        ('{"schema": "mohs/kit/1"}', "damaged"),
        ('{"schema": "mohs/kit/1", "resources": [{"name": "a"}]}', "damaged"),
        ('{"schema": "mohs/kit/9", "resources": []}', "another version"),
    ],
)
def test_a_broken_manifest_is_one_message(tmp_path: Path, content: str | None, says: str) -> None:
    file = tmp_path / "manifest.json"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    with pytest.raises(MohsError, match=says) as error:
        read(file)
    assert str(file) in str(error.value)
    assert "install mohs anew" in str(error.value)


def test_resources_and_findings_are_json_ready(tmp_path: Path) -> None:
    item = resource(tmp_path)
    (tmp_path / "a.txt").write_bytes(b"other")
    (finding,) = check((item,), tmp_path)
    assert json.loads(json.dumps(finding.to_json()))["rule"] == "changed"
    for item in resources():
        assert json.loads(json.dumps(item.to_json()))["name"] == item.name


def test_the_table_on_the_page_says_what_the_manifest_says() -> None:
    page = (ROOT / "docs" / "kit.md").read_text(encoding="utf-8")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if "|" in line]
    rows = {row[0].strip("`"): row[1:] for row in cells if len(row) == 7}
    for item in resources():
        kind, size, budget, figures, licence, script = rows[item.name]
        assert kind == item.kind
        assert float(size) == pytest.approx(item.size / 1e6, abs=0.00501)
        assert float(budget) == pytest.approx(item.budget / 1e6, abs=0.00501)
        assert licence == item.licence
        assert script.replace("`", "") == item.script
        numbers = [float(number.replace(",", "")) for number in re.findall(r"(?:^|; )([\d.,]+) ", figures)]
        assert numbers == [pytest.approx(f.value, abs=0.00051) for f in item.figures.values()]


def test_the_manifest_is_what_its_script_would_write() -> None:
    script = ROOT / "tools" / "make_manifest.py"
    done = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_notice_names_every_source() -> None:
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for word in ("GloVe", "PPDB", "WordNet", "SimLex-999", "SST-2", "all-MiniLM-L6-v2", "spaCy", "CC0"):
        assert word in notice, word
    for word in ("BabelSememe", "LemmInflect"):
        assert word in notice, word


def test_reading_the_kit_needs_the_standard_library_alone() -> None:
    """`mohs resources list` must not wait for numpy or onnxruntime."""
    code = (
        "import sys; from mohs.kit import resources; resources(); "
        "print(*{name.partition('.')[0] for name in sys.modules} - {*sys.stdlib_module_names})"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    extra = {name for name in done.stdout.split() if not name.startswith("_")}
    assert extra <= {"mohs", "sitecustomize", "distutils"}
