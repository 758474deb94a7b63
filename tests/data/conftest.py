"""What the tests of the data room share: files with a given content, and the check of a bad row."""

import pytest

from mohs.data.readers import read
from mohs.errors import DataError


@pytest.fixture
def write(tmp_path):
    """Writes a file of this name and content and gives its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return path

    return write


@pytest.fixture
def check_bad_row(write):
    """Checks that the one bad row of a file stops the reading with its place, or is left out and listed."""

    def check(name, content, line, reason):
        path = write(name, content)
        with pytest.raises(DataError) as caught:
            read(path, "sst2")
        message = str(caught.value)
        assert f"{path}: 1 of " in message
        assert f"{path}:{line}: " in message
        assert reason in message
        assert "skip_bad_rows" in message
        assert len(message) < 2000
        reading = read(path, "sst2", skip_bad_rows=True)
        assert [(problem.path, problem.line) for problem in reading.problems] == [(str(path), line)]
        assert reason in reading.problems[0].reason
        assert reading.rows == len(reading.examples) + 1

    return check
