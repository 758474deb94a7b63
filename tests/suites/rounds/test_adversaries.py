"""The classifiers of a round."""

from mohs.data.tasks import BUILT_IN
from mohs.suites.rounds.adversaries import Adversaries, digest
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
