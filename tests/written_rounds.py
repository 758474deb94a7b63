"""Rounds for tests: an adversary that can be worked out by hand, and people who write for it."""

import numpy as np

from mohs.models.classifier import Classifier

CONTEXTS = ["Ann sang and Bo danced.", "The train left at nine.", "All three cats are grey."]
LABELS = ("entailment", "neutral", "contradiction")


class Shouted(Classifier):
    """Says what the hypothesis ends with in capitals ("... NEUTRAL"), and entailment where nothing stands there."""

    address = "object:tests:Shouted"
    labels = LABELS
    scores = "probabilities"

    def __init__(self, name="Shouted"):
        self.address = f"object:tests:{name}"
        self.asked = []

    def score(self, inputs):
        self.asked += inputs
        said = [hypothesis.split()[-1].lower() for _, hypothesis in inputs]
        return np.array([np.eye(3)[LABELS.index(one) if one in LABELS else 0] * 0.7 + 0.1 for one in said])


def other(label):
    """A label that is not this one."""
    return next(one for one in LABELS if one != label)


def fool(rounds, writer, text="Somebody is here"):
    """Give a writer something, and fool the adversary at once."""
    given = rounds.give(writer)
    return rounds.attempt(given.id, f"{text}, says {writer} of {given.id} {other(given.label).upper()}")


def confirmed(rounds, writer, verdicts=None):
    """As `fool`, with two verifiers who say the label that was meant, or what is given."""
    done = fool(rounds, writer)
    for number, label in enumerate(verdicts or (done.label, done.label)):
        done = rounds.verify(done.id, f"verifier {number}", label)
    return done
