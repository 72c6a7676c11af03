"""Words read in a list of players, and sentences about a list that cannot be used as it stands."""

# what people write above a column, without case, accents and punctuation; the contract's own label need not be listed
SPELLINGS: dict[str, str] = {
    "N°": "no|nr|num|numero|number|#|no joueur|n joueur|numero joueur|numero du joueur|player number|player no|dossard",
    "Nom": "noms|nom s|nom de famille|nom famille|patronyme|last name|lastname|surname|family name|familyname|name",
    "Prénom": "prenoms|prenom s|first name|firstname|first names|given name|given names|forename|forenames",
    "Nom Prénom": "nom et prenom|nom prenoms|nom et prenoms|noms prenoms|noms et prenoms|nom prenom s|nom s prenom s"
    "|nom complet|nom joueur|nom du joueur|joueur|joueurs|participant|participants|player|players|player name"
    "|full name|fullname|last name first name|surname first name|surname forename|surname given name|name first name",
    "Prénom Nom": "prenom et nom|prenoms nom|prenoms et nom|first name last name|first and last name"
    "|first name surname|given name surname|forename surname",
    "Licence": "license|licences|n licence|no licence|num licence|numero licence|n de licence|no de licence"
    "|numero de licence|licence n|licence no|licence number|license no|license number|licence id|player id|id",
    "Club": "clubs|nom du club|equipe|club name|team|team name",
    "Cote": "cotes|cote pl|cote initiale|cote classique|elo|elo classique|elo pl|elo classic|pl|rating|ratings"
    "|rating pl|classic rating|initial rating|current rating",
    "Série duplicate": "serie|series|serie dup|series duplicate|duplicate series|duplicate serie",
    "Pays": "country|nation|code pays|country code",
    "Adhérent": "adherents|membre|member|adherent ffo|licencie",
    "Tarif réduit": "reduit|reduced|reduced fee|tarif",
    "Absences": "absence|absent|absents|absente|rondes absentes|absent aux rondes|missed rounds",
    "Remarque": "remarques|note|notes|remark|remarks|comment|comments|commentaire|commentaires"
    "|observation|observations",
}
FEDERATION_TITLES = (
    "Nom",
    "Prénoms",
    "Licence",
    "Elo duplicate",
    "Série duplicate",
    "Club",
    "Catégorie",
    "Nationalité",
    "Fédération",
    "Elo classique",
    "Série classique",
    "Coefficient classique",
    "Dernier tournoi",
)  # the columns of the federation's file, which has no header; the last one need not be there
LAST_PLAYED = FEDERATION_TITLES[12]
REGISTER_TITLES = (
    "Elo duplicate",
    "Catégorie",
    "Nationalité",
    "Fédération",
    "Coefficient classique",
    LAST_PLAYED,
)  # those of them that organisers do not need

# {place} is one of these; {other} is a line of the same file
PLACE_LINE = "{file}, ligne {line}"
PLACE_COLUMN = "{file}, ligne {line}, colonne « {column} »"
PLACE_CELL = "{file}, {sheet}!{cell}"

# the file as a whole
NO_FILE = "{file} : ce fichier n'existe pas ; vérifiez le nom et le dossier."
UNREADABLE = "{file} : lecture impossible ; fermez le fichier s'il est ouvert ailleurs et vérifiez le droit de le lire."
TOO_LARGE = "{file} : plus de {limit} ; ne garder que les joueurs du tournoi et les colonnes utiles."
NOT_TEXT = "{file} : ce n'est pas un texte lisible ; enregistrez la liste en CSV UTF-8 ou en classeur .xlsx."
OR_CSV = "Ou enregistrez la liste en CSV."
OTHERS = "… et {count} autre(s) à corriger : les premiers suffisent souvent à en trouver la cause."
EMPTY = "{file} : la liste ne contient aucun joueur ; écrivez-en un par ligne sous l'en-tête."
NO_NAME_COLUMN = (
    "{place} : aucune colonne n'est reconnue comme celle des noms. Trouvé : {found}. Intitulez une colonne « Nom », "
    "« Nom de famille », « Joueur », « Nom Prénom », « Last name », « Surname » ou « Player » (si la liste n'a que des "
    "noms, ajoutez une première ligne : Joueur)."
)
SEVERAL_SHEETS = (
    "{file} : plusieurs feuilles ont une liste de joueurs ({sheets}). Réunissez-les, ou nommez « {players} » "
    "celle qui compte."
)
UNREAD = (
    "{file} : colonnes laissées de côté, d'intitulé inconnu ou déjà lu : {titles}. Si l'une compte, tapez "
    "ce qu'elle dit sur la feuille Joueurs, ou intitulez-la comme là (Cote, Licence, Club, Absences…) et créez le "
    "classeur de nouveau."
)
NO_COTE = (
    "{file} : aucune cote n'y est lue : chacun part de sa série duplicate, sinon de 1000 (Joueurs, Cote retenue). Si "
    "la liste a des cotes, intitulez leur colonne « Cote » et créez le classeur de nouveau."
)

# a line
NO_RESULT = (
    "{place} : le résultat de cette formule n'est pas dans le fichier. Ouvrez-le dans Excel ou LibreOffice et "
    "enregistrez-le ; puis recommencez."
)
QUOTES = "{place} : guillemets mal fermés ; doublez-les à l'intérieur d'une cellule (\"\"), ou supprimez-les."
WIDTH = (
    "{place} : {cells} cellules au lieu de {columns} ; mettez entre guillemets celles qui contiennent le séparateur."
)
NO_NAME = "{place} : il manque le nom ; écrivez-le, ou supprimez la ligne."
NOT_A_RATING = "{place} : « {value} » n'est pas une cote ; écrivez un nombre entier comme 1803, ou laissez vide."
NOT_A_DATE = "{place} : « {value} » n'est pas une date ; écrivez par exemple 21/11/2026, ou laissez vide."
DAY_TO_COME = (
    "{place} : dernier tournoi le {day}, après le {until}, date du classement (--date) ; corrigez l'une des deux dates."
)
NOT_A_NUMBER = "{place} : « {value} » n'est pas un numéro de joueur ; écrivez 1, 2, 3…, ou laissez vide."
SAME_NUMBER = "{place} : ce numéro est déjà celui de {name} (ligne {other}) ; changez-en un, ou laissez vide."
SAME_LICENCE = (
    "{place} : cette licence est déjà celle de {name} (ligne {other}) ; supprimez une des deux lignes ou corrigez la "
    "licence."
)
SAME_NAME = (
    "{place} : {name} figure déjà dans la liste (ligne {other}) ; "
    "supprimez une des deux lignes ou, pour des homonymes, donnez les deux licences."
)

# Othello: joueurs.txt
WHOLE_WORLD = (
    "{file} : {players} joueurs : c'est la liste du monde entier. Gardez-la à côté, sous le nom joueurs.txt, et donnez "
    "la liste de ceux qui viennent : un N° ou un nom par ligne."
)
UNKNOWN_IN_WORLD = "{file}, ligne {line} : le N° {text} n'est pas dans joueurs.txt. Corrigez-le, ou tapez le nom."
NOBODY = (
    "{file}, ligne {line} : « {text} » n'est pas un joueur. Un joueur par ligne : son numéro mondial, NOM, Prénom "
    "{{PAYS}} (sans numéro s'il n'en a pas)."
)
OTHERS_NUMBER = (
    "{name} : dans joueurs.txt, le N° {number} est « {other} ». Vérifiez les numéros de la liste (une colonne triée "
    "seule ?), puis ceux de la feuille Joueurs."
)
HOMONYMS = "{name} : plusieurs joueurs de joueurs.txt portent ce nom ; tapez son N° sur la feuille Joueurs."
