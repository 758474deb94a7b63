import pytest

from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.onnx import OnnxClassifier, open_onnx
from networks import onnx_folder


def test_what_it_says_of_itself(tmp_path):
    folder = onnx_folder(tmp_path / "m")
    identity = open_onnx(str(folder), Opening(threads=2, max_length=20)).identity()
    assert identity["address"] == f"onnx:{folder}"
    assert set(identity["files"]) == {"config.json", "model.onnx", "tokenizer.json"}
    assert (identity["threads"], identity["max_length"], identity["scores"]) == (2, 20, "logits")
    assert {"onnxruntime", "tokenizers"} <= set(identity["versions"])


def test_a_sentence_encoder_is_no_classifier(tmp_path):
    with pytest.raises(ModelError, match="gives no class scores"):
        OnnxClassifier(onnx_folder(tmp_path / "m", output="embedding"), Opening())


def test_scores_can_be_said_where_the_folder_does_not(tmp_path):
    folder = onnx_folder(tmp_path / "m", config={"output": "unknown"})
    with pytest.raises(ModelError, match="does not say what its output is"):
        OnnxClassifier(folder, Opening())
    assert OnnxClassifier(folder, Opening(scores="logits")).scores == "logits"
    with pytest.raises(ModelError, match="logits or probabilities"):
        OnnxClassifier(folder, Opening(scores="labels"))


def test_labels_without_names_are_numbered(tmp_path):
    assert OnnxClassifier(onnx_folder(tmp_path / "m", config={"id2label": None}), Opening()).labels == (
        "LABEL_0",
        "LABEL_1",
    )


def test_another_number_of_labels_than_of_columns(tmp_path):
    folder = onnx_folder(tmp_path / "m", config={"id2label": {"0": "a", "1": "b", "2": "c"}})
    with pytest.raises(ModelError, match="2 columns; labels a, b, c"):
        OnnxClassifier(folder, Opening())


def test_one_label_tells_nothing_apart(tmp_path):
    with pytest.raises(ModelError, match="tells no classes apart"):
        OnnxClassifier(onnx_folder(tmp_path / "m", labels=("only",)), Opening())


@pytest.mark.parametrize("options", [{"device": "cuda"}, {"dtype": "float16"}], ids=str)
def test_it_runs_on_a_cpu_in_the_graphs_own_precision(tmp_path, options):
    with pytest.raises(ModelError, match="has no meaning"):
        OnnxClassifier(onnx_folder(tmp_path / "m"), Opening(**options))
