"""Phrase structure in ParaNMT's notation."""

import json
import re

import pytest

from mohs.errors import DataError
from mohs.language.grammar import lacking, open_grammar
from mohs.language.phrase_structure import TEMPLATES, template_of, template_of_tree


def test_the_ten_templates_are_those_of_scpn_s_code_in_its_order(shared):
    assert (
        list(TEMPLATES) == json.loads((shared / "data/scpn/templates.json").read_text("utf-8"))["templates"]
    )


PARSED = {
    "He left the house.": "(S (NP (PRP He)) (VP (VBD left) (NP (DT the) (NN house))) (. .))",
    "Close the door!": "(S (VP (VB Close) (NP (DT the) (NN door))) (. !))",
    "A great film .": "(NP (NP (DT A) (JJ great) (NN film)) (. .))",
    "Because it was raining.": "(FRAG (SBAR (IN Because) (S (NP (PRP it)) (VP (VBD was)))) (. .))",
    "He came, and she left.": "(S (S (NP He) (VP came)) (, ,) (CC and) (S (NP she) (VP left)) (. .))",
    "Why did he leave?": "(SBARQ (WHADVP (WRB Why)) (SQ (VBD did) (NP he) (VP leave)) (. ?))",
    "In the morning, he left.": "(S (PP (IN In) (NP the morning)) (, ,) (NP he) (VP left) (. .))",
    "Quickly he left.": "(S (ADVP (RB Quickly)) (NP he) (VP left) (. .))",
    "When it rained, he left the house.": "(S (SBAR (WHADVP When) (S it rained)) (, ,) (NP he) (VP left) (. .))",
    "Which book did you read?": "(SBARQ (WHNP Which book) (SQ did you read) (. ?))",
    "At what age should I start?": "(SBARQ (WHPP At what age) (SQ should I start) (. ?))",
    "Did she go?": "(SQ (VBD Did) (NP she) (VP go) (. ?))",
    '"He left," said Mary.': "(SINV (`` \") (S (NP He) (VP left)) (, ,) ('' \") (VP said) (NP Mary) (. .))",
    "However, the man left.": "(S (ADVP However) (, ,) (NP the man) (VP left) (. .))",
    "Running late, he took a bus.": "(S (S (VP Running late)) (, ,) (NP he) (VP took a bus) (. .))",
}


@pytest.fixture(scope="module")
def grammar():
    pytest.importorskip("spacy")
    if lacking():
        pytest.skip("needs an English pipeline of spaCy")
    return open_grammar()


def test_the_dependency_parse_gives_the_top_of_trees_written_by_hand(grammar):
    found = [template_of(parsed) for parsed in grammar.parse(list(PARSED))]
    assert found == [template_of_tree(tree) for tree in PARSED.values()]


@pytest.mark.parametrize("text", ["", "   ", "He came. She left.", "..."])
def test_what_is_not_one_sentence_has_no_template_or_one_of_marks(grammar, text):
    (parsed,) = grammar.parse([text])
    assert template_of(parsed) in ("", "( ROOT ( FRAG ( FRAG ) ) ) EOP") or not any(c.isalpha() for c in text)


def test_any_text_gets_a_template_that_is_well_formed(grammar, shared):
    lines = (shared / "data/glue/SST-2/dev.tsv").read_text("utf-8").splitlines()[1:151]
    texts = [line.split("\t")[0] for line in lines] + ["😀", "a b c " * 300, "Ça va ?", "- ( x ) -", "1."]
    found = [template_of(parsed) for parsed in grammar.parse(texts)]
    form = re.compile(r"\( ROOT \( [A-Z]+ (?:\( [^\s()]+ \) )*\) \) EOP")
    assert [one for one in found if one and not form.fullmatch(one)] == []
    assert sum(one in TEMPLATES for one in found) > 20


@pytest.mark.parametrize("tree", ["", "(S (NP", "S NP VP", "(S (NP)))", "( ( ) )"])
def test_what_is_no_tree_is_refused(tree):
    with pytest.raises(DataError, match="no tree"):
        template_of_tree(tree)


def test_the_root_of_a_tree_may_be_missing():
    tree = "(S (NP (PRP It)) (VP (VBZ rains)) (. .))"
    assert (
        template_of_tree(f"(ROOT {tree})")
        == template_of_tree(f"( {tree})")
        == template_of_tree(tree)
        == TEMPLATES[0]
    )
