"""Help beside each setting on the sheet Tournoi; what is wrong with a season's file."""

HELP = {
    "Nom": "Nom de l'épreuve, en tête de toutes les feuilles.",
    "Lieu": "Ville, club.",
    "Salle": "Pour l'affichage, par exemple : salle 2.",
    "Chevalets": "oui : les numéros des tables, à imprimer (feuille Chevalets).",
    "Heure de la ronde": "14:30, ou celles de toutes les rondes : 14:00, 15:15, 16:30.",
    "Temps par joueur": "En minutes, par exemple 20 ou 25 : sur l'affichage et les fiches.",
    "Date de début": "Par exemple 21/11/2026.",
    "Date de fin": "Vide : le même jour.",
    "Organisateur": "Club ou personne.",
    "Arbitre": "Nom de l'arbitre.",
    "Courriel fédération": "Adresse à laquelle envoyer le classeur.",
    "Équipes": "Combien de joueurs d'un même club comptent (feuille Équipes). Vide : pas d'équipes.",
    "Formule": "Vide : Classique (7 à 128 joueurs). Open : dès 12. Moins de 7 : Toutes-rondes.",
    "Édition": "Vide : F50 (forfait +50). F10 : ancienne édition (forfait +10).",
    "Nombre de rondes": "Vide : selon les inscrits (7–32 : 5, 33–64 : 6, 65–128 : 7 ; Open : 8, dès 97 inscrits 10).",
    "Manches gagnantes": "Vide : 1. Écrire 2, ou « 2 : 4-5 » pour deux manches gagnantes aux rondes 4 et 5.",
    "Graine": "Pour les tirages au sort (Open : ordre dans les groupes) ; remplie par « new ».",
    "Type d'épreuve": "Vide : TH (tournoi homologué). Sert au calcul des cotes.",
    "Saison": "Vide : la plus récente du programme. Par exemple 2015-2016.",
    "Parties (cotes)": "Vide : une par ronde. Combien comptent pour PJmax, si des matchs ont plusieurs manches.",
}  # setting -> sentence; says what an empty value means

OTHELLO_HELP = HELP | {
    "Pays du tournoi": "Pour le fichier ELO, par exemple France.",
    "Équipes": "Combien de joueurs d'un même pays comptent (feuille Équipes). Vide : pas d'équipes.",
    "Saisie": "Noir seul : taper les pions de Noir (sur 64), ceux de Blanc suivent. Vide : taper les deux.",
    "Grand Prix A": "oui : les non-adhérents paient 4 €, tarif réduit 2 € (Joueurs, Droits).",
    "Formule": "Vide : Suisse. Peu de joueurs : Toutes-rondes.",
    "Nombre de rondes": "Vide : 7, ou la table d'un toutes-rondes. Fixé au premier appariement.",
    "Graine": "Pour les tirages au sort ; remplie par « new ».",
    "Départage": "Vide : règlement. PAPP : comme ce programme (autre si Bêta vaut 0).",
    "Bêta": "Vide : 0 (toutes-rondes, 7 rondes ou moins) ou 6 (dès 8). Championnat de France : taper 6.",
    "Pions du bye": "Vide : 40. Pions d'une partie contre BIP (colonne Pions).",
    "Compatriotes": "Les éviter. Vide : toujours. Ou : ronde 1, jamais, interdit dès 4 (par ex.).",
    "Rencontres au plus": "Vide : 1 (pas de revanche). 2 ou plus : suisse avec revanches.",
    "Revanches dès la ronde": "Vide : 2. Sert si « Rencontres au plus » vaut 2 ou plus.",
    "Points du bye": "Vide : 1. ½ : BIP compte comme une nulle.",
    "Couleurs": "Vide, comme PAPP : 20 105 225 530 1075 (déséquilibre de 1, 2, 3, 4, 5).",
    "Alternance": "Vide, comme PAPP : 15 (même couleur deux fois de suite).",
    "Même pays": "Vide, comme PAPP : 2 (voir Compatriotes).",
    "Élitisme": "Vide, comme PAPP : 100 200 300 400 (rondes 1-3, 4-5, 6-9, dès 10).",
}  # those of Othello


TOO_LARGE = "plus de {most} octets"
TOO_DEEP = "des listes dans des listes, sans fin"
NAME = "name doit être « {name} », d'après first_day"
FIRST_DAY = "first_day doit être une date sans heure, de {first} à {last}"
WHOLE = "un nombre entier de 1 à {most} est attendu"
SHARE = "un nombre comme 4/5 est attendu"
WANTING = "il manque {key}"
CATEGORIES = "values n'a pas toutes les catégories d'events et de field_sizes, ou thresholds n'a pas Joker"
UNRATED = "unrated n'a pas S et les séries 1 à 7"
SHAPE = "une valeur n'a pas la forme voulue"
