"""Texts on an ELO file, the result file of the Othello world (X2), and on its import."""

MISSING = "{file} : ce fichier n'existe pas ou ne peut pas être lu. Vérifiez le nom et le dossier."
NOT_ELO = (
    "{file} : pas un fichier ELO, il y faut des joueurs (« %_% ») et des rondes (« %Round: 1 »). Liste : collez-la "
    "dans Joueurs."
)
LINE = "{file}, ligne {line} : {what}"
PLAYER = "cette ligne de joueur ne se lit pas. Attendu : « %_%  2788, NOM, Prénom, FRA, 4.0, 190, 1500 »."
PLAYER_TWICE = "le joueur {number} figure déjà dans la liste. Retirez une des deux lignes."
GAME = "cette ligne ne se lit pas. Attendu, une partie par ligne et avec ses pions : « 2788 (40)>(24) 3024 B »."
NO_ROUND = "une partie avant la première ligne « %Round: ». Remettez cette ligne."
ROUND = "ronde {round} inattendue : la suivante est la ronde {next}. Remettez les rondes dans l'ordre."
UNKNOWN = "le joueur {number} n'est pas dans la liste du fichier. Ajoutez sa ligne, ou corrigez le numéro."
TWICE = "le joueur {number} joue deux fois dans la ronde {round}. Corrigez la ligne."
DISCS = "plus de 64 pions : un plateau n'en a pas plus. Corrigez la ligne."
TOO_MANY = "plus de {players} joueurs, {rounds} rondes ou {games} parties : ce n'est pas un tournoi."
NO_DISCS = "{games:n partie} après les rondes, sans pions : lues 32 – 32, gagnées par qui le signe désigne."
NO_POINTS = "Ce fichier ne donne ni points ni pions : l'ordre publié n'y est pas, le programme calcule le sien."
BYE_DISCS = "Les byes publiés n'ont pas tous les mêmes pions : {discs} ici, la colonne Pions peut différer."
NO_BETA = "Aucun Bêta ne donne l'ordre publié : il reste {beta} ; départage et places peuvent différer."
BETA = "Bêta {beta}, déduit de l'ordre publié : le plus proche de {default} qui le donne."
USAGE = "Départage « {usage} », déduit de l'ordre publié."
TIED = "Égalités parfaites de {players:n joueur} : leurs places peuvent différer de l'ordre publié."
PAPP = "« {text} » ne se lit pas. Donnez le fichier papp-internal-workfile.txt tel que PAPP l'écrit."
NO_PAPP = "{file} : aucun joueur inscrit dans ce fichier de travail de PAPP. Vérifiez le fichier."
NAMELESS = "Joueur {number}"
POINTS = "{name} : ses {points} points ne s'expliquent pas par ses parties. Vérifiez ses rondes sans partie."
DONE = "Classeur créé : {file}, {players} joueurs, {rounds} rondes importées de {source}."
ADDED = (
    "{games:n partie} (« Added results ») hors barrage, demi-finales, 3e place et finale : sur Finales, « Hors "
    "classement », pour le fichier ELO seulement."
)
NAMELESS_PLAYERS = (
    "{numbers:n joueur} sans nom ({numbers:some 7}) : rangez joueurs.txt de PAPP à côté et recommencez, ou tapez-les "
    "sur Joueurs."
)
SIGNS = (
    "{lines:n partie} où le signe contredit les pions ({lines:agree ligne} {lines:some 7}) : les pions comptent, sauf "
    "gagnant d'un plateau nul."
)
