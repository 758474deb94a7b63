"""Pickles read without running anything: every class and function in them is a thing that only keeps data.

A pickle is a program that may import and call whatever it names. Here every name leads to a `Thing`, so that
nothing is imported and nothing called; lists, texts, numbers and mappings come out as they are.
"""

import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, ClassVar

from mohs.data.files import cannot_read
from mohs.errors import DataError

MOST_BYTES = 200_000_000

_WIDEST = 100
"""Members of a tuple that is a key."""


class Thing(type):
    """What stands for a class, a function, an object, or whatever a call would have given.

    Things are classes, since pickles make objects of what calls gave as well as of what they name.

    Attributes:
        origin: "module.name" of what it is, or was made by.
        args: What that was called with.
        state: What it holds; a mapping, for most objects.
        items: What was put into it, where it is a kind of mapping or list.
    """

    origin: str
    args: tuple[Any, ...]
    state: Any
    items: dict[Any, Any]

    @classmethod
    def of(cls, origin: str, args: tuple[Any, ...] = ()) -> "Thing":
        """A thing of this origin."""
        return cls("Thing", (_Made,), {"origin": origin, "args": args, "state": None, "items": {}})

    def __call__(cls, *args: Any, **named: Any) -> "Thing":
        """Keeps what it is called with, in a thing of its own."""
        return Thing.of(cls.origin, (*args, *named.values()))

    def __setstate__(cls, state: Any) -> None:
        cls.state = state

    def __setitem__(cls, key: Any, value: Any) -> None:
        cls.items[key] = value

    def append(cls, value: Any) -> None:
        """Kept, where it is a kind of list."""
        cls.items[len(cls.items)] = value

    def extend(cls, values: Any) -> None:
        """Likewise."""
        for value in values:
            cls.append(value)

    def get(cls, name: str) -> Any:
        """One of its attributes; None where it has none of this name."""
        return cls.state.get(name) if isinstance(cls.state, dict) else None


class _Made:
    """What all things are made of."""

    def __new__(cls, *args: Any, **named: Any) -> Any:
        """An object without its constructor, as pickles make them."""
        return cls(*args, **named)  # of Thing's own kind


def _encoded(text: str, coding: str = "latin-1") -> bytes:
    """Bytes, as old pickles write them."""
    del coding
    return text.encode("latin-1")


def _ordered(pairs: Iterable[Sequence[Any]] = ()) -> OrderedDict[Any, Any]:
    """A mapping that remembers its order."""
    return OrderedDict((_key(key), value) for key, value in pairs)


def _set(members: Iterable[Any] = ()) -> set[Any]:
    """A set; where the file has one that can be a key itself, it is none here."""
    return {_key(member) for member in members}


def _key(value: Any) -> Any:
    """What may be a key, or a member of a set: the hash of tuples in tuples can take for ever.

    Raises:
        ValueError: It is such a tuple.
    """
    if isinstance(value, tuple) and (len(value) > _WIDEST or any(isinstance(one, tuple) for one in value)):
        raise ValueError("a key that is made of tuples in tuples")
    return value


_PLAIN: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): _ordered,
    ("builtins", "set"): _set,
    ("builtins", "frozenset"): _set,
    ("__builtin__", "set"): _set,
    ("__builtin__", "frozenset"): _set,
    ("_codecs", "encode"): _encoded,
}
"""What is made as it is: it holds data, and calls nothing."""


class _Reader(pickle._Unpickler):
    """The reader that is written in Python: in the one in C nine bytes can ask for gigabytes of memory."""

    dispatch: ClassVar[dict[int, Any]] = dict(pickle._Unpickler.dispatch)
    stack: list[Any]
    append: Callable[[Any], None]
    pop_mark: Callable[[], list[Any]]

    def find_class(self, module: str, name: str, /) -> Any:
        return _PLAIN.get((module, name)) or Thing.of(f"{module}.{name}")

    def _put(self, pairs: list[Any], into: Any) -> None:
        for key, value in zip(pairs[::2], pairs[1::2], strict=True):
            into[_key(key)] = value

    def _dict(self) -> None:
        pairs, made = self.pop_mark(), dict[Any, Any]()
        self._put(pairs, made)
        self.append(made)

    def _set_item(self) -> None:
        value, key = self.stack.pop(), self.stack.pop()
        self._put([key, value], self.stack[-1])

    def _set_items(self) -> None:
        pairs = self.pop_mark()
        self._put(pairs, self.stack[-1])

    def _add_items(self) -> None:
        members = self.pop_mark()
        self.stack[-1].update(_set(members))

    def _frozen_set(self) -> None:
        self.append(_set(self.pop_mark()))

    dispatch[pickle.DICT[0]] = _dict
    dispatch[pickle.SETITEM[0]] = _set_item
    dispatch[pickle.SETITEMS[0]] = _set_items
    dispatch[pickle.ADDITEMS[0]] = _add_items
    dispatch[pickle.FROZENSET[0]] = _frozen_set


def read_inert(path: Path) -> Any:
    """What a pickle holds, with every object in it as a `Thing`.

    Raises:
        DataError: It cannot be read, is too large, or is no pickle.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DataError(f"{path} is too large", expected=f"at most {MOST_BYTES:,} bytes")
        data = path.read_bytes()
    except OSError as problem:
        raise cannot_read(path, problem) from None
    try:
        return _Reader(BytesIO(data)).load()
    except Exception as problem:  # whatever a broken or hostile file brings about
        raise DataError(
            f"{path} cannot be read as a pickle", got=f"{type(problem).__name__}: {str(problem)[:100]}"
        ) from None


def number(value: Any) -> int | None:
    """A whole number, plain or of numpy; None for anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Thing) and value.origin.endswith("multiarray.scalar") and len(value.args) == 2:
        kind, raw = value.args
        code = kind.args[0] if isinstance(kind, Thing) and kind.args else ""
        if isinstance(code, str) and code[:1] in ("i", "u") and isinstance(raw, bytes) and 0 < len(raw) <= 8:
            big = isinstance(kind, Thing) and isinstance(kind.state, tuple) and ">" in kind.state[1:2]
            return int.from_bytes(raw, "big" if big else "little", signed=code[0] == "i")
    return None
