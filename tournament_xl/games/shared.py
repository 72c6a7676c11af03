"""Operations that both games share.

Reading and checking the rows of Joueurs and Résultats and the pairs for the next round; missing results and idle
players; lines of Classement and Grille.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tournament_xl.core.model import Encounter, Notice, Person, RoundByRound, X
from tournament_xl.core.normalization import normalize
from tournament_xl.core.prizes import PlayedGame, PrizeInputs, Ranked
from tournament_xl.messages import sheets
from tournament_xl.messages.names import join_items
from tournament_xl.workbook import decoded as workbook
from tournament_xl.workbook import input_rows
from tournament_xl.workbook.decoded import RankedLine, Workbook, WorkbookOf
from tournament_xl.workbook.input_rows import People, ResultsSheet
from tournament_xl.workbook.schema import BUTTON_PAIR, BUTTON_UPDATE, MOVE_COLUMN, PRIZE_COLUMNS, PRIZES, RESULTS
from tournament_xl.workbook.sheets.computed import NAME_WIDTHS, compute_moves
from tournament_xl.workbook.snapshot import Cell, Draft
from tournament_xl.workbook.tables import Line, Problems, Readings, Table, find_table, parse_int, report_errors

if TYPE_CHECKING:
    from fractions import Fraction

PersonT = TypeVar("PersonT", bound=Person)
Match = TypeVar("Match", bound=Encounter)
PlacedT = TypeVar("PlacedT", bound=RankedLine)  # line of the standings
Tournament = TypeVar("Tournament", bound=RoundByRound[Person, Encounter])


class Columns(NamedTuple):
    """Names that a game gives to the shared columns of Résultats, and to its fictitious player."""

    numbers: tuple[str, str]  # titles of the columns N° of both players
    names: tuple[str, str]
    bye: str  # X or BIP


class Registration(NamedTuple):
    """Meaning of the columns of Joueurs in one game."""

    ignored_columns: tuple[str, ...]  # columns whose content alone does not make a player
    fact_columns: tuple[str, ...]  # columns of which a player fills at least one; a row without them is a note
    highest_number: int  # largest N° allowed
    distinguishing_column: str  # column that distinguishes two players of the same name


def read_players(
    table: Table, game: Registration, read_player: Callable[[Line, int], PersonT], problems: Problems
) -> tuple[tuple[Line, PersonT], ...]:
    """Read the players of the sheet Joueurs; players listed twice are problems.

    Args:
        table: Sheet Joueurs.
        game: Meaning of its columns in this game.
        read_player: Makes a player from a row and its number.
        problems: Receives what is wrong.

    Returns:
        Each filled row with its player, in the order of the sheet.
    """
    report_errors(table, table.columns, problems)  # the optional ones too
    filled = (
        line
        for line in table.lines()
        if not line.empty(*(column for column in table.columns if column not in game.ignored_columns))
    )
    lines = list(input_rows.read_registered_lines(filled, problems))
    input_rows.report_notes(lines, game.fact_columns, problems)
    rows = tuple(
        (line, read_player(line, input_rows.read_number(line, problems, game.highest_number))) for line in lines
    )
    names: dict[str, dict[tuple[str, str], Line]] = {}  # name -> marks -> first row
    for line, player in rows:
        if not player.name:
            line.problem(problems, "Nom", "no_name")
            continue
        namesakes, identity = (
            names.setdefault(normalize(player.full_name), {}),
            (line.text(game.distinguishing_column), normalize(line.text("Club"))),
        )
        same_person = [
            earlier_line.row
            for earlier_identity, earlier_line in namesakes.items()
            if not are_different_people(identity, earlier_identity)
        ]
        if same_person:
            facts = {"name": player.full_name, "row": min(same_person), "apart": game.distinguishing_column}
            line.problem(problems, "Nom", "name_twice", **facts)
        namesakes.setdefault(identity, line)
    report_duplicates(rows, "N°", lambda player: player.number, problems)
    return rows


def are_different_people(first: Sequence[str], second: Sequence[str]) -> bool:
    """Check whether two players of one name are two people: a mark that both have (licence, club) differs.

    Args:
        first: Marks of one player, "" where missing.
        second: Marks of the other, in the same order.
    """
    return any(
        first_mark and second_mark and first_mark != second_mark
        for first_mark, second_mark in zip(first, second, strict=True)
    )


def report_duplicates(
    rows: Iterable[tuple[Line, PersonT]], column: str, value_of: Callable[[PersonT], object], problems: Problems
) -> None:
    """Report each row whose value in a column stands in an earlier row already.

    Args:
        rows: Rows with their players.
        column: Title of the column.
        value_of: Value of a player in that column; an empty value is never reported.
        problems: Receives the reports.
    """
    first_lines: dict[object, Line] = {}
    for line, player in rows:
        if (content := value_of(player)) and first_lines.setdefault(content, line) is not line:
            line.problem(
                problems, column, "value_twice", column=column, text=line.text(column), row=first_lines[content].row
            )


def read_results(
    table: Table,
    row_class: Callable[[Line, int, Match], input_rows.InputRow[Match]],
    columns: Columns,
    people: People,
    before: Readings,
    depends: object,
    read_match: Callable[[Line, int, Problems], Match | None],
    problems: Problems,
    complete_line: Callable[[Line], Line] = lambda line: line,
    *,
    imported: bool = False,
) -> ResultsSheet[Match]:
    """Read the sheet Résultats.

    Args:
        table: Sheet Résultats.
        row_class: Builds a row from its line, round and match.
        columns: Names of the shared columns.
        people: Players by number and by name.
        before: Rows as read earlier (`input_rows.read_rows`).
        depends: Facts on which the reading of a row depends (`input_rows.read_rows`).
        read_match: Makes a match from a line and its round (0: unreadable); None where the players are not known.
        problems: Receives what is wrong.
        complete_line: Adds to a line what the game derives.
        imported: As in `ResultsSheet`.
    """
    content_columns = [column for column in table.columns if column not in ("Ronde", "Table")]

    def read_row(line: Line, problems: Problems) -> input_rows.InputRow[Match] | None:
        if line.empty(*content_columns):
            return None  # row prepared by hand, without players
        line = complete_line(line)
        round_number = input_rows.read_round(line, problems)
        match = read_match(line, round_number or 0, problems)
        if round_number is None or match is None:
            return None
        return row_class(line, round_number, match)

    rows = input_rows.read_rows(table, problems, before, depends, lambda line: read_row(line, problems))
    input_rows.report_double_entries(rows, columns.numbers, people, problems)
    return ResultsSheet(table, rows, read_row, imported=imported)


def read_table(line: Line, problems: Problems) -> int:
    """Read the table number of a row; 0 when it is empty or wrong."""
    text = line.text("Table")
    table = parse_int(text)
    if text and (table is None or table < 0):
        line.problem(problems, "Table", "bad_table", text=text)
    return table or 0


def read_sides(line: Line, columns: Columns, people: People, problems: Problems) -> tuple[int, int] | None:
    """Read the numbers of the two players of a row; None when one is unknown or both are the same."""
    first, second = (
        input_rows.read_side(line, number, name, people, columns.bye, problems)
        for number, name in zip(columns.numbers, columns.names, strict=True)
    )
    if first is None or second is None:
        return None
    if first == second:
        line.problem(
            problems, columns.numbers[1], "against_self", name=people.names(first)[0] if first != X else columns.bye
        )
        return None
    return first, second


def check_tournament(decoded: Workbook, columns: Columns, check_pairs: Callable[[], None]) -> None:
    """Check the tournament as a whole, in every game.

    Rows without a result are pending in the last drawn round, and problems in an earlier one.

    Args:
        decoded: Workbook; receives problems and pending rows.
        columns: Names of the shared columns.
        check_pairs: Checks the pairs typed for the next round; called only when there is no problem before it.
    """
    workbook.check_order(decoded)
    workbook.check_formula(decoded)
    if not decoded.problems.found:
        check_pairs()
    workbook.check_rows(decoded)
    workbook.report_moved_names(decoded)
    workbook.report_scores_over_names(decoded, (row.line for row in decoded.results.rows), columns.names)
    if PRIZES in decoded.snapshot.sheets and (table := find_table(decoded.snapshot, PRIZES, PRIZE_COLUMNS, Problems())):
        report_errors(table, table.columns, decoded.problems)
    last = len(decoded.tournament.rounds)
    for row in decoded.results.rows:
        if row.round == last and not row.match.complete:
            decoded.pending.append(row)
        elif row.round < last and not row.match.complete:
            workbook.report_missing(decoded, row)


def check_fixed_pairs(decoded: Workbook, columns: Columns) -> None:
    """Check that pairs typed for the next round are of players present, with a bye only if needed (C3, S8, S2)."""
    tournament, names = decoded.tournament, decoded.names()
    round_number = tournament.next_round
    present, rows = tournament.present(round_number), decoded.results.round(round_number)
    for index, side in tournament.misplaced():
        player_id, line, column = rows[index].match.sides[side], rows[index].line, columns.numbers[side]
        if player_id == X:
            line.problem(decoded.problems, column, "bye_even", present=len(present), bye=columns.bye)
        else:
            line.problem(decoded.problems, column, "absent_fixed", name=names[player_id], round=round_number)


def find_idle_players(decoded: Workbook, newcomers: Collection[Person]) -> Iterator[Notice]:
    """Report the players without a game in the open round who are not announced absent (C11).

    Args:
        decoded: Workbook.
        newcomers: Players who start in a later round.

    Yields:
        At most one notice, with the names.
    """
    round_number, names = len(decoded.tournament.rounds), decoded.names()
    if not decoded.pending:
        return
    elsewhere = {player_id for match in decoded.tournament.rounds[-1] for player_id in match.sides}
    elsewhere |= {player.number for player in newcomers}
    present = [player.number for player in decoded.tournament.players if round_number not in player.absences]
    if idle_names := [names[player_id] for player_id in sorted(present) if player_id not in elsewhere]:
        yield Notice("idle", {"round": round_number, "names": join_items(idle_names)})


# Output: names, lines of Classement and Grille, inputs of prizes, status line


def write_names(draft: Draft, decoded: Workbook, columns: Columns) -> None:
    """Fill in on Résultats the names for the numbers typed, and the numbers for names typed alone."""
    names, positions = decoded.fitted(NAME_WIDTHS[RESULTS]) | {X: decoded.bye}, decoded.results.table.columns
    for row in decoded.results.rows:
        for name_column, number_column, player_id in zip(columns.names, columns.numbers, row.match.sides, strict=True):
            draft.put(RESULTS, row.line.row, positions[name_column], names[player_id])
            if player_id != X and parse_int(row.line.text(number_column)) is None:
                draft.put(RESULTS, row.line.row, positions[number_column], player_id)


def collect_prize_inputs(
    decoded: WorkbookOf[Person, Match],
    ranked: Callable[[int], Sequence[PlacedT]],
    merit: Callable[[PlacedT], tuple[Fraction | int, Fraction | int]],
    scores: Callable[[Match], Sequence[tuple[int, int]]],
    unrated: Collection[int],
) -> PrizeInputs:
    """Collect what prizes and highlights are computed from.

    Args:
        decoded: Workbook.
        ranked: Standings after a round.
        merit: Points and tie-break of a line of the standings.
        scores: Scores of the games of a match that were played to their end.
        unrated: Numbers of the players without a rating of their own.

    Returns:
        Standings, games, wins, places round by round, and ratings.
    """
    tournament, played = decoded.tournament, decoded.tournament.played
    games, wins = list[PlayedGame](), list[tuple[int, int, int]]()
    for round_number, matches in enumerate(tournament.rounds[:played], start=1):
        for match in matches:
            (first, second), game_scores = match.sides, scores(match)
            games += [PlayedGame(round_number, first, second, *score) for score in game_scores]
            if balance := sum(
                (own_score > opponent_score) - (own_score < opponent_score) for own_score, opponent_score in game_scores
            ):
                wins.append((round_number, first, second) if balance > 0 else (round_number, second, first))
    return PrizeInputs(
        tuple(Ranked(line.number, line.place, *merit(line)) for line in (ranked(played) if played else ())),
        tuple(games),
        tuple(wins),
        tuple({line.number: line.place for line in ranked(after)} for after in range(1, played + 1)),
        {
            player.number: float(player.cote)
            for player in tournament.players
            if player.cote is not None and player.number not in unrated
        },
    )


def points_under_way(decoded: Workbook) -> dict[int, float]:
    """Return player number -> points of the round under way, for matches that have a result."""
    tournament = decoded.tournament
    under_way = range(tournament.played + 1, len(tournament.rounds) + 1)
    match_sides = (side for round_number in under_way for match in decoded.sides(round_number) for side in match)
    return {side.number: side.points for side in match_sides if side.complete and side.number != X}


def status_line(decoded: Workbook, **game_facts: Any) -> str:
    """Return the sentence for the next step.

    Args:
        decoded: Workbook.
        **game_facts: Further facts for the sentence, from the game; they replace the common ones.
    """
    tournament, names = decoded.tournament, decoded.full_names()
    eligible = [line for line in decoded.ranked(tournament.played) if line.number not in decoded.barred]
    facts: dict[str, Any] = {
        "players": len(tournament.players),
        "rounds": tournament.settings.rounds or 0,
        "drawn": len(tournament.rounds),
        "played": tournament.played,
        "pending": len(decoded.pending),
        "tables": workbook.list_pending_tables(decoded),
        "button": BUTTON_PAIR if len(tournament.rounds) < (tournament.settings.rounds or 0) else BUTTON_UPDATE,
        "leaders": [names[line.number] for line in eligible if line.place == eligible[0].place],
    }
    return sheets.status_line(**facts | game_facts)


def standings_rows(
    decoded: WorkbookOf[PersonT, Encounter],
    ranked: Callable[[int], Sequence[PlacedT]],
    after: int,
    names: Mapping[int, str],
    game_cells: Callable[[PlacedT, PersonT], dict[str, Cell]],
) -> list[dict[str, Cell]]:
    """Build the lines of Classement after a round; the column ± has the places won or lost since the previous one.

    Args:
        decoded: Workbook.
        ranked: Standings after a round.
        after: Number of the round.
        names: Player number -> name to display.
        game_cells: Cells of the game for a line and its player. Before the first round only the first of them is used.
    """
    players = {player.number: player for player in decoded.tournament.players}
    places_before = {line.number: line.place for line in (ranked(after - 1) if after > 1 else ())}
    table = ranked(after)
    moved = compute_moves(decoded.tournament, {line.number: line.place for line in table}, places_before, after)
    rows: list[dict[str, Cell]] = []
    for line in table:
        cells = list(game_cells(line, players[line.number]).items())
        row: dict[str, Cell] = {"Place": line.place, "N°": line.number, "Joueur": names[line.number]}
        if after == 0:
            row |= dict(cells[:1])
        else:
            row |= {**dict(cells), MOVE_COLUMN: moved[line.number]}
        rows.append(row)
    return rows


def grid_rows(
    table: Sequence[PlacedT],
    names: Mapping[int, str],
    rounds: int | None,
    game_cells: Callable[[PlacedT], dict[str, Cell]],
    results: Callable[[int, int], Sequence[str]],
) -> tuple[list[dict[str, Cell]], list[str]]:
    """Build the lines of Grille, one row per player.

    Args:
        table: Standings.
        names: Player number -> name to display.
        rounds: Number of rounds, a column each; None for a column per opponent.
        game_cells: Cells of the game for a line of the standings.
        results: Texts of a player number's results in a round, or against another player number.

    Returns:
        The rows, and the names of the columns with results.
    """
    columns = {str(place): opponent.number for place, opponent in enumerate(table, start=1)}  # by place
    if rounds is not None:
        columns = {f"R{round_number}": round_number for round_number in range(1, rounds + 1)}
    rows: list[dict[str, Cell]] = []
    for line in table:
        row: dict[str, Cell] = {
            "Place": line.place,
            "N°": line.number,
            "Joueur": names[line.number],
            **game_cells(line),
        }
        for name, key in columns.items():
            is_self = rounds is None and key == line.number
            row[name] = sheets.ONESELF if is_self else "\n".join(results(line.number, key))
        rows.append(row)
    return rows, list(columns)
