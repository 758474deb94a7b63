"""Tiny networks, made on the spot with random weights from a fixed seed."""

import json
from contextlib import contextmanager

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
VOCABULARY = [
    *MARKS,
    *LETTERS,
    *(f"##{letter}" for letter in LETTERS),
    *["good", "bad", "film", "was", "very", "not", "the", "quiet", "lovely", "dull", "it", "is", "an"],
    "!",
    ".",
    ",",
    "'",
]
BYTE_MARKS = ["<s>", "<pad>", "</s>", "<unk>"]
NAMES = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
BYTE_NAMES = {"bos_token": "<s>", "pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>"}
SENTIMENT = ("negative", "positive")
INFERENCE = ("entailment", "neutral", "contradiction")
WIDTH = 16


def word_pieces(marks=True):
    """A tokenizer of word pieces; with marks it puts [CLS] and [SEP] around texts as BERT does."""
    number = {word: place for place, word in enumerate(VOCABULARY)}
    tokenizer = Tokenizer(models.WordPiece(number, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if marks:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="[CLS] $A [SEP]",
            pair="[CLS] $A [SEP] $B:1 [SEP]:1",
            special_tokens=[("[CLS]", number["[CLS]"]), ("[SEP]", number["[SEP]"])],
        )
    return tokenizer


def byte_level(texts, size, marks=BYTE_MARKS):
    """A tokenizer of byte pairs learnt from these texts, with the marks as its first tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=marks,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def framed(tokenizer):
    """The tokenizer of `BYTE_MARKS` with <s> and </s> around texts."""
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    return tokenizer


def wrapped(tokenizer, length, names=NAMES, inputs=("input_ids", "attention_mask")):
    """The tokenizer as transformers has it."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=length, model_input_names=list(inputs), **names
    )


@contextmanager
def seeded(seed):
    """While it lasts torch draws from this seed; what it draws elsewhere stays as it was."""
    import torch

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def write_graph(folder, nodes, inputs, output, constants):
    """Write model.onnx, of rows of tokens.

    Args:
        folder: An existing folder.
        nodes: What is computed.
        inputs: Name -> kind of number.
        output: Its name, and the axes of its shape.
        constants: Name -> array.
    """
    name, shape = output
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(one, kind, ["rows", "tokens"]) for one, kind in inputs.items()],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(array, one) for one, array in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    (folder / "model.onnx").write_bytes(model.SerializeToString())


def onnx_folder(
    folder,
    labels=SENTIMENT,
    *,
    typed=False,
    masked=True,
    marks=True,
    output="logits",
    config=None,
    integers=np.int64,
):
    """A bag of word pieces: the mean of their vectors, then one linear layer. The order of words does not matter."""
    folder.mkdir(parents=True)
    random = np.random.default_rng(len(labels))
    width = WIDTH if output == "embedding" else len(labels)
    constants = {
        "vectors": random.normal(size=(len(VOCABULARY), WIDTH)).astype(np.float32),
        "sides": random.normal(size=(2, WIDTH)).astype(np.float32),
        "weights": random.normal(size=(WIDTH, width)).astype(np.float32),
        "bias": random.normal(size=width).astype(np.float32),
    }
    nodes = [helper.make_node("Gather", ["vectors", "input_ids"], ["words"])]
    if typed:
        nodes += [
            helper.make_node("Gather", ["sides", "token_type_ids"], ["side"]),
            helper.make_node("Mul", ["words", "side"], ["rows"]),
        ]
    else:
        del constants["sides"]
        nodes.append(helper.make_node("Identity", ["words"], ["rows"]))
    if masked:
        constants["last"] = np.array([-1], np.int64)
        nodes += [
            helper.make_node("Cast", ["attention_mask"], ["mask_flat"], to=TensorProto.FLOAT),
            helper.make_node("Unsqueeze", ["mask_flat", "last"], ["mask"]),
            helper.make_node("Mul", ["rows", "mask"], ["seen"]),
        ]
    else:
        nodes.append(helper.make_node("Identity", ["rows"], ["seen"]))
    nodes += [
        helper.make_node("ReduceMean", ["seen"], ["mean"], axes=[1], keepdims=0),
        helper.make_node("Gemm", ["mean", "weights", "bias"], ["linear"]),
    ]
    last = "Softmax" if output == "probabilities" else "Identity"
    nodes.append(helper.make_node(last, ["linear"], [output]))
    kind = TensorProto.INT64 if integers is np.int64 else TensorProto.INT32
    names = ["input_ids", *(["attention_mask"] if masked else []), *(["token_type_ids"] if typed else [])]
    write_graph(folder, nodes, dict.fromkeys(names, kind), (output, ["rows", width]), constants)
    word_pieces(marks).save(str(folder / "tokenizer.json"))
    said = {"max_length": 64, "output": output, "id2label": dict(enumerate(labels)), **(config or {})}
    write_json(folder / "config.json", {key: value for key, value in said.items() if value is not None})
    return folder


def hf_folder(folder, labels=SENTIMENT, *, kind="BertForSequenceClassification", tokenizer=True, **settings):
    """A BERT of two layers."""
    import transformers

    with seeded(len(labels)):
        config = transformers.BertConfig(
            vocab_size=len(VOCABULARY),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=4,
            intermediate_size=64,
            max_position_embeddings=64,
            id2label=dict(enumerate(labels)),
            label2id={label: number for number, label in enumerate(labels)},
            **{"initializer_range": 0.5, **settings},  # so large that words make a difference
        )
        getattr(transformers, kind)(config).save_pretrained(folder)
    if tokenizer:
        inputs = ("input_ids", "token_type_ids", "attention_mask")
        wrapped(word_pieces(), 64, {**NAMES, "mask_token": "[MASK]"}, inputs).save_pretrained(folder)
    return folder


def classifier_folder(folder, kind, labels=SENTIMENT):
    """A tiny classifier of this architecture: bert, distilbert, roberta or bart."""
    import transformers

    if kind == "bert":
        return hf_folder(folder, labels)
    sizes = {
        "distilbert": {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64},
        "roberta": {
            "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
            "type_vocab_size": 1, "pad_token_id": 0,
        },
        "bart": {
            "d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
            "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64,
            "pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "decoder_start_token_id": 3,
        },
    }[kind]  # fmt: skip
    name = {"distilbert": "DistilBert", "roberta": "Roberta", "bart": "Bart"}[kind]
    with seeded(1):
        config = getattr(transformers, f"{name}Config")(
            vocab_size=len(VOCABULARY), max_position_embeddings=66, id2label=dict(enumerate(labels)), **sizes
        )
        for setting in ("initializer_range", "init_std"):
            if hasattr(config, setting):
                setattr(config, setting, 0.3)
        getattr(transformers, f"{name}ForSequenceClassification")(config).save_pretrained(folder)
    wrapped(word_pieces(), 60).save_pretrained(folder)
    return folder


def write_json(path, value):
    """Write a small JSON file."""
    path.write_text(json.dumps(value), encoding="utf-8")
