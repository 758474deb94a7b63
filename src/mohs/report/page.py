"""A page: one self-contained file that works from a disk, in print, in light, in dark and without scripts.

A page asks nobody for anything: its Content-Security-Policy allows its own style sheet and script, by their
sha256, and nothing else. Whatever came from outside (texts, labels, names, paths, messages) is escaped.
"""

import base64
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from mohs.report.diff import plain, visible
from mohs.runs.folder import replacing

if TYPE_CHECKING:
    from jinja2 import Template

TEMPLATES = Path(__file__).parent / "templates"


def template(name: str) -> "Template":
    """The template of a kind of page, which knows the style sheet, the script and their hashes."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(visible=visible, plain=plain, number=lambda n: f"{n:,}")
    for kind, ending in (("style", "css"), ("script", "js")):
        text = TEMPLATES.joinpath(f"report.{ending}").read_text("utf-8")
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        environment.globals[kind] = Markup(text)  # noqa: S704 - our own file
        environment.globals[f"{kind}_hash"] = f"sha256-{digest}"
    return environment.get_template(name)


def write_page(name: str, path: Path, /, **content: Any) -> None:
    """Write a page.

    Args:
        name: Its template.
        path: Where to write; what was there is replaced at once, when the new page is whole.
        content: What the template shows.

    Raises:
        RunFailed: The page cannot be written; what was at `path` before is still there.
    """
    page = template(name).render(**content)
    with replacing(path) as temporary:
        temporary.write_text(page, encoding="utf-8", errors="replace", newline="\n")
