"""What goes to the federation once a tournament is over: the parcel and the mail.

Gives files and a draft.
Knows no front end and reads no other tournament.
"""
