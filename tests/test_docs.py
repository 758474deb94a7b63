"""The manual cannot lie: its snippets run, its options exist, every option is in it, its links lead somewhere.

Every ```bash and ```python block of the README and of docs/ runs, page by page and in order, in the folder of a person
who has a model and some files. A comment above a block changes that: `<!-- not run: REASON -->`,
`<!-- exit: 0 or 1 -->`, or `<!-- file: NAME -->`, which writes the block down as a file.
"""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

import pytest

import mohs
from mohs.attacks.attack import attacks
from mohs.cli.main import VERBS, build, main

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MANUAL = [page for page in PAGES if page.parent.name != "design"]
SAMPLES = Path(mohs.__file__).parent / "kit" / "samples"

# Options of other programs that pages speak of.
FOREIGN = {
    "--check": "ruff format, tools/make_manifest.py",
    "--csv": "benchmarks/separation_sizes.py",
    "--include": "lm_eval, where it is --include_path",
    "--n": "benchmarks/word_attacks.py and others",
    "--n-swarm": "benchmarks/word_attacks.py",
    "--rows": "benchmarks/separation_sizes.py",
    "--tasks": "lm_eval",
    "--victim": "benchmarks/throughput_parts.py",
}


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str
    marks: dict[str, str]

    @property
    def place(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page):
    """The fenced blocks of a page, each with the comments right above it."""
    found, marks, opened = [], {}, None
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if opened is None and (mark := re.fullmatch(r"<!-- ([a-z ]+): (.+) -->", line)):
            marks[mark[1]] = mark[2]
        elif opened is None and line.startswith("```"):
            opened, lines = (number, line[3:].strip()), []
        elif opened is not None and line.startswith("```"):
            found.append(Block(page, *opened, "\n".join(lines), marks))
            marks, opened = {}, None
        elif opened is not None:
            lines.append(line)
        elif line.strip():
            marks = {}
    assert opened is None, f"{page}: a block is not closed"
    return found


def name_of(page):
    return page.relative_to(ROOT).as_posix()


def options_of(verb):
    """Every name of every option of a verb, with the option's help."""
    names = {}
    app = build()
    found = reduce(lambda outer, name: outer[name], verb.split(), app).assemble_argument_collection(
        default_parameter=app.default_parameter, parse_docstring=True
    )
    for argument in found:
        if argument.parse and argument.names:
            shown = [name for name in argument.names if name.startswith("--")]
            names |= dict.fromkeys(shown, argument.parameter.help)
    return names


def commands():
    """Every command that runs: the verbs, and the commands of a verb that has some ("train paraphraser")."""
    app, found = build(), []
    for verb in VERBS:
        runs = app[verb].default_command is not None
        found += [verb] if runs else [f"{verb} {name}" for name in app[verb] if not name.startswith("-")]
    return found


COMMANDS = commands()


def samples(task, count):
    """Sample examples of the kit, the same number of each label."""
    lines = (SAMPLES / f"{task}.jsonl").read_text(encoding="utf-8").splitlines()
    by_label = {}
    for row in map(json.loads, lines):
        by_label.setdefault(row["label"], []).append(row)
    return [row for rows in zip(*by_label.values(), strict=False) for row in rows][:count]


MODULE = '''
def predict_proba(texts):
    """Entailment where the words overlap, contradiction where one denies."""
    rows = []
    for premise, hypothesis in texts:
        words = [set(text.lower().split()) for text in (premise, hypothesis)]
        shared = len(words[0] & words[1]) / max(1, len(words[1]))
        denies = 0.6 * bool(words[1] & {"no", "not", "never", "nobody", "nothing"})
        scores = [0.1 + shared, 0.4, 0.2 + denies]
        rows.append([score / sum(scores) for score in scores])
    return rows
'''


@pytest.fixture
def person(tmp_path, monkeypatch):
    """The working directory of a person with a model and some files, as the manual's examples have them."""
    import pyarrow.parquet
    from pyarrow import Table

    reviews = [
        f'"{row["sentence"].replace(chr(34), chr(34) * 2)}",{row["label"]}' for row in samples("sst2", 8)
    ]
    (tmp_path / "reviews.csv").write_text("\n".join(["review,sentiment", *reviews, ""]), encoding="utf-8")
    pairs = [{name: row[name] for name in ("premise", "hypothesis", "label")} for row in samples("mnli", 12)]
    pyarrow.parquet.write_table(Table.from_pylist(pairs), tmp_path / "pairs.parquet")
    renamed = ["first,second,gold"]
    renamed += [f'"{row["premise"]}","{row["hypothesis"]}",{row["label"]}' for row in pairs]
    (tmp_path / "pairs.csv").write_text("\n".join([*renamed, ""]), encoding="utf-8")
    (tmp_path / "mypackage").mkdir()
    (tmp_path / "mypackage" / "__init__.py").write_text("", encoding="utf-8")
    (tmp_path / "mypackage" / "models.py").write_text(MODULE, encoding="utf-8")
    shutil.copytree(SAMPLES.parent / "models" / "sst2-linear", tmp_path / "my-onnx")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def make_model(folder):
    """A transformers model of one small layer that has learnt nothing; its answers are as good as any here."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    words = sorted({word for row in samples("sst2", 200) for word in row["sentence"].lower().split()})
    vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]", cls_token="[CLS]", sep_token="[SEP]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=32, max_position_embeddings=128, id2label={0: "negative", 1: "positive"},
        label2id={"negative": 0, "positive": 1},
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(folder)


def run_line(line, place, allowed):
    """One line of a ```bash block: mohs runs, make is looked up, anything else has to be marked as not run."""
    words = shlex.split(line, comments=True)
    if not words:
        return
    if words[0] == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert words[1] in targets, f"{place}: the Makefile has no {words[1]}"
        return
    assert words[0] == "mohs", f"{place}: cannot be run here; mark the block as not run, with a reason"
    # The whole quickstart is what people run; a part of it shows as well that the page is right.
    more = {"attack": ["--quiet"], "quickstart": ["--quiet", "--limit", "6"]}
    code = main([*words[1:], *more.get(words[1], [])])
    assert code in allowed, f"{place}: exit {code}: {line}"


@pytest.mark.parametrize("page", [page for page in MANUAL if blocks(page)], ids=name_of)
def test_the_snippets_of_a_page_run(page, person):
    if any("hf:./my-model" in block.text for block in blocks(page)):
        make_model(person / "my-model")
    namespace = {"__name__": "snippet"}
    for block in blocks(page):
        if "file" in block.marks:
            (person / block.marks["file"]).write_text(block.text + "\n", encoding="utf-8")
        elif "not run" in block.marks or block.language not in ("bash", "python"):
            continue
        elif block.language == "python":
            exec(compile(block.text, block.place, "exec"), namespace)
        else:
            allowed = {int(code) for code in re.findall(r"\d+", block.marks.get("exit", "0"))}
            for line in block.text.splitlines():
                run_line(line, block.place, allowed)


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_command_and_option_is_documented(verb):
    texts = [page.read_text(encoding="utf-8") for page in MANUAL]
    (text,) = [text for text in texts if re.search(rf"^#+ `mohs {verb}`$", text, re.MULTILINE)]
    assert [name for name in options_of(verb) if f"`{name}`" not in text] == []


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_option_has_a_help_text(verb):
    assert [name for name, text in options_of(verb).items() if not text] == []


def test_no_page_speaks_of_an_option_that_does_not_exist():
    known = {name for verb in COMMANDS for name in options_of(verb)} | {"--help", "--version"} | set(FOREIGN)
    spoken_of = {
        (name_of(page), option)
        for page in MANUAL
        for line in page.read_text(encoding="utf-8").splitlines()
        if "python benchmarks/" not in line
        and "python tools/" not in line  # scripts with options of their own
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", line)
    }
    assert sorted((page, option) for page, option in spoken_of if option not in known) == []


def test_every_attack_is_in_the_manual():
    text = "".join(page.read_text(encoding="utf-8") for page in MANUAL)
    assert [name for name in attacks.names() if f"`{name}`" not in text] == []


def test_every_public_name_is_in_the_manual():
    text = "".join(page.read_text(encoding="utf-8") for page in MANUAL)
    assert [name for name in mohs.__all__ if f"mohs.{name}" not in text and f"`{name}`" not in text] == []


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=name_of)
def test_links_inside_the_project_lead_somewhere(page):
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=name_of)
def test_every_page_is_reached_from_the_index_or_the_readme(page):
    if page.name == "index.md":
        return
    linked = set()
    for start in (ROOT / "README.md", ROOT / "docs" / "index.md"):
        for target in re.findall(r"\]\(([^)\s#]+)", start.read_text(encoding="utf-8")):
            linked.add((start.parent / target).resolve())
    assert page in linked or page.parent in linked
