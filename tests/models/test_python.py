import os
import sys
from pathlib import Path

import pytest

from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.python import open_python

SOURCE = """
LABELS = ["no", "yes"]


def predict(texts):
    return [[0.25, 0.75]] * len(texts)


class Box:
    predict = staticmethod(predict)


box = Box()
number = 3
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A working directory whose modules are forgotten afterwards."""
    before, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - before:
        if name.startswith("victim"):
            del sys.modules[name]


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", ["predict", "box.predict", "Box.predict"])
def test_a_function_of_the_working_directory(here, name):
    write(here, "victim_one.py", SOURCE)
    classifier = open_python(f"victim_one:{name}", Opening())
    assert classifier.address == f"python:victim_one:{name}"
    assert classifier.labels == ("no", "yes")
    assert classifier.probabilities(["a"]).tolist() == [[0.25, 0.75]]
    assert set(classifier.identity()["files"]) == {"victim_one.py"}


def test_a_dotted_module(here):
    write(here, "victim_two/__init__.py", "")
    write(here, "victim_two/models.py", SOURCE)
    assert open_python("victim_two.models:predict", Opening()).labels == ("no", "yes")


@pytest.mark.parametrize("where", ["predict", "module:", ":predict", ""])
def test_an_address_that_names_no_function(where):
    with pytest.raises(ModelError, match="names no function"):
        open_python(where, Opening())


def test_a_module_that_is_not_there(here):
    with pytest.raises(ModelError, match="there is no module 'victim_nowhere'"):
        open_python("victim_nowhere:predict", Opening())
    write(here, "victim_two/__init__.py", "")
    with pytest.raises(ModelError, match=r"there is no module 'victim_two\.models'"):
        open_python("victim_two.models:predict", Opening())


def test_a_working_directory_that_is_gone(tmp_path, monkeypatch):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    try:
        with pytest.raises(ModelError, match=r"the working directory, which is gone(.|\n)*go to a folder"):
            open_python("mine:predict", Opening())
    finally:
        os.chdir(tmp_path)


def test_a_function_that_is_not_there(here):
    write(here, "victim_one.py", SOURCE)
    with pytest.raises(ModelError, match="has no 'predcit'") as caught:
        open_python("victim_one:predcit", Opening())
    assert "did you mean predict?" in str(caught.value)
    with pytest.raises(ModelError, match=r"has no 'box\.guess'"):
        open_python("victim_one:box.guess", Opening())


def test_what_is_no_function(here):
    write(here, "victim_one.py", SOURCE)
    with pytest.raises(ModelError, match="is no function"):
        open_python("victim_one:number", Opening())


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1\n1 / 0\n", r"victim_bad\.py, line 2\n  got: ZeroDivisionError"),
        ("import no_such_package_at_all\n", "ModuleNotFoundError: No module named 'no_such_package_at_all'"),
        ("import sys\nsys.exit('usage: ...')\n", "SystemExit: usage"),
        ("x = 1\ndef f(:\n", r"victim_bad\.py, line 2\n  got: SyntaxError"),
    ],
)
def test_a_module_that_fails_names_its_line(here, source, words):
    write(here, "victim_bad.py", source)
    with pytest.raises(ModelError, match=words):
        open_python("victim_bad:f", Opening())


def test_a_module_that_goes_elsewhere_does_not_take_the_run_along(here):
    (here / "deep").mkdir()
    write(here, "victim_walks.py", "import os\nos.chdir('deep')\n" + SOURCE)
    open_python("victim_walks:predict", Opening())
    assert Path.cwd() == here
