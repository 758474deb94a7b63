"""Texts through a sequence-to-sequence network of transformers: the likeliest text that it writes."""

from collections.abc import Sequence

from mohs.errors import ModelError
from mohs.inference.hf_files import network_limits
from mohs.inference.hf_text import HfText
from mohs.inference.packing import batches, distinct

ROOM = 16
"""A network may write twice as many tokens as it reads, and this many more, but no more than it has places
for; what is longer has no end."""

PLAIN = {
    "return_dict_in_generate": False,
    "num_beam_groups": 1,
    "diversity_penalty": 0.0,
    "penalty_alpha": None,
    "prompt_lookup_num_tokens": None,
    "stop_strings": None,
}
"""Ways to search that a folder's generation_config.json may ask for, and that are none of a beam search."""


class HfSeq2Seq(HfText):
    """A sequence-to-sequence network of transformers (BART, T5, Marian and so on).

    Args:
        path_or_id: As `HfText`.
        device: As `HfText`.
        threads: As `HfText`.

    Raises:
        ModelError: As `HfText`, or no token ends its texts.
        MissingExtra: torch or transformers is not installed.
    """

    def __init__(self, path_or_id: str, *, device: str | None = None, threads: int | None = None) -> None:
        super().__init__(path_or_id, device=device, head="seq2seq", threads=threads)
        if not self._ends:
            raise ModelError(
                f"{self.name} has no token with which a text ends",
                expected="eos_token_id in generation_config.json",
            )

    def write(self, items: Sequence[tuple[str, str, int]]) -> list[str]:
        """What the network writes for each pair of texts: the likeliest that a beam search finds.

        Args:
            items: (first text, second text, beams). The tokenizer puts the two together as it does for any
                pair.

        Returns:
            One text for each item; "" where the pair is longer than the network reads, or what it writes has
            no end within twice as many tokens.
        """
        pairs = [(first, second) for first, second, _ in items]
        whole = [number for number, lost in enumerate(self.cut(pairs)) if not lost]
        rows = self.encode([pairs[number] for number in whole])
        keys = [(row, items[number][2]) for row, number in zip(rows, whole, strict=True)]
        first, which = distinct(keys)
        written = [""] * len(first)
        for beams in sorted({keys[k][1] for k in first}):
            some = [place for place, k in enumerate(first) if keys[k][1] == beams]
            lengths = [len(keys[first[place]][0]) for place in some]
            for batch in batches(lengths, max(1, self.batch_tokens // beams)):
                places = [some[k] for k in batch]
                made = self._generate([keys[first[place]][0].ids for place in places], beams)
                for place, text in zip(places, made, strict=True):
                    written[place] = text
        found = [""] * len(items)
        for number, place in zip(whole, which, strict=True):
            found[number] = written[place]
        return found

    def _generate(self, ids: Sequence[tuple[int, ...]], beams: int) -> list[str]:
        """Of rows of one length, none of them padded: what a row gets depends on its own length alone."""
        torch = self._torch
        rows = torch.tensor(ids, device=self.device)
        most = min([2 * rows.shape[1] + ROOM, *(positions - 1 for positions in network_limits(self.model))])
        with torch.inference_mode():
            written = self.model.generate(
                input_ids=rows,
                attention_mask=torch.ones_like(rows),
                num_beams=beams,
                do_sample=False,
                **({"early_stopping": True} if beams > 1 else {}),
                num_return_sequences=1,
                max_length=None,
                max_new_tokens=most,
                **PLAIN,
            )
        ends = self._ends
        # The first token is the sign to begin, and some networks are made to end at the last place there is.
        return [
            self.tokens.tokenizer.decode(row).strip() if ends & set(row[1:most]) else ""
            for row in written.tolist()
        ]

    @property
    def _ends(self) -> set[int]:
        """The tokens with which a text ends."""
        last = self.model.generation_config.eos_token_id
        return {last} if isinstance(last, int) else set(last or ())
