"""The command line's entry: whatever happens, a sentence and an exit code of the contract.

What the verbs need is imported within, so that Ctrl-C is answered meanwhile, too.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, by default the process's own; its exit code. Never a traceback.

    It is 0 once a file has been put in its place, whether the answer can be shown or not.
    """
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # letters that the terminal does not have
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt as error:
        if arguments is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one
        return _ended(error)


def _run(words: Sequence[str]) -> int:
    from tournament_xl.core.exit_codes import DONE, USAGE
    from tournament_xl.core.resources import printable_path
    from tournament_xl.messages.failures import fail
    from tournament_xl.workbook.snapshot import HostError, UsageError
    from tournament_xl.xlsx import atomic_write

    atomic_write.PLACED.clear()
    try:
        from tournament_xl.frontends.cli.answers import report
        from tournament_xl.frontends.cli.verbs import parsed
        from tournament_xl.frontends.cli.words import VERBS
        from tournament_xl.workbook.working_copy import ActionAborted

        try:
            options = parsed(words)
            code = VERBS[options.command].run(options)
        except ActionAborted as stop:
            code = report(stop.outcome)
        except UsageError as error:  # may tell a word as it was typed
            code = fail(error.code, printable_path(str(error)))
        except HostError as error:
            code = fail(error.code, str(error))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except SystemExit as leave:  # argparse: --help, or a usage error already told; rich, when nobody reads on
        if isinstance(leave.__context__, BrokenPipeError):
            return DONE
        return leave.code if isinstance(leave.code, int) else USAGE
    except Exception as error:
        return _ended(error)


def _ended(error: BaseException) -> int:
    """The exit code for Ctrl-C, an answer that cannot be shown, an installation that is not whole, a bug of ours.

    The system's errors on files have their sentences: those that come as far as here are of the answer.
    """
    from tournament_xl.core.exit_codes import BUG, DONE, REFUSED, UNREADABLE
    from tournament_xl.core.resources import printable_path
    from tournament_xl.messages import cli as texts
    from tournament_xl.messages.failures import bug_sentence, fail, sentence
    from tournament_xl.xlsx import atomic_write

    if isinstance(error, BrokenPipeError):  # the program that reads the answer has ended
        return DONE
    if atomic_write.PLACED:
        files = dict.fromkeys(map(printable_path, atomic_write.PLACED))
        reason = texts.INTERRUPTION
        if isinstance(error, Exception):
            reason = atomic_write.why(error)[0] if isinstance(error, OSError) else bug_sentence(error)
        return fail(DONE, texts.DONE_NOT_SHOWN.format(files=", ".join(files), reason=reason))
    if isinstance(error, KeyboardInterrupt):
        return fail(REFUSED, texts.INTERRUPTED)
    if told := sentence(error):
        return fail(UNREADABLE, told)
    if isinstance(error, OSError):
        return fail(UNREADABLE, texts.NOT_SHOWN.format(reason=atomic_write.why(error)[0]))
    assert isinstance(error, Exception)
    return fail(BUG, bug_sentence(error))


def command() -> NoReturn:
    """The process of a command: nothing to collect, nothing to wait for once all is said."""
    gc.disable()
    # Processes that it starts look for modules and programs where they are installed, never in the current folder.
    os.environ |= {"PYTHONSAFEPATH": "1", "NoDefaultCurrentDirectoryInExePath": "1"}
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, or none
            stream.flush()
    os._exit(code)
