"""How many real sentences the rewriter of SCPN says otherwise, in how many forms, and with what faults.

    OMP_NUM_THREADS=1 python benchmarks/rewriting_coverage.py --markdown     # prints one JSON line

Texts: the premises and hypotheses of MNLI's dev sets (1,000 pairs each of ../shared) and of a sample of its
training set, and the sentences of SST-2's dev set, of eight words or more. The form `fact` ("the fact is that
...") fits nearly every statement, and short forms ("isn't") are rather style than syntax: shares are told
with them and without. The check is that of
tests/well_formed.py: spelling, articles, balanced and doubled marks, blanks, what is lost (any word may be
lost that a form may take out or inflect: of the rest none), and whether nothing changed.
"""

import argparse
import csv
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from marked_tables import table, write
from mohs.estimate import proportion
from mohs.language.change import words_of
from mohs.language.grammar import Parsed, open_grammar
from mohs.language.phrase_structure import TEMPLATES
from mohs.language.rewriting import FORMS, Form, Rewrite, rewrites

ROOT = Path(__file__).resolve().parents[1]
GLUE = ROOT.parent / "shared/data/glue"
sys.path.insert(0, str(ROOT / "tests"))
from well_formed import faults  # noqa: E402  (the tests' own check, which no package has)

LEAST = 8
"""Words of a text that counts."""

OF_STYLE = {"fact", "written-out", "short-form"}
"""Forms that leave the order of words and phrases as it is."""

KEPT = ("NOUN", "PROPN", "NUM", "ADJ")
"""Parts of speech that no form takes out or inflects."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--markdown", action="store_true", help="write the tables of docs/rewriting.md, too")
    arguments = parser.parse_args()
    grammar = open_grammar()
    grammar.parse(["A sentence that opens what is opened once."])
    measured = [measure(name, grammar.parse(texts)) for name, texts in sources().items()]
    print(json.dumps(measured))
    if arguments.markdown:
        head = [
            "texts of eight words or more",
            "n",
            "one form",
            "two or more",
            "without `fact`",
            "nor short forms",
            "versions",
            "at fault",
            "ms a text",
        ]
        made = Counter[str]()
        for one in measured:
            made.update(one["by_form"])
        forms = [[f"`{form.name}`", says(form), template(form.template), made[form.name]] for form in FORMS]
        write(
            ROOT / "docs/rewriting.md",
            {
                "rewriting-coverage": table(head, map(row, measured)),
                "rewriting-forms": table(["form", "what it does", "template", "versions"], forms),
            },
        )


def sources() -> dict[str, list[str]]:
    """The texts of each set, each text once."""
    found = {}
    for name in ("matched", "mismatched"):
        lines = tsv(GLUE / f"MNLI/dev_{name}_1000.tsv")
        found[f"MNLI dev, {name}"] = [line[field] for line in lines for field in ("sentence1", "sentence2")]
    lines = map(json.loads, (GLUE / "MNLI/train_9k.jsonl").read_text("utf-8").splitlines())
    train = [line[field] for line in lines for field in ("sentence1", "sentence2")]
    found["MNLI train, a sample"] = random.Random(0).sample(train, 2000)
    found["SST-2 dev"] = [line["sentence"] for line in tsv(GLUE / "SST-2/dev.tsv")]
    return {
        name: [text for text in dict.fromkeys(texts) if len(words_of(text)) >= LEAST]
        for name, texts in found.items()
    }


def tsv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def measure(name: str, texts: list[Parsed]) -> dict[str, Any]:
    """Shares of the texts and of the versions."""
    rewrites(texts[0])
    start = time.process_time()
    made = [rewrites(parsed) for parsed in texts]
    spent = time.process_time() - start
    forms = [{one.form for one in versions} for versions in made]
    n, versions = len(texts), sum(map(len, made))
    wrong = Counter(
        one.form for parsed, some in zip(texts, made, strict=True) for one in at_fault(parsed, some)
    )
    return {
        "texts": name,
        "n": n,
        "one": proportion(sum(map(bool, forms)), n).to_json("one form"),
        "two": proportion(sum(len(one) >= 2 for one in forms), n).to_json("two forms"),
        "two_without_fact": proportion(sum(len(one - {"fact"}) >= 2 for one in forms), n).to_json(
            "without fact"
        ),
        "two_of_syntax": proportion(sum(len(one - OF_STYLE) >= 2 for one in forms), n).to_json(
            "without fact and short forms"
        ),
        "versions": versions,
        "at_fault": proportion(wrong.total(), versions).to_json("at fault"),
        "at_fault_by_form": dict(wrong.most_common()),
        "by_form": dict(Counter(one.form for some in made for one in some).most_common()),
        "cpu_ms": round(1000 * spent / n, 2),
    }


def at_fault(parsed: Parsed, versions: Iterable[Rewrite]) -> Iterable[Rewrite]:
    """Versions with a fault that their source does not have."""
    kept = {parsed.word(k).lower() for k, token in enumerate(parsed.tokens) if token.part_of_speech in KEPT}
    may_lose = set(re.findall(r"\w+", parsed.string.lower())) - kept | {"order", "able"}
    return (one for one in versions if faults(parsed.string, one.string, may_lose))


def row(one: dict[str, Any]) -> list[object]:
    """A line of the table."""
    shares = [percent(one[key]) for key in ("one", "two", "two_without_fact", "two_of_syntax")]
    return [one["texts"], one["n"], *shares, one["versions"], percent(one["at_fault"]), one["cpu_ms"]]


def percent(figure: dict[str, Any]) -> str:
    """Per cent, and the interval in brackets."""
    low, value, high = (100 * figure[key] for key in ("low", "value", "high"))
    return f"{value:.1f} % [{low:.1f}, {high:.1f}]"


def says(form: Form) -> str:
    """What a form does, with an example, as its function says."""
    return (form.make.__doc__ or "").splitlines()[0].rstrip(".").replace("|", "or")


def template(written: str) -> str:
    """A template's number among SCPN's ten, in the order of its code."""
    return str(TEMPLATES.index(written) + 1) if written else ""


if __name__ == "__main__":
    main()
