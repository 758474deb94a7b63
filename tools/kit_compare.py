"""all-MiniLM-L6-v2 as the teacher of the kit's sentence encoder, and the pairs that both are measured on."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from kit_data import held_out_sentences
from kit_edits import Editor, edit_count
from kit_folder import Folder, write_folder
from kit_graph import Graph
from kit_transformer import batches, load_minilm, minilm_tokenizer, write_graph


def teach(texts: list[str], half: bool = True) -> np.ndarray:
    """all-MiniLM-L6-v2's vectors of length one, shape (texts, 384), float32."""
    tokenizer = minilm_tokenizer()
    tokenizer.enable_truncation(128)
    encoded = [e.ids for e in tokenizer.encode_batch(texts)]
    model = load_minilm().eval()
    vectors = np.zeros((len(texts), 384), np.float32)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=half):
        for rows, ids, mask in batches(encoded, 2048):
            vectors[rows] = functional.normalize(model(ids, mask).float(), dim=1).numpy()
    return vectors


def pairs_for_measuring(data: Path, vectors: Path, seed: int, n: int = 1000) -> list[tuple[str, str]]:
    """Held-out sentences (half of SST-2 dev, half of other dev files) and an edited copy of each."""
    sentences = held_out_sentences(data)
    rng = np.random.default_rng(seed)
    films, others = sentences[:872], sentences[872:]
    chosen = [films[i] for i in rng.permutation(len(films))[: n // 2]]
    chosen += [others[i] for i in rng.permutation(len(others))[: n - n // 2]]
    editor = Editor(vectors, data / "counterfitting_constraints", chosen)
    return [(text, editor.edit(text, rng, edit_count(len(text.split()), rng))) for text in chosen]


def minilm_graph(like: Path) -> Folder:
    """all-MiniLM-L6-v2 as a float32-computing graph with its own tokenizer, in a temporary folder."""
    path = Path(tempfile.mkdtemp(prefix="mohs-"))
    graph = Graph()
    graph.op("Identity", write_graph(graph, load_minilm().eval()), name="embedding")
    model = graph.model(["input_ids", "attention_mask"], "embedding", 384, "all-MiniLM-L6-v2")
    config = json.loads((like / "config.json").read_text(encoding="utf-8"))
    write_folder(path, model, minilm_tokenizer(), config)
    return Folder(path)
