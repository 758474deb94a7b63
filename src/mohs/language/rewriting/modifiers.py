"""Modifiers of nouns: relative clauses, participles and names set beside a noun."""

from collections.abc import Iterator

from mohs.language.rewriting.clause import main_clause
from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import be, inflected, present
from mohs.language.rewriting.nouns import is_definite, may_be_person, number
from mohs.language.rewriting.sentence import Range, Sentence

_SUBJECTS = ("nsubj", "nsubjpass")
_COMPLETE = ("dobj", "mark", "ccomp", "xcomp", "attr", "acomp", "oprd")
"""What a verb has that lacks nothing: a clause of it is no relative clause."""
_RELATIVES = ("who", "which", "that")
_LONGEST_NOUN = 6
"""Tokens that "such" may stand before "that"."""


def relative_reduced(sentence: Sentence) -> Iterator[list[Piece]]:
    """Leave out "who is": "the man who is singing" -> "the man singing"."""
    low, high = sentence.core
    for verb, phrase in _relative_clauses(sentence):
        subject = phrase[0]
        if sentence.lower(subject) not in _RELATIVES or sentence.relation(subject) not in _SUBJECTS:
            continue
        helping = sentence.children(verb, "aux", "auxpass")
        reduced = len(helping) == 1 and helping[0] == subject + 1 and sentence.lemma(helping[0]) == "be"
        close = verb == subject + 2 and subject == sentence.head(verb) + 1 and phrase[1] > verb + 1
        fitting = sentence.tag(verb) in ("VBG", "VBN") and sentence.lower(verb) not in ("going", "being")
        whole = not sentence.children(verb, "neg", "conj") and not _is_set_off(sentence, phrase)
        if reduced and close and fitting and whole:
            yield kept((low, phrase[0]), (helping[0] + 1, high))


def participle_expanded(sentence: Sentence) -> Iterator[list[Piece]]:
    """Make a relative clause: "a box containing books" -> "a box that contains books"."""
    low, high = sentence.core
    clause = main_clause(sentence)
    if clause is None or clause.tense == "modal":
        return
    for k in range(low, high):
        for verb in sentence.children(k, "acl"):
            phrase = sentence.phrase(verb)
            if phrase is None or phrase[0] != verb or sentence.tag(verb) not in ("VBG", "VBN") or verb <= k:
                continue
            agreed = number(sentence, k)
            if (
                agreed is None
                or sentence.word(verb - 1) in (",", "-", "--", "(")
                or sentence.children(verb, "conj")
            ):
                continue
            if not sentence.tag(k).startswith("NN") or verb != k + 1:
                continue
            steady = sentence.lemma(verb) in listed("steady-participles")
            who = "who" if may_be_person(sentence, k) and sentence.lemma(k) in listed("people") else "that"
            if sentence.tag(verb) == "VBN":
                if "by" in sentence.words_of(sentence.children(verb)) and (steady or clause.tense == "past"):
                    made = f"{be(clause.tense, agreed)} {sentence.word(verb)}"
                    yield [*kept((low, verb)), new(who), instead(verb, made), *kept((verb + 1, high))]
            elif steady:
                past = clause.tense == "past"
                made = (
                    inflected(sentence.lemma(verb), "VBD") if past else present(sentence.lemma(verb), agreed)
                )
                yield [*kept((low, verb)), new(who), instead(verb, made), *kept((verb + 1, high))]


def relative_pronoun_dropped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Leave out the relative pronoun: "the man that I saw" -> "the man I saw"."""
    low, high = sentence.core
    for verb, phrase in _relative_clauses(sentence):
        pronoun, subject = phrase[0], sentence.child(verb, "nsubj", "nsubjpass")
        if subject is None or sentence.lower(pronoun) not in ("that", "which", "whom"):
            continue
        start = sentence.phrase(subject)
        as_object = sentence.relation(pronoun) in ("dobj", "pobj") and sentence.head(pronoun) == verb
        if start is None or start[0] != pronoun + 1 or not as_object or _is_set_off(sentence, phrase):
            continue
        if not {"so", "such"}.isdisjoint(sentence.words((pronoun - _LONGEST_NOUN, pronoun))):
            continue  # "such bad characters that it hardly matters"
        if sentence.lemma(sentence.head(verb)) not in listed("takes-clause"):
            yield kept((low, pronoun), (pronoun + 1, high))


def relative_pronoun_added(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write the relative pronoun: "the film we saw" -> "the film that we saw"."""
    low, high = sentence.core
    if sentence.lower(low) in listed("subordinators"):
        return  # "Once I left the house I sang" has no relative clause, whatever a parser says
    for verb, phrase in _relative_clauses(sentence):
        subject, head = sentence.child(verb, "nsubj", "nsubjpass"), sentence.head(verb)
        if subject is None or sentence.tag(subject) != "PRP" or subject != phrase[0] or subject != head + 1:
            continue
        if not sentence.tag(head).startswith("NN") or not sentence.children(head, "det"):
            continue
        if sentence.children(verb, *_COMPLETE) or sentence.lemma(verb) == "be":
            continue
        if sentence.lemma(head) not in listed("times") and sentence.lemma(head) not in listed(
            "adverbial-heads"
        ):
            yield [*kept((low, phrase[0])), new("that"), *kept((phrase[0], high))]


def relative_pronoun_exchanged(sentence: Sentence) -> Iterator[list[Piece]]:
    """Write another relative pronoun: "the film that pleased us" -> "the film which pleased us"."""
    low, high = sentence.core
    for verb, phrase in _relative_clauses(sentence):
        pronoun, head = phrase[0], sentence.head(verb)
        own = sentence.relation(pronoun) in _SUBJECTS and sentence.head(pronoun) == verb
        if pronoun != head + 1 or sentence.relation(head) == "conj":
            continue
        if not own or _is_set_off(sentence, phrase) or sentence.tag(head) not in ("NN", "NNS"):
            continue
        if sentence.relation(head) == "attr" and sentence.words_of(
            sentence.children(sentence.head(head), "nsubj")
        ) in (["it"], ["that"]):
            continue  # "it was the film that pleased us"
        if sentence.lemma(head) in listed("takes-clause"):
            continue
        before = sentence.words((_left(sentence, head), head))
        word, person = sentence.lower(pronoun), sentence.lemma(head) in listed("persons")
        made = {"which": "that", "who": "that", "that": "who" if person else "which"}.get(word)
        picked = not listed("picking").isdisjoint(before) or any(
            sentence.tag(one) in ("JJS", "RBS") for one in range(_left(sentence, head), head)
        )
        doubt = picked or (
            not person and (may_be_person(sentence, head) or sentence.lemma(head) in listed("people"))
        )
        if made is None or (word == "that" and doubt):
            continue
        if sentence.lower(pronoun + 1) not in ("that", "which"):
            yield [*kept((low, pronoun)), instead(pronoun, made), *kept((pronoun + 1, high))]


def apposition_swapped(sentence: Sentence) -> Iterator[list[Piece]]:
    """Swap a name and what it is called: "Mary, the star, sang" -> "the star, Mary, sang"."""
    low, high = sentence.core
    for k in range(low, high):
        other = sentence.child(k, "appos")
        second = None if other is None else sentence.phrase(other)
        if other is None or second is None or sentence.word(second[0] - 1) != ",":
            continue
        first = (_left(sentence, k), second[0] - 1)
        if first[1] != k + 1 or first[0] < low or second[1] >= high or sentence.word(second[1]) != ",":
            continue
        named = sentence.tag(k) == "NNP" and sentence.tag(other) == "NN"
        named = named or (sentence.tag(other) == "NNP" and sentence.tag(k) == "NN")
        subject = sentence.relation(k) in _SUBJECTS
        if subject and named and _may_swap(sentence, k, other, second):
            yield kept((low, first[0]), second, (first[1], second[0]), first, (second[1], high))


def _may_swap(sentence: Sentence, k: int, other: int, second: Range) -> bool:
    if any(word == "," for word in sentence.words(second)):
        return False
    if not (is_definite(sentence, k) and is_definite(sentence, other)):
        return False
    return not any(
        sentence.relation(one) in ("relcl", "acl", "conj", "advcl") for one in sentence.descendants(other)
    )


def _left(sentence: Sentence, k: int) -> int:
    """Where the words before a noun that belong to it begin."""
    low = k
    for one in sentence.children(k):
        if one < k:
            phrase = sentence.phrase(one)
            low = min(low, one if phrase is None else phrase[0])
    return low


def _relative_clauses(sentence: Sentence) -> Iterator[tuple[int, Range]]:
    low, high = sentence.core
    for k in range(low, high):
        for verb in sentence.children(k, "relcl"):
            phrase = sentence.phrase(verb)
            if phrase is not None and k < phrase[0] and phrase[1] <= high:
                yield verb, phrase


def _is_set_off(sentence: Sentence, phrase: Range) -> bool:
    return sentence.word(phrase[0] - 1) in (",", "--", "-", "(", "-LRB-")
