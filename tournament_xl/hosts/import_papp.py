"""`import papp-internal-workfile.txt -o FILE`: a workbook that goes on where PAPP stands (X4)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tournament_xl.hosts import files
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.othello_list import world_beside
from tournament_xl.othello.model import PAPP
from tournament_xl.othello_desk.elo_file import EloError
from tournament_xl.othello_desk.papp_file import PappFile, absent, all_rounds, read_papp
from tournament_xl.press import DONE, Outcome
from tournament_xl.texts import elo as texts
from tournament_xl.texts import reasons
from tournament_xl.workbook import labels
from tournament_xl.workbook.compact import ranges
from tournament_xl.workbook.grid import read_date
from tournament_xl.workbook.othello import labels as othello
from tournament_xl.workbook.snapshot import Cell, HostError


def import_papp(text: str, source: Path, target: Path) -> Outcome:
    """The workbook of a journal, its names from the joueurs.txt beside it or beside the workbook."""
    try:
        found = read_papp(text, source.name)
        world = {known.number: known for known in world_beside([source.parent, target.parent], source)}
    except (EloError, ListError) as error:
        raise HostError(str(error)) from error
    missing, unknown, players = absent(found), [], []
    for who in found.players:
        if who not in world:
            unknown.append(str(who))
        named = world[who].row if who in world else {"N°": str(who), "Nom": texts.NAMELESS.format(number=who)}
        players.append(named | {"Absences": _absences(missing[who], found)})
    rows, settings = list(_rows(found, source.name)), _settings(found)
    outcome = files.create(target, settings, players, game=files.OTHELLO, rows=rows, world=world.keys())
    if outcome.code != DONE:
        return outcome
    sentence = texts.DONE.format(file=target, players=len(players), rounds=len(all_rounds(found)), source=source.name)
    told = [texts.nameless_text(unknown)] if unknown else []
    return Outcome(DONE, sentence, warnings=(*told, *outcome.warnings), status=outcome.status)


def _settings(found: PappFile) -> dict[str, str]:
    heads = found.heads
    day = heads.get("Date", "").split(" - ")[0]
    chosen = {
        "Nom": heads.get("Nom-Tournoi", ""),
        "Date de début": day if read_date(day) else "",
        "Graine": othello.IMPORT_SEED,
        "Formule": labels.ROUND_ROBIN if found.round_robin else othello.SWISS,
        "Nombre de rondes": heads.get("Nombre-Rondes", ""),
        "Départage": PAPP,
        "Bêta": heads.get("BQ-double", "").rstrip("0").rstrip(".").replace(".", ","),
    }
    return {name: value for name, value in chosen.items() if value}


def _absences(rounds: set[int], found: PappFile) -> str:
    """ "1-2,5"; "4-" where he has left."""
    past = {number for number in rounds if number <= len(all_rounds(found))}
    if rounds == past:
        return ranges(rounds).replace(",", ", ")
    last = max(past, default=0)
    begin = last + 1 if last < len(all_rounds(found)) else last
    while begin - 1 in past:
        begin -= 1
    single = ranges({number for number in past if number < begin}).replace(",", ", ")
    return ", ".join(filter(None, (single, f"{begin}-")))


def _rows(found: PappFile, file: str) -> Iterator[dict[str, Cell]]:
    reason = texts.REASON.format(imported=reasons.IMPORTED, file=file)
    for number, games in enumerate(all_rounds(found), start=1):
        for table, game in enumerate(games, start=1):
            row: dict[str, Cell] = {
                "Ronde": number, "Table": table, "N° N": game.black or othello.BIP, "N° B": game.white or othello.BIP,
                "Motif": reason,
            }  # fmt: skip
            if game.black and game.white and game.black_discs is not None:
                row |= {"Pions N": game.black_discs, "Pions B": game.white_discs}
            yield row
