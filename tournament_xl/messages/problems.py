"""Sentences on problems at a cell; each says what is wrong, then what to do."""

from __future__ import annotations

from tournament_xl.messages.audience import Audience
from tournament_xl.messages.names import fill_sentence, french_decimal

_PROBLEMS = {
    # sheets and columns
    "numbers_sheet": "Numbers a fait une feuille par tableau (« {found} » pour « {sheet} »). Dans Numbers : Fichier > "
    "Exporter vers > Excel, choisissez une feuille de calcul « Par feuille », et non « Par tableau » ; recommencez "
    "avec ce fichier.",
    "no_sheet": "la feuille « {sheet} » manque. Remettez-la (ou repartez d'une sauvegarde du dossier Sauvegardes).",
    "sheet_renamed": "la feuille « {sheet} » s'appelle maintenant « {found} ». Redonnez-lui son nom : {sheet}.",
    "no_header": "la ligne d'en-têtes est introuvable. Remettez les en-têtes : {columns}.",
    "no_column": "la colonne « {column} » manque. Remettez cet en-tête.",
    "above_header": "des lignes du tableau sont au-dessus des en-têtes (ligne {row}) : elles ne seraient pas lues. "
    "Remettez les en-têtes au-dessus d'elles, ou videz-les.",
    "uncomputed": "le résultat de cette formule n'est pas dans le fichier. Ouvrez-le dans Excel ou LibreOffice et "
    "enregistrez-le, ou remplacez la formule par sa valeur ; puis recommencez.",
    "error_cell": "« {text} » est l'erreur d'une formule. Corrigez la formule, ou tapez la valeur à sa place ; puis "
    "recommencez.",
    "more_problems": "et bien d'autres cellules sont à corriger, d'ici à la fin. Corrigez celles qui sont dites, ou "
    "videz ce qui a été collé ou recopié vers le bas ; puis recommencez.",
    # settings
    "setting_missing": "le paramètre « {name} » manque. Remettez son nom dans cette colonne, à sa place.",
    "choice": "« {text} » n'est pas une valeur de « {name} ». Choisissez : {choices}.",
    "formula_changed": "le tournoi a commencé en formule {formula}. Remettez-la, ou annulez toutes les rondes d'abord.",
    "rounds_below": "{rounds} rondes, mais la ronde {drawn} est déjà appariée. Tapez {drawn} ou plus.",
    "rounds_gone": "le nombre de rondes, fixé au premier appariement, a été effacé. Retapez-le.",
    "rounds_fixed": "cette formule se joue en {choices} rondes (inscrits : {registered}). Tapez {choices}.",
    "no_seed": "la formule Open tire au sort l'ordre des groupes. Tapez une graine : un mot ou un nombre, au choix.",
    "winning_games": "« {text} » ne se lit pas. Tapez 1, 2, ou par exemple « 2 : 4-5 » (rondes 4 et 5).",
    "date": "« {text} » n'est pas une date. Tapez par exemple 21/11/2026.",
    "dates_order": "la date de fin précède la date de début. Corrigez l'une des deux.",
    "mail": "« {text} » n'est pas une adresse de courriel. Corrigez-la ou videz la cellule.",
    "season": "la saison « {text} » n'est pas connue de cette version. Saisons connues : {known}. Corrigez, ou videz "
    "la cellule (la plus récente), ou mettez le fichier de la fédération (2026-2027.toml) à côté du classeur.",
    "season_file": "le fichier de cette saison, à côté du classeur, n'en est pas un ({reason}). Redemandez-le à la "
    "fédération, ou videz la cellule (saison la plus récente du programme).",
    # players
    "bad_number": "« {text} » n'est pas un numéro de joueur. Tapez un nombre entier (1, 2, 3…).",
    "value_twice": "« {text} » est déjà à la ligne {row}, colonne {column}. Donnez à chacun le sien.",
    "no_name": "le nom est vide. Tapez le nom du joueur, ou videz toute la ligne.",
    "names_moved": "{count} joueurs ont changé de nom d'un coup (le N° {number} était {was}, devient {now}) : une "
    "colonne a été triée ou déplacée seule. Les résultats suivent le N° : remettez chaque nom à son N°, ou reprenez "
    "une sauvegarde.",
    "row_removed_played": "ronde {round} : {names} n'y {are} plus ; remettez la ligne ({result}{opponent}) ou reprenez "
    "la copie (dossier Sauvegardes).",
    "row_removed": "ronde {round} : {names} n'y {are} plus ; remettez la ligne, ou écrivez « {round} » dans Absences.",
    "player_or_note": "« {text} » : joueur ou remarque ? Un joueur : tapez son prénom, ou remontez la ligne. "
    "Une remarque : mettez-la dans une autre colonne ou sur une autre feuille.",
    "names_alone": "{cells} : joueur ou remarque ? Il n'y a là qu'un nom ; les autres ont un prénom, un club ou une "
    "cote. Un joueur : tapez-en un aussi. Un titre ou une remarque : mettez-le dans une autre colonne.",
    "bad_cote": "« {text} » n'est pas une cote. Tapez un nombre de 0 à 5000, ou videz la cellule.",
    "bad_series": "« {text} » n'est pas une série duplicate. Tapez S, 1A … 7D, ou videz la cellule.",
    "licence_changed": "« {text} » n'est pas une licence : le tableur a changé le numéro en date ou l'a arrondi. "
    "Mettez la cellule au format Texte et retapez la licence.",
    "bad_seed": "« {text} » n'est pas un rang initial. Remettez le nombre d'origine (voir la feuille Journal).",
    "bad_absences": "« {text} » ne se lit pas. Tapez par exemple « 3 », « 3, 5 », « 2-4 », « 4- » (parti après la "
    "ronde 3) ou « 1-2 » (arrive à la ronde 3).",
    "absences_date": "le tableur a changé la saisie en date ou en nombre décimal. "
    "Mettez la cellule au format Texte et retapez, par exemple « 2-4 » ou « 3, 5 ».",
    "name_twice": "{name} est déjà inscrit ligne {row}. La même personne : videz l'une des deux lignes. Deux "
    "personnes : tapez le club des deux ou, du même club, ajoutez au prénom ce qui les distingue (« Paul fils », "
    "l'année de naissance), ou remplissez la colonne {apart} des deux.",
    "too_many_rows": "la feuille est remplie jusqu'à la ligne {row} ; un tournoi n'en a pas {most}. Videz les "
    "lignes du bas (Ctrl+Fin mène à la dernière cellule), enregistrez, puis recommencez.",
    "long_text": "{size} caractères : aucun nom n'est si long. Raccourcissez-le ({most} au plus).",
    "field": "{sentence}",
    "avoid_unknown": "« {text} » n'est ni le N° ni le nom d'un seul autre inscrit. Tapez son N°, ou son nom et son "
    "prénom ; plusieurs : séparés par « ; ».",
    "own_table_taken": "la table {table} est déjà celle de {pair} à cette ronde. Donnez-en une autre à l'un d'eux, ou "
    "videz la cellule.",
    "late_refused": "{name} n'a pas de place dans la table : en toutes-rondes, nul n'entre après le premier "
    "appariement. Videz la ligne ; pour recommencer avec ce joueur, annulez ensuite les rondes, puis réinscrivez-le.",
    # results
    "bad_round": "« {text} » n'est pas un numéro de ronde. Tapez un nombre entier (1, 2, 3…).",
    "no_round": "la ronde de cette ligne est vide. Tapez son numéro, ou videz la ligne.",
    "round_ahead": "la ronde {round} vient trop tôt : la ronde {next} n'est pas appariée, ou n'est plus entière. "
    "Corrigez le numéro, videz la ligne, ou retapez celles de la ronde {next} (voir le dossier Sauvegardes).",
    "round_beyond": "le tournoi compte {rounds} rondes. Corrigez le numéro, ou videz la ligne.",
    "bad_table": "« {text} » n'est pas un numéro de table. Tapez un nombre entier, ou videz la cellule.",
    "table_twice": "la table {table} est déjà celle de la ligne {row}. Donnez une autre table.",
    "score_over_name": "« {text} » est tapé sur un nom, que le programme écrit. Si c'est un score, tapez-le dans sa "
    "colonne ; videz cette cellule, le nom revient.",
    "unknown_number": "le N° {text} n'est pas dans la feuille Joueurs. Tapez celui d'un joueur inscrit, ou {bye} ; "
    "s'il manque là-bas, remettez-y sa ligne, ou tapez-y son N°.",
    "no_opponent": "l'adversaire manque. Tapez son N° (ou {bye}), ou videz la ligne.",
    "x_first": "X, l'adversaire de l'exempt, se met à la place du joueur 2. Échangez les deux numéros.",
    "x_twice": "{bye} joue déjà dans cette ronde, ligne {row}. Corrigez l'un des deux.",
    "bye_even": "les joueurs présents sont en nombre pair ({present}) : {bye} ne joue pas. Donnez un autre adversaire.",
    "twice": "{name} joue déjà dans cette ronde, ligne {row}. Corrigez l'un des deux numéros.",
    "against_self": "{name} ne peut pas jouer contre lui-même. Corrigez l'un des deux numéros.",
    "absent_fixed": "{name} est annoncé absent à la ronde {round}. Corrigez ses absences ou cette ligne.",
    "not_scheduled": "{one} et {two} ne se rencontrent pas à la ronde {round} de la table. Videz la ligne.",
    "bad_score": "« {text} » n'est pas un score : un nombre entier de {lowest} à {highest}. Corrigez-le ; un forfait "
    "se tape dans la colonne Forfait (1 ou 2, le joueur qui ne joue pas).",
    "score_date": "« {text} » : le tableur a pris la saisie pour une date (« 12-52 » devient décembre 1952, le jour "
    "19329). Mettez la cellule au format Nombre et tapez un seul nombre, de {lowest} à {highest} ; l'autre va dans sa "
    "colonne.",
    "scores_missing": "ronde {round} : résultats manquants aux tables {tables}. Tapez-les, ou indiquez les forfaits.",
    "no_score": "le score manque : table {table}, {one} – {two}{was}. Tapez-le, ou indiquez un forfait.",
    "score_forfeit": "un match contre X ou perdu par forfait n'a pas de score. Videz le score, ou la colonne Forfait.",
    "bad_forfeit": "« {text} » ne dit pas qui déclare forfait. Tapez 1 ({one}), 2 ({two}) ou 1+2 (les deux), ou videz "
    "la cellule.",
    "forfeit_x": "X ne déclare jamais forfait. Tapez 1 si c'est le joueur, ou videz la cellule.",
    "one_game": "à la ronde {round} les matchs se jouent en une manche. "
    "Videz ce score, ou corrigez le paramètre « Manches gagnantes ».",
    "game_skipped": "la manche précédente n'a pas de score. Tapez les manches dans l'ordre.",
    "game_surplus": "le match était déjà gagné à la manche précédente. Videz ce score.",
    # Othello
    "setting_range": "« {text} » ne convient pas. Tapez un nombre entier de {low} à {high}, ou videz la cellule.",
    "beta": "« {text} » n'est pas un Bêta. Tapez un nombre de 0 à {high} (souvent 0 ou 6), ou videz la cellule.",
    "compatriots": "« {text} » ne se lit pas. Tapez toujours, ronde 1, jamais, ou « interdit dès 4 ».",
    "yes_or_empty": "« {text} » ne convient pas. Tapez oui, ou videz la cellule.",
    "final_match": "« {text} » n'est pas un match de cette feuille. Tapez dans cette colonne {known}, ou videz la"
    " ligne.",
    "fee_typed": "« {text} » : le programme écrit ici les droits ({known}), d'après Adhérent et Tarif réduit, si le "
    "paramètre « Grand Prix A » vaut oui. Videz la case ; une note va dans Remarque.",
    "final_game": "« {text} » n'est pas le numéro d'une partie de ce match (1 à {most}), ou une autre ligne l'a ;"
    " un résultat se tape dans Pions N et Pions B. Corrigez-le, ou videz la ligne.",
    "final_not_due": "{stage} : cette partie n'est pas à jouer, d'après le nombre de parties (« Ce qui se "
    "joue »), le classement et les matchs d'avant. Vérifiez-les ; s'ils sont justes, videz la ligne : le "
    "programme écrit ce qui est à jouer.",
    "final_other_players": "{stage} : d'après le classement et les matchs d'avant, c'est {due} qui est à jouer, et "
    "non {typed}. Vérifiez le dernier score changé ; s'il est juste, videz la ligne : le programme écrit ce qui est à "
    "jouer, et le classement suit.",
    "bad_discs": "« {text} » n'est pas un nombre de pions : un nombre entier de 0 à 64. Corrigez-le ; un forfait "
    "(FN, FB) ou un abandon (AN, AB) se tape dans la colonne Fin.",
    "discs_sum": "{sum} pions en tout : un plateau en a 64 au plus. Corrigez l'un des deux nombres.",
    "final_changed_by_setting": "les finales sont jouées, et cette valeur change le classement, donc les finalistes. "
    "Remettez ce qu'il y avait ({was}) ; si la nouvelle valeur est la bonne, videz d'abord les lignes jouées de la "
    "feuille Finales : le programme écrit ce qui est à jouer.",
    "penalties": "« {text} » n'est pas une suite de pénalités. Tapez par exemple {shown}, ou videz la cellule.",
    "given_undrawn": "{end} donne un plateau nul à l'un des deux ; ces pions ne sont pas égaux. Videz Fin.",
    "discs_bip": "pas de pions contre BIP : videz la cellule. Si un retardataire joue, tapez son N° à la place de BIP.",
    "no_discs": "le résultat manque : table {table}, {one} – {two}{was}. Tapez les pions du plateau, ou remplissez la "
    "colonne Fin.",
    "left_unplayed": "{names} : annoncé absent à la ronde {round}, et la partie n'a pas de résultat : {rows} ; ou "
    "tapez le forfait dans la colonne Fin.",
    "bad_end": "« {text} » n'est pas un code de la colonne Fin. Tapez TN, TB, TN+, TB+, TNB, TBN, AN, AB, FN, FB, FNB "
    "ou PNB (voir la feuille Arbitre), ou videz la cellule.",
    "end_bip": "contre BIP il n'y a qu'un code : {end}, le joueur perd par forfait. Tapez-le, ou videz la cellule.",
    # sheets that are rewritten
    "in_the_way": "« {text} » est à la place d'une ligne ou d'une colonne que le programme doit écrire. Déplacez cette "
    "note plus bas, ou votre colonne à droite.",
    # deciding game of an Open
    "final_gone": "la finale n'est pas entre ces deux joueurs. Videz la ligne : le programme écrit la finale quand il "
    "y en a une.",
    # tables
    "table_wrong": "la table pour {players} joueurs ne va pas (ronde {round}, sièges {seats}) : chaque siège y "
    "joue une fois par ronde, aucune paire deux fois, rondes 1 à 3 (1 et 2 pour 8 joueurs). Corrigez-la, ou videz"
    " toutes ses lignes.",
    "table_number": "« {text} » ne convient pas : des nombres entiers, et 8, 10, 12, 14 ou 16 joueurs. Corrigez-le, ou "
    "videz la ligne.",
}


_FOR_PAGE = {
    "name_twice": "{name} est inscrit deux fois. La même personne : « Vider la ligne » de l'une des deux. Deux "
    "personnes : tapez le club des deux ou, du même club, ajoutez au prénom ce qui les distingue (« Paul fils », "
    "l'année de naissance), ou remplissez la case {apart} des deux.",
    "bad_end": "« {text} » n'est pas un code de la colonne Fin. Choisissez dans la liste comment la partie a fini.",
    "final_not_due": "cette partie n'est pas à jouer, d'après ce qui est choisi au-dessus des finales, le classement "
    "et les matchs d'avant. Vérifiez-les ; s'ils sont justes, touchez « {stage} » devant ce message, puis « Vider la "
    "ligne » : ce qui est à jouer s'écrit.",
    "final_other_players": "d'après le classement et les matchs d'avant, c'est {due} qui est à jouer, et non {typed}. "
    "Vérifiez le dernier score changé ; s'il est juste, touchez « {stage} » devant ce message, puis « Vider la "
    "ligne » : ce qui est à jouer s'écrit, et le classement suit.",
    "bad_score": "« {text} » n'est pas un score : un nombre entier de {lowest} à {highest}. Corrigez-le ; un forfait "
    "se choisit avec « ⋯ » à droite.",
    "bad_discs": "« {text} » n'est pas un nombre de pions : un nombre entier de 0 à 64. Corrigez-le ; un forfait "
    "(FN, FB) ou un abandon (AN, AB) se choisit avec « ⋯ » à droite.",
}  # in the page rows have no numbers, and forfeits are chosen in the menu of a table


def problem_text(key: str, audience: Audience = Audience.SHEETS, /, **values: object) -> str:
    """Return the French sentence of a problem.

    For the page some problems have a sentence of their own. If `text`, the content of the cell, is a number, it is
    shown with a decimal comma.

    Raises:
        KeyError: There is no such problem, or a field of the sentence has no value.
    """
    template = (_FOR_PAGE.get(key) if audience is Audience.PAGE else None) or _PROBLEMS[key]
    text = {"text": french_decimal(str(values["text"]))} if "text" in values else {}
    return fill_sentence(template, values | text)


def problem_keys() -> tuple[str, ...]:
    """Return the keys of all problems."""
    return tuple(_PROBLEMS)
