"""YAML as people write it for mohs: one mapping, read whole; what YAML passes over in silence is refused."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from mohs.data.files import cannot_read, check_regular
from mohs.data.text_faults import fault
from mohs.data.values import short
from mohs.errors import DataError

LARGEST = 4 << 20
"""Bytes of a file."""

MOST = 1_000_000
"""Values of a file, those that an alias stands for counted wherever it stands."""

DEEPEST = 50
"""Lists and mappings within one another."""

_TAG = "tag:yaml.org,2002:"
_SEPARATORS = re.compile("[\x85\u2028\u2029\ufeff]")
_TYPED = frozenset(f"{_TAG}{kind}" for kind in ("null", "bool", "int", "float"))
_TEXTS = frozenset(
    f"{_TAG}{kind}" for kind in ("str", "merge", "value")
)  # "<<" and "=" where they are values


@dataclass(frozen=True)
class YamlFile:
    """What a file says, and where.

    Attributes:
        path: The file.
        content: Its mapping. Keys are texts to the letter, `no` as well as `0`.
        tree: Its nodes, which know their lines; None of an empty file.
    """

    path: Path
    content: dict[str, Any]
    tree: yaml.Node | None

    def place(self, *location: str | int) -> str:
        """The file and the line, from 1, of a value: of the innermost one on the way to it that is there."""
        node, line = self.tree, 1
        for step in location:
            if isinstance(node, yaml.MappingNode):
                found = [pair for pair in node.value if pair[0].value == step]
                if not found:
                    break
                line, node = found[-1][0].start_mark.line + 1, found[-1][1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                line = node.start_mark.line + 1
            else:
                break
        return f"{self.path}:{line}"


def read_yaml(
    path: Path, *, holds: str, expected: str, words: bool = False, may_be_empty: bool = False
) -> YamlFile:
    """Read a file of one mapping.

    Numbers are decimal: what YAML 1.1 has beside them stays a text (`010`, `0x1f`, `1_000`, `1:30`, a date).

    Args:
        path: The file; UTF-8, with or without a byte order mark.
        holds: What it should describe, for messages: "task", "options".
        expected: What it should look like, for messages.
        words: Take every scalar as the text that stands there: `no` is "no" and not false, `0` is "0".
        may_be_empty: A file with nothing in it is an empty mapping.

    Raises:
        DataError: No such file, a pipe, no UTF-8, no YAML, no mapping, several documents, a key that stands
            twice in a mapping or is no text, a tag of another kind than JSON's values, a text that cannot be
            used (`text_faults.fault`), or more than `LARGEST`, `MOST` and `DEEPEST` allow; with the line.
    """
    loader = _Loader(path, _text(path))
    tree = loader.tree()
    if tree is None or (isinstance(tree, yaml.ScalarNode) and tree.tag == f"{_TAG}null" and not tree.value):
        if may_be_empty:
            return YamlFile(path, {}, None)
        raise DataError(f"{path} describes no {holds}", got="nothing", expected=expected)
    loader.check(tree, {})
    made = loader.made(tree, words)
    if not isinstance(made, dict):
        got = "a list" if isinstance(made, list) else short(str(made))
        raise DataError(f"{path} describes no {holds}", got=got, expected=expected)
    return YamlFile(path, made, tree)


def yaml_text(content: Any) -> str:
    """Plain values as YAML, in their order, so that `read_yaml` reads the same."""
    text: str = yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


class _Dumper(yaml.SafeDumper):
    """Writes separators of lines beside the line feed as escapes: its parent would lose them."""


def _written(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if _SEPARATORS.search(text) else None
    return dumper.represent_scalar(f"{_TAG}str", text, style=style)


_Dumper.add_representer(str, _written)


def _text(path: Path) -> str:
    check_regular(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as problem:
        raise cannot_read(path, problem) from None
    if len(content) > LARGEST:
        raise DataError(f"{path} is too large", expected=f"at most {LARGEST >> 20} MB of YAML")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        raise DataError(
            f"{path} is not UTF-8 text",
            got=f"the byte 0x{content[problem.start]:02x} in line {line}",
            mend="save it as UTF-8",
        ) from None


class _Loader(yaml.SafeLoader):
    """Makes nodes of a text, looks for what is wrong with them, and only then makes values."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._depth = path, 0
        try:
            super().__init__(text)
        except yaml.reader.ReaderError as problem:
            raise DataError(
                f"{path}:{text.count(chr(10), 0, problem.position) + 1}: not YAML",
                got=f"the character U+{problem.character:04X}",
            ) from None

    def tree(self) -> yaml.Node | None:
        """The one document; None where there is none."""
        try:
            node: yaml.Node | None = self.get_single_node()
        except yaml.MarkedYAMLError as problem:
            raise self._not_yaml(problem) from None
        except (ValueError, OverflowError) as problem:  # an escape of a character that there is not
            raise self._wrong(self.get_mark(), "not YAML", got=str(problem)) from None
        return node

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """As its parent, which would go as deep as the text does."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise self._wrong(self.get_mark(), f"nested more than {DEEPEST} deep")
        node: yaml.Node | None = super().compose_node(parent, index)
        self._depth -= 1
        if isinstance(node, yaml.ScalarNode):
            node.value = _joined(node.value)
        return node

    def check(self, node: yaml.Node, known: dict[yaml.Node, tuple[int, int]]) -> tuple[int, int]:
        """How many values a node is, and how deep, what aliases stand for included.

        An alias stands behind what it stands for, which is therefore known by then; or within it.
        """
        if node in known:
            values, depth = known[node]
            if not values:
                raise self._wrong(node.start_mark, "an alias stands within what it stands for")
            return values, depth
        known[node] = (0, 0)
        values, depth = 1, 1
        for inner in self._inner(node):
            more, deeper = self.check(inner, known)
            values, depth = values + more, max(depth, 1 + deeper)
        if values > MOST:
            raise self._wrong(node.start_mark, f"more than {MOST:,} values, those of aliases included")
        if depth > DEEPEST:
            raise self._wrong(node.start_mark, f"nested more than {DEEPEST} deep, aliases included")
        known[node] = (values, depth)
        return values, depth

    def _inner(self, node: yaml.Node) -> list[yaml.Node]:
        """What a list or a mapping holds, when the node itself is as it should be."""
        if isinstance(node, yaml.ScalarNode) and node.tag in _TYPED | _TEXTS:
            if why := fault(node.value):
                raise self._wrong(node.start_mark, why)
            return []
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_TAG}seq":
            return list(node.value)
        if not isinstance(node, yaml.MappingNode) or node.tag != f"{_TAG}map":
            raise self._wrong(node.start_mark, "this tag cannot be used", got=short(node.tag))
        seen: set[str] = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self._wrong(key.start_mark, "a key is no text", got="a list or a mapping")
            if key.value in seen:
                raise self._wrong(
                    key.start_mark, f"the key {short(key.value)!r} stands there twice", mend="keep one"
                )
            seen.add(key.value)
        return [one for pair in node.value for one in pair]

    def made(self, node: yaml.Node, words: bool) -> Any:
        """The value of a node that was checked."""
        if isinstance(node, yaml.ScalarNode):
            return node.value if words or node.tag in _TEXTS else self._typed(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.made(one, words) for one in node.value]
        assert isinstance(node, yaml.MappingNode)
        try:
            self.flatten_mapping(node)  # what "<<" takes over, before the mapping's own keys, which win
        except yaml.MarkedYAMLError as problem:
            raise self._not_yaml(problem) from None
        return {key.value: self.made(value, words) for key, value in node.value}

    def _typed(self, node: yaml.ScalarNode) -> Any:
        try:
            return self.construct_object(node)
        except (ValueError, LookupError):
            kind = node.tag.removeprefix(_TAG)
            raise self._wrong(node.start_mark, f"this is no {kind}", got=short(node.value)) from None

    def _not_yaml(self, problem: yaml.MarkedYAMLError) -> DataError:
        said = str(problem.problem)
        if said.startswith("but "):
            said = f"{problem.context}, {said}"
        mend = "indent with blanks: YAML takes no tabs" if "'\\t'" in said else None
        return self._wrong(problem.problem_mark, "not YAML", got=said, mend=mend)

    def _wrong(self, mark: Any, what: str, *, got: str | None = None, mend: str | None = None) -> DataError:
        return DataError(f"{self._path}:{mark.line + 1}: {what}", got=got, mend=mend)


def _joined(text: str) -> str:
    """JSON writes a character beyond U+FFFF as two escapes, which YAML leaves apart."""
    if text.isascii():
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return text


# Each letter that a scalar begins with has a list of its own; those of the parent are not to be changed.
_Loader.yaml_implicit_resolvers = {
    letter: [
        one for one in known if one[0] not in {f"{_TAG}{kind}" for kind in ("int", "float", "timestamp")}
    ]
    for letter, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(f"{_TAG}int", re.compile(r"[-+]?(0|[1-9][0-9]*)$"), list("-+0123456789"))
_Loader.add_implicit_resolver(
    f"{_TAG}float",
    re.compile(r"([-+]?[0-9]+\.[0-9]*|\.[0-9]+)([eE][-+][0-9]+)?$|[-+]?\.(inf|Inf|INF)$|\.(nan|NaN|NAN)$"),
    list("-+0123456789."),
)
