"""What a publication says, as one plain dict: tournoi.json, of which all else is made.

Figures are those of the sheets. Nothing of the organiser's own is in it: no licence, mail or remark, and no name of
those who want none (`Public`). docs/publication.md describes the fields.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from tournament_xl.book import labels
from tournament_xl.book.snapshot import Snapshot, cell_text
from tournament_xl.book.workbook import Workbook, pending_tables
from tournament_xl.exports import standings_after
from tournament_xl.folding import fold
from tournament_xl.games import of
from tournament_xl.games.othello.decode import Decoded as Othello
from tournament_xl.games.othello.encode import exact
from tournament_xl.games.scrabble.decode import Decoded as Scrabble
from tournament_xl.games.scrabble.ratings import rated, value_of
from tournament_xl.model import Match, X
from tournament_xl.publish.what_if import race
from tournament_xl.rules.othello.model import Game
from tournament_xl.rules.othello.results import WIN, entry
from tournament_xl.rules.othello.standings import beta
from tournament_xl.rules.scrabble.scoring import EDITIONS, tallies
from tournament_xl.texts import othello_sheets, sheets
from tournament_xl.texts import publish as texts
from tournament_xl.texts.names import fitted

FORMAT = 1  # of tournoi.json: counted up when a field changes its meaning or goes
_SCREEN = 18.0  # width of a name on the screen, in figures
_OWN = 9999  # N° beyond are those of the world's list of Othello, not of this tournament
_SHORTEST = 3  # letters of a name that was cut: with fewer, any word would be one
_OUTCOMES = {WIN: "G", 1: "N", 0: "P"}
Facts = dict[str, Any]


def facts_of(decoded: Workbook, *, initials: bool = False) -> Facts:
    """Everything that is published of a workbook without problems; `initials`: names are not (--sans-noms)."""
    public = Public(decoded, initials=initials)
    tournament: Any = decoded.tournament
    settings, played, rounds = tournament.settings, tournament.played, tournament.settings.rounds or 0
    facts: Facts = {
        "format": FORMAT,
        "game": decoded.game,
        "figures": texts.FIGURES[decoded.game],
        **_rules(decoded),
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
        "players": [_player(player, public) for player in tournament.players],
        "games": [
            {"round": number, **_game(decoded, match, number), "reason": public.text(match.reason)}
            for number, matches in enumerate(tournament.rounds, start=1)
            for match in sorted(matches, key=lambda match: (X in match.sides, match.table or 10_000))
        ],
        "standings": [_standings(decoded, after) for after in range(played + 1)],
        "finals": [{"stage": stage, **_game(decoded, match, number)} for stage, match, number in _finals(decoded)],
        "tables": list(_tables(decoded.snapshot, public)),
    }
    able = [line for line in facts["standings"][-1]["lines"] if line["number"] not in decoded.barred]  # F2
    first = [line["number"] for line in able if line["place"] == able[0]["place"]]
    facts["left"] = sorted(public.numbers[who] for who in decoded.barred)
    facts["status"] = texts.step(
        rounds=rounds, drawn=facts["drawn"], played=played, players=len(tournament.players), missing=facts["missing"],
        leaders=[public.names[who] for who in first], waits=decoded.waits,
    )  # fmt: skip
    _add_ratings(facts, decoded)
    _renumber(facts, public.numbers)
    facts["race"] = None if decoded.has_finals else race(decoded, public.numbers)
    return facts


class Public:
    """The names that may be read and the numbers that stand for players, by N°; X and the bye included."""

    def __init__(self, decoded: Workbook, *, initials: bool = False) -> None:
        players = {player.number: player for player in decoded.tournament.players}
        anonymous = set(_anonymous(decoded))
        self.names: dict[int, str] = {who: player.full_name for who, player in players.items()}
        self.hidden = frozenset(players) if initials else frozenset(anonymous)
        self.numbers = {X: X} | {who: who for who in players}
        if self.hidden and max(players) > _OWN:  # the world's list says who has such a number
            self.numbers |= {who: at for at, who in enumerate(players, start=1)}
        if initials:
            short = {who: texts.initials(player.name, player.first_name) for who, player in players.items()}
            same = list(short.values())
            self.names = {
                who: texts.numbered(name, self.numbers[who]) if same.count(name) > 1 else name
                for who, name in short.items()
            }
        self.names |= {who: texts.ANONYMOUS.format(number=self.numbers[who]) for who in anonymous}
        self.names[X] = decoded.names()[X]
        self._public: dict[str, str] = {}  # whatever a player is called on the sheets -> what may be read
        for who in sorted(players, key=lambda who: who in self.hidden):  # who is hidden has the last word
            for form in _forms(decoded, players[who]):
                self._public[form.casefold()] = self.names[who] if who in self.hidden else form
        words = sorted(map(re.escape, self._public), key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) if self.hidden else None

    def text(self, text: str) -> str:
        """A text in which the hidden players have their public names."""
        if self._pattern is None or not text:
            return text
        *others, last = text.split(", ")
        if last.endswith("…") and len(last) > _SHORTEST:  # a name that had no room, alone or at the end of a list
            start = last[:-1].casefold()
            shown = next((public for form, public in self._public.items() if form.startswith(start)), last)
            text = ", ".join([*others, shown])
        return self._pattern.sub(lambda found: self._public.get(found[0].casefold(), found[0]), text)


def _anonymous(decoded: Workbook) -> Iterator[int]:
    """N° of those with something else than "non" in the column Anonyme of Joueurs, where there is one."""
    header = decoded.snapshot.sheets[labels.PLAYERS][decoded.players.table.header - 1]
    columns = [at for at, cell in enumerate(header, start=1) if fold(cell_text(cell)) == texts.ANONYMOUS_COLUMN]
    for number, line in decoded.lines.items():
        typed = {fold(cell_text(decoded.snapshot.cell(labels.PLAYERS, line.row, at))) for at in columns}
        if typed - {"", "non"}:
            yield number


def _forms(decoded: Workbook, player: Any) -> Iterator[str]:
    """What a player is called on the sheets, by former names too."""
    yield from (player.name, player.full_name, f"{player.first_name} {player.name}".strip())
    yield decoded.names()[player.number]
    if player.first_name:
        yield f"{player.name} {player.first_name[:1]}."
    for memory in decoded.memory.entries:
        for changes in (memory.found, memory.made):
            if name := changes.get(f"nom|{player.number}"):
                yield name
                yield from (word for word in name.split() if len(word) >= _SHORTEST)


def _renumber(facts: Facts, numbers: dict[int, int]) -> None:
    """The public numbers in place of N°."""
    lines = [line for table in facts["standings"] for line in table["lines"]]
    for record in (*facts["players"], *lines, *facts["games"], *facts["finals"]):
        for key in {"number", "one", "two"} & record.keys():
            record[key] = numbers[record[key]]


def _rules(decoded: Workbook) -> Facts:
    """What a program needs to rank the games again."""
    if isinstance(decoded, Scrabble):
        return {"edition": decoded.tournament.settings.edition}
    settings = decoded.tournament.settings
    return {"tie_break": settings.tie_break, "beta": exact(beta(settings)), "bye_discs": settings.bye_discs}


def _player(player: Any, public: Public) -> Facts:
    name = public.names[player.number]
    return {
        "number": player.number,
        "name": name,
        "short": name if player.number in public.hidden else fitted(player, _SCREEN),
        "club": player.club,
        "country": getattr(player, "country", ""),
        "seed": getattr(player, "seed", None),
        "rating": None if player.cote is None else exact(player.cote),
    }


def _standings(decoded: Workbook, after: int) -> Facts:
    """Classement after a round."""
    lines = [
        {
            "place": row["Place"], "number": row["N°"], "move": row[labels.MOVE_COLUMN] if after else "",
            **{key: row.get(column) for key, column in texts.FIGURES[decoded.game].items()},
        }
        for row in standings_after(decoded, after).rows
    ]  # fmt: skip
    return {"after": after, "title": of(decoded).standings_title(decoded, after), "lines": lines}


def _game(decoded: Workbook, match: Any, number: int) -> Facts:
    return _of_othello(decoded, match, number) if decoded.game == "othello" else _of_scrabble(decoded, match)


def _of_scrabble(decoded: Workbook, match: Match) -> Facts:
    """A match; `values`: what each counts for Pdep."""
    found = tallies(match, EDITIONS[decoded.tournament.settings.edition].forfeit) if match.complete else ()
    score = " · ".join(f"{one} – {two}" for one, two in match.games)
    if match.forfeits:
        score = texts.FORFEIT[tuple(sorted(match.forfeits))]
    return {
        "table": 0 if match.two == X else match.table, "one": match.one, "two": match.two,
        "scores": [list(scores) for scores in match.games], "forfeits": sorted(match.forfeits), "end": "",
        "complete": match.complete, "score": score, "results": [tally.outcome for tally in found],
        "values": [tally.pdep for tally in found],
    }  # fmt: skip


def _of_othello(decoded: Workbook, game: Game, number: int) -> Facts:
    """A game, Black first; `values`: the discs that count (B1 to B6)."""
    settings = decoded.tournament.settings
    sides = {
        who: entry(game, who, number, settings.bye_discs, settings.bye_half_points)
        for who in (game.sides if game.complete else ())
        if who != X
    }
    values = [exact(sides[who].discs) if who in sides else None for who in game.sides] if sides else []
    typed = [game.discs_black, game.discs_white]
    score = " – ".join(f"{value:g}" for value in values if value is not None) if not game.bye else ""
    return {
        "table": 0 if game.bye else game.table, "one": game.black, "two": game.white,
        "scores": [typed] if None not in typed else [], "end": game.end, "complete": game.complete,
        "forfeits": [side for side, who in enumerate(game.sides, start=1) if game.gave(who)],
        "score": f"{score} {game.end}".strip(), "values": values,
        "results": [_OUTCOMES[sides[who].half_points] if who in sides else "P" for who in game.sides] if sides else [],
    }  # fmt: skip


def _finals(decoded: Workbook) -> Iterator[tuple[str, Any, int]]:
    """Stage, game and its number: the deciding game of an Open (O8), the sheet Finales of Othello (F1, F2)."""
    if isinstance(decoded, Othello):
        for row in decoded.finals.rows if decoded.finals else ():
            if row.typed:
                yield othello_sheets.STAGES[row.stage], row.game, row.number
    elif isinstance(decoded, Scrabble) and decoded.tournament.final is not None:
        yield sheets.FINAL, decoded.tournament.final, 0


def _add_ratings(facts: Facts, decoded: Workbook) -> None:
    """New cote and change of each player as if it ended now (Scrabble, R2), and what his results were worth."""
    after = {}
    if isinstance(decoded, Scrabble) and facts["played"]:
        lines = rated(decoded).lines
        after = {line.player.number: (value_of(line.new), value_of(line.gain.total)) for line in lines}
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
    """A time as people write it, "14h05" -> "14:05"; as it is when it is none."""
    found = re.fullmatch(r"([01]?\d|2[0-3])(?:\s*[h:]\s*([0-5]\d)?(?::\d\d)?)?", text.casefold())
    return f"{int(found[1]):02}:{found[2] or '00'}" if found else text


def _tables(snapshot: Snapshot, public: Public) -> Iterator[Facts]:
    """The sheets that a publication shows as they stand: prizes with their winners, teams, memorable facts."""
    for sheet, wanted in texts.TABLES.items():
        grid = [[cell_text(cell) for cell in row] for row in snapshot.sheets.get(sheet, ())]
        header = next((at for at, row in enumerate(grid) if len(set(row) & set(wanted)) >= 3), None)
        if header is None:
            continue
        columns = {name: grid[header].index(name) for name in wanted if name in grid[header]}
        rows = [[row[at] if at < len(row) else "" for at in columns.values()] for row in grid[header + 1 :]]
        if shown := [[public.text(cell) for cell in row] for row in rows if sum(map(bool, row)) > 1]:
            yield {"title": sheet, "columns": list(columns), "rows": shown}
