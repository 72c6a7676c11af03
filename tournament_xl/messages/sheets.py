"""Titles and status lines that actions write on the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournament_xl.messages.names import clip_text, count, fill_sentence, list_some_names, ordinal, signed

ON_SCREEN = "À lire à l'écran : seul ce titre s'imprime. Pour des lignes : les choisir, imprimer la sélection."
FINALS_SHEET = "Finales"
DEFAULT_TITLE = "Tournoi de Scrabble classique"
LEFT = "parti"  # Classement, column ±, and Grille: has left for good
NEW = "nouveau"  # Classement, column ±: has not played yet
BRACKET, WINNER = "Tableau final", "Vainqueur"  # Finales: the drawn bracket
GROUPS_TITLE = "Groupes de la phase 1"
GROUPS_LEGEND = "R1 à R5 : l'adversaire, par son ordre dans le groupe ; + gagné, − perdu, = nul"
FINAL = "Finale"  # Finales, column Match
X_NAME = "X (adversaire exempt)"
ABSENT = "abs."  # Grille: no match in this round
RATED_GAMES = "{games} pour chacun, même absent ou parti"  # Cotes
LAST_ROUNDS = 2  # before the end, for which Tournoi says who can still win
_UNRATED = 3  # Cotes: names of registered players who have played no match
_SQUARES, _IN_THE_RACE = 10, 14  # of a bar; names of those who can still win
_RACE_BY_PAIRS = ", vu les paires de la ronde {round} (un seul gagnant par table)"
_TABLES_SHOWN = 24  # of the status line: tables without result, width in digits
_WARNINGS = 3  # that Tournoi shows
ONESELF = "■"  # Grille of a round robin: where a player meets himself
EXEMPT = "exempt"  # meets nobody; columns of numbers have X or BIP for the opponent
EXPLAIN_EXEMPT = "Ronde {round} : {one}, exempt ({bye})"
NO_TABLE = "–"  # beside the name of who has it
EVENT = "Épreuve : "  # Joueurs, Résultats, Journal: right of the title


class Status(NamedTuple):
    """Next step, for the sheet Tournoi."""

    parts: tuple[str, ...]  # where the tournament stands, what to do
    ended: bool = False  # everything is played, finals too

    @property
    def text(self) -> str:
        """Line as the sheet shows it."""
        return step_text(self.parts)


def step_text(parts: Sequence[str]) -> str:
    """Render the parts of the next step as one line."""
    return " · ".join(parts)


def status_line(
    *,
    players: int,
    rounds: int,
    drawn: int,
    played: int,
    pending: int,
    tables: str,
    leaders: Sequence[str],
    phase: int = 0,
    next_phase: int = 0,
    final: Sequence[str] = (),
    then: str = "",
    button: str = "",
) -> Status:
    """Render the next step for the sheet Tournoi.

    Args:
        players: Number of players.
        rounds: Number of rounds.
        drawn: Last drawn round; 0: none.
        played: Last round with all results.
        pending: Number of scores to type.
        tables: Tables without result, as a list.
        leaders: Players who share rank 1; used at the end only.
        phase: Phase of the last drawn round; 0 for a formula (kind of tournament) without phases.
        next_phase: Phase of the next round; 0 for a formula without phases.
        final: The two players whose deciding game is missing; empty for none.
        then: What to do when everything is played.
        button: Button to press once all scores are typed.

    Returns:
        The first step of these that applies: register players, pair round 1, type scores, pair the next round, play the
        final; else the winners, with `ended`.
    """
    if players == 0:
        return Status(("Inscrivez les joueurs sur la feuille Joueurs.",))
    if drawn == 0:
        return Status((count(players, "joueur inscrit"), f"{_PAIR_NEXT} (1 sur {rounds})"))
    if pending:
        facts = {"pending": pending, "tables": clip_text(tables, _TABLES_SHOWN), "button": button}
        return Status((round_name(drawn, rounds, phase), fill_sentence(_SCORES_THEN, facts)))
    if played < rounds:
        begins = " (début de la phase 2)" if next_phase > phase else ""
        stage = f"{round_name(played, rounds, phase)} terminée"
        return Status((stage, f"{_PAIR_NEXT}{begins}"))
    if final:
        stage = f"Finale à jouer : {' – '.join(final)}"
        return Status((stage, "résultat sur la feuille Finales, puis Mettre à jour"))
    return Status((*ended_parts(leaders), then), ended=True)


def ended_parts(leaders: Sequence[str]) -> tuple[str, str]:
    """Say that the tournament is over and who has won it: "Tournoi terminé", "1er : Durand Anne"."""
    return _ENDED, f"{'1ers ex æquo' if len(leaders) > 1 else '1er'} : {list_some_names(leaders, 5)}"


STEPS = "\n".join((
    "1.  Joueurs : saisir ou coller les inscrits.",
    "2.  Apparier la ronde, imprimer Appariements et Fiches.",
    "3.  Résultats : saisir les scores, table par table.",
    "4.  Mettre à jour : Classement et Grille suivent.",
    "5.  Recommencer à l'étape 2 à chaque ronde.",
    "6.  À la fin : calculer les cotes, préparer l'envoi.",
))  # fmt: skip
_ENDED, ROUNDS_ENDED = "Tournoi terminé", "Rondes terminées"
THEN_SEND = "à faire : Préparer l'envoi"
THEN_RATINGS = "à faire : Calculer les cotes, puis Préparer l'envoi"
THEN_FINALS = "Finales : à choisir (feuille Finales), sinon Préparer l'envoi"
_PAIR_NEXT = "à faire : Apparier la ronde suivante"
_SCORES_TO_TYPE = "tapez {pending:n score} (feuille Résultats)"
_SCORES_THEN = f"{_SCORES_TO_TYPE} : {{pending:agree table}} {{tables}} ; puis {{button}}"


def final_text(game: str, decided: str = "", stage: str = FINAL) -> str:
    """Render how a match of the finals ended: "Finale : Durand Anne 35 – 29 Petit Luc".

    `game` is its result, as `names.game_text`, the winner first; `decided` is what decided it where the games left it
    even, "" otherwise.
    """
    return f"{stage} : {game}{f' ({decided})' if decided else ''}"


FIRST_BY_FINAL = "1re place par la finale"
FIRST_BY_PDEP, FIRST_BY_SEED = "finale nulle : 1re place au Pdep", "finale nulle : 1re place au rang initial"


def first_place_text(decider: str, final: str) -> str:
    """Say what decided the first place, `FIRST_BY_…` ("" gives ""), and how the deciding game ended: `final_text`."""
    return f"{decider[:1].upper()}{decider[1:]}. {final}" if decider else ""


def next_act_text(pending: int, button: str) -> str:
    """Return the next thing to do: a sentence on the `pending` scores to type, else the name of the button to press."""
    return fill_sentence(_SCORES_TO_TYPE, {"pending": pending}) if pending else button


def round_name(number: int, rounds: int, phase: int) -> str:
    """Name a round: "Ronde 3 sur 5"; in an Open "Ronde 3 sur 8 (phase 1)"."""
    return f"Ronde {number} sur {rounds}{f' (phase {phase})' if phase else ''}"


def event_text(event: str) -> str:
    """Render the tournament, its place and dates for a sheet whose title never changes."""
    return f"{EVENT}{event}"


_PROVISIONAL = "Cotes provisoires"


def standings_title(
    after: int, rounds: int, *, ends_phase: int = 0, waits_for_final: bool = False, decider: str = ""
) -> str:
    """Render the title of Classement.

    Args:
        after: Round after which the standings are; 0: before the first.
        rounds: Number of rounds of the tournament.
        ends_phase: Phase that this round ends if another follows, else 0.
        waits_for_final: A deciding game is missing: the title says "avant la finale", whatever the other arguments.
        decider: After a deciding game, what decided rank 1, `FIRST_BY_…`; named only after the last round.
    """
    if waits_for_final:
        return f"Classement avant la finale (ronde {after} sur {rounds})"
    if ends_phase:
        return f"Classement général après la phase {ends_phase} (ronde {after} sur {rounds})"
    if after == 0:
        return "Classement initial"
    if after == rounds:
        return f"Classement final{f', {decider}' if decider else ''}"
    return f"Classement après la ronde {after} sur {rounds}"


def grid_title(after: int, rounds: int, *, waits_for_final: bool = False) -> str:
    """Render the title of Grille, the cross table, after a round (0: before the first), or before a deciding game."""
    if waits_for_final:
        return "Grille avant la finale"
    if after == rounds > 0:
        return "Grille finale"
    return "Grille" if after == 0 else f"Grille, ronde {after} sur {rounds}"


SIGNS = {"G": "+", "N": "=", "P": "\u2212"}  # won, drawn, lost


def grid_result_text(outcome: str, pdep: int, *, forfeit: bool = False) -> str:
    """Render a result on Grille: "+44", "−F".

    A difference that does not fit the outcome is in brackets, "+(−98)": a match of several games may be won with fewer
    points. `outcome` is "G", "N" or "P", won, drawn or lost. `pdep` is the difference of points of the player, of which
    0 is not shown; `forfeit` shows "F" in its place.
    """
    size = "F" if forfeit else str(abs(pdep)) if pdep else ""
    if pdep and not forfeit and (outcome, pdep > 0) not in (("G", True), ("P", False)):
        size = f"({pdep:+d})".replace("-", "\u2212")
    return f"{SIGNS[outcome]}{size}"


def absence_text(*, has_left: bool) -> str:
    """Render a cell of Grille for a round without a match of a player, who may have left for good."""
    return LEFT if has_left else ABSENT


def grid_cell(sign_and_gap: str, opponent: str, place: int) -> str:
    """Render a cell of Grille in two lines: "+44" over "5. Durand".

    The second line is the opponent's place and name.
    """
    return f"{sign_and_gap}\n{place}. {opponent}"


def pairings_title(number: int, rounds: int, phase: int = 0) -> str:
    """Render the title of Appariements: the name of the round, or "Appariements" for the number 0, before round 1."""
    return round_name(number, rounds, phase) if number else "Appariements"


def group_heading(group: int) -> str:
    """Render the line above the games of a group on Appariements."""
    return f"Groupe {group}"


def group_tables(tables: Iterable[int]) -> str:
    """Name the tables of a group, next to its heading: "tables 4 à 6"; "—" for none."""
    listed = list(tables)
    return fill_sentence("{tables:agree table} {tables:ranges}", {"tables": listed}) if listed else "—"


def seat_of_x(name: str, number: int) -> str:
    """Render the line of X (the bye) on Groupes once a late entrant has its seat."""
    return f"X, puis {name} (dès la ronde {number})"


def warnings_text(warnings: Sequence[str]) -> str:
    """Render the first three warnings, a line each, and below them the number of the others."""
    rest = len(warnings) - _WARNINGS
    overflow = [f"et {count(rest, 'autre')} (Mettre à jour les montre tous)"] if rest > 0 else []
    return "\n".join([*warnings[:_WARNINGS], *overflow])


ALL_PLAYED = (
    "Tout est joué. La feuille Journal dit les changements, et les scores corrigés après une action (ronde appariée, "
    "mise à jour…)."
)


def split_warnings(text: str) -> list[str]:
    """Split a text of `warnings_text` into its lines, the line that counts the others included."""
    return text.split("\n")


SIGNATURES = "Signatures"  # Fiches
CUT_ACROSS, CUT_DOWN = "✂" + " ·" * 56, "⋮"  # between slips
WHO_STARTS = "Commence (à noter ici seulement) :  ☐ le premier nommé   ☐ l'autre"


def slip_head(played: str, title: str) -> str:
    """Render the head of a slip, for a result: round, or game of a final, and title; cut to the width of two lines."""
    return clip_text(join_parts(played, title), 76)


def slip_game(number: int) -> str:
    """Name a game of a final on its slip, beside the name of the final; "" for 0, a match of one game."""
    return f"Partie {number}" if number else ""


def slip_table_text(table: int) -> str:
    """Render the number of the table on a slip, "Table 4"; "Table ?" for 0, a table without number."""
    return f"Table {table or '?'}"


TABLE, POINTS, FINAL_TABLE = "T.", "Pts", "…"  # Appariements: head tables, points; a final's table, to write by hand
AGAINST = "contre"  # Appariements: heads the opponents beside the names
BY_NAME = "Où je joue"  # Appariements: heads the names below the tables


def points_text(value: float) -> str:
    """Render points or a place in the initial ranking, whole or half: "3", "2½", "½"."""
    return f"{int(value) or ''}½" if value % 1 else str(int(value))


def time_per_player_text(minutes: str) -> str:
    """Render the time that a player has: "25 min par joueur" for "25" or "25 min"; "" for "".

    Any text that is no number stays as it is: "25' par joueur".
    """
    duration = minutes if minutes.strip("0123456789,. ") else f"{minutes} min"
    return f"{duration} par joueur" if minutes else ""


ABSENT_NOW = "absent"  # Appariements, by name: plays no match in this round
GAP = "·"  # Appariements: the line between tables and names, which is not empty and white on white


def absent_name(name: str) -> str:
    """Mark a player on Appariements who will not come, and forfeits."""
    return f"{name} (absent)"


def ratings_title(after: int, rounds: int, *, final: bool = False) -> str:
    """Render the title of Cotes (ratings), with its round and "provisoires" before the end.

    `after` is the number of rounds that count. `final`, used after the last round only, means that the deciding game
    has no result yet.
    """
    if after == rounds and final:
        return f"{_PROVISIONAL}, finale à jouer"
    return "Cotes" if after == rounds else f"{_PROVISIONAL} après la ronde {after} sur {rounds}"


def ratings_facts(
    *, season: str, event: str, registered: int, taking_part: int, unrated: Sequence[str], games: int
) -> str:
    """Render what the ratings are computed from, below the title of Cotes: "barème de la saison 2026 · TH · …".

    All are rated by the games of the whole tournament, also who was absent or has left (R7). `taking_part` is the
    number of players who get a rating, `unrated` the names of the others, who have played no match; `games` is the
    number of those that count for the ratings.
    """
    missing = f" (sans match joué : {list_some_names(unrated, _UNRATED)})" if unrated else ""
    people = count(registered, "inscrit"), count(taking_part, "participant") + missing
    rated_games = RATED_GAMES.format(games=count(games, "partie"))
    return " · ".join((f"barème de la saison {season}", event, *people, rated_games))


def ranks_around_text(places: Sequence[tuple[int, int | float]], own_rank: int) -> str:
    """Render column Par place of Cotes: what ranks near a player's own, which is in brackets, would add to his rating.

    Example: "1er +240 · [2e +229] · 3e +95".
    """
    entries = ((rank, f"{ordinal(rank)} {signed(total)}") for rank, total in places)
    return " · ".join(f"[{text}]" if rank == own_rank else text for rank, text in entries)


def join_parts(*parts: str) -> str:
    """Join the parts of a line that are not empty: tournament, place, dates."""
    return " · ".join(filter(None, parts))


def progress_bar(done: int, games: int) -> str:
    """Render the share of a round that has results as a bar: "■■■■■■□□  6 / 8"; "" for a round without games."""
    squares = min(games, _SQUARES)
    full = done * squares // games if games else 0
    return f"{'■' * full}{'□' * (squares - full)}  {done} / {games}" if games else ""


def in_the_race_text(names: Sequence[str], left: int, round_under_way: int | None = None) -> str:
    """Count and name the players who can still win, for Tournoi; for a single one say that nobody can catch up.

    Of many names the last ones are only counted. `left` is the number of rounds to be played; "" is returned for 0, for
    more than `LAST_ROUNDS` and for no names. `round_under_way` is a round with results missing, whose pairs leave fewer
    players in the race; None between rounds.
    """
    if not names or not 0 < left <= LAST_ROUNDS:
        return ""
    if len(names) == 1:
        return f"{names[0]} ne peut plus être rejoint."
    pairs = _RACE_BY_PAIRS.format(round=round_under_way) if round_under_way else ""
    return f"{len(names)} joueurs{pairs} : {list_some_names(names, _IN_THE_RACE)}"
