"""`mohs attack`: search for changes that keep the meaning of texts and flip a classifier's label."""

import dataclasses
from typing import Any

from mohs.cli import sentence, summary, terminal
from mohs.cli.ending import deliver, gates, notes
from mohs.cli.flags import DataFlags, GateFlags, ModelFlags, RunFlags, SearchFlags
from mohs.cli.progress import display
from mohs.cli.values import attack_options, listed, mapping, pairs
from mohs.errors import MohsError, RunFailed


def attack(
    *,
    model: ModelFlags,
    data: DataFlags = DataFlags(),  # noqa: B008 - frozen
    search: SearchFlags = SearchFlags(),  # noqa: B008
    run: RunFlags = RunFlags(),  # noqa: B008
    gate: GateFlags = GateFlags(),  # noqa: B008
) -> int:
    """Search for changes that keep the meaning of your texts and flip your classifier's label.

    Leaves a run folder with a report; can be stopped with Ctrl-C and resumed with --resume.
    """
    one = data.sentence is not None or bool(data.field)
    if one == (data.data is not None):
        raise MohsError(
            "attack needs something to attack: --data, or --sentence (--field for a task of several fields)",
            got="both" if one else "none of them",
            mend="mohs attack --help",
        )
    from mohs import api

    options = api.AttackOptions(**_options(model, data, search, run))
    left_out = options.left_out
    for note in left_out:
        terminal.say(note)
    if one:
        _refuse_flags_of_a_run(data, search, run, gate)
        with terminal.only_json(True):
            searches = api.explain_sentence(options)
        deliver(sentence.document(searches), lambda: sentence.show(searches), json=run.json)
        return 0
    broken: RunFailed | None = None
    conditions = api.read_conditions(gate.fail_over, gate.fail_under, api.METRICS)
    # What a model prints is no result; and where stdout cannot take it, no fault of the model.
    with terminal.only_json(True), display(quiet=run.quiet) as progress:
        try:
            done = api.attack_command(
                options, progress=progress, command=terminal.command_line(), gates=conditions
            )
        except RunFailed as failed:
            broken = failed
    if broken is not None:
        if run.json and broken.document is not None:
            terminal.write_json(broken.document)
        raise broken
    if gate.junit is not None:
        api.write_junit(done.rows, conditions, gate.junit, name=str(done.folder))
    deliver(done.document, lambda: summary.show(done), json=run.json, folder=done.folder)
    notes(note for note in done.notes if note not in left_out)
    return gates(api.gate(done.rows, conditions))


def _refuse_flags_of_a_run(data: DataFlags, search: SearchFlags, run: RunFlags, gate: GateFlags) -> None:
    """What has no meaning for one sentence is refused rather than passed over in silence."""
    given = {
        "--text": data.text,
        "--no-check-labels": not data.check_labels,
        "--column": data.column,
        "--split": data.split,
        "--limit": data.limit,
        "--skip-bad-rows": data.skip_bad_rows,
        "--out": run.out,
        "--resume": run.resume,
        "--open-searches": search.open_searches,
        "--fail-over": gate.fail_over,
        "--fail-under": gate.fail_under,
        "--junit": gate.junit,
    }
    if flags := [flag for flag, value in given.items() if value]:
        raise MohsError(f"{' and '.join(flags)} mean nothing for one text", mend="leave out, or use --data")
    if data.sentence is not None and data.field:
        raise MohsError("--sentence and --field exclude each other", mend="give every field with --field")


def _options(model: ModelFlags, data: DataFlags, search: SearchFlags, run: RunFlags) -> dict[str, Any]:
    """The flags under the names that `mohs.api` has for them, compound values taken apart."""
    flags = {
        name: value
        for group in (model, data, search, run)
        for name, value in dataclasses.asdict(group).items()
        if name not in {"json", "quiet", "config"}
    }
    return flags | {
        "trust": listed("--trust", model.trust),
        "label_map": mapping("--label-map", model.label_map, "MODEL_LABEL=TASK_LABEL,..."),
        "column": pairs("--column", data.column, "FIELD=COLUMN"),
        "attacks": listed("--attacks", search.attacks),
        "set": attack_options("--set", search.set),
        "fields": listed("--fields", search.fields),
        "field": pairs("--field", data.field, "NAME=TEXT"),
    }
