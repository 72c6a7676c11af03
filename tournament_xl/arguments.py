"""The words of the command line (contract), with argparse speaking French."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from tournament_xl import __version__
from tournament_xl.book.snapshot import UsageError
from tournament_xl.games import GAMES
from tournament_xl.resources import legible
from tournament_xl.texts import cli as texts
from tournament_xl.texts.live import BUTTONS

FORMULAS = {word: kind for kind in GAMES.values() for word in kind.formulas}  # of the command line -> game


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
        self._print_message(texts.WRONG.format(command=self.prog, message=legible(message)), sys.stderr)
        self.print_usage(sys.stderr)
        sys.exit(2)


_MOST_DIGITS = 4000  # Python makes no number of more


def _formula(text: str) -> str:
    """In any case, and as the sheet Tournoi has it: "Double toutes-rondes"."""
    return text.casefold().replace(" ", "-")


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return int(text)


def _positive(text: str) -> int:
    if not (count := _count(text)):
        raise argparse.ArgumentTypeError(texts.NOT_A_COUNT)
    return count


def _probability(text: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(texts.NOT_A_PROBABILITY)
    return value


def _word(*names: str, **options: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """One word of a command, as argparse wants it."""
    return names, options


_FILE = _word("file", metavar=texts.A_WORKBOOK, help=texts.FILE)
WORDS = {
    "new": (
        _FILE,
        _word("--formule", choices=FORMULAS, type=_formula, help=texts.FORMULA),
        _word("--edition", choices=("F10", "F50"), help=texts.EDITION),
        _word("--rondes", metavar="N", help=texts.ROUNDS),
        _word("--graine", metavar="S", help=texts.SEED),
        _word("--joueurs", metavar=texts.A_LIST, help=texts.PLAYERS),
        _word("--masquees", action="store_true", help=texts.HIDDEN),
        _word("--nom", metavar=texts.A_TEXT, help=texts.NAME),
        _word("--set", metavar=texts.A_SETTING, action="append", help=texts.SET),
    ),
    "pair": (_FILE,),
    "update": (_FILE,),
    "undo": (_FILE, _word("--force", action="store_true", help=texts.FORCE)),
    "ratings": (_FILE, _word("--provisional", action="store_true", help=texts.PROVISIONAL)),
    "take": (_FILE,),
    "standings": (
        _FILE,
        _word("--texte", action="store_true", help=texts.PLAIN),
        _word("--after", metavar="N", type=int, help=texts.AFTER),
    ),
    "explain": (
        _FILE,
        _word("--round", metavar="N", type=int, help=texts.ROUND),
        _word("--table", metavar="T", type=int, help=texts.TABLE),
    ),
    "check": (
        _word("files", metavar=texts.A_WORKBOOK, nargs="+", help=texts.CHECKED),
        _word("--json", action="store_true", help=texts.JSON),
    ),
    "simulate": (
        _FILE,
        _word("--rounds", metavar="N", type=_count, help=texts.SIMULATE_ROUNDS),
        _word("--seed", metavar="S", help=texts.SIMULATE_SEED),
        _word("--forfaits", metavar="P", type=_probability, default=0.0, help=texts.FORFEITS),
        _word("--absences", metavar="P", type=_probability, default=0.0, help=texts.ABSENCES),
    ),
    "send": (_FILE, _word("--to", metavar=texts.A_FOLDER, help=texts.SEND_FOLDER)),
    "publish": (
        _FILE,
        _word("--to", metavar=texts.A_FOLDER, help=texts.PUBLISH_FOLDER),
        _word("--watch", action="store_true", help=texts.WATCH),
        _word("--serve", action="store_true", help=texts.SERVE),
        _word("--minuteur", dest="clock", action="store_true", help=texts.CLOCK),
        _word("--sans-noms", dest="initials", action="store_true", help=texts.WITHOUT_NAMES),
    ),
    "et-si": (
        _FILE,
        _word("--table", nargs=2, metavar=texts.A_TABLE, action="append", required=True, help=texts.IF_TABLE),
    ),
    "export": (
        _FILE,
        _word("--to", metavar=texts.A_FOLDER, help=texts.EXPORT_FOLDER),
        _word("--parquet", action="store_true", help=texts.PARQUET),
        _word("--json", action="store_true", help=texts.EXCHANGE),
    ),
    "compare": (
        _word("-o", "--output", metavar=texts.A_WORKBOOK, default="comparaison.xlsx", help=texts.COMPARISON),
        _word("--joueurs", metavar="N,N", default="32", help=texts.SIZES),
        _word("--formules", metavar="A,B", default="F10,F50,Open", help=texts.KINDS),
        _word("--tournois", metavar="N", type=_positive, default=1000, help=texts.TOURNAMENTS),
        _word("--rondes", metavar="N", type=_count, help=texts.COMPARED_ROUNDS),
        _word("--liste", metavar=texts.A_LIST, default="", help=texts.STRENGTHS),
        _word("--graine", metavar="S", default="1", help=texts.SEED),
        _word("--processus", metavar="N", type=_count, default=0, help=texts.PROCESSES),
        _word("--dask", metavar=texts.AN_ADDRESS, default="", help=texts.DASK),
        _word("--garder", metavar="PARQUET", default="", help=texts.KEEP),
    ),
    "import": (
        _word("results", metavar=texts.A_RESULTS_FILE, help=texts.RESULTS_FILE),
        _word("-o", "--output", metavar=texts.A_WORKBOOK, required=True, help=texts.OUTPUT),
    ),
    "repair": (_FILE,),
    "restore": (_FILE, _word("number", metavar="N", nargs="?", type=_count, help=texts.COPY)),
    "federation": (
        _word("desk", choices=("build",), metavar="build", help=texts.BUILD),
        _word("dir", metavar=texts.A_FOLDER, help=texts.INBOX),
        _word("--joueurs", metavar=texts.A_LIST, help=texts.REGISTER),
        _word("--date", metavar="D", required=True, help=texts.DAY),
        _word("-o", dest="output", metavar=texts.A_WORKBOOK, required=True, help=texts.RANKING),
        _word("--avant", metavar=texts.A_RANKING, help=texts.BEFORE),
        _word("--ajustements", metavar="CSV", help=texts.ADJUSTMENTS),
        _word("--decisions", metavar="CSV", help=texts.DECISIONS),
        _word("--elo", metavar="TOML", help=texts.ELO),
        _word("--pdf", action="store_true", help=texts.PDF),
        _word("--saison", metavar="TOML", action="append", help=texts.SEASON),
        _word("--federation", metavar="NOM", help=texts.FEDERATION),
        _word("--logo", metavar="IMAGE", help=texts.LOGO),
        _word("--signature", metavar="NOM", help=texts.SIGNATURE),
        _word("--ecart", metavar="POINTS", help=texts.LIMIT),
    ),
    "doctor": (_word("file", metavar=texts.A_WORKBOOK, nargs="?", help=texts.DOCTOR_FILE),),
    "press": (
        _word("action", choices=tuple(BUTTONS), help=texts.ACTION),
        _word("--live", metavar=texts.A_PATH, nargs="?", const="", help=texts.LIVE),
        _word("--window", metavar="N", type=_count, default=0, help=texts.WINDOW),
        _word("--stdio", action="store_true", help=texts.STDIO),
    ),
    "app": (_word("dir", metavar=texts.A_FOLDER, nargs="?", help=texts.APP_FOLDER),),
    "demo": (
        _word("--othello", action="store_true", help=texts.DEMO_OTHELLO),
        _word("dir", metavar=texts.A_FOLDER, nargs="?", default="demo", help=texts.DEMO_FOLDER),
    ),
}  # what each verb takes


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The words understood; `command` is the verb. Raises SystemExit for --help and what argparse refuses."""
    argparse._ = lambda text: texts.ARGPARSE.get(text, text)  # type: ignore[attr-defined]  # its only door to messages
    name = words[0] if words else ""
    if name not in WORDS:
        _refuse_verb(words)
    parser = _Parser(prog=f"tournament-xl {name}", description=texts.COMMANDS[name].capitalize() + ".")
    for names, options in WORDS[name]:
        parser.add_argument(*names, **options)
    found = parser.parse_args(words[1:])
    if name == "press" and (found.live is None) != found.stdio:
        parser.error(texts.LIVE_OR_STDIO)
    found.command = name
    return found


def _refuse_verb(words: Sequence[str]) -> NoReturn:
    """What is said where no verb comes first: the help, the version, or what is wrong."""
    root = _Parser(prog="tournament-xl", description=texts.PROGRAM, epilog=texts.EPILOG)
    root.add_argument("--version", action="version", version=f"tournament-xl {__version__}", help=texts.VERSION)
    verbs = root.add_subparsers(required=True, title=texts.COMMANDS_TITLE, metavar=texts.A_COMMAND)
    for name, text in texts.COMMANDS.items():
        verbs.add_parser(name, help=text)
    root.parse_args(words)
    root.error(texts.VERB_FIRST)


def check_name(file: str) -> None:
    """UsageError for a new workbook's name without its ending, or with nothing before it."""
    if Path(file).suffix.lower() not in (".xlsx", ".xlsm"):
        raise UsageError(texts.WRONG_ENDING.format(file=legible(file)))


def settings_given(options: argparse.Namespace) -> dict[str, str]:
    """The settings that the options of `new` give, by their name on the sheet; UsageError for one there is not, and
    without the formula.
    """
    from tournament_xl.book.snapshot import whole_letters
    from tournament_xl.games.create import setting_name

    if options.formule is None:
        raise UsageError(texts.NO_FORMULA)
    kind = FORMULAS[options.formule]
    wanted = kind.settings
    check_name(options.file)
    if options.edition and not any(setting.name == "Édition" for setting in wanted):
        raise UsageError(texts.NO_EDITION)
    given = {
        "Formule": kind.formulas[options.formule],
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
