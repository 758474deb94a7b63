"""Made-up runs, as like real ones as the report can tell: `python tests/made_up_runs.py FOLDER` draws some."""

import random
import sys
from pathlib import Path

SENTENCES = [
    ("A quiet, lovely film that earns every one of its tears.", "positive"),
    ("The plot is thin, the jokes are old and the actors look tired.", "negative"),
    ("Despite a slow start, it builds to a genuinely moving finale.", "positive"),
    ("I can't recall the last time I was this bored in a cinema.", "negative"),
    ("Sharp writing and a superb cast make this a real pleasure.", "positive"),
    ("An ugly, noisy mess -- and at two hours it is far too long.", "negative"),
    ("The director finds poetry in the dullest corners of the city.", "positive"),
    ("It wants to be clever but ends up merely confusing.", "negative"),
    ("Children will adore it, and their parents won't mind either.", "positive"),
    ("Every scene seems borrowed from a better movie.", "negative"),
    ("Funny, warm and surprisingly wise.", "positive"),
    ("Nothing here is worth the price of a ticket.", "negative"),
    (
        "What begins as a modest comedy about two brothers and a failing bakery becomes, almost without one "
        "noticing, a patient and honest study of how families talk around the things that matter most to them; "
        "the last half hour, in which hardly anything is said, is among the best of the year.",
        "positive",
    ),
    (
        "The effects are expensive, the score is loud, the stars are famous, and none of it helps: scene after "
        "scene stops dead so that someone can explain what we have just seen, and by the third explanation most "
        "of the audience around me had begun to look at the exits instead of the screen.",
        "negative",
    ),
]
SYNONYMS = {
    "quiet": "silent", "lovely": "charming", "film": "movie", "thin": "slender", "old": "elderly", "tired": "weary",
    "slow": "sluggish", "moving": "touching", "bored": "jaded", "superb": "terrific", "real": "genuine",
    "ugly": "hideous", "mess": "shambles", "long": "lengthy", "poetry": "verse", "clever": "crafty",
    "confusing": "disconcerting", "adore": "worship", "scene": "stage", "better": "nicer", "Funny": "Comical",
    "wise": "sage", "worth": "deserving", "price": "cost", "comedy": "farce", "honest": "candid", "best": "finest",
    "expensive": "costly", "loud": "noisy", "famous": "renowned", "stops": "halts",
}  # fmt: skip
LOOK_ALIKES = {"a": "а", "e": "е", "o": "0", "l": "1", "i": "і"}


def _perturbed(text, words, by_letter, rng):
    parts = text.split(" ")
    places = [i for i, part in enumerate(parts) if part.strip(",.;:-") in SYNONYMS]
    for place in rng.sample(places, min(words, len(places))):
        word = parts[place].strip(",.;:-")
        new = SYNONYMS[word]
        if by_letter:
            at = rng.randrange(len(word))
            new = word[:at] + rng.choice([LOOK_ALIKES.get(word[at], ""), word[at] + " ", ""]) + word[at + 1 :]
        parts[place] = parts[place].replace(word, new)
    return " ".join(parts)


def outcome(number, attack, rng, *, break_rate=0.6, pair=False):
    """One journal line."""
    text, label = SENTENCES[number % len(SENTENCES)]
    other = "negative" if label == "positive" else "positive"
    chance = random.Random(number).random()
    status = (
        "skipped" if chance < 0.1 else "not_attackable" if chance < 0.12 else "error" if chance < 0.125
        else "budget" if chance < 0.15 else "success" if rng.random() < break_rate else "failure"
    )  # fmt: skip
    words = 1 + min(rng.randrange(4), rng.randrange(5))
    original = {"premise": "Two people talk about films.", "hypothesis": text} if pair else {"sentence": text}
    field = list(original)[-1]
    new = _perturbed(text, words, attack == "textbugger", rng)
    if status == "success" and new == text:
        status = "failure"
    searched = status in ("success", "failure", "budget")
    count = len(text.split())
    rate = words / count
    return {
        "id": str(number),
        "source_id": str(number),
        "task": "sst2",
        "attack": attack,
        "model": "hf:./sst2-minilm",
        "status": status,
        "original": original,
        "perturbed": original | {field: new} if status in ("success", "budget") else None,
        "label": label,
        "prediction_before": other if status == "skipped" else None if status == "error" else label,
        "prediction_after": other if status == "success" else label if searched else None,
        "probability_before": None if status == "error" else round(rng.uniform(0.6, 0.999), 4),
        "probability_after": round(rng.uniform(0.02, 0.49), 4) if status == "success" else None,
        "asked": {
            "classify": int(rng.lognormvariate(4.2, 0.7)) if searched else 0,
            "similarity": 20 * searched,
        },
        "modified": {"words": words, "rate": rate, "rate_input": rate * (0.7 if pair else 1)}
        if status == "success"
        else None,
        "similarity": round(rng.uniform(0.8, 0.99), 4) if status == "success" else None,
        "edits": [],
        "seed": number,
        "reason": {
            "error": "classifier answered with NaN in row 3 of 8",
            "not_attackable": "no word that may be changed",
            "budget": "500 queries asked",
        }.get(status),
        "cost": {"seconds": 0.2, "computed": {"classify": 30}},
    }


def make_run(attacks=("textfooler",), *, status="complete", warnings=()):
    """A run.json."""
    titles = {"textfooler": "TextFooler", "textbugger": "TextBugger"}
    return {
        "schema": "mohs/run/1",
        "status": status,
        "kind": "attack",
        "name": "reviews-week-31",
        "created": "2026-08-03T09:12:44Z",
        "finished": "2026-08-03T09:31:02Z",
        "command": f"mohs attack --model hf:./sst2-minilm --data reviews.csv --attacks {','.join(attacks)} --limit 160",
        "config": {"seed": 0, "limit": 160, "batch_tokens": 1000, "device": "cpu", "skip_bad_rows": True},
        "task": {"name": "sst2", "fields": ["sentence"], "labels": ["negative", "positive"]},
        "attacks": [
            {"name": a, "options": {"synonyms": 50, "similarity": 0.8}}
            | ({"title": titles[a]} if a in titles else {})
            for a in attacks
        ],
        "model": {"address": "hf:./sst2-minilm", "sha256": "9f2c" * 16, "precision": "float32"},
        "data": {
            "path": "data/reviews.csv",
            "sha256": "4be1" * 16,
            "rows": 24_312,
            "used": 160,
            "skipped_rows": ["reviews.csv:118: no label", "reviews.csv:2041: empty text"],
        },
        "resources": {"words": {"file": "counter-fitted", "sha256": "77aa" * 16}, "encoder": "kit:sentences"},
        "versions": {"mohs": "0.1.0", "python": "3.11.9", "numpy": "2.4.6", "onnxruntime": "1.24"},
        "seeds": {"run": 0},
        "limits": {"limit": 160, "max_queries": 500},
        "warnings": list(warnings),
        "counts": {},
    }


def make_outcomes(attacks=("textfooler",), n=160, **how):
    """Journal lines of all attacks."""
    rates = {"textfooler": 0.66, "textbugger": 0.48}
    return [
        outcome(
            number, attack, random.Random(f"{attack!a} {number}"), break_rate=rates.get(attack, 0.35), **how
        )
        for attack in attacks
        for number in range(n)
    ]


def make_report(folder, run, outcomes):
    """Summarise and draw; the path of the page."""
    from mohs.report.html import write_report
    from mohs.runs.summary import results_document, summarise

    document = results_document(run, *summarise(outcomes, run["attacks"]))
    path = folder / "report.html"
    write_report(run, document, outcomes, path)
    return path


if __name__ == "__main__":
    for name, attacks, n, how in (
        ("one", ("textfooler",), 160, {}),
        ("two", ("textfooler", "textbugger"), 160, {}),
        ("few", ("textfooler",), 14, {}),
        ("pair", ("textfooler", "bert-attack"), 60, {"pair": True}),
        ("large", ("textfooler", "textbugger"), 20_000, {}),
    ):
        folder = Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        warnings = ["2 texts were cut to 512 tokens before they were classified"] if name == "two" else []
        path = make_report(folder, make_run(attacks, warnings=warnings), make_outcomes(attacks, n, **how))
        print(path, path.stat().st_size)
