"""Sentences on problems at a cell: what is wrong, then what to do, in at most twenty words."""

from __future__ import annotations

from tournament_xl.messages.names import fill_sentence, french_decimal

PROBLEMS = {
    # sheets and columns
    "numbers_sheet": "Numbers a fait une feuille par tableau. Exportez de nouveau : Fichier > Exporter vers > Excel, "
    "« Par feuille ».",
    "no_sheet": "la feuille « {sheet} » manque. Remettez-la, ou reprenez une copie.",
    "sheet_renamed": "la feuille « {sheet} » s'appelle maintenant « {found} ». Redonnez-lui son nom : {sheet}.",
    "no_header": "la ligne d'en-têtes est introuvable. Remettez les en-têtes : {columns}.",
    "no_column": "la colonne « {column} » manque. Remettez cet en-tête.",
    "above_header": "ligne {row} : des lignes du tableau sont au-dessus des en-têtes. Remettez les en-têtes au-dessus, "
    "ou videz ces lignes.",
    "uncomputed": "cette formule n'a pas de résultat dans le fichier. Enregistrez-le dans Excel ou LibreOffice, ou "
    "tapez la valeur.",
    "error_cell": "« {text} » est l'erreur d'une formule. Corrigez la formule, ou tapez la valeur à sa place.",
    "more_problems": "bien d'autres cellules sont à corriger, d'ici à la fin. Videz ce qui a été collé ou recopié en "
    "trop.",
    # settings
    "setting_missing": "le paramètre « {name} » manque. Remettez son nom dans cette colonne, à sa place.",
    "choice": "« {text} » n'est pas une valeur de « {name} ». Choisissez : {choices}.",
    "formula_changed": "le tournoi a commencé en formule {formula}. Remettez-la, ou annulez d'abord toutes les rondes.",
    "rounds_below": "{rounds} rondes, mais la ronde {drawn} est déjà appariée. Tapez {drawn} ou plus.",
    "rounds_gone": "le nombre de rondes, fixé au premier appariement, a été effacé. Retapez-le.",
    "rounds_fixed": "cette formule se joue en {choices} rondes (inscrits : {registered}). Tapez {choices}.",
    "no_seed": "la formule Open tire les groupes au sort. Tapez une graine : un mot ou un nombre, au choix.",
    "winning_games": "« {text} » ne se lit pas. Tapez 1, 2, ou par exemple « 2 : 4-5 » (rondes 4 et 5).",
    "date": "« {text} » n'est pas une date. Tapez par exemple 21/11/2026.",
    "dates_order": "la date de fin précède la date de début. Corrigez l'une des deux.",
    "mail": "« {text} » n'est pas une adresse de courriel. Corrigez-la ou videz la cellule.",
    "season": "la saison « {text} » n'est pas connue. Corrigez ({known}), videz la cellule, ou mettez son fichier à "
    "côté du classeur.",
    "season_file": "le fichier de cette saison est faux ({reason}). Redemandez-le à la fédération, ou videz la "
    "cellule.",
    # players
    "bad_number": "« {text} » n'est pas un numéro de joueur. Tapez un nombre entier (1, 2, 3…).",
    "value_twice": "« {text} » est déjà à la ligne {row}, colonne {column}. Donnez à chacun le sien.",
    "no_name": "le nom est vide. Tapez le nom du joueur, ou videz toute la ligne.",
    "names_moved": "{count} noms ont changé de N° (N° {number} : {was}, puis {now}). Remettez-les à leur N°, ou "
    "reprenez une copie.",
    "row_removed_played": "ronde {round} : il manque {names:list}. Remettez la ligne ({result}{opponent}), ou reprenez "
    "une copie.",
    "row_removed": "ronde {round} : il manque {names:list}. Remettez la ligne, ou écrivez « {round} » dans Absences.",
    "player_or_note": "« {text} » : joueur ou remarque ? Un joueur : tapez son prénom, ou remontez la ligne. "
    "Une remarque : mettez-la dans une autre colonne.",
    "names_alone": "{cells} : joueur ou remarque ? Un joueur : tapez aussi un prénom ou un club. Une remarque : "
    "changez-la de colonne.",
    "bad_cote": "« {text} » n'est pas une cote. Tapez un nombre de 0 à 5000, ou videz la cellule.",
    "bad_series": "« {text} » n'est pas une série duplicate. Tapez S, 1A … 7D, ou videz la cellule.",
    "licence_changed": "« {text} » n'est pas une licence : le tableur l'a changée. Retapez-la dans une cellule au "
    "format Texte.",
    "bad_seed": "« {text} » n'est pas un rang initial. Remettez le nombre d'origine (voir le Journal).",
    "bad_absences": "« {text} » ne se lit pas. Tapez « 3, 5 », « 2-4 », « 4- » (parti après la 3) ou « 1-2 » (arrive à "
    "la 3).",
    "absences_date": "le tableur a changé la saisie. Mettez la cellule au format Texte et retapez, par exemple "
    "« 2-4 ».",
    "name_twice": "{name} est déjà inscrit (ligne {row}). Videz l'une des deux lignes, ou distinguez-les par le club "
    "ou la colonne {apart}.",
    "too_many_rows": "la feuille est remplie jusqu'à la ligne {row} ; {most} au plus. Videz les lignes du bas "
    "(Ctrl+Fin y mène).",
    "long_text": "{size} caractères : aucun nom n'est si long. Raccourcissez-le ({most} au plus).",
    "field": "{sentence}",
    "avoid_unknown": "« {text} » ne désigne pas un seul autre inscrit. Tapez son N° ou son nom et prénom ; plusieurs : "
    "« 3 ; 5 ».",
    "own_table_taken": "la table {table} est déjà celle de {pair} à cette ronde. Donnez-en une autre, ou videz la "
    "cellule.",
    "late_refused": "{name} : en toutes-rondes, nul n'entre après le premier appariement. Videz la ligne ; avec lui : "
    "annulez alors les rondes, puis réinscrivez-le.",
    # results
    "bad_round": "« {text} » n'est pas un numéro de ronde. Tapez un nombre entier (1, 2, 3…).",
    "no_round": "la ronde de cette ligne est vide. Tapez son numéro, ou videz la ligne.",
    "round_ahead": "ronde {round} trop tôt : la {next} n'est pas entière. Corrigez le numéro, videz la ligne, ou "
    "complétez la {next}.",
    "round_beyond": "le tournoi compte {rounds} rondes. Corrigez le numéro, ou videz la ligne.",
    "bad_table": "« {text} » n'est pas un numéro de table. Tapez un nombre entier, ou videz la cellule.",
    "table_twice": "la table {table} est déjà celle de la ligne {row}. Donnez une autre table.",
    "score_over_name": "« {text} » est tapé sur un nom. Videz cette cellule ; si c'est un score, tapez-le dans sa "
    "colonne.",
    "unknown_number": "le N° {text} n'est pas dans Joueurs. Tapez celui d'un inscrit, ou {bye} ; ou remettez là-bas sa "
    "ligne.",
    "no_opponent": "l'adversaire manque. Tapez son N° (ou {bye}), ou videz la ligne.",
    "x_first": "X, l'adversaire de l'exempt, se met à la place du joueur 2. Échangez les deux numéros.",
    "x_twice": "{bye} joue déjà dans cette ronde, ligne {row}. Corrigez l'un des deux.",
    "bye_even": "les joueurs présents sont en nombre pair ({present}) : {bye} ne joue pas. Donnez un autre adversaire.",
    "twice": "{name} joue déjà dans cette ronde, ligne {row}. Corrigez l'un des deux numéros.",
    "against_self": "{name} ne peut pas jouer contre lui-même. Corrigez l'un des deux numéros.",
    "absent_fixed": "{name} est annoncé absent à la ronde {round}. Corrigez ses absences ou cette ligne.",
    "not_scheduled": "{one} et {two} ne se rencontrent pas à la ronde {round} de la table. Videz la ligne.",
    "bad_score": "« {text} » n'est pas un score : un nombre entier de {lowest} à {highest}. Corrigez-le, ou indiquez "
    "un forfait.",
    "score_date": "« {text} » : le tableur y a lu une date. Mettez la cellule au format Nombre, puis tapez un seul "
    "score.",
    "scores_missing": "ronde {round} : résultats manquants aux tables {tables}. Tapez-les, ou indiquez les forfaits.",
    "no_score": "le score manque : table {table}, {one} – {two}{was}. Tapez-le, ou indiquez un forfait.",
    "score_forfeit": "un match contre X ou perdu par forfait n'a pas de score. Videz le score, ou la colonne Forfait.",
    "bad_forfeit": "« {text} » ne dit pas qui déclare forfait. Tapez 1 ({one}), 2 ({two}) ou 1+2 (les deux), ou videz "
    "la cellule.",
    "forfeit_x": "X ne déclare jamais forfait. Tapez 1 si c'est le joueur, ou videz la cellule.",
    "one_game": "à la ronde {round} les matchs se jouent en une manche. Videz ce score, ou corrigez « Manches "
    "gagnantes ».",
    "game_skipped": "la manche précédente n'a pas de score. Tapez les manches dans l'ordre.",
    "game_surplus": "le match était déjà gagné à la manche précédente. Videz ce score.",
    # Othello
    "setting_range": "« {text} » ne convient pas. Tapez un nombre entier de {low} à {high}, ou videz la cellule.",
    "beta": "« {text} » n'est pas un Bêta. Tapez un nombre de 0 à {high} (souvent 0 ou 6), ou videz la cellule.",
    "compatriots": "« {text} » ne se lit pas. Tapez toujours, ronde 1, jamais, ou « interdit dès 4 ».",
    "yes_or_empty": "« {text} » ne convient pas. Tapez oui, ou videz la cellule.",
    "final_match": "« {text} » n'est pas un match de cette feuille. Tapez dans cette colonne {known}, ou videz la "
    "ligne.",
    "fee_typed": "« {text} » : les droits ({known}) s'écrivent seuls, d'après Adhérent et Tarif réduit. Videz la "
    "case ; une note va dans Remarque.",
    "final_game": "« {text} » n'est pas une partie de ce match (1 à {most}), ou l'est déjà. Corrigez-le, ou videz la "
    "ligne.",
    "final_not_due": "{stage} : cette partie n'est pas à jouer. Vérifiez « Ce qui se joue » et les matchs d'avant, ou "
    "videz la ligne.",
    "final_other_players": "{stage} : c'est {due} qui est à jouer, et non {typed}. Vérifiez le dernier score changé, "
    "ou videz la ligne.",
    "bad_discs": "« {text} » n'est pas un nombre de pions, entier de 0 à 64. Corrigez-le, ou indiquez un forfait ou un "
    "abandon.",
    "discs_sum": "{sum} pions en tout : un plateau en a 64 au plus. Corrigez l'un des deux nombres.",
    "final_changed_by_setting": "cette valeur change les finalistes ; les finales sont jouées. Remettez l'ancienne "
    "({was}), ou videz d'abord les lignes jouées de Finales.",
    "penalties": "« {text} » n'est pas une suite de pénalités. Tapez par exemple {shown}, ou videz la cellule.",
    "given_undrawn": "{end} donne un plateau nul à l'un des deux ; ces pions ne sont pas égaux. Videz Fin.",
    "discs_bip": "pas de pions contre BIP. Videz la cellule ; si un retardataire joue, tapez son N° à la place de BIP.",
    "no_discs": "le résultat manque : table {table}, {one} – {two}{was}. Tapez les pions, ou remplissez la colonne "
    "Fin.",
    "left_unplayed": "annoncé absent à la ronde {round}, partie sans résultat : {names:list}. Indiquez le forfait, "
    "ou bien : {rows}.",
    "bad_end": "Fin ne connaît pas « {text} ». Tapez TN, TB, TN+, TB+, TNB, TBN, AN, AB, FN, FB, FNB ou PNB.",
    "end_bip": "contre BIP il n'y a qu'un code : {end}, le joueur perd par forfait. Tapez-le, ou videz la cellule.",
    # sheets that are rewritten
    "in_the_way": "« {text} » est là où le programme doit écrire. Déplacez cette note plus bas, ou votre colonne à "
    "droite.",
    # deciding game of an Open
    "final_gone": "la finale n'est pas entre ces deux joueurs. Videz la ligne : la bonne s'écrira.",
    # tables
    "table_wrong": "table pour {players}, ronde {round} (sièges {seats}) : chaque siège une fois par ronde, aucune "
    "paire deux fois. Corrigez, ou videz-la.",
    "table_number": "« {text} » ne convient pas : nombres entiers ; 8, 10, 12, 14 ou 16 joueurs. Corrigez, ou videz la "
    "ligne.",
}


def problem_text(key: str, /, **values: object) -> str:
    """Return the French sentence of a problem.

    If `text`, the content of the cell, is a number, it is shown with a decimal comma.

    Raises:
        KeyError: There is no such problem, or a field of the sentence has no value.
    """
    text = {"text": french_decimal(str(values["text"]))} if "text" in values else {}
    return fill_sentence(PROBLEMS[key], values | text)
