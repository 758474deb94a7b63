"""What every page has: our own style and script alone, and nothing from outside unescaped."""

import base64
import hashlib
import re

import pytest

from mohs.errors import RunFailed
from mohs.report.page import TEMPLATES, template, write_page

KINDS = sorted(path.name for path in TEMPLATES.glob("*.html.jinja"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_hashes_are_those_of_the_style_and_the_script(kind):
    known = template(kind).globals
    for name in ("style", "script"):
        digest = hashlib.sha256(str(known[name]).encode()).digest()
        assert known[f"{name}_hash"] == f"sha256-{base64.b64encode(digest).decode()}"


def test_a_page_lets_in_nothing_but_what_it_brings():
    source = (TEMPLATES / "page.html.jinja").read_text("utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', source)
    assert policy and "default-src 'none'" in policy[1] and "unsafe" not in policy[1]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_page_has_the_policy_of_all_and_escapes_everything(kind):
    source = (TEMPLATES / kind).read_text("utf-8")
    assert "|safe" not in re.sub(r"\s", "", source)
    if kind not in ("page.html.jinja", "parts.html.jinja"):
        assert source.startswith('{% extends "page.html.jinja" %}') and "<head>" not in source


def test_a_page_that_cannot_be_written_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("mohs.report.page.TEMPLATES", tmp_path)
    (tmp_path / "report.css").write_text("")
    (tmp_path / "report.js").write_text("")
    (tmp_path / "one.html.jinja").write_text("{{ said }}")
    write_page("one.html.jinja", tmp_path / "page.html", said="<b>")
    assert (tmp_path / "page.html").read_text() == "&lt;b&gt;"
    with pytest.raises(RunFailed):
        write_page("one.html.jinja", tmp_path / "nowhere" / "page.html", said="")
