import csv

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import ModelError
from mohs.models.adapter import Opening
from networks import SENTIMENT, hf_folder

pytest.importorskip("torch")
pytest.importorskip("transformers")

from mohs.models.hf import HfClassifier, open_hf


def test_what_it_says_of_itself(tmp_path):
    folder = hf_folder(tmp_path / "m")
    classifier = open_hf(str(folder), Opening(device="cpu", max_length=20))
    identity = classifier.identity()
    assert identity["address"] == f"hf:{folder}"
    assert {"config.json", "model.safetensors", "tokenizer.json"} <= set(identity["files"])
    assert (identity["device"], identity["dtype"], identity["max_length"]) == ("cpu", "float32", 20)
    assert identity["revision"] is None
    assert {"torch", "transformers"} <= set(identity["versions"])
    classifier.close()


@pytest.mark.parametrize(
    ("labels", "problem"),
    [(("score",), None), (("a", "b"), "multi_label_classification"), (("a", "b"), "regression")],
)
def test_a_model_that_does_not_choose_one_label_is_refused(tmp_path, labels, problem):
    folder = hf_folder(tmp_path / "m", labels, problem_type=problem)
    with pytest.raises(ModelError, match="does not choose one label out of several"):
        HfClassifier(str(folder), Opening(device="cpu"))


def test_scores_are_the_models_own_affair(tmp_path):
    with pytest.raises(ModelError, match="scores has no meaning"):
        HfClassifier("anything", Opening(scores="probabilities"))


def test_minilm_reads_sentiment(shared):
    with (shared / "data" / "glue" / "SST-2" / "dev.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[:200]
    task = Task("sst2", ("sentence",), SENTIMENT)
    classifier = HfClassifier(str(shared / "models" / "sst2-minilm"), Opening(task=task, device="cpu"))
    answers = classifier.probabilities([row["sentence"] for row in rows])
    assert np.mean(answers.argmax(axis=1) == [int(row["label"]) for row in rows]) >= 0.84
