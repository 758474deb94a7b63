"""A classifier is asked about each text once, the answers come back in order, and a fault is found."""

import numpy as np
import pytest

from fakes import SENTIMENT, Weights
from mohs.data.example import Example
from mohs.data.task import Task
from mohs.errors import RunFailed
from mohs.evaluation.answering import Asked, answer, read_answers
from mohs.evaluation.sheet import FAULTY


def rows(*texts):
    return [Example(str(k), str(k), {"sentence": text}, 0) for k, text in enumerate(texts)]


def asked(*texts, part="adversarial"):
    return Asked(SENTIMENT, part, rows(*texts))


def test_answers_are_in_the_order_of_the_rows_and_equal_texts_are_asked_once():
    classifier = Weights({"good": 1.0}, bias=-0.5)
    adversarial, source = answer(
        classifier, [asked("a good one", "bad", "a good one"), asked("bad", part="source")]
    )
    assert adversarial.labels.tolist() == [1, 0, 1] and source.labels.tolist() == [0]
    assert sorted(classifier.seen) == ["a good one", "bad"]
    assert classifier.seen == ["bad", "a good one"]  # short texts first
    assert adversarial.scores.sum(axis=1) == pytest.approx(1)


class Touchy(Weights):
    """Raises on any batch with a text that it does not like."""

    def score(self, inputs):
        if any("!" in text for text in inputs):
            raise ValueError(f"{len(inputs)} texts")
        return super().score(inputs)


def test_one_text_that_raises_takes_no_other_with_it():
    texts = [f"text {k}" for k in range(50)] + ["oh!"]
    lines = []
    found = answer(Touchy({}, bias=1.0), [asked(*texts)], keep=lines.append)[0]
    assert found.labels.tolist() == [1] * 50 + [FAULTY] and np.isnan(found.scores[50]).all()
    assert [line["reason"] for line in lines if line["status"] == "error"] == ["ValueError: 1 texts"]


def test_more_than_five_in_a_hundred_fail_the_run():
    with pytest.raises(RunFailed, match=r"raised on 2 of 30 rows of task sst2, more than 5 %"):
        answer(Touchy({}), [asked(*["a!", "b!"], *map(str, range(28)))])


def test_five_in_a_hundred_may_fail():
    found = answer(Touchy({}), [asked("a!", *map(str, range(19)))])[0]
    assert (found.labels == FAULTY).sum() == 1


def test_the_journal_has_the_label_that_was_given():
    lines = []
    answer(Weights({"a": 1.0, "b": -1.0}), [asked("a", "b", "c")], keep=lines.append)
    assert {line["id"]: line["prediction"] for line in lines} == {
        "0": "positive",
        "1": "negative",
        "2": "negative",  # of equal scores the first
    }


def test_what_is_known_is_not_asked():
    lines = []
    first = answer(Weights({"a": 1.0}), [asked("a", "b")], keep=lines.append)[0]
    assert lines[0] == {
        "id": "0",
        "source_id": "0",
        "task": "sst2",
        "part": "adversarial",
        "model": "fake:weights",
        "status": "answered",
        "prediction": "positive",
        "scores": first.scores[0].astype(float).tolist(),
    } or lines[0]["scores"] == pytest.approx(first.scores[0])
    other = Weights({"a": 1.0})
    second = answer(other, [asked("a", "b")], known=read_answers(iter(lines[:1])))[0]
    assert other.seen == ["b"] and second.labels.tolist() == first.labels.tolist()


def test_progress_is_told_of_every_row():
    told = []

    class Shown:
        def outcome(self, status, texts):
            told.append((status, texts))

    answer(Touchy({}), [asked("a", *map(str, range(30)), "b!")], progress=Shown())
    assert told.count(("answered", 1)) == 31 and told.count(("error", 1)) == 1


def test_faults_of_a_run_that_is_resumed_still_count():
    known = {("sst2", "adversarial", str(k)): "ValueError: no" for k in range(2)}
    classifier = Weights({})
    with pytest.raises(RunFailed, match="raised on 2 of 30 rows"):
        answer(classifier, [asked(*map(str, range(30)))], known=known)
    assert classifier.seen == []


@pytest.mark.parametrize(
    ("seconds", "sizes"),
    [
        ([0.9] * 9, [256, 512, 1024, 2048, 4096, 8192, 3872]),
        ([1.0, 8.0, 8.1, 8.1, 8.1, 0.9] + [1.0] * 200, [256, 256, 256, 128, 64, 64, 128]),
    ],
    ids=["twice as many up to a most", "as many, half as many down to a least, more again"],
)
def test_batches_grow_while_they_are_quick_and_shrink_where_they_are_slow(monkeypatch, seconds, sizes):
    now, asked_about, spent = [0.0], [], iter(seconds)

    class Slow(Weights):
        def score(self, inputs):
            now[0] += next(spent)
            asked_about.append(len(inputs))
            return super().score(inputs)

    monkeypatch.setattr("mohs.evaluation.answering.time.monotonic", lambda: now[0])
    answer(Slow({}), [asked(*map(str, range(20_000)))])
    assert asked_about[: len(sizes)] == sizes
    assert sum(asked_about) == 20_000


def test_pairs_are_asked_by_their_length_in_all():
    task = Task("pairs", ("a", "b"), ("negative", "positive"))
    texts = [("xxxx", "y"), ("x", "yy"), ("", "yyyyyyyyy"), ("xx", "")]
    examples = [Example(str(k), "s", {"a": a, "b": b}, 0) for k, (a, b) in enumerate(texts)]
    classifier = Weights({})
    answer(classifier, [Asked(task, "adversarial", examples)])
    assert classifier.seen == sorted(texts, key=lambda pair: len("".join(pair)))
