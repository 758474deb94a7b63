"""`--config FILE.yaml`, through the command that has it."""

import pytest

from mohs.cli.main import main


@pytest.fixture
def options(api):
    """Runs `mohs attack` with these arguments and gives the options that reached the api."""

    def run(*argv):
        assert main(["attack", "--quiet", *map(str, argv)]) == 0
        ((_, (found,), _),) = api.calls
        return found

    return run


@pytest.fixture
def file(tmp_path):
    """Writes a config file."""

    def write(text):
        path = tmp_path / "attack.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_file_gives_options_by_their_names(options, file):
    path = file(
        "model: kit:sst2-linear\ndata: a.csv\nseed: 3\nskip_bad_rows: true\nmax-queries: 50\n"
        "attacks: [textbugger, textfooler]\ncolumn: {premise: first, hypothesis: second}\n"
        "set:\n  textfooler:\n    synonyms: 30\n    stop_words: false\nlabel-map: {LABEL_0: negative}\n"
    )
    found = options("--config", path)
    assert found["model"] == "kit:sst2-linear"
    assert (found["seed"], found["skip_bad_rows"], found["max_queries"]) == (3, True, 50)
    assert found["attacks"] == ("textbugger", "textfooler")
    assert found["column"] == {"premise": "first", "hypothesis": "second"}
    assert found["set"] == {"textfooler": {"synonyms": 30, "stop_words": False}}
    assert found["label_map"] == {"LABEL_0": "negative"}


def test_names_with_commas_need_no_quotes_in_a_file(options, file):
    path = file(
        "model: m\ndata: d\nlabel-map: {'yes, please': 'a=b', \"no\": negative}\nfields: ['a, b', c]\n"
        "column: {'a, b': first}\n"
    )
    found = options("--config", path)
    assert found["label_map"] == {"yes, please": "a=b", "no": "negative"}
    assert found["fields"] == ("a, b", "c")
    assert found["column"] == {"a, b": "first"}


def test_flags_win_over_the_environment_and_that_over_the_file(options, file, monkeypatch):
    path = file("model: from-file\nlabel: from-file\ndata: from-file\nattacks: [file]\n")
    monkeypatch.setenv("MOHS_LABEL", "from-environment")
    monkeypatch.setenv("MOHS_MODEL", "from-environment")
    found = options("--config", path, "--model", "from-flag", "--attacks", "flag")
    assert found["model"] == "from-flag"
    assert found["label"] == "from-environment"
    assert found["data"] == "from-file"
    assert found["attacks"] == ("flag",)


def test_the_file_itself_may_be_named_in_the_environment(options, file, monkeypatch):
    monkeypatch.setenv("MOHS_CONFIG", str(file("model: m\ndata: d\nseed: 7\n")))
    assert options()["seed"] == 7


def test_an_empty_file_gives_nothing(options, file):
    assert options("--config", file("# nothing\n"), "--model", "m", "--data", "d")["seed"] == 0


ALIASES = "".join(f", &a{k} [{', '.join([f'*a{k - 1}'] * 20)}]" for k in range(1, 12))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sed: 3\n", "did you mean seed"),
        ("config: other.yaml\n", "'config' is no option"),
        ("label: no\n", "put quotes around it"),
        ("- seed\n", "describes no options"),
        ("a: [\n", "attack.yaml:2: not YAML"),
        ("limit: many\n", "'many' is no whole number"),
        ("seed: 1\nlimit: 2\nseed: 3\n", "attack.yaml:3: the key 'seed' stands there twice"),
        (
            "set:\n  textfooler: {synonyms: 3}\n  textfooler: {synonyms: 4}\n",
            "attack.yaml:3: the key 'textfooler' stands",
        ),
        ("max_queries: 3\nmax-queries: 4\n", "'max-queries' is given twice"),
        ("fields: []\n", "'fields' names nothing"),
        ("set: {}\n", "'set' names nothing"),
        ("seed: &a [*a]\n", "attack.yaml:1: an alias stands within"),
        (f"seed: [&a0 [1]{ALIASES}]\n", "attack.yaml:1: more than 1,000,000 values"),
    ],
    ids=range(13),
)
def test_a_file_that_cannot_be_used_is_a_mistake_that_names_it(api, file, capsys, text, message):
    path = file(text)
    assert main(["attack", "--model", "m", "--data", "d", "--config", str(path)]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert "attack.yaml" in told
    assert "Traceback" not in told


def test_a_missing_file_is_a_mistake(api, tmp_path, capsys):
    assert main(["attack", "--model", "m", "--data", "d", "--config", str(tmp_path / "none.yaml")]) == 2
    assert "there is no file or folder" in (told := capsys.readouterr().err)
    assert "none.yaml" in told


def test_a_file_that_is_no_utf8_is_a_mistake(api, tmp_path, capsys):
    path = tmp_path / "latin.yaml"
    path.write_bytes("label: Gefühl\n".encode("latin-1"))
    assert main(["attack", "--model", "m", "--data", "d", "--config", str(path)]) == 2
    assert "latin.yaml is not UTF-8 text" in capsys.readouterr().err


def test_labels_that_yaml_takes_for_truth_values_are_names_where_they_are_mapped(options, file):
    found = options("--config", file("model: m\ndata: d\nlabel-map: {no: negative, 1: positive}\n"))
    assert found["label_map"] == {"no": "negative", "1": "positive"}


@pytest.mark.parametrize(
    ("variable", "told"), [("MOHS_SEDD", "did you mean MOHS_SEED"), ("MOHS_SEED", ""), ("MOHS_HOMEPAGE", "")]
)
def test_a_misspelt_variable_is_not_passed_over_in_silence(options, monkeypatch, capsys, variable, told):
    monkeypatch.setenv(variable, "3")
    options("--model", "m", "--data", "d")
    err = capsys.readouterr().err
    assert told in err
    assert ("MOHS_" in err) == bool(told)
