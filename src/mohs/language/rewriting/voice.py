"""Voice: a clause in the passive, or in the active."""

from collections.abc import Callable, Iterator

from mohs.language.rewriting.clause import Clause, hangs_on_subject
from mohs.language.rewriting.compose import Piece, instead, kept, new
from mohs.language.rewriting.lists import listed
from mohs.language.rewriting.morphology import (
    Number,
    be,
    inflected,
    object_case,
    past,
    present,
    subject_case,
)
from mohs.language.rewriting.nouns import NOUNS, is_cut, is_measure, is_movable, is_quantified, number
from mohs.language.rewriting.sentence import Range, Sentence

_SHORT = 6
"""Tokens of a phrase that an agent may stand behind."""
_BARRED = ("dative", "xcomp", "ccomp", "oprd", "auxpass", "attr", "acomp")
"""What a verb whose object may become the subject must not have."""


def passive(clause: Clause) -> Iterator[list[Piece]]:
    """Make the object the subject: "They ordered a van" -> "A van was ordered by them"."""
    sentence, verb = clause.sentence, clause.verb
    found = sentence.child(verb, "dobj")
    if found is None or sentence.relation(clause.subject) != "nsubj" or sentence.tag(verb)[:2] != "VB":
        return
    phrase, new_number = sentence.phrase(found), number(sentence, found)
    if phrase is None or new_number is None or not _may_be_passive(clause, found, phrase):
        return
    group = _passive_group(clause, new_number)
    if group is None:
        return
    agent = _in_case(sentence, clause.subject, clause.subject_phrase, object_case)
    if agent is None:
        return
    promoted = _in_case(sentence, found, phrase, subject_case)
    if promoted is None:
        return
    yield [
        *kept(clause.before),
        *promoted,
        *group,
        *kept((verb + 1, phrase[0]), (phrase[1], behind := _behind_arguments(clause, phrase[1]))),
        new("by"),
        *agent,
        *kept((behind, clause.stop)),
    ]


def active(clause: Clause) -> Iterator[list[Piece]]:
    """Make the agent the subject: "A van was ordered by them" -> "They ordered a van"."""
    sentence, verb = clause.sentence, clause.verb
    by = sentence.child(verb, "agent")
    if by is None or sentence.relation(clause.subject) != "nsubjpass" or clause.shares_its_subject:
        return
    if sentence.tag(verb) != "VBN":
        return
    agent, place = sentence.child(by, "pobj"), sentence.phrase(by)
    if agent is None or place is None or place[0] != by or sentence.lower(by) != "by":
        return
    phrase, new_number = sentence.phrase(agent), number(sentence, agent)
    if phrase is None or new_number is None or phrase != (by + 1, place[1]) or not _may_act(sentence, agent):
        return
    if sentence.children(verb, "xcomp", "ccomp", "oprd", "dobj", "attr") or not _keeps_scope(clause, phrase):
        return
    if place[1] > clause.stop:
        return
    if not is_movable(sentence, agent, phrase) or hangs_on_subject(sentence, verb):
        return
    if not is_movable(sentence, clause.subject, clause.subject_phrase):
        return
    group = _active_group(clause, new_number)
    subject = _in_case(sentence, agent, phrase, subject_case)
    demoted = _in_case(sentence, clause.subject, clause.subject_phrase, object_case)
    if group is None or subject is None or demoted is None:
        return
    between, particles = (verb + 1, by), [k for k in sentence.children(verb, "prt") if k == verb + 1]
    if particles:
        group, between = [*group, *kept((verb + 1, verb + 2))], (verb + 2, by)
    yield [*kept(clause.before), *subject, *group, *demoted, *kept(between, (place[1], clause.stop))]


def passive_of_clause(clause: Clause) -> Iterator[list[Piece]]:
    """Put a clause behind "it": "Many believe that it rains" -> "It is believed by many that it rains"."""
    sentence, verb = clause.sentence, clause.verb
    k = sentence.child(verb, "ccomp")
    phrase = None if k is None else sentence.phrase(k)
    if k is None or phrase is None or phrase != (verb + 1, clause.stop) or sentence.lower(verb + 1) != "that":
        return
    if verb + 1 not in sentence.children(k, "mark"):
        return
    if sentence.lemma(verb) not in listed("impersonal") or clause.shares_its_subject:
        return
    if sentence.lower(clause.subject) in ("it", "this", "that") or hangs_on_subject(sentence, verb):
        return
    group = _passive_group(clause, "singular")
    agent = _in_case(sentence, clause.subject, clause.subject_phrase, object_case)
    if group is None or agent is None or not is_movable(sentence, clause.subject, clause.subject_phrase):
        return
    yield [*kept(clause.before), new("it"), *group, new("by"), *agent, *kept(phrase)]


def _may_be_passive(clause: Clause, found: int, phrase: Range) -> bool:
    sentence, verb = clause.sentence, clause.verb
    if sentence.children(verb, *_BARRED) or clause.shares_its_subject or phrase[1] > clause.stop:
        return False
    if hangs_on_subject(sentence, verb):
        return False
    if sentence.lemma(verb) in listed("no-passive") or not _keeps_scope(clause, phrase):
        return False
    between = range(verb + 1, phrase[0])
    if phrase[0] <= verb or any(sentence.relation(k) != "prt" for k in between):
        return False
    if any(sentence.relation(k) == "prt" and k > phrase[0] for k in sentence.children(verb)):
        return False
    if not is_movable(sentence, found, phrase) or not is_movable(
        sentence, clause.subject, clause.subject_phrase
    ):
        return False
    if is_cut(sentence, phrase[1]):
        return False
    if sentence.lower(clause.subject) == "one" or _parts_are_arguments(sentence, verb, found):
        return False
    words = sentence.words(phrase)
    if is_measure(sentence, found):
        return False
    if any(word.endswith(("self", "selves")) or word in listed("bound") for word in words):
        return False
    return sentence.tag(found) != "NN" or phrase[1] - phrase[0] > 1


def _parts_are_arguments(sentence: Sentence, verb: int, found: int) -> bool:
    """Whether "of" behind the object belongs to the verb after all ("accused her of lies")."""
    return sentence.lemma(verb) in listed("takes-of") and "of" in sentence.words_of(sentence.children(found))


def _behind_arguments(clause: Clause, start: int) -> int:
    """Where the agent may stand: behind what belongs to the verb ("thrown away by", "given to her by")."""
    sentence, end = clause.sentence, start
    for k in sentence.children(clause.verb):
        phrase = sentence.phrase(k)
        if phrase is None or phrase[0] != end or phrase[1] > clause.stop:
            continue
        alone = phrase[1] == phrase[0] + 1 and sentence.lower(k) in listed("directions")
        argument = sentence.relation(k) == "prep" and sentence.lower(k) in listed("argument-prepositions")
        if not alone and not (argument and phrase[1] - phrase[0] <= _SHORT):
            break
        end = phrase[1]
    return end


def _keeps_scope(clause: Clause, phrase: Range) -> bool:
    """Whether subject and this phrase may change places: at most one says how many, and nothing denies it."""
    sentence = clause.sentence
    quantified = [is_quantified(sentence, one) for one in (clause.subject_phrase, phrase)]
    if not any(quantified):
        return True
    words = {*sentence.words(clause.subject_phrase), *sentence.words(phrase)}
    return not all(quantified) and clause.negation is None and words.isdisjoint(listed("negatives"))


def _passive_group(clause: Clause, agreed: Number) -> list[Piece] | None:
    """From behind the subject to the verb, in the passive."""
    sentence, verb = clause.sentence, clause.verb
    made = participle(sentence, verb)
    after, between = clause.subject_phrase[1], (clause.subject_phrase[1], verb)
    if not clause.auxiliaries:
        if clause.tense == "modal":
            return None
        form = be(clause.tense, agreed)
        if "," in sentence.words(between):
            return [*kept(between), instead(verb, f"{form} {made}")]
        return [new(form), *kept(between), instead(verb, made)]
    first, last = clause.auxiliaries[0], clause.auxiliaries[-1]
    match [_helper(sentence, k) for k in clause.auxiliaries]:
        case ["do"]:
            changed, put = be(clause.tense, agreed), ""
        case ["be"] if sentence.tag(verb) == "VBG":
            changed, put = be(clause.tense, agreed), "being"
        case ["have"]:
            changed, put = _have(clause, agreed), "been"
        case ["modal"]:
            changed, put = sentence.word(first), "be"
        case ["modal", "have"]:
            changed, put = sentence.word(first), "been"
        case _:
            return None
    # "may be carefully read", but "has also been read".
    adverbs = sentence.words((last + 1, verb))
    close = bool(adverbs) and adverbs[-1].endswith("ly") and adverbs[-1] not in listed("sentence-adverbs")
    phrase = sentence.phrase(verb - 1)
    place = phrase[0] if close and phrase and phrase[0] > last else verb
    return [
        *kept((after, first)),
        instead(first, changed),
        *kept((first + 1, place)),
        new(put),
        *kept((place, verb)),
        instead(verb, made),
    ]


def _active_group(clause: Clause, agreed: Number) -> list[Piece] | None:
    """From behind the subject to the verb, in the active."""
    sentence, verb = clause.sentence, clause.verb
    lemma, after = sentence.lemma(verb), clause.subject_phrase[1]
    lemmas = [_helper(sentence, k) for k in clause.auxiliaries]
    first = clause.auxiliaries[0] if clause.auxiliaries else verb
    simple = past if clause.tense == "past" else present
    match lemmas:
        case ["be"] if clause.negation is not None:
            return [
                *kept((after, first)),
                instead(first, simple("do", agreed)),
                *kept((first + 1, verb)),
                instead(verb, lemma),
            ]
        case ["be"]:
            return [*kept((after, first), (first + 1, verb)), instead(verb, simple(lemma, agreed))]
        case ["modal", "be"]:
            second = clause.auxiliaries[1]
            return [*kept((after, second), (second + 1, verb)), instead(verb, lemma)]
        case ["have", "be"]:
            second = clause.auxiliaries[1]
            return [
                *kept((after, first)),
                instead(first, _have(clause, agreed)),
                *kept((first + 1, second), (second + 1, verb + 1)),
            ]
        case ["be", "be"]:
            second = clause.auxiliaries[1]
            return [
                *kept((after, first)),
                instead(first, be(clause.tense, agreed)),
                *kept((first + 1, second), (second + 1, verb)),
                instead(verb, inflected(lemma, "VBG")),
            ]
        case _:
            return None


def participle(sentence: Sentence, verb: int) -> str:
    """A verb's past participle."""
    if sentence.tag(verb) == "VBN":
        return sentence.lower(verb)
    return inflected(sentence.lemma(verb), "VBN", like=sentence.lower(verb))


def _helper(sentence: Sentence, k: int) -> str:
    """What a helping verb is: "be", "have", "do" or "modal"."""
    if sentence.tag(k) == "MD":
        return "modal"
    lemma = sentence.lemma(k)
    return lemma if lemma in ("be", "have", "do") else ""


def _have(clause: Clause, agreed: Number) -> str:
    return "had" if clause.tense == "past" else present("have", agreed)


def _may_act(sentence: Sentence, k: int) -> bool:
    acts = sentence.tag(k) in NOUNS or subject_case(sentence.lower(k)) is not None
    return acts and not is_measure(sentence, k) and sentence.lemma(k) not in listed("beside")


def _in_case(
    sentence: Sentence, k: int, phrase: Range, case: Callable[[str], str | None]
) -> list[Piece] | None:
    """A phrase; a pronoun in another case. None for a pronoun that has none."""
    if sentence.tag(k) in NOUNS:
        return kept(phrase)
    turned = case(sentence.lower(k)) if phrase[1] - phrase[0] == 1 else None
    return None if turned is None else [instead(k, turned)]
