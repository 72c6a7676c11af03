"""Reviewed differences between the old program and this tree, each with its reason and as narrow as it can be.

A line of the driver's output is "PLACE: OLD → NEW" below the act; all of it can be asked for. A difference that the
whole run never meets is named at its end: it may go.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple


class Found(NamedTuple):
    """A difference that was found after an act."""

    place: str  # "SHEET · ROW · COLUMN"
    row: str
    old: str  # "" where there is nothing
    new: str

    def __str__(self) -> str:
        return f"{self.place}: {self.old or 'nothing'} → {self.new or 'nothing'}"


class Difference(NamedTuple):
    """A difference that was looked at and is meant."""

    reason: str
    place: str  # pattern of all of "SHEET · ROW · COLUMN"; of an answer "réponse · …"; of another file "FILE SHEET · …"
    act: str = ".*"  # pattern of all of the line of the script: r"\\$ undo .*"
    old: str = ".*"  # pattern of the old value, "" where there is none
    new: str = ".*"
    beside: str = (
        ""  # pattern of a line "PLACE: OLD → NEW" of the same act, without which it is none; {row}: the same row
    )
    ends: bool = False  # what else differs after this act follows from it; the tournament is followed no further

    def covers(self, act: str, found: Found, is_there: Callable[[str], bool]) -> bool:
        """Check whether a difference is this one; `is_there`: whether a line of its act fits a pattern."""
        pairs = ((self.act, act), (self.place, found.place), (self.old, found.old), (self.new, found.new))
        beside = self.beside.replace("{row}", re.escape(found.row))
        return all(re.fullmatch(pattern, text, re.DOTALL) for pattern, text in pairs) and (
            not beside or is_there(beside)
        )


DIFFERENCES: tuple[Difference, ...] = (
    Difference(
        "9c717d0e: `new` and the first pairing tell of field and rounds, though Tournoi shows it already",
        place=r"réponse · À savoir · (other_rounds|eleven_players|seven_players|round_robin_possible) · 1",
        act=r"\$ (new|pair|simulate) .*", old="", new="said",
    ),
    Difference(
        "9c717d0e: a drawn row that is gone is a problem where its players played or are not announced absent",
        place=r"réponse · Résultats · .* · row_removed(_played)? · \d", old="", new="said", ends=True,
    ),
    Difference(
        "9c717d0e: who comes late is on computed sheets from the pairing of his first round",
        place=r"(.*\.xlsx )?(Classement|Grille|Groupes) · N° \d+ · .*", new="",
        beside=r"(.*\.xlsx )?(Classement · {row} · J|Grille · {row} · (PM|Points)): 0 → nothing",
    ),
    Difference(
        "9c717d0e: and the places of those below follow",
        place=r"(.*\.xlsx )?(Classement|Grille|Groupes) · N° \d+ · (Place|±|R\d+)", old=r"\d+|[▲▼·].*|.* \| \d+",
        beside=r"(.*\.xlsx )?Classement · N° \d+ · N°: \d+ → nothing",
    ),
    Difference(
        "9c717d0e: so he counts in no place of an earlier round on Évolution",
        place=r"Évolution · N° \d+ · \d+", old=r"\d+", new=r"\d+",
    ),
    Difference(
        "9c717d0e: and has no row on it",
        place=r"Évolution · .* · (Place|Joueur|\d+)", new="",
        beside=r"Classement · N° \d+ · J: 0 → nothing",
    ),
    Difference(
        "9c717d0e: and `check` misses no row of his",
        place=r"réponse · check \d+ · (grid|standings) · (Grille|Classement) · (\+\d+ · Place|N° \d+ · ±)",
        act=r"\$ check .*", old="wrong", new="",
        beside=r"réponse · check \d+ · standings · Classement · \+\d+ · Place: wrong → nothing",
    ),
    Difference(
        "9c717d0e: in Othello a pair that the organiser imposed stays his when its round is undone, with its result",
        place=r"réponse · undo_scores · 1", act=r"\$ undo .*", old="said", new="",
        beside=r"Résultats · \d+/\d+ · N° B: .* → nothing", ends=True,
    ),
    Difference(
        "design 4: sheets that are not up to date are told in a line of `check`, and are no finding",
        place=r"réponse · check \d+ · (standings|grid|ratings|wall|sheet) · .*", act=r"\$ check .*", old="stale",
        new="",
    ),
    Difference(
        "design 4: figures are those beside a N°; sheets without one are told in a line, too",
        place=r"réponse · check \d+ · (wall|sheet) · .*", act=r"\$ check .*", old="wrong", new="",
    ),
    Difference(
        "design 4: nor do heads of rounds that are not played make a standings wrong",
        place=r"réponse · check \d+ · standings_ok", act=r"\$ check .*", old="False", new="True",
    ),
    Difference(
        "design 4: so they are no reason for its code",
        place=r"réponse · code", act=r"\$ check .*", old="1", new="0",
        beside=r"réponse · check \d+ · (\w+ · .*: stale|(wall|sheet) · .*: wrong) → nothing",
    ),
    Difference(
        "90ae4cc0: a forfeit typed in words becomes its code at the next action",
        place=r"(.*\.xlsx )?Résultats · \d+/\d+ · Forfait", old="F1|F2|joueur [12]|les deux", new=r"1|2|1\+2",
    ),
    Difference(
        "281c4f56: every host says of a corrected result that the pairs stay, not the page alone",
        place=r"réponse · À savoir · correction_(repairable|stands|scheduled) · 1", act=r"\$ .*", old="", new="said",
    ),
    Difference(
        "1121409a: in a list, a sum is told apart from a note, and each is told at its own line",
        place=r"réponse · inscrits.fods, Inscrits · 1[23] · A · PLAYER_OR_(FIGURE|NOTE) · 1", act=r"\$ new a.xlsx .*",
    ),
    Difference(
        "109cfc99: the federation's quantiles of cotes month by month are gone",
        place=r"Saison à saison · (\d\d/\d{4}|Fin de mois|Les cotes, mois par mois) 1 · .*", new="",
    ),
    Difference(
        "66: a file keeps the name with which it came; the old program added a day where another came by that name",
        place=r"Tournois · .* · Fichier", act=r"\$ federation .*", old=r".* \(\d\d/\d\d/\d{4}\)",
    ),
    Difference(
        "66, 7: a tournament keeps its number, in the report and as the address of its page, whatever comes late",
        place=r"(Tournois|Saison \S+) · .* · N°", act=r"\$ federation .*", old=r"\d+", new=r"\d+",
    ),
    Difference(
        "66: the terms of a variation are those with which it was published, also where its file counts once more",
        place=r"Saison \S+ · .* tournoi .* · (Cote d[eu] .*|PE|B|PJ|PJ brut|Place \(x\)|Rang \(participants\))",
        act=r"\$ federation .*", old=r"(-?[\d.]+)?", new=r"-?[\d.]+",
    ),
    Difference(
        "66: pages have the terms of what was published, and a column for what counts later",
        place=r"(joueur/\d+\.html|tournoi .*) · .*", act=r"\$ federation .*",
        beside=r"tournoi .* · Compté ensuite: nothing → \d+",
    ),
    Difference(
        "66: a version that counts beside the one in its place is a tournament of its own",
        place=r"Saison à saison · .* · Tournois", act=r"\$ federation .*", old=r"\d+", new=r"\d+",
    ),
    Difference(
        "66, 7: a letter sends the organiser to the button, not to a command, and names no file that is attached",
        place=r".*\.eml · (- Et \d+ autre\(s\) constat\(s\) : .*|Le rapport joint dit à chacun .* donne le)",
        act=r"\$ federation .*",
    ),
    Difference(
        "66, 7: beside each opponent stands the last game, on wide screens",
        place=r"joueur/\d+\.html · (Dernière partie|\d+ – \d+ · \d\d/\d\d/\d{4} ·)", act=r"\$ federation .*", old="",
    ),
    Difference(
        "66, 7: with the name of its tournament",
        place=r"joueur/\d+\.html · Tournoi \d+", act=r"\$ federation .*", old=r"\d+", new=r"\d+",
        beside=r"joueur/\d+\.html · Dernière partie: nothing → 1",
    ),
    Difference(
        "66, 7: beside each player of a tournament stands the club",
        place=r"tournoi .* · Club( [A-J])?", act=r"\$ federation .*", old="",
    ),
    Difference(
        "66, 7: the column of participants takes no more room than its figures",
        place=r"index\.html · (Participants|Part\.)", act=r"\$ federation .*",
    ),
    Difference(
        "66, 1: --avant only begins a register",
        place="réponse · BEFORE_NOT_NEEDED · 1", act=r"\$ federation build .*--avant .*", old="", new="said", ends=True,
    ),
    Difference(
        "9c717d0e: and the best of those without cote is no late entrant before his first round",
        place=r"(.*\.xlsx )?Faits marquants · Meilleur joueur sans cote .* · (Fait|Joueur)", new="",
    ),
    Difference(
        "65, 7: and fewer of many equals",
        place=r"(.*\.xlsx )?Faits marquants · .* · (Fait|Joueur|Contre|Ronde)", new="",
        beside=r"(.*\.xlsx )?Faits marquants · .* · Joueur: .* → nothing",
    ),
    Difference(
        "9c717d0e: in Othello a pair that the organiser imposed stays in its round when that is undone",
        place=r"Résultats · \d+/\d+ · (N° B|N° N|Ronde|Table)", act=r"\$ undo .*", old="", new=r"\d+", ends=True,
    ),
    Difference(
        "65, 7: Faits marquants names a fourth equal, and counts those that it does not name",
        place=r"(.*\.xlsx )?Faits marquants · .* · (Fait|Joueur|Contre|Ronde)", old="",
    ),
)  # fmt: skip
RENAMED_KEYS: Mapping[str, str] = {}  # key of a sentence in the new catalogue -> its key in the old one
REWORDED: Mapping[str, str] = {}  # pattern of a new sentence that no template of the catalogue fits -> its old key
RENAMED_TITLES: Mapping[str, str] = {}  # title of a column or setting on new sheets -> on old ones
RENAMED_WORDS: Mapping[str, str] = {}  # word of an old command line -> what the new one calls it; "" leaves it out
