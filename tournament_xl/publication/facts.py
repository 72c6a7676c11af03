"""What a publication says, as one plain dict: tournoi.json, of which all else is made.

Figures are those of the sheets. Nothing of the organiser's own is in it: no licence, mail or remark, and no name of
those who want none (`Public`). docs/publication.md describes the fields.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from math import inf
from typing import Any

from tournament_xl.actions.what_if import race
from tournament_xl.core.model import Encounter, Fact, Person, Side, X
from tournament_xl.core.normalization import normalize
from tournament_xl.games.registry import jobs_of, of
from tournament_xl.interchange.export_tables import standings_after
from tournament_xl.messages import publication as texts
from tournament_xl.messages.names import shortenings
from tournament_xl.workbook import schema
from tournament_xl.workbook.decoded import Workbook, pending_tables
from tournament_xl.workbook.sheets.pairings import time_of_round, times
from tournament_xl.workbook.snapshot import Snapshot, cell_text
from tournament_xl.workbook.tables import exact

FORMAT = 1  # of tournoi.json: counted up when a field changes its meaning or goes
_SCREEN = 18.0  # room of a name on the screen, in figures; a longer surname stands whole, in two lines
_OWN = 9999  # N° beyond are those of the world's list of Othello, not of this tournament
_SHORTEST = 3  # letters of a name that was cut: with fewer, any word would be one
Facts = dict[str, Any]


def facts_of(decoded: Workbook, *, initials: bool = False) -> Facts:
    """Everything that is published of a workbook without problems; `initials`: names are not (--sans-noms)."""
    public, short = Public(decoded, initials=initials), decoded.fitted(_SCREEN, smaller=inf)
    tournament, job = decoded.tournament, jobs_of(decoded)
    settings, played, rounds = tournament.settings, tournament.played, tournament.settings.rounds or 0
    listed = times(decoded)
    facts: Facts = {
        "format": FORMAT,
        "game": decoded.game,
        "figures": job.FIGURES,
        **job.published_rules(decoded),
        "title": settings.title or decoded.default_title,
        "place": settings.place,
        "dates": settings.dates,
        "formula": settings.formula,
        "rounds": rounds,
        "drawn": len(tournament.rounds),
        "played": played,
        "over": 0 < played == rounds and not decoded.waits,
        "missing": pending_tables(decoded) if decoded.pending else "",
        "room": decoded.settings.text("Salle"),
        "time": time_of_round(listed, min(played + 1, rounds)) if played < rounds or decoded.waits else "",
        "times": listed,
        "initials": initials,
        "hidden": sorted(public.numbers[who] for who in public.hidden),
        "players": [_player(player, public, short[player.number]) for player in tournament.players],
        "games": [
            {"round": number, **_game(decoded, *sides), "reason": public.text(match.reason)}
            for number, matches in enumerate(tournament.rounds, start=1)
            for match, sides in sorted(zip(matches, decoded.sides(number), strict=True), key=_by_table)
        ],
        "standings": [_standings(decoded, after) for after in range(played + 1)],
        "finals": [{"stage": stage, **_game(decoded, *sides)} for stage, *sides in job.finals(decoded)],
        "tables": list(_tables(decoded.snapshot, public)),
    }
    able = [line for line in facts["standings"][-1]["lines"] if line["number"] not in decoded.barred]  # F2
    first = [line["number"] for line in able if line["place"] == able[0]["place"]]
    facts["left"] = sorted(public.numbers[who] for who in decoded.barred)
    facts["status"] = texts.step(
        rounds=rounds, drawn=facts["drawn"], played=played, players=len(tournament.players), missing=facts["missing"],
        tables=len(decoded.pending), leaders=[public.names[who] for who in first], waits=decoded.waits,
    )  # fmt: skip
    _add_ratings(facts, decoded)
    _renumber(facts, public.numbers)
    facts["race"] = race(decoded, public.numbers)
    return facts


def _by_table(drawn: tuple[Encounter, object]) -> tuple[bool, int]:
    match = drawn[0]
    return X in match.sides, match.table or 10_000


class Public:
    """The names that may be read and the numbers that stand for players, by N°; X and the bye included."""

    def __init__(self, decoded: Workbook, *, initials: bool = False) -> None:
        players = {player.number: player for player in decoded.tournament.players}
        anonymous = set(anonymous_numbers(decoded))
        self.names: dict[int, str] = decoded.full_names()
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


def anonymous_numbers(decoded: Workbook) -> Iterator[int]:
    """N° of those with something else than "non" in the column Anonyme of Joueurs, where there is one."""
    header = decoded.snapshot.sheets[schema.PLAYERS][decoded.players.table.header - 1]
    columns = [at for at, cell in enumerate(header, start=1) if normalize(cell_text(cell)) == texts.ANONYMOUS_COLUMN]
    for number, line in decoded.lines.items():
        typed = {normalize(cell_text(decoded.snapshot.cell(schema.PLAYERS, line.row, at))) for at in columns}
        if typed - {"", "non"}:
            yield number


def _forms(decoded: Workbook, player: Person) -> Iterator[str]:
    """What a player is called on the sheets, by former names too."""
    yield from (*shortenings(player), f"{player.first_name} {player.name}".strip())
    yield from (f"{player.name[:cut]}…" for cut in range(_SHORTEST, len(player.name)))
    for memory in decoded.memory.entries:
        for changes in (memory.found, memory.made):
            if name := changes.get(Fact("nom", 0, player.number)):
                yield name
                yield from (word for word in name.split() if len(word) >= _SHORTEST)


def _renumber(facts: Facts, numbers: dict[int, int]) -> None:
    """The public numbers in place of N°."""
    lines = [line for table in facts["standings"] for line in table["lines"]]
    for record in (*facts["players"], *lines, *facts["games"], *facts["finals"]):
        for key in {"number", "one", "two"} & record.keys():
            record[key] = numbers[record[key]]


def _player(player: Person, public: Public, short: str) -> Facts:
    name = public.names[player.number]
    return {
        "number": player.number,
        "name": name,
        "short": name if player.number in public.hidden else short,
        "club": player.club,
        "country": getattr(player, "country", ""),
        "seed": getattr(player, "seed", None),
        "rating": None if player.cote is None else exact(player.cote),
    }


def _standings(decoded: Workbook, after: int) -> Facts:
    """Classement after a round."""
    lines = [
        {
            "place": row["Place"], "number": row["N°"], "move": row[schema.MOVE_COLUMN] if after else "",
            **{key: row.get(column) for key, column in jobs_of(decoded).FIGURES.items()},
        }
        for row in standings_after(decoded, after).rows
    ]  # fmt: skip
    return {"after": after, "title": of(decoded).standings_title(decoded, after), "lines": lines}


def _game(decoded: Workbook, one: Side, two: Side) -> Facts:
    """A match, in Othello Black first; `values`: what it counts for the tie-break: Pdep, discs."""
    return {
        "table": 0 if X in (one.number, two.number) else one.table, "one": one.number, "two": two.number,
        "scores": [list(scores) for scores in one.games if None not in scores],
        "forfeits": [at for at, side in enumerate((one, two), start=1) if side.gave], "end": one.end,
        "complete": one.complete, "score": jobs_of(decoded).score_text(one, two),
        "results": [side.outcome for side in (one, two) if side.complete],
        "values": [None if side.value is None else exact(side.value) for side in (one, two) if side.complete],
    }  # fmt: skip


def _add_ratings(facts: Facts, decoded: Workbook) -> None:
    """New cote and change of each player as if it ended now (Scrabble, R2), and what his results were worth."""
    after = jobs_of(decoded).rating_changes(decoded)
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
