"""Varied ELO files (X2): imported, checked, sent and imported again they are the same tournament, as published."""

from __future__ import annotations

import re

import pytest

from tests.elo_events import FILES
from tournament_xl.check import check
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.import_elo import import_elo
from tournament_xl.rules.othello.standings import beta, standings
from tournament_xl.send.parcel import parcel

TOLD = {
    "a_wrong_sign_beside_points_that_fit_the_discs": "contredit les pions",
    "a_sign_against_unequal_discs": "contredit les pions",
    "some_drawn_boards_have_a_winner": "donné gagné",
    "every_board_is_drawn_and_won": "donné gagné",
    "without_points": "ni points ni pions",
    "without_countries_and_points": "ni points ni pions",
    "games_of_women_and_for_the_fifth_place": "« Hors classement »",
    "finals_without_discs": "sans pions",
    "the_regulations_tie_break": "Égalités parfaites",
    "seven_rounds_with_beta_6": "Bêta",
    "eleven_rounds_with_beta_0": "Bêta",
}  # the words of the one sentence that is told; of all others nothing


def brought_in(folder, name, text):
    """The tournament of a file, its workbook and what was told."""
    (folder / f"{name}.ELO").write_bytes(text.encode("latin-1"))
    outcome = import_elo(folder / f"{name}.ELO", folder / f"{name}.xlsx")
    assert outcome.code == 0, outcome
    snapshot = ClosedFile(folder / f"{name}.xlsx").read()
    return decode(snapshot), snapshot, outcome.warnings


def facts(decoded):
    """All that a rating officer or a reader of the standings can see."""
    tournament = decoded.tournament
    settings = tournament.settings
    told = settings.formula, settings.rounds, settings.tie_break, beta(settings), settings.bye_discs, settings.dates
    players = {(one.number, one.full_name, one.country, one.rating, one.absences) for one in tournament.players}
    rounds = [{(g.sides, g.discs_black, g.discs_white, g.end, g.rated) for g in games} for games in tournament.rounds]
    finals = [(row.stage, row.number, row.game.sides, row.result()) for row in decoded.finals.rows]
    table = [(one.number, one.points, one.tie_break, one.discs) for one in standings(tournament, tournament.played)]
    heads = [decoded.settings.text(name) for name in ("Nom", "Pays du tournoi", "Organisateur")]
    return told, heads, players, rounds, sorted(finals), table


@pytest.mark.parametrize("name", FILES)
def test_a_file_imported_checked_sent_and_imported_again_is_the_same_tournament(tmp_path, name):
    text = FILES[name](name)
    decoded, snapshot, told = brought_in(tmp_path, name, text)
    (words,) = [TOLD[name]] if name in TOLD else [None]
    assert len(told) == (words is not None) and (words is None or words in told[0]), told
    report = check(snapshot)
    assert report.code == 0 and not report.problems, report.findings
    sent = parcel(snapshot, "").enclosure.decode("latin-1")
    again, _, told = brought_in(tmp_path, f"{name}_again", sent)
    assert facts(again) == facts(decoded)
    assert all("signe contredit" in one for one in told), told
    listed = re.findall(
        r"^%_%\s*\+?\s*(\d+),.*?(?:, ([\d.]+), ([\d.]+)(?:, -?\d*)?)?\s*$", text.replace("\r", "\n"), re.MULTILINE
    )
    table = standings(decoded.tournament, decoded.tournament.played)
    if listed[0][1]:
        published = [(int(who), float(points), float(discs)) for who, points, discs in listed]
        found = [(one.number, one.points, float(one.discs)) for one in table]
        assert found == published or (words == "Égalités parfaites" and sorted(found) == sorted(published))


def test_there_are_forty():
    assert len(FILES) >= 40
