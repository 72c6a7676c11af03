"""Words recognised in a list of players, and messages on a list that cannot be used."""

from __future__ import annotations

# what people write above a column, without case, accents and punctuation; the contract's own label need not be listed
SPELLINGS: dict[str, str] = {
    "N°": "no|nr|num|numero|number|#|no joueur|n joueur|numero joueur|numero du joueur|player number|player no|dossard"
    "|n mondial|no mondial|numero mondial",
    "Nom": "noms|nom s|nom de famille|nom famille|patronyme|last name|lastname|surname|family name|familyname"
    "|name|last|apellido|apellidos|cognome|cognomi|nachname|familienname|zuname",
    "Prénom": "prenom joueur|prenom du joueur|prenoms|prenom s|first name|firstname|first names|given name|given names"
    "|forename|forenames|first|vorname|vornamen|nombre de pila",
    "Nom Prénom": "nom et prenom|nom prenoms|nom et prenoms|noms prenoms|noms et prenoms|nom prenom s|nom s prenom s"
    "|nom complet|nom joueur|nom du joueur|joueur|joueurs|participant|participants|player|players|player name"
    "|full name|fullname|last name first name|surname first name|surname forename|surname given name|name first name"
    "|cognome e nome|cognome nome|apellidos y nombre|apellidos nombre|name vorname|nachname vorname|jugador|giocatore"
    "|spieler|teilnehmer|participante|partecipante|attendee|attendee name",
    "Prénom Nom": "prenom et nom|prenoms nom|prenoms et nom|first name last name|first and last name"
    "|first name surname|given name surname|forename surname|first last name|nombre y apellidos|nombre completo"
    "|nome e cognome|nome cognome|nome completo|vorname name|vorname nachname|vor und nachname",
    "Licence": "license|licences|n licence|no licence|num licence|numero licence|n de licence|no de licence"
    "|numero de licence|licence n|licence no|licence number|license no|license number|licence id|player id",
    "Club": "clubs|nom du club|equipe|club name|team|team name|verein|circolo",
    "Cote": "nouvelle cote|cotes|cote pl|cote initiale|cote classique|elo|elo classique|classement elo|elo pl"
    "|elo classic|pl|rating|ratings|rating pl|classic rating|initial rating|current rating",
    "Série duplicate": "serie|series|serie dup|series duplicate|duplicate series|duplicate serie",
    "Pays": "country|nation|code pays|country code",
    "Adhérent": "adherents|membre|member|adherent ffo|licencie",
    "Tarif réduit": "reduit|reduced|reduced fee",
    "Absences": "absence|absent|absents|absente|rondes absentes|absent aux rondes|missed rounds",
    "Remarque": "remarques|note|notes|remark|remarks|comment|comments|commentaire|commentaires"
    "|observation|observations",
    "Catégorie": "categories|cat|categorie d age|categorie age|category|age category",
}
# What a longer title says, as the question of a form does ("Votre numéro de licence, si vous en avez un"): the first
# of these that stands in it, longest first where several begin together
WORDS = (
    ("Prénom", r"prenoms?|(?:first|given) ?names?|forenames?|vornamen?"),
    ("Licence", r"licences?"),
    ("Club", r"clubs?"),
    ("Nom", r"noms?|(?:last|family) ?names?|surnames?|names?|apellidos?|cognom[ei]|nachnamen?"),
)
FIRST_NAMES = frozenset(("nombre", "nombres", "nome", "nomi"))  # beside a column of surnames; alone, of whole names
# In such a title: somebody else, or something else of his; and a word of the player himself.
NOT_THE_PLAYER = (
    r"\b(?:payeur|acheteur|commande|facturation|parents?|responsable|representant|tuteur|contact|mail|email|courriel"
    r"|messagerie|adresse|telephone|societe|entreprise|association|raison|utilisateur|billet|tarif|produit|formulaire"
    r"|evenement|ville|rue|fichier|pere|mere|conjoint|accompagnant|urgence|campagne|type|date|validite|buyer"
    r"|billing|payer"
    r"|order|parent|guardian|company|organi[sz]ation|event|ticket|user|username|file|street|city|emergency|pagador)\b"
)
OF_THE_PLAYER = r"\b(?:participante?|joueu(?:r|se)|licenciee?|inscrit|numero|num|n|no)\b"
# Microsoft Forms: the columns that it fills, of whoever sent the answers; "Nom" is his, the questions stand behind.
SENDERS = ({"heure de debut", "heure de fin"}, {"start time", "completion time"})
SENDERS_NAME = ("nom", "name")
NEWEST = "nouvelle cote"  # of our own lists: it counts before any other
COTE_OR_PLACE = frozenset(("classement", "classements"))  # titles of a place in one list, of the cote in another
FAMILY_NAMES = frozenset(
    ("nom de famille", "nom famille", "patronyme", "last name", "lastname", "surname", "family name", "familyname")
)  # beside a column of first names the surname stands there, and a whole name under any other title of names
# without accents; it belongs to the word behind it
PARTICLE = r"d[eu]|des|l[ae]|les|v[ao]n|vom|de[nr]|te[nr]|d[ia]|della?|dos?|[ea]l|ben|bin|ait|ste?|sainte?|mac|mc"
CIVILITY = (
    r"(?:(?:MM?|Mr|Mme|Mlle|Melle|Mle|Mrs|Ms|Mx|Dr|Pr|Me|Sra?|Sig|Sig\.?ra|Hr|Fr)\.\s*"
    r"|(?:M|Mr|Mme|Mlle|Melle|Mrs|Ms|Dr|Miss|Monsieur|Madame|Mademoiselle|Docteur|Herr|Frau|Señora?|Signora?)\s+)"
)  # before a name
HEADING = (
    r"^(?:\d{1,2}(?:ere?|re|eme|e)? )?(?:groupes?|group|clubs?|divisions?|poules?|series?|categories?"
    r"|sections?|equipes?|niveaux?|tableaux?|tables?"
    r"|regions?|departements?|ligues?|comites?|jeunes|seniors|veterans|espoirs|cadets|juniors|debutants|confirmes"
    r"|joueurs|inscrits|arbitres?|total)\b|\b(?:scrabble|othello|club|association|amicale)\b"
)  # of a text without accents: whom it has below it
EVENT = (
    r"\b(?:tournois?|tournament|open|coupe|championnats?|championship|grand prix|festival|challenge|trophee|inscri\w*"
    r"|participants?|registrations?|responses|bonjour|bonsoir|merci|cordialement)\b"
)  # in a line of its own: of the event, not a player
EVENT_LABELS = (
    r"\b(?:cup|masters?|reponses?|export\w*|responsable|contact|federation|saison|season|journee|ronde|lieu|ville"
    r"|salle|date"
    r"|jour|heure|edition|feuille|page|titre|mis a jour)\b"
)  # above the titles of a table
YES_OR_NO = frozenset(("oui", "non", "yes", "no"))
# A status: words that say no, yes, or neither, and what may stand beside them. Without accents and punctuation.
STATUS_NO = (
    r"no|non|not|nein|nicht|pas|ne|aucune?|annul\w*|cancel\w*|storn\w*|abgesagt|refus\w*|reject\w*|rechaz\w*|rifiut\w*"
    r"|abgelehnt|declin\w*|denied|rembours\w*|refund\w*|re[ei]mbols\w*|rimbors\w*|erstattet|desist\w*|retire[es]*"
    r"|withdr\w*"
    r"|absente?s?|assenti?|ausentes?|abwesend|excusee?s?|forfaits?|suppl[ei]\w*nts?|remplacants?|wait ?list\w*"
    r"|waiting list"
    r"|liste (?:d )?(?:attente|complementaire)|warteliste|lista (?:d |di |de )(?:attesa|espera)|expire[ds]?"
    r"|expiree?s?|failed"
    r"|echecs?|echouee?s?|void\w*|supprimee?s?|deleted|impayee?s?|invalidee?s?|invalid|no ?shows?|false|faux"
    r"|un(?:paid|confirmed|registered|able|available|successful|accepted)|indisponibles?"
)
STATUS_YES = (
    r"oui|yes|si|ja|ok|okay|conf[ie]rm(?:ee?s?|ed|ad[oa]s?|at[oaie])|valid(?:ee?s?|ated|ad[oa]s?|at[oaie])|payee?s?|paid"
    r"|pagad[oa]s?|pagat[oaie]|bezahlt|reglee?s?|encaissee?s?|acceptee?s?|accepted|acceptad[oa]|aceptad[oa]"
    r"|accettat[oa]"
    r"|angenommen|inscrite?s?|inscrit[oa]s?|iscritt[oaie]|enregistree?s?|registered|registrad[oa]|registrat[oa]"
    r"|angemeldet"
    r"|attending|going|coming|viens|vient|viendra|participe|participera|presente?s?|anwesend|completed?|complete?e?s?"
    r"|termine?e?s?|done|success\w*|succeeded|reussie?s?|acti[fv]e?|approved|approuvee?s?|aprobad[oa]"
    r"|approvat[oa]|admise?s?"
    r"|retenue?s?|checked in|booked|settled|captured|bestatigt|zugesagt|true|vrai"
)
STATUS_OPEN = (
    r"(?:en )?attente|pending|waiting|a (?:confirmer|valider|payer|regler|verifier)|en cours|processing"
    r"|in progress|partiel\w*"
    r"|partial\w*|maybe|peut etre|perhaps|interested|interessee?s?|tentative|tbc|unknown|inconnue?s?|on hold"
    r"|incomplete?s?"
    r"|invite[ds]?|invitee?s?|brouillons?|draft|pendiente|in attesa|in sospeso|vielleicht|offen|ausstehend|unsure"
    r"|indecise?s?"
)
STATUS_FILLERS = (
    r"\d+|plus|finalement|desolee?|sorry|avec plaisir|bien sur|volontiers"
    r"|et|and|y|e|und|la|les?|l|en|ligne|online|par|by|via|the|on|at|of|de|du|des|d"
    r"|au|a|is|has|was|it|i|je|sera|serai|est"
    r"|ete|carte|cb|cheque|virement|especes|cash|stripe|paypal|eur|euros?|paiement|payment|inscription|commande"
    r"|order|billet"
    r"|viendrai|h|am|pm|utc|vom|il|el|liste?"
)
STATUS_TITLE = (
    r"\b(?:statuts?|etat|status|state|estado|stato|situation|attend\w*|rsvp|participe|participer\w*|participez"
    r"|participation"
    r"|presence|presente?s?|venue|viens|vient|viend\w*|venez|confirm\w*|inscrite?s?|inscription|going|coming"
    r"|valid\w*|payee?|paid"
    r"|reponse|response|teilnahme|asistencia|asistira|partecip\w*|zusage)\b"
)
OTHER_QUESTION = (
    r"\b(?:repas|diner|dejeuner|buffet|meal|lunch|dinner|accompagn\w*|newsletter|photos?|images?|droits?|covoiturage"
    r"|rondes?|rounds?|licences?|adherent|conditions?|assurance|insurance|cgv)\b"
)  # a title that asks for something else, whose "non" keeps nobody away
OF_A_ROUND = r"\b(?:rondes?|rounds?|r ?\d)\b"  # "non, j'arrive ronde 2": he comes
CALLED_OFF = r"annul\w*|cancel\w*|rembours\w*|refund\w*|desist\w*|storni\w*|withdr\w*|wait ?list|liste d attente"
BARE_YES = frozenset(("oui", "yes", "y", "o", "si", "ja", "ok", "x", "1", "true", "vrai", "wahr"))
BARE_NO = frozenset(("non", "no", "n", "nein", "0", "false", "faux", "falsch"))
BARE_OPEN = frozenset(("peut etre", "maybe", "perhaps", "vielleicht", "?"))
BARE_ANSWERS = BARE_YES | BARE_NO | BARE_OPEN
MAY_SAY_NO = (
    rf"\b(?:{CALLED_OFF}|absente?s?|forfait|(?:ne|n) (?:vi|sera|peut)\w*|pas (?:venir|la|disponible|libre)|vient pas)"
)
YES_SIGNS, NO_SIGNS = "✅✓✔☑👍", "❌✗✘✖🚫⛔👎☒❎"
NO_RATING = frozenset(("", "-", "–", "—", "−", "?", "/", "nc", "n c", "non classe", "non classee", "neant", "aucune"))
FEDERATION_TITLES = (
    "Nom", "Prénoms", "Licence", "Elo duplicate", "Série duplicate", "Club", "Catégorie", "Nationalité", "Fédération",
    "Elo classique", "Série classique", "Coefficient classique", "Dernier tournoi",
)  # the columns of the federation's file, which has no header; the last one need not be there  # fmt: skip
LAST_PLAYED = FEDERATION_TITLES[12]
REGISTER_TITLES = (
    "Elo duplicate", "Catégorie", "Nationalité", "Fédération", "Coefficient classique", LAST_PLAYED,
)  # those of them that organisers do not need  # fmt: skip

# {place} is one of these; {other} is a line of the same file
PLACE_LINE = "{file}, ligne {line}"
PLACE_COLUMN = "{file}, ligne {line}, colonne « {column} »"
PLACE_CELL = "{file}, {sheet}!{cell}"

LINE_WORD, LINES_WORD = "ligne", "lignes"
LINE_OF = "ligne {line} : {name}"

# the file as a whole
NO_FILE = "{file} : ce fichier n'existe pas ; vérifiez le nom et le dossier."
UNREADABLE = "{file} : lecture impossible ; fermez le fichier s'il est ouvert ailleurs et vérifiez le droit de le lire."
TOO_LARGE = "{file} : plus de {limit} ; ne gardez que les joueurs du tournoi et les colonnes utiles."
NOT_TEXT = "{file} : texte illisible, ou lettres accentuées perdues ; enregistrez la liste en CSV UTF-8 ou .xlsx."
OR_CSV = "Ou enregistrez la liste en CSV."
OTHERS = "… et {count} de plus à corriger."
EMPTY = "{file} : aucun joueur ; écrivez-en un par ligne sous l'en-tête."
NO_NAME_COLUMN = (
    "{place} : aucune colonne n'est reconnue comme celle des noms. Trouvé : {found}. Intitulez-la « Nom » ou « "
    "Joueur »."
)
NO_NAME_PASTED = (
    "{file} : mettez un joueur par ligne. Dans un tableau, intitulez la colonne des noms « Nom » ou « Joueur ». "
    "Trouvé : {found}."
)
SEVERAL_SHEETS = (
    "{file} : plusieurs feuilles ont une liste de joueurs ({sheets}). Réunissez-les, ou nommez « {players} » "
    "celle qui compte."
)
TWO_COLUMNS = (
    "{columns} : deux colonnes se contredisent. Deux listes : mettez l'une sous l'autre. Sinon, gardez la bonne."
)
COLUMNS_OF_LINE = "{file}, ligne {line}, colonnes {columns}"
FILTER_UNKNOWN = "dans cette ancienne forme, les lignes masquées ou barrées ne se voient pas : toutes sont prises."
NO_LICENCE = "{names:n licence} sans chiffre, {names:agree laissée} de côté : {names:some 6}."
WHOLE_NAMES = (
    "{names:n nom} de trois mots ou plus, où rien ne montre le prénom : {names:some 6}. Dans la liste, mettez "
    "le nom en capitales (N'GUYEN Thi Mai), ou donnez le prénom à part."
)
LONG_FIRST_NAMES = (
    "{names:n prénom} de plusieurs mots : {names:some 6}. S'il y a là un club, tapez-le dans la colonne Club ; dans "
    "la liste, mettez-le entre parenthèses."
)
HEADINGS = "pris pour des titres, non des joueurs : {names:some 6}. Sinon, ajoutez-les (Joueurs)."
SET_ASIDE = {
    "rows_hidden": "{names:n ligne masquée}, {names:agree laissée} de côté : {names:some 25}. Pour les prendre, "
    "affichez-les et recommencez.",
    "rows_struck": "{names:n ligne barrée}, {names:agree laissée} de côté : {names:some 25}. Si l'une compte, ôtez le "
    "trait et recommencez.",
    "rows_cancelled": "{names:n inscription} {names:agree laissée} de côté selon le statut : {names:some 25}. Si l'une "
    "compte, videz ce statut et recommencez.",
    "statuses_open": "{names:n statut} sans oui ni non ; ils jouent : {names:some 25}. Qui ne vient pas : ôtez-le de "
    "la feuille Joueurs avant la première ronde.",
}  # why lines of a list do not count, or may not -> what to do if they should
UNREAD_COLUMNS = (
    "{file} : {titles:agree colonne} {titles:agree laissée} de côté : {titles:some 25}. Si l'une compte, intitulez-la "
    "comme sur la feuille Joueurs ({keys}) et recommencez."
)
RANKING_IS_RATING = (
    "la colonne « {title} » ({values}) est lue comme la cote. Si ce sont des places, intitulez-la « Place » et "
    "recommencez."
)
WITHOUT_COTES = (
    "{file} : aucune cote n'y est lue : chacun part de sa série duplicate, sinon de 1000. Si la liste en a, intitulez "
    "leur colonne « Cote » et recommencez."
)
STATUS, UNTITLED_COLUMN = "Statut", "Colonne {number}"
OTHER_WHOLE_NAMES = (
    "{names:n nom entier} en désaccord avec le nom et le prénom de la ligne, qui comptent : {names:some 6}."
)
PASSWORD = "{file} a un mot de passe. Enregistrez la feuille des joueurs sans lui, en .xlsx ou en CSV."
OTHER_FORM = "{file} : ce fichier ne se lit pas ici. Enregistrez-le depuis Excel ou LibreOffice, en .xlsx ou CSV."
NAMED_FORM = "{file} est {form}, qui ne se lit pas ici. Enregistrez la feuille des joueurs en .xlsx ou en CSV."
# How such a file begins, and what it is
FORMS = (
    (rb"(?s)ID;P.{0,3000}?[\r\n]C;[^\r\n]{0,40}K", "une feuille SYLK (.slk)"),
    (rb"TABLE\r?\n0,1\r?\n", "une feuille DIF (.dif)"),
    (rb"%PDF-", "un document PDF"),
    (rb"\{\\rtf", "un document de texte (RTF)"),
    (
        rb"(?is)(?:<\?xml.{0,200}?\?>\s*)?<(?:!doctype\s+html|html|head|meta|body|table|style|div)\b",
        "une page web (HTML)",
    ),
    (rb"(?i)mime-version:", "une page web (MHTML)"),
    (rb"(?s)<.{0,3000}?urn:schemas-microsoft-com:office:spreadsheet", "une feuille de calcul XML (Excel 2003)"),
    (rb"(?s)\x09[\x00\x02\x04\x08].\x00", "un classeur d'un Excel d'avant 1995"),
    (rb"(?s)\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|II\*\x00|MM\x00\*|.{4}ftyp(?:hei|mif|avi)", "une image"),
    (rb"\x1f\x8b|Rar!|7z\xbc\xaf", "une archive"),
)
# How a package begins, a name that stands in it, and what it is
PACKED_FORMS = (
    (b"PK", b"word/document.xml", "un document Word"),
    (b"PK", b"ppt/presentation.xml", "une présentation PowerPoint"),
    (b"PK", b"Index/Document.iwa", "un document Numbers ou Pages"),
    (b"\xd0\xcf\x11\xe0", "WordDocument".encode("utf-16-le"), "un document Word"),
    (b"\xd0\xcf\x11\xe0", "__properties_version1.0".encode("utf-16-le"), "un courriel (Outlook)"),
)  # fmt: skip
LAST_WEEKS = "joueurs repris de ce tournoi{ratings}{settings} ; {left_out} n'en viennent pas."
OWN_NUMBERS, NUMBERS_GIVEN = (
    "N°, absences et remarques",
    "N° donnés par le programme, absences et remarques",
)  # left out
NEW_RATINGS = " avec leur nouvelle cote"
TAKEN_OVER = ", et {names}"
PLAYED_BEFORE = "au tournoi précédent"  # remark

ABOVE = "au-dessus des titres, laissé de côté : {texts}."
ABOVE_TITLES = (
    "{place} : {texts} : au-dessus des titres. Des joueurs : mettez-les sous les titres. Sinon : supprimez ces lignes."
)
TITLES_REPEATED = "titres répétés, laissés de côté : {lines}."
OTHER_TITLES = "{place} : d'autres titres commencent ici. Donnez aux deux listes les mêmes colonnes."
ALL_SET_ASIDE = "{file} : tous sont laissés de côté, masqués, barrés ou selon le statut : {names}. Corrigez cela."

# a line
NO_RESULT = (
    "{place} : le résultat de cette formule n'est pas dans le fichier. Ouvrez-le dans Excel ou LibreOffice et "
    "enregistrez-le."
)
ERROR_CELL = "{place} : « {value} » est l'erreur d'une formule. Corrigez la formule, ou tapez la valeur à sa place."
QUOTES = "{place} : guillemets mal fermés ; doublez-les à l'intérieur d'une cellule (\"\"), ou supprimez-les."
WIDTH = (
    "{place} : {cells} cellules au lieu de {columns} ; mettez entre guillemets celles qui contiennent le séparateur."
)
NO_NAME_BUT_TEXT = (
    "{place} : « {text} » n'est pas dans la colonne des noms. Un joueur : mettez-l'y ; sinon, supprimez la ligne."
)
NO_NAME = "{place} : il manque le nom ; écrivez-le, ou supprimez la ligne."
NOT_A_RATING = "{place} : « {value} » n'est pas une cote ; écrivez un nombre entier comme 1803, ou laissez vide."
NOT_A_DATE = "{place} : « {value} » n'est pas une date ; écrivez par exemple 21/11/2026, ou laissez vide."
LICENCE_CHANGED = "{place} : « {value} » n'est pas une licence : le tableur l'a changée. Retapez-la au format Texte."
DAY_TO_COME = (
    "{place} : dernier tournoi le {day}, après le {until}, date du classement (--date) ; corrigez l'une des deux dates."
)
NOT_A_NUMBER = "{place} : « {value} » n'est pas un numéro de joueur ; écrivez 1, 2, 3…, ou laissez vide."
NOT_PLAYING = (
    r"listes? (?:d )?(?:attente|comp\w*|supp\w*)|(?:en )?attente\b|waiting list|remplacants?\b|reserv\w*|suppleants?\b"
    r"|desist\w*|absente?s\b|annule?e?s\b|excusee?s\b"
)  # how the heading of those begins who do not play
NOTE = (
    r"(?:sous )?tota(?:l|ux)\b|listes?\b|arbitres?\b|nombre d|organis(?:ateur|atrice|ation)s?\b|effectif\b|"
) + NOT_PLAYING  # how a line begins that is no player
PLAYER_OR_NOTE = (
    "{place} : « {text} » : joueur ou remarque ? Joueur : donnez-lui un prénom ou un club. Remarque : supprimez cette "
    "ligne{below}."
)
NAMES_ALONE = (
    "{places} : {texts} : joueur ou remarque ? Joueur : donnez-lui un prénom ou un club. Sinon : supprimez la ligne."
)
PLAYER_OR_FIGURE = "{places} : {texts} : joueur ou chiffre ? Joueur : donnez-lui un prénom. Sinon, supprimez la ligne."
NUMBERS_IN_NAMES = (
    "{places} : un nom n'a pas de nombre ({texts}). Mettez ce nombre dans une colonne à lui, avec un titre."
)
TWO_IN_ONE = "{places} : deux joueurs sur une ligne ({texts}) ? Donnez à chacun la sienne."
PLACE_LINES = "{file}, lignes {lines}"
PLACE_CELLS = "{file}, {sheet}!{cells}"
BELOW = " et, dessous, qui ne joue pas ({names})"
ALL_THE_SAME = (
    "{place} : « {name} » à chaque ligne : ce n'est pas la colonne des joueurs. Intitulez « Nom » celle qui l'est, et "
    "autrement celle-ci."
)
SAME_NUMBER = "{place} : ce numéro est déjà celui de {name} (ligne {other}) ; changez-en un, ou laissez vide."
SAME_LICENCE = (
    "{place} : cette licence est déjà celle de {name} (ligne {other}) ; supprimez une des deux lignes ou corrigez la "
    "licence."
)
SAME_NAME = (
    "{place} : {name} figure déjà (ligne {other}) : supprimez l'un ; ou donnez deux clubs, deux licences, ou "
    "« Paul-fils »."
)
SAME_NAME_IN_WORLD = (
    "{place} : {name} figure déjà (ligne {other}) : supprimez l'un, ou donnez à chacun son N° mondial ou son club."
)
HOMONYMS_BY_CLUB = (
    "même nom, deux clubs : pris pour deux personnes, distinguées par leur club : {names}. Si c'est la même, "
    "videz une des deux lignes de Joueurs."
)

# The list joueurs.txt of Othello
WHOLE_WORLD = (
    "{file} : {players} joueurs : c'est la liste du monde entier. Gardez-la sous le nom joueurs.txt, et donnez "
    "ceux qui viennent."
)
UNKNOWN_IN_WORLD = "{file}, ligne {line} : le N° {text} n'est pas dans joueurs.txt. Corrigez-le, ou tapez le nom."
NOBODY = (
    "{file}, ligne {line} : « {text} » n'est pas un joueur. Écrivez : numéro mondial (s'il en a un), NOM, Prénom "
    "{{PAYS}}."
)
OTHERS_NUMBER = (
    "{name} : dans joueurs.txt, le N° {number} est « {other} ». Vérifiez les numéros de la liste, puis ceux de la "
    "feuille Joueurs."
)
HOMONYMS = "{name} : plusieurs joueurs de joueurs.txt portent ce nom ; tapez son N° mondial sur la feuille Joueurs."
