"""English function words, which word attacks leave alone.

Changing one ("not", "the", "could") changes grammar or meaning rather than wording. TextFooler and TextBugger
skip such words with lists of their own; this one was written for mohs: pronouns, determiners, prepositions,
auxiliaries, conjunctions, negations, adverbs of degree and place without content, contractions, and the
pieces into which tokenised texts break contractions ("ca n't", "it 's").
"""

from functools import cache

from mohs.kit.manifest import FOLDER


@cache
def stop_words() -> frozenset[str]:
    """The words, in lower case, with straight apostrophes (read once a process)."""
    return frozenset((FOLDER / "words" / "stop_words.txt").read_text("utf-8").split())
