"""What stands on each paper: the texts and figures of the workbook's sheet, names whole."""

import html
import re

import pytest

from tests import books
from tournament_xl.frontends.web.page_session import PageSession
from tournament_xl.messages.names import signed
from tournament_xl.messages.paper import hour_text, long_dates
from tournament_xl.paper.layout import LEAST_SIZE, fit, share_height, split_evenly
from tournament_xl.paper.papers import DESK_LIST
from tournament_xl.service.print_sheet import render_sheet
from tournament_xl.service.workbook_access import WorkbookFile
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_address
from tournament_xl.workbook.tables import find_right_of

FORMULAS = ("classique", "othello")
LONG = "DE LA ROCHEFOUCAULD-MONTGOMERY DE SAINT-SYMPHORIEN-D'OZON"  # 57 letters
SETTINGS = ("--nom", "Coupe du lac", "--set", "Lieu=Annecy", "--set", "Date de début=21/11/2026", "--set",
            "Salle=Salle 2", "--set", "Temps par joueur=25", "--set", "Heure de la ronde=13:30")  # fmt: skip


def create(folder, formula, count=12, rounds=5, *options):
    """A tournament whose player 2 has a very long name."""
    path = books.create(folder, count, "--rondes", rounds, *SETTINGS, *options, formula=formula)
    return books.edit(path, {f"Joueurs!Nom!{books.FIRST + 1}": LONG})


@pytest.fixture(scope="module", params=FORMULAS)
def played(request, tmp_path_factory):
    """A tournament of 13 players, of which 3 rounds are played."""
    return books.simulate(create(tmp_path_factory.mktemp("played"), request.param, 13), 3)


@pytest.fixture(scope="module", params=FORMULAS)
def drawn(request, tmp_path_factory):
    """A tournament of 41 players, of which the first round is drawn."""
    return books.pair(create(tmp_path_factory.mktemp("drawn"), request.param, 41))


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A tournament of 12 players of two clubs with prizes and ratings, all of it played."""
    words = ("Équipes=2", "Arbitre=Claire AUBERT", "Organisateur=Club d'Annecy")
    options = [option for word in words for option in ("--set", word)]
    path = create(tmp_path_factory.mktemp("ended"), "classique", 12, 2, *options)
    clubs = {f"Joueurs!Club!{books.FIRST + row}": ("Lyon", "Annecy")[row % 2] for row in range(12)}
    books.simulate(books.edit(path, clubs | {"Prix!A5": "Premier prix", "Prix!B5": "Général"}), 2)
    assert books.run("ratings", path) == 0
    return path


def render(path, sheet, round_number=0):
    return render_sheet(WorkbookFile(path), sheet, round_number)


def read_text(part):
    """The text of a piece of HTML, a blank between elements."""
    text = " ".join(html.unescape(re.sub("<[^>]*>", " ", re.sub("(?s)<style>.*?</style>", "", part))).split())
    return text.replace("\u00a0", " ")


def list_texts(paper, pattern):
    """The text of each element that the pattern finds."""
    return [read_text(part) for part in re.findall(pattern, paper, re.DOTALL)]


def list_rows(paper):
    """The texts of each row of a paper, cell by cell."""
    rows = re.findall("<tr[ >].*?</tr>", paper, re.DOTALL)
    return [list_texts(row, "<td.*?</td>") for row in rows if "<td" in row]


def list_names(path):
    return {row["N°"]: f"{row['Nom']} {row['Prénom']}" for row in books.lines(path, schema.PLAYERS)}


def side_columns(path):
    """Columns of Résultats: the numbers of both players, and their scores."""
    is_othello = "N° N" in books.lines(path, schema.RESULTS)[0]
    return ("N° N", "N° B", "Pions N", "Pions B") if is_othello else ("N° 1", "N° 2", "Score 1", "Score 2")


def is_same_figure(text, value):
    shown = {f"{value:g}".replace(".", ","), signed(value), f"{int(value) or ''}½"} if value is not None else {""}
    return text.replace("\u2212", "-") in {form.replace("\u2212", "-") for form in shown}


# After a round


def test_standings_have_the_figures_of_the_sheet_and_whole_names(played):
    names, (paper, lines) = list_names(played), (render(played, schema.STANDINGS), books.lines(played, "Classement"))
    assert len(rows := list_rows(paper)) == len(lines) == 13
    for texts, line in zip(rows, lines, strict=True):
        own = ("Place", "N°", "J", "row")
        figures = [value for title, value in line.items() if isinstance(value, int | float) and title not in own]
        assert texts[:2] == [str(line["Place"]), names[line["N°"]]] and texts[-1] == line["±"].replace("·", "")
        shown = [text for text in texts[2:-1] if re.search(r"[\d½]", text)]
        assert len(shown) == len(figures) and all(map(is_same_figure, shown, figures)), line
    assert LONG in read_text(paper) and paper.count('class="won"') == sum(line["G"] for line in lines)


def test_the_cross_table_has_the_cells_of_the_sheet(played):
    rows, lines = list_rows(render(played, schema.GRID)), books.lines(played, schema.GRID)
    for texts, line in zip(rows, lines, strict=True):
        for text, title in zip(texts[2:5], ("R1", "R2", "R3"), strict=True):
            result, _, opponent = str(line[title]).partition("\n")
            assert text.split() == f"{result.strip('●○ ')} {opponent.replace('. ', ' ', 1)}".split()


def test_a_round_has_its_scores_the_winner_bold_and_who_was_exempt(played):
    rows, names = list_rows(paper := render(played, schema.RESULTS, 2)), list_names(played)
    first, second, *scores = side_columns(played)
    lines = [row for row in books.lines(played, schema.RESULTS) if row["Ronde"] == 2 and row[second] in names]
    assert rows[:-1] == [
        [str(line["Table"]), names[line[first]], *(str(line[score]) for score in scores), names[line[second]]]
        for line in lines
    ]
    winners = [line[(first, second)[line[scores[1]] > line[scores[0]]]]
               for line in lines if line[scores[0]] != line[scores[1]]]  # fmt: skip
    assert list_texts(paper, '<td class="(?:one|two) won">(.*?)</td>') == [names[number] for number in winners]
    assert rows[-1][0] == "" and rows[-1][-1] == "exempt"


def test_the_chart_has_a_curve_for_everybody_and_names_at_both_ends(played):
    paper, names = render(played, schema.EVOLUTION), list_names(played)
    labels = {*list_texts(paper, "<text.*?</text>")}
    lines = books.lines(played, schema.STANDINGS)
    assert {f"{line['Place']} {name}" for line in lines if LONG not in (name := names[line["N°"]])} <= labels
    assert any(LONG.startswith(label.rstrip("…").split(" ", 1)[1]) for label in labels if label.endswith("…"))
    assert paper.count('class="curve') == 13 and {"ronde 1", "ronde 2", "ronde 3"} <= labels


def test_standings_after_an_earlier_round_are_those_of_that_round(copy_workbook):
    path = copy_workbook("played")
    then = read_text(render(path, schema.STANDINGS))
    books.simulate(path, 1)
    assert read_text(render(path, schema.STANDINGS, 1)) == then != read_text(render(path, schema.STANDINGS))


@pytest.mark.parametrize(("sheet", "number"), [(schema.RESULTS, 3), (schema.STANDINGS, 2), (schema.GRID, 1)])
def test_a_round_that_is_not_there_is_no_paper(workbooks, sheet, number):
    with pytest.raises(ValueError):
        render(workbooks["played"], sheet, number)


def test_scores_just_typed_are_on_paper_and_the_file_stays_as_it_was(copy_workbook):
    path = books.score(copy_workbook("drawn"), 1)
    with books.untouched(path):
        assert len(list_rows(render(path, schema.STANDINGS))) == 8


def test_forfeits_and_games_given_up_are_said_with_the_scores_that_count(tmp_path, copy_workbook):
    path = copy_workbook("played")
    row = books.lines(path, schema.RESULTS)[0]["row"]
    books.edit(path, {f"Résultats!Score {side}!{row}": None for side in (1, 2)} | {f"Résultats!Forfait!{row}": "1"})
    assert list_rows(render(path, schema.RESULTS, 1))[0][2:4] == ["forfait", "gagné"]
    path = books.pair(create(tmp_path / "othello", "othello", 8))
    books.edit(path, {f"Résultats!Pions N!{row}": 40, f"Résultats!Fin!{row}": "AB"})
    assert list_rows(render(path, schema.RESULTS, 1))[0][2:4] == ["64", "0 abandon"], "the discs that count"


# Before a round


def test_the_wall_has_everybody_by_name_and_every_pair(drawn):
    paper, names = render(drawn, schema.PAIRINGS), list_names(drawn)
    entries = list_texts(paper, "<li>.*?</li>")
    pairs = [row for row in books.lines(drawn, schema.RESULTS) if row["Ronde"] == 1]
    first, second, *_ = side_columns(drawn)
    seats = {(row[side], f"{names[row[side]]} {row['Table']}" if {row[first], row[second]} <= names.keys() else
              f"{names[row[side]]} exempt") for row in pairs for side in (first, second)
             if row[side] in names}  # fmt: skip
    assert {*entries} == {entry for _, entry in seats} and len(entries) == 41
    rows = [row for row in list_rows(paper) if row[0]]
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        (str(row["Table"]), names[row[first]], names[row[second]]) for row in pairs if row[second] in names
    ]
    assert "13 h 30" in read_text(paper) and "Salle 2" in paper
    assert paper.count('class="disc') == (80 if first == "N° N" else 0)


def test_who_left_is_not_on_the_wall_and_the_absent_are_told_from_the_exempt(copy_workbook):
    path = copy_workbook("played")
    books.edit(path, {f"Joueurs!Absences!{books.FIRST + row}": text for row, text in enumerate(("2-", "2", "2-3"))})
    paper, names = render(books.pair(path), schema.PAIRINGS), list_names(path)
    entries = list_texts(paper, "<li>.*?</li>")
    assert not [entry for entry in entries if entry.startswith(names[1])]
    assert {f"{names[2]} absent", f"{names[3]} absent"} <= {*entries}
    assert sum(entry.endswith(" exempt") for entry in entries) == 1


def test_a_slip_a_pair_eight_a_page(drawn):
    paper, names = render(drawn, schema.SLIPS), list_names(drawn)
    assert [page.count("<article") for page in paper.split("<section")[1:]] == [8, 8, 4]
    slips = list_texts(paper, "<article>.*?</article>")
    sheet = [str(cell.value) for row in books.content(drawn)[schema.SLIPS] for cell in row if cell.value]
    assert [slip[: slip.index(" Ronde")] for slip in slips] == [text for text in sheet if text.startswith("Table ")]
    assert all(f"Ronde 1 sur 5 · {words}" in slip for slip in slips for words in ["13 h 30 · 25 min par joueur"])
    assert sum(name in slip for slip in slips for name in names.values()) == 40 and LONG in " ".join(slips)
    assert paper.count('class="score"') == 40


def test_a_match_of_two_games_to_win_has_boxes_for_three_and_tables_have_numbers_to_fold(tmp_path):
    path = books.pair(create(tmp_path, "classique", 8, 5, "--set", "Manches gagnantes=2", "--set", "Chevalets=oui"))
    assert render(path, schema.SLIPS).count('class="score"') == 4 * 2 * 3
    assert list_texts(render(path, schema.TENTS), "<article>.*?</article>") == [f"{n} {n}" for n in range(1, 5)]


def test_the_list_to_tick_has_everybody_by_name_with_what_is_due_and_no_box_for_who_is_absent(tmp_path):
    path = create(tmp_path, "classique", 4)
    books.edit(
        path,
        {"Joueurs!Absences!6": "1", "Joueurs!B9": "Aalto", "Joueurs!L4": "Payé", "Joueurs!L5": 10, "Joueurs!L7": "2,5"},
    )
    paper = render(path, DESK_LIST)
    rows = list_rows(paper)
    names = [row[1] for row in rows]
    assert names == sorted(names, key=str.casefold) and names[0] == "Aalto" and len(names) == 5, "without a N°, too"
    assert ["absent" in row for row in rows] == [LONG in row[1] for row in rows]
    assert "12,5 €" in read_text(paper)


# At the end


def test_finals_take_the_place_of_the_round_on_wall_and_slips_and_have_their_own_paper(tmp_path):
    path = books.simulate(create(tmp_path, "othello", 8, 1), 1)
    assert render(path, schema.FINALS) == ""
    for name in ("Grande finale", "Match pour la 3e place"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    books.update(path)
    wall, slips = (read_text(render(path, sheet)) for sheet in (schema.PAIRINGS, schema.SLIPS))
    assert "Match pour la 3e place" in wall and "Ronde" not in wall
    assert "Finale" in slips and "Table" not in slips and render(path, schema.PALMARES) == ""
    scores = {f"Finales!{column}{row}": score for row in (5, 6) for column, score in (("E", 40), ("F", 24))}
    books.update(books.edit(path, scores))
    leader = books.lines(path, schema.STANDINGS)[0]["Joueur"]
    assert f"Vainqueur {leader}" in read_text(render(path, schema.FINALS))
    assert f"1 er {leader}" in read_text(render(path, schema.PALMARES))


def test_palmares_has_podium_prizes_figures_and_who_signs_as_the_sheet(ended):
    paper, names = read_text(render(ended, schema.PALMARES)), list_names(ended)
    assert all(names[line["N°"]] in paper for line in books.lines(ended, schema.STANDINGS)[:3]), "whole"
    words = ("Premier prix", "12 joueurs 2 rondes", "Claire AUBERT arbitre", "Club d'Annecy organisateur")
    assert [word for word in words if word not in paper] == []
    cells = [str(cell.value) for row in books.content(ended)[schema.PALMARES] for cell in row if cell.value]
    shown = [text for text in cells if "Pdep" in text]
    assert len(shown) == 3 and all(text in paper for text in shown)


def test_other_sheets_are_tables_with_the_titles_and_texts_of_theirs(ended):
    assert len(list_rows(render(ended, schema.RESULTS))) == len(books.lines(ended, schema.RESULTS))
    for sheet in (schema.PLAYERS, schema.JOURNAL, schema.HIGHLIGHTS, schema.TEAMS, schema.PRIZES):
        paper, lines = render(ended, sheet), books.lines(ended, sheet)
        shown = [title for title in lines[0] if title != "row" and any(line[title] not in (None, "") for line in lines)]
        assert len(list_rows(paper)) == len(lines), sheet
        assert list_texts(paper, "<th[ >].*?</th>") == shown, sheet


def test_ratings_have_signs_and_no_places_one_might_have_had(ended):
    rows, lines = list_rows(render(ended, schema.RATINGS)), books.lines(ended, schema.RATINGS)
    assert [row[-1] for row in rows] == [signed(line["Variation"]) for line in lines] and len(rows[0]) == 15


# Any paper


def test_the_clubs_logo_is_on_the_wall(copy_workbook):
    path = copy_workbook("drawn")
    assert "<img" not in render(path, schema.PAIRINGS)
    books.with_picture(path, "Logo", b"\x89PNG\r\n\x1a\n" + bytes(20))
    assert render(path, schema.PAIRINGS).count('<img src="data:image/png;base64,') == 1


def test_what_people_type_is_text_on_paper(copy_workbook):
    paper = render(books.edit(copy_workbook("played"), {"Joueurs!B6": "<b onclick=x>Dupont</b> & fils"}), "Joueurs")
    assert "<b onclick" not in paper and "&lt;b onclick=x&gt;Dupont&lt;/b&gt; &amp; fils" in paper


def test_a_sheet_with_nothing_to_print_has_no_page_and_an_unknown_one_is_refused(copy_workbook, tmp_path):
    session, asked = PageSession(tmp_path), {"file": copy_workbook("registered").name}
    for sheet in (schema.TENTS, schema.PAIRINGS, schema.SLIPS, schema.STANDINGS, schema.GRID, schema.EVOLUTION):
        assert session.call("paper", asked | {"sheet": sheet})["paper"] == "", sheet
    for sheet in ("Ailleurs", schema.MEMORY):
        answer = session.call("paper", asked | {"sheet": sheet})
        assert answer["answer"]["code"] == 2 and "paper" not in answer


def test_a_name_is_as_large_as_its_box_allows_and_breaks_between_words_first():
    one = fit("Durand Anne", 60, 10, 16)
    assert one.is_whole and one.size == 16
    two = fit("VANDENBROUCKE-DELATTRE Anne-Charlotte", 60, 10, 13)
    assert two.is_whole and two.size == 13 and two.height <= 10
    broken = fit(LONG, 40, 9, 13)
    assert not broken.is_whole and LEAST_SIZE <= broken.size < 13
    assert fit(LONG, 20, 5, 13).size == LEAST_SIZE and fit(LONG, 20, 5, 13).height > 5, "never smaller, then higher"
    assert share_height(100, 10, 15, [("Durand", 60)] * 10) == 10 and share_height(100, 10, 15, [(LONG, 20)]) < 9


def test_rows_are_spread_evenly_over_pages():
    pages = {count: [len(part) for part in split_evenly(range(count), 34)] for count in (0, 36, 128)}
    assert pages == {0: [], 36: [18, 18], 128: [32, 32, 32, 32]}


def test_hours_and_dates_are_written_out():
    assert [hour_text(time).replace("\u00a0", " ") for time in ("13:30", "09:00", "")] == ["13 h 30", "9 h", ""]
    assert long_dates("1/3/2026 – 21/11/2026") == "1er mars 2026 – 21 novembre 2026"
    assert long_dates("21/13/2026") == "21/13/2026" and hour_text("après le repas") == "après le repas"
