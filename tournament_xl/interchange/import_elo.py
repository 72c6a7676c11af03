"""`import` for Othello: a workbook from a result file .ELO (X2), or from a PAPP journal, to be continued (X4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tournament_xl.core.exit_codes import DONE
from tournament_xl.core.resources import printable_path
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.elo import file as elo_file
from tournament_xl.games.othello.elo.deduce import (
    build_tournament,
    deduce_bye_points,
    deduce_byes_and_absences,
    deduce_settings,
    find_finals,
    resolve_game_ends,
)
from tournament_xl.games.othello.elo.file import EloFile, PappFile
from tournament_xl.games.othello.game import Othello
from tournament_xl.games.othello.rules.formulas import FORMULAS, ROUND_ROBIN, SWISS
from tournament_xl.games.othello.rules.model import (
    BYE_DISCS,
    PAPP,
    REGLEMENT,
    OthelloFormula,
    OthelloGame,
    OthelloSettings,
)
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.messages import elo as texts
from tournament_xl.messages import othello_sheets, reasons
from tournament_xl.messages.names import fill_sentence, french_decimal
from tournament_xl.players.othello_list import find_world_list
from tournament_xl.storage import new_file
from tournament_xl.workbook.cells import Cell, parse_number, read_date
from tournament_xl.workbook.number_texts import format_ranges
from tournament_xl.workbook.working_copy import Outcome


def import_elo(data: bytes, source: Path, target: Path) -> Outcome:
    """Create the workbook of an ELO file or of a PAPP journal; the content of the file decides.

    What the file does not say (byes, absences, formula, who is new) is deduced from its games. For a journal names come
    from a joueurs.txt in the folder of the file or of the workbook. An existing `target` is never overwritten. Notes
    say what is doubtful; if the workbook cannot be created, the outcome says why.

    Raises:
        ExternalError: No workbook can be made of it; the text is a French sentence.
    """
    text = elo_file.decode_text(data)
    return _import_papp(text, source, target) if elo_file.is_papp(text) else _import_result(text, source, target)


def _import_result(text: str, source: Path, target: Path) -> Outcome:
    result_file = resolve_game_ends(elo_file.read_elo(text, source.name))
    byes, away, adjusted = deduce_byes_and_absences(result_file)
    players = [
        {
            "N°": str(player.number), "Nom": player.name, "Prénom": player.first_name, "Pays": player.country,
            "Cote": f"{player.rating:.0f}" if player.rating else "",
            "Absences": format_absences(away[player.number], len(result_file.rounds)),
        }
        for player in sorted(result_file.players.values(), key=lambda player: player.number)
    ]  # fmt: skip
    warnings = [
        texts.POINTS.format(name=player.name, points=french_decimal(f"{player.points:g}")) for player in adjusted
    ]
    tournament = build_tournament(result_file, byes, away, _settings(result_file))
    if "tiebreak" not in result_file.heads and not adjusted:
        settings, warnings = deduce_settings(result_file, tournament, byes)
        tournament = replace(tournament, settings=settings)
    finals = find_finals(result_file, compute_standings(tournament, tournament.played))
    outcome = new_file.create_workbook(
        target, _settings_texts(result_file, tournament.settings), players, game=Othello.name,
        result_rows=list(_rows(tournament.rounds, source.name)), finals=finals,
        new_numbers=sorted(player.number for player in result_file.players.values() if player.new),
    )  # fmt: skip
    unranked = othello_sheets.STAGES["unranked"]
    listed = sum(game.title.casefold() == unranked.casefold() for game in result_file.added)
    if (added := sum(row["Match"] == unranked for row in finals[1]) - listed) > 0:
        warnings.append(fill_sentence(texts.ADDED, {"games": added}))
    return build_import_outcome(
        outcome, source, target, len(players), len(result_file.rounds), [*result_file.warnings, *warnings]
    )


def build_import_outcome(
    outcome: Outcome, source: Path, target: Path, players: int, rounds: int, warnings: Sequence[str]
) -> Outcome:
    """Turn the outcome of creating a workbook into the outcome of an import; nothing is written.

    An outcome that failed is returned unchanged, else only its next step is kept. The French `warnings` on the imported
    file become the notes.
    """
    if outcome.code != DONE:
        return outcome
    sentence = texts.DONE.format(
        file=printable_path(target), players=players, rounds=rounds, source=printable_path(source.name)
    )
    return Outcome(DONE, sentence, warnings=tuple(warnings), next_step=outcome.next_step)


def _settings(result_file: EloFile) -> OthelloSettings:
    """Return the settings stated in the head of the file: formula, tie-break, bye."""
    usage, value, discs = (result_file.heads.get("tiebreak", "").split() + [""] * 3)[:3]
    of_papp = usage == PAPP or result_file.heads.get("creator", "").upper().startswith("PAPP")
    return OthelloSettings(
        _formula(result_file), len(result_file.rounds), seed=othello.IMPORT_SEED,
        tie_break=PAPP if of_papp else REGLEMENT, beta=parse_number(value),
        bye_discs=int(discs) if discs.isdecimal() else BYE_DISCS,
        bye_half_points=round(2 * deduce_bye_points(result_file)),
    )  # fmt: skip


def _settings_texts(result_file: EloFile, settings: OthelloSettings) -> dict[str, str]:
    days = [part.strip() for part in result_file.heads.get("date", "").split(" - ")]
    first, last = (day if read_date(day) else "" for day in (days[0], days[-1]))
    return _filled({
        "Nom": result_file.heads.get("tournament", ""),
        "Pays du tournoi": result_file.heads.get("country", ""),
        "Organisateur": result_file.heads.get("sender", ""),
        "Date de début": first,
        "Date de fin": last if last != first else "",
        "Formule": settings.formula.name,
        "Nombre de rondes": str(settings.rounds),
        "Départage": PAPP if settings.tie_break == PAPP else "",
        "Bêta": "" if settings.beta is None else f"{settings.beta:g}".replace(".", ","),
        "Pions du bye": "" if settings.bye_discs == BYE_DISCS else str(settings.bye_discs),
        "Points du bye": "½" if settings.bye_half_points == 1 else "",
    })  # fmt: skip


def _filled(settings: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in settings.items() if value} | {"Graine": othello.IMPORT_SEED}


def _formula(result_file: EloFile) -> OthelloFormula:
    """Determine the formula.

    A round robin if everybody met everybody once, or twice, in as many rounds as that takes; else a Swiss.
    """
    meetings = Counter(frozenset((game.black, game.white)) for games in result_file.rounds for game in games)
    players, times = len(result_file.players), set(meetings.values())
    everybody = len(meetings) == players * (players - 1) // 2 and len(times) == 1
    for formula in FORMULAS.values():
        if everybody and times == {formula.cycles} and len(result_file.rounds) == formula.default_rounds(players):
            return formula
    return SWISS


def format_absences(rounds: set[int], last: int) -> str:
    """Format absences as on the sheet Joueurs: "1-2, 4"; "1, 5-" for round 1 and all from round 5 on; "" for none.

    `rounds` are those missed, `last` is the number of rounds of the tournament.
    """
    end = last + 1
    while end - 1 in rounds:
        end -= 1
    single = format_ranges(number for number in rounds if number < end).replace(",", ", ")
    return ", ".join(filter(None, (single, f"{end}-" if end <= last else "")))


def _rows(rounds: Sequence[Sequence[OthelloGame]], file: str) -> Iterator[dict[str, Cell]]:
    """Yield the rows of Résultats."""
    reason = reasons.imported_text(file)
    for round_number, games in enumerate(rounds, start=1):
        for table, game in enumerate(games, start=1):
            yield {"Ronde": round_number, "Table": table, "Motif": reason, **elo_file.render_game_cells(game)}


def _import_papp(text: str, source: Path, target: Path) -> Outcome:
    """Create the workbook of a journal; names come from a joueurs.txt next to it or next to the workbook."""
    journal = elo_file.read_papp(text, source.name)
    world = {player.number: player for player in find_world_list([source.parent, target.parent], source)}
    missing, unknown, players = elo_file.find_absences(journal), [], []
    for player_id in journal.players:
        if player_id not in world:
            unknown.append(str(player_id))
        player_row = (
            world[player_id].row
            if player_id in world
            else {"N°": str(player_id), "Nom": texts.NAMELESS.format(number=player_id)}
        )
        players.append(player_row | {"Absences": format_absences(missing[player_id], journal.last)})
    rows = list(_rows(journal.rounds, source.name))
    outcome = new_file.create_workbook(
        target, _papp_settings(journal), players, game=Othello.name, result_rows=rows, world_numbers=world.keys()
    )
    warnings = [fill_sentence(texts.NAMELESS_PLAYERS, {"numbers": unknown})] if unknown else []
    return build_import_outcome(
        outcome, source, target, len(players), len(journal.rounds), [*warnings, *outcome.warnings]
    )


def _papp_settings(journal: PappFile) -> dict[str, str]:
    heads = journal.heads
    day = heads.get("Date", "").split(" - ")[0]
    return _filled({
        "Nom": heads.get("Nom-Tournoi", ""),
        "Date de début": day if read_date(day) else "",
        "Formule": (ROUND_ROBIN if journal.round_robin else SWISS).name,
        "Nombre de rondes": heads.get("Nombre-Rondes", ""),
        "Départage": PAPP,
        "Bêta": heads.get("BQ-double", "").rstrip("0").rstrip(".").replace(".", ","),
    })  # fmt: skip
