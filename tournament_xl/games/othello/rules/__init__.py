"""The rules of Othello as the French federation (FFO) applies them.

Pure functions of plain values, exact arithmetic, standard library only.
Know no sheet, no file and no sentence.
"""
