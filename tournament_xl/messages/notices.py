"""Sentences for warnings and refusals that belong to no single cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum

from tournament_xl.core.model import Notice
from tournament_xl.messages import cli
from tournament_xl.messages.audience import PLACES, Audience
from tournament_xl.messages.names import count, fill_sentence


class Reason(StrEnum):
    """Key of a refusal that a front end treats in its own way."""

    ROUND_HAS_SCORES = "undo_scores"  # undoing the round needs `force`


_NOTICES = {
    "careless_names": "Noms à remettre en ordre (feuille Joueurs) : {names}.",
    "round_emptied": "Toutes les lignes de la ronde {round} ont été effacées : elle est annulée, avec {results} "
    "résultat{results_s}. Si c'est une erreur, reprenez la copie faite avant (dossier Sauvegardes).",
    "round_incomplete": "Ronde {round} : des paires ont été retirées ou changées, tous les présents n'y jouent plus : "
    "celles qui restent sont des paires imposées, qu'Apparier complétera. Si c'est une erreur, reprenez la copie faite "
    "avant (dossier Sauvegardes).",
    "too_few": "{registered} joueur{registered_s} inscrit{registered_s}. Ajoutez des joueurs : la Formule Classique "
    "en demande au moins 7, un Open 12, un toutes-rondes 3.",
    "too_few_classique": "{registered} joueurs inscrits : la Formule Classique en demande au moins 7. "
    "Ajoutez des joueurs, ou choisissez la formule Toutes-rondes.",
    "too_many_classique": "{registered} joueurs inscrits : la Formule Classique en admet 128 au plus. "
    "Choisissez la formule Open, ou retirez des joueurs.",
    "too_few_open": "{registered} joueurs inscrits : la formule Open en demande 12 (11 avec un exempt). "
    "Ajoutez des joueurs, ou choisissez la formule {other}.",
    "eleven_players": "11 joueurs inscrits ; le règlement de l'Open en demande 12 : un joueur est exempt (X) "
    "à chaque ronde.",
    "raised": "De retour après plus de deux ans, à la cote de leur série duplicate : {names} (Joueurs, Cote retenue).",
    "forfeits_written": "Ronde {round} : absent{count_s} annoncé{count_s}, forfait déjà écrit : {names}.",
    "newcomer_waits": "Nouveau : {name} jouera en phase 2, après la ronde {round} : plus de place dans les groupes.",
    "final_missing": "Finale à jouer : {one} et {two} ont gagné tous leurs matchs. Tapez leur résultat sur la feuille "
    "Finales, puis Mettre à jour.",
    "too_few_round_robin": "{registered} joueur{registered_s} inscrit{registered_s} : un toutes-rondes en demande "
    "au moins 3. Ajoutez des joueurs.",
    "seven_players": "7 joueurs inscrits ; le règlement en demande 8 : un joueur est exempt (X) à chaque ronde.",
    "sheets_missing": "Feuille{count_s} supprimée{count_s} ou renommée{count_s} : {names}. Rien n'y est plus écrit. "
    "Rendez-en le nom, ou reprenez une copie de Sauvegardes.",
    "tables_ignored": "La feuille Tables a changé après le premier appariement : ce changement est ignoré.",
    "other_rounds": "{rounds} ronde{rounds_s} au lieu de {default} selon le règlement, par choix de l'organisateur.",
    "too_few_othello": "{registered} joueur{registered_s} inscrit{registered_s} : il en faut au moins 2. "
    "Ajoutez des joueurs.",
    "too_many_players": "{registered} joueurs inscrits : {most} au plus. Ne gardez sur cette feuille que "
    "ceux qui viennent.",
    "nobody_present": "Personne n'est présent à la ronde {round} : rien à apparier. Corrigez la colonne Absences.",
    "send_before_update": "Ce qui a été tapé depuis la dernière action n'est pas encore dans le classement. Mettez "
    "à jour (bouton « Mettre à jour »), enregistrez, puis préparez l'envoi.",
    "send_before_finals": "Reste à jouer : {matches} (feuille Finales). Tapez les résultats ; pour ce qui ne se joue "
    "pas, videz le nombre de parties (« Ce qui se joue »).",
    "unusual_scores": "Ronde {round}, score{count_s} inhabituel{count_s} : {shown}. Vérifiez : un chiffre oublié, "
    "ou un « % » tapé derrière 400, qui en fait 4. Corrigez ; si la ronde suivante n'a pas commencé, annulez-la et "
    "appariez de nouveau.",
    "rematch_by_hand": "Ronde {round} : {one} et {two} se sont déjà rencontrés (choix de l'organisateur).",
    "absent_but_paired": "{name} est annoncé absent à la ronde {round} mais y est déjà apparié : indiquez son forfait "
    "sur la feuille Résultats, ou annulez la ronde.",
    "late_entry": "{name}, en cours de tournoi : chaque ronde manquée compte 0 point.",
    "late_entry_exempt": "Pour jouer la ronde {round} contre l'exempt, {exempt} : Feuilles, Résultats, « Modifier » de "
    "la ligne de {exempt}, « Vider la ligne » ; puis Apparier : les autres tables restent.",
    "late_entry_in_time": "Pour jouer dès la ronde {round}, qui n'a pas encore de score : annulez la dernière ronde, "
    "puis appariez de nouveau ; toutes ses paires sont refaites.",
    "newcomers": "Entrée à la ronde {round} : {names}.",
    "newcomers_late": "Entrée à la ronde {round} : {names}. Le règlement n'admet de retardataires que jusqu'au début "
    "de la ronde 2 : c'est à l'arbitre d'en décider.",
    "not_checked_in": "Ronde {round}, absents faute d'une marque dans la colonne Présent : {names}.",
    "avoid_scheduled": "La colonne Éviter ne change rien aux rondes 1 à {last} : leurs matchs sont connus d'avance.",
    "avoid_met": "Ronde {round} : {pairs} se rencontrent malgré la colonne Éviter ; le règlement ne donne pas mieux.",
    "rematches": "Ronde {round} : {pairs} se sont déjà rencontrés ; parmi les présents, le règlement "
    "ne donne pas mieux.",
    "no_shows": "Forfait à la ronde {before}, apparié à la ronde {round} : {names}. Qui n'est plus là : annulez la "
    "ronde et écrivez « {round}- » dans ses Absences.",
    "season_borrowed": "Saison {season} : comptée avec les PL (la cote du classement international) et les seuils de "
    "{used}, les derniers que le programme connaît. La fédération recalcule : rien à faire.",
    "season_beside": "Saison {season} : comptée avec les nombres de {used}. Pour ceux du fichier {season}.toml, tapez "
    "{season} dans le paramètre Saison et recommencez.",
    "left_after_draw": "Ronde {round} : {names} : annoncé absent mais déjà apparié. Sur la feuille Résultats, "
    "{rows} ; ou tapez le forfait dans la colonne Fin. Si rien n'est joué : annulez plutôt la ronde, et appariez.",
    "left_unrewarded": "{names} : a quitté le tournoi ; reste au classement, sans prix, podium ni « 1er ».",
    "empty_squares": "Ronde {round}, cases vides pour le vainqueur (à égalité : partagées) : {tables}.",
    "round_robin_possible": "{players} joueurs pour {rounds} rondes : un toutes-rondes est possible "
    "(paramètre Formule).",
    "idle": "Ronde {round} : {names} : sans match, et pas annoncé absent dans la colonne Absences.",
    "all_played": "Les {rounds} rondes sont appariées : plus rien à apparier. "
    "Pour le classement final : Mettre à jour.",
    "nothing_to_undo": "Aucune ronde à annuler.",
    "undo_scores": "La ronde {round} a déjà des scores : elle n'est pas annulée. Effacez-les, puis annulez de nouveau.",
    "up_to_date": "Tout est à jour : rien à changer.",
    "ratings_no_round": "Aucune ronde n'est encore jouée : il n'y a pas de cotes à calculer.",
    "ratings_early": "Les cotes se calculent après la dernière ronde : {played} sur {rounds} jouée{played_s}.{ending} "
    "Pour des cotes provisoires : « Cotes provisoires », dans la page (tournoi.html).",
    "send_early": "L'envoi se prépare après la dernière ronde : {played} sur {rounds} jouée{played_s}.{ending}",
    "ends_here": " Si le tournoi s'arrête là : mettez Nombre de rondes à {played} ({settings}), puis recommencez.",
    "ends_before": " Si le tournoi s'arrête là : annulez la ronde {drawn}, mettez Nombre de rondes à {played} "
    "({settings}), puis recommencez.",
    "rated": "Cotes calculées : feuille Cotes.",
    "rated_before_final": "Cotes provisoires, finale à jouer : feuille Cotes.",
    "rated_provisional": "Cotes provisoires après la ronde {round} sur {rounds} : feuille Cotes. "
    "Elles suivent les résultats jusqu'à la fin.",
    "no_round_yet": "Aucune ronde n'est encore appariée.",
    "no_such_round": "La ronde {round} n'existe pas : {last} ronde{last_s} appariée{last_s}.",
    "no_such_table": "La ronde {round} n'a pas de table {table}.",
    "not_played_yet": "Le classement après la ronde {round} n'existe pas encore : {last} ronde{last_s} jouée{last_s}.",
    "drawn": "Ronde {round} appariée : {paired}{imposed}.",
    "drawn_first": "Ronde {round} appariée : {players} joueur{players_s}, {paired}{imposed}.",
    "extra_cost": "Ronde {round} : les paires tapées à la main coûtent {cost} de plus que l'optimum.",
    "no_ratings": "Ce jeu n'a pas de cotes à calculer.",
    "ratings_othello": "Les cotes d'Othello ne se calculent pas ici : le responsable du classement les calcule "
    "sur le fichier ELO (Préparer l'envoi).",
    "taken": "Résultats reçus pris ; classement et grille à jour.",
    "nothing_received": "Aucun résultat reçu n'attend d'être pris.",
    "undone": "Ronde {round} annulée.",
    "updated": "Classement et grille à jour.",
    "sent": "Envoi préparé dans {folder}. Ouvrez le courriel, relisez-le, envoyez-le.",
    "sent_no_address": "Envoi préparé dans {folder}. Ouvrez le courriel, ajoutez l'adresse (paramètre « Courriel "
    "fédération » vide), envoyez-le.",
    "sent_doubtful": "Envoi préparé dans {folder}, mais la vérification a trouvé quelque chose (ci-dessous) : mettez à "
    "jour ou corrigez, enregistrez, puis préparez l'envoi à nouveau.",
    "sent_incomplete": "Envoi préparé dans {folder}, mais incomplet (ci-dessous) : complétez, puis préparez l'envoi à "
    "nouveau.",
    "published": "Publié dans {folder} : ouvrez index.html ; ecran.html est pour le projecteur.",
    "published_same": "Publié dans {folder} : rien n'a changé depuis la dernière fois.",
    "simulated": "{rounds} ronde{rounds_s} simulée{rounds_s}.",
    "created": "Classeur créé : {file}. Inscrivez les joueurs sur la feuille Joueurs, puis appariez.",
    "created_with": "Classeur créé : {file}, {players} joueur{players_s} inscrit{players_s}. "
    "Vérifiez la feuille Joueurs, puis appariez.",
    # what people changed, and the next step
    "settings_changed": "Tournoi : {shown}.",
    "scores_to_type": "tapez {pending} score{pending_s} (feuille Résultats)",
    "scores_then": "{scores} : table{pending_s} {tables} ; puis {button}",
    "scores_then_pair": "{scores} : table{pending_s} {tables} ; puis {button}",
    "ratings_next": "à faire : Calculer les cotes, puis Préparer l'envoi",
    "send_next": "à faire : Préparer l'envoi",
    "finals_or_send": "Finales : à choisir (feuille Finales), sinon Préparer l'envoi",
    "finals_to_play": "à jouer (feuille Finales) : {matches}",
    "final_result_next": "résultat sur la feuille Finales, puis Mettre à jour",
    "pair_first": "à faire : Apparier la ronde suivante (1 sur {rounds})",
    "pair_next": "à faire : Apparier la ronde suivante{begins}",
    # a score of a past round is corrected
    "correction_repairable": "La ronde {drawn} est déjà appariée : ses paires restent telles quelles. Le "
    "règlement laisse le choix : jouez-la ainsi ; ou, comme elle n'a pas encore de score, refaites-la d'après ce "
    "résultat : {redo}.",
    "redo_round": "« Annuler la dernière ronde », puis « Apparier la ronde suivante »",
    "correction_stands": "La ronde {drawn} a déjà des scores : ses paires restent telles quelles{go_on}. Ce résultat "
    "compte au classement{then}.",
    "correction_scheduled": "Les paires sont connues d'avance : elles restent. Ce résultat compte au classement.",
    # the files around a workbook
    "newer_backup": "Le dossier Sauvegardes a une copie que ce classeur ne connaît pas : « {copy} ». Si ce classeur "
    "est une autre version remise à sa place (clé USB, courriel, récupération après une panne, fermeture sans "
    "enregistrer), comparez, et reprenez au besoin cette copie : {restore}.",
    "no_backup": "{path} n'a pas de sauvegarde dans le dossier « {folder} ».{others}",
    "backups_of_others": " Ce dossier a celles de {names}. Si c'est l'ancien nom de votre classeur : {restore} les "
    "montre ; une copie remise reprend ce nom, votre fichier reste.",
    "no_such_backup": "Il n'y a pas une seule copie {copy}. {restore} montre la liste et ses numéros.",
    "federation_wants": "La fédération en a besoin, et c'est vide sur Tournoi : {names}.",
    "of_list": "{file} : {note}",
    "rows_hidden": "{count} ligne{count_s} masquée{count_s}, laissée{count_s} de côté : {names}. Pour les "
    "prendre : affichez-les.",
    "rows_struck": "{count} ligne{count_s} barrée{count_s}, laissée{count_s} de côté : {names}. Si l'une compte, "
    "{create_again} en ôtant le trait.",
    "rows_cancelled": "{count} inscription{count_s} laissée{count_s} de côté selon le statut : {names}. Si "
    "l'une compte, {create_again} en vidant ce statut.",
    "statuses_open": "{count} statut{count_s} sans oui ni non ; ils jouent : {names}. Qui ne vient pas : ôtez-le de la "
    "feuille Joueurs avant la première ronde.",
    "columns_unread": "{file} : colonne{count_s} laissée{count_s} de côté : {titles}. Si l'une compte, "
    "{create_again} en l'intitulant comme sur la feuille Joueurs ({keys}).",
    "ranking_is_rating": "la colonne « {title} » ({values}) est lue comme la cote. Si ce sont des places, "
    "{create_again} en l'intitulant « Place ».",
    "restored": "Copie remise : {time} {label}. L'état d'avant est dans {copy}.",
    "list_without_cotes": "{file} : aucune cote n'y est lue : chacun part de sa série duplicate, sinon de 1000 "
    "(Joueurs, Cote retenue). Si la liste a des cotes, {create_again} en intitulant leur colonne « Cote ».",
}
_FOR_PAGE = {
    "undo_scores": "La ronde {round} a déjà des scores. L'annuler quand même ? Ils iront au Journal.",
    "ratings_early": "Les cotes se calculent après la dernière ronde : {played} sur {rounds} jouée{played_s}."
    "{ending} Pour des cotes provisoires : « Cotes provisoires ».",
    "no_shows": "Forfait à la ronde {before}, apparié à la ronde {round} : {names}. Qui n'est plus là : « Annuler la "
    "ronde {round} », puis « s'en va » à son nom (Joueurs), et appariez.",
    "restored": "Copie remise : {time} {label}. L'état d'avant est en tête de la même liste ({restore}).",
    "sent": "L'envoi est prêt : téléchargez le courriel, relisez-le, envoyez-le.",
    "sent_no_address": "L'envoi est prêt : téléchargez le courriel, ajoutez l'adresse de la fédération, envoyez-le. "
    "(Dans Réglages, Courriel fédération la met d'avance.)",
    "sent_doubtful": "L'envoi n'est pas prêt, la vérification a trouvé quelque chose (ci-dessous) : corrigez, puis "
    "préparez l'envoi à nouveau.",
    "sent_incomplete": "L'envoi est incomplet : complétez ce qui manque, puis préparez-le à nouveau.",
    "published": "Les pages du tournoi sont prêtes.",
    "published_same": "Les pages du tournoi sont prêtes ; rien n'y a changé depuis la dernière fois.",
    "federation_wants": "La fédération en a besoin, et c'est vide dans Réglages : {names}.",
    "settings_changed": "Réglages : {shown}.",
    "scores_to_type": "tapez {pending} score{pending_s}",
    "finals_or_send": "une finale ? Choisissez-la ; sinon Préparer l'envoi",
    "finals_to_play": "à jouer : {matches}",
    "final_result_next": "tapez le score",
    "final_missing": "Finale à jouer : {one} et {two} ont gagné tous leurs matchs. Tapez leur score (Ronde, page "
    "Finales).",
    "send_before_finals": "Reste à jouer : {matches}. Tapez les scores (Ronde, page Finales) ; pour ce qui ne se joue "
    "pas, videz son nombre de parties.",
    "pair_first": "à faire : Apparier la ronde 1",
    "pair_next": "à faire : Apparier la ronde {round}{begins}",
    "scores_then": "{scores} : table{pending_s} {tables}",
    "scores_then_pair": "{scores} : table{pending_s} {tables} ; puis Apparier la ronde {round}",
    "redo_round": "Autres gestes > « Annuler la ronde {round} », puis « Apparier la ronde {round} »",
}  # sentences that the page words in its own way; names of places alone are in `audience.PLACES`

_SHOWN = 3  # of a list, told one by one


def first_of(items: Sequence[str]) -> str:
    """List the first three items, joined by commas, and the number of the others: "a, b, c et 4 autres"."""
    return ", ".join(items[:_SHOWN]) + (f" et {count(len(items) - _SHOWN, 'autre')}" if len(items) > _SHOWN else "")


Message = str | Notice  # a sentence that is the same for every reader, or one that waits for its reader


def message_text(message: Message, audience: Audience = Audience.SHEETS) -> str:
    """Return the French sentence of a message as an audience reads it; a message that is a text is that sentence."""
    return notice_text(message, audience) if isinstance(message, Notice) else message


def notice_text(notice: Notice, audience: Audience = Audience.SHEETS) -> str:
    """Return the French sentence of a notice; a field without a fact is empty.

    A fact that is a notice itself becomes its sentence. A number above 1 gives its field `NAME_s` an "s".

    Raises:
        KeyError: There is no such sentence.
    """
    variants = {Audience.PAGE: _FOR_PAGE, Audience.TERMINAL: cli.NOTICES}.get(audience, {})
    template = variants.get(notice.key) or _NOTICES[notice.key]
    plurals = {f"{name}_s": "s" for name, value in notice.facts.items() if isinstance(value, int) and value > 1}
    facts = {
        name: notice_text(value, audience) if isinstance(value, Notice) else value
        for name, value in notice.facts.items()
    }
    return fill_sentence(template, defaultdict(str, {**PLACES[audience], **facts, **plurals}))


def asks_to_create_again(message: Message) -> bool:
    """Check whether a message, or one in it, sends its reader to create the workbook again, from a corrected list."""
    return isinstance(message, Notice) and (
        "{create_again}" in _NOTICES[message.key]
        or any(asks_to_create_again(fact) for fact in message.facts.values() if isinstance(fact, Notice))
    )


def notice_keys() -> tuple[str, ...]:
    """Return the keys of all notices."""
    return tuple(_NOTICES)
