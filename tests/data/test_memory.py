"""Whatever holds rows in memory gives the same examples as a file."""

import sys

import numpy as np
import pyarrow as pa
import pytest

from mohs.data.example import Example
from mohs.data.readers import read, read_examples
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError

COLUMNS = {"id": ["a", "b"], "sentence": ["good", "bad"], "label": [1, 0]}
ROWS = [dict(zip(COLUMNS, values, strict=True)) for values in zip(*COLUMNS.values(), strict=True)]
EXAMPLES = [Example("a", "a", {"sentence": "good"}, 1), Example("b", "b", {"sentence": "bad"}, 0)]


def pandas_frame(columns):
    return pytest.importorskip("pandas").DataFrame(columns)


def polars_frame(columns):
    return pytest.importorskip("polars").DataFrame(columns)


def polars_lazy(columns):
    return pytest.importorskip("polars").LazyFrame(columns)


def hugging_face(columns):
    return pytest.importorskip("datasets").Dataset.from_dict(columns)


def hugging_face_stream(columns):
    return hugging_face(columns).to_iterable_dataset()


def dicts(columns):
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


KINDS = [dict, dicts, pa.table, pandas_frame, polars_frame, polars_lazy, hugging_face, hugging_face_stream]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_gives_the_same_examples(kind):
    reading = read(kind(COLUMNS), "sst2")
    assert list(reading.examples) == EXAMPLES
    assert reading.rows == 2


def test_the_sha256_of_rows_in_memory_is_that_of_their_examples():
    hashes = {read(kind(COLUMNS), "sst2").sha256 for kind in KINDS[:3]}
    assert len(hashes) == 1
    assert read({**COLUMNS, "label": [1, 1]}, "sst2").sha256 not in hashes


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_missing_values_are_bad_rows_with_their_number(kind):
    columns = {"sentence": ["a", None, "c"], "label": [1, 0, None]}
    problems = read(kind(columns), "sst2", skip_bad_rows=True).problems
    assert [(problem.line, problem.reason) for problem in problems] == [
        (1, "sentence is missing"),
        (2, "the label is missing"),
    ]
    with pytest.raises(DataError, match=r", row 1: sentence is missing"):
        read(kind(columns), "sst2")


@pytest.mark.parametrize("missing", ["NA", "NaT", "nan"])
def test_every_missing_value_of_pandas_is_missing(missing):
    pandas = pytest.importorskip("pandas")
    value = {"NA": pandas.NA, "NaT": pandas.NaT, "nan": np.nan}[missing]
    frame = pandas.DataFrame({"sentence": ["a", "b"], "label": pandas.Series([1, value], dtype=object)})
    assert read(frame, "sst2", skip_bad_rows=True).problems[0].reason == "the label is missing"


def test_labels_that_pandas_has_made_floats_are_integers():
    frame = pandas_frame({"sentence": ["a", "b", "c"], "label": [1, None, 0]})
    examples = read_examples(frame, "sst2", skip_bad_rows=True)
    assert [example.label for example in examples] == [1, 0]
    assert read(frame, skip_bad_rows=True).task.labels == ("0", "1")


def test_categories_and_numpy_scalars_are_taken():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"sentence": ["a"], "label": pandas.Categorical(["positive"])})
    assert read_examples(frame, "sst2")[0].label == 1
    rows = [{"sentence": np.str_("a"), "label": np.int64(1)}]
    assert type(read_examples(rows, "sst2")[0].fields["sentence"]) is str


def test_columns_of_a_frame_may_be_numbers():
    frame = pandas_frame({0: ["a", "b"], 1: ["x", "y"]})
    assert read(frame, text="0", label="1").task.labels == ("x", "y")


def test_keys_of_dicts_may_be_numbers():
    assert read([{0: "a", 1: "x"}], text="0", label="1").examples[0].fields == {"0": "a"}


def test_a_generator_of_dicts_is_taken():
    assert read_examples((row for row in ROWS), "sst2") == EXAMPLES


def test_what_is_no_dict_among_dicts_is_a_bad_row():
    assert read([ROWS[0], ("bad", 0)], "sst2", skip_bad_rows=True).problems[0].line == 1


@pytest.mark.parametrize(
    "source",
    [
        5,
        None,
        b"x",
        [],
        {},
        {"sentence": "good", "label": 1},
        [("good", 1)],
        pa.array([1]),
        {"a": [1], "b": []},
    ],
    ids=lambda source: (
        f"{type(source).__name__}-{len(str(source))}" if isinstance(source, pa.Array) else repr(source)
    ),
)
def test_what_holds_no_rows_is_said(source):
    with pytest.raises(DataError):
        read(source, "sst2")


def test_a_series_is_no_frame():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(DataError, match="no rows in a Series"):
        read(pandas.Series(["a"]), "sst2")


# Examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "good"], ids=repr)
def test_examples_are_taken_as_they_are(text):
    examples = [Example("x", "y", {"sentence": text}, 1)]
    reading = read(examples, "sst2", fields=["sentence"])
    assert list(reading.examples) == examples
    assert reading.task == BUILT_IN["sst2"]


@pytest.mark.parametrize(
    ("examples", "task", "message"),
    [
        ([Example("x", "x", {"text": "a"}, 1)], "sst2", r"example 0 \(id 'x'\) does not fit task sst2"),
        ([Example("x", "x", {"sentence": "a"}, 2)], "sst2", "does not fit"),
        ([Example("x", "x", {"sentence": "a"}, 1)] * 2, "sst2", "two examples have the id 'x'"),
        ([Example("x", "x", {"sentence": "a"}, 1)], None, "examples need their task"),
    ],
)
def test_examples_that_do_not_fit_are_refused(examples, task, message):
    with pytest.raises(DataError, match=message):
        read(examples, task)


def test_reading_imports_no_heavy_package():
    import subprocess

    script = (
        "import sys, mohs.data.readers as r; r.read([{'sentence': 'a', 'label': 1}], 'sst2'); "
        "print(sorted({'pandas', 'polars', 'datasets', 'torch', 'transformers', 'sklearn'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
