"""The rules of Scrabble Classique, one module per part of the regulation."""
