"""JUnit XML: gates as test cases, for whatever shows the results of a build."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from mohs.runs.folder import replacing
from mohs.runs.gate import Condition, verdicts

_NO_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(
    rows: Sequence[dict[str, Any]], conditions: Iterable[Condition], path: Path, *, name: str
) -> None:
    """Write one test case for each number that a condition holds to a limit; one that is not there fails.

    Args:
        rows: Numbers with their coordinates.
        conditions: What they must keep; without any, there is one case, which says that the run is done.
        path: Where to write.
        name: What the suite is called.

    Raises:
        RunFailed: The file cannot be written.
    """
    cases: list[tuple[str, str | None]] = []
    for condition in conditions:
        for verdict in verdicts(rows, [condition]):
            where = [str(verdict[key]) for key in ("attack", "task", "split") if verdict.get(key)]
            cases.append((" ".join([verdict["gate"], *where]), verdict["failure"]))
    cases = cases or [("the run is done", None)]
    failed = sum(failure is not None for _, failure in cases)
    counts = {"tests": str(len(cases)), "failures": str(failed), "errors": "0"}
    root = ElementTree.Element("testsuites", counts)
    suite = ElementTree.SubElement(root, "testsuite", {"name": _clean(name), **counts})
    for title, failure in cases:
        case = ElementTree.SubElement(suite, "testcase", {"classname": "mohs", "name": _clean(title)})
        if failure is not None:
            message = _clean(failure)
            ElementTree.SubElement(case, "failure", {"message": message}).text = message
    ElementTree.indent(root)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as temporary:
        ElementTree.ElementTree(root).write(temporary, encoding="utf-8", xml_declaration=True)


def _clean(text: str) -> str:
    """XML holds no control characters, escaped or not."""
    return _NO_XML.sub("\ufffd", text)
