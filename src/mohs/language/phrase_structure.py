"""Phrase structure: the top two levels of a sentence's tree of phrases, made of its dependency parse.

Written as ParaNMT-50M and SCPN write their templates: "( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP" (Iyyer et al.,
NAACL 2018, section 2; Wieting and Gimpel, ACL 2018). Labels are the Penn Treebank's.
"""

from collections.abc import Iterable

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


def written(top: str, parts: Iterable[str]) -> str:
    """A template from its top label and the labels below."""
    return f"( ROOT ( {top} {' '.join(f'( {part} )' for part in parts)} ) ) EOP"


TEMPLATES = tuple(written(top, parts.split()) for top, parts in _FREQUENT)
"""The ten that SCPN's code asks for, in its order: frequent ones of ParaNMT-50M."""
