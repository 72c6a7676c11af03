"""Commands of the program itself: doctor, press (what buttons call), app (the page), demo."""

from __future__ import annotations

import argparse

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.frontends import launch
from tournament_xl.frontends.cli.answers import print_outcome
from tournament_xl.frontends.cli.words import parse_count, verb, word
from tournament_xl.messages import cli as texts
from tournament_xl.messages.live import BUTTONS
from tournament_xl.workbook.snapshot import UsageError


@verb(
    "doctor",
    "dire si Excel ou LibreOffice atteint le programme, et que faire sinon",
    word("file", "un classeur à examiner aussi", metavar=texts.A_WORKBOOK, nargs="?"),
)
def _doctor(options: argparse.Namespace) -> int:
    from tournament_xl.support.doctor import doctor

    is_reachable, lines = doctor(options.file)
    print(*lines, sep="\n")
    return DONE if is_reachable else REFUSED


@verb(
    "press",
    "ce que les boutons d'un classeur ouvert appellent",
    word("action", "le bouton : pair, update, undo, ratings, check, send ou publish", choices=tuple(BUTTONS)),
    word("--live", "le nom complet du classeur ouvert dans Excel", metavar="CHEMIN", nargs="?", const=""),
    word(
        "--window",
        "la fenêtre d'Excel d'où vient l'appui (le bouton le donne)",
        metavar="N",
        type=parse_count,
        default=0,
    ),
    word(
        "--stdio",
        "le classeur arrive par l'entrée standard en JSON (LibreOffice)",
        action="store_true",
    ),
)
def _press(options: argparse.Namespace) -> int:
    """Do a button's action on the workbook open in Excel, or on the workbook that standard input describes."""
    if (options.live is None) != options.stdio:
        raise UsageError(texts.LIVE_OR_STDIO)
    if options.stdio:
        return launch.press_on_standard_input(options.action)
    return print_outcome(launch.press_in_excel(options.live, options.action, options.window))


@verb(
    "app",
    "ouvrir la page des tournois dans le navigateur, sur les classeurs d'un dossier",
    word("dir", "le dossier des classeurs (défaut : le dossier courant)", metavar="DOSSIER", nargs="?"),
)
def _app(options: argparse.Namespace) -> int:
    return launch.serve_page(options.dir)


@verb(
    "demo",
    "jouer un tournoi entier dans un classeur, sous vos yeux",
    word(
        "--othello",
        "un tournoi d'Othello, avec demi-finales et finale",
        action="store_const",
        dest="game",
        const="othello",
        default="scrabble",
    ),
    word("dir", "le dossier où laisser le classeur (défaut : demo)", metavar="DOSSIER", nargs="?", default="demo"),
)
def _demo(options: argparse.Namespace) -> int:
    from tournament_xl.frontends.cli.demo import play

    return play(options.dir, options.game)
