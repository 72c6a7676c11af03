"""Demonstration: a whole tournament played in a workbook, with comments (`tournament-xl demo`, `make demo`)."""

from __future__ import annotations

from pathlib import Path

from tournament_xl.actions.simulate import fill_last_round
from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path, resource_path
from tournament_xl.frontends.cli import show
from tournament_xl.games.othello.game import Othello
from tournament_xl.games.othello.read import OthelloBook
from tournament_xl.games.othello.schema import DISCS, FINAL, SEMI_FINALS
from tournament_xl.games.othello.simulation import draw_board
from tournament_xl.games.registry import GAMES
from tournament_xl.games.scrabble.game import Scrabble
from tournament_xl.games.simulation import Chances
from tournament_xl.messages import cli as texts
from tournament_xl.messages.othello_sheets import STAGES
from tournament_xl.players.registrations import read_registrations
from tournament_xl.service.act import ActionRequest, act
from tournament_xl.service.create import prepare_free_path
from tournament_xl.service.standings import compute_standings
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import decoding, new_file, timestamps
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.snapshot import Draft, Snapshot, compute_edits
from tournament_xl.workbook.tables import find_right_of

SEED = "2010"
MOST_PLAYERS = 15
SHOWN = {
    Scrabble.name: ("joueurs-geneve.csv", {"Formule": Scrabble.formulas[0].name}),
    Othello.name: ("joueurs-othello.txt", {"Formule": Othello.formulas[0].name, "Nombre de rondes": "5"}),
}  # game -> list of players, settings


def play(folder: str, game: str) -> int:
    """Play a tournament with random results in a new workbook, and print pairings and standings of every round.

    The workbook and its backups stay. Where the game has finals, semi-finals and a final follow the rounds. The folder
    is created if missing; the game is a key of `SHOWN`. The exit code is always `DONE`.

    Raises:
        ExternalError: The workbook cannot be written.
    """
    sample, game_settings = SHOWN[game]
    players = read_registrations(game, resource_path("samples", sample), []).players[:MOST_PLAYERS]
    path = prepare_free_path(Path(folder), "tournoi", "-{number}")
    settings = {"Nom": "Tournoi de démonstration", "Lieu": "Genève", "Date de début": "21/11/2026", "Graine": SEED}
    new_file.create_workbook(path, settings | game_settings, players, game=game)
    console = show.open_console()
    rounds = decoding.decode_file(path).tournament.settings.rounds or 0
    console.print(texts.DEMO_INTRO.format(players=len(players), rounds=rounds, file=printable_path(path)), style="bold")
    for round_number in range(1, rounds + 1):
        _press(path, "pair")
        show.show_pairings(decoding.decode_file(path), round_number)
        _type(path, fill_last_round(ClosedFile(path).read(), Chances(SEED)))
        console.print(texts.DEMO_SCORES.format(round=round_number))
        _press(path, "update")
        show.show_pairings(decoding.decode_file(path), round_number, reasons=False)
        _show_standings(path, round_number)
    if GAMES[game].final_choices:
        _finals(path, rounds)
    console.print(texts.DEMO_END.format(file=printable_path(path)), style="bold")
    return DONE


def _finals(path: Path, rounds: int) -> None:
    """Choose semi-finals and a final on the sheet Finales, and play them."""
    draft = Draft(ClosedFile(path).read())
    for label in (SEMI_FINALS, FINAL):
        if position := find_right_of(draft.snapshot, schema.FINALS, label):
            draft.put(schema.FINALS, *position, 1)
    _type(path, draft.after())
    for _ in range(2):  # the final follows the semi-finals
        _press(path, "update")
        decoded = decoding.decode_file(path)
        assert isinstance(decoded, OthelloBook) and decoded.finals
        draft, names = Draft(decoded.snapshot), decoded.names()
        for row in decoded.finals.rows:
            if not row.typed:
                discs = draw_board(decoded.tournament, row.game, Chances(SEED).draw(row.stage))
                for column, disc_count in zip(DISCS, discs, strict=True):
                    draft.put(schema.FINALS, row.line.row, decoded.finals.table.columns[column], disc_count)
                words = {"match": STAGES[row.stage], "black": names[row.game.black], "white": names[row.game.white]}
                show.open_console().print(texts.DEMO_FINAL.format(**words, discs=" – ".join(map(str, discs))))
        _type(path, draft.after())
    _press(path, "update")
    _show_standings(path, rounds)


def _press(path: Path, action: str) -> None:
    """Do an action; the demonstration's own workbook has no problem, so that any refusal is a bug."""
    outcome = act(WorkbookFile(path), ActionRequest(action)).outcome
    if outcome.code != DONE:
        raise RuntimeError(outcome.message or str(outcome.problems[0]))


def _show_standings(path: Path, after: int) -> None:
    show.show_standings(compute_standings(decoding.decode_file(path), after))


def _type(path: Path, edited: Snapshot) -> None:
    """Write cells as an organiser would type them."""
    file = ClosedFile(path)
    file.write(compute_edits(file.read(), edited), stamp=timestamps.backup_stamp(texts.BACKUPS["type"]))
