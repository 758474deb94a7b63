"""What a run depends on is written down, and nothing that changes no outcome."""

from dataclasses import fields

import pytest

from fakes import Copulas, Letters, Lines, Paraphrases, Pieces, Vectors, Weights
from mohs.api.prepare import prepare
from mohs.api.resources import Named
from mohs.attacks.build import open_attacks
from mohs.data.readers import read
from mohs.errors import MohsError

OPENHOWNET = """W_E=film
G_E=noun [1noun -0 ]
DEF={shows|表演物:content={TakePicture|拍摄}}

W_E=movie
G_E=noun [1noun -0 ]
DEF={shows|表演物:content={TakePicture|拍摄}}
"""

ROWS = [{"sentence": f"a good film {k}", "label": k % 2} for k in range(6)]


def work(attacks="textbugger", options=None, *, classifier=None, rows=ROWS, **more):
    named = {field.name: more.pop(field.name) for field in fields(Named) if field.name in more}
    resources = Named(**{"encoder": Letters(), **named})
    chains = open_attacks(attacks, options)
    return prepare([classifier or Weights({})], read(rows, "sst2"), chains, resources=resources, **more)


@pytest.mark.parametrize(
    "more",
    [{"seed": 1}, {"limit": 4}, {"target": "negative"}, {"max_queries": 9}, {"attacks": "textfooler"},
     {"options": {"textbugger": {"variants": "all"}}}],
)  # fmt: skip
def test_what_changes_an_outcome_changes_the_fingerprint(more):
    assert work(**more).fingerprint != work().fingerprint


def test_the_number_of_open_searches_does_not():
    assert work(open_searches=3).fingerprint == work().fingerprint


def test_the_record_counts_what_is_planned():
    record = work(limit=4).record
    assert record["planned"] == 4 and record["data"]["used"] == 4
    assert record["data"]["labels"] == {"negative": 2, "positive": 2}


def test_a_targeted_run_says_what_counts_and_how_many_are_left_out():
    (said,) = work(target="negative").record["warnings"]
    assert "only texts that are classified as negative count as broken" in said and said.endswith(
        "left out: 3"
    )
    assert not work().record["warnings"]


def test_a_target_that_everything_has_leaves_nothing():
    rows = read([{"sentence": "good", "label": 1}], "sst2")
    with pytest.raises(MohsError, match="already"):
        prepare(
            [Weights({})],
            rows,
            open_attacks("textbugger"),
            target="positive",
            resources=Named(encoder=Letters()),
        )


def test_the_parser_is_recorded_where_it_is_used_and_refused_elsewhere():
    used = work("adv-fever", parser=Copulas())
    assert used.fingerprint["resources"]["parser"] == {"name": "fake:copulas"}
    with pytest.raises(MohsError, match="parser has no effect"):
        work("textbugger", parser="en_core_web_sm")


def test_a_masked_language_model_is_recorded_where_it_is_used_and_opened_nowhere_else():
    used = work("bert-attack", masked_lm=Pieces({}))
    assert used.fingerprint["resources"]["masked-lm"] == {"address": "fake:pieces"}
    assert used.attackings[0].masked_lm is not None
    assert set(used.attackings[0].oracles()) == {
        "classify",
        "similarity",
        "bert-score",
        "fill-mask",
        "perplexity",
    }
    unused = work()
    assert "masked-lm" not in unused.record["resources"]
    assert set(unused.attackings[0].oracles()) == {"classify", "similarity", "bert-score"}


def test_a_paraphraser_is_recorded_where_it_is_asked_and_wanted_where_it_is_missing():
    options = {"scpn": {"versions": "paraphraser"}}
    used = work("scpn", options, paraphraser=Paraphrases({}))
    assert used.fingerprint["resources"]["paraphraser"] == {"address": "fake:paraphrases"}
    assert {"bert-score", "paraphrase"} <= set(used.attackings[0].oracles())
    with pytest.raises(MohsError, match=r"none is named(.|\n)*paraphraser hf:PATH_OR_ID"):
        work("scpn", options)


class Graded(Weights):
    """One with gradients."""

    capabilities = frozenset({"gradients"})

    def differentiable(self):
        return Vectors.of(self)


def test_the_kits_tree_autoencoder_is_used_where_none_is_named_and_another_changes_the_fingerprint():
    pytest.importorskip("torch")
    classifier, parser = Graded({}), Copulas()
    named = work("t3", classifier=classifier, parser=parser, tree_autoencoder="kit:tree-autoencoder")
    unnamed = work("t3", classifier=classifier, parser=parser)
    assert unnamed.record["resources"]["tree-autoencoder"]["address"] == "kit:tree-autoencoder"
    assert named.fingerprint == unnamed.fingerprint
    own = work("t3", classifier=classifier, parser=parser, tree_autoencoder=Lines({}))
    assert own.fingerprint["resources"]["tree-autoencoder"] == {"address": "fake:lines"}
    assert {"tree", "parse"} <= set(own.attackings[0].oracles())


def test_a_limit_beyond_the_examples_is_a_warning_and_one_within_them_is_none():
    def said(limit):
        return [text for text in work(limit=limit).record["warnings"] if "--limit" in text]

    number = len(work().attackings[0].examples)
    assert said(None) == said(number) == []
    assert said(number + 1) == [f"--limit {number + 1}: there are {number} examples, and all are attacked"]


@pytest.mark.parametrize(
    ("counts", "limit", "told"),
    [
        ((2, 18), 4, "(negative 2, positive 2) than the data (negative 2, positive 18)"),
        ((2, 18), 12, None),
        ((2, 18), None, None),
        ((10, 10), 3, None),
        ((9, 11), 8, None),
        ((0, 20), 8, None),
    ],
)
def test_a_sample_whose_labels_have_other_shares_than_the_datas_is_told(counts, limit, told):
    rows = [
        {"sentence": f"film {k} {label}", "label": label} for label in (0, 1) for k in range(counts[label])
    ]
    said = [text for text in work(rows=rows, limit=limit).record["warnings"] if "shares" in text]
    assert len(said) == (told is not None)
    assert told is None or told in said[0]


def test_the_kits_masked_language_model_is_used_where_none_is_named():
    named, unnamed = work("bert-attack", masked_lm="kit:mlm"), work("bert-attack")
    assert unnamed.record["resources"]["masked-lm"]["address"] == "kit:mlm"
    assert named.fingerprint == unnamed.fingerprint


def test_a_dictionary_of_ones_own_is_recorded_and_changes_the_fingerprint(tmp_path):
    from mohs.language.sememes import Sememes

    own = tmp_path / "own.txt"
    own.write_text(OPENHOWNET, encoding="utf-8")
    assert Sememes.open(own)
    kit, mine = work("sememe-pso"), work("sememe-pso", sememes=own)
    assert kit.record["resources"]["sememes"] != mine.record["resources"]["sememes"]
    assert kit.fingerprint != mine.fingerprint


@pytest.mark.parametrize("address", ["fake:weights"])
def test_an_attack_that_needs_gradients_is_refused_where_there_are_none_and_told_where_there_are(address):
    with pytest.raises(MohsError) as problem:
        work("comp-attack", masked_lm=Pieces({}))
    said = str(problem.value)
    assert "comp-attack needs the gradients of the classifier" in said
    assert address in said and "hf:" in said
