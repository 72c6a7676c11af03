"""New workbooks: empty, for the players of a list, or for the players of the tournament before."""

from __future__ import annotations

import os
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tournament_xl.core.exit_codes import DONE, REFUSED
from tournament_xl.core.model import Notice
from tournament_xl.core.name_order import order_name
from tournament_xl.core.resources import printable_path
from tournament_xl.games.game import AnyGame
from tournament_xl.games.registry import GAMES, find_game
from tournament_xl.messages import live
from tournament_xl.messages import ribbon as texts
from tournament_xl.messages import workbook_files as file_texts
from tournament_xl.messages.notices import notice_text
from tournament_xl.messages.player_names import find_careless_names
from tournament_xl.players.list_checks import join_name
from tournament_xl.players.player_lists import Registrations
from tournament_xl.players.registrations import read_registrations
from tournament_xl.storage import new_file
from tournament_xl.workbook import schema
from tournament_xl.workbook.tables import text_right_of
from tournament_xl.workbook.working_copy import Outcome
from tournament_xl.xlsx.atomic_write import translate_os_errors

if TYPE_CHECKING:
    from tournament_xl.service.workbook_access import WorkbookAccess, WorkbookFile


class FormulaChoice(NamedTuple):
    """Formula that a new workbook may have.

    Attributes:
        game: Name of its game.
        word: Its word on the command line.
        name: Its name in the setting Formule.
    """

    game: str
    word: str
    name: str


def list_formulas() -> tuple[FormulaChoice, ...]:
    """List the formulas (kinds of tournament) of all games, Scrabble's first; those without a `word` are left out."""
    return tuple(
        FormulaChoice(game.name, formula.word, formula.name)
        for game in GAMES.values()
        for formula in game.formulas
        if formula.word
    )


@dataclass(frozen=True, slots=True)
class PlayerList:
    """List of players for a new workbook.

    Attributes:
        file: The list: a CSV file, a workbook, a federation's file, or the workbook of a tournament.
        content: Bytes of the list where it is no file on disk (pasted text); `file` then gives only its name.
        folders: Where to look for the world's list of Othello; empty for the folder of the list alone.
        hidden: Whether hidden rows of a workbook count too.
        ordered: Whether names are put in order, "GARNIER Élise".
    """

    file: Path
    content: bytes | None = None
    folders: Sequence[Path] = ()
    hidden: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class CreateRequest:
    """Workbook to create.

    Attributes:
        path: File to create, .xlsx, or .xlsm to have buttons; never over an existing one.
        game: Name of the game, "scrabble" or "othello".
        settings: Settings of the sheet Tournoi by name; they override settings in the list.
        players: The list; None for a workbook without players.
        shown_path: Name of the workbook in the message; "" for its path.
    """

    path: Path
    game: str
    settings: Mapping[str, str] = field(default_factory=dict)
    players: PlayerList | None = None
    shown_path: str = ""


@dataclass(frozen=True, slots=True)
class CreateResult:
    """What became of a new workbook.

    Attributes:
        outcome: What happened, with a problem for each value that is not allowed, at its place in the list of players
            or with the setting "Nom=…".
        path: The new file; None if it was not written.
        missing: Names of the settings that the federation asks for and that are empty; () if no file was written.
        line: First line of the list at fault; 0 for none.
    """

    outcome: Outcome
    path: Path | None = None
    missing: tuple[str, ...] = ()
    line: int = 0


def create(request: CreateRequest) -> CreateResult:
    """Create a workbook from the template of its game; nothing is written when a value is not allowed.

    The result has the settings still to fill in, and warnings about the list as notes; or problems and no file.

    Raises:
        ExternalError: The file exists or cannot be written, or the list cannot be used (ListError) or has too many
            players.
    """
    registrations = read_players(request.game, request.players) if request.players else Registrations([], [])
    return _create(request.path, GAMES[request.game], request.settings, registrations, request.shown_path)


def create_next(workbook: WorkbookAccess) -> CreateResult:
    """Create the workbook of the next tournament in the same folder, named by today; the present one does not change.

    It has the same players with their newest ratings, the same formula, and the settings that stay (`CarriedOver`).
    Players and ratings are read from the workbook's file. It is refused if the workbook has no file, or has changes
    that its file lacks (`modified`).

    Raises:
        ExternalError: As `create`.
    """
    path = workbook.path
    if path is None:
        return CreateResult(Outcome(REFUSED, texts.NOT_HERE))
    if workbook.modified:
        return CreateResult(Outcome(REFUSED, live.NOT_SAVED.format(button=live.BUTTONS["next"])))
    snapshot = workbook.read()
    game = find_game(snapshot)
    formula = text_right_of(snapshot, schema.TOURNAMENT, "Formule")
    registrations = read_registrations(game.name, path, [path.parent])
    new_path = prepare_dated_path(path.parent)
    settings = {"Formule": formula or game.formulas[0].name}
    return _create(new_path, game, settings, registrations, str(new_path))


class CarriedPlayer(NamedTuple):
    """Player whom the next tournament takes over.

    Attributes:
        name: Full name; for namesakes with the club, or in one club with the licence, if there is one.
        rating: The rating as text; "" if there is none.
    """

    name: str
    rating: str


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What the next tournament takes over from a workbook.

    Attributes:
        sentence: French sentences on which players and settings are taken; "" if there is nothing to say.
        players: The players, in the order of Joueurs.
        settings: Settings of the sheet Tournoi that stay the same, such as the place, by name.
    """

    sentence: str
    players: tuple[CarriedPlayer, ...]
    settings: Mapping[str, str]


def read_carried_over(workbook: WorkbookFile) -> CarriedOver:
    """Read what the next tournament takes over from this one; nothing is written.

    Ratings are texts as the new workbook would have them.

    Raises:
        ExternalError: The file cannot be read, or its players cannot be used.
    """
    registrations = read_registrations(find_game(workbook.read()).name, workbook.path, [])
    namesakes = Counter(map(join_name, registrations.players))
    clubmates = Counter((join_name(player), player.get("Club", "")) for player in registrations.players)
    players = []
    for player in registrations.players:
        name, mark = join_name(player), player.get("Club", "")
        if clubmates[name, mark] > 1 and "Licence" in player:
            mark = texts.WITH_LICENCE.format(licence=player["Licence"])
        is_marked = mark and namesakes[name] > 1
        players.append(CarriedPlayer(f"{name} ({mark})" if is_marked else name, player.get("Cote", "")))
    sentences = registrations.table.notes
    sentence = " ".join(text[:1].upper() + text[1:] for text in sentences)
    return CarriedOver(sentence, tuple(players), registrations.table.settings)


def find_new_workbook_folder() -> Path:
    """Return the folder for new workbooks, Tournois in the user's own folder; it may not exist yet.

    It is not in Documents: OneDrive synchronises that folder, and Excel then saves by itself.
    """
    return Path.home() / texts.FOLDER


def prepare_dated_path(folder: Path) -> Path:
    """Return a free path for a new workbook named by today, "Tournoi 2026-11-21.xlsx", and make its folder.

    The second of a day is "Tournoi 2026-11-21 (2).xlsx", and so on. The file itself is not made.

    Raises:
        ExternalError: The folder cannot be made.
    """
    return prepare_free_path(folder, time.strftime(texts.NAME), " ({number})")


def prepare_free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return the first path for a new workbook (.xlsx) at which nothing exists, and make its folder, but no file.

    `stem` is its name without ending. `suffix` is added to the name while it is taken, with the field {number}: 2, 3
    and so on.

    Raises:
        ExternalError: The folder cannot be made.
    """
    with translate_os_errors(folder, file_texts.NOT_CREATED):
        folder.mkdir(parents=True, exist_ok=True)
    path, number = folder / f"{stem}.xlsx", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{stem}{suffix.format(number=number)}.xlsx"
    return path


def read_players(game: str, players: PlayerList) -> Registrations:
    """Read a list of players of a game (key in `GAMES`), with a warning about names typed without care.

    Raises:
        ExternalError: As `create`.
    """
    registrations = _read_list(game, players)
    listed = [*map(_order_names, registrations.players)] if players.ordered else registrations.players
    careless = find_careless_names((player.get("Nom", ""), player.get("Prénom", "")) for player in listed)
    return replace(registrations, players=listed, warnings=[*registrations.warnings, *map(notice_text, careless)])


def _order_names(player: Mapping[str, str]) -> dict[str, str]:
    """Return a player of a list with his names in order."""
    surname, first_name = order_name(player.get("Nom", ""), player.get("Prénom", ""))
    return {**player, "Nom": surname} | ({"Prénom": first_name} if first_name else {})


def _read_list(game: str, players: PlayerList) -> Registrations:
    folders = players.folders or [players.file.parent]
    if players.content is None:
        return read_registrations(game, players.file, folders, hidden=players.hidden)
    with tempfile.TemporaryDirectory() as staging:
        file = Path(staging) / players.file.name
        file.write_bytes(players.content)
        return read_registrations(game, file, folders, hidden=players.hidden)


def _create(
    path: Path, game: AnyGame, settings: Mapping[str, str], registrations: Registrations, shown_path: str
) -> CreateResult:
    all_settings = {**registrations.table.settings, **settings}
    outcome = new_file.create_workbook(
        path, all_settings, registrations.players, game=game.name, world_numbers=registrations.world,
        find_place=registrations.place,
    )  # fmt: skip
    if outcome.code != DONE:
        lines = (registrations.line_at(problem.place) for problem in outcome.problems if problem.place)
        return CreateResult(outcome, line=next(filter(None, lines), 0))
    facts: dict[str, int | str] = {"file": shown_path or printable_path(path), "players": len(registrations.players)}
    message = notice_text(Notice("created_with" if registrations.players else "created", facts))
    missing = tuple(name for name in game.federation_settings if not all_settings.get(name))
    warnings = (*registrations.warnings, *outcome.warnings)
    return CreateResult(Outcome(DONE, message, warnings=warnings, next_step=outcome.next_step), path, missing)
