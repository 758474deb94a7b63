"""`kit:NAME`: the classifiers that come with mohs."""

from pathlib import Path

import mohs.kit
from mohs.errors import ModelError
from mohs.models.adapter import Opening
from mohs.models.onnx import OnnxClassifier
from mohs.spec import did_you_mean


def kit_folder() -> Path:
    """Where the kit's classifiers lie, one folder each."""
    return Path(mohs.kit.__file__).parent / "models"


def kit_names() -> list[str]:
    """The names of the kit's classifiers, sorted."""
    folder = kit_folder()
    return sorted(path.parent.name for path in folder.glob("*/model.onnx")) if folder.is_dir() else []


def open_kit(where: str, opening: Opening) -> OnnxClassifier:
    """Open `kit:WHERE`.

    Raises:
        ModelError: There is no such classifier.
    """
    if where not in kit_names():
        raise ModelError(
            f"the kit has no classifier {where!r}",
            expected=f"one of {', '.join(kit_names())}",
            mend=did_you_mean(where, kit_names()),
        )
    return OnnxClassifier(kit_folder() / where, opening, address=f"kit:{where}")
