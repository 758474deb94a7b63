"""An ONNX graph of rows answers as the arithmetic that it was made of, whatever its outputs are."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from mohs.errors import ModelError
from mohs.models.rows import row_classifier

WEIGHTS = np.array([[1.0, -1.0, 0.0], [0.0, 0.5, -2.0]], np.float32)
ROWS = np.random.default_rng(0).normal(size=(40, 2))
BEST = (ROWS.astype(np.float32) @ WEIGHTS).argmax(axis=1)


def graph(path, output="logits", *, shape=(None, 2), names=None, kind=TensorProto.FLOAT):
    """A linear layer; with `names` also an output of the name of the best label."""
    constants = {"weights": WEIGHTS, "flat": np.array([-1, 2], np.int64)}
    nodes = [
        helper.make_node("Cast", ["rows"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Reshape", ["floats", "flat"], ["pairs"]),
        helper.make_node("MatMul", ["pairs", "weights"], [output]),
    ]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, [None, 3])]
    if names is not None:
        constants["names"] = np.array(names, np.int64)
        nodes += [
            helper.make_node("ArgMax", [output], ["best"], axis=1, keepdims=0),
            helper.make_node("Gather", ["names", "best"], ["label"]),
        ]
        outputs.insert(0, helper.make_tensor_value_info("label", TensorProto.INT64, [None]))
    made = helper.make_graph(
        nodes, "rows", [helper.make_tensor_value_info("rows", kind, shape)], outputs,
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )  # fmt: skip
    onnx.save(helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    return f"onnx:{path}"


def test_named_scores_give_the_best_column(tmp_path):
    found = row_classifier(graph(tmp_path / "m.onnx"), ("0", "1", "2"), ROWS)
    np.testing.assert_array_equal(found.row_labels(ROWS), BEST)
    assert found.row_probabilities(ROWS).sum(axis=1) == pytest.approx(1.0)
    assert found.identity()["files"]["m.onnx"]


def test_an_output_of_labels_is_read_by_name_and_mapped(tmp_path):
    address = graph(tmp_path / "m.onnx", "scores", names=[7, 3, 9], kind=TensorProto.DOUBLE)
    found = row_classifier(address, ("3", "7", "9"), ROWS)
    np.testing.assert_array_equal(found.row_labels(ROWS), np.array([1, 0, 2])[BEST])
    mapped = row_classifier(address, ("3", "seven", "9"), ROWS, label_map={"7": "seven"})
    np.testing.assert_array_equal(mapped.row_labels(ROWS), np.array([1, 0, 2])[BEST])
    with pytest.raises(ModelError, match="not known"):
        row_classifier(address, ("3", "8", "9"), ROWS).row_labels(ROWS)


@pytest.mark.parametrize("size", [1, 7, 40, 64])
def test_a_graph_of_a_fixed_number_of_rows_is_given_that_many(tmp_path, size):
    found = row_classifier(graph(tmp_path / "m.onnx", shape=(size, 2)), ("0", "1", "2"), ROWS)
    np.testing.assert_array_equal(found.row_labels(ROWS), BEST)
    named = graph(tmp_path / "n.onnx", "scores", names=[7, 3, 9], shape=(size, 2))
    told = row_classifier(named, ("3", "7", "9"), ROWS).row_labels(ROWS)
    np.testing.assert_array_equal(told, np.array([1, 0, 2])[BEST])


def test_images_are_given_with_channels_first_where_the_graph_says_so(tmp_path):
    weights = np.random.default_rng(1).normal(size=(2 * 4 * 3, 2)).astype(np.float32)
    nodes = [
        helper.make_node("Flatten", ["rows"], ["flat"]),
        helper.make_node("MatMul", ["flat", "weights"], ["logits"]),
    ]
    made = helper.make_graph(
        nodes,
        "rows",
        [helper.make_tensor_value_info("rows", TensorProto.FLOAT, [None, 3, 2, 4])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [None, 2])],
        [numpy_helper.from_array(weights, "weights")],
    )
    onnx.save(
        helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8),
        tmp_path / "m.onnx",
    )
    images = np.random.default_rng(2).normal(size=(30, 2, 4, 3))
    found = row_classifier(f"onnx:{tmp_path}/m.onnx", ("0", "1"), images.reshape(30, -1), shape=(2, 4, 3))
    turned = images.transpose(0, 3, 1, 2).reshape(30, -1).astype(np.float32)
    np.testing.assert_array_equal(found.row_labels(images.reshape(30, -1)), (turned @ weights).argmax(axis=1))


def test_rows_of_another_width_are_told_and_what_the_graph_takes(tmp_path):
    with pytest.raises(ModelError, match=r"does not take rows of 3 numbers(.|\n)*rows: \[None, 2\]"):
        row_classifier(graph(tmp_path / "m.onnx"), ("0", "1", "2"), np.ones((4, 3)))
    named = graph(tmp_path / "n.onnx", "scores", names=[7, 3, 9])
    with pytest.raises(ModelError, match="does not take rows of 3 numbers"):
        row_classifier(named, ("3", "7", "9"), np.ones((4, 3)))


def test_images_are_given_in_their_shape_and_a_folder_will_do(tmp_path):
    graph(tmp_path / "model.onnx", "probabilities", shape=(None, 1, 2))
    found = row_classifier(f"onnx:{tmp_path}", ("0", "1", "2"), ROWS, shape=(1, 2), scores="logits")
    np.testing.assert_array_equal(found.row_labels(ROWS), BEST)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        ({"output": "scores"}, "does not say what its scores are"),
        ({"kind": TensorProto.INT64}, "does not read rows of numbers"),
    ],
    ids=["unnamed", "integers"],
)
def test_what_is_not_said_is_not_guessed(tmp_path, make, said):
    with pytest.raises(ModelError, match=said):
        row_classifier(graph(tmp_path / "m.onnx", **make), ("0", "1", "2"), ROWS)


def test_columns_that_are_no_labels_of_the_data_and_missing_files_are_told(tmp_path):
    with pytest.raises(ModelError, match=r"(?s)got: 0, 1, 2.*expected: a, b, c"):
        row_classifier(graph(tmp_path / "m.onnx"), ("a", "b", "c"), ROWS)
    with pytest.raises(ModelError, match="there is no file"):
        row_classifier(f"onnx:{tmp_path}/none.onnx", ("0", "1"), ROWS)
    (tmp_path / "m.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError, match="cannot be opened"):
        row_classifier(f"onnx:{tmp_path}/m.onnx", ("0", "1"), ROWS)
