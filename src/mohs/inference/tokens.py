"""Texts to token ids: read once, cut to what the network can see, and what was cut is counted."""

import copy
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tokenizers import Tokenizer, normalizers, pre_tokenizers

from mohs.errors import ClassifierFault, ModelError

Input = str | tuple[str, ...]

NO_LIMIT = 10**9
"""Tokenizers write "no limit" as a number of thirty digits."""

CHARACTERS = 8
"""For each token of the longest row; of a text with more than twice as many, these are read first."""


@dataclass(frozen=True, slots=True)
class Row:
    """One input as a network reads it.

    Attributes:
        ids: Token ids, special tokens included; never empty.
        types: Which of the two texts each token belongs to, 0 or 1; empty where the network does not ask.
    """

    ids: tuple[int, ...]
    types: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.ids)


class Tokens:
    """A tokenizer that pads nothing and cuts each input to `max_length`, the longer text of a pair first.

    Args:
        tokenizer: It is copied; what it says of padding and of the length of a row is overruled.
        max_length: The most tokens of a row, special tokens included; None where it reads everything.
        pad: The token id that stands for a text without any token.
        typed: Whether the network is told which text a token belongs to; rows that differ in nothing else are
            equal otherwise.

    Raises:
        ModelError: `max_length` leaves no room for text.
    """

    def __init__(
        self, tokenizer: Tokenizer, max_length: int | None, *, pad: int = 0, typed: bool = True
    ) -> None:
        self.max_length, self.pad, self.typed = max_length, pad, typed
        self._tokenizer = copy.deepcopy(tokenizer)
        self._tokenizer.no_padding()
        # Cut here and not by the tokenizer, whose time for a pair grows with the square of what it cuts off.
        self._tokenizer.no_truncation()
        # The fast way loses the types of a pair where the tokenizer puts no marks around texts.
        faithful = typed and tokenizer.post_processor is None
        self._encode = self._tokenizer.encode_batch if faithful else self._tokenizer.encode_batch_fast
        # Which end is cut off is the model's own affair and is kept.
        self._from_left = (tokenizer.truncation or {}).get("direction") == "left"
        self._begins_alike = not self._from_left and _begins_alike(tokenizer)
        self._frames: dict[int, list[_Token]] = {}
        special = self._tokenizer.num_special_tokens_to_add(is_pair=True)
        if max_length is not None and max_length <= special:
            raise ModelError(
                "the longest input leaves no room for text",
                got=f"--max-length {max_length}",
                expected=f"more than {special}, the marks that the tokenizer itself puts in",
            )

    def encode(self, inputs: Sequence[Input]) -> list[Row]:
        """Token ids of each input.

        Raises:
            ValueError: An input has more than two texts.
            ClassifierFault: One is no text.
        """
        texts = _checked(inputs)
        most = self.max_length or NO_LIMIT
        rows = []
        beginnings = list(map(self._beginning, texts))
        for text, read, encoding in zip(texts, beginnings, _read(self._encode, beginnings), strict=True):
            if len(read) < len(text) and len(encoding) <= most:
                (encoding,), read = _read(self._encode, [text]), text
            if len(encoding) > most:
                rows.append(self._cut(read).row)
            elif self.typed and len(encoding):
                rows.append(Row(tuple(encoding.ids), tuple(encoding.type_ids)))
            else:
                rows.append(Row(tuple(encoding.ids) or (self.pad,), (0,) if self.typed else ()))
        return rows

    def _beginning(self, text: str | tuple[str, str]) -> str | tuple[str, str]:
        """As much of a long text as will fill a row, as a rule: an attack asks about it a thousand times."""
        enough = CHARACTERS * (self.max_length or NO_LIMIT)
        if isinstance(text, tuple) or len(text) <= 2 * enough or not self._begins_alike:
            return text
        # A blank between two words: what is told of the first does not depend on the second.
        found = _BETWEEN.search(text, enough)
        return text if found is None else text[: found.start()]

    @property
    def tokenizer(self) -> Tokenizer:
        """The copy that it works with; not to be changed."""
        return self._tokenizer

    def windows(self, texts: Sequence[str]) -> list[list["Window"]]:
        """Token ids of each text in as many rows as it fills, one after the other: nothing is cut off.

        Each row has the marks that the tokenizer puts around a text. A text without any token has no row.

        Raises:
            ClassifierFault: One is no text.
        """
        cut = []
        for encoding in _read(self._tokenizer.encode_batch, list(texts)):
            ids, types, spans = encoding.ids, encoding.type_ids, encoding.offsets
            inner = [k for k, text in enumerate(encoding.sequence_ids) if text is not None]
            head = range(inner[0] if inner else 0)
            tail = range(inner[-1] + 1 if inner else len(ids), len(ids))
            room = (self.max_length or NO_LIMIT) - len(head) - len(tail)
            windows = []
            for start in range(0, len(inner), room):
                part = inner[start : start + room]
                kept = [*head, *part, *tail]
                row = Row(tuple(ids[k] for k in kept), tuple(types[k] for k in kept) if self.typed else ())
                windows.append(Window(row, len(head), tuple(spans[k] for k in part)))
            cut.append(windows)
        return cut

    def traced(self, inputs: Sequence[Input]) -> list["Traced"]:
        """`encode`, and where each token stands in its text."""
        texts = _checked(inputs)
        most = self.max_length or NO_LIMIT
        found = []
        for number, encoding in enumerate(_read(self._tokenizer.encode_batch, texts)):
            if len(encoding) > most:
                found.append(self._cut(texts[number], traced=True))
                continue
            ids, types = tuple(encoding.ids), tuple(encoding.type_ids) if self.typed else ()
            if not ids:
                ids, types = (self.pad,), (0,) if self.typed else ()
            places = zip(encoding.sequence_ids, encoding.offsets, strict=True)
            spans = tuple(None if text is None else (text, *span) for text, span in places)
            found.append(Traced(Row(ids, types), spans or (None,)))
        return found

    def cut(self, inputs: Sequence[Input]) -> list[int]:
        """How many tokens of each input are cut off."""
        if self.max_length is None:
            return [0] * len(inputs)
        encodings = _read(self._tokenizer.encode_batch_fast, _checked(inputs))
        return [max(0, len(encoding) - self.max_length) for encoding in encodings]

    def _cut(self, texts: str | tuple[str, str], *, traced: bool = False) -> "Traced":
        """An input cut to `max_length`; without `traced` nothing is said of where its tokens stand."""
        parts = [texts] if isinstance(texts, str) else list(texts)
        frame = self._frame(len(parts))
        encode = self._tokenizer.encode_batch if traced else self._tokenizer.encode_batch_fast
        encodings = encode(parts, add_special_tokens=False)
        whole = [one.ids for one in encodings]
        room = (self.max_length or NO_LIMIT) - sum(token.text is None for token in frame)
        ids: list[int] = []
        types: list[int] = []
        spans: list[tuple[int, int, int] | None] = []
        keep = kept([len(one) for one in whole], room)
        for token in frame:
            if token.text is None:
                put = [token.id]
                spans.append(None)
            else:
                own, most = whole[token.text], keep[token.text]
                part = slice(len(own) - most, None) if self._from_left else slice(most)
                put = own[part]
                if traced:
                    spans += [(token.text, *span) for span in encodings[token.text].offsets[part]]
            ids += put
            types += [token.type] * len(put)
        return Traced(Row(tuple(ids), tuple(types) if self.typed else ()), tuple(spans))

    def _frame(self, count: int) -> list["_Token"]:
        """What the tokenizer puts around one text or two, each of them standing as one token."""
        if count not in self._frames:
            sample = self._tokenizer.encode("a") if count == 1 else self._tokenizer.encode("a", "a")
            places = zip(sample.sequence_ids, sample.ids, sample.type_ids, strict=True)
            frame = [_Token(*place) for place in places]
            self._frames[count] = [
                token
                for before, token in zip([None, *frame], frame, strict=False)
                if before is None or token.text is None or token.text != before.text
            ]
        return self._frames[count]


class Traced(NamedTuple):
    """A row, and where its tokens stand in the texts that it reads."""

    row: Row
    spans: tuple[tuple[int, int, int] | None, ...]
    """Of each token the number of its text, and start and end in code points of it; None for a mark."""


class Window(NamedTuple):
    """A row that reads a stretch of a text."""

    row: Row
    first: int
    """Where in the row the text begins, behind the marks."""
    spans: tuple[tuple[int, int], ...]
    """Start and end of each of its tokens, in code points of the whole text."""


class _Token(NamedTuple):
    text: int | None
    """Which text it stands for; None for a mark."""
    id: int
    type: int


def kept(lengths: Sequence[int], room: int) -> list[int]:
    """How many tokens of each text stay, where the longer of two is cut until both are equally long."""
    if len(lengths) == 1:
        return [min(lengths[0], room)]
    short, long = (0, 1) if lengths[0] <= lengths[1] else (1, 0)
    keep = [0, 0]
    keep[short] = min(lengths[short], room // 2)
    keep[long] = min(lengths[long], room - keep[short])
    return keep


def longest(asked: int | None, *, soft: Iterable[int | None], hard: Iterable[int | None]) -> int | None:
    """The most tokens of a row.

    Args:
        asked: What a person asked for.
        soft: What a tokenizer was told; a number without sense stands for "no limit".
        hard: How many positions a network has.

    Raises:
        ModelError: More is asked for than the network has positions.
    """
    ceiling = min((limit for limit in hard if limit), default=NO_LIMIT)
    if asked is not None:
        if asked > ceiling:
            raise ModelError(
                "--max-length is more than the model can read", got=str(asked), expected=f"{ceiling} or less"
            )
        return asked
    told = [limit for limit in soft if isinstance(limit, int | float) and limit > 0]
    limit = min([*told, ceiling])
    return None if limit >= NO_LIMIT else int(limit)


def read_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a model folder.

    Raises:
        ModelError: There is no tokenizer.json, or it cannot be read.
    """
    path = folder / "tokenizer.json"
    if not path.is_file():
        raise ModelError(
            f"model folder {folder} has no tokenizer",
            expected="a file tokenizer.json",
            mend="save the tokenizer that the model was trained with into the same folder",
        )
    try:
        return Tokenizer.from_file(str(path))
    except Exception as problem:  # tokenizers raises a bare Exception
        raise ModelError(
            f"{path} is no tokenizer", got=str(problem)[:200], expected="the format of tokenizers"
        ) from None


_BETWEEN = re.compile(r"(?<=[A-Za-z]) (?=[A-Za-z])")


def _begins_alike(tokenizer: Tokenizer) -> bool:
    """Whether a text begins with the same tokens, whatever comes behind a blank between two words of it."""
    before, split = tokenizer.normalizer, tokenizer.pre_tokenizer
    return (
        (before is None or type(before) in (normalizers.BertNormalizer, normalizers.Lowercase))
        and (
            type(split) in (pre_tokenizers.BertPreTokenizer, pre_tokenizers.Whitespace)
            or (isinstance(split, pre_tokenizers.ByteLevel) and split.use_regex)
        )
        and not any(" " in token.content for token in tokenizer.get_added_tokens_decoder().values())
    )


def _read(encode: Callable[[Any], list[Any]], texts: Sequence[str | tuple[str, str]]) -> list[Any]:
    """What a tokenizer makes of these texts; where it takes them for none, a fault names the first."""
    try:
        return encode(texts)
    except TypeError:
        for number, given in enumerate(texts):
            try:
                "".join(given).encode("utf-8")
            except (TypeError, UnicodeEncodeError) as problem:  # half of a surrogate pair
                raise ClassifierFault(f"input {number} is no text: {problem}") from None
        raise


def _checked(inputs: Sequence[Input]) -> list[str | tuple[str, str]]:
    checked: list[str | tuple[str, str]] = []
    for texts in inputs:
        if isinstance(texts, str):
            checked.append(texts)
        elif len(texts) == 1:
            checked.append(texts[0])
        elif len(texts) == 2:
            checked.append((texts[0], texts[1]))
        else:
            raise ValueError(f"a network reads one text or a pair, got {len(texts)} texts")
    return checked
