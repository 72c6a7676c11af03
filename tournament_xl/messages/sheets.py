"""Titles, status lines and Journal sentences that a press writes on the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournament_xl.messages.names import clipped, count, ordinal, some_names, tables_text, text_width

ON_SCREEN = "À lire à l'écran : seul ce titre s'imprime. Pour des lignes : les choisir, imprimer la sélection."
FINALS_SHEET = "Finales"
DEFAULT_TITLE = "Tournoi de Scrabble classique"
LEFT = "parti"  # Classement, column ±: has left for good
NEW = "nouveau"  # Classement, column ±: has not played yet
# how titles of derived sheets begin:
TITLES = (
    "Classement", "Grille", "Ronde ", "Phase ", "Appariements", "Où je joue", "Cotes", "Groupes", "Équipes", "Prix",
    "Faits marquants", "Évolution",
)  # fmt: skip
BRACKET, WINNER = "Tableau final", "Vainqueur"  # Finales: the drawn bracket
EMPTY_TITLES = ("Classement", "Classement initial", "Grille", "Appariements")  # before the sheet has something to see
GROUPS_TITLE = "Groupes de la phase 1"
GROUPS_LEGEND = "R1 à R5 : l'adversaire, par son ordre dans le groupe ; + gagné, − perdu, = nul"
FINAL = "Finale"  # Finales, column Match
X_NAME = "X (adversaire exempt)"
ABSENT = "abs."  # Grille: no match in this round
LAST_ROUNDS = 2  # before the end, for which Tournoi says who can still win
_SQUARES, _IN_THE_RACE = 10, 14  # of a bar; names of those who can still win
_TABLES_SHOWN = 24  # of the status line: tables without result, in figures
_WARNINGS = 3  # that Tournoi shows
_GRID_ROOM = 12.5  # of a round's column on Grille, in figures
ONESELF = "■"  # Grille of a round robin: where a player meets himself
EXEMPT = "exempt"  # who meets nobody; X and BIP are what stands in columns of numbers in the place of the other one
EXPLAIN_EXEMPT = "Ronde {round} : {one}, exempt ({bye})"
NO_TABLE = "–"  # beside the name of who has it


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
) -> str:
    """The next step, for the sheet Tournoi.

    `tables` lists the tables without result; `phase` and `next_phase` are those of the last and the next round, 0
    where the formula has none; `final` names the two whose deciding game is missing, `leaders` all who share place 1,
    `then` what comes after the last round, `button` what is pressed once all scores are there.
    """
    if players == 0:
        return "Inscrivez les joueurs sur la feuille Joueurs."
    if drawn == 0:
        ready = count(players, "joueur inscrit")
        return f"{ready} · à faire : Apparier la ronde suivante (1 sur {rounds})"
    if pending:
        where = f"table{'s' if pending > 1 else ''} {clipped(tables, _TABLES_SHOWN)}"
        return f"{round_name(drawn, rounds, phase)} · {next_act(pending, '')} : {where} ; puis {button}"
    if played < rounds:
        begins = " (début de la phase 2)" if next_phase > phase else ""
        return f"{round_name(played, rounds, phase)} terminée · à faire : Apparier la ronde suivante{begins}"
    if final:
        return f"Finale à jouer : {' – '.join(final)} · résultat sur la feuille {FINALS_SHEET}, puis Mettre à jour"
    first = "1ers ex æquo" if len(leaders) > 1 else "1er"
    return f"{_ENDED} · {first} : {some_names(leaders, 5)} · {then}"


def has_ended(status: str) -> bool:
    """Does this next step say that all is played, finals too?"""
    return status.startswith(_ENDED)


STEPS = "\n".join((
    "1.  Joueurs : saisir ou coller les inscrits.",
    "2.  Apparier la ronde, imprimer Appariements et Fiches.",
    "3.  Résultats : saisir les scores, table par table.",
    "4.  Mettre à jour : Classement et Grille suivent.",
    "5.  Recommencer à l'étape 2 à chaque ronde.",
    "6.  À la fin : calculer les cotes, préparer l'envoi.",
))  # fmt: skip
_ENDED = "Tournoi terminé"
THEN_RATINGS = "à faire : Calculer les cotes, puis Préparer l'envoi"
THEN_SEND = "à faire : Préparer l'envoi"


def next_act(pending: int, button: str) -> str:
    """The one thing to do next: scores to type, else a button to press."""
    return f"tapez {count(pending, 'score')} (feuille Résultats)" if pending else button


def round_name(number: int, rounds: int, phase: int) -> str:
    """ "Ronde 3 sur 5"; in an Open "Ronde 3 sur 8 (phase 1)"."""
    return f"Ronde {number} sur {rounds}{f' (phase {phase})' if phase else ''}"


def standings_title(
    after: int, rounds: int, *, ends_phase: int = 0, waits_for_final: bool = False, final: bool = False
) -> str:
    """Title of Classement; `ends_phase`: the phase that the round ends and another follows; `final`: a deciding game
    made the first place.
    """
    if waits_for_final:
        return f"Classement avant la finale (ronde {after} sur {rounds})"
    if ends_phase:
        return f"Classement général après la phase {ends_phase} (ronde {after} sur {rounds})"
    if after == 0:
        return "Classement initial"
    if after == rounds:
        return f"Classement final{', 1re place par la finale' if final else ''}"
    return f"Classement après la ronde {after} sur {rounds}"


def grid_title(after: int, rounds: int) -> str:
    """Title of Grille."""
    if after == rounds > 0:
        return "Grille finale"
    return "Grille" if after == 0 else f"Grille après la ronde {after} sur {rounds}"


SIGNS = {"G": "+", "N": "=", "P": "\u2212"}  # won, drawn, lost


def result(outcome: str, pdep: int, *, forfeit: bool = False) -> str:
    """ "+44", "−F"; a difference that is not the winner's, in brackets with its sign: "+(−98)" after several games."""
    size = "F" if forfeit else str(abs(pdep)) if pdep else ""
    if pdep and not forfeit and (outcome, pdep > 0) not in (("G", True), ("P", False)):
        size = f"({pdep:+d})".replace("-", "\u2212")
    return f"{SIGNS[outcome]}{size}"


def grid_cell(result: str, opponent: str, place: int) -> str:
    """A round on Grille, in two lines: "+44" over "5. Durand", the name cut where it has no room."""
    before = f"{place}. "
    return f"{result}\n{before}{clipped(opponent, _GRID_ROOM - text_width(before))}"


def pairings_title(number: int, rounds: int, phase: int = 0) -> str:
    """Title of Appariements, by table."""
    return round_name(number, rounds, phase) if number else "Appariements"


def group_heading(group: int) -> str:
    """The line above the games of a group on Appariements."""
    return f"Groupe {group}"


def group_tables(tables: Iterable[int]) -> str:
    """Beside it, the tables of the group: "tables 4 à 6"."""
    listed = list(tables)
    return tables_text(listed) if listed else "—"


def seat_of_x(name: str, number: int) -> str:
    """X's line on Groupes once a late entrant has its seat."""
    return f"X, puis {name} (dès la ronde {number})"


def warnings_text(warnings: Sequence[str]) -> str:
    """The first three things to know, a line each, and how many others there are."""
    rest = len(warnings) - _WARNINGS
    more = [f"et {count(rest, 'autre')} (Mettre à jour les montre tous)"] if rest > 0 else []
    return "\n".join([*warnings[:_WARNINGS], *more])


ALL_PLAYED = "Tout est joué. Changements et corrections du tournoi se lisent sur la feuille Journal."


def warnings_shown(text: str) -> list[str]:
    """The warnings that a text of `warnings_text` has."""
    return text.split("\n")


SIGNATURES = "Signatures"  # Fiches
CUT_ACROSS, CUT_DOWN = "✂" + " ·" * 80, "⋮"  # between slips
SLIP_TABLE = "Table "  # Fiches: before the number
WHO_STARTS = "Commence :  ☐ le premier nommé   ☐ l'autre"


def slip_head(number: int, rounds: int, title: str) -> str:
    """The head of a slip, the table's number aside."""
    return clipped(f"Ronde {number} sur {rounds} · {title}", 40)


TABLE, POINTS = "T.", "Pts"  # Appariements, from afar: head the tables, the points
AGAINST = "contre"  # Appariements: heads the opponents beside the names
BY_NAME = "Où je joue"  # Appariements: heads the names below the tables


def points(value: float) -> str:
    """Points beside a name: "3", "2½"."""
    return f"{int(value) or ''}½" if value % 1 else str(int(value))


def per_player(minutes: str) -> str:
    """The time that a player has: "25 min par joueur", also where somebody wrote "25 min" or "25'"."""
    said = minutes if minutes.strip("0123456789,. ") else f"{minutes} min"
    return f"{said} par joueur" if minutes else ""


ABSENT_NOW = "absent"  # Appariements, by name: plays no match in this round
GAP = "·"  # Appariements: the line between tables and names, which is not empty and white on white


def announced(name: str) -> str:
    """A player on Appariements who will not come, and forfeits."""
    return f"{name} (absent)"


PROVISIONAL = "Cotes provisoires"


def ratings_title(after: int, rounds: int, *, final: bool = False) -> str:
    """Title of Cotes; provisional until the last result is there, that of the deciding game (`final`) included."""
    if after == rounds and final:
        return f"{PROVISIONAL}, finale à jouer"
    return "Cotes" if after == rounds else f"{PROVISIONAL} après la ronde {after} sur {rounds}"


def ratings_facts(*, season: str, event: str, registered: int, taking_part: int, games: int) -> str:
    """What the ratings are computed from, under the title of Cotes."""
    parts = (f"saison {season}", event, f"n = {registered}", count(taking_part, "participant"), count(games, "partie"))
    return " · ".join(parts)


def around(places: Sequence[tuple[int, int | float]], own: int) -> str:
    """Cotes, column Par place: "1er +240 · [2e +229] · 3e +95"; the player's own place in brackets."""
    shown = ((place, f"{ordinal(place)} {signed(total)}") for place, total in places)
    return " · ".join(f"[{text}]" if place == own else text for place, text in shown)


def signed(value: int | float) -> str:
    """ "+240", "−95", "0"."""
    size = f"{abs(value):g}".replace(".", ",")
    return f"+{size}" if value > 0 else f"\u2212{size}" if value < 0 else "0"


def joined(*parts: str) -> str:
    """What is there of a line's parts: tournament, place, dates."""
    return " · ".join(filter(None, parts))


def progress(done: int, games: int) -> str:
    """How much of a round has its results, as a bar: "■■■■■■□□  6 / 8"."""
    squares = min(games, _SQUARES)
    full = done * squares // games if games else 0
    return f"{'■' * full}{'□' * (squares - full)}  {done} / {games}" if games else ""


def in_the_race(names: Sequence[str], left: int) -> str:
    """Who can still win, for Tournoi; `left`: rounds to be played."""
    if not 0 < left <= LAST_ROUNDS:
        return ""
    if len(names) == 1:
        return f"{names[0]} ne peut plus être rejoint."
    return f"{len(names)} joueurs : {some_names(names, _IN_THE_RACE)}"


def paired_detail(number: int, pairs: int, players: int, imposed: Sequence[str]) -> str:
    paired = f"{count(players, 'joueur')}, {count(pairs, 'paire')}{imposed_part(imposed)}"
    return f"Ronde {number} appariée : {paired}."


def imposed_part(imposed: Sequence[str]) -> str:
    """ ", dont imposée : Alpha – Bravo"; "" without such pairs."""
    return f", dont imposée{'s' if len(imposed) > 1 else ''} : {' ; '.join(imposed)}" if imposed else ""


def ended_detail(status: str, *, final: bool) -> str:
    """The first words of a status: that the tournament is over, and who won; `final`: what was over before is so now
    with its final games.
    """
    ended, first = status.split(" · ")[:2]
    return f"{'Finales jouées' if final else ended} · {first}."


def undone_detail(number: int, removed: int, results: Sequence[str]) -> str:
    """A round taken away, with the results that went with it: "Durand – Petit 451-407"."""
    gone = f" ; résultats effacés : {', '.join(results)}" if results else ""
    return f"Ronde {number} annulée : {count(removed, 'paire retirée')}{gone}."


def rated_detail(after: int, rounds: int, *, final: bool = False) -> str:
    return "Cotes calculées." if after == rounds and not final else f"{ratings_title(after, rounds, final=final)}."


def created_detail(players: int, version: str) -> str:
    return f"Classeur créé par tournament_xl {version}, {count(players, 'joueur inscrit')}."


CORRECTED = "Changement"  # Journal: what people changed between two presses
