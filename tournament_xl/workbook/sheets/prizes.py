"""Optional sheets of any game: Prix, Équipes (teams), Évolution, Faits marquants (highlights), Palmarès (winners)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import starmap, zip_longest
from math import inf
from typing import NamedTuple

from tournament_xl.core import prizes as awards
from tournament_xl.core.model import X
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.names import clip_text, find_wider_line, list_fitting_names, ordinal, wrap_text
from tournament_xl.messages.prizes import NoWinner, read_no_winner
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, to_cell_number
from tournament_xl.workbook.columns import PRIZE_COLUMNS, read_cells
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.sheets.computed import (
    Title,
    add_columns,
    retitle,
    rewrite_table,
)
from tournament_xl.workbook.sheets.paging import lay_out_text_column, widen_text_column
from tournament_xl.workbook.sheets.prize_inputs import PrizeInputs
from tournament_xl.workbook.sheets.prize_scopes import find_players
from tournament_xl.workbook.snapshot import CollapsedRange, ColumnWidth, Draft
from tournament_xl.workbook.tables import Line, Problems, Table, extend_table, find_header_columns, find_right_of

SHEETS = (schema.PRIZES, schema.TEAMS, schema.EVOLUTION, schema.HIGHLIGHTS, schema.PALMARES)
FIRST_EIGHT = 8  # players on Évolution
_MAX_TIES = 3  # equals named on Faits marquants and Palmarès
_MAX_WINNERS = 4  # winners of one prize named on Palmarès
_PRIZE_WIDTHS = (27, 27, 34)  # Palmarès, in digits: prize, winner, reason; on several lines if needed
_FIGURE_WIDTH = 95  # in digits: three columns of 30, in letters that are narrower
_WINNER_WIDTHS = (68, 104)  # Prix, in digits: winner and reason, on two lines
_PODIUM_WIDTH, _COUNTED_WIDTH = 22, 54  # in digits: a line of two of a name on the podium; counting members
Ranking = list[list[tuple[awards.Winner, str]]]  # candidates (N° or team) with reasons, best first, equals together


class PrizeWon(NamedTuple):
    """Prize with its winners, for Palmarès."""

    prize: str
    winners: Sequence[awards.Winner]
    reason: str
    full_reason: str  # with what it is for, and who was passed over, as having a prize already


def has_prize_sheets(book: Workbook) -> bool:
    """Check whether the workbook has one of `SHEETS`, so that a game must compute the ranks of every round for it."""
    return any(sheet in book.snapshot.sheets for sheet in SHEETS)


def write_prize_sheets(draft: Draft, inputs: PrizeInputs) -> None:
    """Write each of `SHEETS` that the workbook has; unhide each of them except Prix when it gets its first content."""
    prizes_won = _write_prizes(draft, inputs)
    has_first_content = {
        schema.EVOLUTION: _write_evolution(draft, inputs),
        schema.HIGHLIGHTS: _write_highlights(draft, inputs),
        schema.PALMARES: _write_palmares(draft, inputs, prizes_won),
        schema.TEAMS: _write_teams(draft, inputs),
    }
    draft.unhide += [sheet for sheet, first in has_first_content.items() if first]


def _write_title(draft: Draft, inputs: PrizeInputs, table: Table) -> None:
    tournament = inputs.book.tournament
    text = texts.prizes_title(table.sheet, tournament.played, tournament.settings.rounds or 0)
    retitle(draft, inputs.book, table, Title(text))


def _rewrite_list(
    draft: Draft, inputs: PrizeInputs, sheet: str, columns: Sequence[str], rows: list[dict[str, Cell]]
) -> bool:
    """Rewrite a sheet that is only a list, if there is one, and its title; tell whether these are its first rows."""
    table = inputs.book.find_table(sheet)
    if table is None:
        return False
    empty = not any(True for _ in table.lines())
    rewrite_table(draft, inputs.book, table, rows, (columns[0], columns[1]))
    _write_title(draft, inputs, table)
    return bool(rows) and empty


def _write_prizes(draft: Draft, inputs: PrizeInputs) -> list[PrizeWon]:
    """Write winners and reasons on Prix, right of the organiser's lines, and return the prizes won, for Palmarès."""
    table = inputs.book.find_table(schema.PRIZES)
    if table is None:
        return []
    rows = range(table.header + 1, len(table.snapshot.sheets[table.sheet]) + 1)
    block = table.count_leading_rows(lambda line: not line.empty())  # below this block a name alone is a note
    lines = [
        line for line in map(table.line, rows) if not line.empty("Pour", "Rang") or line.row <= table.header + block
    ]
    draft.layout_changes += _widen_prize_names(table, lines)
    rankings = [_line_ranking(inputs, line) for line in lines]
    prizes = [_build_prize(line, ranking) for line, ranking in zip(lines, rankings, strict=True)]
    columns = find_header_columns(table, *schema.WINNER_COLUMNS)
    prizes_won = list[PrizeWon]()
    for line, ranking, prize, best in zip(lines, rankings, prizes, awards.find_winners(prizes), strict=True):
        winner_text = reason = ""
        if isinstance(ranking, NoWinner):
            reason = texts.no_winner_text(ranking, line.text("Pour"))
        elif inputs.field.table:
            details = {winner: text for group in ranking for winner, text in group}
            names = inputs.names if len(best) == 1 else inputs.book.names()
            winner_names = _winner_names(best, names)
            winner_text, reason = texts.NOBODY, (NoWinner.NONE_LEFT if ranking else NoWinner.NONE_SUCH).value
            if best:
                winner_text, reason = texts.sharers_text(winner_names, _WINNER_WIDTHS[0]), details[best[0]]
                shared = texts.shared_reason(reason) if len(best) > 1 else reason
                passed_over = _winner_names(awards.find_passed_over(prize, best), inputs.book.names())
                scope, full = line.text("Pour") or texts.GENERAL, texts.passed_over_reason
                title = line.text("Prix") or scope
                whole = texts.scope_reason(full(shared, passed_over), scope, title)
                prizes_won.append(PrizeWon(title, best, shared, whole))
                reason = clip_text(full(reason, passed_over), _WINNER_WIDTHS[1])
        for column, value in zip(columns.values(), (winner_text, reason), strict=False):
            draft.put(schema.PRIZES, line.row, column, value)
    _clear_old_winners(draft, inputs, columns, {line.row for line in lines} | {*range(1, table.header + 1)})
    _write_title(draft, inputs, table)
    return prizes_won


def award_prizes(inputs: PrizeInputs) -> list[PrizeWon]:
    """Return the prizes won, in the order of Prix."""
    return _write_prizes(Draft(inputs.book.snapshot), inputs)


def _widen_prize_names(table: Table, lines: Iterable[Line]) -> list[ColumnWidth]:
    """Return the width of the organiser's column on Prix where the template's has no room for a name in two lines."""
    column = schema.PRIZE_NAME
    return widen_text_column(table, column, (find_wider_line(line.text(column.title)) for line in lines))


def _winner_names(winners: Iterable[awards.Winner], names: Mapping[int, str]) -> list[str]:
    return [winner if isinstance(winner, str) else names[winner] for winner in winners]


def _line_ranking(inputs: PrizeInputs, line: Line) -> Ranking | NoWinner:
    """Return the candidates for the prize of a line, or why there are none; a name alone may be a heading."""
    if line.empty("Pour", "Rang"):
        return NoWinner.NO_SCOPE
    typed = read_cells(line, PRIZE_COLUMNS, Problems())
    return _build_ranking(inputs, typed["scope"] or texts.GENERAL) if typed["rank"] else NoWinner.BAD_RANK


def _clear_old_winners(
    draft: Draft, inputs: PrizeInputs, columns: Mapping[str, int], prize_rows: Container[int]
) -> None:
    """Empty winners of earlier actions in rows that are no prizes any more; a note in only one of the cells is left."""
    snapshot = inputs.book.snapshot
    for row in range(1, len(snapshot.sheets[schema.PRIZES]) + 1):
        winner_text, reason = (
            (cell_text(snapshot.cell(schema.PRIZES, row, column)) for column in columns.values())
            if columns
            else ("", "")
        )
        if row not in prize_rows and (
            (winner_text and reason) or winner_text == texts.NOBODY or read_no_winner(reason)
        ):
            for column in columns.values():
                draft.put(schema.PRIZES, row, column, None)


def _build_prize(line: Line, ranking: Ranking | NoWinner) -> awards.Prize:
    groups = [] if isinstance(ranking, NoWinner) else [[winner for winner, _ in group] for group in ranking]
    typed = read_cells(line, PRIZE_COLUMNS, Problems())
    return awards.Prize(normalize(typed["scope"] or texts.GENERAL), groups, typed["rank"] or 1, typed["cumulative"])


def _build_ranking(inputs: PrizeInputs, scope: str) -> Ranking | NoWinner:
    """Return the candidates for a prize with their reasons, best first and equals together; or why there are none."""
    by_name = {normalize(name): kind for kind, name in [*texts.NAMES.items(), *((b, a) for a, b in texts.ALSO.items())]}
    scope_key = normalize(scope)
    if kind := by_name.get(scope_key):
        return _keep_best(
            [
                (winner, _describe_highlight(inputs, kind, fact))
                for fact in group
                for winner in fact.players
                if winner not in inputs.book.barred
            ]
            for group in inputs.highlights[kind]
        )
    by_place: dict[int, list[tuple[awards.Winner, str]]] = {}
    if scope_key in (normalize(inputs.team_column), normalize(texts.CLUB)):
        if not inputs.team_size:
            return NoWinner.NO_TEAMS
        is_club_scope = scope_key != normalize(inputs.team_column)  # scope Club while teams are countries
        for team in inputs.teams:
            if team.place:
                counted = [inputs.names[player_id] for player_id in team.players[: team.counted]]
                detail = texts.team_score_text(float(team.points), counted, inputs.team_column if is_club_scope else "")
                by_place.setdefault(team.place, []).append((team.name, detail))
        return [*by_place.values()]
    player_ids = {*inputs.names} if scope_key == normalize(texts.GENERAL) else find_players(inputs, scope)
    if isinstance(player_ids, NoWinner):
        return player_ids
    ranks = {line.number: line.place for line in inputs.field.table}
    for line in inputs.eligible_lines:
        if line.number in player_ids:
            detail = texts.rank_text(line.place, ranks[line.number])
            by_place.setdefault(line.place, []).append((line.number, detail))
    return [*by_place.values()]


def _describe_highlight(inputs: PrizeInputs, kind: awards.HighlightKind, fact: awards.Highlight) -> str:
    """Describe a highlight as the reason of a prize, and who of its players has left and gets none (F2)."""
    names = inputs.book.names()
    departed = [names[player_id] for player_id in fact.players if player_id in inputs.book.barred]
    return texts.left_reason(texts.highlight_text(kind, fact), departed)


def _keep_best(groups: Iterable[Iterable[tuple[awards.Winner, str]]]) -> Ranking:
    """Keep each candidate only in the best group."""
    ranked_winners: set[awards.Winner] = set()
    ranking: Ranking = []
    for group in groups:
        best: dict[awards.Winner, str] = {}
        for winner, detail in group:
            if winner not in ranked_winners:
                best.setdefault(winner, detail)
        ranked_winners |= best.keys()
        ranking += [[*best.items()]] if best else []
    return ranking


def _write_highlights(draft: Draft, inputs: PrizeInputs) -> bool:
    """Write Faits marquants, and tell whether these are the first."""
    names = inputs.book.fit_names(schema.HIGHLIGHT_NAMES[0].room)
    rows: list[dict[str, Cell]] = []
    kinds = [kind for kind in inputs.highlights if kind not in inputs.not_notable]
    for name, fact, detail in _select_memorable(inputs, kinds, _MAX_TIES):
        player, *opponents = fact.players
        rows.append({
            "Fait": name, "Joueur": names[player], "Ronde": fact.round or None,
            "Contre": names[opponents[0]] if opponents else names.get(fact.opponent, ""), "Détail": detail,
        })  # fmt: skip
    if table := inputs.book.find_table(schema.HIGHLIGHTS):
        draft.layout_changes += [
            lay_out_text_column(table, column, (row[column.title] for row in rows)) for column in schema.HIGHLIGHT_NAMES
        ]
    return _rewrite_list(draft, inputs, schema.HIGHLIGHTS, schema.HIGHLIGHT_COLUMNS, rows)


def _select_memorable(
    inputs: PrizeInputs, kinds: Iterable[awards.HighlightKind], limit: int
) -> list[tuple[str, awards.Highlight, str]]:
    """Return title, highlight and detail of the best of each kind, `limit` at most of equals.

    A best game that is also the widest win occurs once, under both titles.
    """
    memorable: dict[tuple[object, ...], tuple[str, awards.Highlight, str]] = {}
    joined_kinds = awards.rank_best_games, awards.rank_widest_wins
    for kind in kinds:
        for fact in inputs.highlights[kind][0][:limit] if inputs.highlights[kind] else ():
            key = (fact.players, fact.opponent, fact.round, kind in joined_kinds or kind)
            name = texts.join_titles(memorable[key][0], texts.NAMES[kind]) if key in memorable else texts.NAMES[kind]
            memorable[key] = name, fact, texts.highlight_text(kind, fact)
    return [*memorable.values()]


def _write_teams(draft: Draft, inputs: PrizeInputs) -> bool:
    """Write Équipes if the setting asks for teams, and tell whether this is the first ranking."""
    names = inputs.book.names()
    rows: list[dict[str, Cell]] = [
        {
            "Place": team.place or "\u2014", "Équipe": team.name, "Inscrits": len(team.players),
            "Points": to_cell_number(team.points), "Départage": to_cell_number(team.second),
            "Comptent": clip_text(", ".join(map(names.__getitem__, team.players[: team.counted])), _COUNTED_WIDTH),
        }
        for team in inputs.teams
    ]  # fmt: skip
    return _rewrite_list(draft, inputs, schema.TEAMS, schema.TEAM_COLUMNS, rows)


def _write_evolution(draft: Draft, inputs: PrizeInputs) -> bool:
    """Write Évolution (ranks of the first eight by round, changes of cotes), and tell whether it is the first.

    Columns of rounds to come are hidden, so that its chart omits them.
    """
    table = inputs.book.find_table(schema.EVOLUTION)
    if table is None:
        return False
    names, changes = inputs.book.fit_names(schema.EVOLUTION_NAME.room), inputs.changes or {}
    rows: list[dict[str, Cell]] = []
    for line in inputs.field.table[:FIRST_EIGHT]:
        row: dict[str, Cell] = {
            str(round_number): places.get(line.number) for round_number, places in enumerate(inputs.field.places, 1)
        }
        row |= {"Place": line.place, "Joueur": names[line.number]}
        rows.append(row | {schema.CHANGE_COLUMN: changes.get(line.number)})
    draft.layout_changes.append(lay_out_text_column(table, schema.EVOLUTION_NAME, (row["Joueur"] for row in rows)))
    empty = not any(True for _ in table.lines())
    table = extend_table(table, find_header_columns(table, schema.CHANGE_COLUMN))
    played = len(inputs.field.places)
    columns = add_columns(draft, inputs.book, table, [str(number) for number in range(1, played + 1)], rows)
    if played:
        first, last, drawn = columns["1"], columns[str(played)], columns["1"] + schema.ROUNDS_DRAWN - 1
        draft.layout_changes.append(CollapsedRange(table.sheet, first, last, away=False, columns=True))
        if last < drawn:
            draft.layout_changes.append(CollapsedRange(table.sheet, last + 1, drawn, away=True, columns=True))
    rewrite_table(draft, inputs.book, extend_table(table, columns), rows, ("Place", "Joueur"))
    _write_title(draft, inputs, table)
    return bool(rows) and empty


def _write_palmares(draft: Draft, inputs: PrizeInputs, prizes_won: Sequence[PrizeWon]) -> bool:
    """Write Palmarès when all is played (podium, prizes, figures), and tell whether the page was empty.

    Its cells are counted from the word Palmarès; without that word nothing is written.
    """
    position = find_right_of(inputs.book.snapshot, schema.PALMARES, texts.PALMARES)
    if position is None:
        return False
    row, left = position[0], position[1] - 1
    is_over = inputs.complete and bool(inputs.field.table)
    empty = not cell_text(inputs.book.snapshot.cell(schema.PALMARES, row - 1, left))
    if empty and not is_over:
        return False  # keep what a person prepared there
    prizes, figures = _prize_lines(inputs.book, prizes_won), _figure_lines(inputs)
    for (down, right), value in _page_cells(inputs, prizes, figures).items():
        draft.put(schema.PALMARES, row + down, left + right, value if is_over else None)
    parts: tuple[tuple[int, int, int, Sequence[object]], ...] = (
        (schema.PRIZES_AT, schema.PRIZES_SHOWN, 1, prizes),
        (schema.FIGURES_AT, schema.FIGURES_SHOWN, 5, figures),
    )  # first row, rows, rows visible where there is content, content
    for first, max_rows, min_rows, lines in parts:
        title, last = row + first - 1, row + first + max_rows - 1
        end = min(title + max(len(lines), min_rows), last) if lines else title - 1  # last visible row
        if end >= title:
            draft.layout_changes.append(CollapsedRange(schema.PALMARES, title, end, away=False))
        if end < last:
            draft.layout_changes.append(CollapsedRange(schema.PALMARES, end + 1, last, away=True))
    return is_over and empty


def _page_cells(
    inputs: PrizeInputs, prizes: Sequence[Sequence[str]], figures: Sequence[str]
) -> dict[tuple[int, int], Cell]:
    """Return the cells of Palmarès by their rows below and columns right of the word Palmarès on the sheet."""
    book, settings = inputs.book, inputs.book.tournament.settings
    steps, short = book.fit_names(_PODIUM_WIDTH, lines=2), book.names()
    cells: dict[tuple[int, int], Cell] = {
        (-1, 0): settings.title or book.default_title,
        (1, 0): " · ".join(filter(None, (settings.place, settings.dates))),
        (schema.SIGNED_AT, 0): book.settings.text("Arbitre"),
        (schema.SIGNED_AT, 2): book.settings.text("Organisateur"),
    }
    table, last = inputs.eligible_lines, len(schema.PODIUM) - 1
    for index, ((column, top), line) in enumerate(zip_longest(schema.PODIUM, table[: last + 1])):
        tied_ids = [ranked.number for ranked in table[last:] if line and index == last and ranked.place == line.place]
        points_text = None
        if line:
            ppm = (inputs.ppm or {}).get(line.number)
            points_text = texts.podium_line(float(line.points), inputs.unit, float(line.second), ppm)
        names = (
            list_fitting_names([short[player_id] for player_id in tied_ids], 2 * _PODIUM_WIDTH - 2)
            if len(tied_ids) > 1
            else ""
        )
        step_texts = (names or steps[line.number], points_text, ordinal(line.place)) if line else (None, None, None)
        cells |= {(top + down, column): value for down, value in enumerate(step_texts)}
    for down in range(schema.PRIZES_SHOWN):
        for right, text in enumerate(prizes[down] if down < len(prizes) else ("",) * len(_PRIZE_WIDTHS)):
            cells[schema.PRIZES_AT + down, right] = text
    for down, figure in zip_longest(range(schema.FIGURES_SHOWN), figures[: schema.FIGURES_SHOWN]):
        cells[schema.FIGURES_AT + down, 0] = figure
    return cells


def _prize_lines(book: Workbook, prizes_won: Sequence[PrizeWon]) -> list[Sequence[str]]:
    """Return the lines of the prizes won on Palmarès, as many for each as its texts need.

    Where they do not fit, those who were passed over give way, then first names; then the last line says how many more
    prizes there are.
    """
    lines = list[Sequence[str]]()
    for is_full, width in ((True, inf), (False, inf), (False, _PRIZE_WIDTHS[1])):
        lines, is_fitting = _lay_out_prizes(prizes_won, book.fit_names(width), is_full=is_full)
        if is_fitting:
            break
    return lines


def _lay_out_prizes(
    prizes_won: Sequence[PrizeWon], names: Mapping[int, str], *, is_full: bool
) -> tuple[list[Sequence[str]], bool]:
    """Return the lines of prizes, at most those that Palmarès has, and whether all prizes are on them."""
    page_lines = list[Sequence[str]]()
    for index, (prize, best, reason, full_reason) in enumerate(prizes_won):
        winners = texts.separate_sharers(_winner_names(best, names), _MAX_WINNERS)
        columns = (
            [line for text in column for line in wrap_text(text, width)]
            for column, width in zip(
                ([prize], winners, [full_reason if is_full else reason]), _PRIZE_WIDTHS, strict=True
            )
        )
        lines = [*zip_longest(*columns, fillvalue="")]
        if len(page_lines) + len(lines) > schema.PRIZES_SHOWN - (index < len(prizes_won) - 1):
            return [*page_lines, (texts.more_prizes_text(len(prizes_won) - index), "", "")], False
        page_lines += lines
    return page_lines, True


def _figure_lines(inputs: PrizeInputs) -> list[str]:
    """Return the size of the tournament and its most memorable facts; names are whole where all lines fit."""
    lines = list[str]()
    for names in (inputs.names, inputs.book.names()):
        page_texts = [*filter(None, (inputs.decided, render_summary(inputs))), *list_facts(inputs, names)]
        lines = [line for text in page_texts for line in wrap_text(text, _FIGURE_WIDTH)]
        if len(lines) <= schema.FIGURES_SHOWN:
            break
    return lines


def render_summary(inputs: PrizeInputs) -> str:
    """Return the size of the tournament: "16 joueurs · 5 rondes · 40 matchs joués · 7 clubs"."""
    played = inputs.book.tournament.played
    groups = {normalize(line.text(inputs.team_column)) for line in inputs.book.lines.values()}
    matches = [
        (first.number, second.number)
        for round_number in range(1, played + 1)
        for first, second in inputs.book.sides(round_number)
        if not (first.gave or second.gave) and X not in (first.number, first.opponent)
    ]
    participant_ids = {player_id for match in matches for player_id in match}
    return texts.figures_text(
        len(participant_ids), played, len(matches) + inputs.finals, len(groups - {""}), inputs.team_column,
        inputs.rated_games, is_everywhere="" not in groups,
    )  # fmt: skip


def list_facts(inputs: PrizeInputs, names: Mapping[int, str]) -> list[str]:
    """Return the most memorable facts, a line each, with these names."""
    kinds = awards.rank_best_games, awards.rank_widest_wins, awards.rank_winning_runs, awards.rank_upsets
    players_by_fact = dict[str, dict[str, list[str]]]()
    for name, fact, detail in _select_memorable(inputs, kinds, _MAX_TIES):
        is_by_cote = name == texts.NAMES[awards.rank_upsets] and inputs.field.ratings
        title = texts.RATED_UPSET if is_by_cote else name
        holders = players_by_fact.setdefault(title, {}).setdefault(detail, [])
        holders += [names[player_id] for player_id in fact.players]
    return [*starmap(texts.highlight_line, players_by_fact.items())]
