"""What every training has in common: parts, rows held out, epochs that can be gone on with, settings."""

from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from mohs.errors import MohsError  # noqa: E402
from mohs.training.course import PARSED, check_settings, divided, in_parts, run_epochs  # noqa: E402


def test_every_text_is_parsed_once_in_order_and_progress_is_told():
    texts, lines, sizes = [str(k) for k in range(2 * PARSED + 1)], [], []

    def parse(some):
        sizes.append(len(some))
        return [int(text) for text in some]

    assert list(in_parts(texts, parse, lines.append)) == list(range(2 * PARSED + 1))
    assert sizes == [PARSED, PARSED, 1]
    assert lines[-1] == f"parsed {len(texts):,} of {len(texts):,} texts"


@pytest.mark.parametrize(("count", "out"), [(2, 1), (10, 1), (100, 3), (100_000, 200)])
def test_a_share_is_held_out_at_least_one_and_no_more_than_asked_for(count, out):
    learnt, held_out = divided(range(count), 0.03, 200, seed=1)
    assert len(held_out) == out and sorted([*learnt, *held_out]) == list(range(count))
    assert divided(range(count), 0.03, 200, seed=1) == (learnt, held_out)
    if count > 10:
        assert divided(range(count), 0.03, 200, seed=2)[1] != held_out


def test_a_learning_rate_is_finite():
    for rate in (float("inf"), float("nan"), 0.0):
        with pytest.raises(MohsError, match="learning_rate"):
            check_settings(SimpleNamespace(learning_rate=rate), {}, {})


@pytest.mark.parametrize(
    "loss", [float("nan"), {"held_out": float("inf")}, None], ids=["loss", "held_out", "weight"]
)
def test_what_is_no_number_any_more_ends_it_and_is_not_kept(tmp_path, loss):
    walker = Walker()

    def epoch():
        walker.step()
        if loss is None:
            torch.nn.init.constant_(walker.network.weight, float("nan"))
        return loss

    with pytest.raises(MohsError, match=r"in epoch 1 of 4 .* ceased to be numbers"):
        run_epochs(walker, 4, tmp_path / "c.npz", epoch, str, lambda line: None)
    assert not (tmp_path / "c.npz").exists()


class Walker:
    """A weight that goes down one step of Adam an epoch."""

    def __init__(self):
        self.network = torch.nn.Linear(1, 1, bias=False)
        torch.nn.init.ones_(self.network.weight)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=0.1)
        self.epoch = 0

    def step(self):
        self.optimizer.zero_grad()
        (self.network.weight**2).sum().backward()
        self.optimizer.step()
        self.epoch += 1
        return round(float(self.network.weight.detach()), 6)


def test_epochs_go_on_behind_the_checkpoint_to_the_same_losses(tmp_path):
    whole = Walker()
    expected = run_epochs(whole, 4, tmp_path / "whole.npz", whole.step, str, lambda line: None)
    assert len(expected) == 4
    first, second, lines = Walker(), Walker(), []
    run_epochs(first, 2, tmp_path / "part.npz", first.step, str, lambda line: None)
    assert run_epochs(second, 4, tmp_path / "part.npz", second.step, str, lines.append) == expected
    assert lines[0] == "goes on behind epoch 2 of 4" and lines[-1] == f"epoch 4 of 4: {expected[-1]}"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [({"width": 16}, "a multiple of 32"), ({"width": 48}, "a multiple of 32"), ({"epochs": 2}, "3 or more"),
     ({"learning_rate": 0.0}, "above 0"), ({"learning_rate": float("nan")}, "above 0")],
)  # fmt: skip
def test_a_setting_that_cannot_be_used_is_refused_by_its_name(changes, expected):
    def settings(**some):
        return SimpleNamespace(**{"width": 64, "epochs": 3, "learning_rate": None, **some})

    check_settings(settings(), {"width": 32, "epochs": 3}, {"width": 32})
    with pytest.raises(MohsError, match=f"{next(iter(changes))} cannot be used(.|\n)*{expected}"):
        check_settings(settings(**changes), {"width": 32, "epochs": 3}, {"width": 32})


@pytest.mark.parametrize(
    ("epochs", "said"),
    [
        (10**400, "epochs is out of range"),
        (10**9, "from 1 to 1,000,000"),
        (0, "no whole number"),
        (1.5, "no whole number"),
    ],
    ids=["huge", "large", "none", "half"],
)
def test_a_setting_is_a_whole_number_in_its_range(epochs, said):
    with pytest.raises(MohsError, match=said):
        check_settings(SimpleNamespace(epochs=epochs, learning_rate=None), {"epochs": 1}, {})
