"""Sequence-to-sequence networks to begin with: one of transformers, or a small one made from nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

from mohs.errors import ModelError
from mohs.inference.hf_seq2seq import HfSeq2Seq
from mohs.inference.hf_text import quiet

LONGEST = 256
"""Tokens that a network made from nothing reads and writes."""

_MARKS = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
_BEGIN, _PAD, _END = range(3)


def made_from_nothing(texts: Iterator[str], width: int, layers: int, vocabulary: int) -> tuple[Any, Any]:
    """A small BART with random weights (torch's seed), and a byte-level tokenizer of these texts.

    Args:
        texts: What the tokenizer learns its tokens from.
        width: Numbers of a state.
        layers: Of the encoder, and of the decoder.
        vocabulary: The most tokens.
    """
    import transformers

    tokenizer = _tokenizer(texts, vocabulary)
    config = transformers.BartConfig(
        vocab_size=tokenizer.get_vocab_size(),
        d_model=width,
        encoder_layers=layers,
        decoder_layers=layers,
        encoder_attention_heads=width // 32,
        decoder_attention_heads=width // 32,
        encoder_ffn_dim=4 * width,
        decoder_ffn_dim=4 * width,
        max_position_embeddings=LONGEST,
        bos_token_id=_BEGIN,
        pad_token_id=_PAD,
        eos_token_id=_END,
        decoder_start_token_id=_END,
        forced_eos_token_id=None,
    )
    wrapped = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        **_MARKS,
        model_max_length=LONGEST,
    )
    return transformers.BartForConditionalGeneration(config), wrapped


def opened(path_or_id: str) -> tuple[Any, Any]:
    """A network of transformers that writes texts, and its tokenizer.

    Raises:
        ModelError: As `HfSeq2Seq`, or its tokenizer has nothing to fill rows with.
        MissingExtra: Likewise.
    """
    import transformers

    network = HfSeq2Seq(path_or_id.removeprefix("hf:"), device="cpu")
    more = {"revision": network.revision, "local_files_only": True} if network.revision else {}
    tokenizer = transformers.AutoTokenizer.from_pretrained(network.name, use_fast=True, **more)
    if tokenizer.pad_token_id is None:
        raise ModelError(f"{network.name} has no token to fill rows with", expected="a tokenizer that pads")
    # of its own, not of `steady`, which is for answers and not for learning
    model = transformers.AutoModelForSeq2SeqLM.from_pretrained(network.name, dtype=torch.float32, **more)
    return model, tokenizer


def _tokenizer(texts: Iterator[str], vocabulary: int) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        min_frequency=2,
        special_tokens=list(_MARKS.values()),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", _END)]
    )
    return tokenizer


def save(model: Any, tokenizer: Any, folder: Path) -> None:
    """Write what transformers opens (safetensors), each file to its place when all are written.

    Args:
        model: The network.
        tokenizer: Its tokenizer.
        folder: Is there.
    """
    import transformers

    part = folder / "part"
    with quiet(transformers):
        model.save_pretrained(part, safe_serialization=True)
        tokenizer.save_pretrained(part)
    for path in sorted(part.iterdir()):
        path.replace(folder / path.name)
    part.rmdir()
