"""Entry of the command line: whatever happens, it ends with a sentence and an exit code of the contract.

The commands' modules are imported inside functions, so that Ctrl-C is answered during the imports, too.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; print its answer, or a French sentence on what went wrong, and never a traceback.

    `arguments` None means the process's own, which then ignores Ctrl-C at the end. If a file was put in place before an
    unexpected error, Ctrl-C or a failure to show the answer, the exit code is 0, and a sentence names the file.
    """
    placed_files: list[Path] = []  # what this command has written, whatever becomes of its answer
    try:
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # letters that the terminal cannot show
        return _run(sys.argv[1:] if arguments is None else arguments, placed_files)
    except KeyboardInterrupt as error:
        if arguments is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # ignores a second Ctrl-C
        return _ended(error, placed_files)


def _run(words: Sequence[str], placed_files: list[Path]) -> int:
    from tournament_xl.core.exit_codes import DONE, USAGE
    from tournament_xl.core.resources import printable_path
    from tournament_xl.messages.failures import fail
    from tournament_xl.workbook.snapshot import ExternalError, UsageError
    from tournament_xl.xlsx.atomic_write import record_placed_files

    try:
        from tournament_xl.frontends.cli.answers import print_outcome
        from tournament_xl.frontends.cli.verbs import parse_words
        from tournament_xl.frontends.cli.words import VERBS
        from tournament_xl.workbook.working_copy import ActionAborted

        try:
            options = parse_words(words)
            with record_placed_files(placed_files):
                code = VERBS[options.command].run(options)
        except ActionAborted as aborted:
            code = print_outcome(aborted.outcome)
        except UsageError as error:  # the message may quote what was typed
            code = fail(error.code, printable_path(str(error)))
        except ExternalError as error:
            code = fail(error.code, str(error))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except SystemExit as exit_request:  # argparse: --help, or a usage error already printed; rich: the pipe was closed
        if isinstance(exit_request.__context__, BrokenPipeError):
            return DONE
        return exit_request.code if isinstance(exit_request.code, int) else USAGE
    except Exception as error:
        return _ended(error, placed_files)


def _ended(error: BaseException, placed_files: Sequence[Path]) -> int:
    """Report Ctrl-C, an answer that cannot be shown, an incomplete installation or a bug; return the exit code.

    Errors on workbooks are reported where they occur: an OSError that reaches this function is one of the output.
    """
    from tournament_xl.core.exit_codes import BUG, DONE, REFUSED, UNREADABLE
    from tournament_xl.core.resources import printable_path
    from tournament_xl.messages import cli as texts
    from tournament_xl.messages.failures import bug_sentence, fail, installation_sentence
    from tournament_xl.xlsx.atomic_write import explain_error

    if isinstance(error, BrokenPipeError):  # the program that reads the output has ended
        return DONE
    if placed_files:
        files = dict.fromkeys(map(printable_path, placed_files))
        reason = texts.INTERRUPTION
        if isinstance(error, Exception):
            reason = explain_error(error)[0] if isinstance(error, OSError) else bug_sentence(error)
        return fail(DONE, texts.DONE_NOT_SHOWN.format(files=", ".join(files), reason=reason))
    if isinstance(error, KeyboardInterrupt):
        return fail(REFUSED, texts.INTERRUPTED)
    if failure := installation_sentence(error):
        return fail(UNREADABLE, failure)
    if isinstance(error, OSError):
        return fail(UNREADABLE, texts.NOT_SHOWN.format(reason=explain_error(error)[0]))
    assert isinstance(error, Exception)
    return fail(BUG, bug_sentence(error))


def command() -> NoReturn:
    """Run the command line as a process, and end it with the exit code, without waiting for threads."""
    gc.disable()
    # Child processes look for modules and programs where they are installed, never in the current folder.
    os.environ |= {"PYTHONSAFEPATH": "1", "NoDefaultCurrentDirectoryInExePath": "1"}
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # the stream is closed or missing
            stream.flush()
    os._exit(code)
