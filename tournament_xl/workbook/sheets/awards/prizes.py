"""Prix: the winners of the organiser's prizes, each with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tournament_xl.core import prizes as awards
from tournament_xl.core.normalization import normalize
from tournament_xl.messages import prizes as texts
from tournament_xl.messages.names import clip_text, find_wider_line
from tournament_xl.messages.prizes import NoWinner
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text
from tournament_xl.workbook.sheets.awards.award_sheet import AwardSheet
from tournament_xl.workbook.sheets.awards.inputs import AwardInputs
from tournament_xl.workbook.sheets.awards.scopes import find_players
from tournament_xl.workbook.sheets.paging import lay_out_rows, measure_rows, widen_text_column
from tournament_xl.workbook.tables import Line, Problems, find_header_columns
from tournament_xl.workbook.typed_columns import PRIZE_COLUMNS, read_cells

_WINNER_ROOM = 34  # in digits: a line of winners
_WINNER_WIDTHS = (6 * _WINNER_ROOM, 104)  # in digits: winners on six lines, reason on two
Ranking = list[list[tuple[awards.Winner, str]]]  # candidates (N° or team) with reasons, best first, equals together


class PrizeWon(NamedTuple):
    """Prize with its winners, for Palmarès."""

    prize: str
    winners: Sequence[awards.Winner]
    reason: str
    full_reason: str  # with what it is for


class PrizeAnswer(NamedTuple):
    """Answer to a line of the organiser's: what its cells Gagnant and Pourquoi say."""

    line: Line
    winner_text: str
    reason: str
    won: PrizeWon | None  # None where nobody wins the prize
    cause: NoWinner | None = None  # why nobody does, once that is known


def render_prizes(inputs: AwardInputs, answers: Sequence[PrizeAnswer]) -> AwardSheet | None:
    """Render winners and reasons of Prix, right of the organiser's lines, as `award_prizes` found them."""
    table = inputs.book.find_table(schema.PRIZES)
    if table is None:
        return None
    columns = [*find_header_columns(table, *schema.WINNER_COLUMNS).values()]
    cells = dict[tuple[int, int], Cell]()
    for answer in answers:
        for column, text in zip(columns, (answer.winner_text, answer.reason), strict=False):
            cells[answer.line.row, column] = text
    answered_rows = {answer.line.row for answer in answers}
    for row in range(table.header + 1, len(table.snapshot.sheets[table.sheet]) + 1) if columns else ():
        if row not in answered_rows and cell_text(table.snapshot.cell(table.sheet, row, columns[-1])):
            cells |= {(row, column): None for column in columns}  # a reason is the program's, a winner alone a note
    texts_of_names = (answer.line.text(schema.PRIZE_NAME.title) for answer in answers)
    widths = widen_text_column(table, schema.PRIZE_NAME, map(find_wider_line, texts_of_names))
    winners = [{schema.WINNER_COLUMNS[0]: answer.winner_text} for answer in answers]
    measured = measure_rows(schema.PRIZES, winners, {schema.WINNER_COLUMNS[0]: _WINNER_ROOM})
    heights = {answer.line.row: height for answer, height in zip(answers, measured, strict=True) if height > 1}
    return AwardSheet(schema.PRIZES, cells, [*widths, *lay_out_rows(schema.PRIZES, heights)])


def award_prizes(inputs: AwardInputs) -> list[PrizeAnswer]:
    """Find who has each prize of the organiser's and why, in the order of Prix; none without the sheet."""
    table = inputs.book.find_table(schema.PRIZES)
    if table is None:
        return []
    rows = range(table.header + 1, len(table.snapshot.sheets[table.sheet]) + 1)
    block = table.count_leading_rows(lambda line: not line.empty())  # below this block a name alone is a note
    lines = [
        line for line in map(table.line, rows) if not line.empty("Pour", "Rang") or line.row <= table.header + block
    ]
    rankings = [_line_ranking(inputs, line) for line in lines]
    prizes = [_build_prize(line, ranking) for line, ranking in zip(lines, rankings, strict=True)]
    return [
        _answer(inputs, line, ranking, prize, winners)
        for line, ranking, prize, winners in zip(lines, rankings, prizes, awards.find_winners(prizes), strict=True)
    ]


def _answer(
    inputs: AwardInputs,
    line: Line,
    ranking: Ranking | NoWinner,
    prize: awards.Prize,
    winners: Sequence[awards.Winner],
) -> PrizeAnswer:
    if isinstance(ranking, NoWinner):
        return PrizeAnswer(line, "", texts.no_winner_text(ranking, line.text("Pour")), None, ranking)
    if not inputs.field.table:
        return PrizeAnswer(line, "", "", None)
    if not winners:
        cause = NoWinner.NONE_LEFT if ranking else NoWinner.NONE_SUCH
        return PrizeAnswer(line, texts.NOBODY, cause.value, None, cause)
    details = {winner: text for group in ranking for winner, text in group}
    names = name_winners(winners, inputs.names)
    reason = details[winners[0]]
    passed_over = name_winners(awards.find_passed_over(prize, winners), inputs.names)
    scope = line.text("Pour") or texts.GENERAL
    title = line.text("Prix") or scope
    return PrizeAnswer(
        line,
        texts.sharers_text(names, _WINNER_WIDTHS[0]),
        clip_text(texts.passed_over_reason(reason, passed_over), _WINNER_WIDTHS[1]),
        PrizeWon(title, winners, reason, texts.scope_reason(reason, scope, title)),
    )


def name_winners(winners: Iterable[awards.Winner], names: Mapping[int, str]) -> list[str]:
    """Name the winners of a prize: teams by themselves, players by their N° in `names`."""
    return [winner if isinstance(winner, str) else names[winner] for winner in winners]


def _line_ranking(inputs: AwardInputs, line: Line) -> Ranking | NoWinner:
    """Return the candidates for the prize of a line, or why there are none; a name alone may be a heading."""
    if line.empty("Pour", "Rang"):
        return NoWinner.NO_SCOPE
    typed = read_cells(line, PRIZE_COLUMNS, Problems())
    return _build_ranking(inputs, typed["scope"] or texts.GENERAL) if typed["rank"] else NoWinner.BAD_RANK


def _build_prize(line: Line, ranking: Ranking | NoWinner) -> awards.Prize:
    groups = [] if isinstance(ranking, NoWinner) else [[winner for winner, _ in group] for group in ranking]
    typed = read_cells(line, PRIZE_COLUMNS, Problems())
    return awards.Prize(normalize(typed["scope"] or texts.GENERAL), groups, typed["rank"] or 1, typed["cumulative"])


def _build_ranking(inputs: AwardInputs, scope: str) -> Ranking | NoWinner:
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
                detail = texts.team_score_text(float(team.points), inputs.team_column if is_club_scope else "")
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


def _describe_highlight(inputs: AwardInputs, kind: awards.HighlightKind, fact: awards.Highlight) -> str:
    """Describe a highlight as the reason of a prize, and who of its players has left and gets none (F2)."""
    departed = [inputs.names[player_id] for player_id in fact.players if player_id in inputs.book.barred]
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
