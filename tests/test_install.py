"""What is installed is whole: the wheel has the kit, the types and the command, and runs where it is put."""

import os
import subprocess
import sys
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
