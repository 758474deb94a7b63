"""A parser and a tree autoencoder that need nothing installed but torch."""

import numpy as np

from mohs.language.grammar import Parsed, Token

TAGS = {
    "NN": ("film", "movie", "plot", "book", "story", "actor", "music"),
    "JJ": ("good", "bad", "great", "awful", "fine", "dull", "lovely", "boring"),
    "VBZ": ("is", "has", "makes", "shows"),
    "DT": ("a", "an", "the", "this"),
    "RB": ("very", "not", "really"),
    ".": (".", "!", "?"),
}
TAG_OF = {word: tag for tag, words in TAGS.items() for word in words}


class Planted:
    """A parser: words stand between blanks; the first verb of a sentence, else its first word, is the root."""

    identity = {"name": "planted"}

    def __init__(self):
        self.seen = []

    def parse(self, texts):
        self.seen += texts
        return [self._parsed(text) for text in texts]

    @staticmethod
    def _parsed(text):
        spans, at = [], 0
        for word in text.split():
            at = text.index(word, at)
            spans.append((at, at + len(word)))
            at += len(word)
        words = [text[start:end] for start, end in spans]
        tags = [TAG_OF.get(word.lower(), "NN") for word in words]
        sentences, begin = [], 0
        for k, tag in enumerate(tags):
            if tag == "." or k == len(tags) - 1:
                sentences.append((begin, k + 1))
                begin = k + 1
        tokens = []
        for first, last in sentences:
            root = next((k for k in range(first, last) if tags[k] == "VBZ"), first)
            for k in range(first, last):
                head = root
                if tags[k] in ("JJ", "DT", "RB"):  # on the next noun of the sentence, where there is one
                    head = next((j for j in range(k + 1, last) if tags[j] == "NN"), root)
                relation = "ROOT" if k == root else tags[k].lower()
                tokens.append(Token(*spans[k], words[k].lower(), tags[k], "X", relation, head))
        return Parsed(text, tuple(tokens), tuple((spans[a][0], spans[b - 1][1]) for a, b in sentences))


def texts(count=200, seed=0):
    """Made-up sentences of these words."""
    random = np.random.default_rng(seed)
    form = ("DT", "JJ", "NN", "VBZ", "DT", "JJ", "NN", ".")
    return [" ".join(str(random.choice(TAGS[tag])) for tag in form) for _ in range(count)]
