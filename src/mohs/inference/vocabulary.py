"""How a vocabulary is read, as WordPiece, byte-level BPE and SentencePiece write it.

A token either begins a word or goes on with one.
"""

from typing import NamedTuple

from tokenizers import Tokenizer, decoders

from mohs.errors import ModelError


class Token(NamedTuple):
    """A token of the vocabulary as it is read."""

    text: str
    """Letters alone; empty for a mark, and for the sign of a word's beginning where it stands alone."""
    begins: bool
    """Whether it is written as the beginning of a word, and not as what goes on with one."""


class Vocabulary:
    """How the tokens of a vocabulary are read.

    Args:
        tokenizer: Its tokenizer.
        name: The model's, for errors.

    Attributes:
        signed: Whether the blank before a word is the sign of its beginning, so that a word without a blank
            before it begins without a sign.

    Raises:
        ModelError: It does not mark where words begin as WordPiece, byte-level BPE or SentencePiece do.
    """

    def __init__(self, tokenizer: Tokenizer, name: str) -> None:
        self._tokenizer = tokenizer
        self._marks = set(tokenizer.get_added_tokens_decoder())
        self._known: dict[int, Token] = {}
        kind = type(tokenizer.model).__name__
        self.signed = kind != "WordPiece"
        if not self.signed:
            self._style, self._mark = "prefix", str(tokenizer.model.continuing_subword_prefix)
            return
        tokens = list(tokenizer.get_vocab())
        counts = {mark: sum(token.startswith(mark) for token in tokens) for mark in ("Ġ", "▁")}
        self._mark = max(counts, key=lambda mark: counts[mark])
        self._style = "bytes" if self._mark == "Ġ" else "blank"
        if not counts[self._mark]:
            raise ModelError(
                f"{name} does not mark where its words begin",
                got=f"a vocabulary of {kind}, {', '.join(map(repr, sorted(tokens)[:5]))}, ...",
                expected="WordPiece, byte-level BPE or SentencePiece",
            )
        self._decoder = decoders.ByteLevel()

    def token(self, number: int) -> Token:
        """The token with this id."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self._read(number)
        return known

    def _read(self, number: int) -> Token:
        written = None if number in self._marks else self._tokenizer.id_to_token(number)
        if not written:
            return Token("", False)
        if self._style == "prefix":
            goes_on = written.startswith(self._mark)
            return Token(written[len(self._mark) :] if goes_on else written, not goes_on)
        begins = written.startswith(self._mark)
        text = self._decoder.decode([written]) if self._style == "bytes" else written.removeprefix(self._mark)
        return Token(str(text).strip(), begins)
