"""Limits on the size of files that are no workbooks: lists, results, ELO, seasons, JSON, mails."""

from __future__ import annotations

LIST_BYTES = 20_000_000  # the federation's list of all players has 1,500,000
LIST_LINES = 50_000
LIST_CELLS = 700_000  # more than 50,000 lines of the federation's 13 columns
LINE_LETTERS = 500  # of a line of an ELO file or a list in its form: the time of patterns grows with their square
COMING_PLAYERS = 1000  # of a list in the form of the world's list; with more it is the world's
ELO_PLAYERS, ELO_ROUNDS, ELO_GAMES = 1000, 99, 6_000
RESULTS_BYTES = 5_000_000  # of a file to import
RESULTS_PLAYERS = 500  # and rounds
SEASON_BYTES = 20_000  # 2015-2016.toml has 1,200. Parsing a dotted key takes time with the square of its length
SEASON_NUMBER = 1_000_000  # largest number in a season
PHONE_RESULTS_BYTES = 4_000_000  # 500 players send some 600,000
PHONE_RESULT_BYTES = 1000  # of a line; ours have about 60
MARK_BYTES = 10_000_000  # of the list of files in a publication
REQUEST_BYTES = 30 * 2**20  # of the JSON that LibreOffice sends
REQUEST_VALUES, REQUEST_LISTS, REQUEST_OBJECTS = 4_000_000, 1_000_000, 100_000  # they take far more memory once parsed
REQUEST_DEPTH = 6  # nested levels, one more than a request has: object, sheets, sheet, rows, row
RECEIVED_BYTES = 20_000_000  # of a file that the federation reads
MAIL_BYTES = 60_000_000  # of a mail or an archive: most servers refuse mails of more than 50 MB
MAIL_PARTS, MAIL_UNPACKED_BYTES = 5_000, 300_000_000  # of a mail or an archive, with all that is nested in it
MAIL_DEPTH = 4  # a mail in a mailbox, a mail forwarded in it, an archive attached to that one
MAIL_HEADER_LETTERS = 2_000  # of a header that is read: its parser needs seconds for long ones
MAIL_BODY_LETTERS = 60_000  # in which the first lines are looked for: styles of Word come before them
SIGNATURE_BYTES = 20_000  # of a picture below a mail: a larger part may be a workbook; the smallest of ours have more
MAILBOX_BYTES, MAILBOX_MAILS = 2_000_000_000, 10_000
