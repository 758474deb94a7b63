"""Texts with pieces to be told, for the kit's masked language model: made for training, and measured on.

Of the pieces to be told some are not masked but replaced by a word that is near in meaning (Cui et al.,
"Revisiting Pre-Trained Models for Chinese NLP", Findings of EMNLP 2020, section 3), by any word, or left as
they are: BERT-ATTACK asks of a text as it stands, so what a model says of a word that it sees matters most.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from kit_folder import Folder

Question = tuple[list[int], list[int], list[int]]
"""Ids as they are read, the places that are asked about, and the ids that should be told there."""

ASKED, MASKED, NEAR, ANY = 0.25, 0.5, 0.2, 0.1
"""The share of pieces that are to be told; of these the share masked, replaced by near and by any words."""


def near_pieces(vocabulary: dict[str, int], vectors: Path, count: int = 8, least: float = 0.5) -> np.ndarray:
    """For each piece that is a word the nearest other such pieces, shape (pieces, count); -1 where none."""
    stored = np.load(vectors, allow_pickle=False)
    words = stored["words"].tobytes().decode().split("\n")
    rows = [(row, vocabulary[word]) for row, word in enumerate(words) if word in vocabulary]
    table = stored["vectors"][[row for row, _ in rows]].astype(np.float32)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    pieces = np.array([piece for _, piece in rows])
    near = np.full((len(vocabulary), count), -1)
    for begin in range(0, len(pieces), 1000):
        cosines = table[begin : begin + 1000] @ table.T
        cosines[np.arange(len(cosines)), np.arange(begin, begin + len(cosines))] = -1
        best = np.argsort(-cosines, axis=1, kind="stable")[:, :count]
        far = np.take_along_axis(cosines, best, axis=1) < least
        near[pieces[begin : begin + 1000]] = np.where(far, -1, pieces[best])
    return near


class Asking:
    """Turns texts into texts with pieces to be told.

    Args:
        near: As `near_pieces` gives it.
        first: The first piece that is no mark.
        mask: The piece that stands for any.
    """

    def __init__(self, near: np.ndarray, first: int, mask: int) -> None:
        self.near, self.first, self.mask = near, first, mask

    def __call__(self, ids: Tensor, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """The ids as the model reads them, and which places are to be told, both (rows, length)."""
        told = ids.numpy()
        asked = (told >= self.first) & (rng.random(told.shape) < ASKED)
        how = rng.random(told.shape)
        choice = self.near[told, rng.integers(0, self.near.shape[1], told.shape)]
        near = np.where(choice < 0, self.mask, choice)
        any_piece = rng.integers(self.first, len(self.near), told.shape)
        read = np.where(how < MASKED, self.mask, told)
        read = np.where((how >= MASKED) & (how < MASKED + NEAR), near, read)
        read = np.where((how >= MASKED + NEAR) & (how < MASKED + NEAR + ANY), any_piece, read)
        return torch.from_numpy(np.where(asked, read, told)), torch.from_numpy(asked)


def questions(encoded: list[list[int]], asking: Asking, seed: int, how: str) -> list[Question]:
    """Texts with one piece in eight asked: (ids as read, places, ids to be told)."""
    rng, rows = np.random.default_rng(seed), []
    for ids in encoded:
        told = np.array(ids)
        places = np.flatnonzero(told >= asking.first)
        places = places[rng.random(len(places)) < 0.125]
        read = told.copy()
        if how == "masked":
            read[places] = asking.mask
        else:
            drawn = asking.near[told[places], rng.integers(0, asking.near.shape[1], len(places))]
            places, drawn = places[drawn >= 0], drawn[drawn >= 0]
            read[places] = drawn
        if len(places):
            rows.append((read.tolist(), places.tolist(), told[places].tolist()))
    return rows


def recall(ranks: list[int]) -> dict[str, float]:
    """Shares of pieces told first and among the first ten and 48."""
    place = np.array(ranks)
    return {
        "top_1": round(float((place < 1).mean()), 4),
        "top_10": round(float((place < 10).mean()), 4),
        "top_48": round(float((place < 48).mean()), 4),
        "n": len(place),
    }


def ranks_in_graph(folder: Folder, rows: list[Question]) -> list[int]:
    """The same of the finished files."""
    ranks: list[int] = []
    for ids, places, told in rows:
        logits = folder.run(np.array([ids]))[0][places]
        own = logits[np.arange(len(told)), told]
        ranks += (logits > own[:, None]).sum(1).tolist()
    return ranks
