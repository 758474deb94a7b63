"""The glossary of the fourteen attacks: one example of each, from runs on sentences that come with mohs.

    OMP_NUM_THREADS=1 python benchmarks/attack_glossary.py --markdown          # writes docs/glossary.md
    python benchmarks/attack_glossary.py --only scpn t3 --markdown      # these anew, the others as kept

Lines are kept in runs/glossary.json. A search that fails or finds nothing has none, and the exit code is 1.

Classifiers: MiniLM fine-tuned on each task (../shared/models). Searches are run on the kit's own sentences,
and of those that succeed the one is shown that changed fewest words, of equals the first. Suites are our own
templates, word problems and questions, and the first row that the classifier has wrong is shown. For ANLI the
hypotheses below were written for this page, and put to the classifier as `mohs rounds` puts them; so were the
claims that AdvFever gets, whose rules fit hardly any of the kit's sentences.
"""

import argparse
import difflib
import html
import json
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import mohs
from marked_tables import table, write
from mohs.api import list_attacks
from mohs.errors import RunFailed
from mohs.suites.opening import open_suite

ROOT = Path(__file__).resolve().parents[1]
MODELS = ROOT.parent / "shared" / "models"
PAGE = ROOT / "docs" / "glossary.md"
KEPT = ROOT / "runs" / "glossary.json"

SEARCHED = {
    "textbugger": "qqp",
    "textfooler": "sst2",
    "bert-attack": "sst2",
    "sememe-pso": "mnli",
    "comp-attack": "sst2",
    "scpn": "mnli",
    "t3": "sst2",
    "adv-fever": "mnli",
    "stresstest-distraction": "qnli",
    "checklist-distraction": "sst2",
}
"""Attack -> the task of its example."""

WRITTEN = {"checklist": "checklist", "stresstest-numerical": "stresstest", "adv-squad": "add-sent"}
"""Attack -> the suite of its example."""

HYPOTHESES = (
    ("The soup is strictly vegetarian.", "entailment", "Nobody will find bacon in it."),
    ("The soup is strictly vegetarian.", "entailment", "No animal had to die for this dish."),
    (
        "The board met in secret in a room above the stables, the doors were locked from the inside, and by "
        "common agreement no minutes were kept.",
        "neutral",
        "The horses could hear every word of it.",
    ),
)
"""Premise, the label that is meant, hypothesis."""

CLAIMS = {
    "The Lantern Keeper was directed by Maud Tresham and shot on the coast in eleven days.": {
        "The Lantern Keeper was directed by Maud Tresham.": "entailment",
        "The Lantern Keeper was directed by Jonas Welby.": "contradiction",
    },
    "Jonas Welby, the son of a ferryman, was born in 1911 and wrote his first opera at nineteen.": {
        "Jonas Welby was born in 1911.": "entailment",
        "Jonas Welby was born in 1925.": "contradiction",
    },
    "Ada Marsh died in 1954, two years after her last concert.": {
        "Ada Marsh died in 1954.": "entailment",
        "Ada Marsh was a singer.": "neutral",
    },
    "Peter Crane is an American chemist who teaches in Halden.": {
        "Peter Crane is an American chemist.": "entailment",
        "Peter Crane is an American painter.": "contradiction",
    },
    "The Norwick Wall was a long wall of clay that the winter rains washed away.": {
        "The Norwick Wall was a wall.": "entailment",
        "The Norwick Wall was a bridge.": "contradiction",
    },
}
"""Premise -> hypothesis -> label, for AdvFever."""

HEAD = ("attack", "level, phenomenon", "task", "example", "label → prediction")

_WORDS = re.compile(r"\w+(?:['’]\w+)*|\s+|[^\w\s]")


@dataclass(frozen=True)
class Shown:
    """One line of the glossary."""

    attack: str
    level: str
    phenomenon: str
    task: str
    text: str
    label: str
    prediction: str

    @property
    def row(self) -> list[str]:
        """Cells of the table."""
        said = f"{self.label} → {self.prediction}"
        return [f"`{self.attack}`", f"{self.level}, {self.phenomenon}", self.task, self.text, said]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    names = [*SEARCHED, *WRITTEN, "anli"]
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    parser.add_argument("--n", type=int, default=30, help="examples of a search")
    parser.add_argument("--markdown", action="store_true", help="write the table of docs/glossary.md, too")
    asked = parser.parse_args()
    kept: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    for name in asked.only:
        try:
            line = line_of(name, asked.n)
        except (RunFailed, LookupError) as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            continue
        kept[name] = asdict(line)
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
    missing = [name for name in names if name not in kept]
    rows = [
        [f"`{name}`", "", "", "no example yet", ""] if name in missing else Shown(**kept[name]).row
        for name in names
    ]
    drawn = table(HEAD, rows)
    print(drawn)
    if asked.markdown:
        write(PAGE, {"glossary": drawn})
    return 1 if missing else 0


def line_of(name: str, n: int) -> Shown:
    """The example of an attack."""
    if name in SEARCHED:
        return searched(name, SEARCHED[name], n)
    return beaten() if name == "anli" else failed(name, WRITTEN[name])


def model(task: str) -> str:
    """The address of a task's classifier."""
    return f"hf:{MODELS / f'{task}-minilm'}"


def searched(name: str, task: str, n: int) -> Shown:
    """The success that changed fewest words."""
    about = {one["name"]: one for one in list_attacks()}[name]
    data = claims() if name == "adv-fever" else f"kit:{task}"
    run = mohs.attack(model(task), data, name, task=task, limit=n, threads=1, check_labels=False)
    found = [one for one in run.outcomes() if one["status"] == "success"]
    if not found:
        raise LookupError(f"no success among {n}: {run.counts[0]['statuses']}")
    best = min(found, key=lambda one: (one["modified"]["words"], one["id"]))
    text = pair(best["original"], best["perturbed"])
    label, prediction = best["label"], best["prediction_after"]
    return Shown(name, about["level"], about["phenomenon"], task, text, label, prediction)


def claims() -> list[dict[str, str]]:
    """Our claims as rows."""
    return [
        {"premise": premise, "hypothesis": hypothesis, "label": label}
        for premise, pairs in CLAIMS.items()
        for hypothesis, label in pairs.items()
    ]


def failed(name: str, suite: str) -> Shown:
    """The first row of a suite that the classifier has wrong."""
    made = open_suite(f"{suite}?seed=1")
    for task, cases in made.by_task.items():
        classifier = mohs.open_classifier(model(task), task, threads=1)
        for case in cases:
            scores = classifier.probabilities([mohs.open_task(task).input(case.fields)])[0]
            said = classifier.labels[int(scores.argmax())]
            if said != classifier.labels[case.label] and case.expectation == "label":
                wanted = classifier.labels[case.label]
                return Shown(
                    name, "human", case.capability, task, pair(case.fields, case.fields), wanted, said
                )
    raise LookupError(f"{suite}: the classifiers have every row right")


def beaten() -> Shown:
    """The first of our hypotheses that fools the classifier, by the service that pages use."""
    premises = list(dict.fromkeys(premise for premise, _, _ in HYPOTHESES))
    with tempfile.TemporaryDirectory() as folder, mohs.open_rounds(folder, "mnli") as rounds:
        rounds.begin(model("mnli"), premises, threads=1)
        for number in range(3 * len(premises)):  # somebody else for each context and label
            given = rounds.give(f"writer {number}")
            for premise, label, hypothesis in HYPOTHESES:
                if (given.context["premise"], given.label) == (premise, label) and given.left:
                    given = rounds.attempt(given.id, hypothesis)
            if given.fooling is not None:
                fields = given.fields(given.fooling)
                said = given.fooling.prediction
                return Shown(
                    "anli", "human", "adversarial writing", "mnli", pair(fields, fields), given.label, said
                )
    raise LookupError("the classifier was not fooled: write other hypotheses")


def pair(before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """Fields with their names, what is gone struck out and what is new in bold; a lone field without."""
    shown = [(name, "".join(marked(before[name], after[name]))) for name in before]
    return "<br>".join(f"*{name}*: {text}" if len(shown) > 1 else text for name, text in shown)


def marked(before: str, after: str) -> Iterator[str]:
    """The pieces of a text with its changes marked."""
    old, new = (_WORDS.findall(text) for text in (before, after))
    for kind, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield escaped("".join(old[i:j]))
            continue
        for text, sign in (("".join(old[i:j]), "~~"), ("".join(new[k:m]), "**")):
            core = text.strip()
            if core:
                lead, tail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
                yield f"{lead}{sign}{escaped(core)}{sign}{tail}"
            else:
                yield text
            if sign == "~~" and core and "".join(new[k:m]).strip():
                yield " "


def escaped(text: str) -> str:
    """A text that Markdown takes as it is."""
    return re.sub(r"([\\`*_|~\[\]])", r"\\\1", html.escape(text, quote=False))


if __name__ == "__main__":
    sys.exit(main())
