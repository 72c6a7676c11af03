"""Random tournaments, as scripts: what an organiser may do, one act after the other, by what stands in his workbook.

A seed gives always the same tournament as long as the old program stays, whose workbook is looked at. An act may be
several lines, such as a mistake, the command that refuses it, and its repair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.oracle import sheets
from tests.oracle.facts import Facts
from tests.oracle.sheets import Row
from tests.scripted import FIRST_NAMES, SURNAMES

BOOK = "t.xlsx"
ACTS = 40
FORMULAS = (  # --formule, further options, sizes
    ("classique", "--edition F50", (7, 16)),
    ("othello", "", (4, 16)),
    ("classique", "--edition F10", (7, 16)),
    ("open", "", (11, 16)),
    ("toutes-rondes", "", (3, 8)),
    ("classique", "", (17, 34)),
    ("othello", "--set Formule=Toutes-rondes", (3, 8)),
    ("double-toutes-rondes", "", (3, 5)),
    ("othello", "", (17, 26)),
    ("othello", "--set Formule=Double_toutes-rondes", (3, 5)),
)
SAMPLES = (
    "championnat-64-en-cours.xlsx", "open-64-finale.xlsx", "othello-17-en-cours.xlsx", "othello-finales.xlsx",
    "toutes-rondes-a-apparier.xlsx", "geneve-2010.xlsx", "cote-saint-andre-2018.xlsx",
)  # fmt: skip
PRIZES = {
    True: ("Général", "Série A", "Série B", "Cote moins de 1500", "Catégorie V", "Club", "Club Lyon",
           "Meilleure partie", "Plus grand écart", "Partie la plus serrée", "Plus belle remontée", "Meilleur entrant",
           "Martiens"),
    False: ("Général", "Cote moins de 1500", "Catégorie Jeune", "Pays", "Pays FRA", "Plus grand écart",
            "Plus belle remontée"),
}  # fmt: skip
SETTINGS = {
    True: ("Édition=F10", "Équipes=2", "Équipes=3", "Type d'épreuve=TH Classique B",
           "Type d'épreuve=Open international", "Saison=2015-2016", "Parties (cotes)=8",
           "Salle=salle 2", "Heure de la ronde=14:00, 15:15",
           "Temps par joueur=20", "Colonnes=Présent", "Colonnes=Éviter, Table fixe", "Chevalets=oui", "Arbitre=Anne"),
    False: ("Bêta=6", "Bêta=4", "Départage=PAPP", "Pions du bye=32", "Compatriotes=jamais", "Compatriotes=ronde 1",
            "Compatriotes=interdit dès 2", "Rencontres au plus=2", "Revanches dès la ronde=3", "Équipes=2",
            "Points du bye=½", "Alternance=30", "Même pays=40", "Élitisme=50 100 150 200", "Couleurs=10 50 100 200 500",
            "Grand Prix A=oui", "Saisie=Noir seul", "Colonnes=Présent", "Colonnes=Éviter, Table fixe"),
}  # fmt: skip
LACKING = {"scores_missing", "no_score", "no_discs"}  # problems that the next scores end
ENDS = ("TN", "TB", "TN+", "TB+", "TNB", "TBN", "AN", "AB", "FN", "FB", "FNB", "PNB")


class State(NamedTuple):
    """What stands in the workbook."""

    players: list[Row]
    rounds: dict[int, list[Row]]  # drawn
    fixed: list[Row]  # pairs typed for a round that is not drawn
    rounds_in_all: int  # 0: not known yet

    @property
    def last(self) -> int:
        return max(self.rounds, default=0)


class Inventor:
    """An organiser who acts by chance."""

    def __init__(self, seed: int, book: Path) -> None:
        """Begin the tournament of a seed, which will stand in this workbook."""
        self.source, self.seed, self.book = Random(f"oracle {seed}"), seed, book
        self.names = self.source.sample(SURNAMES, len(SURNAMES))
        self.scrabble = True
        self.longer = 0  # the round in which two games must be won
        self.columns = ("Score 1", "Score 2", "N° 1", "N° 2", "Forfait")
        self.formula = ""
        self.refusals = 0  # of the last commands one after the other, for more than results that are missing

    def hear(self, answer: Facts) -> None:
        """Take in what the old program answered to the last line."""
        code = answer.get(("réponse", "code", ""))
        keys = {place[1].rpartition(" · ")[2] for place in answer if place[0] == "réponse" and " · " in place[1]}
        if code == 0:
            self.refusals = 0
        elif code == 3 and keys - LACKING:
            self.refusals += 1

    def lines(self) -> Iterator[str]:
        """Invent the script, line by line, each when the one before has been played."""
        yield f"# random tournament {self.seed}"
        yield from self._begin()
        self.scrabble = "Licence" in sheets.header(sheets.content(self.book)["Joueurs"]).columns
        if not self.scrabble:
            self.columns = ("Pions N", "Pions B", "N° N", "N° B", "Fin")
        self.formula = str(self._value("Tournoi", "", "Formule") or "Classique")
        acts = 1
        while acts < ACTS - 4:
            state = self._state()
            if state.rounds_in_all and state.last >= state.rounds_in_all and not self._missing(state):
                break
            yield from self._act(state) if self.refusals < 3 else self._give_up()
            acts += 1
        yield from self._end()

    # The beginning and the end

    def _begin(self) -> Iterator[str]:
        if self.seed % 12 == 11:
            yield f"sample {self.source.choice(SAMPLES)} {BOOK}"
            return
        formula, options, (least, most) = FORMULAS[self.seed % 12 % len(FORMULAS)]
        self.scrabble = formula != "othello"
        count = self.source.randint(least, most)
        yield "file club.csv"
        origin = "Licence;Club;Cote;Série duplicate;Catégorie" if self.scrabble else "Pays;Club;Cote;Catégorie"
        yield f"| Nom;Prénom;{origin}"
        for number in range(count):
            yield f"| {';'.join(self._person(number))}"
        words = ["$ new", BOOK, "--formule", formula, options, f"--graine {self.source.randrange(1000)} --nom Coupe",
                 "--joueurs club.csv"]  # fmt: skip
        if "toutes" not in f"{formula}{options}" and formula != "open" and self._chance(0.6):
            words.append(f"--rondes {self.source.randint(2, 6)}")
        for setting in ("Lieu=Lyon", "Date_de_début=21/11/2026", "Organisateur=Club"):
            words.append(f"--set {setting}" if self._chance(0.8) else "")
        if self.scrabble and count < 10 and self._chance(0.3):
            self.longer = self.source.randint(1, 2)
            words.append(f"--set Manches_gagnantes=2_:_{self.longer}-{self.longer}")
        if self._chance(0.5):
            words.append(f"--set {self.source.choice(SETTINGS[self.scrabble]).replace(' ', '_')}")
        yield " ".join(filter(None, words))
        for _ in range(self.source.choice((0, 0, 1, 3))):
            yield self._prize()

    def _person(self, number: int) -> list[str]:
        cote = "" if self._chance(0.1) else str(self.source.choice((1500, 1700, *range(900, 3000, 7))))
        first, club = self.source.choice(FIRST_NAMES), self.source.choice(("Lyon", "Genève", "Annecy", ""))
        category = self.source.choice(("V", "D", "S", "Jeune", ""))
        if not self.scrabble:
            return [self.names[number], first, self.source.choice(("FRA", "FRA", "ITA", "GBR")), club, cote, category]
        series = self.source.choice(("S", "1A", "3C", "5A", "7D", "", ""))
        return [self.names[number], first, f"{1000100 + 37 * number}", club, cote, series, category]

    def _end(self) -> Iterator[str]:
        yield f"$ update {BOOK}"
        if not self.scrabble and self._chance(0.5):
            for label in ("Barrage pour la 4e place", "Demi-finales", "Match pour la 3e place", "Grande finale"):
                if self._chance(0.7):
                    yield f"right Finales {label} = {self.source.choice('13') if label[0] != 'B' else '1'}"
        finals = "Finales" in sheets.content(self.book).sheetnames
        for _ in range(self.source.randint(1, 4) if finals else 0):
            yield f"$ update {BOOK}"
            yield "finals"
        if self.scrabble:
            yield f"$ ratings {BOOK}"
        if self._chance(0.3):
            yield from self._correct(self._state())
        yield f"$ update {BOOK}"
        yield f"$ check {BOOK}"
        yield f"$ send {BOOK}"
        if self._chance(0.3):
            yield from self._undo(self._state())

    def _give_up(self) -> Iterator[str]:
        self.refusals = 0
        yield f"$ restore {BOOK} 1"

    # One act

    def _act(self, state: State) -> Iterator[str]:
        missing = self._missing(state)
        closed = 0.1 if "outes-rondes" in self.formula else 1  # nobody may enter
        scheduled = 0.1 if closed < 1 or (self.formula == "Open" and state.last < 5) else 1  # the pairs are known
        if missing:
            scored = any(row[title] is not None for row in state.rounds[state.last] for title in self.columns[:2])
            choices = {
                self._scores: 10, self._some_scores: 3, self._half_score: 2, self._single_score: 2, self._forfeit: 2,
                self._exchange: (0.1 if scored else 2) * scheduled, self._undo: 0.5 if scored else 2,
                self._mistake: 1.5, self._command: 1.5, self._late: closed, self._absence: 0.5, self._check_in: 0.5,
            }  # fmt: skip
        elif state.last:
            choices = {
                self._pair: 14, self._correct: 3, self._absence: 3, self._late: 2 * closed,
                self._impose: 2.5 * scheduled, self._setting: 1.5, self._prizes: 1, self._command: 3, self._undo: 0.7,
                self._mistake: 1.5, self._check_in: 1, self._wish: 1, self._rename: 0.5, self._restore: 0.2,
                self._simulate: 0.3,
            }  # fmt: skip
        else:
            choices = {
                self._pair: 10, self._absence: 1, self._late: 1, self._setting: 3, self._prizes: 1, self._mistake: 1,
                self._command: 1, self._check_in: 1, self._wish: 1.5, self._impose: 1.5 * scheduled, self._rename: 0.5,
            }  # fmt: skip
        act: Callable[[State], Iterator[str]] = self.source.choices([*choices], [*choices.values()])[0]
        yield from act(state)

    def _pair(self, state: State) -> Iterator[str]:
        yield f"$ pair {BOOK}"

    def _scores(self, state: State) -> Iterator[str]:
        if state.last != self.longer:
            yield "scores"
            return
        for row in self._missing(state):
            yield from self._two_games(row)

    def _two_games(self, row: Row) -> Iterator[str]:
        table, first = f"{row['Ronde']}/{row['Table']}", self.source.choice((True, False))
        yield f"score {table} {'450-400' if first else '391-402'}"
        second = first if self._chance(0.5) else not first
        scores = [("1b", "2b", second)] + ([("1c", "2c", self._chance(0.5))] if second is not first else [])
        for one, two, won in scores:
            yield f"type Résultats {table} Score {one} = {460 if won else 380}"
            yield f"type Résultats {table} Score {two} = {377 if won else 420}"

    def _some_scores(self, state: State) -> Iterator[str]:
        tables = [str(row["Table"]) for row in self._missing(state)]
        left = self.source.sample(tables, self.source.randint(1, min(3, len(tables))))
        if state.last != self.longer:
            yield f"scores but {' '.join(left)}"
        yield f"$ {self.source.choice(('pair', 'update', 'update'))} {BOOK}"

    def _half_score(self, state: State) -> Iterator[str]:
        row = self.source.choice(self._missing(state))
        own = self.source.randint(300, 500) if self.scrabble else self.source.randint(0, 64)
        yield f"score {row['Ronde']}/{row['Table']} {f'{own}-' if self._chance(0.7) else f'-{own}'}"
        if self._chance(0.7):
            yield f"$ {self.source.choice(('pair', 'update'))} {BOOK}"

    def _single_score(self, state: State) -> Iterator[str]:
        yield self._score(self.source.choice(self._missing(state)))

    def _score(self, row: Row) -> str:
        if self.scrabble:
            own, opposing = self.source.choice(((400, 400), (612, 120), (-12, 450), (401, 398), (0, 1), None)) or (
                self.source.randint(250, 560), self.source.randint(250, 560))  # fmt: skip
        else:
            own = self.source.choice((32, 64, 0, self.source.randint(0, 64), self.source.randint(0, 64)))
            opposing = 64 - own - (self.source.randint(0, 64 - own) if self._chance(0.15) else 0)
        return f"score {row['Ronde']}/{row['Table']} {own}-{opposing}"

    def _forfeit(self, state: State) -> Iterator[str]:
        empty = [row for row in self._missing(state) if row[self.columns[0]] is None and row[self.columns[1]] is None]
        if not empty:
            return
        row = self.source.choice(empty)
        end = self.source.choice(("1", "2", "1+2") if self.scrabble else ENDS)
        if not self.scrabble and end in ("TN", "TB"):
            yield self._score(row)
        yield f"type Résultats {row['Ronde']}/{row['Table']} {self.columns[4]} = {end}"

    def _exchange(self, state: State) -> Iterator[str]:
        rows = [row for row in state.rounds[state.last] if row["Table"] is not None]
        if len(rows) > 1:
            one, two = (f"{row['Ronde']}/{row['Table']}" for row in self.source.sample(rows, 2))
            yield f"swap Résultats {one} {two} {self.columns[3]}"
            yield f"$ update {BOOK}"

    def _undo(self, state: State) -> Iterator[str]:
        yield f"$ undo {BOOK}"
        if self._chance(0.3):
            yield f"$ undo {BOOK}"

    def _correct(self, state: State) -> Iterator[str]:
        rows = [row for number, rows in state.rounds.items() for row in rows
                if number != self.longer and row[self.columns[0]] is not None and row["Table"] is not None]  # fmt: skip
        if rows:
            yield self._score(self.source.choice(rows))
            yield f"$ {self.source.choice(('update', 'pair', 'update'))} {BOOK}"

    def _absence(self, state: State) -> Iterator[str]:
        after = state.last + 1
        text = self.source.choice((
            f"{after}", f"{after}-", f"{after}-{after + 1}", f"{after}, {after + 2}", f"ronde {after}", f"R{after}",
            f"à partir de {after}", f"dès {after}", f"{after} et {after + 1}", f"1-{after}", "", "",
        ))  # fmt: skip
        yield f"type Joueurs {self._player(state)} Absences = {text}"

    def _late(self, state: State) -> Iterator[str]:
        number = len(state.players)
        values = [f"Nom={self.names[number % len(self.names)]}", f"Prénom={self.source.choice(FIRST_NAMES)}"]
        if self._chance(0.8):
            values.append(f"Cote={self.source.randint(900, 2900)}")
        if self._chance(0.2) and state.last:
            values.append(f"Absences=1-{state.last + 1}")
        if self._chance(0.1):
            values.append(f"N°={self.source.randint(100, 200)}")
        yield f"add Joueurs {'; '.join(values)}"

    def _impose(self, state: State) -> Iterator[str]:
        numbers = [row["N°"] for row in state.players if row["N°"] is not None and not row["Absences"]]
        if len(numbers) < 4 or state.fixed:
            return
        one, two = self.source.sample(numbers, 2)
        if self._chance(0.15):
            two = "X" if self.scrabble else "BIP"
        yield f"add Résultats Ronde={state.last + 1}; {self.columns[2]}={one}; {self.columns[3]}={two}"

    def _setting(self, state: State) -> Iterator[str]:
        if state.rounds_in_all and self._chance(0.4):
            yield f"type Tournoi Nombre de rondes = {max(1, state.rounds_in_all + self.source.choice((-1, 1)))}"
        else:
            name, _, value = self.source.choice(SETTINGS[self.scrabble]).partition("=")
            yield f"type Tournoi {name} = {value if self._chance(0.8) else ''}"
        yield f"$ {self.source.choice(('update', 'pair'))} {BOOK}"

    def _prizes(self, state: State) -> Iterator[str]:
        yield self._prize()
        yield f"$ update {BOOK}"

    def _prize(self) -> str:
        scope, rank = self.source.choice(PRIZES[self.scrabble]), self.source.randint(1, 3)
        more = "; Cumulable=oui" if self._chance(0.3) else ""
        return f"add Prix Prix=Prix {self.source.randrange(1000)}; Pour={scope}; Rang={rank}{more}"

    def _command(self, state: State) -> Iterator[str]:
        commands = ["update", "update", "check", "standings", "explain", "export"]
        commands += ["ratings --provisional", "ratings", "send"] if self.scrabble else ["send"]
        commands += [f"et-si --table {row['Table']} {'420-390' if self.scrabble else '40-24'}"
                     for row in self._missing(state)[:1]]  # fmt: skip
        command, _, option = self.source.choice(commands).partition(" ")
        if command == "standings" and state.last > 1 and self._chance(0.5):
            option = f"--after {state.last - 1}"
        yield f"$ {command} {BOOK} {option}".rstrip()

    def _check_in(self, state: State) -> Iterator[str]:
        if "Présent" in state.players[0]:
            for _ in range(self.source.choice((1, 4))):
                yield f"type Joueurs {self._player(state)} Présent = {self.source.choice(('oui', 'x', '', 'demain'))}"
        elif not self.scrabble and self._chance(0.5):
            title = self.source.choice(("Adhérent", "Tarif réduit"))
            yield f"type Joueurs {self._player(state)} {title} = {self.source.choice(('oui', '', 'non'))}"

    def _wish(self, state: State) -> Iterator[str]:
        if "Éviter" in state.players[0]:
            yield f"type Joueurs {self._player(state)} Éviter = {self._player(state)}"
        elif "Table fixe" in state.players[0]:
            yield f"type Joueurs {self._player(state)} Table fixe = {self.source.randint(1, 4)}"

    def _rename(self, state: State) -> Iterator[str]:
        title, value = self.source.choice((("Prénom", "Camille"), ("Cote", "1777"), ("Club", "Dakar"), ("Nom", "Zèbre"),
                                           ("Remarque", "a payé")))  # fmt: skip
        yield f"type Joueurs {self._player(state)} {title} = {value}"
        yield f"$ update {BOOK}"

    def _restore(self, state: State) -> Iterator[str]:
        yield f"$ restore {BOOK}"
        yield f"$ restore {BOOK} 1"

    def _simulate(self, state: State) -> Iterator[str]:
        yield f"$ simulate {BOOK} --rounds 1 --seed {self.source.randrange(100)} --forfaits 0,1 --absences 0,1"

    def _mistake(self, state: State) -> Iterator[str]:
        """Type what cannot be, be refused, and repair it."""
        row = self.source.choice([row for rows in state.rounds.values() for row in rows if row["Table"]] or [None])
        player = self._player(state)
        mistakes = [
            ("Joueurs", player, "Absences", "peut-être"), ("Joueurs", player, "Absences", "parti"),
            ("Joueurs", player, "Cote", "beaucoup"), ("Joueurs", player, "N°", self._player(state)),
            ("Tournoi", "", "Nombre de rondes", "zéro"), ("Tournoi", "", "Formule", "Belote"),
            ("Tournoi", "", "Date de fin", "hier"), ("Tournoi", "", "Courriel fédération", "ici"),
            ("Tournoi", "", "Formule", "Open" if self.scrabble else "Toutes-rondes"),
        ]  # fmt: skip
        if row:
            scores, place = self.columns[:2], f"{row['Ronde']}/{row['Table']}"
            mistakes += [("Résultats", place, scores[0], text) for text in ("4O2", "4020", "-3000")]
            mistakes += [("Résultats", place, self.columns[4], text) for text in ("398", "3", "malade")]
            mistakes += [("Résultats", place, title, text) for title in self.columns[2:4] for text in ("99999", "?")]
            mistakes += [("Résultats", place, "Ronde", text) for text in ("77", "deux")]
            mistakes += [("Résultats", place, "Table", text) for text in ("1", "une")]
        sheet, place, title, value = self.source.choice(mistakes)
        before = self._value(sheet, place, title)
        yield f"type {sheet} {place} {title} = {value}".replace("  ", " ")
        yield f"$ {self.source.choice(('pair', 'update'))} {BOOK}"
        if place and sheet == "Joueurs" and title == "N°":
            yield f"$ restore {BOOK} 1"
        elif sheet == "Résultats" and title in ("Ronde", "Table"):
            place = f"{value}/{row['Table']}" if title == "Ronde" else f"{row['Ronde']}/{value}"
            if self._rows_at(place) == 1:
                yield f"type {sheet} {place} {title} = {before}"
        else:
            yield f"type {sheet} {place} {title} = {before}".replace("  ", " ")

    # What stands in the workbook

    def _state(self) -> State:
        rows = [row for row in sheets.lines(self.book, "Résultats") if isinstance(row["Ronde"], int)]
        drawn: dict[int, list[Row]] = {}
        for row in rows:
            drawn.setdefault(row["Ronde"], []).append(row)
        fixed = [row for row in rows if not any(row["Motif"] for row in drawn[row["Ronde"]])]
        drawn = {number: rows for number, rows in drawn.items() if any(row["Motif"] for row in rows)}
        total = self._value("Tournoi", "", "Nombre de rondes")
        players = [row for row in sheets.lines(self.book, "Joueurs") if row["Nom"]]
        return State(players, drawn, fixed, int(total) if str(total).isdigit() else 0)

    def _missing(self, state: State) -> list[Row]:
        """List the rows of the last drawn round that lack a result, if they have a table."""
        first, second, one, two, end = self.columns
        return [
            row for row in state.rounds.get(state.last, ())
            if not {row[one], row[two]} & {"X", "BIP"} and row[end] is None and row["Table"] is not None
            and (row[first] is None or row[second] is None)
        ]  # fmt: skip

    def _player(self, state: State) -> str:
        row = self.source.choice(state.players)
        return str(row["N°"] if row["N°"] is not None else row["Nom"])

    def _value(self, sheet: str, place: str, title: str) -> object:
        """Return what stands in a cell, as a script types it."""
        for row in sheets.lines(self.book, sheet):
            if sheet == "Tournoi" and row["Paramètre"] == title:
                return "" if row["Valeur"] is None else row["Valeur"]
            if (sheet == "Joueurs" and place in (str(row["N°"]), row["Nom"])) or (
                sheet == "Résultats" and place == f"{row['Ronde']}/{row['Table']}"
            ):
                return "" if row[title] is None else row[title]
        return ""

    def _rows_at(self, place: str) -> int:
        return sum(place == f"{row['Ronde']}/{row['Table']}" for row in sheets.lines(self.book, "Résultats"))

    def _chance(self, probability: float) -> bool:
        return self.source.random() < probability
