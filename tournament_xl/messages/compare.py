"""Texts of `compare`: its output and the columns of its workbook."""

TITLE = "Quelle formule est la plus juste ?"
MEASURES = (
    "Le plus fort gagne",
    "Accord force – place (tau de Kendall)",
    "Des dix plus forts, dans les dix premiers (sous 20 joueurs : de la moitié, dans la première moitié)",
    "Parties déjà jouées, par joueur",
    "Fin : parties entre voisins de classement",
    "Parties contre X ou BIP, par joueur",
    "Joueurs exempts deux fois ou plus",
    "Othello : écart des couleurs, par joueur",
)  # in the order of play.Measures
COLUMNS = ("Formule", "Joueurs", "Rondes", "Tournois")
SUBTITLE = "De chaque mesure la moyenne, puis ± la moitié de son intervalle à 95 %"
PAIRED = "Différences appariées : même champ, mêmes parties, tournoi par tournoi (± : intervalle à 95 %)"
DIFFERENCES, ROUNDS = "Différences", "{} − {}"
HALF = "± (95 %)"
SHEETS, DATA = ("Comparaison", "Graphiques", "Comment"), "Données"
HOW = (
    "{count} tournois simulés par ligne, graine {seed} ; commande : {command}",
    "Cotes : tirées de la répartition de {source} ({known} joueurs)."
    " Force d'un jour : la cote plus un écart normal de {form:g} points.",
    "Partie : le plus fort gagne avec la probabilité 1 / (1 + 10^(−écart/400)), une nulle comptée pour moitié ;"
    " les deux mêmes joueurs, à la même ronde de la même graine, font la même partie dans toutes les formules.",
    "Écart d'une partie : une loi normale autour de la moyenne qui donne cette probabilité ; écart type de {scrabble:g}"
    " points au Scrabble, {othello:g} pions à l'Othello.",
    "± : demi-largeur de l'intervalle de confiance à 95 % de la moyenne.",
    "Voisins : au plus {near} places d'écart avant la ronde, dans le dernier tiers des rondes.",
    "Ce que cela ne montre pas : la fatigue, les absences, les parties longues, le plaisir ;"
    " une autre répartition des forces change les chiffres.",
)
DONE = "Comparaison écrite : {path}."
RESUMED = "Reprise : {done} tournois étaient déjà joués."
INTERRUPTED = "Interrompu : {done} tournois sur {all} sont gardés dans {file} ; la même commande reprend là : {command}"
PROGRESS = "\r{done} / {all} tournois"
WANTS = "Il manque {name} : python -m pip install 'tournament-xl[cluster]'."
ADDRESS = (
    "--dask : « {address} » n'est pas l'adresse d'un scheduler, ORDINATEUR:PORT, par exemple "
    "192.168.1.20:8786 ({reason})."
)
NO_SCHEDULER = (
    "Aucun scheduler Dask ne répond à {address} : vérifiez l'adresse et qu'il tourne (dask scheduler), "
    "ou jouez ici, sans --dask."
)
NO_WORKER = (
    "Le scheduler {address} n'a aucun worker après {seconds} secondes : lancez-en (dask worker {address}), "
    "puis la même commande."
)
LOST = (
    "Le scheduler {address} n'est plus joignable. Les tournois finis sont gardés : la même commande reprend là, ou "
    "sans --dask."
)
NO_PACKAGE = (
    "Un ordinateur de la grappe n'a pas pu jouer ({reason}). Installez-y 'tournament-xl[cluster]=={version}', comme "
    "ici ; la même commande reprend là."
)
NO_MODULE = "tournament_xl y manque"
UNKNOWN = "Formule inconnue : {text}. Connues : {known}."
NO_COTES = "{file} : il faut au moins deux joueurs avec une cote."
SIZES = "Nombres de joueurs : des entiers de 8 à 500, séparés par des virgules ; ici « {text} »."
