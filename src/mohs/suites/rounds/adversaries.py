"""The classifiers of a round: opened when they are first asked, and the same ones as when it began."""

import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

import numpy as np

from mohs.data.task import Task
from mohs.data.values import several
from mohs.errors import ModelError
from mohs.models.address import open_classifier
from mohs.models.classifier import Classifier
from mohs.suites.rounds.record import Round


class Adversaries:
    """Opens and asks; one thread at a time.

    Args:
        task: What they answer.
        own: Open classifiers, or what `open_classifier` makes one of, that somebody else closes.
    """

    def __init__(self, task: Task, own: Iterable[Any] = ()) -> None:
        self.task = task
        opened = [open_classifier(one, task) for one in several(own)]
        self._own = {one.address: one for one in opened}
        self._opened: dict[str, Classifier] = {}
        self._asking = Lock()

    def close(self) -> None:
        """Close those that were opened here."""
        with self._asking:
            for one in self._opened.values():
                one.close()
            self._opened.clear()

    def enlist(self, given: Sequence[Any], opening: Mapping[str, Any]) -> dict[str, str]:
        """Open the adversaries of a new round: address -> sha256 of what each says of itself.

        Raises:
            ModelError: One cannot be opened or answers another task, two have one address, or none is named.
        """
        if not given:
            raise ModelError("a round needs an adversary")
        found: dict[str, str] = {}
        with self._asking:
            for one in given:
                named = isinstance(one, str)
                classifier = self._open(one, opening) if named else open_classifier(one, self.task, **opening)
                if classifier.address in found:
                    raise ModelError(f"{classifier.address} is named twice")
                if not named:
                    self._own[classifier.address] = classifier
                found[classifier.address] = digest(classifier)
        return found

    def picked(self, current: Round, own: str, number: int) -> str:
        """The adversary of a try: by the round's seed, the writing's id and the number of the try alone.

        In later rounds of ANLI each try was put to another model of a set, so that nobody learns the
        weaknesses of one (section 2.4).
        """
        random = np.random.default_rng([current.seed, zlib.crc32(own.encode()), number])
        return list(current.adversaries)[int(random.integers(len(current.adversaries)))]

    def ask(self, current: Round, address: str, fields: Mapping[str, str]) -> dict[str, float]:
        """Label -> probability.

        Raises:
            ModelError: The adversary is not what the round began with, or nobody can open it.
            ClassifierFault: It raised.
        """
        with self._asking:
            classifier = self._same(current, address)
            scores = classifier.probabilities([self.task.input(fields)])[0]
        return {label: round(float(score), 6) for label, score in zip(self.task.labels, scores, strict=True)}

    def _same(self, current: Round, address: str) -> Classifier:
        known = self._own.get(address) or self._opened.get(address)
        classifier = known or self._open(address, current.opening)
        if digest(classifier) != current.adversaries[address]:
            raise ModelError(
                f"{address} is not what round {current.number} began with",
                mend="put the old files back, or begin another round",
            )
        return classifier

    def _open(self, address: str, opening: Mapping[str, Any]) -> Classifier:
        if address in self._own:
            return self._own[address]
        if address.startswith("object:"):
            raise ModelError(
                f"{address} is an object of Python that nobody else can open",
                mend="give it to open_rounds(classifiers=[...])",
            )
        if address not in self._opened:
            self._opened[address] = open_classifier(address, self.task, **opening)
        return self._opened[address]


def digest(classifier: Classifier) -> str:
    """The sha256 of all that a classifier says of itself but its speed."""
    about = json.dumps(classifier.fingerprint(), sort_keys=True, default=str)
    return hashlib.sha256(about.encode()).hexdigest()
