"""How good the kit's table of sememes is: which words it covers, and which of AdvGLUE's it has."""

import difflib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mohs.language.parts_of_speech import PartsOfSpeech
from mohs.language.sememe_files import PARTS_OF_SPEECH
from mohs.language.sememes import Sememes
from mohs.language.stop_words import stop_words
from mohs.language.words import Text


def coverage(sememes: Sememes, tagger: PartsOfSpeech, path: Path) -> dict[str, Any]:
    """How many of SST-2 dev's alphabetic words have a candidate, and how many they have on average."""
    alphabetic: Counter[str] = Counter()
    content: Counter[str] = Counter()
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    stop = stop_words()
    for line in path.read_text("utf-8").splitlines()[1:]:
        words = Text(line.rpartition("\t")[0]).words()
        for word, tag in zip(words, tagger.tags(words), strict=True):
            if not word.isalpha():
                continue
            found = sememes.candidates(word, tag)
            source = found[0].source if found else "none"
            alphabetic[source] += 1
            if tag in PARTS_OF_SPEECH and word.lower() not in stop:
                content[source] += 1
                numbers[source].append(len(found))

    def shares(counts: Counter[str]) -> dict[str, Any]:
        n = counts.total()
        return {
            "sememe": round(counts["sememe"] / n, 4),
            "wordnet": round(counts["wordnet"] / n, 4),
            "any": round((n - counts["none"]) / n, 4),
            "n": n,
        }

    mean = {source: round(float(np.mean(numbers[source])), 1) for source in ("sememe", "wordnet")}
    return {
        "alphabetic_words": shares(alphabetic),
        "content_words_that_are_no_stop_words": shares(content),
        "mean_candidates": mean,
    }


def substitutions(path: Path) -> Iterator[tuple[list[str], int, str]]:
    """(words of the original, place, word put there) of AdvGLUE dev's SememePSO rows."""
    for rows in json.loads(path.read_text("utf-8")).values():
        for row in rows:
            if row.get("method") != "SememePSO":
                continue
            name = next(key for key in row if key.startswith("original_"))
            old, new = Text(row[name]).words(), Text(row[name.removeprefix("original_")]).words()
            matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
            for what, i, j, k, end in matcher.get_opcodes():
                if what == "replace" and j - i == end - k:
                    for n in range(j - i):
                        if old[i + n].lower() != new[k + n].lower():
                            yield old, i + n, new[k + n].lower()


def recall(sememes: Sememes, tagger: PartsOfSpeech, path: Path) -> dict[str, Any]:
    """The share of the words that AdvGLUE's SememePSO put in which are among our candidates."""
    found: Counter[str] = Counter()
    for words, index, new in substitutions(path):
        tag = tagger.tags(words)[index]
        candidates = {c.word: c.source for c in sememes.candidates(words[index], tag)}
        found[candidates.get(new, "none")] += 1
    n = found.total()
    return {"value": round(1 - found["none"] / n, 4), "n": n, **{s: found[s] for s in ("sememe", "wordnet")}}
