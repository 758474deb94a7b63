"""From what a person writes ("textbugger+textfooler", similarity.threshold=0.85) to attacks, and back."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from mohs.attacks.attack import Attack, attacks
from mohs.data.values import check_mappings, several
from mohs.errors import MohsError
from mohs.spec import did_you_mean

Options = Mapping[str, Mapping[str, Any]]
"""Name of an attack -> its options that differ from the defaults. A constraint's option is a mapping or a
dotted name ("similarity.threshold"); None, "off" or "none" switches a constraint off, "on" switches it on."""


_PARTS = ("name", "level", "phenomenon", "reference", "constraints", "needs", "positions")


@dataclasses.dataclass(frozen=True)
class Chain:
    """One or several attacks, each going on from the text that the last one left.

    Attributes:
        name: The names of its parts, joined by "+".
        parts: The attacks.
    """

    name: str
    parts: tuple[Attack, ...]

    @property
    def needs(self) -> frozenset[str]:
        """What any of its parts needs beside the classifier."""
        return frozenset(need for part in self.parts for need in part.needs)

    def to_json(self) -> dict[str, Any]:
        """Name, title, level, phenomenon and options of the parts: what a run records and is rebuilt from."""
        parts = [{"name": part.name, "options": dataclasses.asdict(part)} for part in self.parts]  # type: ignore[call-overload]
        return {
            "name": self.name,
            "title": " + ".join(getattr(part, "title", type(part).__name__) for part in self.parts),
            "level": " + ".join(dict.fromkeys(part.level for part in self.parts)),
            "phenomenon": " + ".join(dict.fromkeys(part.phenomenon for part in self.parts)),
            "parts": parts,
        }


def open_attacks(
    names: str | Attack | Sequence[str | Attack],
    options: Options | None = None,
    given: Collection[str] = (),
) -> tuple[Chain, ...]:
    """The attacks of a run.

    Args:
        names: Names, separated by commas or as a sequence; "a+b" is a chain; "all" is every attack that is
            installed; an attack that is built already is taken as it is.
        options: Options of attacks, by name.
        given: Resources that a person names; an attack that `takes` one is built to use it.

    Raises:
        MohsError: No such attack, no such option, a value that an option cannot have, or an attack named
        twice.
    """
    wanted = [names] if not isinstance(names, str) and hasattr(names, "search") else names
    check_mappings(options=options, **(options if isinstance(options, Mapping) else {}))
    listed = wanted.split(",") if isinstance(wanted, str) else _several(wanted)
    if "all" in listed:
        others = [item for item in listed if item != "all" and item not in attacks.names()]
        listed = [*attacks.names(), *others]
    chains = [_chain(item, options or {}, given) for item in listed]
    if not chains:
        raise MohsError("no attack is named", expected=f"some of {', '.join(attacks.names())}")
    taken = [chain.name for chain in chains]
    if twice := sorted({name for name in taken if taken.count(name) > 1}):
        raise MohsError(f"{', '.join(twice)}: named twice", expected="each attack or chain once")
    used = {part.name for chain in chains for part in chain.parts}
    if unused := sorted(set(options or {}) - used):
        raise MohsError(
            f"options are given for {', '.join(unused)}, which is not among the attacks of this run",
            got=", ".join(sorted(used)),
            mend=did_you_mean(unused[0], sorted(used)),
        )
    return tuple(chains)


def _several(wanted: Any) -> "list[str | Attack]":
    listed = list(several(wanted))
    for item in listed:
        if not isinstance(item, str):
            _check_attack(item)
    return listed


def _check_attack(item: Any) -> None:
    """That this object is an attack; a class of them, or one that lacks something, is told as that."""
    got = repr(item)[:80]
    if isinstance(item, type):
        raise MohsError("this is no attack but a class", got=got, mend=f"build it: {item.__name__}()")
    if not callable(getattr(item, "search", None)):
        raise MohsError("this is no attack", got=got, expected="a name, or an open attack")
    if lacks := [name for name in _PARTS if not hasattr(item, name)]:
        raise MohsError(
            f"this attack lacks {' and '.join(lacks)}",
            got=got,
            mend="say what they are, or derive it from Constrained: docs/own-attacks.md",
        )
    if not dataclasses.is_dataclass(item):
        raise MohsError(
            "this attack is no dataclass", got=got, mend="@dataclass(frozen=True): its fields are its options"
        )


def _chain(item: "str | Attack", options: Options, given: Collection[str]) -> Chain:
    if not isinstance(item, str):
        return Chain(item.name, (item,))
    names = [name.strip() for name in item.split("+")]
    parts = tuple(build(name, {**_taken(name, given), **options.get(name, {})}) for name in names)
    return Chain("+".join(part.name for part in parts), parts)


def _taken(name: str, given: Collection[str]) -> dict[str, Any]:
    """The options with which an attack uses these resources, where it can do without them."""
    takes: Mapping[str, tuple[str, Any]] = getattr(attacks.get(name), "takes", {})
    return dict(takes[resource] for resource in given if resource in takes)


def build(name: str, options: Mapping[str, Any] | None = None) -> Attack:
    """An attack from its name and the options that differ from its defaults.

    Raises:
        MohsError: As `open_attacks`.
    """
    factory: Any = attacks.get(name)
    _check_whole_or_in_parts(options or {}, name)
    merged = _merge(factory(), _nested(options or {}), name)
    try:
        attack: Attack = TypeAdapter(factory).validate_python(merged)
    except ValidationError as problem:
        first = problem.errors()[0]
        place = ".".join([name, *(str(part) for part in first["loc"])])
        raise MohsError(
            f"{place}: {first['msg'].lower()}", got=repr(first["input"]), mend="see `mohs list attacks`"
        ) from None
    return attack


def _check_whole_or_in_parts(options: Mapping[str, Any], place: str) -> None:
    """An option is given as a whole ("similarity") or in parts ("similarity.threshold"), never both."""
    for path in options:
        above = path.rpartition(".")[0]
        while above:
            if above in options:
                raise MohsError(
                    f"{place}.{above} is given as a whole and in parts",
                    got=f"{above}={options[above]} and {path}={options[path]}",
                    mend="leave out one of the two",
                )
            above = above.rpartition(".")[0]


def _nested(options: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names taken apart."""
    nested: dict[str, Any] = {}
    for path, value in options.items():
        first, dot, rest = path.partition(".")
        if not dot:
            nested[first] = value
        else:
            below = nested.get(first)
            nested[first] = {**(below if isinstance(below, Mapping) else {}), **_nested({rest: value})}
    return nested


def switched_off(attack: Attack) -> dict[str, str]:
    """The constraints that the attack could be run under and is not, and the option that switches each on."""
    found: dict[str, str] = {}
    for one in dataclasses.fields(attack):  # type: ignore[arg-type]
        on = _switched_on(type(attack), one.name) if getattr(attack, one.name) is None else None
        if on is not None:
            found[on.name] = one.name
    return found


def _switched_on(kind: type, name: str) -> Any:
    """The options that this field has once it is switched on, or None where it is no such field."""
    hints = get_args(get_type_hints(kind)[name])
    return next((one() for one in hints if dataclasses.is_dataclass(one) and isinstance(one, type)), None)


def _merge(default: Any, options: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The fields of a dataclass of options, with these values in the place of its own."""
    fields = {f.name: f for f in dataclasses.fields(default)}
    if unknown := sorted(set(options) - set(fields)):
        raise MohsError(
            f"{place} has no option {unknown[0]!r}",
            expected=", ".join(fields) or "no options at all",
            mend=did_you_mean(unknown[0], list(fields)),
        )
    merged = {}
    for name in fields:
        now = getattr(default, name)
        value = options.get(name, now)
        own = now if dataclasses.is_dataclass(now) else _switched_on(type(default), name)
        if own is not None:
            if isinstance(value, Mapping):
                value = _merge(own, value, f"{place}.{name}")
            elif value in ("off", "none", False):
                value = None
            elif value in ("on", True):
                value = own
            elif value is not None and not isinstance(value, type(own)):
                raise MohsError(
                    f"{place}.{name} is a constraint with options of its own",
                    got=repr(value),
                    expected=" or ".join(f"{place}.{name}.{one.name}" for one in dataclasses.fields(own)),
                    mend="give one of these, or on or off",
                )
        elif isinstance(value, (str, int, float)) and isinstance(now, tuple):  # 3 is a list of one
            listed = [part.strip() for part in str(value).split(",")]
            value = () if not now and listed in (["none"], ["off"], [""]) else tuple(listed)
        elif isinstance(value, str) and value in ("off", "none"):
            value = None
        merged[name] = value
    return merged
