"""Progress: what a run tells whoever shows how far it is."""

from typing import Protocol


class Progress(Protocol):
    """Shows progress; the command line has one for terminals and one for logs."""

    def start(self, total: int, kept: int = 0) -> None:
        """The run begins: `total` outcomes in the end, `kept` of them from an earlier run that is resumed."""
        ...

    def outcome(self, status: str, texts: int) -> None:
        """One more outcome, and the texts that the classifier worked on for it."""
        ...
