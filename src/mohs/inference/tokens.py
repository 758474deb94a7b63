"""Texts to token ids: read once, cut to what the network can see, and what was cut is counted."""

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tokenizers import Tokenizer

from mohs.errors import ModelError

Input = str | tuple[str, ...]

NO_LIMIT = 10**9
"""Tokenizers write "no limit" as a number of thirty digits."""


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
    """A tokenizer that pads nothing and cuts each input to `max_length` tokens.

    Args:
        tokenizer: It is copied; what it says of padding and truncation itself is overruled.
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
        if max_length is None:
            self._tokenizer.no_truncation()
        else:
            special = self._tokenizer.num_special_tokens_to_add(is_pair=True)
            if max_length <= special:
                raise ModelError(
                    "the longest input leaves no room for text",
                    got=f"--max-length {max_length}",
                    expected=f"more than {special}, the marks that the tokenizer itself puts in",
                )
            # its side of cutting is the model's own affair and is kept
            direction = (tokenizer.truncation or {}).get("direction", "right")
            self._tokenizer.enable_truncation(max_length, direction=direction)

    @cached_property
    def _whole(self) -> Tokenizer:
        whole = copy.deepcopy(self._tokenizer)
        whole.no_truncation()
        return whole

    def encode(self, inputs: Sequence[Input]) -> list[Row]:
        """Token ids of each input.

        Raises:
            ValueError: An input has more than two texts.
        """
        encodings = self._tokenizer.encode_batch_fast(_checked(inputs))
        if not self.typed:
            return [Row(tuple(encoding.ids) or (self.pad,)) for encoding in encodings]
        return [
            Row(tuple(encoding.ids), tuple(encoding.type_ids)) if len(encoding) else Row((self.pad,), (0,))
            for encoding in encodings
        ]

    def cut(self, inputs: Sequence[Input]) -> list[int]:
        """How many tokens of each input are cut off."""
        if self.max_length is None:
            return [0] * len(inputs)
        whole = self._whole.encode_batch_fast(_checked(inputs))
        return [max(0, len(encoding) - self.max_length) for encoding in whole]


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
    limit = min((limit for limit in (*soft, ceiling) if limit), default=NO_LIMIT)
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
