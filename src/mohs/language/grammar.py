"""Grammar: tokens, tags, dependencies, noun phrases and entities of English texts, by a pipeline of spaCy."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from mohs.errors import ClassifierFault, MissingExtra, MohsError
from mohs.spec import did_you_mean

LONGEST = 1_000_000
"""Characters: of a longer text nothing is known (spaCy's own limit)."""

_NEEDED = ("tagger", "parser", "ner")
_DOWNLOAD = "python -m spacy download en_core_web_sm"
_SHORT_FORMS = {"'m": "am", "’m": "am", "'ve": "have", "’ve": "have"}
_FIRST = ("en_core_web_sm", "en_core_web_md", "en_core_web_lg", "en_core_web_trf")


class Token(NamedTuple):
    """A token of a text.

    Attributes:
        start: Where it begins, in code points of the text.
        end: Where it ends.
        lemma: Its base form; "" where the pipeline has no lemmatizer.
        tag: Its part of speech in the Penn Treebank's tags.
        part_of_speech: The same in the Universal Dependencies' tags.
        relation: Its relation to its head ("nsubj", "ROOT"), in the pipeline's own names.
        head: The number of the token that it depends on; its own where it is a root.
    """

    start: int
    end: int
    lemma: str
    tag: str
    part_of_speech: str
    relation: str
    head: int


class Entity(NamedTuple):
    """A named entity: where it stands, in code points of the text, and its kind ("PERSON", "GPE")."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Parsed:
    """What is known of a text.

    Attributes:
        string: The text.
        tokens: Its tokens, in order; none of a text that is too long.
        sentences: Start and end of each sentence, in code points.
        noun_phrases: Start and end of each base noun phrase.
        entities: Its named entities.
    """

    string: str
    tokens: tuple[Token, ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()
    noun_phrases: tuple[tuple[int, int], ...] = ()
    entities: tuple[Entity, ...] = ()

    @cached_property
    def reach(self) -> tuple[tuple[int, int], ...]:
        """Start and end, in code points, of what depends on each token, itself included."""
        low, high = [t.start for t in self.tokens], [t.end for t in self.tokens]
        # From the leaves up: a token is done when all that hang on it are.
        waiting = [0] * len(self.tokens)
        for number, token in enumerate(self.tokens):
            waiting[token.head] += token.head != number
        ready = [number for number, left in enumerate(waiting) if not left]
        while ready:
            number = ready.pop()
            head = self.tokens[number].head
            if head == number:
                continue
            low[head], high[head] = min(low[head], low[number]), max(high[head], high[number])
            waiting[head] -= 1
            if not waiting[head]:
                ready.append(head)
        return tuple(zip(low, high, strict=True))

    def children(self, number: int) -> Iterator[int]:
        """The tokens that depend on this one directly, in the order of the text."""
        return (k for k, token in enumerate(self.tokens) if token.head == number and k != number)

    def word(self, number: int) -> str:
        """A token, as it stands."""
        return self.string[self.tokens[number].start : self.tokens[number].end]

    def kind_at(self, start: int, end: int) -> str:
        """The kind of the entity that covers this place, or ""."""
        return next((e.kind for e in self.entities if e.start <= start and end <= e.end), "")


class Grammar(Protocol):
    """A parser of English.

    Attributes:
        identity: What run.json says of it.
    """

    identity: Mapping[str, Any]

    def parse(self, texts: Sequence[str]) -> list[Parsed]:
        """What is known of each text, in order; the same for the same text, whatever stands beside it."""
        ...


class SpacyGrammar:
    """A pipeline of spaCy."""

    def __init__(self, pipeline: Any, identity: Mapping[str, Any]) -> None:
        self._pipeline, self.identity = pipeline, identity

    def parse(self, texts: Sequence[str]) -> list[Parsed]:
        """All texts through `nlp.pipe`.

        Raises:
            ClassifierFault: A text has half of a surrogate pair in it.
        """
        short = [text for text in texts if len(text) <= LONGEST]
        parsed = map(_parsed, short, self._pipeline.pipe(short))
        try:
            return [next(parsed) if len(text) <= LONGEST else Parsed(text) for text in texts]
        except UnicodeEncodeError as problem:
            raise ClassifierFault(f"what is to be parsed is no text: {problem}") from None


def _parsed(text: str, doc: Any) -> Parsed:
    # A pipeline makes tokens of double blanks, too; they are nobody's words.
    words = [token for token in doc if not token.is_space]
    number = {token.i: k for k, token in enumerate(words)}
    return Parsed(
        text,
        tuple(
            Token(
                word.idx,
                word.idx + len(word.text),
                word.lemma_,
                word.tag_,
                word.pos_,
                word.dep_,
                number.get(word.head.i, k),
            )
            for k, word in enumerate(words)
        ),
        tuple(_stripped(text, s.start_char, s.end_char) for s in doc.sents if s.text.strip()),
        tuple((n.start_char, n.end_char) for n in doc.noun_chunks),
        tuple(Entity(e.start_char, e.end_char, e.label_) for e in doc.ents),
    )


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    inner = text[start:end]
    return end - len(inner.lstrip()), start + len(inner.rstrip())


def lacking() -> str | None:
    """Why no pipeline can be opened, as far as can be told without loading spaCy; None where one can."""
    if find_spec("spacy") is None:
        return 'spaCy is not installed (pip install "mohs[nlp]")'
    if any(one.name.startswith("en") for one in entry_points(group="spacy_models")):
        return None
    return f"no English pipeline of spaCy is installed ({_DOWNLOAD})"


def open_grammar(name: str | None = None) -> SpacyGrammar:
    """An installed English pipeline of spaCy.

    Args:
        name: The pipeline's package or folder; without one, `en_core_web_sm`, then the larger ones, then any.

    Raises:
        MissingExtra: spaCy is not installed.
        MohsError: There is no such pipeline, or it is broken or not English, or it has no tagger, parser or
            entities.
    """
    try:
        import spacy
    except ImportError:
        raise MissingExtra("parsing sentences", package="spacy", extra="nlp") from None
    installed = sorted(one for one in spacy.util.get_installed_models() if one.startswith("en"))
    if name is None:
        if not installed:
            raise MohsError("no English pipeline of spaCy is installed", mend=_DOWNLOAD)
        name = min(installed, key=lambda one: (_place(one), one))
    try:
        pipeline = spacy.load(name)
    except OSError:
        raise MohsError(
            f"there is no pipeline of spaCy that is called {name}",
            expected=f"a folder, or one of {', '.join(installed)}" if installed else "one that is installed",
            mend=did_you_mean(name, installed) or _DOWNLOAD,
        ) from None
    except Exception as problem:  # a broken folder, or one of another version: each part raises its own
        got = " ".join(str(problem).split())[:200]
        raise MohsError(
            f"the pipeline {name} cannot be opened", got=f"{type(problem).__name__}: {got}", mend=_DOWNLOAD
        ) from problem
    missing = [part for part in _NEEDED if part not in pipeline.pipe_names]
    if pipeline.lang != "en" or missing:
        why = "it is not English" if pipeline.lang != "en" else f"it has no {' and no '.join(missing)}"
        raise MohsError(
            f"the pipeline {name} cannot be used: {why}",
            got=f"language {pipeline.lang}, parts {', '.join(pipeline.pipe_names) or 'none'}",
            mend=_DOWNLOAD,
        )
    # Tokenised text has blanks before short forms; spaCy knows all of them there but these.
    for short, norm in _SHORT_FORMS.items():
        pipeline.tokenizer.add_special_case(short, [{"ORTH": short, "NORM": norm}])
    return SpacyGrammar(
        pipeline, {"name": name, "version": pipeline.meta.get("version"), "spacy": spacy.__version__}
    )


def _place(name: str) -> int:
    """The place in the order of preference: published names first."""
    return next((k for k, first in enumerate(_FIRST) if name.startswith(first)), len(_FIRST))
