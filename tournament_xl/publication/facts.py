"""What is published of a workbook, as one JSON object: tournoi.json, the source of all pages.

It has the figures of the sheets. No licence number, mail address or remark is in it, and no name of a player who wants
none published (`PublicNames`). docs/moteur.md describes the fields, docs/regles.md the rules (F2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from tournament_xl.core.model import Encounter, Person, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games.registry import game_of
from tournament_xl.interchange.export_tables import build_standings_table_after
from tournament_xl.messages import publication as texts
from tournament_xl.messages.earlier_names import list_earlier_names
from tournament_xl.messages.names import final_title
from tournament_xl.messages.player_names import alphabetical_key
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import Cell, cell_text, to_cell_number
from tournament_xl.workbook.computed_columns import AWARD_COLUMNS, list_titles
from tournament_xl.workbook.decoded import Workbook, list_pending_tables
from tournament_xl.workbook.history.views import name_player
from tournament_xl.workbook.sheets.awards.highlights import render_highlights
from tournament_xl.workbook.sheets.awards.prizes import award_prizes
from tournament_xl.workbook.sheets.awards.teams import render_teams
from tournament_xl.workbook.sheets.computed import Rows
from tournament_xl.workbook.sheets.pairings import find_round_time, read_round_times
from tournament_xl.workbook.snapshot import Draft

FORMAT = 2  # version of tournoi.json: raised when a field changes its meaning or goes
_MAX_OWN_NUMBER = 9999  # a higher N° is one of the Othello world list, not of this tournament
_MIN_NAME_LENGTH = 3  # letters of a truncated name: with fewer, any word would match
JsonObject = dict[str, Any]


def collect_published_facts(decoded: Workbook, *, initials: bool = False) -> JsonObject:
    """Return everything that is published of a workbook, as the object of tournoi.json.

    It has the standings after each complete round, those before the first round included, and all games of the drawn
    rounds, with or without result, by round and table. Names and N° are the public ones (`PublicNames`). `decoded` must
    have no problems. `initials` publishes initials instead of names (--sans-noms).
    """
    public = PublicNames(decoded, initials=initials)
    tournament, game_values = decoded.tournament, game_of(decoded)
    finals = list(game_values.list_finals(decoded))
    settings, played, rounds = tournament.settings, tournament.played, tournament.settings.rounds or 0
    round_times = read_round_times(decoded)
    facts: JsonObject = {
        "format": FORMAT,
        "game": decoded.game,
        "figures": game_values.figures,
        **game_values.describe_rules(decoded),
        "title": settings.title or decoded.default_title,
        "place": settings.place,
        "dates": settings.dates,
        "formula": settings.formula.name,
        "rounds": rounds,
        "drawn": len(tournament.rounds),
        "played": played,
        "over": 0 < played == rounds and not decoded.waits,
        "missing": list_pending_tables(decoded) if decoded.pending else "",
        "room": decoded.settings.text("Salle"),
        "time": find_round_time(round_times, min(played + 1, rounds)) if played < rounds or decoded.waits else "",
        "times": round_times,
        "initials": initials,
        "hidden": sorted(public.numbers[player_id] for player_id in public.hidden),
        "players": [_player(player, public, rounds) for player in tournament.players],
        "by_name": public.list_alphabetically(),
        "games": [
            {"round": number, **_game(decoded, *sides), "reason": public.replace_names(match.reason)}
            for number, matches in enumerate(tournament.rounds, start=1)
            for match, sides in sorted(zip(matches, decoded.sides(number), strict=True), key=_by_table)
        ],
        "standings": [_standings(decoded, after) for after in range(played + 1)],
        "legend": _legend(decoded),
        "finals": [
            {"stage": final.stage, "title": final_title(final.stage, final.number)}
            | _game(decoded, final.first, final.second)
            for final in finals
        ],
        "tables": list(_published_sheets(decoded, public)),
    }
    eligible = [line for line in facts["standings"][-1]["lines"] if line["number"] not in decoded.barred]  # F2
    leaders = [line["number"] for line in eligible if line["place"] == eligible[0]["place"]]
    facts["left"] = sorted(public.numbers[player_id] for player_id in decoded.barred)
    facts["status"] = texts.progress_text(
        rounds=rounds, drawn=facts["drawn"], played=played, players=len(tournament.players), missing=facts["missing"],
        tables=len(decoded.pending), leaders=[public.names[player_id] for player_id in leaders], waits=decoded.waits,
        finals=[final.stage for final in finals if final.waits],
    )  # fmt: skip
    _add_ratings(facts, decoded)
    sums = game_values.explain_tie_breaks(decoded) if played else {}
    for player in facts["players"]:
        player["tie_break_sum"] = sums.get(player["number"], "")
    _renumber(facts, public.numbers)
    return facts


def _by_table(match_and_sides: tuple[Encounter, object]) -> tuple[bool, int]:
    match = match_and_sides[0]
    return X in match.sides, match.table or 10_000


class PublicNames:
    """Public names and numbers of players and of X (the bye): a hidden player has initials or "Joueur 12" for a name.

    Attributes:
        names: N° -> public name: "Joueur 12" for players marked in the column Anonyme; for others with `initials`
            "D. P.", with a number where players share them, else the full name.
        numbers: N° -> public number: the N°; but for all players 1, 2, 3 … if some are hidden and a N° is one of the
            Othello world list (above 9999), which would give them away.
        hidden: N° of players whose name is not published: with `initials` all, else those marked in the column Anonyme.
    """

    def __init__(self, decoded: Workbook, *, initials: bool = False) -> None:
        players = {player.number: player for player in decoded.tournament.players}
        anonymous = set(find_anonymous_numbers(decoded))
        self.names: dict[int, str] = decoded.names()
        self.hidden = frozenset(players) if initials else frozenset(anonymous)
        self.numbers = {X: X} | {player_id: player_id for player_id in players}
        if self.hidden and max(players) > _MAX_OWN_NUMBER:  # the world list identifies players by these numbers
            self.numbers |= {player_id: position for position, player_id in enumerate(players, start=1)}
        if initials:
            short = {player_id: texts.initials(player.name, player.first_name) for player_id, player in players.items()}
            all_initials = list(short.values())
            self.names = {
                player_id: texts.NUMBERED_INITIALS.format(initials=name, number=self.numbers[player_id])
                if all_initials.count(name) > 1
                else name
                for player_id, name in short.items()
            }
        self.names |= {player_id: texts.ANONYMOUS.format(number=self.numbers[player_id]) for player_id in anonymous}
        self.names[X] = decoded.names()[X]
        self._players = players
        self._public: dict[str, str] = {}  # name form on the sheets -> public name
        hidden_last = sorted(players, key=lambda player_id: player_id in self.hidden)  # their public name wins
        for player_id in hidden_last:
            for form in _name_forms(decoded, players[player_id]):
                self._public[form.casefold()] = self.names[player_id] if player_id in self.hidden else form
        words = sorted(map(re.escape, self._public), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) if self.hidden else None

    def list_alphabetically(self) -> list[int]:
        """Return the N° of all players by surname, first name, then N°; hidden players by public name and number."""

        def sort_key(player_id: int) -> tuple[tuple[str, str], int]:
            if player_id in self.hidden:  # "Joueur 2" before "Joueur 12"
                return alphabetical_key(self.names[player_id].rstrip("0123456789"), ""), self.numbers[player_id]
            player = self._players[player_id]
            return alphabetical_key(player.name, player.first_name), player_id

        return sorted(self._players, key=sort_key)

    def replace_names(self, text: str) -> str:
        """Return a text of the sheets in which public names replace all names of hidden players.

        Replaced are whole names, former names, names as earlier versions shortened them, and a name cut with "…" at the
        end of the text. The text stays as it is while nobody is hidden.
        """
        if self._pattern is None or not text:
            return text
        *others, last = text.split(", ")
        if last.endswith("…") and len(last) > _MIN_NAME_LENGTH:  # a truncated name, alone or at the end of a list
            start = last[:-1].casefold()
            public_name = next((public for form, public in self._public.items() if form.startswith(start)), last)
            text = ", ".join([*others, public_name])
        return self._pattern.sub(lambda match: self._public.get(match[0].casefold(), match[0]), text)


def find_anonymous_numbers(decoded: Workbook) -> Iterator[int]:
    """Yield the N° of players whose cell in a column Anonyme of Joueurs is neither empty nor "non".

    Without such a column nobody is anonymous.
    """
    header = decoded.snapshot.sheets[schema.PLAYERS][decoded.players.table.header - 1]
    columns = [
        column for column, cell in enumerate(header, start=1) if normalize(cell_text(cell)) == texts.ANONYMOUS_COLUMN
    ]
    for number, line in decoded.lines.items():
        typed = {normalize(cell_text(decoded.snapshot.cell(schema.PLAYERS, line.row, column))) for column in columns}
        if typed - {"", "non"}:
            yield number


def _name_forms(decoded: Workbook, player: Person) -> Iterator[str]:
    """Yield the forms in which a player's names, also former ones, appear on the sheets."""
    yield from (player.full_name, f"{player.first_name} {player.name}".strip(), *list_earlier_names(player))
    for entry in decoded.memory.entries:
        for document in (entry.found, entry.after):
            if name := name_player(document.get("players", {}).get(str(player.number), {})):
                yield name
                yield from (word for word in name.split() if len(word) >= _MIN_NAME_LENGTH)


def _renumber(facts: JsonObject, numbers: dict[int, int]) -> None:
    """Replace, in place, the N° in players, lines of standings, games, finals and the order of names."""
    lines = [line for table in facts["standings"] for line in table["lines"]]
    for record in (*facts["players"], *lines, *facts["games"], *facts["finals"]):
        for key in {"number", "one", "two"} & record.keys():
            record[key] = numbers[record[key]]
    facts["by_name"] = [numbers[player_id] for player_id in facts["by_name"]]


def _player(player: Person, public: PublicNames, rounds: int) -> JsonObject:
    missed = (number for number in range(1, rounds + 1) if player.absences.has_left(number))
    return {
        "number": player.number,
        "name": public.names[player.number],
        "club": player.club,
        "country": getattr(player, "country", ""),
        "seed": getattr(player, "seed", None),
        "rating": None if player.cote is None else to_cell_number(player.cote),
        "left_from": next(missed, None),
    }


def _standings(decoded: Workbook, after: int) -> JsonObject:
    """Return the standings after a round (0: before the first), with the game's own figures."""
    lines = [
        {
            "place": row["Place"], "number": row["N°"], "move": row.get(schema.MOVE_COLUMN, ""),
            **{key: row.get(column) for key, column in game_of(decoded).figures.items()},
        }
        for row in build_standings_table_after(decoded, after).rows
    ]  # fmt: skip
    return {"after": after, "title": game_of(decoded).render_standings_title(decoded, after), "lines": lines}


def _legend(decoded: Workbook) -> str:
    """Return what stands right above the header of Classement: what its columns mean; "" without the sheet."""
    table = decoded.find_table(schema.STANDINGS)
    if table is None:
        return ""
    return cell_text(decoded.snapshot.cell(table.sheet, table.header - 1, min(table.columns.values())))


def _game(decoded: Workbook, first: Side, second: Side) -> JsonObject:
    """Return a match as its two sides see it, in Othello Black first; X (the bye) is always second.

    `scores` has games with both scores only; `results` and `values` (for the tie-break: Pdep, discs) are empty before
    the result.
    """
    if first.number == X:
        first, second = second, first
    return {
        "table": 0 if X in (first.number, second.number) else first.table, "one": first.number, "two": second.number,
        "scores": [list(scores) for scores in first.games if None not in scores],
        "forfeits": [index for index, side in enumerate((first, second), start=1) if side.gave], "end": first.end,
        "complete": first.complete, "score": game_of(decoded).render_score(first, second),
        "results": [side.outcome for side in (first, second) if side.complete],
        "values": [None
            if side.value is None else to_cell_number(side.value) for side in (first, second) if side.complete],
    }  # fmt: skip


def _add_ratings(facts: JsonObject, decoded: Workbook) -> None:
    """Add to each player his new cote and its change as if the tournament ended now (Scrabble, R2), and performance.

    Performance is the mean rating of the opponents met in played games plus 400 × (won − lost) ÷ games; unrated
    opponents, forfeits, the bye and finals do not count; None without any such game.
    """
    after = game_of(decoded).compute_rating_changes(decoded)
    rating = {player["number"]: player["rating"] for player in facts["players"]}
    met: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for game in facts["games"]:
        first, second = game["one"], game["two"]
        if X not in (first, second) and game["complete"] and not game["forfeits"]:
            for player_id, opponent_id, side in ((first, second, 0), (second, first, 1)):
                if rating[opponent_id] is not None:
                    met[player_id].append((rating[opponent_id], game["results"][side]))
    for player in facts["players"]:
        player_id = player["number"]
        player["new_rating"], player["rating_change"] = after.get(player_id, (None, None))
        outcomes = [outcome for _, outcome in met[player_id]]
        balance = outcomes.count("G") - outcomes.count("P")
        mean = sum(value for value, _ in met[player_id]) / len(outcomes) if outcomes else 0
        player["performance"] = round(mean + 400 * balance / len(outcomes)) if outcomes else None


def _published_sheets(decoded: Workbook, public: PublicNames) -> Iterator[JsonObject]:
    """Yield prizes with winners, teams and highlights, of the sheets that the workbook has; none without any row."""
    inputs = game_of(decoded).render_compared_sheets(Draft(decoded.snapshot), decoded).prizes
    if inputs is None:
        return
    prize_columns = ("Prix", *schema.WINNER_COLUMNS)
    prizes: list[dict[str, Cell]] = [
        dict(zip(prize_columns, (answer.line.text("Prix"), answer.winner_text, answer.reason), strict=True))
        for answer in award_prizes(inputs)
        if answer.won
    ]
    tables: dict[str, tuple[Sequence[str], Rows]] = {
        schema.PRIZES: (prize_columns, prizes),
        **{
            contents.sheet: (list_titles(AWARD_COLUMNS[contents.sheet]), contents.rows)
            for contents in (render_teams(inputs), render_highlights(inputs))
        },
    }
    for sheet, (columns, rows) in tables.items():
        if rows and sheet in decoded.snapshot.sheets:
            shown = [[public.replace_names(cell_text(row.get(column))) for column in columns] for row in rows]
            yield {"title": sheet, "columns": [*columns], "rows": shown}
