"""The rules of Scrabble Classique, one module per part of the regulation.

Pure functions of plain values, exact arithmetic, standard library only.
Know no sheet, no file and no sentence.
"""
