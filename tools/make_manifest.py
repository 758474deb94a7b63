"""Write the kit's manifest, and the table of docs/kit.md, from the files that are there and their build logs.

    python tools/make_manifest.py            # write src/mohs/kit/manifest.json and the table
    python tools/make_manifest.py --check    # exit 1 where either is stale, an item is missing or over budget

It can be run at any time: an item whose files are not there yet is left out and named. Nothing is measured
here; every figure comes from the log that the item's own script wrote.
"""

import argparse
import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from kit_items import ITEMS, Item  # noqa: E402
from mohs.kit.manifest import LIMIT, SCHEMA, Resource, check, read  # noqa: E402

Log = Mapping[str, Any]
BEGIN, END = "<!-- resources: written by tools/make_manifest.py -->", "<!-- end of resources -->"


def follow(log: Log, keys: tuple[str, ...], where: str) -> Any:
    value: Any = log
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            raise SystemExit(f"{where} has no {' > '.join(keys)}; did its script change?")
        value = value[key]
    return value


def recorded(log: Log) -> Iterator[tuple[str, str]]:
    """The sha256 of each file that a build log vouches for; logs say it in one of two ways."""
    if "file" in log:
        yield log["file"], log["sha256"]
    for name, file in log.get("files", {}).items():
        yield name, file["sha256"]


def sources(log: Log) -> str:
    """What went in, each with its licence and use, in one line."""
    rows = [[s.get("name") or s["what"], s["licence"], s.get("use")] for s in log["sources"]]
    return "; ".join(f"{what} ({', '.join(filter(None, rest))})" for what, *rest in rows)


def entry(item: Item, folder: Path) -> dict[str, Any]:
    """The manifest's entry for an item whose files are all there.

    Raises:
        SystemExit: The item's build log lacks something, or speaks of other files than those that are there.
    """
    files = {}
    for name in item.files:
        content = (folder / name).read_bytes()
        files[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    licence, made_from, script = item.licence, item.made_from, item.script
    description = item.description
    if item.kind == "classifier":
        config = json.loads((folder / item.location / "config.json").read_text(encoding="utf-8"))
        description = config["description"]
    figures = {}
    if item.log:
        log = json.loads((folder / item.log).read_text(encoding="utf-8"))
        for name, digest in recorded(log):
            beside = (Path(item.log).parent / name).as_posix()
            if beside in files and files[beside]["sha256"] != digest:
                raise SystemExit(f"{item.log} was written for another {name}: run its script again")
        licence = licence or log["licence"]
        made_from = made_from or sources(log)
        script = log.get("script") or log["made_by"]
        for name, pick in item.figures.items():
            figures[name] = {
                "what": pick.what,
                "value": follow(log, pick.value, item.log),
                "n": follow(log, pick.n, item.log),
            }
    if item.count:
        name, what, count = item.count
        n = sum(count((folder / file).read_text(encoding="utf-8")) for file in item.files)
        figures[name] = {"what": what, "value": n, "n": n}
    return {
        "name": item.name,
        "kind": item.kind,
        "description": description,
        "location": item.location,
        "files": files,
        "budget": item.budget,
        "licence": licence,
        "made_from": made_from,
        "script": script,
        "figures": figures,
    }


def table(resources: tuple[Resource, ...]) -> str:
    """The resources as a table in Markdown; sizes in millions of bytes."""
    rows = [
        "| name | kind | size, MB | budget, MB | measured | licence | made by |",
        "|---|---|---|---|---|---|---|",
    ]
    for r in resources:
        figures = "; ".join(measured(figure.what, figure.value, figure.n) for figure in r.figures.values())
        script = re.sub(r"tools/\w+\.py", r"`\g<0>`", r.script)
        size, budget = megabytes(r.size), megabytes(r.budget)
        rows.append(f"| `{r.name}` | {r.kind} | {size} | {budget} | {figures} | {r.licence} | {script} |")
    size, budget = (sum(getattr(r, name) for r in resources) for name in ("size", "budget"))
    rows.append(f"| together | | {megabytes(size)} | {megabytes(budget)} of {LIMIT // 1_000_000} | | | |")
    return "\n".join(rows)


def megabytes(size: int) -> str:
    return f"{size / 1e6:.2f}"


def measured(what: str, value: float, n: int) -> str:
    return f"{value:,} {what}" if value == n else f"{value:.3f} {what} (n = {n:,})"


def write(file: Path, text: str) -> None:
    temporary = file.with_name(file.name + ".part")
    with temporary.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(file)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kit", type=Path, default=ROOT / "src/mohs/kit")
    parser.add_argument("--page", type=Path, default=ROOT / "docs/kit.md")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where anything is wrong")
    arguments = parser.parse_args()
    kit, page = arguments.kit, arguments.page

    absent = {item.name: file for item in ITEMS for file in item.files if not (kit / file).is_file()}
    for name, file in absent.items():
        print(f"left out: {name}, which has no {file}", file=sys.stderr)
    entries = [entry(item, kit) for item in ITEMS if item.name not in absent]
    manifest = json.dumps({"schema": SCHEMA, "resources": entries}, indent=2, ensure_ascii=False) + "\n"

    file = kit / "manifest.json"
    if not arguments.check:
        write(file, manifest)
    elif not file.is_file() or file.read_text(encoding="utf-8") != manifest:
        print(f"{file} is stale: run python tools/make_manifest.py", file=sys.stderr)
        return 1
    resources = read(file)
    findings = check(resources, kit)
    for finding in findings:
        print(finding.message, file=sys.stderr)
    before = page.read_text(encoding="utf-8")
    block = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)
    if not block.search(before):
        raise SystemExit(f"{page} has no place for the table: {BEGIN} ... {END}")
    after = block.sub(lambda _: f"{BEGIN}\n\n{table(resources)}\n\n{END}", before)
    if not arguments.check:
        write(page, after)
    elif after != before:
        print(f"{page} is stale: run python tools/make_manifest.py", file=sys.stderr)
        return 1
    total = sum(resource.size for resource in resources)
    print(f"{len(resources)} resources, {total:,} bytes of {LIMIT:,}")
    return 1 if findings or (absent and arguments.check) else 0


if __name__ == "__main__":
    sys.exit(main())
