"""Clauses: the statements in a sentence that have a subject and a finite verb of their own."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import cast

from mohs.language.rewriting.compose import Piece, kept
from mohs.language.rewriting.morphology import Tense, is_common, lemma_of
from mohs.language.rewriting.sentence import Range, Sentence

_TENSES = {"VBD": "past", "VBZ": "present", "VBP": "present", "MD": "modal"}
_PREPOSITIONS = ("with", "in", "on", "at", "by", "of", "from")
_EMBEDDED = ("ccomp", "advcl")


@dataclass(frozen=True)
class Clause:
    """A statement.

    Attributes:
        sentence: The sentence that it is in.
        verb: Its main verb, or "be" where that is its only one.
        subject: The head of its subject.
        subject_phrase: The whole subject; it stands before the verb.
        auxiliaries: The helping verbs, in order.
        negation: "not" or "n't".
        tense: Of its first verb.
        start: Where the clause begins, behind what joins it to the rest.
        stop: Where it ends.
    """

    sentence: Sentence
    verb: int
    subject: int
    subject_phrase: Range
    auxiliaries: tuple[int, ...]
    negation: int | None
    tense: Tense
    start: int
    stop: int

    @property
    def joined_verbs(self) -> list[int] | None:
        """The verbs that share subject and tense ("came, saw and won"); None where one has its own."""
        sentence, found, last = self.sentence, [], self.verb
        while joined := sentence.children(last, "conj"):
            last = joined[0]
            if (
                len(joined) > 1
                or sentence.subject(last) is not None
                or sentence.tag(last) != sentence.tag(self.verb)
            ):
                return None
            if sentence.children(last, "aux", "auxpass", "neg"):
                return None
            found.append(last)
        return found

    @property
    def is_whole(self) -> bool:
        """Whether it is the whole sentence."""
        return (self.start, self.stop) == self.sentence.core

    @property
    def is_embedded(self) -> bool:
        """Whether it is a part of another clause."""
        return self.sentence.relation(self.verb) in _EMBEDDED and self.start != self.sentence.core[0]

    @property
    def finite(self) -> int:
        """Its first verb, which has the tense."""
        return self.auxiliaries[0] if self.auxiliaries else self.verb

    @property
    def before(self) -> Range:
        """What stands before the subject."""
        return self.start, self.subject_phrase[0]

    @property
    def predicate(self) -> Range:
        """What stands behind the subject."""
        return self.subject_phrase[1], self.stop

    @property
    def shares_its_subject(self) -> bool:
        """Whether a second verb has the same subject ("she came and saw")."""
        sentence = self.sentence
        return any(sentence.subject(k) is None for k in sentence.children(self.verb, "conj"))


@lru_cache(maxsize=1)
def statements(sentence: Sentence) -> tuple[Clause, ...]:
    """The main clause of a sentence, those that stand beside it, and those in it that a word joins to it.

    Remembered for the last sentence, of which every form asks.
    """
    return tuple(_statements(sentence))


def _statements(sentence: Sentence) -> Iterator[Clause]:
    if "?" in sentence.words((sentence.core[1], sentence.stop)):
        return
    waiting = [(sentence.root, *sentence.core)]
    while waiting:
        verb, start, stop = waiting.pop(0)
        stop = _before_next(sentence, verb, stop)
        for k in sentence.children(verb, "ccomp"):
            # What is said stands before who says it.
            phrase = sentence.phrase(k)
            if phrase and phrase[0] == start and phrase[1] < verb and sentence.word(phrase[1]) == ",":
                waiting.append((k, start, _trimmed(sentence, start, phrase[1])))
        clause = _clause(sentence, verb, start, stop)
        if clause is None:
            continue
        yield clause
        for k in sentence.children(verb, "conj", *_EMBEDDED):
            phrase = sentence.phrase(k)
            if phrase and verb < phrase[0] and sentence.subject(k) is not None:
                if sentence.relation(k) == "conj" and not _is_joined(sentence, phrase[0]):
                    continue
                joined = sentence.child(k, "mark", "advmod") if sentence.relation(k) in _EMBEDDED else None
                low = phrase[0] + 1 if joined == phrase[0] else phrase[0]
                waiting.append((k, low, _trimmed(sentence, low, phrase[1])))


def main_clause(sentence: Sentence) -> Clause | None:
    """The clause of the sentence's first verb."""
    return next((clause for clause in statements(sentence) if clause.verb == sentence.root), None)


def hangs_on_subject(sentence: Sentence, verb: int) -> bool:
    """Whether a phrase without a subject takes the verb's ("smiling, she left", "before leaving")."""
    for k in sentence.children(verb, "advcl", "prep"):
        if sentence.relation(k) == "advcl":
            to = "to" in sentence.words_of(sentence.children(k, "aux"))
            if sentence.subject(k) is None and not (to and k > verb):
                return True
        elif any(sentence.tag(one) in ("VBG", "VBN") for one in sentence.children(k, "pcomp")):
            return True
    return False


def may_be_possessive(sentence: Sentence, verb: int, subject: int) -> bool:
    """Whether a short "is" is rather a genitive's: "the film 's simple plot" says nothing by itself."""
    said = sentence.child(verb, "attr")
    if said is None or sentence.word(verb)[:1] not in ("'", "’") or sentence.tag(subject)[:2] != "NN":
        return False
    return sentence.tag(said) == "NN" and not sentence.children(said, "det", "poss", "nummod")


def per_clause(
    make: Callable[[Clause], Iterator[list[Piece]]],
) -> Callable[[Sentence], Iterator[list[Piece]]]:
    """Of a form of clauses, the form of sentences: each clause in turn, with the rest as it stands."""

    @wraps(make, assigned=("__doc__",))
    def made(sentence: Sentence) -> Iterator[list[Piece]]:
        low, high = sentence.core
        for clause in statements(sentence):
            for pieces in make(clause):
                yield [*kept((low, clause.start)), *pieces, *kept((clause.stop, high))]

    return made


def _is_joined(sentence: Sentence, start: int) -> bool:
    """Whether a conjunction stands before this place, and not a comma alone."""
    before = start - 1
    return sentence.relation(before) == "cc" or sentence.word(before) == ";"


def _trimmed(sentence: Sentence, low: int, high: int) -> int:
    high = min(high, sentence.core[1])
    while high > low and not any(letter.isalnum() for letter in sentence.word(high - 1)):
        high -= 1
    return high


def _before_next(sentence: Sentence, verb: int, stop: int) -> int:
    """Where a clause ends: before what joins the next one to it."""
    for k in sentence.children(verb, "conj"):
        phrase = sentence.phrase(k)
        if k > verb and phrase and sentence.subject(k) is not None:
            end = phrase[0]
            while end > verb + 1 and (
                sentence.relation(end - 1) == "cc" or sentence.word(end - 1) in (",", ";")
            ):
                end -= 1
            return min(end, stop)
    return stop


def _clause(sentence: Sentence, verb: int, start: int, stop: int) -> Clause | None:
    subject = sentence.subject(verb)
    phrase = None if subject is None else sentence.phrase(subject)
    if sentence.is_hyphened(verb):
        return None
    if subject is None or phrase is None or not start <= phrase[0] < phrase[1] <= verb < stop:
        return None
    if sentence.tag(subject) in ("WP", "WDT", "WP$", "WRB") or sentence.relation(subject).startswith("csubj"):
        return None
    helping = tuple(sentence.children(verb, "aux", "auxpass"))
    if not all(phrase[1] <= k < verb for k in helping):
        return None
    first = helping[0] if helping else verb
    tense = _TENSES.get(sentence.tag(first))
    if sentence.lower(first).replace("’", "'") == "'d":
        tense = "past" if sentence.tag(verb) == "VBN" else "modal"
    if tense is None:
        return None
    if sentence.kind(verb) == "VERB" and not _has_its_form(sentence.lower(verb), sentence.tag(verb)):
        return None
    if may_be_possessive(sentence, first, subject):
        return None
    if not _leads_up(sentence, verb, start, phrase[0]):
        return None
    if any(_lacks_its_subject(sentence, k) for k in sentence.children(verb, "ccomp")):
        return None  # "children denied this can profit": "denied" is no finite verb, whatever a parser says
    negations = sentence.children(verb, "neg")
    if len(negations) > 1:
        return None
    negation = negations[0] if negations else None
    return Clause(sentence, verb, subject, phrase, helping, negation, cast(Tense, tense), start, stop)


def _has_its_form(word: str, tag: str) -> bool:
    """Whether a verb may have this tag: "misunderstood" is no present tense, and "bounce" no past one."""
    if tag == "VBD" and lemma_of(word, "VB", "") == word and is_common(word):
        return lemma_of(word, tag, word) is not None
    return tag not in ("VB", "VBP") or lemma_of(word, tag, "") is not None


def _lacks_its_subject(sentence: Sentence, verb: int) -> bool:
    helping = sentence.children(verb, "aux")
    finite = bool(helping) and sentence.tag(helping[0]) in _TENSES
    return finite and sentence.subject(verb) is None


def _leads_up(sentence: Sentence, verb: int, start: int, subject: int) -> bool:
    """Whether what stands before the subject is adverbial, so that the subject may be exchanged."""
    allowed = ("advmod", "prep", "npadvmod", "advcl", "punct", "intj", "cc", "mark", "preconj")
    k = start
    while k < subject:
        head = k
        while sentence.head(head) != verb and sentence.head(head) != head:
            head = sentence.head(head)
        phrase = sentence.phrase(head)
        if sentence.relation(head) not in allowed or phrase is None or phrase[0] != k:
            return False
        if sentence.tag(head) == "WRB" or phrase[1] > subject:
            return False
        cut = sentence.relation(head) == "prep" or sentence.lower(head) in _PREPOSITIONS
        if cut and not sentence.children(head):
            return False  # what it belongs to was taken for the subject
        k = phrase[1]
    return True
