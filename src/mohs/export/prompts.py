"""The one map of labels: for each task a question for language models, and the answer of each label.

Harnesses differ in which letter or word stands for which label, and several had one the wrong way round. All
exports take label order and answers from here: answer i is that of label i of the task.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from mohs.data.task import Task


@dataclass(frozen=True)
class Prompt:
    """How a language model is asked.

    Attributes:
        template: The question, with `{{field}}` where the text of a field goes; ends where the answer begins.
        answers: The answer of each label, in the order of the task's labels.
    """

    template: str
    answers: tuple[str, ...]

    def ask(self, fields: Mapping[str, str]) -> str:
        """The question about these texts."""
        text = self.template
        pieces = []
        while "{{" in text:
            before, _, rest = text.partition("{{")
            name, _, text = rest.partition("}}")
            pieces += [before, fields[name]]
        return "".join([*pieces, text])


_KNOWN: Mapping[str, Prompt] = {
    "sst2": Prompt(
        "Review: {{sentence}}\nIs what the review says negative or positive?\nAnswer:",
        ("negative", "positive"),
    ),
    "qqp": Prompt(
        "First question: {{question1}}\nSecond question: {{question2}}\n"
        "Do the two questions ask for the same, yes or no?\nAnswer:",
        ("no", "yes"),
    ),
    "mnli": Prompt(
        "Premise: {{premise}}\nHypothesis: {{hypothesis}}\n"
        "Given the premise, is the hypothesis true, false, or neither?\nAnswer:",
        ("true", "neither", "false"),
    ),
    "qnli": Prompt(
        "Question: {{question}}\nSentence: {{sentence}}\n"
        "Does the sentence hold the answer to the question, yes or no?\nAnswer:",
        ("yes", "no"),
    ),
    "rte": Prompt(
        "Text: {{sentence1}}\nStatement: {{sentence2}}\n"
        "Does the statement follow from the text, yes or no?\nAnswer:",
        ("yes", "no"),
    ),
}


def prompt_of(task: Task) -> Prompt:
    """The question and the answers of a task.

    A built-in task has its own; any other is asked for with the names of its fields and labels.
    """
    known = _KNOWN.get("mnli" if task.name == "mnli-mm" else task.name)
    if known is not None and len(known.answers) == len(task.labels) and _has_fields(known, task):
        return known
    lines = [f"{name.replace('_', ' ')}: {{{{{name}}}}}" for name in task.fields]
    answers = tuple(label.replace("_", " ") for label in task.labels)
    if len(set(answers)) < len(answers):
        answers = task.labels
    return Prompt("\n".join([*lines, f"Which of these is it: {', '.join(answers)}?\nAnswer:"]), answers)


def _has_fields(prompt: Prompt, task: Task) -> bool:
    return all(f"{{{{{name}}}}}" in prompt.template for name in task.fields)
