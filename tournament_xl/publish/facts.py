"""What a publication says, as one plain dict: tournoi.json, of which all else is made.

Figures are those of the sheets: the one `standings` of each game. Nothing of the organiser's own is in it: no licence,
mail or remark. docs/publication.md describes the fields.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tournament_xl.book.derived import moves
from tournament_xl.book.grid import number as read_number
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.book.workbook import pending_tables
from tournament_xl.games.othello.decoded import Decoded as Othello
from tournament_xl.model import X
from tournament_xl.publish import othello, scrabble
from tournament_xl.publish.privacy import Public
from tournament_xl.publish.what_if import race
from tournament_xl.texts import publish as texts
from tournament_xl.texts.names import fitted

FORMAT = 1  # of tournoi.json: counted up when a field changes its meaning or goes
_SCREEN = 18.0  # width of a name on the screen, in figures
Facts = dict[str, Any]


def facts_of(decoded: Any, *, initials: bool = False) -> Facts:
    """Everything that is published of a workbook without problems; `initials`: names are not (--sans-noms)."""
    public = Public(decoded, initials=initials)
    game: Any = othello if isinstance(decoded, Othello) else scrabble
    tournament = decoded.tournament
    settings, played, rounds = tournament.settings, tournament.played, tournament.settings.rounds or 0
    tables = [game.standings_after(decoded, after) for after in range(played + 1)]
    facts: Facts = {
        "format": FORMAT,
        **game.rules(decoded),
        "title": settings.title or decoded.default_title,
        "place": settings.place,
        "dates": settings.dates,
        "formula": settings.formula,
        "rounds": rounds,
        "drawn": len(tournament.rounds),
        "played": played,
        "missing": pending_tables(decoded) if decoded.pending else "",
        "room": decoded.settings.text("Salle"),
        "time": _time(decoded.settings.text("Heure de la ronde")),
        "initials": initials,
        "hidden": sorted(public.numbers[who] for who in public.hidden),
        "players": [_player(player, public, game.rating_of(player)) for player in tournament.players],
        "games": [
            {"round": number, **game.game(decoded, match, number), "reason": public.text(match.reason)}
            for number, matches in enumerate(tournament.rounds, start=1)
            for match in sorted(matches, key=lambda match: (X in match.sides, match.table or 10_000))
        ],
        "standings": [
            {"after": after, "title": title, "lines": lines} for after, (title, lines) in enumerate(tables)
        ],
        "finals": game.finals(decoded),
        "tables": list(_tables(decoded.snapshot, public)),
    }  # fmt: skip
    now = tables[-1][1]
    facts["status"] = texts.step(
        rounds=rounds, drawn=facts["drawn"], played=played, players=len(tournament.players), missing=facts["missing"],
        leaders=[public.names[line["number"]] for line in now if line["place"] == 1], waits=game.waits(decoded),
    )  # fmt: skip
    _add_moves(tournament, facts)
    _add_ratings(facts, game.ratings(decoded) if played else {})
    _renumber(facts, public.numbers)
    chosen = getattr(decoded, "finals", None)  # Othello: who is first is then decided there (F1)
    facts["race"] = None if chosen and chosen.best_of else race(decoded, public.numbers)
    return facts


def _renumber(facts: Facts, numbers: dict[int, int]) -> None:
    """The public numbers in place of N°."""
    lines = [line for table in facts["standings"] for line in table["lines"]]
    for record in (*facts["players"], *lines, *facts["games"], *facts["finals"]):
        for key in {"number", "one", "two"} & record.keys():
            record[key] = numbers[record[key]]


def _player(player: Any, public: Public, rating: float | None) -> Facts:
    return {
        "number": player.number,
        "name": public.names[player.number],
        "short": public.names[who] if (who := player.number) in public.hidden else fitted(player, _SCREEN),
        "club": player.club,
        "country": getattr(player, "country", ""),
        "seed": getattr(player, "seed", None),
        "rating": _plain(rating),
    }


def _plain(value: float | None) -> int | float | None:
    return int(value) if value is not None and value == int(value) else value


def _add_moves(tournament: Any, facts: Facts) -> None:
    """The column ± of each standings."""
    places = [{line["number"]: line["place"] for line in table["lines"]} for table in facts["standings"]]
    for after, table in enumerate(facts["standings"]):
        before = places[after - 1] if after > 1 else {}
        moved = moves(tournament, places[after], before, after)
        for line in table["lines"]:
            line["move"] = moved[line["number"]] if after else ""


def _add_ratings(facts: Facts, after: dict[int, tuple[int | float, int | float]]) -> None:
    """New cote and change of each player, where the game has them, and what his results were worth."""
    rating = {player["number"]: player["rating"] for player in facts["players"]}
    met: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for game in facts["games"]:
        one, two = game["one"], game["two"]
        if X not in (one, two) and game["complete"] and not game["forfeits"]:
            for who, other, side in ((one, two, 0), (two, one, 1)):
                if rating[other] is not None:
                    met[who].append((rating[other], game["results"][side]))
    for player in facts["players"]:
        who = player["number"]
        player["new_rating"], player["rating_change"] = after.get(who, (None, None))
        outcomes = [outcome for _, outcome in met[who]]
        balance = outcomes.count("G") - outcomes.count("P")
        mean = sum(value for value, _ in met[who]) / len(outcomes) if outcomes else 0
        player["performance"] = round(mean + 400 * balance / len(outcomes)) if outcomes else None


def _time(text: str) -> str:
    """A time as people or spreadsheets write it -> "14:05"; as it is when it is none."""
    value = read_number(text)
    if value is not None and 0 < value < 1:
        minutes = round(value * 24 * 60)
        return f"{minutes // 60:02}:{minutes % 60:02}"
    hours, _, minutes_text = text.lower().replace("h", ":").replace(" ", "").partition(":")
    if hours.isdecimal() and int(hours) < 24 and (minutes_text[:2].isdecimal() or not minutes_text):
        return f"{int(hours):02}:{int(minutes_text[:2] or 0):02}"
    return text


def _tables(snapshot: Snapshot, public: Public) -> Any:
    """The sheets that a publication shows as they stand: prizes with their winners, teams, memorable facts."""
    for sheet, wanted in texts.TABLES.items():
        grid = [[cell_text(cell) for cell in row] for row in snapshot.sheets.get(sheet, ())]
        header = next((at for at, row in enumerate(grid) if len(set(row) & set(wanted)) >= 3), None)
        if header is None:
            continue
        columns = {name: grid[header].index(name) for name in wanted if name in grid[header]}
        rows = []
        for row in grid[header + 1 :]:
            cells = [row[at] if at < len(row) else "" for at in columns.values()]
            if sum(map(bool, cells)) < 2:
                continue
            rows.append([public.text(cell) for cell in cells])
        if rows:
            yield {"title": sheet, "columns": list(columns), "rows": rows}
