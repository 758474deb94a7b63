"""Questions: asked at one remove, or with other words for "how", "why", "when" and "where"."""

from collections.abc import Iterator

from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import past, present
from mohs.language.rewriting.nouns import NOUNS, number
from mohs.language.rewriting.sentence import Range, Sentence

_HEAVY = 6
"""Tokens: no form of "be" is put behind a longer subject."""

_OTHER_WORDS = {
    "how": ("in", "what", "way"),
    "why": ("for", "what", "reason"),
    "where": ("in", "what", "place"),
    "when": ("at", "what", "time"),
}


def indirect_question(sentence: Sentence) -> Iterator[list[Piece]]:
    """Ask at one remove: "Where does she live?" -> "Can you tell me where she lives?"."""
    low, high = sentence.core
    if not _is_question(sentence) or (
        sentence.lower(low) in ("can", "could", "would", "will", "do") and sentence.lower(low + 1) == "you"
    ):
        return
    lead = [new(word) for word in ("can", "you", "tell", "me")]
    wh = _wh_phrase(sentence)
    if wh is None:
        turned = _statement(sentence, low, high)
        if turned is not None and "or" not in sentence.words((low, high)):
            yield [*lead, new("whether"), *turned]
        return
    asked_of = sentence.lower(wh[1]) not in ("do", "does", "did")
    if (
        asked_of
        and sentence.relation(wh[0]) in ("nsubj", "nsubjpass", "det", "amod")
        and _is_subject(sentence, wh)
    ):
        yield [*lead, *kept((low, high))]
        return
    turned = _statement(sentence, wh[1], high)
    if turned is not None:
        yield [*lead, *kept(wh), *turned]


def question_cleft(sentence: Sentence) -> Iterator[list[Piece]]:
    """Ask with a cleft: "What did she sing?" -> "What was it that she sang?"."""
    low, high = sentence.core
    wh = _wh_phrase(sentence)
    if wh is None or not _is_question(sentence) or sentence.lower(low) == "how":
        return
    # "What war", but neither "which wars" nor "when and how" nor what a parser has taken along.
    if wh[1] - wh[0] > 2 or (wh[1] - wh[0] == 2 and sentence.tag(wh[0] + 1) != "NN"):
        return
    if sentence.kind(sentence.root) != "VERB" or sentence.children(sentence.root, "conj") or wh[1] >= high:
        return
    finite = wh[1] if sentence.lower(wh[1]) in listed("question-verbs") else sentence.root
    form = "was" if sentence.tag(finite) == "VBD" else "is"
    lead = [*kept(wh), new(form), new("it"), new("that")]
    helped = sentence.lower(wh[1]) in ("do", "does", "did")
    turned = _statement(sentence, wh[1], high)
    if not helped and sentence.subject(sentence.root) in range(*wh):
        yield [*lead, *kept((wh[1], high))]
    elif turned is not None:
        yield [*lead, *turned]


def is_it_true(sentence: Sentence) -> Iterator[list[Piece]]:
    """Ask whether it is true: "Does she sing?" -> "Is it true that she sings?"."""
    low, high = sentence.core
    requests = ("can", "could", "would", "will", "shall", "may", "must", "should", "might")
    if not _is_question(sentence) or sentence.lower(low) in requests:
        return
    if sentence.words((low, low + 3)) == ["do", "you", "know"]:
        return  # it asks what is behind it
    turned = _statement(sentence, low, high)
    if turned is not None and listed("asking").isdisjoint(sentence.words((low, high))):
        yield [*(new(word) for word in ("is", "it", "true", "that")), *turned]


def in_other_words(sentence: Sentence) -> Iterator[list[Piece]]:
    """Ask in more words: "Why did she leave?" -> "For what reason did she leave?"."""
    low, high = sentence.core
    words = _OTHER_WORDS.get(sentence.lower(low))
    helped = sentence.lower(low + 1) in listed("question-verbs")
    if words is None or not helped or not _is_question(sentence) or sentence.kind(sentence.root) != "VERB":
        return
    if sentence.lower(low) == "where" and sentence.lower(sentence.root) in (
        "go",
        "going",
        "come",
        "coming",
        "from",
    ):
        return
    if sentence.words((high - 1, high)) == ["from"] or sentence.head(low) != sentence.root:
        return
    yield [*(new(word) for word in words), *kept((low + 1, high))]


def way_to(sentence: Sentence) -> Iterator[list[Piece]]:
    """Ask for the way: "How can I learn to sing?" -> "What is the way to learn to sing?"."""
    low, high = sentence.core
    root = sentence.root
    if (
        sentence.lower(low) != "how"
        or sentence.lower(low + 1) not in ("can", "do", "should", "could")
        or not _is_question(sentence)
    ):
        return
    if (
        sentence.lower(low + 2) not in ("i", "you", "we", "one")
        or root != low + 3
        or sentence.tag(root) != "VB"
    ):
        return
    if (
        sentence.head(low) != root
        or sentence.lemma(root) in listed("takes-how")
        or sentence.children(root, "neg", "conj")
    ):
        return
    bound = {"my", "our", "your", "me", "us", "i", "we", "myself", "yourself", "ourselves"}
    if not bound.isdisjoint(sentence.words((root, high))):
        return
    yield [*(new(word) for word in ("what", "is", "the", "way", "to")), *kept((root, high))]


def _is_question(sentence: Sentence) -> bool:
    return "?" in sentence.words((sentence.core[1], sentence.stop))


def _wh_phrase(sentence: Sentence) -> Range | None:
    """The words that ask, where they begin the question: "how", "which film", "how many films"."""
    low, high = sentence.core
    if sentence.tag(low) not in ("WP", "WDT", "WRB", "WP$"):
        return None
    stop = low + 1
    while (
        stop < high and sentence.lower(stop) not in listed("question-verbs") and sentence.kind(stop) != "VERB"
    ):
        stop += 1
    return low, stop


def _is_subject(sentence: Sentence, wh: Range) -> bool:
    """Whether the words that ask are the subject ("who sings")."""
    k = wh[0]
    while sentence.relation(k) in ("det", "amod", "advmod") and sentence.head(k) != sentence.root:
        k = sentence.head(k)
    return sentence.relation(k) in ("nsubj", "nsubjpass")


def _statement(sentence: Sentence, low: int, high: int) -> list[Piece] | None:
    """What begins with a helping verb, turned into a statement: "does she live here" -> "she lives here"."""
    first, root = low, sentence.root
    word = sentence.lower(first)
    if (
        first >= high
        or word not in listed("question-verbs")
        or (sentence.head(first) != root and first != root)
    ):
        return None
    subject = sentence.subject(root)
    phrase = None if subject is None else sentence.phrase(subject)
    if (
        subject is None
        or phrase is None
        or phrase[0] != first + 1
        or sentence.tag(subject) not in (*NOUNS, "PRP", "EX", "DT")
    ):
        return None
    if sentence.children(root, "neg", "conj") or sentence.kind(phrase[1] - 1) == "ADP":
        return None
    if word not in ("do", "does", "did"):
        if first == root and phrase[1] - phrase[0] > _HEAVY:
            return None  # "what the things that I could do when I am bored are"
        return kept(phrase, (first, first + 1), (phrase[1], high))
    agreed = "singular" if word == "does" else number(sentence, subject)
    if agreed is None or sentence.tag(root) != "VB" or root < phrase[1]:
        return None
    lemma = sentence.lemma(root)
    form = past(lemma, agreed) if word == "did" else present(lemma, agreed)
    return [*kept(phrase, (phrase[1], root)), instead(root, form), *kept((root + 1, high))]
