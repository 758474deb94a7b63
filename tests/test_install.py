"""What is installed is whole: the wheel has the kit, the types and the command, and runs where it is put."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built with what is installed here and without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*PIP, "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, ROOT],
        check=True,
        capture_output=True,
    )
    (found,) = folder.glob("mohs-*.whl")
    return found


def test_the_wheel_has_every_file_of_the_package_and_nothing_else(wheel):
    package = ROOT / "src" / "mohs"
    done = subprocess.run(["git", "ls-files", "-z", "src/mohs"], cwd=ROOT, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("needs a git checkout")
    tracked = {Path(name).relative_to("src").as_posix() for name in done.stdout.decode().split("\0") if name}
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert "mohs/py.typed" in names
    assert tracked - names == set()
    assert {name for name in names if not (package.parent / name).is_file()} == set()


def test_the_wheel_carries_the_licences(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name.rpartition("/")[2] for name in archive.namelist() if ".dist-info/" in name}
    assert {"LICENSE", "NOTICE", "entry_points.txt"} <= names


def test_the_wheel_is_small_enough_to_be_a_dependency(wheel):
    assert wheel.stat().st_size < 45_000_000


def test_what_was_installed_runs(wheel, tmp_path):
    subprocess.run(
        [*PIP, "install", "-q", "--no-deps", "--no-index", "--target", tmp_path / "site", wheel],
        check=True,
        capture_output=True,
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    code = (
        "import mohs, sys; print(mohs.__file__)\n"
        "from mohs.cli.main import main; sys.exit(main(['resources', 'verify']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path / "site"))


def test_make_quickstart_on_a_fresh_checkout(tmp_path):
    """The README's first command: it installs the checkout, attacks the embedded classifiers, writes the page.

    What mohs needs is found in this environment instead of on the network.
    """
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, check=False)
    if done.returncode or shutil.which("make") is None:
        pytest.skip("needs a git checkout and make")
    checkout = tmp_path / "mohs"
    for name in done.stdout.decode().split("\0"):
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            (checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, checkout / name)
    subprocess.run([sys.executable, "-m", "venv", checkout / ".venv"], check=True, capture_output=True)
    (site,) = (checkout / ".venv").glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    # 0 is what switches the isolation off: pip takes the variable for the value of its inverse.
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "0", "MOHS_LIMIT": "12"}
    made = subprocess.run(
        ["make", "quickstart"],
        cwd=checkout,
        env=os.environ | offline,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    run = checkout / "runs" / "quickstart"
    results = json.loads((run / "results.json").read_text(encoding="utf-8"))
    assert results["status"] == "complete" and results["limits"]["limit"] == 12
    assert (run / "report.html").stat().st_size > 10_000
    # The command is that of the checkout, not that of the environment whose packages it was lent.
    where = [checkout / ".venv/bin/python", "-c", "import mohs; print(mohs.__file__)"]
    found = subprocess.run(where, capture_output=True, text=True, check=True, cwd=tmp_path).stdout
    assert found.startswith(str(checkout / "src"))
