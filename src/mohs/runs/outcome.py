"""Outcome: what came of one attack on one example. One line of a journal (contract "runs/NAME/")."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

Status = Literal["success", "failure", "skipped", "not_attackable", "budget", "error"]


class Outcome(NamedTuple):
    """Everything but `cost` depends on (example, attack, classifier, seed) alone.

    Attributes:
        id: The example's id.
        source_id: The benign row that it came from.
        task: Name of the task.
        attack: Name of the attack; "a+b" for a chain.
        model: Address of the classifier.
        status: success; failure; skipped (the classifier was wrong already); not_attackable (no position
            that the attack may change); budget (the query limit ended the search); error (something raised,
            see `reason`).
        original: Field -> text as read.
        perturbed: Field -> text at the end of the search, or None where the search came to none.
        label: Name of the gold label.
        prediction_before: Name of the predicted label of the original; None where the classifier failed.
        prediction_after: The same of the perturbed text.
        probability_before: Probability of the gold label before.
        probability_after: The same after.
        asked: Texts that the search put to each oracle, whether a cache answered or not.
        modified: words (number), rate (of the changed field), rate_input (of all fields); None without a
            perturbed text.
        similarity: Cosine of the changed field's embeddings, original against perturbed; successes only.
        edits: field, word, from, to and kind of every change, in order.
        seed: Seed of this search.
        reason: Why, where the status does not say it all.
        cost: seconds from first to last question, and computed: texts that each oracle really worked on.
    """

    id: str
    source_id: str
    task: str
    attack: str
    model: str
    status: Status
    original: Mapping[str, str]
    perturbed: Mapping[str, str] | None
    label: str
    prediction_before: str | None
    prediction_after: str | None
    probability_before: float | None
    probability_after: float | None
    asked: Mapping[str, int]
    modified: Mapping[str, float] | None
    similarity: float | None
    edits: tuple[Mapping[str, Any], ...]
    seed: int
    reason: str | None
    cost: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The outcome as JSON-ready values, in the order of the attributes."""
        return self._asdict() | {"edits": list(self.edits)}
