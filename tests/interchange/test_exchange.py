"""`export --json` and `import`: there and back without loss, tables as typed, other files named."""

import json
from fractions import Fraction

import openpyxl
import pytest

from tests import ROOT, books
from tests.programs import WHOLE
from tournament_xl.actions.check import check
from tournament_xl.core.exit_codes import DONE, REFUSED, UNREADABLE
from tournament_xl.games.registry import GAMES
from tournament_xl.interchange.documents import render_document
from tournament_xl.interchange.export_tables import build_players_table
from tournament_xl.interchange.import_results import import_file
from tournament_xl.publication.facts import find_anonymous_numbers
from tournament_xl.service.act import SimulationRequest, simulate
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage import decoding
from tournament_xl.workbook.snapshot import ExternalError

SAMPLES = ROOT / "samples"
FORMULAS = {
    "classique": (13, ["--edition", "F10", "--set", "Manches gagnantes=2"]), "open": (13, []),
    "toutes-rondes": (5, []), "othello": (9, ["--rondes", 5]),
}  # fmt: skip


@pytest.mark.parametrize("formula", FORMULAS if WHOLE else ["classique", "othello"])
def test_a_random_tournament_comes_back_from_its_json_as_it_was(formula, tmp_path, capsys):
    count, options = FORMULAS[formula]
    path = books.create(tmp_path, count, *options, formula=formula)
    books.edit(path, {"Joueurs!Z4": "Catégorie", "Joueurs!Z5": "007", "Joueurs!AA4": "Anonyme", "Joueurs!AA5": "oui"})
    absences = 0.0 if formula == "toutes-rondes" else 0.1
    simulate(WorkbookFile(path), SimulationRequest(4, "5", forfeits=0.1, absences=absences))
    capsys.readouterr()
    assert books.run("export", path, "--json") == 0
    output = capsys.readouterr().out
    document = json.loads(output)
    assert GAMES[document["game"]].describe_document().check("", document) == document
    (tmp_path / "there.json").write_text(output, encoding="utf-8")
    assert books.run("import", tmp_path / "there.json", "-o", tmp_path / "back.xlsx") == 0
    assert json.loads(render_document(decoding.decode_file(tmp_path / "back.xlsx"))) == json.loads(output)
    table = build_players_table(decoding.decode_file(tmp_path / "back.xlsx"))
    (row,) = [row for row in table.rows if row.get("Anonyme")]
    assert (row["Catégorie"], row["Anonyme"]) == ("007", "oui")
    assert [*find_anonymous_numbers(decoding.decode_file(tmp_path / "back.xlsx"))] == [row["N°"]], "named on no page"
    assert books.run("pair", tmp_path / "back.xlsx") == books.run("pair", path)
    rounds = [
        json.loads(render_document(decoding.decode_file(file)))["rounds"] for file in (path, tmp_path / "back.xlsx")
    ]
    assert rounds[0] == rounds[1], "and is paired on alike"


def test_who_has_no_number_comes_back_without_one(tmp_path, capsys):
    """The first pairing gives it, or the one after somebody has come."""
    path = books.create(tmp_path, 8)
    for entrant in ("", "Zed"):
        if entrant:
            assert books.run("pair", path) == 0
            books.edit(path, {"Joueurs!B13": entrant, "Joueurs!F13": 3000})
        (tmp_path / "there.json").write_text(render_document(decoding.decode_file(path)), encoding="utf-8")
        back = tmp_path / f"back{entrant}.xlsx"
        assert books.run("import", tmp_path / "there.json", "-o", back) == 0
        for file in (path, back):
            numbers = [line.text("N°") for line, _ in decoding.decode_file(file).players.rows]
            assert numbers == ([*map(str, range(1, 9)), ""] if entrant else [""] * 8)


def test_imported_pairs_are_no_choice_of_the_organiser_but_a_draw_to_be_judged(tmp_path):
    rows = ["Ronde;Joueur 1;Score 1;Joueur 2;Score 2"]
    rows += [f"{number};A;400;B;300\n{number};C;400;D;300" for number in (1, 2)] + ["3;A;;B;\n3;C;;D;"]
    (tmp_path / "a.csv").write_text("\n".join(rows), encoding="utf-8")
    assert books.run("import", tmp_path / "a.csv", "-o", tmp_path / "a.xlsx") == DONE
    report = check(WorkbookFile(tmp_path / "a.xlsx").read())
    assert report.code == REFUSED and {finding.kind for finding in report.findings} == {"draw"}
    assert not report.manual_changes and "organiser" not in {
        difference.by for pairing in report.pairings for difference in pairing.differences
    }


@pytest.mark.parametrize(("path", "fields"), [
    ("format", {"format": 1}), ("game", {"game": "dames"}), ("danse", {"danse": 1}),
    ("settings.Danse", {"settings": {"Danse": "oui"}}), ("players.X", {"players": {"X": {"name": "A"}}}),
    ("rounds.1.matches.2-1.sides", {"rounds": {"1": {"matches": {"2-1": {"sides": [2, 1]}}}}}),
])  # fmt: skip
def test_what_is_no_document_is_told_by_its_path(path, fields, tmp_path, capsys):
    document = {"format": 2, "game": "scrabble", "settings": {}, "players": {"1": {"name": "A"}}, "rounds": {}}
    (tmp_path / "a.json").write_text(json.dumps(document | fields), encoding="utf-8")
    assert books.run("import", tmp_path / "a.json", "-o", tmp_path / "a.xlsx") == UNREADABLE
    assert f"a.json : {path} : " in capsys.readouterr().err and not (tmp_path / "a.xlsx").exists()


def test_numbers_stand_in_the_workbook_as_a_person_types_them(tmp_path):
    document = {
        "format": 2, "game": "scrabble", "settings": {"Nombre de rondes": 5},
        "players": {str(number): {"name": f"J{number}", "cote": 1234.56789012} for number in range(1, 9)},
        "rounds": {"1": {"matches": {"1-2": {"sides": [2, 1], "scores": [400, 380]}, "3-4": {"sides": [3, 4],
                                                                                            "scores": [451, None]}}}},
    }  # fmt: skip
    (tmp_path / "a.json").write_text(json.dumps(document), encoding="utf-8")
    assert books.run("import", tmp_path / "a.json", "-o", tmp_path / "a.xlsx") == 0
    book = decoding.decode_file(tmp_path / "a.xlsx")
    assert book.settings.text("Lieu") == "" and book.tournament.settings.rounds == 5
    assert book.tournament.players[0].cote == Fraction("1234.56789012")
    assert [(row.match.sides, row.match.games) for row in book.results.rows] == [((2, 1), ((400, 380),)), ((3, 4), ())]
    assert book.results.rows[1].entry["scores"] == [451, None], "half a result stays"


TITLES = ("Score", "Ronde", "Joueur 1", "Table", "Joueur 2", "Score")
LINES = [
    *((400 + number, 1, f"JOUEUR{number} Ann", number, f"JOUEUR{number + 4} Bo", 380) for number in range(1, 5)),
    (410, "Ronde 2", "Ann  Joueur1", 1, "joueur2 ann", 390),
    ("forfait", "", "JOUEUR3 Ann", 2, "JOUEUR4 Ann", ""),
    ("", 2, "X", 3, "JOUEUR5 Bo", ""),
    ("", 2, "JOUEUR6 Bo", 4, "JOUEUR7 Bo", ""),
]


def typed(path):
    book = decoding.decode_file(path)
    return [[(match.sides, match.games, match.forfeits) for match in matches] for matches in book.tournament.rounds]


def test_a_plain_table_is_taken_in_any_order_of_its_columns_from_csv_and_from_a_workbook(tmp_path, capsys):
    (tmp_path / "a.csv").write_text("\n".join(";".join(map(str, row)) for row in (TITLES, *LINES)), encoding="utf-8")
    book = openpyxl.Workbook()
    for row in ([], TITLES, *LINES):
        book.active.append(row)
    book.save(tmp_path / "b.xlsx")
    for name in ("a.csv", "b.xlsx"):
        target = tmp_path / f"de {name}.xlsx"
        assert books.run("import", tmp_path / name, "-o", target) == 0
        first, second = typed(target)
        assert first[0] == ((1, 2), ((401, 380),), frozenset())
        names = {player.full_name: player for player in decoding.decode_file(target).tournament.players}
        assert len(names) == 8 and 2 in names["JOUEUR8 Bo"].absences and 2 not in names["JOUEUR5 Bo"].absences
        sides = {frozenset(pair): (games, forfeits) for pair, games, forfeits in second}
        three, four, five = (names[f"JOUEUR{place}"].number for place in ("3 Ann", "4 Ann", "5 Bo"))
        assert sides[frozenset({three, four})] == ((), {1}) and frozenset({five, 0}) in sides


def test_every_faulty_line_of_a_table_is_told_and_no_workbook_made(tmp_path, capsys):
    rows = [
        TITLES,
        (400, 1, "A", 1, "A", 380),
        ("4O2", 1, "B", 2, "C", 380),
        (400, 3, "B", 1, "D", 300),
        (400, "", "E", 1, "B", 1),
        (400, "finale", "F", 1, "G", 1),
    ]
    (tmp_path / "a.csv").write_text("\n".join(";".join(map(str, row)) for row in rows), encoding="utf-8")
    assert books.run("import", tmp_path / "a.csv", "-o", tmp_path / "a.xlsx") == UNREADABLE
    told = capsys.readouterr().err
    assert all(f"ligne {line}" in told for line in (2, 3, 5, 6)) and not (tmp_path / "a.xlsx").exists()


@pytest.mark.parametrize(("name", "text"), [
    ("a.csv", "Ronde;Joueur 1;Score 1;Joueur 2;Score 2\n1;A;400;B;300\n2;\"A\" Z;400;B;300\n"),  # a quote stays open
    ("b.md", "### titre\n" * 2000),
    ("c.csv", ";".join(TITLES) + "\n" + "".join(f";1;{n} a;;{n} b;\n" for n in range(260))),  # more than 500
    ("d.json", '{"format": 2'),
])  # fmt: skip
def test_what_is_damaged_or_made_to_hang_is_refused_in_a_sentence(tmp_path, capsys, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert books.run("import", tmp_path / name, "-o", tmp_path / "neuf.xlsx") == UNREADABLE
    assert name in capsys.readouterr().err and not (tmp_path / "neuf.xlsx").exists()


MATCHES = [("Ann", 401, "Bob", 380), ("Cy", 399, "Dee", 350)], [("Ann", 402, "Cy", 300), ("Bob", 403, "Dee", 310)]


def write_results(path, titles, lines):
    path.write_text("\n".join(";".join(map(str, line)) for line in (titles, *lines)), encoding="utf-8")


def imported(path, capsys, code=0):
    """Imports a file of results: the matches by name and score, and all that is told."""
    target = path.with_suffix(".xlsx")
    assert books.run("import", path, "-o", target) == code
    told = "".join(capsys.readouterr())
    if code:
        assert not target.exists() and "Résultats!" not in told and "Joueurs!" not in told
        return [], told
    names = {player.number: player.name for player in decoding.decode_file(target).tournament.players}
    return [
        sorted(tuple(zip(map(names.get, sides), games[0], strict=True)) for sides, games, _ in matches)
        for matches in typed(target)
    ], told


@pytest.mark.parametrize("titles", [
    ("Winner", "Winners Score", "Loser", "Losers Score"),
    ("Gagnant", "Score du gagnant", "Perdant", "Score du perdant"),
    ("Player", "Score", "Opponent", "Opp. Score"), ("Vainqueur", "Points", "Vaincu", "Points"),
    ("Joueur", "Score", "Adversaire", "Score adverse"),
])  # fmt: skip
def test_a_table_of_winners_and_opponents_is_read(tmp_path, capsys, titles):
    lines = [(number, *match) for number, matches in enumerate(MATCHES, start=1) for match in matches]
    write_results(tmp_path / "a.csv", ("Round", *titles), lines)
    rounds, _ = imported(tmp_path / "a.csv", capsys)
    assert [{frozenset(match) for match in matches} for matches in rounds] == [
        {frozenset({(one, score), (two, other)}) for one, score, two, other in matches} for matches in MATCHES
    ]


def test_matches_given_by_both_players_count_once_and_are_told(tmp_path, capsys):
    lines = [(number, *match) for number, matches in enumerate(MATCHES, start=1) for match in matches]
    mirrored = [(number, two, other, one, score) for number, one, score, two, other in lines]
    write_results(tmp_path / "a.csv", ("Round", "Player", "Score", "Opponent", "Score"), [*lines, *mirrored])
    rounds, _ = imported(tmp_path / "a.csv", capsys)
    assert [*map(len, rounds)] == [2, 2]
    mirrored[0] = (1, "Bob", 381, "Ann", 401)
    write_results(tmp_path / "b.csv", ("Round", "Player", "Score", "Opponent", "Score"), [*lines, *mirrored])
    assert "ligne 6" in imported(tmp_path / "b.csv", capsys, UNREADABLE)[1]


GROUPS = [(group, number, f"{group}{one}", 400, f"{group}{two}", 350)
          for group in "AB" for number, pairs in enumerate(("12 34", "13 24", "14 23"), start=1)
          for one, two in pairs.split()]  # fmt: skip
RESULT_TITLES = ("Ronde", "Joueur 1", "Score 1", "Joueur 2", "Score 2")


@pytest.mark.parametrize("title", ["Groupe", "Où", ""])
def test_several_groups_in_a_column_are_refused_whatever_its_title(tmp_path, capsys, title):
    write_results(tmp_path / "a.csv", (title, *RESULT_TITLES), GROUPS)
    _, told = imported(tmp_path / "a.csv", capsys, UNREADABLE)
    assert "« A »" in told and "« B »" in told
    write_results(tmp_path / "a.csv", (title, *RESULT_TITLES), GROUPS[:6])
    assert [*map(len, imported(tmp_path / "a.csv", capsys)[0])] == [2, 2, 2]


def test_groups_below_headings_in_sheets_or_only_apart_are_told(tmp_path, capsys):
    bare = [line[1:] for line in GROUPS]
    write_results(tmp_path / "a.csv", RESULT_TITLES, [("Division A",), *bare[:6], ("Division B",), *bare[6:]])
    assert "« Division A »" in imported(tmp_path / "a.csv", capsys, UNREADABLE)[1]
    write_results(tmp_path / "b.csv", RESULT_TITLES, bare)
    assert "A1, B1" in imported(tmp_path / "b.csv", capsys)[1], "read, with a warning: they never meet"
    book = openpyxl.Workbook()
    for sheet, lines in ((book.active, bare[:6]), (book.create_sheet("B"), bare[6:])):
        for line in (RESULT_TITLES, *lines):
            sheet.append(line)
    book.save(tmp_path / "c.xlsx")
    assert books.run("import", tmp_path / "c.xlsx", "-o", tmp_path / "d.xlsx") == UNREADABLE
    assert "« Sheet » et « B »" in capsys.readouterr().err


def test_columns_and_lines_that_are_not_read_are_told(tmp_path, capsys):
    lines = [(number, *match, "") for number, matches in enumerate(MATCHES, start=1) for match in matches]
    lines[1] = (*lines[1][:5], "oui")
    write_results(tmp_path / "a.csv", (*RESULT_TITLES, "Annulé"), [*lines, ("Fin",)])
    rounds, told = imported(tmp_path / "a.csv", capsys)
    assert [*map(len, rounds)] == [2, 2] and "« Annulé »" in told and "ligne 6" in told


def test_a_file_of_ours_or_of_another_program_is_named(tmp_path, capsys):
    assert books.run("import", SAMPLES / "geneve-2010.xlsx", "-o", tmp_path / "neuf.xlsx") == UNREADABLE
    for content, kind in (
        ("012 Open de Lyon\n001    1 m    Smith\n", "TRF"), ("%PDF-1.7\n", "PDF"),
        ("<!DOCTYPE html><table></table>", "web"), ('[Event "Lyon"]\n1. e4', "PGN"),
        ("*M12.11.2026 Open de Lyon\n*A\n", ".tou"),
    ):  # fmt: skip
        (tmp_path / "a.txt").write_text(content, encoding="utf-8")
        with pytest.raises(ExternalError, match=kind):
            import_file(tmp_path / "a.txt", tmp_path / "a.xlsx")
