"""Declaration of commands and of their words, on an argparse that speaks French."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

from tournament_xl.core.resources import printable_path
from tournament_xl.messages import cli as texts

Word = Callable[[argparse.ArgumentParser], object]  # adds a word (argument or option) to a command's parser
Run = Callable[[argparse.Namespace], int]  # runs a command; returns its exit code


class _Formatter(argparse.HelpFormatter):
    """argparse's help with a French "usage"."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, texts.USAGE if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """argparse with French titles and messages, and no abbreviations of options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, add_help=False, allow_abbrev=False, **options)
        self._positionals.title, self._optionals.title = texts.ARGUMENTS, texts.OPTIONS
        self.add_argument("-h", "--help", action="help", help=texts.HELP)

    def error(self, message: str) -> NoReturn:
        """Print the mistake in one line, then the usage; exit with code 2."""
        self._print_message(texts.WRONG.format(command=self.prog, message=printable_path(message)), sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(2)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Check a choice as argparse does, with a sentence that is the same in every version of Python."""
        if action.choices is not None and value not in action.choices:
            choices = ", ".join(map(str, action.choices))
            raise argparse.ArgumentError(action, texts.NO_CHOICE.format(value=value, choices=choices))


def parse_formula(text: str) -> str:
    """Convert a formula's name on the sheet Tournoi, "Double toutes-rondes", to its word, "double-toutes-rondes".

    A word stays as it is, in small letters. Whether there is such a formula is not checked.
    """
    return text.casefold().replace(" ", "-")


def parse_count(text: str) -> int:
    """Parse a whole number from 0; ArgumentTypeError for any other text."""
    if text.isdecimal():
        with suppress(ValueError):  # Python refuses to parse thousands of digits
            return int(text)
    raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)


def parse_positive(text: str) -> int:
    """Parse a whole number from 1; ArgumentTypeError for any other text."""
    if not (number := parse_count(text)):
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return number


def parse_probability(text: str) -> float:
    """Parse a number from 0 to 1, with a decimal point or comma; ArgumentTypeError for any other text."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(texts.NOT_A_PROBABILITY)
    return value


class Verb(NamedTuple):
    """Command with its line of help, its words, and the function that runs it."""

    help: str
    words: tuple[Word, ...]
    run: Run


VERBS: dict[str, Verb] = {}  # by name, in the order in which the help shows them


def word(names: str, help: str, **options: Any) -> Word:
    """Declare an argument or an option of a command, to be given to `verb`.

    `names` is how it is written: "file", "-o --output". `options` are further ones of argparse's `add_argument`.
    """
    return lambda parser: parser.add_argument(*names.split(), help=help, **options)


def verb(name: str, help: str, *words: Word) -> Callable[[Run], Run]:
    """Declare a command: the decorated function runs it and returns its exit code. It is added to `VERBS`.

    `words` are its arguments and options, made by `word`.
    """

    def declare(run: Run) -> Run:
        VERBS[name] = Verb(help, words, run)
        return run

    return declare


FILE = word("file", "le classeur (.xlsx ou .xlsm)", metavar=texts.A_WORKBOOK)
