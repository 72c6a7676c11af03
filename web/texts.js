// What the page itself says. What happened to a workbook is said by tournament_xl, in tournament_xl/texts.
"use strict";

const TEXTS = {
  actions: {
    fill: "Saisir les résultats", pair: "Apparier la ronde suivante", update: "Mettre à jour", undo: "Annuler la dernière ronde",
    ratings: "Calculer les cotes", provisional: "Cotes provisoires", check: "Vérifier le tournoi",
    send: "Préparer l'envoi", publish: "Publier", initials: "Publier sans les noms", explain: "Pourquoi ces paires ?",
    whatIf: "Et si… ?", copies: "Revenir à une copie", next: "Le tournoi suivant", print: "Imprimer",
    take: "Prendre les résultats reçus", hall: "Diffuser dans la salle", doctor: "Diagnostic",
  },
  tabs: { round: "Ronde", players: "Joueurs", standings: "Classement", grid: "Grille", sheets: "Feuilles", settings: "Réglages" },
  noEngine: "Le moteur ne démarre pas : {reason}. Rechargez la page, ou essayez un autre navigateur à jour (Chrome, Edge, Firefox, Safari).",
  crashed: "Le programme s'est arrêté, puis a redémarré. Rien n'est perdu : le classeur est tel qu'avant ce geste. Gardez-en une copie, puis réessayez.",
  failed: "Ce geste n'a pas abouti ({reason}). Rien n'est perdu : le classeur est tel qu'avant. Gardez-en une copie, puis réessayez.",
  sorry: "Cela n'a pas marché",
  again: "Réessayer",
  wantsServer: "Ce dossier est fait pour un serveur web. Pour ouvrir la page d'un double clic, prenez tournoi.html.",
  download: "Télécharger le classeur",
  downloaded: "Téléchargé : {file}. C'est le classeur à garder ; il s'ouvre ici, dans Excel et dans LibreOffice.",
  inPlace: "Enregistré dans {file}",
  inFolder: "Enregistré dans le dossier",
  notSaved: "À télécharger : le fichier d'origine n'a pas ces changements",
  notWritten: "Pas encore écrit dans {file}",
  asLoaded: "Comme dans le fichier",
  elsewhere: "Ce tournoi est déjà ouvert dans un autre onglet. Ici, on regarde seulement ; fermez l'autre onglet pour y travailler.",
  reread: "Le fichier avait changé (Excel ?) : il a été relu.",
  conflict: "Le fichier {file} a été changé par un autre programme pendant que cette page avait du travail à y écrire. Rien n'y est écrasé.",
  conflictFile: "Reprendre le fichier",
  conflictHere: "Télécharger le travail de cette page",
  cannotWrite: "Le navigateur ne peut pas écrire dans {file} ({reason}). Fermez-le dans Excel, ou téléchargez le classeur.",
  noRoom: "Le navigateur n'a plus de place pour garder ce travail : téléchargez le classeur maintenant.",
  resumed: "Repris là où vous en étiez : {file}, {when}.",
  noted: "Noté : {what}.",
  underway: "{action} : en cours…",
  look: "Voir la page des résultats",
  published: "« Voir » la montre tout de suite, sur ce téléphone aussi. Le .zip est pour un site : à déballer sur un ordinateur.",
  about: "Tout se passe dans ce navigateur : rien n'est envoyé, et la page marche sans réseau.",
  aboutApp: "Les classeurs sont ceux du dossier {folder}.",
  licences: "Licences",
  recent: "Derniers tournois",
  folder: "Classeurs du dossier",
  forget: "Oublier {file}",
  forgetting: "Oublier {file} dans ce navigateur ? Le fichier lui-même n'est pas touché.",
  forgettingWork: "Oublier {file} ? Ce qui y est à télécharger (scores, rondes) n'est que dans ce navigateur : il est perdu. Pour le garder, répondez Non, ouvrez ce tournoi et touchez Télécharger.",
  noRound: "Pas encore de ronde. Vérifiez les joueurs, puis appariez.",
  noSheet: "Rien à montrer pour l'instant.",
  keepScore: "Garder tel quel",
  whyOne: "Pourquoi cette paire ?",
  whyAll: "Pourquoi ces paires ? Ronde {round}",
  more: "Glissez le tableau : il continue à droite →",
};

/** @param {string} text @param {Record<string, unknown>} facts */
function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}
