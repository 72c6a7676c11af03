"""View of a workbook for a page: its sheets as an update would leave them, and the cells that people type into.

Nothing is decided here: rows and figures are as the actions write them. web/src/wire.ts has its type.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from tournament_xl.core.model import X
from tournament_xl.core.name_order import is_careless
from tournament_xl.core.normalization import normalize
from tournament_xl.games.registry import GAMES, game_of
from tournament_xl.messages import live, sheets
from tournament_xl.messages import page as texts
from tournament_xl.messages.names import final_title
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.player_names import alphabetical_key
from tournament_xl.messages.prizes import FAULTY_COLUMNS, NOBODY, series_text
from tournament_xl.service.read import UpdatedWorkbook
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text, read_date
from tournament_xl.workbook.computed_columns import Style
from tournament_xl.workbook.decoded import Workbook
from tournament_xl.workbook.settings import Setting
from tournament_xl.workbook.settings_table import SettingsTable
from tournament_xl.workbook.sheets.awards import scopes as prize_scopes
from tournament_xl.workbook.sheets.awards.prizes import PrizeAnswer, award_prizes
from tournament_xl.workbook.snapshot import Draft, Json, Snapshot
from tournament_xl.workbook.tables import Problem, Table, find_header_columns, find_right_of_each
from tournament_xl.workbook.typed_columns import written_titles
from tournament_xl.workbook.working_copy import Outcome

View = dict[str, Json]
TYPED = (schema.PLAYERS, schema.RESULTS, schema.PRIZES, schema.FINALS, schema.TABLES)
_PAPER = (schema.SLIPS, schema.TENTS)  # sheets that are only printed
_COLUMN_HELP = {
    schema.PLAYERS: texts.PLAYER_HELP,
    schema.PRIZES: texts.PRIZE_HELP,
    schema.RESULTS: texts.GAME_HELP,
    schema.FINALS: texts.GAME_HELP,
}
_APART = (schema.TOURNAMENT, schema.MEMORY)  # sheets that the page does not show as tables


def render_view(updated: UpdatedWorkbook) -> View:
    """Render a workbook for a page: the object `View` of web/src/wire.ts.

    It always has `problems`, `stale` (an update would change cells), the fields of the dashboard and `sheets`, without
    Tournoi and Mémoire. The other fields, and what can be typed on each sheet, are left out while the workbook cannot
    be decoded. A sheet is `offered` when there is something to see or to type on it. "send" as the next button becomes
    "ratings" where an update would change the ratings. `parcel` changes with what the federation gets; "" before the
    end.
    """
    snapshot, outcome, decoded = updated.snapshot, updated.update, updated.decoded
    view: View = {
        "problems": list(map(_problem, outcome.problems)),
        "stale": bool(outcome.edits),
        **_dashboard(snapshot),
        "sheets": {name: _shown(name, snapshot) for name in snapshot.sheets if name not in _APART},
    }
    if outcome.problems:  # the button on the sheet is of before
        view["button"] = ""
    if decoded is None:
        return view
    view |= _tournament(decoded) | {"parcel": ""}
    game = game_of(decoded)
    for name, table in _typed_tables(decoded):
        series = game.list_series(decoded) if name == schema.PRIZES else ()
        scopes = prize_scopes.list_scopes(decoded, dict(series), game.prize_columns) if name == schema.PRIZES else ()
        columns = _columns(table, written_titles(game.typed_columns.get(name, ())), {prize_scopes.COLUMN: scopes})
        by_name = {column["name"]: column for column in columns}
        if name == schema.PRIZES:
            by_name[prize_scopes.COLUMN]["help"] += f" {series_text(series)}" if series else ""
            answers = [] if outcome.problems else _award_again(table, decoded)
            view["sheets"][name]["faults"] = [*_prize_faults(table, answers)]
        start = next((column["column"] for column in columns if column["typed"]), 0)  # a name comes before its N°
        if name == schema.PLAYERS and game.has_world_list:
            number = by_name["N°"]
            number |= {"typed": True, "label": texts.WORLD_NUMBER, "help": texts.WORLD_NUMBER_HELP}
            number |= {"fixed": _rows_with_fixed_number(decoded), "fixed_help": texts.WORLD_NUMBER_FIXED}
        form = {"typed": columns, "start": start, "free": next(table.free_rows())}
        view["sheets"][name] |= {"header": table.header, **form}
    offered = {schema.PLAYERS, schema.PRIZES, *decoded.tournament.settings.formula.sheets}
    offered |= {schema.RESULTS} if decoded.tournament.players else set()
    for name in offered & view["sheets"].keys():
        view["sheets"][name]["offered"] = True
    for name in view["sheets"].keys() & {*game.forms}:
        view["sheets"][name]["offered"] = False
    if view["button"] == "send":
        view["parcel"] = _fingerprint(decoded)
        if _changes_ratings(outcome, view["sheets"].get(schema.RATINGS), decoded):
            view["button"] = "ratings"
    return view


def find_changes(former: View, view: View) -> View:
    """Return what of a view is not as in the one before: by field, of `sheets` by sheet, of a sheet's rows by row.

    A field or sheet that is no more is None. The rows of a sheet that has as many as before are an object: row from 0
    -> its cells.
    """
    changes = _changed_fields(former, view)
    if "sheets" in changes:
        changes["sheets"] = _changed_fields(former["sheets"], view["sheets"])
        for name in changes["sheets"].keys() & former["sheets"].keys():
            if sheet := view["sheets"].get(name):
                changes["sheets"][name] = _changed_sheet(former["sheets"][name], sheet)
    return changes


def _changed_fields(former: View, view: View) -> View:
    return {key: view.get(key) for key in former | view if former.get(key) != view.get(key)}


def _changed_sheet(former: View, sheet: View) -> View:
    changes = _changed_fields(former, sheet)
    if "rows" in changes and len(former["rows"]) == len(sheet["rows"]):
        rows = enumerate(zip(former["rows"], sheet["rows"], strict=True))
        changes["rows"] = {str(index): after for index, (before, after) in rows if before != after}
    return changes


def _fingerprint(decoded: Workbook) -> str:
    """Return what changes with the parcel for the federation."""
    from tournament_xl.submission.parcel import compute_fingerprint  # with the check, which other views do without

    return compute_fingerprint(decoded)


def _changes_ratings(outcome: Outcome, ratings: View | None, decoded: Workbook) -> bool:
    """Check whether an update would change the table of Cotes in more than who the players are.

    Args:
        outcome: Outcome of the update.
        ratings: Sheet Cotes as the page shows it; None without one.
        decoded: The workbook.
    """
    if not ratings or not ratings["header"]:
        return False
    titles = ratings["rows"][ratings["header"] - 1]
    declared = decoded.computed_columns.get(schema.RATINGS, ())
    identity = {normalize(column.title) for column in declared if column.style in (Style.NAME, Style.ORIGIN)}
    edits = (edit for edit in outcome.edits if edit.sheet == schema.RATINGS)
    columns = {column for edit in edits for (_, row, column), _ in edit.cells() if row > ratings["header"]}
    return any(column > len(titles) or normalize(titles[column - 1]) not in identity for column in columns)


def _problem(problem: Problem) -> View:
    """Render a problem with its cell."""
    return {
        "sheet": problem.sheet, "row": problem.row, "column": problem.column, "cell": problem.cell,
        "message": problem.message, "place": problem.place,
    }  # fmt: skip


def _dashboard(snapshot: Snapshot) -> View:
    """Read the sheet Tournoi without its settings."""
    labels = (schema.WARNINGS, *schema.PANEL, schema.LEADERS, schema.IN_THE_RACE)
    positions = find_right_of_each(snapshot, schema.TOURNAMENT, labels)
    texts_by_label = {label: cell_text(snapshot.cell(schema.TOURNAMENT, *place)) for label, place in positions.items()}
    leaders = []
    if position := positions.get(schema.LEADERS):
        rows = range(position[0] + 1, position[0] + 1 + schema.LEADERS_SHOWN)
        leaders = [
            [cell_text(snapshot.cell(schema.TOURNAMENT, row, position[1] - 1)), _points(snapshot, row, position[1])]
            for row in rows
        ]
    race_position = positions.get(schema.IN_THE_RACE)
    button = texts_by_label.get(schema.NEXT_ACT, "")
    return {
        "notes": texts_by_label.get(schema.WARNINGS, "").splitlines(),
        "button": next((action for action, label in live.BUTTONS.items() if label == button), ""),
        "panel": {label: texts_by_label.get(label, "") for label in schema.PANEL[:4]},
        "leaders": [line for line in leaders if line[0]],
        "race": cell_text(snapshot.cell(schema.TOURNAMENT, race_position[0] + 1, race_position[1] - 1))
        if race_position
        else "",
    }


def _points(snapshot: Snapshot, row: int, column: int) -> str:
    """Read points on Tournoi, halves as Appariements has them: "1½"."""
    text = cell_text(snapshot.cell(schema.TOURNAMENT, row, column))
    return sheets.points_text(float(text)) if text.endswith(".5") else text


def _shown(name: str, snapshot: Snapshot) -> View:
    """Render a sheet as texts.

    `header`: the row of its titles, 0 where there is none. `offered`: there is something to see, or to type.
    """
    rows = [[cell_text(cell) for cell in row] for row in snapshot.sheets[name]]
    columns = {title for kind in GAMES.values() for title in kind.columns.get(name, ())}
    titles = (
        index for index, row in enumerate(rows[:10], start=1) if len(columns.intersection(row)) >= min(3, len(columns))
    )
    header = next(titles, 0) if columns else 0
    filled = any(map(any, rows[header:]))
    return {"rows": rows, "header": header, "filled": filled, "offered": filled and name not in _PAPER}


def _tournament(decoded: Workbook) -> View:
    """Render what needs a decoded workbook."""
    tournament, game = decoded.tournament, game_of(decoded)
    drawn, formula = len(tournament.rounds), tournament.settings.formula
    return {
        "game": decoded.game,
        "colours": game.has_colours,
        "ratings": game.has_ratings,
        "world": game.has_world_list,
        "bye_help": texts.LATE_FOR_EXEMPT if decoded.completes_rounds and not formula.cycles else "",
        "club": texts.COUNTRY_AND_CLUB if "Pays" in game.columns[schema.PLAYERS] else texts.CLUB,
        "title": tournament.settings.title or decoded.default_title,
        "event": sheets.join_parts(tournament.settings.place, tournament.settings.dates),
        "formula": tournament.settings.formula.name,
        "drawn": drawn,
        "played": tournament.played,
        "rounds": tournament.settings.rounds or 0,
        "over": 0 < tournament.played == tournament.settings.rounds and not decoded.waits,
        "settings": [*_settings(decoded.settings, decoded)],
        "finals": [*_finals(decoded)],
        "final_games": [*_final_games(decoded)],
        "sides": [list(side) for side in game.side_columns],
        "ending": game.ending_column,
        "alone": decoded.settings.text("Saisie") != "",
        "scores": [list(pair) for pair in game.score_pairs],
        "several": any(decoded.games_to_win(number) > 1 for number in range(1, (tournament.settings.rounds or 0) + 1)),
        "choices": texts.CHOICES,
        "missing": [row.line.row for row in decoded.pending],
        "won": _won(decoded),
        "counted": _counted(decoded),
        "players": [*_players(decoded)],
        "careless": any(is_careless(player.name, player.first_name) for _, player in decoded.players.rows),
        "names": {str(player_id): name for player_id, name in decoded.names().items()},
        "ratings_note": " ".join(notice_text(notice) for notice in game.find_rating_notices(decoded)),
    }


def _settings(table: SettingsTable, decoded: Workbook) -> Iterator[View]:
    """List the settings, each with its row, its choices and its help.

    `counts`: what an empty one means. `wanted`: it is empty, and the sending asks for it. `fixed`: it stays as it is.
    """
    wanted = (*GAMES[decoded.game].federation_settings, "Courriel fédération")
    for setting in GAMES[decoded.game].settings:
        if line := table.lines.get(setting.name):
            text = line.text("Valeur")
            day = read_date(text) if setting.name.startswith("Date") else None
            yield {
                "name": setting.name, "group": setting.group, "choices": setting.choices, "row": line.row,
                "value": f"{day:%d/%m/%Y}" if day else text, "help": line.text("Aide"),
                "counts": _describe_default(setting, decoded),
                "wanted": not text and setting.name in wanted,
                "fixed": setting.name == "Formule" and bool(decoded.tournament.rounds),
            }  # fmt: skip


def _describe_default(setting: Setting, decoded: Workbook) -> str:
    """Say what counts where a setting is empty; "" for nothing."""
    return setting.effective(decoded.tournament.settings) if setting.decides and setting.field else setting.default


def _finals(decoded: Workbook) -> Iterator[View]:
    """List the choices of finals, each with its row, and who would meet once the rounds are played."""
    tournament, names = decoded.tournament, decoded.names()
    is_played = 0 < tournament.played == tournament.settings.rounds
    opponents = game_of(decoded).find_final_opponents(decoded) if is_played else {}
    choices = {setting.name: setting.choices for setting in GAMES[decoded.game].final_choices}
    places = find_right_of_each(decoded.snapshot, schema.FINALS, [*choices])
    for name, (row, column) in places.items():
        value = cell_text(decoded.snapshot.cell(schema.FINALS, row, column))
        meets = [" – ".join(names[player_id] for player_id in pair) for pair in opponents.get(name, ())]
        yield {"name": name, "choices": choices[name], "row": row, "value": value, "meets": meets}


def _final_games(decoded: Workbook) -> Iterator[View]:
    """List the games on Finales, each with its row, who has won and what to call it."""
    game, names = game_of(decoded), decoded.names()
    for final in game.list_finals(decoded):
        sides = (final.first, final.second)
        result = game.render_score(*sides) if final.first.complete else ""
        first_name, second_name = (names[side.number] for side in sides)
        by_rule = next((number for number, side in enumerate(sides, start=1) if side.number == final.winner), 0)
        title, gave = final_title(final.stage, final.number), (final.first.gave, final.second.gave)
        yield {
            "row": final.row, "title": title, "waits": final.waits, "decided": final.decided,
            "text": texts.final_line(title, first_name, result, second_name, final.first.end, gave),
            "won": next((number for number, side in enumerate(sides, start=1) if side.outcome == "G"), by_rule),
            "drawn": final.first.outcome == "N",
        }  # fmt: skip


def _won(decoded: Workbook) -> dict[int, int]:
    """Map rows of Résultats to the side that has won, 1 or 2, 0 for a draw; rows that both won or lost are left out."""
    rounds = range(1, len(decoded.tournament.rounds) + 1)
    matches = (side for number in rounds for match in decoded.sides(number) for side in match)
    results = {(side.round, side.number): side.outcome for side in matches if side.number != X and side.outcome}
    sides = {
        row.line.row: [results.get((row.round, player_id)) for player_id in row.match.sides]
        for row in decoded.results.rows
    }
    winner_by_outcomes: dict[tuple[str | None, str | None], int] = {
        ("N", "N"): 0,
        ("G", "P"): 1,
        ("G", None): 1,
        ("P", "G"): 2,
        (None, "G"): 2,
    }
    return {
        row: winner_by_outcomes[first_outcome, second_outcome]
        for row, (first_outcome, second_outcome) in sides.items()
        if (first_outcome, second_outcome) in winner_by_outcomes
    }


def _counted(decoded: Workbook) -> dict[int, str]:
    """Map rows of Résultats to what counts instead of their typed scores; rows that count as typed are left out."""
    game, rounds = game_of(decoded), range(1, len(decoded.tournament.rounds) + 1)
    matches = ((number, first, second) for number in rounds for first, second in decoded.sides(number))
    counted = {
        (number, first.number, second.number): game.describe_counted_score(first, second)
        for number, first, second in matches
    }
    texts_by_row = {row.line.row: counted.get((row.round, *row.match.sides), "") for row in decoded.results.rows}
    return {row: text for row, text in texts_by_row.items() if text}


def _players(decoded: Workbook) -> Iterator[View]:
    """List the registered players: row of Joueurs, and presence in the next round to be drawn (C10)."""
    next_round, positions = decoded.tournament.next_round, _alphabetical_positions(decoded)
    unrated_cotes, names = decoded.find_unrated_cotes(), decoded.names_by_row()
    for line, player in decoded.players.rows:
        yield {
            "row": line.row, "number": player.number or "", "name": names[line.row], "club": player.club,
            "country": getattr(player, "country", ""), "licence": line.texts.get("Licence", ""),
            "cote": line.text("Cote"), "unrated_cote": str(unrated_cotes.get(line.row, "")),
            "absences": line.text("Absences"), "position": positions[line.row],
            "here": next_round not in player.absences and player not in decoded.unchecked,
            "left": player.absences.has_left(next_round),
            "due": line.texts.get("Droits") or line.texts.get(schema.PAID, ""),
        }  # fmt: skip


def _alphabetical_positions(decoded: Workbook) -> dict[int, int]:
    """Map rows of Joueurs to the player's position, from 1, by name as `alphabetical_key` has it, then N° and row."""
    keys = {
        line.row: (alphabetical_key(player.name, player.first_name), player.number, line.row)
        for line, player in decoded.players.rows
    }
    return {row: position for position, row in enumerate(sorted(keys, key=keys.__getitem__), start=1)}


def _rows_with_fixed_number(decoded: Workbook) -> list[int]:
    """List the rows of Joueurs whose N° stands in a pair, so that it may not change."""
    paired_ids = {player_id for row in decoded.results.rows for player_id in row.match.sides} - {X}  # 0: also no N° yet
    return [line.row for line, player in decoded.players.rows if player.number in paired_ids]


def _typed_tables(decoded: Workbook) -> Iterator[tuple[str, Table]]:
    """Find the tables that people type into."""
    for name in TYPED:
        if table := decoded.find_table(name):
            yield name, table


def _award_again(table: Table, decoded: Workbook) -> list[PrizeAnswer]:
    """Award the prizes again, for the causes of those that nobody has; [] where Prix shows a winner of each."""
    winner, _ = schema.WINNER_COLUMNS
    if column := find_header_columns(table, winner).get(winner):
        winners = [cell_text(decoded.snapshot.cell(table.sheet, line.row, column)) for line in table.lines()]
        if not {"", NOBODY}.intersection(winners):
            return []
    inputs = game_of(decoded).render_compared_sheets(Draft(decoded.snapshot), decoded).prizes
    return award_prizes(inputs) if inputs else []


def _prize_faults(table: Table, answers: Iterable[PrizeAnswer]) -> Iterator[View]:
    """List the cells of Prix to correct before there can be a winner."""
    for answer in answers:
        if answer.cause in FAULTY_COLUMNS:
            column = table.columns[FAULTY_COLUMNS[answer.cause]]
            yield {"row": answer.line.row, "column": column, "message": answer.reason}


def _columns(table: Table, written: Collection[str], choices: Mapping[str, Sequence[str]]) -> list[View]:
    """List the columns of the header row, the organiser's own too.

    `name`: its title as the contract has it, whatever the case on the sheet. `typed`: no action rewrites the column.
    `choices`: what to offer while it is typed. `label`: its name in a form, as on the sheet. `help`: what to type.
    `fixed`: rows in which it may not change. `fixed_help`: why.
    """
    names = {column: name for name in written for column in find_header_columns(table, name).values()}
    names |= {column: name for name, column in table.columns.items()}
    header = table.snapshot.sheets[table.sheet][table.header - 1]
    last = max(table.columns.values())
    if table.sheet == schema.FINALS:  # the bracket and the choices are to the right of the table
        header = header[:last]
    titles = ((column, cell_text(cell)) for column, cell in enumerate(header, start=1))
    return [
        {
            "name": (name := names.get(column, title)),
            "column": column,
            "typed": name not in written,
            "choices": [*choices.get(name, ())],
            "label": title,
            "help": _COLUMN_HELP.get(table.sheet, {}).get(name, ""),
            "fixed": [],
            "fixed_help": "",
        }
        for column, title in titles
        if title
    ]
