"""Tables in Markdown, put between `<!-- NAME: written by ... -->` and `<!-- end NAME -->` of a page."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

Row = Sequence[object]


def table(head: Row, rows: Iterable[Row]) -> str:
    """A table; cells are written as they are."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in lines)


def write(path: Path, tables: Mapping[str, str]) -> None:
    """Put each text between its marks.

    Raises:
        SystemExit: The page has no such marks.
    """
    text = path.read_text(encoding="utf-8")
    for name, drawn in tables.items():
        pattern = re.compile(rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- end {name} -->)", re.DOTALL)
        if not pattern.search(text):
            raise SystemExit(f"{path} has no place for {name}: <!-- {name}: ... --> and <!-- end {name} -->")
        text = pattern.sub(lambda found, drawn=drawn: f"{found[1]}\n{drawn}\n\n{found[2]}", text)
    path.write_text(text, encoding="utf-8")
