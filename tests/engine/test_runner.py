"""Answers do not depend on who else asks; budgets are exact; a fault spoils its own search alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohs.attacks.questions import Classify, Gather, Perplexity, Similarity
from mohs.engine.runner import LONG, BudgetSpent, Engine, Unanswered
from mohs.errors import ClassifierFault


class Lengths:
    """Answers a text with its length; remembers its batches; refuses texts with an x."""

    def __init__(self):
        self.batches = []

    def answer(self, items):
        self.batches.append(list(items))
        if any("x" in item for item in items):
            raise ClassifierFault("an x")
        return [[float(len(item))] for item in items]


def asks(*batches):
    """A search that asks for these batches in turn and returns what it was told."""

    def work(ledger):
        told = []
        for batch in batches:
            answer = yield Classify(batch)
            told.append([float(row[0]) for row in answer])
        return told, dict(ledger.asked), dict(ledger.computed)

    return work


def run(work, **options):
    oracle = Lengths()
    return list(Engine({"classify": oracle}, **options).run(work)), oracle


@given(
    st.lists(st.lists(st.lists(st.text("ab", max_size=3), min_size=1, max_size=3), max_size=3), max_size=6),
    st.integers(1, 7),
)
def test_the_width_changes_no_result(searches, width):
    work = [(str(k), asks(*batches)) for k, batches in enumerate(searches)]
    wide, _ = run(work, open_searches=width)
    alone, _ = run(work, open_searches=1)
    key = repr
    assert sorted((told for told, *_ in wide), key=key) == sorted((told for told, *_ in alone), key=key)
    assert sorted((a for _, a, _ in wide), key=key) == sorted((a for _, a, _ in alone), key=key)


def test_open_searches_are_answered_in_one_batch():
    _, oracle = run([(str(k), asks(["a" * k], ["b" * k])) for k in range(1, 5)], open_searches=4)
    assert [len(batch) for batch in oracle.batches] == [4, 4]


def test_the_same_text_is_asked_once_for_one_example():
    (one, two), oracle = run([("e", asks(["a", "bb", "a"])), ("e", asks(["bb"]))])
    assert oracle.batches == [["a", "bb"]]
    assert one[0] == [[1.0, 2.0, 1.0]] and two[0] == [[2.0]]
    assert one[1] == {"classify": 3}  # asked counts what was asked,
    assert one[2] == {"classify": 2}  # computed what had to be worked out


def test_a_later_attack_on_the_same_example_uses_the_answers():
    _, oracle = run([("e", asks(["a"])), ("e", asks(["c"], ["a"]))], open_searches=1)
    assert oracle.batches == [["a"], ["c"]]


def test_what_is_known_is_answered_without_waiting_for_a_batch():
    _, oracle = run([("e", asks(["a"], ["a", "a"], ["b"])), ("f", asks(["c"], ["d"]))])
    assert oracle.batches == [["a", "c"], ["b", "d"]]


def test_two_searches_that_ask_the_same_at_once_are_both_told():
    (one, two), oracle = run([("e", asks(["a", "bb"])), ("e", asks(["bb", "ccc"]))])
    assert oracle.batches == [["a", "bb", "ccc"]]
    assert one[0] == [[1.0, 2.0]] and two[0] == [[2.0, 3.0]]


def test_a_question_about_nothing_is_answered():
    def work(_):
        return (yield Gather(())), len((yield Classify([])))

    (result,), oracle = run([("e", work)])
    assert result == ((), 0) and oracle.batches == []


def test_a_text_that_is_too_long_to_be_kept_answers_all_that_is_gathered():
    long = "a" * (LONG + 1)

    def work(_):
        first, second = yield Gather((Classify([long]), Classify([long, long])))
        yield Classify([long])
        return len(first), second.tolist()

    (result,), oracle = run([("e", work)])
    assert result == (1, [[LONG + 1.0]] * 2)
    assert oracle.batches == [[long], [long]]


def test_a_pair_that_is_too_long_to_be_kept_is_asked_about_again():
    long, short = ("a" * LONG, "b"), ("a", "b")

    def work(_):
        for pair in (long, short) * 2:
            yield Classify([pair])

    _, oracle = run([("e", work)])
    assert oracle.batches == [[long], [short], [long]]


def test_an_oracle_that_gives_too_few_rows_is_found_out():
    class Lazy:
        def answer(self, items):
            return [[1.0]]

    with pytest.raises(ClassifierFault, match="1 rows for 2 items"):
        list(Engine({"classify": Lazy()}).run([("e", asks(["a", "b"]))]))


def test_again_asks_anew():
    def work(_):
        yield Classify(["a"])
        yield Classify(["a"], again=True)
        yield Classify(["a"])

    _, oracle = run([("e", work)])
    assert oracle.batches == [["a"], ["a"]]


def test_a_budget_is_never_exceeded_and_the_refused_question_is_not_counted():
    def work(ledger):
        yield Classify(["a", "b"])
        try:
            yield Classify(["c", "d", "e"])
        except BudgetSpent as spent:
            return str(spent), dict(ledger.asked)

    (result,), oracle = run([("e", work)], budgets={"classify": 4})
    assert result == ("the next question asks for 3 texts and 2 of 4 are left", {"classify": 2})
    assert oracle.batches == [["a", "b"]]


def test_a_budget_may_be_spent_to_the_last_text():
    (result,), _ = run([("e", asks(["a", "b"], ["c", "d"]))], budgets={"classify": 4})
    assert result[1] == {"classify": 4}
    (result,), _ = run([("e", asks(["a", "b"]))], budgets={"classify": 2})
    assert result[1] == {"classify": 2}


def test_a_budget_is_of_one_kind_of_question_and_counts_what_is_gathered_together():
    def work(size):
        def search(ledger):
            texts = [str(k) for k in range(size)]
            try:
                yield Gather((Classify(texts[:1]), Similarity([("a", "b")] * 3), Classify(texts[1:])))
            except BudgetSpent:
                return "refused"
            return dict(ledger.asked)

        return search

    class Vectors:
        def answer(self, items):
            return [[1.0]] * len(items)

    engine = Engine({"classify": Lengths(), "similarity": Vectors()}, budgets={"classify": 2})
    assert list(engine.run([("e", work(2))])) == [{"classify": 2, "similarity": 3}]
    assert list(engine.run([("e", work(3))])) == ["refused"]


@pytest.mark.parametrize("width", [1, 4])
def test_no_more_searches_are_open_than_was_said(width):
    class Patient(Classify):
        patient = True

    opened, most = set(), []

    def work(k):
        def search(ledger):
            opened.add(k)
            most.append(len(opened))
            yield Classify([f"c{k}"])
            if k % 2:
                yield Patient([f"p{k}"])
            opened.discard(k)

        return search

    run([(str(k), work(k)) for k in range(20)], open_searches=width)
    assert max(most) == width


def test_what_gathers_a_patient_question_waits_wherever_that_stands():
    class Patient(Classify):
        kind = "patient"
        patient = True

    def gathers(ledger):
        yield Gather((Patient(["p"]), Classify(["c"])))

    patient = Lengths()
    engine = Engine({"classify": Lengths(), "patient": patient})
    later = asks(["1"], ["2"], ["3"])

    def waits(ledger):
        yield from later(ledger)
        yield Patient(["q"])

    list(engine.run([("1", gathers), ("2", waits)]))
    assert patient.batches == [["p", "q"]]


def test_the_engines_own_questions_are_not_counted():
    def work(ledger):
        ledger.own = True
        yield Classify(["a"])
        return dict(ledger.asked)

    (asked,), _ = run([("e", work)], budgets={"classify": 0})
    assert asked == {}


def test_a_fault_reaches_the_search_that_asked_and_no_other():
    def careful(_):
        try:
            yield Classify(["x"])
        except ClassifierFault as fault:
            return f"fault: {fault}"

    results, _ = run([("1", asks(["a"])), ("2", careful), ("3", asks(["b"]))])
    assert "fault: an x" in results
    assert sum(isinstance(result, tuple) for result in results) == 2


def test_where_a_fault_is_looked_for_every_question_still_goes_to_its_own_oracle():
    class Vectors:
        batches = 0

        def answer(self, items):
            self.batches += 1
            return [[1.0, 0.0] if item == "same" else [0.6, 0.8] for item in items]

    def careful(_):
        try:
            yield Classify(["x"])
        except ClassifierFault:
            return "fault"

    def several(_):
        known = yield Classify(["known"])
        answers = yield Gather((Classify(["known"]), Similarity([("same", "other")]), Classify(["aaa"])))
        return known.tolist(), *(answer.tolist() for answer in answers)

    def late(_):
        yield Classify(["first"])
        return (yield from careful(None))

    lengths, vectors = Lengths(), Vectors()
    engine = Engine({"classify": lengths, "similarity": vectors})
    results = list(engine.run([("1", several), ("2", late)]))
    assert sorted(results, key=str) == [([[5.0]], [[5.0]], [0.6], [[3.0]]), "fault"]
    assert vectors.batches == 1
    assert lengths.batches[1:] == [["aaa", "x"], ["aaa"], ["x"]]


def test_a_search_that_asks_nothing_just_ends():
    def work(_):
        return "done"
        yield

    results, oracle = run([("e", work)])
    assert results == ["done"] and oracle.batches == []


def test_several_questions_at_once():
    class Vectors:
        def answer(self, items):
            return [[1.0, 0.0] if item == "same" else [0.6, 0.8] for item in items]

    def work(ledger):
        lengths, cosines = yield Gather((Classify(["aaa"]), Similarity([("same", "other")])))
        return lengths.tolist(), cosines.tolist(), dict(ledger.asked)

    (result,) = Engine({"classify": Lengths(), "similarity": Vectors()}).run([("e", work)])
    assert result == ([[3.0]], [0.6], {"classify": 1, "similarity": 1})


def test_memory_does_not_grow_with_the_searches():
    """The cache of an example goes when its searches end: counted by live objects, not by bytes."""
    import gc
    import weakref

    alive = []

    def work(ledger):
        class Mark:
            pass

        mark = Mark()
        ledger.cache["classify"].add(["mark" + str(id(mark))], [mark])
        alive.append(weakref.ref(mark))
        yield Classify(["a"])
        return None

    most = 0
    for _ in Engine({"classify": Lengths()}, open_searches=4).run((str(k), work) for k in range(50)):
        gc.collect()
        most = max(most, sum(ref() is not None for ref in alive))
    assert most <= 10


def test_rows_that_nothing_can_be_made_of_spoil_their_own_search():
    class Words:
        def answer(self, items):
            return [f"{item}?" for item in items]

    def work(ledger):
        with pytest.raises(
            ClassifierFault, match="nothing can be made of what answers perplexity: could not"
        ):
            yield Perplexity(["abc"])
        answer = yield Classify(["ab"])
        return [float(row[0]) for row in answer]

    oracles = {"classify": Lengths(), "perplexity": Words()}
    others = [(str(k), asks(["ab"])) for k in range(2)]
    found = list(Engine(oracles).run([("s", work), *others]))
    assert [2.0] in found and len(found) == 3


def test_a_question_that_no_oracle_answers_is_thrown_into_its_own_search():
    class Own(Classify):
        kind = "own"

    def work(question):
        def search(ledger):
            try:
                yield Gather((Classify(["abc"]), question))
            except Unanswered as problem:
                return str(problem)

        return search

    others = [(str(k), asks(["ab"], ["abcd"])) for k in range(3)]
    told, _ = run([("s", work(Similarity([("a", "b")]))), *others, ("o", work(Own(["a"])))])
    assert [one[0] for one in told if isinstance(one, tuple)] == [[[2.0], [4.0]]] * 3
    assert [one for one in told if isinstance(one, str)] == [
        "asks a question of kind 'similarity', which nothing answers here: list 'encoder' in its `needs`",
        "asks a question of kind 'own', which nothing answers here",
    ]


def test_what_is_better_answered_for_many_waits_until_nobody_can_go_on_without_it():
    """Nine searches, five open: the patient question is answered when all five wait for it, and then for the rest."""

    class Patient(Classify):
        kind = "patient"
        patient = True

    def work(first):
        def search(ledger):
            for k in range(first):
                yield Classify([f"{first}{k}"])
            (row,) = yield Patient([f"p{first}"])
            return row[0]

        return search

    classify, patient = Lengths(), Lengths()
    engine = Engine({"classify": classify, "patient": patient}, open_searches=5)
    found = list(engine.run([(str(k), work(k)) for k in range(1, 10)]))
    assert found == [2.0] * 9
    assert [len(batch) for batch in patient.batches] == [5, 4]


def test_no_more_of_those_that_wait_are_answered_than_is_worth_while():
    class Patient(Classify):
        kind = "patient"
        patient = True

    class Few(Lengths):
        at_once = 2

    def work(k):
        def search(ledger):
            yield Patient([f"p{k}"])
            yield Classify([f"c{k}"])
            return k

        return search

    classify, patient = Lengths(), Few()
    engine = Engine({"classify": classify, "patient": patient}, open_searches=5)
    assert list(engine.run([(str(k), work(k)) for k in range(7)])) == list(range(7))
    assert patient.batches == [["p0", "p1"], ["p2", "p3"], ["p4", "p5"], ["p6"]]
    assert classify.batches == [["c0", "c1"], ["c2", "c3"], ["c4", "c5"], ["c6"]]


def test_searches_of_one_example_that_wait_for_the_same_are_both_told():
    class Patient(Classify):
        patient = True

    def search(ledger):
        (row,) = yield Patient(["same"])
        return row[0]

    (one, two), oracle = run([("e", search), ("e", search)])
    assert one == two == 4.0 and oracle.batches == [["same"]]
