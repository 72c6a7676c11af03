"""Texts that the federation reads: verdicts on files, remarks, questions, titles of its workbook and CSV files.

A verdict is the decision about a received file: its tournament counts, or why not; a word stands for each.
"""

from __future__ import annotations

from fractions import Fraction

from tournament_xl.messages.names import fill_sentence

# verdicts of files that are left out; what to do where somebody can do something
NO_FOLDER = "{path} : ce dossier n'existe pas ; vérifiez le nom."
FOLDER_CLOSED = "Ce dossier ne peut pas être lu ({reason}) : ce qu'il contient n'est pas compté."
TOO_MANY_FILES = "{path} : plus de {limit} classeurs ; répartissez-les en plusieurs dossiers."
LINK = "Lien vers un autre endroit : non suivi. Copiez les classeurs eux-mêmes ici."
OTHER_FORMAT = "Format {ending} non lu. Enregistrez-le en .xlsx."
ENCLOSING = "Format {ending} non lu. Enregistrez ici, à part, les classeurs qu'il contient."
UNFINISHED = "Téléchargement inachevé : téléchargez de nouveau le fichier."
IN_CLOUD = "Resté sur iCloud, pas sur cet ordinateur : ouvrez-le une fois dans le Finder, puis recommencez."
TOO_BIG_MAIL = (
    "Trop gros pour un courriel (limite : {limit} Mo). Enregistrez ici, à part, les classeurs qu'il contient."
)
TOO_MANY_MAILS = "Plus de {limit} courriels : les suivants ne sont pas lus. Répartissez-les en plusieurs fichiers."
TOO_MANY_PARTS = (
    "Plus de {parts} pièces, ou de {limit} Mo décompressé : non lu. Enregistrez ici, à part, les classeurs qu'il "
    "contient."
)
TOO_DEEP = "Courriel ou archive dans trop d'autres : pas ouvert. Enregistrez ici, à part, les classeurs qu'il contient."
NO_MAILBOX = "Aucun courriel dans ce fichier : exportez de nouveau la boîte, en .mbox ou en .eml."
DAMAGED_CONTAINER = "Abîmé : tout ou partie n'a pas pu en être lu. Enregistrez-le de nouveau, ou ses classeurs à part."
LOCKED_ARCHIVE = "Archive protégée par un mot de passe : demandez à l'expéditeur les classeurs sans mot de passe."
EMPTY_ARCHIVE = "Rien dedans : ni classeur, ni autre fichier. Redemandez-le à son expéditeur."
FORWARDED_BY, FORWARDED_FROM = "Transféré par {sender}.", "Transféré ; envoyé d'abord par {sender}."
MAIL_WITHOUT_WORKBOOK = "Courriel sans classeur : lisez-le (colonne Message)."
ANNOUNCING_WORDS = {
    "joint", "jointe", "jointes", "joints", "pj", "classeur", "classeurs", "fichier", "fichiers", "resultat",
    "resultats", "voici", "voila", "envoie", "trouverez",
}  # normalized: a mail with one of them announces a workbook  # fmt: skip
MAIL_UNREAD = "Pas de classeur reconnu ; non lu : {names}."
PARTS_UNREAD = " Non lu : {names}."
NOT_WORKBOOKS = "Pas de classeur ; non lu : {names}."
SENT_BY, VIA, BY_NOBODY = "envoyé par {sender}", ", transféré par {sender}", "posé dans le dossier sans courriel"
RESULTS = (
    "Tableau de résultats : « tournament-xl import » en ferait un tournoi ({players:n joueur}, {rounds:n ronde}). "
    "Importez-le ici, puis complétez dates, licences et cotes."
)
RESULTS_WITH_FAULTS = "« tournament-xl import » n'en ferait pas un tournoi. {reason}"
NO_RESULTS = "Ni un classeur, ni un tableau de résultats."
UNNAMED = "sans nom"
NOT_A_TOURNAMENT = (
    "Ce classeur n'est pas un tournoi de ce programme. Demandez à l'organisateur le sien, ou faites-le entrer par "
    "« tournament-xl import »."
)
UNREADABLE = "Lecture impossible : vérifiez que c'est un fichier et que vous avez le droit de le lire."
TOO_BIG = "Trop gros pour un tournoi (limite : {limit} Mo)."
CRASHED = "Ce fichier a fait tomber le programme qui le lisait : il est abîmé, ou fait pour nuire."
TOO_SLOW = "Lecture abandonnée après {seconds} secondes : fichier démesuré, ou fait pour nuire."
NO_READER = "Les classeurs ne peuvent pas être lus : {reason}. Rien n'a été écrit. Fermez des programmes, recommencez."
BUG = "Erreur de notre part en lisant ce fichier ({kind}) : envoyez-le aux auteurs."
MORE_PROBLEMS = " (et {more:n autre problème} : voir « Vérifier le tournoi »)"
MORE_FINDINGS = "Et {more:n autre constat} : voir « Vérifier le tournoi »."
OUR_RANKING = "Classement de ce programme, laissé de côté."
OTHELLO = "Tournoi d'Othello : il ne compte pas dans ce classement."
NOT_BEGUN = "Aucune ronde jouée."
NOT_FINISHED = "Tournoi non terminé : rondes jouées, {played} sur {rounds}."
NO_DATE = "Tournoi!{setting} : sans dates possibles, le tournoi n'a pas de place dans le classement."
OWN_ADDRESS = ("courriel", "courriel organisateur")  # as compared: a line of an organiser's own on Tournoi
LATER = "Terminé le {day:%d/%m/%Y}, après la date du classement : sera compté ensuite, inutile de le renvoyer."
ALREADY = "Déjà compté depuis la publication du {day:%d/%m/%Y} : {title}."
SAME_FACTS = "Mêmes joueurs et mêmes résultats que {other} : voir sa ligne."
OTHER_SENDER = " Celui-ci : {origin} ; l'autre : {other}."
MISDATED = "Dates à confirmer : un tournoi terminé, daté {dates}, dans un courriel du {sent:%d/%m/%Y}."
MISDATED_COUNTED = "Daté {dates}, mais son courriel est du {sent:%d/%m/%Y} : compté selon votre décision."
TWO_VERSIONS = "Le même tournoi, différent, est aussi dans {others} : celui-ci n'est pas compté avant votre décision."
NEW_VERSION = "Une autre version de {others}, déjà publié : celui-là compte jusqu'à votre décision."
REPLACED = "Remplacé par {other}, selon votre décision."
LEFT_OUT = "Écarté par votre décision."
COUNTED = "compté"
COUNTED_WITH = "compté, à lire"  # with questions
SERIOUS = "compté, grave"
LATE_WORD, LATE_REMARK = "compté en retard", "Compté en retard, le {day:%d/%m/%Y}."
REFUSED = "refusé"
STRUCK = "écarté"  # by a decision
TOLD, STRUCK_TOLD = "refusé, déjà dit", "écarté, déjà dit"  # in an earlier publication
REPEATED = "déjà compté"
WAITING = "en attente"  # of a decision
TO_COME = "plus tard"  # ends after the day of the ranking
ASIDE = "laissé de côté"

# the same, for the organiser
TOLD_ORGANISER = {
    "tournament": "Ce n'est pas le classeur d'un tournoi de ce programme : envoyez-nous celui de votre tournoi.",
    "table": "C'est un tableau de résultats : envoyez-nous le classeur du tournoi, ou dites-nous s'il n'y en a pas.",
    "format": "Ce format n'est pas lu : envoyez-nous le classeur seul, en pièce jointe.",
    "whole": "Le fichier n'a pas pu être lu : envoyez-nous le classeur seul, en pièce jointe, ou une autre copie.",
}  # `Lack` of a file -> why it is left out, without what only the officer can do


# remarks about tournaments that count
DOUBTFUL = "À décider : {names:some 4} ; la cote de départ est celle du classeur, la variation n'est portée à personne."
NEW_PLAYERS = "Première fois au registre : {names:some 4}."
BY_NAME = "Sans licence, {names:agree reconnu} par le nom et le club : {names:some 4}."
ANONYMOUS_NOW = "Plus {names:agree nommé} sur aucune page, selon {title} ({origin}) : {names:list}."
NEWER = "La liste donne un tournoi aussi récent ou plus à {names:some 4} : celui-ci y est peut-être déjà compté."


def sentences_about(*sentences_with_names: tuple[str, list[str]]) -> list[str]:
    """Fill in each sentence with the names next to it; sentences without any name are left out."""
    return [fill_sentence(sentence, {"names": people}) for sentence, people in sentences_with_names if people]


def format_cote(cote: Fraction | int) -> str:
    """Render a cote (rating): "1803", "1803,5"; exactly if it has at most ten digits."""
    return str(cote.numerator) if cote.denominator == 1 else f"{float(cote):.10g}".replace(".", ",")


# movements of a cote
TOURNAMENT = "tournoi"
ENTRY = "entrée"
RETURNED = "retour"
SEASON = "début de saison"
ADJUSTED = "ajustement"
ENTRY_REASON = "cote de la série duplicate {series} (PL*) · {title}"
NO_SERIES = "aucune"
RETURN_REASON = "plus de deux ans : cote de la série duplicate {series} (PL*) · {title}"
SEASON_REASON = "{place:ordinal} du championnat du monde"


# decisions
PLAYER = "joueur"
TWICE = "doublon"
RETURN = "retour"
DATE, ANONYMITY = "date", "anonyme"
NEW = "nouveau"
COUNT, LEAVE_OUT = "compter", "écarter"
YES, NO = "oui", "non"
ACTIVE, INACTIVE = "actif", "inactif"
STRIKE, LICENCE, NAME = "tournoi", "licence", "nom"  # ordered unasked, as ADJUSTED
NATURES = (PLAYER, TWICE, DATE, ANONYMITY, RETURN, STRIKE, LICENCE, NAME, ADJUSTED)
NATURES_SHOWN = ", ".join(NATURES)
MERGE_WITH = "fusionner avec"
WITHDRAW = "retirer"
WITHDRAWN = "Décision retirée : {line}."
NO_EFFECT = (
    "Décision sans effet : {line}. Vérifiez de quoi ou de qui parle la ligne, et sa réponse (docs/federation.md)."
)
NOTHING_TO_WITHDRAW = (
    "Rien à retirer : {line}. La publication d'avant ne connaît pas cette décision ; elle ne compte pas."
)
AT_ONCE = (
    "Votre décision met une personne à deux endroits aux mêmes dates : {one} à {title} ({day:%d/%m/%Y}), {other} à "
    "{other_title} ({other_day:%d/%m/%Y}). Relisez-la."
)
NO_NATURE = "Ligne non comprise : {line}. Natures possibles : {natures}."
LATER_LIST = "(nouvelle liste)"
DECISION_COLUMNS = (
    "Nature", "Tournoi", "Date", "Empreinte", "Nom", "Prénom", "Licence", "Club", "Question", "Candidats",
    "Réponses possibles", "Décision",
)  # fmt: skip
AUTHOR, DECIDED_ON, GROUNDS = "Auteur", "Décidé le", "Motif"
RECORD_COLUMNS = (AUTHOR, DECIDED_ON, GROUNDS)  # after those above; a file may lack them
BAD_DECISION_DAY = "{place} : « {value} », il faut une date, par exemple 21/11/2026, ou rien : la date du classement."
DOUBTS = {
    "other_name": "La licence est celle d'un joueur d'un autre nom. Qui est-ce ?",
    "other_licence": "Le nom est connu sous une autre licence. Est-ce lui ? Une ligne « licence » fait prendre la "
    "nouvelle.",
    "part_of_name": "Joueur inconnu, mais un joueur connu a le même nom, un prénom en plus ou en moins. Est-ce lui ?",
    "other_club": "Sans licence : le nom est connu, dans un autre club ou plusieurs fois. Qui est-ce ?",
    "near_name": "Sans licence : un nom presque pareil est connu. Est-ce lui ?",
    "taken": "Ce serait un joueur déjà présent dans le même tournoi. Qui est-ce ?",
    "nobody": "Qui est-ce ?",
    "new_licence": "La nouvelle liste a une licence inconnue pour un nom connu. Est-ce la même personne ?",
    "new_name": "La nouvelle liste donne cette licence à un autre nom. Est-ce la même personne ?",
}
CANDIDATE_FACTS = "{handle} · {facts}"
CANDIDATE = "{facts} : {reasons}"
ELSEWHERE = " ; mais joue aux mêmes dates à {titles:some 4} : c'est sans doute quelqu'un d'autre"
CANDIDATE_COTE, NO_COTE = "cote {cote}", "sans cote"
CANDIDATE_LAST, NO_LAST = "dernier tournoi le {day:%d/%m/%Y}", "dernier tournoi inconnu"
SAME_NAME, NEAR_NAME, SAME_COTE = "même nom", "nom presque pareil", "la cote du classeur est la sienne"
SAME_LICENCE, SAME_CLUB, SAME_SERIES = "même licence", "même club", "même série duplicate"
NO_CLUE = "rien d'autre ne le dit"
NO_ANSWER = "« {answer} » ne désigne personne ou ne répond pas. {sentence}"
MORE_TOURNAMENTS = " (et {more:n autre})"
TWICE_QUESTION = (
    "{file} : sans doute le même tournoi que {others}, sauf : {difference}. « compter » : à sa place ; « écarter » : "
    "non compté.{senders}"
)
DATE_QUESTION = (
    "{file}, {origin} : tournoi terminé daté {dates}, courriel du {sent:%d/%m/%Y}. « compter » : dates justes ; "
    "« écarter » : non compté."
)
ANONYMITY_QUESTION = (
    "{file}, {origin}, ne veut plus nommer {names:list}, {names:agree publié} dans {others:list}. « oui » : plus "
    "{names:agree nommé} nulle part ; « non » : comme avant."
)
ANONYMITY_OTHER = "{title} ({origin})"
DIFFERENCE = "{what} : {new} au lieu de {old}"
SMALL_DIFFERENCE = "Nom {who.name}, Prénom {who.first_name}, place {place}"
DIFFERENT_ROUND, DIFFERENT_FINAL = "ronde {round}, {pair}", "finale"
MORE_DIFFERENCES = "et {more:n autre différence}"
RETURN_QUESTION = "Date de son dernier tournoi inconnue. « inactif » : cote {star} au lieu de {cote}."
RETURN_PROPOSALS = (ACTIVE, INACTIVE, "la date de son dernier tournoi")

# adjustments
ADJUSTMENT_COLUMNS = ("Date", "Licence", "Points", "Motif")
ADJUSTMENT_WANTS = {
    "Date": "une date, par exemple 21/11/2026",
    "Licence": "la licence du joueur",
    "Points": "un nombre de points, deux décimales au plus, par exemple 25 ou -10",
}
CALENDAR_COLUMNS = ("Date", "Tournoi", "Organisateur")
CALENDAR_WANTS = {"Date": "une date, par exemple 21/11/2026", "Tournoi": "le nom du tournoi"}
# words that do not tell one tournament from another, as they are compared
USUAL_WORDS_OF_TITLES = {
    "aux", "championnat", "championnats", "classique", "club", "coupe", "des", "edition", "festival", "grand",
    "international", "internationale", "les", "master", "masters", "national", "open", "prix", "rencontre", "regional",
    "scrabble", "sur", "tournoi", "trophee", "ville",
}  # fmt: skip
MISSING_TOLD = "Attendus selon le calendrier, pas reçus : {tournaments:some 4} (feuille Ce mois)."
EXPECTED = "{title} ({day:%d/%m/%Y})"
SAME_ADJUSTMENT = "{place} : même joueur, même date et même motif que {other} ; gardez une ligne, ou changez le motif."
BAD_ENTRY = "{place} : « {value} », il faut {wanted}."
UNKNOWN_LICENCE = "{source} : la licence {licence} n'est à personne le {day:%d/%m/%Y} ; corrigez-la."
NO_COLUMNS = "{file} : la première ligne doit donner les colonnes {columns}."
BAD_QUOTES = "{place} : guillemets mal fermés ; doublez-les à l'intérieur d'une cellule, ou supprimez-les."

# the workbook; columns are (title, explanation)
TITLE = "Scrabble Classique : classement international au {day:%d/%m/%Y}"
RANKING_SHEET, TOURNAMENTS_SHEET, SEASON_SHEET = "Classement", "Tournois", "Saison {name}"
RANKED_SEASON = "saison {season}"
SINCE_LIST = "la liste de départ"
SINCE_DAY = "le {day:%d/%m/%Y}"
NOT_RANKED_BEFORE = "N"  # in the column of moves: was not in the last ranking
CHANGES_SHEET, MEMORY_SHEET = "Ce qui a changé", "Mémoire"  # the second in reports of before the register
IN_DOUBT = "en attente"  # of a decision: a cote
CHANGE_WHERE, CHANGE = "{title} ({day:%d/%m/%Y})", "{where} : {why}"
COUNTED_LATE = "compté en retard, dans la liste de ce mois."
PUBLISHED_STRUCK = "n'est plus compté, les variations publiées sont reprises."
PUBLISHED_CORRECTED = "une version corrigée compte, la différence des variations s'ajoute."
PUBLISHED_DECIDED = "décision sur un joueur, la variation publiée passe à qui elle revient."
VARIATIONS = "{change} Variation {variation:signed} au lieu de {published:signed}."
DIRECTLY, NOBODY_MOVED, MOVED = "{moved:n joueur} : {names}.", "Aucun joueur.", "{name}\u00a0{points:signed}"
JOURNAL_COLUMNS = (
    DECIDED_ON, AUTHOR, "Nature", "Tournoi", "Date", "Empreinte", "Nom", "Prénom", "Licence", "Club", "Décision",
    GROUNDS, "État",
)  # fmt: skip

COURSE_SHEET, SEASONS_SHEET = "Évolution", "Saison à saison"
SEASONS_COLUMNS = (
    "Saison", "Tournois", "Participations", "Joueurs", "Premières cotes", "Plus forte hausse", "Points",
    "Plus forte baisse", "Points perdus",
)  # fmt: skip
NONE, NONE_FEMININE = "aucun", "aucune"


def limit_text(value: Fraction) -> str:
    """Render a limit or share: exactly if it has few decimals, "210", "186,5", else rounded to two, "186,67"."""
    return format_cote(value) if value.denominator in (1, 2, 4, 5, 10) else f"{float(value):.2f}".replace(".", ",")


def percent_text(part: int, whole: int) -> str:
    """Render a share of a whole that is not 0: "5,2 %"."""
    return f"{100 * part / whole:.1f} %".replace(".", ",")


# the command line
READING, READING_FILE = "Lecture des classeurs", "Lecture des classeurs : {name}"
NOT_OURS = "{path} n'a pas été fait par ce programme : rien n'est écrit. Donnez un autre nom à -o, ou déplacez-le."
EDITED_LETTER = "{path} n'est plus tel que ce programme l'a écrit : rien n'est écrit. Déplacez-le, ou effacez-le."
NO_OFFICE = (
    "LibreOffice n'est pas trouvé : rien n'est écrit. Installez-le, ou recommencez sans --pdf et imprimez la feuille."
)
NO_PDF = "LibreOffice n'a pas fait le PDF : rien n'est écrit. Recommencez sans --pdf et imprimez la feuille Classement."
WRITTEN_FOLDERS = "Pages à publier : {site} (index.html). Brouillons de courriels aux organisateurs : {letters}."
SAME_FILE = "{path} est une des entrées : rien n'est écrit. Donnez un autre nom à -o."
ENDING = "-o {path} : le nom du classement doit finir par .xlsx."
UNSEEN_DECISIONS = (
    "{path} contient des décisions qui seraient effacées : rien n'est écrit. Ajoutez --decisions {path}, "
    "ou déplacez ce fichier."
)
BAD_DAY = "--date « {text} » n'est pas une date. Écrivez par exemple 2026-11-21 ou 21/11/2026."
BAD_LOGO = "--logo {path} : il faut une image PNG, JPEG ou GIF de {most} ko au plus."
NO_SEASON = "{path} n'est pas un fichier de saison ({reason}) : partez d'une copie de seasons/2015-2016.toml."
NO_LIST = (
    "Pas encore de registre : donnez --joueurs LISTE, ou --avant avec le dernier classement publié. Il est ailleurs ? "
    "--registre."
)
REGISTER_FILE, REGISTER_COPY, LOCK_ENDING = "registre.sqlite", "{stem}-registre.sqlite", ".verrou"
GENERATION_PUBLISHED, GENERATION_TAKEN_BACK, GENERATION_IMPORTED = "publication", "retrait", "reprise"
NO_REGISTER = "{path} n'est pas un registre de ce programme : rien n'est écrit. Nommez le bon avec --registre."
NO_REGISTER_THERE = "{path} n'existe pas : nommez le registre avec --registre, ou donnez -o comme pour le construire."
NO_PUBLICATION = "Pas de telle publication dans {path} : construisez ou publiez d'abord."
REGISTER_NEWER = "{path} est d'une version plus récente de ce programme : mettez-le à jour, ici aussi."
REGISTER_DAMAGED = (
    "{path} ne peut pas être ouvert : {reason}. Abîmé ? Remettez la copie gardée à côté de la dernière publication "
    "(…-registre.sqlite)."
)
REGISTER_BUSY = "{path} : une autre commande y travaille. Attendez qu'elle finisse, puis recommencez."
REGISTER_LOCKED = (
    "{path} : {who} y travaille sur un autre ordinateur, {host}. Attendez, ou effacez {lock} si plus personne n'y est."
)
REGISTER_OLDER = (
    "{path} est plus ancien que {report} : rien n'est écrit. Reprenez le registre le plus récent, ou déplacez ce "
    "classement."
)
REGISTER_OTHER = (
    "{report} ne vient pas de {path} : rien n'est écrit. Reprenez le registre qui l'a publié, ou déplacez ce "
    "classement."
)
BEFORE_NOT_NEEDED = "{path} existe : --avant ne sert qu'à le commencer. Recommencez sans --avant."
PUBLISHED_BEFORE_REGISTER = (
    "La publication du {day:%d/%m/%Y} est d'avant le registre : ses fichiers restent tels quels."
)
OTHER_COTES = (
    "{path} : cette version ne retrouve pas les cotes publiées au {day:%d/%m/%Y}. Refaites ses pages avec celle qui "
    "les a publiées."
)
OPEN_MONTH_CHANGED = (
    "Le mois du {day:%d/%m/%Y} n'est pas publié, et ses cotes ont changé : construisez-le de nouveau (« federation "
    "build »)."
)
PAGES_WRITTEN = "Classement au {day:%d/%m/%Y} écrit de nouveau : {file} et ses CSV, {site}, {letters}."
TAKEN_BACK = "La publication du {day:%d/%m/%Y} est reprise : ce mois est de nouveau ouvert. Corrigez, puis publiez."
PAGES_OUT = "Ses pages sont peut-être déjà en ligne : {site}. Remettez-y celles d'avant en attendant."
LETTERS_OUT = "Ses courriers sont peut-être déjà partis : {letters:some 4}."
NEEDED = "federation {act} : il manque {options:list}."
PUBLISHED_NOW = "Publié : ce mois est clos. Une copie du registre est à côté : {copy}."
STILL_OPEN = "Ce mois reste ouvert : construisez-le autant de fois qu'il faut, puis « federation publish » le publie."
BEFORE_UNREADABLE = "{path} ne peut pas être lu : {reason}. Vérifiez --avant."
BEFORE_NOT_OURS = "{path} n'est pas un classement de ce programme. Donnez à --avant le classeur du mois d'avant."
BEFORE_WITHOUT_MEMORY = (
    "{path} est abîmé ou trop ancien. Donnez à --avant un autre classement, ou sans lui tous les classeurs."
)
BEFORE_LATER = (
    "{path} : publié au {day:%d/%m/%Y}, --date ({own:%d/%m/%Y}) doit être après. « federation pages » récrit ce "
    "mois, « federation unpublish » le rouvre."
)
PLAYERS_FILE, DECISIONS_FILE = "{stem}-joueurs.csv", "{stem}-decisions.csv"  # next to the workbook
DONE = "Classement au {day:%d/%m/%Y} : {ranked:n joueur classé} ; {players:n joueur} au fichier."
SERIOUS_TO_READ = "Grave, à voir avec l'organisateur (feuille Tournois, colonne Grave) : {names:some 4}."
TO_READ = "À lire dans la feuille Tournois, colonne À savoir : {names:some 4}."
CHANGES_TOLD = "Ce qui est publié ne change pas. La feuille Ce qui a changé dit ce qui compte ici : {changes:some 4}."
MISREAD = "Réponse pas comprise : « {answer} » pour {who}. Réponses possibles : {answers}."
TO_COME_TOLD = "Pas encore terminés ce jour-là, comptés plus tard : {names:some 4}."
WAITING_TOLD = "En attente de votre réponse (versions ou dates) : {names:some 4}."
ADJUSTED_LATER = "Ajustements datés après le {day:%d/%m/%Y}, comptés à leur date : {later}."
NOBODY_DATED = (
    "Personne n'est classé : ni tournoi compté, ni date de dernier tournoi dans la liste (13e colonne), depuis deux "
    "ans (R10)."
)
DONE_NEW = "Tournois comptés depuis la publication du {since:%d/%m/%Y} : {new}."
DONE_FILES = "Tournois : {counted:n compté}, dont {remarked} à lire ; {left:n refusé} ou {left:agree écarté}."
LEFT = "  {name} : {sentence}"
WRITTEN = "Écrits : {files}."
OFFICER_ONLY = "{file} est pour vous seul (adresses, messages, motifs) : pas en ligne."
TO_ANSWER = (
    "→ {questions:n question} à décider : remplissez la colonne Décision de {file}, puis recommencez avec --decisions "
    "{file}"
)
