"""Phrase structure: the top two levels of a sentence's tree of phrases, made of its dependency parse.

Written as ParaNMT-50M and SCPN write their templates: "( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP" (Iyyer et al.,
NAACL 2018, section 2; Wieting and Gimpel, ACL 2018). Labels are the Penn Treebank's.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from mohs.errors import DataError
from mohs.language.grammar import Parsed, Token

_FREQUENT = (
    ("S", "NP VP ."),
    ("S", "VP ."),
    ("NP", "NP ."),
    ("FRAG", "SBAR ."),
    ("S", "S , CC S ."),
    ("S", "LST VP ."),
    ("SBARQ", "WHADVP SQ ."),
    ("S", "PP , NP VP ."),
    ("S", "ADVP NP VP ."),
    ("S", "SBAR , NP VP ."),
)

_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
_VERBAL = ("aux", "auxpass", "neg")
_QUESTIONING = ("WDT", "WP", "WP$", "WRB")
_MARKS = {",": ",", ".": ".", "!": ".", "?": ".", "(": "-LRB-", ")": "-RRB-", "``": "``", "''": "''"}
_BY_RELATION = {
    "prep": "PP",
    "agent": "PP",
    "advmod": "ADVP",
    "npadvmod": "NP",
    "intj": "INTJ",
    "cc": "CC",
    "preconj": "CC",
    "mark": "IN",
    "neg": "RB",
    "prt": "PRT",
    "ccomp": "S",
    "parataxis": "S",
    "csubj": "SBAR",
    "csubjpass": "SBAR",
}
_BY_PART_OF_SPEECH = {
    "NOUN": "NP",
    "PROPN": "NP",
    "PRON": "NP",
    "DET": "NP",
    "NUM": "NP",
    "SYM": "NP",
    "ADJ": "ADJP",
    "ADV": "ADVP",
    "ADP": "PP",
    "VERB": "S",
    "AUX": "S",
    "INTJ": "INTJ",
}


def written(top: str, parts: Iterable[str]) -> str:
    """A template from its top label and the labels below."""
    return f"( ROOT ( {top} {' '.join(f'( {part} )' for part in parts)} ) ) EOP"


TEMPLATES = tuple(written(top, parts.split()) for top, parts in _FREQUENT)
"""The ten that SCPN's code asks for, in its order: frequent ones of ParaNMT-50M."""


def template_of_tree(tree: str) -> str:
    """The template of a tree in brackets, as constituency parsers write them: its top two levels.

    Args:
        tree: For example "(ROOT (S (NP (PRP It)) (VP (VBZ rains)) (. .)))"; the outer ROOT may be missing.

    Raises:
        DataError: The brackets are not balanced, or there is no label.
    """
    labels: list[str] = []
    depth = 0
    names = re.findall(r"\(\s*([^\s()]*)|(\))", tree)
    first = 1 if names and names[0][0] in ("ROOT", "TOP", "S1", "") else 0
    for name, end in names:
        if not end and depth in (first, first + 1):
            labels.append(name)
        depth += -1 if end else 1
        if depth < 0:
            break
    if depth or not labels or not all(labels):
        raise DataError("this is no tree in brackets", got=repr(tree[:80]), expected="(S (NP ...) (VP ...))")
    return written(labels[0], labels[1:])


def template_of(parsed: Parsed) -> str:
    """The template of a text that is one sentence; "" of one that is several, or none.

    What a dependency parse does not tell (where a modifier behind the verb is attached, traces) is not needed
    for the top two levels. The sentence is a question (SBARQ, SQ) where it ends like one, an inversion (SINV)
    where the subject follows the verb of a quotation.
    """
    if len(parsed.sentences) != 1 or not parsed.tokens:
        return ""
    roots = [k for k, token in enumerate(parsed.tokens) if token.head == k]
    if len(roots) != 1:
        return ""
    return written(*_Sentence(parsed, roots[0]).levels())


class _Sentence:
    """One sentence, and the place of its root."""

    def __init__(self, parsed: Parsed, root: int) -> None:
        self.parsed, self.root, self.tokens = parsed, root, parsed.tokens
        self.last = len(self.tokens)
        while self.last > root + 1 and self.tokens[self.last - 1].relation == "punct":
            self.last -= 1
        self.asks = any(parsed.word(k) == "?" for k in range(self.last, len(self.tokens)))

    def levels(self) -> tuple[str, list[str]]:
        """The label at the top, and those below it."""
        end = [self._mark(k) for k in range(self.last, len(self.tokens))]
        clauses = self._clauses()
        if self.tokens[self.root].part_of_speech not in ("VERB", "AUX"):
            top, parts = self._phrase()
        elif len(clauses) > 1:
            top, parts = "S", list(self._coordinated(clauses))
        else:
            top, parts = self._clause()
        return top, [*parts, *end]

    def _span(self, number: int) -> tuple[int, int]:
        """The first token that depends on this one, itself included, and the one behind the last."""
        low, high = self.parsed.reach[number]
        inside = [k for k, token in enumerate(self.tokens) if low <= token.start and token.end <= high]
        return inside[0], inside[-1] + 1

    def _children(self, *relations: str) -> list[int]:
        found = self.parsed.children(self.root)
        return [k for k in found if not relations or self.tokens[k].relation in relations]

    def _clauses(self) -> list[int]:
        """The roots of the clauses that are coordinated at the top: each has a subject of its own."""
        clauses, number = [self.root], self.root
        while True:
            following = [
                k
                for k in self.parsed.children(number)
                if self.tokens[k].relation == "conj"
                and any(self.tokens[n].relation in _SUBJECTS for n in self.parsed.children(k))
            ]
            if not following:
                return clauses
            number = following[0]
            clauses.append(number)

    def _coordinated(self, clauses: list[int]) -> Iterator[str]:
        """S for each clause, and what stands between them."""
        yield "S"
        for before, number in pairwise(clauses):
            start = self._span(number)[0]
            between = start
            while between > before + 1 and self._joins(between - 1):
                between -= 1
            yield from (self._label(k) for k in range(between, start))
            yield "S"

    def _joins(self, number: int) -> bool:
        return self.tokens[number].relation in ("cc", "punct")

    def _phrase(self) -> tuple[str, list[str]]:
        """A sentence without a verb at its top: a phrase, and what hangs on it behind its head."""
        root = self.tokens[self.root]
        top = _BY_PART_OF_SPEECH.get(root.part_of_speech, "FRAG")
        before = [k for k in self._children() if k < self.root and self._apart(k)]
        behind = [
            k for k in self._children() if self.root < k < self.last and self.tokens[k].relation != "punct"
        ]
        heads = [self._label(k) for k in before]
        return top, [*heads, "FRAG" if top == "FRAG" else top, *[self._label(k) for k in behind]]

    def _apart(self, number: int) -> bool:
        """Whether it stands before the phrase rather than in it: an interjection, a mark, a conjunction."""
        return self.tokens[number].relation in ("intj", "cc", "punct", "advcl", "prep")

    def _clause(self) -> tuple[str, list[str]]:
        if any(self.tokens[k].relation == "mark" and k < self.root for k in self._children()):
            return "FRAG", ["SBAR"]
        subjects = self._children(*_SUBJECTS)
        verbs = [self.root, *self._children(*_VERBAL)]
        first = min(verbs)
        asked = self._question_phrase()
        if asked is not None and (self.asks or first < min(subjects, default=0)):
            return "SBARQ", [*self._before(self._span(asked)[0]), f"WH{self._wh(asked)}", "SQ"]
        if not subjects:
            return "S", [*self._before(first), "VP"]
        subject = min(subjects)
        if subject > first:
            return self._inverted(first, subject)
        start = min(k for k in verbs if k > subject or k == self.root)
        return "S", [*self._before(start), "VP"]

    def _inverted(self, first: int, subject: int) -> tuple[str, list[str]]:
        """A verb before the subject: a question, or a sentence about what somebody said."""
        tag = self.tokens[first].tag
        behind = ["VP"] if self.root > subject else []
        predicate = [k for k in self._children("attr", "acomp", "prep", "advmod") if k > subject]
        if not behind and self.asks and predicate:
            behind = [self._label(predicate[0])]
        if self.asks or first != self.root:
            return "SQ", [*self._before(first), tag, "NP", *behind]
        return "SINV", [*self._before(first), "VP", "NP"]

    def _question_phrase(self) -> int | None:
        """The phrase before the verb that asks, by its head; None where there is none."""
        for number in self._children():
            start, end = self._span(number)
            if start < self.root and self.tokens[number].relation not in ("advcl", "ccomp", "csubj"):
                inside = range(start, min(end, self.root))
                if any(self.tokens[k].tag in _QUESTIONING for k in inside):
                    return number
        return None

    def _wh(self, number: int) -> str:
        token = self.tokens[number]
        if token.tag == "WRB" or token.part_of_speech == "ADV":
            return "ADVP"
        return {"ADJ": "ADJP", "ADP": "PP"}.get(token.part_of_speech, "NP")

    def _before(self, first: int) -> list[str]:
        """The labels of what stands before this token at the top of the clause."""
        return [self._label(k) for k in self._children() if self._span(k)[1] <= first]

    def _label(self, number: int) -> str:
        token = self.tokens[number]
        if token.relation == "punct":
            return self._mark(number)
        if token.relation == "advcl":
            return "SBAR" if self._introduced(number) else "S"
        if token.relation in ("relcl", "acl"):
            return "SBAR" if token.relation == "relcl" else "VP"
        if token.relation in _VERBAL[:2]:
            return token.tag
        known = _BY_RELATION.get(token.relation)
        return known or _BY_PART_OF_SPEECH.get(token.part_of_speech, "X")

    def _introduced(self, number: int) -> bool:
        below = [self.tokens[k] for k in self.parsed.children(number)]
        return any(one.relation == "mark" or one.tag == "WRB" for one in below)

    def _mark(self, number: int) -> str:
        token: Token = self.tokens[number]
        return _MARKS.get(self.parsed.word(number)) or (token.tag if token.tag in _MARKS else ":")
