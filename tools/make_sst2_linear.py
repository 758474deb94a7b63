"""Make kit:sst2-linear: single words and pairs of words, one weight each, summed.

Logistic regression on features scaled by their naive Bayes log-count ratio (Wang and Manning 2012, "Baselines
and bigrams"), trained on all rows. The scale is folded into the weights, so the finished model is a sum over
tokens: score = bias + sum of word weights + sum of pair weights; logits = (-score / 2, score / 2). Pairs are
hashed inside the graph into a table of 2^20 weights, so that no pair needs to be listed.

    python tools/make_sst2_linear.py
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

from kit_data import hold_out_sentences, read_sst2
from kit_folder import Folder, accuracy, write_build, write_folder
from kit_graph import Graph

ROOT = Path(__file__).resolve().parents[1]
PAD, UNKNOWN, BEGIN, END = "[PAD]", "[UNK]", "[CLS]", "[SEP]"
MULTIPLIER = 1_000_003  # a prime larger than any vocabulary: pairs differ before the modulus


def make_tokenizer(texts: list[str], least: int) -> Tokenizer:
    """Whole words and marks, lower case; `n't` and `'s` are words as in the treebank, spaced or not."""
    tokenizer = Tokenizer(models.WordLevel({UNKNOWN: 1}, unk_token=UNKNOWN))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.BertNormalizer(lowercase=True, strip_accents=True, handle_chinese_chars=True),
            normalizers.Replace("’", "'"),
            normalizers.Replace(Regex(r"n't\b"), " n't"),
        ]
    )
    words = Regex(r"n't|'\w+|\w+|[^\w\s]")
    tokenizer.pre_tokenizer = pre_tokenizers.Split(words, behavior="removed", invert=True)
    counts: Counter[str] = Counter()
    for text in texts:
        normal = tokenizer.normalizer.normalize_str(text)
        counts.update(word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(normal))
    kept = sorted(word for word, n in counts.items() if n >= least)
    vocabulary = {word: i for i, word in enumerate([PAD, UNKNOWN, BEGIN, END, *kept])}
    tokenizer.model = models.WordLevel(vocabulary, unk_token=UNKNOWN)
    tokenizer.add_special_tokens([PAD, UNKNOWN, BEGIN, END])
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{BEGIN} $A {END}",
        pair=f"{BEGIN} $A {END} $B {END}",
        special_tokens=[(BEGIN, vocabulary[BEGIN]), (END, vocabulary[END])],
    )
    return tokenizer


def features(tokenizer: Tokenizer, texts: list[str], buckets: int) -> sparse.csr_matrix:
    """Counts of words (by id), then of hashed pairs of neighbours: shape (texts, vocabulary + buckets)."""
    words = tokenizer.get_vocab_size()
    columns, ends = [], [0]
    for encoding in tokenizer.encode_batch(texts):
        ids = np.array(encoding.ids)
        columns += [ids, words + (ids[:-1] * MULTIPLIER + ids[1:]) % buckets]
        ends.append(ends[-1] + 2 * len(ids) - 1)
    flat = np.concatenate(columns)
    counts = sparse.csr_matrix(
        (np.ones(len(flat), np.float32), flat, ends), shape=(len(texts), words + buckets)
    )
    counts.sum_duplicates()
    return counts


def fit(counts: sparse.csr_matrix, labels: np.ndarray, strength: float) -> tuple[np.ndarray, float]:
    """A weight for each feature, and the bias.

    Args:
        counts: Shape (rows, features).
        labels: 0 or 1.
        strength: scikit-learn's C.
    """
    positive = np.asarray(counts[labels == 1].sum(axis=0)).ravel() + 1.0
    negative = np.asarray(counts[labels == 0].sum(axis=0)).ravel() + 1.0
    ratio = np.log(positive / positive.sum()) - np.log(negative / negative.sum())
    scaled = counts.multiply(ratio[None]).tocsr().astype(np.float32)
    model = LogisticRegression(C=strength, max_iter=500).fit(scaled, labels)
    return model.coef_[0] * ratio, float(model.intercept_[0])


def make_graph(words: np.ndarray, pairs: np.ndarray, bias: float) -> onnx.ModelProto:
    """The graph over token ids; padding (id 0, on the right) adds nothing."""
    graph = Graph()
    ids = "input_ids"
    words = words.copy()
    words[0] = 0
    unigram = graph.op("ReduceSum", graph.embed_half(words, ids), graph.constant([1]), keepdims=1)
    axis = graph.constant([1])
    left = graph.op("Slice", ids, graph.constant([0]), graph.constant([-1]), axis)
    right = graph.op("Slice", ids, axis, graph.constant([np.iinfo(np.int64).max]), axis)
    key = graph.op("Add", graph.op("Mul", left, graph.constant(np.int64(MULTIPLIER))), right)
    weights = graph.embed_half(pairs, graph.op("Mod", key, graph.constant(np.int64(len(pairs)))))
    real = graph.op("Cast", graph.op("Greater", right, graph.constant(np.int64(0))), to=TensorProto.FLOAT)
    bigram = graph.op("ReduceSum", graph.op("Mul", weights, real), axis, keepdims=1)
    score = graph.op("Add", graph.op("Add", unigram, bigram), graph.constant(np.float32([bias])))
    graph.op("Mul", score, graph.constant(np.float32([[-0.5, 0.5]])), name="logits")
    return graph.model([ids], "logits", 2, "mohs kit:sst2-linear")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="has glue/SST-2")
    parser.add_argument("--out", type=Path, default=Path("src/mohs/kit/models/sst2-linear"))
    parser.add_argument("--least", type=int, default=1, help="keep words that occur so often")
    parser.add_argument("--buckets", type=int, default=1 << 20, help="weights for hashed pairs")
    parser.add_argument("--strength", type=float, default=0.3, help="C of the logistic regression")
    parser.add_argument(
        "--seed", type=int, default=0, help="of the held-out draw (the fit has no randomness)"
    )
    arguments = parser.parse_args()

    texts, labels = read_sst2(ROOT / arguments.data, "train")
    dev_texts, dev_labels = read_sst2(ROOT / arguments.data, "dev")
    kept, held = hold_out_sentences(texts, 1500, arguments.seed)
    some = [texts[i] for i in kept]
    tokenizer = make_tokenizer(some, arguments.least + 1)  # unknown words as rare as on unseen text
    weights, bias = fit(features(tokenizer, some, arguments.buckets), labels[kept], arguments.strength)
    held_counts = features(tokenizer, [texts[i] for i in held], arguments.buckets)
    held_accuracy = float(((held_counts @ weights + bias > 0) == labels[held]).mean())

    tokenizer = make_tokenizer(texts, arguments.least)
    weights, bias = fit(features(tokenizer, texts, arguments.buckets), labels, arguments.strength)
    words = tokenizer.get_vocab_size()
    model = make_graph(weights[:words], weights[words:], bias)
    config = {
        "name": "sst2-linear",
        "description": "Bag of words and pairs of words, logistic regression",
        "task": "sst2",
        "id2label": {"0": "negative", "1": "positive"},
        "output": "logits",
        "max_length": 4096,
        "pad_token_id": 0,
        "license": "Apache-2.0",
    }
    out = ROOT / arguments.out
    write_folder(out, model, tokenizer, config)
    figures = {
        "accuracy_sst2_dev": {"value": accuracy(Folder(out)(dev_texts), dev_labels), "n": len(dev_texts)},
        "accuracy_held_out_train_sentences": {
            "value": round(held_accuracy, 4),
            "n": len(held),
            "note": "the same settings, trained without these sentences and their phrases",
        },
        "vocabulary": words,
        "train_rows": len(texts),
    }
    sources = [
        {
            "what": "GLUE SST-2 train, 67,349 rows",
            "licence": "research use",
            "use": "trained on; of the texts only the vocabulary is contained",
        }
    ]
    write_build(out, vars(arguments), sources, figures, dev_texts)


if __name__ == "__main__":
    main()
