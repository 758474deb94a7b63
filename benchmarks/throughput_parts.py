"""The parts of attack_throughput.py: what is run, and what is aimed at."""

import argparse
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from peer_runs import HERE, Missing, Places, free_classifier, json_of, measure, say
from throughput_figures import difference, own_cost, ratio, shown, summary

TEXTBUGGER_VS_TEXTATTACK, TEXTBUGGER_VS_OPENATTACK, TEXTFOOLER_VS_TEXTATTACK = 20, 3, 25
NATIVE, DYNAMIC, FORWARDS, MARGIN = 15, 2, 0.5, 0.05
FLOOR, GROWTH, MEMORY = 1.1, 1.5, 1.5

SAME = "textattack-bugs+free"
"""mohs' TextBugger with the bugs of TextAttack's recipe."""

SCRIPTS = {SAME: "adapter_textbugger.py"}
"""Recipe -> the adapter that knows it, where it is not the usual one."""


class Benchmark:
    """Measures, turn by turn, and keeps what is missing and what was aimed at."""

    def __init__(self, places: Places, arguments: argparse.Namespace) -> None:
        self.places, self.arguments, self.turns = places, arguments, arguments.turns
        self.missing: dict[str, str] = {}
        self.targets: list[dict[str, Any]] = []

    def run(
        self,
        runs: Sequence[tuple[str, str, tuple[str, ...]]],
        *,
        rows: bool = False,
        before: Callable[[], None] = lambda: None,
    ) -> dict[str, Any]:
        """These runs one after the other, in as many turns as wanted.

        Args:
            runs: (system, recipe, options).
            rows: Keep the outcomes of the first turn.
            before: Called before each turn.

        Returns:
            "system recipe options" -> the runs' figures, "turns" in order; without what is missing.
        """
        done: dict[str, Any] = {}
        for turn in range(self.turns):
            say(f"turn {turn + 1} of {self.turns}")
            before()
            for system, recipe, options in runs:
                name = " ".join([system, recipe, *shown(options)])
                if name in self.missing:
                    continue
                try:
                    one = measure(
                        self.places,
                        system,
                        recipe,
                        *options,
                        rows=rows and turn == 0,
                        script=SCRIPTS.get(recipe, ""),
                    )
                except Missing as problem:
                    say(f"    left out: {problem}")
                    self.missing[name] = str(problem)
                    done.pop(name, None)
                    continue
                found = done.setdefault(
                    name, {"system": system, "recipe": recipe, "turns": [], "rows": one.rows}
                )
                found["turns"].append(one.numbers)
        return done

    def aim(self, name: str, value: float | None, limit: float, *, at_most: bool = False) -> None:
        """Write down a target and whether it is reached; None: not measured here."""
        reached = None if value is None else (value <= limit if at_most else value >= limit)
        self.targets.append(
            {
                "target": name,
                "value": None if value is None else round(value, 3),
                "limit": limit,
                "is": "at most" if at_most else "at least",
                "reached": reached,
            }
        )

    # The parts

    def own(self) -> dict[str, Any]:
        """What each system costs beside the classifier, for each text that reaches it."""
        n = ("--victim", "fast", "--n", str(self.arguments.n_own or self.arguments.n or 872))
        measured: list[dict[str, float]] = []
        done = self.run(
            [
                ("mohs", "textbugger", n),
                ("mohs", SAME, n),
                ("mohs", "textbugger-all", n),
                ("openattack", "textbugger", n),
                ("textattack", "textbugger", (*n, "--no-use")),
                ("mohs", "textfooler", n),
                ("textattack", "textfooler", (*n, "--no-use")),
            ],
            # Turn by turn, as all else: who else is on the machine changes its cost too.
            before=lambda: measured.append(free_classifier(self.places)),
        )
        free = {name: median(one[name] for one in measured) for name in measured[0]}
        table = {name: summary(runs, own=own_cost(free)) for name, runs in done.items()}
        costs = {(s["system"], s["recipe"]): s["own_us"] for s in table.values()}

        def times(system: str, recipe: str, ours: str) -> float | None:
            return ratio(costs.get((system, recipe)), costs.get(("mohs", ours)))

        for bugs, ours in (("TextAttack's bugs", SAME), ("its own bugs", "textbugger")):
            for name, system, limit in (
                ("TextAttack's", "textattack", TEXTBUGGER_VS_TEXTATTACK),
                ("OpenAttack's", "openattack", TEXTBUGGER_VS_OPENATTACK),
            ):
                self.aim(
                    f"TextBugger with {bugs}: own cost a text, times less than {name}",
                    times(system, "textbugger", ours),
                    limit,
                )
        self.aim(
            "TextFooler: own cost a text, times less than TextAttack's",
            times("textattack", "textfooler", "textfooler"),
            TEXTFOOLER_VS_TEXTATTACK,
        )
        return {"free_classifier": free, "runs": table}

    def similarity(self) -> dict[str, Any]:
        """TextFooler with two networks, against TextAttack as it is and with its padding mended."""
        a = self.arguments
        dynamic = ("--victim", "minilm", "--n", str(a.n_similarity or a.n or 60))
        native = ("--victim", "minilm", "--n", str(a.n_native or min(a.n or 10, 10)))
        done = self.run(
            [
                ("mohs", "textfooler-similarity", dynamic),
                ("textattack", "textfooler", dynamic),
                ("mohs", "textfooler-similarity", native),
                ("textattack", "textfooler", (*native, "--wrapper", "native")),
            ]
        )
        count = str(a.n_pairs or a.n or 200)
        pairs = [("--victim", victim, "--n", count) for victim in ("minilm", "fast")]
        turns, self.turns = self.turns, 1  # outcomes are the same in every turn
        paired = self.run(
            [
                (system, recipe, options)
                for options in pairs
                for system, recipe in (
                    ("mohs", "textfooler-similarity"),
                    ("mohs", "textfooler-similarity+nltk"),
                    ("textattack", "textfooler"),
                )
            ],
            rows=True,
        )
        self.turns = turns
        table = {name: summary(runs) for name, runs in done.items()}

        def pick(which: dict[str, Any], system: str, recipe: str, options: Sequence[str]) -> Any:
            return which.get(" ".join([system, recipe, *shown(options)]))

        def speed(system: str, recipe: str, options: Sequence[str], field: str = "ex_per_cpu_s") -> Any:
            found = pick(table, system, recipe, options)
            return found and found[field]

        ours, theirs = "textfooler-similarity", "textfooler"
        self.aim(
            "TextFooler with MiniLM: examples a CPU second, times TextAttack's with its own wrapper",
            ratio(speed("mohs", ours, native), speed("textattack", theirs, (*native, "--wrapper", "native"))),
            NATIVE,
        )
        self.aim(
            "TextFooler with MiniLM: examples a CPU second, times TextAttack's without padding",
            ratio(speed("mohs", ours, dynamic), speed("textattack", theirs, dynamic)),
            DYNAMIC,
        )
        self.aim(
            "TextFooler with MiniLM: model forwards an example, share of TextAttack's",
            ratio(
                speed("mohs", ours, dynamic, "forwards_per_ex"),
                speed("textattack", theirs, dynamic, "forwards_per_ex"),
            ),
            FORWARDS,
            at_most=True,
        )
        differences = {}
        for options in pairs:
            for tagger in ("", "+nltk"):
                mine = pick(paired, "mohs", ours + tagger, options)
                other = pick(paired, "textattack", theirs, options)
                if mine and other:
                    name = f"{options[1]}, {'the tagger of TextAttack' if tagger else 'own tagger'}"
                    differences[name] = difference(mine["rows"], other["rows"])
        equal = differences.get("minilm, the tagger of TextAttack")
        furthest = None if equal is None else max(abs(equal["low"]), abs(equal["high"]))
        self.aim(
            "TextFooler at the same candidates: 95 % interval of the difference in success, furthest end",
            furthest,
            MARGIN,
            at_most=True,
        )
        return {"runs": table, "paired": differences}

    def floor(self) -> dict[str, Any]:
        """How many times the CPU time of classifying every distinct text once, with a network."""
        n = ("--victim", "minilm", "--n", str(self.arguments.n_floor or self.arguments.n or 200))
        done = self.run(
            [
                ("mohs", "textbugger", n),
                ("openattack", "textbugger", n),
                ("textattack", "textbugger", (*n, "--no-use")),
            ]
        )
        table = {name: summary(runs) for name, runs in done.items()}
        ours = next((s["times_over_floor_cpu"] for s in table.values() if s["system"] == "mohs"), None)
        self.aim("TextBugger with MiniLM: times the floor", ours, FLOOR, at_most=True)
        return {"runs": table}

    def length(self) -> dict[str, Any]:
        """What a candidate costs in texts of 100, 500 and 2,000 words."""
        shared = ["--shared", str(self.places.shared)]
        found: dict[str, Any] = {}
        for system in ("mohs", "textattack"):
            try:
                command = [self.places.python(system), HERE / "text_length.py", "--system", system, *shared]
                found[system] = json_of(command)
            except Missing as problem:
                self.missing[f"{system} text length"] = str(problem)
        beside = found.get("mohs", {}).get("growth_beside_the_string")
        self.aim(
            "Cost of a candidate beside its string, 2,000 words against 100",
            max(beside.values()) if beside else None,
            GROWTH,
            at_most=True,
        )
        return found

    def memory(self) -> dict[str, Any]:
        """The most memory for 1,000 and for 20,000 examples."""
        try:
            command = [self.places.python("mohs"), HERE / "memory.py", "--shared", self.places.shared]
            found = json_of(command)
        except Missing as problem:
            self.missing["memory"] = str(problem)
            found = {}
        self.aim("Most memory, 20,000 examples against 1,000", found.get("ratio"), MEMORY, at_most=True)
        return found
