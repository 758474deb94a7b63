"""Train the kit's part-of-speech tagger: src/mohs/kit/words/tagger.npz and its build log tagger.json.

    python tools/tagger_corpus.py && python tools/make_tagger.py --package FOLDER [--corpus ...] [--out ...]

The folder is that of make_vectors.py: a word's vector is its GloVe vector, through one matrix, and what the
training texts add to it, so that rare words are known too.

Trained in float on what spaCy said (`tagger_corpus.py`), then rounded to the whole numbers that
`mohs.language.parts_of_speech` adds up; every figure of the log is measured on the rounded one, through the
class that mohs itself uses. One thread; seeded.
"""

import argparse
import hashlib
import json
import math
import platform
import time
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from make_vectors import read_glove
from mohs.language.parts_of_speech import FEATURES, PADDING, PartsOfSpeech, features
from mohs.language.vectors import WordVectors
from mohs.language.words import Text

ROOT = Path(__file__).resolve().parents[1]
OPEN = ["ADJ", "ADV", "INTJ", "NOUN", "PROPN", "VERB"]
CLOSED = ["ADP", "AUX", "CCONJ", "DET", "NUM", "PART", "PRON", "SCONJ", "X"]
TAGS = OPEN + CLOSED
CONTENT = {"NOUN", "VERB", "ADJ", "ADV"}
CEILING = 6.0
"""Where the hidden layer is cut off: 255 in whole numbers."""


@dataclass(frozen=True)
class Tagged:
    """A text's words, the tags that spaCy gave them, and for words it was not sure of, its percents."""

    words: list[str]
    tags: list[str]
    doubts: dict[int, dict[str, int]]


def read_tagged(path: Path) -> list[Tagged]:
    """Every text: a word has the tag of the spaCy token over its first character."""
    texts = []
    for line in path.read_text("utf-8").splitlines():
        string, starts, tags, percents = json.loads(line)
        text = Text(string)
        tokens = [bisect_right(starts, start) - 1 for start, _ in text.spans]
        doubts = {n: percents[str(token)] for n, token in enumerate(tokens) if str(token) in percents}
        if tokens:
            texts.append(Tagged(text.words(), [tags[token] for token in tokens], doubts))
    return texts


class Stream:
    """All training texts in one row of numbered words, paddings between any two of them."""

    def __init__(self, texts: list[Tagged], names: dict[str, int], seen: Counter[str], reach: int) -> None:
        numbers: dict[str, int] = {}
        self.reach = reach
        self.words = [
            torch.tensor(
                [numbers.setdefault(word, len(numbers) + 1) for word in text.words], dtype=torch.long
            )
            for text in texts
        ]
        self.targets = [self._targets(text) for text in texts]
        self.features = torch.zeros(len(numbers) + 1, FEATURES, dtype=torch.long)
        self.features[0, 0] = names[PADDING]
        # how often the word itself is hidden in training, so that endings learn to stand in for rare words
        self.hide = torch.zeros(len(numbers) + 1)
        for word, number in numbers.items():
            own = features(word)
            ids = [names.get(name, 0) for name in own]
            self.features[number, : len(ids)] = torch.tensor(ids)
            self.hide[number] = 1 / (1 + seen[own[1]])

    @staticmethod
    def _targets(text: Tagged) -> torch.Tensor:
        """Each word's shares of the tags (words, tags); none for what spaCy takes for punctuation."""
        targets = torch.zeros(len(text.words), len(TAGS), dtype=torch.float16)
        for number, tag in enumerate(text.tags):
            for name, percent in text.doubts.get(number, {tag: 100}).items():
                if name in TAGS and tag in TAGS:
                    targets[number, TAGS.index(name)] = percent / 100
        return targets

    def batches(self, size: int, generator: torch.Generator) -> Any:
        """Windows of the texts in a new order: words (size + 2 * reach,) and targets (size, tags)."""
        reach = self.reach
        gap, none = torch.zeros(reach, dtype=torch.long), torch.zeros(reach, len(TAGS), dtype=torch.float16)
        order = torch.randperm(len(self.words), generator=generator).tolist()
        words = torch.cat([gap, *(part for i in order for part in (self.words[i], gap))])
        targets = torch.cat([none, *(part for i in order for part in (self.targets[i], none))])
        for start in range(0, len(words) - 2 * reach, size):
            stop = min(start + size, len(words) - 2 * reach)
            yield words[start : stop + 2 * reach], targets[start + reach : stop + reach].float()


class Net(nn.Module):
    """The tagger in float: a sum of features, one matrix a place, a cut-off hidden layer, one score a tag."""

    def __init__(self, known: torch.Tensor, width: int, hidden: int, reach: int) -> None:
        super().__init__()
        self.known = nn.Parameter(known, requires_grad=False)
        self.lift = nn.Linear(known.shape[1], width, bias=False)
        self.places = 2 * reach + 1
        # a word that GloVe has starts from there, and stays there where no text has it
        unknown = (known == 0).all(dim=1, keepdim=True)
        self.embeddings = nn.Parameter(torch.randn(len(known), width) * 0.1 * unknown)
        self.hidden = nn.Linear(self.places * width, hidden)
        self.output = nn.Linear(hidden, len(TAGS))
        self.drop = nn.Dropout(0.1)

    def forward(self, ids: torch.Tensor, whole: torch.Tensor) -> torch.Tensor:
        """Scores (n, tags) of the inner places of a row of words with features (n + 2 * reach, 8)."""
        vectors = functional.embedding_bag(ids, self.embeddings, mode="sum", padding_idx=0)
        vectors = vectors + self.lift(self.known[whole])
        count = len(vectors) - self.places + 1
        window = torch.cat([vectors[place : place + count] for place in range(self.places)], dim=1)
        scores: torch.Tensor = self.output(self.drop(self.hidden(window).clamp(0, CEILING)))
        return scores


def train(net: Net, stream: Stream, *, epochs: int, batch: int, rate: float, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    steps = epochs * math.ceil(sum(len(words) + stream.reach for words in stream.words) / batch)
    optimiser = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps, pct_start=0.1)
    net.train()
    for epoch in range(epochs):
        losses, began = [], time.monotonic()
        for words, targets in stream.batches(batch, generator):
            ids = stream.features[words]
            whole = ids[:, 1].clone()
            hidden = torch.rand(len(words), generator=generator) < stream.hide[words]
            ids[hidden, 1] = 0
            # in a third of these, GloVe is hidden too, for words that it does not have
            whole[hidden & (torch.rand(len(words), generator=generator) < 1 / 3)] = 0
            scores = functional.log_softmax(net(ids, whole), dim=1)
            loss = -(scores * targets).sum() / targets.sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses[-200:]):.4f}, {time.monotonic() - began:.0f} s",
            flush=True,
        )


def rounded(net: Net, names: list[str]) -> dict[str, npt.NDArray[Any]]:
    """The whole numbers of the trained net; the arrays that `PartsOfSpeech` takes."""
    weights = {name: value.detach().double().numpy() for name, value in net.named_parameters()}
    embeddings = weights["embeddings"] + weights["known"] @ weights["lift.weight"].T
    embeddings[0] = 0
    width = embeddings.shape[1]
    # few entries are far out: cutting them costs less than coarser steps for all others
    reach = float(np.quantile(np.abs(embeddings), 0.9999))
    step = reach / 127
    embeddings = np.rint(embeddings / step).clip(-127, 127)
    hidden = weights["hidden.weight"].T.reshape(net.places, width, -1)
    scale = 6
    unit = CEILING / 255 / 2**scale
    dropped = math.floor(math.log2(unit / (step * np.abs(hidden).max() / 127)))
    matrix = np.rint(hidden / (unit / step / 2**dropped))
    output = weights["output.weight"].T
    fine = np.abs(output).max() / 127
    return {
        "names": np.frombuffer("\n".join(names).encode("utf-8"), np.uint8),
        "tags": np.frombuffer("\n".join(TAGS).encode("utf-8"), np.uint8),
        "embeddings": embeddings.astype(np.int8),
        "hidden": matrix.astype(np.int8),
        # half a step more, as shifting rounds down
        "hidden_bias": (np.rint(weights["hidden.bias"] / unit) + 2 ** (scale - 1)).astype(np.int32),
        "output": np.rint(output / fine).astype(np.int8),
        "output_bias": np.rint(weights["output.bias"] / (fine * CEILING / 255)).astype(np.int32),
        "shifts": np.array([dropped, scale, 255], np.int32),
    }


def agreement(tagger: PartsOfSpeech, tagged: list[Tagged]) -> dict[str, dict[str, float]]:
    """Share of words with spaCy's tag: of its content words, of these and proper nouns, of all words."""
    hits: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for text in tagged:
        for ours, theirs in zip(tagger.tags(text.words), text.tags, strict=True):
            counts[theirs] += 1
            hits[theirs] += ours == theirs
    groups = {"content": CONTENT, "content_and_proper_nouns": CONTENT | {"PROPN"}, "all": set(counts)}
    sums = {name: sum(counts[tag] for tag in group) for name, group in groups.items()}
    return {
        name: {"agreement": round(sum(hits[tag] for tag in group) / sums[name], 4), "n": sums[name]}
        for name, group in groups.items()
    }


def glove(names: list[str], package: Path, cache: Path) -> torch.Tensor:
    """GloVe's vectors of the whole words among the features, of length 1, behind a row of zeros."""
    words, vectors = read_glove(package, cache)
    place = {word: row for row, word in enumerate(words)}
    known = torch.zeros(len(names) + 1, vectors.shape[1])
    for row, name in enumerate(names, 1):
        if name[0] == "=" and name[1:] in place:
            vector = torch.from_numpy(vectors[place[name[1:]]])
            known[row] = vector / vector.norm()
    return known


def choose_names(tagged: list[Tagged], words: int, affixes: int) -> tuple[list[str], Counter[str]]:
    """The padding, whole words seen 3 times or more or in the kit's word vectors, and other features.

    A word of the vectors that no text has is known by its GloVe vector alone.
    """
    types = Counter(word for text in tagged for word in text.words)
    seen: Counter[str] = Counter()
    for word, count in types.items():
        for name in features(word):
            seen[name] += count
    for word in WordVectors.kit().words:
        seen[f"={word}"] += 0
    candidates = set(WordVectors.kit().words)
    ordered = sorted(seen, key=lambda name: (-seen[name], name))
    whole = [name for name in ordered if name[0] == "=" and (seen[name] >= 3 or name[1:] in candidates)][
        :words
    ]
    return [PADDING, *whole, *[name for name in ordered if name[0] != "="][:affixes]], seen


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--corpus", type=Path, default=Path("build/tagger"), help="what tagger_corpus.py wrote"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "src" / "mohs" / "kit" / "words")
    parser.add_argument("--package", type=Path, required=True, help="as for make_vectors.py")
    parser.add_argument("--cache", type=Path, default=Path("build/glove"), help="as for make_vectors.py")
    parser.add_argument("--parts", default="sst2,natural,lower,edited", help="kinds of training text")
    parser.add_argument("--words", type=int, default=36_000, help="whole words with a vector of their own")
    parser.add_argument("--affixes", type=int, default=6_000, help="endings, beginnings and shapes with one")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--reach", type=int, default=3, help="words to each side that have a say")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)

    tagged: list[Tagged] = []
    for part in options.parts.split(","):
        tagged += read_tagged(options.corpus / f"{part}-train.jsonl")
    names, seen = choose_names(tagged, options.words, options.affixes)
    stream = Stream(tagged, {name: row for row, name in enumerate(names, 1)}, seen, options.reach)
    count = sum(len(text.words) for text in tagged)
    print(f"{len(tagged)} texts, {count} words, {len(names)} features", flush=True)
    net = Net(glove(names, options.package, options.cache), options.width, options.hidden, options.reach)
    train(net, stream, epochs=options.epochs, batch=options.batch, rate=options.rate, seed=options.seed)

    weights = rounded(net, names)
    options.out.mkdir(parents=True, exist_ok=True)
    target = options.out / "tagger.npz"
    np.savez_compressed(target, allow_pickle=False, **weights)
    tagger = PartsOfSpeech.open(target)
    parts = ("sst2-dev", "edited-dev", "qnli-dev", "rte-dev")
    figures = {part: agreement(tagger, read_tagged(options.corpus / f"{part}.jsonl")) for part in parts}
    print(json.dumps(figures, indent=2))
    content = target.read_bytes()
    log = {
        "file": target.name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "made_by": "tools/tagger_corpus.py, then tools/make_tagger.py",
        "arguments": {name: value for name, value in vars(options).items() if not isinstance(value, Path)},
        "sources": [
            {
                "name": "GLUE's SST-2, QNLI, RTE, QQP and MNLI and SNLI, texts alone",
                "licence": "research use",
            },
            {"name": "GloVe 6B, as for vectors.npz", "licence": "PDDL-1.0"},
            {"name": "en_core_web_sm 3.8.0 (spaCy), as teacher", "licence": "MIT"},
        ],
        "licence": "Apache-2.0",
        "counts": {
            "texts": len(tagged),
            "words": count,
            "features": len(names),
            "whole_words": sum(name[0] == "=" for name in names),
        },
        "agreement_with_spacy": figures,
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "torch": torch.__version__,
            "spacy": "3.8",
        },
    }
    (options.out / "tagger.json").write_text(json.dumps(log, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
