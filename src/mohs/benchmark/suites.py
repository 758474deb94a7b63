"""Suites as benchmarks: rows of level "human" without a benign source."""

from mohs.benchmark.part import Part, Row
from mohs.data.tasks import BUILT_IN
from mohs.errors import DataError
from mohs.suites.opening import open_suite
from mohs.suites.suite import Suite


def suite_parts(suite: Suite) -> dict[str, Part]:
    """Task name -> the rows of a suite; a group has one source id, so that intervals draw whole groups."""
    return {
        task: Part.of(
            BUILT_IN[task],
            (
                Row(
                    case.id, case.group, case.fields, None, case.label,
                    suite.method, "human", case.provenance,
                )
                for case in cases
            ),
        )
        for task, cases in suite.by_task.items()
    }  # fmt: skip


def read_suite(address: str | Suite, split: str | None, private: object) -> tuple[Suite, dict[str, Part]]:
    """A suite, itself or by its address, and its rows.

    Raises:
        DataError: It cannot be opened, or was asked for a split or a private folder.
    """
    if split not in (None, "dev") or private is not None:
        raise DataError(
            "a suite has dev rows alone", got=f"split {split}", mend="leave --split and --private out"
        )
    suite = address if isinstance(address, Suite) else open_suite(address)
    return suite, suite_parts(suite)
