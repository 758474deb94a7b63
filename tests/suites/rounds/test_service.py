"""Rounds as a page or a terminal uses them."""

import json
import os
import subprocess
import sys
import threading
from collections import Counter

import pytest

from mohs.errors import ClassifierFault, ModelError, MohsError, RunFailed
from mohs.suites.rounds.service import open_rounds
from written_rounds import CONTEXTS, LABELS, Shouted, confirmed, fool, other


@pytest.fixture
def rounds(tmp_path):
    with open_rounds(tmp_path / "rounds", "mnli") as opened:
        opened.begin(Shouted(), CONTEXTS)
        yield opened


def again(rounds):
    """The same folder, opened by somebody else."""
    return open_rounds(rounds.folder, classifiers=[Shouted()])


def test_a_try_gets_the_answer_with_its_probabilities_and_is_kept(rounds):
    given = rounds.give("ann")
    assert given.context["premise"] in CONTEXTS
    done = rounds.attempt(given.id, f"  Somebody is here {given.label.upper()} ")
    (one,) = done.tries
    assert (one.text, one.prediction, one.fooled, done.left) == (
        f"Somebody is here {given.label.upper()}", given.label, False, 4,
    )  # fmt: skip
    assert one.probabilities == {name: pytest.approx(0.8 if name == given.label else 0.1) for name in LABELS}
    done = rounds.attempt(given.id, f"Nobody is here {other(given.label).upper()}")
    assert (done.fooling.number, done.standing, done.left) == (2, "waiting", 0)
    with again(rounds) as opened:
        assert opened.writing(given.id) == done


def test_the_adversary_is_asked_about_context_and_text_in_the_order_of_the_fields(tmp_path):
    adversary = Shouted()
    with open_rounds(tmp_path, "mnli") as rounds:
        rounds.begin(adversary, ["A context."])
        rounds.attempt(rounds.give("ann").id, "A text.")
    assert adversary.asked == [("A context.", "A text.")]


def test_tries_are_used_up_and_none_comes_after_one_that_fooled(rounds):
    given = rounds.give("ann")
    for number in range(5):
        rounds.attempt(given.id, f"Try {number} {given.label.upper()}")
    assert rounds.writing(given.id).standing == "not fooled"
    done = fool(rounds, "ann")
    for own in (given.id, done.id):
        with pytest.raises(MohsError, match="no tries are left"):
            rounds.attempt(own, "One more")


@pytest.mark.parametrize(
    "text",
    [
        "", " \n ", None, b"bytes", "...", "a" * 2_001, "a" * 1_000_000, "a\0b", "two\nlines", "\x1b[2Jgone",
        "hidden \u202e text", "half \ud800 pair",
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_used_spends_no_try(rounds, text):
    given = rounds.give("ann")
    with pytest.raises(MohsError):
        rounds.attempt(given.id, text)
    with pytest.raises(MohsError):
        rounds.give(text)
    assert rounds.writing(given.id) == given


def test_markup_is_a_text_like_any_other_and_stays_to_the_letter(rounds):
    text = '<script>alert("&")</script> <br> café 日本'
    given = rounds.give("<b>ann</b>")
    assert rounds.attempt(given.id, text).tries[0].text == text
    with again(rounds) as opened:
        assert opened.writing(given.id).tries[0].text == text


def test_the_same_text_of_the_same_context_is_taken_once(rounds):
    given = rounds.give("ann")
    rounds.attempt(given.id, f"The same {given.label.upper()}")
    with pytest.raises(MohsError, match="written before"):
        rounds.attempt(given.id, f"The same {given.label.upper()}")
    assert len(rounds.writing(given.id).tries) == 1


def test_a_writer_has_one_thing_open_at_a_time(rounds):
    given = rounds.give("ann")
    assert rounds.give("ann") == given
    assert rounds.give("bo").id != given.id
    assert rounds.give_up(given.id).standing == "given up"
    assert rounds.give("ann").id != given.id
    with pytest.raises(MohsError, match="no tries are left"):
        rounds.give_up(given.id)


def test_contexts_and_labels_are_given_out_evenly_and_none_twice_to_one_writer(rounds):
    for _ in range(3):
        for writer in ("ann", "bo", "cy"):
            fool(rounds, writer)
    made = rounds.writings()
    assert set(Counter((tuple(one.context.values()), one.label) for one in made).values()) == {1}
    for writer in ("ann", "bo", "cy"):
        assert len({tuple(one.context.values()) for one in made if one.writer == writer}) == 3
        with pytest.raises(MohsError, match="every context"):
            rounds.give(writer)


def test_what_was_given_to_one_is_no_others_where_a_page_says_who_asks(rounds):
    given = rounds.give("ann")
    for act in (
        lambda: rounds.attempt(given.id, "A text", writer="bo"),
        lambda: rounds.give_up(given.id, writer="bo"),
        lambda: rounds.explain(given.id, "A reason", writer="bo"),
    ):
        with pytest.raises(MohsError, match="given to somebody else"):
            act()
    assert rounds.writing(given.id) == given
    assert rounds.attempt(given.id, "A text", writer="ann").tries


def test_a_name_is_one_persons_however_its_accents_are_typed(rounds):
    given = rounds.give("Jose\u0301")
    assert given.writer == "Jos\u00e9"
    assert rounds.attempt(given.id, "A text", writer=" Jose\u0301").tries


def test_a_reason_is_kept_for_a_text_that_fooled(rounds):
    given = rounds.give("ann")
    with pytest.raises(MohsError, match="reason"):
        rounds.explain(given.id, "Because.")
    done = fool(rounds, "ann")
    assert rounds.explain(done.id, "It goes by the last word.").reason == "It goes by the last word."


def test_a_verifier_sees_neither_label_nor_name_and_never_their_own(rounds):
    done = fool(rounds, "ann")
    assert rounds.to_verify("ann") is None
    shown = rounds.to_verify("bo")
    assert {name: getattr(shown, name) for name in shown.__slots__} == {
        "id": done.id, "round": 1, "fields": done.fields(done.fooling),
    }  # fmt: skip
    with pytest.raises(MohsError, match="ann wrote this"):
        rounds.verify(done.id, "ann", "neutral")
    rounds.verify(done.id, "bo", done.label)
    assert rounds.to_verify("bo") is None
    with pytest.raises(MohsError, match="bo verified this"):
        rounds.verify(done.id, "bo", done.label)
    assert rounds.verify(done.id, "cy", done.label).standing == "kept"
    with pytest.raises(MohsError, match="not waiting"):
        rounds.verify(done.id, "di", done.label)


def test_what_somebody_has_verified_comes_before_what_nobody_has(rounds):
    fool(rounds, "ann")
    second = fool(rounds, "bo")
    rounds.verify(second.id, "cy", "neutral")
    assert rounds.to_verify("di").id == second.id


def test_a_verdict_is_a_label_of_the_task_or_ambiguous(rounds):
    done = fool(rounds, "ann")
    with pytest.raises(MohsError, match="not a label"):
        rounds.verify(done.id, "bo", "maybe")
    assert rounds.verify(done.id, "bo", "ambiguous").standing == "waiting"


def test_a_new_round_has_a_new_adversary_new_contexts_and_more_tries(rounds):
    open_still = rounds.give("ann")
    with pytest.raises(MohsError, match="adversary of round 1"):
        rounds.begin(Shouted(), ["Another context."])
    with pytest.raises(MohsError, match="given in round 1"):
        rounds.begin(Shouted("second"), CONTEXTS[:1])
    begun = rounds.begin(Shouted("second"), ["Another context."])
    assert (begun.number, begun.tries) == (2, 10)
    assert rounds.give("ann").round == 2
    assert rounds.attempt(open_still.id, "Still possible").tries[0].adversary == "object:tests:Shouted"


def test_of_several_adversaries_each_try_asks_one_and_which_depends_on_the_seed_alone(tmp_path):
    def asked(folder, seed):
        with open_rounds(folder, "mnli") as rounds:
            rounds.begin([Shouted("one"), Shouted("two")], CONTEXTS, tries=20, random_state=seed)
            given = rounds.give("ann")
            for k in range(20):
                rounds.attempt(given.id, f"Try {k} {given.label.upper()}")
            return [one.adversary for one in rounds.writing(given.id).tries]

    first = asked(tmp_path / "a", 0)
    assert set(first) == {"object:tests:one", "object:tests:two"}
    assert asked(tmp_path / "b", 0) == first
    assert asked(tmp_path / "c", 1) != first


def test_an_adversary_that_raises_spends_no_try(tmp_path):
    class Broken(Shouted):
        def score(self, inputs):
            raise ValueError("out of order")

    with open_rounds(tmp_path, "mnli") as rounds:
        rounds.begin(Broken(), CONTEXTS)
        given = rounds.give("ann")
        with pytest.raises(ClassifierFault, match="out of order"):
            rounds.attempt(given.id, "A text")
        assert rounds.writing(given.id) == given


def test_an_adversary_that_has_changed_is_not_asked(rounds):
    class Changed(Shouted):
        def identity(self):
            return {**super().identity(), "files": "others"}

    given = rounds.give("ann")
    with (
        open_rounds(rounds.folder, classifiers=[Changed()]) as opened,
        pytest.raises(ModelError, match="not what round 1"),
    ):
        opened.attempt(given.id, "A text")
    with open_rounds(rounds.folder) as opened, pytest.raises(ModelError, match="open_rounds"):
        opened.attempt(given.id, "A text")


def test_a_task_of_one_field_is_written_without_a_context(tmp_path):
    with open_rounds(tmp_path / "reviews", "sst2") as rounds:
        rounds.begin("kit:sst2-linear")
        given = rounds.give("ann")
        assert given.context == {}
        wrong = "A wonderful, lovely film." if given.label == "negative" else "A dreadful, tedious mess."
        assert rounds.attempt(given.id, wrong).standing == "waiting"
        assert rounds.give("ann").label != given.label
    with open_rounds(tmp_path / "reviews") as opened:  # the address is enough to go on
        assert opened.attempt(opened.give("ann").id, "A film.").tries


def test_threads_lose_nothing_and_spend_no_more_than_there_is(rounds):
    given = rounds.give("ann")
    refused = []

    def write(number):
        try:
            rounds.attempt(given.id, f"Thread {number} {given.label.upper()}")
        except MohsError as problem:
            refused.append(problem.what)

    def verify(number):
        mine = fool(rounds, f"writer {number}")
        rounds.verify(mine.id, "zoe", mine.label)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(12) for work in (write, verify)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    made = rounds.writings()
    spent = rounds.writing(given.id).tries
    assert [one.number for one in spent] == list(range(1, len(spent) + 1))
    assert len(spent) + len(refused) == 12
    assert len(spent) <= 5
    assert len([one for one in made if one.verdicts]) == 12
    with again(rounds) as opened:
        assert opened.writings() == made


def test_two_processes_share_a_folder(rounds):
    code = (
        "import sys; from mohs.suites.rounds.service import open_rounds\n"
        "with open_rounds(sys.argv[1]) as rounds:\n"
        "    for k in range(5): rounds.verify(rounds.to_verify(sys.argv[2]).id, sys.argv[2], 'neutral')"
    )
    for k in range(5):
        fool(rounds, f"writer {k}")
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(rounds.folder), name], env=os.environ)
        for name in ("yan", "zoe")
    ]
    assert [one.wait() for one in started] == [0, 0]
    assert [sorted(v.verifier for v in one.verdicts) for one in rounds.writings()] == [["yan", "zoe"]] * 5


def test_a_torn_line_is_dropped_and_what_was_told_is_there(rounds):
    done = confirmed(rounds, "ann")
    journal = rounds.folder / "journal.jsonl"
    with journal.open("ab") as file:
        file.write(b'{"event": "verdict", "id": "r1-0')
    with again(rounds) as opened:
        assert opened.writing(done.id) == done
        fool(opened, "bo")
    assert all(json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines())


def test_what_could_not_be_written_has_not_happened(rounds, monkeypatch):
    given = rounds.give("ann")

    def full(*_):
        raise RunFailed("no space left")

    with monkeypatch.context() as patched:
        patched.setattr("mohs.runs.journal.Journal.append", full)
        with pytest.raises(RunFailed):
            rounds.attempt(given.id, "A text")
    assert rounds.writing(given.id) == given


def test_what_nobody_was_given_is_refused(rounds):
    for own in ("r1-000001", "", None, "../x"):
        with pytest.raises(MohsError, match="nothing was given out"):
            rounds.attempt(own, "A text")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"classifiers": []}, "needs an adversary"),
        ({"classifiers": "kit:sst2-linear"}, "label"),
        ({"classifiers": [Shouted("x"), Shouted("x")]}, "twice"),
        ({"tries": 0}, "tries is no whole number from 1"),
        ({"tries": 2.5}, "tries is no whole number from 1"),
        ({"random_state": -1}, "random_state is no whole number from 0"),
        ({"random_state": "x"}, "random_state is no whole number from 0"),
        ({"contexts": 5}, "no list"),
        ({"contexts": {"premise": "A context."}}, "no list"),
        ({"contexts": None}, "needs contexts"),
        ({"contexts": []}, "no contexts"),
        ({"contexts": ["Twice.", "Twice."]}, "twice"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_a_round_that_cannot_begin_is_refused(tmp_path, more, message):
    with open_rounds(tmp_path, "mnli") as rounds:
        with pytest.raises(MohsError, match=message):
            rounds.begin(**{"classifiers": Shouted("new"), "contexts": ["A context."], **more})
        with pytest.raises(MohsError, match="no round yet"):
            rounds.give("ann")
