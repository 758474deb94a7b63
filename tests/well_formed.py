"""What is wrong with a text that an attack on sentences made, and was not wrong with its source.

Independent of the attacks: spelling by wordfreq's list, the rest by counting.
"""

import re
from collections import Counter

PAIRS = ("()", "[]", "“”", "‘’", "{}")
OWN = re.compile(r"https://t\.co/\w+|@\w+")
AN = re.compile(r"(?:[aeio]|u(?!ni|s[aei]|k|r[aoi])|hour|hon(?:est|our)|heir|[8]|1[18]\b)", re.IGNORECASE)
NOT_AN = re.compile(r"(?:one\b|once\b|eu|u\b|ewe)", re.IGNORECASE)


def faults(source, made, may_lose=()):
    """Names of the faults of `made` that `source` does not have.

    Args:
        source: What was rewritten.
        made: What came of it.
        may_lose: Words that the rewriting puts in other words.
    """
    return [
        *_spelling(source, made),
        *_articles(source, made),
        *_punctuation(source, made),
        *_blanks(source, made),
        *_lost(source, made, may_lose),
        *(["no-op"] if made.casefold().split() == source.casefold().split() else []),
    ]


def _words(text):
    return re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", OWN.sub(" ", text))


def _spelling(source, made):
    import wordfreq

    old = {word.lower() for word in _words(source)}
    new = {word.lower() for word in _words(made)} - old
    return [f"spelling: {word}" for word in sorted(new) if not wordfreq.zipf_frequency(word, "en")]


def _articles(source, made):
    def wrong(text):
        found = re.findall(r"\b(an?) ([\w'’-]+)", text, re.IGNORECASE)
        return Counter((a.lower(), w.lower()) for a, w in found if (a.lower() == "an") != _an(w))

    return [f"article: {a} {w}" for a, w in wrong(made) - wrong(source)]


def _an(word):
    if word.isupper() and len(word) > 1:
        return word[0] in "AEFHILMNORSX"
    return bool(AN.match(word)) and not NOT_AN.match(word)


def _punctuation(source, made):
    found = []
    for opening, closing in PAIRS:
        was, now = (text.count(opening) - text.count(closing) for text in (source, made))
        if was != now:
            found.append(f"unbalanced: {opening}{closing}")
    if source.count('"') % 2 != made.count('"') % 2:
        found.append("unbalanced: quotes")
    was, now = (re.search(r"[^\w\s]?$", OWN.sub("", text).strip())[0] for text in (source, made))
    if was != now:
        found.append("the mark at the end")
    doubled = [len(re.findall(r"[,;:]\s*[,;:.!?]|[a-z]{5}\.\s*[,;]", text)) for text in (source, made)]
    if doubled[1] > doubled[0]:
        found.append("two marks in a row")
    first = [re.search(r"[^\W_]", OWN.sub("", text)) for text in (source, made)]
    was, now = (letter is not None and not letter[0].islower() for letter in first)
    return found + (["the first letter"] if was > now else [])


def _blanks(source, made):
    wrong = [
        Counter({"double": len(re.findall(r"\S {2,}\S", t)), "before a mark": len(re.findall(r"\w [,.!?]", t)),
                 "none behind a mark": len(re.findall(r"[a-z][,;:!?][a-zA-Z]", OWN.sub("", t)))})
        for t in (source, made)
    ]  # fmt: skip
    if re.search(r" [,.!?]", source):
        wrong[1].pop("before a mark")  # the text's own style
    return [f"blank: {name}" for name, count in wrong[1].items() if count > wrong[0][name]]


def _lost(source, made, may_lose):
    was, now = (Counter(word.lower() for word in re.findall(r"\w+", text)) for text in (source, made))
    gone = [word for word in (was - now) if word not in may_lose]
    return [f"lost: {' '.join(gone)}"] if gone else []
