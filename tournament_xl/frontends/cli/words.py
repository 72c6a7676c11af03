"""How a command is declared: its words as argparse wants them, argparse in French."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, NoReturn

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import cli as texts

Word = Callable[[argparse.ArgumentParser], object]  # adds itself to what a command takes
Run = Callable[[argparse.Namespace], int]  # what a command does; its exit code
_MOST_DIGITS = 4000  # Python makes no number of more


class _Formatter(argparse.HelpFormatter):
    """argparse's help with a French "usage"."""

    def add_usage(self, usage: Any, actions: Iterable[Any], groups: Iterable[Any], prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, texts.USAGE if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """argparse with French titles and messages, and no abbreviations of options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, add_help=False, allow_abbrev=False, **options)
        self._positionals.title, self._optionals.title = texts.ARGUMENTS, texts.OPTIONS
        self.add_argument("-h", "--help", action="help", help=texts.HELP)

    def error(self, message: str) -> NoReturn:
        """What is wrong in one line, first; then the usage."""
        self._print_message(texts.WRONG.format(command=self.prog, message=printable_path(message)), sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(2)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """What argparse checks, in a sentence that is the same in every Python."""
        if action.choices is not None and value not in action.choices:
            known = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(action, texts.NO_CHOICE.format(value=value, choices=known))


def formula(text: str) -> str:
    """In any case, and as the sheet Tournoi has it: "Double toutes-rondes"."""
    return text.casefold().replace(" ", "-")


def count(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return int(text)


def positive(text: str) -> int:
    if not (number := count(text)):
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return number


def probability(text: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(texts.NOT_A_PROBABILITY)
    return value


class Verb(NamedTuple):
    """A command."""

    help: str
    words: tuple[Word, ...]
    run: Run


VERBS: dict[str, Verb] = {}  # by name, in the order in which the help shows them


def word(names: str, help: str, **options: Any) -> Word:
    """What a command takes: how it is written ("-o --output"), its line of help, and more as argparse wants it."""
    return lambda parser: parser.add_argument(*names.split(), help=help, **options)


def verb(name: str, help: str, *words: Word) -> Callable[[Run], Run]:
    """Declare a command, with its line of help and its words; the function below gives its exit code."""

    def declare(run: Run) -> Run:
        VERBS[name] = Verb(help, words, run)
        return run

    return declare


FILE = word("file", "le classeur (.xlsx ou .xlsm)", metavar=texts.A_WORKBOOK)
