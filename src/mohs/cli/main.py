"""`mohs`: finds the verb, and turns what went wrong into one message and an exit code.

    0    good
    1    a gate failed
    2    a person's mistake: one short message, no traceback
    3    the run failed: a fault of ours, or of the classifier in too many examples; or nobody can be told,
         because standard output is closed or full
    129  asked to end: the terminal is closed (SIGHUP)
    130  stopped with Ctrl-C
    143  asked to end (SIGTERM)
    141  whoever read the output went away

Verbs are imported when they are called, so `mohs --help` needs none of them.
"""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from cyclopts import App, CycloptsError, Parameter
from cyclopts.config import Env

from mohs import __version__
from mohs.cli import stopping, terminal
from mohs.cli.settings import ENVIRONMENT, ConfigFile, warn_of_misspelt
from mohs.errors import ClassifierFault, MohsError, RunFailed, Stopped

GOOD, GATE, MISTAKE, FAILED, STOPPED, PIPE = 0, 1, 2, 3, 130, 141

VERBS = {
    "attack": "Search for changes that keep the meaning of your texts and flip your classifier's label.",
    "quickstart": "Attack the classifiers that come with mohs and write a report: nothing else is needed.",
    "separation": "Measure how far apart the classes of a table are, exactly.",
    "mscr": "Measure what random noise costs a classifier of tables or images.",
    "grid": "Train and test models with noise of several sizes, over many runs.",
    "evaluate": "Ask a classifier about every row of a benchmark, and say where it fails.",
    "score": "Score a file of predictions on a benchmark.",
    "compare": "Compare classifiers row by row on what their runs have in common.",
    "audit": "Say what is wrong with a benchmark, or with what an attack run has found.",
    "rounds": "Let people write examples that fool a classifier, and others verify them.",
    "export": "Write a benchmark or a result in the layout that another tool reads.",
    "train": "Train what some attacks need and no package brings, from text of your own.",
    "list": "Show the attacks, suites, tasks, models or metrics that are there.",
    "resources": "Show, or check, the files that come with mohs: licence, size, sha256.",
    "report": "Draw the report of a run again, from its folder.",
}

# What the machine may refuse, through no fault in the code: said in one line, where the journal is safe.
_REFUSALS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO, errno.EMFILE}


def build() -> App:
    """The application, with every verb registered and none imported."""
    app = App(
        name="mohs",
        help="How hard is your classifier to break?",
        help_epilogue=(
            "Options may also be set in the environment (MOHS_SEED=3 for --seed 3) or, for attack and\n"
            "evaluate, in a YAML file (--config FILE). Flags win over the environment, and the environment\n"
            "over the file."
        ),
        version=f"mohs {__version__}",
        default_parameter=Parameter(negative=(), show_default=_default),
        config=[Env(ENVIRONMENT, command=False, show=False), ConfigFile(), warn_of_misspelt],
        help_format="plaintext",
        help_formatter=_Flowing(),
        exit_on_error=False,
        print_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
        console=terminal.console(sys.stdout),
        error_console=terminal.console(sys.stderr),
    )
    for place, (verb, summary) in enumerate(VERBS.items()):
        app.command(f"mohs.cli.{verb}:{verb}", name=verb, help=summary, sort_key=place)
    return app


class _Flowing:
    """Help whose descriptions fill their lines: where a docstring breaks is no concern of a reader.

    All else is as cyclopts has it, whose formatter is imported where help is asked for.
    """

    def __getattr__(self, name: str) -> Any:
        from cyclopts.help import DefaultFormatter

        return getattr(DefaultFormatter(), name)

    def __call__(self, console: Any, options: Any, panel: Any) -> None:
        for entry in panel.entries:
            text: Any = getattr(entry.description, "primary_renderable", None)
            if hasattr(text, "plain"):
                text.plain = " ".join(text.plain.split())
        self.__getattr__("__call__")(console, options, panel)


def _default(value: object) -> str | None:
    """How help writes a default; None, where nothing is switched on or given, goes without saying."""
    if value is None or value is False or value == ():
        return None
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: The arguments after `mohs`; the process's own where None.

    Returns:
        The exit code.
    """
    os.environ.pop("MPLBACKEND", None)  # pages need no window, and a name that is none would stop them
    terminal.open_streams()
    terminal.speak_utf8()
    try:
        with stopping.like_ctrl_c() as came:
            code = _run(list(sys.argv[1:] if argv is None else argv))
        terminal.flush()
    except BrokenPipeError:
        terminal.discard()
        return PIPE
    except terminal.OutputLost as lost:
        terminal.discard()
        terminal.say_error(str(lost))
        return FAILED
    return 128 + came[0] if came and code == STOPPED else code


def _run(argv: list[str]) -> int:
    try:
        code = build()(argv)
    except CycloptsError as problem:
        verb = " ".join(problem.command_chain or ())
        terminal.say_error(f"{problem}\n  to mend: {' '.join(filter(None, ('mohs', verb, '--help')))}")
        return MISTAKE
    except MohsError as problem:
        terminal.say_error(problem.at_prompt())
        return MISTAKE
    except (RunFailed, ClassifierFault) as problem:
        terminal.say_error(f"the run failed: {problem.at_prompt()}")
        return FAILED
    except Stopped as stop:
        terminal.say(stop.at_prompt())
        return STOPPED
    except KeyboardInterrupt:
        terminal.say("stopped")
        return STOPPED
    except (BrokenPipeError, terminal.OutputLost):
        raise
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            terminal.say_error(f"the name of a file is too long\n  got: {str(problem.filename)[:80]}...")
            return MISTAKE
        if problem.errno not in _REFUSALS:
            return _fault()
        place = f"{problem.filename}: " if problem.filename else ""
        terminal.say_error(f"the run failed: {place}{problem.strerror}; what the journal holds is safe")
        return FAILED
    except MemoryError:
        terminal.say_error("the run failed: the memory is full; what the journal holds is safe")
        return FAILED
    except Exception:
        return _fault()
    return code if isinstance(code, int) else GOOD


def _fault() -> int:
    """What is nobody's mistake but ours: here a traceback is what a person needs, to report it."""
    terminal.say(traceback.format_exc().rstrip())
    terminal.say_error("this is a fault of mohs; please report it with the lines above")
    return FAILED
