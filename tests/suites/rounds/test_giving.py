"""What a writer is given next."""

from collections import Counter

from mohs.suites.rounds.service import open_rounds
from written_rounds import CONTEXTS, LABELS, Shouted


def test_the_order_depends_on_the_seed_and_every_label_of_every_context_comes_once(tmp_path):
    def order(folder, seed):
        with open_rounds(folder, "mnli") as rounds:
            rounds.begin(Shouted(), CONTEXTS, random_state=seed)
            made = [rounds.give(f"writer {k}") for k in range(9)]
            return [(one.context["premise"], one.label) for one in made]

    first = order(tmp_path / "a", 0)
    assert Counter(first) == Counter({(context, label): 1 for context in CONTEXTS for label in LABELS})
    assert Counter(label for _, label in first[:3]) == Counter(LABELS)
    assert order(tmp_path / "b", 0) == first
    assert order(tmp_path / "c", 4) != first
