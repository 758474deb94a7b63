"""Errata withdraw or mend rows of one version of a benchmark, and nothing else."""

import pytest

from audited import text
from mohs.benchmark.errata import SCHEMA, apply_errata, read_errata, withdraw, write_errata
from mohs.benchmark.package import open_benchmark, write_benchmark
from mohs.errors import DataError

HEAD = f"schema: {SCHEMA}\nbenchmark: mine\nversion: '1.0'\nrows:\n"


@pytest.fixture
def benchmark(tmp_path, parts):
    write_benchmark(tmp_path / "mine", "mine", "1.0", parts)
    return open_benchmark(tmp_path / "mine")


def errata(tmp_path, rows, head=HEAD):
    path = tmp_path / "errata.yaml"
    path.write_text(head + rows, encoding="utf-8")
    return read_errata(path)


def test_a_withdrawn_row_is_gone_and_a_mended_one_is_mended(benchmark, tmp_path):
    known = errata(
        tmp_path,
        '- {task: sst2, split: dev, id: "0", withdraw: no-op}\n'
        "- {task: sst2, split: dev, id: 1, mend: typo, fields: {sentence: a poor film}, label: positive}\n",
    )
    done = apply_errata(benchmark, known)
    rows = list(done.tasks["sst2"])
    assert [(row.id, row.fields["sentence"], row.label) for row in rows] == [
        ("1", "a poor film", 1),
        ("2", "<b>fine & «good»</b>", 1),
    ]
    assert rows[0].original == {"sentence": "a bad film"}
    assert list(done.tasks["qqp"]) == list(benchmark.tasks["qqp"])
    assert done.version == "1.0+errata"


def test_old_predictions_say_nothing_of_a_text_that_was_mended_since(benchmark, tmp_path):
    known = errata(
        tmp_path,
        '- {task: sst2, split: dev, id: "0", mend: contested, label: positive}\n'
        '- {task: sst2, split: dev, id: "1", mend: typo, fields: {sentence: a poor film}}\n',
    )
    rows = list(apply_errata(benchmark, known, mended_texts=False).tasks["sst2"])
    assert [(row.id, row.label) for row in rows] == [("0", 1), ("2", 1)]


def test_errata_of_another_split_are_passed_over(benchmark, tmp_path):
    known = errata(tmp_path, '- {task: sst2, split: test, id: "0", withdraw: no-op}\n')
    assert len(apply_errata(benchmark, known)) == len(benchmark)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ('- {task: sst2, split: dev, id: "9", withdraw: x}', "sst2 9"),
        ('- {task: sst2, split: dev, id: "0", mend: x, fields: {text: y}}', "no field 'text'"),
        ('- {task: sst2, split: dev, id: "0", mend: x, label: good}', "is not a label"),
    ],
)
def test_errata_that_do_not_fit_the_benchmark_are_refused(benchmark, tmp_path, rows, says):
    with pytest.raises(DataError, match=says):
        apply_errata(benchmark, errata(tmp_path, rows))


def test_errata_of_another_version_are_refused(benchmark, tmp_path):
    known = errata(tmp_path, "[]", HEAD.replace("1.0", "1.1").replace("rows:\n", "rows: "))
    with pytest.raises(DataError, match="errata of another benchmark"):
        apply_errata(benchmark, known)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("- 3", r"errata\.yaml:5: entry 0 is no mapping"),
        ("- {task: sst2, split: dev, withdraw: x}", "cannot be used"),
        ("- {task: sst2, split: dev, id: a}", "cannot be used"),
        ("- {task: sst2, split: dev, id: a, mend: x}", "cannot be used"),
        ("- {task: sst2, split: dev, id: a, withdraw: x, label: positive}", "cannot be used"),
        ("- {task: sst2, split: dev, id: a, withdraw: x, why: y}", "unknown keys why"),
        ("- {task: sst2, split: dev, id: a, mend: x, fields: [1]}", "names with texts"),
        ("- {task: sst2, split: dev, id: a, mend: x, fields: {sentence: 3}}", "names with texts"),
        ("- {task: sst2, split: dev, id: a, mend: x, label: [1]}", "a name or an integer"),
        ('- {task: sst2, split: dev, id: a, mend: x, fields: {sentence: "a\\0b"}}', "NUL"),
        (
            "- {task: t, split: dev, id: a, withdraw: x}\n- {task: t, split: dev, id: a, withdraw: y}",
            "as one before",
        ),
        ("- {", "not YAML"),
        (
            "- {task: sst2, id: a, split: dev, withdraw: x, id: b}",
            r"errata\.yaml:5: the key 'id' stands there twice",
        ),
    ],
)
def test_an_entry_that_cannot_be_used_is_named(tmp_path, rows, says):
    with pytest.raises(DataError, match=says):
        errata(tmp_path, rows)


def test_other_files_are_no_errata(tmp_path):
    with pytest.raises(DataError, match="there is no file"):
        read_errata(tmp_path / "none.yaml")
    with pytest.raises(DataError, match="mohs/errata/1"):
        errata(tmp_path, "", "schema: mohs/errata/9\n")
    with pytest.raises(DataError, match="no list"):
        errata(tmp_path, "", f"schema: {SCHEMA}\n")


def test_what_is_mended_is_written_and_read_again(tmp_path):
    known = errata(
        tmp_path,
        '- {task: sst2, split: dev, id: "0", withdraw: }\n'
        "- {task: sst2, split: dev, id: 1, mend: typo, fields: {sentence: a poor film}}\n"
        "- {task: sst2, split: dev, id: 2, mend: contested, label: 0}\n",
    )
    assert [(one.why, dict(one.fields), one.label) for one in known.rows] == [
        ("", {}, None),
        ("typo", {"sentence": "a poor film"}, None),
        ("contested", {}, "0"),
    ]
    write_errata(tmp_path / "again.yaml", known)
    again = read_errata(tmp_path / "again.yaml")
    assert (again.benchmark, again.version, again.rows) == ("mine", "1.0", known.rows)


def test_what_is_withdrawn_is_written_and_read_again(tmp_path):
    found = [(text("x", "1", split="dev"), "no-op"), (text("x", "1", split="dev"), "truncated: «ü»")]
    known = withdraw("mine", "1.0", found)
    write_errata(tmp_path / "e.yaml", known)
    again = read_errata(tmp_path / "e.yaml")
    assert again.rows == known.rows
    assert [(one.id, one.why, one.withdrawn) for one in again.rows] == [("1", "no-op; truncated: «ü»", True)]
