"""Checks that are the same in all games: the order of rounds, tables and rows, a formula or names changed at once, what
looks like a slip; and how a missing result is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from tournament_xl.book import labels
from tournament_xl.book.codes import one_line
from tournament_xl.book.grid import Line, is_score
from tournament_xl.book.results_table import RowOf
from tournament_xl.book.understood import Understood
from tournament_xl.folding import fold
from tournament_xl.model import Notice, X
from tournament_xl.texts import reasons
from tournament_xl.texts.names import listing, ranges
from tournament_xl.texts.notices import notice_text

_NAME = r"[^\W\d_]{2}[^\W\d_]*([ '’-][^\W\d_]+){0,3}"  # up to four words; a note says more, or numbers
_FEWEST = 3  # names changed at once below which they are mended ones
Met = Callable[[int], Collection[frozenset[int]]]  # round -> pairs that met in rounds before it


def report_field(decoded: Understood, registered: int, refusal: Notice | None, most: int) -> None:
    """The field cannot play, by a rule's `refusal` or because it is larger than `most`: at its cell on Joueurs."""
    if registered > most:
        refusal = refusal or Notice("too_many_players", {"registered": registered, "most": most})
    if refusal is None:
        return
    table = decoded.players.table
    key = "too_many" if refusal.key.startswith("too_many") else "too_few"
    row = decoded.players.rows[-1][0].row if key == "too_many" else next(table.free_rows())
    decoded.problems.add(labels.PLAYERS, row, table.columns["Nom"], key, sentence=notice_text(refusal))


def absences_beyond(decoded: Understood) -> Iterator[Notice]:
    """Announced absences from rounds that there are not: "35" typed for "3, 5". A list that passes the end is usual."""
    last = decoded.tournament.settings.rounds or 0
    for player in decoded.tournament.players:
        beyond = sorted(number for number in player.absences.rounds if number > last)
        if beyond and last not in player.absences:
            yield Notice("absences_beyond", {"name": player.full_name, "round": beyond[0], "rounds": last})


def names_as_numbers(decoded: Understood) -> Iterator[Notice]:
    """What looks like a name, alone in its row, in the column N° among the players or right below: a column too far."""
    table, players = decoded.players.table, {line.row for line, _ in decoded.players.rows}
    last = max(players, default=table.header)
    for row in range(table.header + 1, table.last_row() + 1):
        line = table.line(row)
        if not line.text("N°") and row > last:
            return
        if row not in players and re.fullmatch(_NAME, line.text("N°")):
            yield Notice("name_as_number", {"row": row, "text": line.text("N°")})


def check_formula(decoded: Understood) -> None:
    """The formula of a tournament that has begun stands."""
    before = decoded.memory.now.settings.get("Formule")
    if decoded.memory.drawn and before and before != decoded.tournament.settings.formula:
        decoded.settings.problem(decoded.problems, "Formule", "formula_changed", formula=before)


def check_order(decoded: Understood) -> None:
    """No row of a round beyond the last, or after the next one to be drawn."""
    tournament, problems = decoded.tournament, decoded.problems
    rounds, drawn = tournament.settings.rounds or 0, len(tournament.rounds)
    if rounds < drawn:
        decoded.settings.problem(problems, "Nombre de rondes", "rounds_below", rounds=rounds, drawn=drawn)
    for row in decoded.results.rows:
        if row.round > max(rounds, drawn):
            row.line.problem(problems, "Ronde", "round_beyond", rounds=rounds)
        elif row.round > drawn + 1:
            key = "round_ahead_played" if row.match.complete else "round_ahead"
            row.line.problem(problems, "Ronde", key, round=row.round, next=drawn + 1)


def check_rows(decoded: Understood) -> None:
    """Each table once a round."""
    last = len(decoded.tournament.rounds)
    seen: dict[tuple[int, int], RowOf[Any]] = {}
    for row in decoded.results.rows:
        number = (row.round, row.match.table)
        if row.round >= last and row.match.table and seen.setdefault(number, row) is not row:
            first = seen[number].line.row
            row.line.problem(decoded.problems, "Table", "table_twice", table=row.match.table, row=first)


def report_pending(decoded: Understood, report: Callable[[Any], None], column: Callable[[Any], str]) -> None:
    """The rows of the round that want a result: one at its cell by `report`, several in one line with their tables.

    `column`: of the first cell that a row wants.
    """
    rows = [row for row in decoded.pending if not decoded.problems.in_row(labels.RESULTS, row.line.row)]
    if len(rows) == 1 or not all(row.match.table for row in rows):
        for row in rows:
            report(row)
    elif rows:
        tables = ranges(row.match.table for row in rows)
        rows[0].line.problem(decoded.problems, column(rows[0]), "scores_missing", round=rows[0].round, tables=tables)


def report_at(decoded: Understood, row: RowOf[Any], column: str, key: str = "no_score") -> None:
    """Record that a row has no result, at a column; not when something in the row is wrong."""
    if decoded.problems.in_row(labels.RESULTS, row.line.row):
        return
    names, (one, two) = decoded.names(), row.match.sides
    row.line.problem(decoded.problems, column, key, table=row.match.table or "?", one=names[one], two=names[two])


def pending_tables(decoded: Understood) -> str:
    """The tables without result, as people say it: "4 et 7", "17 à 32"."""
    tables = [row.match.table for row in decoded.pending]
    return ranges(tables) if all(tables) else "?"


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


def of_open_rounds(decoded: Understood, found: Iterable[Notice]) -> Iterator[Notice]:
    """Of the notices found those of open rounds; those of whole rounds that are not recorded yet go to `once`."""
    for notice in found:
        number = int(notice.facts["round"])
        if number > decoded.tournament.played:
            yield notice
        elif is_new(decoded, number):
            decoded.once.append(notice)


def is_new(decoded: Understood, number: int) -> bool:
    """Whether a round has a result that no press has seen as it stands."""
    known = {text for text in decoded.memory.now.results(number) if ":" in text}
    played = [row for row in decoded.results.round(number) if row.match.complete and X not in row.match.sides]
    return len(known) < len(played)


def rematches(decoded: Understood, met: Met, until: int) -> Iterator[Notice]:
    """Pairs put there by the organiser who have met before (C9 would avoid it): of the last drawn round, the next one,
    one that the Journal has not yet. From round `until` on everybody may have met everybody.
    """
    tournament, names = decoded.tournament, decoded.names()
    drawn = len(tournament.rounds)
    candidates = [(drawn + 1, match) for match in tournament.fixed]
    for number, matches in enumerate(tournament.rounds, start=1):
        past = decoded.memory.drawn.get(number)
        if past and number == drawn:
            by_program = past.after.pairs(number) - past.after.imposed(number)
            candidates += [(number, match) for match in matches if frozenset(match.sides) not in by_program]
        elif not past:
            candidates += [(number, m) for m in matches if not m.reason or m.reason.startswith(reasons.CHOICE)]
    before = {number: met(number) for number in {number for number, _ in candidates}}
    for number, match in candidates:
        if number < until and frozenset(match.sides) in before[number]:
            one, two = (names[who] for who in match.sides)
            yield Notice("rematch_by_hand", {"round": number, "one": one, "two": two})


def absent_but_played(decoded: Understood) -> Iterator[Notice]:
    """Who is announced absent in the last drawn round and has a result there that is no forfeit of his."""
    tournament, names, number = decoded.tournament, decoded.names(), len(decoded.tournament.rounds)
    absent = {player.number for player in tournament.players if number in player.absences}
    for match in tournament.rounds[-1] if number else ():
        if X in match.sides or not match.complete:
            continue
        for who in match.sides:
            if who in absent and not match.gave(who):
                yield Notice("absent_but_played", {"round": number, "name": names[who]})


def no_shows(decoded: Understood) -> Iterator[Notice]:
    """Who has a match in the open round and gave the one before it without a word of absence."""
    number, names, rounds = len(decoded.tournament.rounds), decoded.names(), decoded.tournament.rounds
    if not decoded.pending or number < 2:
        return
    absences = {player.number: player.absences for player in decoded.tournament.players}
    gave = {
        who for match in rounds[-2] for who in match.sides
        if who != X and match.gave(who) and number - 1 not in absences[who] and number not in absences[who]
    }  # fmt: skip
    here = sorted(who for match in rounds[-1] for who in match.sides if who in gave and not match.gave(who))
    if here:
        shown = listing([names[who] for who in here])
        yield Notice("no_shows", {"round": number, "before": number - 1, "names": shown})
