"""The forms: each by its name, with the template of ParaNMT-50M that it makes, where it makes one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from mohs.language.change import is_no_op
from mohs.language.grammar import Parsed
from mohs.language.phrase_structure import written
from mohs.language.rewriting import (
    adverbs,
    complements,
    coordination,
    emphasis,
    existential,
    extraposition,
    fronting,
    genitive,
    inversions,
    it_clefts,
    modality,
    modifiers,
    negation,
    objects,
    pairs,
    questions,
    quotation,
    short_forms,
    voice,
    what_clefts,
)
from mohs.language.rewriting.clause import per_clause
from mohs.language.rewriting.compose import Piece, compose
from mohs.language.rewriting.sentence import Sentence, sentences

_PLAIN, _ORDER, _PHRASE_FIRST, _ADVERB_FIRST, _CLAUSE_FIRST, _TWO = (
    written("S", parts.split())
    for parts in ("NP VP .", "VP .", "PP , NP VP .", "ADVP NP VP .", "SBAR , NP VP .", "S , CC S .")
)


class Form(NamedTuple):
    """A syntactic form.

    Attributes:
        name: Its name.
        make: The pieces of every version that it makes of a sentence.
        template: The template of ParaNMT-50M that its sentences have; "" for none of the ten.
        local: Whether it changes words that stand close together, wherever the sentence begins and ends.
    """

    name: str
    make: Callable[[Sentence], Iterator[list[Piece]]]
    template: str = ""
    local: bool = False


FORMS: tuple[Form, ...] = (
    # What stands first and last.
    Form("fronted-phrase", fronting.fronted_phrase, _PHRASE_FIRST),
    Form("fronted-clause", fronting.fronted_clause, _CLAUSE_FIRST),
    Form("fronted-participle", fronting.fronted_participle),
    Form("fronted-purpose", fronting.fronted_purpose),
    Form("fronted-adverb", per_clause(adverbs.fronted_adverb), _ADVERB_FIRST),
    Form("phrase-at-end", fronting.phrase_at_end, _PLAIN),
    Form("clause-at-end", fronting.clause_at_end, _PLAIN),
    Form("place-first", per_clause(fronting.place_first)),
    Form("adverb-inside", per_clause(adverbs.adverb_inside), _PLAIN),
    Form("adverb-last", per_clause(adverbs.adverb_last)),
    Form("adverb-before-verb", per_clause(adverbs.adverb_before_verb)),
    # Voice.
    Form("passive", per_clause(voice.passive), _PLAIN),
    Form("active", per_clause(voice.active), _PLAIN),
    Form("passive-of-clause", per_clause(voice.passive_of_clause), _PLAIN),
    # Clefts and inversions.
    Form("it-cleft-subject", per_clause(it_clefts.it_cleft_subject), _PLAIN),
    Form("it-cleft-object", per_clause(it_clefts.it_cleft_object), _PLAIN),
    Form("it-cleft-adjunct", per_clause(it_clefts.it_cleft_adjunct), _PLAIN),
    Form("what-cleft-subject", per_clause(what_clefts.what_cleft_subject)),
    Form("what-cleft-object", per_clause(what_clefts.what_cleft_object)),
    Form("what-cleft-clause", per_clause(what_clefts.what_cleft_clause)),
    Form("what-cleft-verb", per_clause(what_clefts.what_cleft_verb)),
    Form("what-happened", per_clause(what_clefts.what_happened)),
    Form("object-first", per_clause(inversions.object_first), _PLAIN),
    Form("predicate-first", per_clause(inversions.predicate_first)),
    Form("copula-turned", per_clause(inversions.copula_turned), _PLAIN),
    Form("never-first", per_clause(negation.never_first)),
    # Something that is there, and clauses as subjects.
    Form("there-inserted", per_clause(existential.there_inserted), _PLAIN),
    Form("there-removed", existential.there_removed, _PLAIN),
    Form("there-with-relative", per_clause(existential.there_with_relative), _PLAIN),
    Form("there-with-relative-removed", existential.there_with_relative_removed, _PLAIN),
    Form("exists", existential.exists, _PLAIN),
    Form("extraposed", extraposition.extraposed, _PLAIN),
    Form("clause-as-subject", extraposition.clause_as_subject),
    # Two of a kind.
    Form("conjuncts-swapped", coordination.conjuncts_swapped, local=True),
    Form("clauses-swapped", coordination.clauses_swapped, _TWO),
    Form("as-well-as", pairs.as_well_as, local=True),
    Form("both-and", pairs.both_and, local=True),
    Form("semicolon", coordination.semicolon),
    Form("although", coordination.although, _CLAUSE_FIRST),
    Form("subject-repeated", per_clause(emphasis.subject_repeated)),
    # Nouns and what belongs to them.
    Form("of-genitive", genitive.of_genitive, local=True),
    Form("s-genitive", genitive.s_genitive, local=True),
    Form("of-added", genitive.of_added, local=True),
    Form("of-dropped", genitive.of_dropped, local=True),
    Form("relative-reduced", modifiers.relative_reduced),
    Form("participle-expanded", modifiers.participle_expanded),
    Form("relative-pronoun-dropped", modifiers.relative_pronoun_dropped),
    Form("relative-pronoun-added", modifiers.relative_pronoun_added),
    Form("relative-pronoun-exchanged", modifiers.relative_pronoun_exchanged),
    Form("apposition-swapped", modifiers.apposition_swapped),
    # Verbs and what belongs to them.
    Form("dative-with-to", objects.dative_with_to, local=True),
    Form("dative-without-to", objects.dative_without_to, local=True),
    Form("particle-behind", objects.particle_behind, local=True),
    Form("particle-before", objects.particle_before, local=True),
    Form("that-added", complements.that_added, local=True),
    Form("that-dropped", complements.that_dropped, local=True),
    Form("infinitive-as-gerund", complements.infinitive_as_gerund, local=True),
    Form("gerund-as-infinitive", complements.gerund_as_infinitive, local=True),
    Form("in-order-added", complements.in_order_added, local=True),
    Form("in-order-dropped", complements.in_order_dropped, local=True),
    # Helping verbs and "not".
    Form("possible-for", per_clause(modality.possible_for), _PLAIN),
    Form("may-be-that", per_clause(modality.may_be_that), _PLAIN),
    Form("able-to", per_clause(modality.able_to), _PLAIN),
    Form("can", per_clause(modality.can), _PLAIN),
    Form("have-to", per_clause(modality.have_to), _PLAIN),
    Form("must", per_clause(modality.must), _PLAIN),
    Form("ought-to", per_clause(modality.ought_to), _PLAIN),
    Form("going-to", per_clause(modality.going_to), _PLAIN),
    Form("will-for-going-to", modality.will_for_going_to, local=True),
    Form("emphatic-do", per_clause(emphasis.emphatic_do), _PLAIN),
    Form("written-out", short_forms.written_out, local=True),
    Form("short-form", short_forms.short_form, local=True),
    Form("do-left-out", per_clause(emphasis.do_left_out), _PLAIN),
    Form("no-for-not-any", per_clause(negation.no_for_not_any)),
    Form("not-any-for-no", per_clause(negation.not_any_for_no)),
    Form("not-ever", per_clause(negation.not_ever)),
    # Who says it, and questions.
    Form("speaker-last", quotation.speaker_last),
    Form("speaker-first", quotation.speaker_first, _PLAIN),
    Form("speaker-turned", quotation.speaker_turned),
    Form("indirect-question", questions.indirect_question),
    Form("question-cleft", questions.question_cleft),
    Form("is-it-true", questions.is_it_true),
    Form("question-in-other-words", questions.in_other_words),
    Form("way-to", questions.way_to),
    Form("be-sure", emphasis.be_sure, _ORDER),
    Form("do-told", emphasis.do_told, _ORDER),
    Form("fact", emphasis.fact, _PLAIN),
)
"""In the order in which they are tried; a text that two of them make is the first one's."""


class Rewrite(NamedTuple):
    """A text that says the same in another form.

    Attributes:
        string: The whole text, one sentence of it in the form.
        form: The name of the form.
    """

    string: str
    form: str


def rewrites(parsed: Parsed, end: int | None = None) -> list[Rewrite]:
    """Every version of a text that the forms make, one sentence of it changed in each.

    Args:
        parsed: The text.
        end: Sentences that begin here or behind it stay as they are; None to change any.

    Returns:
        By sentence, then by form in the order of `FORMS`; none twice, and none that is the text itself.
    """
    found: dict[str, Rewrite] = {}
    for sentence in sentences(parsed):
        if end is not None and parsed.tokens[sentence.first].start >= end:
            break
        if not sentence.legible:
            continue
        for form in FORMS:
            if not (form.local or sentence.usable):
                continue
            for pieces in form.make(sentence):
                string = compose(sentence, pieces)
                if string is not None and not _is_no_op(sentence, string):
                    found.setdefault(string, Rewrite(string, form.name))
    return list(found.values())


def _is_no_op(sentence: Sentence, string: str) -> bool:
    """Whether the sentence is as it was; the rest of the text, which may be long, is."""
    whole, tokens = sentence.parsed.string, sentence.parsed.tokens
    low, high = tokens[sentence.core[0]].start, tokens[sentence.core[1] - 1].end
    return is_no_op(whole[low:high], string[low : len(string) - len(whole) + high])
