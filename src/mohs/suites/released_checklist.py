"""The CheckList templates that AdvGLUE used, from a person's copy of them, with their grammar mended.

The folder has `advglue_templates.json` (templates and lexicons of SST-2, QQP and QNLI) and `names.json` (men,
women and last names). Half of it is notation for readers: "a / b" are alternatives, "(not)" and "{A|B}"
choices, "..." repeats the first question. Nouns and verbs came from a language model there and are not in the
files: ours fill them.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mohs.data.json_rows import load_json
from mohs.errors import DataError
from mohs.suites.condition import Entry
from mohs.suites.template import Template, kind_of, slots_of
from mohs.suites.template_file import TEMPLATES, Lexicons, entries, read_lexicons

FILE, NAMES = "advglue_templates.json", "names.json"

_OWN = (".yaml", ".yml", ".pkl", ".pickle")
_AS_RELEASED = "as AdvGLUE's templates say; see docs/suites.md"
_PERSONS = ("actor", "director", "filmmaker", "performer")
_CONTESTED = "contested: what is not bad need not be good; AdvGLUE calls it positive"

_OTHERWISE = "contested: who is said to be something else may be both"


def read_released_templates(folder: Path) -> list[Template]:
    """Read the folder.

    Raises:
        DataError: A file that is not there or is laid out otherwise.
    """
    for name in (FILE, NAMES):
        if not (folder / name).is_file():
            others = sorted(one for one in folder.glob("*") if one.suffix.lower() in _OWN)
            raise DataError(
                f"there is no {name} in {folder}",
                expected=f"a folder with {FILE} and {NAMES}, or a file of templates of your own",
                mend=f"suite:checklist:{others[0]}" if others else None,
            )
    templates = _object(folder / FILE)
    names = _object(folder / NAMES)
    own = read_lexicons(TEMPLATES / "released.yaml")
    jobs = read_lexicons(TEMPLATES / "lexicons.yaml")["job"]
    try:
        lexicons = {
            **own,
            "noun": jobs + own["more_jobs"],
            "first": _entries(names["men"] + names["women"]),
            "last": _entries(names["last"]),
        }
        return [
            *_negation(templates["sst2_negation"], own),
            *_temporal(templates["sst2_temporal"], templates["sst2_negation"]),
            *_questions(templates["qqp"], lexicons),
            *_answers(templates["qnli"], lexicons),
        ]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        raise DataError(
            f"{folder / FILE} is not laid out as the released templates",
            got=f"{type(problem).__name__}: {problem}"[:200],
            expected="the keys sst2_negation, sst2_temporal, qqp and qnli",
        ) from None


def _object(path: Path) -> Mapping[str, Any]:
    content, _ = load_json(path)
    if not isinstance(content, dict):
        raise DataError(f"{path} holds no JSON object", got=type(content).__name__)
    return content


def _entries(words: object) -> tuple[Entry, ...]:
    """The entries of a list of words, each once."""
    return entries(
        "a list of words in the files", [*dict.fromkeys(words)] if isinstance(words, list) else words
    )


def _template(
    name: str,
    task: str,
    capability: str,
    text: Mapping[str, str],
    label: str,
    lexicons: Lexicons,
    **more: Any,
) -> Template:
    used = [slot for line in text.values() for slot in slots_of(line)]
    slots = {key: lexicons[key if key in lexicons else kind_of(key)] for key in used}
    return Template(name, task, capability, more.pop("why", _AS_RELEASED), (text,), label, slots, **more)


def _negation(rows: Mapping[str, Any], own: Lexicons) -> Iterator[Template]:
    """Denied praise is negative, denied blame is contested. "That the was a plot" is never made."""
    shared = {name: _entries(rows[name]) for name in ("neg", "neutral", "it", "be")}
    shared |= {"noun": _entries(rows["nouns_seen"]), "the": _entries(rows["it"]), "i": _entries(["I"])}
    for number, line in enumerate(rows["templates"], 1):
        bare = "{it} {be}" in line
        for kind, label in (("pos", "negative"), ("neg", "positive")):
            lexicons = {**shared, "adj": _entries(rows[f"{kind}_adj"]), "verb": own[f"{kind}_verb"]}
            contested = {"ambiguous": True, "why": _CONTESTED} if kind == "neg" else {}
            yield _template(
                f"sst2_negation {number} {kind}", "sst2", "negation", {"sentence": line}, label, lexicons,
                where=("it != 'the'",) if bare else (), **contested,
            )  # fmt: skip


def _temporal(lines: list[str], rows: Mapping[str, Any]) -> Iterator[Template]:
    """The opinion of now counts; the form is given in one polarity, and the other one is made from it."""
    things = [one for one in rows["nouns_seen"] if one not in _PERSONS]  # "it" is no person
    lexicons = {"noun": _entries(things)}
    lexicons |= {f"{kind}_adj": _entries(rows[f"{kind}_adj"]) for kind in ("pos", "neg")}
    for number, line in enumerate(lines, 1):
        given = line.partition(" (")[0].rstrip(".") + "."
        turned = re.sub(r"\{(pos|neg)_", lambda found: "{neg_" if found[1] == "pos" else "{pos_", given)
        for text, label in ((given, "positive"), (turned, "negative")):
            yield _template(
                f"sst2_temporal {number} {label}",
                "sst2",
                "temporal order",
                {"sentence": text},
                label,
                lexicons,
            )


def _questions(rows: list[Mapping[str, Any]], lexicons: Lexicons) -> Iterator[Template]:
    for number, row in enumerate(rows, 1):
        first, second = row["q1"], row["q2"]
        if second.startswith("..."):  # "... after": the first question with its last word of time turned
            second = first[: first.rindex(" before ")] + " " + second.removeprefix("...").strip()
        text = {"question1": _readable(first), "question2": _readable(second)}
        denied = "antonym" in row["q2"]
        more = {"ambiguous": True, "why": _CONTESTED} if denied else {}
        label = ("not_duplicate", "duplicate")[row["label"]]
        yield _template(f"qqp {number}", "qqp", row["cap"].lower(), text, label, lexicons, **more)


def _readable(line: str) -> str:
    """The notation of the file in ours: antonyms and -ing are forms."""
    line = line.replace("{antonym(x)}", "{x.not}").replace("{y}ing", "{y.ing}")
    verb = "{x} your" in line
    return re.sub(r"\{(a:)?x(\.not)?\}", r"{\1care}" if verb else r"{\1trait\2}", line)


def _answers(rows: list[Mapping[str, Any]], lexicons: Lexicons) -> Iterator[Template]:
    """The file gives no labels: what somebody is not, as a question, is answered by none of the sentences."""
    for number, row in enumerate(rows, 1):
        both = " is {a:prof}. {B} is {a:prof2}." in row["sentence"]
        sentences = [_people(one) for one in row["sentence"].split(" / ")]
        # Of "Both A and B", either can come first.
        sentences += [
            one.replace("{first1} and {first2}", "{first2} and {first1}")
            for one in sentences
            if "Both" in one
        ]
        questions = list(
            dict.fromkeys(_people(q) for one in row["question"].split(" / ") for q in _choices(one))
        )
        if both:  # the two halves are alike: what is asked of one can be asked of the other
            questions += [q.replace("{first1}", "{first2}") for q in questions if "{first1}" in q]
        if "first?" in row["question"]:
            questions = ["Who became {a:noun1} first?", "Who became {a:noun1} last?"]
        for k, sentence in enumerate(sentences, 1):
            for j, question in enumerate(questions, 1):
                contested = both and question.startswith("Who is not")
                label = "not_entailment" if question.startswith("What is not") else "entailment"
                more = {"ambiguous": True, "why": _OTHERWISE} if contested else {}
                yield _template(
                    f"qnli {number}.{k}.{j}", "qnli", row["cap"].lower(),
                    {"question": question, "sentence": sentence}, label, lexicons, **more,
                )  # fmt: skip


def _choices(question: str) -> list[str]:
    made = [question.replace("(not) ", ""), question.replace("(not) ", "not ")]
    return [one.replace("{A|B}", name) for one in made for name in ("{A}", "{B}")]


def _people(line: str) -> str:
    line = line.replace("{A}", "{first1}").replace("{B}", "{first2}")
    line = re.sub(r"\{prof(\d?)\}s\b", lambda found: f"{{noun{found[1] or 1}.many}}", line)
    line = re.sub(r"\ba \{prof(\d?)\}", r"{a:prof\1}", line)
    return re.sub(r"\{(a:)?prof(\d?)\}", lambda found: f"{{{found[1] or ''}noun{found[2] or 1}}}", line)
