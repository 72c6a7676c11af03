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


def render(path, sheet, round_number=0):
    return render_sheet(WorkbookFile(path), sheet, round_number)


def read_text(part):
    """The text of a piece of HTML, a blank between elements."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", re.sub("(?s)<style>.*?</style>", "", part))).split())


def list_rows(paper, kind="tr"):
    """The texts of each row of a paper, cell by cell."""
    rows = re.findall(f"(?s)<{kind}[ >].*?</{kind}>", paper)
    return [[read_text(cell) for cell in re.findall("(?s)<td.*?</td>", row)] for row in rows if "<td" in row]


def list_names(path):
    return {row["N°"]: f"{row['Nom']} {row['Prénom']}" for row in books.lines(path, schema.PLAYERS)}


def is_same_figure(text, value):
    shown = {f"{value:g}".replace(".", ","), signed(value), f"{int(value) or ''}½"} if value is not None else {""}
    return text.replace("\u2212", "-") in {form.replace("\u2212", "-") for form in shown}


@pytest.mark.parametrize("formula", FORMULAS)
def test_standings_have_the_figures_of_the_sheet_and_whole_names(tmp_path, formula):
    path = books.simulate(create(tmp_path, formula), 3)
    names, (paper, lines) = list_names(path), (render(path, schema.STANDINGS), books.lines(path, schema.STANDINGS))
    assert len(rows := list_rows(paper)) == len(lines) == 12
    for texts, line in zip(rows, lines, strict=True):
        figures = [
            value
            for title, value in line.items()
            if isinstance(value, int | float) and title not in ("Place", "N°", "J", "row")
        ]
        assert texts[:2] == [str(line["Place"]), names[line["N°"]]]
        assert texts[-1] == line["±"].replace("·", "")
        shown = [text for text in texts[2:-1] if re.search(r"[\d½]", text)]
        assert len(shown) == len(figures) and all(map(is_same_figure, shown, figures)), line
    assert "Classement après la ronde 3 sur 5" in paper and "Annecy, 21 novembre 2026" in paper
    assert LONG in read_text(paper) and paper.count('class="won"') == sum(line["G"] for line in lines)


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_cross_table_has_the_cells_of_the_sheet(tmp_path, formula):
    path = books.simulate(create(tmp_path, formula, 13), 3)
    rows, lines = list_rows(render(path, schema.GRID)), books.lines(path, schema.GRID)
    assert len(rows) == len(lines) == 13
    for texts, line in zip(rows, lines, strict=True):
        for text, title in zip(texts[2:5], ("R1", "R2", "R3"), strict=True):
            result, _, opponent = str(line[title]).partition("\n")
            assert text.split() == f"{result.strip('●○ ')} {opponent.replace('. ', ' ', 1)}".split()


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("count", [13, 40])
def test_the_wall_has_everybody_by_name_and_every_pair(tmp_path, formula, count):
    path = books.pair(books.simulate(create(tmp_path, formula, count), 1))
    paper, names = render(path, schema.PAIRINGS), list_names(path)
    entries = [read_text(entry) for entry in re.findall("(?s)<li>.*?</li>", paper)]
    pairs = [row for row in books.lines(path, schema.RESULTS) if row["Ronde"] == 2]
    first, second = ("N° N", "N° B") if formula == "othello" else ("N° 1", "N° 2")
    expected = {f"{names[row[side]]} {row['Table']}" for row in pairs for side in (first, second)
                if {row[first], row[second]} <= names.keys()}  # fmt: skip
    free = {f"{names[row[side]]} exempt" for row in pairs for side in (first, second)
            if row[side] in names and not {row[first], row[second]} <= names.keys()}  # fmt: skip
    assert {*entries} == expected | free and len(entries) == count
    rows = [row for row in list_rows(paper) if row[0]]
    assert [(row[0], row[1], row[-1]) for row in rows] == [
        (str(row["Table"]), names[row[first]], names[row[second]]) for row in pairs if row[second] in names
    ]
    assert "13 h 30" in paper.replace("\u00a0", " ") and "Salle 2 · 25 min par joueur" in paper
    assert paper.count('class="disc') == (2 * len(expected) if formula == "othello" else 0)


def test_who_left_is_not_on_the_wall_and_the_absent_are_told_from_the_exempt(tmp_path):
    path = books.simulate(create(tmp_path, "classique", 12), 1)
    books.edit(path, {f"Joueurs!Absences!{books.FIRST + row}": text for row, text in enumerate(("2-", "2", "2-3"))})
    paper, names = render(books.pair(path), schema.PAIRINGS), list_names(path)
    entries = [read_text(entry) for entry in re.findall("(?s)<li>.*?</li>", paper)]
    assert not [entry for entry in entries if entry.startswith(names[1])]
    assert {f"{names[2]} absent", f"{names[3]} absent"} <= {*entries}
    assert sum(entry.endswith(" exempt") for entry in entries) == 1


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_slip_a_pair_eight_a_page(tmp_path, formula):
    path = books.pair(create(tmp_path, formula, 19))
    paper, names = render(path, schema.SLIPS), list_names(path)
    pages = paper.split("<section")[1:]
    assert [page.count("<article") for page in pages] == [8, 1]
    slips = [read_text(slip) for slip in re.findall("(?s)<article>.*?</article>", paper)]
    sheet = [str(cell.value) for row in books.content(path)[schema.SLIPS] for cell in row if cell.value]
    assert [slip[: slip.index(" Ronde")] for slip in slips] == [text for text in sheet if text.startswith("Table ")]
    assert all(
        "Ronde 1 sur 5 · 13 h 30 · 25 min par joueur Coupe du lac" in slip.replace("\u00a0", " ") for slip in slips
    )
    assert sum(name in slip for slip in slips for name in names.values()) == 18 and LONG in " ".join(slips)
    assert ("commence" in slips[0]) == (formula == "classique") and paper.count('class="score"') == 18


def test_a_match_of_two_games_to_win_has_boxes_for_three(tmp_path):
    path = books.pair(create(tmp_path, "classique", 8, 5, "--set", "Manches gagnantes=2"))
    assert render(path, schema.SLIPS).count('class="score"') == 4 * 2 * 3


def test_finals_take_the_place_of_the_round_on_wall_and_slips_and_have_their_own_paper(tmp_path):
    path = books.simulate(create(tmp_path, "othello", 8, 2), 2)
    assert render(path, schema.FINALS) == ""
    for name in ("Grande finale", "Match pour la 3e place"):
        row, column = find_right_of(ClosedFile(path).read(), schema.FINALS, name)
        books.edit(path, {f"Finales!{cell_address(row, column)}": 1})
    books.update(path)
    wall, slips, paper = (read_text(render(path, sheet)) for sheet in (schema.PAIRINGS, schema.SLIPS, schema.FINALS))
    assert "Finale" in wall and "Match pour la 3e place" in wall and "Ronde" not in wall
    assert "Finale" in slips and "3e place" in slips and "Table" not in slips
    assert "Vainqueur" in paper and render(path, schema.PALMARES) == ""
    scores = {f"Finales!{column}{row}": score for row in (5, 6) for column, score in (("E", 40), ("F", 24))}
    books.update(books.edit(path, scores))
    leader = books.lines(path, schema.STANDINGS)[0]["Joueur"]
    assert f"Vainqueur {leader}" in read_text(render(path, schema.FINALS))
    assert f"1 er {leader}" in read_text(render(path, schema.PALMARES))


@pytest.mark.parametrize("formula", FORMULAS)
def test_palmares_has_podium_prizes_figures_and_who_signs_as_the_sheet(tmp_path, formula):
    path = create(tmp_path, formula, 12, 3, "--set", "Arbitre=Claire AUBERT", "--set", "Organisateur=Club d'Annecy")
    assert render(books.simulate(path, 2), schema.PALMARES) == ""
    without = read_text(render(books.simulate(path, 1), schema.PALMARES))
    prizes = {
        "Prix!A5": "Premier prix",
        "Prix!B5": "Général",
        "Prix!A6": "Prix du suspense",
        "Prix!B6": "Meilleure partie",
    }
    paper = read_text(render(books.update(books.edit(path, prizes)), schema.PALMARES))
    assert "Premier prix" not in without and "Premier prix" in paper and "Prix du suspense" in paper
    names, lines = list_names(path), books.lines(path, schema.STANDINGS)
    for text in (without, paper):
        assert all(names[line["N°"]] in text for line in lines[:3]), "whole"
        assert (
            "12 joueurs 3 rondes" in text and "Claire AUBERT arbitre" in text and "Club d'Annecy organisateur" in text
        )
    cells = [str(cell.value) for row in books.content(path)[schema.PALMARES] for cell in row if cell.value]
    shown = [text for text in cells if "Pdep" in text or "départage" in text]
    assert len(shown) == 3 and all(text in paper for text in shown)
    assert all(f"{names[line['N°']]}" in without for line in lines[3:9]), "places below the podium, where there is room"


def test_the_club_s_logo_is_on_the_wall_and_on_palmares(tmp_path):
    picture = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")
    path = books.pair(create(tmp_path, "classique", 8))
    assert "<img" not in render(path, schema.PAIRINGS)
    books.with_picture(path, "Logo", picture)
    assert render(path, schema.PAIRINGS).count('<img src="data:image/png;base64,') == 1


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_chart_has_a_curve_for_everybody_and_names_at_both_ends(tmp_path, formula):
    path = books.simulate(create(tmp_path, formula), 3)
    paper, names = render(path, schema.EVOLUTION), list_names(path)
    labels = {read_text(label) for label in re.findall("(?s)<text.*?</text>", paper)}
    lines = books.lines(path, schema.STANDINGS)
    assert {f"{line['Place']} {name}" for line in lines if LONG not in (name := names[line["N°"]])} <= labels
    assert any(LONG.startswith(label.rstrip("…").split(" ", 1)[1]) for label in labels if label.endswith("…"))
    assert paper.count('class="curve') == 12 and {"ronde 1", "ronde 2", "ronde 3"} <= labels
    many = books.simulate(books.create(tmp_path / "many", 40, formula=formula), 2)
    assert "les 32 premiers des 40 joueurs" in render(many, schema.EVOLUTION)


def test_results_say_exempt_and_who_gave_a_forfeit_and_nothing_to_those_who_type(tmp_path):
    path = books.simulate(create(tmp_path, "classique", 9, 2), 2)
    row = books.lines(path, schema.RESULTS)[0]["row"]
    scores = {f"Résultats!{column}!{row}": None for column in ("Score 1", "Score 2")}
    books.update(books.edit(path, scores | {f"Résultats!Forfait!{row}": "1"}))
    paper, lines = render(path, schema.RESULTS), books.lines(path, schema.RESULTS)
    texts = [text for row in list_rows(paper) for text in row]
    assert texts.count("exempt") == 2 and "X" not in texts and texts[2:4] == ["forfait", "gagné"]
    assert "Saisir" not in paper and "Motif" not in paper and len(list_rows(paper)) == len(lines)
    assert f"{LONG} P2" in texts


@pytest.mark.parametrize("sheet", [schema.PLAYERS, schema.JOURNAL, schema.HIGHLIGHTS, schema.TEAMS, schema.PRIZES])
def test_other_sheets_are_tables_with_the_titles_and_texts_of_theirs(tmp_path, sheet):
    path = create(tmp_path, "classique", 12, 2, "--set", "Équipes=2")
    clubs = {f"Joueurs!Club!{books.FIRST + row}": ("Lyon", "Annecy")[row % 2] for row in range(12)}
    books.edit(path, clubs | {"Prix!A5": "Premier prix", "Prix!B5": "Général"})
    books.simulate(path, 2)
    paper, lines = render(path, sheet), books.lines(path, sheet)
    shown = [title for title in lines[0] if title != "row" and any(line[title] not in (None, "") for line in lines)]
    assert len(list_rows(paper)) == len(lines)
    assert [read_text(title) for title in re.findall("(?s)<th[ >].*?</th>", paper)] == shown
    assert "Une ligne par joueur" not in paper and "Coupe du lac" in paper


def test_ratings_have_signs_and_their_explanation_and_no_places_one_might_have_had(tmp_path):
    path = books.simulate(create(tmp_path, "classique", 12, 2), 2)
    assert books.run("ratings", path) == 0
    paper, lines = render(path, schema.RATINGS), books.lines(path, schema.RATINGS)
    rows = list_rows(paper)
    assert [row[-1] for row in rows] == [signed(line["Variation"]) for line in lines]
    assert "barème de la saison" in paper and "Par place" not in paper and len(rows[0]) == 15


def test_what_people_type_is_text_on_paper(tmp_path):
    path = books.edit(create(tmp_path, "classique", 8), {"Joueurs!B6": "<b onclick=x>Dupont</b> & fils"})
    paper = render(path, schema.PLAYERS)
    assert "<b onclick" not in paper and "&lt;b onclick=x&gt;Dupont&lt;/b&gt; &amp; fils" in paper


def test_a_sheet_with_nothing_to_print_has_no_page_and_an_unknown_one_is_refused(tmp_path):
    path = books.create(tmp_path, 8)
    session, asked = PageSession(tmp_path), {"file": path.name}
    for sheet in (schema.TENTS, schema.PAIRINGS, schema.SLIPS, schema.STANDINGS, schema.GRID, schema.EVOLUTION):
        assert session.call("paper", asked | {"sheet": sheet})["paper"] == "", sheet
    for sheet in ("Ailleurs", schema.MEMORY):
        answer = session.call("paper", asked | {"sheet": sheet})
        assert answer["answer"]["code"] == 2 and "paper" not in answer


def test_tables_have_numbers_to_fold_where_the_setting_says_so(tmp_path):
    path = books.pair(create(tmp_path, "classique", 9, 5, "--set", "Chevalets=oui"))
    assert [read_text(tent) for tent in re.findall("(?s)<article>.*?</article>", render(path, schema.TENTS))] == [
        f"{table} {table}" for table in range(1, 5)
    ]


def test_scores_just_typed_are_on_paper_and_the_file_stays_as_it_was(tmp_path):
    path = books.pair(books.create(tmp_path, 8))
    rows = [row["row"] for row in books.lines(path, schema.RESULTS)]
    scores = {f"Résultats!Score {side}!{row}": score for row in rows for side, score in ((1, 431), (2, 372))}
    before = books.edit(path, scores).read_bytes()
    paper = render(path, schema.STANDINGS)
    assert "Classement après la ronde 1" in paper and paper.count(">+59<") == len(rows)
    assert path.read_bytes() == before


def test_a_name_is_as_large_as_its_box_allows_and_breaks_between_words_first():
    assert fit("Durand Anne", 60, 10, 16) == (16, True, fit("Durand Anne", 60, 10, 16).height)
    two = fit("VANDENBROUCKE-DELATTRE Anne-Charlotte", 60, 10, 13)
    assert two.is_whole and two.size == 13 and two.height <= 10
    broken = fit(LONG, 40, 9, 13)
    assert not broken.is_whole and LEAST_SIZE <= broken.size < 13
    assert fit(LONG, 20, 5, 13).size == LEAST_SIZE and fit(LONG, 20, 5, 13).height > 5, "never smaller, then higher"
    assert share_height(100, 10, 15, [("Durand", 60)] * 10) == 10
    assert share_height(100, 10, 15, [(LONG, 20)]) < 9


def test_rows_are_spread_evenly_over_pages():
    assert [len(part) for part in split_evenly(range(36), 34)] == [18, 18]
    assert [len(part) for part in split_evenly(range(128), 34)] == [32, 32, 32, 32]
    assert split_evenly([], 34) == []


def test_hours_and_dates_are_written_out():
    assert [hour_text(time).replace("\u00a0", " ") for time in ("13:30", "09:00", "")] == ["13 h 30", "9 h", ""]
    assert long_dates("1/3/2026 – 21/11/2026") == "1er mars 2026 – 21 novembre 2026"
    assert long_dates("21/13/2026") == "21/13/2026" and hour_text("après le repas") == "après le repas"


def test_standings_after_an_earlier_round_are_those_of_that_round(tmp_path):
    path = books.simulate(create(tmp_path, "classique"), 2)
    then = read_text(render(path, schema.STANDINGS))
    books.simulate(path, 1)
    assert read_text(render(path, schema.STANDINGS, 2)) == then != read_text(render(path, schema.STANDINGS))


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_round_has_its_scores_the_winner_bold_and_who_was_exempt(tmp_path, formula):
    path = books.simulate(create(tmp_path, formula, 13), 3)
    rows, names = list_rows(paper := render(path, schema.RESULTS, 2)), list_names(path)
    first, second = ("N° N", "N° B") if formula == "othello" else ("N° 1", "N° 2")
    scores = ("Pions N", "Pions B") if formula == "othello" else ("Score 1", "Score 2")
    lines = [row for row in books.lines(path, schema.RESULTS) if row["Ronde"] == 2 and row[second] in names]
    assert rows[:-1] == [
        [str(line["Table"]), names[line[first]], *(str(line[score]) for score in scores), names[line[second]]]
        for line in lines
    ]
    won = re.findall(r'(?s)<td class="(?:one|two) won">(.*?)</td>', paper)
    expected = [
        line[(first, second)[line[scores[1]] > line[scores[0]]]] for line in lines if line[scores[0]] != line[scores[1]]
    ]
    assert [read_text(cell) for cell in won] == [names[number] for number in expected]
    assert rows[-1][0] == "" and rows[-1][-1] == "exempt" and "Ronde 2 sur 5" in paper


def test_a_match_given_up_says_so_with_its_scores(tmp_path):
    path = books.pair(create(tmp_path, "othello", 8))
    row = books.lines(path, schema.RESULTS)[0]["row"]
    books.edit(path, {f"Résultats!Pions N!{row}": 40, f"Résultats!Fin!{row}": "AB"})
    texts = list_rows(render(path, schema.RESULTS, 1))[0]
    assert texts[2:4] == ["64", "0 abandon"], "the discs that count"


def test_the_list_to_tick_has_everybody_by_name_with_what_is_due_and_no_box_for_who_is_absent(tmp_path):
    path = create(tmp_path, "classique", 4)
    books.edit(
        path,
        {"Joueurs!Absences!6": "1", "Joueurs!B9": "Aalto", "Joueurs!L4": "Payé", "Joueurs!L5": 10, "Joueurs!L7": "2,5"},
    )
    paper = render(path, DESK_LIST)
    rows = re.findall("(?s)<tr>.*?</tr>", paper)[1:]
    names = [read_text(re.findall("(?s)<td.*?</td>", row)[1]) for row in rows]
    assert names == sorted(names, key=str.casefold) and names[0] == "Aalto" and len(names) == 5, "without a N°, too"
    assert ["absent" in row for row in rows] == [LONG in read_text(row) for row in rows]
    assert "5 joueurs · droits : 12,5 €" in read_text(paper).replace("\u00a0", " ")


@pytest.mark.parametrize(("sheet", "number"), [
    (schema.RESULTS, 4), (schema.STANDINGS, 3), (schema.GRID, 1), (schema.RESULTS, -1),
])  # fmt: skip
def test_a_round_that_is_not_there_is_no_paper(tmp_path, sheet, number):
    path = books.pair(books.simulate(create(tmp_path, "classique"), 2))
    with pytest.raises(ValueError):
        render(path, sheet, number)
