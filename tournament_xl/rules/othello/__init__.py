"""The rules of Othello as the French federation (FFO) applies them; nothing of a sheet, a file or a sentence."""
