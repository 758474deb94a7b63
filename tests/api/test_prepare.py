"""What a run depends on is written down, and nothing that changes no outcome."""

import pytest

from fakes import Letters, Weights
from mohs.api.prepare import prepare
from mohs.attacks.build import open_attacks
from mohs.data.readers import read
from mohs.errors import MohsError

ROWS = [{"sentence": f"a good film {k}", "label": k % 2} for k in range(6)]


def work(attacks="textbugger", options=None, **more):
    chains = open_attacks(attacks, options)
    return prepare([Weights({})], read(ROWS, "sst2"), chains, **{"encoder": Letters(), **more})


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


def test_a_target_that_everything_has_leaves_nothing():
    rows = read([{"sentence": "good", "label": 1}], "sst2")
    with pytest.raises(MohsError, match="already"):
        prepare([Weights({})], rows, open_attacks("textbugger"), target="positive", encoder=Letters())
