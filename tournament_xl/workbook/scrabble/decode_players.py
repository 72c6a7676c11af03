"""Reading the sheet Joueurs."""

from __future__ import annotations

from itertools import islice

from tournament_xl.folding import fold
from tournament_xl.model import Player
from tournament_xl.scrabble.initial import unrated_cote
from tournament_xl.seasons import named
from tournament_xl.workbook import labels
from tournament_xl.workbook.grid import Line, Problems, find_table, number
from tournament_xl.workbook.players_table import (
    PlayersOf,
    check_highest,
    read_absences,
    read_cote,
    read_number,
    registered,
    report_notes,
)
from tournament_xl.workbook.snapshot import Snapshot

HIGHEST_NUMBER = 9999


PlayersSheet = PlayersOf[Player]  # seed None where the row has no Rang initial


def read_players(snapshot: Snapshot, problems: Problems, season: str) -> PlayersSheet | None:
    """The players of the sheet, problems with every cell that cannot be read and with everybody listed twice.

    `season` names the one that gives the PL* of those without cote (R1), "" the latest.
    """
    table = find_table(snapshot, labels.PLAYERS, labels.SCRABBLE_COLUMNS[labels.PLAYERS], problems)
    if table is None:
        return None
    filled = (line for line in table.lines() if not line.empty(*(name for name in table.columns if name != "N°")))
    lines = list(registered(filled, problems))
    report_notes(lines, ("N°", "Licence", "Club", "Cote"), problems)
    rows = tuple((line, _player(line, problems, season)) for line in lines)
    _twice(rows, problems)
    check_highest(rows, problems, HIGHEST_NUMBER)
    return PlayersSheet(table, rows)


def _player(line: Line, problems: Problems, season: str) -> Player:
    if not line.text("Nom"):
        line.problem(problems, "Nom", "no_name")
    player_number = read_number(line, problems, HIGHEST_NUMBER)
    seed = _seed(line, problems)
    return Player(
        number=player_number,
        name=line.text("Nom"),
        first_name=line.text("Prénom"),
        licence=line.text("Licence"),
        club=line.text("Club"),
        cote=_cote(line, problems, season),
        seed=seed,
        absences=read_absences(line, problems),
    )


def _cote(line: Line, problems: Problems, season: str) -> float:
    """The cote; empty or 0 is none: PL* from the duplicate series (R1)."""
    text = line.text("Cote").rstrip("*").strip()
    cote = read_cote(text)
    if text and cote is None:
        line.problem(problems, "Cote", "bad_cote", text=text)
        return 0.0
    if cote:
        return cote
    unrated = unrated_cote(line.text("Série duplicate"), named(season))
    if unrated is None:
        line.problem(problems, "Série duplicate", "bad_series", text=line.text("Série duplicate"))
    return float(unrated or 0)


def _seed(line: Line, problems: Problems) -> float | None:
    text = line.text("Rang initial")
    seed = number(text)
    if text and (seed is None or seed < 0.5 or not (2 * seed).is_integer()):
        line.problem(problems, "Rang initial", "bad_seed", text=text)
        return None
    return seed


def _twice(rows: tuple[tuple[Line, Player], ...], problems: Problems) -> None:
    numbers: dict[int, Line] = {}
    seeds: dict[float, Line] = {}
    licences: dict[str, tuple[Line, Player]] = {}
    names: dict[str, dict[str, Line]] = {}  # name -> licence, or "" -> the first row with both
    for line, player in rows:
        if player.number and (first := numbers.setdefault(player.number, line)) is not line:
            line.problem(problems, "N°", "number_twice", number=player.number, row=first.row)
        whole_seed = player.seed is not None and player.seed.is_integer()
        if whole_seed and (first := seeds.setdefault(player.seed or 0, line)) is not line:
            line.problem(problems, "Rang initial", "seed_twice", seed=int(player.seed or 0), row=first.row)
        if not player.name:
            continue
        same = names.setdefault(fold(player.full_name), {})
        others = {"", player.licence} & same.keys() if player.licence else islice(same, 1)
        alike = [same[licence] for licence in others]
        if alike:
            line.problem(problems, "Nom", "name_twice", name=player.full_name, row=min(one.row for one in alike))
        elif player.licence:
            holder_line, holder = licences.setdefault(player.licence, (line, player))
            if holder_line is not line:
                facts = {"licence": player.licence, "name": holder.full_name, "row": holder_line.row}
                line.problem(problems, "Licence", "licence_twice", **facts)
        same.setdefault(player.licence, line)
