"""Help beside each setting on the sheet Tournoi."""

HELP = {
    "Nom": "Nom de l'épreuve, en tête de toutes les feuilles.",
    "Lieu": "Ville ou salle.",
    "Date de début": "Par exemple 21/11/2026.",
    "Date de fin": "Vide : le même jour.",
    "Organisateur": "Club ou personne.",
    "Arbitre": "Nom de l'arbitre.",
    "Courriel fédération": "Adresse à laquelle envoyer le classeur.",
    "Formule": "Vide : Classique. Moins de 7 joueurs : Toutes-rondes.",
    "Édition": "Vide : F50 (forfait +50). F10 : ancienne édition (forfait +10).",
    "Nombre de rondes": "Vide : selon les inscrits (8–32 : 5, 33–64 : 6, 65–128 : 7). Fixé au premier appariement.",
    "Manches gagnantes": "Vide : 1. Écrire 2, ou « 2 : 4-5 » pour deux manches gagnantes aux rondes 4 et 5.",
    "Graine": "Pour les tirages au sort (aucun en Formule Classique) ; remplie à la création.",
    "Type d'épreuve": "Vide : TH (tournoi homologué). Sert au calcul des cotes.",
    "Saison": "Vide : saison en cours. Par exemple 2015-2016.",
}  # setting -> sentence; says what an empty value means
