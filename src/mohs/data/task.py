"""Task: named fields, named labels, and which fields an attack may change."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mohs.data.values import as_integer, as_names, plain, short
from mohs.errors import DataError
from mohs.spec import did_you_mean


@dataclass(frozen=True)
class Task:
    """What is classified, and into what.

    Attributes:
        name: How the task is called in reports and files.
        fields: Names of the text fields, in the order in which a classifier takes them.
        labels: Names of the labels; the position of a name is its integer.
        metrics: Names of the metrics that its score is the mean of.
        perturb: The fields that an attack may change, in the order in which it tries them; one at a time.
        subject: "sentiment" where the label is an opinion; some attacks are stricter there. Otherwise "".
    """

    name: str
    fields: tuple[str, ...]
    labels: tuple[str, ...]
    metrics: tuple[str, ...] = ("accuracy",)
    perturb: tuple[str, ...] = ()
    subject: str = ""

    def __post_init__(self) -> None:
        if not self.perturb:
            object.__setattr__(self, "perturb", self.fields)
        if not self.fields or len(set(self.fields)) < len(self.fields):
            raise DataError(
                f"task {self.name!r}: fields must be named and distinct", got=", ".join(self.fields)
            )
        if len(set(self.labels)) < len(self.labels):
            raise DataError(f"task {self.name!r}: labels must be distinct", got=", ".join(self.labels))
        if unknown := set(self.perturb) - set(self.fields):
            raise DataError(
                f"task {self.name!r} has no field {', '.join(sorted(unknown))}",
                expected=f"fields among {', '.join(self.fields)}",
            )

    def input(self, fields: Mapping[str, str]) -> str | tuple[str, ...]:
        """What a classifier is asked: the text, or the texts of a pair in the order of the fields."""
        texts = tuple(map(fields.__getitem__, self.fields))
        return texts[0] if len(texts) == 1 else texts

    def label_index(self, value: object) -> int:
        """The integer of a label that is given by name or by integer.

        A name wins. Otherwise an integer in any dress counts: 1, 1.0, "1", numpy.int64(1), torch.tensor(1).
        Where names are numbers themselves ("1" to "5"), only names count: 1 never means the second label.

        Raises:
            DataError: Neither; also for True and False, whose order would be a guess.
        """
        value = plain(value)
        if (name := str(value)) in self.labels and value is not None:
            return self.labels.index(name)
        integer = as_integer(value)
        if integer is not None:
            if str(integer) in self.labels:
                return self.labels.index(str(integer))
            numbered = any(as_integer(label) is not None for label in self.labels)
            if not numbered and 0 <= integer < len(self.labels):
                return integer
        raise DataError(
            f"{short(repr(value))} is not a label of task {self.name}",
            expected=self.labels_in_words(),
            mend=did_you_mean(str(value), list(self.labels)),
        )

    def labels_in_words(self) -> str:
        """The labels with their integers, for messages: "negative (0), positive (1)"."""
        return ", ".join(f"{name} ({index})" for index, name in enumerate(self.labels))

    def check_fields(self, fields: Iterable[str]) -> None:
        """Check that the task has these fields.

        Raises:
            DataError: One that it does not have.
        """
        for field in fields:
            if field not in self.fields:
                raise DataError(
                    f"task {self.name} has no field {field!r}",
                    expected=f"fields among {', '.join(self.fields)}",
                    mend=did_you_mean(field, list(self.fields)),
                )

    def only(self, fields: Sequence[str]) -> "Task":
        """The same task, of which an attack may change these fields alone, in this order (`--fields`).

        Raises:
            DataError: No field is named, one twice, or one that the task does not have.
            MohsError: They are no names.
        """
        fields = as_names("fields", fields)
        self.check_fields(fields)
        if not fields or len(set(fields)) < len(fields):
            raise DataError(
                f"the fields of task {self.name} that may be changed must be named, each once",
                got=", ".join(fields) or "none",
                expected=f"fields among {', '.join(self.fields)}",
            )
        return dataclasses.replace(self, perturb=tuple(fields))
