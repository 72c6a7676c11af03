"""The sheets that a press writes, against what it would write now: Classement, Grille; row by row, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tournament_xl.check.report import GRID, STANDINGS, Finding
from tournament_xl.model import Tournament
from tournament_xl.texts import check as texts
from tournament_xl.workbook import labels
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.encode import rewrite_derived
from tournament_xl.workbook.grid import Problems, Table, number, whole
from tournament_xl.workbook.snapshot import Draft, Snapshot, cell_text

SHEETS = {labels.STANDINGS: STANDINGS, labels.GRID: GRID}  # sheet -> kind of finding
_ROUND_COLUMN = re.compile(r"R\d{1,3}")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table that have a N°."""

    by_number: Mapping[int, tuple[int, dict[str, str]]]  # N° -> row on the sheet, texts by column
    again: tuple[tuple[int, int], ...]  # (N°, row) of those that stand there a second time


def compare(decoded: Decoded, recorded: Tournament | None) -> list[Finding]:
    """Every row of the derived sheets that a press would write otherwise.

    `recorded`: the tournament before what else was found; a row that is right for it is a consequence.
    """
    now = _written(decoded, decoded.tournament)
    before = _written(decoded, recorded) if recorded else None
    there = {sheet: _rows(decoded.snapshot, decoded.derived[sheet], now) for sheet in SHEETS}
    wrong = [sheet for sheet in SHEETS if not _same(decoded, sheet, there, now)]
    for truth in (decoded.tournament, recorded):
        stale = _stale(decoded, truth, there, wrong) if truth else None
        if stale is not None and wrong:
            facts = {"sheets": " et ".join(wrong), "after": stale, "played": decoded.tournament.played}
            message = texts.finding_text("stale", **facts)
            return [Finding(SHEETS[wrong[0]], message, wrong[0], consequence=truth is not decoded.tournament)]
    return [finding for sheet in wrong for finding in _differences(decoded, sheet, there[sheet], now, before)]


def _written(decoded: Decoded, tournament: Tournament) -> Snapshot:
    """The workbook as an update would leave it; what would stand in its way is no matter here."""
    draft = Draft(decoded.snapshot)
    rewrite_derived(draft, replace(decoded, tournament=tournament, problems=Problems()))
    return draft.after()


def _stale(decoded: Decoded, tournament: Tournament, there: Mapping[str, Rows], wrong: list[str]) -> int | None:
    """The earlier round whose standings all the wrong sheets show, None when there is none."""
    for after in range(tournament.played - 1, -1, -1):
        written = _written(decoded, replace(tournament, rounds=tournament.rounds[:after]))
        if all(_same(decoded, sheet, there, written) for sheet in wrong):
            return after
    return None


def _same(decoded: Decoded, sheet: str, there: Mapping[str, Rows], written: Snapshot) -> bool:
    return not any(True for _ in _differences(decoded, sheet, there[sheet], written, None))


def _rows(snapshot: Snapshot, table: Table, written: Snapshot) -> Rows:
    """The rows of `snapshot` by N°; the columns are those that `written` has in the header row."""
    header = [cell_text(cell) for cell in written.sheets[table.sheet][table.header - 1]]
    columns = dict(table.columns)
    columns |= {text: at for at, text in enumerate(header, start=1) if _ROUND_COLUMN.fullmatch(text)}
    whole_table = Table(snapshot, table.sheet, table.header, columns)
    found: dict[int, tuple[int, dict[str, str]]] = {}
    again = []
    for line in whole_table.lines():
        who = whole(line.text("N°"))
        if who is None or not line.text("Joueur"):
            continue
        if who in found:
            again.append((who, line.row))
        else:
            found[who] = line.row, line.texts
    return Rows(found, tuple(again))


def _differences(
    decoded: Decoded, sheet: str, there: Rows, written: Snapshot, before: Snapshot | None
) -> Iterator[Finding]:
    table, kind = decoded.derived[sheet], SHEETS[sheet]
    wanted = _rows(written, table, written).by_number
    former = _rows(before, table, before).by_number if before else {}
    if wanted and not there.by_number:
        yield Finding(kind, texts.finding_text("empty", sheet=sheet), sheet, table.header)
        return
    for who, (row, cells) in there.by_number.items():
        if who not in wanted:
            message = texts.finding_text("line_foreign", sheet=sheet, row=row, number=who)
            yield Finding(kind, message, sheet, row, table.columns["N°"], now=str(who), consequence=who in former)
            continue
        right = wanted[who][1]
        other = _unlike(cells, right)
        if other:
            shown = ", ".join(texts.cell_differs(column, cells[column], right[column]) for column in other)
            message = texts.finding_text("line", sheet=sheet, row=row, name=right["Joueur"], cells=shown)
            follows = who in former and not _unlike(cells, former[who][1])
            was, now = ("; ".join(f"{c}={texts_[c]}" for c in other) for texts_ in (right, cells))
            at = table.columns.get(other[0], 0)
            yield Finding(kind, message, sheet, row, at, was=was, now=now, consequence=follows)
    for who, row in there.again:
        message = texts.finding_text("line_again", sheet=sheet, row=row, number=who)
        yield Finding(kind, message, sheet, row, table.columns["N°"], now=str(who))
    for who in wanted.keys() - there.by_number.keys():
        name = wanted[who][1]["Joueur"]
        message = texts.finding_text("line_absent", sheet=sheet, name=name, number=who)
        follows = bool(former) and who not in former
        yield Finding(kind, message, sheet, table.header, table.columns["N°"], was=name, consequence=follows)


def _unlike(cells: Mapping[str, str], right: Mapping[str, str]) -> list[str]:
    """The columns whose content is another: numbers by value, the rest as text. Names are compared in cells.py."""
    return [column for column, text in right.items() if column != "Joueur" and not _equal(cells[column], text)]


def _equal(one: str, two: str) -> bool:
    return one == two or (number(one) is not None and number(one) == number(two))
