"""Pickles that run nothing."""

import collections
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mohs.errors import DataError
from mohs.suites.inert_pickle import Thing, number, read_inert


class Calls:
    """A pickle of this calls a function when it is opened."""

    def __init__(self, function, *args):
        self.function, self.args = function, args

    def __reduce__(self):
        return self.function, self.args


class Kept:
    """Any class with attributes."""

    def __init__(self):
        self.texts, self.more = ["a", "b"], {"n": 1}


def written(path, thing, protocol=4):
    path.write_bytes(pickle.dumps(thing, protocol=protocol))
    return path


@pytest.mark.parametrize("protocol", range(6))
def test_nothing_is_called_whatever_the_protocol(tmp_path, protocol):
    told = tmp_path / "ran"
    read = read_inert(written(tmp_path / "x.pkl", [Calls(os.mkdir, str(told)), "kept"], protocol))
    assert not told.exists()
    assert read[1] == "kept"
    assert read[0].origin.endswith(".mkdir")
    assert read[0].args == (str(told),)


def test_nothing_is_imported(tmp_path):
    path = tmp_path / "x.pkl"
    path.write_bytes(b"cthis_module_is_not_there\nrun\n(S'rm -rf'\ntR.")
    assert read_inert(path).origin == "this_module_is_not_there.run"


@pytest.mark.parametrize("protocol", range(6))
def test_data_comes_out_as_it_is(tmp_path, protocol):
    plain = collections.OrderedDict(one=["é", 1, 2.5, None, True], two=({"a": (1, 2)}, b"raw", {"s"}))
    assert read_inert(written(tmp_path / "x.pkl", plain, protocol)) == plain


@pytest.mark.parametrize("protocol", range(2, 6))
def test_an_object_keeps_its_attributes_and_a_mapping_its_items(tmp_path, protocol):
    read = read_inert(written(tmp_path / "x.pkl", [Kept(), collections.defaultdict(list, a=[1])], protocol))
    assert isinstance(read[0], Thing)
    assert read[0].origin.endswith("Kept")
    assert (read[0].get("texts"), read[0].get("more"), read[0].get("none")) == (["a", "b"], {"n": 1}, None)
    assert read[1].items == {"a": [1]}


@pytest.mark.parametrize("value", [np.int64(-3), np.int32(7), np.uint8(200), 5])
def test_numbers_of_numpy_are_numbers(tmp_path, value):
    assert number(read_inert(written(tmp_path / "x.pkl", value))) == int(value)


def test_what_is_no_whole_number_is_none(tmp_path):
    for value in (np.float64(1.0), True, "1", None, [1], np.arange(3)):
        assert number(read_inert(written(tmp_path / "x.pkl", value))) is None


@pytest.mark.parametrize(
    "data", [b"", b"no pickle", b"\x80\x04", pickle.dumps([1] * 100)[:-5], b"(" * 100_000]
)
def test_what_is_no_pickle_is_refused(tmp_path, data):
    path = tmp_path / "x.pkl"
    path.write_bytes(data)
    with pytest.raises(DataError, match="cannot be read as a pickle"):
        read_inert(path)


@pytest.mark.parametrize(
    "data",
    [
        b"\x80\x04]r\xff\xff\xff\x7f.",
        b"\x80\x05\x96\xff\xff\xff\xff\xff\x00\x00\x00.",
        b"\x80\x04\x8e" + b"\xff" * 7 + b"\x00.",
    ],
    ids=["memo", "bytearray", "bytes"],
)
def test_a_few_bytes_cannot_ask_for_gigabytes(tmp_path, data):
    status = Path("/proc/self/status")
    if not status.is_file():
        pytest.skip("needs /proc, which tells a process's own peak; getrusage has its parent's too")
    path = tmp_path / "x.pkl"
    path.write_bytes(data)
    code = (
        "import re, resource, sys; from pathlib import Path; from mohs.suites.inert_pickle import read_inert\n"
        "from mohs.errors import DataError\n"
        "resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))\n"
        "try: read_inert(Path(sys.argv[1]))\n"
        "except DataError: pass\n"
        "print(re.search('VmHWM:\\\\s*([0-9]+)', Path('/proc/self/status').read_text())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 500_000  # kilobytes


TUPLES = b"K\x01\x85" + b"2\x86" * 40
"""A tuple of one number, then forty times the last tuple twice: its hash takes 2 ** 40 steps."""


@pytest.mark.parametrize(
    "data",
    [
        b"\x80\x04}" + TUPLES + b"K\x01s.",
        b"\x80\x04}(" + TUPLES + b"K\x01u.",
        b"\x80\x04(" + TUPLES + b"K\x01d.",
        b"\x80\x04\x8f(" + TUPLES + b"\x90.",
        b"\x80\x04(" + TUPLES + b"\x91.",
        b"\x80\x02cbuiltins\nset\n(" + TUPLES + b"l\x85R.",
        b"\x80\x02ccollections\nOrderedDict\n((" + TUPLES + b"K\x01ll\x85R.",
    ],
    ids=["setitem", "setitems", "dict", "additems", "frozenset", "set", "OrderedDict"],
)
def test_a_few_bytes_cannot_ask_for_years(tmp_path, data):
    path = tmp_path / "x.pkl"
    path.write_bytes(data)
    with pytest.raises(DataError, match="cannot be read as a pickle"):
        read_inert(path)


def test_a_tuple_of_texts_is_a_key(tmp_path):
    thing = {("a", "b"): 1, "c": {("d", 2)}}
    assert read_inert(written(tmp_path / "x.pkl", thing)) == thing


def test_a_number_of_numpy_is_read_in_the_order_of_its_bytes(tmp_path):
    value = np.array([258], dtype=">i2")[0]
    raw = pickle.dumps(value.dtype.newbyteorder(">"), protocol=2)[:-1]
    data = b"cnumpy.core.multiarray\nscalar\n(" + raw[2:] + b"C\x02\x01\x02tR."
    (tmp_path / "x.pkl").write_bytes(data)
    assert number(read_inert(tmp_path / "x.pkl")) == 258


def test_what_is_not_there_is_refused(tmp_path):
    with pytest.raises(DataError, match="there is no file"):
        read_inert(tmp_path / "none.pkl")
