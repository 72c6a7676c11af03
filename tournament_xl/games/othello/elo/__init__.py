"""Files of Othello federations: ELO files read and written, a running event of PAPP.

Gives a file's games and what it leaves unsaid; gives the text of an ELO file.
Knows no workbook on disk.
"""
