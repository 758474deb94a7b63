"""What `mohs audit` does: open a benchmark or a run, hold every rule against it, and write errata."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike

from mohs.benchmark.audit import Audit
from mohs.benchmark.audit import audit as hold
from mohs.benchmark.broken import is_run
from mohs.benchmark.entries import Audited, of_benchmarks, of_run, open_splits
from mohs.benchmark.errata import Errata, apply_errata, read_errata, withdraw, write_errata
from mohs.data.readers import read
from mohs.data.values import check_mappings
from mohs.errors import DataError, MohsError
from mohs.paths import AnyPath, as_path

Public = Mapping[str, Sequence[Mapping[str, str]]]


def audit(
    benchmark: AnyPath,
    *,
    public: AnyPath | Mapping[str, str] | None = None,
    private: AnyPath | None = None,
    errata: AnyPath | None = None,
) -> Audit:
    """Say what is wrong with a benchmark, or with the examples that an attack run has found.

    Args:
        benchmark: `advglue:PATH`, the folder of a package, or the folder of an attack run.
        public: A public data set in which the sources of the rows are looked for, such as `glue:DIR`; or task
            -> data set. Without it, the rule `recoverable-source` is not checked.
        private: The private folder of a package, whose labels and sources are audited too.
        errata: A file of errata that is applied first.

    Raises:
        DataError: The benchmark, the public set or the errata cannot be read.
        RunError: The run folder cannot be read, or is no attack run.
    """
    notes: list[str] = []
    if is_run(benchmark):
        if private is not None or errata is not None:
            raise MohsError("a run has neither a private folder nor errata", mend="leave them out")
        audited = of_run(as_path(benchmark))
    else:
        splits = open_splits(str(benchmark), as_path(private) if private is not None else None)
        if errata is not None:
            known = read_errata(errata)
            splits = [apply_errata(one, known) for one in splits]
        audited = of_benchmarks(splits)
    if public is None:
        return hold(audited, notes=notes)
    if isinstance(public, PathLike):
        public = str(public)
    if not isinstance(public, str):
        check_mappings(public=public)
    rows, notes = _public(public, audited)
    name = public if isinstance(public, str) else ", ".join(public.values())
    return hold(audited, public=rows, public_name=name, notes=notes)


def gate_audit(done: Audit, rules: Iterable[str]) -> list[str]:
    """One sentence for each of these rules that found something; "all" stands for every rule.

    Raises:
        MohsError: No such rule, or one that could not be checked.
    """
    wanted = list(dict.fromkeys(rules))
    if "all" in wanted:
        findings = done.findings
    else:
        findings = [finding for finding in map(done.finding, wanted) if finding.found]
    return [
        f"{one.rule.name}: {len(one.found):,} of {one.of:,} {one.rule.unit} ({one.rule.measure})"
        for one in findings
    ]


def write_withdrawals(done: Audit, rules: Iterable[str], path: AnyPath) -> Errata:
    """Write errata that withdraw every row that breaks one of these rules; give them.

    Raises:
        MohsError: No such rule, one that is about groups, or a run, which has no published rows.
        RunFailed: The file cannot be written.
    """
    if not done.about["splits"]:
        raise MohsError("errata are of a published benchmark, not of a run")
    found = []
    for rule in dict.fromkeys(rules):
        finding = done.finding(rule)
        if finding.rule.unit != "rows":
            raise MohsError(f"rule {rule} is about whole groups: no row of theirs can be withdrawn for it")
        found += [(row, f"{rule}: {one.why}") for one in finding.found for row in one.rows]
    errata = withdraw(str(done.about["name"]), str(done.about["version"]), found)
    write_errata(path, errata)
    return errata


def _public(public: str | Mapping[str, str], audited: Audited) -> tuple[Public, list[str]]:
    """The rows of the public set by task; a note for each task of which it has none."""
    tasks = {entry.task.name: entry.task for entry in audited.entries}
    if not isinstance(public, str) and (unknown := [name for name in public if name not in tasks]):
        raise MohsError(f"--public: there is no task {unknown[0]!r}", expected=f"one of {', '.join(tasks)}")
    rows, notes, problems = {}, [], []
    for name, task in tasks.items():
        source = public if isinstance(public, str) else public.get(name)
        if source is None:
            notes.append(f"{name}: no public set is named")
            continue
        try:
            examples = read(source, task, allow_empty=True).examples
        except DataError as problem:
            problems.append(problem)
            notes.append(f"{name}: not looked for in {source}: {problem.what}")
            continue
        rows[name] = [example.fields for example in examples]
    if problems and (not rows or not isinstance(public, str)):
        raise problems[0]
    return rows, notes
