"""Sending of a finished tournament to the federation: the parcel and the mail.

Gives files and a draft.
Knows no front end and reads no other tournament.
"""
