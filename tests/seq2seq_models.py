"""Tiny sequence-to-sequence networks that have learnt a few pairs by heart."""

from networks import BYTE_NAMES, byte_level, framed, seeded, wrapped

KINDS = ("bart", "t5")
LEARNT = [
    ("( NP )", "a good film", "the good one"),
    ("( VP )", "a good film", "was good"),
    ("( NP )", "the dull film was very long", "a very long and dull film"),
]


def seq2seq_folder(folder, kind="bart", steps=60):
    """One of a single layer on each side."""
    import transformers

    tokenizer = framed(byte_level([text for texts in LEARNT * 3 for text in texts], 330))
    ids = {"bos_token_id": 0, "pad_token_id": 1, "eos_token_id": 2, "decoder_start_token_id": 2}
    size = tokenizer.get_vocab_size()
    both = wrapped(tokenizer, 100, BYTE_NAMES)
    with seeded(5):
        if kind == "bart":
            config = transformers.BartConfig(
                vocab_size=size, d_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
                decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=128,
                init_std=0.1, forced_eos_token_id=2, dropout=0.0, **ids,
            )  # fmt: skip
            model = transformers.BartForConditionalGeneration(config)
        else:
            config = transformers.T5Config(
                vocab_size=size,
                d_model=32,
                d_kv=16,
                d_ff=32,
                num_layers=1,
                num_heads=2,
                dropout_rate=0.0,
                **ids,
            )
            model = transformers.T5ForConditionalGeneration(config)
        _learn(model, both, steps)
        model.save_pretrained(folder)
    both.save_pretrained(folder)
    return folder


def _learn(model, tokenizer, steps):
    import torch

    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(steps):
        first, second, wanted = LEARNT[step % len(LEARNT)]
        feeds = tokenizer(first, second, return_tensors="pt", return_token_type_ids=False)
        labels = tokenizer(wanted, return_tensors="pt")["input_ids"][:, 1:]
        optimizer.zero_grad()
        model(**feeds, labels=labels).loss.backward()
        optimizer.step()
