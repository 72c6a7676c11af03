"""The sheets that a press writes, against what it would write now: Classement, Grille, Cotes; rows in any order."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament_xl.check.report import GRID, RATINGS, STANDINGS, Finding
from tournament_xl.check.stale import earlier
from tournament_xl.model import Tournament
from tournament_xl.texts import check as texts
from tournament_xl.texts.names import listing
from tournament_xl.workbook import labels
from tournament_xl.workbook.decoded import Decoded
from tournament_xl.workbook.encode import rewrite_derived
from tournament_xl.workbook.encode_ratings import ratings_table
from tournament_xl.workbook.grid import Problems, Table, number, right_of, whole
from tournament_xl.workbook.snapshot import Draft, Snapshot, cell_text

SHEETS = {labels.STANDINGS: STANDINGS, labels.GRID: GRID, labels.RATINGS: RATINGS}  # sheet -> kind of finding
_ROUND_COLUMN = re.compile(r"R\d{1,3}")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table that have a N°."""

    by_number: Mapping[int, tuple[int, dict[str, str]]]  # N° -> row on the sheet, texts by column
    again: tuple[tuple[int, int], ...]  # (N°, row) of those that stand there a second time


def tables(decoded: Decoded) -> dict[str, Table]:
    """The tables to compare; that of Cotes only when there are ratings on it, or there were by the Journal."""
    found = {sheet: decoded.derived[sheet] for sheet in (labels.STANDINGS, labels.GRID)}
    ratings = ratings_table(decoded.snapshot, Problems())
    if not ratings or not decoded.tournament.played:
        return found
    if decoded.journal.rated or _rows(decoded.snapshot, ratings, decoded.snapshot).by_number:
        found[labels.RATINGS] = ratings
    return found


def ratings_gone(decoded: Decoded) -> list[Finding]:
    """The sheet Cotes is no more, or has no table, although the Journal says that ratings were computed."""
    wanted = decoded.journal.rated and decoded.tournament.played
    if not wanted or ratings_table(decoded.snapshot, Problems()):
        return []
    return [Finding(RATINGS, texts.finding_text("ratings_gone"), labels.RATINGS)]


def compare(decoded: Decoded, recorded: Tournament | None, now: Snapshot) -> list[Finding]:
    """Every row of the derived sheets that a press would write otherwise.

    `now`: the workbook as `updated` gives it. `recorded`: the tournament before what else was found; a row that is
    right for it is a consequence.
    """
    wanted = tables(decoded)
    rated = labels.RATINGS in wanted
    before = _written(decoded, recorded, rated=rated) if recorded else None
    there = {sheet: _rows(decoded.snapshot, table, now) for sheet, table in wanted.items()}
    wrong = [table for table in wanted.values() if not _same(table, there[table.sheet], now)]
    for truth in (decoded.tournament, recorded):
        stale = _stale(decoded, truth, there, wrong) if truth and wrong else None
        if stale is not None:
            sheets = [table.sheet for table in wrong]
            facts = {"sheets": listing(sheets), "after": stale, "played": decoded.tournament.played}
            message = texts.finding_text("stale", **facts)
            follows = truth is not decoded.tournament
            return [Finding(SHEETS[sheet], message, sheet, consequence=follows) for sheet in sheets]
    return [finding for table in wrong for finding in _differences(table, there[table.sheet], now, before)]


def updated(decoded: Decoded, drawn: int | None = None) -> Snapshot:
    """The workbook as an update would leave it, or would have with only so many rounds drawn."""
    tournament = replace(decoded.tournament, rounds=decoded.tournament.rounds[:drawn])
    return _written(decoded, tournament, rated=labels.RATINGS in tables(decoded))


def _written(decoded: Decoded, tournament: Tournament, *, rated: bool) -> Snapshot:
    """The workbook as an update would leave it; what would stand in its way is no matter here."""
    draft = Draft(decoded.snapshot)
    rewrite_derived(draft, replace(decoded, tournament=tournament, problems=Problems(heard=False)), rated=rated)
    return draft.after()


def _stale(decoded: Decoded, tournament: Tournament, there: Mapping[str, Rows], wrong: Sequence[Table]) -> int | None:
    """The earlier round whose standings all the wrong sheets show, None when there is none."""
    rated = any(table.sheet == labels.RATINGS for table in wrong)
    for after in earlier(decoded, wrong[0], 1 if rated else 0, tournament.played - 1):
        written = _written(decoded, replace(tournament, rounds=tournament.rounds[:after]), rated=rated)
        if all(_same(table, there[table.sheet], written) for table in wrong):
            return after
    return None


def _same(table: Table, there: Rows, written: Snapshot) -> bool:
    return not any(True for _ in _differences(table, there, written, None))


def _rows(snapshot: Snapshot, table: Table, written: Snapshot) -> Rows:
    """The rows of `snapshot` by N°; the columns are those that `written` has in the header row."""
    header = [cell_text(cell) for cell in written.sheets[table.sheet][table.header - 1]]
    columns = dict(table.columns)
    columns |= {text: at for at, text in enumerate(header, start=1) if _is_ours(table.sheet, text)}
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


def _is_ours(sheet: str, title: str) -> bool:
    """Further columns that a press writes: the rounds of Grille, change and outlook of Cotes."""
    if sheet == labels.RATINGS:
        return (title.isdecimal() and len(title) < 4) or title in (labels.CHANGE_COLUMN, labels.BY_PLACE_COLUMN)
    return _ROUND_COLUMN.fullmatch(title) is not None


def _differences(table: Table, there: Rows, written: Snapshot, before: Snapshot | None) -> Iterator[Finding]:
    sheet, kind = table.sheet, SHEETS[table.sheet]
    wanted = _rows(written, table, written).by_number
    former = _rows(before, table, before).by_number if before else {}
    if wanted and not there.by_number:
        key = "ratings_empty" if sheet == labels.RATINGS else "empty"
        yield Finding(kind, texts.finding_text(key, sheet=sheet), sheet, table.header)
        return
    if sheet == labels.RATINGS:
        yield from _rating_facts(table, written, before)
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
            name = right["Joueur"]
            yield Finding(kind, message, sheet, row, at, was=was, now=now, who=name, consequence=follows)
    for who, row in there.again:
        message = texts.finding_text("line_again", sheet=sheet, row=row, number=who)
        yield Finding(kind, message, sheet, row, table.columns["N°"], now=str(who))
    for who in wanted.keys() - there.by_number.keys():
        name = wanted[who][1]["Joueur"]
        message = texts.finding_text("line_absent", sheet=sheet, name=name, number=who)
        follows = bool(former) and who not in former
        at = table.columns["N°"]
        yield Finding(kind, message, sheet, table.header, at, was=name, who=name, consequence=follows)


def _rating_facts(table: Table, written: Snapshot, before: Snapshot | None) -> Iterator[Finding]:
    """What stands above the header of Cotes: category, M, CT, limits, share of Jokers."""
    for label in labels.RATING_FACTS:
        at = right_of(written, table.sheet, label)
        if at is None or at[0] >= table.header:
            continue
        now, was, former = (
            cell_text(snapshot.cell(table.sheet, *at)) if snapshot else ""
            for snapshot in (table.snapshot, written, before)
        )
        if not _equal(now, was):
            cells = texts.cell_differs(label, now, was)
            message = texts.finding_text("fact", sheet=table.sheet, row=at[0], cells=cells)
            follows = former is not None and _equal(now, former)
            yield Finding(RATINGS, message, table.sheet, *at, was=was, now=now, consequence=follows)


def _unlike(cells: Mapping[str, str], right: Mapping[str, str]) -> list[str]:
    """The columns of both whose content is another: numbers by value, the rest as text. Names are compared in cells.py.

    Cotes had more columns, "Par place", when more players were rated.
    """
    both = (column for column in right if column in cells and column != "Joueur")
    return [column for column in both if not _equal(cells[column], right[column])]


def _equal(one: str, two: str) -> bool:
    left, right = number(one), number(two)
    return one == two or (left is not None and right is not None and math.isclose(left, right, rel_tol=1e-12))
