"""Noun phrases: their number, and what kind of thing they name."""

from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import Number, is_common
from mohs.language.rewriting.sentence import Range, Sentence

NOUNS = ("NN", "NNS", "NNP", "NNPS")
_SINGULAR = frozenset(("it", "he", "she", "him", "her", "this", "that", "one"))
_PLURAL = frozenset(("we", "they", "us", "them", "you", "these", "those"))
_MEASURES = frozenset(("DATE", "TIME", "PERCENT", "QUANTITY", "MONEY", "CARDINAL", "ORDINAL"))
_PERSONS = frozenset(("PERSON", "NORP", "ORG"))


def number(sentence: Sentence, k: int) -> Number | None:
    """The number of the phrase of this noun or pronoun; None where it cannot be told."""
    conjuncts = sentence.children(k, "conj")
    if conjuncts:
        return "plural" if sentence.words_of(sentence.children(k, "cc")) == ["and"] else None
    word, tag = sentence.lower(k), sentence.tag(k)
    if word in ("i", "me"):
        return "first"
    if word in _SINGULAR or word in listed("indefinite-pronouns"):
        return "singular"
    if word in _PLURAL:
        return "plural"
    counted = _counted(sentence, k)
    if counted is not None:
        return number(sentence, counted)
    if tag not in NOUNS or word in listed("numberless") or sentence.lemma(k) in listed("quantities"):
        return None
    if tag == "NNPS" or word.endswith("states"):
        return None
    determiners = sentence.words_of(sentence.children(k, "det"))
    if not listed("plural-determiners").isdisjoint(determiners):
        return "plural"
    if tag == "NNS" and not listed("singular-determiners").isdisjoint(determiners):
        return None
    if tag == "NN" and word[-1:] == "s" and word[-2:] not in ("ss", "us", "is"):
        return None
    return "plural" if tag == "NNS" else "singular"


def _counted(sentence: Sentence, k: int) -> int | None:
    """The noun that a word of quantity counts: "a lot of films"."""
    of = sentence.child(k, "prep")
    if of != k + 1 or sentence.lower(of) != "of" or sentence.lower(k) not in listed("counts"):
        return None
    the = "the" in sentence.words_of(sentence.children(k, "det"))
    return None if the else sentence.child(of, "pobj")


def is_quantified(sentence: Sentence, phrase: Range) -> bool:
    """Whether a phrase speaks of how many: what is said of it may change with its place."""
    return not listed("quantifiers").isdisjoint(sentence.words(phrase))


def is_definite(sentence: Sentence, k: int) -> bool:
    """Whether it names something known: "the film", "this film", "my film", "Rome"."""
    if sentence.children(k, "poss"):
        return True
    determiners = sentence.words_of(sentence.children(k, "det"))
    if determiners:
        return not listed("definite-determiners").isdisjoint(determiners)
    return sentence.tag(k) in ("NNP", "NNPS")


def is_measure(sentence: Sentence, k: int) -> bool:
    """Whether it says how long, how much or when, and so is no object."""
    token = sentence.parsed.tokens[k]
    kind = sentence.parsed.kind_at(token.start, token.end)
    return kind in _MEASURES or sentence.lemma(k) in listed("times")


def is_cut(sentence: Sentence, stop: int) -> bool:
    """Whether a list seems to go on behind a phrase that ends here."""
    goes_on = sentence.lower(stop) == "," and stop + 1 < sentence.stop  # a comma may be the text's last mark
    return goes_on and sentence.kind(stop + 1) in ("NOUN", "PROPN", "ADJ", "DET", "NUM", "VERB")


def is_movable(sentence: Sentence, k: int, phrase: Range) -> bool:
    """Whether a phrase may stand elsewhere: no comma sets off a part of it, no clause says when or why.

    The commas of a list are its own.
    """
    below = [one for one in sentence.descendants(k) if one != k]
    if any(sentence.relation(one) in ("advcl", "appos", "parataxis", "dep") for one in below):
        return False
    if sentence.relation(k) == "dobj" and {"from", "to"} <= set(sentence.words(phrase)):
        return False  # "moved the ashes from A to B": where from and to belongs to the verb
    if any(sentence.relation(one) == "prep" and sentence.word(one - 1) == "," for one in below):
        return False  # "all sectors, including power": a second comma would have to close what is put in
    commas = sum(word in (",", "--", "-", "–", "—") for word in sentence.words(phrase))
    listing = sum(sentence.relation(one) == "conj" for one in below)
    clauses = any(sentence.relation(one) in ("relcl", "acl") for one in below)
    return not commas or (commas <= listing and not clauses)


def may_be_person(sentence: Sentence, k: int) -> bool:
    """Whether it may name a person or people; True on doubt."""
    token, word = sentence.parsed.tokens[k], sentence.lemma(k)
    if sentence.parsed.kind_at(token.start, token.end) in _PERSONS or sentence.tag(k) not in ("NN", "NNS"):
        return True
    if sentence.word(k)[0].isupper() and not is_common(sentence.word(k)):
        return True
    return word in listed("people") or (word.endswith(_ENDINGS) and word not in listed("things"))


_ENDINGS = ("er", "or", "ist", "man", "men", "woman", "women", "ian", "ee", "ant", "people", "person", "ess")
