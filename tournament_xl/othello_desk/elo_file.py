"""Reading an ELO file (X2): what the rating officer of the Othello world receives. Text in, values out."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tournament_xl.othello.results import BOARD
from tournament_xl.texts import elo as texts

MOST_PLAYERS, MOST_ROUNDS, MOST_GAMES = 1000, 99, 6_000
LONGEST = 500  # letters of a line that are looked at: patterns take time with the square
_GAME = re.compile(
    r"(\d{1,6})\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*([<=>])\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*(\d{1,6})(?:\s+[A-Za-z])?"
)
_PLAYER = re.compile(r"%_%\s*(\+?)\s*(\d{1,6})\s*,(.*)")
_NUMBER = re.compile(r"-?\d{1,5}(?:[.,]\d{1,4})?")


class EloError(Exception):
    """The file cannot be used; the text is a French sentence with the line."""


@dataclass(frozen=True, slots=True)
class EloPlayer:
    """A line of the list, in the order of the final standings."""

    number: int
    name: str
    first_name: str
    country: str
    points: float
    discs: float
    rating: float | None
    new: bool  # not yet in the world's list


@dataclass(frozen=True, slots=True)
class EloGame:
    """A game as listed."""

    black: int
    black_discs: float
    white_discs: float
    white: int


@dataclass(slots=True)
class EloFile:
    """A file as read."""

    heads: dict[str, str] = field(default_factory=dict)  # "Tournament" -> its text
    players: dict[int, EloPlayer] = field(default_factory=dict)
    rounds: list[list[EloGame]] = field(default_factory=list)
    added: list[EloGame] = field(default_factory=list)  # finals, in their order
    warnings: list[str] = field(default_factory=list)


def decode_text(data: bytes) -> str:
    """UTF-8, else Latin-1; CR and LF as they come."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_elo(text: str, file: str) -> EloFile:
    """The file's content; EloError names the first line that cannot be read. `file` is for the sentences."""
    found = EloFile()
    added, games = False, 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().strip("\x1a\0")[:LONGEST]
        try:
            if line.startswith("%") and _GAME.search(line):
                raise EloError(texts.GAME_IN_TITLE)
            if head := re.fullmatch(r"%%\s*([A-Za-z]+)\s*:\s*(.*)", line):
                found.heads.setdefault(head[1].casefold(), head[2][:200])
            elif line.startswith("%%"):
                added = added or "added results" in line.casefold()
                if added and re.search("[<=>]", line):
                    raise EloError(texts.GAME_IN_TITLE)
            elif line.startswith("%_%"):
                _add_player(found, line)
            elif title := re.fullmatch(r"%\s*Round\s*(?::\s*)?(\d{1,3})\b(.*)", line, re.IGNORECASE):
                _add_round(found, int(title[1]))
                if re.search("[<=>]", title[2]):
                    raise EloError(texts.GAME_IN_TITLE)
            elif line and not line.startswith("%"):
                _add_game(found, line, number, added=added)
                games += 1
        except EloError as error:
            raise EloError(texts.LINE.format(file=file, line=number, what=error)) from None
        players, rounds = len(found.players), len(found.rounds)
        counts = (("joueurs", players, MOST_PLAYERS), ("rondes", rounds, MOST_ROUNDS), ("parties", games, MOST_GAMES))
        for what, count, limit in counts:
            if count > limit:
                raise EloError(texts.TOO_MANY.format(file=file, limit=limit, what=what))
    if not found.players:
        raise EloError(texts.NOT_ELO.format(file=file))
    if not found.rounds:
        raise EloError(texts.FEW.format(file=file))
    return found


def _add_player(found: EloFile, line: str) -> None:
    """ "%_% +  2788, NAME, First, CTY, score, discs, rating", the rating absent in older files."""
    match = _PLAYER.fullmatch(line)
    cells = [cell.strip() for cell in match[3].split(",")] if match else []
    figures: list[float] = []
    while len(figures) < 3 and cells and _NUMBER.fullmatch(cells[-1]):
        figures.insert(0, float(cells.pop()))
    if match is None or len(figures) < 2 or len(cells) < 2 or not cells[0]:
        raise EloError(texts.PLAYER)
    number = int(match[2])
    if number in found.players:
        raise EloError(texts.PLAYER_TWICE.format(number=number))
    name, *first, country = cells
    rating = figures[2] if len(figures) == 3 else None
    found.players[number] = EloPlayer(
        number, name[:80], ", ".join(first)[:80], country[:20], figures[0], figures[1], rating, bool(match[1])
    )


def _add_round(found: EloFile, number: int) -> None:
    if number != len(found.rounds) + 1:
        raise EloError(texts.ROUND.format(round=number, next=len(found.rounds) + 1))
    found.rounds.append([])


def _add_game(found: EloFile, line: str, number: int, *, added: bool) -> None:
    match = _GAME.fullmatch(line)
    if match is None:
        raise EloError(texts.GAME)
    black, black_discs, sign, white_discs, white = match.groups()
    game = EloGame(int(black), float(black_discs), float(white_discs), int(white))
    for who in (game.black, game.white):
        if who not in found.players:
            raise EloError(texts.UNKNOWN.format(number=who))
    if game.black_discs + game.white_discs > BOARD:
        raise EloError(texts.DISCS.format(black=black_discs, white=white_discs))
    lead = game.black_discs - game.white_discs
    if sign != (">" if lead > 0 else "<" if lead < 0 else "="):
        found.warnings.append(texts.SIGN.format(line=number, sign=sign))
    if added:
        found.added.append(game)
        return
    if not found.rounds:
        raise EloError(texts.NO_ROUND)
    seated = {who for other in found.rounds[-1] for who in (other.black, other.white)}
    for who in (game.black, game.white):
        if who in seated or game.black == game.white:
            raise EloError(texts.TWICE.format(number=who, round=len(found.rounds)))
    found.rounds[-1].append(game)


def unplayed(found: EloFile) -> tuple[dict[int, int], dict[int, set[int]], list[EloPlayer]]:
    """Who had BIP (round -> N°) and who was absent (N° -> rounds), from the points; players whose points do not fit.

    A round has one bye at most. A player's points beyond his games are byes; the earliest rounds that fit are taken.
    """
    won: dict[int, float] = dict.fromkeys(found.players, 0.0)
    idle: dict[int, list[int]] = {who: [] for who in found.players}
    for number, games in enumerate(found.rounds, start=1):
        for game in games:
            for who, own, other in (
                (game.black, game.black_discs, game.white_discs),
                (game.white, game.white_discs, game.black_discs),
            ):
                won[who] += 1.0 if own > other else 0.5 if own == other > 0 else 0.0
        seated = {who for game in games for who in (game.black, game.white)}
        for who in found.players.keys() - seated:
            idle[who].append(number)
    byes: dict[int, int] = {}
    odd = [one for one in found.players.values() if not 0 <= one.points - won[one.number] <= len(idle[one.number])]
    for who, one in found.players.items():
        for _ in range(round(one.points - won[who])):
            if not _place(who, idle, byes, set()):
                odd.append(one)
                break
    absent = {who: {number for number in rounds if byes.get(number) != who} for who, rounds in idle.items()}
    return byes, absent, odd


def _place(who: int, idle: dict[int, list[int]], byes: dict[int, int], tried: set[int]) -> bool:
    """Give a bye in one of his rounds without a game, moving another one's bye if that makes room."""
    for number in idle[who]:
        if number in tried or byes.get(number) == who:
            continue
        tried.add(number)
        if number not in byes or _place(byes[number], idle, byes, tried):
            byes[number] = who
            return True
    return False
