"""ELO files (X2): real and varied tournaments imported, judged, sent and imported again; damaged ones refused."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests import books
from tests.elo_events import FILES, event
from tests.othello_data import of, rows
from tests.othello_desk import OthelloDesk
from tournament_xl.book import labels
from tournament_xl.check import check
from tournament_xl.elo.deduce import settle, unplayed
from tournament_xl.elo.file import elo_name, elo_text, read_elo
from tournament_xl.games import decode
from tournament_xl.hosts.closed import ClosedFile
from tournament_xl.hosts.import_elo import import_elo
from tournament_xl.rules.othello.standings import beta, standings
from tournament_xl.send.parcel import parcel

TOURNAMENTS = [row["tid"] for row in rows("tournaments")]
ROUND_ROBINS = {"egp_athens2019": "Toutes-rondes", "gpf2017": "Double toutes-rondes"}


# Real tournaments


def elo_file(tid: str) -> str:
    """The text of a tournament's file, players in the official order."""
    (line,) = of("tournaments", tid)
    lines = [
        f"%%Tournament: {line['name']}", f"%%Country: {line['country']}", f"%%Date: {line['date']}",
        "%%Sender: nobody", f"%%Creator: {line['creator']}", "%%CreationDate: 2018/10/12 18:00", "",
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating",
    ]  # fmt: skip
    for row in sorted(of("players", tid), key=lambda row: int(row["official_rank"])):
        number = int(row["player_id"])
        figures = f"{row['official_points']}, {row['official_discs_raw']}, 1500"
        lines.append(f"%_%  {number:>6}, P{number:06}, F{number}, {row['country']}, {figures}")
    rounds = defaultdict(list)
    for row in of("games", tid):
        rounds[int(row["round"])].append(row)
    for number in sorted(rounds):
        lines += ["", f"%Round: {number}"] + [line_of(row) for row in rounds[number]]
    lines += ["", "%%Added results"] + [line_of(row) for row in of("extra_games", tid)]
    return "\r\n".join([*lines, ""])


def line_of(row: dict[str, str]) -> str:
    black, white = float(row["black_discs"]), float(row["white_discs"])
    sign = ">" if black > white else "<" if black < white else "="
    return f"{row['black_id']:>6} ({row['black_discs']:>2}){sign}({row['white_discs']:>2}) {row['white_id']:>6} B"


@pytest.mark.parametrize("tid", TOURNAMENTS)
def test_byes_and_absences_are_deduced_from_the_points(tid):
    byes, absent, odd = unplayed(settle(read_elo(elo_file(tid), "x.ELO")))
    idle = of("unpaired", tid)
    assert byes == {int(row["round"]): int(row["player_id"]) for row in idle if row["kind"] == "bye"}
    assert {(number, who) for who, numbers in absent.items() for number in numbers} == {
        (int(row["round"]), int(row["player_id"])) for row in idle if row["kind"] != "bye"
    }
    assert not odd


@pytest.mark.parametrize("tid", TOURNAMENTS)
def test_an_imported_tournament_has_the_official_standings(tmp_path, tid):
    """Order, points, discs as published, finals not counted; tie-breaks where a federation's page gives them."""
    source, path = tmp_path / f"{tid}.ELO", tmp_path / "tournoi.xlsx"
    source.write_bytes(elo_file(tid).encode("latin-1"))
    assert books.run("import", source, "-o", path) == 0
    table = {int(row["N°"]): row for row in books.lines(path, labels.STANDINGS)}
    tournament = decode(ClosedFile(path).read()).tournament
    swiss = {line.number: line.place for line in standings(tournament, tournament.played)}
    for row in of("players", tid):
        who, line = int(row["player_id"]), table[int(row["player_id"])]
        official = [int(row["official_rank"]), float(row["official_points"]), float(row["official_discs_raw"])]
        assert [swiss[who], line["Points"], line["Pions"]] == official
        if row["published_tiebreak"]:
            assert line["Départage"] == float(row["published_tiebreak"])
    if formula := ROUND_ROBINS.get(tid):
        assert books.setting(path, "Formule") == formula
        assert all(one.same for one in check(ClosedFile(path).read()).pairings)


def test_numbers_given_by_the_program_are_new_in_the_file_and_forfeits_are_listed():
    desk = OthelloDesk(Nom="Été, à Lyon", Date_de_début="21/11/2026", Nombre_de_rondes=1)
    desk.player("DURAND", 1500, Prénom="Zoé", N=2788, Pays="FRA").player("PETIT", 1400, Pays="FRA").must()
    desk.result(1, 2788, None, None, end="F+").must("update")
    text = elo_text(desk.decoded(), creator="x", created="y")
    assert "%_%    2788, DURAND, Zoé, FRA, 1.0, 64, 1500" in text
    assert "%_% +900001, PETIT, , FRA, 0.0, 0, 1400" in text
    assert "B %% forfait" in text and ("(64)>(00)" in text or "(00)<(64)" in text)
    assert "%%Tournament: Été à Lyon" in text
    assert elo_name(desk.decoded()) == "20261121_Ete_a_Lyon.ELO"


# Varied files: as published, and the same tournament when they are imported, checked, sent and imported again

TOLD = {
    "a_wrong_sign_beside_points_that_fit_the_discs": "contredit les pions",
    "a_sign_against_unequal_discs": "contredit les pions",
    "some_drawn_boards_have_a_winner": "contredit les pions",
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


def result(game):
    return game.sides, game.discs_black, game.discs_white, game.end, game.rated


def facts(decoded):
    """All that a rating officer or a reader of the standings can see."""
    tournament = decoded.tournament
    settings = tournament.settings
    told = settings.formula, settings.rounds, settings.tie_break, beta(settings), settings.bye_discs, settings.dates
    players = {(one.number, one.full_name, one.country, one.rating, one.absences) for one in tournament.players}
    rounds = [set(map(result, games)) for games in tournament.rounds]
    finals = {(row.stage, row.number, result(row.game)) for row in decoded.finals.rows}
    table = [(one.number, one.points, one.tie_break, one.discs) for one in standings(tournament, tournament.played)]
    heads = [decoded.settings.text(name) for name in ("Nom", "Pays du tournoi", "Organisateur")]
    return told, heads, players, rounds, finals, table


@pytest.mark.parametrize("name", [*FILES, *ROUND_ROBINS])
def test_a_file_imported_checked_sent_and_imported_again_is_the_same_tournament(tmp_path, name):
    text = event(name, **FILES[name]) if name in FILES else elo_file(name)
    decoded, snapshot, told = brought_in(tmp_path, name, text)
    words = TOLD.get(name)
    assert len(told) == (name in TOLD) and all(words in one for one in told), told
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


# Damaged files

HEAD = "%%Tournament: T\n%_%    1, A, B, FRA, 1, 40\n%_%    2, C, D, FRA, 0, 24\n"
DAMAGED = {
    "not a file of results": ("hello\n", "ligne 1"),
    "no round": (HEAD, "il y faut des joueurs (« %_% ») et des rondes"),
    "a player twice": (HEAD + "%_% 1, E, F, FRA, 0, 0\n", "ligne 4"),
    "a game that breaks off": (HEAD + "%Round: 1\n 1 (40)>(2\n", "ligne 5"),
    "65 discs": (HEAD + "%Round: 1\n 1 (40)>(25) 2 B\n", "ligne 5"),
    "a stranger": (HEAD + "%Round: 1\n 1 (40)>(24) 3 B\n", "joueur 3"),
    "the format of before 2000": ("%%Tournament: T\n 224 >  309\n", "ligne 2"),
    "twice in a round": (HEAD + "%Round: 1\n 1 (40)>(24) 2 B\n 2 (40)>(24) 1 B\n", "joue deux fois"),
    "a round left out": (HEAD + "%Round: 2\n 1 (40)>(24) 2 B\n", "la suivante est la ronde 1"),
    "a game before the rounds": (HEAD + " 1 (40)>(24) 2 B\n", "%Round"),
    "a thousand rounds": (HEAD + "".join(f"%Round: {n}\n" for n in range(1, 101)), "99 rondes"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_its_line(tmp_path, capsys, name):
    text, words = DAMAGED[name]
    source = tmp_path / "x.ELO"
    source.write_text(text)
    assert books.run("import", source, "-o", tmp_path / "t.xlsx") == 5
    assert words in capsys.readouterr().err
    assert not (tmp_path / "t.xlsx").exists()
