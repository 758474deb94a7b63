"""The classifiers of a round."""

from mohs.data.tasks import BUILT_IN
from mohs.suites.rounds.adversaries import Adversaries, digest
from mohs.suites.rounds.service import open_rounds
from written_rounds import Shouted


class Named(Shouted):
    """Has a speed and a file."""

    def __init__(self, **more):
        super().__init__()
        self.more, self.closed = more, 0

    def identity(self):
        return {**super().identity(), **self.more}

    def close(self):
        self.closed += 1


def test_a_classifier_is_known_by_what_it_is_and_not_by_its_speed():
    assert digest(Named(files="a", threads=1)) == digest(Named(files="a", threads=2, batch_tokens=9))
    assert digest(Named(files="a")) != digest(Named(files="b"))


def overlap(pairs):
    """Entailment where every word of the hypothesis is in the premise, else neutral."""
    told = [set(hypothesis.split()) <= set(premise.split()) for premise, hypothesis in pairs]
    return [[0.8, 0.1, 0.1] if one else [0.1, 0.8, 0.1] for one in told]


def test_any_function_can_be_an_adversary(tmp_path):
    with open_rounds(tmp_path, "mnli") as rounds:
        begun = rounds.begin(overlap, ["Ann sang ."])
        (address,) = begun.adversaries
        rounds.attempt(rounds.give("ann").id, "Ann sang")
    with open_rounds(tmp_path, classifiers=[overlap]) as rounds:
        assert rounds.writings()[0].tries[0].prediction == "entailment"
        given = rounds.attempt(rounds.give("bo").id, "Bo sang")
        assert (given.tries[-1].prediction, given.tries[-1].adversary) == ("neutral", address)


def test_labels_in_another_order_are_put_right(tmp_path):
    class Turned(Shouted):
        labels = ("contradiction", "neutral", "entailment")

        def score(self, inputs):
            return super().score(inputs)[:, ::-1]

    with open_rounds(tmp_path, "mnli") as rounds:
        rounds.begin(Turned(), ["A context."])
        given = rounds.attempt(rounds.give("ann").id, "A text NEUTRAL")
    assert given.tries[0].prediction == "neutral"


def test_what_somebody_else_has_opened_is_left_open():
    theirs = Named()
    ours = Adversaries(BUILT_IN["mnli"])
    ours.enlist([theirs], {})
    ours.close()
    assert theirs.closed == 0


def test_what_was_opened_here_is_closed_once():
    ours = Adversaries(BUILT_IN["sst2"])
    ours.enlist(["kit:sst2-linear"], {})
    (classifier,) = ours._opened.values()
    closed = []
    classifier.close = lambda: closed.append(1)
    ours.close()
    ours.close()
    assert closed == [1]
