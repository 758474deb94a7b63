"""`quickstart`: attack the kit's classifiers on the kit's sentences, for a first report."""

import shutil
from pathlib import Path

from mohs.api.attacks import ATTACKS
from mohs.api.prepare import prepare
from mohs.api.run import Run, carry_out
from mohs.attacks.build import open_attacks
from mohs.data.readers import read
from mohs.engine.progress import Hears, as_progress
from mohs.errors import RunError
from mohs.models.address import open_classifier
from mohs.paths import AnyPath, as_path
from mohs.runs.folder import RunFolder
from mohs.runs.lock import alone

MODELS = ("kit:sst2-linear", "kit:sst2-cnn", "kit:sst2-transformer")


def quickstart(
    out: AnyPath = Path("runs/quickstart"), *, limit: int | None = None, progress: Hears | None = None
) -> Run:
    """Attack the three classifiers of the kit with the default attacks on its 200 sentences.

    Args:
        out: The run's folder; an earlier quickstart there is replaced, anything else is not touched.
        limit: So many of the sentences, in place of all.
        progress: As in `mohs.attack`.

    Raises:
        RunError: The folder holds something else.
    """
    progress, folder = as_progress(progress), as_path(out)
    if folder.exists() and not (folder.is_dir() and RunFolder(folder).is_empty()):
        if RunFolder(folder).record().get("command") != "mohs quickstart":
            raise RunError(f"{folder} holds another run", mend="choose another --out")
        with alone(RunFolder(folder).journal):
            pass  # nobody writes there now
        shutil.rmtree(folder)
    reading = read("kit:sst2", "sst2")
    classifiers = [open_classifier(address, reading.task) for address in MODELS]
    work = prepare(classifiers, reading, open_attacks(ATTACKS), limit=limit)
    return carry_out(
        work.attackings,
        {**work.record, "command": "mohs quickstart"},
        work.fingerprint,
        out=folder,
        resume=False,
        progress=progress,
    )
