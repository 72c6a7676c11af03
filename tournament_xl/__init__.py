"""tournament_xl: tournaments of Scrabble Classique (and Othello) kept in a workbook."""

__version__ = "0.1.0"
