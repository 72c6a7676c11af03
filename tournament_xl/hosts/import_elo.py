"""`import`: a workbook from a published result file .ELO (X2), or from PAPP's journal, to go on from there (X4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from tournament_xl.book import labels
from tournament_xl.book.grid import number, read_date
from tournament_xl.book.memory import ranges
from tournament_xl.book.snapshot import Cell, HostError
from tournament_xl.elo.deduce import deduce
from tournament_xl.elo.finals import find_finals, game_cells, unranked_only
from tournament_xl.elo.papp import PappFile, absent, all_rounds, is_papp, read_papp
from tournament_xl.elo.reading import EloError, EloFile, decode_text, read_elo
from tournament_xl.elo.results import bye_points, settle, unplayed
from tournament_xl.games.othello import labels as othello
from tournament_xl.hosts import files
from tournament_xl.lists.columns import ListError
from tournament_xl.lists.othello_list import world_beside
from tournament_xl.ordinary import read_ordinary
from tournament_xl.press import DONE, Outcome
from tournament_xl.rules.othello.model import PAPP, REGLEMENT, Settings
from tournament_xl.rules.othello.round_robin import cycle
from tournament_xl.texts import elo as texts
from tournament_xl.texts import othello_sheets, reasons

MAX_BYTES = 5_000_000


def import_elo(source: Path, target: Path) -> Outcome:
    """The workbook of a result file, or of PAPP's journal; HostError with a sentence when there can be none."""
    text = decode_text(read_source(source))
    if is_papp(text):
        return _import_papp(text, source, target)
    try:
        found = settle(read_elo(text, source.name))
    except EloError as error:
        raise HostError(str(error)) from error
    byes, absent, odd = unplayed(found)
    players = [
        {
            "N°": str(one.number), "Nom": one.name, "Prénom": one.first_name, "Pays": one.country,
            "Cote": f"{one.rating:.0f}" if one.rating else "", "Absences": absences(absent[one.number], found),
        }
        for one in sorted(found.players.values(), key=lambda one: one.number)
    ]  # fmt: skip
    settings, told = _settings(found), [texts.POINTS.format(name=one.name, points=f"{one.points:g}") for one in odd]
    if "tiebreak" not in found.heads and not odd:
        usage, half_points = settings.get("Départage", REGLEMENT), round(2 * bye_points(found))
        chosen = Settings(settings["Formule"], len(found.rounds), tie_break=usage, bye_half_points=half_points)
        deduced = deduce(found, byes, absent, chosen)
        settings, told = settings | deduced.settings, deduced.told
    rows = list(_rows(found, byes, source.name))
    finals = find_finals(found, absent)
    new = sorted(one.number for one in found.players.values() if one.new)
    create = partial(files.create, target, settings, players, game=files.OTHELLO, rows=rows, new=new)
    outcome = create(finals=finals)
    if finals.choices and any(one.sheet == labels.FINALS for one in outcome.problems):  # others are due
        finals = unranked_only(found)
        outcome = create(finals=finals)
    if outcome.code != DONE:
        return outcome
    unranked = othello_sheets.STAGES["unranked"]
    meant = sum(game.title.casefold() == unranked.casefold() for game in found.added)
    if (beside := sum(row["Match"] == unranked for row in finals.rows) - meant) > 0:
        told.append(texts.added_text(beside))
    sentence = texts.DONE.format(file=target, players=len(players), rounds=len(found.rounds), source=source.name)
    return Outcome(DONE, sentence, warnings=(*found.warnings, *told))


def read_source(source: Path) -> bytes:
    """The bytes of a file to import; HostError when there are none, or too many."""
    try:
        data = read_ordinary(source, MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise HostError(texts.MISSING.format(file=source)) from error
    if len(data) > MAX_BYTES:
        raise HostError(texts.TOO_BIG.format(file=source, limit=MAX_BYTES // 1_000_000))
    return data


def _settings(found: EloFile) -> dict[str, str]:
    days = [part.strip() for part in found.heads.get("date", "").split(" - ")]
    first, last = (day if read_date(day) else "" for day in (days[0], days[-1]))
    usage, value, discs = (found.heads.get("tiebreak", "").split() + [""] * 3)[:3]
    creator = found.heads.get("creator", "").upper()
    chosen = {
        "Nom": found.heads.get("tournament", ""),
        "Pays du tournoi": found.heads.get("country", ""),
        "Organisateur": found.heads.get("sender", ""),
        "Date de début": first,
        "Date de fin": last if last != first else "",
        "Graine": othello.IMPORT_SEED,
        "Formule": _formula(found),
        "Nombre de rondes": str(len(found.rounds)),
        "Départage": PAPP if usage == PAPP or creator.startswith("PAPP") else "",
        "Bêta": value.replace(".", ",") if number(value) is not None else "",
        "Pions du bye": discs if discs.isdecimal() else "",
        "Points du bye": "½" if bye_points(found) < 1 else "",
    }
    return {name: value for name, value in chosen.items() if value}


def _formula(found: EloFile) -> str:
    """A round robin when everybody met everybody once, or twice, in its number of rounds; else a Swiss."""
    met = Counter(frozenset((game.black, game.white)) for games in found.rounds for game in games)
    players, times = len(found.players), set(met.values())
    everybody = len(met) == players * (players - 1) // 2 and len(times) == 1
    for formula, often in ((labels.ROUND_ROBIN, 1), (labels.DOUBLE_ROUND_ROBIN, 2)):
        if everybody and times == {often} and len(found.rounds) == often * cycle(players):
            return formula
    return othello.SWISS


def absences(rounds: set[int], found: EloFile) -> str:
    """ "3, 5" or "2, 4-": until the end from the last gap on."""
    last, tail = len(found.rounds), len(found.rounds) + 1
    while tail - 1 in rounds:
        tail -= 1
    single = [str(number) for number in sorted(rounds) if number < tail]
    return ", ".join([*single, *([f"{tail}-"] if tail <= last else [])])


def _rows(found: EloFile, byes: dict[int, int], file: str) -> Iterator[dict[str, Cell]]:
    """The rows of Résultats; whose colour against BIP is not known is Black."""
    reason = texts.REASON.format(imported=reasons.IMPORTED, file=file)
    for round_number, games in enumerate(found.rounds, start=1):
        for table, game in enumerate(games, start=1):
            yield {"Ronde": round_number, "Table": table, "Motif": reason, **game_cells(game)}
        if round_number in byes:
            yield {
                "Ronde": round_number, "Table": len(games) + 1, "N° N": byes[round_number], "N° B": othello.BIP,
                "Motif": reason,
            }  # fmt: skip


# PAPP


def _import_papp(text: str, source: Path, target: Path) -> Outcome:
    """The workbook of a journal, its names from the joueurs.txt beside it or beside the workbook."""
    try:
        found = read_papp(text, source.name)
        world = {known.number: known for known in world_beside([source.parent, target.parent], source)}
    except (EloError, ListError) as error:
        raise HostError(str(error)) from error
    missing, unknown, players = absent(found), [], []
    for who in found.players:
        if who not in world:
            unknown.append(str(who))
        named = world[who].row if who in world else {"N°": str(who), "Nom": texts.NAMELESS.format(number=who)}
        players.append(named | {"Absences": _papp_absences(missing[who], found)})
    rows, settings = list(_papp_rows(found, source.name)), _papp_settings(found)
    outcome = files.create(target, settings, players, game=files.OTHELLO, rows=rows, world=world.keys())
    if outcome.code != DONE:
        return outcome
    sentence = texts.DONE.format(file=target, players=len(players), rounds=len(all_rounds(found)), source=source.name)
    told = [texts.nameless_text(unknown)] if unknown else []
    return Outcome(DONE, sentence, warnings=(*told, *outcome.warnings), status=outcome.status)


def _papp_settings(found: PappFile) -> dict[str, str]:
    heads = found.heads
    day = heads.get("Date", "").split(" - ")[0]
    chosen = {
        "Nom": heads.get("Nom-Tournoi", ""),
        "Date de début": day if read_date(day) else "",
        "Graine": othello.IMPORT_SEED,
        "Formule": labels.ROUND_ROBIN if found.round_robin else othello.SWISS,
        "Nombre de rondes": heads.get("Nombre-Rondes", ""),
        "Départage": PAPP,
        "Bêta": heads.get("BQ-double", "").rstrip("0").rstrip(".").replace(".", ","),
    }
    return {name: value for name, value in chosen.items() if value}


def _papp_absences(rounds: set[int], found: PappFile) -> str:
    """ "1-2,5"; "4-" where he has left."""
    past = {number for number in rounds if number <= len(all_rounds(found))}
    if rounds == past:
        return ranges(rounds).replace(",", ", ")
    last = max(past, default=0)
    begin = last + 1 if last < len(all_rounds(found)) else last
    while begin - 1 in past:
        begin -= 1
    single = ranges({number for number in past if number < begin}).replace(",", ", ")
    return ", ".join(filter(None, (single, f"{begin}-")))


def _papp_rows(found: PappFile, file: str) -> Iterator[dict[str, Cell]]:
    reason = texts.REASON.format(imported=reasons.IMPORTED, file=file)
    for round_number, games in enumerate(all_rounds(found), start=1):
        for table, game in enumerate(games, start=1):
            row: dict[str, Cell] = {
                "Ronde": round_number, "Table": table, "Motif": reason,
                "N° N": game.black or othello.BIP, "N° B": game.white or othello.BIP,
            }  # fmt: skip
            if game.black and game.white and game.black_discs is not None:
                row |= {"Pions N": game.black_discs, "Pions B": game.white_discs}
            yield row
