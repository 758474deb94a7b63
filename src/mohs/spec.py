"""The one registry: how attacks and classifiers are found by name.

Built-in things are found the same way as a third party's: through an entry point of the installed package.
Nothing is imported before it is asked for.
"""

import difflib
import warnings
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from mohs.errors import MohsError

T = TypeVar("T")


class Registry(Generic[T]):
    """Named, lazily imported factories of one kind.

    Args:
        kind: What the things are, in the singular, for messages ("attack").
        group: The entry-point group that packages announce theirs in ("mohs.attacks").
    """

    def __init__(self, kind: str, group: str) -> None:
        self.kind, self.group = kind, group
        self._added: dict[str, Callable[..., T]] = {}

    def _announced(self) -> dict[str, EntryPoint]:
        return {entry.name: entry for entry in entry_points(group=self.group)}

    def register(self, name: str, factory: Callable[..., T]) -> None:
        """Add a factory by hand, for a script or a test.

        Raises:
            MohsError: The name is taken.
        """
        if name in self._added or name in self._announced():
            raise MohsError(f"the {self.kind} {name!r} is registered already", mend="choose another name")
        self._added[name] = factory

    def names(self) -> list[str]:
        """All known names, sorted."""
        return sorted({*self._added, *self._announced()})

    def get(self, name: str) -> Callable[..., T]:
        """The factory of this name.

        Raises:
            MohsError: No such name; the message suggests the nearest ones.
        """
        if name in self._added:
            return self._added[name]
        entry = self._announced().get(name)
        if entry is None:
            raise MohsError(
                f"there is no {self.kind} {name!r}",
                expected=f"one of {', '.join(self.names())}",
                mend=did_you_mean(name, self.names()),
            )
        factory: Callable[..., T] = entry.load()
        return factory

    def load_all(self) -> dict[str, Callable[..., T]]:
        """Every factory; one whose package is broken is warned of and left out."""
        found: dict[str, Callable[..., T]] = {}
        for name in self.names():
            try:
                found[name] = self.get(name)
            except ImportError as problem:
                warnings.warn(f"{self.kind} {name!r} cannot be imported: {problem}", stacklevel=2)
        return found


def did_you_mean(name: object, known: list[str]) -> str | None:
    """A suggestion for a misspelt name, or None where nothing is near."""
    near = difflib.get_close_matches(name, known, n=3) if isinstance(name, str) else []
    return f"did you mean {' or '.join(near)}?" if near else None


def quoted(name: str) -> str:
    """A name as a list of names or of NAME=NAME pairs with commas has it: in quotes where it must be."""
    plain = name == name.strip() and name and not name.startswith('"') and not set(name) & {",", "="}
    return name if plain else '"' + name.replace('"', '""') + '"'
