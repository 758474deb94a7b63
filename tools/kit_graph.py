"""A small builder of ONNX graphs whose weights are stored in few bytes and computed with in float32.

No activation is ever quantised: a row's answer would then depend on the rows beside it. Weights are int8
with a scale for each row or column, or float16; `Cast` and `Mul` make float32 of them, which onnxruntime
folds into constants when the model is opened. Embedding tables are gathered first and cast after, so they
stay small in memory too.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 17  # LayerNormalization is one operator from 17 on; onnxruntime reads it since 1.12
IR_VERSION = 8


class Graph:
    """Nodes and initialisers as they are asked for; every method returns a tensor's name."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.initializers: dict[str, onnx.TensorProto] = {}
        self._count = 0

    def _new(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    def op(self, kind: str, *inputs: str, name: str | None = None, **attributes: object) -> str:
        """One node with one output."""
        output = name or self._new(kind.lower())
        self.nodes.append(helper.make_node(kind, list(inputs), [output], name=f"n_{output}", **attributes))
        return output

    def split(self, value: str, parts: int, axis: int) -> list[str]:
        """Equal parts along an axis."""
        outputs = [self._new("split") for _ in range(parts)]
        self.nodes.append(helper.make_node("Split", [value], outputs, name=f"n_{outputs[0]}", axis=axis))
        return outputs

    def constant(self, array: np.ndarray | list[int] | float) -> str:
        """An initialiser as it is; equal ones are stored once. Python integers are int64, floats float32."""
        array = np.asarray(array)
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        key = f"c_{array.dtype}_{'x'.join(map(str, array.shape))}_{hash(array.tobytes())}"
        for name, tensor in self.initializers.items():
            if tensor.doc_string == key:
                return name
        name = self._new("constant")
        tensor = numpy_helper.from_array(np.ascontiguousarray(array), name)
        tensor.doc_string = key
        self.initializers[name] = tensor
        return name

    def half(self, array: np.ndarray) -> str:
        """A weight stored as float16."""
        return self.op("Cast", self.constant(array.astype(np.float16)), to=TensorProto.FLOAT)

    def int8(self, array: np.ndarray, axis: int) -> str:
        """A weight stored as int8 with one float32 scale for each index of `axis`."""
        values, scale = quantise(array, axis)
        cast = self.op("Cast", self.constant(values), to=TensorProto.FLOAT)
        return self.op("Mul", cast, self.constant(scale))

    def embed(self, table: np.ndarray, ids: str) -> str:
        """Rows of a table of shape (rows, width), stored as int8 with a scale for each row."""
        values, scale = quantise(table, 0)
        rows = self.op("Cast", self.op("Gather", self.constant(values), ids), to=TensorProto.FLOAT)
        return self.op("Mul", rows, self.op("Gather", self.constant(scale), ids))

    def embed_half(self, table: np.ndarray, ids: str) -> str:
        """Entries of a table, stored as float16."""
        return self.op(
            "Cast", self.op("Gather", self.constant(table.astype(np.float16)), ids), to=TensorProto.FLOAT
        )

    def linear(self, value: str, weight: np.ndarray, bias: np.ndarray | None) -> str:
        """`value @ weight.T + bias`; torch's weight of shape (out, in), as int8 with a scale for each out."""
        product = self.op("MatMul", value, self.int8(weight.T, axis=1))
        return product if bias is None else self.op("Add", product, self.constant(bias.astype(np.float32)))

    def small_linear(self, value: str, weight: np.ndarray, bias: np.ndarray, name: str | None = None) -> str:
        """The same for (batch, in) and few outputs, as products and sums.

        A matrix product of one row takes another path through the library than one of many, and differs in
        the last bit; sums along a row do not.
        """
        products = self.op("Mul", self.op("Unsqueeze", value, self.constant([1])), self.half(weight[None]))
        total = self.op("ReduceSum", products, self.constant([-1]), keepdims=0)
        return self.op("Add", total, self.constant(bias.astype(np.float32)), name=name)

    def model(
        self,
        inputs: list[str],
        output: str,
        width: int,
        describe: str,
        tokens: bool = False,
        beside: dict[str, int] | None = None,
    ) -> onnx.ModelProto:
        """The checked model; inputs are int64 (batch, length), the output is float32 (batch, width).

        With `tokens` the output is (batch, length, width). Further outputs, `beside`, name -> width, are so
        shaped, too.
        """
        shapes = {output: ["batch", *(["length"] if tokens else []), width]}
        shapes |= {name: ["batch", "length", wide] for name, wide in (beside or {}).items()}
        for tensor in self.initializers.values():
            tensor.doc_string = ""
        graph = helper.make_graph(
            self.nodes,
            "mohs",
            [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "length"]) for n in inputs],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n, shape in shapes.items()],
            list(self.initializers.values()),
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="mohs")
        model.ir_version = IR_VERSION
        model.doc_string = describe
        onnx.checker.check_model(model, full_check=True)
        return model


def quantise(array: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric int8 with one scale for each index of `axis`.

    Returns:
        int8 values, and float32 scales that broadcast against them.
    """
    others = tuple(i for i in range(array.ndim) if i != axis)
    scale = np.abs(array).max(axis=others, keepdims=True).astype(np.float32) / 127
    scale = np.maximum(scale, 1e-12)
    return np.clip(np.rint(array / scale), -127, 127).astype(np.int8), scale
