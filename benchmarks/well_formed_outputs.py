"""How many outputs of the attacks on sentences have a fault that their source does not have.

    OMP_NUM_THREADS=1 python benchmarks/well_formed_outputs.py --n 200 --markdown
    python benchmarks/well_formed_outputs.py --n 200 --rows "scpn sst2"       # a part of it

Of each attack the outputs for n sources that it applies to, whether the label changed or not. Sources:
SST-2's dev set and MNLI's premises or hypotheses; for AdvFever the claims that its released ones were made
of, since few other texts have the form of a rule. The check is that of tests/well_formed.py: a spell list,
articles, balanced and doubled marks, blanks, capitals, what is lost, and whether anything changed. What an
attack puts in other words may be lost: for T3 the words that were replaced, for SCPN those that are no
noun, name, number or adjective, for AdvFever those of its rules. What was measured is kept in
build/well_formed_outputs.json; the table has all that is there.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from marked_tables import table, write
from mohs.api.attacks import attack
from mohs.api.run import Run
from mohs.estimate import Estimate, proportion
from mohs.language.grammar import open_grammar
from mohs.runs.folder import RunFolder

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
GLUE = SHARED / "data/glue"
BUILD = ROOT / "build"
KEPT = BUILD / "well_formed_outputs.json"
sys.path.insert(0, str(ROOT / "tests"))
from advfever_claims import claims  # noqa: E402  (the tests' own reading and check, which no package has)
from well_formed import faults  # noqa: E402

KIT, SST2, MNLI = "kit:sst2-linear", f"hf:{SHARED}/models/sst2-minilm", f"hf:{SHARED}/models/mnli-minilm"
REVIEWS, PAIRS = f"glue:{GLUE}", str(GLUE / "MNLI/dev_matched_1000.tsv")
ROWS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "stresstest-distraction sst2": ("stresstest-distraction", KIT, REVIEWS, {}),
    "stresstest-distraction mnli": ("stresstest-distraction", MNLI, PAIRS, {}),
    "checklist-distraction sst2": ("checklist-distraction", KIT, REVIEWS, {}),
    "checklist-distraction mnli": ("checklist-distraction", MNLI, PAIRS, {}),
    "adv-fever claims": ("adv-fever", KIT, "", {}),
    "scpn sst2": ("scpn", KIT, REVIEWS, {}),
    "scpn mnli": ("scpn", MNLI, PAIRS, {}),
    "t3 sst2": ("t3", SST2, REVIEWS, {}),
    "t3 mnli": ("t3", MNLI, PAIRS, {}),
    "t3 sst2, appended": ("t3", SST2, REVIEWS, {"place": "appended"}),
}
IN_OTHER_WORDS = {"is", "was", "a", "an", "directed", "by", "born", "died", "in", "on", "american"}
KEEP = ("NOUN", "PROPN", "NUM", "ADJ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--n", type=int, default=200, help="outputs of each attack")
    parser.add_argument("--rows", nargs="*", choices=ROWS, default=list(ROWS))
    parser.add_argument("--runs", nargs="*", default=[], help="ROW=DIR: from a run folder that is there")
    parser.add_argument("--markdown", action="store_true", help="write the table of docs/strength.md, too")
    arguments = parser.parse_args()
    there = dict(one.split("=", 1) for one in arguments.runs)
    for name in there or arguments.rows:
        found = outputs_of(RunFolder(Path(there[name]))) if there else outputs(name, arguments.n)
        measured = measure(name, found)
        print(json.dumps(measured), flush=True)
        BUILD.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(known() | {name: measured}), encoding="utf-8")
    if arguments.markdown:
        kept = known()
        head = ["attack", "sources", "outputs", "of them successes", "unchanged", "at fault", "what"]
        rows = table(head, [row(kept[name]) for name in ROWS if name in kept])
        write(ROOT / "docs/strength.md", {"well-formed": rows})


def known() -> dict[str, Any]:
    """What was measured before."""
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    return found


def outputs(name: str, n: int) -> list[Mapping[str, Any]]:
    """The first n outcomes with a text at the end of the search."""
    called, model, data, options = ROWS[name]
    limit = n + n // 2
    while True:
        done = attack(
            model,
            data or str(claims_file()),
            called,
            options={called: options},
            task="mnli" if " mnli" in name else "sst2",
            limit=limit,
            encoder="kit:encoder" if called == "scpn" else "none",
            threads=1,
        )
        found = outputs_of(done)
        if len(found) >= n or sum(1 for _ in done.outcomes()) < limit:
            return found[:n]
        limit = 2 * limit


def outputs_of(run: Run | RunFolder) -> list[Mapping[str, Any]]:
    """The outcomes with a text at the end of the search."""
    return [one for one in run.outcomes() if one["perturbed"] is not None]


def measure(name: str, found: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The outputs of one attack, checked."""
    called = ROWS[name][0]
    wrong = [(one, said) for one in found if (said := faults_of(called, one))]
    kinds = Counter(fault.partition(":")[0] for _, said in wrong for fault in said)
    return {
        "row": name,
        "outputs": len(found),
        "successes": sum(one["status"] == "success" for one in found),
        "no_ops": kinds.pop("no-op", 0),
        "at_fault": proportion(len(wrong), len(found)).to_json("at fault"),
        "faults": dict(kinds.most_common()),
        "shown": [(changed(one), said) for one, said in wrong[:5]],
    }


def changed(one: Mapping[str, Any]) -> tuple[str, str]:
    """The field that the attack changed, before and after; the same text where it changed none."""
    for field, text in one["original"].items():
        if one["perturbed"][field] != text:
            return text, one["perturbed"][field]
    text = next(iter(one["original"].values()))
    return text, text


def faults_of(called: str, one: Mapping[str, Any]) -> list[str]:
    """Names of the faults of an output."""
    before, after = changed(one)
    may_lose: set[str] = set()
    if called == "adv-fever":
        may_lose = IN_OTHER_WORDS
    elif called == "t3":
        may_lose = {word for edit in one["edits"] for word in re.findall(r"\w+", edit["from"].lower())}
    elif called == "scpn":
        (parsed,) = grammar().parse([before])
        held = {
            parsed.word(k).lower() for k, token in enumerate(parsed.tokens) if token.part_of_speech in KEEP
        }
        may_lose = set(re.findall(r"\w+", before.lower())) - held | {"order", "able"}
    found: list[str] = faults(before, after, may_lose)
    return found


@cache
def grammar() -> Any:
    """The parser."""
    return open_grammar()


def claims_file() -> Path:
    """The claims that AdvFever's released ones were made of, with a label that means nothing."""
    path = BUILD / "advfever_claims.jsonl"
    texts = dict.fromkeys(given for _, _, given in claims(SHARED / "data/advfever"))
    BUILD.mkdir(exist_ok=True)
    lines = [json.dumps({"sentence": text, "label": "positive"}) for text in texts]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def row(one: dict[str, Any]) -> list[object]:
    """A line of the table."""
    called, _, sources = one["row"].partition(" ")
    share = Estimate.from_json(one["at_fault"])
    low, value, high = (100 * float(part or 0) for part in (share.low, share.value, share.high))
    what = ", ".join(f"{kind} ({count})" for kind, count in one["faults"].items())
    shown = f"{value:.1f} % [{low:.1f}, {high:.1f}]"
    return [f"`{called}`", sources, one["outputs"], one["successes"], one["no_ops"], shown, what]


if __name__ == "__main__":
    main()
