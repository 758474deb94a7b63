"""How it learns: batches, rates and losses, held to torch's own."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from mohs.errors import MohsError  # noqa: E402
from mohs.training.paraphraser import Lesson, Settings, Trainer  # noqa: E402
from mohs.training.seq2seq import made_from_nothing  # noqa: E402

LESSONS = [Lesson(tuple(range(4, 4 + a)), (*range(5, 5 + b), 2)) for a, b in ((3, 2), (5, 1), (9, 6), (2, 4))]


def trainer(**settings):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model, tokenizer = made_from_nothing(iter(["a text", "another"]), 32, 1, 300)
    chosen = Settings(epochs=2, width=32, layers=1, **settings)
    return Trainer(model, LESSONS, chosen, 0.01, tokenizer.pad_token_id)


def test_the_loss_is_the_mean_over_the_tokens_of_every_lesson_alone():
    made = trainer(batch_tokens=64)
    total, count = 0.0, 0
    made.network.eval()
    for one in LESSONS:
        with torch.inference_mode():
            logits = made.network(
                input_ids=torch.tensor([one.reads]), labels=torch.tensor([one.writes])
            ).logits[0]
        total += float(torch.nn.functional.cross_entropy(logits, torch.tensor(one.writes), reduction="sum"))
        count += len(one.writes)
    assert made.mean_loss(LESSONS) == pytest.approx(total / count, rel=1e-5)


def test_an_epoch_depends_on_the_seed_and_its_number_alone():
    first, again, other = trainer(seed=3), trainer(seed=3), trainer(seed=4)
    losses = [first.run_epoch(), first.run_epoch()]
    assert losses == [again.run_epoch(), again.run_epoch()]
    assert losses[0] != other.run_epoch() and losses[1] < losses[0]


def test_the_rate_rises_for_a_tenth_of_the_steps_and_falls_to_nothing():
    made, rates = trainer(), []
    for step in range(1, 101):
        made._set_rate(step, 100)
        rates.append(made.optimizer.param_groups[0]["lr"])
    assert np.argmax(rates) == 9 and rates[9] == pytest.approx(0.01)
    assert rates[0] == pytest.approx(0.001) and 0 < rates[-1] < 0.001
    assert np.all(np.diff(rates[9:]) < 0)


@pytest.mark.parametrize(
    "settings", [{"epochs": 0}, {"width": 33}, {"vocabulary": 100}, {"learning_rate": 0.0}]
)
def test_a_setting_that_cannot_be_used_is_refused(settings):
    with pytest.raises(MohsError, match=f"{next(iter(settings))} (cannot be used|is no whole number)"):
        Settings(**settings)
