"""Small stand-ins whose answers can be worked out by hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mohs.attacks.target import Goal, Target
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.engine.runner import Engine
from mohs.inference.tokens import Row, Traced
from mohs.inference.trees import Tree
from mohs.language.english import English
from mohs.language.grammar import Entity, Parsed, Token
from mohs.language.masked_lm import Candidate as Filling
from mohs.language.masked_lm import Piece
from mohs.language.sememes import Candidate
from mohs.language.tree_autoencoder import Candidate as Other
from mohs.language.tree_autoencoder import Told
from mohs.language.words import Text
from mohs.models.classifier import Classifier

SENTIMENT = Task("sst2", ("sentence",), ("negative", "positive"), subject="sentiment")
PAIR = Task(
    "mnli",
    ("premise", "hypothesis"),
    ("entailment", "neutral", "contradiction"),
    perturb=("hypothesis", "premise"),
)


class Weights(Classifier):
    """Two labels; the logit of "positive" is the sum of the weights of the words (in lower case, split at blanks)."""

    address = "fake:weights"
    labels = ("negative", "positive")
    scores = "logits"

    def __init__(self, weights: Mapping[str, float], bias: float = 0.0) -> None:
        self.weights, self.bias = dict(weights), bias
        self.batches: list[list] = []

    @property
    def seen(self) -> list:
        """Every input it was asked about, in order."""
        return [text for batch in self.batches for text in batch]

    def score(self, inputs):
        self.batches.append(list(inputs))
        return np.array([[0.0, self.logit(text)] for text in inputs])

    def logit(self, text):
        joined = text if isinstance(text, str) else " ".join(text)
        return self.bias + sum(self.weights.get(word, 0.0) for word in re.findall(r"\S+", joined.lower()))


@dataclass
class Table:
    """Synonyms from a table: word -> [(near word, cosine), ...]."""

    table: Mapping[str, Sequence[tuple[str, float]]]

    def neighbours(self, word, count=50, minimum_cosine=0.0):
        near = [pair for pair in self.table.get(word.lower(), ()) if pair[1] >= minimum_cosine]
        return tuple(near[:count])

    def cosine(self, first, second):
        return dict(self.table.get(first.lower(), ())).get(second.lower())


@dataclass
class Tags:
    """Parts of speech from a table; a word that is not in it is a noun."""

    table: Mapping[str, str] = field(default_factory=dict)

    def tags(self, words):
        return [self.table.get(word.lower(), "NOUN") for word in words]

    def tags_at(self, words, indices):
        return self.tags([words[index] for index in indices])

    def tags_in_place(self, words, index, candidates):
        return self.tags(candidates)


@dataclass
class Meanings:
    """Sememes from the same table: every near word, whatever its cosine and part of speech."""

    table: Table

    def candidates(self, word, part_of_speech):
        return tuple(Candidate(near, "sememe") for near, _ in self.table.neighbours(word))

    def synonyms(self, word, part_of_speech):
        return tuple(near for near, _ in self.table.neighbours(word))


class Pieces:
    """A masked language model from a table: piece -> what may stand there, best first, scores 10, 9, 8, ...

    A piece that goes on with a word begins with ##. Words are one piece, but for those in `split`; the
    perplexity of a word is 50, but for those in `surprise`.
    """

    identity = {"address": "fake:pieces"}

    def __init__(self, table, split=None, surprise=None):
        self.table, self.split, self.surprise = dict(table), dict(split or {}), dict(surprise or {})
        self.filled: list[tuple[str, int]] = []
        self.surprised: list[str] = []

    def fill(self, items):
        self.filled.extend(items)
        return [tuple(self._pieces(text, count)) for text, count in items]

    def perplexity(self, strings):
        self.surprised.extend(strings)
        return [float(self.surprise.get(string, 50.0)) for string in strings]

    def _pieces(self, text, count):
        for unit in re.finditer(r"\w+|[^\w\s]", text):
            start = unit.start()
            for piece in self.split.get(unit[0].lower(), [unit[0].lower()]):
                end = start + len(piece.removeprefix("##"))
                options = self.table.get(piece, ())[:count]
                yield Piece(start, end, tuple(self._candidate(*one) for one in enumerate(options)))
                start = end

    @staticmethod
    def _candidate(number, written):
        return Filling(written.removeprefix("##"), not written.startswith("##"), 10.0 - number)


class Vectors:
    """A network with gradients from a table: word -> vector; the logit of "positive" adds up the first numbers.

    Words are split at blanks and looked up in lower case; one that is not in the table stands at the origin.
    """

    at_once = 1000

    def __init__(self, table, bias=0.0):
        self.table = {word: np.array(vector, np.float32) for word, vector in table.items()}
        self.width = len(next(iter(self.table.values()))) if self.table else 1
        self.bias, self.seen = bias, []
        self._words: list[str] = []

    @classmethod
    def of(cls, classifier):
        """The network that `Weights` would be: each word stands at its weight."""
        return cls({word: [weight] for word, weight in classifier.weights.items()}, classifier.bias)

    def read(self, inputs):
        self.seen.extend(inputs)
        return [self._traced(one) for one in inputs]

    def vectors(self, strings):
        found = [[self._vector(word) for word in string.split()] for string in strings]
        zero = np.zeros(self.width, np.float32)
        return np.array([np.mean(one, axis=0) if one else zero for one in found], np.float32)

    def gradients(self, rows, slopes):
        words = [[self._words[number] for number in row.ids] for row in rows]
        sums = [self.bias + sum(float(self._vector(word)[0]) for word in one) for one in words]
        logits = np.array([[0.0, one] for one in sums], np.float32)
        slope = slopes(logits, range(len(rows)))
        first = np.eye(1, self.width, dtype=np.float32)
        return logits, [np.repeat(first * slope[k, 1], len(one), axis=0) for k, one in enumerate(words)]

    def _vector(self, word):
        return self.table.get(word.lower(), np.zeros(self.width, np.float32))

    def _traced(self, texts):
        ids, spans = [], []
        for number, text in enumerate((texts,) if isinstance(texts, str) else texts):
            for found in re.finditer(r"\S+", text):
                ids.append(len(self._words))
                self._words.append(found[0])
                spans.append((number, *found.span()))
        return Traced(Row(tuple(ids)), tuple(spans))


class Letters:
    """An encoder whose cosine is easy: counts of the letters a to z."""

    identity = {"address": "fake:letters"}

    def __init__(self):
        self.seen: list[str] = []

    def encode(self, texts):
        self.seen.extend(texts)
        counts = np.array(
            [[text.lower().count(chr(97 + k)) for k in range(26)] for text in texts], dtype=float
        )
        return counts / np.maximum(np.linalg.norm(counts, axis=1, keepdims=True), 1e-12)

    def token_vectors(self, texts):
        """A vector for each word: the counts of its letters."""
        return [Letters().encode(text.split()) if text.split() else np.zeros((0, 26)) for text in texts]


class Paraphrases:
    """A paraphraser from a table: template -> what it makes of a text ("" for nothing); it knows no others."""

    identity = {"address": "fake:paraphrases"}

    def __init__(self, table):
        self.table, self.batches = dict(table), []

    def paraphrase(self, items):
        self.batches.append(list(items))
        return [self.table.get(template, str)(text) for text, template, _ in items]


class Copulas:
    """A parser of sentences like "the film is a great movie .": what stands before "is" is the subject of it.

    Words are split at blanks; a sentence ends with a full stop that stands alone.
    """

    identity = {"name": "fake:copulas"}

    def __init__(self, persons=()):
        self.persons, self.seen = frozenset(persons), []

    def parse(self, texts):
        self.seen.extend(texts)
        return [self._parsed(text) for text in texts]

    def _parsed(self, text):
        places = [found.span() for found in re.finditer(r"\S+", text)]
        words = [text[start:end] for start, end in places]
        tokens, sentences, first = [], [], 0
        for number, word in enumerate(words):
            if word != "." and number + 1 < len(words):
                continue
            tokens += self._sentence(words, places, first, number + 1)
            sentences.append((places[first][0], places[number][1]))
            first = number + 1
        entities = [Entity(*p, "PERSON") for p, w in zip(places, words, strict=True) if w in self.persons]
        return Parsed(text, tuple(tokens), tuple(sentences), (), tuple(entities))

    @staticmethod
    def _sentence(words, places, first, last):
        end = last - (words[last - 1] == ".")
        verb = next((k for k in range(first, end) if words[k] in ("is", "was")), first)
        for number in range(first, last):
            kind, relation, head = "NOUN", "compound", verb - 1 if number < verb else end - 1
            if number == verb:
                kind, relation, head = "AUX", "ROOT", verb
            elif number == verb - 1:
                relation, head = "nsubj", verb
            elif number >= end:
                kind, relation, head = "PUNCT", "punct", verb
            elif number == end - 1:
                relation, head = "attr", verb
            yield Token(*places[number], "", "", kind, relation, head)


class Lines:
    """A tree autoencoder of one number, whatever the tree: a word's logit is a line, its slope times z and its start.

    Other words than those of the table are at 0 and have no candidates; the candidates of one are all others of its
    table.
    """

    identity = {"address": "fake:lines"}

    def __init__(self, *tables):
        self._tables = [dict(table) for table in tables]
        lines = {word: line for table in self._tables for word, line in table.items()}
        self.words = list(lines)
        self._numbers = {word: number for number, word in enumerate(self.words)}
        self.network = _Line(list(lines.values()))

    def tell(self, items):
        return [self._told(parsed, count) for parsed, count in items]

    def _told(self, parsed, count):
        words = [parsed.word(k).lower() for k in range(len(parsed.tokens))]
        heads = (0 if token.head == k else token.head + 1 for k, token in enumerate(parsed.tokens))
        alike = (0, *[2] * len(words))
        tree = Tree((-1, *(self._numbers.get(word, -1) for word in words)), alike, alike, (0, *heads))
        return Told(self.network, tree, tuple(tuple(self._others(word))[:count] for word in words))

    def _others(self, word):
        for table in self._tables:
            if word in table:
                yield from (Other(other, self._numbers[other]) for other in table if other != word)


class _Line:
    """What `inference.tree_decoding` asks of a network."""

    hidden, by_tag = 1, ((), (), ())

    def __init__(self, lines):
        self._lines = lines or [(0.0, 0.0)]

    @property
    def vectors(self):
        import torch

        return torch.tensor(self._lines, dtype=torch.float32)

    def given(self, forest):
        import torch

        return torch.where(torch.from_numpy(forest.words >= 0)[:, None], self.vectors[forest.words], 0.0)

    def encode(self, forest):
        import torch

        return torch.zeros(len(forest.texts), 1)

    def decode(self, forest, context, words, choose=None):
        import torch

        owners = np.searchsorted(forest.texts, np.arange(len(forest)), side="right") - 1
        told = torch.cat([context[owners], torch.ones(len(forest), 1)], 1)
        if choose is not None:
            choose(np.arange(len(forest)), told)
        return told


class Lexicon:
    """Knows every word but these."""

    def __init__(self, unknown=()):
        self.unknown = frozenset(unknown)

    def knows(self, word):
        return word.lower() not in self.unknown


def english(synonyms=None, tags=None, stop_words=(), no_words=()):
    """English from tables."""
    known, lexicon = Table(synonyms or {}), Lexicon(no_words)
    return English(known, Tags(tags or {}), frozenset(stop_words), {"name": "fake"}, Meanings(known), lexicon)


def target(
    string,
    probabilities=(0.1, 0.9),
    label=1,
    wanted=None,
    subject="sentiment",
    random=None,
    labels=(),
    **known,
):
    """A target for one text."""
    import random as library

    return Target(
        Text(string),
        Goal(label, wanted),
        np.array(probabilities, dtype=float),
        english(**known),
        random=random or library.Random(0),
        subject=subject,
        labels=labels,
    )


def example(text, label=1, name="0"):
    """A sentence."""
    return Example(name, name, {"sentence": text}, label)


def answer(asking, **oracles):
    """Run one search to its end with these oracles; give what it returns."""

    def work(_ledger):
        return asking

    (result,) = Engine(oracles).run([("only", work)])
    return result


class Cosines:
    """An encoder for texts that are compared with one without any of these words: word -> cosine."""

    identity = {"address": "fake:cosines"}

    def __init__(self, table):
        self.table = dict(table)
        self.seen: list[str] = []

    def encode(self, texts):
        self.seen.extend(texts)
        cosines = [
            min([c for word, c in self.table.items() if word in text.split()], default=1.0) for text in texts
        ]
        return np.array([[c, np.sqrt(1 - c * c)] for c in cosines])


def journaled(name, attack="textfooler", status="success", **more):
    """An outcome as a journal holds it."""
    texts = {
        "id": str(name),
        "source_id": str(name),
        "task": "sst2",
        "attack": attack,
        "model": "m",
        "label": "positive",
    }
    return {
        **texts,
        "status": status,
        "original": {"sentence": "a good film"},
        "perturbed": {"sentence": "a bad film"} if status == "success" else None,
        "asked": {},
        "modified": {"words": 1, "rate": 1 / 3} if status == "success" else None,
        **more,
    }
