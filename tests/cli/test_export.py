"""`mohs export`."""

from pathlib import Path
from typing import get_args

import pytest

from mohs.api.exporting import FORMATS, Exported
from mohs.cli.export import Format
from mohs.cli.main import main


def test_the_path_is_the_result_and_how_to_go_on_is_said(api, capsys):
    api.calls.clear()
    api.export_to = lambda *args, **named: (
        api.calls.append((args, named)) or Exported("evalai", Path("x.zip"), ["next"])
    )
    assert (
        main(["export", "evalai", "./mine", "--out", "x", "--license", "mit", "--start", "2026-01-01"]) == 0
    )
    out, err = capsys.readouterr()
    assert (out, err) == ("x.zip\n", "next\n")
    args, named = api.calls[0]
    assert args == ("evalai", "./mine", Path("x"))
    assert {name: value for name, value in named.items() if value is not None} == {
        "license": "mit",
        "start": "2026-01-01",
    }


def test_every_format_of_the_api_can_be_asked_for():
    assert set(get_args(Format)) == set(FORMATS)


@pytest.mark.parametrize("words", [["export"], ["export", "pdf", "x"]])
def test_what_cannot_be_exported_is_a_mistake(words, api, capsys):
    assert main(words) == 2
    assert "export" in capsys.readouterr().err
