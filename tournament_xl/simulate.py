"""Plausible results for rehearsals and tests (`tournament-xl simulate`): nothing here is a rule."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot, difference
from tournament_xl.book.workbook import Workbook
from tournament_xl.exits import DONE, REFUSED
from tournament_xl.games import decode
from tournament_xl.games.othello.sheets import DISCS
from tournament_xl.games.othello.sheets import Row as OthelloRow
from tournament_xl.games.scrabble.sheets import GAMES, SCORES, Row
from tournament_xl.model import Notice, RoundByRound
from tournament_xl.press import Outcome, answering, understood
from tournament_xl.rules.othello.model import Game
from tournament_xl.rules.scrabble.scoring import is_decided
from tournament_xl.texts.notices import notice_text

Result = dict[str, int | str]  # columns of Résultats -> what is typed
AVERAGE, SPREAD = 390.0, 55.0  # Scrabble: points of a game between equals, mean and standard deviation of each score
DRAWS = 0.01  # share of drawn games
LEAD = 11.0  # Othello: discs of a game between equals, standard deviation of the winner's lead over 32
OTHELLO_DRAWS, EMPTY, TIME = 0.03, 0.06, 0.02  # shares of games drawn, ending with empty squares, lost on time
UNRATED = 1000.0


@dataclass(frozen=True, slots=True)
class Chances:
    """What happens at random; the same seed gives the same tournament."""

    seed: str
    forfeits: float = 0.0  # probability that a match is lost by forfeit, 0 to 1
    absences: float = 0.0  # probability that a player misses a round, 0 to 1

    def draw(self, *what: object) -> random.Random:
        """A source of its own for each thing drawn, so that one more draw shifts no other."""
        return random.Random(":".join(map(str, (self.seed, *what))).encode(errors="surrogatepass"))


@answering
def simulate(snapshot: Snapshot, rounds: int | None, chances: Chances, date: str) -> Outcome:
    """Play up to `rounds` rounds (None: to the end), the one that waits for results counting as the first.

    Works through the same actions as the buttons, on copies of the snapshot; the edits of all presses come as one.
    """
    now, played = snapshot, 0
    reveal: dict[str, None] = {}
    first: Outcome | None = None  # the pairing that meets what the organiser has changed
    while True:
        decoded: Workbook = understood(decode(now))
        tournament = decoded.tournament
        finished = tournament.played == tournament.settings.rounds
        if played == rounds or (finished and played):
            break
        if decoded.pending:
            now = _fill(decoded, chances)
            played += 1
            continue
        ready = _with_absences(decoded, chances)
        outcome = actions.pair(ready, date)
        if outcome.code != DONE:
            return outcome
        first = first or outcome
        reveal |= dict.fromkeys(outcome.reveal)
        now = actions.after(ready, outcome)
        played += not decode(now).pending  # everybody met X
    last = actions.update(now, date)
    edits = difference(snapshot, actions.after(now, last))
    code = last.code if edits else REFUSED
    told = notice_text(Notice("simulated", {"rounds": played}))
    warnings = tuple(dict.fromkeys([*(first.warnings if first else ()), *last.warnings]))
    shown = tuple(reveal | dict.fromkeys(last.reveal))
    return replace(last, code=code, edits=edits, message=told, warnings=warnings, reveal=shown)


def tournament_seed(snapshot: Snapshot) -> str:
    """The tournament's own seed."""
    return str(decode(snapshot).tournament.settings.seed)


def fill_current(snapshot: Snapshot, chances: Chances) -> Snapshot:
    """The workbook with a result typed in every row of the current round that has none."""
    return _fill(decode(snapshot), chances)


def _fill(decoded: Workbook, chances: Chances) -> Snapshot:
    """A result in every row of the last drawn round that has none."""
    draft, table = Draft(decoded.snapshot), decoded.results.table
    of_othello = chances.draw("othello")
    for row in decoded.pending:
        if decoded.game == "othello":
            source = random.Random(f"{of_othello.random()}:{row.round}:{row.match.sides}")
            values = _othello_result(decoded, row, chances, source)
        else:
            values = _scrabble_result(decoded, row, chances, chances.draw("match", row.round, *row.match.sides))
        for column, value in values.items():
            if row.line.empty(column):
                draft.put(labels.RESULTS, row.line.row, table.columns[column], value)
    return draft.after()


def _expected(ahead: float) -> float:
    """The probability that the first wins who is stronger by so many points: a logistic curve, 400 for 10 to 1."""
    return 1 / (1 + 10 ** -max(-3.0, min(3.0, ahead / 400)))


def _scrabble_result(decoded: Workbook, row: Row, chances: Chances, source: random.Random) -> Result:
    if source.random() < chances.forfeits and row.line.empty(*SCORES):
        return {"Forfait": source.choice(("1", "2", "1", "2", "1+2"))}
    tournament, match, games = decoded.tournament, row.match, list(row.match.games)
    to_win = tournament.settings.games_to_win(row.round)
    ahead = float(tournament.player(match.one).cote - tournament.player(match.two).cote)
    while not is_decided(replace(match, games=tuple(games)), to_win):
        games.append(scores(ahead, source))
    values: Result = {}
    for columns, game in zip(GAMES, games, strict=False):
        values |= zip(columns, game, strict=True)
    return values


def scores(ahead: float, chances: random.Random) -> tuple[int, int]:
    """The scores of one game of Scrabble; `ahead`: by how many points of cote the first is stronger."""
    total = chances.gauss(2 * AVERAGE, SPREAD)
    margin = round(abs(chances.gauss(0, 1.3 * SPREAD))) + 1
    if chances.random() < DRAWS:
        margin = 0
    if chances.random() >= _expected(ahead):
        margin = -margin
    loser = max(0, round((total - abs(margin)) / 2))
    winner = loser + abs(margin)
    return (winner, loser) if margin >= 0 else (loser, winner)


def _othello_result(decoded: Workbook, row: OthelloRow, chances: Chances, source: random.Random) -> Result:
    """A count beside one that a person has typed already goes with it."""
    if row.line.empty(*DISCS) and source.random() < chances.forfeits:
        return {"Fin": source.choice(("FN", "FB", "FN", "FB", "FNB"))}
    typed = row.match.discs_white, row.match.discs_black
    counts = board(decoded.tournament, row.match, source)
    fitting = (min(own, 64 - int(other or 0)) for own, other in zip(counts, typed, strict=True))
    values: Result = dict(zip(DISCS, fitting, strict=True))
    if source.random() < TIME and row.line.empty(*DISCS):
        values["Fin"] = source.choice(("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB"))
    return values


def board(tournament: RoundByRound, game: Game, source: random.Random) -> tuple[int, int]:
    """The discs at the end of a game of Othello, by the ratings of the two."""
    black, white = (tournament.player(who).cote for who in game.sides)
    return discs((UNRATED if black is None else black) - (UNRATED if white is None else white), source)


def discs(ahead: float, source: random.Random) -> tuple[int, int]:
    """The same; `ahead`: by how many rating points Black is stronger."""
    if source.random() < OTHELLO_DRAWS:
        return 32, 32
    winner = min(64, 33 + round(abs(source.gauss(0, LEAD))))
    loser = 64 - winner
    if source.random() < EMPTY:
        loser -= source.randint(0, loser)
    return (winner, loser) if source.random() < _expected(ahead) else (loser, winner)


def _with_absences(decoded: Workbook, chances: Chances) -> Snapshot:
    """Some players away in the round to be paired; never so many that nobody is left."""
    if not chances.absences:
        return decoded.snapshot
    draft, number = Draft(decoded.snapshot), decoded.tournament.next_round
    here = sorted(decoded.tournament.present(number))
    away = [who for who in here if chances.draw("absence", number, who).random() < chances.absences]
    for who in away if len(away) < len(here) else away[1:]:
        line = decoded.lines[who]
        old = line.text("Absences")
        draft.put(labels.PLAYERS, line.row, line.table.columns["Absences"], and_round(old, number))
    return draft.after()


def and_round(absences: str, number: int) -> str:
    """A text of the column Absences with one more round: "1, 3" and 4 -> "1, 3-4"."""
    last = re.search(r"(?:^|, )(\d+)(?:-(\d+))?$", absences)
    if last and int(last[2] or last[1]) == number - 1:
        return f"{absences[: last.start(1)]}{last[1]}-{number}"
    return f"{absences}, {number}" if absences else str(number)
