"""Files of the Othello world: joueurs.txt (X1, X3), PAPP's journal (X4), results in ELO (X2)."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from tests import books, elo_events
from tests.elo_events import FILES, write_event
from tests.othello_data import build_four, build_game, read_rows, select_rows
from tests.othello_desk import OthelloDesk
from tests.programs import WHOLE
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import UNREADABLE
from tournament_xl.games.othello.elo.write import render_elo_text
from tournament_xl.games.othello.rules.costs import Costs
from tournament_xl.games.othello.rules.model import Penalties
from tournament_xl.games.othello.rules.standings import compute_beta, compute_standings
from tournament_xl.games.registry import decode
from tournament_xl.interchange.import_elo import import_elo
from tournament_xl.players.list_table import ListError
from tournament_xl.players.othello_list import is_world_list, read_othello_registrations, read_world_list
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission.parcel import build_parcel
from tournament_xl.workbook import schema

# joueurs.txt, used to complete a list of those who come


WORLD = """% joueurs du monde, une ligne par joueur
pays = FRA
  2788 DURAND, Zoé                          %_<1523> 'a changé de club
    45 D'HAEYER, Piet {BEL}  'note
   700 VAN 'T WESTENDE, Jan {NED} %_<1800>
  9001 MARTIN, Paul
  9002 MARTIN, Paul {SUI}
pays = JPN
190005 TAKAHASHI, Akiko  %_<2100>
 50017 Edax (R. Delorme)
"""


def coming(folder, text, name="liste.txt"):
    """Who comes by a list beside joueurs.txt: the columns of each that are filled; what is told of them."""
    (folder / "joueurs.txt").write_bytes(WORLD.encode("latin-1"))
    (folder / name).write_text(text, encoding="utf-8")
    registrations = read_othello_registrations(folder / name, [folder])
    assert 2788 in registrations.world
    return [" ".join(player.values()) for player in registrations.players], registrations.warnings


@pytest.mark.rule(
    "Othello X1",
    "joueurs.txt",
    "players/othello_list.py: read_world_list",
    "players/othello_list.py: complete_from_world_list",
)
def test_names_with_apostrophes_braces_ratings_and_comments():
    players = {player.number: player for player in read_world_list(WORLD.replace("\n", "\r\n"))}
    chosen = map(players.get, (2788, 45, 700, 50017))
    assert [(player.name, player.first_name, player.country, player.rating) for player in chosen] == [
        ("DURAND", "Zoé", "FRA", "1523"), ("D'HAEYER", "Piet", "BEL", ""), ("VAN 'T WESTENDE", "Jan", "NED", "1800"),
        ("Edax (R. Delorme)", "", "JPN", ""),
    ]  # fmt: skip
    assert len(players) == 7 and is_world_list(WORLD)


@pytest.mark.parametrize(("text", "players", "warned"), [
    ("190005\ndurand zoe\nNOUVEAU, Léa\nMartin Paul\n",  # numbers and names, one a line
     ["190005 TAKAHASHI Akiko JPN 2100", "2788 DURAND Zoé FRA 1523", "NOUVEAU Léa", "Martin Paul"], ["Martin Paul"]),
    ("Nom;Prénom;Pays;Cote\nDURAND;Zoé;;1600\nMARTIN;Paul;SUI;\nInconnu;Max;FRA;\n",  # what it says stays
     ["2788 DURAND Zoé FRA 1600", "9002 MARTIN Paul SUI", "Inconnu Max FRA"], []),
])  # fmt: skip
def test_a_list_is_completed_from_joueurs_txt_beside_it(tmp_path, text, players, warned):
    read, warnings = coming(tmp_path, text)
    assert (read, [warning.split(" :")[0] for warning in warnings]) == (players, warned)


def test_what_is_no_list_of_those_who_come_is_refused(tmp_path):
    for count, more in ((19, "12.5 %\n"), (1001, "")):  # a line that is no player, the list of the whole world
        with pytest.raises(ListError):
            coming(tmp_path, "".join(f"{number} NOM{number}, P\n" for number in range(1, count + 1)) + more)


@pytest.mark.rule(
    "Othello X3",
    "numéros des nouveaux joueurs",
    "games/othello/rules/numbers.py: choose_player_number",
    "games/othello/rules/numbers.py: find_free_numbers",
)
def test_x3_a_new_player_gets_a_free_number_of_his_country_and_never_one_of_the_list(tmp_path):
    """Beside joueurs.txt at the first pairing and later; the file for the rating officer has the same numbers."""
    (tmp_path / "joueurs.txt").write_text(
        "pays = FRA\n50000 ALBERT, Zoé\n50001 BERNARD, Luc\n50030 COTTET, Max\n50003 DUBOIS, Ida\n", encoding="latin-1"
    )
    (tmp_path / "liste.csv").write_text(
        "Nom;Pays\nCOTTET Max;\nNouveau;F\nAutre;fra\nNuovo;ITA\nAlien;MARS\n", encoding="utf-8"
    )
    path = tmp_path / "t.xlsx"
    assert books.run("new", path, "--formule", "othello", "--rondes", 1, "--joueurs", tmp_path / "liste.csv") == 0
    assert books.run("pair", path) == 0
    assert [row["N°"] for row in books.lines(path, "Joueurs")] == [50030, 50002, 50004, 40000, 9000]
    books.edit(path, {"Joueurs!Nom!10": "Tardif", "Joueurs!Pays!10": "FRA"})
    assert books.run("undo", path) == books.run("pair", path) == books.run("simulate", path) == 0
    assert books.lines(path, "Joueurs")[-1]["N°"] == 50005
    decoded = decode(ClosedFile(path).read())
    marked = [
        line[4:11] for line in render_elo_text(decoded, creator="", created="").splitlines() if line.startswith("%_% +")
    ]
    assert sorted(marked) == ["+  9000", "+ 40000", "+ 50002", "+ 50004", "+ 50005"]


# What PAPP's users do: a round completed, penalties, a running event taken over


def test_a_round_under_way_is_completed_what_stands_stands():
    """Two latecomers: a row is emptied, the press pairs its two and the latecomers; undoing takes the round away."""
    desk = OthelloDesk(8, Nombre_de_rondes=3).must().play().must()
    rows = desk.decoded().results.round(2)
    desk.result(2, rows[0].match.black, 40, 24)
    for column in rows[3].line.texts:
        desk.type(schema.RESULTS, rows[3].line.row, column, None)
    desk.player("Tard", 1500, Absences="1").player("Plus tard", 1400, Absences="1").must()
    assert desk.pairs(2)[:3] == [row.match.sides for row in rows[:3]] and len(desk.pairs(2)) == 5
    assert {player_id for two in desk.pairs(2)[3:] for player_id in two} == {*rows[3].match.sides, 9, 10}
    games = desk.decoded().tournament.rounds[1]
    assert games[0].complete and not [game for game in games if game.reason.startswith("Choix")]
    assert check(desk.snapshot).code == 0
    assert desk.press().code == 3, "results are missing: nothing is left to complete"


def test_penalties_are_settings_with_papps_defaults():
    """What colours, the same country and differences weigh; BIP as a draw."""
    games = [build_game(1, 2, 40, 24), build_game(3, 4, 40, 24)]
    plain = Costs(build_four(games, penalties=Penalties()), 2)
    own = Costs(build_four(games, penalties=Penalties((0, 1, 2, 3, 4, 5), 7, 9, (10, 20, 30, 40))), 2)
    assert (plain.cost(1, 4), own.cost(1, 4)) == (2 * 105 + 2 * 15 + 40588 + 200, 2 * 2 + 2 * 7 + 40588 + 20)
    desk = OthelloDesk(5, Nombre_de_rondes=2, **{"Points du bye": 0.5, "Couleurs": "1 2 3 4 5"})
    desk.must().play().must("update")
    assert desk.standing(desk.bye(1))["Points"] == "0.5"


WORKFILE = """#########################################
# PAPP 1.37.1, Dec 13 2024
#########################################
#_Nom-Tournoi = "Open; de Lyon, #1" ; #_Nombre-Rondes = 3 ; #_BQ-double = 6.000000 ;
#_Date = "21/11/2026" ;
#########################################

% Inscrits pour la ronde 1

& +050001 +050002 +050003 +050004 +050005 ;
raz-couplage; (050001 050002); (050003 050004);
% Ronde 1
raz-couplage;
(050001 54 050002 10);
(050003 30 050004 34);
ronde-suivante;
& -050004 +050006 ;
raz-couplage;
(050001 40 050005 24); (050003 31.5 050002 32.5);
ronde-suivante;
& -050006 +050004 ;
raz-couplage; (050004 050001); (050005 050003);
"""


@pytest.mark.rule("Othello X4", "fichier de travail de PAPP", "games/othello/elo/file.py: read_papp")
def test_a_running_event_of_papp_is_taken_over(tmp_path):
    """Players, rounds, byes, results and the pairs under way; the workbook goes on."""
    (tmp_path / "papp-internal-workfile.txt").write_text(WORKFILE, encoding="latin-1")
    (tmp_path / "joueurs.txt").write_text(
        "pays = FRA\n" + "".join(f"5000{n} NOM{n}, Prénom{n} %_<150{n}>\n" for n in range(1, 6)), encoding="latin-1"
    )
    path = tmp_path / "t.xlsx"
    assert books.run("import", tmp_path / "papp-internal-workfile.txt", "-o", path) == 0
    decoded = decode(ClosedFile(path).read())
    tournament = decoded.tournament
    assert [sorted(game.sides for game in games) for games in tournament.rounds] == [
        [(50001, 50002), (50003, 50004), (50005, 0)],
        [(50001, 50005), (50003, 50002), (50006, 0)],
        [(50002, 0), (50004, 50001), (50005, 50003)],
    ]
    assert tournament.played == 2 and tournament.settings.beta == 6 and tournament.settings.title == "Open; de Lyon, #1"
    table = [(line.number, line.points) for line in compute_standings(tournament, 2)]
    assert table[0] == (50001, 2.0) and dict(table)[50006] == 1.0
    assert decoded.names()[50002] == "NOM2 Prénom2" and decoded.names()[50006] == "Joueur 50006"
    assert [str(line["Absences"] or "") for line in books.lines(path, "Joueurs")] == ["", "", "", "2", "", "1, 3-"]
    assert books.run("simulate", path) == 0 and books.run("check", path) == 0


# ELO files: real and varied tournaments imported, judged, sent and imported again; damaged ones refused


TOURNAMENTS = [row["tid"] for row in read_rows("tournaments")]
ROUND_ROBINS = {"egp_athens2019": "Toutes-rondes", "gpf2017": "Double toutes-rondes"}


def elo_file(tid: str) -> str:
    """The text of a tournament's file, players in the official order."""
    (line,) = select_rows("tournaments", tid)
    lines = [
        f"%%Tournament: {line['name']}", f"%%Country: {line['country']}", f"%%Date: {line['date']}",
        "%%Sender: nobody", f"%%Creator: {line['creator']}", "%%CreationDate: 2018/10/12 18:00", "",
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating",
    ]  # fmt: skip
    for row in sorted(select_rows("players", tid), key=lambda row: int(row["official_rank"])):
        number = int(row["player_id"])
        figures = f"{row['official_points']}, {row['official_discs_raw']}, 1500"
        lines.append(f"%_%  {number:>6}, P{number:06}, F{number}, {row['country']}, {figures}")
    rounds = defaultdict(list)
    for row in select_rows("games", tid):
        rounds[int(row["round"])].append(row)
    for number in sorted(rounds):
        lines += ["", f"%Round: {number}"] + [elo_line(row) for row in rounds[number]]
    lines += ["", "%%Added results"] + [elo_line(row) for row in select_rows("extra_games", tid)]
    return "\r\n".join([*lines, ""])


def elo_line(row: dict[str, str]) -> str:
    black, white = int(row["black_id"]), int(row["white_id"])
    return elo_events.write_game(black, white, float(row["black_discs"]), float(row["white_discs"]))


NOTED = {
    "a_wrong_sign_beside_points_that_fit_the_discs", "some_drawn_boards_have_a_winner", "without_points",
    "games_of_women_and_for_the_fifth_place", "finals_without_discs", "the_regulations_tie_break",
    "seven_rounds_with_beta_6", "eleven_rounds_with_beta_0", "woc2018",
}  # files of which one sentence is told, of all others nothing  # fmt: skip
ALL = [*FILES, *TOURNAMENTS]
SOME = ALL if WHOLE else [name for index, name in enumerate(ALL) if not index % 3 or name in ROUND_ROBINS]
PLAYER = re.compile(r"^%_%\s*\+?\s*(\d+),.*?(?:, ([\d.]+), ([\d.]+)(?:, -?\d*)?)?\s*$", re.MULTILINE)


def brought_in(folder, name, text):
    """The tournament of a file, its workbook and what was told."""
    outcome = import_elo(text.encode("latin-1"), folder / f"{name}.ELO", folder / f"{name}.xlsx")
    assert outcome.code == 0, outcome
    snapshot = ClosedFile(folder / f"{name}.xlsx").read()
    return decode(snapshot), snapshot, outcome.warnings


def result(game):
    return game.sides, game.discs_black, game.discs_white, game.end, game.rated


def facts(decoded):
    """All that a rating officer or a reader of the standings can see."""
    tournament = decoded.tournament
    settings = tournament.settings
    chosen = (settings.formula.name, settings.rounds, settings.tie_break, compute_beta(settings), settings.bye_discs)
    heads = [decoded.settings.text(name) for name in ("Nom", "Pays du tournoi", "Organisateur")]
    players = {(one.number, one.full_name, one.country, one.cote, one.absences) for one in tournament.players}
    rounds = [set(map(result, games)) for games in tournament.rounds]
    finals = {(row.stage, row.number, result(row.game)) for row in decoded.finals.rows}
    table = [(line.number, line.points, line.tie_break, line.discs)
             for line in compute_standings(tournament, tournament.played)]  # fmt: skip
    return chosen, settings.dates, heads, players, rounds, finals, table


@pytest.mark.rule(
    "Othello X2",
    "fichier ELO, lecture",
    "games/othello/elo/file.py: read_elo",
    "games/othello/elo/deduce.py: resolve_game_ends",
    "games/othello/elo/deduce.py: deduce_byes_and_absences",
)
@pytest.mark.rule(
    "Othello X2", "Bêta, usage, pions du bye d'un fichier", "games/othello/elo/deduce.py: deduce_settings"
)
@pytest.mark.rule("Othello X2", "fichier ELO, écriture", "games/othello/elo/write.py: render_elo_text")
@pytest.mark.rule("Othello F1, F2, X2", "finales d'un fichier importé", "games/othello/elo/deduce.py: find_finals")
@pytest.mark.parametrize("name", SOME)
def test_a_file_has_the_published_standings_and_sent_and_imported_again_is_the_same_tournament(tmp_path, name):
    text = write_event(name, **FILES[name]) if name in FILES else elo_file(name)
    decoded, snapshot, notes = brought_in(tmp_path, name, text)
    assert len(notes) == (name in NOTED), notes
    if name in ROUND_ROBINS:
        assert decoded.tournament.settings.formula.name == ROUND_ROBINS[name]
    report = check(snapshot)
    assert report.code == 0 and not report.problems, report.findings
    assert name not in ROUND_ROBINS or all(pairing.same for pairing in report.pairings)
    sent = build_parcel(snapshot, "").enclosure.decode("latin-1")
    assert facts(brought_in(tmp_path, f"{name}_again", sent)[0]) == facts(decoded)
    listed = PLAYER.findall(text.replace("\r", "\n"))
    if listed[0][1]:
        published = [(int(player_id), float(points), float(discs)) for player_id, points, discs in listed]
        table = compute_standings(decoded.tournament, decoded.tournament.played)
        computed = [(standing.number, standing.points, float(standing.discs)) for standing in table]
        assert computed == published or (name == "the_regulations_tie_break" and sorted(computed) == sorted(published))


def test_finals_before_the_rounds_and_titles_without_colon_are_the_same_tournament(tmp_path):
    name = next(name for name in FILES if "added" in FILES[name])
    plain = write_event(name, **FILES[name])
    before, after = plain.split("%%Added results")
    start, first = before.index("%_%"), before.index("%Round: 1")
    head, players, rounds = before[:start], before[start:first], before[first:].replace("%Round: ", "%%Round ")
    turned = head + players + "%%Semi-finals and final" + after + rounds
    assert facts(brought_in(tmp_path, "turned", turned)[0]) == facts(brought_in(tmp_path, "plain", plain)[0])


REMARKS = ("%_% ID, NAME, Firstname, COUNTRY", "%_%__________", "%_% Classical tournament: third place",
           "%_% See: https://example.invalid/live/1", "%_% 7 rounds")  # fmt: skip


def test_lines_that_are_no_player_are_remarks_wherever_they_stand(tmp_path):
    plain = noisy = write_event("eight_players_five_rounds")
    for before in ("%_%     101", "%Round: 2"):
        assert before in noisy
        noisy = noisy.replace(before, "\r\n".join([*REMARKS, before]))
    assert facts(brought_in(tmp_path, "noisy", noisy)[0]) == facts(brought_in(tmp_path, "plain", plain)[0])


def test_letters_outside_latin_1_are_written_as_others_never_as_question_marks():
    names = {"Œuvrard": "OEuvrard", "Łukasik Paweł": "Lukasik Pawel", "Đoković": "Dokovic", "Zoe\u0301 Ķ": "Zoé K",
             "Æsop ŒŸß": "Æsop OEYß", "Кот": "---"}  # fmt: skip
    desk = OthelloDesk(2, Formule="Toutes-rondes")
    for name in names:
        desk.player(name, 1500)
    written = render_elo_text(desk.must().play().must("update").decoded(), creator="", created="")
    assert written.encode("latin-1") and "?" not in written
    assert set(names.values()) <= set(re.findall(r"^%_%.*?, (.*?), ", written, re.MULTILINE))


# Damaged files

HEAD = "%%Tournament: T\n%_%    1, A, B, FRA, 1, 40\n%_%    2, C, D, FRA, 0, 24\n"
DAMAGED = {
    "not a file of results": ("hello\n", "ligne 1"),
    "no round": (HEAD, "%_%"),
    "a player twice": (HEAD + "%_% 1, E, F, FRA, 0, 0\n", "ligne 4"),
    "a game that breaks off": (HEAD + "%Round: 1\n 1 (40)>(2\n", "ligne 5"),
    "65 discs": (HEAD + "%Round: 1\n 1 (40)>(25) 2 B\n", "ligne 5"),
    "a stranger": (HEAD + "%Round: 1\n 1 (40)>(24) 3 B\n", "joueur 3"),
    "twice in a round": (HEAD + "%Round: 1\n 1 (40)>(24) 2 B\n 2 (40)>(24) 1 B\n", "deux fois"),
    "PAPP: a stranger": (WORKFILE + "(050001 050009);", "ligne 23"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_file_is_refused_with_its_line(tmp_path, capsys, name):
    text, words = DAMAGED[name]
    source = tmp_path / ("w.txt" if "PAPP" in name else "x.ELO")
    source.write_text(text, encoding="latin-1")
    assert books.run("import", source, "-o", tmp_path / "t.xlsx") == UNREADABLE
    assert words in capsys.readouterr().err and not (tmp_path / "t.xlsx").exists()
