"""What attacks ask is opened where one needs it, refused where none does, and wanted where it is missing."""

import pytest

from fakes import Copulas, Letters, Pieces
from mohs.api.resources import Named, open_resources
from mohs.attacks.build import open_attacks
from mohs.errors import MohsError


def opened(attacks="textbugger", options=None, **named):
    return open_resources(Named(**{"encoder": Letters(), **named}), open_attacks(attacks, options))


def test_what_no_attack_needs_is_not_opened_and_not_recorded():
    found = opened()
    assert (found.masked_lm, found.parser, found.paraphraser, found.tree_autoencoder) == (None,) * 4
    assert found.identity == {**found.english.identity, "encoder": Letters.identity}


def test_open_objects_are_taken_as_they_are_and_say_what_they_are():
    filler, parser = Pieces({}), Copulas()
    found = opened("bert-attack,adv-fever", masked_lm=filler, parser=parser)
    assert found.masked_lm is filler and found.parser is parser
    assert found.identity["masked-lm"] == {"address": "fake:pieces"}
    assert found.identity["parser"] == {"name": "fake:copulas"}


def test_without_an_encoder_nothing_of_one_is_recorded():
    assert opened("adv-fever", parser=Copulas(), encoder="none").identity["encoder"] is None


class Sentences:
    """An encoder without vectors of tokens."""

    identity = {"address": "fake:sentences"}

    def encode(self, texts):
        return Letters().encode(texts)


@pytest.mark.parametrize("encoder", [None, Sentences()], ids=["none", "sentences"])
def test_what_compares_texts_token_by_token_wants_an_encoder_that_can(encoder):
    with pytest.raises(MohsError, match=r"token by token(.|\n)*options scpn.best=first"):
        opened("scpn", encoder=encoder, parser=Copulas())
    found = opened("scpn", {"scpn": {"best": "first"}}, encoder=encoder, parser=Copulas())
    assert (found.encoder is None) is (encoder is None)


@pytest.mark.parametrize("name", ["synonyms", "sememes", "masked_lm", "paraphraser", "tree_autoencoder"])
def test_a_resource_that_no_attack_uses_is_refused_before_it_is_opened(name):
    with pytest.raises(MohsError, match=f"{name} has no effect(.|\n)*leave {name} out, or choose an attack"):
        opened(**{name: "hf:/there/is/no/such/folder"})
