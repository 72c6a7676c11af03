"""Reading PAPP's journal of a running tournament (X4): an event can change programs at noon. Text in, values out."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tournament_xl.elo.file import MOST_ROUNDS, EloError, check_size
from tournament_xl.record import field, workspace
from tournament_xl.rules.othello.model import BIP, Game
from tournament_xl.rules.othello.results import BOARD
from tournament_xl.texts import elo as texts

_STATEMENT = re.compile(r'(?:"[^"\n]*"|[^;"])*;')
_SETTING = re.compile(r"#_([\w-]+)\s*=\s*(?:\"([^\"]*)\"|([-+\w./]+))")
_PRESENCE = re.compile(r"([+-])\s*(\d{1,6})")
_NUMBER, _DISCS = r"(-?\d{1,6})", r"(\d{1,2}(?:\.5)?)"
_GAME = re.compile(rf"\(\s*{_NUMBER}(?:\s+{_DISCS})?\s+{_NUMBER}(?:\s+{_DISCS})?\s*\)")


@workspace
class PappFile:
    """The tournament as it stands."""

    heads: dict[str, str] = field(default_factory=dict)  # "Nom-Tournoi" -> its text
    rounds: list[list[Game]] = field(default_factory=list)  # over
    current: list[Game] = field(default_factory=list)  # of the round under way
    here: set[int] = field(default_factory=set)  # now
    players: dict[int, None] = field(default_factory=dict)  # in the order of their registration
    round_robin: bool = False

    @property
    def last(self) -> int:
        """The last round announced, else the next one."""
        announced = self.heads.get("Nombre-Rondes", "")
        number = int(announced) if announced.isdecimal() else 0
        return number if len(self.rounds) <= number <= MOST_ROUNDS else len(self.rounds) + 1

    def end_round(self) -> None:
        """The round under way is over; who alone is there without a game has BIP."""
        seated = {who for one in self.current for who in one.sides}
        alone = self.here - seated
        if self.current and len(alone) == 1 and BIP not in seated:
            self.current.append(Game(alone.pop(), BIP))
        self.rounds.append(self.current)
        self.current = []


def is_papp(text: str) -> bool:
    """Whether a text is such a journal."""
    return "ronde-suivante" in text or "raz-couplage" in text or re.search(r"^\s*#_[\w-]+\s*=", text, re.M) is not None


def read_papp(text: str, file: str) -> PappFile:
    """The journal's content, a round under way as the last one; EloError names what cannot be read first."""
    found = PappFile()
    plain = re.sub(r'("[^"\n]*")|%[^\n\r]*', lambda part: part[1] or "", text)
    games = 0
    for match in _STATEMENT.finditer(plain):
        statement = match[0][:-1].strip()
        try:
            games += _GAME.fullmatch(statement) is not None
            _read(found, statement)
            check_size(len(found.players), len(found.rounds), games // 2)  # pairs stand there, then results
        except EloError as error:
            line = plain.count("\n", 0, match.end()) + 1
            raise EloError(texts.LINE.format(file=file, line=line, what=error)) from None
    if not found.players:
        raise EloError(texts.NO_PAPP.format(file=file))
    if found.current:
        found.end_round()
    return found


def _read(found: PappFile, statement: str) -> None:
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
        found.end_round()
    elif game := _GAME.fullmatch(statement):
        black, one, white, two = game.groups()
        counts = (float(one), float(two)) if one and two else ()
        _seat(found, Game(max(int(black), BIP), max(int(white), BIP), *counts))
    elif statement:
        raise EloError(texts.PAPP.format(text=statement[:40]))


def _seat(found: PappFile, game: Game) -> None:
    """The game in the round under way; one of the same two replaces it, as a result does its pair."""
    two = set(game.sides)
    if (game.discs_black or 0) + (game.discs_white or 0) > BOARD:
        raise EloError(texts.DISCS.format(black=f"{game.discs_black:g}", white=f"{game.discs_white:g}"))
    found.current = [one for one in found.current if set(one.sides) != two]
    seated = {who for one in found.current for who in one.sides}
    for who in two - {BIP} - found.players.keys():
        raise EloError(texts.UNKNOWN.format(number=who))
    for who in two - {BIP}:
        if who in seated or len(two) < 2:
            raise EloError(texts.TWICE.format(number=who, round=len(found.rounds) + 1))
    found.current.append(game)


def absent(found: PappFile) -> Mapping[int, set[int]]:
    """N° -> rounds in which he has no row; those to come, too, for who is not there now."""
    missing: dict[int, set[int]] = {who: set() for who in found.players}
    for number, games in enumerate(found.rounds, start=1):
        for who in found.players.keys() - {who for one in games for who in one.sides}:
            missing[who].add(number)
    for who in found.players.keys() - found.here:
        missing[who] |= set(range(len(found.rounds) + 1, found.last + 1))
    return missing
