// Owns names on the workbook that several parts of the page use: its sheets, a setting.

export const RESULTS = "Résultats";
export const PAIRINGS = "Appariements";
export const FINALS = "Finales";
export const PLAYERS = "Joueurs";
export const PRIZES = "Prix";
export const FEDERATION_MAIL = "Courriel fédération";
