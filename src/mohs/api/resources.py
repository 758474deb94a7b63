"""What attacks ask beside the classifier: what a person names of it, checked, and what is opened of that."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mohs.attacks.attack import attacks
from mohs.attacks.build import Chain
from mohs.errors import MohsError
from mohs.language.english import English
from mohs.language.grammar import Grammar, open_grammar
from mohs.language.masked_lm import KIT as KIT_MLM
from mohs.language.masked_lm import MaskedLM, open_masked_lm
from mohs.language.paraphraser import Paraphraser, open_paraphraser
from mohs.language.similarity import KIT, Encoder, TokenEncoder, as_encoder, open_encoder
from mohs.language.tree_autoencoder import KIT as KIT_TREES
from mohs.language.tree_autoencoder import Trees, open_tree_autoencoder
from mohs.paths import AnyPath, as_path


@dataclass(frozen=True, kw_only=True)
class Named:
    """What a person names: addresses, files or open objects; `mohs.attack` says what each is for.

    None is the kit's; of the parser one that is installed, of the paraphraser and the encoder none at all.
    """

    synonyms: AnyPath | None = None
    encoder: str | Encoder | None = KIT
    sememes: AnyPath | None = None
    masked_lm: str | MaskedLM | None = None
    parser: str | Grammar | None = None
    paraphraser: str | Paraphraser | None = None
    tree_autoencoder: str | Trees | None = None


NOTHING_NAMED = Named()

_METHODS = {
    "encoder": "encode",
    "masked-lm": "fill",
    "parser": "parse",
    "paraphraser": "paraphrase",
    "tree-autoencoder": "tell",
}
"""What an object of one's own is asked."""


@dataclass(frozen=True)
class Resources:
    """What is open; None where no attack needs it."""

    english: English
    encoder: Encoder | None
    masked_lm: MaskedLM | None
    parser: Grammar | None
    paraphraser: Paraphraser | None
    tree_autoencoder: Trees | None

    @property
    def identity(self) -> dict[str, Any]:
        """What run.json says of them."""
        others = {
            "masked-lm": self.masked_lm,
            "parser": self.parser,
            "paraphraser": self.paraphraser,
            "tree-autoencoder": self.tree_autoencoder,
        }
        return {
            **self.english.identity,
            "encoder": None if self.encoder is None else _identity(self.encoder),
            **{name: _identity(one) for name, one in others.items() if one is not None},
        }


def open_resources(named: Named, chains: Sequence[Chain]) -> Resources:
    """Open what the attacks need.

    Raises:
        MohsError: Something is named that no attack uses, or needed and not there, or cannot be opened.
    """
    needs = {need for chain in chains for need in chain.needs}
    _check_used(chains, needs, named)
    english = English.kit(needs=needs, synonyms=_path(named.synonyms), sememes=_path(named.sememes))
    found = None if named.encoder is None else _opened("encoder", named.encoder, open_encoder)
    encoder = None if found is None else as_encoder(found)
    _check_needs(chains, encoder, named.paraphraser)

    def opened(need: str, given: Any, opening: Callable[[Any], Any], default: str | None = None) -> Any:
        if need not in needs:
            return None
        return _opened(need, default if given is None else given, opening)

    return Resources(
        english,
        encoder,
        opened("masked-lm", named.masked_lm, open_masked_lm, KIT_MLM),
        opened("parser", named.parser, open_grammar),
        opened("paraphraser", named.paraphraser, open_paraphraser),
        opened("tree-autoencoder", named.tree_autoencoder, open_tree_autoencoder, KIT_TREES),
    )


def _opened(name: str, given: Any, opening: Callable[[Any], Any]) -> Any:
    """What is given by its address or folder, opened; an object of somebody's own as it is."""
    if given is None or isinstance(given, str | Path):
        return opening(None if given is None else str(given))
    if not hasattr(given, _METHODS[name]):
        raise MohsError(
            f"--{name} is neither an address nor an object with {_METHODS[name]}", got=repr(given)[:80]
        )
    return given


def _path(given: AnyPath | None) -> Path | None:
    return None if given is None else as_path(given)


def _identity(resource: object) -> dict[str, Any]:
    return dict(getattr(resource, "identity", {}))


def _check_used(chains: Sequence[Chain], needs: Collection[str], named: Named) -> None:
    """A resource that no attack of the run uses is refused: whoever names one expects it to matter."""
    for name, value in vars(named).items():
        need = name.replace("_", "-")
        if name == "encoder" or value is None or need in needs:
            continue
        able = [one for one, kind in attacks.load_all().items() if need in {*kind().needs, *_takes(kind())}]
        raise MohsError(
            f"--{need} has no effect: no attack of this run uses it",
            got=f"--{need} {value} with {', '.join(chain.name for chain in chains)}",
            mend=f"leave --{need} out, or choose an attack that uses it ({', '.join(able)})",
        )


def _takes(attack: Any) -> Collection[str]:
    """The resources that it can do without and uses where they are named."""
    takes: Mapping[str, Any] = getattr(attack, "takes", {})
    return takes


def _check_needs(chains: Sequence[Chain], encoder: Encoder | None, paraphraser: Any) -> None:
    def first(need: str) -> str | None:
        return next((chain.name for chain in chains if need in chain.needs), None)

    if encoder is None and (name := first("encoder")):
        raise MohsError(
            f"{name} checks the similarity of sentences, and there is no encoder",
            mend=f"name one with --encoder, or switch the check off: --set {name}.similarity=off",
        )
    if not isinstance(encoder, TokenEncoder) and (name := first("token-encoder")):
        raise MohsError(
            f"{name} compares texts token by token, and there is no encoder that has vectors of tokens",
            got="no encoder" if encoder is None else str(_identity(encoder).get("address")),
            expected=f"{KIT}, hf:PATH_OR_ID, or an onnx:DIR whose graph has an output token-embeddings",
            mend=f"name one with --encoder, or do without: --set {name}.best=first",
        )
    if paraphraser is None and (name := first("paraphraser")):
        raise MohsError(
            f"{name} asks a paraphraser, and none is named",
            mend="name one with --paraphraser hf:PATH_OR_ID (`mohs train paraphraser` makes one)",
        )
