"""Phrase structure in ParaNMT's notation."""

import json

from mohs.language.phrase_structure import TEMPLATES


def test_the_ten_templates_are_those_of_scpn_s_code_in_its_order(shared):
    assert (
        list(TEMPLATES) == json.loads((shared / "data/scpn/templates.json").read_text("utf-8"))["templates"]
    )
