"""A task file says what it means, and a mistake in it is found with its line."""

import pytest

from mohs.data.tasks import open_task
from mohs.errors import DataError

GOOD = """\
name: toxicity
fields: [comment]
labels:
  - no
  - yes
subject: toxicity
"""


def write(tmp_path, text, name="task.yaml"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_task_is_what_its_file_says(tmp_path):
    task = open_task(write(tmp_path, GOOD))
    assert (task.name, task.fields, task.metrics, task.perturb) == (
        "toxicity",
        ("comment",),
        ("accuracy",),
        ("comment",),
    )
    assert task.subject == "toxicity"


def test_labels_are_names_even_where_yaml_sees_truth_values_and_numbers(tmp_path):
    assert open_task(write(tmp_path, GOOD)).labels == ("no", "yes")
    assert open_task(write(tmp_path, GOOD.replace("no\n", "0\n").replace("yes", "null"))).labels == (
        "0",
        "null",
    )


def test_all_keys_are_read(tmp_path):
    task = open_task(
        write(
            tmp_path,
            "name: x\nfields: [a, b]\nlabels: [c, d]\nmetrics: [f1]\nperturb: [b]\nsubject: sentiment\n",
            "x.yml",
        )
    )
    assert (task.metrics, task.perturb, task.subject) == (("f1",), ("b",), "sentiment")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("labels:", "lables:"), r":3: lables is no key of a task(.|\n)*did you mean labels"),
        (("labels:", "lables:"), r":1: labels is missing"),
        (("fields: [comment]", "fields: comment"), r":2: fields should be a valid list"),
        (("fields: [comment]", "fields: []"), r":2: fields .*at least 1 item"),
        (("  - yes\n", ""), r":3: labels .*at least 2 items"),
        (("  - yes", "  - [1]"), r":5: labels.1 should be a valid string"),
        (("  - yes", "  - ''"), r":5: labels.1 .*at least 1 character"),
        (("  - yes", "  - no"), "labels must be distinct"),
        (("[comment]", "[a, a]"), "fields must be named and distinct"),
        (("subject: toxicity", "perturb: [text]"), r"has no field text(.|\n)*comment"),
        (("subject: toxicity", "name: other"), r":6: the key 'name' stands there twice"),
        (("name: toxicity", "name: ../x"), r":1: name "),
        (("[comment]", "[comment"), r":3: not YAML"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_a_mistake_is_found_with_its_line(tmp_path, change, message):
    path = write(tmp_path, GOOD.replace(*change))
    with pytest.raises(DataError, match=message) as caught:
        open_task(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "just words", "# nothing\n"], ids=repr)
def test_what_is_no_mapping_is_no_task(tmp_path, text):
    with pytest.raises(DataError, match=r"describes no task(.|\n)*name, fields, labels"):
        open_task(write(tmp_path, text))


def test_broken_encoding_is_said(tmp_path):
    with pytest.raises(DataError, match="not UTF-8"):
        open_task(write(tmp_path, b"name: \xff"))


def test_yaml_builds_no_objects(tmp_path):
    with pytest.raises(DataError):
        open_task(write(tmp_path, "!!python/object/apply:os.system ['true']"))
