"""What is in the kit, and whether it is all there: the reader of manifest.json.

`tools/make_manifest.py` writes the manifest from the files and their build logs. Reading it needs the
standard library alone, so that `mohs --help` and `mohs resources list` stay fast.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from mohs.errors import MohsError
from mohs.spec import did_you_mean

FOLDER = Path(__file__).resolve().parent
SCHEMA = "mohs/kit/1"
# So that a person can install mohs over a slow line: the kit as a whole, in bytes.
LIMIT = 40_000_000

Kind = Literal[
    "classifier", "encoder", "masked-lm", "tree-autoencoder", "vectors", "tagger", "sememes", "words",
    "samples",
]  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """One measured quality of a resource, as its build log has it.

    Attributes:
        what: What was measured, in words ("accuracy on GLUE's SST-2 dev").
        value: The number, in the unit that `what` names; accuracies and correlations as fractions.
        n: Number of examples, pairs or words that it was measured on.
    """

    what: str
    value: float
    n: int


@dataclass(frozen=True)
class Resource:
    """One item of the kit.

    Attributes:
        name: As `mohs resources list` shows it; a classifier opens as `kit:NAME`.
        kind: What it is for.
        location: The folder or file to open, relative to the kit's folder.
        files: Every file that belongs to it, relative to the kit's folder.
        size: Bytes of all files together.
        budget: The most that `size` may be, in bytes.
        sha256: File -> hexadecimal digest.
        licence: Of the resource itself.
        made_from: What went in, each source with its licence.
        script: The scripts that made it, relative to the repository, or "written by hand".
        figures: Name -> measured quality.
        description: What it is, in a few words.
    """

    name: str
    kind: Kind
    location: str
    files: tuple[str, ...]
    size: int
    budget: int
    sha256: Mapping[str, str]
    licence: str
    made_from: str
    script: str
    figures: Mapping[str, Figure]
    description: str = ""

    def to_json(self) -> dict[str, Any]:
        """The resource as JSON-ready values, under the names of its attributes."""
        return asdict(self)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with the kit.

    Attributes:
        rule: "missing" (no such file), "changed" (its sha256 is not the recorded one), "over-budget" (the
            resource is larger than its budget), "over-limit" (the kit as a whole is larger than `LIMIT`).
        resource: Name of the resource; "" where the kit as a whole is meant.
        file: Relative to the kit's folder; "" where no single file is meant.
        message: One sentence for people.
    """

    rule: Literal["missing", "changed", "over-budget", "over-limit"]
    resource: str
    file: str
    message: str

    def to_json(self) -> dict[str, str]:
        """The finding as JSON-ready values, under the names of its attributes."""
        return asdict(self)


def read(file: Path) -> tuple[Resource, ...]:
    """The resources that a manifest lists, in its order.

    Raises:
        MohsError: The file is missing, is not JSON, or is not a manifest of this schema.
    """
    mend = "install mohs anew; in a checkout, run `python tools/make_manifest.py`"
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        if document["schema"] != SCHEMA:
            raise MohsError(
                f"the kit's manifest {file} is of another version",
                got=str(document["schema"]),
                expected=SCHEMA,
                mend=mend,
            )
        return tuple(_resource(entry) for entry in document["resources"])
    except OSError as error:
        raise MohsError(
            f"the kit's manifest {file} cannot be read", got=error.strerror or str(error), mend=mend
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise MohsError(
            f"the kit's manifest {file} is damaged", got=f"{type(error).__name__}: {error}", mend=mend
        ) from error


def _resource(entry: Mapping[str, Any]) -> Resource:
    files = entry["files"]
    return Resource(
        name=entry["name"],
        kind=entry["kind"],
        location=entry["location"],
        files=tuple(files),
        size=sum(file["bytes"] for file in files.values()),
        budget=entry["budget"],
        sha256={name: file["sha256"] for name, file in files.items()},
        licence=entry["licence"],
        made_from=entry["made_from"],
        script=entry["script"],
        figures={name: Figure(**figure) for name, figure in entry["figures"].items()},
        description=entry["description"],
    )


@cache
def resources() -> tuple[Resource, ...]:
    """Everything in the kit, in the manifest's order.

    Raises:
        MohsError: The manifest is missing or damaged.
    """
    return read(FOLDER / "manifest.json")


def path(name: str) -> Path:
    """Where a resource lies: a folder (classifiers, encoder, samples) or a file (vectors, tagger, words).

    Args:
        name: As `mohs resources list` shows it, without `kit:`.

    Raises:
        MohsError: The kit has no resource of that name.
    """
    known = {resource.name: resource for resource in resources()}
    if name not in known:
        raise MohsError(
            f"the kit has no resource {name!r}",
            expected=f"one of {', '.join(known)}",
            mend=did_you_mean(name, list(known)) or "`mohs resources list` shows what there is",
        )
    return FOLDER / known[name].location


def verify() -> tuple[Finding, ...]:
    """Compare the kit's files with the manifest; nothing found means that all is well.

    Reads every file once (40 MB at most).

    Raises:
        MohsError: The manifest is missing or damaged.
    """
    return check(resources(), FOLDER)


def check(items: tuple[Resource, ...], folder: Path, limit: int = LIMIT) -> tuple[Finding, ...]:
    """Compare the files under a folder with what is said of them.

    Args:
        items: The resources that should be there.
        folder: Holds their files.
        limit: The most that all of them together may be, in bytes.
    """
    findings: list[Finding] = []
    total = 0
    for item in items:
        size = 0
        for name in item.files:
            try:
                content = (folder / name).read_bytes()
            except OSError as error:
                reason = error.strerror or str(error)
                findings.append(
                    Finding("missing", item.name, name, f"{name} cannot be read: {reason.lower()}")
                )
                continue
            size += len(content)
            digest = hashlib.sha256(content).hexdigest()
            if digest != item.sha256[name]:
                message = f"{name} has sha256 {digest}, not {item.sha256[name]} as recorded"
                findings.append(Finding("changed", item.name, name, message))
        if size > item.budget:
            message = f"{item.name} is {size:,} bytes, over its budget of {item.budget:,}"
            findings.append(Finding("over-budget", item.name, "", message))
        total += size
    if total > limit:
        message = f"the kit is {total:,} bytes, over its limit of {limit:,}"
        findings.append(Finding("over-limit", "", "", message))
    return tuple(findings)
