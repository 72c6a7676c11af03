"""From a tournament to the sheets that Python rewrites at each press; nothing here is a fact."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from tournament_xl.core.model import Match, Player, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games import shared
from tournament_xl.games.scrabble.input_sheets import COLUMNS, typed_cote
from tournament_xl.games.scrabble.read import ScrabbleBook
from tournament_xl.games.scrabble.render_open import write_open
from tournament_xl.games.scrabble.render_ratings import are_final, rewrite_ratings
from tournament_xl.games.scrabble.rules.open_groups import finalists, members
from tournament_xl.games.scrabble.rules.scoring import LOSS, WIN
from tournament_xl.games.scrabble.rules.seasons import LAST_SERIES
from tournament_xl.games.scrabble.rules.standings import Standing
from tournament_xl.messages import sheets
from tournament_xl.messages.names import clipped
from tournament_xl.workbook import schema
from tournament_xl.workbook.sheets import computed
from tournament_xl.workbook.sheets.computed import ROOM, LeaderPanel
from tournament_xl.workbook.sheets.pairings import Part, last_round, write_pairings_sheet, write_slips, write_tents
from tournament_xl.workbook.sheets.prizes import PrizeInputs, has_awards, write_awards
from tournament_xl.workbook.snapshot import Cell, Draft, cell_text
from tournament_xl.workbook.tables import whole


def rewrite_derived(draft: Draft, decoded: ScrabbleBook, *, rated: bool = False) -> str:
    """Put all derived sheets into the draft: names, pairings, standings, cross table, groups, prizes; the status line.

    The ratings too if `rated`, or if they had been written before.
    """
    shared.write_names(draft, decoded, COLUMNS)
    _pairings(draft, decoded)
    write_slips(draft, decoded, "1", "2", sheets.WHO_STARTS)  # who starts is not regulated, the players note it
    write_tents(draft, decoded, len(decoded.tournament.players) // 2)
    _standings(draft, decoded)
    _grid(draft, decoded)
    if schema.GROUPS in decoded.derived:
        write_open(draft, decoded)
    unrated = _used_cotes(draft, decoded)
    changes = rewrite_ratings(draft, decoded, wanted=rated)
    if has_awards(decoded):
        field = shared.field_of(decoded, decoded.ranked, lambda line: (line.pm, line.pdep), _scores, unrated)
        games = decoded.tournament.settings.rated_games
        write_awards(draft, PrizeInputs(decoded, field, "Club", "PM", changes, games, partial(_in_series, decoded)))
    return _cockpit(draft, decoded, rated=changes is not None and are_final(decoded, wanted=rated))


def _in_series(decoded: ScrabbleBook, name: str) -> set[int] | None:
    """N° of those whose starting cote is in a series (R3), None for no name of one."""
    from tournament_xl.games.scrabble.rules.rating import series_of  # not wanted by most presses

    season = decoded.settings.season
    known = {normalize(series): series for series in (*dict(season.thresholds), LAST_SERIES)}
    if not (wanted := known.get(normalize(name))):
        return None
    return {one.number for one in decoded.tournament.players if series_of(one.cote, season) == wanted}


def _used_cotes(draft: Draft, decoded: ScrabbleBook) -> set[int]:
    """Joueurs: the cote that is used where it is not the one typed (R1, R10), if the column is there; other numbers in
    it go. N° of those who have none.
    """
    table = decoded.players.table
    used = {line.row: int(one.cote) for line, one in decoded.players.rows if typed_cote(line) != one.cote}
    unrated = {who for who, line in decoded.lines.items() if not typed_cote(line)}
    column = computed.beside(table, schema.USED_COTE).get(schema.USED_COTE)
    if column is None:
        return unrated
    for row in range(table.header + 1, len(decoded.snapshot.sheets[schema.PLAYERS]) + 1):
        if row in used or whole(cell_text(decoded.snapshot.cell(schema.PLAYERS, row, column))) is not None:
            draft.put(schema.PLAYERS, row, column, used.get(row))
    return unrated


def _pairings(draft: Draft, decoded: ScrabbleBook) -> None:
    """Appariements: the current round by table, an Open's group by group, and by name."""
    tournament, number, matches = decoded.tournament, len(decoded.tournament.rounds), last_round(decoded)
    short = decoded.fitted(ROOM[schema.PAIRINGS] - 9.8, smaller=computed.SMALLER)
    names = decoded.fitted(ROOM[schema.PAIRINGS], smaller=computed.SMALLER) | {
        who: sheets.announced(short[who])
        for match in matches
        for who in match.sides
        if who != X and match.gave(who) and number in tournament.player(who).absences
    }
    points = {line.number: line.pm for line in decoded.ranked(number - 1)} if number > 1 else {}
    parts: list[Part] = [(None, matches)]
    if tournament.groups and decoded.formula.scheduled(number):
        parts = []
        for order, group in enumerate(members(tournament, number), start=1):
            games = [match for match in matches if {*match.sides} <= set(group)]
            tables = sheets.group_tables(match.table for match in games if X not in match.sides)
            parts.append(((sheets.group_heading(order), tables), games))
    title = sheets.pairings_title(number, tournament.settings.rounds or 0, decoded.formula.phase(number))
    write_pairings_sheet(draft, decoded, title, parts, names, points)


def _standings(draft: Draft, decoded: ScrabbleBook) -> None:
    """Classement after the last complete round; in ± the places won or lost since the one before."""
    after, names = decoded.tournament.played, decoded.fitted(ROOM[schema.STANDINGS])
    rows = standings_rows(decoded, after, names) if _numbers_given(decoded) else []
    rows = [row | {"Club": clipped(str(row["Club"]), computed.ROOM_BESIDE)} for row in rows]
    computed.write_standings(draft, decoded, decoded.derived[schema.STANDINGS], rows, standings_title(decoded, after))


def standings_rows(decoded: ScrabbleBook, after: int, names: Mapping[int, str]) -> list[dict[str, Cell]]:
    """The lines of Classement after a round."""

    def own(line: Standing, player: Player) -> dict[str, Cell]:
        return {
            "Club": player.club, "J": line.played, "G": line.won, "N": line.drawn, "P": line.lost, "PM": line.pm,
            "PPM": line.ppm, "Pdep": line.pdep,
        }  # fmt: skip

    return shared.standings_rows(decoded, decoded.ranked, after, names, own)


def standings_title(decoded: ScrabbleBook, after: int) -> str:
    """Title of Classement after a round."""
    phase = decoded.formula.phase(after) if after else 0
    ends = phase if decoded.formula.phase(after + 1) > phase else 0
    waits = after == decoded.tournament.settings.rounds and decoded.waits
    rounds = decoded.tournament.settings.rounds or 0
    final = after == rounds and decoded.tournament.final is not None and finalists(decoded.tournament) is not None
    return sheets.standings_title(after, rounds, ends_phase=ends, waits_for_final=waits, final=final)


def _finalists(decoded: ScrabbleBook) -> tuple[int, ...]:
    """The two whose deciding game is still to be played (O8)."""
    return finalists(decoded.tournament) or () if decoded.waits else ()


def _numbers_given(decoded: ScrabbleBook) -> bool:
    """Before the first pairing nobody has a number to be listed by."""
    return not decoded.first_pairing or bool(decoded.tournament.rounds)


def _grid(draft: Draft, decoded: ScrabbleBook) -> None:
    """Grille after the last complete round."""
    after, full = decoded.tournament.played, decoded.fitted(ROOM[schema.GRID])
    rows, columns = _grid_rows(decoded, decoded.ranked(after) if _numbers_given(decoded) else [], after, full)
    computed.write_grid(draft, decoded, decoded.derived[schema.GRID], rows, after, columns)


def grid_rows(decoded: ScrabbleBook, after: int, full: Mapping[int, str]) -> tuple[list[dict[str, Cell]], list[str]]:
    """The lines of Grille after a round, and the names of its columns by round or opponent."""
    return _grid_rows(decoded, decoded.ranked(after), after, full)


def _grid_rows(
    decoded: ScrabbleBook, table: Sequence[Standing], after: int, full: Mapping[int, str]
) -> tuple[list[dict[str, Cell]], list[str]]:
    """A line of Grille for each of the `table`: a column per round, or in a round robin per opponent, opponents with
    their place.
    """
    tournament, names = decoded.tournament, decoded.names()
    places = {line.number: line.place for line in table}
    in_round = [{side.number: side for match in decoded.sides(at) for side in match} for at in range(1, after + 1)]
    met = _results(decoded, in_round) if decoded.formula.closed else {}

    def results(who: int, at: int) -> list[str]:
        if decoded.formula.closed:
            return met.get((who, at), [])
        side = in_round[at - 1].get(who) if at <= after else None
        return [_grid_cell(side, names, places) if side else sheets.ABSENT] if at <= after else []

    rounds = None if decoded.formula.closed else tournament.settings.rounds or 0
    return shared.grid_rows(
        table, full, rounds, lambda line: {"PM": line.pm, "PPM": line.ppm, "Pdep": line.pdep}, results
    )


def _results(decoded: ScrabbleBook, rounds: Sequence[Mapping[int, Side]]) -> dict[tuple[int, int], list[str]]:
    """N° and opponent's N° -> their results seen from the first: "+44", and the score where it is one game."""
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for side in (side for by_number in rounds for side in by_number.values() if X not in (side.number, side.opponent)):
        found[side.number, side.opponent].append(_result(side))
        if len(side.games) == 1 and decoded.tournament.settings.formula == schema.ROUND_ROBIN:
            found[side.number, side.opponent].append(f"{side.games[0][0]}-{side.games[0][1]}")
    return found


def _grid_cell(side: Side, names: Mapping[int, str], places: Mapping[int, int]) -> str:
    """ "+44" over "5. Durand": won, lost or drawn, the difference, the opponent and his place."""
    result = _result(side)
    return result if side.opponent == X else sheets.grid_cell(result, names[side.opponent], places[side.opponent])


def _result(side: Side) -> str:
    """ "+44": won, lost or drawn, and the difference; "+X", "−F"."""
    if side.opponent == X:
        return f"{sheets.SIGNS[side.outcome]}X"
    return sheets.result(side.outcome, int(side.value or 0), forfeit=side.gave or side.got)


def _cockpit(draft: Draft, decoded: ScrabbleBook, *, rated: bool) -> str:
    """Tournoi: title, status line, warnings, panel; the status line. `rated`: Cotes has those to be sent."""
    tournament = decoded.tournament
    drawn, played = len(tournament.rounds), tournament.played
    status = shared.status_line(
        decoded, players=decoded.registered if drawn == 0 else len(tournament.players),
        phase=decoded.formula.phase(drawn), next_phase=decoded.formula.phase(drawn + 1),
        final=[decoded.names()[who] for who in _finalists(decoded)],
        then=sheets.THEN_SEND if rated else sheets.THEN_RATINGS,
    )  # fmt: skip
    last = schema.BUTTON_SEND if rated else schema.BUTTON_RATINGS
    points = {line.number: line.pm for line in decoded.ranked(played)}
    front = LeaderPanel(points, WIN, LOSS, last, sheets.STEPS, shared.coming(decoded))
    computed.write_dashboard(draft, decoded, status=status, front=front)
    return status


def score_texts(decoded: ScrabbleBook, number: int, names: Mapping[int, str]) -> list[str]:
    """The results of a drawn round, for the terminal."""
    return [_score_text(match, names) for match in decoded.tournament.rounds[number - 1]]


def _score_text(match: Match, names: Mapping[int, str]) -> str:
    """ "444 – 333", "forfait Martin Paul": the games, or who gave the match."""
    if match.forfeits:
        return "forfait " + " + ".join(names[match.sides[side - 1]] for side in match.forfeits)
    return "  ".join(f"{one} – {two}" for one, two in match.games)


def _scores(match: Match) -> Sequence[tuple[int, int]]:
    """The games that were played."""
    return () if X in match.sides or match.forfeits else match.games
