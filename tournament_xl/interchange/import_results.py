"""`import`: a workbook from a file of results: our JSON, a plain table of Scrabble results, a division of tsh; other
programs' files are named. Pairs are taken as they were; standings and ratings are ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tournament_xl.core.model import Fact, Player
from tournament_xl.core.resources import printable_path, read_regular_file
from tournament_xl.games.othello.elo.file import is_papp
from tournament_xl.games.scrabble.rules.initial import seeded
from tournament_xl.interchange.import_elo import absences, import_elo, told_of
from tournament_xl.interchange.json_tournament import Incoming, from_json
from tournament_xl.messages import elo, reasons
from tournament_xl.messages import exchange as texts
from tournament_xl.messages.federation import BAD_QUOTES
from tournament_xl.messages.names import some_names
from tournament_xl.players.columns import Row, clean, fold_title, name_key, place_text
from tournament_xl.players.player_lists import SEPARATORS, parse_table
from tournament_xl.players.previous_workbook import is_tournament
from tournament_xl.players.spreadsheets import PACKED
from tournament_xl.players.text_encoding import decode_text
from tournament_xl.players.whole_names import split_name
from tournament_xl.storage import file_actions
from tournament_xl.workbook.history.history import plain
from tournament_xl.workbook.snapshot import Cell, HostError, cell_text
from tournament_xl.workbook.tables import fraction
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx import workbook_package

_MOST_BYTES = 5_000_000
_MOST = 500  # players, rounds
_SHOWN = 8  # lines with a fault that are told


def import_file(source: Path, target: Path) -> Outcome:
    """The workbook of a file, by what is in it; HostError with a sentence when there can be none."""
    try:
        data = read_regular_file(source, _MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise HostError(elo.MISSING.format(file=printable_path(source))) from error
    text, name = decode_text(data) or "", source.name
    found: Incoming | None = None
    if len(data) > _MOST_BYTES:
        raise HostError(texts.TOO_BIG.format(file=printable_path(name), limit=_MOST_BYTES // 1_000_000))
    if data.startswith(PACKED):
        read = workbook_package.load(source, data)
        if is_tournament(read):
            raise HostError(texts.OURS.format(file=printable_path(name)))
        grids = read.sheets.values()
        sheets = [[(at, [clean(cell_text(cell)) for cell in row]) for at, row in enumerate(grid, 1)] for grid in grids]
        found = next((_table(rows, name, *head) for rows in sheets if (head := _header(rows))[1]), None)
        if found is None:
            raise HostError(texts.NO_TABLE.format(file=printable_path(name)))
    elif other := _of_another(text.lstrip() or data[:8].decode("latin-1")):
        raise HostError(texts.OTHER.format(file=printable_path(name), other=other))
    elif text.lstrip().startswith("{"):
        found = from_json(text, name)
    elif source.suffix.lower() == ".t" or _is_tsh(text):
        found = _tsh(text, name)
    else:
        tables = (parse_table(text, separator) for separator in SEPARATORS)
        rows, bad_quotes = next((one for one in tables if _header(one[0])[1]), ([], None))
        if bad_quotes:
            raise HostError(BAD_QUOTES.format(place=place_text(name, None, bad_quotes)))
        found = _table(rows, name, *_header(rows)) if rows else None
    if found:
        return _created(found, source, target)
    if re.search(r"(?m)^\s*%", text) or is_papp(text) or source.suffix.lower() == ".elo":
        return import_elo(data, source, target)
    raise HostError(texts.NO_TABLE.format(file=printable_path(name)))


def _of_another(text: str) -> str:
    """What a file of another program is; "" for none that is known."""
    return next((told for pattern, told in texts.OTHERS if re.match(pattern, text)), "")


def _created(found: Incoming, source: Path, target: Path) -> Outcome:
    reason = elo.REASON.format(imported=reasons.IMPORTED, file=printable_path(source.name))
    rows = [{"Motif": reason, **row} for rows in found.rounds for row in rows]
    outcome = file_actions.create(
        target, found.settings, found.players, game=found.game, rows=rows, finals=found.finals, kept=found.kept
    )
    return told_of(outcome, source, target, len(found.players), len(found.rounds), found.notes)


# Scrabble: who met whom, with which scores


@dataclass
class _Gathered:
    """A tournament as its matches come in, in any order; every fault with its line."""

    file: str
    faults: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # by N°, as first written
    numbers: dict[str, int] = field(default_factory=dict)  # N° by the name as compared
    cotes: dict[int, str] = field(default_factory=dict)
    rows: dict[int, list[dict[str, Cell]]] = field(default_factory=dict)  # by round
    seen: dict[tuple[int, int], int] = field(default_factory=dict)  # round and N° -> line

    def say(self, at: int, what: str, /, **facts: object) -> None:
        self.faults.append(elo.LINE.format(file=printable_path(self.file), line=at, what=what.format(**facts)))

    def who(self, name: str) -> int:
        """N° of a name; X is 0."""
        if fold_title(name) in texts.NOBODY:
            return 0
        number = self.numbers.setdefault(name_key(name), len(self.names) + 1)
        self.names += [name] if number > len(self.names) else []
        return number

    def add(self, line: int, number: int, table: Cell, two: Sequence[int], scores: Sequence[Cell], gave: str) -> None:
        """A match; X stands second."""
        if two[0] == two[1]:
            self.say(line, texts.NO_PAIR)
            return
        for who in filter(None, two):
            if (number, who) in self.seen:
                self.say(line, texts.TWICE, name=self.names[who - 1], round=number, line=self.seen[number, who])
            self.seen[number, who] = line
        if not two[0]:
            two, scores, gave = two[::-1], scores[::-1], gave.translate({49: "2", 50: "1"})
        row: dict[str, Cell] = {"Ronde": number, "N° 1": two[0], "N° 2": two[1] or "X"}
        if table:
            row["Table"] = table
        if gave:
            row["Forfait"] = gave
        elif two[1]:
            row |= {"Score 1": scores[0], "Score 2": scores[1]}
        self.rows.setdefault(number, []).append(row)

    def done(self, title: str) -> Incoming:
        """What a person would type; HostError with the faults."""
        rounds = sorted(self.rows)
        if len(self.names) > _MOST:
            raise HostError(texts.TOO_MANY.format(file=printable_path(self.file), most=_MOST))
        if not self.faults and rounds != [*range(1, len(rounds) + 1)]:
            missing = min({*range(1, max(rounds, default=1) + 1)} - {*rounds})
            self.faults.append(texts.NO_ROUND.format(file=printable_path(self.file), round=missing))
        if self.faults:
            more = [texts.MORE.format(count=len(self.faults) - _SHOWN)] if len(self.faults) > _SHOWN else []
            raise HostError("\n".join([*self.faults[:_SHOWN], *more]))
        last = len(rounds)
        people, places = [], []
        for who, name in enumerate(self.names, start=1):
            surname, first = split_name(name, "")
            missed = {number for number in rounds if (number, who) not in self.seen}
            people.append({
                "N°": str(who), "Nom": surname, "Prénom": first, "Cote": self.cotes.get(who, ""),
                "Absences": absences(missed, last),
            })  # fmt: skip
            if len(missed) < last:
                places.append(Player(who, surname, first, cote=fraction(self.cotes.get(who) or "1000") or 0))
        kept = {
            Fact("rang", 0, one.number): plain(one.seed)
            for one in seeded(places, range(1, len(self.names) + 1))
            if one.seed
        }
        settings = {"Nom": title, "Formule": "Classique", "Nombre de rondes": str(last)}
        notes = [texts.ROUNDS.format(rounds=last), *([] if self.cotes else [texts.NO_COTES])]
        return Incoming(settings, people, [self.rows[number] for number in rounds], kept=kept, notes=notes)


_WANTED = {"round", "one", "two", "score one", "score two"}


def _header(rows: Sequence[Row]) -> tuple[int, dict[str, int]]:
    """Index of the first line with the titles of a table of results, and what they mean -> their column; (0, {}) when
    there is none. Of two of one title the first is player 1's.
    """
    for start, (_, cells) in enumerate(rows[:20]):
        found: dict[str, int] = {}
        for at, cell in enumerate(cells):
            new = (key for key in texts.TITLES.get(fold_title(cell), ()) if key not in found)
            found |= dict.fromkeys([*new][:1], at)
        if found.keys() >= _WANTED:
            return start, found
    return 0, {}


def _table(rows: Sequence[Row], file: str, start: int, titles: dict[str, int]) -> Incoming:
    gathered, last = _Gathered(file), 0
    unread = [at for at, cell in enumerate(rows[start][1]) if fold_title(cell) in texts.UNREAD]
    for line, cells in rows[start + 1 :]:
        said = {key: cells[at] if at < len(cells) else "" for key, at in titles.items()}
        if not said["one"] and not said["two"]:
            continue
        found = re.search(r"\d+", said["round"])
        number = int(found[0][:4]) if found else 0 if said["round"] else last
        if not 1 <= number <= _MOST:
            gathered.say(line, texts.NO_ROUND_HERE, text=said["round"])
            continue
        last = number
        for at in unread:
            if any(cells[at : at + 1]):
                gathered.say(line, texts.UNREAD_COLUMN, title=rows[start][1][at])
        scores = [_score(said[key]) for key in ("score one", "score two")]
        gave = "+".join(str(at) for at, score in enumerate(scores, 1) if score == "F")
        for key, score in zip(("score one", "score two"), scores, strict=True):
            if score is None:
                gathered.say(line, texts.NO_SCORE, text=said[key])
        two = [gathered.who(said[key]) for key in ("one", "two")]
        gathered.add(line, last, _score(said.get("table", "")) or "", two, scores, gave)
    return gathered.done(Path(file).stem)


def _score(text: str) -> Cell:
    """A whole number, "F" for a forfeit, "" for none yet; None for anything else."""
    if fold_title(text) in texts.FORFEITS:
        return "F"
    number = text.replace("\u2212", "-").removesuffix(",0").removesuffix(".0")
    return "" if not text else int(number) if re.fullmatch(r"-?\d{1,4}", number) else None


_TSH = re.compile(
    r"(?P<name>[^;]*?[^\s;\d])\s+(?P<cote>-?\d{1,5})(?P<met>(?:\s+\d{1,4}(?=\s|;))*)\s*;"
    r"(?P<scores>(?:\s*-?\d{1,4}(?=\s|;|$))*)\s*(?:;.*)?"
)


_TSH_DIVISION = re.compile(r"\W{0,3}(?:division|divisie|groupe?)\b.{0,60}", re.IGNORECASE)  # a heading
_TSH_FILE = re.compile(r"division\s{1,9}(\S{1,60})\s{1,9}(\S{1,200})", re.IGNORECASE)  # of its configuration
_LONGEST = 2000  # letters of a line that may be a player's


def _is_tsh(text: str) -> bool:
    """Whether the first line that is no remark and no heading is a player of tsh; or if it is its configuration."""
    lines = (line.strip() for line in text[: 20 * _LONGEST].splitlines())
    found = (line for line in lines if line and not line.startswith("#") and not _TSH_DIVISION.fullmatch(line))
    first = next(found, "")
    return bool(_tsh_files(text)) or (len(first) <= _LONGEST and _TSH.fullmatch(first) is not None)


def _tsh_files(text: str) -> list[str]:
    """The files of divisions that a configuration of tsh names."""
    lines = (_TSH_FILE.fullmatch(line.strip()) for line in text[: 20 * _LONGEST].splitlines())
    return [line[2] for line in lines if line and line[2].lower().endswith(".t")]


def _agree(met: Sequence[Sequence[int]]) -> bool:
    """Whether each opponent is one of these players, and says the same."""
    return all(
        not other or (other <= len(met) and _of_round(met[other - 1], number, 0) == who)
        for who, rounds in enumerate(met, start=1)
        for number, other in enumerate(rounds, start=1)
    )


def _has_divisions(met: Sequence[Sequence[int]]) -> bool:
    """Whether opponents by round make sense only as several divisions, each with N° from 1 on."""
    if _agree(met):
        return False
    start = 0
    while start < len(met):
        last = 0
        for size, rounds in enumerate(met[start:], start=1):
            last = max(last, *rounds, 0)
            if last <= size:
                break
        if not _agree(met[start : start + size]):
            return False
        start += size
    return True


def _tsh(text: str, file: str) -> Incoming:
    """A division of tsh: a player a line, numbered by their lines: name, rating, N° of the opponents by round, ";", the
    own scores by round. Opponent 0: no game; with a score above 0 it is a bye that counts as won.
    """
    gathered, lines = _Gathered(file), []
    if files := _tsh_files(text):
        raise HostError(
            texts.TSH_FILES.format(
                file=printable_path(file), files=some_names([printable_path(name) for name in files], _SHOWN)
            )
        )
    for at, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#") and not _TSH_DIVISION.fullmatch(line.strip()):
            found = _TSH.fullmatch(line.strip())
            lines.append((at, found))
            if not found:
                gathered.say(at, texts.TSH_LINE)
    players = [(at, found) for at, found in lines if found]
    met = [[int(who) for who in found["met"].split()] for _, found in players]
    scores = [[int(score) for score in found["scores"].split()] for _, found in players]
    if max(len(players), *map(len, met), 0) > _MOST:
        raise HostError(texts.TOO_MANY.format(file=printable_path(file), most=_MOST))
    if not lines:
        raise HostError(texts.TSH_EMPTY.format(file=printable_path(file)))
    if len(lines) == len(players) and _has_divisions(met):
        raise HostError(texts.TSH_DIVISIONS.format(file=printable_path(file)))
    for number, (at, found) in enumerate(players, start=1):
        if gathered.who(found["name"]) != number:
            gathered.say(at, texts.TSH_NAMES)
            return gathered.done(file)
        if int(found["cote"]) > 0:
            gathered.cotes[number] = found["cote"]
    for who, (at, _) in enumerate(players, start=1):
        for number, other in enumerate(met[who - 1], start=1):
            own: Cell = _of_round(scores[who - 1], number, "")
            if not other and own and int(own) > 0:
                gathered.add(at, number, "", (who, 0), ("", ""), "")
            elif other > len(players) or (other and _of_round(met[other - 1], number, 0) != who):
                gathered.say(at, texts.TSH_PAIR, round=number, other=other)
            elif other >= who:
                gathered.add(at, number, "", (who, other), (own, _of_round(scores[other - 1], number, "")), "")
    return gathered.done(Path(file).stem)


def _of_round(row: Sequence[int], number: int, none: Cell) -> Cell:
    return row[number - 1] if number <= len(row) else none
