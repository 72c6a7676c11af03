"""Sentences for warnings and refusals that belong to no single cell."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from tournament_xl.model import Notice
from tournament_xl.texts.names import count, tables_text

_NOTICES = {
    "round_emptied": "Toutes les lignes de la ronde {round} ont été effacées : elle est annulée, avec {results} "
    "résultat{results_s} au Journal. Si c'est une erreur, reprenez la copie faite avant (dossier Sauvegardes).",
    "round_incomplete": "Ronde {round} : des paires ont été retirées ou changées, tous les présents n'y jouent plus : "
    "celles qui restent sont des paires imposées, qu'Apparier complétera. Si c'est une erreur, reprenez la copie faite "
    "avant (dossier Sauvegardes).",
    "too_few": "{registered} joueur{registered_s} inscrit{registered_s}. Ajoutez des joueurs : la Formule Classique "
    "en demande au moins 7, un Open 12, un toutes-rondes 3.",
    "too_few_classique": "{registered} joueurs inscrits : la Formule Classique en demande au moins 7. "
    "Ajoutez des joueurs, ou choisissez la formule Toutes-rondes.",
    "too_many_classique": "{registered} joueurs inscrits : la Formule Classique en admet 128 au plus. "
    "Choisissez la formule Open, ou retirez des joueurs.",
    "too_few_open": "{registered} joueurs inscrits : la formule Open en demande 12 (11 avec le joueur fictif X). "
    "Ajoutez des joueurs, ou choisissez la formule {other}.",
    "eleven_players": "11 joueurs inscrits ; le règlement de l'Open en demande 12 : un joueur fictif X complète.",
    "lots_seed_changed": "La graine est passée de {before} à {now} depuis le tirage des groupes : ils ne changent pas.",
    "newcomer_waits": "Nouveau : {name} jouera en phase 2, après la ronde {round} : plus de place dans les groupes.",
    "final_missing": "Finale à jouer : {one} et {two} ont gagné tous leurs matchs. Tapez leur résultat sur la feuille "
    "Finales, puis Mettre à jour.",
    "too_few_round_robin": "{registered} joueur{registered_s} inscrit{registered_s} : un toutes-rondes en demande "
    "au moins 3. Ajoutez des joueurs.",
    "seven_players": "7 joueurs inscrits ; le règlement en demande 8 : un joueur fictif X complète le tableau.",
    "other_rounds": "{rounds} rondes au lieu de {default} selon le règlement, par choix de l'organisateur.",
    "too_few_othello": "{registered} joueur{registered_s} inscrit{registered_s} : il en faut au moins 2. "
    "Ajoutez des joueurs.",
    "too_many_players": "{registered} joueurs inscrits : {most} au plus. Ne gardez sur cette feuille que "
    "ceux qui viennent.",
    "nobody_present": "Personne n'est présent à la ronde {round} : rien à apparier. Corrigez la colonne Absences.",
    "tables_ignored": "La feuille Tables a changé depuis le premier appariement : ce changement est ignoré.",
    "edition_changed": "L'édition est passée de {before} à {now} en cours de tournoi : "
    "forfaits et classement en changent.",
    "name_replaced": "{sheet}, ligne {row} : « {text} » a été remplacé par {name}, le N° {number}. "
    "Pour changer la paire, échangez les N° : les noms suivent.",
    "send_before_update": "Des résultats ne sont pas encore au Journal tels qu'ils sont tapés. Mettez à jour (bouton "
    "« Mettre à jour », ou update), enregistrez, puis préparez l'envoi.",
    "send_before_finals": "Reste à jouer : {matches} (feuille Finales). Tapez les résultats ; pour ce qui ne se joue "
    "pas, videz le nombre de parties, à droite du tableau.",
    "words_replaced": "{count} textes tapés là où le programme écrit ont été remplacés : {shown}. La copie faite avant "
    "est dans le dossier Sauvegardes.",
    "reason_replaced": "{sheet}, ligne {row} : « {text} » était dans Motif, où le programme écrit ; le Journal garde "
    "ce texte. Un résultat se tape dans les colonnes des scores ou des pions.",
    "group_name_replaced": "{sheet}, ligne {row} : « {text} » a été remplacé par {name}, le N° {number}. Un résultat "
    "se tape sur la feuille Résultats.",
    "line_retyped": "{sheet} : le titre ou la ligne en dessous avait été changé à la main ; le programme y écrit le "
    "tournoi (la copie faite avant est dans le dossier Sauvegardes).",
    "results_gone": "Ronde {round} : {count} résultat{count_s} inscrit{count_s} au Journal, sans ligne sur la feuille "
    "Résultats : {shown}. Si c'est une erreur, retapez la ligne ou reprenez la copie faite avant "
    "(dossier Sauvegardes).",
    "pairs_gone": "Ronde {round} : {count} paire{count_s} sans ligne sur la feuille Résultats : {shown}. S'ils ont "
    "joué, retapez la ligne avec son score (la copie faite avant est dans le dossier Sauvegardes).",
    "untraced": "Ronde {round} : la feuille Journal n'en a plus trace ; ce qui y a changé avant ne peut plus être vu. "
    "Si vous ne l'avez pas vidée exprès, reprenez la copie faite avant (dossier Sauvegardes).",
    "renamed": "Joueurs : changement de nom : {shown}. Les résultats restent au N°.",
    "namesakes_changed": "Joueurs : pays ou club changés d'homonymes : {shown}. Les résultats restent au N° : si leurs "
    "N° ont été échangés, remettez-les.",
    "own_columns_stay": "Résultats, lignes {rows} : ce que vous aviez tapé dans vos colonnes ({columns}) y reste ; la "
    "prochaine ronde peut s'écrire à côté. Videz ou déplacez-le.",
    "cotes_changed": "Joueurs : cotes de départ changées depuis l'inscription au Journal : {shown}.",
    "settings_changed": "Tournoi : paramètres changés depuis l'inscription au Journal : {shown}.",
    "licences_changed": "Joueurs : changement de licence : {shown}.",
    "results_corrected": "Ronde {round} : {count} résultat{count_s} corrigé{count_s} depuis l'inscription au Journal : "
    "{shown}. Si ce n'est pas vous, une colonne a été triée ou collée : reprenez une copie d'avant (restore).",
    "results_changed": "Ronde {round} : {count} résultat{count_s} changé{count_s} depuis la dernière mise à jour : "
    "{shown}.",
    "pairs_moved": "Ronde {round} : N° changés à côté de {count} résultat{count_s} : {shown}. Un résultat compte "
    "pour les N° de sa ligne. Si ces joueurs ne se sont pas rencontrés, reprenez "
    "la copie faite avant (dossier Sauvegardes).",
    "finals_corrected": "Feuille Finales : {count} résultat{count_s} corrigé{count_s} depuis l'inscription au "
    "Journal : {shown}.",
    "wall_copy": "La feuille « {sheet} » a les colonnes d'Appariements et {count} score{count_s} (ligne{count_s} "
    "{rows}) que Résultats n'a pas : rien n'y compte. Tapez-le{count_s} sur Résultats, ou supprimez « {sheet} ».",
    "sheet_copy": "La feuille « {sheet} » a les colonnes de {original} et {count} résultat{count_s} (ligne{count_s} "
    "{rows}) que {original} n'a pas : rien n'y compte. Tapez-le{count_s} sur {original}, ou supprimez « {sheet} ».",
    "unusual_scores": "Ronde {round}, score{count_s} inhabituel{count_s} : {shown}. Vérifiez : un « % » tapé derrière "
    "400 en fait 4. Corrigez ; si la ronde suivante n'a pas commencé, annulez-la et appariez de nouveau.",
    "unusual_final": "Finale, score inhabituel : {shown}. Vérifiez : un « % » tapé derrière 400 en fait 4.",
    "finals_renamed": "La feuille « {sheet} » a les colonnes de Finales, qui manque, et {count} résultat{count_s} "
    "(ligne{count_s} {rows}) : rien n'y compte. Rendez-lui le nom Finales, ou supprimez-la si ces parties ne "
    "comptent pas.",
    "journal_gap": "Journal : il manque {count} ligne{count_s} (n = {rows}). Les résultats qui y étaient ne peuvent "
    "plus être comparés à ceux de la feuille Résultats : relisez-les ; les copies faites avant sont dans le dossier "
    "Sauvegardes.",
    "journal_damaged": "Journal, ligne{count_s} {rows} : changée{count_s} à la main. Les résultats qui y étaient "
    "inscrits ne peuvent plus être comparés à ceux de la feuille Résultats : relisez-les. « Vérifier le tournoi » "
    "(check) nomme ces lignes ; les copies faites avant sont dans le dossier Sauvegardes.",
    "sheet_retyped": "La feuille {sheet} avait été changée à la main : elle vient d'être réécrite. Un résultat se tape "
    "sur la feuille Résultats (la copie faite avant est dans le dossier Sauvegardes).",
    "panel_retyped": "{sheet} : le titre, l'étape ou les chiffres à côté avaient été changés à la main : ils viennent "
    "d'être réécrits. Un résultat se tape sur la feuille Résultats, le nom et le lieu du tournoi parmi les paramètres "
    "(la copie faite avant est dans le dossier Sauvegardes).",
    "without_row": "Ronde {round} : {names} : leur paire a été retirée de la feuille Résultats, "
    "ils n'y ont plus de match.",
    "rematch_by_hand": "Ronde {round} : {one} et {two} se sont déjà rencontrés (choix de l'organisateur).",
    "rematch_of_table": "Ronde {round} : {pairs} se sont déjà rencontrés : l'ordre du toutes-rondes a été "
    "changé (une absence, un départ, un nouveau, ou une paire tapée).",
    "no_show_paired": "{name} a déclaré forfait à la ronde {before} et est apparié à la ronde {round} : "
    "s'il n'est plus là, annulez la ronde et écrivez « {round}- » dans ses Absences.",
    "absent_but_paired": "{name} est annoncé absent à la ronde {round} mais y est déjà apparié : indiquez son forfait "
    "sur la feuille Résultats, ou annulez la ronde.",
    "absent_but_played": "{name} est annoncé absent à la ronde {round}, où son match a pourtant un résultat : indiquez "
    "son forfait sur la feuille Résultats, ou corrigez la colonne Absences.",
    "absences_beyond": "{name} : Absences nomme la ronde {round}, le tournoi en a {rounds}. "
    "Vérifiez la cellule (« 3, 5 » : rondes 3 et 5).",
    "name_as_number": "Joueurs, ligne {row} : « {text} », seul dans la colonne N°, n'inscrit personne. Un nom se tape "
    "dans la colonne Nom.",
    "newcomer": "Nouveau : {name} jouera à partir de la ronde {round}.",
    "newcomer_plays": "Nouveau : {name} joue à partir de cette ronde {round}. Si ce n'est pas un joueur : annulez la "
    "ronde, videz sa ligne de Joueurs, appariez de nouveau.",
    "newcomer_late": "Nouveau : {name} jouera à partir de la ronde {round}. Le règlement n'admet de retardataires que "
    "jusqu'au début de la ronde 2 : c'est à l'arbitre d'en décider.",
    "left_after_draw": "Ronde {round} : {names} : annoncé absent mais déjà apparié. Sur la feuille Résultats, "
    "{rows} ; ou tapez le forfait dans la colonne Fin.",
    "final_won_before": "Feuille Finales, ligne {row} : {stage} était déjà gagnée, la partie {game} ne compte pas.",
    "discs_forfeit": "{place} : {end} est un forfait, qui compte {black} – {white} ; les pions tapés ne comptent pas. "
    "Si la partie s'est jouée, videz la colonne Fin ; sinon videz les pions.",
    "discs_resigned": "{place} : {end} : abandon de qui a le plus de pions ; il compte {black} – {white}. Si c'est une "
    "erreur, corrigez la colonne Fin.",
    "empty_squares": "Ronde {round}, cases vides pour le vainqueur (à égalité : partagées) : {tables}.",
    "empty_squares_final": "{place} : {empty} case{empty_s} vide{empty_s}, pour le vainqueur.",
    "fees_replaced": "Joueurs, Droits : {shown}, d'après Adhérent, Tarif réduit et « Grand Prix A » (Tournoi) ; "
    "ce qui a été payé se note dans Remarque.",
    "round_robin_possible": "{players} joueurs pour {rounds} rondes : un toutes-rondes est possible "
    "(paramètre Formule).",
    "idle": "Ronde {round} : {names} : sans match, et pas annoncé absent dans la colonne Absences.",
    "all_played": "Les {rounds} rondes sont appariées : plus rien à apparier. "
    "Pour le classement final : Mettre à jour (update).",
    "nothing_to_undo": "Aucune ronde à annuler.",
    "undo_scores": "La ronde {round} a déjà des scores : elle n'est pas annulée. "
    "Effacez-les ; ou, dans un terminal, undo --force : les scores iront au Journal.",
    "up_to_date": "Tout est à jour : rien à changer.",
    "ratings_no_round": "Aucune ronde n'est encore jouée : il n'y a pas de cotes à calculer.",
    "ratings_early": "Les cotes se calculent après la dernière ronde : {played} sur {rounds} jouée{played_s}. "
    "Pour des cotes provisoires, dans un terminal : tournament-xl ratings {file} --provisional",
    "send_early": "L'envoi se prépare après la dernière ronde : {played} sur {rounds} jouée{played_s}.",
    "rated": "Cotes calculées : feuille Cotes.",
    "rated_before_final": "Cotes provisoires, finale à jouer : feuille Cotes.",
    "rated_provisional": "Cotes provisoires après la ronde {round} sur {rounds} : feuille Cotes. "
    "Elles suivent les résultats jusqu'à la fin.",
    "no_round_yet": "Aucune ronde n'est encore appariée.",
    "no_such_round": "La ronde {round} n'existe pas : {last} ronde{last_s} appariée{last_s}.",
    "no_such_table": "La ronde {round} n'a pas de table {table}.",
    "not_played_yet": "Le classement après la ronde {round} n'existe pas encore : {last} ronde{last_s} jouée{last_s}.",
    "drawn": "Ronde {round} appariée : {pairs} paire{pairs_s}.",
    "drawn_first": "Ronde {round} appariée : {players} joueur{players_s}, {pairs} paire{pairs_s}.",
    "dearer": "Ronde {round} : les paires tapées à la main coûtent {dearer} de plus que l'optimum.",
    "ratings_othello": "Les cotes d'Othello ne se calculent pas ici : le responsable du classement les calcule "
    "sur le fichier ELO (Préparer l'envoi).",
    "undone": "Ronde {round} annulée.",
    "updated": "Classement et grille à jour.",
    "simulated": "{rounds} ronde{rounds_s} simulée{rounds_s}.",
    "created": "Classeur créé : {file}. Inscrivez les joueurs sur la feuille Joueurs, puis appariez.",
    "created_with": "Classeur créé : {file}, {players} joueur{players_s} inscrit{players_s}. "
    "Vérifiez la feuille Joueurs, puis appariez.",
}


_SHOWN = 3  # corrected results told one by one
_NAMED = 20  # others of which it is told where they are


def corrected_result(at: int | str, before: str, now: str) -> str:
    """ "table 2 (451-407 devient 407-451)", from the Journal's compact forms; with the N° if they change places.

    `at`: the table, or the names where there is none.
    """
    (pair, was), (other, new) = ((one.partition(":")[0], _result(one.partition(":")[2])) for one in (before, now))
    shown = (was, new) if pair == other else (f"{pair} {was}", f"{other} {new}")
    return f"{f'table {at}' if isinstance(at, int) else at} ({shown[0]} devient {shown[1]})"


def moved_result(table: int, pair: str, result: str) -> str:
    """ "table 2 (Durand – Petit 451-407)", from the Journal's compact form; without the table where there is none."""
    text = f"{pair} {_result(result.partition(':')[2])}"
    return f"table {table} ({text})" if table else text


def gone_result(pair: str, result: str) -> str:
    """ "Durand – Petit (451-407)", from the Journal's compact form; "Durand – X" alone."""
    _, known, text = result.partition(":")
    return f"{pair} ({_result(text)})" if known else pair


def changed_person(number: int, before: str, now: str) -> str:
    """ "N° 4 (Durand Zoé devient Durand Zoë)"; of a licence that is added or emptied: "rien"."""
    return f"N° {number} ({before or 'rien'} devient {now or 'rien'})"


def changed_setting(name: str, before: str, now: str) -> str:
    """ "Manches gagnantes (1 devient 2)"."""
    return f"{name} ({before or 'rien'} devient {now or 'rien'})"


def corrected_final(name: str, before: str, now: str) -> str:
    """ "Finale 1 (1-5 40-24 devient 5-1 40-24)", from the Journal's compact forms; "" for no result."""
    was, new = (
        " ".join(filter(None, (pair, _result(text)))) for pair, _, text in (one.partition(":") for one in (before, now))
    )
    return f"{name} ({was} devient {new})".strip()


def _result(text: str) -> str:
    """ "451/407" -> "451-407", "F1" -> "forfait 1", "TN:28/36" -> "TN 28-36"."""
    forfeit = re.fullmatch(r"F([12+]+)", text)
    return f"forfait {forfeit[1]}" if forfeit else text.replace("/", "-").replace(":", " ") or "sans résultat"


def first_of(items: Sequence[str]) -> str:
    """The first few, then how many others."""
    return ", ".join(items[:_SHOWN]) + (f" et {count(len(items) - _SHOWN, 'autre')}" if len(items) > _SHOWN else "")


def changed_ones(items: Sequence[str]) -> str:
    """The first few, such as "table 4 (451-407 devient 451-470)", then how many others and which, without what is in
    brackets: whoever reads it again sees when they are others.
    """
    rest = [item.rpartition(" (")[0] or item for item in items[_SHOWN:]]
    tables = {int(one[1]) for item in rest[:_NAMED] if (one := re.fullmatch(r"table (\d+)", item))}
    named = [tables_text(tables)] if tables else []
    named += [item for item in rest[:_NAMED] if not re.fullmatch(r"table \d+", item)]
    more = " …" if len(rest) > _NAMED else ""
    return first_of(items) + (f" : {', '.join(named)}{more}" if rest else "")


def notice_text(notice: Notice) -> str:
    """The French sentence of a notice; KeyError for a key that does not exist."""
    plurals = {f"{name}_s": "s" for name, value in notice.facts.items() if isinstance(value, int) and value > 1}
    return _NOTICES[notice.key].format_map(defaultdict(str, dict(notice.facts) | plurals))
