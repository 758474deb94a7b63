"""Attack: a frozen set of options with one method, `search`.

An attack is written as if there were one text in the world and answers came at once. It owns neither
budgets, seeds, counts nor the verdict: the engine does.
"""

from typing import ClassVar, Protocol, runtime_checkable

from mohs.attacks.constraints import Constraint
from mohs.attacks.questions import Asking
from mohs.attacks.target import Target
from mohs.language.words import Text
from mohs.spec import Registry

Search = Asking[Text]
"""A search in progress: it yields questions and returns the last text that it came to, broken or not."""


class NothingToTry(Exception):
    """A search raises it where it finds, on a closer look, that this attack can do nothing with the text.

    The example is then not attackable, unless another attack of the chain can do something with it.
    """


@runtime_checkable
class Attack(Protocol):
    """What every attack is: a frozen dataclass of its options, with facts about it as class attributes.

    Pages call it by its `title`, where it has one as a class attribute, and else by the name of its class.
    Where it has a class attribute `unfit`, that says why it is not made for a task, by the task's name; where
    it has `takes`, that says which option it has to have, and of which value, to use a resource that it can
    do without and that a person names (resource -> (option, value)).
    """

    name: ClassVar[str]
    level: ClassVar[str]
    """"word", "sentence" or "human"."""
    phenomenon: ClassVar[str]
    """The linguistic phenomenon it plays on, as AdvGLUE names it."""
    reference: ClassVar[str]

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What every step must respect; the engine checks it again on a success."""
        ...

    @property
    def needs(self) -> tuple[str, ...]:
        """What it needs beside the classifier.

        "synonyms", "parts-of-speech", "sememes", "lexicon", "inflections", "encoder", "token-encoder" (one
        that has vectors of tokens), "masked-lm", "parser", "paraphraser" or "gradients".
        """
        ...

    def positions(self, target: Target) -> list[int]:
        """The words that it may change, in the order of the text; none: the text is not attackable.

        An attack that writes sentences anew gives `[WHOLE]`.
        """
        ...

    def search(self, target: Target) -> Search:
        """Look for a text that reaches the target's goal; return the last text in any case."""
        ...


attacks: Registry[Attack] = Registry("attack", "mohs.attacks")
"""All attacks that are installed."""
