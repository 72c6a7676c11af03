"""The words of the command line (contract), with argparse speaking French."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from tournament_xl import __version__
from tournament_xl.texts import cli as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.othello import labels as othello

FORMULAS = {
    "classique": labels.CLASSIQUE,
    "open": labels.OPEN,
    "toutes-rondes": labels.ROUND_ROBIN,
    "double-toutes-rondes": labels.DOUBLE_ROUND_ROBIN,
    "othello": othello.SWISS,
}  # word of the command line -> value of the setting Formule
ACTIONS = ("pair", "update", "undo", "ratings", "check", "send", "publish")  # what buttons press


class UsageError(Exception):
    """The command's words are wrong; the text is a French sentence."""


class _Formatter(argparse.HelpFormatter):
    """argparse's help with a French "usage"."""

    def add_usage(self, usage: Any, actions: Iterable[Any], groups: Iterable[Any], prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, texts.USAGE if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """argparse with French titles and messages, and no abbreviations of options."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, add_help=False, allow_abbrev=False, **options)
        self._positionals.title, self._optionals.title = texts.ARGUMENTS, texts.OPTIONS
        self.add_argument("-h", "--help", action="help", help=texts.HELP)

    def error(self, message: str) -> NoReturn:
        """What is wrong in one line, first; then the usage."""
        self._print_message(texts.WRONG.format(command=self.prog, message=message), sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(2)


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; `command` names the verb in what it returns."""
    argparse._ = lambda text: texts.ARGPARSE.get(text, text)  # type: ignore[attr-defined]  # its only door to messages
    root = _Parser(prog="tournament-xl", description=texts.PROGRAM, epilog=texts.EPILOG)
    root.add_argument("--version", action="version", version=f"tournament-xl {__version__}", help=texts.VERSION)
    verbs = root.add_subparsers(dest="command", required=True, title=texts.COMMANDS_TITLE, metavar=texts.A_COMMAND)
    new, pair, update, undo, ratings, standings, explain, check, *others = (
        verbs.add_parser(name, help=text, description=text.capitalize() + ".") for name, text in texts.COMMANDS.items()
    )
    simulate, send, publish, et_si, import_, repair, restore, federation, doctor, press, demo = others
    for command in (
        new,
        pair,
        update,
        undo,
        ratings,
        standings,
        explain,
        simulate,
        send,
        publish,
        et_si,
        repair,
        restore,
    ):
        command.add_argument("file", metavar=texts.A_WORKBOOK, help=texts.FILE)
    check.add_argument("files", metavar=texts.A_WORKBOOK, nargs="+", help=texts.CHECKED)
    check.add_argument("--json", action="store_true", help=texts.JSON)
    new.add_argument("--formule", choices=tuple(FORMULAS), type=_formula, help=texts.FORMULA)
    new.add_argument("--edition", choices=("F10", "F50"), help=texts.EDITION)
    new.add_argument("--rondes", metavar="N", help=texts.ROUNDS)
    new.add_argument("--graine", metavar="S", help=texts.SEED)
    new.add_argument("--joueurs", metavar=texts.A_LIST, help=texts.PLAYERS)
    new.add_argument("--nom", metavar=texts.A_TEXT, help=texts.NAME)
    new.add_argument("--set", metavar=texts.A_SETTING, action="append", help=texts.SET)
    undo.add_argument("--force", action="store_true", help=texts.FORCE)
    ratings.add_argument("--provisional", action="store_true", help=texts.PROVISIONAL)
    standings.add_argument("--texte", action="store_true", help=texts.PLAIN)
    standings.add_argument("--after", metavar="N", type=int, help=texts.AFTER)
    explain.add_argument("--round", metavar="N", type=int, help=texts.ROUND)
    explain.add_argument("--table", metavar="T", type=int, help=texts.TABLE)
    send.add_argument("--to", metavar=texts.A_FOLDER, help=texts.SEND_FOLDER)
    publish.add_argument("--to", metavar=texts.A_FOLDER, help=texts.PUBLISH_FOLDER)
    publish.add_argument("--watch", action="store_true", help=texts.WATCH)
    publish.add_argument("--serve", action="store_true", help=texts.SERVE)
    publish.add_argument("--sans-noms", dest="initials", action="store_true", help=texts.WITHOUT_NAMES)
    et_si.add_argument("--table", nargs=2, metavar=texts.A_TABLE, action="append", required=True, help=texts.IF_TABLE)
    simulate.add_argument("--rounds", metavar="N", type=_count, help=texts.SIMULATE_ROUNDS)
    simulate.add_argument("--seed", metavar="S", help=texts.SIMULATE_SEED)
    simulate.add_argument("--forfaits", metavar="P", type=_probability, default=0.0, help=texts.FORFEITS)
    simulate.add_argument("--absences", metavar="P", type=_probability, default=0.0, help=texts.ABSENCES)
    import_.add_argument("elo", metavar=texts.AN_ELO_FILE, help=texts.ELO_FILE)
    import_.add_argument("-o", "--output", metavar=texts.A_WORKBOOK, required=True, help=texts.OUTPUT)
    restore.add_argument("number", metavar="N", nargs="?", type=_count, help=texts.COPY)
    _federation(federation)
    press.add_argument("action", choices=ACTIONS, help=texts.ACTION)
    where = press.add_mutually_exclusive_group(required=True)
    where.add_argument("--live", metavar=texts.A_PATH, help=texts.LIVE)
    press.add_argument("--window", metavar="N", type=_count, default=0, help=texts.WINDOW)
    where.add_argument("--stdio", action="store_true", help=texts.STDIO)
    doctor.add_argument("file", metavar=texts.A_WORKBOOK, nargs="?", help=texts.DOCTOR_FILE)
    demo.add_argument("--othello", action="store_true", help=texts.DEMO_OTHELLO)
    demo.add_argument("dir", metavar=texts.A_FOLDER, nargs="?", default="demo", help=texts.DEMO_FOLDER)
    return root


def _federation(verb: argparse.ArgumentParser) -> None:
    """`federation build`: the only thing so far that is done with many workbooks."""
    verbs = verb.add_subparsers(dest="desk", required=True, title=texts.COMMANDS_TITLE, metavar=texts.A_COMMAND)
    build = verbs.add_parser("build", help=texts.BUILD, description=texts.BUILD.capitalize() + ".")
    build.add_argument("dir", metavar=texts.A_FOLDER, help=texts.INBOX)
    build.add_argument("--joueurs", metavar=texts.A_LIST, help=texts.REGISTER)
    build.add_argument("--date", metavar="D", required=True, help=texts.DAY)
    build.add_argument("-o", dest="output", metavar=texts.A_WORKBOOK, required=True, help=texts.RANKING)
    build.add_argument("--avant", metavar=texts.A_RANKING, help=texts.BEFORE)
    build.add_argument("--ajustements", metavar="CSV", help=texts.ADJUSTMENTS)
    build.add_argument("--decisions", metavar="CSV", help=texts.DECISIONS)
    build.add_argument("--elo", metavar="TOML", help=texts.ELO)
    build.add_argument("--saison", metavar="TOML", action="append", help=texts.SEASON)


_MOST_DIGITS = 4000  # Python makes no number of more


def _formula(text: str) -> str:
    """In any case, and as the sheet Tournoi has it: "Double toutes-rondes"."""
    return text.casefold().replace(" ", "-")


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return int(text)


def _probability(text: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(texts.NOT_A_PROBABILITY)
    return value


def check_name(file: str) -> None:
    """UsageError for a new workbook's name without its ending, or with nothing before it."""
    if Path(file).suffix.lower() not in (".xlsx", ".xlsm"):
        raise UsageError(texts.WRONG_ENDING.format(file=file))


def settings_given(options: argparse.Namespace) -> dict[str, str]:
    """The settings that the options of `new` give, by their name on the sheet; UsageError for one there is not, and
    without the formula.
    """
    from tournament_xl.workbook.create import setting_name
    from tournament_xl.workbook.labels import SCRABBLE_SETTINGS
    from tournament_xl.workbook.othello.labels import SETTINGS
    from tournament_xl.workbook.snapshot import whole_letters

    if options.formule is None:
        raise UsageError(texts.NO_FORMULA)
    wanted = SETTINGS if options.formule == "othello" else SCRABBLE_SETTINGS
    check_name(options.file)
    if options.edition and wanted is SETTINGS:
        raise UsageError(texts.NO_EDITION)
    given = {
        "Formule": FORMULAS[options.formule],
        "Édition": options.edition, "Nombre de rondes": options.rondes, "Graine": options.graine, "Nom": options.nom,
    }  # fmt: skip
    settings = {name: value for name, value in given.items() if value}
    for text in options.set or ():
        name, equals, value = text.partition("=")
        known = setting_name(name, wanted)
        if not equals:
            raise UsageError(texts.BAD_SET.format(text=text))
        if known is None:
            names = ", ".join(setting.name for setting in wanted)
            raise UsageError(texts.UNKNOWN_SETTING.format(name=name.strip(), names=names))
        if value.strip():
            settings[known] = value.strip()
    # The workbook would drop half a letter, which a terminal of another encoding gives: "?" stands for it.
    return {name: whole_letters(str(value)) for name, value in settings.items()}
