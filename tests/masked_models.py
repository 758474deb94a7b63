"""Tiny masked language models with random weights, one for each way to write a vocabulary."""

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from networks import BYTE_MARKS, BYTE_NAMES, byte_level, framed, hf_folder, seeded, wrapped

KINDS = ("word-pieces", "bytes", "sentence-pieces")
TEXTS = [
    "the film was very good , and it is a lovely quiet film .",
    "a dull film , not very good : unbelievable , unlovely and quietly bad .",
    "I don't think it's good ! café crème naïve",
] * 3
MARKS = [*BYTE_MARKS, "<mask>"]


def masked_folder(folder, kind="word-pieces", **settings):
    """A masked language model of two layers."""
    if kind == "word-pieces":
        return hf_folder(folder, kind="BertForMaskedLM", **settings)
    import transformers

    tokenizer = _tokenizer(kind)
    with seeded(3):
        config = transformers.RobertaConfig(
            vocab_size=tokenizer.get_vocab_size(),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=66,
            type_vocab_size=1,
            bos_token_id=0,
            pad_token_id=1,
            eos_token_id=2,
            **{"initializer_range": 0.5, **settings},
        )
        transformers.RobertaForMaskedLM(config).save_pretrained(folder)
    names = {**BYTE_NAMES, "cls_token": "<s>", "sep_token": "</s>", "mask_token": "<mask>"}
    wrapped(tokenizer, 64, names).save_pretrained(folder)
    return folder


def _tokenizer(kind):
    if kind == "bytes":
        tokenizer = byte_level(TEXTS, 360, MARKS)
        tokenizer.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True)
        return tokenizer
    tokenizer = Tokenizer(models.Unigram(_sentence_pieces(), unk_id=MARKS.index("<unk>")))
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    tokenizer.add_special_tokens(MARKS)
    return framed(tokenizer)


def _sentence_pieces():
    """Pieces and their logarithmic probabilities; written down, since a trainer does not give the same ones twice.

    Short words are pieces, long ones fall into some.
    """
    words = {word for text in TEXTS for word in text.split()}
    letters = {letter for word in words for letter in word}
    whole = {f"▁{word}" for word in words if 2 <= len(word) <= 5 and word.isalpha()}
    parts = {"▁un", "▁love", "▁quiet", "able", "believ", "ly"}
    return [
        *((mark, 0.0) for mark in MARKS),
        *((piece, -3.0) for piece in sorted(whole | parts)),
        *((piece, -6.0) for piece in sorted(letters | {"▁"})),
    ]


def onnx_masked_folder(folder, *, output="token-logits", said=True, width=None):
    """A graph that says for each token: its own vector and the mean of all, times a table; and that in numpy.

    Returns:
        The folder, and a function from token ids to logits, shape (tokens, vocabulary).
    """
    import numpy as np
    from onnx import TensorProto, helper

    from networks import VOCABULARY, WIDTH, word_pieces, write_graph, write_json

    folder.mkdir(parents=True)
    random, wide = np.random.default_rng(5), width or len(VOCABULARY)
    vectors = random.normal(size=(len(VOCABULARY), WIDTH)).astype(np.float32)
    table = random.normal(size=(WIDTH, wide)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["vectors", "input_ids"], ["own"]),
        helper.make_node("ReduceMean", ["own"], ["mean"], axes=[1], keepdims=1),
        helper.make_node("Add", ["own", "mean"], ["both"]),
        helper.make_node("MatMul", ["both", "table"], [output]),
    ]
    constants = {"vectors": vectors, "table": table}
    inputs, shape = {"input_ids": TensorProto.INT64}, ["rows", "tokens", wide]
    write_graph(folder, nodes, inputs, (output, shape), constants)
    word_pieces().save(str(folder / "tokenizer.json"))
    write_json(folder / "config.json", {"max_length": 32, **({"output": "token-logits"} if said else {})})

    def logits(ids):
        own = vectors[np.array(ids)].astype(np.float64)
        return (own + own.mean(0)) @ table

    return folder, logits
