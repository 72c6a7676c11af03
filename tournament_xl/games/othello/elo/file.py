"""Readers of the ELO file, which the rating officer receives, and of the journal of PAPP, another pairing program.

The journal holds a running event, so that an event can change programs halfway. Rules X2 and X4 of docs/regles.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tournament_xl.core import text_limits
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello import schema
from tournament_xl.games.othello.rules.model import BIP, NEEDS_BOARD, OthelloGame
from tournament_xl.games.othello.rules.results import BOARD
from tournament_xl.messages import elo as texts
from tournament_xl.messages.names import fill_sentence
from tournament_xl.workbook.cells import INVISIBLE, Cell
from tournament_xl.workbook.snapshot import ExternalError

FORFEIT_WORD = "forfait"  # remark behind a game that is commented out because it was a forfeit
_HEAD = re.compile(r"%%\s*(Tournament|Country|Date|Sender|Creator|CreationDate|TieBreak)\s*:\s*(.*)", re.IGNORECASE)
_ROUND = re.compile(r"%+\s*Round\s*(?::\s*)?(\d{1,3})\b[^<=>]*", re.IGNORECASE)
_GAME = re.compile(
    r"(\d{1,6})\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*([<=>])\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*(\d{1,6})(?:\s+[A-Za-z]\b)?"
)
_WITHOUT_DISCS = re.compile(r"(\d{1,6})\s*([<=>])\s*(\d{1,6})(?:\s+[A-Za-z]\b)?\s*(?:%.*)?")
_PLAYER = re.compile(r"%_%[\s_]*(\+?)[\s_]*(\d{1,6})\s*,(.*)")
_NUMBER = re.compile(r"-?\d{1,5}(?:[.,]\d{1,4})?")
_NONE = {"-", "--", "?", ""}  # signs for a missing rating
_COUNTRY = re.compile(r"[A-Z]{1,3}|Denmark|\?|")
_AFTER = re.compile(
    r"added|final|play.?off|semi|demi|barrage|match|3/4|1/2|third|3rd|place|women|dames|youth|junior|hors class",
    re.IGNORECASE,
)  # titles of games after the rounds


class EloError(ExternalError):
    """Raised for a file that cannot be used; the text is a French sentence, with the line if one is wrong."""


@dataclass(frozen=True, slots=True)
class EloPlayer:
    """Line of the list of players, which is in the order of the final standings."""

    number: int
    name: str
    first_name: str
    country: str
    points: float
    discs: float
    rating: float | None
    new: bool  # marked as not yet in the world's list


@dataclass(frozen=True, slots=True)
class EloGame:
    """Game as the file lists it."""

    black: int
    black_discs: float
    white_discs: float
    white: int
    sign: str = ""  # "<", "=", ">" seen from Black
    line: int = 0  # number of the line; 0 for a game listed without discs
    note: str = ""  # remark behind a game that is commented out (scored, not rated), or " "
    title: str = ""  # title above games after the rounds
    end: str = ""  # code for column Fin, set by `deduce.resolve_game_ends`

    @property
    def is_contradictory(self) -> bool:
        """Whether sign and discs disagree about the winner; never for a game listed without discs."""
        more = self.black_discs - self.white_discs
        return self.line > 0 and self.sign != (">" if more > 0 else "<" if more < 0 else "=")

    @property
    def game(self) -> OthelloGame:
        """Game as a row of Résultats has it; rated unless it is commented out for another reason than a forfeit."""
        rated = not self.note or FORFEIT_WORD in self.note
        return OthelloGame(
            self.black, self.white, self.black_discs, self.white_discs, self.end, complete=True, rated=rated
        )


def render_game_cells(game: OthelloGame) -> dict[str, Cell]:
    """Return the cells of a game by column of Résultats or Finales; discs only where its end needs them."""
    cells: dict[str, Cell] = {"N° N": game.black or schema.BIP, "N° B": game.white or schema.BIP}
    if game.end in NEEDS_BOARD and game.discs_black is not None and not game.bye:
        cells |= {"Pions N": game.discs_black, "Pions B": game.discs_white}
    return cells | ({"Fin": game.end} if game.end else {}) | ({} if game.rated else {"Hors cote": "oui"})


@dataclass(eq=False)
class EloFile:
    """Content of an ELO file; `deduce` adds what it leaves unsaid."""

    heads: dict[str, str] = field(default_factory=dict)  # key such as "tournament" -> value
    players: dict[int, EloPlayer] = field(default_factory=dict)
    rounds: list[list[EloGame]] = field(default_factory=list)
    added: list[EloGame] = field(default_factory=list)  # games after or before the rounds, in file order
    warnings: list[str] = field(default_factory=list)
    scored: bool = True  # whether the list has points and discs
    title: str | None = None  # title of the games outside the rounds being read; None within the rounds


# Reading


def decode_text(data: bytes) -> str:
    """Decode UTF-8, else Windows-1252 (Latin-1 with more signs); never fail: bytes without a letter become U+FFFD.

    Invisible characters (byte order mark, zero width, soft hyphen) are dropped; CR and LF stay.
    """
    try:
        return re.sub(f"[{INVISIBLE}]", "", data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").replace("\xad", "")


def read_elo(text: str, file: str) -> EloFile:
    """Read an ELO file; the ends of the games stay unset.

    The lines of players may be anywhere; rounds must be numbered from 1 on in the order of the file, and a game belongs
    to the title above it. Games listed without discs count as drawn boards, with one warning in the result. `file` is
    its name in error messages.

    Raises:
        EloError: A line cannot be read, a player or a round is out of place, the file is too large (`check_size`), or
            it has no players or no rounds.
    """
    elo_file = EloFile()
    lines = [
        (line_number, raw_line.strip().strip("\x1a\0")[: text_limits.LINE_LETTERS])
        for line_number, raw_line in enumerate(text.splitlines(), start=1)
    ]
    for line_number, line in sorted(lines, key=lambda numbered: not _PLAYER.fullmatch(numbered[1])):
        try:
            _read_line(elo_file, line, line_number)
            check_size(
                len(elo_file.players), len(elo_file.rounds), sum(map(len, elo_file.rounds)) + len(elo_file.added)
            )
        except EloError as error:
            raise EloError(texts.LINE.format(file=printable_path(file), line=line_number, what=error)) from None
    if not elo_file.players or not elo_file.rounds:
        raise EloError(texts.NOT_ELO.format(file=printable_path(file)))
    if without_discs := sum(not game.line for game in elo_file.added):
        elo_file.warnings.append(fill_sentence(texts.NO_DISCS, {"games": without_discs}))
    return elo_file


def check_size(players: int, rounds: int, games: int) -> None:
    """Refuse a file larger than a tournament can be.

    Raises:
        EloError: There are too many players, rounds or games.
    """
    if players > text_limits.ELO_PLAYERS or rounds > text_limits.ELO_ROUNDS or games > text_limits.ELO_GAMES:
        raise EloError(
            texts.TOO_MANY.format(
                players=text_limits.ELO_PLAYERS, rounds=text_limits.ELO_ROUNDS, games=text_limits.ELO_GAMES
            )
        )


def _read_line(elo_file: EloFile, line: str, line_number: int) -> None:
    """Read one line into the file; raise EloError where it cannot be read."""
    comment = line.startswith("%")
    body = line.lstrip("% ") if comment else line
    if head := _HEAD.fullmatch(line):
        elo_file.heads.setdefault(head[1].casefold(), head[2][:200])
    elif title := _ROUND.fullmatch(line):
        elo_file.title = None
        if int(title[1]) != len(elo_file.rounds) + 1:
            raise EloError(texts.ROUND.format(round=title[1], next=len(elo_file.rounds) + 1))
        elo_file.rounds.append([])
    elif player := _PLAYER.fullmatch(line):
        _add_player(elo_file, player)
    elif game := _GAME.match(body):
        black, black_discs, sign, white_discs, white = game.groups()
        rest = body[game.end() :].strip()
        if rest and not comment and not rest.startswith("%"):
            raise EloError(texts.GAME)
        if float(black_discs) + float(white_discs) > BOARD:
            raise EloError(texts.DISCS)
        note = (rest.strip("% \t")[:80] or " ") if comment else ""
        _add_game(
            elo_file, EloGame(int(black), float(black_discs), float(white_discs), int(white), sign, line_number, note)
        )
    elif comment:
        if _GAME.search(line):  # a game behind a title would be lost
            raise EloError(texts.GAME)
        if _AFTER.search(line) and not line.startswith("%_%"):  # "%_%" is a remark among the players
            elo_file.title = line.strip("% :")[:80]
    elif (game := _WITHOUT_DISCS.fullmatch(line)) and elo_file.title is not None:
        _add_game(elo_file, EloGame(int(game[1]), BOARD / 2, BOARD / 2, int(game[3]), game[2]))
    elif line:
        raise EloError(texts.GAME)


def _add_player(elo_file: EloFile, match: re.Match[str]) -> None:
    """Read a player: "%_% +  2788, NAME, First, CTY, score, discs, rating".

    Older files lack rating, country, or all figures.
    """
    cells = [cell.strip().strip("{}") for cell in match[3].split(",")]
    figures: list[float | None] = []
    while len(figures) < 3 and len(cells) > 1 and (_NUMBER.fullmatch(cells[-1]) or cells[-1] in _NONE):
        text = cells.pop()
        figures.insert(0, None if text in _NONE else float(text.replace(",", ".")))
    while figures and figures[0] is None:  # an empty country
        figures.pop(0)
        cells.append("")
    if not cells[0] or len(figures) == 1 or None in figures[:2]:
        raise EloError(texts.PLAYER)
    number = int(match[2])
    if number in elo_file.players:
        raise EloError(texts.PLAYER_TWICE.format(number=number))
    name, *name_parts = cells
    country = name_parts.pop() if name_parts and (len(name_parts) > 1 or _COUNTRY.fullmatch(name_parts[-1])) else ""
    elo_file.scored = elo_file.scored and bool(figures)
    points, discs, rating, *_ = [*figures, None, None, None]
    elo_file.players[number] = EloPlayer(
        number, name[:80], ", ".join(name_parts)[:80], country[:20], points or 0, discs or 0, rating, bool(match[1])
    )


def _add_game(elo_file: EloFile, game: EloGame) -> None:
    """Add a game to its round, or to the games after the rounds."""
    for player_id in (game.black, game.white):
        if player_id not in elo_file.players:
            raise EloError(texts.UNKNOWN.format(number=player_id))
    if elo_file.title is not None and game.black != game.white:
        elo_file.added.append(replace(game, title=elo_file.title))
        return
    if not elo_file.rounds:
        raise EloError(texts.NO_ROUND)
    seated = {player_id for seated_game in elo_file.rounds[-1] for player_id in (seated_game.black, seated_game.white)}
    for player_id in (game.black, game.white):
        if player_id in seated or game.black == game.white:
            raise EloError(texts.TWICE.format(number=player_id, round=len(elo_file.rounds)))
    elo_file.rounds[-1].append(game)


# PAPP's journal (X4)

_MARK = re.compile(r'"[^"\n]*"|[";]')  # a quoted text, an open quote, the end of a statement
_SETTING = re.compile(r"#_([\w-]+)\s*=\s*(?:\"([^\"]*)\"|([-+\w./]+))")
_PRESENCE = re.compile(r"([+-])\s*(\d{1,6})")
_SIDE = r"(-?\d{1,6})(?:\s+(\d{1,2}(?:\.5)?))?"
_TWO_SIDES = re.compile(rf"\(\s*{_SIDE}\s+{_SIDE}\s*\)")


@dataclass(eq=False)
class PappFile:
    """Tournament that a journal of PAPP describes, as the statements applied so far leave it."""

    heads: dict[str, str] = field(default_factory=dict)  # key such as "Nom-Tournoi" -> value
    rounds: list[list[OthelloGame]] = field(default_factory=list)  # finished rounds
    current: list[OthelloGame] = field(default_factory=list)  # games of the round under way
    present_ids: set[int] = field(default_factory=set)  # players present now
    players: dict[int, None] = field(default_factory=dict)  # in order of registration
    round_robin: bool = False

    @property
    def last(self) -> int:
        """Number of rounds announced, 0 if none is; but if more are finished, or it is too large, the next round."""
        announced = self.heads.get("Nombre-Rondes", "")
        number = int(announced) if announced.isdecimal() else 0
        return number if len(self.rounds) <= number <= text_limits.ELO_ROUNDS else len(self.rounds) + 1

    def end_round(self) -> None:
        """Move the games of the current round into `rounds`, also when there are none.

        If exactly one of the players present has no game, he first gets one against BIP, the bye; not in a round
        without games, nor if somebody has BIP already.
        """
        seated = {player_id for game in self.current for player_id in game.sides}
        unseated_ids = self.present_ids - seated
        if self.current and len(unseated_ids) == 1 and BIP not in seated:
            self.current.append(OthelloGame(unseated_ids.pop(), BIP))
        self.rounds.append(self.current)
        self.current = []


def is_papp(text: str) -> bool:
    """Check whether a text looks like a journal of PAPP; it may still be unreadable."""
    words = ("ronde-suivante", "raz-couplage")
    return any(word in text for word in words) or re.search(r"^[ \t]*#_[\w-]+[ \t]*=", text, re.M) is not None


def read_papp(text: str, file: str) -> PappFile:
    """Read a journal of PAPP; an unfinished round becomes the last of `rounds`, its games perhaps without discs.

    `file` is its name in error messages.

    Raises:
        EloError: A statement cannot be read, the file is too large (`check_size`), or there are no players.
    """
    papp_file = PappFile()
    statements = re.sub(
        r'("[^"\n]*")|(?:%|#(?!_))[^\n\r]*', lambda part: part[1] or "", text
    )  # its header lines start with #
    games = start = 0
    for match in _MARK.finditer(statements):
        statement = statements[start : match.start()].strip() if match[0] == ";" else ""
        start = match.end() if len(match[0]) == 1 else start
        try:
            games += _TWO_SIDES.fullmatch(statement) is not None
            _apply_statement(papp_file, statement)
            check_size(
                len(papp_file.players), len(papp_file.rounds), games // 2
            )  # each game is listed as a pair, then with its result
        except EloError as error:
            line = statements.count("\n", 0, match.end()) + 1
            raise EloError(texts.LINE.format(file=printable_path(file), line=line, what=error)) from None
    if not papp_file.players:
        raise EloError(texts.NO_PAPP.format(file=printable_path(file)))
    if papp_file.current:
        papp_file.end_round()
    return papp_file


def _apply_statement(papp_file: PappFile, statement: str) -> None:
    """Apply one statement of the journal."""
    if setting := _SETTING.fullmatch(statement):
        papp_file.heads[setting[1]] = (setting[2] if setting[2] is not None else setting[3]).strip()[:200]
    elif statement.startswith("&"):
        for sign, player_id in _PRESENCE.findall(statement):
            papp_file.players.setdefault(int(player_id))
            (papp_file.present_ids.add if sign == "+" else papp_file.present_ids.discard)(int(player_id))
    elif statement == "raz-couplage":
        papp_file.current = []
    elif statement.startswith("round-robin-table"):
        papp_file.round_robin = True
    elif statement == "ronde-suivante":
        papp_file.end_round()
    elif game := _TWO_SIDES.fullmatch(statement):
        black, black_discs, white, white_discs = game.groups()
        counts = (float(black_discs), float(white_discs)) if black_discs and white_discs else ()
        _seat_game(papp_file, OthelloGame(max(int(black), BIP), max(int(white), BIP), *counts))
    elif statement:
        raise EloError(texts.PAPP.format(text=statement[:40]))


def _seat_game(papp_file: PappFile, game: OthelloGame) -> None:
    """Put a game into the current round; it replaces a game of the same players, as a result replaces its pair."""
    player_ids = set(game.sides)
    if (game.discs_black or 0) + (game.discs_white or 0) > BOARD:
        raise EloError(texts.DISCS)
    papp_file.current = [seated_game for seated_game in papp_file.current if set(seated_game.sides) != player_ids]
    seated = {player_id for seated_game in papp_file.current for player_id in seated_game.sides}
    for player_id in player_ids - {BIP} - papp_file.players.keys():
        raise EloError(texts.UNKNOWN.format(number=player_id))
    for player_id in player_ids - {BIP}:
        if player_id in seated or len(player_ids) < 2:
            raise EloError(texts.TWICE.format(number=player_id, round=len(papp_file.rounds) + 1))
    papp_file.current.append(game)


def find_absences(papp_file: PappFile) -> Mapping[int, set[int]]:
    """Return N° -> rounds of absence of every player: rounds in which he has neither game nor BIP.

    For players who are not present now, the rounds to come are included, up to `PappFile.last`.
    """
    missing: dict[int, set[int]] = {player_id: set() for player_id in papp_file.players}
    for round_number, games in enumerate(papp_file.rounds, start=1):
        for player_id in papp_file.players.keys() - {player_id for game in games for player_id in game.sides}:
            missing[player_id].add(round_number)
    for player_id in papp_file.players.keys() - papp_file.present_ids:
        missing[player_id] |= set(range(len(papp_file.rounds) + 1, papp_file.last + 1))
    return missing
