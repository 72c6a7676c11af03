"""`compare`: what is shown, and the columns of its workbook."""

TITLE = "Quelle formule est la plus juste ?"
MEASURES = {
    "best_wins": "Le plus fort gagne",
    "kendall": "Accord force – place (tau de Kendall)",
    "first_ten": "Des dix plus forts, dans les dix premiers",
    "rematches": "Parties déjà jouées, par joueur",
    "neighbours": "Fin : parties entre voisins de classement",
    "byes": "Parties contre X ou BIP, par joueur",
    "twice": "Joueurs exempts deux fois ou plus",
    "colours": "Othello : écart des couleurs, par joueur",
}
COLUMNS = ("Formule", "Joueurs", "Rondes", "Tournois")
MEASURE, MEAN, HALF = "Mesure", "Moyenne", "± (95 %)"
SHEETS = ("Comparaison", "Graphiques", "Comment")
HOW = (
    "{count} tournois simulés par ligne, graine {seed} ; commande : {command}",
    "Cotes : tirées de la répartition de {source} ({known} joueurs)."
    " Force d'un jour : la cote plus un écart normal de {form:g} points.",
    "Partie : le plus fort gagne avec la probabilité 1 / (1 + 10^(−écart/400)) ; les deux mêmes"
    " joueurs, à la même ronde de la même graine, font la même partie dans toutes les formules.",
    "± : demi-largeur de l'intervalle de confiance à 95 % de la moyenne.",
    "Voisins : au plus {near} places d'écart avant la ronde, dans le dernier tiers des rondes.",
    "Ce que cela ne montre pas : la fatigue, les absences, les parties longues, le plaisir ;"
    " une autre répartition des forces change les chiffres.",
)
DONE = "Comparaison écrite : {path}."
RESUMED = "Reprise : {done} tournois étaient déjà joués."
PROGRESS = "\r{done} / {all} tournois"
WANTS = "Pour comparer il faut pandas et XlsxWriter : python -m pip install 'tournament-xl[compare]'."
NO_CLUSTER = "Pour --dask il faut distributed : python -m pip install 'tournament-xl[cluster]'."
UNKNOWN = "Formule inconnue : {text}. Connues : {known}."
NO_COTES = "{file} : il faut au moins deux joueurs avec une cote."
SIZES = "Nombres de joueurs : des entiers de 8 à 500, séparés par des virgules ; ici « {text} »."
