"""What rounds show: how often adversaries were fooled, and how hard that was (Nie et al. 2020, Table 2)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from mohs.estimate import mean, share
from mohs.suites.rounds.record import Round
from mohs.suites.rounds.writing import STANDINGS, Writing

METRICS = ("model_error_rate", "verified_error_rate", "tries_to_fool", "verifier_agreement")


def status(rounds: Sequence[Round], writings: Sequence[Writing]) -> dict[str, Any]:
    """Counts and numbers of each round, JSON-ready.

    Numbers are `model_error_rate` (tries that fooled / tries), `verified_error_rate` (those whose label
    verifiers confirmed / tries), `tries_to_fool` (mean number of tries of those that fooled) and
    `verifier_agreement` (verdicts that are the writer's label / verdicts). Intervals draw whole writers.
    """
    return {"rounds": [_of(one, [w for w in writings if w.round == one.number]) for one in rounds]}


def _of(current: Round, writings: Sequence[Writing]) -> dict[str, Any]:
    counts = Counter(one.standing for one in writings)
    fooled = [one for one in writings if one.fooling is not None]
    tries = [(one, turn) for one in writings for turn in one.tries]
    verdicts = [(one, verdict) for one in writings for verdict in one.verdicts]
    by_try = [one.writer for one, _ in tries]
    estimates = (
        share([turn.fooled for _, turn in tries], by_try),
        share([turn.fooled and one.standing == "kept" for one, turn in tries], by_try),
        mean([len(one.tries) for one in fooled], [one.writer for one in fooled], bounds=(1.0, current.tries)),
        share([said.label == one.label for one, said in verdicts], [one.writer for one, _ in verdicts]),
    )
    return {
        "round": current.number,
        "begun": current.at,
        "adversaries": list(current.adversaries),
        "contexts": len([one for one in current.contexts if one.fields]),
        "tries": current.tries,
        "writers": len({one.writer for one in writings}),
        "verifiers": len({said.verifier for _, said in verdicts}),
        "given": len(writings),
        "standing": {name: counts[name] for name in STANDINGS},
        "results": [
            {"round": current.number, **estimate.to_json(metric)}
            for metric, estimate in zip(METRICS, estimates, strict=True)
        ],
    }
