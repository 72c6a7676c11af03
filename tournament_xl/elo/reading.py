"""Reading an ELO file (X2): what the rating officer of the Othello world receives. Text in, values out."""

from __future__ import annotations

import re

from tournament_xl.record import field, record, replace, workspace
from tournament_xl.rules.othello.results import BOARD
from tournament_xl.texts import elo as texts

MOST_PLAYERS, MOST_ROUNDS, MOST_GAMES = 1000, 99, 6_000
LONGEST = 500  # letters of a line that are looked at: patterns take time with the square
_GAME = re.compile(
    r"(\d{1,6})\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*([<=>])\s*\(\s*(\d{1,2}(?:\.5)?)\s*\)\s*(\d{1,6})(?:\s+[A-Za-z]\b)?"
)
_WITHOUT_DISCS = re.compile(r"(\d{1,6})\s*([<=>])\s*(\d{1,6})(?:\s+[A-Za-z]\b)?")
_PLAYER = re.compile(r"%_%[\s_]*(\+?)[\s_]*(\d{1,6})\s*,(.*)")
_NUMBER = re.compile(r"-?\d{1,5}(?:[.,]\d{1,4})?")
_NONE = {"-", "--", "?", ""}  # where a rating would stand
_COUNTRY = re.compile(r"[A-Z]{1,3}|Denmark|\?|")
_AFTER = re.compile(
    r"added|final|play.?off|semi|demi|barrage|match|3/4|1/2|third|3rd|place|women|dames|youth|junior|hors class",
    re.IGNORECASE,
)  # titles of games after the rounds


class EloError(Exception):
    """The file cannot be used; the text is a French sentence with the line."""


@record
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


@record
class EloGame:
    """A game as listed."""

    black: int
    black_discs: float
    white_discs: float
    white: int
    sign: str = ""  # "<", "=", ">" seen from Black
    line: int = 0  # 0: no discs stand there
    note: str = ""  # of a game commented out, which is scored and not rated: what is said of it, or " "
    title: str = ""  # above games after the rounds
    end: str = ""  # for the column Fin, once it is known (`elo_results`)

    @property
    def contradicts(self) -> bool:
        """Whether sign and discs say different things."""
        return self.line > 0 and self.sign != (
            ">" if self.black_discs > self.white_discs else "<" if self.black_discs < self.white_discs else "="
        )


@workspace
class EloFile:
    """A file as read."""

    heads: dict[str, str] = field(default_factory=dict)  # "Tournament" -> its text
    players: dict[int, EloPlayer] = field(default_factory=dict)
    rounds: list[list[EloGame]] = field(default_factory=list)
    added: list[EloGame] = field(default_factory=list)  # after the rounds, in their order
    warnings: list[str] = field(default_factory=list)
    scored: bool = True  # whether the list has points and discs


def decode_text(data: bytes) -> str:
    """UTF-8, else Latin-1; CR and LF as they come."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def read_elo(text: str, file: str) -> EloFile:
    """The file's content; EloError names the first line that cannot be read. `file` is for the sentences."""
    reader = _Reader()
    found = reader.found
    for number, raw in enumerate(text.splitlines(), start=1):
        try:
            reader.read(raw.strip().strip("\x1a\0")[:LONGEST], number)
        except EloError as error:
            raise EloError(texts.LINE.format(file=file, line=number, what=error)) from None
        counts = (
            ("joueurs", len(found.players), MOST_PLAYERS),
            ("rondes", len(found.rounds), MOST_ROUNDS),
            ("parties", reader.games, MOST_GAMES),
        )
        for what, count, limit in counts:
            if count > limit:
                raise EloError(texts.TOO_MANY.format(file=file, limit=limit, what=what))
    if not found.players:
        raise EloError(texts.NOT_ELO.format(file=file))
    if not found.rounds:
        raise EloError(texts.FEW.format(file=file))
    if reader.without_discs:
        found.warnings.append(texts.NO_DISCS.format(games=reader.without_discs))
    return found


class _Reader:
    """The lines one after the other."""

    def __init__(self) -> None:
        self.found = EloFile()
        self.games = self.without_discs = 0
        self._title: str | None = None  # of the games after the rounds; None among the rounds

    def read(self, line: str, number: int) -> None:
        """One line; EloError where it cannot be read."""
        found = self.found
        if head := re.fullmatch(
            r"%%\s*(Tournament|Country|Date|Sender|Creator|CreationDate|TieBreak)\s*:\s*(.*)", line, re.I
        ):
            found.heads.setdefault(head[1].casefold(), head[2][:200])
        elif title := re.fullmatch(r"%+\s*Round\s*(?::\s*)?(\d{1,3})\b(.*)", line, re.IGNORECASE):
            self._round(int(title[1]))
            if re.search("[<=>]", title[2]):
                raise EloError(texts.GAME_IN_TITLE)
        elif re.match(r"%+[\s_]*%?[\s_]*$", line) or not line:
            return
        elif line.startswith("%_%"):
            self._player(line)
        elif commented := _GAME.match(line.lstrip("% ")) if line.startswith("%") else None:
            rest = line.lstrip("% ")[commented.end() :].strip("% \t")
            self._game(commented, number, note=rest[:80] or " ")
        elif line.startswith("%"):
            if _GAME.search(line) or (_AFTER.search(line) and re.search(r"\d\s*[<=>]\s*[\d(]", line)):
                raise EloError(texts.GAME_IN_TITLE)
            if found.rounds and _AFTER.search(line):
                self._title = line.strip("% :")[:80]
        elif game := re.fullmatch(_GAME.pattern + r"\s*(?:%.*)?", line):
            self._game(game, number)
        elif game := re.fullmatch(_WITHOUT_DISCS.pattern + r"\s*(?:%.*)?", line):
            if self._title is None:
                raise EloError(texts.OLD_FORMAT.format(line=line[:40]))
            self.without_discs += 1
            self._add(EloGame(int(game[1]), BOARD / 2, BOARD / 2, int(game[3]), game[2]))
        else:
            raise EloError(texts.GAME)

    def _round(self, number: int) -> None:
        self._title = None
        if number != len(self.found.rounds) + 1:
            raise EloError(texts.ROUND.format(round=number, next=len(self.found.rounds) + 1))
        self.found.rounds.append([])

    def _player(self, line: str) -> None:
        """ "%_% +  2788, NAME, First, CTY, score, discs, rating"; older files lack rating, country, or all figures."""
        match = _PLAYER.fullmatch(line)
        cells = [cell.strip().strip("{}") for cell in match[3].split(",")] if match else []
        figures: list[float | None] = []
        while len(figures) < 3 and len(cells) > 1 and (_NUMBER.fullmatch(cells[-1]) or cells[-1] in _NONE):
            text = cells.pop()
            figures.insert(0, None if text in _NONE else float(text.replace(",", ".")))
        while figures and figures[0] is None:  # a country of which nothing is said
            figures.pop(0)
            cells.append("")
        if match is None or not cells[0] or len(figures) == 1 or None in figures[:2]:
            raise EloError(texts.PLAYER)
        number = int(match[2])
        if number in self.found.players:
            raise EloError(texts.PLAYER_TWICE.format(number=number))
        name, *others = cells
        country = others.pop() if others and (len(others) > 1 or _COUNTRY.fullmatch(others[-1])) else ""
        self.found.scored = self.found.scored and bool(figures)
        points, discs, rating, *_ = [*figures, None, None, None]
        self.found.players[number] = EloPlayer(
            number, name[:80], ", ".join(others)[:80], country[:20], points or 0, discs or 0, rating, bool(match[1])
        )

    def _game(self, match: re.Match[str], number: int, *, note: str = "") -> None:
        black, black_discs, sign, white_discs, white = match.groups()
        if float(black_discs) + float(white_discs) > BOARD:
            raise EloError(texts.DISCS.format(black=black_discs, white=white_discs))
        self._add(EloGame(int(black), float(black_discs), float(white_discs), int(white), sign, number, note))

    def _add(self, game: EloGame) -> None:
        found = self.found
        for who in (game.black, game.white):
            if who not in found.players:
                raise EloError(texts.UNKNOWN.format(number=who))
        self.games += 1
        if self._title is not None and game.black != game.white:
            found.added.append(replace(game, title=self._title))
            return
        if not found.rounds:
            raise EloError(texts.NO_ROUND)
        seated = {who for other in found.rounds[-1] for who in (other.black, other.white)}
        for who in (game.black, game.white):
            if who in seated or game.black == game.white:
                raise EloError(texts.TWICE.format(number=who, round=len(found.rounds)))
        found.rounds[-1].append(game)
