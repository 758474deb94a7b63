"""What the site of AdvGLUE publishes of a model, turned back into rows and predictions that give it."""

import json

import numpy as np

from mohs.benchmark.part import Part
from mohs.data.tasks import BUILT_IN

# phenomenon on the site -> method and level in the released files
MADE_BY = {
    "Embedding": ("TextFooler", "word"),
    "Typo": ("TextBugger", "word"),
    "Context": ("BERT-ATTACK", "word"),
    "Knowledge": ("SememePSO", "word"),
    "Composition": ("SemAttack", "word"),
    "Syntactic": ("SCPN", "sentence"),
    "Distraction": ("CheckList", "sentence"),
    "CheckList": ("CheckList", "human"),
    "StressTest": ("StressTest", "human"),
    "ANLI": ("ANLI", "human"),
    "AdvSQuAD": ("AdvSQuAD", "human"),
}

# Rows of each phenomenon in the test set: its Table 1 (facts of the data, rebuilt from the accuracies)
COUNTS = {
    "SST-2": {"Embedding": 204, "Typo": 197, "Context": 91, "Knowledge": 175, "Composition": 64, "Syntactic": 211, "Distraction": 320, "CheckList": 158},
    "QQP": {"Embedding": 42, "Typo": 151, "Context": 17, "Knowledge": 35, "Composition": 75, "Syntactic": 37, "CheckList": 65},
    "QNLI": {"Embedding": 73, "Typo": 139, "Context": 71, "Knowledge": 98, "Composition": 72, "Syntactic": 159, "Distraction": 219, "CheckList": 80, "AdvSQuAD": 57},
    "RTE": {"Embedding": 43, "Typo": 44, "Context": 31, "Knowledge": 27, "Composition": 23, "Syntactic": 48, "Distraction": 88},
    "MNLI-m": {"Embedding": 42, "Typo": 207, "Context": 56, "Knowledge": 103, "Composition": 54, "Syntactic": 108, "Distraction": 196},
    "MNLI-mm": {"Embedding": 27, "Typo": 195, "Context": 58, "Knowledge": 58, "Composition": 74, "Syntactic": 109, "Distraction": 190, "StressTest": 194, "ANLI": 193},
}  # fmt: skip

NAMES = {"SST-2": "sst2", "QQP": "qqp", "QNLI": "qnli", "RTE": "rte", "MNLI-m": "mnli", "MNLI-mm": "mnli-mm"}
LEVELS = {"Word": "word", "Sent": "sentence", "Human": "human"}
MODELS = ("TBD-name", "DeBERTa", "T5", "RoBERTa", "ELECTRA", "BERT")
# Its grids 1 to 6, in its order
_GRIDS = ("SST-2", "QQP", "MNLI-m", "MNLI-mm", "QNLI", "RTE")


def load(shared):
    """model -> site task -> level -> figures, and model -> site task -> phenomenon -> figures."""
    folder = shared / "data" / "advglue_site"
    by_level = json.loads((folder / "site_results_by_level.json").read_text(encoding="utf-8"))
    pages = json.loads((folder / "site_model_pages.json").read_text(encoding="utf-8"))
    return {short(k): v for k, v in by_level.items()}, {short(k): _phenomena(v) for k, v in pages.items()}


def short(model):
    return model.removesuffix(" (single model)").removesuffix(" (single)")


def _phenomena(grids):
    found = {}
    for site, (_, cells) in zip(_GRIDS, grids[1:], strict=True):
        found[site] = {}
        for names, figures in cells:
            for name, figure in zip(names, figures, strict=True):
                found[site].setdefault(name.strip(), []).append(figure)
    return found


def answered(site, figures):
    """The rows of a task, as a part, and predictions that have these figures for each phenomenon."""
    gold, predicted, methods, levels = [], [], [], []
    for phenomenon, n in COUNTS[site].items():
        accuracy = figures[phenomenon][0]
        right = round(accuracy * n / 100)
        wrong = n - right
        # F1 = 2 tp / (2 tp + wrong): tp rows of label 1 right, the other right ones are of label 0.
        tp = right
        if len(figures[phenomenon]) > 1:
            f1 = figures[phenomenon][1] / 100
            tp = min(right, round(f1 * wrong / (2 * (1 - f1))))
        gold += [1] * tp + [0] * (right - tp) + [0] * wrong
        predicted += [1] * tp + [0] * (right - tp) + [1] * wrong
        method, level = MADE_BY[phenomenon]
        methods += [method] * n
        levels += [level] * n
    return part(NAMES[site], gold, methods, levels), np.array(predicted)


def part(task, gold, methods, levels):
    built = BUILT_IN[task]
    ids = [str(number) for number in range(len(gold))]
    texts = {name: [f"{name} {own}" for own in ids] for name in built.fields}
    nothing = {f"original_{name}": [None] * len(ids) for name in built.fields}
    rest = {"label": gold, "method": methods, "data_construction": levels, "provenance": ["{}"] * len(ids)}
    return Part.from_columns(built, {"id": ids, "source_id": ids} | texts | nothing | rest)
