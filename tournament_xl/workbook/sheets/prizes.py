"""The sheets Prix, Équipes, Évolution, Faits marquants and Palmarès, in both games; each only where it is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from tournament_xl.core import prizes as awards
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.names import as_many, clipped, in_lines, ordinal
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.computed import beside, retitle, rewrite, with_columns, write_rounds
from tournament_xl.workbook.snapshot import Cell, CollapsedRange, Draft, cell_text
from tournament_xl.workbook.tables import HEADER_COLUMNS, Line, Problems, Table, exact, find_table, right_of, whole

SHEETS = (schema.PRIZES, schema.TEAMS, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PALMARES)
FIRST_EIGHT = 8  # players on Évolution
_TIES = 3  # equals that Faits marquants and Palmarès name
_MOST_WINNERS = 4  # of one prize, that Palmarès names
_ROOM_OF_PRIZES = (27, 27, 34)  # Palmarès, in figures: the prize, who, why; as many lines as they need
_ROOM_OF_FIGURES = 108
_ROOM_OF_WINNERS = (68, 104)  # Prix, in two lines
_ROOM, _ROOM_ON_STEP, _ROOM_OF_COUNTED = 26, 19, 54  # for a name, on the podium; for those who count in a team
_SMALLER = 2.2  # times that letters on the podium may get smaller: 7 points for 16
_OF_TEAM = {"Club": "club", "Pays": "country"}
_SERIES = normalize("Série")
Won = tuple[str, list[str], str]  # a prize, its winners, why
Ranking = list[list[tuple[awards.Winner, str]]]  # winners and why, the best first, equals together


@dataclass(frozen=True)
class PrizeInputs:
    """What these sheets are made from."""

    book: Workbook
    field: awards.Field
    team_column: str  # of Joueurs: Club or Pays
    unit: str  # of points: "PM", "points"
    changes: Mapping[int, Cell] | None = None  # N° -> change of his cote, where ratings were computed
    rated_games: int = 0  # games that count for the cotes, where there are cotes (R7)
    in_series: Callable[[str], set[int] | None] = lambda name: None  # N° of those in a series of cotes (R3); None: none

    @property
    def complete(self) -> bool:
        """Whether nothing is left to be played."""
        tournament = self.book.tournament
        return 0 < tournament.played == tournament.settings.rounds and not self.book.waits

    @cached_property
    def able(self) -> list[awards.Ranked]:
        """The standings without those who win nothing (F2), places closed up."""
        barred = [line.place for line in self.field.table if line.number in self.book.barred]
        able = (line for line in self.field.table if line.number not in self.book.barred)
        return [line._replace(place=line.place - sum(place < line.place for place in barred)) for line in able]

    @cached_property
    def names(self) -> dict[int, str]:
        return self.book.fitted()

    @cached_property
    def facts(self) -> dict[awards.Kind, awards.Groups]:
        return {kind: kind(self.field) for kind in awards.KINDS}

    @cached_property
    def counting(self) -> int:
        """How many of a team count: the setting Équipes, 0 for no teams."""
        return whole(self.book.settings.text("Équipes")) or 0

    @cached_property
    def teams(self) -> list[awards.Team]:
        names = {player.number: getattr(player, _OF_TEAM[self.team_column]) for player in self.book.tournament.players}
        return awards.teams(self.field.table, names, self.counting) if self.counting > 0 else []


def has_awards(book: Workbook) -> bool:
    """Whether there is one of these sheets, for which each round's places have to be known."""
    return any(sheet in book.snapshot.sheets for sheet in SHEETS)


def write_awards(draft: Draft, honours: PrizeInputs) -> None:
    """Put these sheets into the draft; those that get their first content are revealed."""
    won = _prizes(draft, honours)
    shown = {
        schema.EVOLUTION: _evolution(draft, honours),
        schema.HIGHLIGHTS: _highlights(draft, honours),
        schema.PALMARES: _palmares(draft, honours, won),
        schema.TEAMS: _teams(draft, honours),
    }
    draft.unhide += [sheet for sheet, first in shown.items() if first]


def _table(honours: PrizeInputs, sheet: str, columns: Sequence[str]) -> Table | None:
    """The sheet's table; None when it, or a column, has been taken away: then it is left alone."""
    book = honours.book
    return find_table(book.snapshot, sheet, columns, Problems()) if sheet in book.snapshot.sheets else None


def _title(draft: Draft, honours: PrizeInputs, table: Table) -> None:
    tournament = honours.book.tournament
    title = texts.title(table.sheet, tournament.played, tournament.settings.rounds or 0)
    retitle(draft, honours.book, table, title)


def _listed(
    draft: Draft, honours: PrizeInputs, sheet: str, columns: Sequence[str], rows: list[dict[str, Cell]]
) -> bool:
    """Rewrite a sheet that is only a list; whether these are its first rows. Its two keys are never empty."""
    table = _table(honours, sheet, columns)
    if table is None:
        return False
    empty = not any(True for _ in table.lines())
    rewrite(draft, honours.book, table, rows, (columns[0], columns[1]))
    _title(draft, honours, table)
    return bool(rows) and empty


def _prizes(draft: Draft, honours: PrizeInputs) -> list[Won]:
    """Prix: the winners beside the organiser's lines; what was won, for Palmarès."""
    table = _table(honours, schema.PRIZES, schema.PRIZE_COLUMNS)
    if table is None:
        return []
    rows = range(table.header + 1, len(table.snapshot.sheets[table.sheet]) + 1)
    block = table.block(lambda line: not line.empty())  # below it a name alone is a note
    lines = [
        line for line in map(table.line, rows) if not line.empty("Pour", "Rang") or line.row <= table.header + block
    ]
    rankings = [_ranking_of(honours, line) for line in lines]
    listed = [_prize(line, ranking) for line, ranking in zip(lines, rankings, strict=True)]
    columns = beside(table, *schema.WINNER_COLUMNS)
    won, one_each = list[Won](), honours.book.fitted(_ROOM_OF_PRIZES[1])
    for line, ranking, best in zip(lines, rankings, awards.winners(listed), strict=True):
        who = why = ""
        if isinstance(ranking, str):
            why = ranking
        elif honours.field.table:
            told = {one: text for group in ranking for one, text in group}
            names = honours.names if len(best) == 1 else honours.book.names()
            listed_names = [one if isinstance(one, str) else names[one] for one in best]
            who = texts.equals(listed_names, _ROOM_OF_WINNERS[0]) if best else texts.NOBODY
            why = told[best[0]] if best else texts.NONE_LEFT if ranking else texts.NONE_SUCH
            if best:
                winners = [one if isinstance(one, str) else one_each[one] for one in best]
                shared = texts.shared(why) if len(best) > 1 else why
                won.append((line.text("Prix") or line.text("Pour") or texts.GENERAL, winners, shared))
        why = why if why in texts.REASONS else clipped(why, _ROOM_OF_WINNERS[1])
        for column, value in zip(columns.values(), (who, why), strict=False):
            draft.put(schema.PRIZES, line.row, column, value)
    _clear_answers(draft, honours, columns, {line.row for line in lines} | {*range(1, table.header + 1)})
    _title(draft, honours, table)
    return won


def _ranking_of(honours: PrizeInputs, line: Line) -> Ranking | str:
    """Those who may win the prize of a line, or why nobody can; one with a name alone may be a heading."""
    if line.empty("Pour", "Rang"):
        return texts.NO_SCOPE
    return _ranking(honours, line.text("Pour") or texts.GENERAL) if _rank(line) else texts.NO_RANK


def _clear_answers(draft: Draft, honours: PrizeInputs, columns: Mapping[str, int], kept: Container[int]) -> None:
    """Empty what earlier presses have answered in rows that are no prizes any more; a note in one of the two cells is
    somebody's.
    """
    snapshot = honours.book.snapshot
    for row in range(1, len(snapshot.sheets[schema.PRIZES]) + 1):
        who, why = (
            (cell_text(snapshot.cell(schema.PRIZES, row, at)) for at in columns.values()) if columns else ("", "")
        )
        if row not in kept and ((who and why) or who == texts.NOBODY or why in texts.REASONS):
            for column in columns.values():
                draft.put(schema.PRIZES, row, column, None)


def _prize(line: Line, ranking: Ranking | str) -> awards.Prize:
    groups = [] if isinstance(ranking, str) else [[who for who, _ in group] for group in ranking]
    cumulative = normalize(line.text("Cumulable")) == "oui"
    return awards.Prize(normalize(line.text("Pour") or texts.GENERAL), groups, _rank(line) or 1, cumulative)


def _rank(line: Line) -> int | None:
    """The column Rang: "2", "2e", "1er"; 1 where it is empty, None for anything else."""
    found = re.fullmatch(r"([0-9]{1,4})\s*(?:er|re|ère|e|è|ème)?", line.text("Rang").casefold() or "1")
    return int(found[1]) or None if found else None


def _ranking(honours: PrizeInputs, scope: str) -> Ranking | str:
    """Those who may win a prize, best first and equals together, each with what is told; or why nobody can."""
    by_name = {normalize(name): kind for kind, name in [*texts.NAMES.items(), *((b, a) for a, b in texts.ALSO.items())]}
    wanted = normalize(scope)
    if kind := by_name.get(wanted):
        return _once(
            [
                (who, texts.detail(kind, fact))
                for fact in group
                for who in fact.players
                if who not in honours.book.barred
            ]
            for group in honours.facts[kind]
        )
    by_place: dict[int, list[tuple[awards.Winner, str]]] = {}
    if wanted in (normalize(honours.team_column), normalize(texts.CLUB)):
        if not honours.counting:
            return texts.NO_TEAMS
        other = wanted != normalize(honours.team_column)  # Club, where teams are countries
        for team in honours.teams:
            if team.place:
                counted = [honours.names[who] for who in team.players[: team.counted]]
                told = texts.team_detail(float(team.points), counted, honours.team_column if other else "")
                by_place.setdefault(team.place, []).append((team.name, told))
        return [*by_place.values()]
    those = {*honours.names} if wanted == normalize(texts.GENERAL) else _players_with(honours, scope)
    if isinstance(those, str):
        return those
    in_table = {line.number: line.place for line in honours.field.table}
    for line in honours.able:
        if line.number in those:
            told = texts.place_detail(line.place, in_table[line.number])
            by_place.setdefault(line.place, []).append((line.number, told))
    return [*by_place.values()]


def _once(groups: Iterable[Iterable[tuple[awards.Winner, str]]]) -> Ranking:
    """Each where he stands best."""
    seen: set[awards.Winner] = set()
    found: Ranking = []
    for group in groups:
        best: dict[awards.Winner, str] = {}
        for who, why in group:
            if who not in seen:
                best.setdefault(who, why)
        seen |= best.keys()
        found += [[*best.items()]] if best else []
    return found


def _players_with(honours: PrizeInputs, scope: str) -> set[int] | str:
    """N° of the players with a value in a column of Joueurs: "Série 4", "Catégorie V", "Club Vienne"; "Série A" is one
    of cotes, unless somebody has a column of just that title.
    """
    book = honours.book
    header = book.snapshot.sheets[schema.PLAYERS][book.players.table.header - 1][:HEADER_COLUMNS]
    word, _, value = scope.partition(" ")
    titles = {at: normalize(cell_text(cell)) for at, cell in enumerate(header, 1)}
    columns = [at for at, title in titles.items() if title == normalize(word)]
    rated = honours.in_series(value) if normalize(word) == _SERIES and not columns else None
    if rated is not None:
        return rated
    columns += [at for at, title in titles.items() if title.split(" ")[0] == normalize(word)]
    if not columns or not value:
        return texts.UNKNOWN
    wanted = normalize(value)

    def has(line: Line) -> bool:
        text = normalize(cell_text(book.snapshot.cell(schema.PLAYERS, line.row, columns[0])))
        return text == wanted or (text[:1] == wanted and text[1:].isalpha() and len(text) == 2)  # "4" has 4A to 4D

    return {who for who, line in book.lines.items() if has(line)}


def _highlights(draft: Draft, honours: PrizeInputs) -> bool:
    """Faits marquants; whether they are the first."""
    names = honours.book.fitted(_ROOM)
    rows: list[dict[str, Cell]] = []
    kinds = [kind for kind in honours.facts if kind != awards.combined or honours.team_column != "Pays"]  # 64 discs
    for name, fact, detail in _memorable(honours, kinds, _TIES):
        one, *two = fact.players
        rows.append({
            "Fait": name, "Joueur": names[one], "Ronde": fact.round or None,
            "Contre": names[two[0]] if two else names.get(fact.opponent, ""), "Détail": detail,
        })  # fmt: skip
    return _listed(draft, honours, schema.HIGHLIGHTS, schema.HIGHLIGHT_COLUMNS, rows)


def _memorable(
    honours: PrizeInputs, kinds: Iterable[awards.Kind], most: int
) -> list[tuple[str, awards.Highlight, str]]:
    """The first of each kind, their names and details; a best game that is the widest win, too, is told once."""
    found: dict[tuple[object, ...], tuple[str, awards.Highlight, str]] = {}
    for kind in kinds:
        for fact in honours.facts[kind][0][:most] if honours.facts[kind] else ():
            key = (fact.players, fact.opponent, fact.round, kind in (awards.best_games, awards.widest_wins) or kind)
            name = texts.both(found[key][0], texts.NAMES[kind]) if key in found else texts.NAMES[kind]
            found[key] = name, fact, texts.detail(kind, fact)
    return [*found.values()]


def _teams(draft: Draft, honours: PrizeInputs) -> bool:
    """Équipes: the ranking, if the setting asks for one; whether it is the first."""
    names = honours.book.names()
    rows: list[dict[str, Cell]] = [
        {
            "Place": team.place or "\u2014", "Équipe": team.name, "Inscrits": len(team.players),
            "Points": exact(team.points), "Départage": exact(team.second),
            "Comptent": clipped(", ".join(names[who] for who in team.players[: team.counted]), _ROOM_OF_COUNTED),
        }
        for team in honours.teams
    ]  # fmt: skip
    return _listed(draft, honours, schema.TEAMS, schema.TEAM_COLUMNS, rows)


def _evolution(draft: Draft, honours: PrizeInputs) -> bool:
    """Évolution: the first eight, their places after each round, how their cotes change; whether it is the first."""
    table = _table(honours, schema.EVOLUTION, schema.EVOLUTION_COLUMNS)
    if table is None:
        return False
    names, changes = honours.book.fitted(_ROOM), honours.changes or {}
    rows: list[dict[str, Cell]] = []
    for line in honours.field.table[:FIRST_EIGHT]:
        row: dict[str, Cell] = {str(at): had.get(line.number) for at, had in enumerate(honours.field.places, 1)}
        row |= {"Place": line.place, "Joueur": names[line.number]}
        rows.append(row | {schema.CHANGE_COLUMN: changes.get(line.number)})
    empty = not any(True for _ in table.lines())
    table = with_columns(table, beside(table, schema.CHANGE_COLUMN))
    write_rounds(draft, honours.book, table, rows, len(honours.field.places))
    _title(draft, honours, table)
    return bool(rows) and empty


def _palmares(draft: Draft, honours: PrizeInputs, won: Sequence[Won]) -> bool:
    """Palmarès: the podium, the prizes, some figures, once all is played; whether the page was empty.

    Its cells are found from the word Palmarès; nothing is written where that has been taken away.
    """
    at = right_of(honours.book.snapshot, schema.PALMARES, texts.PALMARES)
    if at is None:
        return False
    row, left = at[0], at[1] - 1
    over = honours.complete and bool(honours.field.table)
    empty = not cell_text(honours.book.snapshot.cell(schema.PALMARES, row - 1, left))
    if empty and not over:
        return False  # what somebody has prepared there stays
    prizes, figures = _prize_lines(won), _figures(honours)
    for (down, right), value in _page(honours, prizes, figures).items():
        draft.put(schema.PALMARES, row + down, left + right, value if over else None)
    parts: tuple[tuple[int, int, int, Sequence[object]], ...] = (
        (schema.PRIZES_AT, schema.PRIZES_SHOWN, 12, prizes),
        (schema.FIGURES_AT, schema.FIGURES_SHOWN, 5, figures),
    )  # the third: lines that are always in sight
    for first, most, least, lines in parts:
        shown = min(max(len(lines), least), most)
        draft.looks.append(CollapsedRange(schema.PALMARES, row + first, row + first + shown - 1, away=False))
        if shown < most:
            draft.looks.append(CollapsedRange(schema.PALMARES, row + first + shown, row + first + most - 1, away=True))
    return over and empty


def _page(honours: PrizeInputs, prizes: Sequence[Sequence[str]], figures: Sequence[str]) -> dict[tuple[int, int], Cell]:
    """Palmarès: rows below the word, columns right of it -> what stands there."""
    book, settings = honours.book, honours.book.tournament.settings
    steps, short = book.fitted(_ROOM_ON_STEP, smaller=_SMALLER), book.names()
    cells: dict[tuple[int, int], Cell] = {
        (-1, 0): settings.title or book.default_title,
        (1, 0): " · ".join(filter(None, (settings.place, settings.dates))),
        (schema.SIGNED_AT, 0): book.settings.text("Arbitre"),
        (schema.SIGNED_AT, 2): book.settings.text("Organisateur"),
    }
    table, last = honours.able, len(schema.PODIUM) - 1
    for at, ((column, top), line) in enumerate(zip_longest(schema.PODIUM, table[: last + 1])):
        equals = [one.number for one in table[last:] if line and at == last and one.place == line.place]
        under = texts.points(float(line.points), honours.unit, float(line.second)) if line else None
        names = as_many([short[who] for who in equals], _ROOM_ON_STEP * _SMALLER) if len(equals) > 1 else ""
        shown = (names or steps[line.number], under, ordinal(line.place)) if line else (None, None, None)
        cells |= {(top + down, column): value for down, value in enumerate(shown)}
    for down in range(schema.PRIZES_SHOWN):
        for right, text in enumerate(prizes[down] if down < len(prizes) else ("",) * len(_ROOM_OF_PRIZES)):
            cells[schema.PRIZES_AT + down, right] = text
    for down, figure in zip_longest(range(schema.FIGURES_SHOWN), figures[: schema.FIGURES_SHOWN]):
        cells[schema.FIGURES_AT + down, 0] = figure
    return cells


def _prize_lines(won: Sequence[Won]) -> list[Sequence[str]]:
    """Palmarès: the prizes that somebody has won, each in as many lines as its name, its winners and the reason need;
    where there is no room for all, how many others there are.
    """
    found = list[Sequence[str]]()
    for at, (prize, who, why) in enumerate(won):
        rest = len(who) - _MOST_WINNERS
        named = [*who[:_MOST_WINNERS], *([texts.others(rest)] if rest > 0 else [])]
        columns = (
            [line for text in column for line in in_lines(text, most)]
            for column, most in zip(([prize], named, [why]), _ROOM_OF_PRIZES, strict=True)
        )
        lines = [*zip_longest(*columns, fillvalue="")]
        if len(found) + len(lines) > schema.PRIZES_SHOWN - (at < len(won) - 1):
            return [*found, (texts.more_prizes(len(won) - at), "", "")]
        found += lines
    return found


def _figures(honours: PrizeInputs) -> list[str]:
    """How large it was, and the most memorable facts."""
    played, field = honours.book.tournament.played, honours.field
    groups = {normalize(line.text(honours.team_column)) for line in honours.book.lines.values()} - {""}
    met = [one for at in range(1, played + 1) for one, two in honours.book.sides(at) if not (one.gave or two.gave)]
    matches = sum(X not in (side.number, side.opponent) for side in met)
    lines = [texts.figures(len(field.table), played, matches, len(groups), honours.team_column, honours.rated_games)]
    names, told = honours.book.names(), dict[str, dict[str, list[str]]]()
    kinds = awards.best_games, awards.widest_wins, awards.runs, awards.upsets
    for name, fact, detail in _memorable(honours, kinds, _TIES):
        told.setdefault(name, {}).setdefault(detail, []).extend(names[who] for who in fact.players)
    lines += [texts.memorable(name, how) for name, how in told.items()]
    return [line for text in lines for line in in_lines(text, _ROOM_OF_FIGURES)]
