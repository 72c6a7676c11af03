"""Rules F1-F2: matches of three games or one, who meets whom, the final places; the ELO file and back (X2)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests import books
from tests.othello_data import build_game, read_game, read_real_tournament, select_rows
from tests.othello_desk import OthelloDesk
from tournament_xl.actions.check import check
from tournament_xl.games.othello import finals as finals_sheet
from tournament_xl.games.othello import schema as othello
from tournament_xl.games.othello.elo.write import render_elo_text
from tournament_xl.games.othello.render import list_finals
from tournament_xl.games.othello.rules import finals
from tournament_xl.games.othello.rules.finals import (
    FINAL,
    SEMI_1,
    SEMI_2,
    THIRD,
    NextGame,
    find_final_pairs,
    order_final_places,
    score_match,
)
from tournament_xl.games.othello.rules.model import OthelloStanding
from tournament_xl.games.othello.rules.standings import compute_standings
from tournament_xl.games.rendering import render_standings
from tournament_xl.messages.prizes import NOT_OVER
from tournament_xl.publication.facts import collect_published_facts
from tournament_xl.storage.workbook_file import ClosedFile
from tournament_xl.submission import parcel
from tournament_xl.workbook import schema
from tournament_xl.workbook.cells import cell_text
from tournament_xl.workbook.snapshot import Draft
from tournament_xl.workbook.tables import find_right_of


@pytest.mark.rule(
    "Othello F2",
    "demi-finales, barrage, places finales",
    "games/othello/rules/finals.py: find_final_pairs",
    "games/othello/rules/finals.py: order_final_places",
    "games/othello/rules/finals.py: find_tie_for_fourth",
)
def test_f2_semi_finals_1_4_and_2_3_then_final_and_third_place():
    nothing, stages = Fraction(), finals.STAGES[1:]
    swiss = [OthelloStanding(place, place, points, nothing, nothing, nothing, 0, 0, 0, False)
             for place, points in enumerate((10, 8, 8, 6, 6, 4), start=1)]  # fmt: skip
    assert find_final_pairs(swiss, stages, {}) == {SEMI_1: (1, 4), SEMI_2: (2, 3)}
    won = {
        SEMI_1: score_match(1, 4, [build_game(4, 1, 64, 0)], 1),
        SEMI_2: score_match(2, 3, [build_game(2, 3, 40, 24)], 1),
    }
    pairs = find_final_pairs(swiss, stages, won)
    assert pairs[FINAL] == (2, 4)
    assert pairs[THIRD] == (1, 3)
    won |= {
        FINAL: score_match(2, 4, [build_game(4, 2, 33, 31)], 1),
        THIRD: score_match(1, 3, [build_game(3, 1, 40, 24)], 1),
    }
    assert order_final_places(swiss, won) == [4, 2, 3, 1, 5, 6]


def test_f1_the_third_game_is_chosen_by_who_has_more_discs_at_equality_by_the_better_ranked():
    first = build_game(1, 2, 40, 24)
    for discs, chooser in ((40, 1), (41, 2)):
        assert score_match(1, 2, [first, build_game(2, 1, discs, 64 - discs)], 3).next_game == NextGame(
            3, chooser, None
        )


def test_f2_the_fourth_and_the_fifth_play_off_only_when_their_points_are_equal():
    def swiss(*points: int):
        nothing = Fraction()
        return [OthelloStanding(place, place, won, nothing, nothing, nothing, 0, 0, 0, False)
                for place, won in enumerate(points, start=1)]  # fmt: skip

    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 6, 6, 6)) == (4, 5)
    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 8, 6, 6)) is None
    assert finals.find_tie_for_fourth(swiss(10, 8, 8, 6)) is None


def played(tid: str, better: int, weaker: int, count: int):
    """The match of two players as it was played: its games in order."""
    games = [game for game in map(read_game, select_rows("extra_games", tid)) if {*game.sides} == {better, weaker}]
    assert len(games) == count
    return games


@pytest.mark.rule("Othello F1", "matchs en trois parties", "games/othello/rules/finals.py: score_match")
def test_f1_f2_the_finals_of_the_world_championship_2018():
    """Play-off for the 4th place, semi-finals and final of three games with a draw each, third place in one game."""
    swiss = compute_standings(read_real_tournament("woc2018"), 13)
    four = [line.number for line in swiss[:4]]
    won: dict[str, finals.FinalMatch] = {}
    for stage, sides, count, best_of, winner in [
        (finals.PLAYOFF, (4043, 3024), 1, 1, 4043),
        (SEMI_1, (190005, 4043), 3, 3, 190005),
        (SEMI_2, (5537, 13168), 3, 3, 13168),
        (THIRD, (5537, 4043), 1, 1, 5537),
        (FINAL, (190005, 13168), 3, 3, 13168),
    ]:
        assert find_final_pairs(swiss, finals.STAGES, won)[stage] == sides
        games = played("woc2018", *sides, count)
        assert score_match(*sides, games[:-1], best_of).winner is None, "every game played could change the winner"
        if count == 3:
            assert score_match(*sides, games[:1], 3).next_game == NextGame(2, None, games[1].black)
        won[stage] = score_match(*sides, games, best_of)
        assert won[stage].winner == winner
    assert four == [190005, 5537, 13168, 4043]
    assert order_final_places(swiss, won)[:5] == [13168, 190005, 5537, 4043, 3024]


class FinalsDesk(OthelloDesk):
    """Players after three rounds; the choices of the sheet Finales by the name of their label."""

    def __init__(self, players: int = 8, **choices: str) -> None:
        super().__init__(players, Nombre_de_rondes=3)
        for _ in range(3):
            self.must().play().must("update")
        self.choose(**choices)

    def choose(self, **choices: str) -> FinalsDesk:
        draft = Draft(self.snapshot)
        for label, value in choices.items():
            draft.put(schema.FINALS, *find_right_of(self.snapshot, schema.FINALS, getattr(othello, label)), value)
        self.snapshot = draft.after()
        self.must("update")
        return self

    def page(self) -> list[str]:
        """The texts of Palmarès."""
        return [text for row in self.snapshot.sheets[schema.PALMARES] for cell in row if (text := cell_text(cell))]

    def final(self, match: str, number: int, black: int, white: int) -> FinalsDesk:
        lines = self.table(schema.FINALS).lines()
        row = next(line.row for line in lines if (line.text("Match"), line.text("Partie")) == (match, str(number)))
        self.fill(schema.FINALS, {row: {"Pions N": black, "Pions B": white}}).must("update")
        return self


@pytest.mark.rule("Othello F1, F2, X2", "finales d'un fichier importé", "games/othello/elo/deduce.py: find_finals")
def test_what_was_sent_comes_back_with_the_same_finals_and_the_same_places(tmp_path):
    """Sent and imported, the players' numbers in the file those of the desk."""
    source, path = tmp_path / "x.ELO", tmp_path / "t.xlsx"
    desk = FinalsDesk(SEMI_FINALS="1", THIRD_PLACE="1", FINAL="3")
    desk.final("Demi-finale 1", 1, 20, 44).final("Demi-finale 2", 1, 40, 24)
    desk.final("Finale", 1, 30, 34).final("3e place", 1, 50, 14).final("Finale", 2, 60, 4)
    ended = [line for line in desk.column(schema.JOURNAL, "Détail") if "· 1er" in line]
    assert ended == ["Rondes terminées · 1er : A01.", "Finales jouées · 1er : A04."], "the Swiss, then the finals"
    text = render_elo_text(desk.decoded(), creator="x", created="y").replace("90000", "     ")
    source.write_bytes(text.encode("latin-1"))
    assert books.run("import", source, "-o", path) == 0
    reimported = OthelloDesk()
    reimported.snapshot = ClosedFile(path).read()
    columns = ("Match", "Partie", "N° N", "Pions N", "N° B", "Pions B")
    sent, imported = (
        {tuple(row[column] for column in columns) for row in desk_of_pair.rows(schema.FINALS) if row["Pions N"]}
        for desk_of_pair in (desk, reimported)
    )
    assert imported == sent
    assert reimported.column(schema.STANDINGS, "N°") == desk.column(schema.STANDINGS, "N°")
    assert books.run("check", path) == 0


def test_discs_that_decide_a_final_are_told_on_the_bracket_and_above_the_standings():
    desk = FinalsDesk(FINAL="3")
    for number, discs in enumerate(((44, 20), (40, 24), (32, 32)), start=1):
        desk.final("Finale", number, *discs)
    decided_by = "aux pions, 100 à 92"
    assert decided_by in [cell for row in desk.snapshot.sheets[schema.FINALS] for cell in row]
    title, below = (row[0] for row in desk.snapshot.sheets[schema.STANDINGS][:2])
    assert title == f"Classement final par les finales (finale : {decided_by})"
    assert below.startswith("Finale : ") and " 1,5 – 1,5 " in below and f"({decided_by})" in below
    assert collect_published_facts(desk.decoded())["standings"][-1]["title"].endswith(f"(finale : {decided_by})")
    assert (
        finals_sheet.describe_deciding_discs(score_match(1, 2, [build_game(1, 2, 32, 32)], 1))
        == "pions égaux, au classement des rondes"
    )


def evolution(desk: OthelloDesk) -> dict[str, tuple[int, int]]:
    """The lines of Évolution: name -> place, and place after round 3."""
    grid = desk.snapshot.sheets[schema.EVOLUTION]
    top = next(index for index, row in enumerate(grid) if row[:2] == ["Place", "Joueur"])
    column = [str(cell) for cell in grid[top]].index("3")
    return {row[1]: (int(row[0]), int(row[column])) for row in grid[top + 1 :] if row and row[0]}


def test_the_place_after_the_last_round_and_what_the_finals_changed_are_told_apart():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="1")
    by_rounds = desk.column(schema.STANDINGS, "Joueur")
    before = {name: last for name, (_, last) in evolution(desk).items()}
    desk.final("Finale", 1, 24, 40).final("3e place", 1, 40, 24)
    final = desk.column(schema.STANDINGS, "Joueur")
    assert final != by_rounds and {*final[:2]} == {*by_rounds[:2]}
    assert {name: last for name, (_, last) in evolution(desk).items()} == before, "after round 3, not after the finals"
    assert [evolution(desk)[name] for name in final[:2]] == [(1, 2), (2, 1)]
    decoded = desk.decoded()
    moves = {row["Joueur"]: row[schema.MOVE_COLUMN] for row in render_standings(decoded, 3)}
    assert [moves[name] for name in final[:2]] == ["▲1", "▼1"] and {moves[name] for name in final[4:]} == {"·"}


def test_f1_a_drawn_match_for_the_third_place_says_who_has_won_it_and_why():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="1").final("Finale", 1, 40, 24).final("3e place", 1, 32, 32)
    decided = {final.stage: final.decided for final in list_finals(desk.decoded())}
    third = next(row["Joueur"] for row in desk.rows(schema.STANDINGS) if row["Place"] == "3")
    assert decided == {"Finale": "", "3e place": f"Gagné par {third} : pions égaux, au classement des rondes."}
    winner = {final.stage: final.winner for final in list_finals(desk.decoded())}
    assert winner == {"Finale": None, "3e place": int(next(
        row["N°"] for row in desk.rows(schema.STANDINGS) if row["Place"] == "3"))}  # fmt: skip
    title = desk.snapshot.sheets[schema.STANDINGS][0][0]
    assert title == "Classement final par les finales (3e place : pions égaux, au classement des rondes)"


def test_f1_a_setting_that_changes_the_finalists_is_named_and_not_their_games():
    desk = FinalsDesk(10, THIRD_PLACE="1", FINAL="1").final("Finale", 1, 40, 24).final("3e place", 1, 30, 34)
    outcome = desk.set("Bêta", 6).press("update")
    (problem,) = outcome.problems
    assert (problem.sheet, problem.row) == (schema.TOURNAMENT, desk.decoded().settings.lines["Bêta"].row)
    assert "(vide)" in problem.message
    desk.set("Bêta", None).must("update")


@pytest.mark.rule(
    "Othello F2", "qui a quitté le tournoi : ni prix, ni podium, ni « 1er »", "games/othello/read.py: barred"
)
def test_f2_who_has_left_wins_nothing_and_stays_ranked():
    """A01 wins four games and leaves: he stays first of the standings, in no prize and on no podium."""
    desk = OthelloDesk(8, Nombre_de_rondes=5)
    for prize, scope, rank in (("Coupe", "Général", 1), ("Deuxième", "Général", 2), ("Écart", "Plus grand écart", 1)):
        desk.add(schema.PRIZES, {"Prix": prize, "Pour": scope, "Rang": rank, "Cumulable": "oui"})
    for number in range(1, 5):
        desk.must()
        desk.play()
        for row in desk.decoded().results.round(number):
            if 1 in row.match:
                desk.result(number, 1, 64, 0)
    desk.absences(1, "5-").must().play()
    desk.result(5, 2, 40, 20, "T+")  # on time: played, like the 18 others, and not BIP's
    desk.must("update")
    table = {row["N°"]: row for row in desk.rows(schema.STANDINGS)}
    second = next(row for row in table.values() if row["Place"] == "2")
    third = next(row for row in table.values() if row["Place"] == "3")
    lines = [
        next(row for row in desk.snapshot.sheets[sheet] if "A01" in row) for sheet in (schema.STANDINGS, schema.GRID)
    ]
    assert all([str(cell) for cell in line if cell][-1] == "parti" for line in lines), lines
    assert table["1"]["Place"] == "1" and f"1er : {second['Joueur']} · " in desk.status()
    won = {row[0]: row[4] for row in desk.snapshot.sheets[schema.PRIZES] if len(row) > 4}  # Gagnant
    why = {row[0]: row[5] for row in desk.snapshot.sheets[schema.PRIZES] if len(row) > 5}
    assert why["Coupe"] == "2e du classement, 1er des présents"
    assert (won["Coupe"], won["Deuxième"]) == (second["Joueur"], third["Joueur"]) and won["Écart"] != "A01"
    page = [cell for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if cell]
    assert any("· 5 rondes · 19 parties ·" in str(cell) for cell in page)
    assert page[page.index("1er") + 1] == second["Joueur"] and "A01" not in page
    published = collect_published_facts(desk.decoded())
    assert published["left"] == [1] and f"1er : {second['Joueur']}" in published["status"]
    assert parcel.build_parcel(desk.snapshot, "").facts["winner"] == second["Joueur"]
    assert check(desk.snapshot).code == 0


def test_the_standings_and_the_palmares_say_the_score_of_the_final_where_the_winner_has_fewer_points():
    desk = FinalsDesk(FINAL="1")
    waiting = desk.snapshot.sheets[schema.STANDINGS][1][0]
    assert "Finale" not in waiting
    assert desk.snapshot.sheets[schema.GRID][0][0] == "Grille, finales en cours"
    desk.final("Finale", 1, 29, 33)
    names = desk.column(schema.STANDINGS, "Joueur")
    title, below = (row[0] for row in desk.snapshot.sheets[schema.STANDINGS][:2])
    assert title == "Classement final, premières places par les finales"
    assert below.startswith(f"Finale : {names[0]} 35 – 29 {names[1]} · "), "empty squares are the winner's"
    grid_titles = [next(filter(None, row)) for row in desk.snapshot.sheets[schema.GRID][:2]]
    assert grid_titles == ["Grille finale, après les finales", below], "on the grid, too"
    figures = [str(cell) for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if cell]
    assert any(text.startswith("Premières places par les finales. Finale : ") for text in figures)
    assert any("· 3 rondes · 13 parties ·" in text for text in figures), "the final too"
    facts = parcel.build_parcel(desk.snapshot, "").facts
    assert facts["winner"] == names[0], "who won the final, not who has most points"
    assert facts["decided"] == f"\nPremières places par les finales. Finale : {names[0]} 35 – 29 {names[1]}."


def test_while_finals_chosen_late_are_played_the_palmares_names_nobody_but_is_not_empty():
    desk = FinalsDesk().add(schema.PRIZES, {"Prix": "Coupe", "Pour": "Général"}).must("update")
    before = desk.page()
    assert {"1er", "Coupe"} <= {*before}
    under_way = desk.choose(FINAL="1").page()
    assert {NOT_OVER, "Tournoi d'Othello"} < {*under_way} and any("· 3 rondes ·" in text for text in under_way)
    assert not {"1er", "2e", "3e", "Coupe", "5"} & {*under_way}
    assert check(desk.snapshot).code == 0
    played = desk.final("Finale", 1, 29, 33).page()
    winner = desk.column(schema.STANDINGS, "Joueur")[0]
    assert played[played.index("1er") + 1] == winner and "Coupe" in played and NOT_OVER not in played


def test_the_third_place_is_told_above_the_standings_and_listed_below_the_final_whichever_is_typed_first():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="3")

    def titles() -> list[str]:
        return [f"{game.stage} {game.number}" for game in list_finals(desk.decoded())]

    assert titles() == ["Finale 1", "3e place 0"]
    top, bottom = desk.snapshot.sheets[schema.FINALS][4:6]  # the match for third place in the first row
    desk.snapshot.sheets[schema.FINALS][4:6] = [bottom[:10] + top[10:], top[:10] + bottom[10:]]
    desk.final("3e place", 1, 32, 32)
    assert [row["Match"] for row in desk.rows(schema.FINALS)][:2] == ["3e place", "Finale"]
    assert titles() == ["Finale 1", "3e place 0"]
    desk.final("Finale", 1, 40, 24).final("Finale", 2, 40, 24).final("Finale", 3, 34, 30)
    assert titles() == ["Finale 1", "Finale 2", "Finale 3", "3e place 0"]
    first, second, third, fourth, *_ = desk.column(schema.STANDINGS, "Joueur")
    below = desk.snapshot.sheets[schema.STANDINGS][1][0]
    assert below.startswith(f"Finale : {first} 2 – 1 {second} · 3e place : {third} 32 – 32 {fourth} · ")
    figures = " ".join(str(cell) for row in desk.snapshot.sheets[schema.PALMARES] for cell in row if cell)
    assert f"3e place : {third} 32 – 32 {fourth} (pions égaux, au classement des rondes)" in figures


def test_the_bracket_has_only_the_matches_that_are_played_and_the_sheet_says_what_to_do_only_before():
    desk = FinalsDesk(FINAL="1")
    cells = [cell for row in desk.snapshot.sheets[schema.FINALS] for cell in row]
    assert "Vainqueur" in cells and "Demi-finale 1" not in cells and "3 : au meilleur de trois" in cells
    printed = [cell for row in desk.snapshot.sheets[schema.FINALS] for cell in row[:10]]
    assert not [cell for cell in printed if "Mettre à jour" in str(cell)], "what is to be done is not on paper"
    desk.final("Finale", 1, 40, 24)
    cells = [cell for row in desk.snapshot.sheets[schema.FINALS] for cell in row]
    assert not [cell for cell in cells if str(cell).startswith(("Après la dernière ronde", "3 : au meilleur", "vide"))]
    desk = FinalsDesk(SEMI_FINALS="1", FINAL="1")
    column = [row[18] for row in desk.snapshot.sheets[schema.FINALS] if len(row) > 18]
    assert "Finale" in column, "the box of the final stands before its players are known"


def slips(desk: OthelloDesk) -> list[tuple[str, str, str, str]]:
    """The slips of Fiches, from left to right: head, table, the marks and names of both players."""
    grid = desk.snapshot.sheets[schema.SLIPS]
    rows = [[str(cell or "") for cell in row] + [""] * 10 for row in grid]
    return [
        (head[left], head[left + 3], f"{first[left]} {first[left + 1]}", f"{second[left]} {second[left + 1]}")
        for head, first, second, _, signatures in zip(*(rows[down:] for down in range(5)), strict=False)
        for left in (0, 5)
        if signatures[left] == "Signatures"
    ]


def wall(desk: OthelloDesk) -> list[list[str]]:
    """The rows of Appariements: its title, then those below the header."""
    rows = [[str(cell or "") for cell in row[:7]] for row in desk.snapshot.sheets[schema.PAIRINGS]]
    return [rows[0], *(row for row in rows[4:] if any(row))]


def test_the_wall_shows_the_finals_with_colours_and_points_while_these_are_to_be_played():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="3")
    (title, *_), *rows = wall(desk)
    players = {row["Match"]: (f"{row['Noir']} ●", f"○ {row['Blanc']}") for row in desk.rows(schema.FINALS)}
    assert title == "Finales" and [row[2] for row in rows[::2]] == ["Finale, partie 1", "Match pour la 3e place"]
    for row, stage in zip(rows[1::2], ("Finale", "3e place"), strict=True):
        points = {line["Joueur"]: str(line["Points"]) for line in desk.rows(schema.STANDINGS)}
        first, second = row[2].removesuffix(" ●"), row[5].removeprefix("○ ")
        assert (row[0], row[2], row[5]) == ("…", *players[stage]), "room for the table, by hand"
        assert [text.replace("½", ".5") for text in (row[1], row[6])] == [points[first], points[second]]
    assert desk.press("update").edits == ()
    desk.final("3e place", 1, 40, 24)
    assert [row[:3] for row in wall(desk)[:2]] == [["Finale"], ["", "", "Finale, partie 1"]]
    desk.final("Finale", 1, 40, 24).final("Finale", 2, 0, 64)
    assert wall(desk)[0][0] == "Ronde 3 sur 3" and len(wall(desk)) > 8, "the last round again"


def test_the_slips_are_those_of_the_finals_while_these_are_to_be_played():
    desk = FinalsDesk(THIRD_PLACE="1", FINAL="3")
    final, third = (row for row in sorted(desk.rows(schema.FINALS), key=lambda row: row["Match"] != "Finale"))
    assert sorted(slips(desk)) == [
        ("Partie 1 · Tournoi d'Othello", "Finale", f"● Noir {final['Noir']}", f"○ Blanc {final['Blanc']}"),
        ("Tournoi d'Othello", "3e place", f"● Noir {third['Noir']}", f"○ Blanc {third['Blanc']}"),
    ]
    line = next(line for line in desk.table(schema.FINALS).lines() if line.text("Match") == "Finale")
    desk.fill(schema.FINALS, {line.row: {"N° N": final["N° B"], "N° B": final["N° N"]}}).must("update")
    exchanged = next(slip for slip in slips(desk) if slip[1] == "Finale")
    assert exchanged[2:] == (f"● Noir {final['Blanc']}", f"○ Blanc {final['Noir']}"), "the colours of the sheet"
    assert desk.press("update").edits == ()
    desk.final("3e place", 1, 40, 24).final("Finale", 1, 40, 24)
    assert [slip[:2] for slip in slips(desk)] == [("Partie 2 · Tournoi d'Othello", "Finale")]
    desk.final("Finale", 2, 0, 64)
    assert [slip[:2] for slip in slips(desk)] == [("Ronde 3 sur 3 · Tournoi d'Othello", f"Table {table}")
        for table in (1, 2, 3, 4)], "those of the last round again"  # fmt: skip


def test_f1_a_corrected_last_round_says_who_is_to_play_the_final_until_its_row_is_empty():
    desk = FinalsDesk(FINAL="1").final("Finale", 1, 40, 24)
    first, second = (line.number for line in desk.decoded().standings(2)[0][:2])
    played = {*desk.decoded().finals.rows[0].game.sides}
    for player_id in played & {first, second}:
        desk.result(3, player_id, 0, 64)
    (problem,) = desk.press("update").problems
    names, ranked = desk.decoded().names(), compute_standings(desk.decoded().tournament, 3)
    due = [line.number for line in ranked[:2]]
    assert f"c'est {names[due[0]]} – {names[due[1]]} qui est à jouer, et non " in problem.message
    desk.fill(schema.FINALS, {problem.row: dict.fromkeys(othello.COLUMNS[schema.FINALS])}).must("update")
    assert {*desk.decoded().finals.rows[0].game.sides} == {*due} != played
