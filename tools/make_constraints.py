"""Write requirements/constraints.txt: the exact versions that were tested together.

    .venv/bin/python tools/make_constraints.py > requirements/constraints.txt

It follows the requirements of pyproject.toml (with all extras) and of the build system through what is
installed here, so a package that only happens to be there is left out.
"""

import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"


def declared() -> list[Requirement]:
    """Everything that pyproject.toml asks for, the project's own extras apart."""
    document = tomllib.loads(PROJECT.read_text(encoding="utf-8"))
    lines = list(document["build-system"]["requires"]) + list(document["project"]["dependencies"])
    for extra in document["project"]["optional-dependencies"].values():
        lines += extra
    own = canonicalize_name(document["project"]["name"])
    return [wish for wish in map(Requirement, lines) if canonicalize_name(wish.name) != own]


def closure(wishes: list[Requirement]) -> dict[str, str]:
    """Name -> installed version, of the wishes and of all that they need on this machine."""
    versions: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    missing: list[str] = []
    while wishes:
        wish = wishes.pop()
        name = canonicalize_name(wish.name)
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            missing.append(name)
            continue
        versions[name] = Version(installed.version).public
        for extra in ("", *sorted(wish.extras)):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            for line in installed.requires or []:
                further = Requirement(line)
                if further.marker is None or further.marker.evaluate({"extra": extra}):
                    wishes.append(further)
    if missing:
        sys.exit(f"not installed here: {', '.join(sorted(set(missing)))}; install .[dev] first")
    return versions


def main() -> None:
    """Print the file."""
    python = re.match(r"\d+\.\d+", sys.version).group()  # type: ignore[union-attr]
    print("# The versions that were tested together; `pip install -c requirements/constraints.txt`.")
    print(f"# Made by tools/make_constraints.py on Python {python}; build tags such as +cpu are left off.")
    for name, version in sorted(closure(declared()).items()):
        print(f"{name}=={version}")


if __name__ == "__main__":
    main()
