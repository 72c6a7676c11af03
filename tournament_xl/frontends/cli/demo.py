"""A whole tournament played in a workbook, told step by step (`tournament-xl demo`, `make demo`)."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

from tournament_xl.actions import workbook_actions
from tournament_xl.actions.simulate import fill_current
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path, resource_path
from tournament_xl.frontends.cli import show
from tournament_xl.games.jobs import Chances
from tournament_xl.games.othello.input_sheets import DISCS
from tournament_xl.games.othello.jobs import board
from tournament_xl.games.othello.read import OthelloBook as Othello
from tournament_xl.games.othello.schema import FINAL, SEMI_FINALS, SWISS
from tournament_xl.games.registry import GAMES, OTHELLO, SCRABBLE
from tournament_xl.messages import cli as texts
from tournament_xl.messages import workbook_files as host_texts
from tournament_xl.messages.othello_sheets import STAGES
from tournament_xl.players.registrations import read_registrations
from tournament_xl.storage import file_actions
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Draft, Snapshot, difference
from tournament_xl.workbook.tables import right_of
from tournament_xl.xlsx.atomic_write import refusal

SEED = "2010"
MOST_PLAYERS = 15
SHOWN = {
    SCRABBLE.name: ("joueurs-geneve.csv", {"Formule": schema.CLASSIQUE}),
    OTHELLO.name: ("joueurs-othello.txt", {"Formule": SWISS, "Nombre de rondes": "5"}),
}  # game -> list of players, settings


def play(folder: str, game: str) -> int:
    """Create a workbook in `folder` from a sample list, play every round, show pairings and standings; exit code.

    Where there are finals, semi-finals and a final follow the rounds.
    """
    sample, own = SHOWN[game]
    players = read_registrations(game, resource_path("samples", sample), []).players[:MOST_PLAYERS]
    path = _new_path(Path(folder))
    settings = {"Nom": "Tournoi de démonstration", "Lieu": "Genève", "Date de début": "21/11/2026", "Graine": SEED}
    file_actions.create(path, settings | own, players, game=game)
    console = show.console()
    rounds = file_actions.read(path).tournament.settings.rounds or 0
    console.print(texts.DEMO_INTRO.format(players=len(players), rounds=rounds, file=printable_path(path)), style="bold")
    for number in range(1, rounds + 1):
        _press(path, "pair")
        show.show_pairings(file_actions.read(path), number)
        _type(path, fill_current(ClosedFile(path).read(), Chances(SEED)))
        console.print(texts.DEMO_SCORES.format(round=number))
        _press(path, "update")
        show.show_pairings(file_actions.read(path), number, reasons=False)
        show.show_standings(file_actions.read(path), number)
    if GAMES[game].final_choices:
        _finals(path, rounds)
    console.print(texts.DEMO_END.format(file=printable_path(path)), style="bold")
    return DONE


def _finals(path: Path, rounds: int) -> None:
    """Semi-finals and a final, chosen and played on Finales."""
    draft = Draft(ClosedFile(path).read())
    for label in (SEMI_FINALS, FINAL):
        if at := right_of(draft.snapshot, schema.FINALS, label):
            draft.put(schema.FINALS, *at, 1)
    _type(path, draft.after())
    for _ in range(2):  # the final follows the semi-finals
        _press(path, "update")
        decoded = file_actions.read(path)
        assert isinstance(decoded, Othello) and decoded.finals
        draft, names = Draft(decoded.snapshot), decoded.full_names()
        for row in decoded.finals.rows:
            if not row.typed:
                discs = board(decoded.tournament, row.game, Chances(SEED).draw(row.stage))
                for column, count in zip(DISCS, discs, strict=True):
                    draft.put(schema.FINALS, row.line.row, decoded.finals.table.columns[column], count)
                told = {"match": STAGES[row.stage], "black": names[row.game.black], "white": names[row.game.white]}
                show.console().print(texts.DEMO_FINAL.format(**told, discs=" – ".join(map(str, discs))))
        _type(path, draft.after())
    _press(path, "update")
    show.show_standings(file_actions.read(path), rounds)


def _new_path(folder: Path) -> Path:
    """A name that is free in the folder, which is made if need be."""
    with refusal(folder, host_texts.NOT_CREATED):
        folder.mkdir(parents=True, exist_ok=True)
    names = (folder / ("tournoi.xlsx" if number == 1 else f"tournoi-{number}.xlsx") for number in count(1))
    return next(path for path in names if not os.path.lexists(path))


def _press(path: Path, action: str) -> None:
    """The demonstration's own workbook has no problem; anything else is a bug."""
    outcome = file_actions.press(path, workbook_actions.BY_NAME[action], texts.BACKUPS[action])
    if outcome.code != DONE:
        raise RuntimeError(outcome.message or str(outcome.problems[0]))


def _type(path: Path, typed: Snapshot) -> None:
    """Write cells as an organiser would type them."""
    book = ClosedFile(path)
    book.write(difference(book.read(), typed), stamp=file_actions.stamp(texts.BACKUPS["type"]))
