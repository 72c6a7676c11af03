"""Tables out (CSV, JSON) and results in (JSON, ELO, plain tables).

Gives rows and files for other programs, and workbooks made from theirs.
Knows no front end.
"""
