"""Task: named fields, named labels, and which fields an attack may change."""

from dataclasses import dataclass

from mohs.errors import DataError


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
