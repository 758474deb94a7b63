"""CheckList's own suites, pickled as its TestSuite pickles them."""

import collections
import pickle
import sys
import types

import pytest

from mohs.errors import DataError
from mohs.suites.opening import open_suite
from mohs.suites.suite import NEEDS_REVIEW


@pytest.fixture
def checklist(monkeypatch):
    """Its modules and classes by name, with the attributes that they have; gone when the test is over."""
    made = types.SimpleNamespace()
    for module, names in {"test_suite": ["TestSuite"], "test_types": ["MFT", "INV", "DIR"]}.items():
        found = types.ModuleType(f"checklist.{module}")
        for name in names:
            kind = type(name, (), {"__module__": found.__name__})
            setattr(found, name, kind)
            setattr(made, name, kind)
        monkeypatch.setitem(sys.modules, found.__name__, found)
    monkeypatch.setitem(sys.modules, "checklist", types.ModuleType("checklist"))
    return made


def a_test(kind, data, labels=None, expect=len, capability="Negation"):
    one = kind()
    one.__dict__ |= {
        "data": data, "labels": labels, "expect": expect, "capability": capability, "name": "n", "meta": None,
        "agg_fn": "all", "templates": None, "print_first": False, "run_idxs": None, "description": "d",
    }  # fmt: skip
    return one


@pytest.fixture
def saved(checklist, tmp_path):
    def save(tests, dump=pickle.dump):
        suite = checklist.TestSuite()
        suite.tests = collections.OrderedDict(tests)
        suite.info = collections.defaultdict(dict)
        for name, one in tests.items():
            suite.info[name] |= {"capability": one.capability, "type": type(one).__name__}
        suite.format_example_fn = suite.print_fn = None
        path = tmp_path / "sentiment.pkl"
        with path.open("wb") as file:
            dump(suite, file)
        for module in [name for name in sys.modules if name.startswith("checklist")]:
            del sys.modules[module]  # whoever reads it need not have CheckList
        return path

    return save


SST2 = "task=sst2&labels=0:negative,2:positive"


def test_texts_and_labels_of_each_test_are_cases(checklist, saved):
    path = saved(
        {
            "single words": a_test(
                checklist.MFT, ["dull", "so-so", "fine"], [0, 1, 2], capability="Vocabulary"
            ),
            "all alike": a_test(checklist.MFT, ["bad", "worse"], 0),
            "in groups": a_test(checklist.MFT, [["good", "better"], ["best"]], [2, 2]),
        }
    )
    suite = open_suite(f"checklist:{path}?{SST2}")
    assert [(case.test, case.fields["sentence"], case.label) for case in suite.cases] == [
        ("single words", "dull", 0), ("single words", "fine", 1), ("all alike", "bad", 0),
        ("all alike", "worse", 0), ("in groups", "good", 1), ("in groups", "better", 1), ("in groups", "best", 1),
    ]  # fmt: skip
    assert {case.status for case in suite.cases} == {NEEDS_REVIEW}
    assert suite.cases[0].capability == "vocabulary"
    assert suite.cases[4].group == suite.cases[5].group != suite.cases[6].group
    assert suite.notes[1:] == ("texts left out, without a label or with one that is not named: 1",)


def test_tests_without_labels_are_left_out_and_counted(checklist, saved):
    path = saved(
        {
            "told": a_test(checklist.MFT, ["fine"], 2),
            "invariance": a_test(checklist.INV, [["one", "two"]]),
            "direction": a_test(checklist.DIR, [["one", "two"]]),
            "program": a_test(checklist.MFT, ["one"]),
        }
    )
    suite = open_suite(f"checklist:{path}?{SST2}")
    assert len(suite) == 1
    assert suite.notes[1].endswith(": 5")


def test_pairs_are_tuples(checklist, saved):
    path = saved({"pairs": a_test(checklist.MFT, [("Is it so?", "Is it not so?")], 0)})
    (case,) = open_suite(f"checklist:{path}?task=qqp&labels=0:not_duplicate,1:duplicate").cases
    assert case.fields == {"question1": "Is it so?", "question2": "Is it not so?"}


def test_what_dill_writes_is_read_with_its_functions_and_none_of_them_runs(checklist, saved, tmp_path):
    dill = pytest.importorskip("dill")
    told = tmp_path / "ran"
    test = a_test(checklist.MFT, ["fine"], 2, expect=lambda *_: told.mkdir())
    path = saved({"told": test}, lambda suite, file: dill.dump(suite, file, recurse=True))
    assert len(open_suite(f"checklist:{path}?{SST2}")) == 1
    assert not told.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("", "the task of its texts is not known"),
        ("?task=sst2", "no case is left"),
        ("?task=sst2&labels=7:positive", r"labels \[2\]"),
        ("?task=sst2&labels=2:good", "'good' is not a label"),
        ("?task=sst2&labels=positive", "cannot be read"),
        ("?task=sst2&labels=2:positive,2:negative", "cannot be read"),
        ("?task=qqp&labels=2:duplicate", "a text is not of qqp"),
        ("?task=sst2&labels=2:positive&count=3", "has no option 'count'"),
    ],
)
def test_what_a_suite_is_of_is_never_guessed(checklist, saved, options, message):
    path = saved({"told": a_test(checklist.MFT, ["fine"], 2)})
    with pytest.raises(DataError, match=message):
        open_suite(f"checklist:{path}{options}")


def test_one_list_over_and_over_is_no_suite(checklist, saved):
    many = ["good"] * 1000
    path = saved({"t": a_test(checklist.MFT, [many] * 1000, 2)})
    with pytest.raises(DataError, match="more texts than bytes"):
        open_suite(f"checklist:{path}?{SST2}")


def test_a_text_that_is_deeper_than_a_page_is_shown_by_its_beginning(checklist, saved):
    deep = ("x",)
    for _ in range(60):
        deep = (deep, deep)
    path = saved({"t": a_test(checklist.MFT, [deep], 2)})
    with pytest.raises(DataError, match="a text is not of sst2"):
        open_suite(f"checklist:{path}?{SST2}")


def test_a_name_that_is_no_text_is_refused(checklist, saved):
    path = saved({"t\ud800": a_test(checklist.MFT, ["good"], 2)})
    with pytest.raises(DataError, match="broken encoding"):
        open_suite(f"checklist:{path}?{SST2}")


def test_a_pickle_of_something_else_is_refused(tmp_path):
    path = tmp_path / "x.pkl"
    path.write_bytes(pickle.dumps({"tests": []}))
    with pytest.raises(DataError, match="no suite of CheckList"):
        open_suite(f"checklist:{path}?{SST2}")
