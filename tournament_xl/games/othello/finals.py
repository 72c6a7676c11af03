"""Sheet Finales: matches that the organiser chose, their games, typed or proposed, and the bracket.

Rules F1, F2 of docs/regles.md.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournament_xl.core.normalization import normalize
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.input_sheets import OthelloRow, read_game
from tournament_xl.games.othello.rules import finals as rules
from tournament_xl.games.othello.rules.finals import FinalMatch
from tournament_xl.games.othello.rules.model import OthelloGame, OthelloPlayer, OthelloStanding, OthelloTournament
from tournament_xl.games.othello.rules.optimum import NumberPair
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.othello.schema import DISCS
from tournament_xl.messages import othello_sheets as texts
from tournament_xl.messages import sheets
from tournament_xl.messages.names import final_title, french_decimal
from tournament_xl.workbook import schema as shared
from tournament_xl.workbook.cells import Cell, cell_text, parse_int
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.input_rows import People
from tournament_xl.workbook.settings_table import read_labelled
from tournament_xl.workbook.sheets.final_rows import FinalRow, FinalToPlay, write_final_rows
from tournament_xl.workbook.sheets.pairings import DueFinal
from tournament_xl.workbook.snapshot import Draft, Snapshot
from tournament_xl.workbook.tables import HEADER_COLUMNS, Line, Problems, Table, find_right_of
from tournament_xl.workbook.typed_columns import list_rows

STAGES_OF = {
    schema.PLAY_OFF: (rules.PLAYOFF,),
    schema.SEMI_FINALS: (rules.SEMI_1, rules.SEMI_2),
    schema.THIRD_PLACE: (rules.THIRD,),
    schema.FINAL: (rules.FINAL,),
}  # choice on the sheet -> its matches
# Bracket: names and scores in the boxes that the template has below the title.
BRACKET_CELLS = {
    rules.SEMI_1: (5, 0),
    rules.SEMI_2: (13, 0),
    rules.FINAL: (9, 4),
    rules.THIRD: (17, 4),
    rules.PLAYOFF: (19, 0),
}
# stage -> cell of the first name, in rows and columns from the title; the second name is below, scores to the right
WINNER = (9, 8)
NOTES_BELOW = 5  # rows from the choice of the play-off, the first, to the notes on the choices
WIDTH = 9  # columns of the bracket
_TITLE_ROWS = 4  # the title of the bracket is in one of the first rows
_MOST_GAMES = max(int(games) for setting in schema.FINAL_CHOICES for games in setting.choices)


class FinalGameRow(NamedTuple):
    """Row of Finales that names two opponents."""

    line: Line
    stage: str
    number: int  # number of the game in its match
    game: OthelloGame

    @property
    def typed(self) -> bool:
        """Whether there is a result, or half of one."""
        return not self.line.empty(*DISCS, "Fin")

    @property
    def entry(self) -> dict[str, Any]:
        """The game in the tournament's document."""
        return OthelloRow(self.line, 0, self.game).entry


class UndueFinal(NamedTuple):
    """Row with a typed result of a game that is not to be played by these two."""

    row: FinalGameRow
    opponents: NumberPair | None  # N° of the two who are to play it, the better ranked first; None: nobody is

    def report(self, names: Mapping[int, str], problems: Problems) -> None:
        """Record the problem at the row's match."""
        row, stage = self.row, texts.STAGES[self.row.stage]
        if self.opponents is None:
            row.line.report(problems, "Match", "final_not_due", stage=stage)
            return
        typed, due = (" – ".join(names[player_id] for player_id in pair) for pair in (row.game.sides, self.opponents))
        row.line.report(problems, "Match", "final_other_players", stage=stage, typed=typed, due=due)


@dataclass(frozen=True, eq=False)
class Finals:
    """Sheet Finales: what the organiser chose, and its readable rows."""

    table: Table
    best_of: Mapping[str, int] = field(default_factory=dict)  # stage chosen -> games at most
    rows: tuple[FinalGameRow, ...] = ()
    choices: Mapping[str, int] = field(default_factory=dict)  # label -> games at most

    def matches(self, standing: Sequence[OthelloStanding]) -> dict[str, FinalMatch]:
        """Return the state of every chosen match whose two players are known, by stage, from the games with a result.

        `standing` is that after the last round.
        """
        matches: dict[str, FinalMatch] = {}
        while True:
            pairs = rules.find_final_pairs(standing, self.best_of, matches)
            new_pairs = {stage: pair for stage, pair in pairs.items() if stage not in matches}
            if not new_pairs:
                return matches
            for stage, (better_ranked, worse_ranked) in new_pairs.items():
                games = [row.game for row in self._played(stage, {better_ranked, worse_ranked})]
                matches[stage] = rules.score_match(better_ranked, worse_ranked, games, self.best_of[stage])

    def collect_entries(self) -> dict[str, dict[str, Any]]:
        """Return the games as in the tournament's document: "Finale 1" -> its entry, in the order of play."""
        rows = sorted(self.rows, key=lambda row: ((*rules.STAGES, rules.UNRANKED).index(row.stage), row.number))
        return {f"{texts.STAGES[row.stage]} {row.number}": row.entry for row in rows}

    def find_undue(self, tournament: OthelloTournament) -> list[UndueFinal]:
        """Find the typed results of games that are not to be played, except games that decide no place.

        The present choices, standings and matches count: a corrected round may have changed them (F1). Before the
        end of the rounds no game is to be played.
        """
        typed = [row for row in self.rows if row.typed and row.stage != rules.UNRANKED]
        rounds_over = tournament.played == tournament.settings.rounds
        matches = self.matches(compute_standings(tournament, tournament.played)) if typed and rounds_over else {}

        def find_opponents(row: FinalGameRow) -> NumberPair | None:
            match = matches.get(row.stage) if row.number <= self.best_of.get(row.stage, 0) else None
            return (match.better_ranked, match.worse_ranked) if match else None

        with_opponents = [UndueFinal(row, find_opponents(row)) for row in typed]
        return [undue for undue in with_opponents if {*undue.row.game.sides} != {*(undue.opponents or ())}]

    def _played(self, stage: str, pair: set[int]) -> list[FinalGameRow]:
        """Return the games of a match that have a result, in order."""
        played = [row for row in self.rows if row.stage == stage and set(row.game.sides) == pair and row.game.complete]
        return sorted(played, key=lambda row: row.number)


def find_opponents(
    standing: Sequence[OthelloStanding], best_of: Mapping[str, int], matches: Mapping[str, FinalMatch]
) -> dict[str, list[NumberPair]]:
    """Map each choice on the sheet to those who would meet if it were chosen besides the others (F2).

    `best_of` gives the most games of each chosen stage.
    """
    opponents = {}
    for label, stages in STAGES_OF.items():
        pairs = rules.find_final_pairs(standing, {*best_of, *stages}, matches)
        opponents[label] = [pairs[stage] for stage in stages if stage in pairs]
    return opponents


def read_finals(
    snapshot: Snapshot, table: Table, players: Mapping[int, OthelloPlayer], problems: Problems, *, halves: bool
) -> Finals:
    """Read the choices and the games of the sheet.

    Rows with nothing but Match and Partie are passed over. Rows whose match, players or number of the game are wrong,
    or whose number occurs twice in a match, are reported and left out. With `halves`, discs may be halves, as in
    Résultats.
    """
    values = read_labelled(snapshot, shared.FINALS, schema.FINAL_CHOICES, problems)
    chosen = {label: games for label, games in values.items() if games}
    best_of = {stage: games for label, games in chosen.items() for stage in STAGES_OF[label]}
    stages = {normalize(name): stage for stage, name in texts.STAGES.items()}
    rows: list[FinalGameRow] = []
    game_keys: set[tuple[str, int]] = set()
    people = People(players)
    for line in list_rows(table, schema.TYPED_COLUMNS[shared.FINALS]):
        stage = stages.get(normalize(line.text("Match")))
        if stage is None:
            stage_names = ", ".join(texts.STAGES.values())
            line.report(problems, "Match", "final_match", text=line.text("Match"), known=stage_names)
            continue
        game = read_game(line, people, problems, halves=halves)
        if game is None:
            continue
        if stage == rules.UNRANKED:
            count = sum(row.stage == stage for row in rows)
            rows.append(FinalGameRow(line, stage, count + 1, game))
            continue
        number = parse_int(line.text("Partie") or "1") or 0
        if not 1 <= number <= _MOST_GAMES or (stage, number) in game_keys:
            line.report(problems, "Partie", "final_game", text=line.text("Partie"), most=_MOST_GAMES)
            continue
        game_keys.add((stage, number))
        rows.append(FinalGameRow(line, stage, number, game))
    return Finals(table, best_of, tuple(rows), chosen)


def write_finals(
    draft: Draft, decoded: Workbook, finals: Finals, matches: Mapping[str, FinalMatch], event: str
) -> None:
    """Write Finales: the next game of each unfinished match, the names, and the bracket.

    The player who chooses the colour is proposed as Black, in game 2 the White of game 1; people may exchange the
    numbers. Rows that the program proposed for games no longer due are emptied, but unranked ones never. `event` is the
    name of the tournament.
    """
    rows = (
        FinalRow(
            row.line, (row.stage, row.number), row.game.sides,
            row.typed or row.game.complete or row.stage == rules.UNRANKED,
        )
        for row in finals.rows
    )  # fmt: skip
    games: dict[Hashable, FinalToPlay] = {
        (stage, number): FinalToPlay({"Match": texts.STAGES[stage], "Partie": number}, _propose_colours(match))
        for stage, match in matches.items()
        if match.next_game and (number := match.next_game.number)
    }
    write_final_rows(draft, decoded, rows, games)
    _write_bracket(draft, finals, matches, decoded.names(), event)
    _write_instructions(draft, event, begun=bool(matches), over=bool(matches) and not find_unfinished_matches(matches))


def _write_instructions(draft: Draft, event: str, *, begun: bool, over: bool) -> None:
    """Replace what the sheet says is to be done by the tournament: where games are printed once there are any.

    The notes beside the choices, which are not printed, stay until all is played.
    Only cells with the texts of the template are changed, or those that were emptied here.
    """
    snapshot = draft.snapshot
    if cell_text(snapshot.cell(shared.FINALS, 1, 1)) == sheets.FINALS_SHEET:
        draft.put(shared.FINALS, 2, 1, event if begun else texts.FINALS_INSTRUCTION)
    position = find_right_of(snapshot, shared.FINALS, schema.PLAY_OFF)
    for down, note in enumerate(texts.FINALS_NOTES):
        row, column = (position[0] + NOTES_BELOW + down, position[1] - 1) if position else (0, 0)
        if position and cell_text(snapshot.cell(shared.FINALS, row, column)) in ("", note):
            draft.put(shared.FINALS, row, column, "" if over else note)


def _propose_colours(match: FinalMatch) -> tuple[int, int]:
    """Return Black and White of the next game as proposed: the chooser is Black, in game 2 the White of game 1."""
    next_game = match.next_game
    black = (next_game and (next_game.black or next_game.chooser)) or match.better_ranked
    return black, match.worse_ranked if black == match.better_ranked else match.better_ranked


def list_due_finals(finals: Finals, matches: Mapping[str, FinalMatch]) -> Iterator[DueFinal]:
    """Yield the next game of every unfinished match, with the colours of its row, or as proposed without a row."""
    sides_by_game = {(row.stage, row.number): row.game.sides for row in finals.rows}
    for stage, match in matches.items():
        if match.next_game:
            number, proposed = match.next_game.number, _propose_colours(match)
            on_sheet = sides_by_game.get((stage, number), proposed)
            shown_number = number if finals.best_of[stage] > 1 else 0
            title = final_title(texts.WALL_TITLES[stage], shown_number)
            sides = on_sheet if {*on_sheet} == {*proposed} else proposed
            yield DueFinal(title, sides, texts.STAGES[stage], shown_number)


def _write_bracket(
    draft: Draft, finals: Finals, matches: Mapping[str, FinalMatch], names: Mapping[int, str], event: str
) -> None:
    """Write names and scores of the bracket below its title on Finales; nothing where somebody deleted the title.

    The score is games won in a match of three, discs in a single game.
    """
    title_position = _find_bracket_title(draft.snapshot)
    if title_position is None:
        return
    row, column = title_position
    cells: dict[tuple[int, int], Cell] = {(1, 0): event if matches else None, WINNER: ""}
    later = {rules.FINAL, rules.THIRD} & finals.best_of.keys() if rules.SEMI_1 in matches else set()
    cells[WINNER[0] - 1, WINNER[1]] = sheets.WINNER if {rules.FINAL} & (later | matches.keys()) else ""
    for stage, (down, right) in BRACKET_CELLS.items():
        match = matches.get(stage)
        cells[down - 1, right] = texts.STAGES[stage] if match or stage in later else ""
        for side in (0, 1):
            cells[down + side, right] = names[(match.better_ranked, match.worse_ranked)[side]] if match else ""
            cells[down + side, right + 1] = _score(match, side, finals.best_of[stage]) if match else None
        cells[down + 2, right] = describe_deciding_discs(match)
    if rules.FINAL in matches and (winner := matches[rules.FINAL].winner) is not None:
        cells[WINNER] = names[winner]
    for (down, right), value in cells.items():
        draft.put(shared.FINALS, row + down, column + right, value)


def describe_deciding_discs(match: FinalMatch | None) -> str:
    """Describe the discs that decided a match with equal games won; "" for other matches and undecided ones."""
    if match is None or match.winner is None or match.half_points[0] != match.half_points[1]:
        return ""
    return texts.decision_text(*match.discs)


def _score(match: FinalMatch, side: int, best_of: int) -> Cell:
    """Return games won in a match of three, discs of a single game; None before it is played."""
    values, size = (match.half_points, 2) if best_of > 1 else (match.discs, 1)
    value = values[side]
    if not any(match.half_points) and match.winner is None:
        return None
    return int(value) // size if value % size == 0 else value / size


def show_scores(match: FinalMatch, best_of: int) -> tuple[str, str]:
    """Return the scores of a played match as on the bracket, that of the better ranked in the Swiss first."""
    first, second = (french_decimal(f"{_score(match, side, best_of):g}") for side in (0, 1))
    return first, second


def _find_bracket_title(snapshot: Snapshot) -> tuple[int, int] | None:
    """Return row and column of the bracket's title."""
    for row, cells in enumerate(snapshot.sheets.get(shared.FINALS, ())[:_TITLE_ROWS], start=1):
        for column, cell in enumerate(cells[:HEADER_COLUMNS], start=1):
            if cell_text(cell) == sheets.BRACKET:
                return row, column
    return None


def find_unfinished_matches(matches: Mapping[str, FinalMatch]) -> list[str]:
    """Return the names on the sheet of the matches that have a game to be played."""
    return [texts.STAGES[stage] for stage, match in matches.items() if match.next_game]
