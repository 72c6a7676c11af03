"""Parser of the command line: all commands, each with its words.

The function of a command imports what the command needs: all of it would more than double the 150 ms of processor time
of `pair` with 12 players. The same holds for `frontends/launch.py`, `service/buttons.py` and the calls of the page.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from tournament_xl import __version__
from tournament_xl.frontends.cli.words import VERBS, Parser, Verb
from tournament_xl.messages import cli as texts

for _verbs in ("workbook", "outputs", "program"):  # in the order of the help
    import_module(f"{__package__}.{_verbs}")


def parse_words(words: Sequence[str]) -> argparse.Namespace:
    """Parse the words of a command line; the messages of argparse become French in the whole process.

    `command` of the options is the name of the verb.

    Raises:
        SystemExit: Help or version was asked for and is printed, or the words are wrong, which is printed (code 2).
    """
    argparse._ = lambda text: texts.ARGPARSE.get(text, text)  # type: ignore[attr-defined]  # the only way to translate its messages
    name = words[0] if words else ""
    if name not in VERBS:
        _refuse_verb(words)
    verb = VERBS[name]
    parser = Parser(prog=f"tournament-xl {name}", description=describe(verb))
    for word in verb.words:
        word(parser)
    options = parser.parse_args(words[1:])
    options.command = name
    return options


def describe(verb: Verb) -> str:
    """Return what a command does, as a sentence."""
    return f"{verb.help[0].upper()}{verb.help[1:]}."


def _refuse_verb(words: Sequence[str]) -> NoReturn:
    """Answer words that do not begin with a verb: print the help, the version, or the mistake; then exit."""
    root = Parser(prog="tournament-xl", description=texts.PROGRAM, epilog=texts.EPILOG)
    root.add_argument("--version", action="version", version=f"tournament-xl {__version__}", help=texts.VERSION)
    verbs = root.add_subparsers(required=True, title=texts.COMMANDS_TITLE, metavar=texts.A_COMMAND)
    for name, verb in VERBS.items():
        verbs.add_parser(name, help=verb.help)
    root.parse_args(words)
    root.error(texts.VERB_FIRST)
