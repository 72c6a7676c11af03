"""Sentences that belong to no single cell: refusals, warnings, and answers to what was done."""

from __future__ import annotations

from enum import StrEnum

from tournament_xl.core.model import Notice
from tournament_xl.messages.names import fill_sentence


class Reason(StrEnum):
    """Key of a refusal that a front end treats in its own way."""

    ROUND_HAS_SCORES = "undo_scores"  # undoing the round needs `force`


REFUSALS = {
    # number of players
    "too_few": "{registered:n joueur inscrit}. Ajoutez des joueurs : la Formule Classique en demande 7, un Open 12, "
    "un toutes-rondes 3.",
    "too_few_classique": "{registered:n joueur inscrit} : la Formule Classique en demande 7. Ajoutez des joueurs, ou "
    "choisissez la formule Toutes-rondes.",
    "too_many_classique": "{registered:n joueur inscrit} : la Formule Classique en admet 128. Choisissez la formule "
    "Open, ou retirez des joueurs.",
    "too_few_open": "{registered:n joueur inscrit} : la formule Open en demande 12 (11 avec un exempt). Ajoutez des "
    "joueurs, ou choisissez la formule {other}.",
    "too_few_round_robin": "{registered:n joueur inscrit} : un toutes-rondes en demande 3. Ajoutez des joueurs.",
    "too_few_othello": "{registered:n joueur inscrit} : il en faut 2. Ajoutez des joueurs.",
    "too_many_players": "{registered:n joueur inscrit} : {most} au plus. Ne gardez que ceux qui viennent.",
    # rounds
    "nobody_present": "Personne n'est présent à la ronde {round}. Corrigez la colonne Absences.",
    "all_played": "Les {rounds} rondes sont appariées. Pour le classement final, mettez à jour.",
    "nothing_to_undo": "Aucune ronde à annuler.",
    "undo_scores": "La ronde {round} a déjà des résultats. Effacez-les, puis annulez de nouveau.",
    "nothing_received": "Aucun résultat reçu n'attend d'être pris.",
    "no_round_yet": "Aucune ronde n'est encore appariée.",
    "no_such_round": "La ronde {round} n'existe pas : {last:n ronde appariée}.",
    "no_such_table": "La ronde {round} n'a pas de table {table}.",
    "not_played_yet": "Pas encore de classement après la ronde {round} : {last:n ronde jouée}.",
    # the end
    "ratings_no_round": "Aucune ronde n'est encore jouée : il n'y a pas de cotes à calculer.",
    "ratings_early": "Les cotes se calculent après la dernière ronde : {played:n ronde jouée} sur {rounds}.{ending}",
    "send_early": "L'envoi se prépare après la dernière ronde : {played:n ronde jouée} sur {rounds}.{ending}",
    "ends_here": " Si le tournoi s'arrête là : mettez Nombre de rondes à {played}, puis recommencez.",
    "ends_before": " Si le tournoi s'arrête là : annulez la ronde {drawn}, mettez Nombre de rondes à {played}, puis "
    "recommencez.",
    "no_ratings": "Ce jeu n'a pas de cotes à calculer.",
    "ratings_othello": "Les cotes d'Othello se calculent ailleurs, sur le fichier ELO : préparez l'envoi.",
    "send_before_update": "Ce qui a été tapé n'est pas encore au classement. Mettez à jour, enregistrez, puis préparez "
    "l'envoi.",
    "send_before_finals": "Reste à jouer : {matches:list}. Tapez les résultats sur Finales, ou videz le nombre de "
    "parties.",
    "final_missing": "Finale à jouer : {one} et {two}. Tapez leur résultat sur Finales, puis mettez à jour.",
    # sheets and copies
    "sheets_missing": "{names:agree Feuille introuvable} : {names:list} ; rien n'y est écrit. Redonnez le nom, "
    "reprenez une copie, ou refaites le classeur dans le modèle actuel.",
    "no_backup": "{path} n'a pas de copie dans le dossier « {folder} ».{others}",
    "backups_of_others": " Celles de {names} y sont : si c'est l'ancien nom de votre classeur, reprenez-en une.",
    "no_such_backup": "Il n'y a pas une seule copie {copy}. Donnez son numéro dans la liste des copies.",
}
_DEPARTURES = {
    "eleven_players": "11 joueurs inscrits ; le règlement de l'Open en demande 12 : un joueur est exempt (X) à chaque "
    "ronde.",
    "seven_players": "7 joueurs inscrits ; le règlement en demande 8 : un joueur est exempt (X) à chaque ronde.",
    "other_rounds": "{rounds:n ronde} au lieu de {default} selon le règlement, par choix de l'organisateur.",
    "tables_ignored": "La feuille Tables a changé après le premier appariement : ce changement est ignoré.",
    "newcomers_late": "Entrée à la ronde {round} : {names:list}. Le règlement n'admet de retardataires que jusqu'au "
    "début de la ronde 2 : c'est à l'arbitre d'en décider.",
    "rematch_by_hand": "Ronde {round} : {one} et {two} se sont déjà rencontrés (choix de l'organisateur).",
}  # for the referee, and for the federation, to which `check` repeats them
_BEFORE_PAIRING = {
    "careless_names": "Noms à remettre en ordre (Joueurs) : {names}.",
    "raised": "De retour après plus de deux ans, à la cote de leur série duplicate : {names:list} (Joueurs, Cote "
    "retenue).",
    "avoid_scheduled": "La colonne Éviter ne change rien aux rondes 1 à {last} : leurs matchs sont connus d'avance.",
    "round_robin_possible": "{players} joueurs pour {rounds} rondes : un toutes-rondes est possible (paramètre "
    "Formule).",
}  # for the organiser who has the list of players and can still change it, or the formula
_AFTER_PAIRING = {
    "rematches": "Ronde {round} : {pairs:list} se sont déjà rencontrés ; parmi les présents, le règlement ne donne pas "
    "mieux.",
    "avoid_met": "Ronde {round} : {pairs:list} se rencontrent malgré la colonne Éviter ; le règlement ne donne pas "
    "mieux.",
    "extra_cost": "Ronde {round} : les paires tapées à la main coûtent {cost} de plus que l'optimum.",
    "not_checked_in": "Ronde {round}, absents faute d'une marque dans la colonne Présent : {names:list}.",
    "newcomer_waits": "{name} jouera en phase 2, après la ronde {round} : plus de place dans les groupes.",
    "idle": "Ronde {round}, sans match et pas annoncé absent : {names:list}.",
    "no_shows": "Forfait à la ronde {before}, apparié à la ronde {round} : {names:list}. Qui n'est plus là : annulez "
    "la ronde, écrivez « {round}- » dans ses Absences, et appariez de nouveau.",
    "absent_but_paired": "{name} est annoncé absent à la ronde {round} mais y est déjà apparié : indiquez son forfait, "
    "ou annulez la ronde.",
    "left_after_draw": "Ronde {round}, annoncé absent mais déjà apparié : {names:list}. Sur Résultats, {rows} ; ou "
    "indiquez le forfait. Si rien n'est joué : annulez plutôt la ronde, et appariez de nouveau.",
}  # for the organiser whom players at the board ask: why these two, why not him; the round can still be undone
_WHILE_TYPING = {
    "unusual_scores": "Ronde {round}, {matches:agree score inhabituel} : {matches:some 4}. Vérifiez, et corrigez ; si "
    "la ronde suivante n'a pas commencé, annulez-la et appariez de nouveau.",
    "correction_repairable": "La ronde {drawn} est déjà appariée. Le règlement laisse le choix : jouez-la ainsi ; ou, "
    "comme elle n'a pas de score, annulez-la et appariez de nouveau.",
    "correction_stands": "La ronde {drawn} a déjà des résultats : ses paires restent. Celui-ci compte au classement.",
    "names_put_back": "Résultats, {rows:agree ligne} {rows:ranges} : noms remis d'après les N°. Pour échanger "
    "des joueurs, changez leurs N°.",
    "round_emptied": "Ronde {round} annulée : toutes ses lignes ont été effacées, avec {results:n résultat}. Si c'est "
    "une erreur, reprenez une copie.",
    "round_incomplete": "Ronde {round} : des paires ont été retirées ou changées ; celles qui restent sont imposées, "
    "l'appariement les complétera. Si c'est une erreur, reprenez une copie.",
    "late_entry": "{name}, en cours de tournoi : chaque ronde manquée compte 0 point.",
    "late_entry_exempt": "Pour jouer la ronde {round} contre l'exempt, {exempt} : videz la ligne de {exempt} sur "
    "Résultats, puis appariez ; les autres tables restent.",
    "late_entry_in_time": "Pour jouer dès la ronde {round}, qui n'a pas encore de score : annulez-la, puis appariez de "
    "nouveau ; toutes ses paires sont refaites.",
}  # for whoever types: what he typed does more, or less, than he may expect
_AT_THE_END = {
    "season_borrowed": "Saison {season} : comptée avec les PL et les seuils de {used}, les derniers connus ici ; la "
    "fédération recalcule.",
    "season_beside": "Saison {season} : comptée avec les nombres de {used}. Pour les siens, tapez "
    "{season} dans le paramètre Saison et recommencez.",
    "federation_wants": "La fédération en a besoin, et c'est vide dans les réglages du tournoi : {names:list}.",
    "newer_backup": "Le dossier Sauvegardes a une copie que ce classeur ne connaît pas : « {copy} ». Si ce classeur "
    "est une version plus ancienne (clé USB, courriel, panne, fermeture sans enregistrer), reprenez cette copie.",
}  # for the organiser who hands over ratings and files: they are not those of the federation, or not the last ones
_ANSWERS = {
    "up_to_date": "Tout est à jour : rien à changer.",
    "drawn": "Ronde {round} appariée : {paired}{imposed}.",
    "drawn_first": "Ronde {round} appariée : {players:n joueur}, {paired}{imposed}.",
    "taken": "Résultats reçus pris ; classement et grille à jour.",
    "undone": "Ronde {round} annulée.",
    "updated": "Classement et grille à jour.",
    "rated": "Cotes calculées : feuille Cotes.",
    "rated_before_final": "Cotes provisoires, finale à jouer : feuille Cotes.",
    "rated_provisional": "Cotes provisoires après la ronde {round} sur {rounds} : feuille Cotes. Elles suivent les "
    "résultats jusqu'à la fin.",
    "simulated": "{rounds:n ronde simulée}.",
    "created": "Classeur créé : {file}. Inscrivez les joueurs sur la feuille Joueurs, puis appariez.",
    "created_with": "Classeur créé : {file}, {players:n joueur inscrit}. Vérifiez la feuille Joueurs, puis appariez.",
    "restored": "Copie remise : {time} {label}. L'état d'avant est dans {copy}.",
    "sent": "L'envoi est prêt. Relisez le courriel, puis envoyez-le.",
    "sent_no_address": "L'envoi est prêt. Relisez le courriel, ajoutez l'adresse (paramètre Courriel fédération), "
    "puis envoyez-le.",
    "sent_doubtful": "L'envoi est écrit, mais la vérification a trouvé quelque chose (ci-dessous). Mettez à jour ou "
    "corrigez, enregistrez, puis préparez l'envoi à nouveau.",
    "sent_incomplete": "L'envoi est écrit, mais incomplet (ci-dessous). Complétez, puis préparez-le à nouveau.",
    "published": "Pages prêtes dans {folder} : index.html ; ecran.html pour le projecteur.",
    "published_same": "Pages prêtes dans {folder} : rien n'a changé depuis la dernière fois.",
}
_NOTICES = (
    REFUSALS | _DEPARTURES | _BEFORE_PAIRING | _AFTER_PAIRING | _WHILE_TYPING | _AT_THE_END | _ANSWERS
)  # key -> sentence


def notice_text(notice: Notice) -> str:
    """Return the French sentence of a notice.

    Raises:
        KeyError: There is no such sentence, or a field of it has no fact.
    """
    return fill_sentence(_NOTICES[notice.key], notice.facts)
