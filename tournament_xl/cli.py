"""The command line's entry: whatever happens, a sentence and an exit code of the contract.

What the verbs need is imported within, so that Ctrl-C is answered meanwhile, too.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from tournament_xl.terminal import OutputError, fail, streams

DONE, REFUSED, USAGE, UNREADABLE, BUG = 0, 1, 2, 5, 70  # of the contract; `press` has the others


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, by default the process's own; its exit code. Never a traceback.

    It is 0 once a file has been put in its place, whether the answer can be shown or not.
    """
    code = REFUSED
    try:
        with streams():
            try:
                code = _run(arguments)
                if sys.stdout is not None:
                    sys.stdout.flush()
                _deaf(arguments)
            except KeyboardInterrupt:
                _deaf(arguments)
                code = _interrupted()
            except OutputError as error:
                code = _not_shown(error)
            except Exception as error:  # not even what tells of an error can be loaded: no more files, a gone folder
                code = _not_loaded(error)
    except KeyboardInterrupt:  # before anything, or a second time
        _deaf(arguments)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    import tournament_xl.texts.cli
    import tournament_xl.texts.hosts  # noqa: F401  # before anything can fail
    from tournament_xl.arguments import UsageError, parser
    from tournament_xl.hosts import places
    from tournament_xl.workbook.snapshot import HostError

    places.PLACED.clear()
    try:
        from tournament_xl.verbs import VERBS

        options = parser().parse_args(arguments)
        return VERBS[options.command](options)
    except SystemExit as leave:  # argparse: --help, or a usage error already told
        if sentence := _broken(leave):
            return fail(UNREADABLE, sentence)
        return leave.code if isinstance(leave.code, int) else USAGE
    except UsageError as error:
        return fail(USAGE, str(error))
    except HostError as error:
        return fail(UNREADABLE, str(error))
    except OutputError:
        raise
    except Exception as error:  # a bug of ours
        if _many(error):
            raise
        from tournament_xl.hosts.bug import bug_sentence

        files = _placed()
        if not files and (sentence := _broken(error)):
            return fail(UNREADABLE, sentence)
        return fail(DONE if files else BUG, bug_sentence(error, files))


def _broken(error: BaseException) -> str:
    from tournament_xl.broken import sentence

    return sentence(error)


def _interrupted() -> int:
    from tournament_xl.texts import cli as texts

    if files := _placed():
        return fail(DONE, texts.INTERRUPTED_LATE.format(files=files))
    return fail(REFUSED, texts.INTERRUPTED)


def _not_shown(error: OutputError) -> int:
    from tournament_xl.hosts.backups import why
    from tournament_xl.texts import cli as texts

    cause = error.__cause__
    if isinstance(cause, BrokenPipeError):  # who reads it has had enough
        return DONE
    assert isinstance(cause, OSError)
    reason, files = why(cause, "")[0], _placed()
    if files:
        return fail(DONE, texts.DONE_NOT_SHOWN.format(files=files, reason=reason))
    return fail(UNREADABLE, texts.NOT_SHOWN.format(reason=reason))


def _not_loaded(error: Exception) -> int:
    """The exit code when telling of an error has failed, too."""
    places, texts, reasons = (
        sys.modules.get(f"tournament_xl.{name}") for name in ("hosts.places", "texts.cli", "texts.hosts")
    )
    if places and places.PLACED:
        return DONE
    reason = reasons.TOO_MANY if reasons and _many(error) else error
    sentence = texts.NOT_LOADED.format(reason=reason) if texts else str(error)
    return fail(UNREADABLE if isinstance(error, OSError) else BUG, sentence)


def _many(error: Exception) -> bool:
    """Whether the process may open no more files, for which any module not loaded yet can fail."""
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)


def _placed() -> str:
    """The files that this command has written, for a sentence; "" when it has written none."""
    from tournament_xl.hosts import places

    return ", ".join(dict.fromkeys(map(str, places.PLACED)))


def _deaf(arguments: Sequence[str] | None) -> None:
    """No Ctrl-C counts any more where the process ends with the command."""
    if arguments is None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def command() -> NoReturn:
    """The process of a command: nothing to collect, nothing to wait for once all is said."""
    gc.disable()
    code = main()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # closed, or none
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    command()
