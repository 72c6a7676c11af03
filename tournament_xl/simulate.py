"""Plausible results for rehearsals and tests (`tournament-xl simulate`): nothing here is a rule."""

from __future__ import annotations

import random
import re

from tournament_xl import actions
from tournament_xl.book import labels
from tournament_xl.book.snapshot import Draft, Snapshot, difference
from tournament_xl.games import decode
from tournament_xl.games.othello.decoded import Decoded as Othello
from tournament_xl.games.othello.simulate import fill as othello_fill
from tournament_xl.games.scrabble.decoded import Decoded
from tournament_xl.games.scrabble.sheets import GAMES, SCORES
from tournament_xl.model import Match, Notice, Tournament
from tournament_xl.press import DONE, REFUSED, Outcome, understood
from tournament_xl.record import record, replace
from tournament_xl.rules.scrabble.scoring import is_decided
from tournament_xl.texts.notices import notice_text

AVERAGE, SPREAD = 390.0, 55.0  # points of a game between equals: mean and standard deviation of each score
DRAWS = 0.01  # share of drawn games


@record
class Chances:
    """What happens at random; the same seed gives the same tournament."""

    seed: str
    forfeits: float = 0.0  # probability that a match is lost by forfeit, 0 to 1
    absences: float = 0.0  # probability that a player misses a round, 0 to 1

    def draw(self, *what: object) -> random.Random:
        """A source of its own for each thing drawn, so that one more draw shifts no other."""
        return random.Random(":".join(map(str, (self.seed, *what))).encode(errors="surrogatepass"))


def simulate(snapshot: Snapshot, rounds: int | None, chances: Chances, date: str) -> Outcome:
    """Play up to `rounds` rounds (None: to the end), the one that waits for results counting as the first.

    Works through the same actions as the buttons, on copies of the snapshot; the edits of all presses come as one.
    """
    now, played = snapshot, 0
    optional: set[tuple[str, int, int]] = set()
    reveal: dict[str, None] = {}
    first: Outcome | None = None  # the pairing that meets what the organiser has changed
    while True:
        decoded: Decoded | Othello | Outcome = understood(decode(now))
        if isinstance(decoded, Outcome):
            return decoded
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
        optional |= _optional(outcome)
        reveal |= dict.fromkeys(outcome.reveal)
        now = actions.after(ready, outcome)
        after = decode(now)
        played += not isinstance(after, list) and not after.pending  # everybody met X
    last = actions.update(now, date)
    edits = difference(snapshot, actions.after(now, last), optional | _optional(last))
    code = last.code if edits else REFUSED
    told = notice_text(Notice("simulated", {"rounds": played}))
    warnings = tuple(dict.fromkeys([*(first.warnings if first else ()), *last.warnings]))
    shown = tuple(reveal | dict.fromkeys(last.reveal))
    return replace(last, code=code, edits=edits, message=told, warnings=warnings, reveal=shown)


def _optional(outcome: Outcome) -> set[tuple[str, int, int]]:
    return {place for block in outcome.edits if block.optional for place, _ in block.cells()}


def tournament_seed(snapshot: Snapshot) -> str:
    """The tournament's own seed; "" when it cannot be read."""
    decoded = decode(snapshot)
    return "" if isinstance(decoded, list) else decoded.tournament.settings.seed


def fill_current(snapshot: Snapshot, chances: Chances) -> Snapshot:
    """The workbook with a result typed in every row of the current round that has none."""
    decoded = decode(snapshot)
    return snapshot if isinstance(decoded, list) else _fill(decoded, chances)


def game(tournament: Tournament, match: Match, chances: random.Random) -> tuple[int, int]:
    """The scores of one game, by the cotes of the two."""
    return scores(float(tournament.player(match.one).cote - tournament.player(match.two).cote), chances)


def scores(ahead: float, chances: random.Random) -> tuple[int, int]:
    """The scores of one game, the stronger winning more often (a logistic curve, 400 points for 10 to 1).

    `ahead`: by how many points of cote the first is stronger.
    """
    edge = ahead / 400
    expected = 1 / (1 + 10 ** -max(-3.0, min(3.0, edge)))
    total = chances.gauss(2 * AVERAGE, SPREAD)
    margin = round(abs(chances.gauss(0, 1.3 * SPREAD))) + 1
    if chances.random() < DRAWS:
        margin = 0
    if chances.random() >= expected:
        margin = -margin
    loser = max(0, round((total - abs(margin)) / 2))
    winner = loser + abs(margin)
    return (winner, loser) if margin >= 0 else (loser, winner)


def _fill(decoded: Decoded | Othello, chances: Chances) -> Snapshot:
    """A result in every row of the last drawn round that has none."""
    if isinstance(decoded, Othello):
        return othello_fill(decoded, chances.forfeits, chances.draw("othello"))
    draft, tournament = Draft(decoded.snapshot), decoded.tournament
    for row in decoded.pending:
        source = chances.draw("match", row.round, row.match.one, row.match.two)
        values: dict[str, int | str] = {}
        if source.random() < chances.forfeits and row.line.empty(*SCORES):
            values["Forfait"] = source.choice(("1", "2", "1", "2", "1+2"))
        else:
            games = list(row.match.games)
            to_win = tournament.settings.games_to_win(row.round)
            while not is_decided(replace(row.match, games=tuple(games)), to_win):
                games.append(game(tournament, row.match, source))
            for columns, scores in zip(GAMES, games, strict=False):
                values |= dict(zip(columns, scores, strict=True))
        for column, value in values.items():
            if row.line.empty(column):
                draft.put(labels.RESULTS, row.line.row, row.line.table.columns[column], value)
    return draft.after()


def _with_absences(decoded: Decoded | Othello, chances: Chances) -> Snapshot:
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
