"""Make the kit's table of words that may stand for each other: src/mohs/kit/words/sememes.npz, and its log.

    python tools/make_sememes.py [--wordnet /usr/share/wordnet] [--data ../shared/data]

Sources: BabelSememe (HowNet sememes of 15,755 WordNet 3.0 synsets; MIT) and WordNet 3.0 (Debian's package
wordnet-base, or any folder with its data and index files). Inflection: lemminflect (MIT), asked here and not
needed afterwards.

BabelSememe's own lists of lemmas are used, not its synset offsets: Debian's data.adj and data.verb are a byte
or two off the original's.

A word is put into a text only where it is one of the kit's word vectors: the 25,000 most frequent words of
GloVe and those that PPDB's and WordNet's pairs speak of. The paper's code likewise takes none but the words
of its data set. Every word of the sources can be replaced, whether common or not.
"""

import argparse
import hashlib
import json
import platform
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import lemminflect
import numpy as np

from kit_sememes import coverage, recall
from mohs.language.inflection import ENDINGS, OF
from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.language.sememe_files import PARTS_OF_SPEECH, Groups, read_npz
from mohs.language.sememes import Sememes
from mohs.language.vectors import WordVectors

ROOT = Path(__file__).resolve().parents[1]
WORD = re.compile(r"[a-z]{2,}")
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
FREQUENT = 25_000
"""So many of the kit's word vectors are GloVe's most frequent words; the rest are words of the pairs."""
KINDS = {"n": 0, "v": 1, "a": 2, "s": 2, "r": 3}


@dataclass
class Synset:
    """Single words of a synset, the key of its sisters' class, and the synsets that it is opposed to."""

    kind: int
    words: list[str]
    family: tuple[tuple[str, str], ...]
    opposites: list[tuple[str, str]] = field(default_factory=list)


def read_sememes(path: Path) -> dict[tuple[int, frozenset[str]], list[str]]:
    """Part of speech and sememe set -> the single words that have it in one sense."""
    groups: dict[tuple[int, frozenset[str]], dict[str, None]] = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        _, kind, _, lemmas, sememes = line.split("\t")
        group = groups.setdefault((KINDS[kind], frozenset(sememes.split())), {})
        group.update(dict.fromkeys(word for word in lemmas.split("|") if WORD.fullmatch(word)))
    return {key: list(words) for key, words in groups.items() if len(words) > 1}


def read_wordnet(folder: Path) -> dict[tuple[str, str], Synset]:
    """(part of speech, offset) -> synset, of every synset; see wndb(5WN) for the form of the files."""
    synsets = {}
    for letter, name in FILES.items():
        for line in (folder / f"data.{name}").read_text("latin-1").splitlines():
            if line.startswith(" "):
                continue  # the licence
            parts = line.partition("|")[0].split()
            offset, kind, count = parts[0], parts[2], int(parts[3], 16)
            names = [re.sub(r"\(.*\)$", "", parts[4 + 2 * n]) for n in range(count)]
            after = 4 + 2 * count
            pointers = [parts[after + 1 + 4 * n : after + 5 + 4 * n] for n in range(int(parts[after]))]
            above = sorted({(p[2], p[1]) for p in pointers if p[0] == "@"})
            if letter == "a":  # adjectives have no hypernyms: a head and those that are similar to it
                heads = sorted(("a", p[1]) for p in pointers if p[0] == "&")
                above = heads[:1] if kind == "s" else [("a", offset)] if heads else []
            opposites = [(p[2].replace("s", "a"), p[1]) for p in pointers if p[0] == "!"]
            words = [word for word in names if WORD.fullmatch(word)]
            synsets[letter, offset] = Synset(KINDS[letter], words, tuple(above), opposites)
    return synsets


class Endings:
    """Rules of inflection, each kept once, and what lemminflect says of a lemma."""

    def __init__(self, common: dict[str, int]) -> None:
        self.common = common
        self.rules: dict[tuple[str, str], int] = {("", ""): 0}
        self.extra: list[tuple[str, int, int]] = []

    def add(self, row: int, lemma: str, kind: int, table: Any) -> None:
        """Fill the table's column of this lemma for one part of speech."""
        tag = PARTS_OF_SPEECH[kind]
        said = lemminflect.getAllInflections(lemma, upos=tag)
        if not said and tag in ("NOUN", "VERB"):
            said = lemminflect.getAllInflectionsOOV(lemma, upos=tag)
        if "VBD" in said:
            said.setdefault("VBN", said["VBD"])
        for ending in OF[tag][1:]:
            forms = [form for form in said.get(ENDINGS[ending], ()) if WORD.fullmatch(form)]
            best = self.best(lemma, forms)
            if best is not None:
                table[ending, row] = self.rule(lemma, best)
            self.extra += [(form, row, ending) for form in forms if form not in (best, lemma)]

    def mend_plurals(self, rows: dict[str, int], nouns: Sequence[str], table: Any) -> None:
        """Let a lemma that is another one's plural (`humans`) be its own plural."""
        plural = ENDINGS.index("NNS")
        made = {form for form, _, ending in self.extra if ending == plural}
        rules = list(self.rules)
        for lemma in nouns:
            taken_off, put_on = rules[table[plural, rows[lemma]]]
            if put_on and put_on != "\0":
                made.add(lemma.removesuffix(taken_off) + put_on)
        for lemma in made & set(nouns):
            table[plural, rows[lemma]] = self.rule(lemma, lemma)

    def best(self, lemma: str, forms: Sequence[str]) -> str | None:
        """The most common form; none where it is rare beside the lemma itself (`informations`)."""
        others = [form for form in forms if form != lemma] or list(forms)
        best = min(others, key=lambda form: self.common.get(form, len(self.common)), default=None)
        mass = best is not None and best != lemma and lemma in forms
        return None if mass and self.common.get(str(best), FREQUENT) >= FREQUENT else best

    def rule(self, lemma: str, form: str) -> int:
        """The number of the rule that makes the one of the other; a rule that changes nothing has its own."""
        same = 0
        while same < min(len(lemma), len(form)) and lemma[same] == form[same]:
            same += 1
        rule = (lemma[same:], form[same:])
        if rule == ("", ""):  # number 0 says that there is no form
            return self.rules.setdefault(("", "\0"), len(self.rules))
        return self.rules.setdefault(rule, len(self.rules))


def read_senses(folder: Path) -> dict[tuple[str, str, str], int]:
    """(word, part of speech, offset) -> number of the sense, from 0, the most frequent one first."""
    senses = {}
    for letter, name in FILES.items():
        for line in (folder / f"index.{name}").read_text("latin-1").splitlines():
            word, *parts = line.split()
            if WORD.fullmatch(word):
                offsets = parts[int(parts[2]) + 5 :]
                senses.update({(word, letter, offset): n for n, offset in enumerate(offsets)})
    return senses


def utf8(lines: Sequence[str]) -> Any:
    return np.frombuffer("\n".join(lines).encode("utf-8"), np.uint8)


def build(sememes: Path, wordnet: Path, common: dict[str, int]) -> tuple[dict[str, Any], dict[str, int]]:
    """The arrays of the file, and how many there are of what."""
    meant, synsets = read_sememes(sememes), read_wordnet(wordnet)
    kept = {place: synset for place, synset in synsets.items() if synset.words}
    kinds: defaultdict[str, set[int]] = defaultdict(set)
    for (kind, _), members in meant.items():
        for word in members:
            kinds[word].add(kind)
    for synset in kept.values():
        for word in synset.words:
            kinds[word].add(synset.kind)
    words = sorted(kinds, key=lambda word: (common.get(word, len(common)), word))
    rows = {word: row for row, word in enumerate(words)}

    senses = read_senses(wordnet)
    endings, table = Endings(common), np.zeros((len(ENDINGS), len(words)), np.uint16)
    for word, row in rows.items():
        for kind in sorted(kinds[word]):
            endings.add(row, word, kind, table)
    endings.mend_plurals(rows, [word for word in words if 0 in kinds[word]], table)

    families: dict[tuple[int, Any], int] = {}
    numbers = {place: number for number, place in enumerate(kept)}
    sisters = [
        families.setdefault((s.kind, s.family), len(families)) if s.family else -1 for s in kept.values()
    ]
    antonyms = sorted(
        {
            (numbers[place], numbers[other])
            for place, s in kept.items()
            for other in s.opposites
            if other in numbers
        }
    )
    arrays: dict[str, Any] = {
        "words": utf8(words),
        "common": np.array(sum(word in common for word in words)),
        "rules": utf8([f"{taken_off}\t{put_on}".replace("\0", "") for taken_off, put_on in endings.rules]),
        "inflections": table,
        "extra": utf8([form for form, *_ in endings.extra]),
        "extra_of": np.array([place for _, *place in endings.extra], np.int32),
        "synsets_senses": np.array(
            [senses[word, *place] for place, s in kept.items() for word in s.words], np.uint8
        ),
        "sisters": np.array(sisters, np.int32),
        "antonyms": np.array(antonyms, np.int32),
    }
    for name, groups in (
        ("sememes", [(kind, [rows[w] for w in members]) for (kind, _), members in meant.items()]),
        ("synsets", [(s.kind, [rows[w] for w in s.words]) for s in kept.values()]),
    ):
        made = Groups.of(groups)
        arrays |= {
            f"{name}_members": made.members,
            f"{name}_ends": made.ends,
            f"{name}_kinds": made.kinds.astype(np.int8),
        }
    counts = {
        "words": len(words),
        "common_words": int(arrays["common"]),
        "sememe_sets": len(meant),
        "words_with_a_sememe_set": len({word for members in meant.values() for word in members}),
        "synsets": len(kept),
        "classes_of_sisters": len(families),
        "antonym_pairs": len(antonyms) // 2,
        "rules_of_inflection": len(endings.rules) - 1,
        "forms": int((table > 0).sum()) + len(endings.extra),
    }
    return arrays, counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = ROOT.parent / "shared" / "data"
    parser.add_argument("--data", type=Path, default=shared, help="where sememes, SST-2 and AdvGLUE dev are")
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--out", type=Path, default=ROOT / "src/mohs/kit/words")
    options = parser.parse_args()
    source = options.data / "sememes" / "sememes_wordnet30.tsv"

    vectors = WordVectors.kit()
    common = {word: rank for rank, word in enumerate(vectors.words)}
    arrays, counts = build(source, options.wordnet, common)
    target = options.out / "sememes.npz"
    partial = options.out / "sememes.part.npz"
    np.savez_compressed(partial, **arrays)
    partial.replace(target)
    content = target.read_bytes()

    sememes, tagger = Sememes(read_npz(target)), PartsOfSpeech.kit()
    log = {
        "file": target.name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "made_by": "tools/make_sememes.py",
        "sources": [
            {
                "name": "BabelSememe: HowNet sememes of WordNet 3.0 synsets",
                "licence": "MIT",
                "address": "https://github.com/thunlp/BabelNet-Sememe-Prediction",
            },
            {
                "name": "WordNet 3.0",
                "licence": "WordNet licence",
                "address": "https://wordnet.princeton.edu",
            },
            {
                "name": f"lemminflect {version('lemminflect')} (inflection)",
                "licence": "MIT",
                "address": "https://github.com/bjascob/LemmInflect",
            },
            {
                "name": f"kit:vectors {vectors.sha256[:12]}: which words are common, and their order",
                "licence": "PDDL-1.0 (GloVe)",
                "address": "https://nlp.stanford.edu/projects/glove/",
            },
        ],
        "licence": "MIT with the WordNet licence",
        "counts": counts,
        "coverage_sst2_dev": coverage(sememes, tagger, options.data / "glue" / "SST-2" / "dev.tsv"),
        "recall_advglue_dev": recall(sememes, tagger, options.data / "advglue_dev" / "dev_ann.json"),
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
    }
    (options.out / "sememes.json").write_text(json.dumps(log, indent=2) + "\n", "utf-8")
    print(json.dumps(log, indent=2))


if __name__ == "__main__":
    main()
