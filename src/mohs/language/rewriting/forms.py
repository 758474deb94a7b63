"""The forms: each by its name, with the template of ParaNMT-50M that it makes, where it makes one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mohs.language.change import is_no_op
from mohs.language.grammar import Parsed
from mohs.language.rewriting import fronting
from mohs.language.rewriting.compose import Piece, compose
from mohs.language.rewriting.sentence import Sentence, sentences

_PHRASE_FIRST = "( ROOT ( S ( PP ) ( , ) ( NP ) ( VP ) ( . ) ) ) EOP"
_CLAUSE_FIRST = "( ROOT ( S ( SBAR ) ( , ) ( NP ) ( VP ) ( . ) ) ) EOP"
_PLAIN = "( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP"


class Form(NamedTuple):
    """A syntactic form.

    Attributes:
        name: Its name.
        make: The pieces of every version that it makes of a sentence.
        template: The template of ParaNMT-50M that its sentences have; "" for none of the ten.
    """

    name: str
    make: Callable[[Sentence], Iterator[list[Piece]]]
    template: str = ""


FORMS: tuple[Form, ...] = (
    Form("fronted-phrase", fronting.fronted_phrase, _PHRASE_FIRST),
    Form("fronted-clause", fronting.fronted_clause, _CLAUSE_FIRST),
    Form("clause-at-end", fronting.clause_at_end, _PLAIN),
)


class Rewrite(NamedTuple):
    """A text that says the same in another form.

    Attributes:
        string: The whole text, one sentence of it in the form.
        form: The name of the form.
    """

    string: str
    form: str


def rewrites(parsed: Parsed) -> list[Rewrite]:
    """Every version of a text that the forms make, one sentence of it changed in each.

    Args:
        parsed: The text.

    Returns:
        By sentence, then by form in the order of `FORMS`; none twice, and none that is the text itself.
    """
    found: dict[str, Rewrite] = {}
    for sentence in sentences(parsed):
        if not sentence.usable:
            continue
        for form in FORMS:
            for pieces in form.make(sentence):
                string = compose(sentence, pieces)
                if string is not None and not is_no_op(parsed.string, string):
                    found.setdefault(string, Rewrite(string, form.name))
    return list(found.values())
