"""`python -m tournament_xl`."""

from tournament_xl.cli import command

command()
