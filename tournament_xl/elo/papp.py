"""Reading PAPP's journal of a running tournament (X4): an event can change programs at noon. Text in, values out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournament_xl.elo.reading import MOST_GAMES, MOST_PLAYERS, MOST_ROUNDS, EloError
from tournament_xl.record import field, record, workspace
from tournament_xl.rules.othello.model import BIP
from tournament_xl.rules.othello.results import BOARD
from tournament_xl.texts import elo as texts

_STATEMENT = re.compile(r'(?:"[^"\n]*"|[^;"])*;')
_SETTING = re.compile(r"#_([\w-]+)\s*=\s*(?:\"([^\"]*)\"|([-+\w./]+))")
_PRESENCE = re.compile(r"([+-])\s*(\d{1,6})")
_RESULT = re.compile(r"\(\s*(-?\d{1,6})\s+(\d{1,2}(?:\.5)?)\s+(-?\d{1,6})\s+(\d{1,2}(?:\.5)?)\s*\)")
_PAIR = re.compile(r"\(\s*(-?\d{1,6})\s+(-?\d{1,6})\s*\)")


@record
class PappGame:
    """A pair, Black first, BIP as 0; discs None while it has none."""

    black: int
    white: int
    black_discs: float | None = None
    white_discs: float | None = None


@workspace
class PappFile:
    """The tournament as it stands."""

    heads: dict[str, str] = field(default_factory=dict)  # "Nom-Tournoi" -> its text
    rounds: list[list[PappGame]] = field(default_factory=list)  # over
    current: list[PappGame] = field(default_factory=list)  # of the round under way
    present: list[set[int]] = field(default_factory=list)  # in each round that is over
    here: set[int] = field(default_factory=set)  # now
    players: dict[int, None] = field(default_factory=dict)  # in the order of their registration
    round_robin: bool = False


def is_papp(text: str) -> bool:
    """Whether a text is such a journal."""
    return "ronde-suivante" in text or "raz-couplage" in text or re.search(r"^\s*#_[\w-]+\s*=", text, re.M) is not None


def read_papp(text: str, file: str) -> PappFile:
    """The journal's content; EloError names the first statement that cannot be read."""
    found = PappFile()
    plain = re.sub(r'("[^"\n]*")|%[^\n\r]*', lambda part: part[1] or "", text)
    games = 0
    for match in _STATEMENT.finditer(plain):
        statement = match[0][:-1].strip()
        line = plain.count("\n", 0, match.end()) + 1
        if setting := _SETTING.fullmatch(statement):
            found.heads[setting[1]] = (setting[2] if setting[2] is not None else setting[3]).strip()[:200]
        elif statement.startswith("&"):
            for sign, who in _PRESENCE.findall(statement):
                found.players.setdefault(int(who))
                (found.here.add if sign == "+" else found.here.discard)(int(who))
        elif statement == "raz-couplage":
            found.current = []
        elif statement.startswith("round-robin-table"):
            found.round_robin = True
        elif statement == "ronde-suivante":
            _next_round(found)
        elif game := _game(statement):
            games += 1
            _seat(found, game, file, line)
        elif statement:
            raise EloError(texts.LINE.format(file=file, line=line, what=texts.PAPP.format(text=statement[:40])))
        counts = (("joueurs", len(found.players), MOST_PLAYERS), ("rondes", len(found.rounds), MOST_ROUNDS),
                  ("parties", games, 2 * MOST_GAMES))  # fmt: skip
        for what, number, limit in counts:
            if number > limit:
                raise EloError(texts.TOO_MANY.format(file=file, limit=limit, what=what))
    if not found.players:
        raise EloError(texts.NO_PAPP.format(file=file))
    return found


def _game(statement: str) -> PappGame | None:
    if result := _RESULT.fullmatch(statement):
        black, one, white, two = result.groups()
        return PappGame(max(int(black), BIP), max(int(white), BIP), float(one), float(two))
    if pair := _PAIR.fullmatch(statement):
        return PappGame(max(int(pair[1]), BIP), max(int(pair[2]), BIP))
    return None


def _seat(found: PappFile, game: PappGame, file: str, line: int) -> None:
    """The game in the round under way; one of the same two replaces it, as a result does its pair."""
    two = {game.black, game.white}
    problem = ""
    if (game.black_discs or 0) + (game.white_discs or 0) > BOARD:
        problem = texts.DISCS.format(black=f"{game.black_discs:g}", white=f"{game.white_discs:g}")
    found.current = [one for one in found.current if {one.black, one.white} != two]
    seated = {who for one in found.current for who in (one.black, one.white)}
    for who in two - {BIP}:
        if who not in found.players:
            problem = texts.UNKNOWN.format(number=who)
        elif not problem and (who in seated or len(two) < 2):
            problem = texts.TWICE.format(number=who, round=len(found.rounds) + 1)
    if problem:
        raise EloError(texts.LINE.format(file=file, line=line, what=problem))
    found.current.append(game)


def _next_round(found: PappFile) -> None:
    found.rounds.append(_with_bye(found, found.current))
    found.present.append(set(found.here))
    found.current = []


def _with_bye(found: PappFile, games: list[PappGame]) -> list[PappGame]:
    """A round's games; who alone is there without one has BIP."""
    seated = {who for one in games for who in (one.black, one.white)}
    alone = found.here - seated
    bye = [PappGame(alone.pop(), BIP)] if games and len(alone) == 1 and BIP not in seated else []
    return games + bye


def all_rounds(found: PappFile) -> list[list[PappGame]]:
    """Those that are over, and the one under way where it has pairs."""
    return [*found.rounds, *([_with_bye(found, found.current)] if found.current else [])]


def absent(found: PappFile) -> Mapping[int, set[int]]:
    """N° -> rounds in which he has no row; those to come, too, for who is not there now."""
    rounds, announced = all_rounds(found), found.heads.get("Nombre-Rondes", "")
    missing: dict[int, set[int]] = {who: set() for who in found.players}
    for number, games in enumerate(rounds, start=1):
        for who in found.players.keys() - {who for one in games for who in (one.black, one.white)}:
            missing[who].add(number)
    last = int(announced) if announced.isdecimal() and int(announced) <= MOST_ROUNDS else 0
    for who in found.players.keys() - found.here:
        missing[who] |= set(range(len(rounds) + 1, max(last, len(rounds) + 1) + 1))
    return missing
