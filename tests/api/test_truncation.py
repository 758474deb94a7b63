"""Inputs that are not read to their end are counted, all of them, and nobody is asked who never cuts."""

from fakes import Weights
from mohs.api.truncation import cuts, truncation


class Short(Weights):
    def truncated(self, inputs):
        return [max(0, len(text.split()) - 3) for text in inputs]


def test_every_input_that_is_cut_is_counted_however_many_there_are_and_wherever_it_stands():
    inputs = ["a b c"] * 1500 + ["a b c d"] + ["one long word that is longer in letters"[:13]] * 700
    told = truncation(Short({}), inputs, "rows")
    assert told == f"fake:weights reads only the beginning of 1 of {len(inputs):,} rows"


def test_nothing_is_said_where_everything_is_read():
    assert truncation(Short({}), ["a b c"], "rows") is None
    assert truncation(Short({}), [], "rows") is None
    assert truncation(Weights({}), ["a b c d e f"], "rows") is None


def test_one_that_never_cuts_need_not_be_asked():
    assert cuts(Weights({})) is None
    assert list(cuts(Short({}))(["a b c d e"])) == [2]
