"""Short forms of verbs and of "not", as one speaks: "it's", "don't"; and written out: "it is", "do not"."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import may_be_possessive
from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.sentence import Sentence

_NEGATED = frozenset(
    ("is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "would", "could", "should")
)
_IRREGULAR = {"will": "wo", "can": "ca"}
_FULL = {"wo": "will", "ca": "can"}
_PRONOUNS = frozenset(("i", "you", "he", "she", "it", "we", "they"))
_SHORT = {"is": "'s", "are": "'re", "am": "'m", "have": "'ve", "will": "'ll"}
_OUTSIDE = frozenset(("ai", "sha", "let", "y"))


def written_out(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write short forms out: "It isn't cheap" -> "It is not cheap"."""
    low, high = sentence.core
    if _asks(sentence) or not _OUTSIDE.isdisjoint(sentence.words((low, high))):
        return
    pieces: list[Piece] = []
    start = low
    for k in range(low + 1, high):
        before = _FULL.get(sentence.lower(k - 1))
        if sentence.lower(k).replace("’", "'") == "n't" and sentence.relation(k) == "neg":
            verb = [] if before is None else [instead(k - 1, before)]
            pieces += [*kept((start, k if before is None else k - 1)), *verb, new("not")]
        elif (full := _in_full(sentence, k)) is not None:
            pieces += [*kept((start, k)), new(full)]
        else:
            continue
        start = k + 1
    if pieces:
        yield [*pieces, *kept((start, high))]


def short_form(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write short forms: "It is not cheap" -> "It isn't cheap"."""
    low, high = sentence.core
    if _asks(sentence):
        return
    pieces: list[Piece] = []
    start = low
    for k in range(low + 1, high - 1):
        word, behind = sentence.word(k), sentence.word(k + 1)
        if behind == "not" and sentence.relation(k + 1) == "neg" and _is_behind_subject(sentence, k):
            if word in _NEGATED:
                pieces += [*kept((start, k + 1)), new("n't")]
            elif word in _IRREGULAR:
                pieces += [*kept((start, k)), instead(k, _IRREGULAR[word]), new("n't")]
            else:
                continue
            start = k + 2
        elif word in _SHORT and sentence.lower(k - 1) in _PRONOUNS and _leans(sentence, k):
            pieces += [*kept((start, k)), new(_SHORT[word])]
            start = k + 1
    if pieces:
        yield [*pieces, *kept((start, high))]


def _asks(sentence: Sentence) -> bool:
    return "?" in sentence.words((sentence.core[1], sentence.stop))


def _in_full(sentence: Sentence, k: int) -> str | None:
    """What a short form behind another word stands for; None where it is none, or where that is in doubt."""
    short, tag, head = sentence.lower(k).replace("’", "'"), sentence.tag(k), sentence.head(k)
    if short == "'s" and tag == "VBZ" and sentence.kind(k) in ("AUX", "VERB"):
        subject = sentence.subject(k)
        if subject is not None and may_be_possessive(sentence, k, subject):
            return None
        active = sentence.relation(k) == "aux" or bool(sentence.children(head, "dobj"))
        got = active and sentence.tag(head) == "VBN" and head != k
        return "has" if got or sentence.lower(k + 1) in ("been", "got", "had") else "is"
    if short == "'d" and sentence.relation(k) == "aux":
        if sentence.lower(k + 1) == "better":
            return "had"
        return {"VB": "would", "VBN": "had"}.get(sentence.tag(head))
    if short in ("'re", "'ve", "'ll", "'m") and sentence.kind(k) in ("AUX", "VERB"):
        return {"'re": "are", "'ve": "have", "'ll": "will", "'m": "am"}[short]
    return None


def _is_behind_subject(sentence: Sentence, k: int) -> bool:
    """Whether a verb stands behind its subject, as in a statement."""
    verb = k if sentence.relation(k) not in ("aux", "auxpass") else sentence.head(k)
    subject = sentence.subject(verb)
    return subject is not None and subject < k


def _leans(sentence: Sentence, k: int) -> bool:
    """Whether a form of "be", "have" or "will" is no last word of its clause ("than it is now")."""
    if sentence.head(k - 1) not in (k, sentence.head(k)) or sentence.relation(k - 1)[:5] != "nsubj":
        return False
    if sentence.relation(k) in ("aux", "auxpass"):
        has = sentence.word(k) == "have"
        if has and sentence.tag(sentence.head(k)) != "VBN":
            return False  # "they have dressing"
        return sentence.head(k) > k and sentence.tag(k + 1)[:2] in ("VB", "RB")
    said = [one for one in sentence.children(k, "attr", "acomp") if one > k]
    return sentence.lemma(k) == "be" and bool(said) and sentence.word(k + 1)[0].isalnum()
