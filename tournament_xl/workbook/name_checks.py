"""Two slips that are refused at their cell: a score typed over a name, and a third of the names changed at once."""

from __future__ import annotations

from collections.abc import Iterable

from tournament_xl.folding import fold
from tournament_xl.workbook.compact import one_line
from tournament_xl.workbook.grid import Line, is_score
from tournament_xl.workbook.understood import Understood

_FEWEST = 3  # names changed at once below which they are mended ones


def scores_over_names(decoded: Understood, lines: Iterable[Line], columns: Iterable[str]) -> None:
    """A number, or two as people write a score, where the program writes a name ([ours])."""
    called = {player.full_name for _, player in decoded.players.rows}
    for line in lines:
        for column in columns:
            if is_score(text := line.text(column)) and text not in called:
                line.problem(decoded.problems, column, "score_over_name", text=text)


def names_moved(decoded: Understood) -> None:
    """More than a third of the players that the memory knows have other names: a column of Joueurs was sorted or moved
    alone, and results belong to N° ([ours]). At the first of them.
    """
    known = decoded.memory.now.by_number("nom")
    now = {player.number: one_line(player.full_name) for _, player in decoded.players.rows}
    changed = [who for who, name in known.items() if who in now and fold(now[who]) != fold(name)]
    if len(changed) >= _FEWEST and 3 * len(changed) > len(known):
        lines = {player.number: line for line, player in decoded.players.rows}
        first = min(changed, key=lambda who: lines[who].row)
        facts = {"count": len(changed), "number": first, "was": known[first], "now": now[first]}
        lines[first].problem(decoded.problems, "Nom", "names_moved", **facts)
