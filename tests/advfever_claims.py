"""AdvFever's published claims, each with the claim that its rule was given: the rules read backwards."""

import json
import re

# Rule -> what it made, as a pattern; what it was given has the form "{X} BETWEEN {Y}."
_BACK = {
    "there.exists.a.called": (r"There exists an? (?P<Y>.+?) called (?P<X>.+)", "is a"),
    "there.exists.a.called.prn": (r"There exists an? (?P<Y>.+?) called (?P<X>.+)", "is a"),
    "there.is.a.called": (r"There is an? (?P<Y>.+?) called (?P<X>.+)", "is a"),
    "there.exists.a.that.goes.by.name.of": (
        r"There exists an? (?P<Y>.+?) that goes by the name of (?P<X>.+)",
        "is a",
    ),
    "there.exists.a.that.goes.by.name.of.prn": (
        r"There exists an? (?P<Y>.+?), it goes by the name of (?P<X>.+)",
        "is a",
    ),
    "there.is.a.called.prn": (r"There is an? (?P<Y>.+?), (?:it is|they are) called (?P<X>.+)", "is a"),
    "there.existed.a.called": (r"There existed an? (?P<Y>.+?) called (?P<X>.+)", "was a"),
    "there.was.a.called": (r"There was an? (?P<Y>.+?) called (?P<X>.+)", "was a"),
    "there.existed.a.that.went.by.name.of": (
        r"There existed an? (?P<Y>.+?) that went by the name of (?P<X>.+)",
        "was a",
    ),
    "there.existed.a.called.prn": (r"There existed an? (?P<Y>.+?), it was called (?P<X>.+)", "was a"),
    "there.existed.a.that.went.by.name.of.prn": (
        r"There existed an? (?P<Y>.+?), it went by the name of (?P<X>.+)",
        "was a",
    ),
    "there.was.a.called.prn": (r"There was an? (?P<Y>.+?), it was called (?P<X>.+)", "was a"),
    "directedby1": (r"There is a movie called (?P<X>.+) which is directed by (?P<Y>.+)", "was directed by"),
    "directedby2": (
        r"There is a director, (?P<Y>.+), who was involved in the production of (?P<X>.+)",
        "was directed by",
    ),
    "directedby3": (
        r"There is a person involved in the movie industry, (?P<Y>.+), who was the director of (?P<X>.+)",
        "was directed by",
    ),
    "directedby4": (r"(?P<Y>.+) is the director of (?P<X>.+)", "was directed by"),
    "directedby5": (r"(?P<Y>.+) was the director of (?P<X>.+)", "was directed by"),
    "american": (r"(?P<X>.+) (?P<Y>\S+(?: \S+)*?) that originated from the United States", "an American"),
    "birth": (
        r"(?:There exists a place, (?P<Y>.+), that is (?:the birthplace of|where) the person (?P<X>.+?)"
        r"|(?P<T>.+) is the approximate time at which the person (?P<Z>.+?))(?: was born| started living|)",
        "was born in",
    ),
    "death": (
        r"(?:There exists a place, (?P<Y>.+), that is the place where the person (?P<X>.+?)"
        r"|(?P<T>.+) is the approximate time at which the person (?P<Z>.+?))"
        r" (?:became deceased|died|took their final breath)",
        "died in",
    ),
}


def claims(folder):
    """(rule, what it made, what it was given) of every label-preserving claim, each once."""
    seen = {}
    for path in sorted(folder.glob("rules.*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row["transformation"] == "label_preserving":
                seen.setdefault((row["rule"], row["claim"]), _given(row["rule"], row["claim"]))
    return [(rule, made, given) for (rule, made), given in seen.items()]


def _given(rule, made):
    pattern, between = _BACK.get(rule) or _BACK[rule.rstrip("123")]
    found = re.fullmatch(pattern + r"\.", made).groupdict()
    x, y = found.get("X") or found["Z"], found.get("Y") or found["T"]
    if rule == "american":
        # "X is singer that ...": X ends with the verb, and the article before American was lost with it.
        x, y = re.match(r"(.+?(?:is|was|by|on|produced|stars))\s+(.+)", f"{x} {y}").groups()
    elif between.endswith(" a") and y[0] in "aeiouAEIOU":
        between += "n"
    return f"{x} {between} {y}."
