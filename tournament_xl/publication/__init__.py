"""Pages for the web and the hall screen, made from one workbook.

Gives the facts of a publication, its files, and puts them into a folder.
Knows no phone and no front end.
"""
