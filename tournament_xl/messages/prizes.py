"""Texts on prizes, teams, memorable facts and the page Palmarès."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum

from tournament_xl.core import prizes as kinds
from tournament_xl.core.normalization import normalize
from tournament_xl.messages.names import clip_text, count, join_items, list_fitting_names, ordinal, signed
from tournament_xl.messages.sheets import points_text as halves_text

NAMES: dict[kinds.HighlightKind, str] = {
    kinds.rank_best_games: "Meilleure partie",
    kinds.rank_widest_wins: "Plus grand écart",
    kinds.rank_closest_games: "Partie la plus serrée",
    kinds.rank_highest_totals: "Plus gros total",
    kinds.rank_upsets: "Plus grosse surprise",
    kinds.rank_winning_runs: "Plus longue série de victoires",
    kinds.rank_climbs: "Plus belle remontée",
    kinds.rank_newcomers: "Meilleur joueur sans cote",
}  # Faits marquants, column Fait; most of them as a prize may be for, too
RATED_UPSET = f"{NAMES[kinds.rank_upsets]} entre joueurs cotés"  # Palmarès, where cotes (ratings) decide
ALSO = {"Meilleur entrant": kinds.rank_newcomers}  # the contract's name: who has no cote has not always come late
RATING_BOUND = "Cote moins de 1500"  # Prix, column Pour: an example of bounds of a number
GENERAL, CLUB = "Général", "Club"  # Prix, column Pour; where teams are countries, Pays
VETERANS, JUNIORS = "Catégorie V", "Catégorie Jeune"  # Prix, column Pour: examples, in Scrabble and in Othello
FOR = tuple(
    NAMES[kind]
    for kind in (
        kinds.rank_best_games,
        kinds.rank_widest_wins,
        kinds.rank_closest_games,
        kinds.rank_climbs,
        kinds.rank_newcomers,
    )
)  # what is offered behind them
PALMARES = "Palmarès"
NOBODY = "personne"
NOT_OVER = "Tout n'est pas encore joué"  # Palmarès, in the place of the podium
_MAX_PASSED_OVER = 2  # players named who came before the winner of a prize
_SCOPE, _SCOPE_WIDTH = "{scope}", 22  # in a text; in digits


class NoWinner(Enum):
    """Why a prize has no winner; the value is the text of its cell on Prix, `{scope}` its column Pour."""

    BAD_RANK = "Rang : un nombre (1er, 2e, 3) ; vide : 1"
    NO_TEAMS = "remplir d'abord le paramètre Équipes"
    NO_CATEGORY = "Joueurs n'a pas la colonne Catégorie : l'ajouter (paramètre Colonnes), puis la remplir"
    NO_SCOPE = "« Pour » est vide : Général, Club… (la liste de la cellule)"
    UNKNOWN_SCOPE = "« {scope} » n'est pas connu : Général, Club Lyon, Catégorie V… (la liste de la case Pour)"
    UNREAD_BOUNDS = (
        "« {scope} » n'est pas compris. Par exemple : Cote moins de 1500, Cote de 1000 à 1499, Cote dès 1800"
    )
    NONE_SUCH = "aucun joueur n'est dans ce cas"
    NONE_LEFT = "plus personne à ce rang : un seul prix par joueur, sauf Cumulable : oui"


FAULTY_COLUMNS = {
    NoWinner.BAD_RANK: "Rang",
    NoWinner.NO_SCOPE: "Pour",
    NoWinner.UNKNOWN_SCOPE: "Pour",
    NoWinner.UNREAD_BOUNDS: "Pour",
}
# why a prize has no winner -> column of Prix to correct, where it is one


def _bound_number(value: int) -> str:
    """Render a number that no line breaks."""
    return number_text(value).replace(" ", "\N{NO-BREAK SPACE}")


def series_text(limits: Sequence[tuple[str, int]]) -> str:
    """Render which starting cotes are in each series: "… : Joker dès 2 900, A de 2 250 à 2 899, …".

    `limits` are the series and the lowest cote in it, highest first; the last one has all cotes below. A single one has
    all.
    """
    lowest = [cote for _, cote in limits]
    spans = map(_cotes_text, [*lowest[:-1], None], [None, *(cote - 1 for cote in lowest[:-1])])
    parts = [f"{name} {span}" for (name, _), span in zip(limits, spans, strict=True)]
    return f"Séries, par la cote de départ : {', '.join(parts)}."


def _cotes_text(least: int | None, most: int | None) -> str:
    """Render a range of cotes, None for no limit: "dès 2 900", "de 2 250 à 2 899", "jusqu'à 2 249"."""
    if least is None:
        return "à toute cote" if most is None else f"jusqu'à {_bound_number(most)}"
    return f"dès {_bound_number(least)}" if most is None else f"de {_bound_number(least)} à {_bound_number(most)}"


def no_winner_text(cause: NoWinner, scope: str) -> str:
    """Render why a prize has no winner; `scope`: what it is for, as typed."""
    return cause.value.replace(_SCOPE, clip_text(scope, _SCOPE_WIDTH))


def prizes_title(sheet: str, after: int, rounds: int) -> str:
    """Render the title of Prix, Équipes, Évolution or Faits marquants.

    It is the sheet's name before the first round (`after` 0) and after the last; else it also names the round.
    """
    return sheet if after == rounds or not after else f"{sheet} après la ronde {after} sur {rounds}"


def sharers_text(names: Sequence[str], width: float) -> str:
    """Name the players who have a prize, in a width in digits: "Durand et Petit (ex æquo)"; "" for nobody.

    Names that have no room are only counted (`list_fitting_names`).
    """
    suffix = " (ex æquo)" if len(names) > 1 else ""
    return list_fitting_names(names, width - len(suffix)) + suffix


def scope_reason(reason: str, scope: str, prize: str) -> str:
    """Put what a prize is for before its reason, "Série A : 13e du classement", unless the prize's name says it.

    The name says it, too, where it is a part of it: "Moins de 1500" for "Cote moins de 1500".
    """
    scope_key, prize_key = normalize(scope), normalize(prize)
    is_said = scope_key in (normalize(GENERAL), "") or scope_key in prize_key or prize_key in scope_key
    return reason if is_said else f"{scope} : {reason}"


def left_reason(reason: str, names: Sequence[str]) -> str:
    """Add to the reason of a prize who would share it but has left (F2): "32 à 32, partie nulle (Durand est parti)"."""
    return f"{reason} ({join_items(names)} {'est parti' if len(names) == 1 else 'sont partis'})" if names else reason


def passed_over_reason(reason: str, names: Sequence[str]) -> str:
    """Add to the reason of a prize who came first but has another: "2e du classement (Durand a déjà un prix)"."""
    if not names:
        return reason
    others = [count(len(names) - _MAX_PASSED_OVER, "autre")] if len(names) > _MAX_PASSED_OVER else []
    verb = "a" if len(names) == 1 else "ont"
    return f"{reason} ({join_items([*names[:_MAX_PASSED_OVER], *others])} {verb} déjà un prix)"


def rank_text(rank: int, table_rank: int) -> str:
    """Render a rank for a prize: "3e du classement", with "2e des présents" where a player who left is ahead (F2)."""
    text = _standings_text(table_rank)
    return text if rank == table_rank else f"{text}, {ordinal(rank)} des présents"


def _standings_text(rank: int) -> str:
    """Render a rank so that nobody takes it for the rank of a prize."""
    return f"{ordinal(rank)} du classement"


def highlight_text(kind: kinds.HighlightKind, fact: kinds.Highlight) -> str:
    """Render a memorable fact in figures, by its kind: "512 à 389, écart 123", "cote 1 820 contre 2 140".

    The numbers of an upset are ranks if both are below 500, else cotes (ratings).
    """
    value, numbers = number_text(fact.value), [number_text(figure) for figure in fact.detail]
    if kind == kinds.rank_highest_totals:
        return f"{value} points à eux deux ({numbers[0]}-{numbers[1]})"
    if kind in (kinds.rank_best_games, kinds.rank_widest_wins, kinds.rank_closest_games):
        gap = "" if kind == kinds.rank_best_games else f", écart {value}" if fact.value else ", partie nulle"
        return f"{numbers[0]} à {numbers[1]}{gap}"
    if kind == kinds.rank_upsets:
        are_ranks = max(fact.detail) < 500  # no cote is so low
        if are_ranks:
            return f"{ordinal(int(fact.detail[0]))} contre {ordinal(int(fact.detail[1]))}"
        return f"cote {numbers[0]} contre {numbers[1]}"
    if kind == kinds.rank_winning_runs:
        return f"{value} de suite, rondes {numbers[0]} à {numbers[1]}"
    if kind == kinds.rank_climbs:
        return f"{ordinal(int(fact.detail[0]))} à la ronde {fact.round}, puis {ordinal(int(fact.detail[1]))}"
    return _standings_text(int(fact.value))


def number_text(value: float) -> str:
    """Render a number, rounded to one decimal unless it is whole: "1 234", "12,5"."""
    text = f"{value:,.1f}" if value % 1 else f"{value:,.0f}"
    return text.replace(",", " ").replace(".", ",").replace("-", "\u2212")


def podium_line(value: float, unit: str, second: float, ppm: int | None = None) -> str:
    """Render the line below a name of the podium: "15 PM · PPM 3 · Pdep +275", "9 points · départage 412".

    `value`, in `unit`, ranks first: "PM" (match points), else the word for points. `second` is Pdep, shown with its
    sign, where `unit` is PM, else the tie-break. `ppm` are the points of the match between players with equal PM, which
    rank before Pdep; None where there are none.
    """
    singular = unit == "points" and value < 2  # as in French
    between = [] if ppm is None else [f"PPM {ppm}"]
    tie_break = f"Pdep {signed(second)}" if unit == "PM" else f"départage {number_text(second)}"
    return " · ".join([f"{halves_text(value)} {'point' if singular else unit}", *between, tie_break])


def points_text(value: float, unit: str) -> str:
    """Render points in a list: "17 PM", "6½ pts"."""
    return f"{halves_text(value)} {unit if unit != 'points' else 'pt' if value < 2 else 'pts'}"


def team_score_text(points: float, team_column: str) -> str:
    """Render the score of a team: "31 points"; Équipes says whose.

    `team_column` is the column that makes the teams, named first ("par pays, "); "" leaves it out.
    """
    scored = f"{halves_text(points)} {'points' if points >= 2 else 'point'}"
    return f"{f'par {team_column.lower()}, ' if team_column else ''}{scored}"


def figures_text(
    players: int, rounds: int, matches: int, clubs: int, team_column: str, rated: int, *, is_everywhere: bool
) -> str:
    """Render the tournament in figures: "16 joueurs · 5 rondes · 40 matchs joués · 7 clubs".

    Args:
        players: Number of those who have played a match.
        rounds: Number of rounds.
        matches: Number of matches played, finals included, without byes and forfeits.
        clubs: Number of clubs, or of countries where they make the teams.
        team_column: Column that makes the teams: "Club", else a country, and matches are then called "partie".
        rated: Number of games that count for the cotes (ratings); not shown if it is 0 or the number of rounds.
        is_everywhere: Everybody has a club or country; without, the number of countries is of those that are stated.
    """
    are_stated = "" if is_everywhere else " indiqué" if clubs == 1 else " indiqués"
    countries = f"{clubs} pays{are_stated}" if clubs or is_everywhere else ""
    of_clubs = count(clubs, "club") if clubs else ""
    teams, played = (of_clubs, "match joué") if team_column == "Club" else (countries, "partie")
    parts = [count(players, "joueur"), count(rounds, "ronde"), count(matches, played), *filter(None, [teams])]
    return " · ".join([*parts, f"{count(rated, 'partie')} pour les cotes"] if rated not in (0, rounds) else parts)


def join_titles(first: str, second: str) -> str:
    """Join two titles of one game: "Meilleure partie, plus grand écart"."""
    return f"{first}, {second[:1].lower()}{second[1:]}"


def highlight_line(name: str, players_by_description: Mapping[str, Sequence[str]], others: int = 0) -> str:
    """Render a line of Palmarès: "Meilleure partie : Durand, 512 à 389 ; Petit, 512 à 402".

    `players_by_description` has names by what the players did, a name as often as its player did it; `others` is how
    many more did as well, unnamed.
    """
    parts = [
        f"{join_items(_count_names(players))}, {description}" for description, players in players_by_description.items()
    ]
    return f"{name} : {' ; '.join([*parts, *([others_text(others)] if others else [])])}"


def others_text(number: int) -> str:
    """Count those who did as well and are not named: "et 5 autres"."""
    return f"et {count(number, 'autre')}"


def _count_names(names: Sequence[str]) -> list[str]:
    """Say each name once, and how often it occurs where that is more: "Petit (2 fois)"."""
    return [name if number == 1 else f"{name} ({number} fois)" for name, number in Counter(names).items()]


def separate_sharers(names: Sequence[str], maximum: int) -> list[str]:
    """Return the texts below each other that name who shares a prize: "Alpha,", "Bravo", "et Charlie".

    Of more than `maximum` the last text counts the others: "et 3 autres".
    """
    others = [count(len(names) - maximum, "autre")] if len(names) > maximum else []
    *first, last = [*names[:maximum], *others]
    return [*(f"{name}," for name in first[:-1]), *first[-1:], f"et {last}" if first else last]


def more_prizes_text(number: int) -> str:
    """Count the prizes that have no room: "et 3 autres (feuille Prix)"."""
    return f"{others_text(number)} (feuille Prix)"
