"""The contract that every adapter keeps, whatever it opens."""

import dataclasses
import json
import sys

import numpy as np
import pytest

from mohs.data.task import Task
from mohs.errors import ModelError, MohsError
from mohs.models.adapter import Adapter, Opening, Relabelled, versions
from mohs.models.address import open_classifier
from mohs.models.kit import kit_names
from mohs.models.labels import match_labels
from networks import INFERENCE, SENTIMENT, hf_folder, onnx_folder

SST2 = Task("sst2", ("sentence",), SENTIMENT)
SST2_TURNED = Task("sst2", ("sentence",), SENTIMENT[::-1])
MNLI = Task("mnli", ("premise", "hypothesis"), INFERENCE)
MNLI_TURNED = Task("mnli", ("premise", "hypothesis"), (INFERENCE[2], INFERENCE[0], INFERENCE[1]))

FUNCTIONS = """
import hashlib
import numpy as np

LABELS = ("negative", "positive")


def share(text):
    return int(hashlib.sha256(repr(text).encode("utf-8")).hexdigest()[:4], 16) / 65536


def probabilities(texts):
    return [[1 - share(text), share(text)] for text in texts]


def logits(texts):
    return np.log(np.array(probabilities(texts)) + 1e-9)


logits.scores = "logits"


def names(texts):
    return ["positive" if share(text) > 0.5 else "negative" for text in texts]


names.scores = "labels"


def numbers(texts):
    return np.array([int(share(text) > 0.5) for text in texts])


numbers.scores = "labels"


def pairs(texts):
    first, second = zip(*texts)
    return [[share(a) / 2, share(b) / 2, 1 - share(a) / 2 - share(b) / 2] for a, b in zip(first, second)]


pairs.labels = ("entailment", "neutral", "contradiction")
"""

WORDS = [
    "a",
    "good",
    "film",
    "was",
    "not",
    "bad",
    "but",
    "very",
    "quiet",
    "and",
    "lovely",
    "it",
    "is",
    "the",
    "dull",
    "one",
]


def sentences(count, seed=0):
    """Sentences of one to twelve words."""
    random = np.random.default_rng(seed)
    return [" ".join(random.choice(WORDS, size=random.integers(1, 13))) for _ in range(count)]


def pipeline():
    """A scikit-learn pipeline that was shown twenty sentences."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    texts = sentences(20)
    made = make_pipeline(CountVectorizer(token_pattern=r"\S+"), LogisticRegression())
    return made.fit(texts, ["positive" if "good" in text.split() else "negative" for text in texts])


def pair_pipeline():
    """The same for pairs: a vectorizer for each column."""
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    pairs = np.array([sentences(30, 1), sentences(30, 2)], dtype=object).T
    columns = ColumnTransformer([(name, CountVectorizer(), place) for place, name in enumerate("ab")])
    return make_pipeline(columns, LogisticRegression()).fit(pairs, [INFERENCE[k % 3] for k in range(30)])


@dataclasses.dataclass
class Opened:
    """A way to open a classifier, and what it is asked."""

    what: object
    pair: bool = False
    tolerance: float = 1e-12

    @property
    def task(self):
        return MNLI if self.pair else SST2

    @property
    def turned(self):
        return MNLI_TURNED if self.pair else SST2_TURNED

    def inputs(self, count, seed=7):
        texts = sentences(count, seed)
        return list(zip(texts, sentences(count, seed + 1), strict=True)) if self.pair else texts

    def alike(self, text):
        return (text, text) if self.pair else text


@pytest.fixture(scope="session")
def opened(tmp_path_factory):
    """Each adapter by name, made when it is asked for."""
    folder = tmp_path_factory.mktemp("classifiers")
    made = {}

    def skops(name, estimator):
        pytest.importorskip("skops")
        from skops import io

        io.dump(estimator(), folder / name)
        return f"sklearn:{folder / name}"

    def python(name):
        if str(folder) not in sys.path:
            (folder / "functions_of_a_test.py").write_text(FUNCTIONS, encoding="utf-8")
            sys.path.insert(0, str(folder))
        return f"python:functions_of_a_test:{name}"

    def function():
        python("")
        import functions_of_a_test

        return functions_of_a_test.probabilities

    def hf(name, labels, **settings):
        pytest.importorskip("torch")
        pytest.importorskip("transformers")
        return f"hf:{hf_folder(folder / name, labels, **settings)}"

    ways = {
        "onnx": lambda: Opened(f"onnx:{onnx_folder(folder / 'onnx')}"),
        "onnx probabilities": lambda: Opened(f"onnx:{onnx_folder(folder / 'op', output='probabilities')}"),
        "onnx pair": lambda: Opened(f"onnx:{onnx_folder(folder / 'pair', INFERENCE, typed=True)}", pair=True),
        "hf": lambda: Opened(hf("hf", SENTIMENT), tolerance=1e-5),
        "hf pair": lambda: Opened(hf("hf-pair", INFERENCE), pair=True, tolerance=1e-5),
        "sklearn": lambda: Opened(skops("one.skops", pipeline)),
        "sklearn pair": lambda: Opened(skops("two.skops", pair_pipeline), pair=True),
        "python": lambda: Opened(python("probabilities")),
        "python logits": lambda: Opened(python("logits")),
        "python names": lambda: Opened(python("names")),
        "python numbers": lambda: Opened(python("numbers")),
        "python pair": lambda: Opened(python("pairs"), pair=True),
        "function": lambda: Opened(function()),
        "estimator": lambda: Opened(pipeline()) if pytest.importorskip("sklearn") else None,
        "ensemble": lambda: Opened(
            f"ensemble:onnx:{onnx_folder(folder / 'ensemble')}+{python('probabilities')}"
        ),
        **{name: lambda name=name: Opened(f"kit:{name}") for name in kit_names()},
    }

    def get(name):
        if name not in made:
            made[name] = ways[name]()
        return made[name]

    get.names = list(ways)
    return get


ADAPTERS = [
    "onnx",
    "onnx probabilities",
    "onnx pair",
    "hf",
    "hf pair",
    "sklearn",
    "sklearn pair",
    "python",
    "python logits",
    "python names",
    "python numbers",
    "python pair",
    "function",
    "estimator",
    "ensemble",
    *kit_names(),
]


@pytest.fixture(scope="session", params=ADAPTERS)
def way(request, opened):
    return opened(request.param)


@pytest.fixture(scope="session")
def classifier(way):
    classifier = open_classifier(way.what, way.task, device="cpu")
    yield classifier
    classifier.close()


def test_one_row_an_input_that_sums_to_one(way, classifier):
    answers = classifier.probabilities(way.inputs(33))
    assert answers.shape == (33, len(way.task.labels))
    assert answers.dtype == np.float64
    np.testing.assert_allclose(answers.sum(axis=1), 1, atol=1e-12)
    assert answers.min() >= 0
    assert len(np.unique(answers.round(9), axis=0)) > 1, "it sees a difference between texts"


def test_columns_are_the_tasks_labels_by_name(way, classifier):
    turned = open_classifier(way.what, way.turned, device="cpu")
    inputs = way.inputs(9)
    assert classifier.labels == way.task.labels
    assert turned.labels == way.turned.labels
    places = [way.task.labels.index(label) for label in way.turned.labels]
    np.testing.assert_allclose(
        turned.probabilities(inputs), classifier.probabilities(inputs)[:, places], rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_an_answer_is_the_same_alone_and_in_any_batch(way, classifier, size):
    inputs = way.inputs(70)
    whole = classifier.probabilities(inputs)
    parts = [classifier.probabilities(inputs[start : start + size]) for start in range(0, 70, size)]
    np.testing.assert_allclose(np.concatenate(parts), whole, rtol=0, atol=way.tolerance)


def test_order_is_kept(way, classifier):
    inputs = way.inputs(40)
    order = np.random.default_rng(3).permutation(40)
    shuffled = classifier.probabilities([inputs[place] for place in order])
    np.testing.assert_allclose(shuffled, classifier.probabilities(inputs)[order], rtol=0, atol=way.tolerance)


def test_an_empty_batch_gives_no_rows(way, classifier):
    assert classifier.probabilities([]).shape == (0, len(way.task.labels))
    assert classifier.truncated([]) == []


def test_equal_inputs_get_equal_answers_to_the_last_bit(way, classifier):
    one, two = way.inputs(2)
    answers = classifier.probabilities([one, two, one, one, two])
    np.testing.assert_array_equal(answers, answers[[0, 1, 0, 0, 1]])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\t",
        "!!!",
        "😀👩‍👩‍👧",
        "שלום עולם",
        "e\u0301\u0323\u200b",
        "a\x00b",
        "[SEP] [MASK] <s>",
        "<br />\r\n",
        "9" * 400,
    ],
    ids=repr,
)
def test_any_text_is_answered(way, classifier, text):
    alone = classifier.probabilities([way.alike(text)])
    among = classifier.probabilities([*way.inputs(3), way.alike(text)])
    assert np.isfinite(alone).all()
    np.testing.assert_allclose(among[3:], alone, rtol=0, atol=way.tolerance)


def test_a_very_long_text_is_answered_and_what_is_cut_is_counted(way, classifier):
    long = way.alike("good film " * 10_000)
    short = way.inputs(1)[0]
    assert classifier.probabilities([long, short]).shape == (2, len(way.task.labels))
    cut = classifier.truncated([short, long])
    assert cut[0] == 0
    limits = [
        one.get("max_length") for one in [classifier.identity(), *classifier.identity().get("members", [])]
    ]
    assert (cut[1] > 0) == any(limits)


def test_identity_is_json_and_names_labels_and_files(way, classifier):
    identity = json.loads(json.dumps(dict(classifier.identity())))
    assert identity["labels"] == list(way.task.labels)
    assert identity["address"] == classifier.address
    assert identity["scores"] in {"probabilities", "logits", "labels"}
    for one in identity.get("members", [identity]):
        assert all(len(digest) == 64 for digest in one["files"].values())


def test_labels_that_are_not_the_tasks_stop_with_both_lists_and_the_flag(way):
    others = Task("other", way.task.fields, tuple(f"kind_{place}" for place in way.task.labels))
    with pytest.raises(ModelError) as caught:
        open_classifier(way.what, others, device="cpu")
    message = str(caught.value)
    assert "label_map" in message
    assert all(label in message for label in (*way.task.labels, *others.labels))


def test_a_label_map_gives_labels_other_names(way, classifier):
    others = Task("other", way.task.fields, tuple(f"kind {place}" for place in way.task.labels))
    mapped = open_classifier(
        way.what, others, device="cpu", label_map=dict(zip(way.task.labels, others.labels, strict=True))
    )
    assert mapped.labels == others.labels
    inputs = way.inputs(5)
    np.testing.assert_array_equal(mapped.probabilities(inputs), classifier.probabilities(inputs))


# Adapter, Opening, Relabelled and versions themselves.


class Fixed(Adapter):
    """Gives what it was told to."""

    takes = frozenset({"dtype"})

    def __init__(self, opening, answer=((0.25, 0.75),)):
        opening.check("fixed:", self.takes)
        self.answer = np.array(answer)
        super().__init__("fixed:", SENTIMENT, opening, "probabilities")

    def own_scores(self, inputs):
        return self.answer


def test_an_adapter_gives_its_own_order_without_a_task_and_the_tasks_with_one():
    assert Fixed(Opening()).probabilities(["a"]).tolist() == [[0.25, 0.75]]
    assert Fixed(Opening(task=SST2_TURNED)).probabilities(["a"]).tolist() == [[0.75, 0.25]]
    assert Fixed(Opening(task=SST2_TURNED)).own_labels == SENTIMENT


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"device": "cuda"}, "device has no meaning"),
        ({"max_length": 5}, "max_length has no meaning"),
        ({"scores": "logits"}, "scores has no meaning"),
        ({"allow_pickle": True}, "got: allow_pickle\n"),
        ({"trust": ("a.B", "c.D")}, "got: trust a.B,c.D\n"),
    ],
)
def test_an_option_that_changes_answers_is_refused_where_it_has_no_meaning(options, words):
    with pytest.raises(ModelError, match=words):
        Fixed(Opening(**options))


def test_options_that_it_has_a_use_for_or_that_change_no_answer_are_taken():
    Fixed(Opening(dtype="float16", device="cpu", threads=2, batch_tokens=10))
    Fixed(Opening(device="cuda", allow_pickle=True, shared=True))


def test_a_batch_that_no_machine_holds_is_refused():
    Opening(batch_tokens=1_000_000)
    with pytest.raises(ModelError, match="batch_tokens is too large"):
        Opening(batch_tokens=1_000_001)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scores": "percent"}, "probabilities, logits or labels"),
        ({"batch_tokens": 0}, "batch_tokens is no whole number from 1"),
        ({"threads": -1}, "threads is no whole number from 1"),
        ({"max_length": 0}, "max_length is no whole number from 1"),
    ],
)
def test_senseless_options_are_refused(options, words):
    with pytest.raises(MohsError, match=words):
        Opening(**options)


def test_a_relabelled_classifier_hands_everything_on():
    inner = Fixed(Opening())
    outer = Relabelled(inner, match_labels(inner.labels, SENTIMENT[::-1], where="fixed:"))
    assert outer.probabilities(["a"]).tolist() == [[0.75, 0.25]]
    assert outer.identity() == {**inner.identity(), "labels": ["positive", "negative"]}
    assert outer.truncated(["a", "b"]) == [0, 0]
    assert (outer.address, outer.own_labels) == ("fixed:", SENTIMENT)
    outer.close()


def test_versions_name_what_is_installed():
    assert set(versions("numpy", "no-such-package-at-all")) == {"numpy"}
